//! The marking of books for semester study.

use carrel_domain::catalogue::book::details::BookDetails;
use carrel_domain::catalogue::book::{BookDraft, BookRecord};
use carrel_domain::patch::Patch::{self, Clear, Keep, Set};

const YEAR: i16 = 2024;

fn draft(is_semester_study: Patch<bool>, semester_categories: Patch<Vec<String>>) -> BookDraft {
    BookDraft {
        title: Set("Optics".to_owned()),
        author: Set("Eugene Hecht".to_owned()),
        category: Set("Physics".to_owned()),
        is_semester_study,
        semester_categories,
        ..BookDraft::default()
    }
}

fn subjects(draft: BookDraft) -> Vec<String> {
    draft
        .validate(YEAR)
        .expect("a valid draft")
        .record
        .semester_categories
}

fn named(names: &[&str]) -> Patch<Vec<String>> {
    Set(names.iter().map(|name| (*name).to_owned()).collect())
}

#[test]
fn a_new_book_is_marked_for_named_subjects_or_for_its_own_category() {
    let table = [
        (Keep, Keep, vec![]),
        (Keep, named(&["Law"]), vec!["Law"]),
        (Set(true), Keep, vec!["Physics"]),
        (Set(true), Clear, vec!["Physics"]),
        (Set(true), named(&["Law"]), vec!["Law"]),
        (Set(true), named(&[]), vec![]),
        (Set(false), Keep, vec![]),
        (Set(false), named(&["Law"]), vec![]),
        (Clear, Keep, vec![]),
    ];
    for (is_marked, names, expected) in table {
        let draft = draft(is_marked, names);
        assert_eq!(subjects(draft.clone()), expected, "{draft:?}");
    }
}

#[test]
fn a_changed_book_keeps_its_subjects_unless_the_change_names_others() {
    let stored = |names: &[&str]| BookRecord {
        semester_categories: names.iter().map(|name| (*name).to_owned()).collect(),
        ..draft(Keep, Keep).validate(YEAR).expect("a valid draft").record
    };
    let change = |is_semester_study, semester_categories| BookDraft {
        is_semester_study,
        semester_categories,
        ..BookDraft::default()
    };
    let table = [
        (change(Keep, Keep), vec!["Law"], vec!["Law"]),
        (change(Set(true), Keep), vec!["Law"], vec!["Law"]),
        (change(Set(true), Keep), vec![], vec!["Physics"]),
        (change(Set(false), Keep), vec!["Law"], vec![]),
        (change(Keep, Keep), vec![], vec![]),
        (change(Set(true), named(&["Ethics"])), vec!["Law"], vec!["Ethics"]),
        (change(Keep, Clear), vec!["Law"], vec![]),
    ];
    for (change, before, after) in table {
        assert_eq!(
            subjects(change.clone().over(&stored(&before), &BookDetails::default())),
            after,
            "{change:?} of {before:?}"
        );
    }
    // The new category of the same change.
    let moved = BookDraft {
        category: Set("Engineering".to_owned()),
        ..change(Set(true), Keep)
    };
    assert_eq!(
        subjects(moved.over(&stored(&[]), &BookDetails::default())),
        ["Engineering"]
    );
}
