//! The headings of all subjects.

use carrel_search::{BookDocument, Change};

use crate::catalogue::{book, index_of};

fn about(id: &str, subjects: &[&str]) -> BookDocument {
    BookDocument {
        subjects: subjects.iter().map(|&subject| subject.into()).collect(),
        ..book(id, "Algebra", "Nobody")
    }
}

#[test]
fn subjects_are_counted_over_all_segments_and_ordered_without_case_and_accents() {
    let index = index_of([
        about("a", &["Zoology", "Économie", "bees"]),
        about("b", &["Bees", "Bees -- Behavior"]),
        about("c", &[]),
    ]);
    let shown = |search: &str| {
        let counts = index.subjects(search).expect("the index is read");
        let counts = counts.iter().map(|(heading, count)| format!("{heading}:{count}"));
        counts.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(
        shown(""),
        "Bees:1, bees:1, Bees -- Behavior:1, Économie:1, Zoology:1"
    );
    // A book of a later segment counts, too; one that leaves no longer does.
    let later = vec![
        Change::Put(about("d", &["Bees", "Algebra"])),
        Change::Remove(about("a", &[]).id),
    ];
    index.apply(later, "2").expect("the index is changed");
    assert_eq!(shown(""), "Algebra:1, Bees:2, Bees -- Behavior:1");
    for (search, wanted) in [
        ("BEE", "Bees:2, Bees -- Behavior:1"),
        ("behav bees", "Bees -- Behavior:1"),
        ("wasps", ""),
        ("  ", "Algebra:1, Bees:2, Bees -- Behavior:1"),
    ] {
        assert_eq!(shown(search), wanted, "{search}");
    }
}
