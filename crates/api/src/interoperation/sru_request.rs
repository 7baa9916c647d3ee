//! The parameters of SRU.

use carrel_domain::catalogue::cql::{Diagnostic, Search, parse, resolve};
use carrel_operations::catalogue::SharedFormat;
use carrel_operations::catalogue::sru::MAX_RECORDS;

/// How many records a response has if the request does not say it.
const DEFAULT_RECORDS: usize = 10;

/// The version of the protocol. Responses differ in their namespaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    V11,
    V12,
    V20,
}

impl Version {
    pub(super) fn text(self) -> &'static str {
        match self {
            Version::V11 => "1.1",
            Version::V12 => "1.2",
            Version::V20 => "2.0",
        }
    }
}

/// What a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Explain,
    SearchRetrieve,
}

/// The format of records: the short name and the name of the schema.
pub(super) const SCHEMAS: [(SharedFormat, &str, &str, &str); 2] = [
    (
        SharedFormat::Marc,
        "marcxml",
        "info:srw/schema/1/marcxml-v1.1",
        "MARCXML",
    ),
    (
        SharedFormat::DublinCore,
        "dc",
        "info:srw/schema/1/dc-v1.1",
        "Dublin Core",
    ),
];

/// A valid search.
#[derive(Debug)]
pub(super) struct SearchRequest {
    pub search: Search,
    /// From 0.
    pub offset: usize,
    pub limit: usize,
    pub format: SharedFormat,
    /// Records are escaped texts instead of elements.
    pub is_escaped: bool,
}

/// The parameters of a request.
pub(super) struct Parameters<'a>(pub &'a [(String, String)]);

/// Parameters that are known. Those that begin with `x-` are extensions, which a server may ignore.
const KNOWN: [&str; 20] = [
    "operation",
    "version",
    "query",
    "queryType",
    "startRecord",
    "maximumRecords",
    "recordSchema",
    "recordPacking",
    "recordXMLEscaping",
    "resultSetTTL",
    "sortKeys",
    "stylesheet",
    "renderedBy",
    "httpAccept",
    "responseType",
    "scanClause",
    "responsePosition",
    "maximumTerms",
    "extraRequestData",
    "recordXPath",
];

impl Parameters<'_> {
    fn get(&self, wanted: &str) -> Option<&str> {
        let found = self.0.iter().find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.as_str())
    }

    /// The version; 2.0 for a request that names none.
    pub(super) fn version(&self) -> Result<Version, Diagnostic> {
        match self.get("version") {
            None | Some("2.0") => Ok(Version::V20),
            Some("1.1") => Ok(Version::V11),
            Some("1.2") => Ok(Version::V12),
            Some(other) => Err(Diagnostic::new(5, other)),
        }
    }

    pub(super) fn operation(&self) -> Result<Operation, Diagnostic> {
        match self.get("operation") {
            Some("explain") => Ok(Operation::Explain),
            Some("searchRetrieve") => Ok(Operation::SearchRetrieve),
            Some(other) => Err(Diagnostic::new(4, other)),
            None if self.get("scanClause").is_some() => Err(Diagnostic::new(4, "scan")),
            None if self.get("query").is_some() => Ok(Operation::SearchRetrieve),
            None => Ok(Operation::Explain),
        }
    }

    /// Refuses parameters that are unknown or repeated.
    pub(super) fn check_names(&self) -> Result<(), Diagnostic> {
        for (place, (name, _)) in self.0.iter().enumerate() {
            if !KNOWN.contains(&name.as_str()) && !name.starts_with("x-") {
                return Err(Diagnostic::new(8, name.clone()));
            }
            if self.0[..place].iter().any(|(other, _)| other == name) {
                return Err(Diagnostic::new(6, name.clone()));
            }
        }
        Ok(())
    }

    /// Whether the query asks for records as escaped texts.
    fn is_escaped(&self, version: Version) -> Result<bool, Diagnostic> {
        let name = match version {
            Version::V20 => "recordXMLEscaping",
            Version::V11 | Version::V12 => "recordPacking",
        };
        match self.get(name) {
            None | Some("xml") => Ok(false),
            Some("string") => Ok(true),
            Some(other) => Err(Diagnostic::new(71, other)),
        }
    }

    fn whole(&self, name: &str, default: usize, least: usize) -> Result<usize, Diagnostic> {
        let Some(text) = self.get(name) else {
            return Ok(default);
        };
        let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let wrong = || Diagnostic::new(6, name);
        if !is_plain {
            return Err(wrong());
        }
        // More digits than a number has are a large number.
        let number = text.parse().unwrap_or(usize::MAX);
        if number < least { Err(wrong()) } else { Ok(number) }
    }

    pub(super) fn search(&self, version: Version) -> Result<SearchRequest, Diagnostic> {
        let query = self.get("query").ok_or_else(|| Diagnostic::new(7, "query"))?;
        if self.get("queryType").is_some_and(|kind| kind != "cql") {
            return Err(Diagnostic::new(6, "queryType"));
        }
        let is_escaped = self.is_escaped(version)?;
        let format = match self.get("recordSchema") {
            None | Some("") => SharedFormat::Marc,
            Some(wanted) => {
                let known = SCHEMAS
                    .iter()
                    .find(|(_, name, address, _)| *name == wanted || *address == wanted);
                known.ok_or_else(|| Diagnostic::new(66, wanted))?.0
            }
        };
        if self.get("sortKeys").is_some_and(|keys| !keys.is_empty()) {
            return Err(Diagnostic::new(80, "sortKeys"));
        }
        let start = self.whole("startRecord", 1, 1)?;
        let limit = self.whole("maximumRecords", DEFAULT_RECORDS, 0)?;
        Ok(SearchRequest {
            search: parse(query).and_then(|parsed| resolve(&parsed))?,
            offset: start - 1,
            limit: limit.min(MAX_RECORDS),
            format,
            is_escaped,
        })
    }
}
