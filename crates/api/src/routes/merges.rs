use axum::extract::State;
use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::merge::undo::MergeId;
use carrel_operations::catalogue::merges;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::caller::Caller;
use crate::failure::{Failure, FailureBody};
use crate::input::{InPath, PageQuery, QueryParams};
use crate::respond::{Answer, Envelope, Listed};
use crate::shapes::{Merge, MergeUndone};
use crate::state::Api;

/// Which merges.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct MergesQuery {
    /// Only merges of this book, which was kept or merged into another one.
    #[param(inline, value_type = Option<BookId>)]
    book: Option<String>,
}

/// The merges of books of the last 30 days, the newest first.
#[utoipa::path(get, path = "/api/merges", operation_id = "list_merges",
    tag = "books", params(MergesQuery, PageQuery),
    responses((status = 200, body = Listed<Merge>), (status = "default", body = FailureBody)))]
pub(crate) async fn list(
    State(api): State<Api>,
    caller: Caller,
    QueryParams(query): QueryParams<MergesQuery>,
    QueryParams(page): QueryParams<PageQuery>,
) -> Answer<Listed<Merge>> {
    let book: Option<BookId> = query
        .book
        .map(|text| text.parse())
        .transpose()
        .map_err(|_| Failure::parameter("book", "book must be an id such as book_12"))?;
    let now = caller.0.now;
    let days = api.library.shown_settings().default_loan_days();
    let paged = merges::list(&api.library, &caller.0, book, page.page()?).await?;
    Ok(Listed::of(paged, |listed| Merge::new(listed, now, days)))
}

/// Undoes a merge of books, within 30 days.
///
/// The merged books are in the catalogue again, with their copies, borrowings, favorites, ratings and reviews. The kept book
/// gets the fields back that were not edited since. Later searches for duplicates remember that the books are different
/// ones. Refused with 409 when the merge was undone before (`merge_undone`), is too old (`merge_too_old`), or when a later
/// merge has to be undone first (`kept_book_merged`, `merged_later`).
#[utoipa::path(post, path = "/api/merges/{id}/undo", operation_id = "undo_merge",
    tag = "books", params(("id" = inline(MergeId), Path)),
    responses((status = 200, body = Envelope<MergeUndone>), (status = "default", body = FailureBody)))]
pub(crate) async fn undo(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<MergeId>,
) -> Answer<Envelope<MergeUndone>> {
    let now = context.now;
    let undone = merges::undo_merge(&api.library, context, id).await?;
    let days = api.library.shown_settings().default_loan_days();
    Ok(Envelope::of(MergeUndone::new(undone, now, days)))
}
