//! A MARC 21 file of made-up books, as another library system exports it.

use std::ops::Range;

use carrel_formats::marc::{Field, Record, Subfield, write_iso2709};

use crate::Outcome;

/// Copies of each record.
pub const COPIES: u64 = 2;

const ADJECTIVES: [&str; 16] = [
    "Quiet",
    "Northern",
    "Practical",
    "Modern",
    "Hidden",
    "Complete",
    "Brief",
    "Applied",
    "Distant",
    "Open",
    "Early",
    "Urban",
    "Living",
    "Visual",
    "Common",
    "Late",
];
const NOUNS: [&str; 24] = [
    "Gardens",
    "Harbours",
    "Numbers",
    "Letters",
    "Machines",
    "Rivers",
    "Markets",
    "Voices",
    "Bridges",
    "Maps",
    "Seasons",
    "Engines",
    "Languages",
    "Islands",
    "Histories",
    "Cells",
    "Signals",
    "Shadows",
    "Roads",
    "Colours",
    "Stars",
    "Laws",
    "Forests",
    "Cities",
];
const FAMILY_NAMES: [&str; 20] = [
    "Abara",
    "Brandt",
    "Castellano",
    "Duval",
    "Ekström",
    "Farkas",
    "Greenwood",
    "Horváth",
    "Ibáñez",
    "Jansen",
    "Kowalska",
    "Lindqvist",
    "Moreau",
    "Nakamura",
    "Okafor",
    "Petrov",
    "Quintero",
    "Rossi",
    "Sørensen",
    "Tanaka",
];
const GIVEN_NAMES: [&str; 16] = [
    "Ana", "Bruno", "Clara", "David", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Karla", "Liam",
    "Mira", "Noor", "Oskar", "Petra",
];

/// The bytes of a file of the books with these numbers, each with [`COPIES`] copies: title, author, subjects, series, a
/// summary, and copies in 952. No identifier and no barcode occurs twice, also in files of other numbers.
pub fn marc_file(numbers: Range<u64>) -> Outcome<Vec<u8>> {
    let mut file = Vec::new();
    for number in numbers {
        file.extend(write_iso2709(&record(number))?);
    }
    Ok(file)
}

fn record(number: u64) -> Record {
    let word = |words: &[&'static str], of: u64| -> &'static str {
        let place = of % words.len() as u64;
        words[usize::try_from(place).unwrap_or_default()]
    };
    let (adjective, noun) = (word(&ADJECTIVES, number), word(&NOUNS, number / 16));
    let other = word(&NOUNS, number / 7 + 5);
    let author = format!(
        "{}, {}",
        word(&FAMILY_NAMES, number / 3),
        word(&GIVEN_NAMES, number / 5)
    );
    let mut fields = vec![
        Field::Control {
            tag: "001".to_owned(),
            value: format!("bench{number:08}"),
        },
        Field::Control {
            tag: "008".to_owned(),
            value: format!("240101s{}    xx            000 0 eng d", 1960 + number % 64),
        },
        data("020", "  ", &[('a', &isbn(number))]),
        data(
            "082",
            "04",
            &[('a', &format!("{}.{}", 100 + number % 900, number % 97))],
        ),
        data("100", "1 ", &[('a', &author)]),
        data(
            "245",
            "10",
            &[
                ('a', &format!("{adjective} {noun} :")),
                (
                    'b',
                    &format!("{} of {other} {number} /", word(&ADJECTIVES, number / 11)),
                ),
                ('c', &author),
            ],
        ),
        data(
            "260",
            "  ",
            &[
                ('a', "Harbour Town :"),
                ('b', &format!("{} Press,", word(&FAMILY_NAMES, number / 13))),
                ('c', &format!("{}.", 1960 + number % 64)),
            ],
        ),
        data(
            "300",
            "  ",
            &[('a', &format!("{} p. ;", 80 + number % 700)), ('c', "24 cm")],
        ),
        data(
            "490",
            "1 ",
            &[
                ('a', &format!("{other} in brief ;")),
                ('v', &format!("{}", number % 40)),
            ],
        ),
        data(
            "520",
            "  ",
            &[(
                'a',
                &format!(
                    "An introduction to {} and {} with {} examples, exercises and a glossary.",
                    noun.to_lowercase(),
                    other.to_lowercase(),
                    10 + number % 90
                ),
            )],
        ),
        data("650", " 0", &[('a', noun), ('x', "History")]),
        data("650", " 0", &[('a', other)]),
    ];
    for copy in 0..COPIES {
        let barcode = format!("IMP{:09}", number * COPIES + copy);
        let shelf_mark: String = author.chars().take(3).collect();
        let call_number = format!("{} {shelf_mark}", 100 + number % 900);
        fields.push(data(
            "952",
            "  ",
            &[('a', "MAIN"), ('o', &call_number), ('p', &barcode), ('y', "BK")],
        ));
    }
    Record {
        leader: "00000nam a2200000 a 4500".to_owned(),
        fields,
    }
}

fn data(tag: &str, indicators: &str, subfields: &[(char, &str)]) -> Field {
    let mut characters = indicators.chars();
    let mut next = || characters.next().unwrap_or(' ');
    Field::Data {
        tag: tag.to_owned(),
        indicators: [next(), next()],
        subfields: subfields
            .iter()
            .map(|(code, value)| Subfield {
                code: *code,
                value: (*value).to_owned(),
            })
            .collect(),
    }
}

/// An ISBN in the range 979-8, which `carrel generate` does not use.
fn isbn(number: u64) -> String {
    let body = format!("9798{number:08}");
    let sum: u32 = body
        .bytes()
        .zip([1, 3].into_iter().cycle())
        .map(|(digit, weight)| u32::from(digit - b'0') * weight)
        .sum();
    format!("{body}{}", (10 - sum % 10) % 10)
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use carrel_formats::marc::{Iso2709Records, describe, parse_iso2709};

    use super::{COPIES, marc_file};

    #[test]
    fn each_record_is_read_with_its_copies() {
        let file = marc_file(0..40).unwrap();
        let mut records = Iso2709Records::new(BufReader::new(file.as_slice()));
        let mut count = 0;
        while let Some(raw) = records.next_record().unwrap() {
            assert_eq!(raw.problem, None);
            let description = describe(&parse_iso2709(&raw.bytes).unwrap());
            assert_eq!(description.items.len() as u64, COPIES);
            count += 1;
        }
        assert_eq!(count, 40);
    }
}
