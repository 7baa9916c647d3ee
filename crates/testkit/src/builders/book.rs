//! Builds books with their copies.

use carrel_domain::catalogue::barcode;
use carrel_domain::catalogue::book::{Book, BookRecord};
use carrel_domain::catalogue::call_number;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_storage::books::{self, KeyedRecord};
use carrel_storage::code_lists::MAIN_BRANCH;
use carrel_storage::copies::NewCopy;
use carrel_storage::{Error, Result, Transaction, changes, copies};

use super::Library;

/// A book to insert.
#[must_use = "nothing is made before `insert`"]
pub struct BookBuilder<'a> {
    library: &'a Library,
    fields: KeyedRecord,
    copies: u64,
}

/// The rows of a book.
struct NewBook {
    fields: KeyedRecord,
    barcodes: Vec<String>,
    now: i64,
}

impl<'a> BookBuilder<'a> {
    pub(super) fn new(library: &'a Library) -> Self {
        let number = library.fresh_number();
        let record = BookRecord {
            category: "Fiction".to_owned(),
            description: "A book for tests.".to_owned(),
            pages: Some(200),
            language: "English".to_owned(),
            published_year: Some(2001),
            ..BookRecord::default()
        };
        let fields = KeyedRecord {
            record,
            ..KeyedRecord::default()
        };
        BookBuilder {
            library,
            fields,
            copies: 1,
        }
        .title(&format!("Title {number}"))
        .author(&format!("Author {number}"))
    }

    /// The title, with its sort key.
    pub fn title(mut self, title: &str) -> Self {
        title.clone_into(&mut self.fields.record.title);
        self.fields.title_key = title.to_lowercase();
        self
    }

    /// The author, with its sort key.
    pub fn author(mut self, author: &str) -> Self {
        author.clone_into(&mut self.fields.record.author);
        self.fields.author_key = author.to_lowercase();
        self
    }

    /// The category.
    pub fn category(mut self, category: &str) -> Self {
        category.clone_into(&mut self.fields.record.category);
        self
    }

    /// The categories it is marked for semester study in.
    pub fn semester_study(mut self, categories: &[&str]) -> Self {
        self.fields.record.semester_categories = categories.iter().map(ToString::to_string).collect();
        self
    }

    /// The number of copies on the shelf.
    pub fn copies(mut self, copies: u64) -> Self {
        self.copies = copies;
        self
    }

    /// Changes any other detail.
    pub fn with(mut self, change: impl FnOnce(&mut BookRecord)) -> Self {
        change(&mut self.fields.record);
        self
    }

    /// The keyed record, for changing another book into this one.
    pub fn fields(self) -> KeyedRecord {
        self.fields
    }

    /// Adds the book and its copies.
    pub async fn insert(self) -> Book {
        self.try_insert().await.expect("the database takes the book")
    }

    /// Adds the book and its copies, if the database accepts them.
    pub async fn try_insert(self) -> Result<Book> {
        let library = self.library;
        let barcodes = (0..self.copies).map(|_| barcode::generated(library.fresh_number()));
        let book = NewBook {
            barcodes: barcodes.collect(),
            fields: self.fields,
            now: library.clock.now_ms(),
        };
        library
            .write(book, |transaction, book| Box::pin(insert(transaction, book)))
            .await
    }
}

async fn insert(transaction: &mut Transaction, book: &NewBook) -> Result<Book> {
    let book_id = transaction.fresh_id().await?;
    books::insert(transaction, book_id, &book.fields, book.now).await?;
    for barcode in &book.barcodes {
        let copy = NewCopy {
            id: transaction.fresh_id().await?,
            book_id,
            barcode,
            barcode_key: &barcode::key(barcode),
            state: CopyState::Available,
            location: None,
            call_number: None,
            call_number_key: call_number::NONE,
            condition: None,
            price_minor: None,
            is_lendable: 1,
            item_type: None,
            branch: MAIN_BRANCH,
            current_branch: MAIN_BRANCH,
            created_at: book.now,
            updated_at: book.now,
        };
        copies::insert(transaction, &copy).await?;
    }
    let number = i64::try_from(book.barcodes.len()).expect("a handful of copies");
    books::add_copies(transaction, book_id, number, number).await?;
    changes::append(transaction, book_id, book.now).await?;
    books::find(transaction, book_id).await?.ok_or(Error::NoRow)
}
