use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use carrel_domain::catalogue::book::{BookDraft, BookId};
use carrel_operations::catalogue::BookQuery;
use carrel_operations::{catalogue, circulation};
use serde::Deserialize;
use utoipa::IntoParams;

use super::books_query::BooksQuery;
use crate::cached::{Audience, cached};
use crate::caller::Caller;
use crate::failure::{Failure, FailureBody};
use crate::input::{Body, InPath, LimitQuery, PageQuery, QueryParams, choice};
use crate::respond::{Answer, Envelope, Pagination};
use crate::shapes::choices::BOOK_INCLUDES;
use crate::shapes::words::BookInclude;
use crate::shapes::{
    Book, BookChangeForm, BookDetail, BookRemoved, BookSaved, CategoryCount, FoundBooks, Recommendation,
    ReviewReader,
};
use crate::state::Api;

/// The default number of popular or recommended books.
const DEFAULT_SHELF: u32 = 10;

pub(crate) async fn found(api: &Api, caller: &Caller, query: BookQuery) -> Answer<FoundBooks> {
    let days = api.library.shown_settings().default_loan_days();
    let found = catalogue::list(&api.library, &caller.0, query).await?;
    let pagination = Pagination::of(&found.books);
    Ok(FoundBooks {
        success: true,
        data: found
            .books
            .entries
            .into_iter()
            .map(|book| Book::new(book, days))
            .collect(),
        pagination,
        facets: found.facets.into(),
        left_out: found.left_out,
        did_you_mean: found.did_you_mean,
    })
}

/// Lists and searches the books of the catalogue.
#[utoipa::path(get, path = "/api/books", operation_id = "list_books",
    tag = "books", params(BooksQuery, PageQuery),
    responses((status = 200, body = FoundBooks), (status = "default", body = FailureBody)))]
pub(crate) async fn list(
    State(api): State<Api>,
    caller: Caller,
    uri: Uri,
    QueryParams(query): QueryParams<BooksQuery>,
    QueryParams(page): QueryParams<PageQuery>,
) -> Answer<Response> {
    let books = found(&api, &caller, query.into_query(&page, false)?);
    cached(&api, &caller.0, Audience::Everybody, &uri, books).await
}

/// Adds a book with its first copies.
#[utoipa::path(post, path = "/api/books", operation_id = "add_book",
    tag = "books", request_body = BookDraft,
    responses((status = 201, body = BookSaved), (status = "default", body = FailureBody)))]
pub(crate) async fn add(
    State(api): State<Api>,
    Caller(context): Caller,
    Body(form): Body<BookDraft>,
) -> Answer<(StatusCode, BookSaved)> {
    let saved = catalogue::add(&api.library, context, form).await?;
    let days = api.library.shown_settings().default_loan_days();
    let saved = BookSaved::new("Book added successfully!", saved, days);
    Ok((StatusCode::CREATED, saved))
}

/// The categories of current books, by name.
#[utoipa::path(get, path = "/api/books/categories", operation_id = "book_categories",
    tag = "books",
    responses((status = 200, body = Envelope<Vec<CategoryCount>>), (status = "default", body = FailureBody)))]
pub(crate) async fn categories(State(api): State<Api>, caller: Caller, uri: Uri) -> Answer<Response> {
    let categories = async {
        let found = catalogue::categories(&api.library, &caller.0).await?;
        let counts = found.into_iter().map(CategoryCount::from);
        Ok(Envelope::of(counts.collect::<Vec<_>>()))
    };
    cached(&api, &caller.0, Audience::Everybody, &uri, categories).await
}

/// The most borrowed books of recent weeks.
#[utoipa::path(get, path = "/api/books/popular", operation_id = "popular_books",
    tag = "books", params(LimitQuery),
    responses((status = 200, body = Envelope<Vec<Book>>), (status = "default", body = FailureBody)))]
pub(crate) async fn popular(
    State(api): State<Api>,
    caller: Caller,
    uri: Uri,
    QueryParams(query): QueryParams<LimitQuery>,
) -> Answer<Response> {
    let limit = query.limit(DEFAULT_SHELF)?;
    let popular = async {
        let days = api.library.shown_settings().default_loan_days();
        let books = catalogue::popular(&api.library, &caller.0, limit).await?;
        let shown: Vec<Book> = books.into_iter().map(|book| Book::new(book, days)).collect();
        Ok(Envelope::of(shown))
    };
    cached(&api, &caller.0, Audience::Everybody, &uri, popular).await
}

/// Recommended books for the caller, each with the reason.
#[utoipa::path(get, path = "/api/books/recommendations", operation_id = "recommended_books",
    tag = "books", params(LimitQuery),
    responses((status = 200, body = Envelope<Vec<Recommendation>>), (status = "default", body = FailureBody)))]
pub(crate) async fn recommendations(
    State(api): State<Api>,
    caller: Caller,
    uri: Uri,
    QueryParams(query): QueryParams<LimitQuery>,
) -> Answer<Response> {
    let limit = query.limit(DEFAULT_SHELF)?;
    let recommended = async {
        let days = api.library.shown_settings().default_loan_days();
        let ranked = catalogue::recommendations(&api.library, &caller.0, limit).await?;
        let shown = ranked.into_iter().map(|recommended| Recommendation {
            book: Book::new(recommended.book, days),
            reason: recommended.reason.into(),
        });
        Ok(Envelope::of(shown.collect::<Vec<_>>()))
    };
    cached(&api, &caller.0, Audience::Oneself, &uri, recommended).await
}

/// What the response about a book includes.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct BookDetailQuery {
    /// `opinions` adds the ratings and the first page of the reviews, which a screen of the book shows as well.
    #[param(inline, value_type = Option<BookInclude>)]
    include: Option<String>,
}

/// A book, with what applies to the caller: an open borrowing, or the reasons against borrowing it.
#[utoipa::path(get, path = "/api/books/{id}", operation_id = "show_book",
    tag = "books", params(("id" = inline(BookId), Path), BookDetailQuery),
    responses((status = 200, body = Envelope<BookDetail>), (status = "default", body = FailureBody)))]
pub(crate) async fn show(
    State(api): State<Api>,
    caller: Caller,
    uri: Uri,
    InPath(id): InPath<BookId>,
    QueryParams(query): QueryParams<BookDetailQuery>,
) -> Answer<Response> {
    let with_opinions = choice("include", query.include.as_deref(), BOOK_INCLUDES)?.is_some();
    let detail = async {
        let days = api.library.shown_settings().default_loan_days();
        let now = caller.0.now.as_millisecond();
        let detail = circulation::detail(&api.library, &caller.0, id, with_opinions).await?;
        let detail = BookDetail::new(detail, days, now, ReviewReader::of(&api, &caller.0));
        Ok(Envelope::of(detail))
    };
    cached(&api, &caller.0, Audience::Oneself, &uri, detail).await
}

/// Changes a book.
#[utoipa::path(put, path = "/api/books/{id}", operation_id = "change_book",
    tag = "books", params(("id" = inline(BookId), Path)),
    request_body = BookChangeForm,
    responses((status = 200, body = BookSaved), (status = "default", body = FailureBody)))]
pub(crate) async fn change(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<BookId>,
    Body(form): Body<BookChangeForm>,
) -> Answer<BookSaved> {
    let based_on = form.based_on()?;
    let saved = catalogue::change(&api.library, context, id, form.draft, based_on).await?;
    let days = api.library.shown_settings().default_loan_days();
    Ok(BookSaved::new("Book updated successfully!", saved, days))
}

/// Removes a book from the catalogue: archives it when it was ever borrowed, else deletes it
///
/// Refused with 409 while copies are on loan (`book_has_open_borrowings`). A deletion can be undone for two minutes.
#[utoipa::path(delete, path = "/api/books/{id}", operation_id = "remove_book",
    tag = "books",
    params(("id" = inline(BookId), Path)),
    responses((status = 200, body = Envelope<BookRemoved>), (status = "default", body = FailureBody)))]
pub(crate) async fn remove(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<BookId>,
) -> Answer<Envelope<BookRemoved>> {
    let archived = catalogue::delete(&api.library, context, id).await?;
    Ok(Envelope::saying(
        if archived { "Book archived" } else { "Book deleted" },
        BookRemoved { archived },
    ))
}

/// Undoes the deletion of a book
///
/// The book is again where it was, with its copies. Refused with 409 (`undo_too_late`) two minutes after the deletion; a
/// book that is erased is not found. It is erased about an hour later, or when another copy gets one of its barcodes.
#[utoipa::path(post, path = "/api/books/{id}/undo-delete", operation_id = "undo_remove_book",
    tag = "books",
    params(("id" = inline(BookId), Path)),
    responses((status = 200, body = BookSaved), (status = "default", body = FailureBody)))]
pub(crate) async fn undo_remove(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<BookId>,
) -> Answer<BookSaved> {
    let saved = catalogue::undo_delete(&api.library, context, id).await?;
    let days = api.library.shown_settings().default_loan_days();
    Ok(BookSaved::new("Deletion undone", saved, days))
}

/// Puts a book into the archive, with its history
///
/// It can be restored. Refused with 409 while copies are on loan (`book_has_open_borrowings`), and when it is in the archive
/// already (`book_archived`).
#[utoipa::path(post, path = "/api/books/{id}/archive", operation_id = "archive_book",
    tag = "books",
    params(("id" = inline(BookId), Path)),
    responses((status = 200, body = BookSaved), (status = "default", body = FailureBody)))]
pub(crate) async fn archive(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<BookId>,
) -> Answer<BookSaved> {
    let saved = catalogue::archive(&api.library, context, id).await?;
    let days = api.library.shown_settings().default_loan_days();
    Ok(BookSaved::new("Book archived", saved, days))
}

/// Restores a book from the archive.
#[utoipa::path(post, path = "/api/books/{id}/restore", operation_id = "restore_book",
    tag = "books",
    params(("id" = inline(BookId), Path)),
    responses((status = 200, body = BookSaved), (status = "default", body = FailureBody)))]
pub(crate) async fn restore(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<BookId>,
) -> Answer<BookSaved> {
    let saved = catalogue::restore(&api.library, context, id).await?;
    let days = api.library.shown_settings().default_loan_days();
    Ok(BookSaved::new("Book restored", saved, days))
}

/// The generated cover of a book, which is shown when the book has no image.
#[utoipa::path(get, path = "/api/books/{id}/cover.svg", operation_id = "book_cover",
    tag = "books", params(("id" = inline(BookId), Path)),
    responses((status = 200, content_type = "image/svg+xml; charset=utf-8", body = String), (status = "default", body = FailureBody)))]
pub(crate) async fn cover(
    State(api): State<Api>,
    InPath(id): InPath<BookId>,
) -> Result<impl IntoResponse, Failure> {
    let (title, author, category) = catalogue::cover_facts(&api.library, id).await?;
    let headers = [
        (CONTENT_TYPE, "image/svg+xml; charset=utf-8"),
        (CACHE_CONTROL, "public, max-age=3600"),
    ];
    Ok((
        headers,
        carrel_domain::catalogue::cover::cover_svg(&title, &author, &category),
    ))
}
