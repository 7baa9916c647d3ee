//! What the undo of a merge does, and when it is refused.

use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::patch::Patch;
use carrel_testkit::{Answer, DAY, Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::{form, library, merge, merged, shown};
use crate::covers::{RED, picture};

async fn undo(server: &Server, person: &Identity, merge: &str) -> Answer {
    server
        .post(&format!("/api/merges/{merge}/undo"))
        .as_(person)
        .await
}

/// Makes a change of a book that succeeds.
async fn change(server: &Server, person: &Identity, id: BookId, change: Value) {
    let request = server.put(&format!("/api/books/{id}")).as_(person).json(&change);
    request.await.expect(200);
}

async fn rate(server: &Server, person: &Identity, id: BookId, stars: i64) {
    let rating = json!({ "stars": stars, "review": format!("{stars} stars") });
    let path = format!("/api/books/{id}/rating");
    server.put(&path).as_(person).json(&rating).await.expect(200);
}

async fn upload(server: &Server, person: &Identity, id: BookId, shade: u8) {
    let request = server.put(&format!("/api/books/{id}/cover")).as_(person);
    let [_, green, blue] = RED;
    let request = request.body("image/png", picture([shade, green, blue], 40, 60));
    request.await.expect(200);
}

/// Two books that differ in everything, with borrowings, favorites, ratings, covers and a MARC record.
async fn two_books(server: &Server, administrator: &Identity, people: [&Identity; 2]) -> (Book, Book) {
    let kept = server
        .book()
        .title("Emma")
        .author("Jane Austen")
        .category("Novels")
        .copies(2)
        .await;
    let other = server
        .book()
        .title("Emma.")
        .category("Fiction")
        .with(|draft| {
            draft.isbn = Patch::Set("9780141439587".to_owned());
            draft.semester_categories = Patch::Set(vec!["First year".to_owned()]);
        })
        .await;
    let marc = json!({ "text": "=LDR  00000nam a2200000 i 4500\n=020  \\\\$a9780141439587\n=100  1\\$aJane Austen\n=245  10$aEmma." });
    let path = format!("/api/books/{}/marc", other.id);
    server.put(&path).as_(administrator).json(&marc).await.expect(200);
    for (place, book) in [&kept, &other].into_iter().enumerate() {
        upload(
            server,
            administrator,
            book.id,
            100 * u8::try_from(place).expect("0 or 1"),
        )
        .await;
        let past = server.borrow(people[0], book.id).await;
        server.clock.advance(1000);
        server.give_back(administrator, &past).await;
        rate(
            server,
            people[0],
            book.id,
            i64::try_from(place).expect("0 or 1") + 3,
        )
        .await;
        server.clock.advance(1000);
        let favorite = format!("/api/favorites/{}", book.id);
        assert!(server.put(&favorite).as_(people[0]).await.status < 300);
        server.clock.advance(1000);
    }
    server.borrow(people[1], other.id).await;
    let favorite = format!("/api/favorites/{}", other.id);
    assert!(server.put(&favorite).as_(people[1]).await.status < 300);
    server.clock.advance(DAY);
    server.total_past_days().await;
    (kept, other)
}

on_both_engines!(an_undo_gives_each_book_back_what_it_had);
async fn an_undo_gives_each_book_back_what_it_had(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let (ada, bob) = (server.student().await, server.student().await);
    let (kept, other) = two_books(&server, &administrator, [&ada, &bob]).await;
    let before = library(&server).await;
    let mut form = form(&server, &administrator, kept.id, &[other.id]).await;
    form["fields"] = json!({ "title": other.id, "category": other.id, "coverImage": other.id });
    let id = merge(&server, &administrator, kept.id, &form).await;
    assert_ne!(library(&server).await, before);
    server.clock.advance(1000);

    let list = server.get("/api/merges").as_(&administrator).await;
    let listed = &list.list()[0];
    assert_eq!(
        (&listed["_id"], &listed["kept"]["_id"], &listed["books"][0]["_id"]),
        (&json!(id), &json!(kept.id), &json!(other.id))
    );
    assert_eq!(listed["mergedBy"]["_id"], administrator.id.to_string());
    assert_eq!(
        (&listed["undoneAt"], &listed["refusal"]),
        (&Value::Null, &Value::Null)
    );

    let undone = undo(&server, &administrator, &id).await;
    let undone = undone.expect(200);
    assert_eq!(undone["editedFields"], json!([]));
    assert_eq!(
        (&undone["refusal"], undone["undoneAt"].is_string()),
        (&json!("merge_undone"), true)
    );
    assert_eq!(library(&server).await, before);
    assert_eq!(server.violations().await, []);

    // The old address works again, and readers and programs find both books.
    let back = shown(&server, &bob, other.id).await;
    assert_eq!(
        (&back["mergedInto"], &back["archivedAt"]),
        (&Value::Null, &Value::Null)
    );
    server.catch_up().await;
    let found = server.get("/api/books?search=emma&sort=title").as_(&bob).await;
    assert_eq!(found.list().len(), 2);
    let rows: Vec<(i64, i64)> = server
        .database()
        .rows("SELECT shared_at, updated_at FROM books WHERE archived_at IS NULL")
        .await;
    let now = server.clock.now_ms();
    assert_eq!(rows, [(now, now), (now, now)]);
    for (book, action) in [(kept.id, "book.merge_undone"), (other.id, "book.separated")] {
        let path = format!("/api/admin/audit?book={book}&action={action}");
        let log = server.get(&path).as_(&administrator).await;
        assert_eq!(log.list().len(), 1, "{action}");
        assert_eq!(log.list()[0]["after"]["merge"], id, "{action}");
    }
    // The next search does not propose them.
    server.post("/api/duplicates/search").as_(&administrator).await;
    server.work_on_duplicates().await;
    let proposed = server.get("/api/duplicates").as_(&administrator).await;
    assert_eq!(proposed.list().len(), 0);
    let dismissed = server
        .get("/api/duplicates?dismissed=true")
        .as_(&administrator)
        .await;
    assert_eq!(dismissed.list().len(), 1);
}

on_both_engines!(what_happened_since_stays_with_what_it_belongs_to);
async fn what_happened_since_stays_with_what_it_belongs_to(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let (ada, bob, eve) = (
        server.student().await,
        server.student().await,
        server.student().await,
    );
    let (kept, other) = two_books(&server, &administrator, [&ada, &bob]).await;
    let form = form(&server, &administrator, kept.id, &[other.id]).await;
    let id = merge(&server, &administrator, kept.id, &form).await;
    server.clock.advance(1000);
    // A copy is added, the publisher is edited, and the language is edited back.
    let copies = format!("/api/books/{}/copies", kept.id);
    let added = server
        .post(&copies)
        .as_(&administrator)
        .json(&json!({ "count": 1 }));
    added.await.expect(201);
    change(
        &server,
        &administrator,
        kept.id,
        json!({ "isbn": "9783150096765" }),
    )
    .await;
    // Ada changes her rating, which came from the other book, and removes the favorite; Eve borrows all copies one after
    // the other, and rates the book.
    rate(&server, &ada, kept.id, 1).await;
    let favorite = format!("/api/favorites/{}", kept.id);
    assert!(server.delete(&favorite).as_(&ada).await.status < 300);
    assert!(server.put(&favorite).as_(&eve).await.status < 300);
    let sql = format!(
        "SELECT c.barcode, m.book_id FROM copies c JOIN merge_copies m ON m.copy_id = c.id WHERE c.book_id = {}",
        kept.id.number()
    );
    let moved: Vec<(String, i64)> = server.database().rows(&sql).await;
    assert_eq!(moved.len(), 1);
    server.clock.advance(1000);
    let lent: Vec<(i64,)> = server
        .database()
        .rows("SELECT id FROM borrowings WHERE returned_at IS NULL")
        .await;
    let returned = json!({ "_id": format!("borrowing_{}", lent[0].0) });
    server.give_back(&administrator, &returned).await;
    server.clock.advance(1000);
    let desk = server.post("/api/desk/check-out").as_(&administrator);
    let lent = desk.json(&json!({ "user": eve.id, "barcode": moved[0].0 })).await;
    lent.expect(201);
    rate(&server, &eve, kept.id, 5).await;

    let undone = undo(&server, &administrator, &id).await;
    assert_eq!(undone.expect(200)["editedFields"], json!(["isbn"]));
    assert_eq!(server.violations().await, []);
    let (one, two) = (
        shown(&server, &eve, kept.id).await,
        shown(&server, &eve, other.id).await,
    );
    assert_eq!((&one["totalCopies"], &two["totalCopies"]), (&json!(3), &json!(1)));
    assert_eq!(
        (&one["isbn"], &two["isbn"]),
        (&json!("9783150096765"), &json!("9780141439587"))
    );
    assert_eq!(
        (&one["semesterCategories"], &one["borrowCount"]),
        (&json!([]), &json!(1))
    );
    // The ratings of Ada: the one of the kept book is back, the other one is as she has changed it. Eve has read the copy of
    // the other book.
    assert_eq!(one["rating"], json!({ "average": 3.0, "count": 1 }));
    assert_eq!(two["rating"], json!({ "average": 3.0, "count": 2 }));
    let mine = server
        .get(&format!("/api/books/{}/rating", other.id))
        .as_(&ada)
        .await;
    assert_eq!(mine.expect(200)["mine"]["stars"], 1);
    // Ada's favorite was removed, Bob's is that of the other book, Eve's that of the kept one.
    for (person, books) in [
        (&ada, vec![]),
        (&bob, vec![other.id.to_string()]),
        (&eve, vec![kept.id.to_string()]),
    ] {
        let favorites = server.get("/api/favorites").as_(person).await;
        assert_eq!(favorites.column("_id"), books);
    }
    let open = server.get("/api/borrowings/my-borrowings").as_(&eve).await;
    assert_eq!(open.list()[0]["book"]["_id"], other.id.to_string());
}

on_both_engines!(merges_are_undone_from_the_last_one_on);
async fn merges_are_undone_from_the_last_one_on(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let (one, two, three, four) = (
        server.book().await,
        server.book().await,
        server.book().await,
        server.book().await,
    );
    let mut states = vec![library(&server).await];
    let mut merges = Vec::new();
    // Two is merged into one, then three into one, then one into four.
    for (kept, other) in [(&one, &two), (&one, &three), (&four, &one)] {
        server.clock.advance(1000);
        let form = form(&server, &administrator, kept.id, &[other.id]).await;
        merges.push(merge(&server, &administrator, kept.id, &form).await);
        states.push(library(&server).await);
    }
    let refusal = async |place: usize| {
        let answer = undo(&server, &administrator, &merges[place]).await;
        let (number, code, words) = answer.failure();
        assert_eq!(number, 409);
        (code.to_owned(), words.to_owned())
    };
    let kept_merged = "The kept book was merged into another book since; undo that merge first";
    assert_eq!(
        refusal(0).await,
        ("kept_book_merged".to_owned(), kept_merged.to_owned())
    );
    assert_eq!(refusal(1).await.0, "kept_book_merged");
    states.pop();
    for place in [2, 1, 0] {
        if place == 1 {
            assert_eq!(refusal(0).await.0, "merged_later");
            let path = format!("/api/merges?book={}", one.id);
            let list = server.get(&path).as_(&administrator).await;
            let refusals: Vec<&Value> = list.list().iter().map(|merge| &merge["refusal"]).collect();
            assert_eq!(
                refusals,
                [&json!("merge_undone"), &Value::Null, &json!("merged_later")]
            );
        }
        server.clock.advance(1000);
        undo(&server, &administrator, &merges[place]).await.expect(200);
        assert_eq!(library(&server).await, states.pop().expect("a state"), "{place}");
        assert_eq!(server.violations().await, []);
        assert_eq!(
            refusal(place).await,
            (
                "merge_undone".to_owned(),
                "This merge has already been undone".to_owned()
            )
        );
    }
    // Nothing leads to the books any more, so they can be deleted, and their merges with them.
    let path = format!("/api/books/{}", one.id);
    let removed = server.delete(&path).as_(&administrator).await;
    assert_eq!(removed.expect(200)["archived"], false);
    server.clock.advance(DAY);
    let later = server.clock.now();
    carrel_operations::catalogue::erase_deleted(server.library(), later)
        .await
        .expect("deleted books are erased");
    let left = "SELECT count(*) FROM merges";
    assert_eq!(server.database().integer(left).await, 0);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_merge_can_be_undone_for_thirty_days);
async fn a_merge_can_be_undone_for_thirty_days(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let mut merges = Vec::new();
    for _ in 0..2 {
        let (kept, other) = (server.book().await, server.book().await);
        server.clock.advance(1000);
        let form = form(&server, &administrator, kept.id, &[other.id]).await;
        merges.push(merge(&server, &administrator, kept.id, &form).await);
        server.clock.advance(DAY);
    }
    let assistant = server.with_role("assistant").await;
    assert_eq!(
        undo(&server, &assistant, &merges[0]).await.failure().1,
        "not_allowed"
    );
    let list = server.get("/api/merges").as_(&assistant).await;
    assert_eq!(list.failure().1, "not_allowed");
    let wrong = server.get("/api/merges?book=x").as_(&administrator).await;
    assert_eq!(wrong.errors(), [("book", "book must be an id such as book_12")]);
    server.clock.advance(28 * DAY);
    let administrator = server.sign_in_again(&administrator).await;
    let late = undo(&server, &administrator, &merges[0]).await;
    assert_eq!((late.status, late.failure().1), (409, "merge_too_old"));
    let removed = carrel_operations::catalogue::merges::remove_old(server.library(), server.clock.now());
    assert_eq!(removed.await.expect("old merges are removed"), 1);
    let gone = undo(&server, &administrator, &merges[0]).await;
    assert_eq!(gone.failure(), (404, "merge_not_found", "Merge not found"));
    undo(&server, &administrator, &merges[1]).await.expect(200);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(two_undos_at_once_have_one_effect);
async fn two_undos_at_once_have_one_effect(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let ada = server.student().await;
    for _ in 0..5 {
        let (kept, other) = (server.book().await, server.book().copies(2).await);
        let before = library(&server).await;
        let form = form(&server, &administrator, kept.id, &[other.id]).await;
        let id = merge(&server, &administrator, kept.id, &form).await;
        let borrow = format!("/api/borrowings/{}", kept.id);
        let (first, second, lent) = tokio::join!(
            undo(&server, &administrator, &id),
            undo(&server, &administrator, &id),
            async { server.post(&borrow).as_(&ada).await },
        );
        let mut statuses = [first.status, second.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        assert_eq!(lent.status, 201, "{}", lent.text());
        assert_eq!(server.violations().await, []);
        server.give_back(&administrator, &lent.json["data"]).await;
        assert_eq!(library(&server).await.len(), before.len() + 1);
    }
}

on_both_engines!(an_item_type_that_was_removed_since_does_not_stop_the_undo);
async fn an_item_type_that_was_removed_since_does_not_stop_the_undo(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let sql = "INSERT INTO item_types (code, name, position) VALUES ('reference', 'Reference', 1), ('short', 'Short', 2)";
    server.database().sql(sql).await.expect("item types");
    let typed = |code: &'static str| {
        server
            .book()
            .with(move |draft| draft.item_type = Patch::Set(code.to_owned()))
    };
    let (kept, other) = (typed("reference").await, typed("short").await);
    let mut form = form(&server, &administrator, kept.id, &[other.id]).await;
    form["fields"] = json!({ "itemType": other.id });
    let id = merge(&server, &administrator, kept.id, &form).await;
    let sql = "DELETE FROM item_types WHERE code = 'reference'";
    server.database().sql(sql).await.expect("nothing has it");
    let undone = undo(&server, &administrator, &id).await;
    assert_eq!(undone.expect(200)["editedFields"], json!(["itemType"]));
    assert_eq!(shown(&server, &administrator, kept.id).await["itemType"], "short");
    assert_eq!(server.violations().await, []);
}

on_both_engines!(the_account_that_merged_is_erased);
async fn the_account_that_merged_is_erased(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let ada = server.student().await;
    let (kept, other) = (server.book().await, server.book().await);
    let lent = server.borrow(&ada, other.id).await;
    server.clock.advance(1000);
    server.give_back(&administrator, &lent).await;
    rate(&server, &ada, other.id, 4).await;
    let favorite = format!("/api/favorites/{}", other.id);
    server.put(&favorite).as_(&ada).await;
    merged(&server, &administrator, &kept, &[other.id]).await;
    let sql = format!("UPDATE merges SET merged_by = {}", ada.id.number());
    server.database().sql(&sql).await.expect("a person");
    server.confirm(&administrator).await;
    let erasure = server.delete(&format!("/api/admin/users/{}", ada.id));
    let erased = erasure.as_(&administrator).json(&json!({ "email": ada.email }));
    erased.await.expect(200);
    let list = server.get("/api/merges").as_(&administrator).await;
    assert_eq!(list.list()[0]["mergedBy"], Value::Null);
    for table in ["merge_favorites", "merge_ratings"] {
        let sql = format!("SELECT count(*) FROM {table}");
        assert_eq!(server.database().integer(&sql).await, 0, "{table}");
    }
    let id = list.list()[0]["_id"].as_str().expect("an id").to_owned();
    undo(&server, &administrator, &id).await.expect(200);
    assert_eq!(shown(&server, &administrator, other.id).await["borrowCount"], 1);
    assert_eq!(server.violations().await, []);
}
