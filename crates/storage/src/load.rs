//! Writes the rows of a whole generated library at once: one function per entity.
//!
//! The caller provides the derived values that the use cases maintain otherwise: the counts on a book, the states of
//! copies.

use std::collections::{BTreeMap, BTreeSet};

use carrel_domain::catalogue::book::details::BookDetails;
use carrel_domain::catalogue::book::{BookId, BookRecord};
use carrel_domain::money::Amount;
use carrel_domain::users::{Role, UserId};

use crate::Result;
use crate::books::KeyedRecord;
use crate::books::MarcRecord;
use crate::books::details::stored;
use crate::books::marc;
use crate::books::write::KEYS;
use crate::borrowings::NewBorrowing;
use crate::copies::NewCopy;
use crate::counters::Counter;
use crate::engine::{Fields, Loader, Rows, values};
use crate::ledger::NewEntry;
use crate::users::UserFields;

/// The counts of a book's copies, borrowings and ratings.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    pub total_copies: i64,
    pub available_copies: i64,
    pub borrow_count: i64,
    pub popularity: i64,
    pub rating_sum: i64,
    pub rating_count: i64,
    pub rating_hundredths: i64,
}

/// The end of a borrowing.
#[derive(Debug, Clone, Copy)]
pub struct Return {
    pub at: i64,
    pub by: UserId,
}

/// Writes the rows of one library.
pub struct Writer {
    loader: Loader,
    users: Rows,
    user_terms: Rows,
    books: Rows,
    book_counts: Rows,
    book_identifiers: Rows,
    details: Rows,
    marc_records: Rows,
    semester_study: Rows,
    category_counts: Rows,
    copies: Rows,
    borrowings: Rows,
    loan_terms: Rows,
    stored_terms: BTreeSet<i64>,
    branches: Rows,
    roles: Rows,
    ledger: Rows,
    balances: Rows,
    owed: BTreeMap<UserId, i64>,
    ratings: Rows,
    settings: Rows,
    audit: Rows,
    changes: Rows,
    counters: Rows,
}

impl Writer {
    /// Writes into a database that is being filled.
    pub fn new(mut loader: Loader) -> Self {
        Writer {
            users: loader.rows(
                "users",
                &[
                    &["id", "password_hash", "created_at", "updated_at"],
                    UserFields::NAMES,
                ]
                .concat(),
            ),
            user_terms: loader.rows("user_terms", &["term", "user_id"]),
            books: loader.rows(
                "books",
                &[
                    &["id", "created_at", "updated_at", "shared_at"],
                    KEYS,
                    BookRecord::NAMES,
                ]
                .concat(),
            ),
            book_counts: loader.rows(
                "book_counts",
                &[
                    "book_id",
                    "category",
                    "is_current",
                    "total_copies",
                    "available_copies",
                    "borrow_count",
                    "popularity",
                    "rating_sum",
                    "rating_count",
                    "rating_key",
                ],
            ),
            book_identifiers: loader.rows(
                "book_identifiers",
                &["book_id", "position", "kind", "value", "value_key"],
            ),
            details: loader.rows("book_details", &["book_id", "details"]),
            marc_records: loader.rows("marc_records", marc::COLUMNS),
            semester_study: loader.rows("semester_study", &["category", "book_id"]),
            category_counts: loader.rows("category_counts", &["category", "books"]),
            copies: loader.rows("copies", NewCopy::NAMES),
            borrowings: loader.rows(
                "borrowings",
                &[NewBorrowing::NAMES, &["returned_at", "returned_by"]].concat(),
            ),
            loan_terms: loader.rows("loan_terms", &["digest", "body"]),
            stored_terms: BTreeSet::new(),
            branches: loader.rows("branches", &["code", "name", "position"]),
            roles: loader.rows("roles", &["code", "name", "acts", "position"]),
            ledger: loader.rows("ledger", NewEntry::NAMES),
            balances: loader.rows("balances", &["user_id", "amount_minor"]),
            owed: BTreeMap::new(),
            ratings: loader.rows("ratings", &["book_id", "user_id", "stars", "created_at"]),
            settings: loader.rows("settings", &["key", "value", "updated_at"]),
            audit: loader.rows("audit", &["at", "action", "entity", "after_state"]),
            changes: loader.rows("changes", &["kind", "entity_id", "at"]),
            counters: loader.rows("counters", &["name", "value"]),
            loader,
        }
    }

    /// A person, with the words by which a search finds them.
    pub async fn user(
        &mut self,
        id: UserId,
        fields: &UserFields,
        password_hash: &str,
        at: i64,
    ) -> Result<()> {
        let mut row = values![id, password_hash, at, at].to_vec();
        fields.write(&mut row);
        self.loader.add(self.users, &row).await?;
        for term in &fields.terms {
            self.loader.add(self.user_terms, values![term, id]).await?;
        }
        Ok(())
    }

    /// A branch.
    pub async fn branch(&mut self, code: &str, name: &str, position: i64) -> Result<()> {
        self.loader
            .add(self.branches, values![code, name, position])
            .await
    }

    /// The roles of a new library.
    pub async fn roles(&mut self) -> Result<()> {
        for (position, role) in (0i64..).zip(Role::of_new_library()) {
            let acts = role.stored_acts();
            let row = values![&role.code, &role.name, &acts, position];
            self.loader.add(self.roles, row).await?;
        }
        Ok(())
    }

    /// A current book, with its places on the shelves of semester study.
    pub async fn book(
        &mut self,
        id: BookId,
        book: &KeyedRecord,
        details: &BookDetails,
        counts: Counts,
        at: i64,
    ) -> Result<()> {
        let mut row = values![id, at, at, at].to_vec();
        book.write(&mut row);
        self.loader.add(self.books, &row).await?;
        let fields = &book.record;
        let row = values![
            id,
            &fields.category,
            1i64,
            counts.total_copies,
            counts.available_copies,
            counts.borrow_count,
            counts.popularity,
            counts.rating_sum,
            counts.rating_count,
            counts.rating_hundredths
        ];
        self.loader.add(self.book_counts, row).await?;
        if let Some(isbn) = &fields.isbn {
            let row = values![id, 0i64, "isbn", isbn, isbn];
            self.loader.add(self.book_identifiers, row).await?;
        }
        for (position, one) in (1i64..).zip(&details.identifiers) {
            let row = values![id, position, one.kind.name(), &one.value, &one.value];
            self.loader.add(self.book_identifiers, row).await?;
        }
        if let Some(stored) = stored(details)? {
            self.loader.add(self.details, values![id, &stored]).await?;
        }
        for category in &fields.semester_categories {
            self.loader
                .add(self.semester_study, values![category, id])
                .await?;
        }
        Ok(())
    }

    /// The MARC record of a book.
    pub async fn marc(&mut self, id: BookId, marc: &MarcRecord, at: i64) -> Result<()> {
        self.loader.add(self.marc_records, &marc::row(id, marc, at)).await
    }

    /// How many current books a category has.
    pub async fn category(&mut self, category: &str, books: i64) -> Result<()> {
        self.loader
            .add(self.category_counts, values![category, books])
            .await
    }

    /// A copy in its present state.
    pub async fn copy(&mut self, copy: &NewCopy<'_>) -> Result<()> {
        self.loader.add(self.copies, &copy.values()).await
    }

    /// A borrowing, and its return if it was returned.
    pub async fn borrowing(&mut self, borrowing: &NewBorrowing<'_>, returned: Option<Return>) -> Result<()> {
        let terms = borrowing.terms;
        if self.stored_terms.insert(terms.id) {
            self.loader
                .add(self.loan_terms, values![terms.id, terms.body])
                .await?;
        }
        let mut row = borrowing.values().to_vec();
        row.extend_from_slice(values![
            returned.map(|returned| returned.at),
            returned.map(|returned| returned.by)
        ]);
        self.loader.add(self.borrowings, &row).await
    }

    /// An entry of the ledger.
    pub async fn ledger(&mut self, entry: &NewEntry<'_>) -> Result<()> {
        *self.owed.entry(entry.user_id).or_default() += entry.kind.owed(Amount(entry.amount_minor)).0;
        self.loader.add(self.ledger, &entry.values()).await
    }

    /// Each person's balance after all entries of the ledger.
    pub async fn balances(&mut self) -> Result<()> {
        for (user_id, amount_minor) in std::mem::take(&mut self.owed) {
            self.loader
                .add(self.balances, values![user_id, amount_minor])
                .await?;
        }
        Ok(())
    }

    /// A person's rating of a book.
    pub async fn rating(&mut self, book_id: BookId, user_id: UserId, stars: i64, at: i64) -> Result<()> {
        self.loader
            .add(self.ratings, values![book_id, user_id, stars, at])
            .await
    }

    /// A setting of the library.
    pub async fn setting(&mut self, key: &str, value: &str, at: i64) -> Result<()> {
        self.loader.add(self.settings, values![key, value, at]).await
    }

    /// An entry of the audit without an actor.
    pub async fn audit(&mut self, at: i64, action: &str, entity: &str, after: &str) -> Result<()> {
        self.loader
            .add(self.audit, values![at, action, entity, after])
            .await
    }

    /// A change of a book for the search index, made at an instant in milliseconds. One change is enough: the index
    /// reads the whole library when it finds its first change.
    pub async fn change(&mut self, book_id: BookId, at: i64) -> Result<()> {
        self.loader.add(self.changes, values!["book", book_id, at]).await
    }

    /// The last number that was taken from a counter.
    pub async fn counter(&mut self, counter: Counter, value: i64) -> Result<()> {
        self.loader
            .add(self.counters, values![counter.name(), value])
            .await
    }

    /// Returns the loader once everything is written; the caller recreates the indexes and finishes.
    pub fn into_loader(self) -> Loader {
        self.loader
    }
}
