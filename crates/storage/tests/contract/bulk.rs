//! Bulk inserts: complete, or rolled back.

use carrel_domain::catalogue::book::details::{
    BookDetails, Contributor, Identifier, IdentifierKind, Subject,
};
use carrel_domain::catalogue::book::{BookId, BookRecord, digest};
use carrel_domain::catalogue::call_number;
use carrel_domain::catalogue::copy::CopyId;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_storage::books::{self, KeyedRecord, MarcRecord, NewBook, Shelf};
use carrel_storage::copies::{self, NewCopy};
use carrel_storage::{Error, Result, Transaction, check};
use carrel_testkit::{Library, TestDatabase, on_both_engines};

/// The content of an import: ids, records, barcodes.
#[derive(Clone)]
struct Import(Vec<(BookId, KeyedRecord, String)>);

impl Import {
    /// The id of a book of the import.
    fn id(number: usize) -> BookId {
        // Greater than the ids that the builders use.
        BookId::new(1000 + i64::try_from(number).unwrap())
    }

    /// Books `from..until`; each has one copy, and every third has an ISBN.
    fn of(from: usize, until: usize) -> Self {
        let book = |number: usize| {
            let record = BookRecord {
                title: format!("Volume {number}"),
                author: "A. Librarian".to_owned(),
                category: ["Fiction", "History"][number % 2].to_owned(),
                isbn: number.is_multiple_of(3).then(|| format!("978{number:010}")),
                language: "English".to_owned(),
                semester_categories: vec!["First year".to_owned(); usize::from(number.is_multiple_of(10))],
                ..BookRecord::default()
            };
            let book = KeyedRecord {
                title_key: record.title.to_lowercase(),
                author_key: record.author.to_lowercase(),
                record,
            };
            (Import::id(number), book, format!("c{number:06}"))
        };
        Import((from..until).map(book).collect())
    }

    async fn add(&self, transaction: &mut Transaction) -> Result<()> {
        let books: Vec<NewBook<'_>> = self
            .0
            .iter()
            .map(|(id, book, _)| NewBook {
                id: *id,
                book,
                copies: 1,
                available: 1,
                details: None,
                marc: None,
            })
            .collect();
        books::insert_many(transaction, &books, 1).await?;
        let copies: Vec<NewCopy<'_>> = self
            .0
            .iter()
            .map(|(id, _, barcode)| NewCopy {
                id: CopyId::new(id.number()),
                book_id: *id,
                barcode,
                barcode_key: barcode,
                state: CopyState::Available,
                location: None,
                call_number: None,
                call_number_key: call_number::NONE,
                condition: None,
                price_minor: None,
                is_lendable: 1,
                item_type: None,
                branch: "main",
                current_branch: "main",
                created_at: 1,
                updated_at: 1,
            })
            .collect();
        copies::insert_many(transaction, &copies).await
    }
}

on_both_engines!(books_in_bulk_keep_every_invariant);
async fn books_in_bulk_keep_every_invariant(database: TestDatabase) {
    let library = Library::new(database);
    library.book().category("History").insert().await;
    for import in [
        Import::of(0, 0),
        Import::of(0, 1),
        Import::of(1, 500),
        Import::of(500, 1000),
    ] {
        change!(library, [import], |t| import.add(t).await).unwrap();
    }
    assert_eq!(read!(library, [], |c| check::violations(c).await), []);
    for (shelf, count) in [
        (Shelf::All, 1001),
        (Shelf::Category("Fiction"), 500),
        (Shelf::Category("History"), 501),
        (Shelf::SemesterStudy("First year"), 100),
    ] {
        assert_eq!(read!(library, [shelf], |c| books::count(c, *shelf).await), count);
    }
    let id = Import::id(30);
    let book = read!(library, [id], |c| books::find(c, *id).await).unwrap();
    let Import(expected) = Import::of(30, 31);
    assert_eq!(book.record, expected[0].1.record);
    assert_eq!((book.total_copies, book.available_copies), (1, 1));
}

on_both_engines!(a_book_is_read_with_the_digest_with_which_it_was_added);
async fn a_book_is_read_with_the_digest_with_which_it_was_added(database: TestDatabase) {
    let library = Library::new(database);
    let id = Import::id(0);
    let text = |text: &str| Some(text.to_owned());
    let record = BookRecord {
        title: "Der Prozeß".to_owned(),
        author: "Franz Kafka".to_owned(),
        category: "Fiction".to_owned(),
        description: "Someone must have slandered Josef K.\nSecond line.".to_owned(),
        cover_image: text("https://covers.example/1.jpg"),
        pages: Some(271),
        isbn: text("9783150096765"),
        publisher: text("Reclam"),
        edition_statement: text("2. Auflage"),
        language: "German".to_owned(),
        published_year: Some(-1925),
        borrowing_period_days: Some(28),
        item_type: None,
        semester_categories: vec!["Second year".to_owned(), "First year".to_owned()],
    };
    let details = BookDetails {
        contributors: vec![Contributor {
            name: "Max Brod".to_owned(),
            role: "editor".to_owned(),
        }],
        subjects: vec![Subject {
            heading: "Law".to_owned(),
            scheme: None,
        }],
        identifiers: vec![Identifier {
            kind: IdentifierKind::Oclc,
            value: "123".to_owned(),
        }],
        other_titles: vec!["The Trial".to_owned()],
        notes: text("With a map.\nSigned."),
        ..BookDetails::default()
    };
    let marc = MarcRecord {
        format: "marc21".to_owned(),
        raw: vec![0, 0x1d, 0xff],
        control_number: text("77"),
        source: None,
        sha256: "5c1b".to_owned(),
    };
    let written = digest(&record, &details, Some(&marc.sha256));
    let book = KeyedRecord {
        title_key: "der prozess".to_owned(),
        author_key: "franz kafka".to_owned(),
        record,
    };
    change!(library, [id, book, details, marc], |t| {
        let new = NewBook {
            id: *id,
            book,
            copies: 0,
            available: 0,
            details: Some(details),
            marc: Some(marc),
        };
        books::insert_many(t, &[new], 1).await
    })
    .unwrap();
    let book = read!(library, [id], |c| books::find(c, *id).await).unwrap();
    let details = read!(library, [id], |c| books::details_of(c, *id).await);
    let marc = read!(library, [id], |c| books::marc_of(c, *id).await).unwrap();
    assert_eq!(digest(&book.record, &details, Some(&marc.sha256)), written);
}

on_both_engines!(a_refused_row_leaves_none_of_the_batch);
async fn a_refused_row_leaves_none_of_the_batch(database: TestDatabase) {
    let library = Library::new(database);
    let import = Import::of(0, 40);
    change!(library, [import], |t| import.add(t).await).unwrap();
    let again = Import::of(39, 90);
    let refused = change!(library, [again], |t| again.add(t).await);
    assert!(matches!(refused, Err(Error::Unique { .. })), "{refused:?}");
    let mut nul = Import::of(90, 95);
    nul.0[3].1.record.title.push('\0');
    let refused = change!(library, [nul], |t| nul.add(t).await);
    assert!(matches!(refused, Err(Error::Constraint { .. })), "{refused:?}");
    assert_eq!(read!(library, [], |c| books::count(c, Shelf::All).await), 40);
    assert_eq!(read!(library, [], |c| check::violations(c).await), []);
}
