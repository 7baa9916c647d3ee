//! Roles: what a person holds, grants and may be granted, and when a change of it counts.

use carrel_domain::users::{Act, Acts, Role};
use carrel_testkit::{Answer, Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

const NOT_ALLOWED: &str = "not_allowed";

/// Adds a role with the acts of a built-in one and more, and returns its code.
pub(super) async fn role_like(server: &Server, administrator: &Identity, code: &str, more: &[Act]) -> String {
    let mut roles = Role::of_new_library().into_iter();
    let base = roles.find(|role| role.code == code).expect("a built-in role");
    let acts: Acts = base.acts.iter().chain(more.iter().copied()).collect();
    let form = json!({ "name": format!("Like {code}"), "permissions": acts.iter().collect::<Vec<_>>() });
    let added = server
        .post("/api/admin/roles")
        .as_(administrator)
        .json(&form)
        .await;
    added.expect(201)["code"].as_str().expect("a code").to_owned()
}

async fn change_person(server: &Server, actor: &Identity, person: &Identity, form: &Value) -> Answer {
    let path = format!("/api/admin/users/{}", person.id);
    server.put(&path).as_(actor).json(form).await
}

async fn listed(server: &Server, administrator: &Identity, code: &str) -> Value {
    let roles = server.get("/api/admin/roles").as_(administrator).await;
    let roles = roles.expect(200)["roles"].as_array().expect("a list").clone();
    let mut roles = roles.into_iter();
    roles.find(|role| role["code"] == code).expect("the role")
}

/// Sets the permissions of a role.
async fn set(server: &Server, actor: &Identity, code: &str, permissions: &[&str]) -> Answer {
    let role = listed(server, actor, code).await;
    let form = json!({ "name": role["name"], "permissions": permissions, "version": role["version"] });
    let path = format!("/api/admin/roles/{code}");
    server.put(&path).as_(actor).json(&form).await
}

async fn status(server: &Server, path: &str, token: &str) -> u16 {
    server.get(path).bearer(token).await.status
}

on_both_engines!(a_person_sees_their_role_and_permissions);
async fn a_person_sees_their_role_and_permissions(database: TestDatabase) {
    let server = Server::start(database).await;
    for role in Role::of_new_library() {
        let person = server.with_role(&role.code).await;
        let shown = server.get("/api/auth/me").as_(&person).await;
        let shown = shown.expect(200);
        let basic = if role.code == "admin" { "admin" } else { "student" };
        assert_eq!(shown["role"], basic);
        let staff_role = match role.code.as_str() {
            "admin" | "student" => Value::Null,
            code => json!({ "code": code, "name": role.name }),
        };
        assert_eq!(shown["staffRole"], staff_role);
        assert_eq!(shown["permissions"], json!(role.acts.iter().collect::<Vec<_>>()));
        let form = json!({ "email": person.email, "password": person.password, "rememberMe": true });
        let signed_in = server.post("/api/auth/login").json(&form).await;
        assert_eq!(&signed_in.expect(200)["user"], shown);
        assert_eq!(&signed_in.json["user"], shown);
    }
}

on_both_engines!(a_librarian_neither_creates_nor_changes_staff);
async fn a_librarian_neither_creates_nor_changes_staff(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let librarian = server.with_role("librarian").await;
    let (assistant, student) = (server.with_role("assistant").await, server.student().await);
    let teacher = server.with_role("teacher").await;
    let people = "SELECT count(*) FROM users";
    let before = server.database().integer(people).await;
    for form in [
        json!({ "name": "New Person", "email": "new@library.example", "role": "admin" }),
        json!({ "name": "New Person", "email": "new@library.example", "staffRole": "assistant" }),
        json!({ "name": "New Person", "email": "new@library.example", "staffRole": "teacher" }),
    ] {
        let added = server.post("/api/admin/users").as_(&librarian).json(&form).await;
        assert_eq!(added.failure().1, NOT_ALLOWED, "{form}");
    }
    for name in ["admin", "Assistant", "teacher"] {
        // One such line does not refuse the others, and the preview knows it.
        let file = format!(
            "Name,Email,Role\nNew Person,new@library.example,{name}\nBo Brook,bo@library.example,student\n"
        );
        let preview = server.post("/api/admin/users/import").as_(&librarian);
        let preview = preview.json(&json!({ "file": file, "preview": true })).await;
        let lines = &preview.expect(200)["lines"];
        let message = "You may not give this role";
        let error = &lines[0]["errors"][0];
        assert_eq!(
            (&error["field"], &error["message"]),
            (&json!("role"), &json!(message)),
            "{name}"
        );
        assert_eq!(lines[1]["fate"], "new", "{name}");
        let file = format!("Name,Email,Role\nNew Person,new@library.example,{name}\n");
        let import = server.post("/api/admin/users/import").as_(&librarian);
        let imported = import.json(&json!({ "file": file })).await;
        assert_eq!(
            imported.failure().2,
            "No line of this file can be imported",
            "{name}"
        );
    }
    for person in [&administrator, &assistant, &librarian] {
        for form in [
            json!({ "email": "taken@library.example" }),
            json!({ "isActive": false }),
            json!({ "blockReason": "No reason" }),
            json!({ "role": "student", "staffRole": null }),
        ] {
            let changed = change_person(&server, &librarian, person, &form).await;
            assert_eq!(changed.failure().1, NOT_ALLOWED, "{form}");
        }
        let path = format!("/api/admin/users/{}/password-link", person.id);
        let link = server.post(&path).as_(&librarian).await;
        assert_eq!(link.failure().1, NOT_ALLOWED);
    }
    for form in [
        json!({ "role": "admin" }),
        json!({ "staffRole": "teacher" }),
        json!({ "staffRole": "assistant" }),
    ] {
        let changed = change_person(&server, &librarian, &student, &form).await;
        assert_eq!(changed.failure().1, NOT_ALLOWED, "{form}");
    }
    assert_eq!(server.database().integer(people).await, before);
    // People who are not staff are a librarian's work.
    for person in [&student, &teacher] {
        let form = json!({ "department": "History", "role": "student" });
        let changed = change_person(&server, &librarian, person, &form).await;
        assert_eq!(changed.expect(200)["department"], "History");
        let path = format!("/api/admin/users/{}/password-link", person.id);
        server.post(&path).as_(&librarian).await.expect(201);
    }
    let teacher = server.get("/api/auth/me").as_(&teacher).await;
    assert_eq!(teacher.expect(200)["staffRole"]["code"], "teacher");
}

on_both_engines!(nobody_grants_more_than_they_hold);
async fn nobody_grants_more_than_they_hold(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let code = role_like(&server, &administrator, "librarian", &[Act::ManageStaff]).await;
    let higher = role_like(&server, &administrator, "assistant", &[Act::ManageSettings]).await;
    let manager = server.with_role(&code).await;
    let student = server.student().await;
    for (role, status) in [
        ("assistant", 200),
        ("librarian", 200),
        (code.as_str(), 200),
        ("teacher", 200),
        (higher.as_str(), 403),
        ("nobody", 422),
        ("admin", 422),
        ("student", 422),
        ("%00", 422),
        ("a\u{0}", 422),
    ] {
        let changed = change_person(&server, &manager, &student, &json!({ "staffRole": role })).await;
        assert_eq!(changed.status, status, "{role}: {}", changed.text());
    }
    let changed = change_person(&server, &manager, &student, &json!({ "role": "admin" })).await;
    assert_eq!(changed.failure().1, NOT_ALLOWED);
    // A person who holds more is out of reach, whatever would change.
    let person = server.with_role(&higher).await;
    for person in [&person, &administrator] {
        for form in [
            json!({ "phone": "+123" }),
            json!({ "role": "student", "staffRole": null }),
        ] {
            let changed = change_person(&server, &manager, person, &form).await;
            assert_eq!(changed.failure().1, NOT_ALLOWED, "{form}");
        }
    }
    // Only administrators change roles, so the manager's own role cannot be widened.
    for answer in [
        set(&server, &manager, &code, &["manage_settings"]).await,
        server
            .post("/api/admin/roles")
            .as_(&manager)
            .json(&json!({ "name": "Owner", "permissions": [] }))
            .await,
        server
            .delete(&format!("/api/admin/roles/{code}"))
            .as_(&manager)
            .await,
    ] {
        assert_eq!(answer.failure().1, NOT_ALLOWED);
    }
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_role_changes_with_the_next_call);
async fn a_role_changes_with_the_next_call(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let (assistant, other) = (
        server.with_role("assistant").await,
        server.with_role("librarian").await,
    );
    let stats = "/api/admin/stats";
    let token = async |person: &Identity| {
        let form =
            json!({ "name": "A script", "scopes": ["people:read", "reports:read"], "expiresInDays": 9 });
        let made = server.post("/api/auth/tokens").as_(person).json(&form).await;
        made.expect(201)["token"].as_str().expect("a token").to_owned()
    };
    let (before, others) = (token(&assistant).await, token(&other).await);
    assert_eq!(status(&server, stats, &assistant.token).await, 403);
    assert_eq!(status(&server, "/api/admin/users", &before).await, 200);
    assert_eq!(
        status(&server, stats, &before).await,
        403,
        "not even with the scope"
    );

    let widened = set(
        &server,
        &administrator,
        "assistant",
        &["check_out", "read_statistics"],
    )
    .await;
    assert_eq!(widened.expect(200)["people"], 1);
    assert_eq!(status(&server, stats, &assistant.token).await, 200);
    assert_eq!(
        status(&server, "/api/auth/me", &before).await,
        401,
        "the tokens have ended"
    );
    assert_eq!(
        status(&server, stats, &others).await,
        200,
        "those of other roles have not"
    );

    // The sign-in of before does not confirm the wider role.
    server.confirm(&assistant).await;
    let after = token(&assistant).await;
    assert_eq!(status(&server, stats, &after).await, 200);
    set(&server, &administrator, "assistant", &["check_out"])
        .await
        .expect(200);
    assert_eq!(status(&server, stats, &assistant.token).await, 403);
    assert_eq!(
        status(&server, stats, &after).await,
        403,
        "a token allows no more than its owner"
    );
    assert_eq!(status(&server, "/api/admin/users", &after).await, 200);

    // Another role ends the person's tokens, and counts at once.
    let changed = change_person(
        &server,
        &administrator,
        &assistant,
        &json!({ "staffRole": "librarian" }),
    )
    .await;
    assert_eq!(
        changed.expect(200)["staffRole"],
        json!({ "code": "librarian", "name": "Librarian" })
    );
    assert_eq!(status(&server, stats, &assistant.token).await, 200);
    assert_eq!(status(&server, "/api/auth/me", &after).await, 401);

    let entries = "SELECT count(*) FROM audit WHERE action = 'role.changed' AND entity = 'role.assistant' \
        AND before_state LIKE '%\"read_statistics\"%' AND after_state NOT LIKE '%\"read_statistics\"%'";
    assert_eq!(server.database().integer(entries).await, 1);
    let entries = "SELECT count(*) FROM audit WHERE action = 'user.changed' \
        AND before_state LIKE '%\"role\":\"assistant\"%' AND after_state LIKE '%\"role\":\"librarian\"%'";
    assert_eq!(server.database().integer(entries).await, 1);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(roles_are_added_renamed_and_removed);
async fn roles_are_added_renamed_and_removed(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let add = async |form: &Value| {
        server
            .post("/api/admin/roles")
            .as_(&administrator)
            .json(form)
            .await
    };
    let added = add(&json!({ "name": "Weekend helper", "permissions": ["waive_charges"] })).await;
    let added = added.expect(201).clone();
    assert_eq!(added["code"], "weekend-helper");
    let needed = [
        "read_users",
        "read_any_borrowing",
        "record_payment",
        "waive_charges",
    ];
    for permission in needed {
        assert!(
            added["permissions"]
                .as_array()
                .expect("a list")
                .contains(&json!(permission))
        );
    }
    for name in ["WEEKEND HELPER", "weekend-helper", "Admin", "administrator"] {
        let taken = add(&json!({ "name": name, "permissions": [] })).await;
        let words = "A role with this name already exists";
        assert_eq!(taken.failure(), (409, "role_name_taken", words), "{name}");
    }
    for (form, message) in [
        (json!({}), "Name is required"),
        (
            json!({ "name": "A", "permissions": ["fly"] }),
            "There is no such permission",
        ),
        (
            json!({ "name": "A", "permissions": ["manage_roles"] }),
            "Only administrators can have this permission",
        ),
    ] {
        assert_eq!(add(&form).await.failure(), (422, "validation", message), "{form}");
    }
    let path = "/api/admin/roles/weekend-helper";
    let change = json!({ "name": "Helper", "permissions": [], "version": added["version"] });
    let changed = server.put(path).as_(&administrator).json(&change).await;
    assert_eq!(changed.expect(200)["name"], "Helper");
    // The version is that of the state before.
    let again = server.put(path).as_(&administrator).json(&change).await;
    assert_eq!(again.failure().1, "settings_changed");
    for code in ["admin", "student"] {
        let fixed = set(&server, &administrator, code, &[]).await;
        assert_eq!(fixed.failure().1, "role_fixed", "{code}");
    }
    for code in Role::BUILT_IN {
        let path = format!("/api/admin/roles/{code}");
        let kept = server.delete(&path).as_(&administrator).await;
        assert_eq!(kept.failure().1, "role_fixed", "{code}");
    }
    let helper = server.with_role("weekend-helper").await;
    assert_eq!(
        listed(&server, &administrator, "weekend-helper").await["people"],
        1
    );
    let used = server.delete(path).as_(&administrator).await;
    let words = "One person has this role; give them another one first";
    assert_eq!(used.failure(), (409, "role_in_use", words));
    let changed = change_person(&server, &administrator, &helper, &json!({ "staffRole": null })).await;
    assert_eq!(changed.expect(200)["staffRole"], Value::Null);
    server.delete(path).as_(&administrator).await.expect(200);
    let gone = server.delete(path).as_(&administrator).await;
    assert_eq!(gone.failure(), (404, "role_not_found", "Role not found"));
    for number in 5..50 {
        add(&json!({ "name": format!("Role {number}"), "permissions": [] }))
            .await
            .expect(201);
    }
    assert_eq!(
        add(&json!({ "name": "One more", "permissions": [] }))
            .await
            .failure()
            .1,
        "too_many_roles"
    );
    let entries = "SELECT count(*) FROM audit WHERE action IN ('role.added', 'role.changed', 'role.removed') \
        AND entity = 'role.weekend-helper'";
    assert_eq!(server.database().integer(entries).await, 3);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(people_are_listed_and_imported_by_role);
async fn people_are_listed_and_imported_by_role(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let student = server.student().await;
    let file =
        "Name,Email,Role\nLena Hall,lena@library.example,librarian\nTom Reed,tom@library.example,TEACHER\n";
    let import = server.post("/api/admin/users/import").as_(&administrator);
    import.json(&json!({ "file": file })).await.expect(200);
    let names = async |query: &str| {
        let path = format!("/api/admin/users?{query}");
        let found = server.get(&path).as_(&administrator).await;
        let names = found.column("name").into_iter().map(str::to_owned);
        names.collect::<Vec<_>>()
    };
    assert_eq!(names("role=admin").await, [administrator.name.as_str()]);
    assert_eq!(
        names("role=student").await,
        [student.name.as_str(), "Lena Hall", "Tom Reed"]
    );
    assert_eq!(names("staffRole=librarian").await, ["Lena Hall"]);
    assert_eq!(names("staffRole=student").await, [student.name.as_str()]);
    assert_eq!(names("staffRole=nobody").await, [""; 0]);
    let generated = server
        .get("/api/admin/users?staffRole=teacher")
        .as_(&administrator)
        .await;
    assert_eq!(generated.list()[0]["studentId"], Value::Null);
    for query in ["staffRole=".to_owned(), format!("staffRole={}", "x".repeat(81))] {
        let path = format!("/api/admin/users?{query}");
        let answer = server.get(&path).as_(&administrator).await;
        assert_eq!(answer.failure().1, "validation", "{query}");
    }
}

on_both_engines!(the_last_administrator_keeps_the_role);
async fn the_last_administrator_keeps_the_role(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    for form in [
        json!({ "role": "student" }),
        json!({ "role": "student", "staffRole": null }),
        json!({ "staffRole": "librarian" }),
        json!({ "isActive": false }),
    ] {
        let changed = change_person(&server, &administrator, &administrator, &form).await;
        assert_eq!(changed.failure().1, "last_administrator", "{form}");
    }
    let changed = change_person(
        &server,
        &administrator,
        &administrator,
        &json!({ "staffRole": null }),
    )
    .await;
    assert_eq!(changed.expect(200)["role"], "admin");
}
