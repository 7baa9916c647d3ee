//! A statement with its values, before it runs.

use super::Value;

/// A statement that changes something, with its values: what `Transaction::execute_all` takes several of.
#[derive(Debug, Clone)]
pub struct Statement<'a> {
    /// The text, with `$n` placeholders.
    pub sql: &'static str,
    /// The values, in the order of the placeholders.
    pub values: Vec<Value<'a>>,
}
