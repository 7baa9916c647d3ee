//! The reviews of the demo's readers: texts that fit any book.

use crate::random::Random;

/// The percentage of ratings that have a review.
const WRITERS: u64 = 22;

const FIVE: &[&str] = &[
    "I read it in two evenings and went back to the beginning on the third.",
    "The best thing I borrowed all year. I have told everybody in my seminar.",
    "Everything I did not understand in the lecture is explained here, calmly and with examples.",
    "I came for one chapter and stayed for the whole book.",
    "Old, and still the clearest there is on the subject.",
    "Worth the wait. I would have waited twice as long.",
    "I bought my own copy after returning this one.",
    "Every page says something. I filled half a notebook.",
    "Missed my stop on the bus because of it. Twice.",
    "My professor mentioned it in passing. It should have been the whole course.",
    "I wish I had found it in my first semester.",
    "Wise, funny, and not a page too long.",
    "Read it slowly. Then read it again.",
    "I borrowed it for a friend and kept it to the last day myself.",
];

const FOUR: &[&str] = &[
    "Slow to begin with, then hard to put down.",
    "Very good, though the last third is thinner than the rest.",
    "Helped me through the exam. A few more exercises and it would be perfect.",
    "Well told, and short enough to finish between two deadlines.",
    "I did not agree with all of it, and that is why I liked it.",
    "A solid introduction. Bring a pencil.",
    "The copy is well loved, the spine too. The book deserves it.",
    "Better than the lecture, if not as short.",
    "The first half is a masterpiece. The second is merely good.",
    "Gave me the best quotation of my term paper.",
    "Dense, but it rewards patience.",
    "A fine companion for long train rides.",
];

const THREE: &[&str] = &[
    "Good as a reference, heavy going from cover to cover.",
    "Some chapters are excellent; I skipped the others.",
    "Fine, but I had hoped for more after all I had heard.",
    "Assumes more than it says it does.",
    "Useful for a week before the exam, and then never again.",
    "I liked the idea more than the telling.",
];

const FEWER: &[&str] = &[
    "Not for me. I gave up half-way.",
    "The subject deserves a livelier book.",
    "Too dry for an evening and too vague for the exam.",
];

/// A random review for this number of stars, or none.
pub(super) fn review(random: &mut Random, stars: u8) -> Option<&'static str> {
    let words = match stars {
        5 => FIVE,
        4 => FOUR,
        3 => THREE,
        _ => FEWER,
    };
    random.percent(WRITERS).then(|| *random.pick(words))
}

/// Whether a person who gave this number of stars adds the book to the favorites.
pub(super) fn is_favorite(random: &mut Random, stars: u8) -> bool {
    random.percent(match stars {
        5 => 50,
        4 => 15,
        _ => 0,
    })
}
