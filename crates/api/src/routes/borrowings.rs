use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use carrel_domain::calendar::civil_date;
use carrel_operations::circulation;
use carrel_operations::circulation::{AllQuery, Everybody, HistoryQuery};
use carrel_operations::{BorrowingState, Page};
use jiff::Timestamp;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::caller::Caller;
use crate::csv::Csv;
use crate::failure::{Failure, FailureBody};
use crate::input::{Asked, Id, PageQuery, choice, words};
use crate::respond::{Answer, Created, Envelope, Listed};
use crate::shapes::words::{BorrowingSortName, BorrowingStateName};
use crate::shapes::{Borrowing, MyHistory, MySummary};
use crate::state::Api;

pub(crate) const STATES: &[(&str, BorrowingState)] = &[
    ("active", BorrowingState::Active),
    ("overdue", BorrowingState::Overdue),
    ("returned", BorrowingState::Returned),
    ("open", BorrowingState::Open),
    ("all", BorrowingState::Any),
];

pub(crate) const ORDERS: &[(&str, Everybody)] = &[
    ("borrowedDate", Everybody::NewestFirst),
    ("dueDate", Everybody::LongestDueFirst),
];

/// Borrowings in which state.
pub(crate) fn state(text: Option<&str>) -> Answer<BorrowingState> {
    Ok(choice("status", text, STATES)?.unwrap_or(BorrowingState::Any))
}

/// Which borrowings are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AllBorrowingsQuery {
    /// `open` is active or overdue.
    #[param(inline, value_type = Option<BorrowingStateName>)]
    status: Option<String>,
    /// Words of a person's name, e-mail address or student ID, or of a book.
    search: Option<String>,
    /// The newest, or the longest due first.
    #[param(inline, value_type = Option<BorrowingSortName>)]
    sort: Option<String>,
}

impl AllBorrowingsQuery {
    fn into_query(self, page: Page) -> Result<AllQuery, Failure> {
        Ok(AllQuery {
            state: state(self.status.as_deref())?,
            order: choice("sort", self.sort.as_deref(), ORDERS)?.unwrap_or(Everybody::NewestFirst),
            search: words(self.search).unwrap_or_default(),
            page,
        })
    }
}

/// Everybody's borrowings.
#[utoipa::path(get, path = "/api/borrowings", operation_id = "all_borrowings",
    tag = "admin", security(("session" = [])),
    params(AllBorrowingsQuery, PageQuery),
    responses((status = 200, body = Listed<Borrowing>), (status = "default", body = FailureBody)))]
pub(crate) async fn all(
    State(api): State<Api>,
    caller: Caller,
    Asked(query): Asked<AllBorrowingsQuery>,
    Asked(page): Asked<PageQuery>,
) -> Answer<Listed<Borrowing>> {
    let query = query.into_query(page.page()?)?;
    let borrowings = circulation::all(&api.library, &caller.0, query).await?;
    Ok(Listed::of(borrowings, Borrowing::from))
}

/// Everybody's borrowings as comma-separated values: the first 20,000 of what is asked for. `x-total-count` says how many
/// there are. Days are those of the library's zone, amounts are decimal numbers in the library's currency, and no cell is one that a spreadsheet runs.
#[utoipa::path(get, path = "/api/admin/borrowings/table.csv", operation_id = "borrowings_table",
    tag = "admin", security(("session" = [])), params(AllBorrowingsQuery),
    responses((status = 200, content_type = "text/csv; charset=utf-8", body = String,
        headers(("x-total-count" = u64, description = "How many borrowings there are of what is asked for."))),
        (status = "default", body = FailureBody)))]
pub(crate) async fn table(
    State(api): State<Api>,
    caller: Caller,
    Asked(query): Asked<AllBorrowingsQuery>,
) -> Answer<impl IntoResponse> {
    let query = query.into_query(Page::default())?;
    let zone = api.library.shown_settings().zone.clone();
    let borrowings = circulation::all_for_file(&api.library, &caller.0, query).await?;
    let total = [("x-total-count", borrowings.total.to_string())];
    let header = [
        "title",
        "author",
        "category",
        "copy",
        "name",
        "email",
        "status",
        "borrowed",
        "due",
        "returned",
        "fine",
        "outstanding",
    ];
    let day = |at: i64| {
        Timestamp::from_millisecond(at).map_or(String::new(), |at| civil_date(at, &zone).to_string())
    };
    let rows = borrowings.entries.into_iter().map(|borrowing| {
        let row = borrowing.row;
        vec![
            row.book_title,
            row.book_author,
            row.book_category,
            row.copy_barcode,
            row.user_name,
            row.user_email,
            borrowing.status.as_str().to_owned(),
            day(row.borrowed_at),
            row.due_on,
            row.returned_at.map(day).unwrap_or_default(),
            borrowing.currency.decimal(borrowing.fine).to_string(),
            borrowing.currency.decimal(borrowing.fine_outstanding).to_string(),
        ]
    });
    Ok((total, Csv::of("borrowings", &header, rows)))
}

/// Overdue borrowings, the longest overdue first.
#[utoipa::path(get, path = "/api/borrowings/overdue", operation_id = "overdue_borrowings",
    tag = "admin", security(("session" = [])), params(PageQuery),
    responses((status = 200, body = Listed<Borrowing>), (status = "default", body = FailureBody)))]
pub(crate) async fn overdue(
    State(api): State<Api>,
    caller: Caller,
    Asked(page): Asked<PageQuery>,
) -> Answer<Listed<Borrowing>> {
    let query = AllQuery {
        state: BorrowingState::Overdue,
        order: Everybody::LongestDueFirst,
        search: String::new(),
        page: page.page()?,
    };
    let borrowings = circulation::all(&api.library, &caller.0, query).await?;
    Ok(Listed::of(borrowings, Borrowing::from))
}

/// Borrows a book.
#[utoipa::path(post, path = "/api/borrowings/{bookId}", operation_id = "borrow_book",
    tag = "borrowings", security(("session" = [])),
    params(("bookId" = String, Path)),
    responses((status = 201, body = Envelope<Borrowing>), (status = "default", body = FailureBody)))]
pub(crate) async fn borrow(
    State(api): State<Api>,
    caller: Result<Caller, Failure>,
    Id(book_id): Id,
) -> Answer<Created<Borrowing>> {
    let Caller(context) = caller.map_err(Failure::while_borrowing)?;
    let borrowing = circulation::borrow(&api.library, context, book_id)
        .await
        .map_err(|error| Failure::from(error).while_borrowing())?;
    Ok(Created(Envelope::saying(
        "Book borrowed successfully!",
        borrowing.into(),
    )))
}

/// One's own open borrowings: what is due first comes first.
#[utoipa::path(get, path = "/api/borrowings/my-borrowings", tag = "borrowings", security(("session" = [])),
    params(PageQuery),
    responses((status = 200, body = Listed<Borrowing>), (status = "default", body = FailureBody)))]
pub(crate) async fn my_borrowings(
    State(api): State<Api>,
    caller: Caller,
    Asked(page): Asked<PageQuery>,
) -> Answer<Listed<Borrowing>> {
    let borrowings = circulation::my_borrowings(&api.library, &caller.0, page.page()?).await?;
    Ok(Listed::of(borrowings, Borrowing::from))
}

/// Which part of one's history is wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct MyHistoryQuery {
    /// `open` is active or overdue.
    #[param(inline, value_type = Option<BorrowingStateName>)]
    status: Option<String>,
    /// Only what was borrowed in this year.
    #[param(value_type = Option<i16>)]
    year: Option<String>,
}

/// Every borrowing of one's own, open ones too, the newest first.
#[utoipa::path(get, path = "/api/borrowings/my-history", tag = "borrowings", security(("session" = [])),
    params(MyHistoryQuery, PageQuery),
    responses((status = 200, body = MyHistory), (status = "default", body = FailureBody)))]
pub(crate) async fn my_history(
    State(api): State<Api>,
    caller: Caller,
    Asked(query): Asked<MyHistoryQuery>,
    Asked(page): Asked<PageQuery>,
) -> Answer<Json<MyHistory>> {
    let year = match query
        .year
        .as_deref()
        .map(str::trim)
        .filter(|text| !text.is_empty())
    {
        None => None,
        Some(text) => {
            let year = text.parse::<i16>().ok().filter(|year| (1..=9998).contains(year));
            Some(year.ok_or_else(|| Failure::parameter("year", "year must be a year such as 2024"))?)
        }
    };
    let query = HistoryQuery {
        state: state(query.status.as_deref())?,
        year,
        page: page.page()?,
    };
    Ok(Json(
        circulation::my_history(&api.library, &caller.0, query)
            .await?
            .into(),
    ))
}

/// What one has, has had and owes, in a few numbers.
#[utoipa::path(get, path = "/api/borrowings/my-summary", tag = "borrowings", security(("session" = [])),
    responses((status = 200, body = Envelope<MySummary>), (status = "default", body = FailureBody)))]
pub(crate) async fn my_summary(State(api): State<Api>, caller: Caller) -> Answer<Envelope<MySummary>> {
    Ok(Envelope::of(
        circulation::my_summary(&api.library, &caller.0).await?.into(),
    ))
}
