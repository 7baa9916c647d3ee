//! The library's public pages, whose text it may replace.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::limits::{Form, Text};
use crate::validation::{FieldError, optional_lines};

/// The limits of a page's text.
pub const TEXT: Text = Text::up_to(20_000, Form::LINES);

const TOO_LONG: &str = "The text cannot exceed 20000 characters";
const NOT_ALLOWED: &str = "The text contains characters that are not allowed";

/// A public page, linked at the foot of every screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PageName {
    About,
    Contact,
    Privacy,
    Terms,
    Help,
}

/// The text is not the name of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown_page")]
pub struct UnknownPage;

impl PageName {
    /// Every page.
    pub const ALL: [PageName; 5] = [
        PageName::About,
        PageName::Contact,
        PageName::Privacy,
        PageName::Terms,
        PageName::Help,
    ];

    /// The name in addresses, in the database and in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            PageName::About => "about",
            PageName::Contact => "contact",
            PageName::Privacy => "privacy",
            PageName::Terms => "terms",
            PageName::Help => "help",
        }
    }
}

impl FromStr for PageName {
    type Err = UnknownPage;

    fn from_str(text: &str) -> Result<PageName, UnknownPage> {
        PageName::ALL
            .into_iter()
            .find(|name| name.as_str() == text)
            .ok_or(UnknownPage)
    }
}

/// Validates the text of a page: lines of plain text with simple markup, at most 20,000 characters. An empty text
/// restores the standard text.
pub fn validate_page(text: Option<&str>) -> Result<Option<String>, Vec<FieldError>> {
    let text = optional_lines(text, TEXT, TOO_LONG, NOT_ALLOWED);
    let text = text.map_err(|message| vec![FieldError::new("text", message)])?;
    Ok(text.map(|text| text.replace("\r\n", "\n")))
}
