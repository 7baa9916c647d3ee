use carrel_domain::catalogue::rating::{self, RatingDraft, ReviewId};
use carrel_domain::patch::Patch;
use carrel_domain::settings::ReviewNames;
use carrel_domain::users::{Act, UserId};
use carrel_operations::{Context, Paged, catalogue};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time::time;
use crate::input::{Whole, present};
use crate::respond::Pagination;
use crate::state::Api;

/// The ratings of a book, and the caller's own rating.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BookOpinion)]
pub(crate) struct Opinion {
    /// One to five stars, two decimals; 0 without ratings.
    pub average: f64,
    pub count: i64,
    pub mine: Option<MyRating>,
    /// Whether the caller has ever borrowed the book: only borrowers may rate it.
    pub may_rate: bool,
}

/// The average of ratings to two decimals; 0 without any.
#[expect(clippy::cast_precision_loss, reason = "sums of stars are far below 2^53")]
pub(crate) fn average(sum: i64, count: i64) -> f64 {
    if count == 0 {
        return 0.0;
    }
    (sum as f64 / count as f64 * 100.0).round() / 100.0
}

/// The opinions of a book's readers: its ratings, and the first page of its reviews.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = BookOpinions)]
pub(crate) struct Opinions {
    pub rating: Opinion,
    /// The first page of `GET /api/books/{id}/reviews`; null for visitors to whom the library shows no reviews.
    pub reviews: Option<ReviewPage>,
}

/// A page of reviews.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ReviewPage {
    pub data: Vec<Review>,
    pub pagination: Pagination,
}

impl Opinions {
    pub(crate) fn new(opinions: catalogue::Opinions, reader: ReviewReader) -> Self {
        let page = |reviews: Paged<rating::Review>| ReviewPage {
            pagination: Pagination::of(&reviews),
            data: reviews
                .entries
                .into_iter()
                .map(|review| Review::new(review, reader))
                .collect(),
        };
        Opinions {
            rating: opinions.rating.into(),
            reviews: opinions.reviews.map(page),
        }
    }
}

/// The caller's rating of a book.
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
    #[schema(required, nullable = false, value_type = i64)]
    stars: Option<Whole>,
    /// Absent: unchanged. Null or empty: removed.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    review: Option<Option<String>>,
}

impl From<RatingForm> for RatingDraft {
    fn from(form: RatingForm) -> Self {
        RatingDraft {
            stars: form.stars.map(|stars| stars.0),
            review: match form.review {
                None => Patch::Keep,
                Some(None) => Patch::Clear,
                Some(Some(text)) => Patch::Set(text),
            },
        }
    }
}

/// Who reads reviews.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReviewReader {
    id: Option<UserId>,
    /// How the reader sees the authors.
    names: ReviewNames,
}

impl ReviewReader {
    /// The caller. Moderators see every name.
    pub(crate) fn of(api: &Api, context: &Context) -> Self {
        ReviewReader {
            id: context.actor_id(),
            names: match api.library.shown_settings().privacy.review_names {
                _ if context.require(Act::ModerateReviews).is_ok() => ReviewNames::Full,
                // Visitors never see a full name.
                ReviewNames::Full if context.actor.is_none() => ReviewNames::Hidden,
                names => names,
            },
        }
    }
}

/// A review of a book.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Review {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: ReviewId,
    /// The reader's name or initials; null when the library does not show them.
    pub author: Option<String>,
    pub is_mine: bool,
    /// One to five.
    pub stars: i64,
    pub text: String,
    /// Whether the review is hidden. Only administrators see hidden reviews.
    pub hidden: bool,
    #[schema(format = DateTime)]
    pub created_at: String,
    #[schema(format = DateTime)]
    pub updated_at: String,
}

impl Review {
    pub(crate) fn new(review: rating::Review, reader: ReviewReader) -> Self {
        let is_mine = reader.id == Some(review.user_id);
        Review {
            author: if is_mine {
                Some(review.user_name)
            } else {
                reader.names.shown(&review.user_name)
            },
            is_mine,
            id: review.id,
            stars: review.stars,
            text: review.body,
            hidden: review.hidden_at.is_some(),
            created_at: time(review.created_at),
            updated_at: time(review.updated_at),
        }
    }
}

/// Whether a review is hidden from readers.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ModerationForm {
    #[schema(required, nullable = false)]
    pub hidden: Option<bool>,
}
