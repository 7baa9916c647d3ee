//! Finds and scores the documents of a segment that contain all units.
//!
//! Units are processed one after the other, the rarest first. Each document has a state: the number of units it has
//! met so far, and its score. A document that missed a unit is not examined again. While many documents can match,
//! the states are an array over the whole segment, which costs a nanosecond or two per posting, however common the
//! words are. When few documents are left, they become a sorted list, and only the blocks of long postings that may
//! contain them are read.
//!
//! The score of a unit is the weight of the best field and way in which it is met, times its rarity.

use crate::ask::Unit;
use crate::candidates::{Candidates, DENSE_SHARE};
use crate::error::Error;
use crate::hits::Matches;
use crate::schema::Fields;
use crate::snapshot::{Segment, Snapshot};
use crate::sources::{Searched, Sources, Typos, is_late};

/// A prefix that is looked up last is assumed to match at least 1/64 of all books.
const LATE_PREFIX_SHARE: u64 = 64;

/// Finds the documents that contain all units, for each segment in order.
pub(crate) fn find(
    snapshot: &Snapshot,
    fields: &Fields,
    units: &[Unit],
    whole_title: &str,
    typos: Typos,
) -> Result<Vec<Matches>, Error> {
    let searched = units
        .iter()
        .map(|unit| Searched::new(fields, unit, typos))
        .collect::<Result<Vec<_>, Error>>()?;
    let mut segments = Vec::with_capacity(snapshot.segments.len());
    for segment in &snapshot.segments {
        let mut sources = Vec::with_capacity(units.len());
        for unit in &searched {
            sources.push(Sources::look_up(snapshot, segment, fields, unit)?);
        }
        segments.push(sources);
    }
    let books = snapshot.books();
    let rarity_of = |(place, unit): (usize, &Unit)| {
        let cost: u64 = segments.iter().map(|sources| sources[place].cost).sum();
        // The words of a short prefix are not known yet, but they are not rare.
        let least = if is_late(unit) {
            books / LATE_PREFIX_SHARE
        } else {
            0
        };
        rarity(books, cost.max(least))
    };
    let rarities: Vec<u32> = units.iter().enumerate().map(rarity_of).collect();
    snapshot
        .segments
        .iter()
        .zip(segments)
        .map(|(segment, sources)| intersect(segment, fields, units, sources, &rarities, whole_title))
        .collect()
}

/// Whether any document of the index meets the unit as typed.
pub(crate) fn is_known(snapshot: &Snapshot, fields: &Fields, unit: &Unit) -> Result<bool, Error> {
    let searched = Searched::new(fields, unit, Typos::Refused)?;
    for segment in &snapshot.segments {
        let mut sources = Sources::look_up(snapshot, segment, fields, &searched)?;
        if is_late(unit) {
            sources.look_up_prefix(segment, unit)?;
        }
        if sources.cost > 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The factor for a unit that is met `cost` times in `books` books: 4 for a word in every book, 44 at most.
pub(crate) fn rarity(books: u64, cost: u64) -> u32 {
    4 + 2 * ((books + 1) / (cost + 1)).max(1).ilog2().min(20)
}
/// Finds the documents of one segment that contain all units.
fn intersect(
    segment: &Segment,
    fields: &Fields,
    units: &[Unit],
    sources: Vec<Sources>,
    rarities: &[u32],
    whole_title: &str,
) -> Result<Matches, Error> {
    if sources
        .iter()
        .zip(units)
        .any(|(sources, unit)| sources.cost == 0 && !is_late(unit))
    {
        return Ok(Matches::Few(Vec::new()));
    }
    let mut order: Vec<_> = sources.into_iter().zip(units).zip(rarities).collect();
    order.sort_by_key(|((sources, unit), _)| (is_late(unit), sources.cost));

    let mut candidates = Candidates::Few(Vec::new());
    for (place, ((mut sources, unit), rarity)) in (0..).zip(order) {
        if is_late(unit) {
            sources.look_up_prefix(segment, unit)?;
        }
        if place == 0 && sources.cost * DENSE_SHARE > u64::from(segment.max_doc()) {
            candidates = Candidates::dense(segment.max_doc() as usize);
        }
        candidates.meet(segment, sources, place, *rarity)?;
        if candidates.are_none() {
            return Ok(Matches::Few(Vec::new()));
        }
    }
    let count = u32::try_from(units.len()).expect("the number of units is bounded");
    candidates.mark_whole_title(segment, fields, whole_title, count)?;
    Ok(match candidates {
        Candidates::Dense { states, docs } => Matches::Many { docs, states },
        Candidates::Few(hits) => Matches::Few(hits),
    })
}
