//! The formats of MARC records that are stored and written.

use carrel_formats::marc::{self, Record};

/// The format of a MARC record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::catalogue) enum MarcFormat {
    /// ISO 2709.
    Marc21,
    MarcXml,
}

impl MarcFormat {
    /// As it is stored.
    pub(in crate::catalogue) fn name(self) -> &'static str {
        match self {
            MarcFormat::Marc21 => "marc21",
            MarcFormat::MarcXml => "marcxml",
        }
    }

    /// The format with a [`name`](Self::name); MARC 21 for other names.
    pub(in crate::catalogue) fn named(name: &str) -> Self {
        if name == Self::MarcXml.name() {
            Self::MarcXml
        } else {
            Self::Marc21
        }
    }

    /// The record of these bytes; `None` when they are none.
    pub(in crate::catalogue) fn parse(self, raw: &[u8]) -> Option<Record> {
        match self {
            Self::Marc21 => marc::parse_iso2709(raw).ok(),
            Self::MarcXml => marc::parse_xml(raw).ok(),
        }
    }
}
