//! Calls of the functions that list rows, as in [`super::calls`].

use carrel_domain::catalogue::book::Book;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::circulation::status::BorrowingState;
use carrel_domain::identity::Id;
use carrel_domain::webhooks::WebhookId;
use carrel_storage::books::{self, Searched, Shelf};
use carrel_storage::copies::{Order, State};
use carrel_storage::jobs::kind;
use carrel_storage::saved_searches::NewSavedSearch;
use carrel_storage::users::{Filter, RoleFilter};
use carrel_storage::{
    Result, Transaction, audit, borrowings, changes, copies, diagnosis, favorites, jobs, ledger, ratings,
    reviews, saved_searches, sessions, tombstones, totals, users, webhooks,
};

use super::rows::NOW;
use super::values::Values;

/// The first instant of the day up to which all days are totalled, in milliseconds.
const DAY_34: i64 = 34 * totals::DAY_MS;

pub async fn own_searches(c: &mut Transaction, v: &Values) -> Result<()> {
    let search = NewSavedSearch {
        id: Id::new(v.free),
        user_id: v.user,
        name: "Whales",
        query: "{}",
        created_at: 1,
        seen_at: 1,
    };
    saved_searches::insert(c, &search).await?;
    saved_searches::of_user(c, v.user).await?;
    saved_searches::find(c, v.user, search.id).await?;
    saved_searches::of_feed(c, &format!("f{}", v.user.number())).await?;
    saved_searches::change(c, search.id, "Oceans", 2).await?;
    saved_searches::set_feed(c, search.id, None).await?;
    saved_searches::remove(c, search.id).await
}

/// Lists in the order of an index.
pub async fn ordered_lists(c: &mut Transaction, v: &Values, offset: i64) -> Result<()> {
    books::page_after(c, v.book, 20).await?;
    books::current_after(c, v.book, 20).await?;
    books::current_at(c, v.book, 20).await?;
    books::most_borrowed(c, 10, offset).await?;
    ledger::debtors(c, 900 + v.number, 5).await?;
    borrowings::recent_books_of(c, v.user, 10).await?;
    favorites::list(c, v.user, 20, offset).await?;
    copies_in_order(c, v, offset).await?;
    favorites::ids(c, v.user, 1000).await?;
    reviews::of_book(c, v.book, true, 20, offset).await?;
    reviews::of_book(c, v.book, false, 20, offset).await?;
    tombstones::since::<Book>(c, 108_000 + offset, 20).await?;
    users::list(c, &Filter::default(), NOW, 20, offset).await?;
    for role in [RoleFilter::Is("admin"), RoleFilter::IsNot("admin")] {
        let filter = Filter {
            role: Some(role),
            ..Filter::default()
        };
        users::list(c, &filter, NOW, 20, offset).await?;
        users::count(c, &filter).await?;
    }
    for role in [None, Some(RoleFilter::Is("admin"))] {
        let filter = Filter {
            role,
            class_key: Some("class 7"),
            term: None,
            barcode: None,
        };
        users::list(c, &filter, NOW, 20, offset).await?;
        users::count(c, &filter).await?;
    }
    changes::since(c, 8_000 + offset, 20).await?;
    changes::has_unnumbered(c).await?;
    changes::newest(c).await?;
    sessions::of_user(c, v.user, 100_500, 20, offset).await?;
    ledger::of_user(c, v.user, (100_000, 5), 20).await?;
    ledger::payments_of(c, v.user, 20).await?;
    ledger::payments_of_receipt(c, 1).await?;
    webhooks::deliveries_of(c, WebhookId::new(1), 20, offset).await?;
    diagnosis::newest_entry_at(c).await?;
    audit::of_account(c, v.user, (1, 5), 20).await?;
    audit::of_book(c, v.book, (1, 5), 20).await?;
    audit::changes_since(c, NOW - 30_000, 2000).await?;
    audit_log(c, v, offset).await?;
    for entity_id in [Some(v.user.number()), None] {
        let reading = audit::NewEntry {
            at: NOW,
            actor_id: Some(v.user),
            action: "user.history_read",
            entity: if entity_id.is_some() { "user" } else { "borrowings" },
            entity_id,
            user_id: None,
            book_id: None,
            before_state: None,
            after_state: None,
            request_id: None,
        };
        audit::has_equal_since(c, &reading, NOW - 3_600_000).await?;
    }
    jobs::due(c, kind::MAIL, NOW, jobs::START, 20).await?;
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
    for state in [BorrowingState::Returned, BorrowingState::Unpaid] {
        borrowings::list(c, &of_user(state), borrowings::Order::Newest, 20, offset).await?;
    }
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
        BorrowingState::Unpaid,
    ] {
        let everybody = borrowings::Filter::everybody(state, NOW - v.number);
        borrowings::list(c, &everybody, borrowings::Order::Newest, 20, offset).await?;
        borrowings::list(c, &everybody, borrowings::Order::Due, 20, offset).await?;
    }
    Ok(())
}

/// The copies of all books in the orders of indexes.
async fn copies_in_order(c: &mut Transaction, v: &Values, offset: i64) -> Result<()> {
    let room = format!("Room {}", v.number % 40);
    for (state, location, order) in [
        (State::Any, None, Order::Barcode),
        (State::Any, None, Order::CallNumber),
        (State::Any, None, Order::Title),
        (State::Any, Some(room.as_str()), Order::Barcode),
        (State::Any, Some(room.as_str()), Order::CallNumber),
        (State::Available, None, Order::Barcode),
        (State::Available, None, Order::CallNumber),
        (State::Available, None, Order::Title),
        (State::Available, Some(room.as_str()), Order::Barcode),
        (State::Available, Some(room.as_str()), Order::CallNumber),
        (State::OnLoan, None, Order::Due),
        (State::Overdue, None, Order::Due),
        (State::Overdue, Some(room.as_str()), Order::Due),
    ] {
        copies::list(c, &of_copies(state, location, v), order, 20, offset).await?;
    }
    copies::locations(c, 500).await?;
    Ok(())
}

/// The copies of a list without a search.
fn of_copies<'a>(state: State, location: Option<&'a str>, v: &Values) -> copies::Filter<'a> {
    copies::Filter {
        state,
        location,
        search: None,
        now: NOW - v.number,
    }
}

/// The audit log by each filter, alone and within days.
async fn audit_log(c: &mut Transaction, v: &Values, offset: i64) -> Result<()> {
    let all = audit::Filter::default();
    let filters = [
        all,
        audit::Filter {
            actor_id: Some(v.user),
            ..all
        },
        audit::Filter {
            user_id: Some(v.user),
            ..all
        },
        audit::Filter {
            book_id: Some(v.book),
            ..all
        },
        audit::Filter {
            action: Some("user.changed"),
            ..all
        },
    ];
    for filter in filters {
        let within_days = audit::Filter {
            from: Some(100_000 + v.number),
            until: Some(101_000 + v.number),
            ..filter
        };
        for filter in [filter, within_days] {
            audit::list(c, &filter, 20, offset).await?;
            audit::list_before(c, &filter, (102_000 - v.number, 5), 20).await?;
            audit::count(c, &filter, 100).await?;
        }
    }
    Ok(())
}

/// Lists that are found by an index and sorted afterwards: they stay short.
pub async fn sorted_lists(c: &mut Transaction, v: &Values, offset: i64) -> Result<()> {
    c.ask_all((
        borrowings::asking_standing(v.user, v.book, NOW),
        copies::asking_loan_candidates(v.book),
        borrowings::asking_open_by_type(v.user),
    ))
    .await?;
    // The books of an author, the copies of a book, the books of one semester's shelf,
    books::by_author(c, &v.author, 10).await?;
    copies::of_book(c, v.book).await?;
    copies::places_of_book(c, v.book).await?;
    borrowings::next_due_of_book(c, v.book).await?;
    // copies on loan, in rare states, and at one location by title,
    let room = format!("Room {}", v.number % 40);
    for (state, location, order) in [
        (State::Any, Some(room.as_str()), Order::Title),
        (State::OnLoan, None, Order::Barcode),
        (State::Overdue, None, Order::CallNumber),
        (State::Overdue, Some(room.as_str()), Order::Title),
        (State::Is(CopyState::Lost), None, Order::Barcode),
        (State::Is(CopyState::Withdrawn), Some(room.as_str()), Order::Title),
    ] {
        copies::list(c, &of_copies(state, location, v), order, 20, offset).await?;
        copies::count(c, &of_copies(state, location, v)).await?;
    }
    copies::count(c, &of_copies(State::Any, None, v)).await?;
    copies::count(c, &of_copies(State::Available, None, v)).await?;
    copies::count(c, &of_copies(State::Available, Some(room.as_str()), v)).await?;
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
    books::ids_of_category(c, "Fiction").await?;
    // people found by a word,
    for role in [None, Some(RoleFilter::Is("admin"))] {
        let filter = Filter {
            role,
            term: Some(&v.word),
            ..Filter::default()
        };
        users::list(c, &filter, NOW, 20, offset).await?;
        users::count(c, &filter).await?;
    }
    let filter = Filter {
        term: Some(&v.word),
        barcode: Some(&v.barcode),
        ..Filter::default()
    };
    users::list(c, &filter, NOW, 20, offset).await?;
    users::count(c, &filter).await?;
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
pub async fn searches(c: &mut Transaction, v: &Values, offset: i64) -> Result<()> {
    let search = borrowings::Search::new(&v.word, std::slice::from_ref(&v.word));
    for state in [
        BorrowingState::Any,
        BorrowingState::Open,
        BorrowingState::Overdue,
        BorrowingState::Returned,
        BorrowingState::Unpaid,
    ] {
        let filter = borrowings::Filter {
            search: Some(&search),
            ..borrowings::Filter::everybody(state, NOW)
        };
        borrowings::list(c, &filter, borrowings::Order::Newest, 20, offset).await?;
        borrowings::list(c, &filter, borrowings::Order::Due, 20, offset).await?;
        borrowings::count(c, &filter).await?;
    }
    let search = copies::Search::new(&v.barcode, "c1000", std::slice::from_ref(&v.word));
    for state in [State::Any, State::Overdue, State::Is(CopyState::Lost)] {
        let filter = copies::Filter {
            search: Some(&search),
            ..of_copies(state, None, v)
        };
        copies::list(c, &filter, Order::Title, 20, offset).await?;
        copies::count(c, &filter).await?;
    }
    Ok(())
}
