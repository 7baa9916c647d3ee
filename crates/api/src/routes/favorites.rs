use axum::extract::State;
use carrel_domain::catalogue::book::BookId;
use carrel_operations::catalogue::favorites;

use crate::caller::Caller;
use crate::failure::FailureBody;
use crate::input::{InPath, PageQuery, QueryParams};
use crate::respond::{Answer, Envelope, Listed};
use crate::shapes::Favorite;
use crate::state::Api;

/// The caller's favorites, the latest first, archived books included.
#[utoipa::path(get, path = "/api/favorites", operation_id = "list_favorites",
    tag = "favorites", params(PageQuery),
    responses((status = 200, body = Listed<Favorite>), (status = "default", body = FailureBody)))]
pub(crate) async fn list(
    State(api): State<Api>,
    caller: Caller,
    QueryParams(page): QueryParams<PageQuery>,
) -> Answer<Listed<Favorite>> {
    let days = api.library.shown_settings().default_loan_days();
    let listed = favorites::list(&api.library, &caller.0, page.page()?).await?;
    Ok(Listed::of(listed, |favorite| Favorite::new(favorite, days)))
}

/// The ids of the caller's favorites, the latest first; at most 1,000.
#[utoipa::path(get, path = "/api/favorites/ids", operation_id = "favorite_ids",
    tag = "favorites",
    responses((status = 200, body = Envelope<Vec<String>>), (status = "default", body = FailureBody)))]
pub(crate) async fn ids(State(api): State<Api>, caller: Caller) -> Answer<Envelope<Vec<BookId>>> {
    Ok(Envelope::of(favorites::ids(&api.library, &caller.0).await?))
}

/// Adds a book to the caller's favorites. Adding it again changes nothing.
#[utoipa::path(put, path = "/api/favorites/{bookId}", operation_id = "add_favorite",
    tag = "favorites", params(("bookId" = inline(BookId), Path)),
    responses((status = 200, body = Envelope<Option<String>>), (status = "default", body = FailureBody)))]
pub(crate) async fn add(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(book_id): InPath<BookId>,
) -> Answer<Envelope<Option<String>>> {
    favorites::add(&api.library, context, book_id).await?;
    Ok(Envelope::saying("Added to favorites", None))
}

/// Removes a book from the caller's favorites.
#[utoipa::path(delete, path = "/api/favorites/{bookId}", operation_id = "remove_favorite",
    tag = "favorites", params(("bookId" = inline(BookId), Path)),
    responses((status = 200, body = Envelope<Option<String>>), (status = "default", body = FailureBody)))]
pub(crate) async fn remove(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(book_id): InPath<BookId>,
) -> Answer<Envelope<Option<String>>> {
    favorites::remove(&api.library, context, book_id).await?;
    Ok(Envelope::saying("Removed from favorites", None))
}
