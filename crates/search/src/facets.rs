//! Counts matching documents by the values of facets.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use tantivy::columnar::StrColumn;
use tantivy::{COLLECT_BLOCK_BUFFER_LEN as BLOCK, DocId};

use crate::error::Error;
use crate::facet_values::{DECADES, FacetValues, decade_at, number_of};
use crate::filters::{Failed, bit};
use crate::query::{Facet, FacetCounts};
use crate::snapshot::{Segment, Snapshot};

/// Ratings are counted from this many stars to one star.
const MOST_STARS: usize = 4;

/// The counts of one facet so far.
pub(crate) struct Tally {
    facet: Facet,
    counts: Counts,
}

enum Counts {
    /// By the number of the name, for each segment in order.
    Names(Vec<Vec<u32>>),
    /// By the place of the decade.
    Decades(Vec<usize>),
    /// By whole stars, from 0.
    Stars([usize; MOST_STARS + 1]),
    /// Of the only value.
    One(usize),
}

impl Tally {
    pub(crate) fn new(facet: Facet) -> Self {
        let counts = match facet {
            Facet::Category | Facet::Author | Facet::Subject | Facet::Language => Counts::Names(Vec::new()),
            Facet::Decade => Counts::Decades(vec![0; usize::from(DECADES)]),
            Facet::Rating => Counts::Stars([0; MOST_STARS + 1]),
            Facet::Availability | Facet::SemesterStudy => Counts::One(0),
        };
        Self { facet, counts }
    }

    /// Prepares for the documents of the next segment.
    pub(crate) fn begin(&mut self, segment: &Segment) {
        if let Counts::Names(counts) = &mut self.counts {
            let names = column_of(segment, self.facet).map_or(0, |column| column.num_terms());
            counts.push(vec![0; names + 1]);
        }
    }

    /// Counts the documents of a block that fail no filter but that by this facet.
    pub(crate) fn count(&mut self, values: &FacetValues, docs: &[DocId], failed: &[Failed]) {
        let mut counted = [0; BLOCK];
        let mut length = 0;
        for (&doc, failed) in docs.iter().zip(failed) {
            counted[length] = doc;
            length += usize::from(failed & !bit(self.facet) == 0);
        }
        let counted = &counted[..length];
        match &mut self.counts {
            Counts::Names(counts) => {
                if let Some(counts) = counts.last_mut() {
                    values.each_name(self.facet, counted, |_, number| counts[number as usize] += 1);
                }
            }
            Counts::Decades(counts) => {
                for &doc in counted {
                    counts[usize::from(values.decade(doc))] += 1;
                }
            }
            Counts::Stars(counts) => {
                for &doc in counted {
                    counts[usize::from(values.stars(doc)).min(MOST_STARS)] += 1;
                }
            }
            Counts::One(count) if self.facet == Facet::SemesterStudy => {
                *count += counted.iter().filter(|&&doc| values.is_marked(doc)).count();
            }
            Counts::One(count) => {
                *count += counted.iter().filter(|&&doc| values.is_available(doc)).count();
            }
        }
    }

    /// The facet with its values and their counts; values without books are left out.
    pub(crate) fn finish(self, snapshot: &Snapshot) -> Result<(Facet, FacetCounts), Error> {
        let facet = self.facet;
        let counts = match self.counts {
            Counts::Names(counts) => {
                let most = match facet {
                    Facet::Author | Facet::Subject => Facet::MOST_NAMES,
                    _ => usize::MAX,
                };
                let segments: Vec<_> = snapshot
                    .segments
                    .iter()
                    .zip(counts)
                    .filter_map(|(segment, counts)| Some((column_of(segment, facet)?, counts)))
                    .collect();
                most_frequent(&segments, most)?
            }
            Counts::Decades(counts) => (0..DECADES)
                .zip(counts)
                .skip(1)
                .rev()
                .filter(|(_, count)| *count > 0)
                .map(|(place, count)| (decade_at(place).to_string(), count))
                .collect(),
            Counts::Stars(counts) => (1..=MOST_STARS)
                .rev()
                .map(|stars| (stars.to_string(), counts[stars..].iter().sum()))
                .filter(|(_, count)| *count > 0)
                .collect(),
            Counts::One(0) => Vec::new(),
            Counts::One(count) if facet == Facet::SemesterStudy => vec![("true".to_owned(), count)],
            Counts::One(count) => vec![("available".to_owned(), count)],
        };
        Ok((facet, counts))
    }
}

fn column_of(segment: &Segment, facet: Facet) -> Option<&StrColumn> {
    match facet {
        Facet::Category => Some(&segment.category),
        Facet::Author => Some(&segment.author_name),
        Facet::Subject => Some(&segment.subject),
        Facet::Language => Some(&segment.language),
        _ => None,
    }
}

/// The names with the largest counts over all segments, at most `most`; then by name.
///
/// A name is counted in each segment by itself, so a name that is frequent in none of them may be frequent in all. Names
/// are taken from the top of each segment until those below cannot have more books together than the last name of the result.
/// (This is the threshold algorithm of Fagin, Lotem and Naor, 2001.)
fn most_frequent(segments: &[(&StrColumn, Vec<u32>)], most: usize) -> Result<FacetCounts, Error> {
    let mut ordered = Vec::with_capacity(segments.len());
    for (_, counts) in segments {
        let mut ordinals: Vec<u32> = (0..)
            .zip(&counts[1..])
            .filter(|(_, count)| **count > 0)
            .map(|(at, _)| at)
            .collect();
        if most < ordinals.len() {
            ordinals.sort_unstable_by_key(|&ordinal| Reverse(counts[ordinal as usize + 1]));
        }
        ordered.push(ordinals);
    }
    let mut taken = most.saturating_mul(2);
    loop {
        let mut totals: BTreeMap<String, usize> = BTreeMap::new();
        let mut below = 0;
        for ((column, counts), ordinals) in segments.iter().zip(&ordered) {
            let (top, rest) = ordinals.split_at(taken.min(ordinals.len()));
            below += rest.first().map_or(0, |&next| counts[next as usize + 1] as usize);
            let mut top: Vec<u64> = top.iter().map(|&ordinal| u64::from(ordinal)).collect();
            top.sort_unstable();
            column.dictionary().sorted_ords_to_term_cb(&top, |name| {
                totals.insert(String::from_utf8_lossy(name).into_owned(), 0);
            })?;
        }
        for (name, total) in &mut totals {
            for (column, counts) in segments {
                let number = number_of(column, name)?;
                *total += number.map_or(0, |number| counts[number as usize] as usize);
            }
        }
        let mut names: FacetCounts = totals.into_iter().collect();
        // The sort is stable, and the names are in order already.
        names.sort_by_key(|(_, count)| Reverse(*count));
        let last = most.checked_sub(1).and_then(|place| names.get(place));
        if below == 0 || last.is_some_and(|(_, count)| *count >= below) {
            names.truncate(most);
            return Ok(names);
        }
        taken = taken.saturating_mul(4);
    }
}
