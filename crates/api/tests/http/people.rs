//! People, as administrators see and change them; and the public facts about the library.

use carrel_domain::patch::Patch;
use carrel_testkit::{Answer, DAY, Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

/// An administrator changes a person.
pub(crate) async fn change(
    server: &Server,
    administrator: &Identity,
    person: &Identity,
    form: &Value,
) -> Answer {
    let path = format!("/api/admin/users/{}", person.id);
    server.put(&path).as_(administrator).json(form).await
}

on_both_engines!(people_are_listed_by_name_and_found_by_words);
async fn people_are_listed_by_name_and_found_by_words(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server
        .administrator()
        .name("Zoë Wanamaker")
        .email("staff@library.example")
        .await;
    for (name, email) in [
        ("ada lovelace", "ada.lovelace@library.example"),
        ("Émile Zola", "zola@books.example"),
        ("Charles Babbage", "charles@library.example"),
        ("Eleanor Marx", "eleanor@library.example"),
    ] {
        server.student().name(name).email(email).await;
    }
    let all = [
        "Charles Babbage",
        "ada lovelace",
        "Eleanor Marx",
        "Zoë Wanamaker",
        "Émile Zola",
    ];
    for (query, expected) in [
        ("", &all[..]),
        ("?search=", &all),
        ("?role=student", &[all[0], all[1], all[2], all[4]]),
        ("?role=admin", &all[3..4]),
        ("?limit=2", &all[..2]),
        ("?limit=2&page=3", &all[4..]),
        ("?search=zo", &all[3..]),
        ("?search=zo&role=student", &all[4..]),
        ("?search=LOVELACE", &all[1..2]),
        ("?search=emile", &all[4..]),
        ("?search=ada%20lo", &all[1..2]),
        ("?search=zola%40books.example", &all[4..]),
        ("?search=s2026-00003", &all[..1]),
        ("?search=nobody", &[]),
        ("?search=%25", &[]),
        ("?search=%5F", &[]),
    ] {
        let answer = server
            .get(&format!("/api/admin/users{query}"))
            .as_(&administrator)
            .await;
        assert_eq!(answer.column("name"), expected, "{query}");
    }
    let answer = server
        .get("/api/admin/users?role=teacher")
        .as_(&administrator)
        .await;
    assert_eq!(answer.errors(), [("role", "role must be one of: student, admin")]);
    let answer = server.get("/api/admin/users?page=0").as_(&administrator).await;
    assert_eq!(answer.errors(), [("page", "page must be a whole number from 1")]);
}

on_both_engines!(a_person_is_shown_with_borrowings_and_balance);
async fn a_person_is_shown_with_borrowings_and_balance(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    for period in [1, 5, 30] {
        let book = server
            .book()
            .with(|draft| draft.borrowing_period = Patch::Set(period))
            .await;
        server.borrow(&student, book.id).await;
    }
    server.clock.advance(8 * DAY);
    let administrator = server.administrator().await;
    let path = format!("/api/admin/users/{}", student.id);
    let shown = server.get(&path).as_(&administrator).await;
    let shown = shown.expect(200);
    let figures = ["activeBorrowings", "overdueBorrowings", "balance"].map(|field| shown[field].clone());
    assert_eq!(figures, [json!(3), json!(2), json!(0.0)]);
    let me = server.get("/api/auth/me").as_(&student).await;
    for (field, value) in me.expect(200).as_object().expect("an object") {
        if !["permissions", "secondFactorNeeded"].contains(&field.as_str()) {
            assert_eq!(&shown[field], value, "{field}");
        }
    }
    let list = server
        .get("/api/admin/users?role=student")
        .as_(&administrator)
        .await;
    assert_eq!(&list.list()[0], shown);
}

on_both_engines!(an_administrator_changes_a_person);
async fn an_administrator_changes_a_person(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let all = json!({
        "name": "Ada Lovelace", "email": "ada@library.example", "studentId": "AL-1815", "role": "admin",
        "collegeName": "Trinity", "department": "Mathematics", "currentSemester": "3",
        "currentSemesterCategory": "Analysis", "class": "7b", "homeroom": "Room 12", "phone": "+44123", "address": "London", "language": "de", "isActive": true,
    });
    let answer = change(&server, &administrator, &student, &all).await;
    assert_eq!(answer.json["message"], "User updated successfully!");
    let mut expected = answer.expect(200).clone();
    for (field, value) in all.as_object().expect("an object") {
        assert_eq!(&expected[field], value, "{field}");
    }
    // The new role applies at once.
    server.get("/api/admin/stats").as_(&student).await.expect(200);
    for (form, changed) in [
        (json!({}), json!({})),
        (
            json!({ "studentId": null, "phone": "" }),
            json!({ "studentId": null, "phone": null }),
        ),
        (json!({ "role": "student" }), json!({ "role": "student" })),
    ] {
        let fields = changed.as_object().expect("an object").clone();
        expected.as_object_mut().expect("an object").extend(fields);
        let answer = change(&server, &administrator, &student, &form).await;
        assert_eq!(answer.expect(200), &expected, "{form}");
    }
    let refused = server.get("/api/admin/stats").as_(&student).await;
    assert_eq!(refused.failure().1, "not_allowed");
}

on_both_engines!(invalid_changes_of_a_person_are_refused);
async fn invalid_changes_of_a_person_are_refused(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let other = server.student().await;
    let given = json!({ "studentId": "AL-1815" });
    change(&server, &administrator, &other, &given).await.expect(200);
    let email = "An account with this email already exists";
    let student_id = "This student ID is already in use";
    for (form, failure) in [
        (
            json!({ "email": other.email.to_uppercase() }),
            (409, "email_taken", email),
        ),
        (
            json!({ "studentId": " al-1815 " }),
            (409, "student_id_taken", student_id),
        ),
        (
            json!({ "studentId": "x".repeat(41) }),
            (422, "validation", "Student ID cannot exceed 40 characters"),
        ),
        (
            json!({ "studentId": "a\u{0}b" }),
            (
                422,
                "validation",
                "Student ID contains characters that are not allowed",
            ),
        ),
        (
            json!({ "name": "A" }),
            (422, "validation", "Name must be at least 2 characters"),
        ),
        (
            json!({ "phone": "0123" }),
            (422, "validation", "Invalid phone number"),
        ),
    ] {
        let answer = change(&server, &administrator, &student, &form).await;
        assert_eq!(answer.failure(), failure, "{form}");
    }
    for form in [
        json!({ "role": "teacher" }),
        json!({ "isActive": "no" }),
        json!({ "role": 1 }),
    ] {
        let answer = change(&server, &administrator, &student, &form).await;
        assert_eq!(answer.failure().0, 400, "{form}");
    }
    let form = json!({ "name": "A", "studentId": "x".repeat(41) });
    let both = change(&server, &administrator, &student, &form).await;
    assert_eq!(both.errors().len(), 2);
}

on_both_engines!(the_last_active_administrator_cannot_be_removed);
async fn the_last_active_administrator_cannot_be_removed(database: TestDatabase) {
    let server = Server::start(database).await;
    let first = server.administrator().await;
    let words = "The last active administrator cannot be removed";
    for form in [json!({ "role": "student" }), json!({ "isActive": false })] {
        let answer = change(&server, &first, &first, &form).await;
        assert_eq!(answer.failure(), (409, "last_administrator", words), "{form}");
    }
    // An inactive administrator does not count.
    let second = server.administrator().await;
    change(&server, &first, &second, &json!({ "isActive": false }))
        .await
        .expect(200);
    let answer = change(&server, &first, &first, &json!({ "role": "student" })).await;
    assert_eq!(answer.failure().1, "last_administrator");
    change(&server, &first, &second, &json!({ "isActive": true }))
        .await
        .expect(200);
    change(&server, &first, &first, &json!({ "role": "student" }))
        .await
        .expect(200);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(open_borrowings_of_an_inactive_person_remain);
async fn open_borrowings_of_an_inactive_person_remain(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let borrowing = server.borrow(&student, server.book().await.id).await;
    let answer = change(&server, &administrator, &student, &json!({ "isActive": false })).await;
    assert_eq!(answer.expect(200)["activeBorrowings"], 1);
    let returned = server.give_back(&administrator, &borrowing).await;
    assert_eq!(returned["status"], "returned");
    assert_eq!(server.violations().await, []);
}

on_both_engines!(the_name_and_day_of_the_library_are_public);
async fn the_name_and_day_of_the_library_are_public(database: TestDatabase) {
    let server = Server::start(database).await;
    let mut expected = json!({
        "name": "Library Management System", "timeZone": "UTC", "currency": "USD", "language": "en", "loanDays": 14, "demo": null,
        "version": "0.0.0-test", "contact": { "address": null, "email": null, "phone": null }, "confirmsAddresses": false,
        "passwordRules": { "leastLength": 6, "passphraseLength": null }, "isSetUp": true, "coversFromOtherSites": false, "openCatalogue": false,
        "retention": { "borrowingDays": null, "auditDays": 1095, "sessionHours": 12, "rememberedSessionDays": 30 },
        "registrationOpen": true, "sendsMail": false,
    });
    assert_eq!(server.get("/api/library").await.expect(200), &expected);
    server.set("library_name", "Bibliothek <am> Meer").await;
    server.set("time_zone", "Europe/Berlin").await;
    server.set("demo", "1").await;
    server.set("language", "de").await;
    server.rule("loan_days", "28").await;
    expected["name"] = json!("Bibliothek <am> Meer");
    expected["timeZone"] = json!("Europe/Berlin");
    expected["language"] = json!("de");
    expected["loanDays"] = json!(28);
    expected["demo"] = json!({
        "admin": { "email": "admin@library.example", "password": "Admin123!" },
        "student": { "email": "student@library.example", "password": "Student123!" },
    });
    assert_eq!(server.get("/api/library").await.expect(200), &expected);
    assert_eq!(
        server.get("/api/health").await.expect(200),
        &json!({ "status": "ok" })
    );
    let document = server.get("/api/openapi.json").await;
    assert_eq!(document.text(), carrel_api::openapi_json());
}

on_both_engines!(a_person_is_added_by_hand_also_when_registration_is_closed);
async fn a_person_is_added_by_hand_also_when_registration_is_closed(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    server.set("registration", "closed").await;
    let form = json!({ "name": "Ada King", "email": "Ada@School.example", "department": "Mathematics" });
    let added = server
        .post("/api/admin/users")
        .as_(&administrator)
        .json(&form)
        .await;
    let added = added.expect(201).clone();
    let shown = ["name", "email", "role", "department", "isActive"].map(|field| added[field].clone());
    assert_eq!(
        shown,
        [
            json!("Ada King"),
            json!("Ada@School.example"),
            json!("student"),
            json!("Mathematics"),
            json!(true)
        ]
    );
    assert!(
        added["studentId"].as_str().is_some_and(|id| id.starts_with('S')),
        "{added}"
    );
    // No password matches until a link is used to set one.
    for password in ["nobody has this password", "Reading1"] {
        let tried = json!({ "email": "ada@school.example", "password": password });
        let answer = server.post("/api/auth/login").json(&tried).await;
        assert_eq!(answer.status, 401);
    }
    let path = format!(
        "/api/admin/users/{}/password-link",
        added["_id"].as_str().expect("an id")
    );
    let link = server.post(&path).as_(&administrator).await;
    let link = link.expect(201)["path"].as_str().expect("a path").to_owned();
    choose_password(&server, &link).await;

    let again = server
        .post("/api/admin/users")
        .as_(&administrator)
        .json(&form)
        .await;
    assert_eq!(again.failure().0, 409);
    let empty = server
        .post("/api/admin/users")
        .as_(&administrator)
        .json(&json!({ "studentId": "7" }))
        .await;
    assert_eq!(
        empty.errors(),
        [("name", "Full name is required"), ("email", "Email is required")]
    );
    let administrator_too = json!({ "name": "Bo Brook", "email": "bo@school.example", "role": "admin" });
    let added = server
        .post("/api/admin/users")
        .as_(&administrator)
        .json(&administrator_too)
        .await;
    assert_eq!(
        (&added.expect(201)["role"], &added.expect(201)["studentId"]),
        (&json!("admin"), &json!(null))
    );
}

/// Sets a password by a link, and signs in with it.
pub(crate) async fn choose_password(server: &Server, link: &str) {
    let token = link.split_once("token=").expect("a token").1;
    let form = json!({ "token": token, "password": "Reading1", "confirmPassword": "Reading1" });
    let answer = server.post("/api/auth/reset-password").json(&form).await;
    assert_eq!(answer.status, 200, "{:?}", answer.json);
}
