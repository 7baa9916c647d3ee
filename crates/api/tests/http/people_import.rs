//! Imports of people from files.

use carrel_testkit::{Answer, DAY, Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use crate::people::choose_password;

/// Imports a file, or previews it.
pub(super) async fn import(server: &Server, caller: &Identity, file: &str, more: &Value) -> Answer {
    let mut form = more.clone();
    form["file"] = json!(file);
    server
        .post("/api/admin/users/import")
        .as_(caller)
        .json(&form)
        .await
}

/// The results of the lines.
fn fates(imported: &Value) -> Vec<&str> {
    let lines = imported["lines"].as_array().expect("lines");
    lines
        .iter()
        .map(|line| line["fate"].as_str().expect("a text"))
        .collect()
}

/// Field and message of the errors of a line.
fn errors(imported: &Value, line: usize) -> Vec<(&str, &str)> {
    let errors = imported["lines"][line]["errors"].as_array().expect("errors");
    errors
        .iter()
        .map(|error| {
            (
                error["field"].as_str().expect("a field"),
                error["message"].as_str().expect("a message"),
            )
        })
        .collect()
}

async fn person(server: &Server, administrator: &Identity, person: &Identity) -> Value {
    let path = format!("/api/admin/users/{}", person.id);
    server.get(&path).as_(administrator).await.expect(200).clone()
}

on_both_engines!(existing_people_are_found_and_only_filled_cells_change_them);
async fn existing_people_are_found_and_only_filled_cells_change_them(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let ada = server
        .student()
        .name("Ada King")
        .email("ada@school.example")
        .await;
    let bo = server.student().name("Bo Brook").email("bo@school.example").await;
    let cy = server
        .student()
        .name("Cy Castle")
        .email("cy@school.example")
        .await;
    let path = format!("/api/admin/users/{}", ada.id);
    let form = json!({ "studentId": "S-1", "class": "6b", "department": "Science", "phone": "+4420" });
    server
        .put(&path)
        .as_(&administrator)
        .json(&form)
        .await
        .expect(200);
    // Ada is found by the student ID, Bo and Cy by the address.
    let file = "Student ID;Name;Email;Class;Department;Phone\n\
                s-1;;ADA@school.example;7b;;0044 (0)20 7946 0958\n\
                S-2;Bo Brook;BO@school.example;;;\n\
                ;Cy Castle;cy@school.example;;;\n\
                S-4;Di Dale;di@school.example;7b;;\n\
                S-5;;;7b;;\n";
    let preview = import(&server, &administrator, file, &json!({ "preview": true })).await;
    let preview = preview.expect(200);
    assert_eq!(
        fates(preview),
        ["changed", "changed", "unchanged", "new", "wrong"]
    );
    let counts = ["new", "changed", "unchanged", "wrong"].map(|fate| preview[fate].clone());
    assert_eq!(counts, [json!(1), json!(2), json!(1), json!(1)]);
    assert_eq!(
        preview["lines"][0]["changes"],
        json!([
            { "field": "class", "before": "6b", "after": "7b" },
            { "field": "phone", "before": "+4420", "after": "+442079460958" },
        ])
    );
    // The line has no name; the account has one.
    assert_eq!(preview["lines"][0]["name"], json!("Ada King"));
    let before = person(&server, &administrator, &bo).await["studentId"].clone();
    assert_eq!(
        preview["lines"][1]["changes"],
        json!([{ "field": "studentId", "before": before, "after": "S-2" }])
    );
    assert_eq!(
        errors(preview, 4),
        [("name", "Full name is required"), ("email", "Email is required")]
    );
    let unchanged = person(&server, &administrator, &ada).await;
    assert_eq!(unchanged["class"], json!("6b"));

    let kept = json!({ "keepExisting": true, "preview": true });
    let kept = import(&server, &administrator, file, &kept).await;
    assert_eq!(
        fates(kept.expect(200)),
        ["unchanged", "unchanged", "unchanged", "new", "wrong"]
    );

    let imported = import(&server, &administrator, file, &json!({ "links": true })).await;
    let imported = imported.expect(200);
    assert_eq!(
        fates(imported),
        ["changed", "changed", "unchanged", "new", "wrong"]
    );
    let links = imported["lines"].as_array().expect("lines").iter();
    let links: Vec<bool> = links.map(|line| line["link"].is_object()).collect();
    assert_eq!(links, [false, false, false, true, false]);
    let changed = person(&server, &administrator, &ada).await;
    let shown =
        ["name", "email", "class", "department", "phone", "studentId"].map(|field| changed[field].clone());
    assert_eq!(
        shown,
        [
            json!("Ada King"),
            json!("ada@school.example"),
            json!("7b"),
            json!("Science"),
            json!("+442079460958"),
            json!("S-1")
        ]
    );
    let trail = "SELECT count(*) FROM audit WHERE action = 'user.changed' AND before_state LIKE '%6b%' \
                 AND after_state LIKE '%7b%'";
    assert_eq!(server.database().integer(trail).await, 1);
    assert_eq!(person(&server, &administrator, &cy).await["class"], json!(null));
    let again = import(&server, &administrator, file, &json!({})).await;
    assert_eq!(
        fates(again.expect(200)),
        ["unchanged", "unchanged", "unchanged", "unchanged", "wrong"]
    );
    // A file may have no names and no addresses.
    let next_year = import(
        &server,
        &administrator,
        "Student ID,Class\nS-1,8b\nS-2,8b\n",
        &json!({}),
    )
    .await;
    assert_eq!(fates(next_year.expect(200)), ["changed", "changed"]);
    assert_eq!(person(&server, &administrator, &bo).await["class"], json!("8b"));
    assert_eq!(server.violations().await, []);
}

on_both_engines!(an_import_changes_nobody_whom_the_caller_may_not_change);
async fn an_import_changes_nobody_whom_the_caller_may_not_change(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().email("head@school.example").await;
    let librarian = server.with_role("librarian").await;
    let ada = server
        .student()
        .name("Ada King")
        .email("ada@school.example")
        .await;
    let bo = server.student().name("Bo Brook").email("bo@school.example").await;
    let path = format!("/api/admin/users/{}", ada.id);
    let form = json!({ "studentId": "S-1" });
    server
        .put(&path)
        .as_(&administrator)
        .json(&form)
        .await
        .expect(200);
    let file = "Student ID,Email,Class,Role\n\
                ,head@school.example,7b,\n\
                S-1,ada@school.example,7b,teacher\n\
                ,bo@school.example,7b,\n";
    let refused = ("name", "You may not change this person");
    for preview in [true, false] {
        let imported = import(&server, &librarian, file, &json!({ "preview": preview })).await;
        let imported = imported.expect(200);
        assert_eq!(fates(imported), ["wrong", "wrong", "changed"]);
        assert_eq!(
            (errors(imported, 0), errors(imported, 1)),
            (vec![refused], vec![refused])
        );
    }
    assert_eq!(
        person(&server, &administrator, &administrator).await["class"],
        json!(null)
    );
    assert_eq!(person(&server, &administrator, &bo).await["class"], json!("7b"));
    // An administrator gives the role.
    let imported = import(&server, &administrator, file, &json!({})).await;
    assert_eq!(fates(imported.expect(200)), ["changed", "changed", "unchanged"]);
    let teacher = person(&server, &administrator, &ada).await;
    assert_eq!(teacher["staffRole"]["code"], json!("teacher"));

    // Addresses: one's own stays, a used one is refused, and so is a person who is in the file twice.
    let file = "Student ID,Email,Name\n\
                S-1,bo@school.example,Ada King\n\
                S-1,ada.king@school.example,Ada King\n";
    let refused = import(&server, &administrator, file, &json!({ "preview": true })).await;
    let refused = refused.expect(200);
    assert_eq!(errors(refused, 0), [("email", "This email is already in use")]);
    assert_eq!(
        errors(refused, 1),
        [("studentId", "This student ID is in the file twice")]
    );
    let file = "Student ID,Email,Name\nS-1,,Ada King\n,ada@school.example,Ada Lovelace\n";
    let twice = import(&server, &administrator, file, &json!({ "preview": true })).await;
    assert_eq!(
        errors(twice.expect(200), 1),
        [("name", "This person is in the file twice")]
    );
    let moved = import(
        &server,
        &administrator,
        "Student ID,Email\nS-1,ada.king@school.example\n",
        &json!({}),
    )
    .await;
    assert_eq!(fates(moved.expect(200)), ["changed"]);
    let moved = person(&server, &administrator, &ada).await;
    assert_eq!(moved["email"], json!("ada.king@school.example"));
    assert_eq!(server.violations().await, []);
}

on_both_engines!(phone_numbers_of_a_file_are_read_as_people_write_them);
async fn phone_numbers_of_a_file_are_read_as_people_write_them(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let file = "Name,Email,Phone\n\
                Ada King,ada@school.example,+49 (0)711 / 1234-56\n\
                Bo Brook,bo@school.example,0711 123456\n\
                Cy Castle,cy@school.example,ask at home\n";
    let without = import(&server, &administrator, file, &json!({ "preview": true })).await;
    let without = without.expect(200);
    assert_eq!(fates(without), ["new", "wrong", "wrong"]);
    assert_eq!(
        errors(without, 1),
        [(
            "phone",
            "Phone number needs its country code, such as +49, because the library’s own phone number has none"
        )]
    );
    assert_eq!(errors(without, 2), [("phone", "Invalid phone number")]);
    server.set("contact_phone", "+4971112340").await;
    let imported = import(&server, &administrator, file, &json!({})).await;
    assert_eq!(fates(imported.expect(200)), ["new", "new", "wrong"]);
    let people = server
        .get("/api/admin/users?search=school")
        .as_(&administrator)
        .await;
    assert_eq!(people.status, 200);
    let found = server
        .get("/api/admin/users?search=brook")
        .as_(&administrator)
        .await;
    assert_eq!(found.expect(200)[0]["phone"], json!("+49711123456"));
    let found = server
        .get("/api/admin/users?search=king")
        .as_(&administrator)
        .await;
    assert_eq!(found.expect(200)[0]["phone"], json!("+49711123456"));
}

/// Line, result and messages of each line.
fn lines(imported: &Value) -> Vec<(u64, String, Vec<String>)> {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let all = imported["lines"].as_array().expect("lines");
    all.iter()
        .map(|line| {
            let errors = line["errors"].as_array().expect("errors");
            (
                line["line"].as_u64().expect("a number"),
                text(&line["fate"]),
                errors.iter().map(|error| text(&error["message"])).collect(),
            )
        })
        .collect()
}

on_both_engines!(a_file_of_people_is_previewed_and_its_valid_lines_imported);
async fn a_file_of_people_is_previewed_and_its_valid_lines_imported(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    server.student().email("here@school.example").await;
    server
        .database()
        .sql("INSERT INTO patron_categories (code, name, position) VALUES ('staff', 'Teaching Staff', 0)")
        .await
        .expect("the category is written");
    let people = "SELECT count(*) FROM users";
    let before = server.database().integer(people).await;
    let wrong = "Name;E-mail;Student ID;Patron category;Role;Shoe size\n\
                 Ada King;ada@school.example;S1;teaching staff;;38\n\
                 Bo;nowhere;;;;\n\
                 Cy Castle;ADA@school.example;S1;pupils;pope;\n\
                 Here Already;Here@school.example;;;;\n";
    let preview = import(&server, &administrator, wrong, &json!({ "preview": true })).await;
    let preview = preview.expect(200);
    let entry = |line: u64, fate: &str, errors: &[&str]| {
        (
            line,
            fate.to_owned(),
            errors.iter().map(ToString::to_string).collect::<Vec<_>>(),
        )
    };
    assert_eq!(
        lines(preview),
        [
            entry(2, "new", &[]),
            entry(3, "wrong", &["Invalid email address"]),
            entry(
                4,
                "wrong",
                &[
                    "Role must be the name of a role, such as student or administrator",
                    "There is no such patron category",
                    "This email is in the file twice",
                    "This student ID is in the file twice"
                ]
            ),
            entry(5, "changed", &[]),
        ]
    );
    assert_eq!(preview["ignored"], json!(["Shoe size"]));
    let counts = ["new", "changed", "unchanged", "wrong"].map(|fate| preview[fate].clone());
    assert_eq!(counts, [json!(1), json!(1), json!(0), json!(2)]);
    assert_eq!(
        preview["columns"],
        json!([
            "Name",
            "E-mail",
            "Student ID",
            "Patron category",
            "Role",
            "Shoe size"
        ])
    );
    assert_eq!(
        preview["lines"][1]["cells"],
        json!(["Bo", "nowhere", "", "", "", ""])
    );
    assert_eq!(preview["lines"][0]["cells"], json!([]));
    assert_eq!(server.database().integer(people).await, before);
    let refused = import(&server, &administrator, "Name,Email\nBo,nowhere", &json!({})).await;
    assert_eq!(
        refused.errors(),
        [("file", "No line of this file can be imported")]
    );
    let partly = "Name;E-mail\nDi Dale;di@school.example\nBo;nowhere\n";
    let partly = import(&server, &administrator, partly, &json!({})).await;
    assert_eq!(
        lines(partly.expect(200)),
        [
            entry(2, "new", &[]),
            entry(3, "wrong", &["Invalid email address"])
        ]
    );
    assert_eq!(server.database().integer(people).await, before + 1);
    let before = before + 1;
    let none = import(&server, &administrator, "Ada,ada@school.example", &json!({})).await;
    assert_eq!(
        none.errors(),
        [(
            "file",
            "The first line must name the columns, Email or Student ID among them"
        )]
    );

    let good = "First name,Last name,Email,Patron category,Class\n\
                Ada,King,ada@school.example,staff,Year 9\n\
                Bo,Brook,bo@school.example,,\n\
                Here,Already,here@school.example,,\n";
    let imported = import(&server, &administrator, good, &json!({ "links": true })).await;
    let imported = imported.expect(200).clone();
    assert_eq!(server.database().integer(people).await, before + 2);
    let links: Vec<Option<&str>> = imported["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .map(|line| line["link"]["path"].as_str())
        .collect();
    let [Some(ada), Some(bo), None] = links[..] else {
        panic!("{imported}")
    };
    assert_ne!(ada, bo);
    // A link of an import is valid for a month.
    server.clock.advance(29 * DAY);
    choose_password(&server, ada).await;
    let found = server
        .get("/api/admin/users?search=king")
        .as_(&server.administrator().await)
        .await;
    let found = &found.expect(200)[0];
    let shown = ["name", "patronCategory", "class", "role"].map(|field| found[field].clone());
    assert_eq!(
        shown,
        [
            json!("Ada King"),
            json!("staff"),
            json!("Year 9"),
            json!("student")
        ]
    );
    let trail = "SELECT count(*) FROM audit WHERE action = 'user.created' AND after_state LIKE '%Ada King%'";
    assert_eq!(server.database().integer(trail).await, 1);
    let again = import(
        &server,
        &server.administrator().await,
        good,
        &json!({ "links": true }),
    )
    .await;
    assert_eq!(
        (&again.expect(200)["new"], &again.expect(200)["unchanged"]),
        (&json!(0), &json!(3))
    );
}

on_both_engines!(a_generated_student_id_avoids_those_of_the_same_file);
async fn a_generated_student_id_avoids_those_of_the_same_file(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let year = server.clock.now().to_zoned(jiff::tz::TimeZone::UTC).year();
    let used = "SELECT count(*) FROM users WHERE student_id IS NOT NULL";
    let used = server.database().integer(used).await.unsigned_abs();
    let next = |step: u64| carrel_domain::users::student_id(year, used + step);
    let file = format!(
        "Name,Email,Student ID\nAda King,ada@school.example,\nBo Brook,bo@school.example,{}\n\
         Cy Dale,cy@school.example,\n",
        next(1)
    );
    import(&server, &administrator, &file, &json!({}))
        .await
        .expect(200);
    let ids = "SELECT student_id FROM users WHERE email_key LIKE '%@school.example' ORDER BY email_key";
    let ids: Vec<(String,)> = server.database().rows(ids).await;
    let ids: Vec<String> = ids.into_iter().map(|(id,)| id).collect();
    assert_eq!(ids, [next(2), next(1), next(3)]);
}
