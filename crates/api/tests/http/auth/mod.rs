//! Accounts: forms, sessions, throttles; with shared helpers.

mod confirmation;
mod email_changes;
mod email_undo;
mod forms;
mod idle;
mod mail;
mod own_data;
mod own_sessions;
mod passkeys;
mod password_links;
mod passwords;
mod registrations;
pub mod second_factors;
mod second_step;
mod security_events;
mod sessions;
mod throttles;

use carrel_testkit::{Answer, Identity, MailServer, Server};
use serde_json::{Value, json};

pub const WRONG: (u16, &str, &str) = (401, "wrong_credentials", "Invalid email or password");
pub const NOT_SIGNED_IN: (u16, &str, &str) = (401, "not_signed_in", "Please log in to continue");

pub async fn log_in(server: &Server, email: &str, password: &str) -> Answer {
    let form = json!({ "email": email, "password": password });
    server.post("/api/auth/login").json(&form).await
}

/// A valid registration with this e-mail address.
pub fn registration(email: &str) -> Value {
    json!({
        "name": "Mary Shelley", "email": email, "phone": "+4915112345678", "address": "1 Chester Square",
        "password": "Prometheus1", "confirmPassword": "Prometheus1", "agreeTerms": true,
    })
}

pub async fn register(server: &Server, email: &str) -> Answer {
    server.post("/api/auth/register").json(&registration(email)).await
}

/// Makes the library send its mail by this server.
pub async fn use_mail_server(server: &Server, administrator: &Identity, mail: &MailServer) {
    let settings = json!({
        "host": "127.0.0.1", "port": mail.port(), "security": "none",
        "fromAddress": "desk@library.example", "siteAddress": "https://books.library.example/",
    });
    let answer = server.put("/api/admin/settings/mail").as_(administrator);
    answer.json(&settings).await.expect(200);
}

pub async fn is_signed_in(server: &Server, token: &str) -> bool {
    let answer = server.get("/api/auth/me").bearer(token).await;
    if answer.status != 200 {
        assert_eq!(answer.failure(), NOT_SIGNED_IN);
    }
    answer.status == 200
}
