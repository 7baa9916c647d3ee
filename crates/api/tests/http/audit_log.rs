//! The audit log for administrators: its entries, its filters, its file, and what is never in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use carrel_domain::audit::ACTIONS;
use carrel_testkit::{DAY, HOUR, Identity, Server, TestDatabase, eventually, on_both_engines};
use serde_json::{Value, json};

use super::calls::CALLS;
use super::covers::{RED, picture};
use super::world::{World, start};

const PATH: &str = "/api/admin/audit";

/// The actions of a list of entries, the newest first, without those about reading the log and about sessions.
fn actions(entries: &[Value]) -> Vec<&str> {
    let actions = entries.iter().filter_map(|entry| entry["action"].as_str());
    actions
        .filter(|action| *action != "audit.read" && !action.starts_with("session."))
        .collect()
}

/// A library in which a student has borrowed, and an administrator has taken back.
struct Desk {
    server: Server,
    administrator: Identity,
    ada: Identity,
    book_id: String,
    borrowing_id: String,
}

impl Desk {
    async fn new(database: TestDatabase) -> Self {
        let server = Server::start(database).await;
        let administrator = server.administrator().name("Grace Hopper").await;
        let ada = server.student().name("Ada Lovelace").await;
        let book = server.book().title("Emma").await;
        server.clock.advance(DAY);
        let borrowing = server.borrow(&ada, book.id).await;
        server.clock.advance(DAY);
        server.give_back(&administrator, &borrowing).await;
        let change = json!({ "department": "History" });
        let path = format!("/api/admin/users/{}", ada.id);
        server
            .put(&path)
            .as_(&administrator)
            .json(&change)
            .await
            .expect(200);
        Desk {
            administrator,
            ada,
            book_id: book.id.to_string(),
            borrowing_id: borrowing["_id"].as_str().expect("an id").to_owned(),
            server,
        }
    }

    async fn log(&self, query: &str) -> Vec<Value> {
        let answer = self
            .server
            .get(&format!("{PATH}?{query}"))
            .as_(&self.administrator)
            .await;
        assert_eq!(answer.status, 200, "{query}: {}", answer.text());
        answer.list().to_vec()
    }
}

on_both_engines!(an_entry_says_who_did_what_to_whom);
async fn an_entry_says_who_did_what_to_whom(database: TestDatabase) {
    let desk = Desk::new(database).await;
    let log = desk.log("limit=3").await;
    assert_eq!(
        actions(&log),
        ["user.changed", "borrowing.returned", "borrowing.opened"]
    );
    let [changed, returned, opened] = &log[..] else {
        panic!("three entries")
    };
    let grace = json!({ "_id": desk.administrator.id, "name": "Grace Hopper" });
    let ada = json!({ "_id": desk.ada.id, "name": "Ada Lovelace" });
    let emma = json!({ "_id": desk.book_id, "title": "Emma" });
    assert_eq!(
        [&changed["actor"], &changed["user"], &changed["book"]],
        [&grace, &ada, &Value::Null]
    );
    assert_eq!(changed["subject"], desk.ada.id.to_string());
    assert_eq!(changed["before"], json!({ "department": null }));
    assert_eq!(changed["after"], json!({ "department": "History" }));
    assert_eq!(
        [&returned["actor"], &returned["user"], &returned["book"]],
        [&grace, &ada, &emma]
    );
    assert_eq!(
        [&opened["actor"], &opened["user"], &opened["book"]],
        [&ada, &ada, &emma]
    );
    assert_eq!(opened["subject"], desk.borrowing_id.as_str());
}

on_both_engines!(each_filter_finds_its_entries);
async fn each_filter_finds_its_entries(database: TestDatabase) {
    let desk = Desk::new(database).await;
    let (grace, ada, book) = (desk.administrator.id, desk.ada.id, &desk.book_id);
    let day = |offset: i64| {
        let now = desk.server.clock.now() - jiff::SignedDuration::from_hours(24 * offset);
        now.strftime("%F").to_string()
    };
    let table = [
        (
            format!("user={ada}"),
            vec![
                "user.changed",
                "borrowing.returned",
                "borrowing.opened",
                "user.registered",
            ],
        ),
        (format!("actor={ada}"), vec!["borrowing.opened"]),
        (
            format!("book={book}"),
            vec!["borrowing.returned", "borrowing.opened", "book.added"],
        ),
        ("action=borrowing.opened".to_owned(), vec!["borrowing.opened"]),
        (format!("from={0}&to={0}", day(1)), vec!["borrowing.opened"]),
        (
            format!("from={}", day(0)),
            vec!["user.changed", "borrowing.returned"],
        ),
        // The end of this day is beyond the last instant.
        ("from=9999-12-31".to_owned(), vec![]),
        (format!("user={ada}&to={}", day(2)), vec!["user.registered"]),
        (
            format!("actor={grace}&book={book}&from={}", day(1)),
            vec!["borrowing.returned"],
        ),
        (
            format!("user={ada}&action=user.registered"),
            vec!["user.registered"],
        ),
        ("book=book_999999".to_owned(), vec![]),
    ];
    for (query, expected) in table {
        let log = desk.log(&query).await;
        assert_eq!(actions(&log), expected, "{query}");
    }
    let counted = desk
        .server
        .get(&format!("{PATH}?user={ada}&limit=2"))
        .as_(&desk.administrator)
        .await;
    // Reading it has added entries about the person.
    assert!(counted.pagination()[2] >= 4);
}

on_both_engines!(a_filter_that_names_nothing_is_refused);
async fn a_filter_that_names_nothing_is_refused(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    for (query, field) in [
        ("actor=5", "actor"),
        ("user=book_5", "user"),
        ("book=", "book"),
        ("action=user.vanished", "action"),
        ("from=yesterday", "from"),
        ("to=2024-02-30", "to"),
    ] {
        for path in [PATH.to_owned(), format!("{PATH}/table.csv")] {
            let answer = server.get(&format!("{path}?{query}")).as_(&administrator).await;
            assert_eq!(
                (answer.status, answer.errors()[0].0),
                (422, field),
                "{path}?{query}"
            );
        }
    }
}

on_both_engines!(reading_the_log_about_others_is_recorded_once_an_hour);
async fn reading_the_log_about_others_is_recorded_once_an_hour(database: TestDatabase) {
    let desk = Desk::new(database).await;
    let own = format!("user={}", desk.administrator.id);
    desk.log(&own).await;
    let readings = async || desk.log(&format!("action=audit.read&{own}")).await.len();
    // Nobody reads anything about others in one's own entries.
    assert_eq!(readings().await, 0);
    let of_ada = format!("user={}", desk.ada.id);
    let about_ada = async || {
        let log = desk.log(&format!("{of_ada}&limit=100")).await;
        log.iter().filter(|entry| entry["action"] == "audit.read").count()
    };
    desk.log(&of_ada).await;
    desk.log(&format!("{of_ada}&page=2")).await;
    assert_eq!(about_ada().await, 1);
    desk.server.clock.advance(HOUR);
    desk.log(&of_ada).await;
    assert_eq!(about_ada().await, 2);
}

on_both_engines!(the_file_has_every_entry_and_no_formula);
async fn the_file_has_every_entry_and_no_formula(database: TestDatabase) {
    let desk = Desk::new(database).await;
    let number = desk.ada.id.number();
    // More than two parts, most at the same instant.
    desk.server
        .database()
        .sql(&format!(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) \
             INSERT INTO audit (at, actor_id, action, entity, entity_id, user_id, after_state) \
             SELECT 1 + i / 2000, {number}, 'user.changed', 'user', {number}, {number}, \
             '{{\"name\":\"=1+1\",\"place\":' || i || '}}' FROM n"
        ))
        .await
        .expect("the audit log is written");
    let change = json!({ "name": "=HYPERLINK(\"http://evil.example\")" });
    let path = format!("/api/admin/users/{}", desk.ada.id);
    desk.server
        .put(&path)
        .as_(&desk.administrator)
        .json(&change)
        .await
        .expect(200);
    let query = format!("{PATH}/table.csv?user={}&action=user.changed", desk.ada.id);
    let confirmed = desk.server.sign_in_again(&desk.administrator).await;
    let answer = desk.server.get(&query).as_(&confirmed).await;
    assert_eq!(answer.status, 200);
    let disposition = answer.header("content-disposition").unwrap_or_default();
    assert_eq!(disposition, "attachment; filename=\"audit-log.csv\"");
    let text = answer.text().trim_start_matches('\u{feff}');
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with("at,actor,actor_id,action,subject,person"),
        "{}",
        lines[0]
    );
    assert_eq!(lines.len(), 1 + 2500 + 2);
    let places: Vec<i64> = lines
        .iter()
        .filter_map(|line| {
            let place = line.split_once("\"\"place\"\":")?.1;
            place.split_once('}')?.0.parse().ok()
        })
        .collect();
    let mut expected: Vec<i64> = (1..=2500).rev().collect();
    expected.sort_by_key(|place| -place / 2000);
    assert_eq!(places, expected);
    assert!(
        text.contains(",\"'=HYPERLINK(\"\"http://evil.example\"\")\","),
        "{}",
        lines[1]
    );
    let recorded = desk.log("action=audit.exported").await;
    assert_eq!(recorded.len(), 1);
    assert_eq!(recorded[0]["after"], json!({ "action": "user.changed" }));
}

/// Actions that the calls of the document do not cause here: those of the shell and of the set-up, of links that were
/// mailed, of item types, of second factors that need a device, and security events, of which other tests know the whole state.
const OTHER_ACTIONS: [&str; 15] = [
    "access_token.used",
    "confirmation.throttled",
    "copy.changed",
    "demo.filled",
    "library.generated",
    "library.restored",
    "library.set_up",
    "sign_in.failed",
    "sign_in.second_step_asked",
    "sign_in.throttled",
    "user.email_change_undone",
    "user.password_link_mailed",
    "user.password_link_used",
    "user.recovery_code_used",
    "user.second_factor_added",
];

on_both_engines!(no_secret_is_in_the_log);
async fn no_secret_is_in_the_log(database: TestDatabase) {
    let server = start(database).await;
    let mut secrets = vec!["Changed1".to_owned(), "Reading1".to_owned()];
    for call in CALLS.iter().filter(|call| call.method != "GET") {
        let world = World::new(&server).await;
        let people = [&world.owner, &world.other, &world.administrator];
        secrets.extend(
            people
                .iter()
                .flat_map(|person| [person.token.clone(), person.password.clone()]),
        );
        for caller in [&world.owner, &world.administrator] {
            server.confirm(caller).await;
            let method = call.method.parse().expect("a method");
            let mut request = server
                .request(method, &world.path(&call.path, Some(caller)))
                .as_(caller);
            let body = call.body(&world, Some(caller));
            if !body.is_null() {
                request = request.json(&body);
            }
            let answer = request.await;
            collect_secrets(&answer.json, &mut secrets);
        }
    }
    let world = World::new(&server).await;
    let administrator = &world.administrator;
    for (path, body) in [
        (
            "/api/admin/users/{id}",
            json!({ "blockReason": "Ask at the desk" }),
        ),
        ("/api/admin/users/{id}", json!({ "blockReason": null })),
        ("/api/admin/reviews/{id}", json!({ "hidden": true })),
        ("/api/admin/reviews/{id}", json!({ "hidden": false })),
    ] {
        let request = server.put(&world.path(path, None)).as_(administrator);
        request.json(&body).await.expect(200);
    }
    server.confirm(administrator).await;
    let erasure = server.delete(&format!("/api/admin/users/{}", world.deactivated.id));
    let confirmation = json!({ "email": world.deactivated.email });
    erasure.as_(administrator).json(&confirmation).await.expect(200);
    for path in [
        "/api/auth/export",
        "/api/borrowings",
        "/api/borrowings?search=s",
        "/api/admin/borrowings/table.csv",
        "/api/copies/table.csv",
    ] {
        server.get(path).as_(administrator).await;
    }
    let book = server.book().await;
    let lent = server.borrow(&world.other, book.id).await;
    server.clock.advance(1000);
    server.give_back(administrator, &lent).await;
    let undo = format!(
        "/api/admin/borrowings/{}/undo-return",
        lent["_id"].as_str().expect("an id")
    );
    server.post(&undo).as_(administrator).await.expect(200);
    for act in ["pause", "commit"] {
        let path = format!("/api/imports/{}/{act}", world.working_import_id);
        let request = server.post(&path).as_(administrator);
        request.json(&json!({})).await.expect(200);
    }
    for act in ["dismiss", "reopen"] {
        let path = format!("/api/duplicates/{}/{act}", world.duplicates_id);
        server.post(&path).as_(administrator).await.expect(200);
    }
    server.work_on_imports().await;
    server.work_on_bulk_edits().await;
    let cover = format!("/api/books/{}/cover", book.id);
    let picture = picture(RED, 40, 60);
    let uploaded = server.put(&cover).as_(administrator).body("image/png", picture);
    uploaded.await.expect(200);
    server.delete(&cover).as_(administrator).await.expect(200);
    let guess = server.post("/api/auth/confirm").as_(administrator);
    let guess = guess.json(&json!({ "password": "Guessed1wrong" })).await;
    assert_eq!(guess.status, 422);
    let failed = "SELECT count(*) FROM audit WHERE action = 'confirmation.failed'";
    eventually("the guess is recorded", async || {
        server.database().integer(failed).await > 0
    })
    .await;
    secrets.push("Guessed1wrong".to_owned());
    let history = format!("/api/admin/borrowings/user/{}", world.owner.id);
    for path in [&history, PATH, &format!("{PATH}/table.csv")] {
        assert_eq!(server.get(path).as_(administrator).await.status, 200, "{path}");
    }
    let rows: Vec<(String, String, String)> = server
        .database()
        .rows("SELECT action, COALESCE(before_state, ''), COALESCE(after_state, '') FROM audit")
        .await;
    for (action, before, after) in &rows {
        for state in [before, after] {
            for secret in &secrets {
                assert!(!state.contains(secret.as_str()), "{action}: {state}");
            }
            assert!(!state.contains("argon2"), "{action}: {state}");
            let state: Value = serde_json::from_str(state).unwrap_or_default();
            let names = state.as_object().into_iter().flat_map(serde_json::Map::keys);
            for name in names {
                let name = name.to_lowercase();
                let is_secret = ["password", "token", "secret", "hash"].contains(&name.as_str());
                assert!(!is_secret, "{action}: {name}");
            }
        }
    }
    let recorded: BTreeSet<&str> = rows.iter().map(|(action, ..)| action.as_str()).collect();
    let untried: Vec<&str> = ACTIONS
        .into_iter()
        .filter(|action| !recorded.contains(action) && !OTHER_ACTIONS.contains(action))
        .collect();
    assert_eq!(untried, [""; 0], "actions that this test does not cause");
}

/// The secrets in a response: tokens, links, keys of webhooks.
fn collect_secrets(json: &Value, secrets: &mut Vec<String>) {
    match json {
        Value::Object(parts) => {
            for (name, value) in parts {
                match value.as_str() {
                    Some(text) if ["token", "secret", "deviceToken"].contains(&name.as_str()) => {
                        secrets.push(text.to_owned());
                    }
                    Some(text) if name == "path" => {
                        secrets.extend(text.rsplit_once('=').map(|(_, token)| token.to_owned()));
                    }
                    _ => collect_secrets(value, secrets),
                }
            }
        }
        Value::Array(parts) => parts.iter().for_each(|part| collect_secrets(part, secrets)),
        _ => {}
    }
}

/// Texts in the sources that look like an action, and are none.
const NO_ACTIONS: [&str; 6] = [
    "page.",
    "settings.mail",
    "settings.secrets_key",
    "library.key",
    "a.toml",
    "b.toml",
];

#[test]
fn every_action_has_a_sentence() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut actions = BTreeSet::new();
    for folder in ["crates/operations/src", "crates/samples/src"] {
        collect_actions(&root.join(folder), &mut actions);
    }
    let known: BTreeSet<String> = ACTIONS.map(str::to_owned).into();
    let unknown: Vec<&String> = actions.difference(&known).collect();
    assert!(
        unknown.is_empty(),
        "not in carrel_domain::audit::ACTIONS: {unknown:?}"
    );
    let unused: Vec<&String> = known.difference(&actions).collect();
    assert!(unused.is_empty(), "no code records these actions: {unused:?}");
    let texts = fs::read_to_string(root.join("web/src/lib/i18n/en/audit.json")).expect("the texts");
    let texts: Value = serde_json::from_str(&texts).expect("JSON");
    for action in ACTIONS {
        let (noun, verb) = action.split_once('.').expect("a noun and a verb");
        for kind in ["sentences", "names"] {
            assert!(
                texts[kind][noun][verb].is_string(),
                "no text for {action} among the {kind}"
            );
        }
    }
}

/// The actions that the sources of a folder name: texts such as `user.changed`.
fn collect_actions(folder: &Path, actions: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect_actions(&path, actions);
            continue;
        }
        let source = fs::read_to_string(&path).expect("a source");
        for text in source.split('"').skip(1) {
            let is_word = |word: &str| {
                !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
            };
            let is_action = text
                .split_once('.')
                .is_some_and(|(noun, verb)| is_word(noun) && is_word(verb));
            if is_action && !NO_ACTIONS.iter().any(|beginning| text.starts_with(beginning)) {
                actions.insert(text.to_owned());
            }
        }
    }
}
