//! Library cards: for whom, what the audit log has, and who may print them.

use carrel_domain::users::Act;
use carrel_testkit::{TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::labels::{Shelf, form, labels_of};
use super::roles::role_like;

on_both_engines!(cards_are_printed_with_what_the_desk_reads);
async fn cards_are_printed_with_what_the_desk_reads(database: TestDatabase) {
    let shelf = Shelf::new(database).await;
    let (ada, grace) = (shelf.server.student().await, shelf.server.student().await);
    let form = |users: Value| json!({ "users": users, "sheet": "cards-a4", "outline": true });
    let printed = shelf
        .post("/api/library-cards", &form(json!([ada.id, grace.id])))
        .await;
    assert_eq!(labels_of(&printed), "2");
    assert_eq!(
        printed.header("content-disposition"),
        Some("attachment; filename=\"library-cards.pdf\"")
    );
    let one = shelf.post("/api/library-cards", &form(json!([ada.id]))).await;
    assert_eq!(labels_of(&one), "1");
    let preview = shelf
        .post("/api/library-cards/preview", &form(json!([ada.id])))
        .await;
    assert_eq!(preview.expect(200)["labels"], 1);
    let unknown = shelf
        .post(
            "/api/library-cards",
            &form(json!([ada.id, "user_999999", "book_1"])),
        )
        .await;
    assert_eq!(
        unknown.errors(),
        [
            ("users.1", "There is no such person"),
            ("users.2", "There is no such person")
        ]
    );
    let none = shelf
        .post("/api/library-cards", &json!({ "sheet": "card" }))
        .await;
    assert_eq!(
        none.errors(),
        [("users", "Please choose the people to print cards for")]
    );

    for (name, class) in [("Ada", "7b"), ("Grace", "7 B"), ("Alan", "8a")] {
        let form = json!({ "name": name, "email": format!("{name}@class.example"), "class": class });
        shelf.post("/api/admin/users", &form).await.expect(201);
    }
    let of_class = |class: &str| json!({ "class": class, "sheet": "cards-a4" });
    let preview = shelf.post("/api/library-cards/preview", &of_class("7B")).await;
    assert_eq!(preview.expect(200)["labels"], 2);
    let nobody = shelf.post("/api/library-cards/preview", &of_class("9c")).await;
    assert_eq!(nobody.errors(), [("class", "There are no such people")]);
    let mut twice = of_class("7b");
    twice["users"] = json!([ada.id]);
    let twice = shelf.post("/api/library-cards", &twice).await;
    assert_eq!(
        twice.errors(),
        [("users", "Please choose the people in one way only")]
    );

    // The audit log has the document of two people, and the one of Ada, not the previews.
    let entries: Vec<(String, String)> = shelf
        .server
        .database()
        .rows(
            "SELECT entity, after_state FROM audit WHERE action = 'cards.printed' AND entity = 'cards' OR \
             action = 'cards.printed' AND user_id IS NOT NULL ORDER BY id",
        )
        .await;
    let entities: Vec<&str> = entries.iter().map(|(entity, _)| entity.as_str()).collect();
    assert_eq!(entities, ["cards", "user"]);
    assert!(entries[0].1.contains('2') && entries[1].1.contains('1'));
}

on_both_engines!(printing_needs_a_permission);
async fn printing_needs_a_permission(database: TestDatabase) {
    let shelf = Shelf::new(database).await;
    let student = shelf.server.student().await;
    let (server, administrator) = (&shelf.server, &shelf.administrator);
    let cataloguer = role_like(
        server,
        administrator,
        "student",
        &[Act::ManageCatalogue, Act::ReadInventory],
    )
    .await;
    let registrar = role_like(
        server,
        administrator,
        "teacher",
        &[Act::ManageUsers, Act::ReadUsers],
    )
    .await;
    let (cataloguer, registrar) = (
        server.with_role(&cataloguer).await,
        server.with_role(&registrar).await,
    );
    let labels = form(json!({ "book": shelf.books[0] }));
    let cards = json!({ "users": [student.id], "sheet": "card" });
    for (path, form, allowed) in [
        ("/api/labels", &labels, &cataloguer),
        ("/api/library-cards", &cards, &registrar),
    ] {
        for person in [&student, &cataloguer, &registrar] {
            let answer = shelf.server.post(path).as_(person).json(form).await;
            let expected = if person.id == allowed.id { 200 } else { 403 };
            assert_eq!(answer.status, expected, "{path} by {}", person.name);
        }
    }
}
