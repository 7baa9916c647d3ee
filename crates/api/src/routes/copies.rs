use axum::extract::State;
use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::copy::CopyId;
use carrel_operations::catalogue;

use crate::caller::Caller;
use crate::failure::FailureBody;
use crate::input::{Body, InPath, words};
use crate::respond::{Answer, Created, Envelope};
use crate::shapes::{CopiesForm, Copy, CopyChangeForm};
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
    Ok(Envelope::of(copies.into_iter().map(Copy::from).collect()))
}

/// Adds copies with generated barcodes. The response lists all copies of the book.
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
    // A number that does not fit into a u16 is out of range, as zero is.
    let count = u16::try_from(form.count.map_or(1, |count| count.0)).unwrap_or(0);
    let copies = catalogue::add_copies(&api.library, context, id, count, words(form.item_type)).await?;
    Ok(Created(Envelope::of(
        copies.into_iter().map(Copy::from).collect(),
    )))
}

/// Changes the item type of a copy. Open borrowings keep their terms.
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
    let copy = catalogue::change_copy(&api.library, context, id, words(form.item_type)).await?;
    Ok(Envelope::saying("Copy updated", copy.into()))
}

/// Withdraws a copy from the collection.
#[utoipa::path(delete, path = "/api/copies/{id}", operation_id = "withdraw_copy",
    tag = "books",
    params(("id" = inline(CopyId), Path)),
    responses((status = 200, body = Envelope<Copy>), (status = "default", body = FailureBody)))]
pub(crate) async fn withdraw(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<CopyId>,
) -> Answer<Envelope<Copy>> {
    let copy = catalogue::withdraw(&api.library, context, id).await?;
    Ok(Envelope::saying("Copy withdrawn", copy.into()))
}
