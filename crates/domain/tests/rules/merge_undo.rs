//! The undo of a merge: when it is possible, which fields go back, and where ratings go.

use std::collections::{BTreeMap, BTreeSet};

use carrel_domain::catalogue::book::details::{BookDetails, Identifier, IdentifierKind};
use carrel_domain::catalogue::book::{BookId, BookRecord};
use carrel_domain::catalogue::merge::undo::{
    BookMerge, FormerRating, FullRecord, MergeId, MergeUndoRefusal, RatingFacts, RatingPlan, UNDOABLE_FOR,
    restored,
};
use carrel_domain::users::UserId;
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;

const KEPT: BookId = BookId::new(1);
const OTHER: BookId = BookId::new(2);
const THIRD: BookId = BookId::new(3);
const ADA: UserId = UserId::new(7);

fn at(text: &str) -> Timestamp {
    text.parse().expect("an instant")
}

fn merge() -> BookMerge {
    BookMerge {
        id: MergeId::new(1),
        merged_at: at("2026-03-01T10:00:00Z"),
        merged_by: Some(ADA),
        merged_by_name: Some("Ada".to_owned()),
        undone_at: None,
        kept_merged: false,
        merged_later: false,
    }
}

#[test]
fn a_merge_can_be_undone_for_thirty_days_unless_a_later_one_is_in_the_way() {
    let end = merge().undoable_until().unwrap();
    assert_eq!(end, at("2026-03-31T10:00:00Z"));
    let (last, day) = (
        end - SignedDuration::from_millis(1),
        merge().merged_at + UNDOABLE_FOR / 30,
    );
    let undone = BookMerge {
        undone_at: Some(day),
        ..merge()
    };
    let (kept_merged, merged_later) = (
        BookMerge {
            kept_merged: true,
            merged_later: true,
            ..merge()
        },
        BookMerge {
            merged_later: true,
            ..merge()
        },
    );
    for (merge, now, outcome) in [
        (merge(), merge().merged_at, Ok(())),
        // The clock of another server is behind.
        (merge(), at("2026-03-01T09:59:59Z"), Ok(())),
        (merge(), last, Ok(())),
        (merge(), end, Err(MergeUndoRefusal::TooOld)),
        (undone, end, Err(MergeUndoRefusal::Undone)),
        (kept_merged, day, Err(MergeUndoRefusal::KeptMerged)),
        (merged_later, day, Err(MergeUndoRefusal::MergedLater)),
    ] {
        assert_eq!(merge.undoable(now), outcome, "{now}");
    }
    for refusal in MergeUndoRefusal::ALL {
        assert_eq!(refusal.to_string(), refusal.as_str());
    }
}

fn full(title: &str, publisher: Option<&str>, isbn: Option<&str>) -> FullRecord {
    FullRecord {
        record: BookRecord {
            title: title.to_owned(),
            publisher: publisher.map(str::to_owned),
            isbn: isbn.map(str::to_owned),
            ..BookRecord::default()
        },
        details: BookDetails::default(),
    }
}

#[test]
fn a_field_goes_back_unless_it_was_edited_since() {
    let before = full("Emma", None, Some("9780141439587"));
    let after = full("Emma: a novel", Some("Penguin"), Some("9780141439587"));
    assert_eq!(restored(&before, &after, &after), (before.clone(), vec![]));
    // The title was edited, the publisher edited back, and the ISBN was not changed by the merge.
    let present = full("Emma (annotated)", None, Some("9783150096765"));
    let (whole, staying) = restored(&before, &after, &present);
    assert_eq!(whole, present);
    assert_eq!(staying, ["title"]);
}

#[test]
fn an_edited_isbn_is_not_repeated_among_the_identifiers() {
    let identifier = |value: &str| Identifier {
        kind: IdentifierKind::Isbn,
        value: value.to_owned(),
    };
    let mut before = full("Emma", None, Some("9780141439587"));
    before.details.identifiers = vec![identifier("9783150096765"), identifier("9780000000002")];
    let after = full("Emma", None, Some("9780141439587"));
    let present = full("Emma", None, Some("9783150096765"));
    let (whole, _) = restored(&before, &after, &present);
    assert_eq!(whole.record.isbn.as_deref(), Some("9783150096765"));
    assert_eq!(whole.details.identifiers, [identifier("9780000000002")]);
}

fn former(book_id: BookId, created_at: i64) -> FormerRating {
    FormerRating {
        user_id: ADA,
        book_id,
        created_at,
    }
}

/// What becomes of Ada's rating of the kept book from an instant, if any.
fn plan(
    former: &[FormerRating],
    present: Option<i64>,
    borrowed: &[BookId],
    anonymous: &[BookId],
) -> RatingPlan {
    let facts = RatingFacts {
        books: vec![KEPT, OTHER, THIRD],
        former: former.to_vec(),
        present: present.map(|created_at| (ADA, created_at)).into_iter().collect(),
        borrowed: BTreeMap::from([(ADA, borrowed.iter().copied().collect::<BTreeSet<_>>())]),
        anonymous: anonymous.iter().copied().collect(),
    };
    facts.plan()
}

#[test]
fn a_rating_goes_back_to_its_book_and_those_that_were_left_out_are_back() {
    let all = [KEPT, OTHER, THIRD];
    let three = [former(KEPT, 10), former(OTHER, 30), former(THIRD, 20)];
    for (former, present, borrowed, anonymous, moving, back) in [
        // A rating of one book alone.
        (&three[1..2], Some(30), &all[..], &[][..], Some(OTHER), vec![]),
        (&three[0..1], Some(10), &all, &[], None, vec![]),
        // The newest of three.
        (&three, Some(30), &all, &[], Some(OTHER), vec![0, 2]),
        // Their borrowings are anonymous by now.
        (&three, Some(30), &[], &all, Some(OTHER), vec![0, 2]),
        // The person has removed it since.
        (&three, None, &all, &[], None, vec![]),
        // Removed, and rated again: it is a new rating.
        (&three, Some(40), &all, &[], None, vec![]),
        (&three, Some(40), &all[1..], &[], Some(OTHER), vec![]),
        // A new rating of a person who has borrowed one of the books.
        (&[], Some(40), &all[2..], &[], Some(THIRD), vec![]),
        (&[], Some(40), &[], &all[1..], Some(OTHER), vec![]),
        (&[], Some(40), &[], &[], None, vec![]),
        // The borrowing of a book was undone since.
        (&three, Some(30), &all[2..], &[], Some(THIRD), vec![]),
    ] {
        let expected = RatingPlan {
            moving: moving.map(|book| (ADA, book)).into_iter().collect(),
            back,
        };
        assert_eq!(
            plan(former, present, borrowed, anonymous),
            expected,
            "{former:?} {present:?}"
        );
    }
}

#[test]
fn of_ratings_of_the_same_instant_that_of_the_first_book_has_stayed() {
    let all = [KEPT, OTHER, THIRD];
    let same = [former(THIRD, 10), former(OTHER, 10)];
    let expected = RatingPlan {
        moving: vec![(ADA, OTHER)],
        back: vec![0],
    };
    assert_eq!(plan(&same, Some(10), &all, &[]), expected);
}

fn any_full() -> impl Strategy<Value = FullRecord> {
    let text = || prop::option::of("[a-c]");
    ("[a-c]", text(), text(), text(), prop::option::of(1_i64..4)).prop_map(
        |(title, publisher, isbn, notes, pages)| {
            let mut whole = full(&title, publisher.as_deref(), isbn.as_deref());
            whole.record.pages = pages;
            whole.details.notes = notes;
            whole
        },
    )
}

proptest! {
    #[test]
    fn an_undo_without_edits_restores_all_and_never_loses_an_edit(
        before in any_full(), after in any_full(), present in any_full(),
    ) {
        prop_assert_eq!(restored(&before, &after, &after), (before.clone(), vec![]));
        let (whole, staying) = restored(&before, &after, &present);
        for (was, merged, is, end) in [
            (&before.record.publisher, &after.record.publisher, &present.record.publisher, &whole.record.publisher),
            (&before.details.notes, &after.details.notes, &present.details.notes, &whole.details.notes),
        ] {
            prop_assert_eq!(end, if is == merged { was } else { is });
        }
        prop_assert_eq!(
            staying.contains(&"title".to_owned()),
            present.record.title != after.record.title
                && present.record.title != before.record.title
                && before.record.title != after.record.title
        );
    }
}
