//! What a merge does.

use carrel_domain::patch::Patch;
use carrel_testkit::{DAY, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::{form, merged, shown};

on_both_engines!(the_kept_book_gets_all_that_the_other_had);
async fn the_kept_book_gets_all_that_the_other_had(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let (ada, bob) = (server.student().await, server.student().await);
    let kept = server.book().title("Emma").category("Novels").copies(2).await;
    let other = server
        .book()
        .title("Emma.")
        .category("Fiction")
        .copies(1)
        .with(|draft| {
            draft.isbn = Patch::Set("9780141439587".to_owned());
            draft.publisher = Patch::Set("Penguin".to_owned());
            draft.semester_categories = Patch::Set(vec!["First year".to_owned()]);
        })
        .await;
    // Past and open borrowings, favorites of one and of both, ratings of both.
    for book in [&kept, &other] {
        let past = server.borrow(&ada, book.id).await;
        server.clock.advance(1000);
        server.give_back(&administrator, &past).await;
        let rating = json!({ "stars": if book.id == kept.id { 2 } else { 5 }, "review": format!("About {}", book.title) });
        let path = format!("/api/books/{}/rating", book.id);
        server.put(&path).as_(&ada).json(&rating).await.expect(200);
        server.clock.advance(1000);
    }
    let open = server.borrow(&bob, other.id).await;
    for (person, book) in [(&ada, kept.id), (&ada, other.id), (&bob, other.id)] {
        let path = format!("/api/favorites/{book}");
        assert!(server.put(&path).as_(person).await.status < 300);
    }
    server.clock.advance(DAY);
    server.total_past_days().await;

    let path = format!("/api/books/{}/merge/preview", kept.id);
    let preview = server
        .post(&path)
        .as_(&administrator)
        .json(&json!({ "books": [other.id] }))
        .await;
    let preview = preview.expect(200).clone();
    let holdings = |place: usize| preview["books"][place]["holdings"].clone();
    assert_eq!(
        holdings(1),
        json!({ "copies": 1, "openBorrowings": 1, "pastBorrowings": 1, "favorites": 2, "ratings": 1, "reviews": 1 })
    );
    assert_eq!(holdings(0)["copies"], 2);
    assert_eq!(preview["merged"]["totalCopies"], 3);
    assert_eq!(
        (&preview["merged"]["title"], &preview["merged"]["publisher"]),
        (&json!("Emma"), &json!("Penguin"))
    );
    assert_eq!(preview["peopleWithSeveral"], 0);
    let differ: Vec<&str> = preview["differences"]
        .as_array()
        .expect("fields")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert!(
        ["title", "category", "isbn", "publisher"]
            .iter()
            .all(|field| differ.contains(field)),
        "{differ:?}"
    );
    assert_eq!(
        (&preview["sources"]["title"], &preview["sources"]["isbn"]),
        (&json!(kept.id), &json!(other.id))
    );

    let after = merged(&server, &administrator, &kept, &[other.id]).await;
    assert_eq!(
        (&after["title"], &after["category"]),
        (&json!("Emma"), &json!("Novels"))
    );
    assert_eq!(
        (&after["isbn"], &after["publisher"]),
        (&json!("9780141439587"), &json!("Penguin"))
    );
    assert_eq!(after["semesterCategories"], json!(["First year"]));
    assert_eq!(
        (
            &after["totalCopies"],
            &after["availableCopies"],
            &after["borrowCount"]
        ),
        (&json!(3), &json!(2), &json!(3))
    );
    // The newest rating of a person who has rated both.
    assert_eq!(after["rating"], json!({ "average": 5.0, "count": 1 }));
    assert_eq!(server.violations().await, []);

    // The borrower has the copy, and returns it.
    let mine = server.get("/api/borrowings/my-borrowings").as_(&bob).await;
    assert_eq!(mine.list()[0]["book"]["_id"], kept.id.to_string());
    let returned = server.give_back(&administrator, &open).await;
    assert_eq!(returned["book"]["_id"], kept.id.to_string());
    for person in [&ada, &bob] {
        let favorites = server.get("/api/favorites").as_(person).await;
        assert_eq!(favorites.list().len(), 1);
        assert_eq!(favorites.list()[0]["_id"], kept.id.to_string());
    }

    // The address of the other book leads to the kept one, and its history has the merge.
    let gone = shown(&server, &bob, other.id).await;
    assert_eq!(
        (&gone["mergedInto"], &gone["totalCopies"]),
        (&json!(kept.id), &json!(0))
    );
    assert!(gone["archivedAt"].is_string());
    assert_eq!(shown(&server, &bob, kept.id).await["mergedInto"], Value::Null);
    for (book, action) in [(kept.id, "book.merged"), (other.id, "book.merged_away")] {
        let path = format!("/api/admin/audit?book={book}&action={action}");
        let log = server.get(&path).as_(&administrator).await;
        assert_eq!(
            log.list()[0]["actor"]["_id"],
            administrator.id.to_string(),
            "{action}"
        );
    }
    server.catch_up().await;
    let found = server.get("/api/books?search=emma").as_(&bob).await;
    assert_eq!(found.column("_id"), [kept.id.to_string()]);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(fields_are_taken_from_the_books_that_staff_choose);
async fn fields_are_taken_from_the_books_that_staff_choose(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let kept = server
        .book()
        .title("Emma")
        .with(|draft| draft.isbn = Patch::Set("9780141439587".to_owned()))
        .await;
    let second = server.book().title("Emma (annotated)").await;
    let third = server
        .book()
        .title("Emma!")
        .with(|draft| draft.isbn = Patch::Set("9783150096765".to_owned()))
        .await;
    let mut form = form(&server, &administrator, kept.id, &[third.id, second.id]).await;
    form["fields"] = json!({ "title": second.id, "isbn": third.id, "pages": kept.id });
    let path = format!("/api/books/{}/merge", kept.id);
    let answer = server.post(&path).as_(&administrator).json(&form).await;
    let after = answer.expect(200);
    assert_eq!(
        (&after["title"], &after["isbn"]),
        (&json!("Emma (annotated)"), &json!("9783150096765"))
    );
    assert_eq!(
        after["details"]["identifiers"],
        json!([{ "kind": "isbn", "value": "9780141439587" }])
    );
    for other in [second.id, third.id] {
        assert_eq!(
            shown(&server, &administrator, other).await["mergedInto"],
            kept.id.to_string()
        );
    }
    // A further merge leads all of them to the last book.
    let last = server.book().await;
    merged(&server, &administrator, &last, &[kept.id]).await;
    for other in [kept.id, second.id, third.id] {
        assert_eq!(
            shown(&server, &administrator, other).await["mergedInto"],
            last.id.to_string()
        );
    }
    // The book to which they lead is not deleted, although it was never borrowed.
    let path = format!("/api/books/{}", last.id);
    let removed = server.delete(&path).as_(&administrator).await;
    assert_eq!(removed.expect(200)["archived"], true);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_copy_keeps_the_item_type_of_its_former_book);
async fn a_copy_keeps_the_item_type_of_its_former_book(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let sql = "INSERT INTO item_types (code, name, position) VALUES ('reference', 'Reference', 1)";
    server.database().sql(sql).await.expect("an item type");
    let kept = server.book().await;
    let other = server
        .book()
        .with(|draft| draft.item_type = Patch::Set("reference".to_owned()))
        .await;
    let after = merged(&server, &administrator, &kept, &[other.id]).await;
    assert_eq!(after["itemType"], Value::Null);
    let copies = server
        .get(&format!("/api/books/{}/copies", kept.id))
        .as_(&administrator)
        .await;
    let mut types: Vec<String> = copies
        .list()
        .iter()
        .map(|copy| copy["itemType"].to_string())
        .collect();
    types.sort();
    assert_eq!(types, ["\"reference\"", "null"]);
}

on_both_engines!(programs_that_harvest_learn_of_both_books);
async fn programs_that_harvest_learn_of_both_books(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let (kept, other) = (server.book().await, server.book().await);
    server.clock.advance(DAY);
    merged(&server, &administrator, &kept, &[other.id]).await;
    let rows: Vec<(i64, i64, i64)> = server
        .database()
        .rows("SELECT id, shared_at, CAST(CASE WHEN archived_at IS NULL THEN 0 ELSE 1 END AS BIGINT) FROM books ORDER BY id")
        .await;
    let now = server.clock.now_ms();
    assert_eq!(rows, [(kept.id.number(), now, 0), (other.id.number(), now, 1)]);
}

on_both_engines!(an_edit_of_many_books_is_not_undone_in_merged_ones);
async fn an_edit_of_many_books_is_not_undone_in_merged_ones(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let (kept, other, third) = (server.book().await, server.book().await, server.book().await);
    let edit = json!({ "books": [kept.id, other.id, third.id], "changes": { "publisher": "Hogarth" } });
    let begun = server
        .post("/api/bulk-edits")
        .as_(&administrator)
        .json(&edit)
        .await;
    let id = begun.expect(202)["_id"].as_str().expect("an id").to_owned();
    server.work_on_bulk_edits().await;
    server.clock.advance(1000);
    merged(&server, &administrator, &kept, &[other.id]).await;
    server.clock.advance(1000);
    // The books of an edit that begins now are left alone when they are merged.
    let waits = json!({ "books": [kept.id, other.id], "changes": { "publisher": "Penguin" } });
    server
        .post("/api/bulk-edits")
        .as_(&administrator)
        .json(&waits)
        .await
        .expect(202);
    server.work_on_bulk_edits().await;
    assert_eq!(
        shown(&server, &administrator, kept.id).await["publisher"],
        "Penguin"
    );
    assert_eq!(
        shown(&server, &administrator, other.id).await["publisher"],
        "Hogarth"
    );
    server
        .post(&format!("/api/bulk-edits/{id}/undo"))
        .as_(&administrator)
        .await
        .expect(200);
    server.work_on_bulk_edits().await;
    let undone = server
        .get(&format!("/api/bulk-edits/{id}"))
        .as_(&administrator)
        .await;
    let undone = undone.expect(200);
    assert_eq!((&undone["restored"], &undone["kept"]), (&json!(1), &json!(2)));
    assert_eq!(server.violations().await, []);
}

on_both_engines!(an_import_finds_and_undoes_merged_books);
async fn an_import_finds_and_undoes_merged_books(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let file =
        "Title,Author,ISBN,Barcode\nOrlando,Virginia Woolf,9780141439587,b-1\nFlush,Virginia Woolf,,b-2\n";
    let import = async |options: Value| {
        let sent = server
            .post("/api/imports?name=books.csv")
            .as_(&administrator)
            .bytes(file)
            .await;
        let id = sent.expect(202)["_id"].as_str().expect("an id").to_owned();
        server.work_on_imports().await;
        let commit = server
            .post(&format!("/api/imports/{id}/commit"))
            .as_(&administrator)
            .json(&options);
        commit.await.expect(200);
        server.work_on_imports().await;
        id
    };
    let first = import(json!({ "onDuplicate": "skip" })).await;
    let found = server
        .get("/api/books?sort=title&order=asc")
        .as_(&administrator)
        .await;
    let ids: Vec<carrel_domain::catalogue::book::BookId> = found
        .column("_id")
        .iter()
        .map(|id| id.parse().expect("an id"))
        .collect();
    let kept = server.book().await;
    merged(&server, &administrator, &kept, &[ids[1]]).await;
    // The record of the merged book is one of the kept book now.
    import(json!({ "onDuplicate": "skip" })).await;
    let titles = "SELECT count(*) FROM books WHERE archived_at IS NULL";
    assert_eq!(server.database().integer(titles).await, 2);
    server
        .post(&format!("/api/imports/{first}/undo"))
        .as_(&administrator)
        .await
        .expect(200);
    server.work_on_imports().await;
    let undone = server
        .get(&format!("/api/imports/{first}"))
        .as_(&administrator)
        .await;
    assert_eq!(
        (&undone.expect(200)["state"], &undone.json["data"]["kept"]),
        (&json!("undone"), &json!(1))
    );
    assert_eq!(shown(&server, &administrator, kept.id).await["totalCopies"], 2);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(the_old_address_leads_visitors_of_an_open_catalogue_to_the_kept_book);
async fn the_old_address_leads_visitors_of_an_open_catalogue_to_the_kept_book(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let (kept, other, archived) = (server.book().await, server.book().await, server.book().await);
    merged(&server, &administrator, &kept, &[other.id]).await;
    let archive = format!("/api/books/{}/archive", archived.id);
    server.post(&archive).as_(&administrator).await.expect(200);
    let settings = "/api/admin/settings/catalogue";
    let mut form = server.get(settings).as_(&administrator).await.expect(200).clone();
    form["openToVisitors"] = json!(true);
    server.confirm(&administrator).await;
    server
        .put(settings)
        .as_(&administrator)
        .json(&form)
        .await
        .expect(200);
    let shown = server.get(&format!("/api/books/{}", other.id)).await;
    assert_eq!(shown.expect(200)["mergedInto"], kept.id.to_string());
    assert_eq!(
        server.get(&format!("/api/books/{}", archived.id)).await.status,
        404
    );
    // An export of the archive has no merged books: their copies are those of the kept one.
    let export = server
        .get("/api/export?format=csv&status=archived")
        .as_(&administrator)
        .await;
    assert_eq!(export.status, 200);
    assert!(export.text().contains(&archived.title), "{}", export.text());
    assert!(!export.text().contains(&other.title), "{}", export.text());
}
