//! The index as its callers see it.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail the test, too")]

mod catalogue;
mod changes;
mod exact;
mod expression;
mod facets;
mod headings;
mod numerals;
mod page;
mod text;
