use axum::extract::State;
use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::duplicates::DuplicateGroupId;
use carrel_operations::catalogue::duplicates::{self, DuplicateFilter};
use carrel_operations::catalogue::merges;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::caller::Caller;
use crate::failure::FailureBody;
use crate::input::{Body, InPath, PageQuery, QueryParams, choice};
use crate::respond::{Accepted, Answer, Envelope, Listed};
use crate::shapes::choices::{DUPLICATE_REASONS, YES_OR_NO};
use crate::shapes::words::DuplicateReasonName;
use crate::shapes::{
    BooksMerged, DuplicateGroup, DuplicateSearches, MergeForm, MergePreview, MergePreviewForm,
};
use crate::state::Api;

/// Which possible duplicates.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct DuplicatesQuery {
    /// Only groups with this reason.
    #[param(inline, value_type = Option<DuplicateReasonName>)]
    reason: Option<String>,
    /// `true` for the groups whose books staff have decided are different ones; they are left out otherwise.
    #[param(inline, value_type = Option<bool>)]
    dismissed: Option<String>,
}

/// Books that may be the same, as the last search has found them.
///
/// The strongest reason comes first. Books that were merged, archived or deleted since are left out.
#[utoipa::path(get, path = "/api/duplicates", operation_id = "list_duplicates",
    tag = "books", params(DuplicatesQuery, PageQuery),
    responses((status = 200, body = Listed<DuplicateGroup>), (status = "default", body = FailureBody)))]
pub(crate) async fn list(
    State(api): State<Api>,
    caller: Caller,
    QueryParams(query): QueryParams<DuplicatesQuery>,
    QueryParams(page): QueryParams<PageQuery>,
) -> Answer<Listed<DuplicateGroup>> {
    let filter = DuplicateFilter {
        reason: choice("reason", query.reason.as_deref(), DUPLICATE_REASONS)?,
        dismissed: choice("dismissed", query.dismissed.as_deref(), YES_OR_NO)?.unwrap_or(false),
    };
    let days = api.library.shown_settings().default_loan_days();
    let paged = duplicates::list(&api.library, &caller.0, filter, page.page()?).await?;
    Ok(Listed::of(paged, |listed| DuplicateGroup::new(listed, days)))
}

/// When duplicates were last searched, and the search that is under way.
#[utoipa::path(get, path = "/api/duplicates/search", operation_id = "show_duplicate_searches",
    tag = "books",
    responses((status = 200, body = Envelope<DuplicateSearches>), (status = "default", body = FailureBody)))]
pub(crate) async fn searches(State(api): State<Api>, caller: Caller) -> Answer<Envelope<DuplicateSearches>> {
    let searches = duplicates::searches(&api.library, &caller.0).await?;
    Ok(Envelope::of(searches.into()))
}

/// Begins to search the catalogue for duplicates, unless a search is under way.
///
/// A search also begins every night.
#[utoipa::path(post, path = "/api/duplicates/search", operation_id = "search_duplicates",
    tag = "books",
    responses((status = 202, body = Envelope<DuplicateSearches>), (status = "default", body = FailureBody)))]
pub(crate) async fn search(
    State(api): State<Api>,
    Caller(context): Caller,
) -> Answer<Accepted<DuplicateSearches>> {
    let searches = duplicates::start(&api.library, context).await?;
    Ok(Accepted(Envelope::of(searches.into())))
}

/// Records that the books of a group are different ones.
///
/// Later searches remember it. Without effect when it was recorded before.
#[utoipa::path(post, path = "/api/duplicates/{id}/dismiss", operation_id = "dismiss_duplicates",
    tag = "books", params(("id" = inline(DuplicateGroupId), Path)),
    responses((status = 200, body = Envelope<DuplicateGroup>), (status = "default", body = FailureBody)))]
pub(crate) async fn dismiss(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<DuplicateGroupId>,
) -> Answer<Envelope<DuplicateGroup>> {
    let group = duplicates::decide(&api.library, context, id, true).await?;
    let days = api.library.shown_settings().default_loan_days();
    Ok(Envelope::of(DuplicateGroup::new(group, days)))
}

/// Takes back that the books of a group are different ones.
#[utoipa::path(post, path = "/api/duplicates/{id}/reopen", operation_id = "reopen_duplicates",
    tag = "books", params(("id" = inline(DuplicateGroupId), Path)),
    responses((status = 200, body = Envelope<DuplicateGroup>), (status = "default", body = FailureBody)))]
pub(crate) async fn reopen(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<DuplicateGroupId>,
) -> Answer<Envelope<DuplicateGroup>> {
    let group = duplicates::decide(&api.library, context, id, false).await?;
    let days = api.library.shown_settings().default_loan_days();
    Ok(Envelope::of(DuplicateGroup::new(group, days)))
}

/// Shows what merging other books into a book would do.
///
/// Nothing is changed. The answer has the books side by side, the merged book, and what would move to it.
#[utoipa::path(post, path = "/api/books/{id}/merge/preview", operation_id = "preview_merge",
    tag = "books", params(("id" = inline(BookId), Path)), request_body = MergePreviewForm,
    responses((status = 200, body = Envelope<MergePreview>), (status = "default", body = FailureBody)))]
pub(crate) async fn preview(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<BookId>,
    Body(form): Body<MergePreviewForm>,
) -> Answer<Envelope<MergePreview>> {
    let days = api.library.shown_settings().default_loan_days();
    let choices = form.choices();
    let preview = merges::preview(&api.library, &context, id, form.books, choices).await?;
    Ok(Envelope::of(MergePreview::new(preview, days)))
}

/// Merges other books into a book.
///
/// The book gets their copies, borrowings, favorites, ratings and reviews. The others go to the archive, and their `mergedInto`
/// names the book. `merge` is the id by which this can be undone. Refused with 409 when one of the books was changed since `updatedAt`
/// (`book_changed`), is archived (`book_archived`) or merged (`book_merged`), and when somebody has copies of several of them
/// (`merge_blocked`).
#[utoipa::path(post, path = "/api/books/{id}/merge", operation_id = "merge_books",
    tag = "books", params(("id" = inline(BookId), Path)), request_body = MergeForm,
    responses((status = 200, body = BooksMerged), (status = "default", body = FailureBody)))]
pub(crate) async fn merge(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<BookId>,
    Body(form): Body<MergeForm>,
) -> Answer<BooksMerged> {
    let merged = merges::merge(&api.library, context, form.into_merge(id)?).await?;
    let days = api.library.shown_settings().default_loan_days();
    Ok(BooksMerged::new(merged, days))
}
