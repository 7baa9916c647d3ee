//! Undoing a merge of books: whether it can be undone, which fields the kept book gets back, and where ratings go.
//!
//! What was edited since the merge stays: a field of the kept book goes back only if it still has the value that the merge
//! gave to it.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::catalogue::book::details::{BookDetails, IdentifierKind};
use crate::catalogue::book::{BookId, BookRecord};
use crate::identity::{Entity, Id};
use crate::users::UserId;

/// How long a merge can be undone: thirty days.
pub const UNDOABLE_FOR: SignedDuration = SignedDuration::from_hours(30 * 24);

/// A merge of books that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMerge {
    pub id: MergeId,
    pub merged_at: Timestamp,
    /// The person who made it; `None` once the account is erased.
    pub merged_by: Option<UserId>,
    pub merged_by_name: Option<String>,
    pub undone_at: Option<Timestamp>,
    /// Whether the kept book was merged into another one since.
    pub kept_merged: bool,
    /// Whether other books were merged into the kept one since.
    pub merged_later: bool,
}

/// The identifier of a merge.
pub type MergeId = Id<BookMerge>;

impl Entity for BookMerge {
    const NAME: &'static str = "merge";
}

/// Why a merge cannot be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeUndoRefusal {
    #[error("merge_undone")]
    Undone,
    /// It is longer ago than [`UNDOABLE_FOR`].
    #[error("merge_too_old")]
    TooOld,
    /// The kept book was merged into another one, which has its copies now: that merge is undone first.
    #[error("kept_book_merged")]
    KeptMerged,
    /// Other books were merged into the kept one: that merge is undone first.
    #[error("merged_later")]
    MergedLater,
}

impl MergeUndoRefusal {
    pub const ALL: [MergeUndoRefusal; 4] = [
        MergeUndoRefusal::Undone,
        MergeUndoRefusal::TooOld,
        MergeUndoRefusal::KeptMerged,
        MergeUndoRefusal::MergedLater,
    ];

    /// The code.
    pub fn as_str(self) -> &'static str {
        match self {
            MergeUndoRefusal::Undone => "merge_undone",
            MergeUndoRefusal::TooOld => "merge_too_old",
            MergeUndoRefusal::KeptMerged => "kept_book_merged",
            MergeUndoRefusal::MergedLater => "merged_later",
        }
    }
}

impl BookMerge {
    /// The end of the time in which it can be undone. `None` at the end of the calendar.
    pub fn undoable_until(&self) -> Option<Timestamp> {
        self.merged_at.checked_add(UNDOABLE_FOR).ok()
    }

    /// Whether it can be undone now.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn undoable(&self, now: Timestamp) -> Result<(), MergeUndoRefusal> {
        if self.undone_at.is_some() {
            Err(MergeUndoRefusal::Undone)
        } else if now.duration_since(self.merged_at) >= UNDOABLE_FOR {
            Err(MergeUndoRefusal::TooOld)
        } else if self.kept_merged {
            Err(MergeUndoRefusal::KeptMerged)
        } else if self.merged_later {
            Err(MergeUndoRefusal::MergedLater)
        } else {
            Ok(())
        }
    }
}

/// The record and the details of a book.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FullRecord {
    #[serde(flatten)]
    pub record: BookRecord,
    #[serde(flatten)]
    pub details: BookDetails,
}

impl FullRecord {
    fn fields(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(fields)) => fields,
            _ => Map::new(),
        }
    }
}

/// The kept book after the undo. A field that was edited since the merge stays; the others have the values of before the
/// merge. Also returns the names of the fields that the merge had changed and that stay nevertheless.
pub fn restored(before: &FullRecord, after: &FullRecord, present: &FullRecord) -> (FullRecord, Vec<String>) {
    let (before, after) = (before.fields(), after.fields());
    let mut fields = present.fields();
    let mut staying = Vec::new();
    for (name, value) in &mut fields {
        let was = before.get(name).cloned().unwrap_or_default();
        if Some(&*value) == after.get(name) {
            *value = was;
        } else if *value != was && after.get(name) != Some(&was) {
            staying.push(name.clone());
        }
    }
    let mut whole: FullRecord = serde_json::from_value(Value::Object(fields))
        .expect("each field has the value of one of the records");
    // An edited ISBN may be among the identifiers of before.
    let isbn = whole.record.isbn.clone();
    let is_preferred = |kind, value: &str| kind == IdentifierKind::Isbn && isbn.as_deref() == Some(value);
    let identifiers = &mut whole.details.identifiers;
    identifiers.retain(|one| !is_preferred(one.kind, &one.value));
    (whole, staying)
}

/// A rating of one of the books before the merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormerRating {
    pub user_id: UserId,
    pub book_id: BookId,
    /// In milliseconds.
    pub created_at: i64,
}

/// Everything that decides where the ratings of the kept book go.
#[derive(Clone, Debug, Default)]
pub struct RatingFacts {
    /// The books of the merge, the kept one first.
    pub books: Vec<BookId>,
    /// The ratings before the merge: those of the merged books, and those of the kept book by the same people.
    pub former: Vec<FormerRating>,
    /// The ratings of the kept book now: each person, and when it was created.
    pub present: Vec<(UserId, i64)>,
    /// The books that each person has borrowed, once the copies are back.
    pub borrowed: BTreeMap<UserId, BTreeSet<BookId>>,
    /// The books with borrowings whose person is not known any more.
    pub anonymous: BTreeSet<BookId>,
}

/// Where ratings go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RatingPlan {
    /// Ratings of the kept book that move, each person with the other book.
    pub moving: Vec<(UserId, BookId)>,
    /// Ratings that the merge left out and that are back, by their places in [`RatingFacts::former`].
    pub back: Vec<usize>,
}

impl RatingFacts {
    /// A rating that the merge has moved goes back, as its person has changed it since, and those that were left out for it
    /// come back. A newer rating goes to the book that its person has borrowed. If the rating was removed, none comes back.
    pub fn plan(&self) -> RatingPlan {
        let mut plan = RatingPlan::default();
        let mut former_of: BTreeMap<UserId, Vec<usize>> = BTreeMap::new();
        for (place, rating) in self.former.iter().enumerate() {
            former_of.entry(rating.user_id).or_default().push(place);
        }
        for (user_id, created_at) in &self.present {
            let places = former_of.get(user_id).map_or(&[][..], Vec::as_slice);
            let standing = self
                .standing(places)
                .filter(|place| self.former[*place].created_at == *created_at);
            let source = standing.map(|place| self.former[place].book_id);
            let home = source
                .filter(|book| self.may_rate(*user_id, *book))
                .unwrap_or_else(|| self.home(*user_id));
            if Some(&home) != self.books.first() {
                plan.moving.push((*user_id, home));
            }
            let left_out = places
                .iter()
                .filter(|place| standing.is_some_and(|standing| standing != **place));
            plan.back.extend(left_out.filter(|place| {
                let book = self.former[**place].book_id;
                book != home && self.may_rate(*user_id, book)
            }));
        }
        plan
    }

    /// The rating of one person that the merge has kept: the newest; of equal ones, that of the first book.
    fn standing(&self, places: &[usize]) -> Option<usize> {
        let position = |place: &usize| {
            let book = self.former[*place].book_id;
            self.books
                .iter()
                .position(|one| *one == book)
                .unwrap_or(usize::MAX)
        };
        let newest = |place: &usize| (self.former[*place].created_at, std::cmp::Reverse(position(place)));
        places.iter().copied().max_by_key(newest)
    }

    /// Only borrowers rate; their borrowings may be anonymous by now.
    fn may_rate(&self, user_id: UserId, book: BookId) -> bool {
        self.has_borrowed(user_id, book) || self.anonymous.contains(&book)
    }

    fn has_borrowed(&self, user_id: UserId, book: BookId) -> bool {
        self.borrowed
            .get(&user_id)
            .is_some_and(|books| books.contains(&book))
    }

    /// The book of a rating from after the merge.
    fn home(&self, user_id: UserId) -> BookId {
        let books = || self.books.iter().copied();
        let borrowed = books().find(|book| self.has_borrowed(user_id, *book));
        let anonymous = || books().find(|book| self.anonymous.contains(book));
        let kept = self.books.first().copied().unwrap_or(BookId::UNASSIGNED);
        borrowed.or_else(anonymous).unwrap_or(kept)
    }
}
