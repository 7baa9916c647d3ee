//! The condition of a copy. It says how worn a copy is; a copy that is too damaged to lend has the state `damaged`.

use serde::{Deserialize, Serialize};

/// How worn a copy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    New,
    Good,
    Fair,
    Poor,
}

impl Condition {
    /// Every condition, the best first.
    pub const ALL: [Condition; 4] = [Condition::New, Condition::Good, Condition::Fair, Condition::Poor];

    /// The stored and sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            Condition::New => "new",
            Condition::Good => "good",
            Condition::Fair => "fair",
            Condition::Poor => "poor",
        }
    }

    /// The condition of this name.
    pub fn named(text: &str) -> Option<Condition> {
        Condition::ALL
            .into_iter()
            .find(|condition| condition.as_str() == text)
    }
}
