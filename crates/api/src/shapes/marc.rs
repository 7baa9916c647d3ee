//! The MARC record of a book.

use axum::Json;
use axum::response::{IntoResponse, Response};
use carrel_operations::catalogue::{Finding, MarcText, SavedBook, Severity};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::book::{BookSaved, based_on};
use crate::failure::Failure;

/// The MARC record of a book.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarcRecord)]
pub(crate) struct MarcShape {
    /// A line a field, such as `=245  10$aTitle :$bsubtitle`; a blank indicator is `\\`, a dollar sign `{dollar}`.
    pub text: String,
    /// Whether a record is stored; otherwise it was made of the fields of the book.
    pub is_stored: bool,
    pub findings: Vec<MarcFinding>,
}

impl From<MarcText> for MarcShape {
    fn from(marc: MarcText) -> Self {
        MarcShape {
            text: marc.text,
            is_stored: marc.is_stored,
            findings: marc.findings.iter().map(MarcFinding::from).collect(),
        }
    }
}

/// Something that is wrong with a MARC record, or unusual in it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MarcFinding {
    pub severity: MarcSeverity,
    /// The tag of the field, or `LDR`.
    pub tag: String,
    pub message: String,
}

/// How much a finding matters.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum MarcSeverity {
    /// A record with it is not saved.
    Error,
    Warning,
}

impl From<&Finding> for MarcFinding {
    fn from(finding: &Finding) -> Self {
        MarcFinding {
            severity: match finding.severity() {
                Severity::Error => MarcSeverity::Error,
                Severity::Warning => MarcSeverity::Warning,
            },
            tag: finding.tag.clone(),
            message: finding.to_string(),
        }
    }
}

/// A changed MARC record.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MarcForm {
    /// A line a field.
    #[schema(required)]
    #[serde(default)]
    pub text: String,
    /// The `updatedAt` of the book that the change is based on.
    #[schema(format = DateTime)]
    updated_at: Option<String>,
}

impl MarcForm {
    /// The instant of the book that the change is based on, if it is named.
    pub(crate) fn based_on(&self) -> Result<Option<Timestamp>, Failure> {
        based_on(self.updated_at.as_deref())
    }
}

/// A book whose MARC record was saved.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MarcSaved {
    #[serde(flatten)]
    pub book: BookSaved,
    /// What is unusual in the record.
    pub findings: Vec<MarcFinding>,
}

impl MarcSaved {
    /// `default_days` is the default loan period of a book.
    pub(crate) fn new(saved: SavedBook, findings: &[Finding], default_days: u16) -> Self {
        MarcSaved {
            book: BookSaved::new("Book updated successfully!", saved, default_days),
            findings: findings.iter().map(MarcFinding::from).collect(),
        }
    }
}

impl IntoResponse for MarcSaved {
    fn into_response(self) -> Response {
        Json(self).into_response()
    }
}
