//! Books: lists in every order, shelves, categories, the archive, and the stored counts.

use carrel_domain::catalogue::book::{Book, BookId, BookRecord};
use carrel_storage::Database;
use carrel_storage::books::{self, Order, Shelf};
use carrel_storage::engine::Lock;
use carrel_testkit::{HOUR, Library, TestDatabase, eventually, gate, instant, on_both_engines, on_postgres};

use crate::length;

on_both_engines!(a_book_is_read_as_it_was_written);
async fn a_book_is_read_as_it_was_written(database: TestDatabase) {
    let library = Library::new(database);
    let now = library.clock.now_ms();
    let book = library
        .book()
        .title("Der Prozeß")
        .author("Franz Kafka")
        .category("Fiction")
        .semester_study(&["Second year", "First year"])
        .copies(3)
        .with(|fields| {
            fields.description = "Someone must have slandered Josef K.\nSecond line.".into();
            fields.cover_image = Some("https://covers.example/1.jpg".to_owned());
            fields.pages = Some(271);
            fields.isbn = Some("9783150096765".to_owned());
            fields.publisher = Some("Reclam".to_owned());
            fields.language = "German".into();
            fields.published_year = Some(1925);
            fields.borrowing_period_days = Some(28);
        })
        .insert()
        .await;
    let record = BookRecord {
        title: "Der Prozeß".to_owned(),
        author: "Franz Kafka".to_owned(),
        category: "Fiction".to_owned(),
        description: "Someone must have slandered Josef K.\nSecond line.".to_owned(),
        cover_image: Some("https://covers.example/1.jpg".to_owned()),
        pages: Some(271),
        isbn: Some("9783150096765".to_owned()),
        publisher: Some("Reclam".to_owned()),
        language: "German".to_owned(),
        published_year: Some(1925),
        borrowing_period_days: Some(28),
        semester_categories: vec!["Second year".to_owned(), "First year".to_owned()],
        ..BookRecord::default()
    };
    let expected = Book {
        id: book.id,
        record,
        total_copies: 3,
        available_copies: 3,
        borrow_count: 0,
        popularity: 0,
        rating_sum: 0,
        rating_count: 0,
        archived_at: None,
        created_at: instant(now),
        updated_at: instant(now),
        merged_into: None,
    };
    assert_eq!(book, expected);
    let unknown = BookId::UNASSIGNED;
    assert_eq!(
        read!(library, [unknown], |connection| books::find(connection, *unknown)
            .await),
        None
    );
}

on_both_engines!(a_changed_book_is_found_in_its_new_places);
async fn a_changed_book_is_found_in_its_new_places(database: TestDatabase) {
    let library = Library::new(database);
    let book = library
        .book()
        .title("Old")
        .category("Old category")
        .semester_study(&["Old year"])
        .insert()
        .await;
    library
        .book()
        .title("Middle")
        .category("New category")
        .insert()
        .await;
    let changed = library
        .book()
        .title("New")
        .author("Somebody new")
        .category("New category")
        .semester_study(&["New year"])
        .with(|fields| {
            fields.published_year = None;
            fields.isbn = Some("9780000000002".to_owned());
        });
    let fields = changed.fields();
    let now = library.clock.advance(HOUR);
    change!(library, [book, fields, now], |transaction| books::update(
        transaction,
        book,
        fields,
        *now
    )
    .await)
    .unwrap();

    let id = book.id;
    let after = read!(library, [id], |connection| books::find(connection, *id).await).unwrap();
    assert_eq!(
        (after.title.as_str(), after.author.as_str()),
        ("New", "Somebody new")
    );
    assert_eq!(
        (after.published_year, after.isbn.as_deref()),
        (None, Some("9780000000002"))
    );
    assert_eq!(
        (after.created_at, after.updated_at),
        (book.created_at, instant(now))
    );
    assert_eq!((after.total_copies, after.available_copies), (1, 1));
    let titles = |books: Vec<Book>| {
        books
            .into_iter()
            .map(|book| book.record.title)
            .collect::<Vec<_>>()
    };
    let shelf = Shelf::All;
    let listed = read!(library, [shelf], |c| books::list(c, *shelf, Order::Title, 10, 0)
        .await);
    assert_eq!(titles(listed), ["Middle", "New"]);
    for (shelf, books) in [
        (Shelf::Category("Old category"), vec![]),
        (Shelf::Category("New category"), vec!["Middle", "New"]),
        (Shelf::SemesterStudy("Old year"), vec![]),
        (Shelf::SemesterStudy("New year"), vec!["New"]),
    ] {
        let listed = read!(library, [shelf], |c| books::list(c, *shelf, Order::Title, 10, 0)
            .await);
        assert_eq!(titles(listed), books, "{shelf:?}");
        assert_eq!(
            read!(library, [shelf], |c| books::count(c, *shelf).await),
            length(&books),
            "{shelf:?}"
        );
    }
    assert_eq!(categories(&library).await, [("New category".to_owned(), 2)]);
}

async fn categories(database: &Database) -> Vec<(String, i64)> {
    read!(database, [], |connection| books::categories(connection).await)
}

on_both_engines!(category_counts_follow_added_and_removed_books);
async fn category_counts_follow_added_and_removed_books(database: TestDatabase) {
    let library = Library::new(database);
    let kept = library.book().category("Zoology").insert().await;
    let book = library.book().category("Art").insert().await;
    library.book().category("art").insert().await;
    let counts = async || {
        let mut counts = Vec::new();
        for (category, books) in categories(&library).await {
            counts.push(format!("{category} {books}"));
        }
        counts.join(", ")
    };
    assert_eq!(counts().await, "Art 1, Zoology 1, art 1");
    let now = library.clock.advance(HOUR);
    assert!(change!(library, [book, now], |t| books::archive(t, book, *now).await).unwrap());
    assert_eq!(counts().await, "Zoology 1, art 1");
    // The second call finds it archived and does not count it twice.
    assert!(!change!(library, [book, now], |t| books::archive(t, book, *now).await).unwrap());
    assert_eq!(counts().await, "Zoology 1, art 1");

    // An archived book can change its category without being counted.
    let id = book.id;
    let archived = read!(library, [id], |c| books::find(c, *id).await).unwrap();
    assert_eq!(archived.archived_at, Some(instant(now)));
    let fields = library.book().category("Zoology").fields();
    change!(library, [archived, fields, now], |t| books::update(
        t, archived, fields, *now
    )
    .await)
    .unwrap();
    assert_eq!(counts().await, "Zoology 1, art 1");
    let archived = read!(library, [id], |c| books::find(c, *id).await).unwrap();
    assert!(
        change!(library, [archived, now], |t| books::restore(t, archived, *now)
            .await)
        .unwrap()
    );
    assert!(
        !change!(library, [archived, now], |t| books::restore(t, archived, *now)
            .await)
        .unwrap()
    );
    assert_eq!(counts().await, "Zoology 2, art 1");

    let restored = read!(library, [id], |c| books::find(c, *id).await).unwrap();
    assert_eq!(restored.archived_at, None);
    change!(library, [restored], |t| books::delete(t, restored, 7).await).unwrap();
    assert_eq!(counts().await, "Zoology 1, art 1");
    assert!(change!(library, [kept, now], |t| books::archive(t, kept, *now).await).unwrap());
    let id = kept.id;
    let kept = read!(library, [id], |c| books::find(c, *id).await).unwrap();
    change!(library, [kept], |t| books::delete(t, kept, 7).await).unwrap();
    assert_eq!(counts().await, "art 1");
    let shelf = Shelf::All;
    assert_eq!(read!(library, [shelf], |c| books::count(c, *shelf).await), 1);
}

on_both_engines!(books_are_found_by_id_in_the_requested_order);
async fn books_are_found_by_id_in_the_requested_order(database: TestDatabase) {
    let library = Library::new(database);
    let mut ids = Vec::new();
    for _ in 0..45 {
        ids.push(library.book().copies(0).insert().await.id);
    }
    let archived = ids[7];
    let book = read!(library, [archived], |c| books::find(c, *archived).await).unwrap();
    let now = library.clock.now_ms();
    change!(library, [book, now], |t| books::archive(t, book, *now).await).unwrap();
    let mut wanted = ids.clone();
    wanted.rotate_left(13);
    wanted.reverse();
    wanted.insert(20, BookId::UNASSIGNED);
    let found = read!(library, [wanted], |c| books::find_many(c, wanted).await);
    wanted.retain(|id| *id != archived && *id != BookId::UNASSIGNED);
    assert_eq!(found.into_iter().map(|book| book.id).collect::<Vec<_>>(), wanted);
    for few in [0, 1, 20, 21] {
        let wanted = ids[8..8 + few].to_vec();
        let found = read!(library, [wanted], |c| books::find_many(c, wanted).await);
        assert_eq!(found.into_iter().map(|book| book.id).collect::<Vec<_>>(), wanted);
    }

    let mut walked = Vec::new();
    let mut after = BookId::UNASSIGNED;
    loop {
        let page = read!(library, [after], |c| books::page_after(c, *after, 10).await);
        let Some(last) = page.last() else { break };
        after = last.id;
        walked.extend(page.into_iter().map(|book| book.id));
    }
    assert_eq!(walked, ids, "archived ones too, each once");
}

on_both_engines!(books_are_found_by_isbn_by_author_and_by_loans);
async fn books_are_found_by_isbn_by_author_and_by_loans(database: TestDatabase) {
    let library = Library::new(database);
    let mut rows = Vec::new();
    for (author, popularity, loans) in [
        ("Woolf", 5, 2),
        ("Woolf", 9, 0),
        ("Woolf", 9, 3),
        ("Woolfe", 100, 1),
        ("Woolf", 7, 2),
    ] {
        let book = library
            .book()
            .author(author)
            .copies(5)
            .with(|fields| fields.isbn = Some("9780156907392".to_owned()))
            .insert()
            .await;
        let id = book.id;
        for _ in 0..loans {
            assert!(
                change!(library, [id, popularity], |t| crate::take_copy(
                    t,
                    *id,
                    *popularity
                )
                .await)
                .unwrap()
            );
        }
        if loans == 0 {
            library
                .sql(&format!(
                    "UPDATE book_counts SET popularity = {popularity} WHERE book_id = {}",
                    id.number()
                ))
                .await
                .unwrap();
        }
        rows.push(book);
    }
    let key = "woolf";
    let ids = |places: &[usize]| places.iter().map(|place| rows[*place].id).collect::<Vec<_>>();
    let by_author = async |limit: i64| {
        let found: Vec<(BookId,)> = read!(library, [key, limit], |c| books::by_author(c, key, *limit).await);
        found.into_iter().map(|(id,)| id).collect::<Vec<_>>()
    };
    assert_eq!(by_author(10).await, ids(&[1, 2, 4, 0]));
    assert_eq!(by_author(2).await, ids(&[1, 2]));
    let most_borrowed = async |limit: i64, offset: i64| {
        let found = read!(library, [limit, offset], |c| books::most_borrowed(
            c, *limit, *offset
        )
        .await);
        found.into_iter().map(|book| book.id).collect::<Vec<_>>()
    };
    // Never borrowed: not listed. With equal counts: the newer first.
    assert_eq!(most_borrowed(10, 0).await, ids(&[2, 4, 0, 3]));
    assert_eq!(most_borrowed(3, 0).await, ids(&[2, 4, 0]));
    assert_eq!(most_borrowed(3, 3).await, ids(&[3]));
    assert_eq!(read!(library, [], |c| books::count_ever_borrowed(c).await), 4);

    let isbn = "9780156907392";
    let others = async |except: BookId| {
        let found = read!(library, [isbn, except], |c| books::others_with_isbn(
            c, isbn, *except, 2
        )
        .await);
        let id = |(id, title): (BookId, String)| {
            assert!(
                rows.iter().any(|row| row.id == id && row.title == title),
                "{title}"
            );
            id
        };
        found.into_iter().map(id).collect::<Vec<_>>()
    };
    assert_eq!(others(BookId::UNASSIGNED).await, [rows[0].id, rows[1].id]);
    assert_eq!(others(rows[0].id).await[0], rows[1].id);
    let (book, now) = (&rows[0], 1_i64);
    change!(library, [book, now], |t| books::archive(t, book, *now).await).unwrap();
    assert_eq!(others(BookId::UNASSIGNED).await[0], rows[1].id);
    assert!(!others(rows[1].id).await.contains(&rows[1].id));
    assert_eq!(by_author(10).await, ids(&[1, 2, 4]));
    let isbn = "9780000000000";
    assert_eq!(
        read!(library, [isbn], |c| books::others_with_isbn(
            c,
            isbn,
            BookId::UNASSIGNED,
            2
        )
        .await),
        []
    );
}

on_both_engines!(no_more_copies_are_taken_than_there_are);
async fn no_more_copies_are_taken_than_there_are(database: TestDatabase) {
    let library = Library::new(database);
    let book = library.book().copies(5).insert().await;
    let mut takers = tokio::task::JoinSet::new();
    for number in 1..=32_i64 {
        let (database, id) = (Database::clone(&library), book.id);
        takers.spawn(async move {
            change!(database, [id, number], |t| crate::take_copy(t, *id, *number)
                .await)
            .unwrap()
        });
    }
    let taken = takers.join_all().await.into_iter().filter(|taken| *taken).count();
    let id = book.id;
    let after = read!(library, [id], |c| books::find(c, *id).await).unwrap();
    assert_eq!(
        (
            taken,
            after.available_copies,
            after.total_copies,
            after.borrow_count
        ),
        (5, 0, 5, 5)
    );
    let popularity = after.popularity;
    assert!(!change!(library, [id], |t| crate::take_copy(t, *id, 1_000_000).await).unwrap());
    let after = read!(library, [id], |c| books::find(c, *id).await).unwrap();
    assert_eq!(
        (after.popularity, after.borrow_count),
        (popularity, 5),
        "a call that got no copy changed nothing"
    );
    let too_many = change!(library, [id], |t| books::add_copies(t, *id, 0, 6).await);
    assert!(
        matches!(too_many, Err(carrel_storage::Error::Constraint { .. })),
        "{too_many:?}"
    );
    let too_few = change!(library, [id], |t| books::add_copies(t, *id, -6, 0).await);
    assert!(
        matches!(too_few, Err(carrel_storage::Error::Constraint { .. })),
        "{too_few:?}"
    );
}

on_postgres!(a_locked_book_is_read_as_it_is_after_the_wait);
async fn a_locked_book_is_read_as_it_is_after_the_wait(database: TestDatabase) {
    let library = Library::new(database);
    let id = library.book().title("Emma").copies(1).insert().await.id;
    let (gate, keeper) = gate();
    // The lock is on the counts alone; the record changes while others wait for it.
    let changing = library.write((gate, id), |transaction, (gate, id)| {
        Box::pin(async move {
            transaction.lock(Lock::Book(*id)).await?;
            gate.pass();
            let rename = format!("UPDATE books SET title = 'Dune' WHERE id = {}", id.number());
            transaction.batch(&rename).await
        })
    });
    let waiting = async || {
        eventually("the lock is held", async || keeper.is_reached()).await;
        let (found, counted, ()) = tokio::join!(
            library.write(id, |transaction, id| Box::pin(books::find_locked(
                transaction,
                *id
            ))),
            library.write(id, |transaction, id| Box::pin(books::available_copies_locked(
                transaction,
                *id
            ))),
            async {
                eventually("both wait for the book", async || {
                    let waiting = "SELECT count(*) FROM pg_stat_activity \
                         WHERE datname = current_database() AND wait_event_type = 'Lock'";
                    library.integer(waiting).await == 2
                })
                .await;
                keeper.open();
            }
        );
        (found.unwrap().unwrap().record.title, counted.unwrap())
    };
    let (changed, found) = tokio::join!(changing, waiting());
    changed.unwrap();
    assert_eq!(found, ("Dune".to_owned(), Some(1)));
    assert_eq!(library.retries(), 0, "the transactions were in each other's way");
}
