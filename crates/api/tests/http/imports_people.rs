//! People by import: as a table of books, a file of people is checked, brought in and undone.

use carrel_testkit::{Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::imports::{committed, counts, id, show, undone};
use super::people::choose_password;

/// A new person without a number, a person of the library, an address that is none, a person who is in the file twice, and a role that
/// does not exist.
const TABLE: &str = "\
Nachname;Vorname;E-Mail-Adresse;Ausweisnummer;Klasse;Straße;PLZ;Ort;Rolle
King;Ada;ada@school.example;;7b;Lange Gasse 1;12345;Berlin;
Brook;Bo;bo@school.example;S-2;8a;;;;
Castle;Cy;nowhere;S-3;;;;;
King;Ada;ADA@school.example;;8b;;;;
Dale;Di;di@school.example;S-4;;;;;Wizard
";

/// Sends a file of people, and lets the server check it.
pub(super) async fn sent(server: &Server, caller: &Identity, kind: &str, file: impl Into<Vec<u8>>) -> Value {
    let path = format!("/api/imports?kind={kind}&name={kind}.csv");
    let import = server
        .post(&path)
        .as_(caller)
        .bytes(file)
        .await
        .expect(202)
        .clone();
    server.work_on_imports().await;
    show(server, caller, &import).await
}

/// The fields of the columns.
fn fields(import: &Value) -> Vec<&str> {
    let columns = import["table"]["columns"].as_array().expect("columns");
    let fields = columns.iter().map(|column| column["field"].as_str());
    fields.map(|field| field.unwrap_or("-")).collect()
}

/// Line, field and code of the errors of the rejected records.
pub(super) async fn errors(server: &Server, caller: &Identity, import: &Value) -> Vec<(i64, String, String)> {
    let path = format!("/api/imports/{}/records?kind=rejected&limit=100", id(import));
    let rejected = server.get(&path).as_(caller).await;
    let mut errors = Vec::new();
    for record in rejected.list() {
        for error in record["errors"].as_array().expect("errors") {
            let text = |name: &str| error[name].as_str().unwrap_or_default().to_owned();
            errors.push((
                record["line"].as_i64().expect("a line"),
                text("field"),
                text("code"),
            ));
        }
    }
    errors
}

/// The people whom a search finds, by their names.
async fn people(server: &Server, administrator: &Identity, search: &str) -> Vec<Value> {
    let path = format!("/api/admin/users?limit=100&search={search}");
    server.get(&path).as_(administrator).await.list().to_vec()
}

on_both_engines!(a_table_of_people_is_checked_brought_in_and_undone);
async fn a_table_of_people_is_checked_brought_in_and_undone(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let bo = server.student().name("Bo Brook").email("bo@school.example").await;
    let before = server.database().integer("SELECT count(*) FROM users").await;

    let import = sent(&server, &administrator, "users", TABLE).await;
    assert_eq!(
        (&import["kind"], &import["state"], &import["category"]),
        (&json!("users"), &json!("ready"), &Value::Null)
    );
    assert_eq!(
        fields(&import),
        [
            "lastName",
            "firstName",
            "email",
            "studentId",
            "class",
            "address",
            "postalCode",
            "city",
            "role"
        ]
    );
    let checked = ["read", "valid", "rejected", "duplicates", "added"].map(|name| import[name].clone());
    assert_eq!(checked, [json!(5), json!(2), json!(3), json!(1), json!(0)]);
    let error = |line, field: &str, code: &str| (line, field.to_owned(), code.to_owned());
    assert_eq!(
        errors(&server, &administrator, &import).await,
        [
            error(4, "email", "email_invalid"),
            error(5, "email", "email_twice"),
            error(6, "role", "role_unknown")
        ]
    );
    let path = format!("/api/imports/{}/records?kind=duplicate", id(&import));
    let known = server.get(&path).as_(&administrator).await.list()[0].clone();
    assert_eq!(
        json!([
            known["label"],
            known["detail"],
            known["identifier"],
            known["user"]["_id"],
            known["book"]
        ]),
        json!(["Bo Brook", "bo@school.example", "S-2", bo.id, null])
    );
    assert_eq!(
        server.database().integer("SELECT count(*) FROM users").await,
        before,
        "a check adds nobody"
    );

    let import = committed(&server, &administrator, &import, "update").await;
    assert_eq!(
        (&import["state"], counts(&import)),
        (&json!("done"), [5, 1, 1, 0, 3, 0])
    );
    let sample = &import["table"]["columns"][0]["sample"];
    assert_eq!(sample, &json!([]), "the first rows are forgotten");
    let ada = &people(&server, &administrator, "ada@school").await[0];
    assert_eq!(
        json!([ada["name"], ada["class"], ada["address"], ada["role"]]),
        json!(["Ada King", "7b", "Lange Gasse 1, 12345 Berlin", "student"])
    );
    assert!(
        ada["studentId"].is_string(),
        "a student without a number gets one"
    );
    let changed = &people(&server, &administrator, "bo@school").await[0];
    assert_eq!(
        (&changed["studentId"], &changed["class"]),
        (&json!("S-2"), &json!("8a"))
    );
    let signs_in = json!({ "email": "ada@school.example", "password": "" });
    let refused = server.post("/api/auth/login").json(&signs_in).await;
    assert_ne!(refused.status, 200, "a new account has no password");
    assert_eq!(server.violations().await, []);

    let path = format!("/api/imports/{}/rejects", id(&import));
    let file = server.get(&path).as_(&administrator).await;
    let text = String::from_utf8(file.body.clone()).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert!(
        lines[3].starts_with("Dale,Di,di@school.example,S-4,,,,,Wizard,\"role: "),
        "{text}"
    );

    let import = undone(&server, &administrator, &import).await;
    assert_eq!((&import["state"], &import["kept"]), (&json!("undone"), &json!(0)));
    assert_eq!(
        server.database().integer("SELECT count(*) FROM users").await,
        before
    );
    let restored = &people(&server, &administrator, "bo@school").await[0];
    assert_eq!(restored["class"], Value::Null);
    assert_ne!(restored["studentId"], "S-2");
    assert_eq!(server.violations().await, []);
}

on_both_engines!(an_undo_leaves_people_who_were_changed_or_have_got_a_role_or_an_address);
async fn an_undo_leaves_people_who_were_changed_or_have_got_a_role_or_an_address(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let bo = server.student().name("Bo Brook").email("bo@school.example").await;
    let number = json!({ "studentId": "S-2" });
    let path = format!("/api/admin/users/{}", bo.id);
    server
        .put(&path)
        .as_(&administrator)
        .json(&number)
        .await
        .expect(200);
    let file = "Name,Email,Student ID,Role\nAda King,ada@school.example,S-1,\nBo Brook,brook@school.example,S-2,\n\
                Cy Castle,cy@school.example,S-3,librarian\nDi Dale,di@school.example,S-4,\n";
    let import = sent(&server, &administrator, "users", file).await;
    let import = committed(&server, &administrator, &import, "update").await;
    assert_eq!(counts(&import), [4, 3, 1, 0, 0, 0]);
    let ada = people(&server, &administrator, "ada@school").await[0].clone();
    server.clock.advance(1000);
    let path = format!("/api/admin/users/{}", ada["_id"].as_str().expect("an id"));
    let change = json!({ "class": "7b" });
    server
        .put(&path)
        .as_(&administrator)
        .json(&change)
        .await
        .expect(200);

    let import = undone(&server, &administrator, &import).await;
    assert_eq!((&import["state"], &import["kept"]), (&json!("undone"), &json!(3)));
    assert_eq!(
        people(&server, &administrator, "di@school").await,
        Vec::<Value>::new()
    );
    for kept in ["ada@school", "brook@school", "cy@school"] {
        assert_eq!(people(&server, &administrator, kept).await.len(), 1, "{kept}");
    }
    assert_eq!(server.violations().await, []);
}

on_both_engines!(imports_of_people_are_undone_from_the_last_one_on);
async fn imports_of_people_are_undone_from_the_last_one_on(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let bo = server.student().name("Bo Brook").email("bo@school.example").await;
    let everybody = async || {
        let mut people = people(&server, &administrator, "").await;
        for person in &mut people {
            person["updatedAt"] = Value::Null;
        }
        people
    };
    let import = async |file: &str| {
        server.clock.advance(60_000);
        let import = sent(&server, &administrator, "users", file).await;
        committed(&server, &administrator, &import, "update").await
    };
    let before = everybody().await;
    let first =
        import("Name,Email,Class\nAda King,ada@school.example,7b\nBo Brook,bo@school.example,8a\n").await;
    assert_eq!(counts(&first), [2, 1, 1, 0, 0, 0]);
    let after = everybody().await;
    let second = import(
        "Name,Email,Class,Phone\nAda Lovelace,ada@school.example,8b,555\nBo B,bo@school.example,9a,556\n",
    )
    .await;
    assert_eq!(counts(&second), [2, 0, 2, 0, 0, 0]);
    // A person who is changed and changed back counts as unchanged.
    for class in ["1a", "9a"] {
        server.clock.advance(60_000);
        let request = server
            .put(&format!("/api/admin/users/{}", bo.id))
            .as_(&administrator);
        request.json(&json!({ "class": class })).await.expect(200);
    }
    for (import, people) in [(second, after), (first, before)] {
        server.clock.advance(60_000);
        let import = undone(&server, &administrator, &import).await;
        assert_eq!((&import["state"], &import["kept"]), (&json!("undone"), &json!(0)));
        assert_eq!(everybody().await, people);
    }
    assert_eq!(server.violations().await, []);
}

on_both_engines!(an_undo_leaves_added_people_with_a_password_a_block_or_a_deactivated_account);
async fn an_undo_leaves_added_people_with_a_password_a_block_or_a_deactivated_account(
    database: TestDatabase,
) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let file = "Name,Email\nAda King,ada@school.example\nBo Brook,bo@school.example\nCy Castle,cy@school.example\n\
                Di Dale,di@school.example\n";
    let import = sent(&server, &administrator, "users", file).await;
    let import = committed(&server, &administrator, &import, "update").await;
    assert_eq!(counts(&import), [4, 4, 0, 0, 0, 0]);
    let path = async |search: &str| {
        let person = &people(&server, &administrator, search).await[0];
        format!("/api/admin/users/{}", person["_id"].as_str().expect("an id"))
    };
    let link = format!("{}/password-link", path("ada@school").await);
    let link = server.post(&link).as_(&administrator).await.expect(201)["path"].clone();
    choose_password(&server, link.as_str().expect("a path")).await;
    for (search, change) in [
        ("bo@school", json!({ "blockReason": "Lost a card" })),
        ("cy@school", json!({ "isActive": false })),
    ] {
        let request = server.put(&path(search).await).as_(&administrator).json(&change);
        request.await.expect(200);
    }
    let import = undone(&server, &administrator, &import).await;
    assert_eq!((&import["state"], &import["kept"]), (&json!("undone"), &json!(3)));
    assert_eq!(
        people(&server, &administrator, "di@school").await,
        Vec::<Value>::new()
    );
    for kept in ["ada@school", "bo@school", "cy@school"] {
        assert_eq!(people(&server, &administrator, kept).await.len(), 1, "{kept}");
    }
    assert_eq!(server.violations().await, []);
}

on_both_engines!(existing_people_stay_as_they_are_when_duplicates_are_skipped);
async fn existing_people_stay_as_they_are_when_duplicates_are_skipped(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    server.student().name("Bo Brook").email("bo@school.example").await;
    let import = sent(&server, &administrator, "users", TABLE).await;
    let path = format!("/api/imports/{}/commit", id(&import));
    let add = json!({ "onDuplicate": "add" });
    let refused = server.post(&path).as_(&administrator).json(&add).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.json["errors"][0]["code"], "on_duplicate_not_of_kind");
    let import = committed(&server, &administrator, &import, "skip").await;
    assert_eq!(counts(&import), [5, 1, 0, 1, 3, 0]);
    assert_eq!(
        people(&server, &administrator, "bo@school").await[0]["class"],
        Value::Null
    );
}

on_both_engines!(columns_of_people_are_chosen_and_remembered_apart_from_those_of_books);
async fn columns_of_people_are_chosen_and_remembered_apart_from_those_of_books(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let file = "Wer;Wo\nAda King;ada@school.example\n";
    let without = sent(&server, &administrator, "users", "Name;Farbe\nAda King;blau\n").await;
    assert_eq!(
        (&without["state"], &without["problem"]),
        (&json!("failed"), &json!("no_person_column"))
    );
    let import = sent(&server, &administrator, "users", file).await;
    let path = format!("/api/imports/{}/mapping", id(&import));
    for (columns, code) in [
        (json!(["name", null]), "person_column_missing"),
        (json!(["title", "email"]), "column_unknown"),
        (json!(["email", "email"]), "column_twice"),
    ] {
        let form = json!({ "columns": columns });
        let refused = server.put(&path).as_(&administrator).json(&form).await;
        assert_eq!(refused.status, 422);
        assert_eq!(refused.json["errors"][0]["code"], code);
    }
    let headings = json!({ "hasHeadings": true });
    server
        .put(&path)
        .as_(&administrator)
        .json(&headings)
        .await
        .expect(200);
    server.work_on_imports().await;
    let form = json!({ "columns": ["name", "email"] });
    server
        .put(&path)
        .as_(&administrator)
        .json(&form)
        .await
        .expect(200);
    server.work_on_imports().await;
    let import = committed(&server, &administrator, &import, "skip").await;
    assert_eq!(counts(&import), [1, 1, 0, 0, 0, 0]);
    let next = sent(&server, &administrator, "users", "Name;Wo\nx;y\n").await;
    assert_eq!(fields(&next), ["name", "-"]);
    let books = sent(&server, &administrator, "books", file).await;
    assert!(!fields(&books).contains(&"email"));
}

on_both_engines!(a_file_of_people_needs_the_permission_to_manage_users);
async fn a_file_of_people_needs_the_permission_to_manage_users(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let form = json!({ "name": "Cataloguer", "permissions": ["read_inventory", "manage_catalogue"] });
    let made = server
        .post("/api/admin/roles")
        .as_(&administrator)
        .json(&form)
        .await;
    let role = made.expect(201)["code"].as_str().expect("a code").to_owned();
    let cataloguer = server.with_role(&role).await;
    let refused = server
        .post("/api/imports?kind=users")
        .as_(&cataloguer)
        .bytes(TABLE)
        .await;
    assert_eq!(refused.status, 403);
    let import = sent(&server, &administrator, "users", TABLE).await;
    let path = format!("/api/imports/{}", id(&import));
    for path in [path.clone(), format!("{path}/records"), format!("{path}/rejects")] {
        assert_eq!(server.get(&path).as_(&cataloguer).await.status, 403, "{path}");
    }
    for act in ["commit", "cancel", "undo"] {
        let refused = server
            .post(&format!("{path}/{act}"))
            .as_(&cataloguer)
            .json(&json!({}))
            .await;
        assert_eq!(refused.status, 403, "{act}");
    }
    let listed = server.get("/api/imports").as_(&cataloguer).await;
    assert_eq!(
        (listed.list().len(), &listed.json["pagination"]["total"]),
        (0, &json!(0))
    );
    let listed = server.get("/api/imports").as_(&administrator).await;
    assert_eq!(listed.list().len(), 1);
    let marc = server
        .post("/api/imports?kind=users")
        .as_(&administrator)
        .bytes(&b"00714cam a2200205 a 4500001001300000"[..])
        .await;
    assert_eq!(
        (marc.status, &marc.json["errors"][0]["code"]),
        (422, &json!("not_a_table"))
    );
}

on_both_engines!(a_librarian_gives_no_role_by_an_import_that_an_administrator_may_give);
async fn a_librarian_gives_no_role_by_an_import_that_an_administrator_may_give(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let librarian = server.with_role("librarian").await;
    let file = "Name,Email,Role\nAda King,ada@school.example,administrator\nBo Brook,bo@school.example,\n";
    let import = sent(&server, &librarian, "users", file).await;
    let error = (2, "role".to_owned(), "role_not_givable".to_owned());
    assert_eq!(errors(&server, &librarian, &import).await, [error]);
    let import = committed(&server, &librarian, &import, "skip").await;
    assert_eq!(counts(&import), [2, 1, 0, 0, 1, 0]);
    assert_eq!(
        people(&server, &administrator, "ada@school").await,
        Vec::<Value>::new()
    );
    let import = sent(&server, &administrator, "users", file).await;
    let import = committed(&server, &administrator, &import, "skip").await;
    assert_eq!(counts(&import), [2, 1, 0, 1, 0, 0]);
    assert_eq!(
        people(&server, &administrator, "ada@school").await[0]["role"],
        "admin"
    );
}

/// A table of so many people.
fn numbered_people(count: usize) -> String {
    let row = |number| format!("Person Number{number},p{number}@school.example,P{number}");
    let mut rows: Vec<String> = (1..=count).map(row).collect();
    // The first person again, far away.
    rows.push("Person Number1,p1@school.example,P1".to_owned());
    format!("Name,Email,Student ID\n{}\n", rows.join("\n"))
}

on_both_engines!(an_import_of_people_goes_on_behind_the_rows_that_are_done);
async fn an_import_of_people_goes_on_behind_the_rows_that_are_done(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let whole = numbered_people(600);
    let import = sent(&server, &administrator, "users", whole.clone()).await;
    assert_eq!((&import["total"], &import["rejected"]), (&json!(601), &json!(1)));
    let number = id(&import).rsplit('_').next().expect("a number");
    // As for a server that died behind 300 rows: it has seen no more of the file.
    let file = server.import_files().join(number);
    let part: String = whole.split_inclusive('\n').take(301).collect();
    std::fs::write(&file, part).expect("a shorter file");
    let part = committed(&server, &administrator, &import, "update").await;
    assert_eq!(counts(&part), [300, 300, 0, 0, 0, 0]);
    std::fs::write(&file, whole).expect("the whole file");
    let sql = format!("UPDATE imports SET state = 'paused' WHERE id = {number}");
    server.database().sql(&sql).await.expect("the state is set");
    let done = committed(&server, &administrator, &import, "update").await;
    assert_eq!(
        (&done["state"], counts(&done)),
        (&json!("done"), [601, 600, 0, 0, 1, 0])
    );
    assert_eq!(server.violations().await, []);
}

on_both_engines!(an_erased_person_is_removed_from_what_imports_have_found);
async fn an_erased_person_is_removed_from_what_imports_have_found(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let bo = server.student().name("Bo Brook").email("bo@school.example").await;
    let import = sent(&server, &administrator, "users", TABLE).await;
    committed(&server, &administrator, &import, "update").await;
    let found = "SELECT (SELECT count(*) FROM import_findings WHERE user_id IS NOT NULL) \
                 + (SELECT count(*) FROM import_rows WHERE before_state IS NOT NULL AND after_digest IS NOT NULL)";
    assert_eq!(server.database().integer(found).await, 2);
    let path = format!("/api/admin/users/{}", bo.id);
    let form = json!({ "email": "bo@school.example" });
    server
        .delete(&path)
        .as_(&administrator)
        .json(&form)
        .await
        .expect(200);
    assert_eq!(server.database().integer(found).await, 0);
}
