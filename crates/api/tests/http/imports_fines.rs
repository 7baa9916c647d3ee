//! Unpaid fines by import: each row becomes a charge of a person, and can be taken back.

use carrel_testkit::{DAY, Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::imports::{committed, counts, undone};
use super::imports_people::{errors, sent};

const PEOPLE: &str =
    "Name,Email,Card number\nAda King,ada@school.example,C-1\nBo Brook,bo@school.example,C-2\n";

/// A library with people that were imported.
async fn library(server: &Server) -> Identity {
    let administrator = server.administrator().await;
    let import = sent(server, &administrator, "users", PEOPLE).await;
    committed(server, &administrator, &import, "skip").await;
    administrator
}

/// The charges of the person with a card number: description, reason, amount, day.
async fn charges(server: &Server, by: &Identity, card: &str) -> Vec<Value> {
    let path = format!("/api/admin/users?search={card}");
    let people = server.get(&path).as_(by).await;
    let id = people.list()[0]["_id"].as_str().expect("an id").to_owned();
    let path = format!("/api/users/{id}/charges");
    let charges = server.get(&path).as_(by).await;
    let shown = |charge: &Value| {
        let day = &charge["chargedAt"].as_str().expect("a time")[..10];
        json!([charge["description"], charge["reason"], charge["amount"], day])
    };
    charges.list().iter().map(shown).collect()
}

on_both_engines!(unpaid_fines_are_checked_taken_over_and_undone);
async fn unpaid_fines_are_checked_taken_over_and_undone(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = library(&server).await;
    let now = server.clock.now();
    let day = |days: i64| (now + jiff::SignedDuration::from_hours(24 * days)).to_string()[..10].to_owned();
    let (past, today, future) = (day(-400), day(0), day(2));
    let file = format!(
        "cardnumber;email;amountoutstanding;debit_type_code;description;barcode;date\n\
         C-1;;2.500000;OVERDUE;Emma;B-7;{past}\n\
         ;BO@school.example;3,20;NEW_CARD;;;{past} 10:30:00\n\
         C-2;;1;MANUAL;Prints;;\n\
         C-2;;1;MANUAL;Prints;;\n\
         C-9;;1;LOST;Dune;;{past}\n\
         ;;1;LOST;Dune;;{past}\n\
         C-1;;;LOST;Dune;;{past}\n\
         C-1;;0;LOST;Dune;;{past}\n\
         C-1;;-3;LOST;Dune;;{past}\n\
         C-1;;much;LOST;Dune;;{past}\n\
         C-1;;1000000.01;LOST;Dune;;{past}\n\
         C-1;;1;LOST;Dune;;{future}\n\
         C-1;;1;LOST;Dune;;someday\n"
    );
    let import = sent(&server, &administrator, "fines", file.clone()).await;
    assert_eq!(
        (&import["state"], &import["valid"], &import["duplicates"]),
        (&json!("ready"), &json!(4), &json!(1)),
        "{import}"
    );
    let found = errors(&server, &administrator, &import).await;
    let codes: Vec<(i64, &str)> = found
        .iter()
        .map(|(line, _, code)| (*line, code.as_str()))
        .collect();
    assert_eq!(
        codes,
        [
            (6, "borrower_unknown"),
            (7, "borrower_missing"),
            (8, "amount_required"),
            (9, "amount_not_positive"),
            (10, "amount_not_positive"),
            (11, "amount_invalid"),
            (12, "amount_too_large"),
            (13, "charged_out_of_range"),
            (14, "day_invalid"),
        ]
    );
    let ledger = "SELECT count(*) FROM ledger";
    assert_eq!(
        server.database().integer(ledger).await,
        0,
        "a check charges nothing"
    );

    let import = committed(&server, &administrator, &import, "skip").await;
    assert_eq!(
        (&import["state"], counts(&import)),
        (&json!("done"), [13, 3, 0, 1, 9, 0])
    );
    assert_eq!(
        charges(&server, &administrator, "C-1").await,
        [json!(["Emma (B-7)", "overdue", 2.5, past])]
    );
    assert_eq!(
        charges(&server, &administrator, "C-2").await,
        [
            json!(["Prints", "other", 1.0, today]),
            json!(["NEW_CARD", "processing", 3.2, past]),
        ]
    );
    assert_eq!(server.violations().await, []);

    // The same file again, on another day: the charges are there already.
    server.clock.advance(DAY);
    let administrator = server.sign_in_again(&administrator).await;
    let again = sent(&server, &administrator, "fines", file.clone()).await;
    let again = committed(&server, &administrator, &again, "skip").await;
    assert_eq!(counts(&again), [13, 0, 0, 4, 9, 0]);

    // A charge that was paid in part stays; the others count as never charged.
    let paid = "SELECT id FROM ledger WHERE note = 'Emma (B-7)'";
    let paid = server.database().integer(paid).await;
    let path = format!("/api/charges/charge_{paid}/payment");
    let form = json!({ "amount": 1 });
    let payment = server.post(&path).as_(&administrator).json(&form).await;
    payment.expect(200);
    let import = undone(&server, &administrator, &import).await;
    assert_eq!((&import["state"], &import["kept"]), (&json!("undone"), &json!(1)));
    assert_eq!(charges(&server, &administrator, "C-2").await, [] as [Value; 0]);
    assert_eq!(charges(&server, &administrator, "C-1").await.len(), 1);
    // What was taken back can be imported again.
    let again = sent(&server, &administrator, "fines", file).await;
    let again = committed(&server, &administrator, &again, "skip").await;
    assert_eq!(counts(&again), [13, 2, 0, 2, 9, 0]);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(fines_of_past_days_are_in_the_totals);
async fn fines_of_past_days_are_in_the_totals(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = library(&server).await;
    server.clock.advance(30 * DAY);
    server.total_past_days().await;
    let administrator = server.sign_in_again(&administrator).await;
    let day = (server.clock.now() - jiff::SignedDuration::from_hours(24 * 9)).to_string()[..10].to_owned();
    let file = format!("card number,amount,reason,date\nC-1,4.50,Overdue,{day}\n");
    let import = sent(&server, &administrator, "fines", file).await;
    committed(&server, &administrator, &import, "skip").await;
    let totals = "SELECT CAST(sum(charged_minor) AS BIGINT) FROM quarter_totals";
    assert_eq!(server.database().integer(totals).await, 450);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(an_import_of_fines_needs_the_permission_to_add_charges);
async fn an_import_of_fines_needs_the_permission_to_add_charges(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = library(&server).await;
    let role = json!({ "name": "Cataloguer", "permissions": ["manage_catalogue", "manage_users"] });
    server.confirm(&administrator).await;
    let role = server
        .post("/api/admin/roles")
        .as_(&administrator)
        .json(&role)
        .await;
    let code = role.expect(201)["code"].as_str().expect("a code").to_owned();
    let cataloguer = server.with_role(&code).await;
    let refused = server
        .post("/api/imports?name=fines.csv&kind=fines")
        .as_(&cataloguer)
        .bytes("card number,amount\nC-1,1\n")
        .await;
    assert_eq!((refused.status, refused.failure().1), (403, "not_allowed"));
    let librarian = server.with_role("librarian").await;
    let import = sent(&server, &librarian, "fines", "card number,amount\nC-1,1\n").await;
    assert_eq!(import["valid"], 1);
}

on_both_engines!(more_charges_than_a_list_of_receipts_shows_are_paid_at_once);
async fn more_charges_than_a_list_of_receipts_shows_are_paid_at_once(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = library(&server).await;
    let rows: Vec<String> = (1..=1001)
        .map(|number| format!("C-1,0.01,Prints {number}"))
        .collect();
    let file = format!("cardnumber,amount,description\n{}\n", rows.join("\n"));
    let import = sent(&server, &administrator, "fines", file).await;
    let import = committed(&server, &administrator, &import, "skip").await;
    assert_eq!(import["added"], 1001);
    let people = server
        .get("/api/admin/users?search=C-1")
        .as_(&administrator)
        .await;
    let id = people.list()[0]["_id"].as_str().expect("an id").to_owned();
    let path = format!("/api/admin/users/{id}/payments");
    let paid = server.post(&path).as_(&administrator).json(&json!({})).await;
    let paid = paid.expect(200);
    assert_eq!(
        (&paid["total"], paid["items"].as_array().map(Vec::len)),
        (&json!(10.01), Some(1001))
    );
    // The list shows the whole receipt, although it reads fewer payments.
    let path = format!("/api/admin/users/{id}/receipts");
    let receipts = server.get(&path).as_(&administrator).await;
    let items = receipts.list()[0]["items"].as_array().map(Vec::len);
    assert_eq!((receipts.list().len(), items), (1, Some(1001)));
}
