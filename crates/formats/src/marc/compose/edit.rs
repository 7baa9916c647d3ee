//! Changes to the fields of a record.

use std::collections::HashSet;

use crate::marc::description::text::without_separators;
use crate::marc::record::DataField;
use crate::marc::{Field, Record, Subfield};

/// The tag of fields in another script.
const OTHER_SCRIPT: &str = "880";

/// A data field; `indicators` are two characters.
pub(super) fn data(tag: &str, indicators: [char; 2], subfields: &[(char, &str)]) -> Field {
    Field::Data {
        tag: tag.to_owned(),
        indicators,
        subfields: subfields
            .iter()
            .map(|(code, value)| subfield(*code, value))
            .collect(),
    }
}

pub(super) fn subfield(code: char, value: &str) -> Subfield {
    Subfield {
        code,
        value: value.to_owned(),
    }
}

/// A record with one field, to read what that field says alone.
pub(super) fn alone(field: &Field) -> Record {
    Record {
        leader: String::new(),
        fields: vec![field.clone()],
    }
}

/// Where a new field with a tag goes: behind the last field with a smaller or equal tag.
pub(super) fn place<'a>(
    tags: impl DoubleEndedIterator<Item = &'a str> + ExactSizeIterator,
    tag: &str,
) -> usize {
    let length = tags.len();
    let after = tags.rev().position(|other| other <= tag);
    after.map_or(0, |after| length - after)
}

/// Inserts a field at its place, and returns the place.
pub(super) fn insert(record: &mut Record, field: Field) -> usize {
    let at = place(record.fields.iter().map(Field::tag), field.tag());
    record.fields.insert(at, field);
    at
}

/// Removes data fields, and the fields in another script that are linked to them.
pub(super) fn remove(record: &mut Record, is_removed: impl Fn(&DataField<'_>) -> bool) {
    let places: HashSet<usize> = record
        .data()
        .filter(is_removed)
        .map(|field| field.place)
        .collect();
    let mut removed = Vec::with_capacity(places.len());
    let fields = std::mem::take(&mut record.fields);
    for (place, field) in fields.into_iter().enumerate() {
        if places.contains(&place) {
            removed.push(field);
        } else {
            record.fields.push(field);
        }
    }
    remove_linked(record, &removed);
}

/// Removes the fields in another script that are linked to removed fields, unless the record has such a field again.
pub(super) fn remove_linked(record: &mut Record, removed: &[Field]) {
    let mut links: Vec<String> = removed.iter().filter_map(link_of).collect();
    if links.is_empty() {
        return;
    }
    let held: HashSet<String> = record.fields.iter().filter_map(link_of).collect();
    links.retain(|link| !held.contains(link));
    let is_linked = |field: DataField<'_>| {
        let link = field.first('6').unwrap_or_default();
        // Behind the number are the script and the direction of the text.
        let link = link.split('/').next().unwrap_or_default().trim();
        field.tag == OTHER_SCRIPT && links.iter().any(|removed| removed == link)
    };
    record.fields.retain(|field| !field.data().is_some_and(is_linked));
}

/// The link of a field to one in another script, as it is in `$6` there: `245-01`.
fn link(field: DataField<'_>) -> Option<String> {
    let number = field.first('6')?.strip_prefix("880-")?.get(..2)?;
    // 00 says that there is no linked field.
    (number != "00").then(|| [field.tag, number].join("-"))
}

/// Removes the fields in another script that are linked to a field, and the link.
pub(super) fn unlink(record: &mut Record, at: usize) {
    let field = record.fields[at].clone();
    if link_of(&field).is_none() {
        return;
    }
    if let Field::Data { subfields, .. } = &mut record.fields[at] {
        subfields.retain(|subfield| subfield.code != '6');
    }
    remove_linked(record, &[field]);
}

fn link_of(field: &Field) -> Option<String> {
    link(field.data()?)
}

/// The subfields of a data field.
pub(super) fn subfields_mut(field: &mut Field) -> Option<&mut Vec<Subfield>> {
    match field {
        Field::Data { subfields, .. } => Some(subfields),
        Field::Control { .. } => None,
    }
}

/// Removes subfields of data fields. Fields that lose their last subfield are removed, with the fields in another script that
/// are linked to them.
pub(super) fn retain_subfields(
    record: &mut Record,
    is_about: impl Fn(&DataField<'_>) -> bool,
    is_kept: impl Fn(&DataField<'_>, &Subfield) -> bool,
) {
    let mut removed = Vec::new();
    record.fields.retain_mut(|field| {
        let Some(data) = field.data().filter(&is_about) else {
            return true;
        };
        let kept: Vec<Subfield> = data
            .subfields
            .iter()
            .filter(|subfield| is_kept(&data, subfield))
            .cloned()
            .collect();
        if kept.len() == data.subfields.len() {
            return true;
        }
        let says_something = kept.iter().any(|subfield| !matches!(subfield.code, '6' | '8'));
        if !says_something {
            removed.push(field.clone());
        } else if let Some(subfields) = subfields_mut(field) {
            *subfields = kept;
        }
        says_something
    });
    remove_linked(record, &removed);
}

/// The separators at the end of a text.
pub(super) fn separators(text: &str) -> &str {
    text.trim_end()
        .strip_prefix(without_separators(text))
        .unwrap_or_default()
}

/// The first value that is read as wanted; else the last one.
pub(super) fn first_exact<T>(
    candidates: impl IntoIterator<Item = T>,
    is_exact: impl Fn(&T) -> bool,
) -> Option<T> {
    let mut last = None;
    for candidate in candidates {
        if is_exact(&candidate) {
            return Some(candidate);
        }
        last = Some(candidate);
    }
    last
}

/// Sets a part of field 008, in all of them that are long enough. Returns whether there is one.
pub(super) fn set_fixed(record: &mut Record, start: usize, text: &str) -> bool {
    let mut is_set = false;
    for field in &mut record.fields {
        if let Field::Control { tag, value } = field
            && tag == "008"
            && value.get(start..start + text.len()).is_some()
        {
            value.replace_range(start..start + text.len(), text);
            is_set = true;
        }
    }
    is_set
}
