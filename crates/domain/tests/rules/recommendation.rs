use carrel_domain::circulation::recommendation::{
    Candidate, Evidence, Reason, Recommended, rank, similarity,
};
use proptest::prelude::*;

use crate::names::{id, name};

fn candidate(book_id: &str, popularity: i64, evidence: Vec<Evidence>) -> Candidate {
    Candidate {
        book_id: id(book_id),
        already_borrowed: false,
        popularity,
        rating_hundredths: 0,
        evidence,
    }
}

fn together(title: &str, together: u32) -> Evidence {
    Evidence::BorrowedTogether {
        title: title.to_owned(),
        together,
        candidate_borrowers: 20,
        other_borrowers: 20,
    }
}

fn ids(recommended: &[Recommended]) -> Vec<String> {
    recommended.iter().map(|book| name(book.book_id)).collect()
}

#[test]
fn few_common_borrowers_count_little() {
    assert!(similarity(1, 1, 1) < similarity(10, 20, 20));
    assert!((similarity(20, 20, 20) - 0.8).abs() < 1e-12);
    assert!((similarity(1, 1, 1) - 1.0 / 6.0).abs() < 1e-12);
    for (common, a, b) in [(0, 5, 5), (0, 0, 0), (3, 0, 5)] {
        assert!(similarity(common, a, b).abs() < f64::EPSILON);
    }
}

#[test]
fn the_strongest_reason_is_returned() {
    let author = Evidence::SameAuthor {
        author: "Ursula K. Le Guin".to_owned(),
    };
    let semester = Evidence::SemesterStudy {
        category: "Physics".to_owned(),
    };
    let category = Evidence::SameCategory {
        category: "Science Fiction".to_owned(),
    };
    let candidates = [
        candidate("popular", 9_000_000, vec![]),
        candidate("category", 1, vec![category.clone()]),
        candidate("semester", 1, vec![semester, category.clone()]),
        candidate("author", 1, vec![category, author]),
        candidate("together", 0, vec![together("Dune", 2), together("Solaris", 9)]),
        candidate("unknown", 0, vec![]),
        candidate("alone", 0, vec![together("Dune", 0)]),
    ];
    let recommended = rank(&candidates);
    assert_eq!(
        ids(&recommended),
        ["together", "author", "semester", "category", "popular"]
    );
    assert_eq!(
        recommended[0].reason,
        Reason::BorrowedTogether {
            title: "Solaris".to_owned()
        }
    );
    assert_eq!(recommended[4].reason, Reason::Popular);
    assert_eq!(
        serde_json::to_value(&recommended[0].reason).unwrap(),
        serde_json::json!({ "code": "borrowed_together", "title": "Solaris" })
    );
}

#[test]
fn the_first_text_in_the_alphabet_breaks_a_tie_of_reasons() {
    let of = |evidence| rank(&[candidate("book", 0, evidence)]).remove(0).reason;
    let same_author = |name: &str| Evidence::SameAuthor {
        author: name.to_owned(),
    };
    let semester = |name: &str| Evidence::SemesterStudy {
        category: name.to_owned(),
    };
    let same_category = |name: &str| Evidence::SameCategory {
        category: name.to_owned(),
    };
    let together_with = |name: &str| together(name, 9);
    let kinds: [&dyn Fn(&str) -> Evidence; 4] = [&same_author, &semester, &same_category, &together_with];
    for kind in kinds {
        let first = of(vec![kind("a")]);
        assert_eq!(of(vec![kind("a"), kind("b")]), first);
        assert_eq!(of(vec![kind("b"), kind("a")]), first);
        assert_ne!(of(vec![kind("b")]), first);
    }
}

#[test]
fn similarities_add_up() {
    let candidates = [
        candidate("one", 5, vec![together("Dune", 10)]),
        candidate("two", 1, vec![together("Dune", 10), together("Solaris", 10)]),
    ];
    assert_eq!(ids(&rank(&candidates)), ["two", "one"]);
}

#[test]
fn borrowed_books_are_never_recommended() {
    let borrowed = Candidate {
        already_borrowed: true,
        ..candidate("borrowed", 9, vec![together("Dune", 20)])
    };
    assert!(rank(&[borrowed]).is_empty());
}

#[test]
fn ties_are_broken_by_popularity_then_rating_then_id() {
    let rated = Candidate {
        rating_hundredths: 450,
        ..candidate("z", 5, vec![])
    };
    let candidates = [
        candidate("b", 5, vec![]),
        candidate("a", 5, vec![]),
        rated,
        candidate("y", 6, vec![]),
    ];
    assert_eq!(ids(&rank(&candidates)), ["y", "z", "a", "b"]);
}

proptest! {
    #[test]
    fn similarity_is_a_share(together in 0_u32..1000, more_a in 0_u32..1000, more_b in 0_u32..1000) {
        let (a, b) = (together + more_a, together + more_b);
        let similarity_found = similarity(together, a, b);
        prop_assert!((0.0..=1.0).contains(&similarity_found));
        prop_assert!((similarity_found - similarity(together, b, a)).abs() < 1e-12);
    }

    #[test]
    fn the_order_of_the_candidates_does_not_matter(
        facts in prop::collection::vec((0_u8..6, 0_i64..3, 0_u32..4, any::<bool>()), 0..12),
    ) {
        let mut candidates: Vec<Candidate> = facts
            .iter()
            .enumerate()
            .map(|(n, (kind, popularity, common, already_borrowed))| {
                let evidence = if *kind < 3 { vec![together("Dune", *common)] } else { vec![] };
                Candidate { already_borrowed: *already_borrowed, ..candidate(&format!("b{n}"), *popularity, evidence) }
            })
            .collect();
        let forwards = rank(&candidates);
        candidates.reverse();
        prop_assert_eq!(&forwards, &rank(&candidates));
        candidates.extend(candidates.clone());
        prop_assert_eq!(&forwards, &rank(&candidates), "a book that is named twice is recommended once");
    }
}
