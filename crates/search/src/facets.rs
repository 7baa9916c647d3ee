//! Counts matching documents by the values of facets.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use tantivy::{COLLECT_BLOCK_BUFFER_LEN as BLOCK, DocId};

use crate::error::Error;
use crate::facet_values::{DECADES, FacetValues, NameColumn, decade_at};
use crate::filters::{Failed, bit};
use crate::name_counts::{Counted, NameCounts};
use crate::names::Names;
use crate::query::{Facet, FacetCounts};
use crate::snapshot::Snapshot;

/// Ratings are counted from this many stars to one star.
const MOST_STARS: usize = 4;

/// The counts of one facet so far.
pub(crate) struct Tally {
    facet: Facet,
    counts: Counts,
    /// The filters that do not restrict it.
    free: Failed,
}

enum Counts {
    /// Of names, for each segment in order.
    Names(NameColumn, Vec<NameCounts>),
    /// By the place of the decade.
    Decades(Vec<usize>),
    /// By whole stars, from 0.
    Stars([usize; MOST_STARS + 1]),
    /// Of the only value.
    One(usize),
}

impl Tally {
    /// Counts by a facet, of books for semester study alone or of any.
    pub(crate) fn new(facet: Facet, semester_study: bool) -> Self {
        let counts = match (NameColumn::of(facet, semester_study), facet) {
            (Some(column), _) => Counts::Names(column, Vec::new()),
            (None, Facet::Decade) => Counts::Decades(vec![0; usize::from(DECADES)]),
            (None, Facet::Rating) => Counts::Stars([0; MOST_STARS + 1]),
            (None, _) => Counts::One(0),
        };
        let free = match facet {
            // The mark gives the filter by category another meaning, so that nobody keeps the chosen category with it.
            Facet::SemesterStudy if !semester_study => bit(facet) | bit(Facet::Category),
            _ => bit(facet),
        };
        Self { facet, counts, free }
    }

    /// Prepares for the documents of the next segment.
    pub(crate) fn begin(&mut self) {
        if let Counts::Names(column, counts) = &mut self.counts {
            counts.push(NameCounts::new(*column));
        }
    }

    /// Counts the documents of a block that fail none of the filters that restrict it.
    pub(crate) fn count(&mut self, values: &FacetValues, docs: &[DocId], failed: &[Failed]) {
        let mut kept = [0; BLOCK];
        let is_restricted = failed.iter().any(|failed| failed & !self.free != 0);
        let counted = if is_restricted {
            let mut length = 0;
            for (&doc, failed) in docs.iter().zip(failed) {
                kept[length] = doc;
                length += usize::from(failed & !self.free == 0);
            }
            &kept[..length]
        } else {
            docs
        };
        match &mut self.counts {
            Counts::Names(_, counts) => {
                if let Some(counts) = counts.last_mut() {
                    counts.count(values, counted);
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
            Counts::Names(column, counts) => {
                let most = match facet {
                    Facet::Author | Facet::Subject => Facet::MOST_NAMES,
                    _ => usize::MAX,
                };
                let mut segments = Vec::with_capacity(counts.len());
                for (segment, counts) in snapshot.segments.iter().zip(counts) {
                    let counted = counts.finish();
                    if !counted.is_empty() {
                        segments.push((segment.facet_values()?.names(column), counted));
                    }
                }
                most_frequent(&segments, most)
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

/// The names with the largest counts over all segments, at most `most`; then by name. The counts of a segment are in the
/// order of the numbers of the names.
///
/// A name is counted in each segment by itself, so a name that is frequent in none of them may be frequent in all. Names
/// are taken from the top of each segment until those below cannot have more books together than the last name of the result.
/// (This is the threshold algorithm of Fagin, Lotem and Naor, 2001.)
fn most_frequent(segments: &[(&Names, Vec<Counted>)], most: usize) -> FacetCounts {
    let mut taken = most.saturating_mul(2);
    loop {
        let mut totals: BTreeMap<&str, usize> = BTreeMap::new();
        let mut below = 0;
        for (names, counts) in segments {
            let (top, next) = top(counts, taken);
            below += next;
            for (number, _) in top {
                let name = names.get(number);
                totals.entry(name).or_insert_with(|| total(segments, name));
            }
        }
        let mut names: Vec<(&str, usize)> = totals.into_iter().collect();
        // The sort is stable, and the names are in order already.
        names.sort_by_key(|(_, count)| Reverse(*count));
        let last = most.checked_sub(1).and_then(|place| names.get(place));
        if below == 0 || last.is_some_and(|(_, count)| *count >= below) {
            names.truncate(most);
            return names
                .into_iter()
                .map(|(name, count)| (name.to_owned(), count))
                .collect();
        }
        taken = taken.saturating_mul(4);
    }
}

/// The names with the largest counts of a segment, in any order, and the largest count of the others.
fn top(counts: &[Counted], taken: usize) -> (Vec<Counted>, usize) {
    let mut top = counts.to_vec();
    if taken >= top.len() {
        return (top, 0);
    }
    let (_, next, _) = top.select_nth_unstable_by_key(taken, |&(number, count)| (Reverse(count), number));
    let next = next.1 as usize;
    top.truncate(taken);
    (top, next)
}

/// How often a name was counted in all segments.
fn total(segments: &[(&Names, Vec<Counted>)], name: &str) -> usize {
    let of_segment = |(names, counts): &(&Names, Vec<Counted>)| {
        let number = names.number_of(name)?;
        let at = counts.binary_search_by_key(&number, |counted| counted.0).ok()?;
        Some(counts[at].1 as usize)
    };
    segments.iter().filter_map(of_segment).sum()
}
