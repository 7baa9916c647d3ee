//! Resumption tokens. A token carries the arguments of its list and the place of the last record, so the server stores
//! nothing for it, and it never expires.
//!
//! A token holds nothing secret, and opens nothing that the arguments of a new list could not ask for. Its checksum finds
//! tokens that were cut or changed by mistake; those that are forged lead to other records of the same public list.

use super::format::Format;
use super::set::{category_of, set_spec};
use crate::identity::fingerprint;

/// Where a list of records continues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub format: Format,
    /// The last instant of the list, in milliseconds.
    pub until_ms: Option<i64>,
    /// Only books of this category.
    pub category: Option<String>,
    /// The instant and the number of the last record, in milliseconds.
    pub after: (i64, i64),
    /// How many records came before.
    pub cursor: u64,
}

/// A resumption token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    Records(Place),
    Identifiers(Place),
    /// The last category, and how many sets came before.
    Sets {
        after: String,
        cursor: u64,
    },
}

impl Token {
    /// The text of the token: letters, digits, and `.`, `-`, `_` and `~`.
    pub fn text(&self) -> String {
        let content = match self {
            Token::Records(place) => format!("r.{}", place.text()),
            Token::Identifiers(place) => format!("i.{}", place.text()),
            Token::Sets { after, cursor } => format!("s.{}.{cursor}", set_spec(after)),
        };
        format!("{content}.{}", checksum(&content))
    }

    /// Reads a token; `None` for a text that [`Self::text`] does not make.
    pub fn parse(text: &str) -> Option<Self> {
        let (content, sum) = text.rsplit_once('.')?;
        if checksum(content) != sum {
            return None;
        }
        let (kind, rest) = content.split_once('.')?;
        let token = match kind {
            "r" => Token::Records(Place::parse(rest)?),
            "i" => Token::Identifiers(Place::parse(rest)?),
            "s" => {
                let (after, cursor) = rest.split_once('.')?;
                Token::Sets {
                    after: category_of(after)?,
                    cursor: cursor.parse().ok()?,
                }
            }
            _ => return None,
        };
        // A number has one text.
        (token.text() == text).then_some(token)
    }
}

impl Place {
    fn text(&self) -> String {
        let until = self.until_ms.map(|ms| ms.to_string()).unwrap_or_default();
        let set = self.category.as_deref().map(set_spec).unwrap_or_default();
        let (at, id) = self.after;
        format!("{}.{until}.{set}.{at}.{id}.{}", self.format.prefix(), self.cursor)
    }

    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let place = Place {
            format: Format::named(parts.next()?)?,
            until_ms: match parts.next()? {
                "" => None,
                until => Some(until.parse().ok()?),
            },
            category: match parts.next()? {
                "" => None,
                set => Some(category_of(set)?),
            },
            after: (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?),
            cursor: parts.next()?.parse().ok()?,
        };
        parts.next().is_none().then_some(place)
    }
}

fn checksum(content: &str) -> String {
    fingerprint(&format!("oai-pmh {content}"))
}
