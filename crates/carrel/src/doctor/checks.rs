//! What checks of the data have found.

use carrel_operations::upkeep::check::LastCheck;
use carrel_storage::check::Violation;
use jiff::Timestamp;

use super::Findings;

/// The last check of all data is reported when it is older than this, in days.
const OLD_CHECK_DAYS: i64 = 3;
/// How many violations are reported.
const NAMED: usize = 5;

/// The violations that the doctor has found itself.
pub(super) fn violations(findings: &mut Findings, violations: &[Violation]) {
    const SUBJECT: &str = "database";
    let (damages, others): (Vec<&Violation>, Vec<&Violation>) =
        violations.iter().partition(|found| found.is_damage());
    for damage in damages.iter().take(NAMED) {
        findings.wrong(SUBJECT, &damage.found, "Stop the server, keep a copy of the folder, and restore the last verified backup: carrel restore --replace.");
    }
    for violation in others.iter().take(NAMED) {
        findings.wrong(
            SUBJECT,
            format!("violated: {}: {}", violation.invariant, violation.found),
            "carrel check lists all violations. Restore the last verified backup (carrel restore --replace), unless you know how this one came about and can undo it.",
        );
    }
}

/// The last check by a server or by `carrel check`. Its violations are reported only if there are none now: the doctor has
/// checked the data itself.
pub(super) fn last(findings: &mut Findings, check: Option<&LastCheck>, now: Timestamp) {
    const SUBJECT: &str = "nightly check";
    let at = check.and_then(|check| Some((check, Timestamp::from_millisecond(check.at_ms).ok()?)));
    match at {
        None => findings.fine(SUBJECT, "the data have not been checked yet"),
        Some((_, at)) if now.duration_since(at).as_hours() / 24 >= OLD_CHECK_DAYS => findings.note(
            SUBJECT,
            format!("the data were checked last at {at}"),
            "A running server checks them every night. Run carrel check, or let the server run.",
        ),
        Some((LastCheck { violations: 0, .. }, at)) => {
            findings.fine(SUBJECT, format!("it found nothing at {at}"));
        }
        Some((LastCheck { violations, .. }, at)) => findings.note(
            SUBJECT,
            format!("it found {violations} violations at {at}"),
            "Run carrel check: /readyz and the metrics report the result of the last check.",
        ),
    }
}
