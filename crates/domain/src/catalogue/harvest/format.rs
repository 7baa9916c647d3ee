//! The formats of records.

/// The formats of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Dublin Core, which every repository must offer.
    DublinCore,
    /// MARC 21 in MARCXML.
    Marc,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 2] = [Format::DublinCore, Format::Marc];

    /// Its `metadataPrefix`.
    pub fn prefix(self) -> &'static str {
        match self {
            Format::DublinCore => "oai_dc",
            Format::Marc => "marc21",
        }
    }

    /// The format with a [`prefix`](Self::prefix).
    pub fn named(prefix: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.prefix() == prefix)
    }
}
