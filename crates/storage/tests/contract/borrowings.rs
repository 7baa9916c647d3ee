//! Borrowings: what the database refuses, and lists of a person's or a book's borrowings.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::copy::CopyId;
use carrel_domain::circulation::borrowing::{BorrowingId, BorrowingRecord};
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::circulation::policy;
use carrel_domain::money::{Amount, LedgerKind};
use carrel_domain::users::UserId;
use carrel_storage::borrowings::{self, NewBorrowing, Terms};
use carrel_storage::{Database, Error, Result};
use carrel_testkit::{DAY, HOUR, Library, TestDatabase, instant, on_both_engines};
use jiff::civil::date;

/// The id of the actor of a return. It need not be the id of a user.
const DESK: UserId = UserId::new(1);

/// Inserts a borrowing directly, without the updates of copies and counts.
async fn insert_bare(database: &Database, book_id: BookId, copy_id: CopyId, user_id: UserId) -> Result<()> {
    change!(database, [book_id, copy_id, user_id], |transaction| {
        let borrowing = NewBorrowing {
            id: transaction.fresh_id().await?,
            book_id: *book_id,
            copy_id: *copy_id,
            user_id: *user_id,
            borrowed_at: 1,
            due_on: "2026-01-15",
            due_at: DAY,
            terms: Terms { id: 1, body: "{}" },
            branch: "main",
            patron_category: None,
            item_type: None,
            lent_by: *user_id,
        };
        borrowings::insert(transaction, &borrowing).await
    })
}

on_both_engines!(a_copy_is_lent_once_and_a_person_has_a_book_once);
async fn a_copy_is_lent_once_and_a_person_has_a_book_once(database: TestDatabase) {
    let library = Library::new(database);
    let (ada, bob) = (library.user().insert().await, library.user().insert().await);
    let book = library.book().copies(2).insert().await;
    let lent = library.borrowing(&ada, &book).insert().await;
    let free: Vec<(CopyId,)> = library
        .rows("SELECT id FROM copies WHERE state = 'available'")
        .await;
    let free = free[0].0;

    let same_copy = insert_bare(&library, book.id, lent.copy_id, bob.id)
        .await
        .unwrap_err();
    assert!(same_copy.is_unique_on("copy_id"), "{same_copy:?}");
    let same_book = insert_bare(&library, book.id, free, ada.id).await.unwrap_err();
    assert!(
        same_book.is_unique_on("user_id") && same_book.is_unique_on("book_id"),
        "{same_book:?}"
    );
    for (book_id, copy_id, user_id) in [
        (BookId::UNASSIGNED, free, bob.id),
        (book.id, CopyId::UNASSIGNED, bob.id),
        (book.id, free, UserId::UNASSIGNED),
    ] {
        let refused = insert_bare(&library, book_id, copy_id, user_id).await;
        assert!(matches!(refused, Err(Error::Constraint { .. })), "{refused:?}");
    }
    insert_bare(&library, book.id, free, bob.id).await.unwrap();

    // After the return both are possible again.
    let (id, now) = (lent.id, library.clock.now_ms());
    assert!(
        change!(library, [id, now], |t| borrowings::close(
            t, *id, *now, DESK, *now
        )
        .await)
        .unwrap()
    );
    insert_bare(&library, book.id, lent.copy_id, ada.id)
        .await
        .unwrap();
}

on_both_engines!(of_simultaneous_returns_one_closes_the_borrowing);
async fn of_simultaneous_returns_one_closes_the_borrowing(database: TestDatabase) {
    let library = Library::new(database);
    let (user, book) = (library.user().insert().await, library.book().insert().await);
    let borrowing = library.borrowing(&user, &book).days_ago(2).insert().await;
    let mut returns = tokio::task::JoinSet::new();
    for number in 0..24 {
        let (database, id) = (Database::clone(&library), borrowing.id);
        let at = borrowing.borrowed_at.as_millisecond() + number;
        returns.spawn(async move {
            let closed = change!(database, [id, at], |t| borrowings::close(t, *id, *at, DESK, *at)
                .await)
            .unwrap();
            closed.then_some(at)
        });
    }
    let closed: Vec<i64> = returns.join_all().await.into_iter().flatten().collect();
    assert_eq!(closed.len(), 1);
    let id = borrowing.id;
    let after = read!(library, [id], |c| borrowings::find(c, *id).await).unwrap();
    assert_eq!(after.returned_at, Some(instant(closed[0])));
    let unknown = BorrowingId::UNASSIGNED;
    assert!(
        !change!(library, [unknown], |t| borrowings::close(t, *unknown, 5, DESK, 5)
            .await)
        .unwrap()
    );
    let too_early = borrowing.borrowed_at.as_millisecond() - 1;
    library
        .sql("UPDATE borrowings SET returned_at = NULL")
        .await
        .unwrap();
    let refused = change!(library, [id, too_early], |t| borrowings::close(
        t, *id, *too_early, DESK, *too_early
    )
    .await);
    assert!(matches!(refused, Err(Error::Constraint { .. })), "{refused:?}");
}

on_both_engines!(a_borrowing_shows_its_book_person_copy_and_money);
async fn a_borrowing_shows_its_book_person_copy_and_money(database: TestDatabase) {
    let library = Library::new(database);
    let user = library
        .user()
        .name("Ada")
        .email("Ada@library.example")
        .insert()
        .await;
    let book = library
        .book()
        .title("Emma")
        .author("Jane Austen")
        .category("Fiction")
        .with(|fields| fields.cover_image = Some("/covers/1".to_owned()))
        .insert()
        .await;
    let borrowing = library.borrowing(&user, &book).days_ago(20).insert().await;
    for (kind, cents) in [
        (LedgerKind::Charge, 150),
        (LedgerKind::Charge, 25),
        (LedgerKind::Payment, 100),
        (LedgerKind::Waiver, 60),
        (LedgerKind::Refund, 10),
    ] {
        library.entry(&borrowing, kind, cents).await.unwrap();
    }
    for sql in [
        format!(
            "INSERT INTO ledger (id, user_id, borrowing_id, kind, reason, amount_minor, currency, at, actor_id) \
             VALUES (900000, {0}, {1}, 'charge', 'damage', 950, 'USD', 5, {0})",
            user.id.number(),
            borrowing.id.number()
        ),
        "UPDATE copies SET price_minor = 1999".to_owned(),
    ] {
        library.sql(&sql).await.unwrap();
    }
    let id = borrowing.id;
    let found = read!(library, [id], |c| borrowings::find(c, *id).await).unwrap();
    let expected = BorrowingRecord {
        id: borrowing.id,
        book_id: book.id,
        book_title: "Emma".to_owned(),
        book_author: "Jane Austen".to_owned(),
        book_cover_image: Some("/covers/1".to_owned()),
        book_category: "Fiction".to_owned(),
        user_id: user.id,
        user_name: "Ada".to_owned(),
        user_email: "Ada@library.example".to_owned(),
        copy_id: borrowing.copy_id,
        copy_barcode: borrowing.copy_barcode.clone(),
        borrowed_at: instant(library.clock.now_ms() - 20 * DAY),
        due_on: date(2026, 2, 24),
        // The last millisecond, or second, of that day.
        due_at: borrowing.due_at,
        returned_at: None,
        renewals: 0,
        renewed_at: None,
        terms: policy::Terms::default(),
        copy_price: Some(Amount(1999)),
        charged: Amount(1125),
        overdue_charged: Amount(175),
        settled: Amount(150),
    };
    assert_eq!(found, expected);
    let case = read!(library, [id], |c| borrowings::renewal_case(c, *id).await).unwrap();
    assert_eq!(case.borrowing, expected);
    assert_eq!(
        (case.copy_state, case.branch.as_str()),
        (CopyState::OnLoan, "main")
    );
    // No other fine follows a return.
    library
        .sql("UPDATE borrowings SET returned_at = borrowed_at, returned_by = user_id")
        .await
        .unwrap();
    let closed = read!(library, [id], |c| borrowings::find(c, *id).await).unwrap();
    assert_eq!(
        (closed.charged, closed.overdue_charged),
        (Amount(1125), Amount::ZERO)
    );
    let unknown = BorrowingId::UNASSIGNED;
    assert_eq!(
        read!(library, [unknown], |c| borrowings::find(c, *unknown).await),
        None
    );
}

on_both_engines!(a_persons_and_a_books_borrowings_are_summed_up);
async fn a_persons_and_a_books_borrowings_are_summed_up(database: TestDatabase) {
    let library = Library::new(database);
    let (ada, bob) = (library.user().insert().await, library.user().insert().await);
    let book = library
        .book()
        .title("Emma")
        .author("Austen")
        .category("Fiction")
        .copies(3)
        .insert()
        .await;
    let other = library
        .book()
        .title("Dune")
        .author("Herbert")
        .category("Space")
        .insert()
        .await;
    let (ada_id, bob_id, book_id, other_id) = (ada.id, bob.id, book.id, other.id);
    assert_eq!(
        read!(library, [ada_id], |c| borrowings::load_of_user(c, *ada_id, 0)
            .await),
        (0, 0)
    );
    assert_eq!(
        read!(library, [ada_id], |c| borrowings::span_of_user(c, *ada_id).await),
        (None, None)
    );
    assert_eq!(
        read!(library, [book_id], |c| borrowings::next_due_of_book(c, *book_id)
            .await),
        None
    );
    assert_eq!(
        read!(library, [book_id], |c| borrowings::counts_of_book(c, *book_id)
            .await),
        (0, 0)
    );
    assert!(!read!(library, [ada_id, book_id], |c| borrowings::ever_borrowed(
        c, *ada_id, *book_id
    )
    .await));

    let same = async |user: UserId, book: BookId| {
        let standing = read!(library, [user, book], |c| borrowings::standing(
            c, *user, *book, 0
        )
        .await);
        standing
            .same_id
            .zip(standing.same_due_on)
            .zip(standing.same_due_at)
    };
    let past = library
        .borrowing(&ada, &book)
        .days_ago(90)
        .returned()
        .insert()
        .await;
    assert_eq!(same(ada_id, book_id).await, None);
    let open = library.borrowing(&ada, &book).days_ago(20).insert().await;
    let second = library.borrowing(&ada, &other).days_ago(1).insert().await;
    let later = library.borrowing(&bob, &book).insert().await;
    assert_eq!(
        same(ada_id, book_id).await,
        Some(((open.id, open.due_on), open.due_at))
    );
    assert_eq!(same(bob_id, other_id).await, None);
    assert!(read!(library, [ada_id, book_id], |c| borrowings::ever_borrowed(
        c, *ada_id, *book_id
    )
    .await));
    assert!(!read!(library, [bob_id, other_id], |c| {
        borrowings::ever_borrowed(c, *bob_id, *other_id).await
    }));
    let borrowed = read!(library, [ada_id], |c| borrowings::books_ever_borrowed(c, *ada_id)
        .await);
    assert_eq!(borrowed, [book_id, other_id].into());
    let now = library.clock.now_ms();
    assert_eq!(
        read!(library, [ada_id, now], |c| borrowings::load_of_user(
            c, *ada_id, *now
        )
        .await),
        (2, 1)
    );
    let standing = read!(library, [ada_id, book_id, now], |c| {
        borrowings::standing(c, *ada_id, *book_id, *now).await
    });
    assert_eq!(
        (standing.open, standing.overdue, standing.balance),
        (2, 1, Amount(0))
    );
    assert_eq!(
        read!(library, [book_id], |c| borrowings::counts_of_book(c, *book_id)
            .await),
        (3, 2)
    );
    assert_eq!(
        read!(library, [book_id], |c| borrowings::next_due_of_book(c, *book_id)
            .await),
        Some(open.due_at)
    );
    assert!(open.due_at < later.due_at);
    let span = [past, second].map(|borrowing| Some(borrowing.borrowed_at.as_millisecond()));
    assert_eq!(
        read!(library, [ada_id], |c| borrowings::span_of_user(c, *ada_id).await),
        span.into()
    );

    let books = read!(library, [ada_id], |c| borrowings::recent_books_of(c, *ada_id, 2)
        .await);
    let books: Vec<_> = books
        .iter()
        .map(|book| {
            [
                book.title.as_str(),
                book.author.as_str(),
                book.author_key.as_str(),
                book.category.as_str(),
            ]
        })
        .collect();
    assert_eq!(
        books,
        [
            ["Dune", "Herbert", "herbert", "Space"],
            ["Emma", "Austen", "austen", "Fiction"]
        ]
    );
}

on_both_engines!(books_with_common_borrowers_are_counted);
async fn books_with_common_borrowers_are_counted(database: TestDatabase) {
    let library = Library::new(database);
    let mut users = Vec::new();
    let mut books = Vec::new();
    for _ in 0..4 {
        users.push(library.user().insert().await);
    }
    for _ in 0..5 {
        books.push(library.book().copies(9).insert().await);
    }
    for (person, borrowed) in [
        (0, vec![0, 1, 2, 3]),
        (1, vec![0, 2, 1]),
        (2, vec![0, 2]),
        (3, vec![3, 4]),
    ] {
        for place in borrowed {
            library.clock.advance(HOUR);
            library
                .borrowing(&users[person], &books[place])
                .returned()
                .insert()
                .await;
            if place == 1 {
                // Two borrowings by the same person count once.
                library
                    .borrowing(&users[person], &books[place])
                    .returned()
                    .insert()
                    .await;
            }
        }
    }
    let also = async |person: usize, limit: i64| {
        let (book, user) = (books[0].id, users[person].id);
        let found = read!(library, [book, user, limit], |c| borrowings::also_borrowed(
            c, *book, *user, *limit
        )
        .await);
        found
            .into_iter()
            .map(|(id, people)| (books.iter().position(|book| book.id == id).unwrap(), people))
            .collect::<Vec<_>>()
    };
    assert_eq!(also(3, 10).await, [(2, 3), (1, 2), (3, 1)]);
    assert_eq!(also(3, 2).await, [(2, 3), (1, 2)]);
    assert_eq!(
        also(1, 10).await,
        [(2, 2), (1, 1), (3, 1)],
        "one's own loans do not count"
    );
}
