//! The languages in which the product speaks to people: the web app and the mails.

use serde::{Deserialize, Serialize};

use crate::validation::trimmed;

/// A supported language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    #[default]
    #[serde(rename = "en")]
    English,
    #[serde(rename = "de")]
    German,
}

const LANGUAGE_UNKNOWN: &str = "This language is not supported";
const LANGUAGE_REQUIRED: &str = "Please choose a language";

impl Language {
    /// Every language, the default first.
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    /// The code of BCP 47: as stored and sent.
    pub fn as_str(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    /// The language of this code, without regard to case. Only the codes themselves count: `de-AT` is not supported.
    pub fn named(code: &str) -> Option<Language> {
        Language::ALL
            .into_iter()
            .find(|language| language.as_str().eq_ignore_ascii_case(code))
    }
}

/// A language of a form; `None` when the text is empty.
pub(crate) fn optional(text: Option<&str>) -> Result<Option<Language>, &'static str> {
    trimmed(text)
        .map(|code| Language::named(code).ok_or(LANGUAGE_UNKNOWN))
        .transpose()
}

/// A language of a form that must have one.
pub(crate) fn required(text: Option<&str>) -> Result<Language, &'static str> {
    optional(text)?.ok_or(LANGUAGE_REQUIRED)
}
