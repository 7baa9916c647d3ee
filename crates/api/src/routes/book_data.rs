//! Book data: lookups by ISBN, and the settings of the sources.

use axum::extract::State;
use carrel_domain::catalogue::book::BookId;
use carrel_domain::settings::{BookDataForm, BookDataSettings};
use carrel_operations::{Error, catalogue, settings};
use serde::Deserialize;
use utoipa::IntoParams;

use super::settings::{change, of_form};
use crate::caller::Caller;
use crate::failure::{Failure, FailureBody};
use crate::input::{Body, InPath, QueryParams};
use crate::respond::{Answer, Envelope};
use crate::shapes::{
    BookDataBody, BookDataSection, BookLookup, BookSaved, BookSourceAnswer, CoverOfSourceForm,
    SourceTrialForm,
};
use crate::state::Api;

/// What is looked up.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LookupQuery {
    /// Ten or thirteen digits, with or without hyphens.
    #[param(inline, value_type = String, required)]
    isbn: Option<String>,
}

/// Looks a book up by its ISBN, in this library and at the sources of book data that are turned on.
///
/// All sources are asked at once. Each has five seconds, all have eight; one that fails is no failure of the call. A draft has the
/// fields of `BookForm`, and nothing is stored. At most eight lookups run at once, four of one person: a further one gets 503.
#[utoipa::path(get, path = "/api/book-lookups", operation_id = "look_up_book",
    tag = "books", params(LookupQuery),
    responses((status = 200, body = Envelope<BookLookup>), (status = "default", body = FailureBody)))]
pub(crate) async fn look_up(
    State(api): State<Api>,
    Caller(context): Caller,
    QueryParams(query): QueryParams<LookupQuery>,
) -> Answer<Envelope<BookLookup>> {
    let isbn = query.isbn.unwrap_or_default();
    let found = catalogue::look_up(&api.library, context, &isbn).await?;
    let days = api.library.shown_settings().default_loan_days();
    Ok(Envelope::of(BookLookup::new(found, days)))
}

/// Replaces the cover of a book by one of Open Library.
///
/// A lookup gives the number of the cover. The server fetches the picture and stores it like an uploaded one.
#[utoipa::path(post, path = "/api/books/{id}/open-library-cover", operation_id = "set_open_library_cover",
    tag = "books", params(("id" = inline(BookId), Path)), request_body = CoverOfSourceForm,
    responses((status = 200, body = BookSaved), (status = "default", body = FailureBody)))]
pub(crate) async fn set_cover(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<BookId>,
    Body(form): Body<CoverOfSourceForm>,
) -> Answer<BookSaved> {
    let cover = form.cover.map(|number| number.0);
    let saved = catalogue::set_cover_of_source(&api.library, context, id, cover).await?;
    let days = api.library.shown_settings().default_loan_days();
    Ok(BookSaved::new("Cover saved", saved, days))
}

/// The sources of book data, in the order in which they are shown.
#[utoipa::path(get, path = "/api/admin/settings/book-data", operation_id = "show_book_data_settings",
    tag = "settings",
    responses((status = 200, body = Envelope<BookDataSection>), (status = "default", body = FailureBody)))]
pub(crate) async fn show(State(api): State<Api>, caller: Caller) -> Answer<Envelope<BookDataSection>> {
    let shown = settings::show(&api.library, &caller.0, BookDataSettings::default()).await?;
    Ok(Envelope::of(shown.into()))
}

/// Changes the sources of book data.
#[utoipa::path(put, path = "/api/admin/settings/book-data", operation_id = "change_book_data_settings",
    tag = "settings", request_body = BookDataBody,
    responses((status = 200, body = Envelope<BookDataSection>), (status = "default", body = FailureBody)))]
pub(crate) async fn change_sources(
    State(api): State<Api>,
    caller: Caller,
    Body(mut form): Body<BookDataBody>,
) -> Answer<Envelope<BookDataSection>> {
    let version = form.version.take();
    let hosts = api.library.book_hosts().clone();
    let section = || BookDataForm::from(form).validate(&hosts).map_err(of_form);
    let changed = change(&api, caller, version, section).await?;
    Ok(Envelope::saying("Settings saved", changed.into()))
}

/// Asks one source of book data for an ISBN, before or after it is saved.
#[utoipa::path(post, path = "/api/admin/settings/book-data/try", operation_id = "try_book_data_source",
    tag = "settings", request_body = SourceTrialForm,
    responses((status = 200, body = Envelope<BookSourceAnswer>), (status = "default", body = FailureBody)))]
pub(crate) async fn try_source(
    State(api): State<Api>,
    Caller(context): Caller,
    Body(form): Body<SourceTrialForm>,
) -> Answer<Envelope<BookSourceAnswer>> {
    let (source, isbn) = form.into_parts();
    let source = source
        .validate_alone(api.library.book_hosts())
        .map_err(|errors| Failure::from(Error::InvalidForm(errors)))?;
    let answer = catalogue::try_source(&api.library, context, source, &isbn).await?;
    Ok(Envelope::of(answer.into()))
}
