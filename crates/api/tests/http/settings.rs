//! Settings: who may change them, which values are refused, and their effects.

use carrel_domain::patch::Patch;
use carrel_testkit::{Answer, DAY, Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

pub(super) fn path(section: &str) -> String {
    format!("/api/admin/settings/{section}")
}

pub(super) async fn shown(server: &Server, administrator: &Identity, section: &str) -> Value {
    let answer = server.get(&path(section)).as_(administrator).await;
    answer.expect(200).clone()
}

/// Sends a section with the stored version.
pub(super) async fn change(
    server: &Server,
    administrator: &Identity,
    section: &str,
    mut form: Value,
) -> Answer {
    form["version"] = shown(server, administrator, section).await["version"].clone();
    server.put(&path(section)).as_(administrator).json(&form).await
}

on_both_engines!(a_new_name_of_the_library_applies_at_once_and_is_audited);
async fn a_new_name_of_the_library_applies_at_once_and_is_audited(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let form = json!({
        "name": " Town Library ", "timeZone": "europe/prague", "currency": "EUR", "language": "de",
        "contactEmail": "desk@library.example", "contactPhone": "", "contactAddress": "1 Reading Lane\nTown",
    });
    let changed = change(&server, &administrator, "library", form).await;
    assert_eq!(changed.json["message"], "Settings saved");
    let library = server.get("/api/library").await;
    let library = library.expect(200);
    let fields = ["name", "timeZone", "currency", "language", "contact"].map(|field| library[field].clone());
    let contact =
        json!({ "email": "desk@library.example", "phone": null, "address": "1 Reading Lane\nTown" });
    assert_eq!(
        fields,
        [
            json!("Town Library"),
            json!("Europe/Prague"),
            json!("EUR"),
            json!("de"),
            contact
        ]
    );
    let trail: Vec<(String, String, String)> = server
        .database()
        .rows(
            "SELECT entity, before_state, after_state FROM audit WHERE action = 'settings.changed' \
             AND actor_id IS NOT NULL",
        )
        .await;
    let [(section, before, after)] = &trail[..] else {
        panic!("{trail:?}");
    };
    assert_eq!(section, "settings.library");
    assert!(before.contains("Library Management System") && after.contains("Town Library"));

    // A save without a change is not recorded.
    let stored = shown(&server, &administrator, "library").await;
    change(&server, &administrator, "library", stored)
        .await
        .expect(200);
    let entries = "SELECT count(*) FROM audit WHERE action = 'settings.changed'";
    assert_eq!(server.database().integer(entries).await, 1);
}

on_both_engines!(each_field_of_the_library_is_checked);
async fn each_field_of_the_library_is_checked(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let good = json!({ "name": "Town Library", "timeZone": "UTC", "currency": "USD", "language": "en" });
    let long = "a".repeat(61);
    for (field, value, message) in [
        ("name", json!(" "), "The library needs a name"),
        ("name", json!(long), "The name cannot exceed 60 characters"),
        ("timeZone", json!("Mars/Olympus"), "This time zone is not known"),
        ("timeZone", json!(null), "Please choose a time zone"),
        ("currency", json!("QQQ"), "This currency is not known"),
        ("language", json!("xx"), "This language is not supported"),
        ("language", json!(null), "Please choose a language"),
        ("contactEmail", json!("desk"), "Invalid email address"),
        ("contactPhone", json!("012"), "Invalid phone number"),
    ] {
        let mut form = good.clone();
        form[field] = value;
        let answer = change(&server, &administrator, "library", form).await;
        assert_eq!(answer.errors(), [(field, message)]);
    }
    let versionless = server.put(&path("library")).as_(&administrator).json(&good).await;
    assert_eq!(
        versionless.errors(),
        [("version", "The version of what was changed is missing")]
    );
}

on_both_engines!(a_concurrent_change_is_not_overwritten);
async fn a_concurrent_change_is_not_overwritten(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    for section in ["library", "rules", "pages/about"] {
        let version = shown(&server, &administrator, section).await["version"].clone();
        let forms = (1..=8).map(|number| match section {
            "library" => json!({ "name": format!("Library {number}"), "timeZone": "UTC", "currency": "USD", "language": "en" }),
            "rules" => json!({ "rules": [{ "name": "loans_allowed", "value": number.to_string() }] }),
            _ => json!({ "text": format!("Text {number}") }),
        });
        let requests = forms.map(|mut form| {
            form["version"] = version.clone();
            let (server, administrator) = (&server, &administrator);
            async move { server.put(&path(section)).as_(administrator).json(&form).await }
        });
        let answers = futures_util::future::join_all(requests).await;
        let won = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(won, 1, "{section}");
        for answer in answers.iter().filter(|answer| answer.status != 200) {
            let words = "Another administrator has changed these settings in the meantime";
            assert_eq!(answer.failure(), (409, "settings_changed", words), "{section}");
        }
    }
}

on_both_engines!(a_changed_rule_applies_to_later_loans);
async fn a_changed_rule_applies_to_later_loans(database: TestDatabase) {
    let server = Server::start(database).await;
    server.travel_to("2026-03-02T10:00:00Z");
    let administrator = server.administrator().await;
    let student = server.student().await;
    let (first, second) = (server.book().await, server.book().await);
    let before = server.borrow(&student, first.id).await;
    assert_eq!(before["dueOn"], "2026-03-16");

    let kinds = json!({ "patronCategories": [{ "name": "Staff" }], "itemTypes": [] });
    change(&server, &administrator, "kinds", kinds).await.expect(200);
    let rules = json!({ "rules": [
        { "name": "loan_days", "value": " 7 " },
        { "name": "loan_days", "patronCategory": "staff", "value": "28" },
        { "name": "fine_per_period", "value": "100" },
    ] });
    change(&server, &administrator, "rules", rules).await.expect(200);
    let after = server.borrow(&student, second.id).await;
    assert_eq!(after["dueOn"], "2026-03-09");
    // Earlier loans keep their due day and their fine.
    server.clock.advance(16 * DAY);
    let late = server.give_back(&server.administrator().await, &before).await;
    assert_eq!(
        (&late["dueOn"], &late["fineAmount"]),
        (&json!("2026-03-16"), &json!(0.25))
    );
}

on_both_engines!(the_effective_rules_are_explained);
async fn the_effective_rules_are_explained(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let kinds = json!({ "patronCategories": [{ "name": "Staff" }], "itemTypes": [] });
    change(&server, &administrator, "kinds", kinds).await.expect(200);
    let rules = json!({ "rules": [
        { "name": "loan_days", "value": "7" },
        { "name": "loan_days", "patronCategory": "staff", "value": "28" },
    ] });
    change(&server, &administrator, "rules", rules).await.expect(200);
    for (query, value, category, beaten) in [
        ("", "7", json!(null), 0),
        ("?patronCategory=staff", "28", json!("staff"), 1),
        ("?patronCategory=guest&itemType=dvd", "7", json!(null), 0),
    ] {
        let path = path(&format!("rules/explanation{query}"));
        let answer = server.get(&path).as_(&administrator).await;
        let loan = &answer.expect(200)[0];
        assert_eq!(
            (&loan["name"], &loan["value"]),
            (&json!("loan_days"), &json!(value))
        );
        assert_eq!(loan["rule"]["patronCategory"], category, "{query}");
        assert_eq!(loan["beaten"].as_array().map(Vec::len), Some(beaten), "{query}");
        let fine = answer
            .expect(200)
            .as_array()
            .and_then(|all| all.iter().find(|one| one["name"] == "fine_per_period").cloned());
        let fine = fine.expect("fines are explained");
        assert_eq!((&fine["value"], &fine["rule"]), (&json!("25"), &json!(null)));
    }
}

on_both_engines!(rules_without_effect_are_neither_shown_nor_changed);
async fn rules_without_effect_are_neither_shown_nor_changed(database: TestDatabase) {
    let server = Server::start(database).await;
    server.rule("holds_allowed", "3").await;
    let administrator = server.administrator().await;
    let rules = json!({ "rules": [{ "name": "loan_days", "value": "7" }] });
    let changed = change(&server, &administrator, "rules", rules).await;
    let shown = &changed.expect(200)["rules"];
    assert_eq!(shown.as_array().map(Vec::len), Some(1), "{shown}");
    assert_eq!(shown[0]["name"], "loan_days");
    let kept = "SELECT count(*) FROM policies WHERE name = 'holds_allowed' AND value = '3'";
    assert_eq!(server.database().integer(kept).await, 1);
}

on_both_engines!(invalid_entries_are_reported_by_position);
async fn invalid_entries_are_reported_by_position(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let rules = json!({ "rules": [
        { "name": "loan_days", "value": "14" },
        { "name": "loan_days", "value": "0" },
        { "name": "no_such_rule", "value": "1" },
        { "name": "loan_days", "value": "21" },
        { "name": "fine_cap", "value": "-5" },
        { "name": "latest_due_date", "value": "tomorrow" },
        { "name": "cap_at_replacement_price", "value": "true" },
        { "name": "holds_allowed", "value": "3" },
    ] });
    let answer = change(&server, &administrator, "rules", rules).await;
    assert_eq!(
        answer.errors(),
        [
            ("rules.1.value", "The number must be from 1 to 365"),
            ("rules.2.name", "There is no such rule"),
            (
                "rules.3.name",
                "There is already a rule of this kind for the same people and items"
            ),
            ("rules.4.value", "The amount must be from 0.00 to 100000.00"),
            ("rules.5.value", "A date looks like 2026-12-24"),
            ("rules.6.name", "This rule has no effect yet"),
            ("rules.7.name", "This rule has no effect yet"),
        ]
    );
    let days = json!({
        "closedWeekdays": ["sunday", "someday"],
        "closures": [
            { "date": "2026-12-24", "name": "Christmas Eve" },
            { "date": "2026-12-24", "name": "Again" },
            { "date": "2026-02-30", "name": "No such day" },
            { "date": "2026-05-01", "name": " " },
        ],
    });
    let answer = change(&server, &administrator, "opening-days", days).await;
    let fields: Vec<&str> = answer.errors().iter().map(|(field, _)| *field).collect();
    assert_eq!(
        fields,
        [
            "closedWeekdays",
            "closures.1.date",
            "closures.2.date",
            "closures.3.name"
        ]
    );
}

on_both_engines!(new_loans_are_not_due_on_a_new_closure);
async fn new_loans_are_not_due_on_a_new_closure(database: TestDatabase) {
    let server = Server::start(database).await;
    server.travel_to("2026-03-02T10:00:00Z");
    let administrator = server.administrator().await;
    let days = json!({
        "closedWeekdays": ["tuesday"],
        "closures": [{ "date": "2026-03-18", "name": "Inventory" }, { "date": "2026-03-16", "name": "Repairs" }],
    });
    let changed = change(&server, &administrator, "opening-days", days).await;
    let dates: Vec<&Value> = changed.expect(200)["closures"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|closure| &closure["date"])
        .collect();
    assert_eq!(dates, [&json!("2026-03-16"), &json!("2026-03-18")]);
    let student = server.student().await;
    let borrowing = server.borrow(&student, server.book().await.id).await;
    assert_eq!(
        borrowing["dueOn"], "2026-03-19",
        "Monday, Tuesday and Wednesday are closed"
    );
    let rules = server.get("/api/library/rules").await;
    let rules = rules.expect(200);
    assert_eq!(rules["closedWeekdays"], json!(["tuesday"]));
    assert_eq!(rules["closures"][0]["name"], "Repairs");
    let renewals = ["renewalsAllowed", "renewalDays", "noRenewalBeforeDays"].map(|name| &rules[name]);
    assert_eq!(renewals, [&json!(2), &json!(null), &json!(null)]);
}

on_both_engines!(a_loan_is_refused_in_the_last_second_before_the_latest_due_date);
async fn a_loan_is_refused_in_the_last_second_before_the_latest_due_date(database: TestDatabase) {
    let server = Server::start(database).await;
    server.travel_to("2026-03-10T23:59:58.000Z");
    server.rule("latest_due_date", "2026-03-10").await;
    let student = server.student().await;
    let (first, second) = (server.book().await, server.book().await);
    let lent = server.borrow(&student, first.id).await;
    assert_eq!(lent["dueOn"], "2026-03-10");
    server.travel_to("2026-03-10T23:59:59.500Z");
    let path = format!("/api/borrowings/{}", second.id);
    let answer = server.post(&path).as_(&student).await;
    let (status, code, _) = answer.failure();
    assert_eq!((status, code), (409, "due_already"));
    assert_eq!(server.violations().await, []);
}

on_both_engines!(amounts_are_shown_in_the_librarys_currency);
async fn amounts_are_shown_in_the_librarys_currency(database: TestDatabase) {
    let server = Server::start(database).await;
    server.set("currency", "EUR").await;
    server.rule("block_at_balance", "50").await;
    let administrator = server.administrator().await;
    let student = server.student().await;
    let short = server
        .book()
        .with(|draft| draft.borrowing_period = Patch::Set(1))
        .await;
    let late = server.borrow(&student, short.id).await;
    let open = server.borrow(&student, server.book().await.id).await;
    server.clock.advance(5 * DAY);
    server.give_back(&administrator, &late).await;
    let borrow = format!("/api/borrowings/{}", short.id);
    let renew = format!("/api/borrowings/{}/renew", open["_id"].as_str().expect("an id"));
    for (path, person, words) in [
        (
            &borrow,
            &student,
            "You owe €0.75; borrowing is possible again below €0.50",
        ),
        (
            &renew,
            &student,
            "You owe €0.75; renewing is possible again below €0.50",
        ),
        (
            &renew,
            &administrator,
            "This person owes €0.75; renewing is possible below €0.50",
        ),
    ] {
        let answer = server.post(path).as_(person).await;
        assert_eq!(answer.failure(), (409, "balance_at_limit", words));
    }
}

on_both_engines!(a_currency_with_amounts_in_it_stays);
async fn a_currency_with_amounts_in_it_stays(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let save = async |section: &str, form: Value| change(&server, &administrator, section, form).await;
    let choose = async |currency: &str| {
        let form =
            json!({ "name": "Town Library", "timeZone": "UTC", "currency": currency, "language": "en" });
        save("library", form).await
    };
    // A new library may choose any currency.
    for currency in ["JPY", "BHD", "USD"] {
        choose(currency).await.expect(200);
    }
    // 0.50 is 50 cents in one currency and 500 fils in another.
    let rule = json!({ "rules": [{ "name": "fine_per_period", "value": "50" }] });
    save("rules", rule).await.expect(200);
    let in_rules = "This currency has another number of decimal places; remove the rules with amounts first";
    for currency in ["JPY", "BHD"] {
        let answer = choose(currency).await;
        assert_eq!(
            (answer.status, answer.errors()),
            (422, vec![("currency", in_rules)]),
            "{currency}"
        );
    }
    choose("EUR").await.expect(200);
    choose("USD").await.expect(200);
    save(
        "rules",
        json!({ "rules": [{ "name": "fine_per_period", "value": "0" }] }),
    )
    .await
    .expect(200);
    choose("JPY").await.expect(200);
    choose("USD").await.expect(200);
    save("rules", json!({ "rules": [] })).await.expect(200);
    // The terms of a borrowing have amounts.
    let student = server.student().await;
    let book = server
        .book()
        .with(|draft| draft.borrowing_period = Patch::Set(1))
        .await;
    let late = server.borrow(&student, book.id).await;
    let in_loans = "This currency has another number of decimal places; wait until no book is lent";
    assert_eq!(choose("JPY").await.errors(), [("currency", in_loans)]);
    choose("EUR").await.expect(200);
    server.clock.advance(5 * DAY);
    server.give_back(&administrator, &late).await;
    let booked = "The currency cannot change any more, because amounts have been charged in it";
    for currency in ["USD", "JPY"] {
        assert_eq!(choose(currency).await.errors(), [("currency", booked)]);
    }
    choose("EUR").await.expect(200);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_page_can_have_its_own_text_or_the_standard_one);
async fn a_page_can_have_its_own_text_or_the_standard_one(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let text = "## Hello\r\n<script>alert(1)</script>";
    for (sent, kept) in [
        (json!(text), json!("## Hello\n<script>alert(1)</script>")),
        (json!(" "), json!(null)),
    ] {
        let changed = change(&server, &administrator, "pages/about", json!({ "text": sent })).await;
        changed.expect(200);
        let page = server.get("/api/pages/about").await;
        assert_eq!(page.expect(200)["text"], kept);
        assert_eq!(page.expect(200)["updatedAt"].is_null(), kept.is_null());
    }
    let long = change(
        &server,
        &administrator,
        "pages/about",
        json!({ "text": "a".repeat(20_001) }),
    )
    .await;
    assert_eq!(
        long.errors(),
        [("text", "The text cannot exceed 20000 characters")]
    );
}

on_both_engines!(the_home_page_has_samples_until_the_library_has_its_own);
async fn the_home_page_has_samples_until_the_library_has_its_own(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let home = server.get("/api/home").await;
    let samples = json!({
        "headline": null, "lead": null, "figures": "samples", "live": null, "voices": "samples", "testimonials": [],
    });
    assert_eq!(home.expect(200), &samples);

    let voice = json!({ "text": "I found it at once.", "by": "A reader" });
    let form = json!({ "headline": "Come in", "figures": "live", "voices": "own", "testimonials": [voice] });
    change(&server, &administrator, "home", form).await.expect(200);
    server.book().await;
    let live = server.get("/api/home").await;
    assert_eq!(live.expect(200)["testimonials"], json!([voice]));
    assert_eq!(
        live.expect(200)["live"],
        json!({ "books": 1, "users": 1, "borrowed": 0 })
    );
    // The figures are cached for a minute.
    server.book().await;
    assert_eq!(server.get("/api/home").await.expect(200)["live"]["books"], 1);
    server.clock.advance(60_000);
    assert_eq!(server.get("/api/home").await.expect(200)["live"]["books"], 2);

    let nobody = json!({ "figures": "all", "voices": "own", "testimonials": [] });
    let answer = change(&server, &administrator, "home", nobody).await;
    let fields: Vec<&str> = answer.errors().iter().map(|(field, _)| *field).collect();
    assert_eq!(fields, ["figures", "voices"]);
}

on_both_engines!(closed_registration_refuses_new_accounts);
async fn closed_registration_refuses_new_accounts(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let form = json!({
        "name": "Somebody New", "email": "new@library.example",
        "password": "Reading1", "confirmPassword": "Reading1", "agreeTerms": true,
    });
    change(&server, &administrator, "registration", json!({ "open": false }))
        .await
        .expect(200);
    assert_eq!(
        server.get("/api/library").await.expect(200)["registrationOpen"],
        false
    );
    let answer = server.post("/api/auth/register").json(&form).await;
    let words = "Registration is closed. Please ask the library for an account.";
    assert_eq!(answer.failure(), (409, "registration_closed", words));
    change(&server, &administrator, "registration", json!({ "open": true }))
        .await
        .expect(200);
    assert_eq!(server.post("/api/auth/register").json(&form).await.status, 201);
}
