//! The copies of a book: added, listed, changed and withdrawn.

use carrel_domain::catalogue::barcode;
use carrel_testkit::{Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::catalogue::{copies, id};

on_both_engines!(copies_are_added_and_withdrawn);
async fn copies_are_added_and_withdrawn(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let book = server.book().copies(0).await;
    let path = format!("/api/books/{}/copies", book.id);
    let counts = async || {
        let page = server.get(&format!("/api/books/{}", book.id)).as_(&student).await;
        let page = page.expect(200);
        (page["availableCopies"].as_i64(), page["totalCopies"].as_i64())
    };
    let add = async |form: Value| server.post(&path).as_(&administrator).json(&form).await;
    // Without a count one copy is added.
    let answer = server.post(&path).as_(&administrator).await;
    assert_eq!(answer.expect(201).as_array().map(Vec::len), Some(1));
    assert_eq!(
        add(json!({ "count": 2 }))
            .await
            .expect(201)
            .as_array()
            .map(Vec::len),
        Some(3)
    );
    assert_eq!(counts().await, (Some(3), Some(3)));
    for count in [json!(0), json!(-1), json!(1001), json!(70_000), json!(i64::MAX)] {
        let words = "Count must be between 1 and 1000";
        let answer = add(json!({ "count": count })).await;
        assert_eq!(answer.failure(), (422, "validation", words), "{count}");
        assert_eq!(answer.errors(), [("count", words)], "{count}");
    }

    let borrowing = server.borrow(&student, book.id).await;
    let list = copies(&server, &administrator, book.id).await;
    let lent = list
        .list()
        .iter()
        .find(|copy| copy["state"] == "on_loan")
        .expect("one is on loan");
    assert_eq!(lent["_id"], borrowing["copy"]["_id"]);
    assert_eq!(lent["barcode"], borrowing["copy"]["barcode"]);
    assert_eq!(
        lent["borrower"],
        json!({ "_id": student.id, "name": student.name })
    );
    assert_eq!(lent["dueOn"], "2026-03-16");
    let free = list
        .list()
        .iter()
        .find(|copy| copy["state"] == "available")
        .expect("one is available");

    let withdraw = async |copy: &Value| {
        server
            .delete(&format!("/api/copies/{}", id(copy)))
            .as_(&administrator)
            .await
    };
    let words = "This copy is on loan; it must be returned first";
    assert_eq!(withdraw(lent).await.failure(), (409, "copy_on_loan", words));
    let answer = withdraw(free).await;
    assert_eq!(answer.json["message"], "Copy withdrawn");
    assert_eq!(answer.expect(200)["state"], "withdrawn");
    assert_eq!(counts().await, (Some(1), Some(2)));
    let words = "This copy has already been withdrawn";
    assert_eq!(withdraw(free).await.failure(), (409, "copy_withdrawn", words));
    server.give_back(&administrator, &borrowing).await;
    withdraw(lent).await.expect(200);
    assert_eq!(counts().await, (Some(1), Some(1)));
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_copy_that_is_kept_or_sent_for_a_person_is_not_withdrawn);
async fn a_copy_that_is_kept_or_sent_for_a_person_is_not_withdrawn(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let book = server.book().await;
    let list = copies(&server, &administrator, book.id).await;
    let path = format!("/api/copies/{}", id(&list.list()[0]));
    let unshelve = "UPDATE book_counts SET available_copies = 0";
    server
        .database()
        .sql(unshelve)
        .await
        .expect("no copy is available");
    for (state, words) in [
        (
            "hold_shelf",
            "This copy is on the hold shelf and cannot be withdrawn",
        ),
        ("in_transit", "This copy is in transit and cannot be withdrawn"),
    ] {
        let sql = format!("UPDATE copies SET state = '{state}'");
        server.database().sql(&sql).await.expect("a state");
        let refused = server.delete(&path).as_(&administrator).await;
        assert_eq!(refused.failure(), (409, "copy_not_available", words));
    }
    for state in ["lost", "damaged", "in_repair"] {
        let sql = format!("UPDATE copies SET state = '{state}'");
        server.database().sql(&sql).await.expect("a state");
        let total = "UPDATE book_counts SET total_copies = 1";
        server.database().sql(total).await.expect("one copy");
        let withdrawn = server.delete(&path).as_(&administrator).await;
        assert_eq!(withdrawn.expect(200)["state"], "withdrawn", "{state}");
    }
}

on_both_engines!(copies_have_barcodes_of_the_library);
async fn copies_have_barcodes_of_the_library(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let book = server.book().copies(1).await;
    let path = format!("/api/books/{}/copies", book.id);
    let add = async |form: Value| server.post(&path).as_(&administrator).json(&form).await;
    // The library printed the code that would be generated next.
    let next = barcode::generated(2);
    let form = json!({ "copies": [{ "barcode": next, "condition": "poor" }, {}] });
    let added = add(form).await;
    let all = added.expect(201).as_array().expect("a list");
    let barcodes: Vec<&Value> = all.iter().map(|copy| &copy["barcode"]).collect();
    assert_eq!(barcodes, [&barcode::generated(1), &next, &barcode::generated(3)]);
    let conditions: Vec<&Value> = all.iter().map(|copy| &copy["condition"]).collect();
    assert_eq!(conditions, [&Value::Null, &json!("poor"), &Value::Null]);
    let words = "Another copy has this barcode";
    let refused = add(json!({ "copies": [{ "barcode": "new" }, { "barcode": next }] })).await;
    assert_eq!(refused.failure(), (422, "validation", words));
    assert_eq!(refused.errors(), [("copies.1.barcode", words)]);
    let all = copies(&server, &administrator, book.id).await;
    assert_eq!(all.list().len(), 3);

    let copy = format!("/api/copies/{}", id(&all.list()[0]));
    let change = async |form: Value| server.put(&copy).as_(&administrator).json(&form).await;
    assert_eq!(
        change(json!({ "barcode": next })).await.errors(),
        [("barcode", words)]
    );
    let form = json!({ "barcode": "X-1", "location": "Hall", "callNumber": "813.6", "condition": "fair" });
    let changed = change(form).await;
    let changed = changed.expect(200);
    for (field, value) in [
        ("barcode", "X-1"),
        ("location", "Hall"),
        ("callNumber", "813.6"),
        ("condition", "fair"),
    ] {
        assert_eq!(changed[field], value, "{field}");
    }
    // The same barcode in other letters, and nothing else.
    let changed = change(json!({ "barcode": "x-1" })).await;
    assert_eq!(changed.expect(200)["barcode"], "x-1");
    assert_eq!(changed.expect(200)["location"], "Hall");
    assert_eq!(server.violations().await, []);
}

on_both_engines!(staff_declare_copies_lost_and_find_them_again);
async fn staff_declare_copies_lost_and_find_them_again(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let book = server.book().copies(2).await;
    let all = copies(&server, &administrator, book.id).await;
    let set = async |copy: &Value, state: &str| {
        let path = format!("/api/copies/{}", id(copy));
        server
            .put(&path)
            .as_(&administrator)
            .json(&json!({ "state": state }))
            .await
    };
    let counts = async || {
        let book = server.get(&format!("/api/books/{}", book.id)).as_(&student).await;
        let book = book.expect(200);
        (book["availableCopies"].as_i64(), book["totalCopies"].as_i64())
    };
    let first = &all.list()[0];
    for (state, available) in [
        ("lost", 1),
        ("available", 2),
        ("damaged", 1),
        ("in_repair", 1),
        ("available", 2),
        ("available", 2),
        ("lost", 1),
    ] {
        assert_eq!(set(first, state).await.expect(200)["state"], state);
        assert_eq!(counts().await, (Some(available), Some(2)), "{state}");
    }
    let words = "This copy is lost, which does not allow this";
    assert_eq!(
        set(first, "in_repair").await.failure(),
        (409, "copy_not_available", words)
    );
    // The other copy is lent.
    server.borrow(&student, book.id).await;
    let words = "This copy is on loan; it must be returned first";
    for state in ["lost", "available"] {
        assert_eq!(
            set(&all.list()[1], state).await.failure(),
            (409, "copy_on_loan", words)
        );
    }
    assert_eq!(server.violations().await, []);
}
