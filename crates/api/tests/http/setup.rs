//! Setting up a new library: only by its link, once, also with concurrent attempts.

use carrel_domain::settings::weekday_names;
use carrel_testkit::{Answer, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

fn form(token: &str, email: &str) -> Value {
    json!({
        "token": token, "libraryName": format!("Library of {email}"), "timeZone": "Europe/Prague", "currency": "EUR",
        "language": "de", "closedWeekdays": ["saturday", "sunday"], "homeFigures": "live", "name": "Ada Example", "email": email,
        "password": "Herons123", "confirmPassword": "Herons123",
    })
}

async fn set_up(server: &Server, form: &Value) -> Answer {
    server.post("/api/setup").json(form).await
}

const NO_LINK: (u16, &str, &str) = (
    404,
    "setup_link_not_found",
    "This link has expired or was already used",
);

on_both_engines!(of_fifty_concurrent_set_ups_one_succeeds);
async fn of_fifty_concurrent_set_ups_one_succeeds(database: TestDatabase) {
    let server = Server::start(database).await;
    let token = server.setup_token().await.expect("a link");
    let forms: Vec<Value> = (0..50)
        .map(|number| form(&token, &format!("ada{number}@library.example")))
        .collect();
    let answers = futures_util::future::join_all(forms.iter().map(|form| set_up(&server, form))).await;
    let won: Vec<&Answer> = answers.iter().filter(|answer| answer.status == 201).collect();
    let [winner] = won[..] else {
        panic!("{} administrators", won.len());
    };
    for answer in answers.iter().filter(|answer| answer.status != 201) {
        assert_eq!(answer.failure(), NO_LINK);
    }
    let count = "SELECT count(*) FROM users";
    assert_eq!(server.database().integer(count).await, 1);
    let library = server.get("/api/library").await;
    let library = library.expect(200);
    let email = winner.json["user"]["email"].as_str().expect("an address");
    assert_eq!(library["name"], format!("Library of {email}").as_str());
    assert_eq!(
        ["isSetUp", "timeZone", "currency", "language"].map(|field| &library[field]),
        [&json!(true), &json!("Europe/Prague"), &json!("EUR"), &json!("de")]
    );
    assert_eq!(winner.json["user"]["role"], "admin");
    let rules = server.get("/api/library/rules").await;
    assert_eq!(rules.expect(200)["closedWeekdays"], json!(["saturday", "sunday"]));
    let home = server.get("/api/home").await;
    let home = home.expect(200);
    assert_eq!(
        (&home["figures"], &home["voices"]),
        (&json!("live"), &json!("none"))
    );
    assert_eq!(server.setup_token().await, None, "there is an administrator");
    assert_eq!(server.violations().await, []);
}

on_both_engines!(without_the_link_nothing_is_revealed_or_changed);
async fn without_the_link_nothing_is_revealed_or_changed(database: TestDatabase) {
    let server = Server::start(database).await;
    let old = server.setup_token().await.expect("a link");
    let token = server.setup_token().await.expect("a fresh link");
    for wrong in [old.as_str(), "", "0123456789abcdef"] {
        let check = server
            .post("/api/setup/check")
            .json(&json!({ "token": wrong }))
            .await;
        assert_eq!(check.failure(), NO_LINK);
        // Also with an invalid form: its errors are not revealed.
        for form in [form(wrong, "ada@library.example"), json!({ "token": wrong })] {
            assert_eq!(set_up(&server, &form).await.failure(), NO_LINK);
        }
    }
    assert_eq!(server.get("/api/library").await.expect(200)["isSetUp"], false);
    let stored = "SELECT count(*) FROM settings WHERE value LIKE '%";
    let leaked = format!("{stored}{token}%'");
    assert_eq!(
        server.database().integer(&leaked).await,
        0,
        "only the hash is stored"
    );
    let registration = json!({
        "name": "Somebody New", "email": "new@library.example",
        "password": "Reading1", "confirmPassword": "Reading1", "agreeTerms": true,
    });
    let early = server.post("/api/auth/register").json(&registration).await;
    assert_eq!(
        (early.failure().0, early.failure().1),
        (409, "registration_closed")
    );

    let check = server
        .post("/api/setup/check")
        .json(&json!({ "token": token }))
        .await;
    assert!(
        check.expect(200)["currencies"]
            .as_array()
            .is_some_and(|all| all.contains(&json!("USD")))
    );
}

on_both_engines!(an_invalid_form_is_reported_and_the_link_stays_valid);
async fn an_invalid_form_is_reported_and_the_link_stays_valid(database: TestDatabase) {
    let server = Server::start(database).await;
    let token = server.setup_token().await.expect("a link");
    let all_days = weekday_names([true; 7]);
    let wrong = json!({
        "token": token, "libraryName": "", "timeZone": "Nowhere", "currency": "ZZZ", "closedWeekdays": all_days,
        "name": "A", "email": "ada", "password": "secret", "confirmPassword": "Secret",
    });
    assert_eq!(
        set_up(&server, &wrong).await.errors(),
        [
            ("libraryName", "The library needs a name"),
            ("timeZone", "This time zone is not known"),
            ("currency", "This currency is not known"),
            (
                "closedWeekdays",
                "The library must be open on at least one day of the week"
            ),
            ("name", "Name must be at least 2 characters"),
            ("email", "Invalid email address"),
            (
                "password",
                "Password must contain at least one uppercase letter, one lowercase letter, and one number"
            ),
            ("confirmPassword", "Passwords do not match"),
        ]
    );
    let good = form(&token, "ada@library.example");
    assert_eq!(set_up(&server, &good).await.status, 201);
    assert_eq!(set_up(&server, &good).await.failure(), NO_LINK);
}

on_both_engines!(an_administrator_from_the_command_line_ends_the_set_up);
async fn an_administrator_from_the_command_line_ends_the_set_up(database: TestDatabase) {
    let server = Server::start(database).await;
    let token = server.setup_token().await.expect("a link");
    server.administrator().await;
    let late = set_up(&server, &form(&token, "late@library.example")).await;
    assert_eq!(late.failure(), NO_LINK);
    assert_eq!(server.setup_token().await, None);
    assert_eq!(server.get("/api/library").await.expect(200)["isSetUp"], true);
}
