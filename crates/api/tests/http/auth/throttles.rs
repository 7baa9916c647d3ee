//! Limits on attempts: guesses of passwords are slowed down, registrations are counted.

use carrel_domain::users::slowdown::Slowdown;
use carrel_domain::users::throttle::Limit;
use carrel_operations::limits::GuessLimits;
use carrel_testkit::{Answer, Identity, MINUTE, Server, Setup, TestDatabase, on_both_engines};
use serde_json::json;

use super::second_factors::enrol;
use super::{WRONG, is_signed_in, log_in, register, registration};

const SECOND: i64 = 1000;
const STRANGER: &str = "198.51.100.7";
const HOME: &str = "203.0.113.9";

/// Asserts that a call was refused for so long.
#[track_caller]
fn assert_throttled(answer: &Answer, time: &str) {
    let message = format!("Too many attempts. Please try again in {time}.");
    assert_eq!(answer.failure(), (429, "too_many_attempts", message.as_str()));
}

/// A server behind a proxy, which refuses guesses instead of letting them wait.
async fn server_behind_a_proxy(database: TestDatabase, guesses: GuessLimits) -> Server {
    let setup = Setup::limited(|limits| {
        limits.guesses = GuessLimits {
            most_waited_ms: 0,
            ..guesses
        };
    });
    Server::start_with(database, setup.behind_a_proxy()).await
}

async fn try_from(server: &Server, address: &str, email: &str, password: &str) -> Answer {
    let form = json!({ "email": email, "password": password });
    let request = server.post("/api/auth/login").header("x-forwarded-for", address);
    request.json(&form).await
}

/// Asserts that a person signs in from an address at the first attempt.
async fn assert_signs_in(server: &Server, address: &str, person: &Identity) {
    let answer = try_from(server, address, &person.email, &person.password).await;
    assert_eq!(answer.status, 200, "from {address}: {}", answer.text());
}

/// Fails to sign in until a guess is refused. Returns the number of guesses that were judged.
async fn guess_until_refused(server: &Server, address: &str, email: &str) -> usize {
    for judged in 0..1000 {
        let answer = try_from(server, address, email, "Wrong1password").await;
        if answer.status == 429 {
            return judged;
        }
        assert_eq!(answer.failure(), WRONG, "{email}, guess {judged}");
    }
    panic!("no guess was refused");
}

on_both_engines!(guesses_from_one_address_keep_a_growing_distance);
async fn guesses_from_one_address_keep_a_growing_distance(database: TestDatabase) {
    let server = server_behind_a_proxy(database, GuessLimits::default()).await;
    let student = server.student().await;
    // The slowdown does not reveal whether an account exists.
    for email in [&student.email, "unknown@library.example"] {
        assert_eq!(guess_until_refused(&server, STRANGER, email).await, 5, "{email}");
        for distance in [1, 2, 4, 8, 16, 32, 60, 60] {
            let refused = try_from(&server, STRANGER, &email.to_uppercase(), "Wrong1password").await;
            let plural = if distance == 1 { "" } else { "s" };
            assert_throttled(&refused, &format!("{distance} second{plural}"));
            assert_eq!(
                refused.header("retry-after"),
                Some(distance.to_string().as_str()),
                "{email}"
            );
            server.clock.advance(distance * SECOND);
            let judged = try_from(&server, STRANGER, email, "Wrong1password").await;
            assert_eq!(judged.failure(), WRONG, "{email} after {distance} s");
        }
        server.clock.advance(15 * MINUTE);
        assert_eq!(
            guess_until_refused(&server, STRANGER, email).await,
            5,
            "forgotten, {email}"
        );
    }
}

on_both_engines!(guesses_of_a_stranger_do_not_delay_the_owner);
async fn guesses_of_a_stranger_do_not_delay_the_owner(database: TestDatabase) {
    let server = server_behind_a_proxy(database, GuessLimits::default()).await;
    let student = server.student().await;
    let signed_in = try_from(&server, STRANGER, &student.email, &student.password).await;
    let device = signed_in.expect(200)["deviceToken"]
        .as_str()
        .expect("a token")
        .to_owned();
    guess_until_refused(&server, STRANGER, &student.email).await;
    // From another address the right password is accepted at once, and clears only its own failures.
    assert_signs_in(&server, HOME, &student).await;
    let refused = try_from(&server, STRANGER, &student.email, &student.password).await;
    assert_throttled(&refused, "1 second");
    // So it is on a known device behind the stranger's address, whose guesses have a distance of their own.
    let on_device = async |token: &str, email: &str, password: &str| {
        let form = json!({ "email": email, "password": password, "deviceToken": token });
        let request = server.post("/api/auth/login").header("x-forwarded-for", STRANGER);
        request.json(&form).await
    };
    let signed_in = on_device(&device, &student.email, &student.password).await;
    assert_eq!(signed_in.expect(200)["deviceToken"], device.as_str());
    for _ in 0..5 {
        assert_eq!(
            on_device(&device, &student.email, "Wrong1password")
                .await
                .failure(),
            WRONG
        );
    }
    assert_throttled(
        &on_device(&device, &student.email, "Wrong1password").await,
        "1 second",
    );
    // A device is known to those who signed in on it, and a token that was not made here is not a device.
    let other = server.student().await;
    guess_until_refused(&server, STRANGER, &other.email).await;
    for token in [device.as_str(), "invented"] {
        assert_throttled(&on_device(token, &other.email, &other.password).await, "1 second");
    }
    // Existing sessions continue, and can change the password.
    assert!(is_signed_in(&server, &student.token).await);
    let change = json!({ "currentPassword": student.password, "newPassword": "Changed1" });
    let changed = server
        .put("/api/auth/updatepassword")
        .as_(&student)
        .json(&change)
        .await;
    assert_eq!(changed.status, 200);
    // A new password clears all failures.
    let signed_in = try_from(&server, STRANGER, &student.email, "Changed1").await;
    assert_eq!(signed_in.status, 200);
}

on_both_engines!(guesses_from_many_addresses_delay_new_devices_and_refuse_none);
async fn guesses_from_many_addresses_delay_new_devices_and_refuse_none(database: TestDatabase) {
    const LONGEST: u64 = 300;
    let setup = Setup::limited(|limits| {
        limits.guesses.of_account.free = 8;
        limits.guesses.most_waited_ms = LONGEST;
    });
    let server = Server::start_with(database, setup.behind_a_proxy()).await;
    let student = server.student().await;
    for number in 0..8 {
        let address = format!("198.51.{}.7", number / 4);
        let answer = try_from(&server, &address, &student.email, "Wrong1password").await;
        assert_eq!(answer.failure(), WRONG);
    }
    // However many guess at once, each of them waits for the longest time at most, and the owner signs in.
    let strangers = (2..12).map(|network| {
        let address = format!("198.51.{network}.7");
        let (server, email) = (&server, &student.email);
        async move { try_from(server, &address, email, "Wrong1password").await }
    });
    for answer in futures_util::future::join_all(strangers).await {
        assert_eq!(answer.failure(), WRONG);
    }
    let began = std::time::Instant::now();
    assert_signs_in(&server, HOME, &student).await;
    assert!(began.elapsed().as_millis() >= u128::from(LONGEST));
    // Other accounts are not affected.
    let other = server.student().await;
    assert_signs_in(&server, HOME, &other).await;
}

on_both_engines!(guesses_at_many_accounts_slow_down_their_address);
async fn guesses_at_many_accounts_slow_down_their_address(database: TestDatabase) {
    let guesses = GuessLimits {
        of_address: Slowdown {
            free: 4,
            ..GuessLimits::default().of_address
        },
        ..GuessLimits::default()
    };
    let server = server_behind_a_proxy(database, guesses).await;
    let student = server.student().await;
    for number in 0..4 {
        let email = format!("unknown{number}@library.example");
        // The address that a client claims comes before the one that the proxy adds. Several failures at one account
        // count once.
        for _ in 0..if number < 3 { 3 } else { 1 } {
            let address = format!("203.0.113.{number}, {STRANGER}");
            let answer = try_from(&server, &address, &email, "Wrong1password").await;
            assert_eq!(answer.failure(), WRONG);
        }
    }
    let refused = try_from(&server, STRANGER, &student.email, &student.password).await;
    assert_throttled(&refused, "1 second");
    assert_eq!(refused.header("retry-after"), Some("1"));
    assert_signs_in(&server, HOME, &student).await;
    server.clock.advance(SECOND);
    // A right password does not count as a failure.
    for _ in 0..2 {
        assert_signs_in(&server, STRANGER, &student).await;
        server.clock.advance(SECOND);
    }
}

on_both_engines!(typing_mistakes_of_a_school_do_not_add_up);
async fn typing_mistakes_of_a_school_do_not_add_up(database: TestDatabase) {
    let guesses = GuessLimits {
        of_address: Slowdown {
            free: 4,
            forgets_one_each_ms: None,
            ..GuessLimits::default().of_address
        },
        ..GuessLimits::default()
    };
    let server = server_behind_a_proxy(database, guesses).await;
    for _ in 0..8 {
        let pupil = server.student().await;
        for _ in 0..2 {
            let answer = try_from(&server, HOME, &pupil.email, "Wrong1password").await;
            assert_eq!(answer.failure(), WRONG);
        }
        assert_signs_in(&server, HOME, &pupil).await;
    }
    let left = "SELECT CAST(COALESCE(sum(failures), 0) AS BIGINT) FROM sign_in_failures WHERE account = ''";
    assert_eq!(server.database().integer(left).await, 0);
}

on_both_engines!(a_right_password_without_its_second_step_is_slowed_down);
async fn a_right_password_without_its_second_step_is_slowed_down(database: TestDatabase) {
    let server = server_behind_a_proxy(database, GuessLimits::default()).await;
    let student = server.student().await;
    let (_, codes) = enrol(&server, &student).await;
    let first_step = async |address: &str| {
        let answer = try_from(&server, address, &student.email, &student.password).await;
        let challenge = answer.json["secondStep"]["challenge"].as_str();
        (answer.status, challenge.unwrap_or_default().to_owned())
    };
    let finish = async |challenge: &str, code: &str| {
        let request = server
            .post("/api/auth/login/second")
            .header("x-forwarded-for", HOME);
        let form = json!({ "challenge": challenge, "code": code });
        request.json(&form).await.expect(200);
    };
    // The owner has begun before.
    let (_, waiting) = first_step(HOME).await;
    for _ in 0..5 {
        assert_eq!(first_step(STRANGER).await.0, 401);
    }
    assert_eq!(first_step(STRANGER).await.0, 429);
    finish(&waiting, &codes[0]).await;
    // Who finishes is not slowed down, however often.
    for code in &codes[1..8] {
        let (_, challenge) = first_step(HOME).await;
        finish(&challenge, code).await;
    }
}

on_both_engines!(a_guess_waits_for_its_turn_before_it_is_judged);
async fn a_guess_waits_for_its_turn_before_it_is_judged(database: TestDatabase) {
    let guesses = GuessLimits {
        of_origin: Slowdown {
            free: 1,
            first_ms: 300,
            ..GuessLimits::default().of_origin
        },
        most_waited_ms: 1000,
        ..GuessLimits::default()
    };
    let setup = Setup::limited(|limits| limits.guesses = guesses);
    let server = Server::start_with(database, setup).await;
    let student = server.student().await;
    let began = std::time::Instant::now();
    assert_eq!(
        log_in(&server, &student.email, "Wrong1password").await.failure(),
        WRONG
    );
    // The first waits for 300 ms; the one after it would wait for 300 and 600 ms more, by the clock of the test.
    assert_eq!(
        log_in(&server, &student.email, "Wrong1password").await.failure(),
        WRONG
    );
    assert!(began.elapsed().as_millis() >= 300);
    assert_eq!(
        log_in(&server, &student.email, "Wrong1password").await.failure(),
        WRONG
    );
    assert!(began.elapsed().as_millis() >= 300 + 900);
    assert_throttled(
        &log_in(&server, &student.email, &student.password).await,
        "3 seconds",
    );
}

on_both_engines!(a_correct_password_clears_failures);
async fn a_correct_password_clears_failures(database: TestDatabase) {
    let server = server_behind_a_proxy(database, GuessLimits::default()).await;
    let student = server.student().await;
    for _ in 0..3 {
        for _ in 0..4 {
            let answer = try_from(&server, HOME, &student.email, "Wrong1password").await;
            assert_eq!(answer.failure(), WRONG);
        }
        let signed_in = try_from(&server, HOME, &student.email, &student.password).await;
        assert_eq!(signed_in.status, 200);
    }
}

on_both_engines!(registrations_from_one_address_are_counted);
async fn registrations_from_one_address_are_counted(database: TestDatabase) {
    let setup = Setup::limited(|limits| {
        limits.registrations_by_address = Limit {
            max: 2,
            window_seconds: 600,
        };
    });
    let server = Server::start_with(database, setup.behind_a_proxy()).await;
    let register_from = async |address: &str, email: &str| {
        let request = server
            .post("/api/auth/register")
            .header("x-forwarded-for", address);
        request.json(&registration(email)).await
    };
    // An invalid form does not count as a registration.
    assert_eq!(register_from("198.51.100.7", "mistake").await.status, 422);
    for number in 0..2 {
        let email = format!("mary{number}@library.example");
        assert_eq!(register_from("198.51.100.7", &email).await.status, 201);
    }
    let refused = register_from("198.51.100.7", "mary2@library.example").await;
    assert_throttled(&refused, "10 minutes");
    assert_eq!(refused.header("retry-after"), Some("600"));
    assert_eq!(
        register_from("198.51.100.9", "mary2@library.example")
            .await
            .status,
        201
    );
    server.clock.advance(10 * MINUTE);
    assert_eq!(
        register_from("198.51.100.7", "mary3@library.example")
            .await
            .status,
        201
    );
}

on_both_engines!(a_forwarded_address_is_ignored_by_default);
async fn a_forwarded_address_is_ignored_by_default(database: TestDatabase) {
    let setup = Setup::limited(|limits| {
        limits.guesses.of_address.free = 3;
        limits.guesses.most_waited_ms = 0;
    });
    let server = Server::start_with(database, setup).await;
    let mut statuses = Vec::new();
    for number in 0..4 {
        let email = format!("unknown{number}@library.example");
        let address = format!("203.0.113.{number}");
        statuses.push(try_from(&server, &address, &email, "Wrong1password").await.status);
    }
    assert_eq!(statuses, [401, 401, 401, 429]);
}

on_both_engines!(a_class_behind_one_address_is_not_throttled);
async fn a_class_behind_one_address_is_not_throttled(database: TestDatabase) {
    let server = Server::start(database).await;
    for number in 0..40 {
        let email = format!("pupil{number}@library.example");
        assert_eq!(register(&server, &email).await.status, 201);
        for _ in 0..3 {
            assert_eq!(log_in(&server, &email, "Promethoos1").await.failure(), WRONG);
        }
        assert_eq!(log_in(&server, &email, "Prometheus1").await.status, 200);
    }
}

on_both_engines!(guesses_of_the_current_password_are_slowed_down);
async fn guesses_of_the_current_password_are_slowed_down(database: TestDatabase) {
    let server = server_behind_a_proxy(database, GuessLimits::default()).await;
    let student = server.student().await;
    let change = async |student: &Identity, current: &str| {
        let form = json!({ "currentPassword": current, "newPassword": "Changed1" });
        let request = server.put("/api/auth/updatepassword").as_(student);
        request.json(&form).await
    };
    for _ in 0..5 {
        assert_eq!(change(&student, "Wrong1password").await.status, 422);
    }
    let refused = change(&student, &student.password).await;
    assert_throttled(&refused, "1 second");
    assert_eq!(refused.header("retry-after"), Some("1"));
    // They do not delay a sign-in.
    assert_signs_in(&server, HOME, &student).await;
    server.clock.advance(SECOND);
    assert_eq!(change(&student, &student.password).await.status, 200);
}
