//! Ratings and reviews.

use carrel_domain::catalogue::rating::{RatingDraft, average_hundredths, limit};
use carrel_domain::patch::Patch;
use proptest::prelude::*;

fn draft(stars: Option<i64>, review: Patch<String>) -> RatingDraft {
    RatingDraft { stars, review }
}

fn messages(draft: RatingDraft) -> Vec<(&'static str, &'static str)> {
    let errors = draft.validate().err().unwrap_or_default();
    errors.iter().map(|error| (error.field, error.message)).collect()
}

#[test]
fn stars_are_one_to_five() {
    for stars in 1..=5 {
        let valid = draft(Some(stars), Patch::Keep).validate().unwrap();
        assert_eq!(i64::from(valid.stars), stars);
    }
    let between = "Stars must be between 1 and 5";
    for stars in [0, 6, -1, 256, 257, i64::MAX, i64::MIN] {
        assert_eq!(
            messages(draft(Some(stars), Patch::Keep)),
            [("stars", between)],
            "{stars}"
        );
    }
    assert_eq!(
        messages(draft(None, Patch::Keep)),
        [("stars", "Stars are required")]
    );
}

#[test]
fn a_review_is_short_plain_text() {
    let set = |text: &str| Patch::Set(text.to_owned());
    let longest = "ä".repeat(limit::REVIEW.max);
    let table = [
        (Patch::Keep, Patch::Keep),
        (Patch::Clear, Patch::Clear),
        (set(" \n\t "), Patch::Clear),
        (set("  Worth it.\n\nTwice. "), set("Worth it.\n\nTwice.")),
        (set(&longest), set(&longest)),
    ];
    for (sent, kept) in table {
        assert_eq!(draft(Some(3), sent).validate().unwrap().review, kept);
    }
    let too_long = set(&"a".repeat(limit::REVIEW.max + 1));
    let refused = [
        (too_long, "Review cannot exceed 1000 characters"),
        (set("A\u{0}B"), "Review contains characters that are not allowed"),
        (
            set("A\u{1b}[31m"),
            "Review contains characters that are not allowed",
        ),
    ];
    for (sent, message) in refused {
        assert_eq!(messages(draft(Some(3), sent)), [("review", message)]);
    }
    let both = draft(Some(9), set("\u{7}"));
    assert_eq!(messages(both).len(), 2);
}

#[test]
fn averages() {
    for (sum, count, hundredths) in [(0, 0, 0), (5, 1, 500), (9, 2, 450), (11, 3, 366), (1, 1, 100)] {
        assert_eq!(average_hundredths(sum, count), hundredths, "{sum} of {count}");
    }
}

proptest! {
    #[test]
    fn an_average_lies_between_the_stars(stars in prop::collection::vec(1i64..=5, 1..50)) {
        let count = i64::try_from(stars.len()).unwrap();
        let average = average_hundredths(stars.iter().sum(), count);
        prop_assert!(stars.iter().min().unwrap() * 100 <= average);
        prop_assert!(average <= stars.iter().max().unwrap() * 100);
    }
}
