//! Calls of the storage's functions, with values that match few of the rows of [`super::rows`]: as in a real library, a
//! call is about one person, one book, one day. [`super::sources`] reports statements that no call runs.

use carrel_domain::catalogue::book::{BookId, BookRecord};
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::circulation::status::BorrowingState;
use carrel_domain::identity::Id;
use carrel_domain::money::Amount;
use carrel_domain::users::{Acts, Role};
use carrel_domain::webhooks::WebhookId;
use carrel_storage::books::{self, DeletedBook, KeyedRecord, Shelf};
use carrel_storage::borrowings::{self, NewRenewal};
use carrel_storage::code_lists::CodeList;
use carrel_storage::counters::{self, Counter};
use carrel_storage::covers::{self, NewCover};
use carrel_storage::engine::Lock;
use carrel_storage::jobs::{NewJob, Outcome, kind};
use carrel_storage::users::UserFields;
use carrel_storage::{
    Error, Result, Transaction, access_tokens, audit, cards, changes, charges, code_lists, consents, copies,
    email_changes, favorites, jobs, ledger, one_time_links, policies, privacy, ratings, registrations,
    reviews, roles, sessions, settings, texts, totals, users, webhooks,
};

use super::harvest_calls::harvests;
use super::import_calls::changes_of_many;
use super::limit_calls::limits_of_callers;
use super::list_calls::{ordered_lists, own_searches, searches, sorted_lists};
use super::rows::NOW;
use super::values::Values;

/// What is printed on labels and cards.
async fn labels_and_cards(c: &mut Transaction, v: &Values) -> Result<()> {
    copies::to_label(c, &[v.copy, Id::new(108_999)]).await?;
    copies::to_label_by_barcodes(c, &[&v.barcode]).await?;
    copies::to_label_in_range(c, &v.barcode, &format!("{}z", v.barcode), 20).await?;
    copies::to_label_of_book(c, v.book).await?;
    copies::to_label_added_since(c, NOW, 20).await?;
    cards::holders(c, &[v.user, v.other_user]).await?;
    Ok(())
}

/// Single rows, and sums over the rows of one person or book.
async fn look_ups_and_changes(c: &mut Transaction, v: &Values) -> Result<()> {
    let (user, book) = (v.user, v.book);
    books::find(c, book).await?;
    books::find_many(c, &[v.book, BookId::new(108_999)]).await?;
    books::others_with_isbn(c, &format!("978{}", 100_000 + v.number), BookId::UNASSIGNED, 10).await?;
    books::count(c, Shelf::Category(&v.category)).await?;
    books::add_copies(c, book, 1, 1).await?;
    let taking = books::taking_copy(book, true, v.number);
    c.execute_all(&[taking, books::shelving_copy(book, v.copy)])
        .await?;
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
    borrowings::undo_case(c, v.borrowing).await?;
    borrowings::charged_after(c, v.borrowing, NOW).await?;
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
    borrowings::close(c, v.borrowing, NOW, user, NOW).await?;
    c.execute_all(&[
        borrowings::reopening(Id::UNASSIGNED),
        borrowings::deleting(Id::UNASSIGNED),
        books::unshelving_copy(book, v.copy),
        books::returning_unborrowed_copy(book, v.copy, 5),
    ])
    .await?;
    copies::find(c, v.copy).await?;
    labels_and_cards(c, v).await?;
    counters::take(c, Counter::Barcode, 3).await?;
    counters::read(c, Counter::Users).await?;
    totals::borrowed_ever(c).await?;
    books::count_without_copies(c).await?;
    books::count_ever_borrowed(c).await?;
    borrowings::open_of_copy(c, v.copy).await?;
    borrowings::open_due_days(c).await?;
    copies::find_by_barcode(c, &v.barcode).await?;
    copies::taken_barcodes(c, std::slice::from_ref(&v.barcode)).await?;
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
    borrowings::move_due_instant(c, "2026-01-10", NOW + v.number, NOW).await?;
    users::find_locked(c, user).await?;
    users::id_at_desk(c, Some(user), &v.email, &v.word).await?;
    books::find_locked(c, book).await?;
    books::find_deleted(c, book).await?;
    jobs::queue(c, kind::MAIL).await?;
    changes::waiting(c, 8_000, 20).await?;
    changes::number_next(c).await?;
    if let Some(webhook) = webhooks::find(c, WebhookId::new(5)).await? {
        webhooks::update(c, &webhook).await?;
    }
    webhooks::set_secret(c, WebhookId::new(5), "sealed").await?;
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
    own_searches(c, v).await?;
    ledger::paid_by_user(c, user).await?;
    ledger::is_empty(c).await?;
    charges::find(c, Id::new(1_000_000 + v.number)).await?;
    charges::count_of_user(c, user).await?;
    charges::has_equal(c, user, Amount(100), "Prints", None).await?;
    charges::list(c, user, 20, 0).await?;
    access_tokens::holder(c, &format!("h{}", user.number()), 101_500).await?;
    let token = Id::new(user.number());
    access_tokens::of_user(c, user).await?;
    access_tokens::find(c, user, token).await?;
    access_tokens::note_use(c, token, "192.0.2.7", NOW, 5).await?;
    access_tokens::remove(c, token).await?;
    access_tokens::remove_all_of(c, v.other_user).await?;
    access_tokens::remove_all_of_role(c, "admin").await?;
    one_time_links::revoke_of_role(c, "admin").await?;
    sessions::unconfirm_all_of(c, v.user).await?;
    sessions::unconfirm_all_of_role(c, "admin").await?;
    access_tokens::remove_expired(c, 101_000 + v.number).await?;
    webhooks::due(c, 100_500, 20).await?;
    webhooks::count_deliveries_of(c, WebhookId::new(2)).await?;
    webhooks::find_delivery(c, v.delivery).await?;
    webhooks::give_up_all_of(c, WebhookId::new(3), "Off", NOW).await?;
    webhooks::send_again(c, v.delivery, 1, 2, 3).await?;
    webhooks::remove_old(c, 100_000 + v.number).await?;
    webhooks::find(c, WebhookId::new(4)).await?;
    let token_hash = format!("t{}", user.number());
    sessions::user_of(c, &token_hash, 101_500).await?;
    sessions::touch(c, &token_hash, 101_500, 101_500).await?;
    sessions::confirm(c, &token_hash, 101_500).await?;
    sessions::lifetime_of(c, &token_hash).await?;
    sessions::count_of_user(c, user, 101_500).await?;
    sessions::end_idle(c, &token_hash, 0).await?;
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
    settings::written_at(c, &v.word).await?;
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
    users::find_by_emails(c, &[&v.email]).await?;
    users::find_by_student_ids(c, &[&v.word]).await?;
    users::used_student_ids(c, &[&v.word]).await?;
    users::summary(c, user, NOW).await?;
    users::count_active_administrators(c).await?;
    users::classes(c).await?;
    roles::with_people(c).await?;
    roles::all(c).await?;
    roles::count_people(c, "admin").await?;
    let role = Role::stored(v.word.clone(), v.word.clone(), Acts::NONE);
    roles::insert(c, &role).await?;
    roles::find(c, &v.word).await?;
    roles::update(c, &role).await?;
    roles::remove(c, &v.word).await?;
    users::set_password(c, user, &v.word, 1).await?;
    users::renew_password_hash(c, user, &v.word).await?;
    let block = users::Block {
        since: 1,
        reason: &v.word,
    };
    users::set_block(c, user, Some(block), 1).await?;
    Ok(())
}

async fn email_changes(c: &mut Transaction, v: &Values) -> Result<()> {
    let change = email_changes::NewEmailChange {
        id: Id::new(v.free),
        user_id: v.user,
        old_email: &v.email,
        old_email_key: &v.email,
        new_email: &v.word,
        requested_at: 1,
        changed_at: None,
        expires_at: NOW,
        by_staff: 0,
        has_notice: 0,
        session_hash: None,
    };
    email_changes::insert(c, &change).await?;
    email_changes::find(c, change.id).await?;
    email_changes::shown_to(c, v.user, &v.word, 2, 20).await?;
    email_changes::set_confirm_hash(c, change.id, &v.word, NOW).await?;
    email_changes::set_undo_hash(c, Id::new(v.free + 1), &v.word).await?;
    email_changes::to_confirm(c, &v.word, 2).await?;
    email_changes::to_undo(c, &v.word, 2).await?;
    email_changes::reserves(c, &v.email, v.user, 2).await?;
    email_changes::show_notice(c, change.id).await?;
    email_changes::end_undoing_of(c, v.user, 2).await?;
    email_changes::end_undoing_of_role(c, "librarian", 2).await?;
    email_changes::keys_of(c, v.user).await?;
    email_changes::kept_emails(c, &[&v.email], 2).await?;
    email_changes::dismiss(c, v.user, change.id, &v.word).await?;
    email_changes::remove_pending_of(c, v.user).await?;
    email_changes::remove_since(c, v.other_user, 2).await?;
    email_changes::remove_expired(c, 101_000 + v.number).await?;
    let registration = registrations::NewRegistration {
        id: Id::new(v.free),
        name: &v.word,
        email: &v.email,
        email_key: &v.email,
        phone: None,
        address: None,
        language: None,
        password_hash: &v.word,
        created_at: 1,
        expires_at: NOW,
    };
    registrations::insert(c, &registration).await?;
    registrations::find(c, registration.id).await?;
    registrations::set_token_hash(c, registration.id, &v.word, NOW).await?;
    registrations::of_link(c, &v.word, 2).await?;
    registrations::remove(c, registration.id).await?;
    registrations::remove_of(c, &v.email).await?;
    registrations::remove_expired(c, 101_000 + v.number).await?;
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
    email_changes(c, v).await?;
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
    jobs::extend(c, id, 1, 4).await?;
    jobs::retry(c, id, 1, "busy", 4).await?;
    jobs::repeat(c, id, 1, 5).await?;
    jobs::bring_forward(c, kind::HOURLY, &v.word, 4).await?;
    jobs::finish(c, id, 0, Outcome::Done, None, 6).await?;
    jobs::remove(c, id).await?;
    jobs::remove_finished(c, kind::MAIL, 101_000 + v.number).await?;
    Ok(())
}

/// People are removed from what is kept.
async fn forgetting(c: &mut Transaction, v: &Values) -> Result<()> {
    audit::remove_before(c, 100_000 + v.number, 20).await?;
    privacy::anonymise_returned(c, 870_000_000 + v.number, 2).await?;
    privacy::anonymise_charges(c, 870_000_000 + v.number, 2).await?;
    privacy::books_rated(c, v.other_user).await?;
    Ok(())
}

/// An account without anything open is erased.
async fn erasure(c: &mut Transaction, v: &Values) -> Result<()> {
    let user_fields = UserFields {
        name: v.word.clone(),
        email: format!("erased {}", v.email),
        email_key: format!("erased {}", v.email),
        role: "student".to_owned(),
        terms: [v.word.clone(), v.email.clone()].into(),
        ..UserFields::default()
    };
    let id = Id::new(v.free + 100);
    users::insert(c, id, &user_fields, "", 1).await?;
    consents::insert(c, id, 1, &v.word).await?;
    privacy::erase(c, id, 2).await
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
    let hash = "0".repeat(32);
    fields.record.cover_image = Some(format!("/covers/{hash}"));
    let id = Id::new(v.free);
    books::insert(c, id, &fields, 1).await?;
    let book = books::find(c, id).await?.ok_or(Error::NoRow)?;
    let cover = NewCover {
        hash: &hash,
        files: &[vec![1], vec![2], vec![3]],
    };
    covers::insert(c, id, cover, 1).await?;
    fields.record.cover_image = None;
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
    books::delete(c, &book, 5).await?;
    let deleted_at = book.created_at;
    let deleted = DeletedBook {
        book: book.clone(),
        deleted_at,
    };
    books::undelete(c, &deleted, 6).await?;
    books::delete(c, &book, 5).await?;
    books::erase_deleted_with_barcode(c, &v.barcode).await?;
    books::erase_deleted(c, 6, 10).await?;
    Ok(())
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
    c.lock(Lock::Address(&v.word)).await?;
    c.lock(Lock::Demo).await?;
    c.lock(Lock::Settings).await?;
    c.lock(Lock::SettingsUnchanged).await?;
    c.lock(Lock::Roles).await?;
    c.lock(Lock::User(v.user)).await?;
    c.lock(Lock::Book(v.book)).await?;
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
    forgetting(c, v).await?;
    c.restart_lock_order();
    erasure(c, v).await?;
    c.restart_lock_order();
    moves(c, v).await?;
    c.restart_lock_order();
    changes_of_many(c, v).await?;
    harvests(c, v).await
}

/// Past days are totalled, the totals are compared with their sources, and removed.
pub async fn totalling(c: &mut Transaction, _: &Values) -> Result<()> {
    totals::advance(c, 35).await?;
    totals::are_whole(c).await?;
    c.restart_lock_order();
    totals::forget(c).await
}
