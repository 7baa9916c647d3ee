//! Names of persons and bodies as cataloguers write them.

use super::edit::{data, subfield};
use crate::marc::description::names;
use crate::marc::description::text::{joined, without_separators};
use crate::marc::{Field, Subfield};

/// Words that are in names of bodies, in lower case. A name with one of them is not a person's.
const BODIES: [&str; 44] = [
    "&",
    "academy",
    "agency",
    "akademie",
    "archive",
    "association",
    "bibliothek",
    "board",
    "center",
    "centre",
    "club",
    "college",
    "committee",
    "company",
    "conference",
    "congress",
    "corporation",
    "council",
    "department",
    "foundation",
    "gesellschaft",
    "gmbh",
    "group",
    "inc",
    "institut",
    "institute",
    "international",
    "library",
    "limited",
    "llc",
    "ltd",
    "ministry",
    "museum",
    "office",
    "organization",
    "press",
    "school",
    "society",
    "studio",
    "union",
    "united",
    "universität",
    "university",
    "verlag",
];
/// Words that say that a text is a date, and no part of a name.
const DATES: [&str; 10] = [
    "active",
    "approximately",
    "b.",
    "born",
    "ca.",
    "circa",
    "d.",
    "died",
    "fl.",
    "geb.",
];
/// Words before a surname that belong to it.
const PREFIXES: [&str; 12] = [
    "Al", "De", "Del", "Della", "Di", "Du", "El", "La", "Le", "Mac", "St.", "Van",
];
/// Additions behind a name, which follow a comma.
const SUFFIXES: [&str; 5] = ["Jr.", "Sr.", "II", "III", "IV"];

/// How a name is tagged: the end of the tag, and the first indicator.
#[derive(Clone, Copy)]
struct Kind {
    end: &'static str,
    indicator: char,
}

const FORENAME: Kind = Kind {
    end: "00",
    indicator: '0',
};
const SURNAME: Kind = Kind {
    end: "00",
    indicator: '1',
};
const FAMILY: Kind = Kind {
    end: "00",
    indicator: '3',
};
const BODY: Kind = Kind {
    end: "10",
    indicator: '2',
};
const MEETING: Kind = Kind {
    end: "11",
    indicator: '2',
};

/// A field with a name, tagged as a main entry (`1`) or an added one (`7`), without a role. The reader gives back the name in
/// direct order exactly, and the heading if one field can say both. An empty heading stands for the usual one of the name.
pub(super) fn written(name: &str, heading: &str, entry: char) -> Field {
    let field = |(kind, subfields): (Kind, Vec<Subfield>)| Field::Data {
        tag: format!("{entry}{}", kind.end),
        indicators: [kind.indicator, ' '],
        subfields,
    };
    let candidates: Vec<Field> = candidates(name, heading).into_iter().map(field).collect();
    let says = |field: &Field, with_heading: bool| {
        let read = field.data().and_then(names::read);
        read.is_some_and(|read| read.direct == name && (!with_heading || read.heading == heading))
    };
    let exact = candidates.iter().find(|field| says(field, !heading.is_empty()));
    let found = exact.or_else(|| candidates.iter().find(|field| says(field, false)));
    found
        .cloned()
        .unwrap_or_else(|| data(&format!("{entry}10"), ['2', ' '], &[('a', name)]))
}

/// The ways to write a name, the best one first.
fn candidates(name: &str, heading: &str) -> Vec<(Kind, Vec<Subfield>)> {
    let whole = |kind: Kind, text: &str| (kind, vec![subfield('a', text)]);
    // A name with a comma that is not inverted.
    let others = |text: &str| {
        let is_family = text.to_lowercase().contains("famil");
        let kinds = if is_family { [FAMILY, BODY] } else { [BODY, FAMILY] };
        kinds.map(|kind| whole(kind, text))
    };
    let mut found = Vec::new();
    if !heading.is_empty() {
        if heading == name && is_body(name) {
            found.push(whole(BODY, heading));
        }
        let with_addition = with_addition(name, heading);
        if is_body(name) || with_addition.iter().any(|(kind, _)| kind.end == MEETING.end) {
            found.extend(with_addition.iter().cloned());
        }
        if heading != name {
            found.push((SURNAME, split(heading, SURNAME)));
        }
        found.push((FORENAME, split(heading, FORENAME)));
        found.extend(with_addition);
        found.extend([SURNAME, FORENAME].map(|kind| whole(kind, heading)));
        found.extend(others(heading));
    }
    if is_body(name) {
        found.push(whole(BODY, name));
    }
    if let Some(inverted) = inverted(name) {
        found.push((SURNAME, split(&inverted, SURNAME)));
    }
    found.push(whole(FORENAME, name));
    found.extend(others(name));
    found
}

fn is_body(name: &str) -> bool {
    let lower = name.to_lowercase();
    let mut words = lower.split(|character: char| !character.is_alphanumeric() && character != '&');
    words.any(|word| BODIES.contains(&word))
}

/// The name of a body or meeting, and what follows it in the heading. That of a meeting is like `(3rd : 1998 : Rome)`.
fn with_addition(name: &str, heading: &str) -> Vec<(Kind, Vec<Subfield>)> {
    let Some(addition) = heading.strip_prefix(name).filter(|addition| !addition.is_empty()) else {
        return Vec::new();
    };
    let separator = if addition.starts_with(", ") { "," } else { "" };
    let addition = addition.trim_start_matches([',', ' ']);
    let is_meeting = addition.starts_with('(') && addition.contains(|letter: char| letter.is_ascii_digit());
    let kinds = if is_meeting { &[MEETING, BODY][..] } else { &[BODY] };
    let parts = || {
        vec![
            subfield('a', &[name, separator].concat()),
            subfield('n', addition),
        ]
    };
    kinds.iter().map(|kind| (*kind, parts())).collect()
}

/// The parts of a heading: name, numeration, title, fuller form and dates.
fn split(heading: &str, kind: Kind) -> Vec<Subfield> {
    let mut pieces = pieces(heading).into_iter().peekable();
    let mut name = pieces.next().unwrap_or_default().to_owned();
    let mut parts = Vec::new();
    if kind.indicator == '1' {
        if let Some(forename) = pieces.next_if(|piece| !piece.starts_with('(') && !is_date(piece)) {
            name = [&name, " ", forename].concat();
        }
    } else if let Some((before, last)) = name.rsplit_once(' ')
        && is_numeration(last)
    {
        parts.push(subfield('b', last));
        name = before.to_owned();
    }
    // Some cataloguers put no comma before a date.
    let dated = name.rsplit_once(' ').filter(|(_, last)| is_date(last));
    let dated = dated.map(|(name, date)| (name.to_owned(), date.to_owned()));
    if let Some((before, date)) = dated {
        parts.push(subfield('d', &date));
        name = before;
    }
    parts.insert(0, subfield('a', &name));
    for piece in pieces {
        let code = match piece {
            _ if piece.starts_with('(') => 'q',
            _ if is_date(piece) => 'd',
            _ => 'c',
        };
        match parts.last_mut() {
            Some(last) if last.code == code && code == 'c' => last.value = [&last.value, " ", piece].concat(),
            _ => parts.push(subfield(code, piece)),
        }
    }
    parts
}

/// A heading in pieces that end behind a comma, or before a parenthesis.
fn pieces(heading: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = heading;
    while !rest.is_empty() {
        let comma = rest.find(", ").map(|at| at + 1);
        let parenthesis = rest.find(" (");
        let end = match rest.strip_prefix('(').and_then(|_| rest.find(')')) {
            // A fuller form may have commas.
            Some(close) => rest[close..].find(", ").map(|comma| close + comma + 1),
            None => [comma, parenthesis].into_iter().flatten().min(),
        };
        let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
        pieces.push(piece);
        rest = after.trim_start();
    }
    pieces
}

fn is_date(piece: &str) -> bool {
    let first = piece.split(' ').next().unwrap_or_default();
    piece.contains(|character: char| character.is_ascii_digit())
        && (piece.starts_with(|character: char| character.is_ascii_digit()) || DATES.contains(&first))
}

fn is_numeration(word: &str) -> bool {
    let word = without_separators(word);
    !word.is_empty() && word.chars().all(|character| matches!(character, 'I' | 'V' | 'X'))
}

/// A name with the surname first: `Russell, Stuart J.`. Nothing for a name of one word, and for scripts that have the surname
/// first anyway.
fn inverted(name: &str) -> Option<String> {
    let is_surname_first = |letter: char| {
        let ranges = [
            '\u{1100}'..='\u{11ff}',
            '\u{2e80}'..='\u{9fff}',
            '\u{ac00}'..='\u{d7ff}',
        ];
        ranges.iter().any(|range| range.contains(&letter))
    };
    if name.contains(is_surname_first) {
        return None;
    }
    let (name, suffix) = match name.split_once(", ") {
        Some((name, suffix)) if SUFFIXES.contains(&suffix) => (name, Some(suffix)),
        Some(_) => return None,
        None => (name, None),
    };
    let words: Vec<&str> = name.split(' ').collect();
    let prefixes = words[1..words.len().saturating_sub(1).max(1)]
        .iter()
        .rev()
        .take_while(|word| PREFIXES.contains(word))
        .count();
    let (forenames, surname) = words.split_at(words.len() - 1 - prefixes);
    if forenames.is_empty() {
        return None;
    }
    let inverted = format!(
        "{}, {}",
        joined(surname.iter().copied()),
        joined(forenames.iter().copied())
    );
    Some(suffix.map_or(inverted.clone(), |suffix| format!("{inverted}, {suffix}")))
}

#[cfg(test)]
mod tests {
    use super::written;
    use crate::marc::samples::line;

    #[test]
    fn writes_names() {
        for (name, heading, expected) in [
            ("Stuart J. Russell", "", "100 1  $aRussell, Stuart J."),
            ("Ludwig van Beethoven", "", "100 1  $aBeethoven, Ludwig van"),
            ("Ursula K. Le Guin", "", "100 1  $aLe Guin, Ursula K."),
            (
                "Martin Luther King, Jr.",
                "",
                "100 1  $aKing, Martin Luther,$cJr.",
            ),
            ("Лев Толстой", "", "100 1  $aТолстой, Лев"),
            ("Homer", "", "100 0  $aHomer"),
            ("村上 春樹", "", "100 0  $a村上 春樹"),
            ("Acme, Inc.", "", "110 2  $aAcme, Inc."),
            ("United Nations", "", "110 2  $aUnited Nations"),
            ("Jane 2nd Roe", "", "100 0  $aJane 2nd Roe"),
            ("Roe, Jane", "", "110 2  $aRoe, Jane"),
            (
                "J. R. R. Tolkien",
                "Tolkien, J. R. R. (John Ronald Reuel), 1892-1973",
                "100 1  $aTolkien, J. R. R.$q(John Ronald Reuel),$d1892-1973",
            ),
            (
                "Arthur Conan Doyle",
                "Doyle, Arthur Conan, Sir, 1859-1930",
                "100 1  $aDoyle, Arthur Conan,$cSir,$d1859-1930",
            ),
            (
                "John Paul II",
                "John Paul II, Pope, 1920-2005",
                "100 0  $aJohn Paul$bII,$cPope,$d1920-2005",
            ),
            (
                "Leonardo da Vinci",
                "Leonardo, da Vinci, 1452-1519",
                "100 0  $aLeonardo,$cda Vinci,$d1452-1519",
            ),
            (
                "Symposium on Bees",
                "Symposium on Bees (3rd : 1998 : Rome)",
                "111 2  $aSymposium on Bees$n(3rd : 1998 : Rome)",
            ),
            (
                "Лев Толстой",
                "Толстой, Лев 1828-1910",
                "100 1  $aТолстой, Лев$d1828-1910",
            ),
            ("Jane Roe", "Jane Roe", "100 0  $aJane Roe"),
            (
                "Farquhar, family",
                "Farquhar, family",
                "100 3  $aFarquhar, family",
            ),
            ("Jane Roe", "Something else", "100 1  $aRoe, Jane"),
        ] {
            assert_eq!(written(name, heading, '1'), line(expected), "{name}; {heading}");
        }
    }
}
