//! The names of a facet over all segments of a snapshot, unpacked.

use std::sync::Arc;

use tantivy::columnar::StrColumn;
use tantivy::index::SegmentId;

use crate::error::Error;
use crate::facet_values::ValueColumn;
use crate::snapshot::Segment;

/// Names in the order of their bytes. They have numbers: 0 for none, else the place plus one.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Names {
    text: String,
    /// Where each name ends in the text.
    ends: Vec<u32>,
}

impl Names {
    fn read(column: &StrColumn) -> Result<Self, Error> {
        let mut names = Self::default();
        let mut stream = column.dictionary().stream()?;
        while stream.advance() {
            names.push(&String::from_utf8_lossy(stream.key()));
        }
        names.text.shrink_to_fit();
        names.ends.shrink_to_fit();
        Ok(names)
    }

    fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends
            .push(u32::try_from(self.text.len()).expect("all names have at most 4 GiB"));
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The name with a number; empty for the number 0.
    pub(crate) fn get(&self, number: u32) -> &str {
        match (number as usize).checked_sub(1) {
            Some(place) => self.at(place),
            None => "",
        }
    }

    fn at(&self, place: usize) -> &str {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start as usize..self.ends[place] as usize]
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|place| self.at(place))
    }

    /// The place of a name, or the place that it would have. All names before the place `from` must be less. Names that follow each
    /// other are often near each other, so the steps begin small and double.
    fn seek(&self, mut from: usize, name: &str) -> Result<usize, usize> {
        let mut end = from;
        let mut step = 1;
        while end < self.len() && self.at(end) < name {
            from = end + 1;
            end += step;
            step *= 2;
        }
        let mut end = end.min(self.len());
        while from < end {
            let middle = usize::midpoint(from, end);
            if self.at(middle) < name {
                from = middle + 1;
            } else {
                end = middle;
            }
        }
        if from < self.len() && self.at(from) == name {
            Ok(from)
        } else {
            Err(from)
        }
    }

    /// These names and others, which ascend and are not among them, with the places where the others were inserted.
    fn with(&self, others: &[&str]) -> (Self, Vec<usize>) {
        let mut names = Self {
            text: String::with_capacity(
                self.text.len() + others.iter().map(|name| name.len()).sum::<usize>(),
            ),
            ends: Vec::with_capacity(self.len() + others.len()),
        };
        let mut inserted = Vec::with_capacity(others.len());
        let mut next = 0;
        for other in others {
            let (Ok(place) | Err(place)) = self.seek(next, other);
            (next..place).for_each(|place| names.push(self.at(place)));
            names.push(other);
            inserted.push(place);
            next = place;
        }
        (next..self.len()).for_each(|place| names.push(self.at(place)));
        (names, inserted)
    }
}

/// The names of a column over all segments of a snapshot. Each segment has numbers for its own names, in the same order.
#[derive(Debug)]
pub(crate) struct ColumnNames {
    names: Arc<Names>,
    /// For each segment in order.
    segments: Vec<NamesOfSegment>,
}

/// The names of one segment.
#[derive(Clone, Debug)]
struct NamesOfSegment {
    id: SegmentId,
    /// The number of each name, by its number in the segment; both begin with 0, and ascend. `None` if they are the same.
    numbers: Option<Arc<[u32]>>,
}

impl ColumnNames {
    /// The names of a column of these segments. Those of an earlier snapshot need not be read again; a name that only
    /// former segments have may remain until no segment of the earlier snapshot is left.
    pub(crate) fn read(
        segments: &[Segment],
        column: ValueColumn,
        before: Option<&Self>,
    ) -> Result<Self, Error> {
        let known = |segment: &Segment| {
            let mut known = before.into_iter().flat_map(|before| &before.segments);
            known.find(|known| known.id == segment.segment_id())
        };
        let names = before
            .filter(|_| segments.iter().any(|segment| known(segment).is_some()))
            .map_or_else(Arc::default, |before| Arc::clone(&before.names));
        let mut read = Vec::new();
        for segment in segments.iter().filter(|segment| known(segment).is_none()) {
            read.push(match segment.names_column(column) {
                Some(column) => Names::read(column)?,
                None => Names::default(),
            });
        }
        let (names, moved) = join(names, &read);
        let mut read = read.iter();
        let mut numbers = |segment: &Segment| match (known(segment), &moved) {
            (Some(known), None) => known.numbers.clone(),
            (Some(known), Some(moved)) => Some(match &known.numbers {
                Some(numbers) => numbers.iter().map(|&number| moved[number as usize]).collect(),
                None => moved.iter().copied().collect(),
            }),
            (None, _) => numbers_among(&names, read.next().expect("the names of new segments were read")),
        };
        let segments = segments.iter().map(|segment| NamesOfSegment {
            id: segment.segment_id(),
            numbers: numbers(segment),
        });
        Ok(Self {
            segments: segments.collect(),
            names,
        })
    }

    /// How many names there are; the greatest number of a name.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    /// The name with a number.
    pub(crate) fn get(&self, number: u32) -> &str {
        self.names.get(number)
    }

    /// The numbers of the names of a segment, by their numbers in the segment; `None` if they are the same.
    pub(crate) fn numbers(&self, segment: usize) -> Option<&[u32]> {
        self.segments[segment].numbers.as_deref()
    }

    /// The number of a name; `None` if no document has it.
    pub(crate) fn number(&self, name: &str) -> Option<u32> {
        let place = self.names.seek(0, name).ok()?;
        u32::try_from(place + 1).ok()
    }

    /// The number in a segment of the name with a number; `None` if no document of it has the name.
    pub(crate) fn number_in_segment(&self, segment: usize, number: u32) -> Option<u32> {
        match self.numbers(segment) {
            Some(numbers) => u32::try_from(numbers.binary_search(&number).ok()?).ok(),
            None => Some(number),
        }
    }
}

/// Names and those of other segments together. If there are new ones, also the new number of each name, by its number before.
fn join(names: Arc<Names>, others: &[Names]) -> (Arc<Names>, Option<Vec<u32>>) {
    let mut new: Vec<&str> = Vec::new();
    for others in others {
        let mut place = 0;
        for name in others.iter() {
            match names.seek(place, name) {
                Ok(found) => place = found,
                Err(next) => {
                    place = next;
                    new.push(name);
                }
            }
        }
    }
    if new.is_empty() {
        return (names, None);
    }
    #[expect(
        clippy::stable_sort_primitive,
        reason = "a stable sort is faster here: the names of each segment ascend"
    )]
    new.sort();
    new.dedup();
    let (joined, inserted) = names.with(&new);
    let mut inserted = inserted.into_iter().peekable();
    let mut before = 0;
    let moved = (0..=names.len()).map(|number| {
        while inserted.next_if(|place| *place < number).is_some() {
            before += 1;
        }
        u32::try_from(number + before).expect("names have numbers of 32 bits")
    });
    let moved = moved.collect();
    (Arc::new(joined), Some(moved))
}

/// The number of each name of a segment among all names, by its number in the segment; `None` if they are the same.
fn numbers_among(all: &Names, of_segment: &Names) -> Option<Arc<[u32]>> {
    if all.len() == of_segment.len() {
        return None;
    }
    let mut place = 0;
    let numbers = of_segment.iter().map(|name| {
        let (Ok(found) | Err(found)) = all.seek(place, name);
        place = found;
        u32::try_from(found + 1).expect("names have numbers of 32 bits")
    });
    Some(std::iter::once(0).chain(numbers).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(all: &[&str]) -> Names {
        let mut names = Names::default();
        for name in all {
            names.push(name);
        }
        names
    }

    #[test]
    fn a_name_is_found_from_every_earlier_place() {
        let all = names(&["", "a", "ab", "b", "d", "da", "e", "h"]);
        for name in ["", "a", "aa", "ab", "b", "c", "d", "da", "f", "h", "i"] {
            let expected = all.iter().position(|other| other >= name).unwrap_or(all.len());
            for from in 0..=expected {
                let place = all.seek(from, name);
                assert_eq!(
                    place.unwrap_or_else(|place| place),
                    expected,
                    "{name} from {from}"
                );
                assert_eq!(
                    place.is_ok(),
                    expected < all.len() && all.at(expected) == name,
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn names_of_new_segments_move_the_numbers_of_known_ones() {
        let known = Arc::new(names(&["b", "d", "f"]));
        let new = [names(&["a", "d", "e"]), names(&["e", "f", "g"])];
        let (all, moved) = join(Arc::clone(&known), &new);
        assert_eq!(*all, names(&["a", "b", "d", "e", "f", "g"]));
        assert_eq!(moved.as_deref(), Some(&[0, 2, 3, 5][..]));
        assert_eq!(numbers_among(&all, &new[0]).as_deref(), Some(&[0, 1, 3, 4][..]));
        assert_eq!(numbers_among(&all, &new[1]).as_deref(), Some(&[0, 4, 5, 6][..]));
        assert_eq!(numbers_among(&all, &all), None);

        let (same, moved) = join(Arc::clone(&all), &[names(&["a", "g"])]);
        assert!(Arc::ptr_eq(&all, &same));
        assert_eq!(moved, None);
        let (first, moved) = join(Arc::default(), &new);
        assert_eq!(*first, names(&["a", "d", "e", "f", "g"]));
        assert_eq!(moved.as_deref(), Some(&[0][..]));
    }
}
