use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use carrel_domain::settings::PageName;
use carrel_operations::{Error, Noun, settings};

use crate::caller::Visitor;
use crate::failure::{Failure, FailureBody};
use crate::input::text_in_path;
use crate::respond::{Answer, Envelope};
use crate::shapes::words::PublicPageName;
use crate::shapes::{HomeShape, LibraryRulesShape, PageShape};
use crate::state::Api;

/// The name of a page in a path.
pub(crate) struct Name(String);

impl FromRequestParts<Api> for Name {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, Failure> {
        let name = text_in_path(parts, api).await?;
        Ok(Name(name))
    }
}

impl Name {
    /// The page with this name.
    pub(crate) fn known(&self) -> Answer<PageName> {
        Ok(self.0.parse().map_err(|_| Error::NotFound(Noun::Page))?)
    }
}

/// A public page.
#[utoipa::path(get, path = "/api/pages/{name}", operation_id = "show_page", tag = "library",
    params(("name" = inline(PublicPageName), Path)),
    responses((status = 200, body = Envelope<PageShape>), (status = "default", body = FailureBody)))]
pub(crate) async fn show(State(api): State<Api>, name: Name) -> Answer<Envelope<PageShape>> {
    Ok(Envelope::of(
        settings::page(&api.library, name.known()?).await?.into(),
    ))
}

/// The home page.
#[utoipa::path(get, path = "/api/home", operation_id = "show_home", tag = "library",
    responses((status = 200, body = Envelope<HomeShape>), (status = "default", body = FailureBody)))]
pub(crate) async fn home(State(api): State<Api>, visitor: Visitor) -> Answer<Envelope<HomeShape>> {
    Ok(Envelope::of(
        settings::home(&api.library, visitor.context.now).await?.into(),
    ))
}

/// The standard circulation rules, and the days on which the library is closed.
#[utoipa::path(get, path = "/api/library/rules", operation_id = "show_library_rules", tag = "library",
    responses((status = 200, body = Envelope<LibraryRulesShape>), (status = "default", body = FailureBody)))]
pub(crate) async fn library_rules(
    State(api): State<Api>,
    visitor: Visitor,
) -> Answer<Envelope<LibraryRulesShape>> {
    Ok(Envelope::of(
        settings::public_rules(&api.library, visitor.context.now).into(),
    ))
}
