use carrel_domain::users::throttle::{Limit, Throttle, decide};
use jiff::{SignedDuration, Timestamp};

const LIMIT: Limit = Limit {
    max: 5,
    window_seconds: 900,
};

#[test]
fn too_many_failures_wait_for_the_end_of_the_window() {
    let started: Timestamp = "2024-01-05T13:45:00Z".parse().unwrap();
    let wait = |retry_after_seconds| Throttle::Wait { retry_after_seconds };
    let table = [
        (0, 0, Throttle::Allow),
        (4, 0, Throttle::Allow),
        (5, 0, wait(900)),
        (500, 0, wait(900)),
        (5, 100_000, wait(800)),
        (5, 100_001, wait(800)),
        (5, 899_999, wait(1)),
        (5, 900_000, Throttle::Allow),
        (5, 999_999_999, Throttle::Allow),
        // Another server's clock runs behind.
        (5, -60_000, wait(900)),
    ];
    for (failures, milliseconds, expected) in table {
        let now = started + SignedDuration::from_millis(milliseconds);
        assert_eq!(
            decide(failures, started, now, &LIMIT),
            expected,
            "{failures} after {milliseconds} ms"
        );
    }
}

#[test]
fn a_limit_of_zero_refuses_every_attempt_and_an_empty_window_none() {
    let now = Timestamp::UNIX_EPOCH;
    let nothing = Limit {
        max: 0,
        window_seconds: 60,
    };
    assert_eq!(
        decide(0, now, now, &nothing),
        Throttle::Wait {
            retry_after_seconds: 60
        }
    );
    let no_window = Limit {
        max: 0,
        window_seconds: 0,
    };
    assert_eq!(decide(9, now, now, &no_window), Throttle::Allow);
}
