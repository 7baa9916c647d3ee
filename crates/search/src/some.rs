//! Finds and scores the documents that meet some of the units, for texts of which no book has all words.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use tantivy::postings::BlockSegmentPostings;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, TERMINATED};

use crate::ask::Unit;
use crate::candidates::ISBN_WEIGHT;
use crate::error::Error;
use crate::hits::{Hit, Matches, SCORE_SHIFT, TITLE_SHIFT};
use crate::matching::rarity;
use crate::schema::{Fields, TextField};
use crate::snapshot::{Segment, Snapshot};
use crate::sources::{Searched, Sources, Typos, Words};

/// Units that more documents meet only add to the scores of documents that meet another.
const MAX_CANDIDATES: u64 = 20_000;
/// Units that more documents meet are not telling, and are not read.
const MAX_READ: u64 = 500_000;
/// Documents with less than this share of the best score, in percent, are not shown.
const LEAST_PERCENT: u32 = 60;

#[derive(Clone, Copy, Default)]
struct Found {
    /// A bit for each unit that the document meets.
    met: u32,
    in_title: u32,
    score: u32,
}

/// Finds the best documents that meet some of the units, for each segment in order. Also returns which units the best one
/// does not meet. Beginnings of one or two letters are in too many words to be telling, and are not looked up.
pub(crate) fn find_some(
    snapshot: &Snapshot,
    fields: &Fields,
    units: &[Unit],
) -> Result<(Vec<Matches>, Vec<usize>), Error> {
    let searched = units
        .iter()
        .map(|unit| Searched::new(fields, unit, Typos::Two))
        .collect::<Result<Vec<_>, Error>>()?;
    let mut per_segment = Vec::with_capacity(snapshot.segments.len());
    let mut costs = vec![0; units.len()];
    for segment in &snapshot.segments {
        let mut sources = Vec::with_capacity(units.len());
        for (place, unit) in searched.iter().enumerate() {
            let found = Sources::look_up(snapshot, segment, fields, unit)?;
            costs[place] += found.cost;
            sources.push(found);
        }
        per_segment.push(sources);
    }
    let mut order: Vec<usize> = (0..units.len()).filter(|&place| costs[place] > 0).collect();
    order.sort_by_key(|&place| costs[place]);

    let mut segments = Vec::with_capacity(per_segment.len());
    for (segment, sources) in snapshot.segments.iter().zip(per_segment) {
        let mut sources: Vec<Option<Sources>> = sources.into_iter().map(Some).collect();
        let mut found = FxHashMap::default();
        for (number, &place) in order.iter().enumerate() {
            let telling = number == 0 || costs[place] <= MAX_CANDIDATES;
            if costs[place] > MAX_READ && number > 0 && !units[place].quoted {
                continue;
            }
            if let Some(sources) = sources[place].take() {
                let rarity = rarity(snapshot.books(), costs[place]);
                meet(segment, sources, place, rarity, telling, &mut found)?;
            }
        }
        segments.push(found);
    }
    let quoted = (0..units.len())
        .filter(|&place| units[place].quoted)
        .fold(0, |bits, place| bits | 1 << place);
    for (segment, found) in snapshot.segments.iter().zip(&mut segments) {
        let alive = segment.reader.alive_bitset();
        let is_alive = |doc: DocId| alive.is_none_or(|alive| alive.is_alive(doc));
        found.retain(|&doc, found: &mut Found| found.met & quoted == quoted && is_alive(doc));
    }
    let best = segments
        .iter()
        .flat_map(FxHashMap::values)
        .max_by_key(|found| (found.score, found.met))
        .copied()
        .unwrap_or_default();
    let least = u64::from(best.score) * u64::from(LEAST_PERCENT) / 100;
    let matches = segments
        .into_iter()
        .map(|found| matches_of(found, least))
        .collect();
    let left_out = (0..units.len())
        .filter(|place| best.met > 0 && best.met & 1 << place == 0)
        .collect();
    Ok((matches, left_out))
}

fn matches_of(found: FxHashMap<DocId, Found>, least: u64) -> Matches {
    let mut hits: Vec<Hit> = found
        .into_iter()
        .filter(|(_, found)| u64::from(found.score) >= least)
        .map(|(doc, found)| Hit {
            doc,
            state: found.score << SCORE_SHIFT | found.in_title << TITLE_SHIFT | found.met.count_ones(),
        })
        .collect();
    hits.sort_by_key(|hit| hit.doc);
    Matches::Few(hits)
}

/// Adds the documents of a unit; if it is not telling, only to those that are there.
fn meet(
    segment: &Segment,
    mut unit: Sources,
    place: usize,
    rarity: u32,
    telling: bool,
    found: &mut FxHashMap<DocId, Found>,
) -> Result<(), Error> {
    let mut add = |doc: DocId, weight: u32, title: bool| {
        let entry = if telling {
            Some(found.entry(doc).or_default())
        } else {
            found.get_mut(&doc)
        };
        if let Some(entry) = entry
            && entry.met & 1 << place == 0
        {
            entry.met |= 1 << place;
            entry.in_title += u32::from(title);
            entry.score += weight * rarity;
        }
    };
    for doc in unit.docs {
        add(doc, ISBN_WEIGHT, false);
    }
    // Best way first: a document keeps the first way in which it meets the unit.
    unit.groups.sort_by_key(|group| Reverse(group.weight));
    for group in unit.groups {
        let title = group.field == TextField::Title;
        match group.words {
            Words::Terms(terms) => {
                let inverted = segment.inverted(group.field);
                for info in &terms {
                    let mut blocks: BlockSegmentPostings =
                        inverted.read_block_postings_from_terminfo(info, IndexRecordOption::Basic)?;
                    while !blocks.docs().is_empty() {
                        for &doc in blocks.docs() {
                            add(doc, group.weight, title);
                        }
                        blocks.advance();
                    }
                }
            }
            Words::Phrase(phrase) => {
                let mut scorer = phrase.scorer(&segment.reader, 1.0)?;
                let mut doc = scorer.doc();
                while doc != TERMINATED {
                    add(doc, group.weight, title);
                    doc = scorer.advance();
                }
            }
        }
    }
    Ok(())
}
