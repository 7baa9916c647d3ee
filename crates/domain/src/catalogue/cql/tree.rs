//! A query in the terms of the catalogue.

use std::ops::RangeInclusive;

use crate::catalogue::book::BookId;

/// An index of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextIndex {
    Anywhere,
    Title,
    Creator,
    /// Subject headings and the category.
    Subject,
    Publisher,
}

/// How the words of a term must occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// One after the other, in one field.
    Adjacent,
    /// All of them.
    All,
    /// At least one of them.
    Any,
}

/// A word of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    /// Longer words that begin with it match too.
    pub is_prefix: bool,
}

/// A set of books.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    All,
    Books(Vec<BookId>),
    /// At least one word; only one if it is a prefix of an adjacent term.
    Words {
        index: TextIndex,
        how: How,
        words: Vec<Word>,
    },
    Years(RangeInclusive<i64>),
    Isbn(String),
    /// Has to be replaced by its books.
    Issn(String),
    /// The name or the code of a language.
    Language(String),
    And(Box<Tree>, Box<Tree>),
    Or(Box<Tree>, Box<Tree>),
    /// The books of the first that are not in the second.
    Without(Box<Tree>, Box<Tree>),
}

impl Tree {
    /// Calls `change` with each set that is not composed of others.
    pub fn for_each_leaf(&mut self, change: &mut impl FnMut(&mut Tree)) {
        match self {
            Tree::And(one, other) | Tree::Or(one, other) | Tree::Without(one, other) => {
                one.for_each_leaf(change);
                other.for_each_leaf(change);
            }
            leaf => change(leaf),
        }
    }
}

/// What records are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortBy {
    Title,
    Creator,
    Date,
}

/// A key of the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SortKey {
    pub by: SortBy,
    pub is_descending: bool,
}
