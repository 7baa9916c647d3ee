use carrel_domain::users::access_token::AccessTokenDraft;
use carrel_domain::users::{self, AccessTokenId, Scope};
use carrel_operations::identity::access_tokens::MadeToken;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time::time;
use crate::input::Whole;

/// A scope of an access token.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(crate) enum ScopeName {
    #[serde(rename = "catalogue:read")]
    CatalogueRead,
    #[serde(rename = "catalogue:write")]
    CatalogueWrite,
    #[serde(rename = "borrowings:read")]
    BorrowingsRead,
    #[serde(rename = "borrowings:write")]
    BorrowingsWrite,
    #[serde(rename = "reading:write")]
    ReadingWrite,
    #[serde(rename = "people:read")]
    PeopleRead,
    #[serde(rename = "people:write")]
    PeopleWrite,
    #[serde(rename = "reports:read")]
    ReportsRead,
}

impl From<Scope> for ScopeName {
    fn from(scope: Scope) -> Self {
        match scope {
            Scope::CatalogueRead => ScopeName::CatalogueRead,
            Scope::CatalogueWrite => ScopeName::CatalogueWrite,
            Scope::BorrowingsRead => ScopeName::BorrowingsRead,
            Scope::BorrowingsWrite => ScopeName::BorrowingsWrite,
            Scope::ReadingWrite => ScopeName::ReadingWrite,
            Scope::PeopleRead => ScopeName::PeopleRead,
            Scope::PeopleWrite => ScopeName::PeopleWrite,
            Scope::ReportsRead => ScopeName::ReportsRead,
        }
    }
}

/// An access token, without the token itself.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AccessToken {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: AccessTokenId,
    pub name: String,
    pub scopes: Vec<ScopeName>,
    #[schema(format = DateTime)]
    pub created_at: String,
    #[schema(format = DateTime)]
    pub expires_at: String,
    /// Updated at most every five minutes.
    #[schema(format = DateTime)]
    pub last_used_at: Option<String>,
}

impl From<users::AccessToken> for AccessToken {
    fn from(token: users::AccessToken) -> Self {
        AccessToken {
            id: token.id,
            name: token.name,
            scopes: token.scopes.iter().map(ScopeName::from).collect(),
            created_at: time(token.created_at),
            expires_at: time(token.expires_at),
            last_used_at: token.last_used_at.map(time),
        }
    }
}

/// A new access token.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MadeAccessToken {
    #[serde(flatten)]
    pub access_token: AccessToken,
    /// The token for `Authorization: Bearer …`. Only this response contains it.
    pub token: String,
}

impl From<MadeToken> for MadeAccessToken {
    fn from(made: MadeToken) -> Self {
        MadeAccessToken {
            access_token: made.access_token.into(),
            token: made.token,
        }
    }
}

/// A new access token.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AccessTokenForm {
    /// The purpose of the token.
    #[schema(required, nullable = false)]
    name: Option<String>,
    #[schema(required, nullable = false, value_type = Vec<ScopeName>)]
    scopes: Option<Vec<String>>,
    #[schema(required, nullable = false, value_type = i64)]
    expires_in_days: Option<Whole>,
}

impl From<AccessTokenForm> for AccessTokenDraft {
    fn from(form: AccessTokenForm) -> Self {
        AccessTokenDraft {
            name: form.name,
            scopes: form.scopes,
            expires_in_days: form.expires_in_days.map(|days| days.0),
        }
    }
}
