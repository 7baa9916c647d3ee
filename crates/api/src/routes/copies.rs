use axum::extract::State;
use carrel_operations::catalogue;

use crate::caller::Caller;
use crate::failure::FailureBody;
use crate::input::{Body, Id};
use crate::respond::{Answer, Created, Envelope};
use crate::shapes::{CopiesForm, Copy};
use crate::state::Api;

/// The copies of a book, by barcode.
#[utoipa::path(get, path = "/api/books/{id}/copies", operation_id = "list_copies",
    tag = "books", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = Envelope<Vec<Copy>>), (status = "default", body = FailureBody)))]
pub(crate) async fn list(State(api): State<Api>, caller: Caller, Id(id): Id) -> Answer<Envelope<Vec<Copy>>> {
    let copies = catalogue::copies_of(&api.library, &caller.0, id).await?;
    Ok(Envelope::of(copies.into_iter().map(Copy::from).collect()))
}

/// Adds copies with generated barcodes. Answers with all copies of the book.
#[utoipa::path(post, path = "/api/books/{id}/copies", operation_id = "add_copies",
    tag = "books", security(("session" = [])),
    params(("id" = String, Path)), request_body = CopiesForm,
    responses((status = 201, body = Envelope<Vec<Copy>>), (status = "default", body = FailureBody)))]
pub(crate) async fn add(
    State(api): State<Api>,
    Caller(context): Caller,
    Id(id): Id,
    Body(form): Body<CopiesForm>,
) -> Answer<Created<Vec<Copy>>> {
    // A count that no u16 holds is out of range like zero is.
    let count = u16::try_from(form.count.unwrap_or(1)).unwrap_or(0);
    let copies = catalogue::add_copies(&api.library, context, id, count).await?;
    Ok(Created(Envelope::of(
        copies.into_iter().map(Copy::from).collect(),
    )))
}

/// Withdraws a copy from the collection.
#[utoipa::path(delete, path = "/api/copies/{id}", operation_id = "withdraw_copy",
    tag = "books", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = Envelope<Copy>), (status = "default", body = FailureBody)))]
pub(crate) async fn withdraw(
    State(api): State<Api>,
    Caller(context): Caller,
    Id(id): Id,
) -> Answer<Envelope<Copy>> {
    let copy = catalogue::withdraw(&api.library, context, id).await?;
    Ok(Envelope::saying("Copy withdrawn", copy.into()))
}
