//! The settings of the open catalogue: whether visitors without an account may read it, and whether search engines list it.

use serde::{Deserialize, Serialize};

use crate::mail::site_address;
use crate::validation::{FieldError, Findings};

/// The messages.
pub mod message {
    /// `openToVisitors` is missing.
    pub const OPEN_REQUIRED: &str = "Please choose whether visitors can search the catalogue";
    /// `indexed` is missing.
    pub const INDEXED_REQUIRED: &str = "Please choose whether search engines can list the catalogue";
    /// `indexed` without `openToVisitors`.
    pub const INDEXED_NEEDS_OPEN: &str = "Search engines can only list a catalogue that visitors can search";
}

/// The settings of the open catalogue. A field that is not stored has its default.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CatalogueSettings {
    /// Whether visitors without an account may search and read the catalogue.
    pub open_to_visitors: bool,
    /// Whether search engines may list the site.
    pub indexed: bool,
    /// Whether programs of other libraries may harvest the records of the catalogue by OAI-PMH.
    pub oai_pmh: bool,
    /// Whether other systems may search the catalogue by SRU.
    pub sru: bool,
    /// The address at which browsers open the site, without a slash at the end. Every catalogue has one that is indexed or
    /// shared with other libraries.
    pub site_address: Option<String>,
}

/// The section as it was sent.
#[derive(Clone, Debug, Default)]
pub struct CatalogueForm {
    /// `openToVisitors`
    pub open_to_visitors: Option<bool>,
    /// `indexed`
    pub indexed: Option<bool>,
    /// `oaiPmh`; off when it is missing.
    pub oai_pmh: Option<bool>,
    /// `sru`; off when it is missing.
    pub sru: Option<bool>,
    /// `siteAddress`
    pub site_address: Option<String>,
}

impl CatalogueForm {
    /// Validates the section.
    pub fn validate(self) -> Result<CatalogueSettings, Vec<FieldError>> {
        let mut findings = Findings::default();
        let open = findings.take(
            "openToVisitors",
            self.open_to_visitors.ok_or(message::OPEN_REQUIRED),
        );
        let indexed = match (self.indexed, self.open_to_visitors) {
            (None, _) => Err(message::INDEXED_REQUIRED),
            (Some(true), Some(false)) => Err(message::INDEXED_NEEDS_OPEN),
            (Some(indexed), _) => Ok(indexed),
        };
        let oai_pmh = self.oai_pmh.unwrap_or(false);
        let sru = self.sru.unwrap_or(false);
        let needs_address = self.indexed == Some(true) || oai_pmh || sru;
        let address = if self.site_address.is_some() || needs_address {
            site_address(self.site_address.as_deref()).map(Some)
        } else {
            Ok(None)
        };
        let indexed = findings.take("indexed", indexed);
        let address = findings.take("siteAddress", address);
        match (open, indexed, address) {
            (Some(open_to_visitors), Some(indexed), Some(site_address)) => Ok(CatalogueSettings {
                open_to_visitors,
                indexed,
                oai_pmh,
                sru,
                site_address,
            }),
            _ => Err(findings.into_errors()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CatalogueForm, CatalogueSettings};

    fn errors(open: Option<bool>, indexed: Option<bool>, address: Option<&str>) -> Vec<String> {
        let form = CatalogueForm {
            open_to_visitors: open,
            indexed,
            oai_pmh: None,
            sru: None,
            site_address: address.map(str::to_owned),
        };
        let errors = form.validate().err().unwrap_or_default();
        errors.into_iter().map(|error| error.field.to_owned()).collect()
    }

    #[test]
    fn an_indexed_catalogue_is_open_and_has_an_address() {
        let address = Some("https://library.example");
        for (open, indexed, address, wrong) in [
            (Some(false), Some(false), None, vec![]),
            (Some(true), Some(false), None, vec![]),
            (Some(true), Some(false), Some("  "), vec!["siteAddress"]),
            (Some(true), Some(false), Some("library"), vec!["siteAddress"]),
            (Some(true), Some(true), address, vec![]),
            (Some(true), Some(true), None, vec!["siteAddress"]),
            (
                Some(true),
                Some(true),
                Some("javascript:alert(1)"),
                vec!["siteAddress"],
            ),
            (Some(false), Some(true), address, vec!["indexed"]),
            (None, None, None, vec!["openToVisitors", "indexed"]),
        ] {
            assert_eq!(
                errors(open, indexed, address),
                wrong,
                "{open:?} {indexed:?} {address:?}"
            );
        }
    }

    #[test]
    fn a_catalogue_that_is_harvested_has_an_address() {
        for (oai_pmh, sru, address, wrong) in [
            (true, false, None, vec!["siteAddress"]),
            (false, true, None, vec!["siteAddress"]),
            (true, true, Some("https://library.example"), vec![]),
        ] {
            let form = CatalogueForm {
                open_to_visitors: Some(false),
                indexed: Some(false),
                oai_pmh: Some(oai_pmh),
                sru: Some(sru),
                site_address: address.map(str::to_owned),
            };
            let errors = form.validate().err().unwrap_or_default();
            let fields: Vec<&str> = errors.iter().map(|error| error.field).collect();
            assert_eq!(fields, wrong, "{address:?}");
        }
    }

    #[test]
    fn the_catalogue_is_closed_by_default_and_fields_may_be_missing() {
        let settings: CatalogueSettings = serde_json::from_str("{}").unwrap();
        assert_eq!(settings, CatalogueSettings::default());
        assert!(!settings.open_to_visitors && !settings.indexed && !settings.oai_pmh && !settings.sru);
    }
}
