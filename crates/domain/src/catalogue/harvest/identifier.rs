//! Identifiers of records: `oai:library.example:book_812`.

use crate::catalogue::book::BookId;

/// The host of a site address: `library.example` for `https://library.example:8443/books`.
pub fn host_of(site: &str) -> String {
    let host = url::Url::parse(site)
        .ok()
        .and_then(|url| url.host_str().map(str::to_owned));
    // The scheme of identifiers allows letters, digits, hyphens and dots; an IPv6 address has others.
    let host = host.unwrap_or_default();
    let host: String = host
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || c == '.' {
                c
            } else {
                '-'
            }
        })
        .collect();
    host.trim_matches('-').to_owned()
}

/// The identifier of the record of a book.
pub fn identifier(host: &str, id: BookId) -> String {
    format!("oai:{host}:{id}")
}

/// The book of an identifier; `None` when the identifier is of another library or is none.
pub fn book_of(host: &str, identifier: &str) -> Option<BookId> {
    let id = identifier
        .strip_prefix("oai:")?
        .strip_prefix(host)?
        .strip_prefix(':')?;
    id.parse().ok()
}
