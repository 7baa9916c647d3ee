//! Calls of the storage's functions, with values that match few of the rows of [`super::rows`]: as in a real library, a
//! call is about one person, one book, one day. [`super::sources`] reports statements that no call runs.

use carrel_domain::catalogue::book::{Book, BookId, BookRecord};
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::circulation::status::BorrowingState;
use carrel_domain::identity::Id;
use carrel_domain::webhooks::WebhookId;
use carrel_storage::books::{self, KeyedRecord, Searched, Shelf};
use carrel_storage::borrowings::{self, NewRenewal};
use carrel_storage::code_lists::CodeList;
use carrel_storage::counters::{self, Counter};
use carrel_storage::engine::Lock;
use carrel_storage::jobs::{NewJob, Outcome, kind};
use carrel_storage::users::{Filter, UserFields};
use carrel_storage::{
    Error, Result, Transaction, access_tokens, audit, changes, code_lists, copies, diagnosis, favorites,
    jobs, ledger, one_time_links, policies, ratings, reviews, sessions, settings, texts, tombstones, totals,
    users, webhooks,
};

use super::limit_calls::limits_of_callers;
use super::rows::NOW;
use super::values::Values;

/// The first instant of the day up to which all days are totalled, in milliseconds.
const DAY_34: i64 = 34 * totals::DAY_MS;

/// Lists in the order of an index.
async fn ordered_lists(c: &mut Transaction, v: &Values, offset: i64) -> Result<()> {
    books::page_after(c, v.book, 20).await?;
    books::most_borrowed(c, 10, offset).await?;
    ledger::debtors(c, 900 + v.number, 5).await?;
    borrowings::recent_books_of(c, v.user, 10).await?;
    favorites::list(c, v.user, 20, offset).await?;
    favorites::ids(c, v.user, 1000).await?;
    reviews::of_book(c, v.book, true, 20, offset).await?;
    reviews::of_book(c, v.book, false, 20, offset).await?;
    tombstones::since::<Book>(c, 108_000 + offset, 20).await?;
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
    changes::since(c, 8_000 + offset, 20).await?;
    changes::has_unnumbered(c).await?;
    changes::newest(c).await?;
    sessions::of_user(c, v.user, 100_500, 20, offset).await?;
    ledger::of_user(c, v.user, (100_000, 5), 20).await?;
    webhooks::deliveries_of(c, WebhookId::new(1), 20, offset).await?;
    diagnosis::newest_entry_at(c).await?;
    audit::of_entity(c, v.user, (1, 5), 20).await?;
    for entity_id in [Some(v.user.number()), None] {
        let reading = audit::NewEntry {
            at: NOW,
            actor_id: Some(v.user),
            action: "user.history_read",
            entity: if entity_id.is_some() { "user" } else { "borrowings" },
            entity_id,
            before_state: None,
            after_state: None,
            request_id: None,
        };
        audit::has_equal_since(c, &reading, NOW - 3_600_000).await?;
    }
    jobs::due(c, kind::MAIL, NOW, 20).await?;
    for order in books::Order::ALL {
        for shelf in [Shelf::All, Shelf::Category(&v.category)] {
            books::list(c, shelf, order, 20, offset).await?;
        }
    }
    for shelf in [Shelf::AnySemesterStudy, Shelf::Archived] {
        books::list(c, shelf, books::Order::Newest, 20, offset).await?;
    }
    let of_user = |state| borrowings::Filter::of_user(v.user, state, NOW);
    borrowings::list(
        c,
        &of_user(BorrowingState::Open),
        borrowings::Order::Due,
        20,
        offset,
    )
    .await?;
    borrowings::list(
        c,
        &of_user(BorrowingState::Any),
        borrowings::Order::Newest,
        20,
        offset,
    )
    .await?;
    borrowings::list(
        c,
        &of_user(BorrowingState::Returned),
        borrowings::Order::Newest,
        20,
        offset,
    )
    .await?;
    let year = borrowings::Filter {
        borrowed_between: Some((v.number, 90_000_000)),
        ..of_user(BorrowingState::Any)
    };
    borrowings::list(c, &year, borrowings::Order::Newest, 20, offset).await?;
    borrowings::list_open_first(c, v.user, NOW, 20, offset).await?;
    for state in [
        BorrowingState::Any,
        BorrowingState::Open,
        BorrowingState::Active,
        BorrowingState::Overdue,
        BorrowingState::Returned,
    ] {
        let everybody = borrowings::Filter::everybody(state, NOW - v.number);
        borrowings::list(c, &everybody, borrowings::Order::Newest, 20, offset).await?;
        borrowings::list(c, &everybody, borrowings::Order::Due, 20, offset).await?;
    }
    Ok(())
}

/// Lists that are found by an index and sorted afterwards: they stay short.
async fn sorted_lists(c: &mut Transaction, v: &Values, offset: i64) -> Result<()> {
    borrowings::open_by_type(c, v.user).await?;
    // The books of an author, the copies of a book, the books of one semester's shelf,
    books::by_author(c, &v.author, 10).await?;
    copies::of_book(c, v.book).await?;
    borrowings::next_due_of_book(c, v.book).await?;
    // the books without copies, for semester study and in the archive, in other orders than that of their index,
    books::without_copies(c, 5).await?;
    for order in books::Order::ALL {
        for shelf in [
            Shelf::AnySemesterStudy,
            Shelf::Archived,
            Shelf::FoundInArchive(&Searched::new(Some(&v.category), std::slice::from_ref(&v.word))),
        ] {
            books::list(c, shelf, order, 20, offset).await?;
        }
    }
    books::list(
        c,
        Shelf::SemesterStudy(&v.semester),
        books::Order::Title,
        20,
        offset,
    )
    .await?;
    for shelf in [
        Shelf::SemesterStudy(&v.semester),
        Shelf::AnySemesterStudy,
        Shelf::Archived,
    ] {
        books::count(c, shelf).await?;
    }
    // searches in the archive,
    let searched = Searched::new(None, std::slice::from_ref(&v.word));
    books::count(c, Shelf::FoundInArchive(&searched)).await?;
    books::archived_categories(c, &searched).await?;
    // people found by a word,
    for role in [None, Some("admin")] {
        let filter = Filter {
            role,
            term: Some(&v.word),
        };
        users::list(c, &filter, NOW, 20, offset).await?;
        users::count(c, &filter).await?;
    }
    users::ids_of_term(c, &v.word, 2).await?;
    ratings::all_of_user(c, v.user, (1, 5), 20).await?;
    // books with common borrowers.
    borrowings::also_borrowed(c, v.book, v.user, 20).await?;
    borrowings::most_read_category(c, v.user).await?;
    // Activity between two instants, and overdue borrowings.
    totals::borrowed_by_quarter(c, DAY_34 + v.number, DAY_34 + 5_000_000).await?;
    totals::money_by_quarter(c, DAY_34 + v.number, DAY_34 + 5_000_000).await?;
    totals::borrowed_by_category(c, DAY_34 - 90_000_000 + v.number, DAY_34 + 5_000_000).await?;
    borrowings::overdue_by_age(
        c,
        NOW,
        [
            NOW - 5_000_000 - v.number,
            NOW - 10_000_000,
            NOW - 20_000_000,
            NOW - 30_000_000,
        ],
    )
    .await?;
    Ok(())
}

/// Searches of borrowings scan the titles of all books, because the search index does not contain archived ones.
async fn searches(c: &mut Transaction, v: &Values, offset: i64) -> Result<()> {
    let search = borrowings::Search::new(&v.word, std::slice::from_ref(&v.word));
    for state in [
        BorrowingState::Any,
        BorrowingState::Open,
        BorrowingState::Overdue,
        BorrowingState::Returned,
    ] {
        let filter = borrowings::Filter {
            search: Some(&search),
            ..borrowings::Filter::everybody(state, NOW)
        };
        borrowings::list(c, &filter, borrowings::Order::Newest, 20, offset).await?;
        borrowings::list(c, &filter, borrowings::Order::Due, 20, offset).await?;
        borrowings::count(c, &filter).await?;
    }
    Ok(())
}

/// Single rows, and sums over the rows of one person or book.
async fn look_ups_and_changes(c: &mut Transaction, v: &Values) -> Result<()> {
    let (user, book) = (v.user, v.book);
    books::find(c, book).await?;
    books::find_many(c, &[v.book, BookId::new(108_999)]).await?;
    books::other_with_isbn(c, &format!("978{}", 100_000 + v.number), BookId::UNASSIGNED).await?;
    books::count(c, Shelf::Category(&v.category)).await?;
    books::add_copies(c, book, 1, 1).await?;
    c.execute_all(&[books::taking_copy(book, v.number)]).await?;
    books::set_rating(c, book, 4, 1, 400).await?;
    borrowings::find(c, v.borrowing).await?;
    borrowings::standing(c, user, book, NOW).await?;
    borrowings::parties(c, v.borrowing).await?;
    books::available_copies_locked(c, book).await?;
    borrowings::load_of_user(c, user, NOW).await?;
    copies::loan_candidates(c, book).await?;
    borrowings::ever_borrowed(c, user, book).await?;
    borrowings::newest_at(c).await?;
    borrowings::books_borrowed_after(c, 2_990_000_000).await?;
    borrowings::books_ever_borrowed(c, user).await?;
    borrowings::counts_of_book(c, book).await?;
    borrowings::span_of_user(c, user).await?;
    borrowings::count(
        c,
        &borrowings::Filter::of_user(user, BorrowingState::Overdue, NOW),
    )
    .await?;
    borrowings::renewal_case(c, v.borrowing).await?;
    let renewal = NewRenewal {
        borrowing_id: v.borrowing,
        at: NOW,
        actor_id: user,
        from_due_on: "2026-01-10",
        to_due_on: "2026-01-24",
        overrides: None,
    };
    c.execute_all(&[borrowings::moving_due_day(&renewal, NOW)])
        .await?;
    borrowings::close(c, v.borrowing, NOW, user).await?;
    copies::find(c, v.copy).await?;
    counters::take(c, Counter::Barcode, 3).await?;
    counters::read(c, Counter::Users).await?;
    totals::borrowed_ever(c).await?;
    books::count_without_copies(c).await?;
    books::count_ever_borrowed(c).await?;
    borrowings::open_of_copy(c, v.copy).await?;
    borrowings::open_due_days(c).await?;
    borrowings::move_due_instant(c, "2026-01-10", NOW + v.number, NOW).await?;
    copies::find_by_barcode(c, &v.barcode).await?;
    copies::set_item_type(c, v.copy, None, 1).await?;
    let change = copies::StateChange {
        copy_id: v.copy,
        at: 1,
        actor_id: None,
        from: CopyState::Available,
        to: CopyState::InRepair,
        reason: "damaged",
    };
    copies::change_state(c, &change).await?;
    c.restart_lock_order();
    users::find_locked(c, user).await?;
    users::id_at_desk(c, Some(user), &v.email, &v.word).await?;
    books::find_locked(c, book).await?;
    jobs::queue(c, kind::MAIL).await?;
    changes::waiting(c, 8_000, 20).await?;
    changes::number_next(c).await?;
    if let Some(webhook) = webhooks::find(c, WebhookId::new(5)).await? {
        webhooks::update(c, &webhook).await?;
    }
    webhooks::remove(c, WebhookId::new(6)).await?;
    let attempt = webhooks::Attempt {
        at: 1,
        status: None,
        error: None,
    };
    webhooks::note_attempt(c, v.delivery, &attempt).await?;
    ledger::totals_of_user(c, user).await?;
    ratings::set(c, book, user, 5, 1).await?;
    ratings::sums_of_book(c, book).await?;
    ratings::find(c, book, user).await?;
    ratings::of_user(c, user, &[v.book, BookId::new(108_999)]).await?;
    reviews::set(
        c,
        &reviews::NewReview {
            id: Id::new(v.free),
            book_id: book,
            user_id: user,
            body: "Words.",
        },
        1,
    )
    .await?;
    reviews::find(c, Id::new(v.free)).await?;
    reviews::of_person(c, book, user).await?;
    reviews::count_of_book(c, book, true).await?;
    reviews::count_of_book(c, book, false).await?;
    reviews::set_hidden(c, Id::new(v.free), Some(v.number)).await?;
    reviews::remove(c, book, user).await?;
    ratings::remove(c, book, user).await?;
    favorites::add(c, user, book, v.number).await?;
    favorites::has(c, user, book).await?;
    favorites::count(c, user).await?;
    favorites::remove(c, user, book).await?;
    ledger::paid_by_user(c, user).await?;
    ledger::is_empty(c).await?;
    access_tokens::holder(c, &format!("h{}", user.number()), 101_500).await?;
    let token = Id::new(user.number());
    access_tokens::of_user(c, user).await?;
    access_tokens::find(c, user, token).await?;
    access_tokens::note_use(c, token, NOW, 5).await?;
    access_tokens::remove(c, token).await?;
    access_tokens::remove_all_of(c, v.other_user).await?;
    access_tokens::remove_expired(c, 101_000 + v.number).await?;
    webhooks::due(c, 100_500, 20).await?;
    webhooks::count_deliveries_of(c, WebhookId::new(2)).await?;
    webhooks::find_delivery(c, v.delivery).await?;
    webhooks::give_up_all_of(c, WebhookId::new(3), "Off", NOW).await?;
    webhooks::send_again(c, v.delivery, 1, 2).await?;
    webhooks::remove_old(c, 100_000 + v.number).await?;
    webhooks::find(c, WebhookId::new(4)).await?;
    let token_hash = format!("t{}", user.number());
    sessions::user_of(c, &token_hash, 101_500).await?;
    sessions::touch(c, &token_hash, 101_500, 101_500).await?;
    sessions::expiry_of(c, &token_hash).await?;
    sessions::count_of_user(c, user, 101_500).await?;
    sessions::end_of(c, user, Id::UNASSIGNED).await?;
    sessions::end_least_used_of(c, user, 101_500, 19).await?;
    sessions::end_others_of(c, user, &token_hash).await?;
    sessions::end(c, &token_hash).await?;
    sessions::end_all_of(c, v.other_user).await?;
    sessions::remove_expired(c, 101_000 + v.number).await?;
    limits_of_callers(c, v).await?;
    one_time_links_and_jobs(c, v).await?;
    settings::set(c, "zone", &v.category, 1).await?;
    settings::find(c, &v.word).await?;
    settings::take(c, &v.word, &v.category).await?;
    settings::remove(c, &v.word).await?;
    settings::add_closure(c, &v.word, &v.category).await?;
    texts::set(c, &v.word, &v.category, 1).await?;
    texts::find(c, &v.word).await?;
    texts::remove(c, &v.word).await?;
    policies::set_value(c, Id::new(v.free), "14", 1).await?;
    policies::remove(c, Id::new(v.free)).await?;
    users::find(c, user).await?;
    users::find_by_email(c, &v.email).await?;
    users::used_emails(c, &[&v.email]).await?;
    users::used_student_ids(c, &[&v.word]).await?;
    users::summary(c, user, NOW).await?;
    users::count_active_administrators(c).await?;
    users::set_password(c, user, &v.word, 1).await?;
    Ok(())
}

async fn one_time_links_and_jobs(c: &mut Transaction, v: &Values) -> Result<()> {
    let link = one_time_links::NewLink {
        token_hash: &v.word,
        purpose: "password",
        user_id: v.user,
        created_at: 1,
        expires_at: NOW,
    };
    one_time_links::insert(c, &link).await?;
    one_time_links::user_of(c, &v.word, "password", 2).await?;
    one_time_links::use_up(c, &v.word, "password", 2).await?;
    one_time_links::revoke_of(c, v.other_user).await?;
    one_time_links::remove_expired(c, 101_000 + v.number).await?;
    let id = Id::new(v.free);
    let job = NewJob {
        id,
        kind: kind::HOURLY,
        dedupe_key: Some(&v.word),
        payload: "{}",
        created_at: 1,
        run_at: 2,
        give_up_at: NOW,
    };
    jobs::insert(c, &job).await?;
    jobs::waiting(c, kind::HOURLY, &v.word).await?;
    jobs::lease(c, id, (0, 2), 3).await?;
    jobs::retry(c, id, 1, "busy", 4).await?;
    jobs::repeat(c, id, 1, 5).await?;
    jobs::finish(c, id, 0, Outcome::Done, None, 6).await?;
    jobs::remove(c, id).await?;
    jobs::remove_finished(c, kind::MAIL, 101_000 + v.number).await?;
    Ok(())
}

/// A user and a book are inserted, changed and removed.
async fn comings_and_goings(c: &mut Transaction, v: &Values) -> Result<()> {
    let user_fields = UserFields {
        name: v.word.clone(),
        email: format!("new {}", v.email),
        email_key: format!("new {}", v.email),
        role: "student".to_owned(),
        terms: [v.word.clone(), v.email.clone()].into(),
        ..UserFields::default()
    };
    let id = Id::new(v.free);
    users::insert(c, id, &user_fields, "", 1).await?;
    users::update(c, id, &user_fields, 2).await?;
    let mut fields = book_fields(v);
    fields.record.isbn = Some("9780000000002".to_owned());
    let id = Id::new(v.free);
    books::insert(c, id, &fields, 1).await?;
    let book = books::find(c, id).await?.ok_or(Error::NoRow)?;
    fields.record.title.push('!');
    fields.record.author.push('!');
    fields.record.isbn = None;
    fields.record.semester_categories.clear();
    books::update(c, &book, &fields, 2).await?;
    let book = books::find(c, id).await?.ok_or(Error::NoRow)?;
    books::archive(c, &book, 3).await?;
    books::restore(c, &book, 4).await?;
    changes::append(c, id, 1).await?;
    changes::trim(c, 0).await?;
    books::erase(c, &book, 5).await
}

/// A book moves to another category, and its past borrowings with it: grouped by day, which sorts one book's borrowings.
async fn moves(c: &mut Transaction, v: &Values) -> Result<()> {
    let id = Id::new(v.free);
    let mut fields = book_fields(v);
    books::insert(c, id, &fields, 1).await?;
    let book = books::find(c, id).await?.ok_or(Error::NoRow)?;
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

pub async fn locks(c: &mut Transaction, v: &Values) -> Result<()> {
    c.lock(Lock::Call(&v.word)).await?;
    c.lock(Lock::Demo).await?;
    c.lock(Lock::Settings).await?;
    c.lock(Lock::SettingsUnchanged).await?;
    c.lock(Lock::Administrators).await?;
    c.lock(Lock::User(v.user)).await?;
    c.lock(Lock::Book(v.book)).await?;
    c.lock(Lock::Borrowing(v.borrowing)).await?;
    c.lock(Lock::Totals).await
}

/// Every function that changes or reads rows, once for a person, a book, a word.
pub async fn every_call(c: &mut Transaction, v: &Values) -> Result<()> {
    // A first page uses a different statement than the following pages.
    for offset in [0, 1 + v.number % 2] {
        ordered_lists(c, v, offset).await?;
        sorted_lists(c, v, offset).await?;
        searches(c, v, offset).await?;
    }
    c.restart_lock_order();
    look_ups_and_changes(c, v).await?;
    small_tables(c, v).await?;
    Ok(())
}

/// Inserts and removals, and calls that take locks in another order than [`every_call`]: each in its own transaction.
pub async fn every_change(c: &mut Transaction, v: &Values) -> Result<()> {
    comings_and_goings(c, v).await?;
    c.restart_lock_order();
    moves(c, v).await
}

/// Past days are totalled, the totals are compared with their sources, and removed.
pub async fn totalling(c: &mut Transaction, _: &Values) -> Result<()> {
    totals::advance(c, 35).await?;
    totals::are_whole(c).await?;
    c.restart_lock_order();
    totals::forget(c).await
}
