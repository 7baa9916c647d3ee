//! Reads a record of the line format.

use super::{BLANK, DELIMITER, LEADER, LineProblem, LineProblemKind, escape};
use crate::marc::{Field, Record, Subfield};

/// Reads a record. Empty lines are passed over; a line may end as in Windows, and have one space or two after the tag, and spaces
/// for blanks. Returns all lines that cannot be read.
pub fn parse_text(text: &str) -> Result<Record, Vec<LineProblem>> {
    let mut leader: Option<String> = None;
    let mut fields = Vec::new();
    let mut problems = Vec::new();
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    for (line, number) in text.split(['\n', '\r']).zip(1..) {
        if line.trim().is_empty() {
            continue;
        }
        let read = parse_line(line).and_then(|line| match line {
            Line::Leader(_) if leader.is_some() => Err(LineProblemKind::SecondLeader),
            line => Ok(line),
        });
        match read {
            Ok(Line::Leader(text)) => leader = Some(text),
            Ok(Line::Field(field)) => fields.push(field),
            Err(kind) => problems.push(LineProblem { line: number, kind }),
        }
    }
    match leader {
        Some(leader) if problems.is_empty() => Ok(Record { leader, fields }),
        Some(_) => Err(problems),
        None => {
            let kind = LineProblemKind::NoLeader;
            problems.insert(0, LineProblem { line: 1, kind });
            Err(problems)
        }
    }
}

enum Line {
    Leader(String),
    Field(Field),
}

fn parse_line(line: &str) -> Result<Line, LineProblemKind> {
    let line = line.strip_prefix('=').ok_or(LineProblemKind::NoField)?;
    let is_tag = |tag: &str| tag.chars().all(|character| character.is_ascii_graphic());
    let (tag, rest) = line
        .split_at_checked(3)
        .filter(|(tag, _)| is_tag(tag))
        .ok_or(LineProblemKind::Tag)?;
    if tag == LEADER {
        return Ok(Line::Leader(with_blanks(without_separator(rest))));
    }
    let tag = tag.to_owned();
    if tag.starts_with("00") {
        let value = with_blanks(without_separator(rest));
        return Ok(Line::Field(Field::Control { tag, value }));
    }
    let (head, body) = rest.split_at(rest.find(DELIMITER).unwrap_or(rest.len()));
    if body.is_empty() && head.trim().is_empty() {
        return Err(LineProblemKind::NoSubfield);
    }
    let indicators = indicators(head).ok_or(if body.is_empty() {
        LineProblemKind::NoSubfield
    } else {
        LineProblemKind::Indicators
    })?;
    let parts = body.split(DELIMITER).skip(1);
    let subfields: Option<Vec<Subfield>> = parts.map(subfield).collect();
    Ok(Line::Field(Field::Data {
        tag,
        indicators,
        subfields: subfields.ok_or(LineProblemKind::NoCode)?,
    }))
}

/// The text behind the tag, without the one or two spaces between them.
fn without_separator(text: &str) -> &str {
    text.strip_prefix("  ")
        .or_else(|| text.strip_prefix(' '))
        .unwrap_or(text)
}

/// A character where blanks are written, and whether it was a space.
#[derive(Clone, Copy)]
struct Visible {
    character: char,
    is_space: bool,
}

/// The characters of a text where blanks are written: in control fields and indicators.
fn visible(text: &str) -> impl Iterator<Item = Visible> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (character, after) = escape::read(rest)?;
        let is_blank = rest.starts_with(BLANK);
        rest = after;
        Some(Visible {
            character: if is_blank { ' ' } else { character },
            is_space: !is_blank && character == ' ',
        })
    })
}

fn with_blanks(text: &str) -> String {
    visible(text).map(|one| one.character).collect()
}

/// The two characters before the first subfield. Spaces may be before them, and may stand for blanks.
fn indicators(head: &str) -> Option<[char; 2]> {
    let characters: Vec<Visible> = visible(head).collect();
    if characters.iter().all(|one| one.is_space) {
        return Some([' '; 2]);
    }
    let (separator, [first, second]) = characters.split_last_chunk()?;
    // Without a separator, a space may be one, and the field then has only one indicator.
    let is_complete = !separator.is_empty() || !(first.is_space || second.is_space);
    let is_separator = separator.iter().all(|one| one.is_space);
    (is_complete && is_separator).then_some([first.character, second.character])
}

/// A subfield from its code on; nothing if it has none.
fn subfield(part: &str) -> Option<Subfield> {
    let (code, mut rest) = escape::read(part)?;
    let mut value = String::with_capacity(rest.len());
    while let Some((character, after)) = escape::read(rest) {
        value.push(character);
        rest = after;
    }
    Some(Subfield { code, value })
}

#[cfg(test)]
mod tests {
    use super::{LineProblemKind, parse_text};
    use crate::marc::samples::{self, control, data};
    use crate::marc::{Field, Record, write_text};
    use proptest::prelude::*;

    fn parsed(lines: &str) -> Result<Vec<Field>, Vec<(usize, LineProblemKind)>> {
        let text = format!("=LDR  00000nam  2200000 i 4500\n{lines}");
        match parse_text(&text) {
            Ok(record) => {
                assert_eq!(record.leader, "00000nam  2200000 i 4500");
                Ok(record.fields)
            }
            Err(problems) => Err(problems.into_iter().map(|one| (one.line, one.kind)).collect()),
        }
    }

    #[test]
    fn reads_lines() {
        let title = || data("245", "10", &[('a', "Title :"), ('b', "sub")]);
        let note = || data("500", "  ", &[('a', "Note")]);
        for (lines, expected) in [
            ("=245  10$aTitle :$bsub", title()),
            ("\n=245 10$aTitle :$bsub\r\n  \n", title()),
            ("=24510$aTitle :$bsub", title()),
            ("\r=24510$aTitle :$bsub\r", title()),
            ("=500  \\\\$aNote", note()),
            ("=500    $aNote", note()),
            ("=500   $aNote", note()),
            ("=500 $aNote", note()),
            ("=500$aNote", note()),
            ("=900   1$aX", data("900", " 1", &[('a', "X")])),
            ("=900  1 $aX", data("900", "1 ", &[('a', "X")])),
            ("=900 1 $aX", data("900", "1 ", &[('a', "X")])),
            (
                "=900  1\\$a {dollar}5 {lcub}{eacute}\\ ",
                data("900", "1 ", &[('a', " $5 {{eacute}\\ ")]),
            ),
            ("=900  1\\", data("900", "1 ", &[])),
            (
                "=900  {bsol}{dollar}${dollar}x",
                data("900", "\\$", &[('$', "x")]),
            ),
            ("=900  10$a$b", data("900", "10", &[('a', ""), ('b', "")])),
            ("=001  123", control("001", "123")),
            ("=001 123", control("001", "123")),
            ("=001", control("001", "")),
            ("=008  20\\\\x {bsol}", control("008", "20  x \\")),
        ] {
            assert_eq!(parsed(lines), Ok(vec![expected]), "{lines}");
        }
    }

    #[test]
    fn reports_all_lines() {
        use LineProblemKind::{Indicators, NoCode, NoField, NoSubfield, SecondLeader, Tag};
        for (lines, expected) in [
            ("Title", vec![(2, NoField)]),
            ("=24", vec![(2, Tag)]),
            ("=24 10$aTitle\n\n=é45  10$aTitle", vec![(2, Tag), (4, Tag)]),
            ("=245  Title", vec![(2, NoSubfield)]),
            ("=245", vec![(2, NoSubfield)]),
            ("=245  1$aTitle\n=245  100$aTitle", vec![(3, Indicators)]),
            ("=245 1$aTitle", vec![(2, Indicators)]),
            ("=245  10$aCosts 5 $\n=245  10$$a", vec![(2, NoCode), (3, NoCode)]),
            ("=LDR  00000nam  2200000 i 4500", vec![(2, SecondLeader)]),
        ] {
            assert_eq!(parsed(lines), Err(expected), "{lines}");
        }
        let problems = parse_text("\u{feff}=001  1\n?").expect_err("no leader");
        let shown: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            shown,
            [
                "Line 1: The leader is missing. Add a line that begins with =LDR.",
                "Line 2: A line must begin with an equals sign and the tag of the field, such as =245."
            ]
        );
    }

    #[test]
    fn words_problems() {
        let problem = LineProblemKind::NoCode.to_string();
        assert_eq!(
            problem,
            "The code of a subfield is missing after $. Write {dollar} for a dollar sign in a text."
        );
    }

    fn without_line_ends(record: Record) -> Record {
        let text = |text: String| text.replace(['\n', '\r'], "");
        let fields = record.fields.into_iter().map(|field| match field {
            Field::Control { tag, value } => Field::Control {
                tag,
                value: text(value),
            },
            Field::Data {
                tag,
                indicators,
                subfields,
            } => Field::Data {
                tag,
                indicators,
                subfields: subfields
                    .into_iter()
                    .map(|mut subfield| {
                        subfield.value = text(subfield.value);
                        subfield
                    })
                    .collect(),
            },
        });
        // A field cannot have the tag of the leader.
        let fields = fields.filter(|field| field.tag() != "LDR");
        Record {
            leader: record.leader,
            fields: fields.collect(),
        }
    }

    proptest! {
        #[test]
        fn reads_back_what_it_writes(record in samples::record().prop_map(without_line_ends)) {
            prop_assert_eq!(parse_text(&write_text(&record)), Ok(record));
        }

        #[test]
        fn reads_back_any_described_record(record in samples::described_record().prop_map(without_line_ends)) {
            prop_assert_eq!(parse_text(&write_text(&record)), Ok(record));
        }

        #[test]
        fn reads_any_text(text in "(=[0-9LDR]{0,3}[ \\\\$a-b{}\n\r]{0,9}|.{0,9}\n){0,6}") {
            match parse_text(&text) {
                Ok(record) => {
                    prop_assert_eq!(parse_text(&write_text(&record)), Ok(record));
                }
                Err(problems) => prop_assert!(!problems.is_empty()),
            }
        }
    }
}
