//! The check finds every broken invariant, and nothing in a sound library.

use std::collections::BTreeSet;
use std::os::unix::fs::FileExt;
use std::time::Duration;

use carrel_domain::money::LedgerKind;
use carrel_storage::check::{self, Violation};
use carrel_storage::engine::Options;
use carrel_storage::{Database, Error, Failure, ratings, totals};
use carrel_testkit::{Engine, Library, TestDatabase, on_both_engines, on_sqlite};

use super::charges::damages_of_money;

/// A library with some data of every kind and without violations.
async fn sound(database: TestDatabase) -> Library {
    let library = Library::new(database);
    let (ada, bob) = (
        library.user().name("Ada").insert().await,
        library.user().name("Bob").insert().await,
    );
    library.user().administrator().insert().await;
    let lent = library
        .book()
        .copies(3)
        .semester_study(&["First year", "Second year"])
        .insert()
        .await;
    let other = library
        .book()
        .category("History")
        .semester_study(&["First year"])
        .insert()
        .await;
    let archived = library.book().category("History").insert().await;
    let open = library.borrowing(&ada, &lent).days_ago(20).insert().await;
    library.borrowing(&bob, &lent).insert().await;
    let returned = library
        .borrowing(&bob, &other)
        .days_ago(30)
        .returned()
        .insert()
        .await;
    for (borrowing, kind, cents) in [
        (&returned, LedgerKind::Charge, 400),
        (&returned, LedgerKind::Payment, 400),
        (&returned, LedgerKind::Refund, 100),
    ] {
        library.entry(borrowing, kind, cents).await.unwrap();
    }
    library.entry(&open, LedgerKind::Charge, 25).await.unwrap();
    let card = library.charge(&ada, 500, "Library card replaced").await.unwrap();
    library
        .entry_of_charge(&ada, card, LedgerKind::Payment, 200)
        .await
        .unwrap();
    let now = library.clock.now_ms();
    change!(library, [archived, now], |t| carrel_storage::books::archive(
        t, archived, *now
    )
    .await)
    .unwrap();
    let (book, user) = (lent.id, ada.id);
    change!(library, [book, user], |t| ratings::set(t, *book, *user, 4, 1)
        .await)
    .unwrap();
    change!(library, [book], |t| carrel_storage::books::set_rating(
        t, *book, 4, 1, 400
    )
    .await)
    .unwrap();
    // Days before yesterday are totalled.
    let until_day = now / totals::DAY_MS - 1;
    while change!(library, [until_day], |t| totals::advance(t, *until_day).await).unwrap() {}
    library
        .sql(&format!(
            "INSERT INTO sessions (token_hash, id, user_id, created_at, expires_at, last_used_at, confirmed_at) \
             VALUES ('t', 1, {user}, 1, 2, 1, 1); \
             INSERT INTO authenticators (user_id, secret, created_at, confirmed_at, last_step) VALUES ({user}, 'S', 1, 1, 1); \
             INSERT INTO recovery_codes (user_id, code_hash) VALUES ({user}, 'c'); \
             INSERT INTO access_tokens (id, user_id, name, token_hash, scopes, created_at, expires_at) \
             VALUES (1, {user}, 'A script', 'a', 'catalogue:read', 1, 2); \
             INSERT INTO one_time_links (token_hash, purpose, user_id, created_at, expires_at) \
             VALUES ('l', 'password', {user}, 1, 2); \
             INSERT INTO email_changes (id, user_id, old_email, old_email_key, new_email, requested_at, expires_at, by_staff, \
             has_notice) VALUES (1, {user}, 'a@x', 'a@x', 'b@x', 1, 2, 0, 0); \
             UPDATE books SET cover_image = '/covers/{hash}' WHERE id = {book}; \
             INSERT INTO covers (book_id, hash, small, medium, large, uploaded_at) \
             SELECT id, '{hash}', {empty}, {empty}, {empty}, 1 FROM books WHERE id = {book}; \
             INSERT INTO renewals (borrowing_id, at, from_due_on, to_due_on) \
             SELECT id, borrowed_at, due_on, due_on FROM borrowings",
            user = ada.id.number(),
            book = lent.id.number(),
            hash = "0123".repeat(8),
            empty = match library.engine() {
                Engine::Sqlite => "x''",
                Engine::Postgres => "''",
            },
        ))
        .await
        .unwrap();
    library
}

/// Returns the violations from a transaction that is rolled back.
#[derive(Debug)]
enum Found {
    Violations(Vec<Violation>),
    Failed(Error),
}

impl From<Error> for Found {
    fn from(error: Error) -> Self {
        Found::Failed(error)
    }
}

impl Failure for Found {
    fn as_storage(&self) -> Option<&Error> {
        match self {
            Found::Failed(error) => Some(error),
            Found::Violations(_) => None,
        }
    }
}

/// The violations that the check reports after some damage, which is rolled back.
async fn violations_after(library: &Library, damage: &str) -> Vec<Violation> {
    let outcome: Result<(), Found> = library
        .write(damage.to_owned(), |transaction, damage| {
            Box::pin(async move {
                transaction.batch(damage).await?;
                Err(Found::Violations(check::violations(transaction).await?))
            })
        })
        .await;
    match outcome {
        Err(Found::Violations(violations)) => violations,
        other => panic!("{damage}: {other:?}"),
    }
}

on_both_engines!(a_sound_library_has_no_violations);
async fn a_sound_library_has_no_violations(database: TestDatabase) {
    let library = sound(database).await;
    let checked = library
        .read_long((), |connection, ()| Box::pin(check::violations(connection)))
        .await;
    assert_eq!(checked.unwrap(), []);
    assert_eq!(violations_after(&library, "SELECT 1").await, []);
}

on_both_engines!(each_broken_invariant_is_found);
async fn each_broken_invariant_is_found(database: TestDatabase) {
    let library = sound(database).await;
    // Disables the database's own constraints where they would prevent the damage.
    let (no_references, no_checks) = match library.engine() {
        Engine::Sqlite => (
            "PRAGMA defer_foreign_keys = ON;",
            "PRAGMA ignore_check_constraints = ON;",
        ),
        Engine::Postgres => (
            "SET LOCAL session_replication_role = replica;",
            "DO $$ DECLARE guard text; BEGIN \
             FOR guard IN SELECT conrelid::regclass || ' DROP CONSTRAINT ' || conname FROM pg_constraint \
             WHERE conrelid IN ('borrowings'::regclass, 'users'::regclass) AND contype = 'c' \
             LOOP EXECUTE 'ALTER TABLE ' || guard; END LOOP; END $$;",
        ),
    };
    let on_shelf = "(SELECT min(id) FROM copies WHERE state = 'available')";
    let on_loan = "(SELECT min(id) FROM copies WHERE state = 'on_loan')";
    let lent_book = "(SELECT max(book_id) FROM borrowings WHERE returned_at IS NULL)";
    let open = "(SELECT min(id) FROM borrowings WHERE returned_at IS NULL)";
    let cases = [
        ("each book has its counts", "DELETE FROM book_counts".to_owned()),
        ("each book has its counts", "UPDATE book_counts SET category = 'Ghosts'".to_owned()),
        ("each book has its counts", "UPDATE book_counts SET is_current = 1 - is_current".to_owned()),
        (
            "a merged book has left all to the book into which it was merged, which is no merged one",
            "UPDATE books SET archived_at = 1, merged_into = (SELECT min(k.id) FROM books k)".to_owned(),
        ),
        (
            "a possible duplicate is a current book",
            "INSERT INTO duplicate_searches (id, state, started_at) VALUES (1, 'done', 1); \
             INSERT INTO duplicate_groups (id, search_id, reason) VALUES (1, 1, 'identifier'); \
             INSERT INTO duplicate_books (group_id, book_id) SELECT 1, id FROM books; \
             UPDATE books SET archived_at = 1".to_owned(),
        ),
        ("a book's ISBN is its first identifier", "UPDATE books SET isbn = '9780141439471'".to_owned()),
        (
            "a book's ISBN is its first identifier",
            "INSERT INTO book_identifiers (book_id, position, kind, value, value_key) SELECT id, 0, 'isbn', '1', '1' FROM books".to_owned(),
        ),
        ("a book with an uploaded cover has its files", "DELETE FROM covers".to_owned()),
        ("a book with an uploaded cover has its files", "UPDATE covers SET hash = 'abc'".to_owned()),
        ("an uploaded cover is that of its book", "UPDATE books SET cover_image = NULL".to_owned()),
        ("each state and kind of entry is a known one", "UPDATE copies SET state = 'eaten'".to_owned()),
        ("each built-in role is on the list", "DELETE FROM roles WHERE code = 'teacher'".to_owned()),
        (
            "each state and kind of entry is a known one",
            "INSERT INTO ledger (id, user_id, charge_id, kind, amount_minor, currency, at, actor_id) \
             SELECT 1000, user_id, id, 'present', 1, 'USD', 1, user_id FROM ledger WHERE reason = 'other'".to_owned(),
        ),
        ("a book's total copies are its copies that are not withdrawn", "UPDATE book_counts SET total_copies = total_copies + 1".to_owned()),
        ("a book's available copies are its copies on the shelf that are for loan", "UPDATE book_counts SET available_copies = 0".to_owned()),
        ("a book's borrow count is the number of its borrowings", "UPDATE book_counts SET borrow_count = borrow_count + 1".to_owned()),
        ("a book's ratings are summed up on it", "UPDATE book_counts SET rating_sum = 5 WHERE rating_count = 1".to_owned()),
        ("a book's ratings are summed up on it", "UPDATE book_counts SET rating_count = 2 WHERE rating_count = 1".to_owned()),
        ("a book is sorted by the average of its ratings", "UPDATE book_counts SET rating_key = 401 WHERE rating_count = 1".to_owned()),
        ("a book is sorted by the average of its ratings", "UPDATE book_counts SET rating_key = 1 WHERE rating_count = 0".to_owned()),
        (
            "a person who rates a book has borrowed it",
            "UPDATE ratings SET user_id = (SELECT id FROM users WHERE role = 'admin')".to_owned(),
        ),
        ("a category's count is the number of its current books", "UPDATE category_counts SET books = 7".to_owned()),
        ("a category's count is the number of its current books", "INSERT INTO category_counts VALUES ('Ghosts', 1)".to_owned()),
        ("each category of a current book is counted", "DELETE FROM category_counts WHERE category = 'Fiction'".to_owned()),
        ("a copy on loan has an open borrowing", format!("UPDATE copies SET state = 'on_loan' WHERE id = {on_shelf}")),
        ("a copy with an open borrowing is on loan or lost", format!("UPDATE copies SET state = 'available' WHERE id = {on_loan}")),
        (
            "a copy has at most one open borrowing",
            format!("DROP INDEX borrowings_open_copy_id; UPDATE borrowings SET returned_at = NULL, copy_id = {on_loan}"),
        ),
        (
            "a person has a book at most once",
            "DROP INDEX borrowings_open_user_id_book_id; UPDATE borrowings SET user_id = (SELECT max(user_id) FROM borrowings)".to_owned(),
        ),
        (
            "a borrowing's copy belongs to its book",
            "UPDATE borrowings SET book_id = (SELECT max(id) FROM books) WHERE returned_at IS NULL".to_owned(),
        ),
        ("an archived book has no open borrowing", format!("UPDATE books SET archived_at = 1 WHERE id = {lent_book}")),
        (
            "a return is not before its borrowing",
            format!("{no_checks} UPDATE borrowings SET returned_at = borrowed_at - 1 WHERE returned_at IS NOT NULL"),
        ),
        (
            "borrowings of a copy do not overlap",
            format!(
                "{no_checks} UPDATE borrowings SET copy_id = (SELECT min(copy_id) FROM borrowings), borrowed_at = id, \
                 due_at = 9000, returned_at = 1000 + id"
            ),
        ),
        (
            "a renewal is between the borrowing and its return",
            "UPDATE renewals SET at = (SELECT min(borrowed_at) - 1 FROM borrowings)".to_owned(),
        ),
        (
            "a borrowing is due within a century",
            "UPDATE borrowings SET due_at = borrowed_at + 3155760000001".to_owned(),
        ),
        (
            "an entry of the ledger belongs to the borrowing's person",
            format!("UPDATE borrowings SET user_id = (SELECT id FROM users WHERE role = 'admin') WHERE id = {open}"),
        ),
        (
            "no more is paid and waived for a borrowing than was charged",
            format!("INSERT INTO ledger (id, user_id, borrowing_id, kind, amount_minor, currency, at, actor_id) \
                     SELECT 1000, user_id, id, 'waiver', 26, 'USD', 1, user_id FROM borrowings WHERE id = {open}"),
        ),
        (
            "each copy's state is that of its last event, or follows from it by a loan",
            format!("UPDATE copies SET state = 'lost' WHERE id = {on_shelf}"),
        ),
        (
            "each copy's state is that of its last event, or follows from it by a loan",
            format!("INSERT INTO copy_events (copy_id, number, at, from_state, to_state, reason) \
                     SELECT id, 1, 1, 'available', 'lost', '' FROM copies WHERE id = {on_shelf}"),
        ),
        (
            "the semester categories on a book are those of the shelf",
            "DELETE FROM semester_study WHERE category = 'Second year'".to_owned(),
        ),
        (
            "the semester categories on a book are those of the shelf",
            "UPDATE semester_study SET category = 'Second' WHERE category = 'Second year'".to_owned(),
        ),
        (
            "the semester categories on a book are those of the shelf",
            "UPDATE books SET semester_categories = 'Third year' WHERE semester_categories = ''".to_owned(),
        ),
        ("a session belongs to an active person", "UPDATE users SET deactivated_at = 1 WHERE role = 'student'".to_owned()),
        (
            "an access token belongs to an active person",
            "DELETE FROM sessions; UPDATE users SET deactivated_at = 1 WHERE role = 'student'".to_owned(),
        ),
        (
            "an unused one-time link belongs to an active person",
            "UPDATE users SET deactivated_at = 1 WHERE role = 'student'".to_owned(),
        ),
        (
            "a pending change of an e-mail address belongs to an active person",
            "UPDATE users SET deactivated_at = 1 WHERE role = 'student'".to_owned(),
        ),
        (
            "a person is blocked for a reason, and a reason belongs to a blocked person",
            format!("{no_checks} UPDATE users SET blocked_at = 1 WHERE role = 'student'"),
        ),
        (
            "a person is blocked for a reason, and a reason belongs to a blocked person",
            format!("{no_checks} UPDATE users SET block_reason = 'Lost books' WHERE role = 'student'"),
        ),
        ("the counter of people is their number", "UPDATE counters SET value = 2 WHERE name = 'users'".to_owned()),
        ("the counter of people is their number", "DELETE FROM counters WHERE name = 'users'".to_owned()),
        (
            "no transaction has left a permission to remove from the audit and the ledger",
            "INSERT INTO removals (anonymises) VALUES (1)".to_owned(),
        ),
        (
            "nothing is owed for an anonymous borrowing",
            "UPDATE borrowings SET user_id = NULL, lent_by = NULL WHERE returned_at IS NOT NULL".to_owned(),
        ),
        (
            "the borrowings of totalled days are counted",
            "UPDATE counters SET value = 1 WHERE name = 'totalled_borrowings'".to_owned(),
        ),
        (
            "the borrowings of a totalled quarter of an hour are its total",
            "UPDATE quarter_totals SET borrowed = borrowed + 1".to_owned(),
        ),
        (
            "a person with recovery codes has a second factor",
            "DELETE FROM authenticators".to_owned(),
        ),
        (
            "the borrowings of a totalled quarter of an hour are its total",
            "INSERT INTO quarter_totals VALUES (7, 1, 0, 0, 0)".to_owned(),
        ),
        (
            "the borrowings of a category on a totalled day are its total",
            "UPDATE category_totals SET category = 'Ghosts'".to_owned(),
        ),
        (
            "the borrowings of a category on a totalled day are its total",
            "INSERT INTO category_totals VALUES (7, 'Ghosts', 1)".to_owned(),
        ),
        (
            "the money of a totalled quarter of an hour is its total",
            "INSERT INTO quarter_totals VALUES (7, 0, 5, 0, 0)".to_owned(),
        ),
        (
            "the money of a totalled quarter of an hour is its total",
            "UPDATE counters SET value = value + 9 WHERE name = 'totalled_days'".to_owned(),
        ),
    ];
    let cases: Vec<(&str, String)> = cases.into_iter().chain(damages_of_money()).collect();
    let names: BTreeSet<&str> = cases.iter().map(|(invariant, _)| *invariant).collect();
    assert_eq!(names.len(), check::count(), "each invariant has its case");
    for (invariant, damage) in cases {
        // Other rows of the person refer to it, so references are not checked here.
        let damage = format!("{no_references} {damage}");
        let found = violations_after(&library, &damage).await;
        assert!(
            found.iter().any(|violation| violation.invariant == invariant),
            "{damage}: {found:#?}"
        );
        if library.engine() == Engine::Sqlite {
            library
                .sql("PRAGMA ignore_check_constraints = OFF")
                .await
                .unwrap();
        }
    }
    assert_eq!(violations_after(&library, "SELECT 1").await, []);
}

on_both_engines!(the_last_of_several_events_at_one_instant_decides);
async fn the_last_of_several_events_at_one_instant_decides(database: TestDatabase) {
    let library = Library::new(database);
    let (user, book) = (library.user().insert().await, library.book().insert().await);
    let borrowing = library.borrowing(&user, &book).insert().await;
    let event = |number: i64, from: &str, to: &str| {
        format!(
            "INSERT INTO copy_events (copy_id, number, at, from_state, to_state, reason) \
             SELECT id, {number}, 1000, '{from}', '{to}', '' FROM copies"
        )
    };
    let lost = event(1, "available", "lost");
    assert_eq!(violations_after(&library, &lost).await.len(), 1);
    let found = event(2, "lost", "on_loan");
    assert_eq!(violations_after(&library, &found).await, []);
    let lost_again = event(3, "on_loan", "lost");
    let violations = violations_after(&library, &lost_again).await;
    assert_eq!(violations.len(), 1);
    let expected = format!("{}: ", borrowing.copy_id.number());
    assert!(violations[0].found.starts_with(&expected), "{violations:?}");
}

/// The descriptions of the invariants that the check reports after some damage.
async fn broken_by(library: &Library, damage: &str) -> BTreeSet<&'static str> {
    let found = violations_after(library, damage).await;
    found.into_iter().map(|violation| violation.invariant).collect()
}

on_sqlite!(damage_to_the_file_is_found);
async fn damage_to_the_file_is_found(database: TestDatabase) {
    let library = sound(database).await;
    let nonsense = "PRAGMA ignore_check_constraints = ON; UPDATE books SET pages = -1; \
                    PRAGMA ignore_check_constraints = OFF";
    assert_eq!(
        broken_by(&library, nonsense).await,
        BTreeSet::from(["the database file is sound"])
    );
}

/// How a page can be damaged: the bytes that overwrite it, by its number.
const DAMAGES: [fn(u64) -> [u8; PAGE]; 4] = [
    |_| [0; PAGE],
    |_| [0xa5; PAGE],
    |_| [0xff; PAGE],
    // A page of a table with one cell, whose record is too long.
    |page| {
        let mut bytes = [0x7f; PAGE];
        bytes[..12].copy_from_slice(&[13, 0, 0, 0, 1, 15, 0, 0, 15, page.to_le_bytes()[0], 0, 0]);
        bytes
    },
];
const PAGE: usize = 4096;

on_sqlite!(every_damaged_page_is_found);
async fn every_damaged_page_is_found(database: TestDatabase) {
    let library = sound(database).await;
    let Options::Sqlite { path } = library.options() else {
        unreachable!("this test runs on SQLite")
    };
    let whole = path.with_extension("whole");
    let sqlite = rusqlite::Connection::open(&path).unwrap();
    // A file of one piece, without free pages.
    sqlite
        .execute("VACUUM INTO ?1", [whole.to_str().unwrap()])
        .unwrap();
    let path = whole;
    let pages = std::fs::metadata(&path).unwrap().len() / PAGE as u64;
    assert!(pages > 100, "{pages}");
    let mut opened = 0;
    for page in (0..pages).step_by(3) {
        for (number, damage) in DAMAGES.iter().enumerate() {
            let copy = path.with_extension(format!("{page}-{number}"));
            std::fs::copy(&path, &copy).unwrap();
            let file = std::fs::OpenOptions::new().write(true).open(&copy).unwrap();
            file.write_all_at(&damage(page), page * PAGE as u64).unwrap();
            // A server that does not start has found it, too.
            let Ok(library) = Database::open(&Options::Sqlite { path: copy }).await else {
                continue;
            };
            opened += 1;
            let (damages, _) = check::look(&library, Duration::MAX).await.unwrap();
            let violations = check::all(&library).await.unwrap();
            for found in [damages, violations] {
                assert!(
                    found.iter().any(Violation::is_damage),
                    "page {page}, damage {number}: {found:#?}"
                );
            }
        }
    }
    assert!(opened > 100, "{opened}");
}

on_both_engines!(the_look_for_damage_ends_in_time);
async fn the_look_for_damage_ends_in_time(database: TestDatabase) {
    let library = sound(database).await;
    let look = async |limit| check::look(&library, limit).await.unwrap();
    assert_eq!(look(Duration::MAX).await, (Vec::new(), true));
    let is_complete = library.engine() == Engine::Postgres;
    assert_eq!(look(Duration::ZERO).await, (Vec::new(), is_complete));
}

on_both_engines!(lost_references_are_found);
async fn lost_references_are_found(database: TestDatabase) {
    let library = sound(database).await;
    let no_references = match library.engine() {
        Engine::Sqlite => "PRAGMA defer_foreign_keys = ON",
        Engine::Postgres => "SET LOCAL session_replication_role = replica",
    };
    let found = violations_after(
        &library,
        &format!("{no_references}; UPDATE sessions SET user_id = 0"),
    )
    .await;
    assert_eq!(
        found,
        [Violation {
            invariant: "every reference has its row",
            found: "1 rows of sessions refer to missing rows of users".to_owned(),
        }]
    );
}

on_both_engines!(at_most_twenty_violations_are_reported_for_an_invariant);
async fn at_most_twenty_violations_are_reported_for_an_invariant(database: TestDatabase) {
    let library = Library::new(database);
    for _ in 0..25 {
        library.book().copies(0).insert().await;
    }
    let found = violations_after(&library, "UPDATE book_counts SET borrow_count = 3").await;
    assert_eq!(found.len(), 20);
}
