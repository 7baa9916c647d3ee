//! Publisher and year, edition, and the number of pages.

use super::edit::{
    data, first_exact, insert, remove, retain_subfields, separators, set_fixed, subfield, subfields_mut,
    unlink,
};
use crate::marc::description::pages;
use crate::marc::description::publication::{
    edition, edition_statement, publisher, publisher_name, stated_year, statements, year,
};
use crate::marc::description::text::{clean, four_digits};
use crate::marc::record::DataField;
use crate::marc::{Field, Record};

/// Where field 008 has the type of date, the first date and the second date.
const TYPE_OF_DATE: usize = 6;
const FIRST_DATE: usize = 7;
const SECOND_DATE: usize = 11;
const UNKNOWN_DATE: &str = "uuuu";
/// Types of dates that have a first date.
const DATED: [&str; 12] = ["c", "d", "e", "i", "k", "m", "p", "q", "r", "s", "t", "u"];

/// Changes the publisher.
pub(super) fn change_publisher(record: &mut Record, wanted: Option<&str>) {
    if publisher(record).as_deref() == wanted {
        return;
    }
    let Some(wanted) = wanted else {
        retain_subfields(record, is_statement, |_, subfield| {
            subfield.code != 'b' || publisher_name(&subfield.value).is_none()
        });
        return;
    };
    let is_name = |name: &str| publisher_name(name).is_some();
    let known = statements(record).find(|field| field.all('b').any(is_name));
    let Some(at) = known
        .or_else(|| statements(record).next())
        .map(|field| field.place)
    else {
        insert(record, data("264", [' ', '1'], &[('b', wanted)]));
        return;
    };
    if let Some(subfields) = subfields_mut(&mut record.fields[at]) {
        let names = || {
            subfields
                .iter()
                .enumerate()
                .filter(|(_, subfield)| subfield.code == 'b')
        };
        let old = names()
            .find(|(_, subfield)| is_name(&subfield.value))
            .or_else(|| names().next());
        let date = subfields.iter().position(|subfield| subfield.code == 'c');
        let (place, mark) = match old {
            Some((place, old)) => (place, separators(&old.value).to_owned()),
            None => (
                date.unwrap_or(subfields.len()),
                date.map_or("", |_| ",").to_owned(),
            ),
        };
        let is_new = old.is_none();
        let candidates = [[wanted, &mark].concat(), wanted.to_owned()];
        let text = first_exact(candidates, |text| publisher_name(text).as_deref() == Some(wanted));
        let name = subfield('b', &text.unwrap_or_default());
        if is_new {
            subfields.insert(place, name);
        } else {
            subfields[place] = name;
        }
    }
    unlink(record, at);
}

/// Whether a field is a statement of publication.
fn is_statement(field: &DataField<'_>) -> bool {
    field.tag == "260" || (field.tag == "264" && field.indicators[1] == '1')
}

/// Changes the year of publication.
pub(super) fn change_year(record: &mut Record, wanted: Option<i64>) {
    if year(record) == wanted {
        return;
    }
    let digits = wanted
        .filter(|year| (0..=9999).contains(year))
        .map(|year| format!("{year:04}"));
    set_fixed(record, FIRST_DATE, digits.as_deref().unwrap_or(UNKNOWN_DATE));
    set_type_of_date(record, digits.is_some());
    let Some(wanted) = wanted else {
        retain_subfields(record, is_statement, |_, subfield| {
            subfield.code != 'c' || stated_year(&subfield.value).is_none()
        });
        return;
    };
    set_stated_year(record, &digits.unwrap_or_else(|| wanted.to_string()));
}

fn set_type_of_date(record: &mut Record, is_known: bool) {
    for field in &mut record.fields {
        let Field::Control { tag, value } = field else {
            continue;
        };
        let kind = value.get(TYPE_OF_DATE..FIRST_DATE);
        let (kind, second) = match kind {
            Some(kind) if tag == "008" && is_known && !DATED.contains(&kind) => ("s", "    "),
            Some("s") if tag == "008" && !is_known => ("n", UNKNOWN_DATE),
            _ => continue,
        };
        for (start, text) in [(TYPE_OF_DATE, kind), (SECOND_DATE, second)] {
            if value.get(start..start + text.len()).is_some() {
                value.replace_range(start..start + text.len(), text);
            }
        }
    }
}

/// Sets the year where a statement has one, or else adds it to the first statement.
fn set_stated_year(record: &mut Record, digits: &str) {
    let has_year = |field: &DataField<'_>| field.all('c').any(|text| stated_year(text).is_some());
    let known = statements(record).find(has_year);
    let Some(at) = known
        .or_else(|| statements(record).next())
        .map(|field| field.place)
    else {
        insert(record, data("264", [' ', '1'], &[('c', digits)]));
        return;
    };
    if let Some(subfields) = subfields_mut(&mut record.fields[at]) {
        let is_dated = |code, text: &str| code == 'c' && stated_year(text).is_some();
        if let Some(date) = subfields.iter_mut().find(|one| is_dated(one.code, &one.value)) {
            if let Some(old) = four_digits(&date.value).map(str::to_owned) {
                date.value = replaced_run(&date.value, &old, digits);
            }
        } else {
            // A date before which the field has no statement, such as `[19--]`, is no longer true.
            subfields.retain(|subfield| subfield.code != 'c');
            if let Some(last) = subfields.last_mut()
                && separators(&last.value).is_empty()
                && !matches!(last.code, '3' | '6' | '8')
            {
                last.value.push(',');
            }
            subfields.push(subfield('c', digits));
        }
    }
    unlink(record, at);
}

/// A text with another run of digits instead of the first run `old`.
fn replaced_run(text: &str, old: &str, new: &str) -> String {
    let is_digit = |character: char| character.is_ascii_digit();
    let found = text
        .match_indices(old)
        .find(|(at, _)| !text[..*at].ends_with(is_digit) && !text[at + old.len()..].starts_with(is_digit));
    match found {
        Some((at, _)) => [&text[..at], new, &text[at + old.len()..]].concat(),
        None => new.to_owned(),
    }
}

/// Changes the statement of the edition, field 250.
pub(super) fn change_edition(record: &mut Record, wanted: Option<&str>) {
    if edition(record).as_deref() == wanted {
        return;
    }
    let Some(wanted) = wanted else {
        remove(record, |field| {
            field.tag == "250" && edition_statement(*field).is_some()
        });
        return;
    };
    let mark = if wanted.ends_with('.') { "" } else { "." };
    let candidates =
        [[wanted, mark].concat(), wanted.to_owned()].map(|text| data("250", [' '; 2], &[('a', &text)]));
    let says = |field: &Field| field.data().and_then(edition_statement).as_deref() == Some(wanted);
    let Some(field) = first_exact(candidates, says) else {
        return;
    };
    let known = record
        .tagged("250")
        .find(|field| edition_statement(*field).is_some());
    match known.map(|known| known.place) {
        Some(at) => {
            unlink(record, at);
            // Fields in another script come behind this one.
            record.fields[at] = field;
        }
        None => {
            insert(record, field);
        }
    }
}

/// Changes the number of pages, field 300.
pub(super) fn change_pages(record: &mut Record, wanted: Option<i64>) {
    if pages::count(record) == wanted {
        return;
    }
    let states = |text: &str| pages::pages(&clean(text)).is_some();
    let Some(wanted) = wanted else {
        retain_subfields(
            record,
            |field| field.tag == "300",
            |_, subfield| subfield.code != 'a' || !states(&subfield.value),
        );
        return;
    };
    let new = format!("{wanted} pages");
    let known = record.tagged("300").find(|field| field.all('a').any(states));
    if let Some(at) = known.map(|field| field.place) {
        if let Some(subfields) = subfields_mut(&mut record.fields[at])
            && let Some(extent) = subfields
                .iter_mut()
                .find(|one| one.code == 'a' && states(&one.value))
        {
            let mark = separators(&extent.value);
            let mark = if mark.is_empty() {
                String::new()
            } else {
                [" ", mark.trim()].concat()
            };
            extent.value = [new, mark].concat();
        }
        unlink(record, at);
        return;
    }
    // Another extent, such as that of an electronic resource, may have the number of pages in parentheses.
    let other = record
        .tagged("300")
        .find_map(|field| Some((field.place, field.first('a')?.to_owned())));
    if let Some((at, extent)) = other {
        let mark = separators(&extent);
        let text = extent.trim_end();
        let text = text.strip_suffix(mark).unwrap_or(text).trim_end();
        let with_pages = format!(
            "{text} ({new}){}{}",
            if mark.is_empty() { "" } else { " " },
            mark.trim()
        );
        if pages::pages(&clean(&with_pages)) == Some(wanted)
            && let Some(subfields) = subfields_mut(&mut record.fields[at])
            && let Some(first) = subfields.iter_mut().find(|subfield| subfield.code == 'a')
        {
            first.value = with_pages;
            return;
        }
    }
    insert(record, data("300", [' '; 2], &[('a', &new)]));
}

#[cfg(test)]
mod tests {
    use super::{change_edition, change_pages, change_publisher, change_year};
    use crate::marc::samples;

    #[test]
    fn changes_publishers() {
        for (fields, wanted, expected) in [
            (&[][..], Some("Acme"), &["264  1 $bAcme"][..]),
            (
                &["260    $aLondon :$bPenguin,$c1998."],
                Some("Acme"),
                &["260    $aLondon :$bAcme,$c1998."],
            ),
            (
                &["264  1 $6880-01$a[S.l.] :$b[s.n.],$c1998.", "880  1 $6264-01$bX"],
                Some("Acme, Inc."),
                &["264  1 $a[S.l.] :$bAcme, Inc.,$c1998."],
            ),
            (
                &["264  1 $aLondon,$c1998."],
                Some("A"),
                &["264  1 $aLondon,$bA,$c1998."],
            ),
            (&["264  1 $aLondon :$bA,$bB"], None, &["264  1 $aLondon :"]),
            (&["264  4 $c1998", "264  1 $bA"], None, &["264  4 $c1998"]),
        ] {
            let mut record = samples::book(fields);
            change_publisher(&mut record, wanted);
            assert_eq!(record, samples::book(expected), "{fields:?}");
        }
    }

    #[test]
    fn changes_years() {
        for (fields, wanted, expected) in [
            (
                &["008 200101s1998    nyu", "260    $bA,$cc1998."][..],
                Some(2001),
                &["008 200101s2001    nyu", "260    $bA,$cc2001."][..],
            ),
            (
                &["008 200101r19981990nyu"],
                Some(2001),
                &["008 200101r20011990nyu", "264  1 $c2001"],
            ),
            (
                &["008 200101nuuuuuuuuxx ", "264  1 $bA"],
                Some(2001),
                &["008 200101s2001    xx ", "264  1 $bA,$c2001"],
            ),
            (
                &["008 200101s1998    nyu", "260    $bA,$cc1998."],
                None,
                &["008 200101nuuuuuuuunyu", "260    $bA,"],
            ),
            (
                &["260    $a[1] 1998$c[19--]"],
                Some(868),
                &["260    $a[1] 1998,$c0868"],
            ),
        ] {
            let mut record = samples::book(fields);
            change_year(&mut record, wanted);
            assert_eq!(record, samples::book(expected), "{fields:?}");
        }
    }

    #[test]
    fn changes_editions() {
        for (fields, wanted, expected) in [
            (&[][..], Some("Second edition"), &["250    $aSecond edition."][..]),
            (
                &["250    $a1st ed. /$bby A.", "250    $aX"],
                Some("2nd ed."),
                &["250    $a2nd ed.", "250    $aX"],
            ),
            (&["250    $a1st ed.", "250    $aX"], None, &[]),
        ] {
            let mut record = samples::book(fields);
            change_edition(&mut record, wanted);
            assert_eq!(record, samples::book(expected), "{fields:?}");
        }
    }

    #[test]
    fn changes_pages() {
        for (fields, wanted, expected) in [
            (&[][..], Some(12), &["300    $a12 pages"][..]),
            (
                &["300    $axvii, 345 p. :$bill."],
                Some(12),
                &["300    $a12 pages :$bill."],
            ),
            (
                &["300    $a1 online resource ;$c20 cm"],
                Some(12),
                &["300    $a1 online resource (12 pages) ;$c20 cm"],
            ),
            (
                &["300    $a345 p.", "300    $a1 disc"],
                None,
                &["300    $a1 disc"],
            ),
        ] {
            let mut record = samples::book(fields);
            change_pages(&mut record, wanted);
            assert_eq!(record, samples::book(expected), "{fields:?}");
        }
    }
}
