//! The settings of privacy.

use carrel_domain::settings::{PrivacyForm, PrivacySettings};
use carrel_operations::reports::kept_data;
use carrel_operations::settings::Versioned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::input::Whole;
use crate::shapes::words::{KeptDataKind, ReviewNamesChoice};

/// The settings of privacy.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PrivacySettings)]
pub(crate) struct PrivacySection {
    /// For how many days entries of the audit log are kept.
    pub audit_days: i64,
    /// After how many days a returned borrowing loses its person. Null when it keeps them.
    pub borrowing_days: Option<i64>,
    /// How other readers see the author of a review.
    #[schema(value_type = ReviewNamesChoice)]
    pub review_names: &'static str,
    /// Whether browsers load covers from the sites that books name, which then learn who looks at which book.
    pub covers_from_other_sites: bool,
    /// The version of the section; a change must name it.
    pub version: String,
}

impl From<Versioned<PrivacySettings>> for PrivacySection {
    fn from(shown: Versioned<PrivacySettings>) -> Self {
        PrivacySection {
            audit_days: shown.section.audit_days,
            borrowing_days: shown.section.borrowing_days,
            review_names: shown.section.review_names.as_str(),
            covers_from_other_sites: shown.section.covers_from_other_sites,
            version: shown.version,
        }
    }
}

/// Data about people that the library keeps.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KeptData {
    #[schema(value_type = KeptDataKind)]
    pub kind: &'static str,
    /// For how many hours. Null until the account is erased.
    pub hours: Option<i64>,
}

impl From<kept_data::KeptData> for KeptData {
    fn from(kept: kept_data::KeptData) -> Self {
        KeptData {
            kind: kept.kind,
            hours: kept.hours,
        }
    }
}

/// The settings of privacy.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PrivacySettingsForm)]
pub(crate) struct PrivacyBody {
    #[schema(required, nullable = false, value_type = i64)]
    audit_days: Option<Whole>,
    /// Null keeps returned borrowings with their person.
    #[schema(required, value_type = Option<i64>)]
    borrowing_days: Option<Whole>,
    #[schema(required, nullable = false, value_type = ReviewNamesChoice)]
    review_names: Option<String>,
    #[schema(required, nullable = false)]
    covers_from_other_sites: Option<bool>,
    /// The version that the change is based on.
    #[schema(required, nullable = false)]
    pub version: Option<String>,
}

impl From<PrivacyBody> for PrivacyForm {
    fn from(body: PrivacyBody) -> Self {
        PrivacyForm {
            audit_days: body.audit_days.map(|days| days.0),
            borrowing_days: body.borrowing_days.map(|days| days.0),
            review_names: body.review_names,
            covers_from_other_sites: body.covers_from_other_sites,
        }
    }
}
