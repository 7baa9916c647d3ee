//! A statement with its values, not yet executed.

use super::Value;

/// A statement that changes rows, with its values: `Transaction::execute_all` takes several of them.
#[derive(Debug, Clone)]
pub struct Statement<'a> {
    /// The text, with `$n` placeholders.
    pub sql: &'static str,
    /// The values, in the order of the placeholders.
    pub values: Vec<Value<'a>>,
}
