//! The values of cells of OpenDocument.

use std::io::BufRead;

use quick_xml::XmlVersion;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::SheetProblem;
use super::cell_text::{of_iso_date, of_number};

/// More spaces in a row are not meant.
const MAX_SPACES: usize = 100;

/// The value of an attribute, whatever the prefix of its name is.
pub(super) fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = tag
        .attributes()
        .flatten()
        .find(|attribute| attribute.key.local_name().as_ref() == name)?;
    let value = attribute.normalized_value(XmlVersion::Implicit1_0).ok()?;
    Some(value.into_owned())
}

/// Reads a cell to its end. Returns its value as text.
pub(super) fn read_cell<R: BufRead>(
    xml: &mut quick_xml::Reader<R>,
    tag: &BytesStart<'_>,
) -> Result<String, SheetProblem> {
    let kinds: Vec<String> = tag
        .attributes()
        .flatten()
        .filter(|attribute| attribute.key.local_name().as_ref() == "value-type")
        .map(|attribute| attribute.value.into_owned())
        .collect();
    let number = || {
        attribute(tag, "value")
            .and_then(|value| value.trim().parse().ok())
            .map(of_number)
    };
    let date = || attribute(tag, "date-value").map(|value| of_iso_date(&value));
    let text = read_text(xml)?;
    let value = if kinds.iter().any(|kind| kind == "error") {
        Some(String::new())
    } else {
        match kinds.first().map(String::as_str) {
            Some("float" | "currency" | "percentage") => number(),
            Some("date") => date(),
            Some("boolean") => attribute(tag, "boolean-value"),
            Some("string") => attribute(tag, "string-value"),
            _ => None,
        }
    };
    Ok(value.unwrap_or(text))
}

/// The paragraphs of a cell, between line breaks. Comments and drawings are left out.
fn read_text<R: BufRead>(xml: &mut quick_xml::Reader<R>) -> Result<String, SheetProblem> {
    let mut text = String::new();
    let mut buffer = Vec::new();
    let (mut depth, mut paragraphs) = (1, 0);
    loop {
        buffer.clear();
        match xml
            .read_event_into(&mut buffer)
            .map_err(|_| SheetProblem::Unreadable)?
        {
            Event::Start(tag) => {
                depth += 1;
                match tag.local_name().as_ref() {
                    "p" => {
                        paragraphs += 1;
                        if paragraphs > 1 {
                            text.push('\n');
                        }
                    }
                    "s" => {
                        let count = attribute(&tag, "c").and_then(|count| count.parse().ok());
                        text.push_str(&" ".repeat(count.unwrap_or(1).min(MAX_SPACES)));
                    }
                    "tab" => text.push('\t'),
                    "line-break" => text.push('\n'),
                    "span" | "a" => {}
                    _ => {
                        depth -= 1;
                        let end = tag.to_end().into_owned();
                        xml.read_to_end_into(end.name(), &mut Vec::new())
                            .map_err(|_| SheetProblem::Unreadable)?;
                    }
                }
            }
            Event::End(_) => {
                depth -= 1;
                if depth == 0 {
                    return Ok(text);
                }
            }
            // White space between the paragraphs is not text.
            Event::Text(content) if depth > 1 => text.push_str(&content.xml10_content()),
            Event::CData(content) if depth > 1 => text.push_str(&content.xml10_content()),
            Event::GeneralRef(reference) if depth > 1 => text.push_str(&resolved(&reference)),
            Event::Eof => return Err(SheetProblem::Unreadable),
            _ => {}
        }
    }
}

/// The character of a reference such as `&amp;` or `&#xA0;`. Nothing for unknown ones.
fn resolved(reference: &BytesRef<'_>) -> String {
    match reference.resolve_char_ref() {
        Ok(Some(character)) => character.to_string(),
        _ => resolve_xml_entity(reference).unwrap_or_default().to_owned(),
    }
}
