//! The settings of book data.

use carrel_domain::book_data::BookSource;
use carrel_domain::settings::{BookDataForm, BookDataSettings, BookSourceForm};
use carrel_operations::settings::Versioned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shapes::words::{BookSourceKind, SruVersionName};

/// The sources of book data.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BookDataSettings)]
pub(crate) struct BookDataSection {
    /// In the order in which their answers are shown. Open Library is one of them.
    pub sources: Vec<BookSourceShape>,
    /// Whether covers of Open Library are offered.
    pub covers: bool,
    /// The version of the section; a change must name it.
    pub version: String,
}

/// A source of book data. All but its kind and its switch is null for Open Library.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BookSource)]
pub(crate) struct BookSourceShape {
    #[schema(value_type = BookSourceKind)]
    pub kind: &'static str,
    /// Whether it is asked.
    pub is_on: bool,
    pub name: Option<String>,
    /// The address of the SRU server.
    pub address: Option<String>,
    #[schema(value_type = Option<SruVersionName>)]
    pub version: Option<&'static str>,
    /// The name of MARCXML at this server.
    pub record_schema: Option<String>,
    /// The query of CQL, with `{isbn}` in the place of the 13 digits.
    pub query: Option<String>,
}

impl From<BookSource> for BookSourceShape {
    fn from(source: BookSource) -> Self {
        let (kind, is_on) = (source.kind(), source.is_on());
        let sru = match source {
            BookSource::OpenLibrary { .. } => None,
            BookSource::Sru(sru) => Some(sru),
        };
        let version = sru.as_ref().map(|sru| sru.version.as_str());
        let (name, address, record_schema, query) = match sru {
            Some(sru) => (
                Some(sru.name),
                Some(sru.address),
                Some(sru.record_schema),
                Some(sru.query),
            ),
            None => (None, None, None, None),
        };
        BookSourceShape {
            kind,
            is_on,
            name,
            address,
            version,
            record_schema,
            query,
        }
    }
}

impl From<Versioned<BookDataSettings>> for BookDataSection {
    fn from(shown: Versioned<BookDataSettings>) -> Self {
        let sources = shown.section.sources.into_iter();
        BookDataSection {
            sources: sources.map(BookSourceShape::from).collect(),
            covers: shown.section.covers,
            version: shown.version,
        }
    }
}

/// A source of book data. That of Open Library needs only its kind and its switch.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BookSourceForm)]
pub(crate) struct BookSourceBody {
    #[schema(required, nullable = false, value_type = BookSourceKind)]
    kind: Option<String>,
    #[schema(required, nullable = false)]
    is_on: Option<bool>,
    /// Needed by an SRU server.
    name: Option<String>,
    /// Needed by an SRU server: https, unless the configuration of this server allows the host.
    address: Option<String>,
    /// Needed by an SRU server.
    #[schema(value_type = Option<SruVersionName>)]
    version: Option<String>,
    /// `marcxml` when absent.
    record_schema: Option<String>,
    /// Needed by an SRU server: a query of CQL that contains `{isbn}`.
    query: Option<String>,
}

impl From<BookSourceBody> for BookSourceForm {
    fn from(body: BookSourceBody) -> Self {
        BookSourceForm {
            kind: body.kind,
            is_on: body.is_on,
            name: body.name,
            address: body.address,
            version: body.version,
            record_schema: body.record_schema,
            query: body.query,
        }
    }
}

/// The sources of book data.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = BookDataSettingsForm)]
pub(crate) struct BookDataBody {
    sources: Vec<BookSourceBody>,
    /// Whether covers of Open Library are offered.
    #[schema(required, nullable = false)]
    covers: Option<bool>,
    /// The version that the change is based on.
    #[schema(required, nullable = false)]
    pub version: Option<String>,
}

impl From<BookDataBody> for BookDataForm {
    fn from(body: BookDataBody) -> Self {
        let sources = body.sources.into_iter();
        BookDataForm {
            sources: sources.map(BookSourceForm::from).collect(),
            covers: body.covers,
        }
    }
}

/// A source of book data to try, and the ISBN to look up.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = BookSourceTrialForm)]
pub(crate) struct SourceTrialForm {
    source: BookSourceBody,
    /// Ten or thirteen digits, with or without hyphens.
    #[schema(required, nullable = false)]
    isbn: Option<String>,
}

impl SourceTrialForm {
    /// The source, and the text of the number.
    pub(crate) fn into_parts(self) -> (BookSourceForm, String) {
        (self.source.into(), self.isbn.unwrap_or_default())
    }
}
