//! Classes of people.

use carrel_testkit::{Server, TestDatabase, on_both_engines};
use serde_json::json;

use crate::people_import::import;

on_both_engines!(a_class_is_read_by_surname);
async fn a_class_is_read_by_surname(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().name("Zoë Wanamaker").await;
    let none = server.get("/api/admin/classes").as_(&administrator).await;
    assert_eq!(none.expect(200), &json!([]));
    let file = "Name,Email,Klasse,Homeroom\n\
                Ada Lovelace,ada@school.example,7b,Room 12\n\
                Anna van der Berg,anna@school.example,7 B,\n\
                \"García Márquez, Gabriel\",gabriel@school.example,07b,\n\
                Charles Babbage,charles@school.example,7b,\n\
                Émile Zola,emile@school.example,10a,\n";
    import(&server, &administrator, file, &json!({}))
        .await
        .expect(200);
    let classes = server.get("/api/admin/classes").as_(&administrator).await;
    assert_eq!(classes.expect(200), &json!(["7b", "10a"]));
    for path in [
        "?class=7b",
        "?class=7%20B",
        "?class=7b&role=student",
        "?search=7b",
    ] {
        let found = server
            .get(&format!("/api/admin/users{path}"))
            .as_(&administrator)
            .await;
        let names = [
            "Charles Babbage",
            "García Márquez, Gabriel",
            "Ada Lovelace",
            "Anna van der Berg",
        ];
        // The search looks for the words as they were written.
        let names = if path.contains("search") {
            vec![names[0], names[2]]
        } else {
            names.to_vec()
        };
        assert_eq!(found.column("name"), names, "{path}");
    }
    let found = server.get("/api/admin/users?class=7b").as_(&administrator).await;
    assert_eq!(
        found.column("surname"),
        ["Babbage", "García Márquez", "Lovelace", "van der Berg"]
    );
    let ada = &found.list()[2];
    assert_eq!(
        (&ada["class"], &ada["homeroom"]),
        (&json!("7b"), &json!("Room 12"))
    );
    for path in ["?class=", "?search="] {
        let all = server
            .get(&format!("/api/admin/users{path}"))
            .as_(&administrator)
            .await;
        assert_eq!(all.list().len(), 6, "{path}");
    }
    let nobody = server.get("/api/admin/users?class=8").as_(&administrator).await;
    assert_eq!(nobody.list().len(), 0);
    // The class is the record of the school: people see it, and staff change it.
    let student = server.student().await;
    let path = format!("/api/admin/users/{}", student.id);
    let changed = json!({ "class": " 8c ", "homeroom": "Ms Smith" });
    let changed = server.put(&path).as_(&administrator).json(&changed).await;
    assert_eq!(changed.expect(200)["class"], json!("8c"));
    let own = json!({ "class": "9z", "department": "Arts" });
    server
        .put("/api/auth/updatedetails")
        .as_(&student)
        .json(&own)
        .await;
    let me = server.get("/api/auth/me").as_(&student).await;
    let me = me.expect(200);
    assert_eq!(
        (&me["class"], &me["homeroom"]),
        (&json!("8c"), &json!("Ms Smith"))
    );
    let cleared = json!({ "class": null });
    let cleared = server.put(&path).as_(&administrator).json(&cleared).await;
    assert_eq!(cleared.expect(200)["class"], json!(null));
    let long = json!({ "class": "x".repeat(51) });
    let long = server.put(&path).as_(&administrator).json(&long).await;
    assert_eq!(long.errors(), [("class", "Class cannot exceed 50 characters")]);
    let refused = server.get("/api/admin/classes").as_(&student).await;
    assert_eq!(refused.failure().1, "not_allowed");
}
