//! Headings of subjects in a bulk edit.

use super::{limit, message};
use crate::catalogue::book::details::{DetailsDraft, Subject};
use crate::patch::Patch;

/// A heading without the difference of upper and lower case.
pub(super) fn folded(heading: &str) -> String {
    heading.trim().to_lowercase()
}

/// Headings in the form in which books have them.
pub(super) fn valid_headings(headings: &[String]) -> Result<Vec<String>, &'static str> {
    if headings.len() > limit::SUBJECTS.max {
        return Err(message::TOO_MANY_SUBJECTS);
    }
    let subjects = headings.iter().map(|heading| Subject {
        heading: heading.clone(),
        scheme: None,
    });
    let draft = DetailsDraft {
        subjects: Patch::Set(subjects.collect()),
        ..DetailsDraft::default()
    };
    match draft.validate() {
        Ok(details) => Ok(details.subjects.into_iter().map(|one| one.heading).collect()),
        Err(errors) => Err(errors
            .first()
            .map_or(message::TOO_MANY_SUBJECTS, |one| one.message)),
    }
}
