//! How much a book is borrowed, as one number in which recent borrowings count more and that needs no nightly job.
//!
//! A borrowing at the instant `tᵢ` has the weight `2^((tᵢ − t) / H)` at a later instant `t`, with the half-life
//! `H`: one when new, a half after thirty days, a quarter after sixty. A book's popularity is the sum
//! `S(t)` of these weights. With a fixed epoch `E`, the instant `t` becomes a common factor:
//!
//! ```text
//! S(t) = Σ 2^((tᵢ − t)/H) = 2^((E − t)/H) · Σ 2^((tᵢ − E)/H)
//! ```
//!
//! At any instant the first factor is the same for every book, so the second factor alone decides the order of
//! the books, and it changes only when a book is borrowed. It grows without bound, so its logarithm
//! `L = log₂ Σ 2^((tᵢ − E)/H)` is stored, in units of one millionth. A borrowing at `t` adds the term
//! `x = (t − E)/H`. With the greater of `L` and `x` factored out of the sum, the new logarithm is
//! `max(L, x) + log₂(1 + 2^−|L − x|)`, which cannot overflow.

use jiff::Timestamp;

/// The popularity of a book that was never borrowed.
pub const NEVER_BORROWED: i64 = 0;

/// The time after which a borrowing has lost half of its weight: thirty days, in milliseconds.
pub const HALF_LIFE_MILLISECONDS: i64 = 30 * 24 * 60 * 60 * 1000;

/// 2020-01-01T00:00:00Z in milliseconds since 1970: before any borrowing that this program records.
const EPOCH_MILLISECONDS: i64 = 1_577_836_800_000;

/// Units in one: a doubling of the sum is a million.
const UNITS: f64 = 1e6;

/// A book's popularity after a borrowing at `at`, from its popularity so far.
///
/// The value is meaningful only in comparison with another book's. Borrowings may be added in any order. Those
/// before the epoch count as if at the epoch, so that a borrowed book is always above
/// [`NEVER_BORROWED`].
#[expect(
    clippy::cast_precision_loss,
    reason = "centuries of milliseconds are exact in 53 bits"
)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a logarithm of times that can be written is small"
)]
pub fn after_borrowing(current: i64, at: Timestamp) -> i64 {
    let added = half_lives(at);
    let sum = if current <= NEVER_BORROWED {
        added
    } else {
        let current = current as f64 / UNITS;
        current.max(added) + (-(current - added).abs()).exp2().ln_1p() / std::f64::consts::LN_2
    };
    ((sum * UNITS).round() as i64).max(NEVER_BORROWED + 1)
}

/// The popularity of a book that has the borrowings of two books.
///
/// With the values `L` and `M`, the new logarithm is `max(L, M) + log₂(1 + 2^−|L − M|)`.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "as for the sum"
)]
pub fn combined(one: i64, other: i64) -> i64 {
    if one <= NEVER_BORROWED || other <= NEVER_BORROWED {
        return one.max(other);
    }
    let (greater, smaller) = (one.max(other) as f64 / UNITS, one.min(other) as f64 / UNITS);
    let sum = greater + (smaller - greater).exp2().ln_1p() / std::f64::consts::LN_2;
    (sum * UNITS).round() as i64
}

/// A book's popularity without one of its borrowings, at `at`: undoes [`after_borrowing`]. `others` is whether the book was
/// borrowed otherwise.
///
/// With `L` for the value so far, the new logarithm is `L + log₂(1 − 2^(x − L))`. Rounding makes the result differ from the
/// value before the borrowing by little, unless the other borrowings are years older.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "as for the sum"
)]
pub fn without_borrowing(current: i64, at: Timestamp, others: bool) -> i64 {
    if !others {
        return NEVER_BORROWED;
    }
    let current = current as f64 / UNITS;
    let rest = current + (-(half_lives(at) - current).exp2()).ln_1p() / std::f64::consts::LN_2;
    // A rest below the precision has no logarithm.
    if rest.is_finite() {
        ((rest * UNITS).round() as i64).max(NEVER_BORROWED + 1)
    } else {
        NEVER_BORROWED + 1
    }
}

/// The time since the epoch, in half-lives.
#[expect(
    clippy::cast_precision_loss,
    reason = "centuries of milliseconds are exact in 53 bits"
)]
fn half_lives(at: Timestamp) -> f64 {
    let since_epoch = (at.as_millisecond() - EPOCH_MILLISECONDS).max(0);
    since_epoch as f64 / HALF_LIFE_MILLISECONDS as f64
}
