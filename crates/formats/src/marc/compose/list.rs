//! Changes to fields of which each states values of a list, such as subjects.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;

use super::edit::{alone, place, remove_linked};
use crate::marc::{Field, Record};

/// Stands for the tag of a removed field: larger than all tags, so that no field goes behind it.
const REMOVED: &str = "\u{10ffff}";

/// A list that is in fields of a record.
pub(super) trait List {
    /// A value of the list.
    type Value: Clone + Eq + Hash;

    /// The whole list of a record.
    fn read(&self, record: &Record) -> Vec<Self::Value>;

    /// Whether a field may state values.
    fn is_about(&self, field: &Field) -> bool;

    /// The values that a field states alone.
    fn values(&self, field: &Field) -> Vec<Self::Value> {
        self.read(&alone(field))
    }

    /// What makes two values the same to the reader, which skips the second one; nothing if it reads both.
    fn key(&self, value: &Self::Value) -> Option<String>;

    /// The field of which only some values are wanted, without the others; nothing if nothing is left.
    fn reduced(&self, _field: &Field, _is_wanted: &dyn Fn(&Self::Value) -> bool) -> Option<Field> {
        None
    }

    /// A new field that states a value; several if it is too long for one.
    fn written(&self, value: &Self::Value, record: &Record) -> Vec<Field>;
}

/// Changes the fields of a list, if the record does not state it. Fields that state a part of it stay where they are.
pub(super) fn change<L: List>(list: &L, record: &mut Record, wanted: &[L::Value]) {
    if list.read(record) == wanted {
        return;
    }
    let changed = changed(list, record, wanted, true);
    *record = if list.read(&changed) == wanted {
        changed
    } else {
        self::changed(list, record, wanted, false)
    };
}

fn changed<L: List>(list: &L, record: &Record, wanted: &[L::Value], keeps: bool) -> Record {
    let same = |value: &L::Value| list.key(value);
    let keys: HashSet<String> = wanted.iter().filter_map(same).collect();
    let values: HashSet<&L::Value> = wanted.iter().collect();
    let mut places: HashMap<&L::Value, VecDeque<usize>> = HashMap::new();
    for (position, value) in wanted.iter().enumerate() {
        places.entry(value).or_default().push_back(position);
    }
    let mut seen: HashSet<String> = HashSet::new();
    let mut removed = Vec::new();
    let mut slots = Vec::with_capacity(record.fields.len());
    for field in &record.fields {
        let mut stated = if list.is_about(field) {
            list.values(field)
        } else {
            Vec::new()
        };
        if stated.is_empty() {
            slots.push(Slot::other(field.clone()));
            continue;
        }
        let mut kept = Some(field.clone());
        if !keeps || !stated.iter().all(|value| values.contains(value)) {
            let is_repeated = keeps
                && stated
                    .iter()
                    .all(|value| same(value).is_some_and(|key| seen.contains(&key) && keys.contains(&key)));
            if is_repeated {
                slots.push(Slot::other(field.clone()));
                continue;
            }
            kept = list.reduced(field, &|value| keeps && values.contains(value));
            stated = kept.as_ref().map(|field| list.values(field)).unwrap_or_default();
        }
        stated.retain(|value| same(value).is_none_or(|key| seen.insert(key)));
        let positions: Option<Vec<usize>> = stated
            .iter()
            .map(|value| places.get_mut(value)?.pop_front())
            .collect();
        if kept.is_none() || positions.is_none() {
            removed.push(field.clone());
        }
        slots.push(Slot {
            field: kept.filter(|_| positions.is_some()),
            positions: positions.unwrap_or_default(),
        });
    }
    let new = |position: usize| list.written(&wanted[position], record);
    let mut result = Record {
        leader: record.leader.clone(),
        fields: merged(slots, wanted.len(), new, &mut removed),
    };
    remove_linked(&mut result, &removed);
    result
}

/// A field of the base, and the positions in the wanted list of what it states.
pub(super) struct Slot {
    /// Nothing if the field is removed.
    pub(super) field: Option<Field>,
    pub(super) positions: Vec<usize>,
}

impl Slot {
    /// A field that states nothing of the list.
    pub(super) fn other(field: Field) -> Slot {
        Slot {
            field: Some(field),
            positions: Vec::new(),
        }
    }

    fn is_run(&self) -> bool {
        self.positions.windows(2).all(|pair| pair[0] + 1 == pair[1])
    }
}

/// The fields that state a list of `length` values in its order: as many fields of the base as possible in their places, and
/// new ones between them. Fields that are in the way of the order are removed.
pub(super) fn merged(
    mut slots: Vec<Slot>,
    length: usize,
    new: impl Fn(usize) -> Vec<Field>,
    removed: &mut Vec<Field>,
) -> Vec<Field> {
    let stating: Vec<usize> = (0..slots.len())
        .filter(|at| !slots[*at].positions.is_empty() && slots[*at].field.is_some())
        .filter(|at| slots[*at].is_run())
        .collect();
    let firsts: Vec<usize> = stating.iter().map(|at| slots[*at].positions[0]).collect();
    let kept: HashSet<usize> = longest_increasing(&firsts)
        .into_iter()
        .map(|index| stating[index])
        .collect();
    let mut is_stated = vec![false; length];
    let mut anchors: Vec<(usize, usize)> = Vec::with_capacity(kept.len());
    for (at, slot) in slots.iter_mut().enumerate() {
        if kept.contains(&at) {
            anchors.push((slot.positions[0], at));
            for position in &slot.positions {
                is_stated[*position] = true;
            }
        } else if !slot.positions.is_empty() {
            removed.extend(slot.field.take());
        }
    }
    let mut places = Places::new(&slots);
    let mut insertions: Vec<(usize, Field)> = Vec::new();
    let (mut floor, mut next) = (0, 0);
    for position in (0..length).filter(|position| !is_stated[*position]) {
        while next < anchors.len() && anchors[next].0 < position {
            floor = floor.max(anchors[next].1 + 1);
            next += 1;
        }
        let ceiling = anchors.get(next).map_or(slots.len(), |(_, at)| *at);
        for field in new(position) {
            floor = places.of(field.tag()).clamp(floor, ceiling.max(floor));
            insertions.push((floor, field));
        }
    }
    let mut insertions = insertions.into_iter().peekable();
    let mut fields = Vec::new();
    for (at, slot) in slots.into_iter().enumerate() {
        while let Some((_, field)) = insertions.next_if(|(before, _)| *before <= at) {
            fields.push(field);
        }
        fields.extend(slot.field);
    }
    fields.extend(insertions.map(|(_, field)| field));
    fields
}

/// The places of new fields, by tag.
struct Places<'a> {
    tags: Vec<&'a str>,
    known: HashMap<String, usize>,
}

impl<'a> Places<'a> {
    fn new(slots: &'a [Slot]) -> Places<'a> {
        let tag = |slot: &'a Slot| slot.field.as_ref().map_or(REMOVED, Field::tag);
        Places {
            tags: slots.iter().map(tag).collect(),
            known: HashMap::new(),
        }
    }

    fn of(&mut self, tag: &str) -> usize {
        if let Some(known) = self.known.get(tag) {
            return *known;
        }
        let found = place(self.tags.iter().copied(), tag);
        self.known.insert(tag.to_owned(), found);
        found
    }
}

/// The indices of a longest strictly increasing subsequence.
fn longest_increasing(values: &[usize]) -> Vec<usize> {
    // The last index of the best subsequence of each length, and the index before each value.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(values.len());
    for (index, value) in values.iter().enumerate() {
        let length = ends.partition_point(|end| values[*end] < *value);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(index);
        } else {
            ends[length] = index;
        }
    }
    let mut found = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(index) = next {
        found.push(index);
        next = before[index];
    }
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use super::longest_increasing;
    use proptest::prelude::*;

    #[test]
    fn finds_increasing_values() {
        for (values, expected) in [
            (&[][..], &[][..]),
            (&[3, 1, 2], &[1, 2]),
            (&[0, 4, 1, 2, 5, 3], &[0, 2, 3, 5]),
            (&[2, 2], &[1]),
        ] {
            assert_eq!(longest_increasing(values), expected, "{values:?}");
        }
    }

    proptest! {
        #[test]
        fn finds_values_in_order(values in prop::collection::vec(0usize..20, 0..20)) {
            let found = longest_increasing(&values);
            prop_assert!(found.windows(2).all(|pair| pair[0] < pair[1] && values[pair[0]] < values[pair[1]]));
        }
    }
}
