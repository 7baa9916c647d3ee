//! What a query says, before its names are looked up.

/// An operator between two parts of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    And,
    Or,
    Not,
}

/// One search clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// None for a term alone.
    pub index: Option<String>,
    /// In lower case. `=` for a term alone.
    pub relation: String,
    /// The names of the modifiers of the relation, in lower case.
    pub modifiers: Vec<String>,
    /// Without quotation marks, with its backslashes.
    pub term: String,
}

/// A part of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    Clause(Clause),
    Both(Operator, Box<Node>, Box<Node>),
}

/// A key of the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortClause {
    pub index: String,
    /// In lower case.
    pub modifiers: Vec<String>,
}

/// A parsed query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedQuery {
    pub root: Node,
    /// Prefixes with their context sets. An empty prefix is the default.
    pub prefixes: Vec<(String, String)>,
    pub sort: Vec<SortClause>,
}
