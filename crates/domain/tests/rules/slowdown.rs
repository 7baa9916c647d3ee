use carrel_domain::users::slowdown::{Failures, Slowdown};
use jiff::{SignedDuration, Timestamp};

const SLOWDOWN: Slowdown = Slowdown {
    free: 3,
    first_ms: 1000,
    most_ms: 60_000,
    forgotten_after_ms: 900_000,
    forgets_one_each_ms: None,
};

fn wait_ms(slowdown: Slowdown, count: u32, passed_ms: i64) -> u64 {
    let latest = Timestamp::constant(1_700_000_000, 0);
    let now = latest + SignedDuration::from_millis(passed_ms);
    slowdown.wait_ms(Failures { count, latest }, now)
}

#[test]
fn each_failure_doubles_the_distance_up_to_the_greatest() {
    let table = [
        (0, 0),
        (2, 0),
        (3, 1000),
        (4, 2000),
        (5, 4000),
        (8, 32_000),
        (9, 60_000),
        (34, 60_000),
        (35, 60_000),
        (66, 60_000),
        (67, 60_000),
        (u32::MAX, 60_000),
    ];
    for (count, expected) in table {
        assert_eq!(wait_ms(SLOWDOWN, count, 0), expected, "{count}");
    }
}

#[test]
fn the_time_since_the_latest_attempt_counts_as_waited() {
    let table = [
        (4, 1, 1999),
        (4, 1999, 1),
        (4, 2000, 0),
        (4, 5000, 0),
        // The latest attempt is still waiting for its turn.
        (4, -3000, 5000),
        // Another server's clock is an hour ahead.
        (4, -3_600_000, 62_000),
    ];
    for (count, passed_ms, expected) in table {
        assert_eq!(
            wait_ms(SLOWDOWN, count, passed_ms),
            expected,
            "{count} after {passed_ms} ms"
        );
    }
}

#[test]
fn failures_are_forgotten_after_a_quiet_time() {
    let slow = Slowdown {
        most_ms: 2_000_000,
        first_ms: 2_000_000,
        ..SLOWDOWN
    };
    assert_eq!(wait_ms(slow, 9, 899_999), 1_100_001);
    assert_eq!(wait_ms(slow, 9, 900_000), 0);
    let latest = Timestamp::constant(1_700_000_000, 0);
    let failures = Failures { count: 9, latest };
    for (passed_ms, expected) in [(0, 9), (899_999, 9), (900_000, 0)] {
        let now = latest + SignedDuration::from_millis(passed_ms);
        assert_eq!(SLOWDOWN.remembered(failures, now), expected, "{passed_ms} ms");
    }
}

#[test]
fn failures_of_a_busy_address_fade_one_by_one() {
    let fading = Slowdown {
        forgets_one_each_ms: Some(3000),
        ..SLOWDOWN
    };
    let latest = Timestamp::constant(1_700_000_000, 0);
    let failures = Failures { count: 9, latest };
    // Before the latest, an attempt still waits for its turn.
    for (passed_ms, expected) in [
        (-1000, 9),
        (0, 9),
        (2999, 9),
        (3000, 8),
        (26_999, 1),
        (27_000, 0),
        (90_000, 0),
    ] {
        let now = latest + SignedDuration::from_millis(passed_ms);
        assert_eq!(fading.remembered(failures, now), expected, "{passed_ms} ms");
    }
}
