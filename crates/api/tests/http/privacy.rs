//! What the library forgets: old audit entries, people of returned borrowings, erased accounts, names of reviewers.

use carrel_testkit::{DAY, Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

const PATH: &str = "/api/admin/settings/privacy";

async fn set(server: &Server, administrator: &Identity, change: Value) {
    server.confirm(administrator).await;
    let shown = server.get(PATH).as_(administrator).await;
    let mut form = shown.expect(200).clone();
    for (name, value) in change.as_object().expect("an object") {
        form[name] = value.clone();
    }
    server.put(PATH).as_(administrator).json(&form).await.expect(200);
}

on_both_engines!(the_settings_of_privacy_have_limits);
async fn the_settings_of_privacy_have_limits(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let shown = server.get(PATH).as_(&administrator).await;
    let stored = shown.expect(200).clone();
    assert_eq!(
        [
            &stored["auditDays"],
            &stored["borrowingDays"],
            &stored["reviewNames"]
        ],
        [&json!(1095), &Value::Null, &json!("full")]
    );
    for (field, value) in [
        ("auditDays", json!(89)),
        ("auditDays", json!(3651)),
        ("auditDays", json!(null)),
        ("borrowingDays", json!(0)),
        ("borrowingDays", json!(3651)),
        ("reviewNames", json!("nicknames")),
        ("reviewNames", json!(null)),
        ("coversFromOtherSites", json!(null)),
    ] {
        let mut form = stored.clone();
        form[field] = value.clone();
        let answer = server.put(PATH).as_(&administrator).json(&form).await;
        assert_eq!((answer.status, answer.errors()[0].0), (422, field), "{value}");
    }
    set(
        &server,
        &administrator,
        json!({ "auditDays": 90, "borrowingDays": 1, "reviewNames": "hidden" }),
    )
    .await;
    let library = server.get("/api/library").await;
    let retention = json!({
        "borrowingDays": 1, "auditDays": 90, "sessionHours": 12, "rememberedSessionDays": 30,
    });
    assert_eq!(library.expect(200)["retention"], retention);
    let kept = server.get("/api/admin/kept-data").as_(&administrator).await;
    let hours = |kind: &str| {
        let found = kept.list().iter().find(|kept| kept["kind"] == kind);
        found.expect("a kind")["hours"].clone()
    };
    assert_eq!(
        ["account", "audit", "borrowings", "sessions"].map(hours),
        [json!(null), json!(90 * 24), json!(24), json!(12)]
    );
}

on_both_engines!(browsers_load_covers_from_other_sites_only_if_the_library_allows_it);
async fn browsers_load_covers_from_other_sites_only_if_the_library_allows_it(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    for (change, allowed) in [(None, false), (Some(true), true), (Some(false), false)] {
        if let Some(change) = change {
            let change = json!({ "coversFromOtherSites": change });
            set(&server, &administrator, change).await;
        }
        let library = server.get("/api/library").await;
        let policy = library.headers["content-security-policy"]
            .to_str()
            .expect("a text");
        let images = if allowed {
            "; img-src 'self' data: blob: https:; "
        } else {
            "; img-src 'self' data: blob:; "
        };
        assert!(policy.contains(images), "{policy}");
        assert_eq!(library.expect(200)["coversFromOtherSites"], allowed);
    }
}

on_both_engines!(audit_entries_are_kept_as_long_as_the_library_says);
async fn audit_entries_are_kept_as_long_as_the_library_says(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let first = server.clock.now_ms();
    server
        .database()
        .sql(&format!(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200) \
             INSERT INTO audit (at, action, entity) SELECT {first}, 'user.changed', 'user' FROM n"
        ))
        .await
        .expect("the audit log is written");
    set(&server, &administrator, json!({ "auditDays": 90 })).await;
    server.clock.advance(90 * DAY);
    let removed = async || server.remove_old_audit().await;
    assert_eq!(removed().await, 0, "the last day is kept");
    server.clock.advance(DAY);
    assert!(removed().await >= 1200);
    assert_eq!(removed().await, 0);
    let left = format!("SELECT count(*) FROM audit WHERE at <= {first}");
    assert_eq!(server.database().integer(&left).await, 0);
    assert_eq!(server.violations().await, []);
}

/// A person who has returned one book in time, paid for another one, and owes for a third one; a fourth one is open.
struct Reader {
    server: Server,
    administrator: Identity,
    ada: Identity,
    borrowings: Vec<Value>,
}

impl Reader {
    async fn new(database: TestDatabase) -> Self {
        let server = Server::start(database).await;
        let administrator = server.administrator().await;
        let ada = server.student().name("Ada Lovelace").await;
        let mut borrowings = Vec::new();
        for title in ["Emma", "Persuasion", "Mansfield Park"] {
            let book = server.book().title(title).await;
            borrowings.push(server.borrow(&ada, book.id).await);
        }
        let emma = borrowings[0]["_id"].as_str().expect("an id");
        let overrides = json!({ "overrides": [{ "code": "no_renewals_left", "comment": "Ada travels" }] });
        let path = format!("/api/borrowings/{emma}/renew");
        // Of three renewals the third one needs the override.
        for _ in 0..3 {
            let renewal = server.post(&path).as_(&administrator).json(&overrides);
            renewal.await.expect(200);
        }
        server.give_back(&administrator, &borrowings[0]).await;
        server.clock.advance(20 * DAY);
        for borrowing in &borrowings[1..] {
            server.give_back(&administrator, borrowing).await;
        }
        let paid = borrowings[1]["_id"].as_str().expect("an id");
        let path = format!("/api/admin/borrowings/{paid}/payments");
        server
            .post(&path)
            .as_(&administrator)
            .json(&json!({ "note": "Ada's coins" }))
            .await
            .expect(200);
        let rating = json!({ "stars": 5, "review": "Read it twice." });
        let emma = borrowings[0]["book"]["_id"].as_str().expect("an id");
        let path = format!("/api/books/{emma}/rating");
        server.put(&path).as_(&ada).json(&rating).await.expect(200);
        Reader {
            server,
            administrator,
            ada,
            borrowings,
        }
    }

    async fn anonymise(&self) -> u64 {
        self.server.anonymise_borrowings().await
    }

    async fn get(&self, path: &str) -> Value {
        self.server
            .get(path)
            .as_(&self.administrator)
            .await
            .expect(200)
            .clone()
    }

    async fn all(&self) -> Vec<Value> {
        self.get("/api/borrowings?sort=borrowedDate")
            .await
            .as_array()
            .expect("a list")
            .clone()
    }
}

on_both_engines!(returned_borrowings_lose_their_person);
async fn returned_borrowings_lose_their_person(database: TestDatabase) {
    let reader = Reader::new(database).await;
    let Reader {
        server,
        ada,
        administrator,
        ..
    } = &reader;
    let stats = reader.get("/api/admin/stats").await;
    let fines = reader.get("/api/admin/reports/fines").await;
    let reasons = "SELECT count(*) FROM renewals WHERE overrides LIKE '%Ada%'";
    assert_eq!(server.database().integer(reasons).await, 1);
    assert_eq!(reader.anonymise().await, 0, "by default they keep it");
    set(server, administrator, json!({ "borrowingDays": 5 })).await;
    assert_eq!(
        reader.anonymise().await,
        1,
        "the first one was returned twenty days ago"
    );
    server.clock.advance(6 * DAY);
    assert_eq!(reader.anonymise().await, 1, "the third one is not settled");
    assert_eq!(reader.anonymise().await, 0);
    let people: Vec<Value> = reader
        .all()
        .await
        .iter()
        .map(|borrowing| borrowing["user"].clone())
        .collect();
    assert_eq!(people.iter().filter(|person| person.is_null()).count(), 2);
    // The person has one left in the history; the library has all in its figures.
    let history = server.get("/api/borrowings/my-history").as_(ada).await;
    assert_eq!(history.list().len(), 1);
    let now = reader.get("/api/admin/stats").await;
    assert_eq!(now["totalBorrowings"], stats["totalBorrowings"]);
    assert_eq!(now["mostBorrowedBooks"], stats["mostBorrowedBooks"]);
    let sum = |report: &Value, field: &str| {
        let months = report["months"].as_array().expect("months").iter();
        months
            .map(|month| month[field].as_f64().expect("an amount"))
            .sum::<f64>()
    };
    let fines_now = reader.get("/api/admin/reports/fines").await;
    for field in ["charged", "collected"] {
        assert!(
            (sum(&fines_now, field) - sum(&fines, field)).abs() < 0.001,
            "{field}"
        );
    }
    // Nothing connects them any more.
    let number = ada.id.number();
    for sql in [
        reasons.to_owned(),
        "SELECT count(*) FROM audit WHERE entity = 'borrowing' AND after_state LIKE '%Ada%'".to_owned(),
        format!(
            "SELECT count(*) FROM audit a JOIN borrowings o ON o.id = a.entity_id WHERE a.entity = 'borrowing' \
             AND o.user_id IS NULL AND (a.user_id = {number} OR a.actor_id = {number} OR a.after_state IS NOT NULL)"
        ),
        format!(
            "SELECT count(*) FROM borrowings WHERE user_id IS NULL AND {number} IN (lent_by, returned_by)"
        ),
        "SELECT count(*) FROM ledger l JOIN borrowings o ON o.id = l.borrowing_id WHERE o.user_id IS NULL \
         AND (l.user_id IS NOT NULL OR l.note IS NOT NULL)"
            .to_owned(),
    ] {
        assert_eq!(server.database().integer(&sql).await, 0, "{sql}");
    }
    // The rating stays, and its author may change it.
    let emma = reader.borrowings[0]["book"]["_id"].as_str().expect("an id");
    let path = format!("/api/books/{emma}/rating");
    server
        .put(&path)
        .as_(ada)
        .json(&json!({ "stars": 3 }))
        .await
        .expect(200);
    let first = reader.borrowings[0]["_id"].as_str().expect("an id");
    let again = server
        .put(&format!("/api/admin/borrowings/{first}/return"))
        .as_(administrator)
        .await;
    assert_eq!(again.failure().1, "already_returned");
    assert_eq!(server.violations().await, []);
}

async fn erase(server: &Server, by: &Identity, person: &Identity, email: &str) -> (u16, String) {
    server.confirm(by).await;
    let path = format!("/api/admin/users/{}", person.id);
    let answer = server
        .delete(&path)
        .as_(by)
        .json(&json!({ "email": email }))
        .await;
    let code = answer.json["code"].as_str().unwrap_or_default().to_owned();
    (answer.status, code)
}

on_both_engines!(an_account_is_erased_when_nothing_is_open);
async fn an_account_is_erased_when_nothing_is_open(database: TestDatabase) {
    let reader = Reader::new(database).await;
    let Reader {
        server,
        ada,
        administrator,
        ..
    } = &reader;
    let refused = async |expected: (u16, &str)| {
        let (status, code) = erase(server, administrator, ada, &ada.email).await;
        assert_eq!((status, code.as_str()), expected);
    };
    refused((409, "user_has_balance")).await;
    let owing = reader.borrowings[2]["_id"].as_str().expect("an id");
    let waiver = format!("/api/admin/borrowings/{owing}/waivers");
    server
        .post(&waiver)
        .as_(administrator)
        .json(&json!({ "note": "Ada moves away" }))
        .await
        .expect(200);
    let open = server.borrow(ada, server.book().await.id).await;
    refused((409, "user_has_borrowings")).await;
    server.give_back(administrator, &open).await;
    assert_eq!(
        erase(server, administrator, ada, "ada@elsewhere.example").await,
        (422, "validation".to_owned())
    );
    assert_eq!(
        erase(server, ada, ada, &ada.email).await,
        (403, "not_allowed".to_owned())
    );
    let stats = reader.get("/api/admin/stats").await;
    let before = stats["totalUsers"].as_i64().expect("a count");
    let spelled = format!(" {} ", ada.email.to_uppercase());
    // Traces of an address that the person had before.
    for sql in [
        format!(
            "INSERT INTO email_changes (id, user_id, old_email, old_email_key, new_email, requested_at, changed_at, \
             expires_at, by_staff, has_notice) VALUES (990000001, {}, 'old@library.example', 'old@library.example', \
             'ada@library.example', 1, 1, 2, 0, 0)",
            ada.id.number()
        ),
        "INSERT INTO sign_in_failures (account, origin, failures, latest_at) \
         VALUES ('old@library.example', '', 1, 1)"
            .to_owned(),
    ] {
        server.database().sql(&sql).await.expect("a trace");
    }
    assert_eq!(erase(server, administrator, ada, &spelled).await.0, 200);
    let traces = "SELECT count(*) FROM sign_in_failures WHERE account = 'old@library.example'";
    assert_eq!(server.database().integer(traces).await, 0);

    assert_eq!(server.get("/api/auth/me").as_(ada).await.status, 401);
    assert_eq!(
        erase(server, administrator, ada, &ada.email).await,
        (404, "user_not_found".to_owned())
    );
    let stats = reader.get("/api/admin/stats").await;
    assert_eq!(stats["totalUsers"], before - 1);
    assert_eq!(stats["totalBorrowings"], 4);
    assert!(
        reader
            .all()
            .await
            .iter()
            .all(|borrowing| borrowing["user"].is_null())
    );
    let emma = reader.borrowings[0]["book"]["_id"].as_str().expect("an id");
    let book = reader.get(&format!("/api/books/{emma}")).await;
    assert_eq!(book["rating"]["count"], 0);
    let (name, email) = ("Ada", ada.email.as_str());
    for text in [name, email] {
        let traces = format!(
            "SELECT count(*) FROM audit WHERE COALESCE(before_state, '') LIKE '%{text}%' \
             OR COALESCE(after_state, '') LIKE '%{text}%'"
        );
        assert_eq!(server.database().integer(&traces).await, 0, "{text}");
    }
    assert_eq!(
        server
            .database()
            .integer("SELECT count(*) FROM ledger WHERE note LIKE '%Ada%'")
            .await,
        0
    );
    let number = ada.id.number();
    let tombstone = format!("SELECT count(*) FROM tombstones WHERE entity = 'user' AND entity_id = {number}");
    assert_eq!(server.database().integer(&tombstone).await, 1);
    let log = reader.get("/api/admin/audit?action=user.erased").await;
    assert_eq!(log[0]["user"], json!({ "_id": ada.id, "name": null }));
    assert_eq!(server.violations().await, []);
    // The address is free again.
    server.student().email(&ada.email).await;
}

on_both_engines!(the_accepted_version_of_the_terms_is_recorded);
async fn the_accepted_version_of_the_terms_is_recorded(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let first = server.student().await;
    server.clock.advance(DAY);
    let path = "/api/admin/settings/pages/terms";
    let shown = server.get(path).as_(&administrator).await;
    let form = json!({ "text": "Bring books back.", "version": shown.expect(200)["version"] });
    server.put(path).as_(&administrator).json(&form).await.expect(200);
    let page = server.get("/api/pages/terms").await;
    let changed_at = page.expect(200)["updatedAt"].clone();
    server.clock.advance(DAY);
    let second = server.student().await;
    let accepted = async |person: &Identity| {
        let shown = server
            .get(&format!("/api/admin/users/{}", person.id))
            .as_(&administrator)
            .await;
        let person = shown.expect(200);
        (
            person["termsAcceptedAt"].clone(),
            person["termsChangedAt"].clone(),
        )
    };
    assert_eq!(
        accepted(&first).await,
        (json!("2026-03-02T09:00:00.000Z"), Value::Null)
    );
    assert_eq!(
        accepted(&second).await,
        (json!("2026-03-04T09:00:00.000Z"), changed_at)
    );
    // Staff created this account.
    assert_eq!(accepted(&administrator).await, (Value::Null, Value::Null));
}

on_both_engines!(staff_are_not_erased);
async fn staff_are_not_erased(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let second = server.administrator().await;
    for person in [&administrator, &second] {
        let refused = erase(&server, &administrator, person, &person.email).await;
        assert_eq!(refused, (409, "staff_not_erased".to_owned()));
    }
}

on_both_engines!(reviews_name_their_authors_as_the_library_chooses);
async fn reviews_name_their_authors_as_the_library_chooses(database: TestDatabase) {
    let reader = Reader::new(database).await;
    let Reader {
        server,
        administrator,
        ..
    } = &reader;
    let other = server.student().await;
    let emma = reader.borrowings[0]["book"]["_id"].as_str().expect("an id");
    let path = format!("/api/books/{emma}/reviews");
    for (choice, shown) in [
        ("full", json!("Ada Lovelace")),
        ("initials", json!("A. L.")),
        ("hidden", json!(null)),
    ] {
        set(server, administrator, json!({ "reviewNames": choice })).await;
        for (person, expected) in [
            (&other, &shown),
            (administrator, &json!("Ada Lovelace")),
            (&reader.ada, &json!("Ada Lovelace")),
        ] {
            let reviews = server.get(&path).as_(person).await;
            assert_eq!(reviews.list()[0]["author"], *expected, "{choice}");
        }
    }
}
