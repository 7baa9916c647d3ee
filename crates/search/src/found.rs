//! The results of queries.

use std::collections::BTreeMap;

use crate::collect::{Collected, Collector};
use crate::error::Error;
use crate::facets::Tally;
use crate::hits::Matches;
use crate::page::Window;
use crate::query::{Facet, FacetCounts, Filters, Found, Query, Sort};
use crate::snapshot::Snapshot;

/// The result of a query, from the books that were collected for it.
pub(crate) fn found(snapshot: &Snapshot, collected: Collected) -> Result<Found, Error> {
    Ok(Found {
        total: collected.total,
        facets: counts(snapshot, collected.tallies)?,
        ids: collected.window.ids(snapshot)?,
        left_out: Vec::new(),
        did_you_mean: None,
    })
}

/// Lists all books.
pub(crate) fn list(snapshot: &Snapshot, query: &Query<'_>) -> Result<Found, Error> {
    let sort = if query.sort == Sort::Relevance {
        Sort::CreatedAt
    } else {
        query.sort
    };
    // The counts of the whole catalogue are the same until the next commit.
    let is_all = query.filters == Filters::default();
    let known = |facet: Facet| snapshot.of_all[facet as usize].get().filter(|_| is_all);
    let mut facets = BTreeMap::new();
    for &facet in query.facets {
        facets.extend(known(facet).map(|counts| (facet, counts.clone())));
    }
    let unknown = query
        .facets
        .iter()
        .copied()
        .filter(|facet| !facets.contains_key(facet));
    let mut collected = Collected::new(
        unknown,
        &query.filters,
        Window::new(sort, query.offset, query.limit),
    );
    for number in 0..snapshot.segments.len() {
        Collector::new(snapshot, number, sort, query.filters, &mut collected)?.take_all();
    }
    for (facet, counts) in counts(snapshot, collected.tallies)? {
        if is_all {
            snapshot.of_all[facet as usize].get_or_init(|| counts.clone());
        }
        facets.insert(facet, counts);
    }
    Ok(Found {
        total: collected.total,
        facets,
        ids: collected.window.ids(snapshot)?,
        left_out: Vec::new(),
        did_you_mean: None,
    })
}

/// Collects the matching books, which are given for each segment in order.
pub(crate) fn collect_matches(
    snapshot: &Snapshot,
    query: &Query<'_>,
    segments: &[Matches],
) -> Result<Collected, Error> {
    let window = Window::new(query.sort, query.offset, query.limit);
    let mut collected = Collected::new(query.facets.iter().copied(), &query.filters, window);
    for (number, matches) in segments.iter().enumerate() {
        let mut collector = Collector::new(snapshot, number, query.sort, query.filters, &mut collected)?;
        matches.for_each_block(|hits| collector.take_hits(hits));
    }
    Ok(collected)
}

fn counts(snapshot: &Snapshot, tallies: Vec<Tally>) -> Result<BTreeMap<Facet, FacetCounts>, Error> {
    tallies.into_iter().map(|tally| tally.finish(snapshot)).collect()
}
