//! Responses of SRU servers, versions 1.1, 1.2 and 2.0.

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::Event;

use crate::marc::{Raw, XmlRecords, cleaned};

/// The element around a response.
const ROOT: &str = "searchRetrieveResponse";
/// The response and its records need some ten levels.
const MAX_DEPTH: usize = 64;
/// The most characters of a message that are kept.
const MAX_MESSAGE: usize = 200;

/// A response to a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The MARCXML records in it.
    pub records: Vec<Raw>,
    /// Why the server refuses the search.
    pub diagnostic: Option<String>,
}

/// Reads a response in UTF-8. `None` when the bytes are no whole response of SRU.
pub fn read(bytes: &[u8]) -> Option<Response> {
    let diagnostic = read_frame(std::str::from_utf8(bytes).ok()?)?.message();
    let mut found = XmlRecords::new(bytes);
    let mut records = Vec::new();
    while let Some(raw) = found.next_record().ok()? {
        records.push(raw);
    }
    Some(Response { records, diagnostic })
}

/// The diagnostic of a whole response; empty without one. Diagnostics in the place of single records do not
/// count.
fn read_frame(text: &str) -> Option<Diagnostic> {
    let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}'));
    let mut open: Vec<String> = Vec::new();
    let mut parts = Diagnostic::default();
    loop {
        match reader.read_event().ok()? {
            Event::Start(tag) => {
                let name = tag.local_name().as_ref().to_owned();
                if open.len() >= MAX_DEPTH || (open.is_empty() && name != ROOT) {
                    return None;
                }
                open.push(name);
            }
            Event::Empty(tag) if open.is_empty() => {
                return (tag.local_name().as_ref() == ROOT).then_some(parts);
            }
            Event::End(_) => {
                open.pop()?;
                if open.is_empty() {
                    return Some(parts);
                }
            }
            Event::Text(text) => parts.add(&open, &text.xml10_content()),
            Event::CData(text) => parts.add(&open, &text.xml10_content()),
            Event::GeneralRef(reference) => {
                let character = reference.resolve_char_ref().ok()?;
                match character {
                    Some(character) => parts.add(&open, &character.to_string()),
                    None => parts.add(&open, resolve_predefined_entity(&reference)?),
                }
            }
            Event::Eof => return None,
            Event::Empty(_) | Event::Comment(_) | Event::PI(_) | Event::Decl(_) | Event::DocType(_) => {}
        }
    }
}

/// What a diagnostic says.
#[derive(Default)]
struct Diagnostic {
    message: String,
    details: String,
}

impl Diagnostic {
    /// Adds a text that stands in these elements.
    fn add(&mut self, open: &[String], text: &str) {
        let path: Vec<&str> = open.iter().map(String::as_str).collect();
        let part = match path[..] {
            [_, "diagnostics", "diagnostic", "message"] => &mut self.message,
            [_, "diagnostics", "diagnostic", "details"] => &mut self.details,
            _ => return,
        };
        let room = MAX_MESSAGE.saturating_sub(part.chars().count());
        part.extend(text.chars().take(room));
    }

    fn message(&self) -> Option<String> {
        match (cleaned(&self.message), cleaned(&self.details)) {
            (Some(message), Some(details)) => Some(format!("{message}: {details}")),
            (message, details) => message.or(details),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::marc::{parse_xml, samples};
    use proptest::prelude::*;

    const RECORD: &str = "<record xmlns='http://www.loc.gov/MARC21/slim'><leader>00000nam a2200000 i 4500</leader>\
        <datafield tag='245' ind1='1' ind2='0'><subfield code='a'>Bees &amp; ants</subfield></datafield></record>";

    fn response(records: &str) -> String {
        format!(
            "<?xml version='1.0'?><zs:searchRetrieveResponse xmlns:zs='http://www.loc.gov/zing/srw/'><zs:version>1.1</zs:version>\
             <zs:numberOfRecords>1</zs:numberOfRecords><zs:records>{records}</zs:records></zs:searchRetrieveResponse>"
        )
    }

    #[test]
    fn reads_records_byte_for_byte() {
        let text = response(&format!(
            "<zs:record><zs:recordSchema>marcxml</zs:recordSchema><zs:recordData>{RECORD}</zs:recordData></zs:record>"
        ));
        let read = read(text.as_bytes()).unwrap();
        assert_eq!(read.diagnostic, None);
        assert_eq!(read.records.len(), 1);
        assert_eq!(read.records[0].bytes, RECORD.as_bytes());
        assert!(parse_xml(&read.records[0].bytes).is_ok());
    }

    #[test]
    fn reads_responses_without_records() {
        for text in [
            response(""),
            "<searchRetrieveResponse/>".to_owned(),
            "\u{feff}<s:searchRetrieveResponse xmlns:s='http://docs.oasis-open.org/ns/search-ws/sruResponse'>\
             <s:numberOfRecords>0</s:numberOfRecords></s:searchRetrieveResponse>"
                .to_owned(),
        ] {
            let read = read(text.as_bytes()).unwrap();
            assert_eq!((read.records.len(), read.diagnostic), (0, None), "{text}");
        }
    }

    #[test]
    fn reads_the_message_of_a_refusal() {
        for (diagnostic, expected) in [
            (
                "<d:message>Unsupported index</d:message><d:details>bath.isbn</d:details>",
                "Unsupported index: bath.isbn",
            ),
            (
                "<d:uri>info:srw/diagnostic/1/16</d:uri><d:message>Unsupported &lt;index&gt;&#33;</d:message>",
                "Unsupported <index>!",
            ),
            ("<d:details>\n 10 \n</d:details>", "10"),
        ] {
            let text = format!(
                "<searchRetrieveResponse><diagnostics><d:diagnostic xmlns:d='http://www.loc.gov/zing/srw/diagnostic/'>{diagnostic}\
                 </d:diagnostic></diagnostics></searchRetrieveResponse>"
            );
            assert_eq!(
                read(text.as_bytes()).unwrap().diagnostic.as_deref(),
                Some(expected)
            );
        }
        let long = format!(
            "<searchRetrieveResponse><diagnostics><diagnostic><message>{}</message></diagnostic></diagnostics></searchRetrieveResponse>",
            "a".repeat(10_000)
        );
        assert_eq!(read(long.as_bytes()).unwrap().diagnostic.unwrap().len(), 200);
    }

    #[test]
    fn refuses_what_is_no_whole_response() {
        let whole = response(RECORD);
        for text in [
            "",
            "not XML",
            "<html><body>Please sign in</body></html>",
            "<explainResponse/>",
            &whole[..whole.len() - 5],
            &whole.replace("<zs:version>", "<zs:version>&nbsp;"),
            &format!("<searchRetrieveResponse>{}", "<a>".repeat(100)),
            "<!DOCTYPE a [<!ENTITY b 'bb'>]><searchRetrieveResponse>&b;</searchRetrieveResponse>",
        ] {
            assert_eq!(read(text.as_bytes()), None, "{text:.60}");
        }
        assert_eq!(
            read(b"<searchRetrieveResponse>\xff</searchRetrieveResponse>"),
            None
        );
    }

    proptest! {
        #[test]
        fn never_panics(bytes in prop::collection::vec(samples::structural_byte(), 0..400)) {
            let _ = read(&bytes);
            let _ = read(&[b"<searchRetrieveResponse><diagnostics>", &bytes[..], b"</searchRetrieveResponse>"].concat());
        }
    }
}
