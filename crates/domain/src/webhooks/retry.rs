//! Retries of failed deliveries.

/// How long a delivery is retried, in milliseconds: a day.
pub const TRIED_FOR_MS: i64 = 24 * 60 * 60 * 1000;

/// The first delay, in milliseconds.
const FIRST_MS: i64 = 10_000;
/// The longest delay, in milliseconds: two hours.
const LONGEST_MS: i64 = 2 * 60 * 60 * 1000;

/// The instant of the next attempt after `attempts` failed ones, in milliseconds; `None` when it is after `until_ms`.
///
/// The delay doubles with each attempt, from 10 seconds to two hours. `random` changes it by up to a half up or down,
/// so that deliveries that failed together are not retried together.
pub fn next_try_ms(now_ms: i64, until_ms: i64, attempts: u32, random: u64) -> Option<i64> {
    let doubled = FIRST_MS.saturating_mul(
        1_i64
            .checked_shl(attempts.saturating_sub(1).min(30))
            .unwrap_or(i64::MAX),
    );
    let wait = doubled.min(LONGEST_MS);
    let jitter = i64::try_from(random % wait.unsigned_abs()).unwrap_or(0);
    let next = now_ms.saturating_add(wait / 2 + jitter);
    (next <= until_ms).then_some(next)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{TRIED_FOR_MS, next_try_ms};

    #[test]
    fn waits_double_up_to_two_hours_and_end_after_a_day() {
        for (attempts, shortest, longest) in [
            (1, 5_000, 15_000),
            (2, 10_000, 30_000),
            (6, 160_000, 480_000),
            (40, 3_600_000, 10_800_000),
        ] {
            let at = |random| next_try_ms(0, TRIED_FOR_MS, attempts, random).unwrap();
            assert_eq!(at(0), shortest);
            assert!(at(u64::MAX / 3) < longest && at(u64::MAX / 3) >= shortest);
        }
        assert_eq!(next_try_ms(0, 4_999, 1, 0), None);
        assert_eq!(next_try_ms(0, 5_000, 1, 0), Some(5_000));
    }

    proptest! {
        #[test]
        fn a_day_of_failures_is_a_bounded_number_of_tries(random: u64) {
            let (mut now, mut attempts) = (0, 1);
            while let Some(next) = next_try_ms(now, TRIED_FOR_MS, attempts, random) {
                prop_assert!(next > now);
                (now, attempts) = (next, attempts + 1);
            }
            prop_assert!((12..=40).contains(&attempts), "{attempts}");
        }
    }
}
