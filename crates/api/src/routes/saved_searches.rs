use axum::extract::State;
use carrel_domain::catalogue::saved_search::SavedSearchId;
use carrel_operations::catalogue::saved_searches::{self, SavedSearchChange};

use super::books_query::BooksQuery;
use crate::caller::Caller;
use crate::failure::{Failure, FailureBody};
use crate::input::{Body, InPath, PageQuery, QueryParams};
use crate::interoperation::feed;
use crate::respond::{Answer, Created, Envelope};
use crate::shapes::{MadeFeed, SavedSearch, SavedSearchChangeForm, SavedSearchForm};
use crate::state::Api;

/// The caller's saved searches, the newest first, each with its new books; at most 20.
#[utoipa::path(get, path = "/api/saved-searches", operation_id = "list_saved_searches",
    tag = "saved searches",
    responses((status = 200, body = Envelope<Vec<SavedSearch>>), (status = "default", body = FailureBody)))]
pub(crate) async fn list(State(api): State<Api>, caller: Caller) -> Answer<Envelope<Vec<SavedSearch>>> {
    let days = api.library.shown_settings().default_loan_days();
    let own = saved_searches::list(&api.library, &caller.0).await?;
    let shown = own.into_iter().map(|own| SavedSearch::new(own, days));
    Ok(Envelope::of(shown.collect()))
}

/// Saves a search: the words and filters of `GET /api/books`
///
/// Books that are added from now on are new in it. Refused with 409 (`search_saved`) when the caller has saved the same words and
/// filters.
#[utoipa::path(post, path = "/api/saved-searches", operation_id = "save_search",
    tag = "saved searches", params(BooksQuery), request_body = SavedSearchForm,
    responses((status = 201, body = Envelope<SavedSearch>), (status = "default", body = FailureBody)))]
pub(crate) async fn save(
    State(api): State<Api>,
    Caller(context): Caller,
    QueryParams(query): QueryParams<BooksQuery>,
    Body(form): Body<SavedSearchForm>,
) -> Answer<Created<SavedSearch>> {
    let query = query.into_query(&PageQuery::default(), false)?;
    let days = api.library.shown_settings().default_loan_days();
    let saved = saved_searches::save(&api.library, context, form.name, query).await?;
    Ok(Created(Envelope::saying(
        "Search saved",
        SavedSearch::new(saved, days),
    )))
}

/// Changes the name of a saved search of the caller, or since when books are new in it.
#[utoipa::path(put, path = "/api/saved-searches/{id}", operation_id = "change_saved_search",
    tag = "saved searches", params(("id" = inline(SavedSearchId), Path)), request_body = SavedSearchChangeForm,
    responses((status = 200, body = Envelope<Option<String>>), (status = "default", body = FailureBody)))]
pub(crate) async fn change(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<SavedSearchId>,
    Body(form): Body<SavedSearchChangeForm>,
) -> Answer<Envelope<Option<String>>> {
    let seen_at = form.seen_at.as_deref().map(str::parse).transpose();
    let change = SavedSearchChange {
        name: form.name,
        seen_at: seen_at
            .map_err(|_| Failure::parameter("seenAt", "A time looks like 2026-12-24T16:30:00Z"))?,
    };
    saved_searches::change(&api.library, context, id, change).await?;
    Ok(Envelope::saying("Saved search changed", None))
}

/// Removes a saved search of the caller, and ends its feed.
#[utoipa::path(delete, path = "/api/saved-searches/{id}", operation_id = "remove_saved_search",
    tag = "saved searches", params(("id" = inline(SavedSearchId), Path)),
    responses((status = 200, body = Envelope<Option<String>>), (status = "default", body = FailureBody)))]
pub(crate) async fn remove(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<SavedSearchId>,
) -> Answer<Envelope<Option<String>>> {
    saved_searches::remove(&api.library, context, id).await?;
    Ok(Envelope::saying("Saved search removed", None))
}

/// Makes a feed of a saved search of the caller, which replaces the one before. Only this response contains its address.
#[utoipa::path(post, path = "/api/saved-searches/{id}/feed", operation_id = "make_feed",
    tag = "saved searches", params(("id" = inline(SavedSearchId), Path)),
    responses((status = 201, body = Envelope<MadeFeed>), (status = "default", body = FailureBody)))]
pub(crate) async fn make_feed(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<SavedSearchId>,
) -> Answer<Created<MadeFeed>> {
    let token = saved_searches::make_feed(&api.library, context, id).await?;
    let address = feed::address(&token);
    Ok(Created(Envelope::saying("Feed created", MadeFeed { address })))
}

/// Ends the feed of a saved search of the caller.
#[utoipa::path(delete, path = "/api/saved-searches/{id}/feed", operation_id = "end_feed",
    tag = "saved searches", params(("id" = inline(SavedSearchId), Path)),
    responses((status = 200, body = Envelope<Option<String>>), (status = "default", body = FailureBody)))]
pub(crate) async fn end_feed(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<SavedSearchId>,
) -> Answer<Envelope<Option<String>>> {
    saved_searches::end_feed(&api.library, context, id).await?;
    Ok(Envelope::saying("Feed ended", None))
}
