use axum::extract::State;
use axum::response::IntoResponse;
use carrel_domain::calendar::civil_date;
use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::condition::Condition;
use carrel_domain::catalogue::copy::{BookCopy, CopyId};
use carrel_domain::catalogue::copy_form::state_reason;
use carrel_domain::patch::Patch;
use carrel_operations::circulation::{self, CopiesQuery, CopyFilter, CopyOrder};
use carrel_operations::{Error, Page, catalogue};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::caller::Caller;
use crate::csv::Csv;
use crate::failure::{Failure, FailureBody};
use crate::input::{Body, InPath, PageQuery, QueryParams, choice, words};
use crate::respond::{Answer, Created, Envelope, Listed};
use crate::routes::admin::money;
use crate::shapes::choices::{COPY_ORDERS, COPY_STATES};
use crate::shapes::words::{CopyFilterName, CopySortName};
use crate::shapes::{CopiesForm, Copy, CopyChangeForm, ListedCopy};
use crate::state::Api;

/// The copies of a book, by barcode.
#[utoipa::path(get, path = "/api/books/{id}/copies", operation_id = "list_copies",
    tag = "books",
    params(("id" = inline(BookId), Path)),
    responses((status = 200, body = Envelope<Vec<Copy>>), (status = "default", body = FailureBody)))]
pub(crate) async fn list(
    State(api): State<Api>,
    caller: Caller,
    InPath(id): InPath<BookId>,
) -> Answer<Envelope<Vec<Copy>>> {
    let copies = catalogue::copies_of(&api.library, &caller.0, id).await?;
    Ok(Envelope::of(shown(&api, copies)))
}

fn shown(api: &Api, copies: Vec<BookCopy>) -> Vec<Copy> {
    let currency = api.library.shown_settings().currency;
    let copies = copies.into_iter();
    copies.map(|copy| Copy::of(copy, currency)).collect()
}

/// Adds copies. The response lists all copies of the book.
#[utoipa::path(post, path = "/api/books/{id}/copies", operation_id = "add_copies",
    tag = "books",
    params(("id" = inline(BookId), Path)), request_body = CopiesForm,
    responses((status = 201, body = Envelope<Vec<Copy>>), (status = "default", body = FailureBody)))]
pub(crate) async fn add(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<BookId>,
    Body(form): Body<CopiesForm>,
) -> Answer<Created<Vec<Copy>>> {
    let price = form.price.map(|price| money(&api, "price", price)).transpose()?;
    let new = form.priced(price).validate().map_err(Error::InvalidForm)?;
    let copies = catalogue::add_copies(&api.library, context, id, new).await?;
    Ok(Created(Envelope::of(shown(&api, copies))))
}

/// Changes a copy: its barcode, place, condition, item type and price, whether it is for loan, or its state. Open borrowings
/// keep their terms.
///
/// Refused with 409 for a change of the state of a copy that is on loan (`copy_on_loan`), and of one whose present state does
/// not allow it (`copy_not_available`). A withdrawn copy can only be put back (`copy_withdrawn`).
#[utoipa::path(put, path = "/api/copies/{id}", operation_id = "change_copy",
    tag = "books",
    params(("id" = inline(CopyId), Path)), request_body = CopyChangeForm,
    responses((status = 200, body = Envelope<Copy>), (status = "default", body = FailureBody)))]
pub(crate) async fn change(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<CopyId>,
    Body(form): Body<CopyChangeForm>,
) -> Answer<Envelope<Copy>> {
    let price = match form.price {
        Patch::Set(price) => Patch::Set(money(&api, "price", price)?),
        Patch::Clear => Patch::Clear,
        Patch::Keep => Patch::Keep,
    };
    let change = form.priced(price).validate().map_err(Error::InvalidForm)?;
    let copy = catalogue::change_copy(&api.library, context, id, change).await?;
    let currency = api.library.shown_settings().currency;
    Ok(Envelope::saying("Copy updated", Copy::of(copy, currency)))
}

/// Why a copy is withdrawn.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WithdrawalQuery {
    /// In words of staff; no reason when absent.
    #[param(max_length = 200, pattern = r"^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$")]
    reason: Option<String>,
}

/// Withdraws a copy from the collection.
#[utoipa::path(delete, path = "/api/copies/{id}", operation_id = "withdraw_copy",
    tag = "books",
    params(("id" = inline(CopyId), Path), WithdrawalQuery),
    responses((status = 200, body = Envelope<Copy>), (status = "default", body = FailureBody)))]
pub(crate) async fn withdraw(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<CopyId>,
    QueryParams(query): QueryParams<WithdrawalQuery>,
) -> Answer<Envelope<Copy>> {
    let reason =
        state_reason(query.reason.as_deref()).map_err(|message| Failure::parameter("reason", message))?;
    let copy = catalogue::withdraw(&api.library, context, id, reason).await?;
    let currency = api.library.shown_settings().currency;
    Ok(Envelope::saying("Copy withdrawn", Copy::of(copy, currency)))
}

/// The filters and the order of a list of copies.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CopiesQueryParams {
    /// `overdue` selects the copies on loan whose due day has passed.
    #[param(inline, value_type = Option<CopyFilterName>)]
    state: Option<String>,
    /// The exact name of a location.
    location: Option<String>,
    /// A barcode, the beginning of a call number, or words of a book.
    search: Option<String>,
    /// `barcode` when absent. `dueDate` is the longest due first, only among copies on loan.
    #[param(inline, value_type = Option<CopySortName>)]
    sort: Option<String>,
}

/// The orders without that of the due date, which only copies on loan have.
const ORDERS_OF_ALL: &[(&str, CopyOrder)] = COPY_ORDERS.split_last().expect("some orders").1;

impl CopiesQueryParams {
    fn into_query(self, page: Page) -> Answer<CopiesQuery> {
        let state = choice("state", self.state.as_deref(), COPY_STATES)?.unwrap_or(CopyFilter::Any);
        let is_on_loan = matches!(state, CopyFilter::OnLoan | CopyFilter::Overdue);
        let orders = if is_on_loan { COPY_ORDERS } else { ORDERS_OF_ALL };
        let order = choice("sort", self.sort.as_deref(), orders)?;
        Ok(CopiesQuery {
            state,
            location: words(self.location),
            search: words(self.search).unwrap_or_default(),
            order: order.unwrap_or(CopyOrder::Barcode),
            page,
        })
    }
}

/// The copies of all books. Borrowers and due dates are left out for callers who may not see anyone's open borrowings.
#[utoipa::path(get, path = "/api/copies", operation_id = "all_copies",
    tag = "admin",
    params(CopiesQueryParams, PageQuery),
    responses((status = 200, body = Listed<ListedCopy>), (status = "default", body = FailureBody)))]
pub(crate) async fn all(
    State(api): State<Api>,
    caller: Caller,
    QueryParams(query): QueryParams<CopiesQueryParams>,
    QueryParams(page): QueryParams<PageQuery>,
) -> Answer<Listed<ListedCopy>> {
    let query = query.into_query(page.page()?)?;
    let (now, currency) = (caller.0.now, api.library.shown_settings().currency);
    let copies = circulation::all_copies(&api.library, &caller.0, query).await?;
    Ok(Listed::of(copies, |copy| ListedCopy::at(copy, now, currency)))
}

/// The locations of copies, by name.
#[utoipa::path(get, path = "/api/copies/locations", operation_id = "copy_locations",
    tag = "admin",
    responses((status = 200, body = Envelope<Vec<String>>), (status = "default", body = FailureBody)))]
pub(crate) async fn locations(State(api): State<Api>, caller: Caller) -> Answer<Envelope<Vec<String>>> {
    Ok(Envelope::of(
        circulation::copy_locations(&api.library, &caller.0).await?,
    ))
}

/// The copies of all books with their borrowers, as comma-separated values.
///
/// Contains the first 20,000 matches; `x-total-count` is the number of all matches. Days are days of the library's zone, and
/// no cell is a formula.
#[utoipa::path(get, path = "/api/copies/table.csv", operation_id = "copies_table",
    tag = "admin", params(CopiesQueryParams),
    responses((status = 200, content_type = "text/csv; charset=utf-8", body = String,
        headers(("x-total-count" = u64, description = "The number of all matching copies."))),
        (status = "default", body = FailureBody)))]
pub(crate) async fn table(
    State(api): State<Api>,
    caller: Caller,
    QueryParams(query): QueryParams<CopiesQueryParams>,
) -> Answer<impl IntoResponse> {
    let query = query.into_query(Page::default())?;
    let settings = api.library.shown_settings();
    let copies = circulation::copies_for_file(&api.library, &caller.0, query).await?;
    let total = [("x-total-count", copies.total.to_string())];
    let header = [
        "barcode",
        "state",
        "reason",
        "location",
        "call number",
        "condition",
        "for loan",
        "price",
        "title",
        "author",
        "name",
        "email",
        "due",
        "added",
    ];
    let rows = copies.entries.into_iter().map(|entry| {
        let copy = entry.copy;
        vec![
            copy.barcode,
            copy.state.as_str().to_owned(),
            copy.state_reason.unwrap_or_default(),
            copy.location.unwrap_or_default(),
            copy.call_number.unwrap_or_default(),
            copy.condition.map_or("", Condition::as_str).to_owned(),
            if copy.is_lendable { "yes" } else { "no" }.to_owned(),
            copy.price
                .map(|price| settings.currency.decimal(price).to_string())
                .unwrap_or_default(),
            entry.book_title,
            entry.book_author,
            copy.borrower_name.unwrap_or_default(),
            entry.borrower_email.unwrap_or_default(),
            copy.due_on.map(|day| day.to_string()).unwrap_or_default(),
            civil_date(copy.created_at, &settings.zone).to_string(),
        ]
    });
    Ok((total, Csv::of("copies", &header, rows)))
}
