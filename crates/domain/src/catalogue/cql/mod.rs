//! CQL, the query language of SRU: parsing, and what the indexes of the catalogue make of a query.

mod diagnostic;
mod parse;
mod resolve;
mod syntax;
mod tree;

pub use diagnostic::Diagnostic;
pub use parse::{MAX_CHARS, parse};
pub use resolve::{Search, resolve};
pub use syntax::{Clause, Node, Operator, ParsedQuery, SortClause};
pub use tree::{How, SortBy, SortKey, TextIndex, Tree, Word};
