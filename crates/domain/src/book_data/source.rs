//! The sources of book data.

use serde::{Deserialize, Serialize};
use url::Url;

use crate::catalogue::isbn::Isbn;

/// A source of book data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BookSource {
    /// Open Library, by its JSON API.
    OpenLibrary {
        /// Whether it is asked.
        #[serde(rename = "isOn")]
        is_on: bool,
    },
    /// A catalogue that is searched by SRU.
    Sru(SruSource),
}

impl BookSource {
    /// Whether it is asked.
    pub fn is_on(&self) -> bool {
        match self {
            BookSource::OpenLibrary { is_on } => *is_on,
            BookSource::Sru(sru) => sru.is_on,
        }
    }

    /// The kind in JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            BookSource::OpenLibrary { .. } => "open_library",
            BookSource::Sru(_) => "sru",
        }
    }

    /// The name as staff see it.
    pub fn name(&self) -> &str {
        match self {
            BookSource::OpenLibrary { .. } => "Open Library",
            BookSource::Sru(sru) => &sru.name,
        }
    }
}

/// A catalogue that is searched by SRU.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SruSource {
    /// Whether it is asked.
    pub is_on: bool,
    /// The name as staff see it.
    pub name: String,
    /// The address of its SRU server.
    pub address: String,
    pub version: SruVersion,
    /// The name of MARCXML at this server.
    pub record_schema: String,
    /// The query of CQL, with `{isbn}` in the place of the 13 digits.
    pub query: String,
}

/// The version of SRU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SruVersion {
    #[serde(rename = "1.1")]
    V1_1,
    #[serde(rename = "1.2")]
    V1_2,
    #[serde(rename = "2.0")]
    V2_0,
}

impl SruVersion {
    /// Every version.
    pub const ALL: [Self; 3] = [Self::V1_1, Self::V1_2, Self::V2_0];

    /// As in a request.
    pub fn as_str(self) -> &'static str {
        match self {
            SruVersion::V1_1 => "1.1",
            SruVersion::V1_2 => "1.2",
            SruVersion::V2_0 => "2.0",
        }
    }
}

/// The place of the number in a query.
pub(crate) const PLACE: &str = "{isbn}";
/// The maximum number of records that are requested: editions and volumes may share an ISBN.
const MAX_RECORDS: &str = "5";

impl SruSource {
    /// The search for a number, at an address that was checked. Parameters of the address stay.
    pub fn search(&self, mut address: Url, isbn: &Isbn) -> Url {
        let query = self.query.replace(PLACE, isbn.as_str());
        let mut parameters = address.query_pairs_mut();
        // SRU 2.0 has neither a version nor an operation, and another name for the packing.
        if self.version == SruVersion::V2_0 {
            parameters.append_pair("recordXMLEscaping", "xml");
        } else {
            parameters
                .append_pair("version", self.version.as_str())
                .append_pair("operation", "searchRetrieve")
                .append_pair("recordPacking", "xml");
        }
        parameters
            .append_pair("recordSchema", &self.record_schema)
            .append_pair("maximumRecords", MAX_RECORDS)
            .append_pair("query", &query);
        drop(parameters);
        address
    }
}

#[cfg(test)]
mod tests {
    use super::{BookSource, SruSource, SruVersion};

    fn catalogue(is_on: bool, version: SruVersion) -> SruSource {
        SruSource {
            is_on,
            name: "A".to_owned(),
            address: String::new(),
            version,
            record_schema: "MARC21-xml".to_owned(),
            query: "bath.isbn=\"{isbn}\" or dc.identifier={isbn}".to_owned(),
        }
    }

    #[test]
    fn a_source_has_a_kind_a_name_and_a_switch() {
        for is_on in [false, true] {
            for (source, kind, name) in [
                (BookSource::OpenLibrary { is_on }, "open_library", "Open Library"),
                (BookSource::Sru(catalogue(is_on, SruVersion::V1_1)), "sru", "A"),
            ] {
                assert_eq!(source.kind(), kind);
                assert_eq!(source.name(), name);
                assert_eq!(source.is_on(), is_on, "{kind}");
                assert_eq!(serde_json::to_value(&source).unwrap()["kind"], kind);
            }
        }
    }

    #[test]
    fn a_search_keeps_the_parameters_of_the_address_and_follows_the_version() {
        let isbn = "0-13-461099-7".parse().unwrap();
        let search = |version| {
            let address = "https://a.example/sru?db=x".parse().unwrap();
            catalogue(true, version).search(address, &isbn).to_string()
        };
        let end = "&recordSchema=MARC21-xml&maximumRecords=5&query=bath.isbn%3D%229780134610993%22+or+dc.identifier%3D9780134610993";
        for (version, number) in [(SruVersion::V1_1, "1.1"), (SruVersion::V1_2, "1.2")] {
            assert_eq!(
                search(version),
                format!(
                    "https://a.example/sru?db=x&version={number}&operation=searchRetrieve&recordPacking=xml{end}"
                )
            );
        }
        assert_eq!(
            search(SruVersion::V2_0),
            format!("https://a.example/sru?db=x&recordXMLEscaping=xml{end}")
        );
    }
}
