//! The embedded search index: books in, ids and facets out.
//!
//! An [`Index`] is a derived replica of the catalogue. It can be deleted and rebuilt at any time, records
//! how far it has read its caller's change log ([`Index::position`]) in the commit that made the change visible, and
//! decides nothing about loans or permissions. It knows no database: the caller feeds [`BookDocument`]s and asks
//! with a [`Query`].
//!
//! How a query is processed, from the typed string to the page of ids:
//!
//! 1. [`fold`] removes differences of case, accents and ligatures; `words` splits the result into words.
//! 2. `expression` recognizes operators and fields; `ask` turns the words into units that must all match. `combine` finds the
//!    documents of an expression with operators or fields, by steps 3 and 4 for each of its alternatives.
//! 3. `sources` looks the units up in each segment, `matching` intersects their documents (`candidates`), `hits` scores
//!    them, `collect` filters them (`filters`), `facets` counts them, `page` orders them (`sort_keys`). Few documents are a list
//!    and many a set (`docs`), which is intersected with those of each value (`docs_by_value`). `value_counts` counts values by their
//!    numbers over all segments (`names`), the most frequent ones first (`frequent`): a million books are filtered and counted in a
//!    few milliseconds.
//! 4. When nothing matched, `lenient` adds other ways to meet the units (`sound` those of names in other scripts, `numerals`
//!    those of numbers); when no book
//!    meets all of them, `some` finds the books that meet the most telling ones.
//! 5. `suggest` looks for a better spelling.
//!
//! `merging` keeps the number of segments small.

mod ask;
mod candidates;
mod collect;
mod combine;
mod docs;
mod docs_by_value;
mod document;
mod error;
mod exact;
mod expression;
mod facet_values;
mod facets;
mod filters;
mod fold;
mod forms;
mod found;
mod frequent;
mod headings;
mod hits;
mod index;
mod isbn;
mod lenient;
mod matching;
mod merging;
mod names;
mod numerals;
mod order;
mod page;
mod query;
mod schema;
mod snapshot;
mod some;
mod sort_keys;
mod sound;
mod sources;
mod suggest;
mod value_counts;
mod words;

pub use document::{BookDocument, Change};
pub use error::Error;
pub use exact::ExactFound;
pub use fold::fold;
pub use index::Index;
pub use order::{order_text, search_words};
pub use query::{Facet, FacetCounts, Filters, Found, Query, Sort};
