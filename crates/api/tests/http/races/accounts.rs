//! Concurrent sign-ins, registrations and changes of accounts.

use carrel_testkit::{Identity, Server, Setup, TestDatabase, on_both_engines};
use serde_json::json;

use super::{assert_sound, at_once, counts, people, tally};

on_both_engines!(of_two_administrators_who_demote_each_other_one_remains);
async fn of_two_administrators_who_demote_each_other_one_remains(database: TestDatabase) {
    let server = Server::start(database).await;
    let mut pair = [server.administrator().await, server.administrator().await];
    let path = |person: &Identity| format!("/api/admin/users/{}", person.id);
    let changes = [
        json!({ "role": "student" }),
        json!({ "isActive": false }),
        json!({ "staffRole": "librarian" }),
    ];
    for change in changes.iter().cycle().take(9) {
        let answers = at_once([(0, 1), (1, 0)].map(|(actor, other)| {
            let request = server.put(&path(&pair[other])).as_(&pair[actor]);
            request.json(change)
        }))
        .await;
        let won = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(won, 1, "{:?}", tally(&answers));
        let lost = answers
            .iter()
            .find(|answer| answer.status != 200)
            .expect("the other one");
        // Refused because it is the last administrator, or because the caller was no longer an administrator.
        assert!(
            matches!(lost.failure().0, 401 | 403 | 409),
            "{:?}",
            lost.failure()
        );
        if lost.status == 409 {
            assert_eq!(lost.failure().1, "last_administrator");
        }
        let active = "SELECT count(*) FROM users WHERE role = 'admin' AND deactivated_at IS NULL";
        assert_eq!(server.database().integer(active).await, 1);

        // For the next round, the remaining administrator restores the role of the other one.
        let winner = usize::from(answers[1].status == 200);
        let loser = 1 - winner;
        let again = json!({ "role": "admin", "isActive": true });
        let restored = server
            .put(&path(&pair[loser]))
            .as_(&pair[winner])
            .json(&again)
            .await;
        assert_eq!(restored.status, 200);
        let form = json!({ "email": pair[loser].email, "password": pair[loser].password });
        let signed_in = server.post("/api/auth/login").json(&form).await;
        let token = signed_in.expect(200)["token"].as_str().expect("a token");
        token.clone_into(&mut pair[loser].token);
    }
    assert_sound(&server).await;
}

on_both_engines!(of_16_registrations_of_one_address_one_succeeds);
async fn of_16_registrations_of_one_address_one_succeeds(database: TestDatabase) {
    // Each answer about an account counts as a guess.
    let setup = Setup::limited(|limits| limits.guesses.of_origin.free = 100);
    let server = Server::start_with(database, setup).await;
    for round in 0..3 {
        let registrations = (0..16).map(|number| {
            let email = format!("Twin{round}@library.example");
            let email = if number % 2 == 0 {
                email
            } else {
                email.to_uppercase()
            };
            server.post("/api/auth/register").json(&json!({
                "name": format!("Twin {number}"), "email": email,
                "password": "Reading1", "confirmPassword": "Reading1", "agreeTerms": true,
            }))
        });
        assert_eq!(
            tally(&at_once(registrations).await),
            counts([(201, "", 1), (409, "email_taken", 15)])
        );
    }
    let people = "SELECT count(*) FROM users";
    assert_eq!(server.database().integer(people).await, 3);
    assert_sound(&server).await;
}

on_both_engines!(concurrent_password_guesses_are_all_counted);
async fn concurrent_password_guesses_are_all_counted(database: TestDatabase) {
    let setup = Setup::limited(|limits| limits.guesses.most_waited_ms = 0);
    let server = Server::start_with(database, setup).await;
    let student = server.student().await;
    let guess = json!({ "email": student.email, "password": "Wrong1password" });
    let guesses = (0..64).map(|_| server.post("/api/auth/login").json(&guess));
    assert_eq!(
        tally(&at_once(guesses).await),
        counts([(401, "wrong_credentials", 5), (429, "too_many_attempts", 59)])
    );
    let current = json!({ "currentPassword": "Wrong1password", "newPassword": "Changed1" });
    let other = server.student().await;
    let guesses = (0..64).map(|_| server.put("/api/auth/updatepassword").as_(&other).json(&current));
    assert_eq!(
        tally(&at_once(guesses).await),
        counts([(422, "validation", 5), (429, "too_many_attempts", 59)])
    );
}

on_both_engines!(a_whole_class_signs_in_at_once);
async fn a_whole_class_signs_in_at_once(database: TestDatabase) {
    let setup = Setup::limited(|limits| limits.guesses.of_address.free = 40);
    let server = Server::start_with(database, setup).await;
    let class = people(&server, 30).await;
    for _ in 0..3 {
        let log_ins = class.iter().map(|person| {
            let form = json!({ "email": person.email, "password": person.password });
            server.post("/api/auth/login").json(&form)
        });
        assert_eq!(tally(&at_once(log_ins).await), counts([(200, "", 30)]));
    }
    assert_eq!(
        server.database().retries(),
        0,
        "sign-ins stood in each other's way"
    );
    // A successful sign-in does not count as a failure.
    let failures = "SELECT CAST(COALESCE(sum(failures), 0) AS BIGINT) FROM sign_in_failures";
    assert_eq!(server.database().integer(failures).await, 0);
}

on_both_engines!(a_sign_in_during_a_deactivation_leaves_no_session);
async fn a_sign_in_during_a_deactivation_leaves_no_session(database: TestDatabase) {
    // Concurrent sign-ins of one person do not wait for each other.
    let setup = Setup::limited(|limits| limits.guesses.of_origin.free = 40);
    let server = Server::start_with(database, setup).await;
    let administrator = server.administrator().await;
    for _ in 0..12 {
        let student = server.student().await;
        let path = format!("/api/admin/users/{}", student.id);
        let deactivation = json!({ "isActive": false });
        let deactivation = server.put(&path).as_(&administrator).json(&deactivation);
        let form = json!({ "email": student.email, "password": student.password });
        let requests = (0..12).map(|number| {
            if number % 2 == 0 {
                return server.post("/api/auth/login").json(&form);
            }
            let form = json!({ "department": format!("Department {number}") });
            server.put("/api/auth/updatedetails").as_(&student).json(&form)
        });
        let answers = at_once(requests.chain([deactivation])).await;
        for (number, answer) in answers.iter().enumerate() {
            let fits = match (number, number % 2) {
                (12, _) => answer.status == 200,
                (_, 0) => matches!(answer.status, 200 | 403),
                _ => matches!(answer.status, 200 | 401),
            };
            assert!(fits, "{number}: {}", answer.text());
        }
        let person = server.get(&path).as_(&administrator).await;
        assert_eq!(
            person.expect(200)["isActive"],
            false,
            "a change of details brought the account back"
        );
        assert_sound(&server).await;
    }
}

on_both_engines!(concurrent_changes_of_different_details_are_all_stored);
async fn concurrent_changes_of_different_details_are_all_stored(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let path = format!("/api/admin/users/{}", student.id);
    for round in 0..8 {
        let own = ["phone", "address", "collegeName", "department"].map(|field| {
            let form = json!({ field: format!("1{round}") });
            server.put("/api/auth/updatedetails").as_(&student).json(&form)
        });
        let others = ["studentId", "currentSemester"].map(|field| {
            let form = json!({ field: format!("1{round}") });
            server.put(&path).as_(&administrator).json(&form)
        });
        assert_eq!(
            tally(&at_once(own.into_iter().chain(others)).await),
            counts([(200, "", 6)])
        );
        let person = server.get(&path).as_(&administrator).await;
        for field in [
            "phone",
            "address",
            "collegeName",
            "department",
            "studentId",
            "currentSemester",
        ] {
            assert_eq!(person.expect(200)[field], format!("1{round}"), "{field}");
        }
    }
}

on_both_engines!(a_password_is_changed_once);
async fn a_password_is_changed_once(database: TestDatabase) {
    let server = Server::start(database).await;
    for _ in 0..3 {
        let student = server.student().await;
        let changes = (0..6).map(|number| {
            let form =
                json!({ "currentPassword": student.password, "newPassword": format!("Changed{number}") });
            server.put("/api/auth/updatepassword").as_(&student).json(&form)
        });
        let answers = at_once(changes).await;
        let won: Vec<usize> = (0..6).filter(|number| answers[*number].status == 200).collect();
        // For the later calls the password has changed already, or the session has ended.
        assert_eq!(won.len(), 1, "{:?}", tally(&answers));
        let password = format!("Changed{}", won[0]);
        let form = json!({ "email": student.email, "password": password });
        assert_eq!(server.post("/api/auth/login").json(&form).await.status, 200);
        let sessions = format!(
            "SELECT count(*) FROM sessions WHERE user_id = {}",
            student.id.number()
        );
        assert_eq!(server.database().integer(&sessions).await, 2);
    }
}

on_both_engines!(an_erased_reader_leaves_no_rating_and_no_favorite);
async fn an_erased_reader_leaves_no_rating_and_no_favorite(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let (read, other) = (server.book().await.id, server.book().await.id);
    for _ in 0..10 {
        let reader = server.student().await;
        let borrowing = server.borrow(&reader, read).await;
        server.give_back(&administrator, &borrowing).await;
        let erasure = server.delete(&format!("/api/admin/users/{}", reader.id));
        let erasure = erasure
            .as_(&administrator)
            .json(&json!({ "email": reader.email }));
        let rating = server.put(&format!("/api/books/{read}/rating")).as_(&reader);
        let rating = rating.json(&json!({ "stars": 5, "review": "Good" }));
        let favorite = server.put(&format!("/api/favorites/{other}")).as_(&reader);
        let answers = at_once([rating, favorite, erasure]).await;
        answers[2].expect(200);
        for answer in &answers[..2] {
            assert!(matches!(answer.status, 200 | 401), "{}", answer.text());
        }
    }
    for table in ["ratings", "reviews", "favorites"] {
        let left = format!("SELECT count(*) FROM {table}");
        assert_eq!(server.database().integer(&left).await, 0, "{table}");
    }
    assert_sound(&server).await;
}
