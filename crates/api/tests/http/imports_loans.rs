//! Open loans by import: a loan of another system is taken over with its dates, and can be taken out again.

use carrel_testkit::{DAY, Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::imports::{committed, counts, id, undone};
use super::imports_people::{errors, sent};

/// Four books with their copies, one of them with two.
const BOOKS: &str = "Title,Author,Category,Barcode\nDune,Frank Herbert,Novels,B-1\nEmma,Jane Austen,Novels,B-2\n\
                     Emma,Jane Austen,Novels,B-3\nUlysses,James Joyce,Novels,B-4\nAmerika,Franz Kafka,Novels,B-5\n";
const PEOPLE: &str =
    "Name,Email,Card number\nAda King,ada@school.example,C-1\nBo Brook,bo@school.example,C-2\n";

/// A library with books and people that were imported.
async fn library(server: &Server) -> Identity {
    let administrator = server.administrator().await;
    for (kind, file) in [("books", BOOKS), ("users", PEOPLE)] {
        let import = sent(server, &administrator, kind, file).await;
        committed(server, &administrator, &import, "skip").await;
    }
    administrator
}

async fn open_loans(server: &Server, administrator: &Identity) -> Vec<Value> {
    let list = server
        .get("/api/admin/borrowings?limit=100")
        .as_(administrator)
        .await;
    list.list().to_vec()
}

on_both_engines!(open_loans_are_checked_taken_over_and_undone);
async fn open_loans_are_checked_taken_over_and_undone(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = library(&server).await;
    let now = server.clock.now();
    let day = |days: i64| (now + jiff::SignedDuration::from_hours(24 * days)).to_string()[..10].to_owned();
    let (before, past, future) = (day(-30), day(-2), day(12));
    let file = format!(
        "barcode,cardnumber,email,issuedate,date_due\n\
         B-1,C-1,,{before} 10:30:00,{past}\n\
         b-2,,BO@school.example,{before},{future} 23:59:00\n\
         B-3,C-2,,{before},{future}\n\
         B-9,C-1,,{before},{future}\n\
         B-4,C-9,,{before},{future}\n\
         B-4,C-1,,{before},\n\
         B-4,C-1,,{future},{future}\n\
         B-1,C-2,,{before},{future}\n\
         B-5,C-1,,someday,{future}\n"
    );
    let tables =
        "SELECT (SELECT count(*) FROM borrowings) + (SELECT count(*) FROM copies WHERE state <> 'available')";
    let import = sent(&server, &administrator, "loans", file.clone()).await;
    assert_eq!((&import["state"], &import["valid"]), (&json!("ready"), &json!(2)));
    let found = errors(&server, &administrator, &import).await;
    let codes: Vec<(i64, &str)> = found
        .iter()
        .map(|(line, _, code)| (*line, code.as_str()))
        .collect();
    assert_eq!(
        codes,
        [
            (4, "book_lent_twice"),
            (5, "barcode_unknown"),
            (6, "borrower_unknown"),
            (7, "due_day_missing"),
            (8, "lent_out_of_range"),
            (9, "barcode_repeated"),
            (10, "day_invalid"),
        ]
    );
    assert_eq!(
        server.database().integer(tables).await,
        0,
        "a check lends nothing"
    );

    let import = committed(&server, &administrator, &import, "skip").await;
    assert_eq!(
        (&import["state"], counts(&import)),
        (&json!("done"), [9, 2, 0, 0, 7, 0])
    );
    let open = open_loans(&server, &administrator).await;
    let dune = open
        .iter()
        .find(|loan| loan["book"]["title"] == "Dune")
        .expect("the loan of Dune");
    assert_eq!(
        json!([dune["user"]["name"], dune["dueOn"], dune["status"]]),
        json!(["Ada King", past, "overdue"])
    );
    assert!(
        dune["borrowedDate"]
            .as_str()
            .expect("a text")
            .starts_with(&before),
        "{dune}"
    );
    assert_eq!(server.violations().await, []);

    let again = sent(&server, &administrator, "loans", file).await;
    assert_eq!((&again["valid"], &again["duplicates"]), (&json!(2), &json!(2)));
    let again = committed(&server, &administrator, &again, "skip").await;
    assert_eq!(counts(&again), [9, 0, 0, 2, 7, 0]);

    // A loan that has ended stays.
    let path = "/api/desk/check-in";
    let form = json!({ "barcode": "B-1" });
    server
        .post(path)
        .as_(&administrator)
        .json(&form)
        .await
        .expect(200);
    let import = undone(&server, &administrator, &import).await;
    assert_eq!((&import["state"], &import["kept"]), (&json!("undone"), &json!(1)));
    assert_eq!(server.database().integer(tables).await, 1);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(loans_of_days_that_are_totalled_are_counted);
async fn loans_of_days_that_are_totalled_are_counted(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = library(&server).await;
    let began = server.clock.now().to_string()[..10].to_owned();
    server.clock.advance(10 * DAY);
    server.total_past_days().await;
    let due = (server.clock.now() + jiff::SignedDuration::from_hours(24)).to_string()[..10].to_owned();
    let file =
        format!("Barcode;Ausweisnummer;Ausleihdatum;Fällig am\nB-1;C-1;{began};{due}\nB-2;C-2;;{due}\n");
    let import = sent(&server, &administrator, "loans", file).await;
    let import = committed(&server, &administrator, &import, "skip").await;
    assert_eq!(counts(&import), [2, 2, 0, 0, 0, 0]);
    assert_eq!(server.violations().await, []);
    let import = undone(&server, &administrator, &import).await;
    assert_eq!((&import["state"], &import["kept"]), (&json!("undone"), &json!(0)));
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_loan_is_taken_over_though_the_policies_would_refuse_it);
async fn a_loan_is_taken_over_though_the_policies_would_refuse_it(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = library(&server).await;
    let path = "/api/admin/users?search=ada@school";
    let ada = server.get(path).as_(&administrator).await.list()[0]["_id"].clone();
    let path = format!("/api/admin/users/{}", ada.as_str().expect("an id"));
    let block = json!({ "blockReason": "Three lost books" });
    server
        .put(&path)
        .as_(&administrator)
        .json(&block)
        .await
        .expect(200);
    let due = (server.clock.now() + jiff::SignedDuration::from_hours(2400)).to_string()[..10].to_owned();
    let file = format!("Barcode,Card number,Due date\nB-1,C-1,{due}\n");
    let import = sent(&server, &administrator, "loans", file).await;
    let import = committed(&server, &administrator, &import, "skip").await;
    assert_eq!(counts(&import), [1, 1, 0, 0, 0, 0]);
    let assistant = server.with_role("assistant").await;
    let refused = server
        .post("/api/imports?kind=loans")
        .as_(&assistant)
        .bytes("x")
        .await;
    assert_eq!(refused.status, 403);
    let path = format!("/api/imports/{}/mapping", id(&import));
    let form = json!({ "columns": ["barcode", "studentId", "dueAt"] });
    let refused = server.put(&path).as_(&administrator).json(&form).await;
    assert_eq!(refused.status, 409);
    assert_eq!(server.violations().await, []);
}
