//! Cost grows like the answer, not like the library: every list and every look-up uses an index, on both engines, and
//! no statement is planned twice.
//!
//! The functions of the storage themselves are run, in a library that is not empty, and the plan of each of their
//! statements is looked at.

use carrel_domain::catalogue::book::BookRecord;
use carrel_storage::books::{self, KeyedRecord, Searched, Shelf};
use carrel_storage::borrowings::{self, State};
use carrel_storage::code_lists::CodeList;
use carrel_storage::counters::{self, Counter};
use carrel_storage::engine::Lock;
use carrel_storage::tombstones::Entity;
use carrel_storage::users::{Filter, UserFields};
use carrel_storage::{
    Error, Result, Transaction, access_tokens, audit, changes, code_lists, copies, favorites,
    idempotency_keys, ledger, mails, one_time_links, policies, ratings, reviews, sessions, settings, texts,
    throttles, tombstones, totals, users, webhooks,
};
use carrel_testkit::{Engine, TestDatabase, on_both_engines, on_postgres, on_sqlite};

/// Some hundred or thousand rows a table, as SQL that both engines take.
const ROWS: &str = "
INSERT INTO users (id, name, name_key, email, email_key, password_hash, role, student_id, student_id_key, created_at, updated_at)
  WITH RECURSIVE n(i) AS (SELECT 10000 UNION ALL SELECT i + 1 FROM n WHERE i < 10499)
  SELECT 'u' || i, 'Name ' || i, 'name ' || i, 'u' || i || '@x', 'u' || i || '@x', '', CASE WHEN i % 100 = 0 THEN 'admin' ELSE 'student' END,
    'S' || i, 's' || i, i, i FROM n;
INSERT INTO user_terms (term, user_id) SELECT name_key, id FROM users;
INSERT INTO user_terms (term, user_id) SELECT email_key, id FROM users;
INSERT INTO user_terms (term, user_id) SELECT student_id_key, id FROM users;
INSERT INTO access_tokens (id, user_id, name, token_hash, scopes, created_at, expires_at)
  SELECT 'a' || id, id, 'A script', 'h' || id, 'catalogue:read', created_at, created_at + 1000 FROM users;
INSERT INTO idempotency_keys (user_id, key, fingerprint, token_hash, response, created_at)
  SELECT id, email_key, '', email_key, '{}', created_at FROM users;
INSERT INTO sessions (id, token_hash, user_id, created_at, expires_at, last_used_at) SELECT 's' || id, 't' || id, id, created_at, created_at + 1000, 0 FROM users;
INSERT INTO one_time_links (token_hash, purpose, user_id, created_at, expires_at)
  SELECT 't' || id, 'password', id, created_at, created_at + 1000 FROM users;
INSERT INTO mails (id, kind, to_address, created_at, expires_at, next_try_at)
  SELECT 'm' || id, 'password_link', email, created_at, created_at + 1000, CASE WHEN id < 'u10250' THEN created_at END FROM users;
INSERT INTO webhooks (id, address, events, secret, active, created_at, updated_at)
  SELECT 'w' || substr(id, 6, 1), '', '', '', 1, created_at, created_at FROM users WHERE id < 'u10010';
INSERT INTO webhook_deliveries (id, webhook_id, event, body, created_at, state, next_at, until_at)
  SELECT email_key, 'w' || substr(id, 5, 1), 'test', '{}', created_at, CASE WHEN created_at % 100 = 0 THEN 'waiting' ELSE 'delivered' END,
    CASE WHEN created_at % 100 = 0 THEN created_at END, created_at FROM users WHERE substr(id, 5, 1) IN ('1', '2', '3', '4');
INSERT INTO books (id, title, title_key, author, author_key, category, description, isbn, language, published_year, year_key,
    semester_categories, archived_at, created_at, updated_at)
  WITH RECURSIVE n(i) AS (SELECT 10000 UNION ALL SELECT i + 1 FROM n WHERE i < 11499)
  SELECT 'b' || i, 'Title ' || i, 'title ' || i, 'Author ' || i % 900, 'author ' || i % 900, 'Category ' || i % 20, 'Words about it.',
    '978' || i, 'English', 1900 + i % 120, 1900 + i % 120, CASE WHEN i % 50 = 0 THEN 'Year ' || i % 200 ELSE '' END,
    CASE WHEN i % 25 = 1 THEN i END, i, i FROM n;
INSERT INTO book_counts (book_id, category, is_current, total_copies, available_copies, borrow_count, popularity, rating_sum,
    rating_count, rating_key)
  SELECT id, category, CASE WHEN archived_at IS NULL THEN 1 ELSE 0 END, 1, 1, created_at % 7, created_at % 3000, created_at % 5,
    created_at % 2, created_at % 500 FROM books;
INSERT INTO book_identifiers (book_id, position, kind, value, value_key) SELECT id, 0, 'isbn', isbn, isbn FROM books;
INSERT INTO contributors (book_id, position, name, name_key, role) SELECT id, 0, author, author_key, 'author' FROM books;
INSERT INTO tombstones (entity, entity_id, deleted_at) SELECT 'book', 'gone ' || id, created_at FROM books;
INSERT INTO semester_study (category, book_id) SELECT semester_categories, id FROM books WHERE semester_categories <> '';
INSERT INTO category_counts (category, books) SELECT category, count(*) FROM books WHERE archived_at IS NULL GROUP BY category;
INSERT INTO copies (id, book_id, barcode, barcode_key, state, branch, current_branch, created_at, updated_at)
  SELECT 'c' || substr(id, 2), id, 'B' || id, 'b' || id, 'available', 'main', 'main', created_at, created_at FROM books;
INSERT INTO copy_events (id, copy_id, at, from_state, to_state, reason)
  SELECT 'e' || id, id, created_at, 'in_repair', state, 'repaired' FROM copies;
INSERT INTO loan_terms (id, body) VALUES ('t', '{}');
INSERT INTO borrowings (id, book_id, copy_id, user_id, borrowed_at, due_on, due_at, returned_at, terms_id, branch, lent_by)
  WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 5999)
  SELECT 'o' || (100000 + i), 'b' || (10000 + i % 1500), 'c' || (10000 + i % 1500), 'u' || (10000 + i * 7 % 500), 1000 + i, '2026-01-01',
    5000 + i + i * 13 % 500, CASE WHEN i < 5400 THEN 9000 + i END, 't', 'main', 'desk' FROM n;
INSERT INTO ledger (id, user_id, borrowing_id, kind, reason, amount_minor, currency, at, actor_id)
  SELECT 'l' || id, user_id, id, 'charge', 'overdue', 25, 'USD', due_at, 'desk' FROM borrowings WHERE due_at % 4 = 0;
INSERT INTO balances (user_id, amount_minor) SELECT user_id, sum(amount_minor) FROM ledger GROUP BY user_id;
INSERT INTO quarter_totals (quarter, borrowed, charged_minor, collected_minor, waived_minor)
  WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2999) SELECT i, 1, 1, 0, 0 FROM n;
INSERT INTO category_totals (day, category, borrowed)
  WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2999) SELECT i / 20, 'Category ' || (i % 20), 1 FROM n;
INSERT INTO ratings (book_id, user_id, stars, created_at)
  SELECT book_id, user_id, 4, 1 FROM borrowings WHERE id < 'o101000';
INSERT INTO reviews (id, book_id, user_id, body, created_at, updated_at)
  SELECT 'r' || book_id || user_id, book_id, user_id, 'Words.', 1, 1 FROM ratings;
INSERT INTO favorites (user_id, book_id, created_at)
  SELECT DISTINCT user_id, book_id, 1 FROM borrowings WHERE id < 'o102000';
INSERT INTO audit (id, at, action, entity, entity_id) SELECT 'a' || id, created_at, 'user.registered', 'user', id FROM users;
INSERT INTO throttles (key, failures, window_started_at) SELECT email_key, 1, created_at FROM users;
";

async fn fill(database: &TestDatabase) {
    database.sql(ROWS).await.unwrap();
}

const NOW: i64 = 20_000;
const BOOK_ORDERS: [books::Order; 6] = [
    books::Order::Newest,
    books::Order::Title,
    books::Order::Author,
    books::Order::Rating,
    books::Order::Year,
    books::Order::Popular,
];

/// Ids and keys of the rows, another one for each number.
struct Values {
    number: i64,
    user: String,
    other_user: String,
    email: String,
    book: String,
    copy: String,
    borrowing: String,
    category: String,
    semester: String,
    author: String,
    word: String,
}

impl Values {
    fn number(number: i64) -> Self {
        Values {
            number,
            user: format!("u{}", 10_000 + number),
            other_user: format!("u{}", 10_300 + number),
            email: format!("u{}@x", 10_000 + number),
            book: format!("b{}", 10_000 + number),
            copy: format!("c{}", 10_000 + number),
            borrowing: format!("o{}", 100_000 + number),
            category: format!("Category {}", number % 20),
            semester: format!("Year {}", number % 4 * 50),
            author: format!("author {number}"),
            word: format!("name 10{number}"),
        }
    }
}

/// Lists in the order of an index.
async fn ordered_lists(c: &mut Transaction, v: &Values) -> Result<()> {
    let offset = v.number;
    books::page_after(c, &v.book, 20).await?;
    books::most_borrowed(c, 10, offset).await?;
    ledger::debtors(c, 25 + v.number, 5).await?;
    borrowings::recent_books_of(c, &v.user, 10).await?;
    favorites::list(c, &v.user, 20, offset).await?;
    favorites::ids(c, &v.user, 1000).await?;
    reviews::of_book(c, &v.book, true, 20, offset).await?;
    reviews::of_book(c, &v.book, false, 20, offset).await?;
    copies::first_available(c, &v.book).await?;
    tombstones::since(c, Entity::Book, offset, 20).await?;
    users::list(c, &Filter::default(), NOW, 20, offset).await?;
    users::list(
        c,
        &Filter {
            role: Some("admin"),
            term: None,
        },
        NOW,
        20,
        offset,
    )
    .await?;
    changes::since(c, offset, 20).await?;
    changes::has_unnumbered(c).await?;
    changes::newest(c).await?;
    sessions::of_user(c, &v.user, 11_000, 20, offset).await?;
    ledger::of_user(c, &v.user, 20).await?;
    audit::of_entity(c, "user", &v.user, 20).await?;
    mails::next_due(c, NOW).await?;
    for order in BOOK_ORDERS {
        for shelf in [Shelf::All, Shelf::Category(&v.category)] {
            books::list(c, shelf, order, 20, offset).await?;
        }
    }
    for shelf in [Shelf::AnySemesterStudy, Shelf::Archived] {
        books::list(c, shelf, books::Order::Newest, 20, offset).await?;
    }
    let of_user = |state| borrowings::Filter::of_user(&v.user, state, NOW);
    borrowings::list(c, &of_user(State::Open), borrowings::Order::Due, 20, offset).await?;
    borrowings::list(c, &of_user(State::Any), borrowings::Order::Newest, 20, offset).await?;
    borrowings::list(
        c,
        &of_user(State::Returned),
        borrowings::Order::Newest,
        20,
        offset,
    )
    .await?;
    let year = borrowings::Filter {
        borrowed_between: Some((v.number, 9000)),
        ..of_user(State::Any)
    };
    borrowings::list(c, &year, borrowings::Order::Newest, 20, offset).await?;
    borrowings::list_open_first(c, &v.user, NOW, 20, offset).await?;
    for state in [
        State::Any,
        State::Open,
        State::Active,
        State::Overdue,
        State::Returned,
    ] {
        let everybody = borrowings::Filter::everybody(state, NOW + v.number);
        borrowings::list(c, &everybody, borrowings::Order::Newest, 20, offset).await?;
        borrowings::list(c, &everybody, borrowings::Order::Due, 20, offset).await?;
    }
    Ok(())
}

/// Lists of what an index finds, sorted afterwards: they stay short.
async fn sorted_lists(c: &mut Transaction, v: &Values) -> Result<()> {
    borrowings::open_by_type(c, &v.user).await?;
    // The books of an author, the copies of a book, the books of one semester's shelf,
    books::by_author(c, &v.author, 10).await?;
    copies::of_book(c, &v.book).await?;
    borrowings::next_due_of_book(c, &v.book).await?;
    // the books without copies, for semester study and in the archive, in other orders than that of their index,
    books::without_copies(c, 5).await?;
    for order in BOOK_ORDERS {
        for shelf in [
            Shelf::AnySemesterStudy,
            Shelf::Archived,
            Shelf::FoundInArchive(&Searched::new(Some(&v.category), std::slice::from_ref(&v.word))),
        ] {
            books::list(c, shelf, order, 20, v.number).await?;
        }
    }
    books::list(
        c,
        Shelf::SemesterStudy(&v.semester),
        books::Order::Title,
        20,
        v.number,
    )
    .await?;
    books::count(c, Shelf::SemesterStudy(&v.semester)).await?;
    // what is looked for in the archive,
    let searched = Searched::new(None, std::slice::from_ref(&v.word));
    books::count(c, Shelf::FoundInArchive(&searched)).await?;
    books::archived_categories(c, &searched).await?;
    // the people whom a word finds,
    for role in [None, Some("admin")] {
        let filter = Filter {
            role,
            term: Some(&v.word),
        };
        users::list(c, &filter, NOW, 20, 0).await?;
        users::count(c, &filter).await?;
    }
    ratings::all_of_user(c, &v.user, 20).await?;
    // the books that people have in common.
    borrowings::also_borrowed(c, &v.book, &v.user, 20).await?;
    borrowings::most_read_category(c, &v.user).await?;
    // What happened between two instants, and what is overdue.
    totals::borrowed_by_quarter(c, 4000 + v.number, 5000).await?;
    totals::money_by_quarter(c, 8000 + v.number, 9000).await?;
    totals::borrowed_by_category(c, 4000 + v.number, 5000).await?;
    borrowings::overdue_by_age(c, NOW, [9000 + v.number, 8000, 7000, 6000]).await?;
    Ok(())
}

/// Searches of borrowings look into the title of every book, because the search index has no archived ones.
async fn searches(c: &mut Transaction, v: &Values) -> Result<()> {
    let search = borrowings::Search::new(&v.word, std::slice::from_ref(&v.word));
    for state in [State::Any, State::Open, State::Overdue, State::Returned] {
        let filter = borrowings::Filter {
            search: Some(&search),
            ..borrowings::Filter::everybody(state, NOW)
        };
        borrowings::list(c, &filter, borrowings::Order::Newest, 20, 0).await?;
        borrowings::list(c, &filter, borrowings::Order::Due, 20, 0).await?;
        borrowings::count(c, &filter).await?;
    }
    Ok(())
}

/// Single rows, and sums over the rows of one person or book.
async fn look_ups_and_changes(c: &mut Transaction, v: &Values) -> Result<()> {
    let (user, book) = (v.user.as_str(), v.book.as_str());
    books::find(c, book).await?;
    books::find_many(c, &[v.book.clone(), "b11499".to_owned()]).await?;
    books::other_with_isbn(c, &format!("978{}", 10_000 + v.number), "b").await?;
    books::count(c, Shelf::Category(&v.category)).await?;
    books::add_copies(c, book, 1, 1).await?;
    books::take_copy(c, book, v.number).await?;
    books::set_rating(c, book, 4, 1, 400).await?;
    borrowings::find(c, &v.borrowing).await?;
    borrowings::standing(c, user, book, NOW).await?;
    borrowings::parties(c, &v.borrowing).await?;
    books::available_copies(c, book).await?;
    borrowings::load_of_user(c, user, NOW).await?;
    copies::loan_candidates(c, book).await?;
    borrowings::ever_borrowed(c, user, book).await?;
    borrowings::newest_at(c).await?;
    borrowings::books_borrowed_after(c, 0).await?;
    borrowings::books_ever_borrowed(c, user).await?;
    borrowings::counts_of_book(c, book).await?;
    borrowings::span_of_user(c, user).await?;
    borrowings::count(c, &borrowings::Filter::of_user(user, State::Overdue, NOW)).await?;
    borrowings::close(c, &v.borrowing, 90_000, "desk").await?;
    copies::find(c, &v.copy).await?;
    counters::take(c, Counter::Barcode, 3).await?;
    counters::read(c, Counter::Users).await?;
    counters::set(c, Counter::TotalledDays, 0).await?;
    totals::borrowed_ever(c).await?;
    books::count_without_copies(c).await?;
    ledger::totals_of_user(c, user).await?;
    ratings::set(c, book, user, 5, 1).await?;
    ratings::sums_of_book(c, book).await?;
    ratings::find(c, book, user).await?;
    ratings::of_user(c, user, &[v.book.clone(), "b11499".to_owned()]).await?;
    reviews::set(
        c,
        &reviews::NewReview {
            id: &v.word,
            book_id: book,
            user_id: user,
            body: "Words.",
        },
        1,
    )
    .await?;
    reviews::find(c, &v.word).await?;
    reviews::of_person(c, book, user).await?;
    reviews::count_of_book(c, book, true).await?;
    reviews::count_of_book(c, book, false).await?;
    reviews::set_hidden(c, &v.word, Some(v.number)).await?;
    reviews::remove(c, book, user).await?;
    ratings::remove(c, book, user).await?;
    favorites::add(c, user, book, v.number).await?;
    favorites::has(c, user, book).await?;
    favorites::count(c, user).await?;
    favorites::remove(c, user, book).await?;
    ledger::paid_by_user(c, user).await?;
    access_tokens::holder(c, &format!("h{user}"), 11_000).await?;
    access_tokens::of_user(c, user).await?;
    access_tokens::find(c, user, &format!("a{user}")).await?;
    access_tokens::note_use(c, &format!("a{user}"), NOW, 5).await?;
    access_tokens::remove(c, &format!("a{user}")).await?;
    access_tokens::remove_all_of(c, &v.other_user).await?;
    access_tokens::remove_expired(c, 10_900 + v.number).await?;
    idempotency_keys::find(c, user, &v.email, 5).await?;
    idempotency_keys::find_of_token(c, &v.email, &v.email, 5).await?;
    idempotency_keys::remove(c, user, &v.email).await?;
    idempotency_keys::remove_old(c, 10_000 + v.number).await?;
    webhooks::due(c, NOW, 20).await?;
    webhooks::deliveries_of(c, "w1", 20, v.number).await?;
    webhooks::count_deliveries_of(c, "w2").await?;
    webhooks::find_delivery(c, &v.email).await?;
    webhooks::claim(c, &v.email, 1, 2).await?;
    webhooks::give_up_all_of(c, "w3", "Off").await?;
    webhooks::send_again(c, &v.email, 1, 2).await?;
    webhooks::remove_old(c, 10_000 + v.number).await?;
    webhooks::find(c, "w4").await?;
    sessions::user_of(c, &format!("t{user}"), 11_000).await?;
    sessions::touch(c, &format!("t{user}"), 11_000, 11_000).await?;
    sessions::expiry_of(c, &format!("t{user}")).await?;
    sessions::count_of_user(c, user, 11_000).await?;
    sessions::end_of(c, user, "s").await?;
    sessions::end_others_of(c, user, &format!("t{user}")).await?;
    sessions::end(c, &format!("t{user}")).await?;
    sessions::end_all_of(c, &v.other_user).await?;
    sessions::remove_expired(c, 10_900 + v.number).await?;
    one_time_links_and_mails(c, v).await?;
    settings::set(c, "zone", &v.category, 1).await?;
    settings::find(c, &v.word).await?;
    settings::take(c, &v.word, &v.category).await?;
    settings::remove(c, &v.word).await?;
    settings::add_closure(c, &v.word, &v.category).await?;
    texts::set(c, &v.word, &v.category, 1).await?;
    texts::find(c, &v.word).await?;
    texts::remove(c, &v.word).await?;
    policies::set_value(c, &v.word, "14", 1).await?;
    policies::remove(c, &v.word).await?;
    throttles::find(c, &v.email).await?;
    throttles::count(c, &v.email, NOW, 5).await?;
    throttles::forgive(c, &v.email).await?;
    throttles::clear(c, &v.email).await?;
    throttles::remove_old(c, 10_000 + v.number).await?;
    users::find(c, user).await?;
    users::find_by_email(c, &v.email).await?;
    users::has_student_id(c, &v.word).await?;
    users::summary(c, user, NOW).await?;
    users::count_active_administrators(c).await?;
    users::set_password(c, user, &v.word, 1).await?;
    Ok(())
}

async fn one_time_links_and_mails(c: &mut Transaction, v: &Values) -> Result<()> {
    let link = one_time_links::NewLink {
        token_hash: &v.word,
        purpose: "password",
        user_id: &v.user,
        created_at: 1,
        expires_at: NOW,
    };
    one_time_links::insert(c, &link).await?;
    one_time_links::user_of(c, &v.word, "password", 2).await?;
    one_time_links::use_up(c, &v.word, "password", 2).await?;
    one_time_links::revoke_of(c, &v.other_user).await?;
    one_time_links::remove_expired(c, 10_900 + v.number).await?;
    let mail = mails::NewMail {
        id: &v.word,
        kind: "password_link",
        to_address: &v.email,
        created_at: 1,
        expires_at: NOW,
    };
    mails::insert(c, &mail).await?;
    let due = mails::next_due(c, 11_000).await?.ok_or(Error::NoRow)?;
    mails::take(c, &due, 12_000).await?;
    mails::failed(c, &due.id, "busy", Some(13_000)).await?;
    mails::sent(c, &due.id, 14_000).await?;
    mails::remove(c, &v.word).await?;
    mails::remove_old(c, 10_900 + v.number).await?;
    Ok(())
}

/// A user and a book come, change and go.
async fn comings_and_goings(c: &mut Transaction, v: &Values) -> Result<()> {
    let user_fields = UserFields {
        name: v.word.clone(),
        email: format!("new {}", v.email),
        email_key: format!("new {}", v.email),
        role: "student".to_owned(),
        terms: vec![v.word.clone(), v.email.clone()],
        ..UserFields::default()
    };
    let id = format!("new {}", v.user);
    users::insert(c, &id, &user_fields, "", 1).await?;
    users::update(c, &id, &user_fields, 2).await?;
    let mut fields = book_fields(v);
    let id = format!("new {}", v.book);
    books::insert(c, &id, &fields, 1).await?;
    let book = books::find(c, &id).await?.ok_or(Error::NoRow)?;
    fields.record.title.push('!');
    books::update(c, &book, &fields, 2).await?;
    let book = books::find(c, &id).await?.ok_or(Error::NoRow)?;
    books::archive(c, &book, 3).await?;
    books::restore(c, &book, 4).await?;
    changes::append(c, &id, 1).await?;
    changes::trim(c, 0).await?;
    books::erase(c, &book, 5).await
}

/// A book moves to another category, and its past borrowings with it: grouped by day, which sorts one book's borrowings.
async fn moves(c: &mut Transaction, v: &Values) -> Result<()> {
    let id = format!("new {}", v.book);
    let mut fields = book_fields(v);
    books::insert(c, &id, &fields, 1).await?;
    let book = books::find(c, &id).await?.ok_or(Error::NoRow)?;
    fields.record.category.push('!');
    books::update(c, &book, &fields, 2).await?;
    Ok(())
}

fn book_fields(v: &Values) -> KeyedRecord {
    KeyedRecord {
        title_key: v.word.clone(),
        author_key: v.author.clone(),
        record: BookRecord {
            title: v.word.clone(),
            author: v.author.clone(),
            category: v.category.clone(),
            language: "English".to_owned(),
            semester_categories: vec![v.semester.clone()],
            ..BookRecord::default()
        },
    }
}

/// Tables that do not grow with the library.
const SMALL: [&str; 7] = [
    "category_counts",
    "settings",
    "closures",
    "policies",
    "patron_categories",
    "item_types",
    "branches",
];

async fn small_tables(c: &mut Transaction, v: &Values) -> Result<()> {
    for list in [
        CodeList::PatronCategories,
        CodeList::ItemTypes,
        CodeList::Branches,
    ] {
        code_lists::all(c, list).await?;
        code_lists::find(c, list, &v.word).await?;
    }
    code_lists::uses(c).await?;
    books::categories(c).await?;
    books::count(c, Shelf::All).await?;
    settings::all(c).await?;
    settings::everything(c).await?;
    settings::remove_closures(c).await?;
    policies::all(c).await?;
    Ok(())
}

async fn locks(c: &mut Transaction, v: &Values) -> Result<()> {
    c.lock(Lock::Settings).await?;
    c.lock(Lock::Administrators).await?;
    c.lock(Lock::User(&v.user)).await?;
    c.lock(Lock::Book(&v.book)).await?;
    c.lock(Lock::Borrowing(&v.borrowing)).await?;
    c.lock(Lock::Totals).await
}

/// Runs `$functions` once and looks at the plan of every statement: a table may be read from end to end only if it is
/// one of `$small`, and rows may be sorted only if `$sorts`.
macro_rules! inspect {
    ($database:expr, $functions:ident, small: $small:expr, sorts: $sorts:expr) => {
        fill(&$database).await;
        let plans = $database.write(Values::number(7), |transaction, values| {
            Box::pin(async move {
                begin(transaction).await?;
                $functions(transaction, values).await?;
                Ok::<_, Error>(transaction.take_plans())
            })
        });
        complain($database.engine(), &plans.await.unwrap(), &$small, $sorts);
    };
}

/// Begins to record. PostgreSQL may sort a few rows or read a small table from end to end where that is cheaper; told
/// not to, it shows whether it could do without.
async fn begin(transaction: &mut Transaction) -> Result<()> {
    if !transaction.is_sqlite() {
        transaction
            .batch("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off")
            .await?;
    }
    transaction.record_plans();
    Ok(())
}

fn complain(engine: Engine, plans: &[(String, String)], small: &[&str], sorts: bool) {
    assert!(!plans.is_empty(), "no statement was run");
    let read_too_much = |line: &str| {
        let words: Vec<&str> = line
            .trim_start_matches([' ', '-', '>'])
            .split_whitespace()
            .collect();
        match (engine, &words[..]) {
            (Engine::Sqlite, ["SCAN", table])
            | (
                Engine::Postgres,
                ["Seq", "Scan", "on", table, ..] | ["Parallel", "Seq", "Scan", "on", table, ..],
            ) => !small.contains(table),
            (Engine::Sqlite, ["USE", "TEMP", "B-TREE", ..])
            | (Engine::Postgres, ["Sort", ..] | ["Incremental", "Sort", ..]) => !sorts,
            _ => false,
        }
    };
    let complaints: Vec<String> = plans
        .iter()
        .filter(|(_, plan)| plan.lines().any(read_too_much))
        .map(|(sql, plan)| format!("{sql}\n{plan}\n"))
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

on_both_engines!(lists_are_read_in_their_order_from_an_index);
async fn lists_are_read_in_their_order_from_an_index(database: TestDatabase) {
    inspect!(database, ordered_lists, small: [], sorts: false);
}

on_both_engines!(what_is_sorted_is_found_by_an_index_first);
async fn what_is_sorted_is_found_by_an_index_first(database: TestDatabase) {
    // These two are no tables but the 200 latest borrowers of a book.
    inspect!(database, sorted_lists, small: ["recent", "p"], sorts: true);
}

on_both_engines!(searches_of_borrowings_read_only_the_titles_from_end_to_end);
async fn searches_of_borrowings_read_only_the_titles_from_end_to_end(database: TestDatabase) {
    // The titles, and on PostgreSQL the borrowings that are counted.
    inspect!(database, searches, small: ["f", "books", "o", "borrowings"], sorts: true);
}

on_both_engines!(look_ups_and_changes_find_their_rows_by_an_index);
async fn look_ups_and_changes_find_their_rows_by_an_index(database: TestDatabase) {
    inspect!(database, look_ups_and_changes, small: [], sorts: false);
}

on_both_engines!(users_and_books_come_and_go_by_an_index);
async fn users_and_books_come_and_go_by_an_index(database: TestDatabase) {
    inspect!(database, comings_and_goings, small: [], sorts: false);
}

on_both_engines!(a_book_moves_to_another_category_by_an_index);
async fn a_book_moves_to_another_category_by_an_index(database: TestDatabase) {
    // This one is no table but the days on which the book was borrowed.
    inspect!(database, moves, small: ["moved"], sorts: true);
}

on_both_engines!(only_small_tables_are_read_from_end_to_end);
async fn only_small_tables_are_read_from_end_to_end(database: TestDatabase) {
    inspect!(database, small_tables, small: SMALL, sorts: true);
}

on_postgres!(locks_find_their_rows_by_an_index);
async fn locks_find_their_rows_by_an_index(database: TestDatabase) {
    // Administrators are locked in the order of their ids.
    inspect!(database, locks, small: [], sorts: true);
}

on_sqlite!(no_statement_is_compiled_anew_for_other_values);
async fn no_statement_is_compiled_anew_for_other_values(database: TestDatabase) {
    fill(&database).await;
    for number in 0..60 {
        let compiled_anew = database.write(Values::number(number), |transaction, values| {
            Box::pin(async move {
                // The migrations had to: they run their own statements while they change the schema.
                let before = transaction.reprepared();
                ordered_lists(transaction, values).await?;
                sorted_lists(transaction, values).await?;
                look_ups_and_changes(transaction, values).await?;
                comings_and_goings(transaction, values).await?;
                small_tables(transaction, values).await?;
                Ok::<_, Error>(transaction.reprepared() - before)
            })
        });
        assert_eq!(compiled_anew.await.unwrap(), 0, "in round {number}");
    }
}
