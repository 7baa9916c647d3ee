//! Contributors: fields 100, 110, 111, 700, 710 and 711; and the author as one text.

use std::collections::{HashMap, HashSet};

use super::edit::{insert, remove_linked, subfield, subfields_mut};
use super::list::{Slot, merged};
use super::names::written;
use super::title::{change_statement, is_in_script, is_main_entry};
use crate::marc::description::{Contributor, Description, local, names, people, roles};
use crate::marc::record::DataField;
use crate::marc::{Field, Record};

const AUTHOR: &str = "author";

/// Changes the contributors and the author. Returns the author if it must be in the local field.
pub(super) fn change(record: &mut Record, wanted: &Description) -> Option<String> {
    let contributors = distinct(&wanted.contributors);
    let wanted_author = wanted.author.as_deref();
    let stated = local::read(record).author;
    let before = stated.clone().or_else(|| author(record));
    if says(record, &contributors) && before.as_deref() == wanted_author {
        return stated
            .filter(|_| wanted.local.author.is_some() || author(record).as_deref() != wanted_author);
    }
    if before.as_deref() != wanted_author {
        change_statement(record, wanted_author);
    }
    let names_author = |record: &Record| author(record).as_deref() == wanted_author;
    if !says(record, &contributors) || !names_author(record) {
        *record = best(record, &contributors, names_author);
    }
    let is_stated = wanted.local.author.is_some() && wanted.local.author.as_deref() == wanted_author;
    let is_derived = names_author(record);
    wanted.author.clone().filter(|_| !is_derived || is_stated)
}

/// The record with the wanted contributors, if possible in a way that names the author.
fn best(record: &Record, wanted: &[Wanted<'_>], names_author: impl Fn(&Record) -> bool) -> Record {
    let mut exact = None;
    for way in WAYS {
        let candidate = changed(record, wanted, way);
        if says(&candidate, wanted) {
            if names_author(&candidate) {
                return candidate;
            }
            exact = exact.or(Some(candidate));
        }
    }
    exact.unwrap_or_else(|| changed(record, wanted, Way::MainIfAuthor))
}

/// The author that the contributors and the statement of responsibility name.
fn author(record: &Record) -> Option<String> {
    people::display(record, &people::read(record))
}

fn contributors(record: &Record) -> Vec<Contributor> {
    let people = people::read(record).into_iter();
    people.map(|person| person.contributor).collect()
}

/// A contributor that is wanted, with all its roles. The reader takes the first one.
struct Wanted<'a> {
    contributor: &'a Contributor,
    roles: Vec<&'a str>,
}

/// The contributors, each of them once.
fn distinct(contributors: &[Contributor]) -> Vec<Wanted<'_>> {
    let mut found: Vec<Wanted<'_>> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for contributor in contributors {
        let at = *places.entry(&contributor.name).or_insert(found.len());
        if let Some(known) = found.get_mut(at) {
            known.roles.push(&contributor.role);
        } else {
            found.push(Wanted {
                contributor,
                roles: vec![&contributor.role],
            });
        }
    }
    found
}

/// Whether a record has exactly these contributors.
fn says(record: &Record, wanted: &[Wanted<'_>]) -> bool {
    let read = contributors(record);
    let mut pairs = read.iter().zip(wanted);
    read.len() == wanted.len() && pairs.all(|(read, wanted)| is_same(read, wanted.contributor))
}

/// Whether a contributor is the wanted one, which may have no heading.
fn is_same(read: &Contributor, wanted: &Contributor) -> bool {
    let has_heading = wanted.heading.is_empty() || wanted.heading == read.heading;
    read.name == wanted.name && read.role == wanted.role && has_heading
}

/// How the fields are changed. All ways but the first write all fields again, with roles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Fields that need no change stay in their places.
    Keep,
    /// The first contributor is the main entry if it is an author.
    MainIfAuthor,
    /// The first contributor is the main entry.
    Main,
    /// There is no main entry.
    NoMain,
}

/// The ways in the order in which they are tried.
const WAYS: [Way; 4] = [Way::Keep, Way::MainIfAuthor, Way::Main, Way::NoMain];

/// A field of the base with a contributor.
struct Entry {
    place: usize,
    is_main: bool,
    name: String,
    heading: String,
}

fn entries(record: &Record) -> Vec<Entry> {
    let fields = record.data().filter(|field| match field.tag {
        "100" | "110" | "111" => true,
        "700" | "710" | "711" => field.first('t').is_none(),
        _ => false,
    });
    let entry = |field: DataField<'_>| {
        let name = names::read(field)?;
        Some(Entry {
            place: field.place,
            is_main: field.tag.starts_with('1'),
            name: name.direct,
            heading: name.heading,
        })
    };
    fields.filter_map(entry).collect()
}

/// The record with the wanted contributors.
fn changed(record: &Record, wanted: &[Wanted<'_>], way: Way) -> Record {
    let mut entries = entries(record);
    // The reader takes the main entries first.
    entries.sort_by_key(|entry| !entry.is_main);
    let read = contributors(record);
    let read: HashMap<&str, &Contributor> = read.iter().map(|one| (one.name.as_str(), one)).collect();
    let names = wanted.iter().map(|one| one.contributor.name.as_str());
    let positions: HashMap<&str, usize> = names.zip(0..).collect();
    let reusable: HashMap<(&str, &str), &Field> = entries
        .iter()
        .rev()
        .map(|entry| {
            let key = (entry.name.as_str(), entry.heading.as_str());
            (key, &record.fields[entry.place])
        })
        .collect();
    let mut slots: Vec<Slot> = record.fields.iter().cloned().map(Slot::other).collect();
    let mut removed = Vec::new();
    let mut mains = 0;
    let mut seen = HashSet::new();
    for entry in &entries {
        let position = positions.get(entry.name.as_str()).copied();
        let is_first = seen.insert(entry.name.as_str());
        let is_read = |position: &usize| {
            let known = read.get(entry.name.as_str());
            known.is_some_and(|known| is_same(known, wanted[*position].contributor))
        };
        match position.filter(|position| way == Way::Keep && is_read(position)) {
            Some(_) if !is_first => {}
            Some(position) if entry.is_main && position == mains => mains += 1,
            Some(position) if !entry.is_main && position >= mains => {
                slots[entry.place].positions = vec![position];
            }
            _ => removed.extend(slots[entry.place].field.take()),
        }
    }
    let field = |position: usize, entry: char| field(&wanted[position], entry, &reusable);
    let is_stated = slots.iter().any(|slot| slot.positions == [0]);
    let is_author = wanted
        .first()
        .is_some_and(|first| first.contributor.role == AUTHOR);
    let has_new_main = match way {
        Way::Keep => mains == 0 && !is_stated && is_author,
        Way::MainIfAuthor => is_author,
        Way::Main => !wanted.is_empty(),
        Way::NoMain => false,
    };
    if has_new_main {
        mains = 1;
    }
    for slot in &mut slots {
        for position in &mut slot.positions {
            *position -= mains;
        }
    }
    let new = |position: usize| vec![field(position + mains, '7')];
    let mut result = Record {
        leader: record.leader.clone(),
        fields: merged(slots, wanted.len() - mains, new, &mut removed),
    };
    if has_new_main {
        insert(&mut result, field(0, '1'));
    }
    remove_linked(&mut result, &removed);
    mark_main_entry(record, &mut result);
    result
}

/// Sets the first indicator of the title, which says whether there is a main entry, if that changed.
fn mark_main_entry(before: &Record, after: &mut Record) {
    let has_main = |record: &Record| record.data().any(|field| is_main_entry(field.tag));
    let is_main = has_main(after);
    if is_main == has_main(before) {
        return;
    }
    for field in &mut after.fields {
        let is_title = field
            .data()
            .is_some_and(|field| field.tag == "245" || is_in_script(&field));
        if let Field::Data { indicators, .. } = field
            && is_title
        {
            indicators[0] = if is_main { '1' } else { '0' };
        }
    }
}

/// A field with a contributor and its roles: that of the base with the same name, or else a new one.
fn field(wanted: &Wanted<'_>, entry: char, reusable: &HashMap<(&str, &str), &Field>) -> Field {
    let Contributor { name, heading, .. } = wanted.contributor;
    let known = reusable.get(&(name.as_str(), heading.as_str())).map(|known| {
        let mut field = (*known).clone();
        if let Field::Data { tag, subfields, .. } = &mut field
            && !tag.starts_with(entry)
        {
            // The linked field in another script has the other tag.
            subfields.retain(|subfield| subfield.code != '6');
            tag.replace_range(..1, &entry.to_string());
        }
        field
    });
    let mut field = known.unwrap_or_else(|| written(name, heading, entry));
    let is_stated = field.data().and_then(roles::stated) == wanted.roles.first().copied();
    if !is_stated || wanted.roles.len() > 1 {
        set_roles(&mut field, &wanted.roles);
    }
    field
}

fn set_roles(field: &mut Field, roles: &[&str]) {
    let code = if field.tag().ends_with("11") { 'j' } else { 'e' };
    let Some(subfields) = subfields_mut(field) else {
        return;
    };
    subfields.retain(|subfield| subfield.code != code && subfield.code != '4');
    // Numbers and links come behind the role.
    let end = subfields
        .iter()
        .rposition(|subfield| subfield.code.is_ascii_lowercase());
    let numbers = subfields.split_off(end.map_or(subfields.len(), |end| end + 1));
    for role in roles {
        if let Some(before) = subfields.last_mut()
            && !before.value.ends_with(['-', ','])
        {
            before.value.push(',');
        }
        subfields.push(subfield(code, role));
    }
    if let Some(last) = subfields.last_mut() {
        last.value.push('.');
    }
    subfields.extend(numbers);
}

#[cfg(test)]
mod tests {
    use super::{Contributor, change};
    use crate::marc::{Record, describe, samples};

    fn changed(fields: &[&str], people: &[(&str, &str, &str)], author: &str) -> (Record, Option<String>) {
        let mut record = samples::book(fields);
        let mut wanted = describe(&record);
        wanted.contributors = people
            .iter()
            .map(|(name, heading, role)| Contributor {
                name: (*name).to_owned(),
                heading: (*heading).to_owned(),
                role: (*role).to_owned(),
            })
            .collect();
        wanted.author = Some(author.to_owned());
        let local = change(&mut record, &wanted);
        (record, local)
    }

    #[test]
    fn changes_contributors() {
        let jane = ("Jane Roe", "Roe, Jane, 1950-", "author");
        let john = ("John Doe", "", "translator");
        let main = "100 1  $aRoe, Jane,$d1950-$0(X)1";
        for (fields, people, author, expected, local) in [
            (
                &["245 00 $aTitle."][..],
                &[jane, john][..],
                "Jane Roe",
                &[
                    "100 1  $aRoe, Jane,$d1950-$eauthor.",
                    "245 10 $aTitle /$cJane Roe.",
                    "700 1  $aDoe, John,$etranslator.",
                ][..],
                None,
            ),
            (
                &[
                    main,
                    "245 10 $aTitle /$cby Jane Roe.",
                    "700 1  $aAcme",
                    "700 12 $aX$tY",
                ],
                &[jane, john],
                "Jane Roe",
                &[
                    main,
                    "245 10 $aTitle /$cby Jane Roe.",
                    "700 12 $aX$tY",
                    "700 1  $aDoe, John,$etranslator.",
                ],
                None,
            ),
            (
                &[main, "245 10 $aTitle."],
                &[john, jane],
                "Jane Roe",
                &[
                    "245 00 $aTitle.",
                    "700 1  $aDoe, John,$etranslator.",
                    "700 1  $aRoe, Jane,$d1950-$eauthor.$0(X)1",
                ],
                None,
            ),
            (
                &[main, "245 10 $aTitle."],
                &[jane],
                "Roe et al.",
                &[main, "245 10 $aTitle /$cRoe et al."],
                Some("Roe et al."),
            ),
            (
                &["245 00 $aTitle."],
                &[("Jane Roe", "", "author"), ("Jane Roe", "", "illustrator")],
                "Jane Roe",
                &[
                    "100 1  $aRoe, Jane,$eauthor,$eillustrator.",
                    "245 10 $aTitle /$cJane Roe.",
                ],
                None,
            ),
        ] {
            let (record, author) = changed(fields, people, author);
            assert_eq!(record, samples::book(expected), "{fields:?}");
            assert_eq!(author.as_deref(), local);
        }
    }
}
