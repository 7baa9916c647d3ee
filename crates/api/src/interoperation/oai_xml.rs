//! The XML of OAI-PMH.

use carrel_domain::catalogue::harvest::{Format, ProtocolError, Token, datestamp_text, identifier, set_spec};
use carrel_domain::markup::escaped;
use carrel_operations::catalogue::SharedRecord;
use carrel_operations::catalogue::oai::Repository;
use jiff::Timestamp;

const BEGIN: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
    <OAI-PMH xmlns=\"http://www.openarchives.org/OAI/2.0/\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
    xsi:schemaLocation=\"http://www.openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd\">\n";

const DC_BEGIN: &str = "<oai_dc:dc xmlns:oai_dc=\"http://www.openarchives.org/OAI/2.0/oai_dc/\" \
    xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
    xsi:schemaLocation=\"http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd\">";
const DC_END: &str = "</oai_dc:dc>";

const IDENTIFIER_SCHEMA: &str = "xmlns=\"http://www.openarchives.org/OAI/2.0/oai-identifier\" \
    xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
    xsi:schemaLocation=\"http://www.openarchives.org/OAI/2.0/oai-identifier \
    http://www.openarchives.org/OAI/2.0/oai-identifier.xsd\"";

/// A response while it is written.
pub(super) struct Writer {
    text: String,
    base: String,
    host: String,
}

impl Writer {
    pub(super) fn new(now: Timestamp, site: &str, host: &str) -> Self {
        Writer {
            text: format!("{BEGIN}<responseDate>{}</responseDate>\n", datestamp_text(now)),
            base: format!("{site}/oai"),
            host: host.to_owned(),
        }
    }

    pub(super) fn finish(mut self) -> String {
        self.text.push_str("</OAI-PMH>\n");
        self.text
    }

    fn element(&mut self, name: &str, value: &str) {
        for part in ["<", name, ">", &escaped(value), "</", name, ">"] {
            self.text.push_str(part);
        }
    }

    fn push(&mut self, parts: &[&str]) {
        for part in parts {
            self.text.push_str(part);
        }
    }

    /// The request. Valid arguments are its attributes.
    pub(super) fn request(&mut self, arguments: &[(String, String)]) {
        self.text.push_str("<request");
        for (name, value) in arguments {
            self.push(&[" ", name, "=\"", &escaped(value), "\""]);
        }
        let base = escaped(&self.base);
        self.push(&[">", &base, "</request>\n"]);
    }

    pub(super) fn error(&mut self, error: &ProtocolError) {
        let message = escaped(&error.message);
        self.push(&["<error code=\"", error.code.name(), "\">", &message, "</error>\n"]);
    }

    pub(super) fn identify(&mut self, repository: &Repository, earliest: Timestamp) {
        // The protocol demands an address of an administrator.
        let no_reply = format!("no-reply@{}", self.host);
        let email = repository.email.as_deref().unwrap_or(&no_reply);
        self.text.push_str("<Identify>");
        self.element("repositoryName", &repository.name);
        self.element("baseURL", &self.base.clone());
        self.element("protocolVersion", "2.0");
        self.element("adminEmail", email);
        self.element("earliestDatestamp", &datestamp_text(earliest));
        self.element("deletedRecord", "persistent");
        self.element("granularity", "YYYY-MM-DDThh:mm:ssZ");
        self.push(&["<description><oai-identifier ", IDENTIFIER_SCHEMA, ">"]);
        self.element("scheme", "oai");
        self.element("repositoryIdentifier", &self.host.clone());
        self.element("delimiter", ":");
        self.element("sampleIdentifier", &format!("oai:{}:book_812", self.host));
        self.text.push_str("</oai-identifier></description></Identify>\n");
    }

    pub(super) fn formats(&mut self) {
        self.text.push_str("<ListMetadataFormats>");
        for format in Format::ALL {
            let (schema, namespace) = match format {
                Format::DublinCore => (
                    "http://www.openarchives.org/OAI/2.0/oai_dc.xsd",
                    "http://www.openarchives.org/OAI/2.0/oai_dc/",
                ),
                Format::Marc => (
                    "http://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd",
                    "http://www.loc.gov/MARC21/slim",
                ),
            };
            self.text.push_str("<metadataFormat>");
            self.element("metadataPrefix", format.prefix());
            self.element("schema", schema);
            self.element("metadataNamespace", namespace);
            self.text.push_str("</metadataFormat>");
        }
        self.text.push_str("</ListMetadataFormats>\n");
    }

    /// Sets by category. `progress` is how many came before, and whether the list was resumed.
    pub(super) fn sets(&mut self, categories: &[String], next: Option<&Token>, progress: (u64, bool)) {
        self.text.push_str("<ListSets>\n");
        for category in categories {
            self.text.push_str("<set>");
            self.element("setSpec", &set_spec(category));
            self.element("setName", category);
            self.text.push_str("</set>\n");
        }
        self.token(next, progress);
        self.text.push_str("</ListSets>\n");
    }

    /// Records, or their headers without a format.
    pub(super) fn list(
        &mut self,
        records: &[SharedRecord],
        format: Option<Format>,
        next: Option<&Token>,
        progress: (u64, bool),
    ) {
        let name = match format {
            Some(_) => "ListRecords",
            None => "ListIdentifiers",
        };
        self.push(&["<", name, ">\n"]);
        for record in records {
            match format {
                Some(format) => self.record(record, format),
                None => self.header(record),
            }
            self.text.push('\n');
        }
        self.token(next, progress);
        self.push(&["</", name, ">\n"]);
    }

    pub(super) fn only_record(&mut self, record: &SharedRecord, format: Format) {
        self.text.push_str("<GetRecord>\n");
        self.record(record, format);
        self.text.push_str("\n</GetRecord>\n");
    }

    /// The token of a list that continues. The last part of a resumed list has an empty one.
    fn token(&mut self, next: Option<&Token>, (cursor, is_resumed): (u64, bool)) {
        if next.is_none() && !is_resumed {
            return;
        }
        let token = next.map(Token::text).unwrap_or_default();
        let cursor = cursor.to_string();
        self.push(&[
            "<resumptionToken cursor=\"",
            &cursor,
            "\">",
            &token,
            "</resumptionToken>\n",
        ]);
    }

    fn header(&mut self, record: &SharedRecord) {
        let status = if record.is_deleted {
            " status=\"deleted\""
        } else {
            ""
        };
        self.push(&["<header", status, ">"]);
        let id = identifier(&self.host, record.id);
        self.element("identifier", &id);
        self.element("datestamp", &datestamp_text(record.at));
        if !record.category.is_empty() {
            self.element("setSpec", &set_spec(&record.category));
        }
        self.text.push_str("</header>");
    }

    fn record(&mut self, record: &SharedRecord, format: Format) {
        self.text.push_str("<record>");
        self.header(record);
        if let Some(content) = &record.content {
            let (begin, end) = match format {
                Format::DublinCore => (DC_BEGIN, DC_END),
                Format::Marc => ("", ""),
            };
            self.push(&["<metadata>", begin, content, end, "</metadata>"]);
        }
        self.text.push_str("</record>");
    }
}
