//! The copies of a book: added, listed, changed and withdrawn.

use carrel_domain::catalogue::barcode;
use carrel_testkit::{Answer, Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::catalogue::{copies, id};

/// The number of books that a search finds.
async fn found(server: &Server, person: &Identity, search: &str) -> u64 {
    let list = server.get(&format!("/api/books?search={search}"));
    list.as_(person).await.pagination()[2]
}

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
    server.catch_up().await;
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
    server.catch_up().await;
    for search in ["call:813.6", "813.6", "shelf:hall", "callnumber:813"] {
        assert_eq!(found(&server, &administrator, search).await, 1, "{search}");
    }
    // The same barcode in other letters, and nothing else.
    let changed = change(json!({ "barcode": "x-1" })).await;
    assert_eq!(changed.expect(200)["barcode"], "x-1");
    assert_eq!(changed.expect(200)["location"], "Hall");
    change(json!({ "location": "Attic" })).await.expect(200);
    server.catch_up().await;
    assert_eq!(found(&server, &administrator, "shelf:hall").await, 0);
    assert_eq!(found(&server, &administrator, "shelf:attic").await, 1);
    server.delete(&copy).as_(&administrator).await.expect(200);
    server.catch_up().await;
    for search in ["shelf:attic", "call:813.6"] {
        assert_eq!(found(&server, &administrator, search).await, 0, "{search}");
    }
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

on_both_engines!(a_copy_that_is_not_for_loan_does_not_count_as_available);
async fn a_copy_that_is_not_for_loan_does_not_count_as_available(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let book = server.book().copies(0).await;
    let add = async |form: Value| {
        let path = format!("/api/books/{}/copies", book.id);
        server.post(&path).as_(&administrator).json(&form).await
    };
    let shown = async || {
        let book = server.get(&format!("/api/books/{}", book.id)).as_(&student).await;
        let book = book.expect(200).clone();
        let place = &book["places"][0];
        json!([
            book["availableCopies"],
            book["totalCopies"],
            place["available"],
            place["notForLoan"],
            place["total"],
        ])
    };
    let added = add(json!({ "isLendable": false, "price": 25.5 })).await;
    let copy = added.expect(201)[0].clone();
    assert_eq!(
        (&copy["isLendable"], &copy["price"]),
        (&json!(false), &json!(25.5))
    );
    assert_eq!(shown().await, json!([0, 1, 0, 1, 1]));
    let borrow = async || {
        server
            .post(&format!("/api/borrowings/{}", book.id))
            .as_(&student)
            .await
    };
    let words = "This book can only be used in the library";
    assert_eq!(borrow().await.failure(), (409, "book_not_lendable", words));
    let change = async |form: Value| {
        let path = format!("/api/copies/{}", id(&copy));
        server.put(&path).as_(&administrator).json(&form).await
    };

    // Staff lend it once, by an override: it leaves the shelf and comes back, and never counts.
    let desk = async |form: Value| {
        server
            .post("/api/desk/check-out")
            .as_(&administrator)
            .json(&form)
            .await
    };
    let form = json!({ "user": student.id, "barcode": copy["barcode"] });
    assert_eq!(desk(form.clone()).await.failure().1, "copy_not_lendable");
    let mut overridden = form.clone();
    overridden["overrides"] = json!([{ "code": "copy_not_lendable", "comment": "for one night" }]);
    let lent = desk(overridden.clone()).await.expect(201).clone();
    assert_eq!(shown().await, json!([0, 1, 0, 1, 1]));
    server.travel_to("2026-03-02T09:30:00Z");
    server.give_back(&administrator, &lent).await;
    assert_eq!(shown().await, json!([0, 1, 0, 1, 1]));
    let undo = format!("/api/admin/borrowings/{}/undo-return", id(&lent));
    server.post(&undo).as_(&administrator).await.expect(200);
    assert_eq!(server.violations().await, []);

    // It comes back as a copy for loan: from now on it counts.
    let changed = change(json!({ "isLendable": true })).await;
    assert_eq!(changed.expect(200)["isLendable"], true);
    assert_eq!(shown().await, json!([0, 1, 0, 0, 1]));
    server.give_back(&administrator, &lent).await;
    assert_eq!(shown().await, json!([1, 1, 1, 0, 1]));
    assert_eq!(server.violations().await, []);

    // A borrowing that is undone leaves the counts as they were, before and after the change of the copy.
    for is_lendable in [true, false] {
        change(json!({ "isLendable": is_lendable })).await.expect(200);
        let form = if is_lendable { &form } else { &overridden };
        let lent = desk(form.clone()).await.expect(201).clone();
        let undo = format!("/api/borrowings/{}/undo", id(&lent));
        server.post(&undo).as_(&administrator).await.expect(200);
        assert_eq!(server.violations().await, []);
    }
}

on_both_engines!(a_change_of_a_copy_is_counted_whatever_else_it_changes);
async fn a_change_of_a_copy_is_counted_whatever_else_it_changes(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let book = server.book().copies(1).await;
    let all = copies(&server, &administrator, book.id).await;
    let path = format!("/api/copies/{}", id(&all.list()[0]));
    let change = async |form: Value| server.put(&path).as_(&administrator).json(&form).await;
    let available = async || {
        let book = server
            .get(&format!("/api/books/{}", book.id))
            .as_(&administrator)
            .await;
        let book = book.expect(200);
        (book["availableCopies"].as_i64(), book["totalCopies"].as_i64())
    };
    for (form, expected) in [
        (json!({ "isLendable": false }), (0, 1)),
        (json!({ "state": "lost" }), (0, 1)),
        (json!({ "state": "available" }), (0, 1)),
        (json!({ "isLendable": true, "state": "damaged" }), (0, 1)),
        (json!({ "state": "available" }), (1, 1)),
        (json!({ "isLendable": false, "state": "in_repair" }), (0, 1)),
        (json!({ "isLendable": true, "state": "available" }), (1, 1)),
    ] {
        change(form.clone()).await.expect(200);
        assert_eq!(available().await, (Some(expected.0), Some(expected.1)), "{form}");
    }
    assert_eq!(server.violations().await, []);

    for (price, message) in [
        (json!(0), "The price must be more than zero"),
        (json!(-3), "The price must be more than zero"),
        (json!(1_000_000.01), "The price is too large"),
        (json!(1.005), "Amount has too many decimal places"),
        (json!(1e300), "Amount is too large"),
    ] {
        let refused = change(json!({ "price": price })).await;
        assert_eq!(refused.status, 422, "{price}");
        assert_eq!(refused.errors(), [("price", message)], "{price}");
    }
    assert_eq!(change(json!({ "price": 12.5 })).await.expect(200)["price"], 12.5);
    assert_eq!(
        change(json!({ "location": "Hall" })).await.expect(200)["price"],
        12.5
    );
    assert_eq!(
        change(json!({ "price": null })).await.expect(200)["price"],
        Value::Null
    );
}

on_both_engines!(a_withdrawn_copy_is_put_back);
async fn a_withdrawn_copy_is_put_back(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let book = server.book().copies(2).await;
    let all = copies(&server, &administrator, book.id).await;
    let path = format!("/api/copies/{}", id(&all.list()[0]));
    let change = async |form: Value| server.put(&path).as_(&administrator).json(&form).await;
    server.delete(&path).as_(&administrator).await.expect(200);
    let words = "This copy has already been withdrawn";
    for form in [
        json!({ "location": "Hall" }),
        json!({ "state": "lost" }),
        json!({ "state": "in_repair" }),
    ] {
        assert_eq!(
            change(form.clone()).await.failure(),
            (409, "copy_withdrawn", words),
            "{form}"
        );
    }
    let back = change(json!({ "state": "available", "location": "Hall" })).await;
    let back = back.expect(200);
    assert_eq!(
        (&back["state"], &back["location"]),
        (&json!("available"), &json!("Hall"))
    );
    let student = server.student().await;
    let shown = server.get(&format!("/api/books/{}", book.id)).as_(&student).await;
    let shown = shown.expect(200);
    assert_eq!(
        (&shown["availableCopies"], &shown["totalCopies"]),
        (&json!(2), &json!(2))
    );
    assert_eq!(server.violations().await, []);
}

on_both_engines!(the_reason_of_a_state_belongs_to_that_state);
async fn the_reason_of_a_state_belongs_to_that_state(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let book = server.book().title("Orlando").copies(1).await;
    let copy = copies(&server, &administrator, book.id).await.list()[0].clone();
    assert_eq!(copy["stateReason"], Value::Null);
    let path = format!("/api/copies/{}", id(&copy));
    let change = async |form: Value| server.put(&path).as_(&administrator).json(&form).await;
    let state_and_reason = |answer: &Answer| {
        let copy = answer.expect(200);
        (copy["state"].clone(), copy["stateReason"].clone())
    };

    let lost = change(json!({ "state": "lost", "stateReason": "  Not found at the inventory  " })).await;
    assert_eq!(
        state_and_reason(&lost),
        (json!("lost"), json!("Not found at the inventory"))
    );
    let kept = change(json!({ "location": "Attic" })).await;
    assert_eq!(kept.expect(200)["stateReason"], "Not found at the inventory");
    let corrected = change(json!({ "stateReason": "Missing since May" })).await;
    assert_eq!(
        state_and_reason(&corrected),
        (json!("lost"), json!("Missing since May"))
    );
    let found = change(json!({ "state": "available" })).await;
    assert_eq!(state_and_reason(&found), (json!("available"), Value::Null));

    change(json!({ "state": "damaged", "stateReason": "Water" }))
        .await
        .expect(200);
    let cleared = change(json!({ "stateReason": null })).await;
    assert_eq!(state_and_reason(&cleared), (json!("damaged"), Value::Null));

    // The longest reason counts characters, and is one line.
    let longest = "é".repeat(200);
    let withdraw = async |reason: &str| {
        let reason = reason.replace('\n', "%0A");
        let path = format!("{path}?reason={reason}");
        server.delete(&path).as_(&administrator).await
    };
    for (reason, words) in [
        (format!("{longest}x"), "The reason cannot exceed 200 characters"),
        (
            "two\nlines".to_owned(),
            "This contains characters that are not allowed",
        ),
    ] {
        let refused = change(json!({ "stateReason": reason })).await;
        assert_eq!(refused.errors(), [("stateReason", words)]);
        assert_eq!(withdraw(&reason).await.errors(), [("reason", words)]);
    }
    let withdrawn = withdraw(&longest).await;
    assert_eq!(state_and_reason(&withdrawn), (json!("withdrawn"), json!(longest)));
    let recorded: Vec<(String,)> = server
        .database()
        .rows("SELECT after_state FROM audit WHERE action = 'copy.withdrawn'")
        .await;
    assert!(recorded[0].0.contains(&longest), "{recorded:?}");
    let back = change(json!({ "state": "available" })).await;
    assert_eq!(state_and_reason(&back), (json!("available"), Value::Null));
}

on_both_engines!(a_loan_clears_the_reason_of_a_copy);
async fn a_loan_clears_the_reason_of_a_copy(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let book = server.book().title("Orlando").copies(1).await;
    let copy = copies(&server, &administrator, book.id).await.list()[0].clone();
    let path = format!("/api/copies/{}", id(&copy));
    let form = json!({ "stateReason": "Found again" });
    server
        .put(&path)
        .as_(&administrator)
        .json(&form)
        .await
        .expect(200);
    server.borrow(&student, book.id).await;
    let lent = copies(&server, &administrator, book.id).await.list()[0].clone();
    assert_eq!(
        (&lent["state"], &lent["stateReason"]),
        (&json!("on_loan"), &Value::Null)
    );
}
