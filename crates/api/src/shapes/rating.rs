use carrel_domain::catalogue::rating::RatingDraft;
use carrel_domain::users::validation::Edit;
use carrel_operations::{FavoriteRow, ReviewRow, catalogue};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::book::average;
use super::{Book, time};
use crate::input::present;

/// What readers think of a book, and what the person who asks does.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BookOpinion)]
pub(crate) struct Opinion {
    /// One to five stars, two decimals; 0 without ratings.
    pub average: f64,
    pub count: i64,
    pub mine: Option<MyRating>,
    /// Whether the person has, or ever had, the book: only they may rate it.
    pub may_rate: bool,
}

/// One's own rating of a book.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MyRating {
    /// One to five.
    pub stars: i64,
    pub review: Option<String>,
    /// Whether an administrator has hidden the review from other readers.
    pub review_hidden: bool,
}

impl From<catalogue::BookRating> for Opinion {
    fn from(rating: catalogue::BookRating) -> Self {
        Opinion {
            average: average(rating.sum, rating.count),
            count: rating.count,
            mine: rating.mine.map(|mine| MyRating {
                stars: mine.stars,
                review_hidden: mine
                    .review
                    .as_ref()
                    .is_some_and(|review| review.hidden_at.is_some()),
                review: mine.review.map(|review| review.body),
            }),
            may_rate: rating.may_rate,
        }
    }
}

/// A rating; a second one replaces the first.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[expect(
    clippy::option_option,
    reason = "absent, null and a value are three things here"
)]
pub(crate) struct RatingForm {
    /// One to five.
    #[schema(required, nullable = false, minimum = 1, maximum = 5)]
    stars: Option<i64>,
    /// At most 1,000 characters. Absent stays as it was, null or empty is taken away.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    review: Option<Option<String>>,
}

impl From<RatingForm> for RatingDraft {
    fn from(form: RatingForm) -> Self {
        RatingDraft {
            stars: form.stars,
            review: match form.review {
                None => Edit::Keep,
                Some(None) => Edit::Clear,
                Some(Some(text)) => Edit::Set(text),
            },
        }
    }
}

/// What a reader has written about a book.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Review {
    #[serde(rename = "_id")]
    pub id: String,
    /// The reader's name.
    pub author: String,
    pub is_mine: bool,
    /// One to five.
    pub stars: i64,
    pub text: String,
    /// Only administrators, and nobody else, are shown reviews that are hidden.
    pub hidden: bool,
    #[schema(format = DateTime)]
    pub created_at: String,
    #[schema(format = DateTime)]
    pub updated_at: String,
}

impl Review {
    /// `viewer_id` is who looks at it.
    pub(crate) fn new(review: ReviewRow, viewer_id: Option<&str>) -> Self {
        Review {
            is_mine: viewer_id == Some(review.user_id.as_str()),
            id: review.id,
            author: review.user_name,
            stars: review.stars,
            text: review.body,
            hidden: review.hidden_at.is_some(),
            created_at: time(review.created_at),
            updated_at: time(review.updated_at),
        }
    }
}

/// Whether readers see a review.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ModerationForm {
    #[schema(required, nullable = false)]
    pub hidden: Option<bool>,
}

/// A book that one keeps.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Favorite {
    #[serde(flatten)]
    pub book: Book,
    #[schema(format = DateTime)]
    pub added_at: String,
}

impl Favorite {
    /// `default_days` is the loan length of books that have none of their own.
    pub(crate) fn new(favorite: FavoriteRow, default_days: u16) -> Self {
        Favorite {
            book: Book::new(favorite.book, default_days),
            added_at: time(favorite.added_at),
        }
    }
}
