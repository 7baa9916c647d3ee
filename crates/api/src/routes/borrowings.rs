use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use carrel_domain::calendar::civil_date;
use carrel_domain::catalogue::book::BookId;
use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_domain::circulation::desk::{OverrideForm, validate_overrides};
use carrel_domain::circulation::status::BorrowingState;
use carrel_domain::users::Act;
use carrel_operations::circulation::{AllQuery, Everybody, HistoryQuery};
use carrel_operations::{Error, Page, circulation};
use jiff::Timestamp;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::caller::Caller;
use crate::csv::Csv;
use crate::failure::refusals::{Action, Reader};
use crate::failure::{Failure, FailureBody};
use crate::input::{Body, InPath, PageQuery, QueryParams, choice, words};
use crate::respond::{Answer, Created, Envelope, Listed};
use crate::shapes::borrowing::{Borrowing, MyHistory, MySummary, Renewed, RenewedAll};
use crate::shapes::choices::{ORDERS, STATES};
use crate::shapes::desk::OverridesBody;
use crate::shapes::words::{BorrowingSortName, BorrowingStateName};
use crate::state::Api;

/// The chosen state of the borrowings.
pub(crate) fn state(text: Option<&str>) -> Answer<Option<BorrowingState>> {
    choice("status", text, STATES)
}

/// The filters and the order of a list of borrowings.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AllBorrowingsQuery {
    /// `open` is active or overdue. When absent, `all` for callers who may read histories, and `open` for others.
    #[param(inline, value_type = Option<BorrowingStateName>)]
    status: Option<String>,
    /// Words of a person's name, e-mail address or student ID, or of a book; or a copy's barcode.
    search: Option<String>,
    /// The newest or the earliest due date first. The default is `dueDate` for overdue ones, otherwise `borrowedDate`.
    #[param(inline, value_type = Option<BorrowingSortName>)]
    sort: Option<String>,
}

impl AllBorrowingsQuery {
    fn into_query(self, page: Page) -> Result<AllQuery, Failure> {
        let state = state(self.status.as_deref())?;
        // An index has the overdue ones by due date. Those among the newest have to be searched for.
        let order = match state {
            Some(BorrowingState::Overdue) => Everybody::LongestDueFirst,
            _ => Everybody::NewestFirst,
        };
        Ok(AllQuery {
            state,
            order: choice("sort", self.sort.as_deref(), ORDERS)?.unwrap_or(order),
            search: words(self.search).unwrap_or_default(),
            page,
        })
    }
}

/// The borrowings of all people.
#[utoipa::path(get, path = "/api/borrowings", operation_id = "all_borrowings",
    tag = "admin",
    params(AllBorrowingsQuery, PageQuery),
    responses((status = 200, body = Listed<Borrowing>), (status = "default", body = FailureBody)))]
pub(crate) async fn all(
    State(api): State<Api>,
    caller: Caller,
    QueryParams(query): QueryParams<AllBorrowingsQuery>,
    QueryParams(page): QueryParams<PageQuery>,
) -> Answer<Listed<Borrowing>> {
    let query = query.into_query(page.page()?)?;
    let borrowings = circulation::all(&api.library, &caller.0, query).await?;
    Ok(Listed::of(borrowings, Borrowing::from))
}

/// The borrowings of all people as comma-separated values.
///
/// Contains the first 20,000 matches; `x-total-count` is the number of all matches. Days are days of the library's zone,
/// amounts are in the library's currency, and no cell is a formula.
#[utoipa::path(get, path = "/api/admin/borrowings/table.csv", operation_id = "borrowings_table",
    tag = "admin", params(AllBorrowingsQuery),
    responses((status = 200, content_type = "text/csv; charset=utf-8", body = String,
        headers(("x-total-count" = u64, description = "The number of all matching borrowings."))),
        (status = "default", body = FailureBody)))]
pub(crate) async fn table(
    State(api): State<Api>,
    caller: Caller,
    QueryParams(query): QueryParams<AllBorrowingsQuery>,
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
    let day = |at: Timestamp| civil_date(at, &zone).to_string();
    let rows = borrowings.entries.into_iter().map(|borrowing| {
        let record = borrowing.record;
        vec![
            record.book_title,
            record.book_author,
            record.book_category,
            record.copy_barcode,
            record.user_name,
            record.user_email,
            borrowing.status.as_str().to_owned(),
            day(record.borrowed_at),
            record.due_on.to_string(),
            record.returned_at.map(day).unwrap_or_default(),
            borrowing.currency.decimal(borrowing.fine).to_string(),
            borrowing.currency.decimal(borrowing.fine_outstanding).to_string(),
        ]
    });
    Ok((total, Csv::of("borrowings", &header, rows)))
}

/// Overdue borrowings, the longest overdue first.
#[utoipa::path(get, path = "/api/borrowings/overdue", operation_id = "overdue_borrowings",
    tag = "admin", params(PageQuery),
    responses((status = 200, body = Listed<Borrowing>), (status = "default", body = FailureBody)))]
pub(crate) async fn overdue(
    State(api): State<Api>,
    caller: Caller,
    QueryParams(page): QueryParams<PageQuery>,
) -> Answer<Listed<Borrowing>> {
    let query = AllQuery {
        state: Some(BorrowingState::Overdue),
        order: Everybody::LongestDueFirst,
        search: String::new(),
        page: page.page()?,
    };
    let borrowings = circulation::all(&api.library, &caller.0, query).await?;
    Ok(Listed::of(borrowings, Borrowing::from))
}

/// Borrows a book.
#[utoipa::path(post, path = "/api/borrowings/{bookId}", operation_id = "borrow_book",
    tag = "borrowings",
    params(("bookId" = inline(BookId), Path)),
    responses((status = 201, body = Envelope<Borrowing>), (status = "default", body = FailureBody)))]
pub(crate) async fn borrow(
    State(api): State<Api>,
    caller: Result<Caller, Failure>,
    book_id: Result<InPath<BookId>, Failure>,
) -> Answer<Created<Borrowing>> {
    let Caller(context) = caller.map_err(Failure::while_borrowing)?;
    let InPath(book_id) = book_id?;
    let borrowing = circulation::borrow(&api.library, context, book_id)
        .await
        .map_err(|error| Failure::from(error).while_borrowing())?;
    Ok(Created(Envelope::saying(
        "Book borrowed successfully!",
        borrowing.into(),
    )))
}

/// Renews a borrowing: one's own, or any borrowing for staff, who may override refusals.
#[utoipa::path(post, path = "/api/borrowings/{borrowingId}/renew", operation_id = "renew_borrowing",
    tag = "borrowings",
    params(("borrowingId" = inline(BorrowingId), Path)), request_body = OverridesBody,
    responses((status = 200, body = Envelope<Renewed>), (status = "default", body = FailureBody)))]
pub(crate) async fn renew(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<BorrowingId>,
    Body(form): Body<OverridesBody>,
) -> Answer<Envelope<Renewed>> {
    let forms: Vec<OverrideForm> = form.into();
    let overrides = validate_overrides(&forms).map_err(Error::InvalidForm)?;
    let reader = if context.require(Act::CheckOut).is_ok() {
        Reader::Staff
    } else {
        Reader::Borrower
    };
    let renewed = circulation::renew(&api.library, context, id, overrides)
        .await
        .map_err(|error| Failure::of_action(error, Action::Renew, reader))?;
    Ok(Envelope::saying("Book renewed successfully!", renewed.into()))
}

/// Undoes a borrowing that the caller made less than two minutes ago.
///
/// It disappears, and the copy is on the shelf again. Refused with 409 when it is too late (`undo_too_late`), when somebody
/// else lent the book (`undo_not_yours`), and after a renewal or a rating of the book (`undo_overtaken`).
#[utoipa::path(post, path = "/api/borrowings/{borrowingId}/undo", operation_id = "undo_borrowing",
    tag = "borrowings", params(("borrowingId" = inline(BorrowingId), Path)),
    responses((status = 200, body = Envelope<Option<String>>), (status = "default", body = FailureBody)))]
pub(crate) async fn undo(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<BorrowingId>,
) -> Answer<Envelope<Option<String>>> {
    circulation::undo_borrowing_of(&api.library, context, id).await?;
    Ok(Envelope::saying("Borrowing undone", None))
}

/// Renews all borrowings of the caller that can be renewed, and returns the reasons against the others.
#[utoipa::path(post, path = "/api/borrowings/renew-all", operation_id = "renew_all_borrowings",
    tag = "borrowings",
    responses((status = 200, body = Envelope<RenewedAll>), (status = "default", body = FailureBody)))]
pub(crate) async fn renew_all(
    State(api): State<Api>,
    Caller(context): Caller,
) -> Answer<Envelope<RenewedAll>> {
    let all = circulation::renew_all(&api.library, context).await?;
    Ok(Envelope::of(all.into()))
}

/// The caller's open borrowings, by due date.
#[utoipa::path(get, path = "/api/borrowings/my-borrowings", tag = "borrowings",
    params(PageQuery),
    responses((status = 200, body = Listed<Borrowing>), (status = "default", body = FailureBody)))]
pub(crate) async fn my_borrowings(
    State(api): State<Api>,
    caller: Caller,
    QueryParams(page): QueryParams<PageQuery>,
) -> Answer<Listed<Borrowing>> {
    let borrowings = circulation::my_borrowings(&api.library, &caller.0, page.page()?).await?;
    Ok(Listed::of(borrowings, Borrowing::from))
}

/// The years of a history. Dates end with the year 9999, and the year after the last one must exist.
const YEARS: std::ops::RangeInclusive<i16> = 1..=9998;

/// The filters of the caller's history.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct MyHistoryQuery {
    /// `open` is active or overdue.
    #[param(inline, value_type = Option<BorrowingStateName>)]
    status: Option<String>,
    /// Only borrowings that began in this year.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 9998)]
    year: Option<String>,
}

/// All borrowings of the caller, open ones included, the newest first.
#[utoipa::path(get, path = "/api/borrowings/my-history", tag = "borrowings",
    params(MyHistoryQuery, PageQuery),
    responses((status = 200, body = MyHistory), (status = "default", body = FailureBody)))]
pub(crate) async fn my_history(
    State(api): State<Api>,
    caller: Caller,
    QueryParams(query): QueryParams<MyHistoryQuery>,
    QueryParams(page): QueryParams<PageQuery>,
) -> Answer<Json<MyHistory>> {
    let year = query.year.as_deref().map(|text| {
        let year = text.parse::<i16>().ok().filter(|year| YEARS.contains(year));
        year.ok_or_else(|| Failure::parameter("year", "year must be a year such as 2024"))
    });
    let year = year.transpose()?;
    let query = HistoryQuery {
        state: state(query.status.as_deref())?.unwrap_or(BorrowingState::Any),
        year,
        page: page.page()?,
    };
    Ok(Json(
        circulation::my_history(&api.library, &caller.0, query)
            .await?
            .into(),
    ))
}

/// Counts and sums of the caller's borrowings and fines.
#[utoipa::path(get, path = "/api/borrowings/my-summary", tag = "borrowings",
    responses((status = 200, body = Envelope<MySummary>), (status = "default", body = FailureBody)))]
pub(crate) async fn my_summary(State(api): State<Api>, caller: Caller) -> Answer<Envelope<MySummary>> {
    Ok(Envelope::of(
        circulation::my_summary(&api.library, &caller.0).await?.into(),
    ))
}
