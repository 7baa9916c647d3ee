//! Imports of books: their states and counts, what they found, what they wrote, and the details of books.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::book::details::{
    BookDetails, Contributor, Identifier, IdentifierKind, Subject,
};
use carrel_domain::catalogue::copy::CopyId;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::imports::{FindingKind, ImportCounts, ImportFormat, ImportId, ImportKind, ImportState};
use carrel_storage::books::{self, MarcRecord};
use carrel_storage::imports::{self, FindingRow, ImportRow, ImportedBook, NewImport, effect};
use carrel_storage::{Database, copies, privacy};
use carrel_testkit::{Library, TestDatabase, on_both_engines};

const IMPORT: ImportId = ImportId::new(501);
const OTHER: ImportId = ImportId::new(502);

async fn insert(database: &Database, id: ImportId, at: i64) {
    change!(database, [id, at], |t| {
        let import = NewImport {
            id: *id,
            kind: ImportKind::Books,
            name: "books.csv",
            format: ImportFormat::Csv,
            size_bytes: 1000,
            sha256: "digest",
            state: ImportState::Checking,
            options: "{}",
            headings_key: Some("title author"),
            created_by: None,
            created_at: *at,
        };
        imports::insert(t, &import).await
    })
    .unwrap();
}

async fn found(database: &Database, id: ImportId) -> ImportRow {
    read!(database, [id], |c| imports::find(c, *id).await).expect("an import")
}

async fn move_on(database: &Database, from: ImportState, to: ImportState) -> bool {
    change!(database, [from, to], |t| {
        imports::set_state(t, IMPORT, (*from, *to), None, 20).await
    })
    .unwrap()
}

/// Counts a batch of two records, one of which is rejected.
async fn advance(database: &Database, state: ImportState, before: i64) -> bool {
    change!(database, [state, before], |t| {
        let batch = ImportCounts {
            read: 2,
            valid: 1,
            rejected: 1,
            added: 1,
            copies: 3,
            ..ImportCounts::default()
        };
        imports::advance(t, IMPORT, (*state, *before), &batch, 30).await
    })
    .unwrap()
}

fn finding(number: i64, book_id: Option<BookId>) -> FindingRow {
    FindingRow {
        number,
        line: (number % 2 == 0).then_some(number + 1),
        label: format!("Title {number}"),
        detail: "A. Librarian".to_owned(),
        identifier: None,
        errors: "[]".to_owned(),
        book_id,
        user_id: None,
    }
}

async fn insert_findings(database: &Database, id: ImportId, findings: Vec<(FindingKind, FindingRow)>) {
    change!(database, [id, findings], |t| {
        imports::insert_findings(t, *id, findings).await
    })
    .unwrap();
}

async fn findings_after(database: &Database, kind: FindingKind, number: i64) -> Vec<FindingRow> {
    read!(database, [kind, number], |c| {
        imports::findings_after(c, IMPORT, *kind, *number, 2).await
    })
}

on_both_engines!(only_the_expected_batch_is_counted);
async fn only_the_expected_batch_is_counted(database: TestDatabase) {
    insert(&database, IMPORT, 10).await;
    assert!(advance(&database, ImportState::Checking, 0).await);
    assert!(
        !advance(&database, ImportState::Checking, 0).await,
        "it was counted"
    );
    assert!(!advance(&database, ImportState::Checking, 1).await);
    assert!(!advance(&database, ImportState::Importing, 2).await, "it checks");
    assert!(advance(&database, ImportState::Checking, 2).await);
    assert!(move_on(&database, ImportState::Checking, ImportState::Cancelled).await);
    assert!(!move_on(&database, ImportState::Checking, ImportState::Ready).await);
    assert!(
        !advance(&database, ImportState::Checking, 4).await,
        "it was stopped"
    );
    let expected = ImportCounts {
        read: 4,
        valid: 2,
        rejected: 2,
        added: 2,
        copies: 6,
        ..ImportCounts::default()
    };
    let import = found(&database, IMPORT).await;
    assert_eq!((import.state, import.counts), (ImportState::Cancelled, expected));
}

on_both_engines!(a_new_run_begins_with_no_counts_and_no_findings);
async fn a_new_run_begins_with_no_counts_and_no_findings(database: TestDatabase) {
    for id in [IMPORT, OTHER] {
        insert(&database, id, 10).await;
        insert_findings(&database, id, vec![(FindingKind::Rejected, finding(1, None))]).await;
    }
    assert!(advance(&database, ImportState::Checking, 0).await);
    change!(database, [], |t| imports::set_total(t, IMPORT, 2).await).unwrap();
    change!(database, [], |t| imports::begin(t, IMPORT, true, 40).await).unwrap();
    let import = found(&database, IMPORT).await;
    let expected = ImportCounts {
        total: 2,
        ..ImportCounts::default()
    };
    assert_eq!(
        (import.counts, import.has_begun, import.updated_at),
        (expected, true, 40)
    );
    assert_eq!(findings_after(&database, FindingKind::Rejected, 0).await, []);
    let left = database.integer("SELECT count(*) FROM import_findings").await;
    assert_eq!(left, 1, "those of the other import stay");
}

on_both_engines!(findings_of_a_kind_are_in_the_order_of_the_file);
async fn findings_of_a_kind_are_in_the_order_of_the_file(database: TestDatabase) {
    insert(&database, IMPORT, 10).await;
    let (rejected, duplicate) = (FindingKind::Rejected, FindingKind::Duplicate);
    let of_book = finding(2, Some(BookId::new(7)));
    let all = vec![
        (rejected, finding(5, None)),
        (rejected, finding(1, None)),
        (duplicate, of_book.clone()),
        (rejected, finding(3, None)),
    ];
    insert_findings(&database, IMPORT, all).await;
    assert_eq!(
        findings_after(&database, rejected, 0).await,
        [finding(1, None), finding(3, None)]
    );
    assert_eq!(findings_after(&database, rejected, 3).await, [finding(5, None)]);
    assert_eq!(findings_after(&database, rejected, 5).await, []);
    assert_eq!(findings_after(&database, duplicate, 0).await, [of_book]);
}

on_both_engines!(what_an_import_wrote_is_read_in_the_order_of_the_books);
async fn what_an_import_wrote_is_read_in_the_order_of_the_books(database: TestDatabase) {
    let [first, second, third] = [1, 2, 3].map(BookId::new);
    let added = ImportedBook {
        book_id: first,
        number: 4,
        effect: effect::ADDED.to_owned(),
        before_record: None,
        before_marc: None,
        copy_ids: vec!["11".to_owned(), "12".to_owned()],
        after_digest: Some(vec![0, 0xff, 7]),
    };
    let updated = ImportedBook {
        book_id: second,
        number: 1,
        effect: effect::UPDATED.to_owned(),
        before_record: Some("{}".to_owned()),
        before_marc: Some(vec![0, 0x1d, 0xff]),
        copy_ids: Vec::new(),
        ..added.clone()
    };
    let copies_of_second = ImportedBook {
        number: 3,
        effect: effect::COPIES.to_owned(),
        before_record: None,
        before_marc: None,
        ..updated.clone()
    };
    let last = ImportedBook {
        book_id: third,
        number: 2,
        ..added.clone()
    };
    insert(&database, IMPORT, 10).await;
    let all = [last, copies_of_second, updated, added];
    change!(database, [all], |t| imports::insert_books(t, IMPORT, all).await).unwrap();
    let [last, copies_of_second, updated, added] = all;
    let after = async |book: BookId, limit: i64| {
        read!(database, [book, limit], |c| {
            imports::books_after(c, IMPORT, *book, *limit).await
        })
    };
    assert_eq!(
        after(BookId::UNASSIGNED, 3).await,
        [added.clone(), updated.clone(), copies_of_second.clone()]
    );
    assert_eq!(after(second, 3).await, std::slice::from_ref(&last));
    let copies = async |limit: i64| {
        read!(database, [limit], |c| imports::added_copies(c, IMPORT, *limit)
            .await)
    };
    assert_eq!(copies(9).await, ["11", "12", "11", "12"]);
    assert_eq!(copies(1).await, ["11", "12"]);
    let on = async |book: BookId| read!(database, [book], |c| imports::effects_on(c, IMPORT, *book).await);
    assert_eq!(on(second).await, [updated, copies_of_second]);
    change!(database, [second], |t| imports::remove_book(t, IMPORT, *second)
        .await)
    .unwrap();
    assert_eq!(on(second).await, []);
    assert_eq!(after(BookId::UNASSIGNED, 3).await, [added, last]);
    change!(database, [], |t| imports::remove(t, IMPORT).await).unwrap();
    assert_eq!(database.integer("SELECT count(*) FROM import_books").await, 0);
}

on_both_engines!(imports_are_found_by_file_and_headings);
async fn imports_are_found_by_file_and_headings(database: TestDatabase) {
    insert(&database, IMPORT, 10).await;
    insert(&database, OTHER, 11).await;
    let listed = read!(database, [], |c| imports::list(c, ImportKind::ALL, 10, 0).await);
    let ids: Vec<ImportId> = listed.iter().map(|import| import.id).collect();
    assert_eq!(ids, [OTHER, IMPORT]);
    assert_eq!(
        read!(database, [], |c| imports::count(c, ImportKind::ALL).await),
        2
    );
    let newest = read!(database, [], |c| imports::newest_of_file(
        c,
        "digest",
        ImportKind::Books
    )
    .await);
    assert_eq!(newest.map(|import| import.id), Some(OTHER));
    let none = read!(database, [], |c| imports::newest_of_file(
        c,
        "another",
        ImportKind::Books
    )
    .await);
    assert_eq!(none, None);
    let options = async || {
        read!(database, [], |c| imports::options_for_headings(c, "title author")
            .await)
    };
    assert_eq!(options().await, None, "none has brought books in");
    change!(database, [], |t| imports::set_options(
        t,
        IMPORT,
        "{1}",
        Some("title author"),
        12
    )
    .await)
    .unwrap();
    change!(database, [], |t| imports::begin(t, IMPORT, true, 13).await).unwrap();
    assert_eq!(options().await, Some(("{1}".to_owned(),)));
    assert!(move_on(&database, ImportState::Checking, ImportState::Failed).await);
    let ended = async |before: i64| {
        let mut all = read!(database, [before], |c| imports::ended_before(c, *before).await);
        all.sort_unstable();
        all
    };
    assert_eq!(ended(20).await, [(IMPORT, false), (OTHER, false)]);
    assert_eq!(ended(21).await, [(IMPORT, true), (OTHER, false)]);
}

on_both_engines!(an_erased_person_is_removed_from_their_imports);
async fn an_erased_person_is_removed_from_their_imports(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().insert().await.id;
    insert(&library, IMPORT, 10).await;
    let sql = format!("UPDATE imports SET created_by = {}", user.number());
    library.sql(&sql).await.unwrap();
    assert_eq!(found(&library, IMPORT).await.created_by, Some(user));
    change!(library, [user], |t| privacy::erase(t, *user, 20).await).unwrap();
    assert_eq!(found(&library, IMPORT).await.created_by, None);
}

on_both_engines!(the_details_and_the_record_of_a_book_are_stored_and_replaced);
async fn the_details_and_the_record_of_a_book_are_stored_and_replaced(database: TestDatabase) {
    let library = Library::new(database);
    let book = library
        .book()
        .with(|record| record.isbn = Some("9780000000002".to_owned()))
        .insert()
        .await;
    let id = book.id;
    let of_book = async || read!(library, [id], |c| books::details_of(c, *id).await);
    assert_eq!(of_book().await, BookDetails::default());
    let identifier = |kind, value: &str| Identifier {
        kind,
        value: value.to_owned(),
    };
    let details = BookDetails {
        contributors: ["Zoe", "Abe"]
            .map(|name| Contributor {
                name: name.to_owned(),
                role: "editor".to_owned(),
            })
            .to_vec(),
        subjects: vec![Subject {
            heading: "Dunes".to_owned(),
            scheme: None,
        }],
        identifiers: vec![
            identifier(IdentifierKind::Isbn, "9780000000019"),
            identifier(IdentifierKind::Issn, "1234-5679"),
        ],
        notes: Some("Two\nlines".to_owned()),
        ..BookDetails::default()
    };
    let set = async |details: &BookDetails| {
        change!(library, [id, details], |t| books::set_details(t, *id, details)
            .await)
        .unwrap();
    };
    for _ in 0..2 {
        set(&details).await;
        assert_eq!(of_book().await, details);
    }
    let between = read!(library, [id], |c| {
        books::details_between(c, BookId::new(id.number() - 1), *id).await
    });
    assert_eq!(between, [(id, details.clone())]);
    let of_many = read!(library, [id], |c| books::details_of_many(
        c,
        &[*id, BookId::new(1)]
    )
    .await);
    assert_eq!(of_many, [(id, details)]);
    let isbns = ["9780000000002", "9780000000019", "9780000000026"];
    let mut with_isbns = read!(library, [isbns], |c| books::with_isbns(c, isbns).await);
    with_isbns.sort_unstable();
    let own = isbns[..2].iter().map(|isbn| ((*isbn).to_owned(), id));
    assert_eq!(with_isbns, own.collect::<Vec<_>>());
    set(&BookDetails::default()).await;
    assert_eq!(of_book().await, BookDetails::default());
    let rows = library.integer("SELECT count(*) FROM book_identifiers").await;
    assert_eq!(rows, 1, "the preferred ISBN stays");

    let marc = MarcRecord {
        format: "marc21".to_owned(),
        raw: (0..=255).collect(),
        control_number: Some("n1".to_owned()),
        source: Some("DE-1".to_owned()),
        sha256: "digest".to_owned(),
    };
    for expected in [Some(marc.clone()), Some(marc), None] {
        let marc = expected.clone();
        change!(library, [id, marc], |t| books::set_marc(
            t,
            *id,
            marc.as_ref(),
            60
        )
        .await)
        .unwrap();
        let found = read!(library, [id], |c| books::marc_of(c, *id).await);
        assert_eq!(found, expected);
        let numbers = read!(library, [], |c| books::with_control_numbers(c, &["n1", "n2"])
            .await);
        assert_eq!(numbers.len(), usize::from(expected.is_some()));
        let of_many = read!(library, [id], |c| books::marc_of_many(c, &[*id, BookId::new(1)])
            .await);
        let raw = expected.map(|marc| (id, "marc21".to_owned(), marc.raw.clone()));
        assert_eq!(of_many, Vec::from_iter(raw));
    }
}

on_both_engines!(only_copies_that_were_never_used_are_erased);
async fn only_copies_that_were_never_used_are_erased(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().insert().await;
    let [unused, returned, lent, repaired] = [
        library.book().insert().await,
        library.book().insert().await,
        library.book().insert().await,
        library.book().insert().await,
    ];
    library.borrowing(&user, &returned).returned().insert().await;
    library.borrowing(&user, &lent).insert().await;
    let copy_of = async |id: BookId| read!(library, [id], |c| copies::of_book(c, *id).await)[0].id;
    let repaired = copy_of(repaired.id).await;
    let lost = library.book().insert().await;
    let lost = copy_of(lost.id).await;
    let (number, reason) = (lost.number(), copies::IMPORTED);
    for sql in [
        format!("UPDATE copies SET state = 'lost', is_lendable = 0 WHERE id = {number}"),
        format!(
            "INSERT INTO copy_events (copy_id, number, at, from_state, to_state, reason) \
             VALUES ({number}, 1, 1, 'available', 'lost', '{reason}')"
        ),
    ] {
        library.sql(&sql).await.unwrap();
    }
    let event = format!(
        "INSERT INTO copy_events (copy_id, number, at, from_state, to_state, reason) \
         VALUES ({}, 1, 1, 'in_repair', 'available', 'repaired')",
        repaired.number()
    );
    library.sql(&event).await.unwrap();
    let erase = async |id: CopyId| change!(library, [id], |t| copies::erase_unused(t, *id).await).unwrap();
    let unused = copy_of(unused.id).await;
    for (copy, is_erased) in [
        (copy_of(returned.id).await, None),
        (copy_of(lent.id).await, None),
        (repaired, None),
        (unused, Some((CopyState::Available, true))),
        (unused, None),
        (lost, Some((CopyState::Lost, false))),
        (lost, None),
    ] {
        assert_eq!(erase(copy).await, is_erased, "{copy:?}");
    }
    assert_eq!(library.integer("SELECT count(*) FROM copies").await, 3);
}
