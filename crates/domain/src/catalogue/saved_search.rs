//! Saved searches: a person keeps a search, to see later which new books it finds.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::identity::{Entity, Id, hexadecimal};
use crate::validation::{FieldError, Findings, required_line};

/// The limits of the fields.
pub mod limit {
    use crate::limits::{Form, Text};

    /// The name of a saved search.
    pub const NAME: Text = Text::of(1, 100, Form::FILLED_LINE);
}

/// The prefix of every token of a feed, by which people and secret scanners recognise one.
pub const FEED_TOKEN_PREFIX: &str = "carrel_feed_";

/// A search that a person has saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedSearch {
    pub id: SavedSearchId,
    pub name: String,
    /// Its words and filters, as JSON.
    pub query: String,
    pub created_at: Timestamp,
    /// Books that were added later are new to the person.
    pub seen_at: Timestamp,
    /// Whether a feed reader can follow it.
    pub has_feed: bool,
}

/// The identifier of a saved search.
pub type SavedSearchId = Id<SavedSearch>;

impl Entity for SavedSearch {
    const NAME: &'static str = "saved_search";
}

/// Validates the name of a saved search, without the white space around it.
pub fn name(name: Option<&str>) -> Result<String, Vec<FieldError>> {
    let mut findings = Findings::default();
    let read = required_line(
        name,
        limit::NAME,
        "Name is required",
        "Name cannot exceed 100 characters",
        "Name contains characters that are not allowed",
    );
    findings.take("name", read).ok_or_else(|| findings.into_errors())
}

impl SavedSearch {
    /// The identifier of an entry of its feed, an address that nobody opens: `urn:uuid:` and a UUID of version 8 (RFC 9562).
    /// It is always the same for the same book, so that a feed reader shows the book once.
    pub fn entry_urn(&self, entry: &str) -> String {
        let whole = format!("{} {} {entry}", self.id, self.created_at);
        let digest = hexadecimal(&Sha256::digest(whole.as_bytes()));
        format!(
            "urn:uuid:{}-{}-8{}-a{}-{}",
            &digest[..8],
            &digest[8..12],
            &digest[13..16],
            &digest[17..20],
            &digest[20..32]
        )
    }
}
