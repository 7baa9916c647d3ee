//! Lists of borrowings: one's own, a person's, all.

use std::sync::Arc;

use carrel_domain::catalogue::book::BookId;
use carrel_domain::circulation::status::BorrowingState;
use carrel_domain::money::{Amount, Currency};
use carrel_domain::users::{Act, UserId};
use carrel_storage::borrowings::{self, Filter, Order, Search};
use carrel_storage::{Connection, ledger, ratings, users};
use jiff::Timestamp;
use jiff::civil::{Date, Time};
use serde_json::json;

use crate::catalogue::browse::searched_words;
use crate::circulation::readings::{self, FoundPeople, Reading};
use crate::circulation::view::Borrowing;
use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};
use crate::core::keys::searched_term;
use crate::core::library::Library;
use crate::core::page::{Page, Paged};
use crate::core::settings::Settings;

/// The filter of a person's history.
#[derive(Debug, Clone)]
pub struct HistoryQuery {
    pub state: BorrowingState,
    /// Only borrowings from this civil year of the library.
    pub year: Option<i16>,
    pub page: Page,
}

/// A person's history with its sums.
#[derive(Debug, Clone)]
pub struct History {
    pub borrowings: Paged<Borrowing>,
    /// The number of all borrowings of the person, whatever the filter.
    pub ever: u64,
    pub returned: u64,
    /// The currency of the amounts.
    pub currency: Currency,
    pub fines_booked: Amount,
    pub fines_outstanding: Amount,
    /// Civil years in which the person borrowed, the latest first.
    pub years: Vec<i16>,
    /// The person's stars for the books of this page: book id and stars.
    pub ratings: Vec<(BookId, i64)>,
}

/// The open borrowings of the person who is signed in, the earliest due date first.
pub async fn my_borrowings(library: &Library, context: &Context, page: Page) -> Result<Paged<Borrowing>> {
    let user_id = context.require(Act::ReadOwnBorrowings)?.user.id;
    let input = (user_id, context.now, library.shown_settings(), page);
    library
        .database
        .read(&input, |connection, (user_id, now, settings, page)| {
            Box::pin(async move {
                let filter = Filter::of_user(*user_id, BorrowingState::Open, now.as_millisecond());
                list(connection, &filter, Order::Due, *page, *now, settings).await
            })
        })
        .await
}

async fn list(
    connection: &mut Connection,
    filter: &Filter<'_>,
    order: Order,
    page: Page,
    now: Timestamp,
    settings: &Settings,
) -> Result<Paged<Borrowing>> {
    let rows = borrowings::list(connection, filter, order, page.sql_limit(), page.sql_offset()).await?;
    let total = borrowings::count(connection, filter).await?;
    Ok(Paged::new(Borrowing::all_at(rows, now, settings), page, total))
}

/// Every borrowing of the person who is signed in, the newest first.
pub async fn my_history(library: &Library, context: &Context, query: HistoryQuery) -> Result<History> {
    let user_id = context.require(Act::ReadOwnBorrowings)?.user.id;
    let input = (user_id, context.now, library.shown_settings(), query);
    library
        .database
        .read(&input, |connection, input| {
            Box::pin(history_in(connection, input))
        })
        .await
}

async fn history_in(
    connection: &mut Connection,
    (user_id, now, settings, query): &(UserId, Timestamp, Arc<Settings>, HistoryQuery),
) -> Result<History> {
    let now_ms = now.as_millisecond();
    let mut filter = Filter::of_user(*user_id, query.state, now_ms);
    filter.borrowed_between = query.year.and_then(|year| year_span(year, settings));
    let borrowings = list(connection, &filter, Order::Newest, query.page, *now, settings).await?;
    let ever = borrowings::count(
        connection,
        &Filter::of_user(*user_id, BorrowingState::Any, now_ms),
    )
    .await?;
    let returned = borrowings::count(
        connection,
        &Filter::of_user(*user_id, BorrowingState::Returned, now_ms),
    )
    .await?;
    let money = ledger::totals_of_user(connection, *user_id).await?;
    let (first, last) = borrowings::span_of_user(connection, *user_id).await?;
    let year = |ms: i64| {
        Timestamp::from_millisecond(ms)
            .ok()
            .map(|at| settings.zone.to_datetime(at).year())
    };
    let years = match (first.and_then(year), last.and_then(year)) {
        (Some(first), Some(last)) => (first..=last).rev().collect(),
        _ => Vec::new(),
    };
    let mut books: Vec<BookId> = borrowings
        .entries
        .iter()
        .map(|entry| entry.record.book_id)
        .collect();
    books.sort_unstable();
    books.dedup();
    let ratings = ratings::of_user(connection, *user_id, &books).await?;
    Ok(History {
        ratings,
        borrowings,
        ever: ever.unsigned_abs(),
        returned: returned.unsigned_abs(),
        currency: settings.currency,
        fines_booked: money.charged,
        fines_outstanding: money.balance,
        years,
    })
}

/// The first instant of a civil year and of the next one, in the library's zone.
fn year_span(year: i16, settings: &Settings) -> Option<(i64, i64)> {
    let start = |year: i16| {
        let day = Date::new(year, 1, 1).ok()?;
        Some(
            day.to_datetime(Time::midnight())
                .to_zoned(settings.zone.clone())
                .ok()?
                .timestamp()
                .as_millisecond(),
        )
    };
    Some((start(year)?, start(year.checked_add(1)?)?))
}

/// Which borrowings of others the caller reads: those that were chosen, otherwise all that the caller may see. A caller
/// with the permission to record payments finds returned borrowings with an unpaid fine.
fn visible(context: &Context, chosen: Option<BorrowingState>) -> Result<BorrowingState> {
    context.require(Act::ReadAnyBorrowing)?;
    match chosen {
        Some(BorrowingState::Unpaid) if context.require(Act::RecordPayment).is_ok() => {
            Ok(BorrowingState::Unpaid)
        }
        Some(state) if state.includes_returned() => context.require(Act::ReadAnyHistory).map(|_| state),
        Some(state) => Ok(state),
        None if context.require(Act::ReadAnyHistory).is_ok() => Ok(BorrowingState::Any),
        None => Ok(BorrowingState::Open),
    }
}

/// A person's borrowings, for staff: open ones first. Reading a list with returned borrowings is recorded in
/// the audit log, because it reveals another person's history: whatever the page, once an hour.
pub async fn of_person(
    library: &Library,
    context: &Context,
    user_id: UserId,
    state: Option<BorrowingState>,
    page: Page,
) -> Result<Paged<Borrowing>> {
    let state = visible(context, state)?;
    let reader = context.require(Act::ReadAnyBorrowing)?.user.id;
    let input = (user_id, state, page, context.now, library.shown_settings());
    let found = library
        .database
        .read(&input, |connection, (user_id, state, page, now, settings)| {
            Box::pin(async move {
                users::find(connection, *user_id)
                    .await?
                    .ok_or(Error::NotFound(Noun::User))?;
                let filter = Filter::of_user(*user_id, *state, now.as_millisecond());
                let order = match state {
                    BorrowingState::Any => {
                        let (limit, offset) = (page.sql_limit(), page.sql_offset());
                        let rows =
                            borrowings::list_open_first(connection, *user_id, filter.now, limit, offset)
                                .await?;
                        let total = borrowings::count(connection, &filter).await?;
                        let rows = Borrowing::all_at(rows, *now, settings);
                        return Ok(Paged::new(rows, *page, total));
                    }
                    BorrowingState::Returned | BorrowingState::Unpaid => Order::Newest,
                    BorrowingState::Open | BorrowingState::Active | BorrowingState::Overdue => Order::Due,
                };
                list(connection, &filter, order, *page, *now, settings).await
            })
        })
        .await?;
    // That nothing is unpaid is no history.
    let is_history = state.includes_returned() && (state != BorrowingState::Unpaid || found.total > 0);
    if is_history && reader != user_id {
        let reading = Reading {
            action: "user.history_read",
            user_id: Some(user_id),
            of_several: "borrowings",
            details: None,
        };
        readings::record_once_an_hour(library, context, reading).await?;
    }
    Ok(found)
}

/// The sort orders of the list of all borrowings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Everybody {
    NewestFirst,
    LongestDueFirst,
}

/// The filter and the order of the list of all borrowings.
#[derive(Debug, Clone)]
pub struct AllQuery {
    /// Everything that the caller may see when absent.
    pub state: Option<BorrowingState>,
    pub order: Everybody,
    /// Words of a person's name, e-mail address or student ID, or of a book.
    pub search: String,
    pub page: Page,
}

/// All borrowings that match, for staff. A list with returned borrowings of other people is recorded in the audit log, and
/// so is a search for people in such a list: once an hour for each filter.
pub async fn all(library: &Library, context: &Context, query: AllQuery) -> Result<Paged<Borrowing>> {
    let reader = context.require(Act::ReadAnyBorrowing)?.user.id;
    let state = visible(context, query.state)?;
    let term = term_of(&query.search);
    let (found, people) = search(library, context, state, query, term.clone()).await?;
    let is_recorded = match people {
        FoundPeople::None => false,
        FoundPeople::One(person) => person != reader,
        FoundPeople::Several => true,
    };
    let is_recorded = is_recorded || found.entries.iter().any(|entry| reveals(entry, Some(reader)));
    if is_recorded && state.includes_returned() {
        let action = if term.is_empty() {
            "borrowings.read"
        } else {
            "borrowings.searched"
        };
        let reading = reading_of_all(action, people, &term, state, None);
        readings::record_once_an_hour(library, context, reading).await?;
    }
    Ok(found)
}

/// The maximum number of borrowings in one file.
pub const LARGEST_FILE: u32 = 20_000;

/// The borrowings for a file: the first [`LARGEST_FILE`] that match. Each file with content is recorded in the audit
/// log.
pub async fn all_for_file(library: &Library, context: &Context, query: AllQuery) -> Result<Paged<Borrowing>> {
    context.require(Act::ExportBorrowings)?;
    let state = visible(context, query.state)?;
    let term = term_of(&query.search);
    let page = Page::whole(LARGEST_FILE);
    let query = AllQuery { page, ..query };
    let (found, people) = search(library, context, state, query, term.clone()).await?;
    if !found.entries.is_empty() {
        let rows = Some(found.entries.len());
        let reading = reading_of_all("borrowings.exported", people, &term, state, rows);
        readings::record(library, context, reading).await?;
    }
    Ok(found)
}

/// What the audit log says about reading all borrowings. If the search finds one person, it says who that is by
/// identifier, and leaves out the text, which may be an e-mail address.
fn reading_of_all(
    action: &'static str,
    people: FoundPeople,
    term: &str,
    state: BorrowingState,
    rows: Option<usize>,
) -> Reading {
    let mut details = json!({ "status": state.as_str() });
    if let Some(rows) = rows {
        details["rows"] = rows.into();
    }
    let user_id = match people {
        FoundPeople::One(person) => Some(person),
        FoundPeople::None | FoundPeople::Several => None,
    };
    if user_id.is_none() && !term.is_empty() {
        details["search"] = term.into();
    }
    Reading {
        action,
        user_id,
        of_several: "borrowings",
        details: Some(details),
    }
}

/// The searched term. A text without letters and digits matches nothing; it counts as no search.
fn term_of(search: &str) -> String {
    let term = searched_term(search);
    if term.contains(char::is_alphanumeric) {
        term
    } else {
        String::new()
    }
}

/// The borrowings that match, and the people that the search finds.
async fn search(
    library: &Library,
    context: &Context,
    state: BorrowingState,
    query: AllQuery,
    term: String,
) -> Result<(Paged<Borrowing>, FoundPeople)> {
    let words = searched_words(&query.search);
    let input = (state, query, term, words, context.now, library.shown_settings());
    library
        .database
        .read_long(input, |connection, input| Box::pin(search_in(connection, input)))
        .await
}

async fn search_in(
    connection: &mut Connection,
    (state, query, term, words, now, settings): &(
        BorrowingState,
        AllQuery,
        String,
        Vec<String>,
        Timestamp,
        Arc<Settings>,
    ),
) -> Result<(Paged<Borrowing>, FoundPeople)> {
    let search = (!term.is_empty()).then(|| Search::new(term, words));
    let mut filter = Filter::everybody(*state, now.as_millisecond());
    filter.search = search.as_ref();
    let order = match query.order {
        Everybody::NewestFirst => Order::Newest,
        Everybody::LongestDueFirst => Order::Due,
    };
    let found = list(connection, &filter, order, query.page, *now, settings).await?;
    Ok((found, readings::found_people(connection, term).await?))
}

/// The newest borrowings of all, for staff. Reading returned ones of other people is recorded, as in [`all`].
pub async fn newest(library: &Library, context: &Context, limit: u32) -> Result<Vec<Borrowing>> {
    let state = visible(context, None)?;
    let page = Page::new(1, limit);
    let input = (state, page, context.now, library.shown_settings());
    let found = library
        .database
        .read(&input, |connection, (state, page, now, settings)| {
            Box::pin(async move {
                let filter = Filter::everybody(*state, now.as_millisecond());
                let rows = borrowings::list(connection, &filter, Order::Newest, page.sql_limit(), 0).await?;
                Ok::<_, Error>(Borrowing::all_at(rows, *now, settings))
            })
        })
        .await?;
    let reader = context.actor_id();
    if found.iter().any(|entry| reveals(entry, reader)) {
        let reading = reading_of_all("borrowings.read", FoundPeople::None, "", state, None);
        readings::record_once_an_hour(library, context, reading).await?;
    }
    Ok(found)
}

/// Whether a borrowing is part of the history of another person.
fn reveals(entry: &Borrowing, reader: Option<UserId>) -> bool {
    entry.record.returned_at.is_some()
        && entry
            .record
            .borrower()
            .is_some_and(|borrower| Some(borrower) != reader)
}
