//! Charges without a borrowing: adding, cancelling, settling them, and who sees them.

use carrel_domain::patch::Patch;
use carrel_testkit::{Answer, DAY, Identity, Server, TestDatabase, on_both_engines};
use futures_util::future::join_all;
use serde_json::{Value, json};

fn id(charge: &Value) -> &str {
    charge["_id"].as_str().expect("an id")
}

async fn add(server: &Server, by: &Identity, person: &Identity, form: Value) -> Answer {
    let path = format!("/api/users/{}/charges", person.id);
    server.post(&path).as_(by).json(&form).await
}

async fn added(server: &Server, by: &Identity, person: &Identity, amount: f64, words: &str) -> Value {
    let form = json!({ "reason": "processing", "amount": amount, "description": words });
    add(server, by, person, form).await.expect(201).clone()
}

/// Pays, waives or cancels a charge.
async fn act(server: &Server, by: &Identity, charge: &Value, act: &str, form: Value) -> Answer {
    let path = format!("/api/charges/{}/{act}", id(charge));
    let request = server.post(&path).as_(by);
    match act {
        "cancel" => request.await,
        _ => request.json(&form).await,
    }
}

async fn listed(server: &Server, by: &Identity, path: &str) -> Vec<Value> {
    server.get(path).as_(by).await.list().to_vec()
}

fn descriptions(charges: &[Value]) -> Vec<&str> {
    charges
        .iter()
        .map(|charge| charge["description"].as_str().expect("words"))
        .collect()
}

async fn balance(server: &Server, by: &Identity, person: &Identity) -> Value {
    let path = format!("/api/admin/users/{}", person.id);
    server.get(&path).as_(by).await.expect(200)["balance"].clone()
}

on_both_engines!(a_charge_is_added_paid_waived_and_listed);
async fn a_charge_is_added_paid_waived_and_listed(database: TestDatabase) {
    let server = Server::start(database).await;
    let (librarian, student) = (
        server.with_role("librarian").await,
        server.student().name("Ada").await,
    );
    let form = json!({ "reason": "processing", "amount": 2.5, "description": "  Library card replaced " });
    let answer = add(&server, &librarian, &student, form).await;
    assert_eq!(answer.json["message"], "Charge added");
    let card = answer.expect(201).clone();
    let now = format!("{:.3}", server.clock.now());
    assert_eq!(
        card,
        json!({
            "_id": id(&card), "userId": student.id, "reason": "processing", "description": "Library card replaced",
            "amount": 2.5, "outstanding": 2.5, "status": "open", "chargedAt": now, "addedBy": librarian.name,
        })
    );
    server.clock.advance(DAY);
    let librarian = server.sign_in_again(&librarian).await;
    let prints = added(&server, &librarian, &student, 1.0, "Prints").await;
    assert_eq!(balance(&server, &librarian, &student).await, json!(3.5));

    let part = act(&server, &librarian, &card, "payment", json!({ "amount": 1 })).await;
    assert_eq!(part.json["message"], "Payment recorded");
    assert_eq!(part.expect(200)["outstanding"], 1.5);
    let too_much = act(&server, &librarian, &card, "payment", json!({ "amount": 1.51 })).await;
    assert_eq!(
        too_much.errors(),
        [("amount", "Amount cannot exceed the amount owed")]
    );
    let waived = act(
        &server,
        &librarian,
        &card,
        "waiver",
        json!({ "note": "The rest is forgiven" }),
    )
    .await;
    assert_eq!(waived.json["message"], "Charge waived");
    assert_eq!(waived.expect(200)["status"], "settled");
    let again = act(&server, &librarian, &card, "payment", json!({})).await;
    assert_eq!(again.failure(), (409, "nothing_owed", "Nothing is owed"));
    let without_reason = act(&server, &librarian, &prints, "waiver", json!({})).await;
    assert_eq!(
        without_reason.errors(),
        [("note", "Enter a reason for the waiver")]
    );

    // The open ones come first, for staff and for the person.
    let path = format!("/api/users/{}/charges", student.id);
    let of_person = listed(&server, &librarian, &path).await;
    assert_eq!(descriptions(&of_person), ["Prints", "Library card replaced"]);
    assert_eq!(of_person[0], prints);
    let own = server.get("/api/charges/my?limit=1").as_(&student).await;
    assert_eq!(own.json["pagination"]["total"], 2);
    assert_eq!(descriptions(own.list()), ["Prints"]);
    assert_eq!(own.list()[0]["addedBy"], Value::Null);
    let history = server.get("/api/borrowings/my-summary").as_(&student).await;
    assert_eq!(history.expect(200)["finesOutstanding"], json!(1.0));
    let actions: Vec<(String,)> = server
        .database()
        .rows("SELECT action FROM audit WHERE action LIKE 'charge.%' ORDER BY at, action")
        .await;
    let actions: Vec<&str> = actions.iter().map(|(action,)| action.as_str()).collect();
    assert_eq!(
        actions,
        ["charge.added", "charge.added", "charge.paid", "charge.waived"]
    );
    assert_eq!(server.violations().await, []);
}

on_both_engines!(only_a_charge_that_nobody_settled_is_cancelled);
async fn only_a_charge_that_nobody_settled_is_cancelled(database: TestDatabase) {
    let server = Server::start(database).await;
    let (librarian, student) = (server.with_role("librarian").await, server.student().await);
    let mistake = added(&server, &librarian, &student, 4.0, "Wrong person").await;
    let answer = act(&server, &librarian, &mistake, "cancel", Value::Null).await;
    assert_eq!(answer.json["message"], "Charge canceled");
    assert_eq!(answer.expect(200)["status"], "cancelled");
    assert_eq!(balance(&server, &librarian, &student).await, json!(0.0));
    let again = act(&server, &librarian, &mistake, "cancel", Value::Null).await;
    assert_eq!(
        again.failure(),
        (409, "charge_cancelled", "This charge has already been canceled")
    );
    let paid = act(&server, &librarian, &mistake, "payment", json!({})).await;
    assert_eq!(paid.failure().1, "nothing_owed");
    assert_eq!(
        listed(&server, &student, "/api/charges/my").await,
        [] as [Value; 0]
    );

    let other = added(&server, &librarian, &student, 4.0, "Prints").await;
    act(&server, &librarian, &other, "payment", json!({ "amount": 1 }))
        .await
        .expect(200);
    let refused = act(&server, &librarian, &other, "cancel", Value::Null).await;
    assert_eq!(
        refused.failure(),
        (
            409,
            "charge_settled",
            "Something was paid or waived for this charge, so it cannot be canceled; waive the rest instead"
        )
    );
    assert_eq!(server.violations().await, []);
}

on_both_engines!(wrong_fields_of_a_charge_are_named);
async fn wrong_fields_of_a_charge_are_named(database: TestDatabase) {
    let server = Server::start(database).await;
    let (librarian, student) = (server.with_role("librarian").await, server.student().await);
    let longest = "é".repeat(500);
    let required = "Description is required";
    for (form, field, words) in [
        (
            json!({ "reason": null }),
            "reason",
            "Please choose a reason from the list",
        ),
        // Only a return or an import books an overdue fine.
        (
            json!({ "reason": "overdue" }),
            "reason",
            "Please choose a reason from the list",
        ),
        (
            json!({ "reason": "Lost" }),
            "reason",
            "Please choose a reason from the list",
        ),
        (json!({ "amount": null }), "amount", "Amount is required"),
        (json!({ "amount": 0 }), "amount", "Amount must be more than zero"),
        (json!({ "amount": -1 }), "amount", "Amount must be more than zero"),
        (
            json!({ "amount": 0.001 }),
            "amount",
            "Amount has too many decimal places",
        ),
        (json!({ "amount": 1_000_000.01 }), "amount", "Amount is too large"),
        (json!({ "amount": 1e13 }), "amount", "Amount is too large"),
        (json!({ "description": null }), "description", required),
        (json!({ "description": " \t" }), "description", required),
        (
            json!({ "description": format!("{longest}!") }),
            "description",
            "Description cannot exceed 500 characters",
        ),
        (
            json!({ "description": "a\nb" }),
            "description",
            "Description contains characters that are not allowed",
        ),
    ] {
        let mut whole = json!({ "reason": "lost", "amount": 1, "description": "A lost book" });
        for (name, value) in form.as_object().expect("an object") {
            whole[name] = value.clone();
        }
        let answer = add(&server, &librarian, &student, whole).await;
        assert_eq!(answer.errors(), [(field, words)], "{form}");
    }
    let form = json!({ "reason": "damage", "amount": 1_000_000, "description": longest });
    let largest = add(&server, &librarian, &student, form).await;
    assert_eq!(largest.expect(201)["description"], longest);
    let nobody = server
        .post("/api/users/user_4711/charges")
        .as_(&librarian)
        .json(&json!({ "reason": "lost", "amount": 1, "description": "A lost book" }))
        .await;
    assert_eq!(nobody.failure(), (404, "user_not_found", "User not found"));
}

on_both_engines!(permissions_decide_who_charges_and_settles);
async fn permissions_decide_who_charges_and_settles(database: TestDatabase) {
    let server = Server::start(database).await;
    let (librarian, assistant) = (
        server.with_role("librarian").await,
        server.with_role("assistant").await,
    );
    let (student, other) = (server.student().await, server.student().await);
    let charge = added(&server, &librarian, &student, 4.0, "Prints").await;
    let form = json!({ "reason": "other", "amount": 1, "description": "Prints" });
    for (by, allowed) in [(&assistant, [false, false, true, false]), (&other, [false; 4])] {
        let statuses = [
            add(&server, by, &student, form.clone()).await.status,
            act(&server, by, &charge, "cancel", Value::Null).await.status,
            act(&server, by, &charge, "payment", json!({ "amount": 1 }))
                .await
                .status,
            act(&server, by, &charge, "waiver", json!({ "note": "A reason" }))
                .await
                .status,
        ];
        assert_eq!(statuses.map(|status| status == 200 || status == 201), allowed);
    }
    let path = format!("/api/users/{}/charges", student.id);
    assert_eq!(listed(&server, &assistant, &path).await.len(), 1);
    assert_eq!(server.get(&path).as_(&other).await.status, 403);
    assert_eq!(server.get(&path).as_(&student).await.status, 403);
    assert_eq!(listed(&server, &other, "/api/charges/my").await, [] as [Value; 0]);
}

on_both_engines!(a_payment_of_everything_includes_charges_the_oldest_first);
async fn a_payment_of_everything_includes_charges_the_oldest_first(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    added(&server, &administrator, &student, 2.0, "Library card replaced").await;
    let book = server
        .book()
        .with(|draft| draft.borrowing_period = Patch::Set(1))
        .await;
    let borrowing = server.borrow(&student, book.id).await;
    server.clock.advance(6 * DAY);
    let late = server.give_back(&administrator, &borrowing).await;
    assert_eq!(late["fineOutstanding"], json!(1.0));
    server.clock.advance(DAY);
    let administrator = server.sign_in_again(&administrator).await;
    let prints = added(&server, &administrator, &student, 0.5, "Prints").await;
    let cancelled = added(&server, &administrator, &student, 9.0, "A mistake").await;
    act(&server, &administrator, &cancelled, "cancel", Value::Null)
        .await
        .expect(200);

    let path = format!("/api/admin/users/{}/payments", student.id);
    let pay = async |form: Value| {
        let paid = server.post(&path).as_(&administrator).json(&form).await;
        paid.expect(200).clone()
    };
    let part = pay(json!({ "amount": 2.25 })).await;
    assert_eq!(
        part["items"],
        json!([
            { "title": null, "barcode": null, "description": "Library card replaced", "amount": 2.0 },
            { "title": late["book"]["title"], "barcode": late["copy"]["barcode"], "description": null, "amount": 0.25 },
        ])
    );
    let rest = pay(json!({})).await;
    assert_eq!(rest["total"], json!(1.25));
    assert_eq!(rest["items"][1]["description"], "Prints");
    assert_eq!(balance(&server, &administrator, &student).await, json!(0.0));
    let nothing = server.post(&path).as_(&administrator).json(&json!({})).await;
    assert_eq!(nothing.failure().1, "nothing_owed");
    let settled = act(&server, &administrator, &prints, "cancel", Value::Null).await;
    assert_eq!(settled.failure().1, "charge_settled");
    // The file of a person's own data says what each payment was for.
    let student = server.sign_in_again(&student).await;
    server.confirm(&student).await;
    let own = server.get("/api/auth/export").as_(&student).await;
    let ledger = own.expect(200)["ledger"].as_array().expect("the ledger");
    let payment = ledger
        .iter()
        .find(|entry| entry["chargeId"] == prints["_id"] && entry["kind"] == "payment");
    assert_eq!(payment.expect("a payment")["amount"], json!(0.5));
    assert_eq!(server.violations().await, []);
}

on_both_engines!(of_two_payments_at_once_one_settles_the_charge);
async fn of_two_payments_at_once_one_settles_the_charge(database: TestDatabase) {
    let server = Server::start(database).await;
    let (librarian, student) = (server.with_role("librarian").await, server.student().await);
    for rivals in [
        ["payment", "payment"],
        ["payment", "cancel"],
        ["cancel", "cancel"],
    ] {
        let charge = added(&server, &librarian, &student, 4.0, "Prints").await;
        let answers = join_all(rivals.map(|rival| act(&server, &librarian, &charge, rival, json!({})))).await;
        let mut statuses = answers.iter().map(|answer| answer.status).collect::<Vec<_>>();
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{rivals:?}");
    }
    assert_eq!(balance(&server, &librarian, &student).await, json!(0.0));
    assert_eq!(server.violations().await, []);
}

on_both_engines!(charges_go_with_the_person_when_they_are_settled);
async fn charges_go_with_the_person_when_they_are_settled(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    server.confirm(&administrator).await;
    let settings = "/api/admin/settings/privacy";
    let mut privacy = server.get(settings).as_(&administrator).await.expect(200).clone();
    privacy["borrowingDays"] = json!(30);
    let saved = server.put(settings).as_(&administrator).json(&privacy).await;
    saved.expect(200);
    let (paid, open) = (
        added(&server, &administrator, &student, 2.0, "Paid by Ada").await,
        added(&server, &administrator, &student, 3.0, "Open of Ada").await,
    );
    act(&server, &administrator, &paid, "payment", json!({}))
        .await
        .expect(200);
    server.clock.advance(29 * DAY);
    assert_eq!(server.anonymise_borrowings().await, 0);
    server.clock.advance(2 * DAY);
    assert_eq!(server.anonymise_borrowings().await, 1);
    let (administrator, student) = (
        server.sign_in_again(&administrator).await,
        server.sign_in_again(&student).await,
    );
    let left = listed(&server, &student, "/api/charges/my").await;
    assert_eq!(descriptions(&left), ["Open of Ada"]);
    let gone = act(&server, &administrator, &paid, "payment", json!({})).await;
    assert_eq!(gone.failure(), (404, "charge_not_found", "Charge not found"));
    act(
        &server,
        &administrator,
        &open,
        "waiver",
        json!({ "note": "Moves away" }),
    )
    .await
    .expect(200);
    server.confirm(&administrator).await;
    let erased = server
        .delete(&format!("/api/admin/users/{}", student.id))
        .as_(&administrator)
        .json(&json!({ "email": student.email }))
        .await;
    assert_eq!(erased.status, 200, "{}", erased.text());
    for traces in [
        "SELECT count(*) FROM ledger WHERE user_id IS NOT NULL OR note IS NOT NULL",
        "SELECT count(*) FROM audit WHERE after_state LIKE '%Ada%' OR before_state LIKE '%Ada%'",
    ] {
        assert_eq!(server.database().integer(traces).await, 0, "{traces}");
    }
    assert_eq!(server.violations().await, []);
}
