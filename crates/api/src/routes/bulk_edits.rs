use axum::extract::State;
use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::bulk_edit::{BulkEditAct, BulkEditId};
use carrel_operations::catalogue::bulk_edits::{self, ChosenBooks};
use serde::Deserialize;
use utoipa::IntoParams;

use super::books_query::BooksQuery;
use crate::caller::Caller;
use crate::failure::{Failure, FailureBody};
use crate::input::{Body, InPath, PageQuery, QueryParams, whole};
use crate::respond::{Accepted, Answer, Envelope, Listed};
use crate::shapes::words::FromOne;
use crate::shapes::{BulkEdit, BulkEditForm, BulkEditPreview, RefusedBook};
use crate::state::Api;

/// The maximum number of refused books of a page.
const MOST_BOOKS: u32 = 100;

/// The books that a form chooses, or else the names that it changes, or else the parameters of the address.
fn chosen(form: &mut BulkEditForm, query: BooksQuery) -> Answer<ChosenBooks> {
    Ok(match (form.books.take(), &form.changes.rename) {
        (Some(ids), _) => ChosenBooks::Listed(ids),
        (None, Some(_)) => ChosenBooks::Named,
        (None, None) => ChosenBooks::Found(Box::new(query.into_query(&PageQuery::default(), false)?)),
    })
}

/// Shows what a change of many books would do.
///
/// The books are those of `books` in the body, or those that the parameters find, as in the list of books: without parameters, all
/// current books. For a change of names without `books`, they are all books that have them. Nothing is changed.
#[utoipa::path(post, path = "/api/bulk-edits/preview", operation_id = "preview_bulk_edit",
    tag = "books", params(BooksQuery), request_body = BulkEditForm,
    responses((status = 200, body = Envelope<BulkEditPreview>), (status = "default", body = FailureBody)))]
pub(crate) async fn preview(
    State(api): State<Api>,
    Caller(context): Caller,
    QueryParams(query): QueryParams<BooksQuery>,
    Body(mut form): Body<BulkEditForm>,
) -> Answer<Envelope<BulkEditPreview>> {
    let chosen = chosen(&mut form, query)?;
    let expected = form.expected_books.map(|number| number.0);
    let preview = bulk_edits::preview(&api.library, &context, chosen, form.changes, expected).await?;
    Ok(Envelope::of(preview.into()))
}

/// Begins to change many books.
///
/// The books are chosen as for the preview, and recorded: books that are added later are not changed. Without `books`,
/// `expectedBooks` is required, so that a mistake in a parameter does not change the whole catalogue. Refused with 409
/// (`other_books_chosen`) when it is another number of books than `expectedBooks`.
#[utoipa::path(post, path = "/api/bulk-edits", operation_id = "start_bulk_edit",
    tag = "books", params(BooksQuery), request_body = BulkEditForm,
    responses((status = 202, body = Envelope<BulkEdit>), (status = "default", body = FailureBody)))]
pub(crate) async fn start(
    State(api): State<Api>,
    Caller(context): Caller,
    QueryParams(query): QueryParams<BooksQuery>,
    Body(mut form): Body<BulkEditForm>,
) -> Answer<Accepted<BulkEdit>> {
    let expected = form.expected_books.map(|number| number.0);
    if form.books.is_none() && expected.is_none() {
        let message = "Please send the number of books of the preview";
        return Err(Failure::parameter("expectedBooks", message));
    }
    let chosen = chosen(&mut form, query)?;
    let edit = bulk_edits::start(&api.library, context, chosen, form.changes, expected).await?;
    Ok(Accepted(Envelope::of(edit.into())))
}

/// The bulk edits of the last 90 days, the newest first.
#[utoipa::path(get, path = "/api/bulk-edits", operation_id = "list_bulk_edits",
    tag = "books", params(PageQuery),
    responses((status = 200, body = Listed<BulkEdit>), (status = "default", body = FailureBody)))]
pub(crate) async fn list(
    State(api): State<Api>,
    caller: Caller,
    QueryParams(page): QueryParams<PageQuery>,
) -> Answer<Listed<BulkEdit>> {
    let paged = bulk_edits::list(&api.library, &caller.0, page.page()?).await?;
    Ok(Listed::of(paged, BulkEdit::from))
}

/// One bulk edit.
#[utoipa::path(get, path = "/api/bulk-edits/{id}", operation_id = "show_bulk_edit",
    tag = "books", params(("id" = inline(BulkEditId), Path)),
    responses((status = 200, body = Envelope<BulkEdit>), (status = "default", body = FailureBody)))]
pub(crate) async fn show(
    State(api): State<Api>,
    caller: Caller,
    InPath(id): InPath<BulkEditId>,
) -> Answer<Envelope<BulkEdit>> {
    let edit = bulk_edits::find(&api.library, &caller.0, id).await?;
    Ok(Envelope::of(edit.into()))
}

/// Ends a bulk edit before all of its books are changed.
///
/// Books that were changed stay so, and can get their former values back by an undo. Refused with 409 (`bulk_edit_state`) when it
/// has ended.
#[utoipa::path(post, path = "/api/bulk-edits/{id}/cancel", operation_id = "cancel_bulk_edit",
    tag = "books", params(("id" = inline(BulkEditId), Path)),
    responses((status = 200, body = Envelope<BulkEdit>), (status = "default", body = FailureBody)))]
pub(crate) async fn cancel(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<BulkEditId>,
) -> Answer<Envelope<BulkEdit>> {
    let edit = bulk_edits::act(&api.library, context, id, BulkEditAct::Cancel).await?;
    Ok(Envelope::of(edit.into()))
}

/// Gives the books of a bulk edit their former values back.
///
/// Books that were changed or deleted since stay as they are, and are counted in `kept`. Refused with 409 (`bulk_edit_state`) while
/// a server works on the edit, and when it has changed nothing.
#[utoipa::path(post, path = "/api/bulk-edits/{id}/undo", operation_id = "undo_bulk_edit",
    tag = "books", params(("id" = inline(BulkEditId), Path)),
    responses((status = 200, body = Envelope<BulkEdit>), (status = "default", body = FailureBody)))]
pub(crate) async fn undo(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<BulkEditId>,
) -> Answer<Envelope<BulkEdit>> {
    let edit = bulk_edits::act(&api.library, context, id, BulkEditAct::Undo).await?;
    Ok(Envelope::of(edit.into()))
}

/// Which refused books.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RefusedQuery {
    /// The id of the book after which the page begins; the first page when absent.
    #[param(inline, value_type = Option<BookId>)]
    after: Option<BookId>,
    /// The maximum number of books; 20 when absent, and at most 100.
    #[param(inline, value_type = Option<FromOne>)]
    limit: Option<String>,
}

/// The books that a bulk edit could not change, with the reasons.
#[utoipa::path(get, path = "/api/bulk-edits/{id}/refused", operation_id = "list_refused_books",
    tag = "books", params(("id" = inline(BulkEditId), Path), RefusedQuery),
    responses((status = 200, body = Envelope<Vec<RefusedBook>>), (status = "default", body = FailureBody)))]
pub(crate) async fn refused(
    State(api): State<Api>,
    caller: Caller,
    InPath(id): InPath<BulkEditId>,
    QueryParams(query): QueryParams<RefusedQuery>,
) -> Answer<Envelope<Vec<RefusedBook>>> {
    let after = query.after.unwrap_or(BookId::UNASSIGNED);
    let limit = whole("limit", query.limit.as_deref())?
        .unwrap_or(20)
        .clamp(1, MOST_BOOKS);
    let found = bulk_edits::refused(&api.library, &caller.0, id, after, i64::from(limit)).await?;
    Ok(Envelope::of(found.into_iter().map(RefusedBook::from).collect()))
}
