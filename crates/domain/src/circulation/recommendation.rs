//! Recommendations of books, each with its reason.

use std::cmp::Ordering;
use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::catalogue::book::BookId;

/// The number of common borrowers at which a similarity is halved.
///
/// Without it, two books with the same single borrower would have the greatest possible similarity. With it,
/// one common borrower counts a sixth and twenty count four fifths.
const SHRINKAGE: f64 = 5.0;

/// The similarity of two books, 0 to 1, by the people who borrowed them.
///
/// The cosine of the two sets of borrowers, `together / √(a · b)`, multiplied by
/// `together / (together + 5)` so that few common borrowers count little. `a` and `b` are the numbers of
/// people who borrowed each book and `together` the number of those who borrowed both.
pub fn similarity(together: u32, a: u32, b: u32) -> f64 {
    if together == 0 || a == 0 || b == 0 {
        return 0.0;
    }
    let common = f64::from(together);
    common / (f64::from(a) * f64::from(b)).sqrt() * common / (common + SHRINKAGE)
}

/// Evidence for recommending a book.
#[derive(Clone, Debug, PartialEq)]
pub enum Evidence {
    /// People who borrowed a book that this person borrowed also borrowed the candidate.
    BorrowedTogether {
        /// The title of the book that this person borrowed.
        title: String,
        /// People who borrowed both.
        together: u32,
        /// People who borrowed the candidate.
        candidate_borrowers: u32,
        /// People who borrowed the other book.
        other_borrowers: u32,
    },
    /// The person borrowed something by the same author.
    SameAuthor {
        /// The author.
        author: String,
    },
    /// It is marked for the person's semester.
    SemesterStudy {
        /// The semester category.
        category: String,
    },
    /// The person borrowed something in the same category.
    SameCategory {
        /// The category.
        category: String,
    },
}

/// A book that might be recommended.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The book.
    pub book_id: BookId,
    /// Whether the person has ever borrowed it; such a book is never recommended.
    pub already_borrowed: bool,
    /// See [`super::popularity`].
    pub popularity: i64,
    /// The average rating in hundredths of a star; 0 without ratings.
    pub rating_hundredths: i64,
    /// All evidence for it; a book without any may still be popular.
    pub evidence: Vec<Evidence>,
}

/// Why a book is recommended; the web app translates it to a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Reason {
    /// "Readers of … also borrowed this."
    BorrowedTogether {
        /// The title of the book that the person borrowed.
        title: String,
    },
    /// "More by …"
    SameAuthor {
        /// The author.
        author: String,
    },
    /// "For your semester: …"
    SemesterStudy {
        /// The semester category.
        category: String,
    },
    /// "More in …"
    SameCategory {
        /// The category.
        category: String,
    },
    /// "Popular now."
    Popular,
}

impl Reason {
    /// The code of every reason, as programs read it.
    pub const CODES: [&str; 5] = [
        "borrowed_together",
        "same_author",
        "semester_study",
        "same_category",
        "popular",
    ];
}

/// A recommended book and the strongest reason for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Recommended {
    /// The book.
    pub book_id: BookId,
    /// The reason.
    pub reason: Reason,
}

/// The sum of the candidate's similarities to books that the person borrowed.
pub fn score(evidence: &[Evidence]) -> f64 {
    evidence.iter().map(similarity_of).sum()
}

/// Orders the candidates, best first, with a reason each.
///
/// The order of reasons: borrowed together, by [`score`]; the same author; semester study; the same category;
/// popular. Within a reason the more popular book comes first, then the better rated, then the smaller id, so
/// the same facts always give the same list. Books that the person has borrowed are left out, and so are books
/// without evidence that were never borrowed.
pub fn rank(candidates: &[Candidate]) -> Vec<Recommended> {
    let mut ranked: Vec<(f64, &Candidate, Reason)> = candidates
        .iter()
        .filter(|candidate| !candidate.already_borrowed)
        .filter_map(|candidate| {
            Some((
                score(&candidate.evidence),
                candidate,
                strongest_reason(candidate)?,
            ))
        })
        .collect();
    ranked.sort_by(|a, b| {
        tier(&a.2)
            .cmp(&tier(&b.2))
            .then(b.0.total_cmp(&a.0))
            .then(by_merit(a.1, b.1))
    });
    let mut seen = HashSet::new();
    ranked
        .into_iter()
        .filter(|(_, candidate, _)| seen.insert(candidate.book_id))
        .map(|(_, candidate, reason)| Recommended {
            book_id: candidate.book_id,
            reason,
        })
        .collect()
}

fn similarity_of(evidence: &Evidence) -> f64 {
    match evidence {
        Evidence::BorrowedTogether {
            together,
            candidate_borrowers,
            other_borrowers,
            ..
        } => similarity(*together, *candidate_borrowers, *other_borrowers),
        Evidence::SameAuthor { .. } | Evidence::SemesterStudy { .. } | Evidence::SameCategory { .. } => 0.0,
    }
}

fn by_merit(a: &Candidate, b: &Candidate) -> Ordering {
    (b.popularity, b.rating_hundredths, a.book_id).cmp(&(a.popularity, a.rating_hundredths, b.book_id))
}

/// The rank of a reason, strongest first.
fn tier(reason: &Reason) -> u8 {
    match reason {
        Reason::BorrowedTogether { .. } => 0,
        Reason::SameAuthor { .. } => 1,
        Reason::SemesterStudy { .. } => 2,
        Reason::SameCategory { .. } => 3,
        Reason::Popular => 4,
    }
}

fn strongest_reason(candidate: &Candidate) -> Option<Reason> {
    let popular = (candidate.popularity > 0).then_some((0.0, Reason::Popular));
    let evidence = candidate.evidence.iter().filter_map(|evidence| {
        let similarity = similarity_of(evidence);
        Some((similarity, reason_of(evidence, similarity)?))
    });
    evidence
        .chain(popular)
        .min_by(|a, b| {
            tier(&a.1)
                .cmp(&tier(&b.1))
                .then(b.0.total_cmp(&a.0))
                .then(text_of(&a.1).cmp(text_of(&b.1)))
        })
        .map(|(_, reason)| reason)
}

fn reason_of(evidence: &Evidence, similarity: f64) -> Option<Reason> {
    Some(match evidence.clone() {
        Evidence::BorrowedTogether { .. } if similarity <= 0.0 => return None,
        Evidence::BorrowedTogether { title, .. } => Reason::BorrowedTogether { title },
        Evidence::SameAuthor { author } => Reason::SameAuthor { author },
        Evidence::SemesterStudy { category } => Reason::SemesterStudy { category },
        Evidence::SameCategory { category } => Reason::SameCategory { category },
    })
}

/// The text of a reason, which breaks a tie between two of the same strength.
fn text_of(reason: &Reason) -> &str {
    match reason {
        Reason::BorrowedTogether { title } => title,
        Reason::SameAuthor { author } => author,
        Reason::SemesterStudy { category } | Reason::SameCategory { category } => category,
        Reason::Popular => "",
    }
}
