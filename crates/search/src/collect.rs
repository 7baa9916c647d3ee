//! Filters the matching documents, and keeps those that each facet counts.

use std::rc::Rc;

use fixedbitset::FixedBitSet;
use tantivy::DocId;

use crate::docs::Docs;
use crate::error::Error;
use crate::facets::Tally;
use crate::filters::{Facets, SegmentFilters};
use crate::hits::{Hit, Matches, Selected};
use crate::query::{Facet, Filters};
use crate::snapshot::{Segment, Snapshot};

/// The matching books of all segments, and those to count by each facet.
pub(crate) struct Collected<'a> {
    snapshot: &'a Snapshot,
    /// Matching books before any filter.
    pub(crate) matched: usize,
    pub(crate) tallies: Vec<Tally>,
    /// Matching books after all filters, for each segment in order.
    pub(crate) segments: Vec<Selected>,
}

impl<'a> Collected<'a> {
    /// Nothing yet, to count by facets among the books that pass the filters.
    pub(crate) fn new(
        snapshot: &'a Snapshot,
        facets: impl Iterator<Item = Facet>,
        filters: &Filters<'_>,
    ) -> Self {
        let tallies = facets.map(|facet| Tally::new(facet, filters.semester_study));
        Self {
            snapshot,
            matched: 0,
            tallies: tallies.collect(),
            segments: Vec::new(),
        }
    }

    /// Matching books after all filters.
    pub(crate) fn total(&self) -> usize {
        self.segments.iter().map(Selected::len).sum()
    }

    /// The next segment to add documents of.
    fn segment(&self) -> &'a Segment {
        &self.snapshot.segments[self.segments.len()]
    }

    /// Adds all documents of the next segment.
    pub(crate) fn add_all(&mut self, filters: &Filters<'_>) -> Result<(), Error> {
        let docs = self.segment().alive().clone();
        self.add_set(filters, docs, Vec::new())
    }

    /// Adds the matching documents of the next segment.
    pub(crate) fn add(&mut self, filters: &Filters<'_>, matches: Matches) -> Result<(), Error> {
        let segment = self.segment();
        let matches = match matches {
            Matches::Few(hits) => Matches::of(hits, segment),
            many @ Matches::Many { .. } => many,
        };
        match matches {
            Matches::Few(hits) => self.add_list(filters, hits),
            Matches::Many { mut docs, states } => {
                docs.intersect_with(segment.alive());
                self.add_set(filters, docs, states)
            }
        }
    }

    /// Adds few documents.
    fn add_list(&mut self, filters: &Filters<'_>, mut hits: Vec<Hit>) -> Result<(), Error> {
        let segment = self.segment();
        if let Some(alive) = segment.reader.alive_bitset() {
            hits.retain(|hit| alive.is_alive(hit.doc));
        }
        self.matched += hits.len();
        if self.reads_values(filters) {
            let filters = SegmentFilters::new(self.snapshot, self.segments.len(), filters)?;
            let docs: Vec<DocId> = hits.iter().map(|hit| hit.doc).collect();
            let failed = filters.failed(&docs);
            let mut passing = Passing::new(filters.all());
            for tally in &mut self.tallies {
                let counted = passing.all_but(tally.free, |free| {
                    let passes = docs
                        .iter()
                        .zip(&failed)
                        .filter(|(_, failed)| **failed & !free == 0);
                    Docs::List(Rc::new(passes.map(|(doc, _)| *doc).collect()))
                });
                tally.add(counted.clone());
            }
            let mut failed = failed.into_iter();
            hits.retain(|_| failed.next() == Some(0));
        }
        self.segments.push(Selected::List(hits));
        Ok(())
    }

    /// Adds many documents, with the state of each document of the segment, which an order by relevance needs.
    fn add_set(
        &mut self,
        filters: &Filters<'_>,
        matched: FixedBitSet,
        states: Vec<u32>,
    ) -> Result<(), Error> {
        self.matched += matched.count_ones(..);
        let selected = if self.reads_values(filters) {
            let filters = SegmentFilters::new(self.snapshot, self.segments.len(), filters)?;
            let passing_each = filters.passing(matched.len());
            let passing_all_but = |free: Facets| {
                let mut docs = matched.clone();
                for (_, passing) in passing_each.iter().filter(|(facet, _)| facet & free == 0) {
                    docs.intersect_with(passing);
                }
                Docs::of(docs)
            };
            let mut passing = Passing::new(filters.all());
            for tally in &mut self.tallies {
                tally.add(passing.all_but(tally.free, passing_all_but).clone());
            }
            passing.all_but(0, passing_all_but).clone()
        } else {
            Docs::of(matched)
        };
        self.segments.push(match selected {
            Docs::Set(docs) => Selected::Set { docs, states },
            Docs::List(docs) => {
                let state = |doc: DocId| states.get(doc as usize).copied().unwrap_or(0);
                let hits = docs.iter().map(|&doc| Hit {
                    doc,
                    state: state(doc),
                });
                Selected::List(hits.collect())
            }
        });
        Ok(())
    }

    /// Whether the values of the documents matter.
    fn reads_values(&self, filters: &Filters<'_>) -> bool {
        *filters != Filters::default() || !self.tallies.is_empty()
    }
}

/// The documents that pass all filters except some, by those that are left out.
struct Passing {
    all: Facets,
    known: Vec<(Facets, Docs)>,
}

impl Passing {
    /// `all` are the filters that restrict.
    fn new(all: Facets) -> Self {
        Self {
            all,
            known: Vec::new(),
        }
    }

    /// Those that pass all filters but `free`, for which `keep` is called unless it has been called for them.
    fn all_but(&mut self, free: Facets, keep: impl FnOnce(Facets) -> Docs) -> &Docs {
        let free = free & self.all;
        let known = self.known.iter().position(|(other, _)| *other == free);
        let place = known.unwrap_or_else(|| {
            self.known.push((free, keep(free)));
            self.known.len() - 1
        });
        &self.known[place].1
    }
}
