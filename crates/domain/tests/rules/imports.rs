//! Imports: what staff can do in which state, and the texts and counts that are stored.

use carrel_domain::identity::Id;
use carrel_domain::imports::ImportAct::{Cancel, Commit, Map, Pause, Undo};
use carrel_domain::imports::ImportState::{
    Cancelled, Checking, Done, Failed, Importing, Paused, Ready, Undoing, Undone,
};
use carrel_domain::imports::{
    FindingKind, Import, ImportAct, ImportCounts, ImportFormat, ImportKind, ImportOptions, ImportState,
    OnDuplicate, UnknownText, default_category,
};
use carrel_domain::language::Language;
use carrel_domain::users::Act;
use jiff::Timestamp;

/// Every possible act: the state, the act, whether a record was brought in, and the state after it.
const ACTS: [(ImportState, ImportAct, &[bool], ImportState); 13] = [
    (Checking, Cancel, &[false, true], Cancelled),
    (Ready, Map, &[false, true], Checking),
    (Ready, Commit, &[false, true], Importing),
    (Ready, Cancel, &[false, true], Cancelled),
    (Importing, Pause, &[false, true], Paused),
    (Importing, Cancel, &[false, true], Cancelled),
    (Paused, Commit, &[false, true], Importing),
    (Paused, Cancel, &[false, true], Cancelled),
    // The columns of a file are fixed once a record was brought in.
    (Failed, Map, &[false], Checking),
    (Failed, Commit, &[true], Importing),
    // Only what was brought in can be taken out.
    (Done, Undo, &[true], Undoing),
    (Failed, Undo, &[true], Undoing),
    (Cancelled, Undo, &[true], Undoing),
];

#[test]
fn acts_of_staff_by_state() {
    for state in ImportState::ALL {
        for act in [Map, Commit, Pause, Cancel, Undo] {
            for has_begun in [false, true] {
                let mut possible = ACTS.into_iter().filter(|(before, possible, begun, _)| {
                    *before == state && *possible == act && begun.contains(&has_begun)
                });
                let expected = possible.next().map(|(_, _, _, after)| after);
                assert_eq!(
                    state.after(act, has_begun),
                    expected,
                    "{state} {act:?} {has_begun}"
                );
            }
        }
    }
}

#[test]
fn states_have_texts_and_a_server_works_on_some() {
    for (state, text, is_working) in [
        (Checking, "checking", true),
        (Ready, "ready", false),
        (Importing, "importing", true),
        (Paused, "paused", false),
        (Done, "done", false),
        (Failed, "failed", false),
        (Cancelled, "cancelled", false),
        (Undoing, "undoing", true),
        (Undone, "undone", false),
    ] {
        assert_eq!(state.as_str(), text);
        assert_eq!(state.to_string(), text);
        assert_eq!(text.parse(), Ok(state));
        assert_eq!(serde_json::to_value(state).unwrap(), text);
        assert_eq!(state.is_working(), is_working, "{text}");
    }
    assert_eq!("Ready".parse::<ImportState>(), Err(UnknownText));
}

#[test]
fn each_kind_has_its_permission_and_its_choices_for_duplicates() {
    use OnDuplicate::{Add, Skip, Update};
    for (kind, text, act, choices) in [
        (
            ImportKind::Books,
            "books",
            Act::ManageCatalogue,
            &[Skip, Update, Add][..],
        ),
        (ImportKind::Users, "users", Act::ManageUsers, &[Skip, Update]),
        (ImportKind::Loans, "loans", Act::OverrideRefusals, &[Skip]),
        (ImportKind::Fines, "fines", Act::AddCharges, &[Skip]),
    ] {
        assert_eq!(kind.as_str(), text);
        assert_eq!(text.parse(), Ok(kind));
        assert_eq!(serde_json::to_value(kind).unwrap(), text);
        assert_eq!(kind.act(), act, "{text}");
        assert_eq!(kind.choices(), choices, "{text}");
    }
    assert_eq!("people".parse::<ImportKind>(), Err(UnknownText));
    for (choice, text) in [(Skip, "skip"), (Update, "update"), (Add, "add")] {
        assert_eq!(choice.as_str(), text);
        assert_eq!(OnDuplicate::named(text), Some(choice));
        assert_eq!(serde_json::to_value(choice).unwrap(), text);
    }
    assert_eq!(OnDuplicate::named("replace"), None);
}

#[test]
fn formats_and_findings_have_texts() {
    for (format, text) in [
        (ImportFormat::Marc, "marc"),
        (ImportFormat::MarcXml, "marcxml"),
        (ImportFormat::Csv, "csv"),
    ] {
        assert_eq!(format.as_str(), text);
        assert_eq!(text.parse(), Ok(format));
        assert_eq!(serde_json::to_value(format).unwrap(), text);
    }
    assert_eq!("xls".parse::<ImportFormat>(), Err(UnknownText));
    assert_eq!(FindingKind::Rejected.as_str(), "rejected");
    assert_eq!(FindingKind::Duplicate.as_str(), "duplicate");
}

#[test]
fn books_without_a_category_have_one_in_the_language_of_the_library() {
    assert_eq!(default_category(Language::English), "Uncategorized");
    assert_eq!(default_category(Language::German), "Ohne Kategorie");
}

fn counts(numbers: [i64; 9]) -> ImportCounts {
    let [
        read,
        total,
        valid,
        rejected,
        duplicates,
        added,
        updated,
        skipped,
        copies,
    ] = numbers;
    ImportCounts {
        read,
        total,
        valid,
        rejected,
        duplicates,
        added,
        updated,
        skipped,
        copies,
    }
}

#[test]
fn the_counts_of_batches_are_added_one_by_one() {
    let mut sum = ImportCounts::default();
    sum.add(&counts([10, 20, 30, 40, 50, 60, 70, 80, 90]));
    sum.add(&counts([1, 2, 3, 4, 5, 6, 7, 8, 9]));
    assert_eq!(sum, counts([11, 22, 33, 44, 55, 66, 77, 88, 99]));
}

#[test]
fn an_import_with_other_counts_is_otherwise_the_same() {
    let before = Import {
        id: Id::new(1),
        kind: ImportKind::Books,
        name: "books.mrc".to_owned(),
        format: ImportFormat::Marc,
        size_bytes: 1000,
        sha256: "00".repeat(32),
        state: Importing,
        options: ImportOptions::default(),
        counts: ImportCounts::default(),
        has_begun: true,
        kept: 0,
        problem: None,
        created_by: None,
        created_at: Timestamp::UNIX_EPOCH,
        updated_at: Timestamp::UNIX_EPOCH,
    };
    let counts = counts([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let after = before.with_counts(counts);
    assert_eq!(after.counts, counts);
    assert_eq!(after.with_counts(before.counts), before);
}
