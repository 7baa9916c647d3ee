//! Names of persons and bodies, as catalogued and in direct order.

use super::text::{clean, joined, without_end};
use crate::marc::record::DataField;

/// Additions to a name that follow it.
const SUFFIXES: [&str; 8] = ["jr", "sr", "ii", "iii", "iv", "v", "fils", "père"];

/// A name.
pub(in crate::marc) struct Name {
    /// In direct order, without dates.
    pub(in crate::marc) direct: String,
    /// As catalogued.
    pub(in crate::marc) heading: String,
    /// The part that a statement of responsibility names: the surname, or the whole name.
    pub(in crate::marc) key: String,
}

/// The name in a field whose tag ends with `00` (persons), `10` (bodies) or `11` (meetings). Nothing if it is empty.
pub(in crate::marc) fn read(field: DataField<'_>) -> Option<Name> {
    let name = match field.tag.get(1..) {
        Some("00") => person(field),
        Some("10") => body(
            field,
            |code| matches!(code, 'a' | 'b'),
            |code| matches!(code, 'a' | 'b' | 'c' | 'd' | 'n'),
        ),
        _ => body(
            field,
            |code| matches!(code, 'a' | 'e' | 'q'),
            |code| matches!(code, 'a' | 'c' | 'd' | 'e' | 'n' | 'q'),
        ),
    };
    (!name.direct.is_empty() && !name.heading.is_empty()).then_some(name)
}

fn body(field: DataField<'_>, in_name: fn(char) -> bool, in_heading: fn(char) -> bool) -> Name {
    let direct = without_end(&joined(field.any_of(in_name))).to_owned();
    Name {
        heading: without_end(&joined(field.any_of(in_heading))).to_owned(),
        key: direct.clone(),
        direct,
    }
}

fn person(field: DataField<'_>) -> Name {
    let heading = joined(field.any_of(|code| matches!(code, 'a' | 'b' | 'c' | 'd' | 'j' | 'q')));
    let heading = without_end(&heading).to_owned();
    let name = clean(field.first('a').unwrap_or_default());
    let name = without_end(without_parentheses(without_end(&name)));
    let title = clean(field.first('c').unwrap_or_default());
    let title = without_end(&title);
    let (direct, key) = match (field.indicators[0], name.split_once(',')) {
        ('0', _) | (_, None) => {
            let numeration = clean(field.first('b').unwrap_or_default());
            // "Leonardo, da Vinci", but not "Teresa, Saint".
            let is_byname = title.starts_with(char::is_lowercase) && field.indicators[0] == '0';
            let byname = if is_byname { title } else { "" };
            let direct = joined([name, without_end(&numeration), byname].into_iter());
            (clean(&direct.replace(',', " ")), name)
        }
        ('3', _) => (name.to_owned(), name),
        (_, Some((surname, rest))) => (direct(surname, rest, title), surname.trim()),
    };
    Name {
        direct,
        heading,
        key: key.to_owned(),
    }
}

/// `King`, `Martin Luther, Jr.` becomes `Martin Luther King, Jr.`
fn direct(surname: &str, rest: &str, title: &str) -> String {
    let (forename, addition) = rest.split_once(',').unwrap_or((rest, ""));
    let suffix = [addition.trim(), title]
        .into_iter()
        .find(|text| SUFFIXES.contains(&text.trim_end_matches('.').to_lowercase().as_str()));
    // A year here is that of birth, in a record without subfields.
    let forename = if forename.contains(|character: char| character.is_ascii_digit()) {
        ""
    } else {
        forename
    };
    let name = joined([without_end(forename), surname].into_iter());
    suffix.map_or(name.clone(), |suffix| format!("{name}, {suffix}"))
}

/// A name without what is in parentheses at its end, such as a fuller form.
fn without_parentheses(name: &str) -> &str {
    match name.strip_suffix(')').and_then(|name| name.rfind('(')) {
        Some(start) if start > 0 => &name[..start],
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::marc::samples;

    #[test]
    fn reads_names() {
        for (field, direct, heading) in [
            (
                "100 1  $aRussell, Stuart J.,$d1962-$eauthor.",
                "Stuart J. Russell",
                "Russell, Stuart J., 1962-",
            ),
            (
                "100 1  $aOrwell, George,$d1903-1950.",
                "George Orwell",
                "Orwell, George, 1903-1950",
            ),
            ("100 1  $aOrwell, George.", "George Orwell", "Orwell, George"),
            (
                "100 1  $aOrwell, George, 1903-1950",
                "George Orwell",
                "Orwell, George, 1903-1950",
            ),
            (
                "100 1  $aKing, Martin Luther,$cJr.,$d1929-1968.",
                "Martin Luther King, Jr.",
                "King, Martin Luther, Jr., 1929-1968",
            ),
            (
                "100 1  $aTolkien, J. R. R.$q(John Ronald Reuel),$d1892-1973.",
                "J. R. R. Tolkien",
                "Tolkien, J. R. R. (John Ronald Reuel), 1892-1973",
            ),
            (
                "100 1  $aHorowitz, A. (Alexander)",
                "A. Horowitz",
                "Horowitz, A. (Alexander)",
            ),
            (
                "100 1  $aDoyle, Arthur Conan,$cSir,$d1859-1930.",
                "Arthur Conan Doyle",
                "Doyle, Arthur Conan, Sir, 1859-1930",
            ),
            ("100 0  $aHomer.", "Homer", "Homer"),
            (
                "100 0  $aLeonardo,$cda Vinci,$d1452-1519.",
                "Leonardo da Vinci",
                "Leonardo, da Vinci, 1452-1519",
            ),
            (
                "100 0  $aJohn Paul$bII,$cPope,$d1920-2005.",
                "John Paul II",
                "John Paul II, Pope, 1920-2005",
            ),
            ("100 1  $aSeuss,$cDr.", "Seuss", "Seuss, Dr."),
            ("100 1  $aMadonna", "Madonna", "Madonna"),
            (
                "100 0  $aTeresa , of Ávila",
                "Teresa of Ávila",
                "Teresa , of Ávila",
            ),
            (
                "100 3  $aFarquhar, family.",
                "Farquhar, family",
                "Farquhar, family",
            ),
            (
                "110 1  $aUnited States.$bCongress.",
                "United States. Congress",
                "United States. Congress",
            ),
            ("710 2  $aAcme, Inc.,$epublisher.", "Acme, Inc.", "Acme, Inc."),
            (
                "711 2  $aSymposium on Bees$n(3rd :$d1998 :$cRome)",
                "Symposium on Bees",
                "Symposium on Bees (3rd : 1998 : Rome)",
            ),
        ] {
            let record = samples::book(&[field]);
            let name = record.data().find_map(read).unwrap();
            assert_eq!((name.direct.as_str(), name.heading.as_str()), (direct, heading));
        }
    }

    #[test]
    fn skips_empty_names() {
        let record = samples::book(&["100 1  $a, ", "100 1  $d1900-", "710    "]);
        assert_eq!(record.data().filter_map(read).count(), 0);
    }
}
