//! Writes a record of the line format.

use super::{BLANK, DELIMITER, LEADER, escape};
use crate::marc::{Field, Record};

/// Writes a record as one line for the leader and one for each field. Blanks in indicators and control fields are written as
/// `\`, and a dollar sign in a text as `{dollar}`. A line end in a text becomes a space.
pub fn write_text(record: &Record) -> String {
    let mut text = String::new();
    begin_line(&mut text, LEADER);
    for character in record.leader.chars() {
        escape::write(&mut text, character, true);
    }
    text.push('\n');
    for field in &record.fields {
        begin_line(&mut text, field.tag());
        match field {
            Field::Control { value, .. } => write_visible(&mut text, value.chars()),
            Field::Data {
                indicators,
                subfields,
                ..
            } => {
                write_visible(&mut text, indicators.iter().copied());
                for subfield in subfields {
                    text.push(DELIMITER);
                    escape::write(&mut text, subfield.code, false);
                    for character in subfield.value.chars() {
                        escape::write(&mut text, character, false);
                    }
                }
            }
        }
        text.push('\n');
    }
    text
}

fn begin_line(text: &mut String, tag: &str) {
    text.push('=');
    text.push_str(tag);
    text.push_str("  ");
}

/// Writes characters where spaces must be seen.
fn write_visible(text: &mut String, characters: impl Iterator<Item = char>) {
    for character in characters {
        match character {
            ' ' => text.push(BLANK),
            other => escape::write(text, other, true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::write_text;
    use crate::marc::samples;

    #[test]
    fn writes_lines() {
        let record = samples::book(&[
            "001 123",
            "008 200101s1998    nyu",
            "245 10 $aTitle :$bsub\\title {1} /$cby\nName.",
            "500    $aNote",
            "900  4 ",
        ]);
        let expected = "=LDR  00000nam a2200000 a 4500\n\
            =001  123\n\
            =008  200101s1998\\\\\\\\nyu\n\
            =245  10$aTitle :$bsub\\title {lcub}1{rcub} /$cby Name.\n\
            =500  \\\\$aNote\n\
            =900  \\4\n";
        assert_eq!(write_text(&record), expected);
        let price = samples::data("020", "$\\", &[('c', "$5"), ('$', "")]);
        let record = crate::marc::Record {
            leader: "     nam".to_owned(),
            fields: vec![price],
        };
        assert_eq!(
            write_text(&record),
            "=LDR       nam\n=020  {dollar}{bsol}$c{dollar}5${dollar}\n"
        );
    }
}
