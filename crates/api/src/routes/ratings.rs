use axum::extract::State;
use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::rating::ReviewId;
use carrel_operations::catalogue;

use crate::caller::Caller;
use crate::failure::{Failure, FailureBody};
use crate::input::{Body, InPath, PageQuery, QueryParams};
use crate::respond::{Answer, Envelope, Listed};
use crate::shapes::{ModerationForm, Opinion, RatingForm, Review, ReviewReader};
use crate::state::Api;

/// The ratings of a book, and the caller's own rating.
#[utoipa::path(get, path = "/api/books/{id}/rating", operation_id = "book_rating",
    tag = "books", params(("id" = inline(BookId), Path)),
    responses((status = 200, body = Envelope<Opinion>), (status = "default", body = FailureBody)))]
pub(crate) async fn show(
    State(api): State<Api>,
    caller: Caller,
    InPath(id): InPath<BookId>,
) -> Answer<Envelope<Opinion>> {
    Ok(Envelope::of(
        catalogue::rating(&api.library, &caller.0, id).await?.into(),
    ))
}

/// Rates a book that the caller has borrowed. A second rating replaces the first.
#[utoipa::path(put, path = "/api/books/{id}/rating", operation_id = "rate_book",
    tag = "books", params(("id" = inline(BookId), Path)), request_body = RatingForm,
    responses((status = 200, body = Envelope<Opinion>), (status = "default", body = FailureBody)))]
pub(crate) async fn rate(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<BookId>,
    Body(form): Body<RatingForm>,
) -> Answer<Envelope<Opinion>> {
    let rated = catalogue::rate(&api.library, context, id, form.into()).await?;
    Ok(Envelope::saying("Rating saved", rated.into()))
}

/// Deletes the caller's rating and review of a book.
#[utoipa::path(delete, path = "/api/books/{id}/rating", operation_id = "unrate_book",
    tag = "books", params(("id" = inline(BookId), Path)),
    responses((status = 200, body = Envelope<Opinion>), (status = "default", body = FailureBody)))]
pub(crate) async fn unrate(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<BookId>,
) -> Answer<Envelope<Opinion>> {
    let rated = catalogue::unrate(&api.library, context, id).await?;
    Ok(Envelope::saying("Rating removed", rated.into()))
}

/// The reviews of a book, the newest first. Administrators see hidden reviews, too.
#[utoipa::path(get, path = "/api/books/{id}/reviews", operation_id = "book_reviews",
    tag = "books", params(("id" = inline(BookId), Path), PageQuery),
    responses((status = 200, body = Listed<Review>), (status = "default", body = FailureBody)))]
pub(crate) async fn reviews(
    State(api): State<Api>,
    caller: Caller,
    InPath(id): InPath<BookId>,
    QueryParams(page): QueryParams<PageQuery>,
) -> Answer<Listed<Review>> {
    let reviews = catalogue::reviews(&api.library, &caller.0, id, page.page()?).await?;
    let reader = ReviewReader::of(&api, &caller.0);
    Ok(Listed::of(reviews, |review| Review::new(review, reader)))
}

/// Hides a review from readers, or shows it again.
#[utoipa::path(put, path = "/api/admin/reviews/{id}", operation_id = "moderate_review",
    tag = "admin", params(("id" = inline(ReviewId), Path)), request_body = ModerationForm,
    responses((status = 200, body = Envelope<Review>), (status = "default", body = FailureBody)))]
pub(crate) async fn moderate(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<ReviewId>,
    Body(form): Body<ModerationForm>,
) -> Answer<Envelope<Review>> {
    let hidden = form
        .hidden
        .ok_or_else(|| Failure::parameter("hidden", "hidden must be true or false"))?;
    let reader = ReviewReader::of(&api, &context);
    let review = catalogue::moderate(&api.library, context, id, hidden).await?;
    let message = if hidden {
        "Review hidden"
    } else {
        "Review shown again"
    };
    Ok(Envelope::saying(message, Review::new(review, reader)))
}
