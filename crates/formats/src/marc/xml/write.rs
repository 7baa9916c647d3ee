//! Writes a record of MARCXML.

use crate::marc::{Field, Record};

/// Writes a record as one element, without an XML declaration. Characters that XML 1.0 forbids are left out.
pub fn write_xml(record: &Record) -> String {
    let mut text = String::from("<record xmlns=\"http://www.loc.gov/MARC21/slim\"><leader>");
    escape(&mut text, &record.leader);
    text.push_str("</leader>");
    for field in &record.fields {
        write_field(&mut text, field);
    }
    text.push_str("</record>");
    text
}

fn write_field(text: &mut String, field: &Field) {
    match field {
        Field::Control { tag, value } => {
            text.push_str("<controlfield tag=\"");
            escape(text, tag);
            text.push_str("\">");
            escape(text, value);
            text.push_str("</controlfield>");
        }
        Field::Data {
            tag,
            indicators,
            subfields,
        } => {
            text.push_str("<datafield tag=\"");
            escape(text, tag);
            for (name, indicator) in ["ind1", "ind2"].into_iter().zip(indicators) {
                text.push_str("\" ");
                text.push_str(name);
                text.push_str("=\"");
                escape_character(text, *indicator);
            }
            text.push_str("\">");
            for subfield in subfields {
                text.push_str("<subfield code=\"");
                escape_character(text, subfield.code);
                text.push_str("\">");
                escape(text, &subfield.value);
                text.push_str("</subfield>");
            }
            text.push_str("</datafield>");
        }
    }
}

/// Appends a text for an element or a quoted attribute. Characters that XML 1.0 forbids are left out.
pub fn write_escaped(text: &mut String, value: &str) {
    escape(text, value);
}

fn escape(text: &mut String, value: &str) {
    for character in value.chars() {
        escape_character(text, character);
    }
}

fn escape_character(text: &mut String, character: char) {
    match character {
        '&' => text.push_str("&amp;"),
        '<' => text.push_str("&lt;"),
        '>' => text.push_str("&gt;"),
        '"' => text.push_str("&quot;"),
        // A reader would change them otherwise.
        '\t' => text.push_str("&#9;"),
        '\n' => text.push_str("&#10;"),
        '\r' => text.push_str("&#13;"),
        '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
        _ => text.push(character),
    }
}

#[cfg(test)]
mod tests {
    use super::write_xml;
    use crate::marc::samples::{self, control, data};
    use crate::marc::{Record, parse_xml};
    use proptest::prelude::*;

    #[test]
    fn escapes_what_has_a_meaning_in_xml() {
        let record = Record {
            leader: "00000nam a2200000 a 4500".to_owned(),
            fields: vec![
                control("001", "<\u{1}7\u{ffff}>"),
                data("245", "1\"", &[('&', "A & B\r\n")]),
            ],
        };
        let expected = "<record xmlns=\"http://www.loc.gov/MARC21/slim\"><leader>00000nam a2200000 a 4500</leader>\
            <controlfield tag=\"001\">&lt;7&gt;</controlfield>\
            <datafield tag=\"245\" ind1=\"1\" ind2=\"&quot;\">\
            <subfield code=\"&amp;\">A &amp; B&#13;&#10;</subfield></datafield></record>";
        assert_eq!(write_xml(&record), expected);
    }

    proptest! {
        #[test]
        fn reads_back_what_it_writes(record in samples::record()) {
            prop_assert_eq!(parse_xml(write_xml(&record).as_bytes()), Ok(record));
        }
    }
}
