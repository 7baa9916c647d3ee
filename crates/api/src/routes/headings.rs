use axum::extract::State;
use carrel_domain::catalogue::bulk_edit::HeadingKind;
use carrel_operations::catalogue::headings::{self, HeadingQuery, HeadingSort};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::caller::Caller;
use crate::failure::FailureBody;
use crate::input::{PageQuery, QueryParams, choice, words};
use crate::respond::{Answer, Listed};
use crate::shapes::Heading;
use crate::shapes::choices::{HEADING_KINDS, HEADING_SORTS};
use crate::shapes::words::{HeadingKindName, HeadingSortName};
use crate::state::Api;

/// Which headings.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct HeadingsQuery {
    /// Whether the names are those of categories, as when absent, or of subjects.
    #[param(inline, value_type = Option<HeadingKindName>)]
    kind: Option<String>,
    /// Words, or parts of words, that a name contains. Only the first 300 characters count.
    search: Option<String>,
    /// By name, or those of most books first.
    #[param(inline, value_type = Option<HeadingSortName>)]
    sort: Option<String>,
}

/// The categories or the subjects that books have, with the numbers of their books.
///
/// A name is changed in all its books by a bulk edit with `rename`.
#[utoipa::path(get, path = "/api/headings", operation_id = "list_headings",
    tag = "books", params(HeadingsQuery, PageQuery),
    responses((status = 200, body = Listed<Heading>), (status = "default", body = FailureBody)))]
pub(crate) async fn list(
    State(api): State<Api>,
    Caller(context): Caller,
    QueryParams(query): QueryParams<HeadingsQuery>,
    QueryParams(page): QueryParams<PageQuery>,
) -> Answer<Listed<Heading>> {
    let query = HeadingQuery {
        kind: choice("kind", query.kind.as_deref(), HEADING_KINDS)?.unwrap_or(HeadingKind::Category),
        search: words(query.search).unwrap_or_default(),
        sort: choice("sort", query.sort.as_deref(), HEADING_SORTS)?.unwrap_or(HeadingSort::Name),
        page: page.page()?,
    };
    let paged = headings::list(&api.library, &context, query).await?;
    Ok(Listed::of(paged, Heading::from))
}
