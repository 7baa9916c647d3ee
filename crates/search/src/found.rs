//! The results of queries.

use std::collections::BTreeMap;

use crate::collect::Collected;
use crate::error::Error;
use crate::hits::Matches;
use crate::page::page;
use crate::query::{Facet, Filters, Found, Query, Sort};
use crate::snapshot::Snapshot;

/// The result of a query, from the books that were collected for it.
pub(crate) fn found(
    snapshot: &Snapshot,
    query: &Query<'_>,
    collected: Collected<'_>,
) -> Result<Found, Error> {
    let total = collected.total();
    let mut facets = BTreeMap::new();
    for tally in collected.tallies {
        facets.extend([tally.finish(snapshot)?]);
    }
    Ok(Found {
        total,
        ids: page(
            snapshot,
            query.sort,
            query.offset,
            query.limit,
            &collected.segments,
        )?,
        facets,
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
    let mut collected = Collected::new(snapshot, unknown, &query.filters);
    for _ in &snapshot.segments {
        collected.add_all(&query.filters)?;
    }
    let mut found = found(snapshot, &Query { sort, ..*query }, collected)?;
    for (&facet, counts) in found.facets.iter().filter(|_| is_all) {
        snapshot.of_all[facet as usize].get_or_init(|| counts.clone());
    }
    found.facets.extend(facets);
    Ok(found)
}

/// Collects the matching books, which are given for each segment in order.
pub(crate) fn collect_matches<'a>(
    snapshot: &'a Snapshot,
    query: &Query<'_>,
    segments: Vec<Matches>,
) -> Result<Collected<'a>, Error> {
    let mut collected = Collected::new(snapshot, query.facets.iter().copied(), &query.filters);
    for matches in segments {
        collected.add(&query.filters, matches)?;
    }
    Ok(collected)
}
