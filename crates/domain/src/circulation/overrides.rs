//! Overrides: staff lend or renew despite a refusal, with a comment.

use serde::{Deserialize, Serialize};

use super::refusal::Refusal;
use crate::validation::{is_plain_text, length, trimmed};

/// The most characters of a comment, surrounding white space included.
pub const COMMENT_CHARACTERS: usize = 500;

/// An override of a refusal, with its reason. Recorded in the audit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Override {
    /// The code of the refusal.
    pub code: String,
    /// The reason, 1 to 500 characters.
    pub comment: String,
}

/// Why an override is not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum OverrideError {
    /// The comment is empty.
    #[error("comment_required")]
    CommentRequired,
    /// The comment has more than 500 characters.
    #[error("comment_too_long")]
    CommentTooLong,
    /// The comment has control characters.
    #[error("comment_not_allowed")]
    CommentNotAllowed,
}

impl Override {
    /// Validates an override and trims its comment.
    ///
    /// # Errors
    /// The comment is empty, too long, or has control characters.
    pub fn new(code: &str, comment: &str) -> Result<Override, OverrideError> {
        if length(comment) > COMMENT_CHARACTERS {
            return Err(OverrideError::CommentTooLong);
        }
        if !is_plain_text(comment) {
            return Err(OverrideError::CommentNotAllowed);
        }
        let comment = trimmed(Some(comment)).ok_or(OverrideError::CommentRequired)?;
        Ok(Override {
            code: code.to_owned(),
            comment: comment.to_owned(),
        })
    }
}

/// The result of applying overrides to refusals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overridden {
    /// The refusals that remain: those without an override, and those that cannot be overridden.
    pub remaining: Vec<Refusal>,
    /// The overrides that removed a refusal, to be recorded. Overrides without a matching refusal are left out.
    pub used: Vec<Override>,
}

/// Removes the refusals that have an override and can be overridden; keeps the order of both lists.
pub fn apply_overrides(refusals: Vec<Refusal>, overrides: &[Override]) -> Overridden {
    let is_overridden =
        |refusal: &Refusal| refusal.overridable() && overrides.iter().any(|one| one.code == refusal.code());
    let (overridden, remaining): (Vec<Refusal>, Vec<Refusal>) = refusals.into_iter().partition(is_overridden);
    let used = overrides
        .iter()
        .filter(|one| overridden.iter().any(|refusal| refusal.code() == one.code))
        .cloned()
        .collect();
    Overridden { remaining, used }
}
