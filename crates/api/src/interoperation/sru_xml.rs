//! The XML of SRU.

use std::fmt::Write as _;

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::cql::Diagnostic;
use carrel_domain::markup::escaped;
use carrel_operations::catalogue::SharedFormat;
use carrel_operations::catalogue::sru::{FoundRecords, MAX_RECORDS, SharedDatabase};

use super::sru_request::{SCHEMAS, SearchRequest, Version};

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const EXPLAIN: &str = "http://explain.z3950.org/dtd/2.0/";

/// The indexes: context set, name and title.
const INDEXES: [(&str, &str, &str); 13] = [
    ("cql", "serverChoice", "Anywhere"),
    ("cql", "anywhere", "Anywhere"),
    ("cql", "allRecords", "All records"),
    ("dc", "title", "Title"),
    ("dc", "creator", "Creator"),
    ("dc", "subject", "Subject"),
    ("dc", "publisher", "Publisher"),
    ("dc", "date", "Year"),
    ("dc", "language", "Language"),
    ("dc", "identifier", "Identifier"),
    ("bath", "isbn", "ISBN"),
    ("bath", "issn", "ISSN"),
    ("rec", "identifier", "Number of the record"),
];

fn namespaces(version: Version) -> (&'static str, &'static str) {
    match version {
        Version::V11 | Version::V12 => (
            "http://www.loc.gov/zing/srw/",
            "http://www.loc.gov/zing/srw/diagnostic/",
        ),
        Version::V20 => (
            "http://docs.oasis-open.org/ns/search-ws/sruResponse",
            "http://docs.oasis-open.org/ns/search-ws/diagnostic",
        ),
    }
}

/// The name of the element that says how a record is packed.
fn packing(version: Version) -> &'static str {
    match version {
        Version::V11 | Version::V12 => "recordPacking",
        Version::V20 => "recordXMLEscaping",
    }
}

fn element(name: &str, value: &str) -> String {
    format!("<{name}>{}</{name}>", escaped(value))
}

fn begin(name: &str, version: Version) -> String {
    let (namespace, _) = namespaces(version);
    format!(
        "{DECLARATION}<{name} xmlns=\"{namespace}\">{}",
        element("version", version.text())
    )
}

/// A response to a search. Writing to a String cannot fail.
pub(super) fn found(version: Version, request: &SearchRequest, found: &FoundRecords, host: &str) -> String {
    let mut text = begin("searchRetrieveResponse", version);
    text += &element("numberOfRecords", &found.total.to_string());
    let records = found.records.as_deref().unwrap_or_default();
    if !records.is_empty() {
        text += "<records>\n";
        for (place, record) in records.iter().enumerate() {
            text += &one(version, request, record, request.offset + place + 1, host);
        }
        text += "</records>";
    }
    let next = request.offset + request.limit + 1;
    if request.limit > 0 && next <= found.total {
        text += &element("nextRecordPosition", &next.to_string());
    }
    text += "</searchRetrieveResponse>\n";
    text
}

fn one(
    version: Version,
    request: &SearchRequest,
    (id, content): &(BookId, String),
    position: usize,
    host: &str,
) -> String {
    let content = match request.format {
        SharedFormat::Marc => content.clone(),
        SharedFormat::DublinCore => format!(
            "<srw_dc:dc xmlns:srw_dc=\"info:srw/schema/1/dc-schema\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\
             {content}</srw_dc:dc>"
        ),
    };
    let (data, packed) = if request.is_escaped {
        (escaped(&content), "string")
    } else {
        (content, "xml")
    };
    let schema = SCHEMAS.iter().find(|(format, ..)| *format == request.format);
    let schema = schema.map_or("", |(_, _, address, _)| address);
    let mut text = format!("<record>{}", element("recordSchema", schema));
    text += &element(packing(version), packed);
    let _ = write!(text, "<recordData>{data}</recordData>");
    // Version 1.1 has no identifiers of records.
    if version != Version::V11 {
        text += &element("recordIdentifier", &format!("oai:{host}:{id}"));
    }
    text += &element("recordPosition", &position.to_string());
    text += "</record>\n";
    text
}

/// A response with a diagnostic.
pub(super) fn refused(version: Version, diagnostic: &Diagnostic, total: usize) -> String {
    let mut text = begin("searchRetrieveResponse", version);
    text += &element("numberOfRecords", &total.to_string());
    text += &diagnostics(version, diagnostic);
    text += "</searchRetrieveResponse>\n";
    text
}

fn diagnostics(version: Version, diagnostic: &Diagnostic) -> String {
    let (_, namespace) = namespaces(version);
    format!(
        "<diagnostics><diagnostic xmlns=\"{namespace}\">{}{}{}</diagnostic></diagnostics>",
        element("uri", &format!("info:srw/diagnostic/1/{}", diagnostic.number)),
        element("details", &diagnostic.details),
        element("message", diagnostic.message)
    )
}

/// The description of the database, with a diagnostic if the request had something wrong.
pub(super) fn explained(version: Version, database: &SharedDatabase, wrong: Option<&Diagnostic>) -> String {
    let mut text = begin("explainResponse", version);
    let _ = write!(text, "<record>{}", element("recordSchema", EXPLAIN));
    text += &element(packing(version), "xml");
    let _ = write!(text, "<recordData><explain xmlns=\"{EXPLAIN}\">");
    text += &server(version, &database.site);
    let _ = write!(
        text,
        "<databaseInfo><title lang=\"en\" primary=\"true\">{}</title></databaseInfo>",
        escaped(&database.name)
    );
    text += "<indexInfo>";
    for (name, address) in [
        ("cql", "info:srw/cql-context-set/1/cql-v1.2"),
        ("dc", "info:srw/cql-context-set/1/dc-v1.1"),
        ("bath", "http://zing.z3950.org/cql/bath/2.0/"),
        ("rec", "info:srw/cql-context-set/2/rec-1.1"),
    ] {
        let _ = write!(text, "<set name=\"{name}\" identifier=\"{address}\"/>");
    }
    for (set, name, title) in INDEXES {
        let _ = write!(
            text,
            "<index search=\"true\" scan=\"false\" sort=\"{}\"><title lang=\"en\">{title}</title>\
             <map><name set=\"{set}\">{name}</name></map></index>",
            matches!(name, "title" | "creator" | "date")
        );
    }
    text += "</indexInfo><schemaInfo>";
    for (_, name, address, title) in SCHEMAS {
        let _ = write!(
            text,
            "<schema identifier=\"{address}\" name=\"{name}\" sort=\"false\" retrieve=\"true\">\
             <title lang=\"en\">{title}</title></schema>"
        );
    }
    let _ = write!(
        text,
        "</schemaInfo><configInfo><default type=\"numberOfRecords\">10</default>\
         <setting type=\"maximumRecords\">{MAX_RECORDS}</setting>\
         <default type=\"retrieveSchema\">marcxml</default></configInfo></explain></recordData></record>"
    );
    if let Some(wrong) = wrong {
        text += &diagnostics(version, wrong);
    }
    text += "</explainResponse>\n";
    text
}

fn server(version: Version, site: &str) -> String {
    let url = url_parts(site);
    format!(
        "<serverInfo protocol=\"SRU\" version=\"{}\" transport=\"{}\" method=\"GET POST\">\
         <host>{}</host><port>{}</port><database>{}</database></serverInfo>",
        version.text(),
        url.0,
        escaped(url.1),
        url.2,
        escaped(&url.3)
    )
}

/// The scheme, the host, the port, and the path of `/sru` without its first slash.
fn url_parts(site: &str) -> (&str, &str, &str, String) {
    let (scheme, rest) = site.split_once("://").unwrap_or(("https", site));
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    let default = if scheme == "http" { "80" } else { "443" };
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (host, port),
        _ => (authority, default),
    };
    let path = if path.is_empty() {
        "sru".to_owned()
    } else {
        format!("{path}/sru")
    };
    (scheme, host, port, path)
}
