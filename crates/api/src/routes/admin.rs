use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_domain::money::Amount;
use carrel_domain::users::UserId;
use carrel_operations::catalogue::BookQuery;
use carrel_operations::circulation;
use carrel_operations::money::payments::{self, SettlementKind};
use carrel_operations::reports::statistics;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::books::found;
use super::books_query::BooksQuery;
use super::borrowings::state;
use crate::cached::{Audience, cached};
use crate::caller::Caller;
use crate::failure::{Failure, FailureBody};
use crate::input::{Body, InPath, LimitQuery, PageQuery, QueryParams, choice};
use crate::respond::{Answer, Envelope, Listed};
use crate::shapes::FoundBooks;
use crate::shapes::borrowing::{Borrowing, MostBorrowed, Stats};
use crate::shapes::choices::STATUSES;
use crate::shapes::words::{BookStatusName, BorrowingStateName};
use crate::state::Api;

/// The key figures of the library.
#[utoipa::path(get, path = "/api/admin/stats", tag = "admin",
    responses((status = 200, body = Envelope<Stats>), (status = "default", body = FailureBody)))]
pub(crate) async fn stats(State(api): State<Api>, caller: Caller, uri: Uri) -> Answer<Response> {
    let stats = async {
        let overview = statistics::overview(&api.library, &caller.0).await?;
        Ok(Envelope::of(Stats::from(overview)))
    };
    cached(&api, &caller.0, Audience::Everybody, &uri, stats).await
}

/// All books that were ever borrowed, the most borrowed first.
#[utoipa::path(get, path = "/api/admin/most-borrowed", operation_id = "most_borrowed",
    tag = "admin", params(PageQuery),
    responses((status = 200, body = Listed<MostBorrowed>), (status = "default", body = FailureBody)))]
pub(crate) async fn most_borrowed(
    State(api): State<Api>,
    caller: Caller,
    QueryParams(page): QueryParams<PageQuery>,
) -> Answer<Listed<MostBorrowed>> {
    let books = statistics::most_borrowed(&api.library, &caller.0, page.page()?).await?;
    Ok(Listed::of(books, MostBorrowed::from))
}

/// Which books are listed.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct BookStatusQuery {
    /// `current` when absent.
    #[param(inline, value_type = Option<BookStatusName>)]
    status: Option<String>,
}

/// Books for staff: like `/api/books`, with the archive on request. The barcode of a copy finds its book.
#[utoipa::path(get, path = "/api/admin/books", operation_id = "admin_books",
    tag = "admin",
    params(BooksQuery, BookStatusQuery, PageQuery),
    responses((status = 200, body = FoundBooks), (status = "default", body = FailureBody)))]
pub(crate) async fn books(
    State(api): State<Api>,
    caller: Caller,
    uri: Uri,
    QueryParams(query): QueryParams<BooksQuery>,
    QueryParams(status): QueryParams<BookStatusQuery>,
    QueryParams(page): QueryParams<PageQuery>,
) -> Answer<Response> {
    let archived = choice("status", status.status.as_deref(), STATUSES)?;
    let query = BookQuery {
        by_barcode: true,
        ..query.into_query(&page, archived.unwrap_or(false))?
    };
    cached(
        &api,
        &caller.0,
        Audience::Everybody,
        &uri,
        found(&api, &caller, query),
    )
    .await
}

/// The newest borrowings of the library.
#[utoipa::path(get, path = "/api/admin/borrowings", tag = "admin", params(LimitQuery),
    responses((status = 200, body = Envelope<Vec<Borrowing>>), (status = "default", body = FailureBody)))]
pub(crate) async fn newest_borrowings(
    State(api): State<Api>,
    caller: Caller,
    QueryParams(query): QueryParams<LimitQuery>,
) -> Answer<Envelope<Vec<Borrowing>>> {
    let borrowings = circulation::newest(&api.library, &caller.0, query.limit(5)?).await?;
    Ok(Envelope::of(
        borrowings.into_iter().map(Borrowing::from).collect(),
    ))
}

/// The state of the borrowings.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StatusQuery {
    /// `open` is active or overdue. When absent, `all` for callers who may read histories, and `open` for others.
    #[param(inline, value_type = Option<BorrowingStateName>)]
    status: Option<String>,
}

/// The borrowings of a person, open ones first.
#[utoipa::path(get, path = "/api/admin/borrowings/user/{userId}", tag = "admin",
    params(("userId" = inline(UserId), Path), StatusQuery, PageQuery),
    responses((status = 200, body = Listed<Borrowing>), (status = "default", body = FailureBody)))]
pub(crate) async fn borrowings_of_user(
    State(api): State<Api>,
    caller: Caller,
    InPath(user_id): InPath<UserId>,
    QueryParams(query): QueryParams<StatusQuery>,
    QueryParams(page): QueryParams<PageQuery>,
) -> Answer<Listed<Borrowing>> {
    let state = state(query.status.as_deref())?;
    let borrowings = circulation::of_person(&api.library, &caller.0, user_id, state, page.page()?).await?;
    Ok(Listed::of(borrowings, Borrowing::from))
}

/// Returns a borrowing and charges the fine.
#[utoipa::path(put, path = "/api/admin/borrowings/{borrowingId}/return", tag = "admin",
    params(("borrowingId" = inline(BorrowingId), Path)),
    responses((status = 200, body = Envelope<Borrowing>), (status = "default", body = FailureBody)))]
pub(crate) async fn return_borrowing(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<BorrowingId>,
) -> Answer<Envelope<Borrowing>> {
    let borrowing = circulation::give_back(&api.library, context, id).await?;
    Ok(Envelope::saying("Book returned successfully!", borrowing.into()))
}

/// Undoes a return that the caller recorded less than two minutes ago.
///
/// The borrowing is open again, whatever the rules for a new one say, and the fine of the return is reversed. A return that
/// was backdated further than these two minutes cannot be undone. Refused with 409 when it is too late
/// (`undo_too_late`), when somebody else recorded the return (`undo_not_yours`), and when the copy was lent or moved, the
/// fine paid or waived, or the book borrowed again by the person (`undo_overtaken`).
#[utoipa::path(post, path = "/api/admin/borrowings/{borrowingId}/undo-return", operation_id = "undo_return",
    tag = "admin", params(("borrowingId" = inline(BorrowingId), Path)),
    responses((status = 200, body = Envelope<Borrowing>), (status = "default", body = FailureBody)))]
pub(crate) async fn undo_return(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<BorrowingId>,
) -> Answer<Envelope<Borrowing>> {
    let borrowing = circulation::undo_return_of(&api.library, context, id).await?;
    Ok(Envelope::saying("Return undone", borrowing.into()))
}

/// A payment.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PaymentForm {
    /// In the library's currency, with no more decimal places than it has; the whole outstanding fine when absent.
    #[schema(maximum = 1e12)]
    pub(super) amount: Option<f64>,
    pub(super) note: Option<String>,
}

/// A waiver.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WaiverForm {
    /// In the library's currency, with no more decimal places than it has; the whole outstanding fine when absent.
    #[schema(maximum = 1e12)]
    pub(super) amount: Option<f64>,
    /// The reason.
    #[schema(required, nullable = false)]
    pub(super) note: Option<String>,
}

/// The largest amount in a body whose smallest units a JSON number still distinguishes, in units of any currency.
const LARGEST_AMOUNT: f64 = 1e12;

/// The property `amount` of a body in minor units.
pub(super) fn amount(api: &Api, amount: Option<f64>) -> Answer<Option<Amount>> {
    amount.map(|amount| money(api, "amount", amount)).transpose()
}

/// An amount of money in a property of a body, in minor units.
pub(super) fn money(api: &Api, field: &'static str, amount: f64) -> Answer<Amount> {
    let currency = api.library.shown_settings().currency;
    let message = if amount.abs() > LARGEST_AMOUNT {
        "Amount is too large"
    } else if currency.exponent() == 0 {
        "Amount must be a whole number"
    } else {
        "Amount has too many decimal places"
    };
    let amount = currency.from_json(amount);
    amount.ok_or_else(|| Failure::parameter(field, message))
}

/// Records a payment of a borrowing's fine.
#[utoipa::path(post, path = "/api/admin/borrowings/{borrowingId}/payments", tag = "admin",
    params(("borrowingId" = inline(BorrowingId), Path)), request_body = PaymentForm,
    responses((status = 200, body = Envelope<Borrowing>), (status = "default", body = FailureBody)))]
pub(crate) async fn record_payment(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<BorrowingId>,
    Body(form): Body<PaymentForm>,
) -> Answer<Envelope<Borrowing>> {
    let amount = amount(&api, form.amount)?;
    let borrowing = payments::settle_fine(
        &api.library,
        context,
        id,
        SettlementKind::Payment,
        amount,
        form.note,
    )
    .await?;
    Ok(Envelope::saying("Payment recorded", borrowing.into()))
}

/// Waives a borrowing's fine.
#[utoipa::path(post, path = "/api/admin/borrowings/{borrowingId}/waivers", operation_id = "record_waiver",
    tag = "admin",
    params(("borrowingId" = inline(BorrowingId), Path)), request_body = WaiverForm,
    responses((status = 200, body = Envelope<Borrowing>), (status = "default", body = FailureBody)))]
pub(crate) async fn waive(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<BorrowingId>,
    Body(form): Body<WaiverForm>,
) -> Answer<Envelope<Borrowing>> {
    let amount = amount(&api, form.amount)?;
    let borrowing = payments::settle_fine(
        &api.library,
        context,
        id,
        SettlementKind::Waiver,
        amount,
        form.note,
    )
    .await?;
    Ok(Envelope::saying("Fine waived", borrowing.into()))
}
