//! Reads a record of MARCXML.

use quick_xml::Reader;
use quick_xml::XmlVersion::Implicit1_0;
use quick_xml::errors::Error;
use quick_xml::escape::{EscapeError, resolve_predefined_entity};
use quick_xml::events::{BytesRef, BytesStart, Event};

use crate::marc::record::LEADER_LENGTH;
use crate::marc::{Field, MAX_RECORD_BYTES, Problem, Record, Subfield};

/// The leader of a record that has none: a book.
const LEADER: &str = "     nam a22        4500";
/// MARCXML needs four levels.
const MAX_DEPTH: usize = 16;
/// How much of the name of an unknown entity is reported.
const MAX_ENTITY: usize = 40;

/// Reads a record. Namespaces and elements that are not of MARCXML are passed over. Entities that the document defines are
/// not known.
pub fn parse_xml(raw: &[u8]) -> Result<Record, Problem> {
    if raw.len() > MAX_RECORD_BYTES {
        return Err(Problem::TooLong);
    }
    let text = std::str::from_utf8(raw).map_err(|_| Problem::NotUtf8)?;
    let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}'));
    let mut building = Building::default();
    let mut depth = 0;
    loop {
        match reader.read_event().map_err(problem)? {
            Event::Start(tag) => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(Problem::TooDeep);
                }
                building.start(&tag)?;
            }
            Event::Empty(tag) => {
                building.start(&tag)?;
                building.end(tag.local_name().as_ref());
            }
            Event::End(tag) => {
                depth -= 1;
                building.end(tag.local_name().as_ref());
            }
            Event::Text(text) => building.text.push_str(&text.xml10_content()),
            Event::CData(text) => building.text.push_str(&text.xml10_content()),
            Event::GeneralRef(reference) => building.text.push_str(&resolved(&reference)?),
            Event::Comment(_) | Event::PI(_) | Event::Decl(_) | Event::DocType(_) => {}
            Event::Eof if depth > 0 => return Err(Problem::NotWellFormed),
            Event::Eof => return building.record(),
        }
    }
}

/// The record as far as it is read.
#[derive(Default)]
struct Building {
    has_record: bool,
    leader: Option<String>,
    fields: Vec<Field>,
    code: char,
    tag: String,
    /// The text since the last start tag.
    text: String,
}

impl Building {
    fn start(&mut self, tag: &BytesStart<'_>) -> Result<(), Problem> {
        self.text.clear();
        match tag.local_name().as_ref() {
            "record" => self.has_record = true,
            "controlfield" => self.tag = attribute(tag, "tag")?,
            "datafield" => {
                let indicators = [attribute(tag, "ind1")?, attribute(tag, "ind2")?];
                self.fields.push(Field::Data {
                    tag: attribute(tag, "tag")?,
                    indicators: indicators.map(|text| text.chars().next().unwrap_or(' ')),
                    subfields: Vec::new(),
                });
            }
            "subfield" => self.code = attribute(tag, "code")?.chars().next().unwrap_or(' '),
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &str) {
        let text = std::mem::take(&mut self.text);
        match name {
            "leader" => self.leader = Some(text),
            "controlfield" => self.fields.push(Field::Control {
                tag: std::mem::take(&mut self.tag),
                value: text,
            }),
            "subfield" => {
                if let Some(Field::Data { subfields, .. }) = self.fields.last_mut() {
                    subfields.push(Subfield {
                        code: self.code,
                        value: text,
                    });
                }
            }
            _ => {}
        }
    }

    fn record(self) -> Result<Record, Problem> {
        if !self.has_record {
            return Err(Problem::NoRecord);
        }
        let leader = self.leader.filter(|leader| !leader.trim().is_empty());
        Ok(Record {
            leader: leader.map_or_else(|| LEADER.to_owned(), |leader| of_right_length(&leader)),
            fields: self.fields,
        })
    }
}

fn of_right_length(leader: &str) -> String {
    let printable = leader.chars().map(|character| {
        if character.is_ascii_graphic() {
            character
        } else {
            ' '
        }
    });
    printable
        .chain(std::iter::repeat(' '))
        .take(LEADER_LENGTH)
        .collect()
}

/// The value of an attribute; empty if it is not there.
fn attribute(tag: &BytesStart<'_>, name: &str) -> Result<String, Problem> {
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|_| Problem::NotWellFormed)?;
        if attribute.key.local_name().as_ref() == name {
            let value = attribute.normalized_value(Implicit1_0).map_err(problem)?;
            return Ok(value.into_owned());
        }
    }
    Ok(String::new())
}

/// The text of a reference such as `&amp;` or `&#233;`.
fn resolved(reference: &BytesRef<'_>) -> Result<String, Problem> {
    if let Some(character) = reference.resolve_char_ref().map_err(problem)? {
        return Ok(character.to_string());
    }
    resolve_predefined_entity(reference)
        .map(str::to_owned)
        .ok_or_else(|| unknown_entity(reference))
}

fn problem(error: Error) -> Problem {
    match error {
        Error::Escape(EscapeError::UnrecognizedEntity(_, name)) => unknown_entity(&name),
        _ => Problem::NotWellFormed,
    }
}

fn unknown_entity(name: &str) -> Problem {
    Problem::UnknownEntity {
        name: name.chars().take(MAX_ENTITY).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{LEADER, parse_xml};
    use crate::marc::samples::{control, data, structural_byte};
    use crate::marc::{MAX_RECORD_BYTES, Problem};
    use proptest::prelude::*;

    #[test]
    fn reads_a_record() {
        let text = "<m:record xmlns:m='http://www.loc.gov/MARC21/slim' type='Bibliographic'>
            <m:leader>00000cam a2200000 i 4500</m:leader>
            <m:controlfield tag='001'>7<!-- no --></m:controlfield>
            <m:datafield tag='245' ind1='1' ind2='0'>
                <m:subfield code='a'>A &amp; &#xE9;<![CDATA[ & <B>]]></m:subfield>
                <?x y?><m:subfield code='&#98;'/>
            </m:datafield>
        </m:record>";
        let read = parse_xml(text.as_bytes()).unwrap();
        assert_eq!(read.leader, "00000cam a2200000 i 4500");
        let title = data("245", "10", &[('a', "A & é & <B>"), ('b', "")]);
        assert_eq!(read.fields, [control("001", "7"), title]);
    }

    #[test]
    fn gives_every_record_a_leader_of_24_characters() {
        assert_eq!(LEADER.len(), 24);
        for (leader, expected) in [
            ("", LEADER),
            ("<leader/>", LEADER),
            ("<leader>00000nam</leader>", "00000nam                "),
            (
                "<leader>00000nam\na2200000 é 4500 and more</leader>",
                "00000nam a2200000   4500",
            ),
        ] {
            let text = format!("<record>{leader}</record>");
            assert_eq!(parse_xml(text.as_bytes()).unwrap().leader, expected);
        }
    }

    #[test]
    fn refuses_what_is_not_a_record() {
        let within = |text: &str| format!("<record><controlfield tag='001'>{text}</controlfield></record>");
        let unknown = |name: &str| Problem::UnknownEntity {
            name: name.to_owned(),
        };
        let bomb = "<!DOCTYPE r [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]>".to_owned() + &within("&b;");
        for (text, expected) in [
            (within("&nbsp;"), unknown("nbsp")),
            (within("<subfield code='&eacute;'/>"), unknown("eacute")),
            (bomb, unknown("b")),
            (
                within(&format!("&{};", "e".repeat(1000))),
                unknown(&"e".repeat(40)),
            ),
            (within("&#0;"), Problem::NotWellFormed),
            (within("&#x110000;"), Problem::NotWellFormed),
            (within("A & B"), Problem::NotWellFormed),
            (within("<b>"), Problem::NotWellFormed),
            (within("<b a=1/><subfield code=x/>"), Problem::NotWellFormed),
            (within("<subfield code='a' code='b'>"), Problem::NotWellFormed),
            (within(&"<b>".repeat(20)), Problem::TooDeep),
            ("<record>".to_owned(), Problem::NotWellFormed),
            ("<collection/>".to_owned(), Problem::NoRecord),
            (String::new(), Problem::NoRecord),
            (within(&"a".repeat(MAX_RECORD_BYTES)), Problem::TooLong),
        ] {
            assert_eq!(parse_xml(text.as_bytes()), Err(expected), "{text:.60}");
        }
        assert_eq!(parse_xml(b"<record>\xe9</record>"), Err(Problem::NotUtf8));
    }

    proptest! {
        #[test]
        fn never_panics(bytes in prop::collection::vec(structural_byte(), 0..300)) {
            let _ = parse_xml(&bytes);
            let _ = parse_xml(&[b"<record><datafield ", &bytes[..], b"</record>"].concat());
        }
    }
}
