//! Forms of accounts: the specification's section 5 word for word.

use carrel_testkit::{Answer, MINUTE, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::{is_signed_in, registration};

const EMAIL_REQUIRED: &str = "Email is required";
const EMAIL_INVALID: &str = "Invalid email address";
const PASSWORD_REQUIRED: &str = "Password is required";
const PASSWORD_SHORT: &str = "Password must be at least 6 characters";
const PASSWORD_SIMPLE: &str =
    "Password must contain at least one uppercase letter, one lowercase letter, and one number";
const NAME_REQUIRED: &str = "Full name is required";
const NAME_SHORT: &str = "Name must be at least 2 characters";
const NAME_LONG: &str = "Name cannot exceed 50 characters";
const PHONE_INVALID: &str = "Invalid phone number";
const ADDRESS_LONG: &str = "Address cannot exceed 200 characters";
const CONFIRM: &str = "Please confirm your password";
const MISMATCH: &str = "Passwords do not match";
const TERMS: &str = "You must agree to the terms and conditions";

/// Asserts that a form is refused for exactly these fields; the message of the response is that of the first field.
fn assert_invalid(answer: &Answer, errors: &[(&str, &str)], what: &str) {
    assert_eq!(answer.errors(), errors, "{what}");
    assert_eq!(answer.failure(), (422, "validation", errors[0].1), "{what}");
}

on_both_engines!(the_login_form_has_the_specified_messages);
async fn the_login_form_has_the_specified_messages(database: TestDatabase) {
    let server = Server::start(database).await;
    let both = [("email", EMAIL_REQUIRED), ("password", PASSWORD_REQUIRED)];
    for (form, errors) in [
        (json!({}), &both[..]),
        (json!({ "email": "", "password": "" }), &both),
        (json!({ "email": null, "password": null }), &both),
        (json!({ "email": "  \t ", "password": "" }), &both),
        (
            json!({ "email": "reader", "password": "12345" }),
            &[("email", EMAIL_INVALID), ("password", PASSWORD_SHORT)],
        ),
        (
            json!({ "email": "a@b.example", "password": "äöü" }),
            &[("password", PASSWORD_SHORT)],
        ),
        (
            json!({ "email": "a@b.example", "password": "x".repeat(129) }),
            &[("password", "Password cannot exceed 128 characters")],
        ),
    ] {
        let answer = server.post("/api/auth/login").json(&form).await;
        assert_invalid(&answer, errors, &form.to_string());
    }
}

on_both_engines!(the_registration_form_has_the_specified_messages);
async fn the_registration_form_has_the_specified_messages(database: TestDatabase) {
    let server = Server::start(database).await;
    let characters = |count: usize| "é".repeat(count);
    // A field, its input, and the expected message, if any.
    let table: &[(&str, Value, Option<&str>)] = &[
        ("name", json!(""), Some(NAME_REQUIRED)),
        ("name", json!(null), Some(NAME_REQUIRED)),
        ("name", json!("   "), Some(NAME_REQUIRED)),
        ("name", json!("A"), Some(NAME_SHORT)),
        ("name", json!(" A "), Some(NAME_SHORT)),
        ("name", json!("Al"), None),
        ("name", json!(characters(50)), None),
        ("name", json!(characters(51)), Some(NAME_LONG)),
        ("email", json!(""), Some(EMAIL_REQUIRED)),
        ("email", json!("reader"), Some(EMAIL_INVALID)),
        ("email", json!("reader@library"), Some(EMAIL_INVALID)),
        ("email", json!("@library.example"), Some(EMAIL_INVALID)),
        ("email", json!("a reader@library.example"), Some(EMAIL_INVALID)),
        ("email", json!("a@b@library.example"), Some(EMAIL_INVALID)),
        ("phone", json!(""), None),
        ("phone", json!(null), None),
        ("phone", json!("+1"), None),
        ("phone", json!("1234567890123456"), None),
        ("phone", json!("12345678901234567"), Some(PHONE_INVALID)),
        ("phone", json!("0301234"), Some(PHONE_INVALID)),
        ("phone", json!("+0301234"), Some(PHONE_INVALID)),
        ("phone", json!("+49 30 1234"), Some(PHONE_INVALID)),
        ("phone", json!("call me"), Some(PHONE_INVALID)),
        ("address", json!(""), None),
        ("address", json!(characters(200)), None),
        ("address", json!(characters(201)), Some(ADDRESS_LONG)),
        ("password", json!(""), Some(PASSWORD_REQUIRED)),
        ("password", json!("Ab1"), Some(PASSWORD_SHORT)),
        ("password", json!("lower1case"), Some(PASSWORD_SIMPLE)),
        ("password", json!("UPPER1CASE"), Some(PASSWORD_SIMPLE)),
        ("password", json!("NoNumbers"), Some(PASSWORD_SIMPLE)),
        ("password", json!("Abcde1"), None),
        ("confirmPassword", json!(""), Some(CONFIRM)),
        ("confirmPassword", json!(null), Some(CONFIRM)),
        ("confirmPassword", json!("prometheus1"), Some(MISMATCH)),
        ("agreeTerms", json!(false), Some(TERMS)),
        ("agreeTerms", json!(null), Some(TERMS)),
    ];
    for (number, (field, typed, message)) in table.iter().enumerate() {
        let mut form = registration(&format!("mary{number}@library.example"));
        form[field] = typed.clone();
        if *field == "password" && *message != Some(PASSWORD_REQUIRED) {
            form["confirmPassword"] = typed.clone();
        }
        let answer = server.post("/api/auth/register").json(&form).await;
        match message {
            None => assert_eq!(answer.status, 201, "{field} {typed}: {}", answer.text()),
            // A missing password matches no confirmation.
            Some(PASSWORD_REQUIRED) => {
                let errors = [("password", PASSWORD_REQUIRED), ("confirmPassword", MISMATCH)];
                assert_invalid(&answer, &errors, field);
            }
            Some(message) => assert_invalid(&answer, &[(field, message)], &format!("{field} {typed}")),
        }
    }
    let answer = server.post("/api/auth/register").json(&json!({})).await;
    let all = [
        ("name", NAME_REQUIRED),
        ("email", EMAIL_REQUIRED),
        ("password", PASSWORD_REQUIRED),
        ("confirmPassword", CONFIRM),
        ("agreeTerms", TERMS),
    ];
    assert_invalid(&answer, &all, "an empty form");
}

on_both_engines!(the_details_form_has_the_specified_messages);
async fn the_details_form_has_the_specified_messages(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let before = server.get("/api/auth/me").as_(&student).await.expect(200).clone();
    for (field, typed, message) in [
        ("name", String::new(), NAME_REQUIRED),
        ("name", "A".to_owned(), NAME_SHORT),
        ("name", "A".repeat(51), NAME_LONG),
        ("email", " ".to_owned(), EMAIL_REQUIRED),
        ("email", "ada".to_owned(), EMAIL_INVALID),
        ("phone", "0123".to_owned(), PHONE_INVALID),
        ("address", "A".repeat(201), ADDRESS_LONG),
        (
            "collegeName",
            "A".repeat(101),
            "College cannot exceed 100 characters",
        ),
        (
            "department",
            "A".repeat(101),
            "Department cannot exceed 100 characters",
        ),
        (
            "currentSemester",
            "A".repeat(51),
            "Semester cannot exceed 50 characters",
        ),
        (
            "currentSemesterCategory",
            "A".repeat(81),
            "Semester category cannot exceed 80 characters",
        ),
        ("language", "tlh".to_owned(), "This language is not supported"),
    ] {
        let form = json!({ "department": "History", field: typed });
        let answer = server
            .put("/api/auth/updatedetails")
            .as_(&student)
            .json(&form)
            .await;
        assert_invalid(&answer, &[(field, message)], field);
    }
    let after = server.get("/api/auth/me").as_(&student).await;
    assert_eq!(after.expect(200), &before, "a refused form changes nothing");
}

on_both_engines!(the_password_form_has_its_messages);
async fn the_password_form_has_its_messages(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let right = student.password.as_str();
    for (form, errors) in [
        (
            json!({}),
            &[
                ("currentPassword", "Current password is required"),
                ("newPassword", "New password is required"),
            ][..],
        ),
        (
            json!({ "currentPassword": right, "newPassword": "Ab1" }),
            &[("newPassword", PASSWORD_SHORT)],
        ),
        (
            json!({ "currentPassword": right, "newPassword": "changed1" }),
            &[("newPassword", PASSWORD_SIMPLE)],
        ),
        (
            json!({ "currentPassword": "Wrong1password", "newPassword": "Changed1" }),
            &[("currentPassword", "Current password is incorrect")],
        ),
    ] {
        let answer = server
            .put("/api/auth/updatepassword")
            .as_(&student)
            .json(&form)
            .await;
        assert_invalid(&answer, errors, &form.to_string());
    }
    assert!(is_signed_in(&server, &student.token).await);
}

on_both_engines!(the_details_form_changes_only_its_fields);
async fn the_details_form_changes_only_its_fields(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let update = async |form: Value| {
        server
            .put("/api/auth/updatedetails")
            .as_(&student)
            .json(&form)
            .await
    };
    server.clock.advance(MINUTE);
    let all = json!({
        "name": "Ada Lovelace", "email": "ada@library.example", "phone": "+44123", "address": "St James's Square\nLondon",
        "collegeName": "Trinity", "department": "Mathematics", "currentSemester": "3",
        "currentSemesterCategory": "Analysis", "language": "de",
    });
    let mut sent = all.clone();
    sent["currentPassword"] = json!(student.password);
    let answer = update(sent).await;
    let user = answer.expect(200).clone();
    assert_eq!(answer.json["message"], "Profile updated successfully");
    for (field, value) in all.as_object().expect("an object") {
        assert_eq!(&user[field], value, "{field}");
    }
    assert_eq!(user["updatedAt"], "2026-03-02T09:01:00.000Z");
    // Absent fields stay, and so do fields that people cannot change themselves.
    let mut expected = user.clone();
    let none =
        json!({ "role": "admin", "studentId": "S-1", "isActive": false, "blockReason": "None", "_id": "1" });
    for form in [json!({}), none] {
        assert_eq!(update(form).await.expect(200), &expected);
    }
    // Null and empty texts clear a field.
    for (field, empty) in [
        ("phone", json!(null)),
        ("address", json!("")),
        ("collegeName", json!("  ")),
        ("department", json!(null)),
        ("currentSemester", json!("")),
        ("currentSemesterCategory", json!(null)),
        ("language", json!(null)),
    ] {
        expected[field] = Value::Null;
        assert_eq!(
            update(json!({ field: empty })).await.expect(200),
            &expected,
            "{field}"
        );
    }
    let me = server.get("/api/auth/me").as_(&student).await;
    assert_eq!(me.expect(200), &expected);
    // One's own address in another case is not taken.
    let form = json!({ "email": "ADA@library.example", "currentPassword": student.password });
    let answer = update(form).await;
    assert_eq!(answer.expect(200)["email"], "ADA@library.example");
}
