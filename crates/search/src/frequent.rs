//! The names that most documents of a snapshot have.

use crate::docs_by_value::DocsByValue;
use crate::value_counts::Top;

/// How many names are known as the most frequent ones.
const MOST_FREQUENT: usize = 2_000;

/// The most frequent names of a facet over all segments, the most frequent first. Deleted documents count.
#[derive(Debug)]
pub(crate) struct Frequent {
    /// The number of each name, and of its documents; of as many documents, the first by name.
    names: Vec<(u32, u32)>,
    /// The number of each of these names in each segment in order; 0 if the segment does not have the name.
    in_segments: Vec<Vec<u32>>,
    /// The largest number of documents of a name that is not among them.
    next: u32,
}

impl Frequent {
    /// Counts the documents of names with numbers up to `greatest`. Each segment gives the numbers over all segments by its own
    /// numbers, unless they are the same, and its documents.
    pub(crate) fn count(greatest: usize, segments: &[(Option<&[u32]>, &DocsByValue)]) -> Self {
        let mut documents = vec![0_u32; greatest + 1];
        for (numbers, docs) in segments {
            for (number, length) in docs.lengths().enumerate().skip(1) {
                documents[numbers.map_or(number, |numbers| numbers[number] as usize)] += length;
            }
        }
        let mut top = Top::new(MOST_FREQUENT);
        top.add_all(&documents);
        let (names, next) = top.finish();
        let in_segment = |numbers: Option<&[u32]>| {
            let number_in_segment = |&(number, _): &(u32, u32)| {
                let place = numbers.map_or(number as usize, |numbers| {
                    numbers.binary_search(&number).unwrap_or(0)
                });
                u32::try_from(place).expect("names have numbers of 32 bits")
            };
            names.iter().map(number_in_segment).collect()
        };
        Self {
            in_segments: segments.iter().map(|(numbers, _)| in_segment(*numbers)).collect(),
            next,
            names,
        }
    }

    /// How many names are known.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    /// The number of the name at a place.
    pub(crate) fn number(&self, place: usize) -> u32 {
        self.names[place].0
    }

    /// The number in a segment of the name at a place; 0 if the segment does not have it.
    pub(crate) fn number_in_segment(&self, segment: usize, place: usize) -> u32 {
        self.in_segments[segment][place]
    }

    /// The largest number of documents of a name from this place on.
    pub(crate) fn most_from(&self, place: usize) -> u32 {
        self.names
            .get(place)
            .map_or(self.next, |&(_, documents)| documents)
    }
}
