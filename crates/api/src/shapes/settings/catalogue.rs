//! The settings of the open catalogue.

use carrel_domain::settings::{CatalogueForm, CatalogueSettings};
use carrel_operations::settings::Versioned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The settings of the open catalogue.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CatalogueSettings)]
pub(crate) struct CatalogueSection {
    /// Whether visitors without an account may search and read the catalogue.
    pub open_to_visitors: bool,
    /// Whether search engines may list the site.
    pub indexed: bool,
    /// Whether programs of other libraries may harvest the records of the catalogue by OAI-PMH, at `/oai`.
    pub oai_pmh: bool,
    /// Whether other systems may search the catalogue by SRU, at `/sru`.
    pub sru: bool,
    /// The address at which browsers open the site.
    pub site_address: Option<String>,
    /// The version of the section; a change must name it.
    pub version: String,
}

impl From<Versioned<CatalogueSettings>> for CatalogueSection {
    fn from(shown: Versioned<CatalogueSettings>) -> Self {
        CatalogueSection {
            open_to_visitors: shown.section.open_to_visitors,
            indexed: shown.section.indexed,
            oai_pmh: shown.section.oai_pmh,
            sru: shown.section.sru,
            site_address: shown.section.site_address,
            version: shown.version,
        }
    }
}

/// The settings of the open catalogue.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CatalogueSettingsForm)]
pub(crate) struct CatalogueBody {
    #[schema(required, nullable = false)]
    open_to_visitors: Option<bool>,
    /// Needs `openToVisitors` and `siteAddress`.
    #[schema(required, nullable = false)]
    indexed: Option<bool>,
    /// Needs `siteAddress`. Off when it is missing.
    oai_pmh: Option<bool>,
    /// Needs `siteAddress`. Off when it is missing.
    sru: Option<bool>,
    site_address: Option<String>,
    /// The version that the change is based on.
    #[schema(required, nullable = false)]
    pub version: Option<String>,
}

impl From<CatalogueBody> for CatalogueForm {
    fn from(body: CatalogueBody) -> Self {
        CatalogueForm {
            open_to_visitors: body.open_to_visitors,
            indexed: body.indexed,
            oai_pmh: body.oai_pmh,
            sru: body.sru,
            site_address: body.site_address,
        }
    }
}
