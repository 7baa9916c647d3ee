//! Which records of a file are books that the library has, or that came before in the file.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher as _, RandomState};

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::copy::CopyId;
use carrel_storage::books::{self, TitleMatch};
use carrel_storage::{Connection, copies};

use super::incoming::Incoming;
use crate::core::error::Result;

/// What the library has of the books and copies of a batch.
#[derive(Debug, Default)]
pub(super) struct Known {
    isbns: HashMap<String, BookId>,
    control_numbers: HashMap<(Option<String>, String), BookId>,
    titles: HashMap<String, Vec<TitleMatch>>,
    barcodes: HashMap<String, (CopyId, BookId)>,
    /// The control numbers of the books that records may be about.
    numbers_of: HashMap<BookId, (Option<String>, String)>,
}

impl Known {
    pub(super) async fn load(connection: &mut Connection, batch: &[Incoming]) -> Result<Self> {
        let isbns: Vec<&str> = batch
            .iter()
            .flat_map(|one| one.isbns.iter().map(String::as_str))
            .collect();
        let numbers: Vec<&str> = batch
            .iter()
            .filter_map(|one| one.control_number().map(|(_, number)| number))
            .collect();
        let titles: Vec<&str> = batch.iter().map(|one| one.book.title_key.as_str()).collect();
        let barcodes: Vec<String> = batch
            .iter()
            .flat_map(|one| one.copies.iter().filter_map(|copy| copy.key().map(str::to_owned)))
            .collect();
        let mut known = Known::default();
        for (isbn, book_id) in books::with_isbns(connection, &isbns).await? {
            // Editions may share an ISBN: the oldest book counts.
            let first = known.isbns.entry(isbn).or_insert(book_id);
            *first = (*first).min(book_id);
        }
        for (source, number, book_id) in books::with_control_numbers(connection, &numbers).await? {
            known.control_numbers.insert((source, number), book_id);
        }
        for found in books::with_titles(connection, &titles).await? {
            known
                .titles
                .entry(found.title_key.clone())
                .or_default()
                .push(found);
        }
        for (key, copy_id, book_id) in copies::with_barcodes(connection, &barcodes).await? {
            known.barcodes.insert(key, (copy_id, book_id));
        }
        let mut candidates: Vec<BookId> = batch.iter().filter_map(|one| known.book_of(one)).collect();
        candidates.sort_unstable();
        candidates.dedup();
        for (book_id, source, number) in books::control_numbers_of(connection, &candidates).await? {
            known.numbers_of.insert(book_id, (source, number));
        }
        Ok(known)
    }

    /// The book of the library that a record is about: by an ISBN, by its control number, by title and author unless both
    /// have different ISBNs, or by the barcode of a copy and the title.
    pub(super) fn book_of(&self, incoming: &Incoming) -> Option<BookId> {
        let by_isbn = incoming.isbns.iter().find_map(|isbn| self.isbns.get(isbn));
        by_isbn
            .copied()
            .or_else(|| self.by_control_number(incoming))
            .or_else(|| self.by_title(incoming))
    }

    fn by_control_number(&self, incoming: &Incoming) -> Option<BookId> {
        let (source, number) = incoming.control_number()?;
        let key = (source.map(str::to_owned), number.to_owned());
        self.control_numbers.get(&key).copied()
    }

    fn by_title(&self, incoming: &Incoming) -> Option<BookId> {
        if incoming.missing.iter().any(|(field, _)| *field == "title") {
            return None;
        }
        let same_title = self.titles.get(&incoming.book.title_key)?;
        let isbn = incoming.record().isbn.as_ref();
        let by_author = same_title.iter().filter(|found| {
            found.author_key == incoming.book.author_key && (isbn.is_none() || found.isbn.is_none())
        });
        by_author.map(|found| found.book_id).min().or_else(|| {
            let mut held = incoming
                .copies
                .iter()
                .filter_map(|copy| self.barcodes.get(copy.key()?).map(|(_, book_id)| *book_id));
            held.find(|book_id| same_title.iter().any(|found| found.book_id == *book_id))
        })
    }

    /// Whether a book that [`Known::book_of`] has found was made from another record: both have control numbers of one system,
    /// and the numbers differ. So the volumes of a work that share an ISBN stay apart. The records of one file are from
    /// one system, even when they do not name it.
    pub(super) fn is_other_record(&self, incoming: &Incoming, book_id: BookId, from_same_file: bool) -> bool {
        let Some((source, number)) = incoming.control_number() else {
            return false;
        };
        let Some((known_source, known_number)) = self.numbers_of.get(&book_id) else {
            return false;
        };
        let same_system = from_same_file || (source.is_some() && source == known_source.as_deref());
        same_system && number != known_number
    }

    /// The copy with a barcode, given by its key, and its book.
    pub(super) fn copy_with(&self, key: &str) -> Option<(CopyId, BookId)> {
        self.barcodes.get(key).copied()
    }

    /// Forgets a barcode whose book was erased.
    pub(super) fn forget_copy(&mut self, key: &str) {
        self.barcodes.remove(key);
    }

    /// Notes that a record of this batch became a new book, so that later records of the batch find it.
    pub(super) fn note(&mut self, incoming: &Incoming, book_id: BookId) {
        for isbn in &incoming.isbns {
            self.isbns.entry(isbn.clone()).or_insert(book_id);
        }
        if let Some((source, number)) = incoming.control_number() {
            let key = (source.map(str::to_owned), number.to_owned());
            self.numbers_of.insert(book_id, key.clone());
            self.control_numbers.entry(key).or_insert(book_id);
        }
        let title_key = incoming.book.title_key.clone();
        self.titles
            .entry(title_key.clone())
            .or_default()
            .push(TitleMatch {
                title_key,
                author_key: incoming.book.author_key.clone(),
                isbn: incoming.record().isbn.clone(),
                book_id,
            });
    }

    /// Notes the barcode of a copy that a record of this batch brings.
    pub(super) fn note_copy(&mut self, key: &str, copy_id: CopyId, book_id: BookId) {
        self.barcodes.insert(key.to_owned(), (copy_id, book_id));
    }
}

/// The books and barcodes of a file that were seen while it is checked. Only hashes are kept, eight bytes each: a file may
/// have millions of records.
#[derive(Debug, Default)]
pub(super) struct Seen {
    state: RandomState,
    isbns: HashSet<u64>,
    control_numbers: HashSet<u64>,
    /// Titles with authors of records that have no ISBN, and of those that have one.
    titles: [HashSet<u64>; 2],
    barcodes: HashMap<u64, u64>,
}

impl Seen {
    /// Whether a record repeats an earlier one; remembers it.
    pub(super) fn repeats(&mut self, incoming: &Incoming) -> bool {
        if let Some(number) = incoming.control_number() {
            return !self.control_numbers.insert(self.state.hash_one(number));
        }
        let mut repeats = false;
        for isbn in &incoming.isbns {
            repeats |= !self.isbns.insert(self.state.hash_one(isbn));
        }
        let title = self.title(incoming);
        let has_isbn = incoming.record().isbn.is_some();
        let [without, with] = &mut self.titles;
        repeats |= without.contains(&title) || (!has_isbn && with.contains(&title));
        if has_isbn { with } else { without }.insert(title);
        repeats
    }

    /// Whether a barcode was seen with another book; remembers it.
    pub(super) fn is_taken(&mut self, key: &str, incoming: &Incoming) -> bool {
        let title = self.title(incoming);
        let barcode = self.state.hash_one(key);
        *self.barcodes.entry(barcode).or_insert(title) != title
    }

    fn title(&self, incoming: &Incoming) -> u64 {
        self.state
            .hash_one((&incoming.book.title_key, &incoming.book.author_key))
    }
}
