//! The calls that only a session may make: no access token may, whatever its scopes.

use serde_json::{Value, json};

use crate::values::PASSWORD;

/// The ids of the people whom a token tries to change.
#[derive(Debug, Clone)]
pub struct Targets {
    pub student: String,
    pub librarian: String,
    /// An administrator who does not own the token.
    pub other: String,
    /// The owner of the token.
    pub own: String,
}

/// The method, path and body of a call.
pub type SessionCall = (String, String, Value);

/// Every call of the document that no access token may make, and changes of people that need a session.
pub fn all(openapi: &Value, targets: &Targets) -> Vec<SessionCall> {
    let mut calls = Vec::new();
    let empty = serde_json::Map::new();
    for (path, item) in openapi["paths"].as_object().unwrap_or(&empty) {
        for (method, operation) in item.as_object().unwrap_or(&empty) {
            // A call without an act begins or ends a session, for anybody.
            let access = &operation["x-carrel-access"];
            if access["scope"] == "session" && access["act"].is_string() {
                calls.push((method.to_uppercase(), fill(path, targets), body(path)));
            }
        }
    }
    let person = |id: &str| format!("/api/admin/users/{id}");
    let mail = json!({ "email": "thief@library.example" });
    for (id, change) in [
        (&targets.student, json!({ "role": "admin" })),
        (&targets.student, json!({ "staffRole": "librarian" })),
        (&targets.librarian, json!({ "role": "admin" })),
        (&targets.librarian, json!({ "staffRole": null })),
        (&targets.librarian, json!({ "isActive": false })),
        (&targets.librarian, mail.clone()),
        (&targets.other, json!({ "role": "student" })),
        (&targets.other, json!({ "isActive": false })),
        (&targets.other, mail.clone()),
        (&targets.own, json!({ "role": "student" })),
        (&targets.own, json!({ "isActive": false })),
        (&targets.own, mail),
    ] {
        calls.push(("PUT".to_owned(), person(id), change));
    }
    for (number, role) in [json!({ "role": "admin" }), json!({ "staffRole": "librarian" })]
        .into_iter()
        .enumerate()
    {
        let mut form = role;
        form["name"] = json!("Thief");
        form["email"] = json!(format!("thief{number}@library.example"));
        form["password"] = json!(PASSWORD);
        calls.push(("POST".to_owned(), "/api/admin/users".to_owned(), form));
    }
    calls
}

/// A path with ids of things that exist.
fn fill(path: &str, targets: &Targets) -> String {
    let id = if path.starts_with("/api/admin/users/") {
        &targets.other
    } else if path.starts_with("/api/admin/webhook") {
        "webhook_1"
    } else {
        "access_token_1"
    };
    path.replace("{id}", id)
        .replace("{code}", "librarian")
        .replace("{name}", "about")
}

/// A valid body for the calls that would do the most harm; for the others, access is checked before the body is read.
fn body(path: &str) -> Value {
    match path {
        "/api/auth/tokens" => {
            json!({ "name": "Thief", "scopes": ["people:write"], "expiresInDays": 365 })
        }
        "/api/auth/updatedetails" => {
            json!({ "email": "thief@library.example", "currentPassword": PASSWORD })
        }
        "/api/auth/updatepassword" => {
            json!({ "currentPassword": PASSWORD, "newPassword": "Thunderstorm58" })
        }
        "/api/auth/confirm" => json!({ "password": PASSWORD }),
        "/api/admin/settings/mail" => json!({ "host": "127.0.0.1", "port": 9, "security": "none",
            "fromAddress": "thief@library.example", "siteAddress": "https://library.example" }),
        "/api/admin/roles" => json!({ "name": "Thief", "permissions": ["manage_roles"] }),
        "/api/admin/webhooks" => {
            json!({ "address": "https://hooks.library.example/x", "events": ["borrowing.created"] })
        }
        _ => json!({}),
    }
}
