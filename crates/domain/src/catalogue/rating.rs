//! Ratings and reviews of books: one to five stars and an optional text.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::book::BookId;
use crate::identity::{Entity, Id};
use crate::patch::Patch;
use crate::users::UserId;
use crate::validation::{FieldError, Findings, optional_lines};

/// The limits of the fields.
pub mod limit {
    use crate::limits::{Form, Text, Whole};

    /// From one to five.
    pub const STARS: Whole = Whole::of(1, 5);
    /// The text of the review.
    pub const REVIEW: Text = Text::up_to(1000, Form::LINES);
}

/// A review with its stars and its author.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    pub id: ReviewId,
    pub book_id: BookId,
    pub user_id: UserId,
    pub user_name: String,
    /// From one to five.
    pub stars: i64,
    pub body: String,
    /// When it was hidden from readers.
    pub hidden_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The identifier of a review.
pub type ReviewId = Id<Review>;

impl Entity for Review {
    const NAME: &'static str = "review";
}

/// A person's rating of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    pub book_id: BookId,
    pub title: String,
    /// From one to five.
    pub stars: i64,
    pub created_at: Timestamp,
    /// The text of the review.
    pub review: Option<String>,
}

/// A rating as it was sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RatingDraft {
    /// From one to five.
    pub stars: Option<i64>,
    /// The text of the review; stays as it is if it was not sent.
    pub review: Patch<String>,
}

/// A valid rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidRating {
    /// From one to five.
    pub stars: u8,
    /// Trimmed; never set to an empty text.
    pub review: Patch<String>,
}

impl RatingDraft {
    /// Validates the rating.
    pub fn validate(self) -> Result<ValidRating, Vec<FieldError>> {
        let mut findings = Findings::default();
        let stars = findings.take("stars", stars(self.stars));
        let review = findings.take("review", review(self.review));
        match (stars, review) {
            (Some(stars), Some(review)) => Ok(ValidRating { stars, review }),
            _ => Err(findings.into_errors()),
        }
    }
}

fn stars(stars: Option<i64>) -> Result<u8, &'static str> {
    let stars = stars.ok_or("Stars are required")?;
    let stars = Some(stars).filter(|stars| limit::STARS.holds(*stars));
    stars
        .and_then(|stars| u8::try_from(stars).ok())
        .ok_or("Stars must be between 1 and 5")
}

fn review(review: Patch<String>) -> Result<Patch<String>, &'static str> {
    let Patch::Set(text) = review else {
        return Ok(review);
    };
    let text = optional_lines(
        Some(&text),
        limit::REVIEW,
        "Review cannot exceed 1000 characters",
        "Review contains characters that are not allowed",
    )?;
    Ok(text.map_or(Patch::Clear, Patch::Set))
}

/// The average of a book's ratings in hundredths of a star, rounded down; 0 without any. Lists are sorted by it.
pub fn average_hundredths(sum: i64, count: i64) -> i64 {
    if count > 0 { sum * 100 / count } else { 0 }
}
