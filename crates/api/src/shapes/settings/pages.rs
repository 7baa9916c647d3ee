//! Public pages, and the setting of registration.

use carrel_domain::settings::PageName;
use carrel_operations::settings::{self, PageText, Versioned};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shapes::time::stored_time;
use crate::shapes::words::PublicPageName;

/// A public page. If the library has no text of its own, the standard text is shown.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Page)]
pub(crate) struct PageShape {
    #[schema(value_type = PublicPageName)]
    pub name: &'static str,
    /// Plain text with simple Markdown; never HTML.
    pub text: Option<String>,
    /// The time of the last change.
    #[schema(format = DateTime)]
    pub updated_at: Option<String>,
}

impl From<settings::Page> for PageShape {
    fn from(page: settings::Page) -> Self {
        PageShape {
            name: page.name.as_str(),
            text: page.text,
            updated_at: page.updated_at.map(stored_time),
        }
    }
}

/// The settings of a public page.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PageSettings)]
pub(crate) struct PageSection {
    #[schema(value_type = PublicPageName)]
    pub name: &'static str,
    pub text: Option<String>,
    /// The version of the section; a change must name it.
    pub version: String,
}

impl PageSection {
    pub(crate) fn new(shown: Versioned<PageText>) -> Self {
        let PageText { page, text } = shown.section;
        PageSection {
            name: PageName::as_str(page),
            text,
            version: shown.version,
        }
    }
}

/// The text of a page; null or empty restores the standard text.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = PageForm)]
pub(crate) struct PageBody {
    pub text: Option<String>,
    /// The version that the change is based on.
    #[schema(required, nullable = false)]
    pub version: Option<String>,
}

/// Whether visitors may register.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RegistrationSettings)]
pub(crate) struct RegistrationSection {
    /// Whether visitors may register.
    pub open: bool,
    /// The version of the section; a change must name it.
    pub version: String,
}

impl From<Versioned<settings::Registration>> for RegistrationSection {
    fn from(shown: Versioned<settings::Registration>) -> Self {
        RegistrationSection {
            open: shown.section.open,
            version: shown.version,
        }
    }
}

/// Whether visitors may register.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = RegistrationSettingsForm)]
pub(crate) struct RegistrationSettingsBody {
    #[schema(required, nullable = false)]
    pub open: Option<bool>,
    /// The version that the change is based on.
    #[schema(required, nullable = false)]
    pub version: Option<String>,
}
