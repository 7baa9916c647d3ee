//! Markup, formulas and unusual characters in every stored text: they are returned unchanged, or refused; links only
//! lead to allowed addresses; and no cell of an exported table begins with a formula.

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::document::Document;
use crate::people::{MakeAccount, sign_up};
use crate::wire::{self, Answer, Connection};
use crate::{Outcome, say};

/// Texts to store.
pub const TEXTS: [&str; 16] = [
    "<script>document.title='taken'</script>",
    "\"><img src=x onerror=\"document.title='taken'\">",
    "<svg/onload=alert(1)>",
    "</textarea></title><b>bold</b>",
    "javascript:alert(1)",
    "[here](javascript:alert(1))",
    "![x](https://evil.example/x.png)",
    "&lt;script&gt; &amp; &#60;",
    "{{constructor.constructor('return 1')()}} ${7*7} <%= 7 %>",
    "\u{202e}gpj.exe \u{2066}x\u{2069} \u{200b}",
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "=HYPERLINK(\"https://evil.example\",\"x\")",
    "'; DROP TABLE books; --",
];

/// Forbidden addresses.
const ADDRESSES: [&str; 10] = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "http://[::1",
    "https://user:secret@evil.example/",
    "\u{1}https://evil.example",
];

/// The callers, and the server.
struct Desk {
    address: SocketAddr,
    administrator: String,
    student: String,
    /// Texts that were returned unchanged, and texts that were refused.
    same: usize,
    refused: usize,
    wrong: Vec<String>,
}

/// Runs it. Returns whether all texts were treated as plain text.
pub async fn run(address: SocketAddr, make: &MakeAccount) -> Outcome<bool> {
    let mut desk = Desk {
        address,
        administrator: sign_up(address, make, true).await?.token,
        student: sign_up(address, make, false).await?.token,
        same: 0,
        refused: 0,
        wrong: Vec::new(),
    };
    for text in TEXTS {
        desk.store(text).await?;
    }
    for bad in ADDRESSES {
        desk.lead(bad).await?;
    }
    let tables = desk.tables().await?;
    say("");
    say(&format!(
        "Markup: {} texts came back as they were, {} were refused; {} addresses led nowhere; {tables} tables had no formula; \
         {} wrong",
        desk.same,
        desk.refused,
        ADDRESSES.len(),
        desk.wrong.len()
    ));
    for what in &desk.wrong {
        say(&format!("  {what}"));
    }
    Ok(desk.wrong.is_empty())
}

impl Desk {
    async fn ask(
        &self,
        as_student: bool,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Outcome<(u16, Value)> {
        let token = if as_student {
            &self.student
        } else {
            &self.administrator
        };
        let answer = self.raw(&wire::json(method, path, Some(token), body)).await?;
        Ok((
            answer.status,
            serde_json::from_slice(&answer.body).unwrap_or(Value::Null),
        ))
    }

    async fn raw(&self, bytes: &[u8]) -> Outcome<Answer> {
        Ok(Connection::to(self.address).send(bytes, true).await?)
    }

    /// Compares the returned text with the sent one, or records that it was refused.
    fn compare(&mut self, what: &str, sent: &Value, (status, answer): &(u16, Value)) {
        if *status == 422 {
            self.refused += 1;
            return;
        }
        if *status >= 300 {
            self.wrong.push(format!("{what}: {status} {answer}"));
            return;
        }
        for (field, text) in sent.as_object().into_iter().flatten() {
            let came = &answer["data"][field];
            if came.is_null() && !text.is_null() || came == text {
                self.same += 1;
            } else {
                self.wrong
                    .push(format!("{what}.{field}: {text} came back as {came}"));
            }
        }
    }

    /// Stores a text in every text field, one by one, and reads it back.
    async fn store(&mut self, text: &str) -> Outcome<()> {
        let base = json!({ "title": "Plain", "author": "Plain", "category": "Plain" });
        let (_, made) = self.ask(false, "POST", "/api/books", Some(&base)).await?;
        let book = made["data"]["_id"].as_str().ok_or("a book is made")?.to_owned();
        let path = format!("/api/books/{book}");
        for field in [
            "title",
            "author",
            "category",
            "description",
            "publisher",
            "language",
        ] {
            self.change(false, &path, &path, field, text).await?;
        }
        let marks = json!({ "semesterCategories": [text] });
        let marked = self.ask(false, "PUT", &path, Some(&marks)).await?;
        self.compare("book", &marks, &marked);

        let (_, me) = self.ask(true, "GET", "/api/auth/me", None).await?;
        let person = format!(
            "/api/admin/users/{}",
            me["data"]["_id"].as_str().unwrap_or_default()
        );
        for field in [
            "name",
            "collegeName",
            "department",
            "currentSemester",
            "currentSemesterCategory",
            "phone",
            "address",
        ] {
            self.change(true, "/api/auth/updatedetails", "/api/auth/me", field, text)
                .await?;
            self.change(false, &person, &person, field, text).await?;
        }
        self.change(false, &person, &person, "studentId", text).await?;

        // A person who has borrowed the book may review it.
        let (_, lent) = self
            .ask(true, "POST", &format!("/api/borrowings/{book}"), None)
            .await?;
        let borrowing = lent["data"]["_id"]
            .as_str()
            .ok_or_else(|| format!("it is lent: {lent}"))?;
        let give_back = format!("/api/admin/borrowings/{borrowing}/return");
        self.ask(false, "PUT", &give_back, None).await?;
        let opinion = json!({ "stars": 5, "review": text });
        let (status, seen) = self
            .ask(true, "PUT", &format!("{path}/rating"), Some(&opinion))
            .await?;
        let review = json!({ "review": text });
        self.compare(
            "review",
            &review,
            &(status, json!({ "data": seen["data"]["mine"] })),
        );

        let token = json!({ "name": text, "scopes": ["catalogue:read"], "expiresInDays": 1 });
        let made = self.ask(true, "POST", "/api/auth/tokens", Some(&token)).await?;
        self.compare("access token", &json!({ "name": text }), &made);
        if let Some(id) = made.1["data"]["_id"].as_str() {
            self.ask(true, "DELETE", &format!("/api/auth/tokens/{id}"), None)
                .await?;
        }
        self.settings(text).await
    }

    /// Changes one field and reads the entity again.
    async fn change(
        &mut self,
        as_student: bool,
        path: &str,
        read: &str,
        field: &str,
        text: &str,
    ) -> Outcome<()> {
        let change = json!({ field: text });
        let changed = self.ask(as_student, "PUT", path, Some(&change)).await?;
        self.compare(path, &change, &changed);
        if changed.0 < 300 {
            let again = self.ask(as_student, "GET", read, None).await?;
            self.compare(read, &change, &again);
        }
        Ok(())
    }

    async fn settings(&mut self, text: &str) -> Outcome<()> {
        let section = |name: &str| format!("/api/admin/settings/{name}");
        for (path, change) in [
            (section("library"), json!({ "name": text })),
            (section("library"), json!({ "contactAddress": text })),
            (section("library"), json!({ "contactPhone": text })),
            (section("home"), json!({ "headline": text })),
            (section("home"), json!({ "lead": text })),
            (
                section("home"),
                json!({ "testimonials": [{ "text": text, "by": text }] }),
            ),
            (
                section("opening-days"),
                json!({ "closures": [{ "date": "2030-01-02", "name": text }] }),
            ),
            (section("pages/about"), json!({ "text": text })),
        ] {
            let (_, shown) = self.ask(false, "GET", &path, None).await?;
            let mut form = shown["data"].clone();
            for (field, value) in change.as_object().into_iter().flatten() {
                form[field] = value.clone();
            }
            let changed = self.ask(false, "PUT", &path, Some(&form)).await?;
            self.compare(&path, &change, &changed);
            if changed.0 < 300 {
                let again = self.ask(false, "GET", &path, None).await?;
                self.compare(&path, &change, &again);
            }
        }
        Ok(())
    }

    /// Tries to store a forbidden address.
    async fn lead(&mut self, bad: &str) -> Outcome<()> {
        let book = json!({ "title": "Plain", "author": "Plain", "category": "Plain", "coverImage": bad });
        let mail = json!({ "host": "127.0.0.1", "port": 9, "security": "none", "fromAddress": "desk@library.example",
            "siteAddress": bad });
        let webhook = json!({ "address": bad, "events": ["borrowing.created"] });
        for (method, path, form) in [
            ("POST", "/api/books", book),
            ("PUT", "/api/admin/settings/mail", mail),
            ("POST", "/api/admin/webhooks", webhook),
        ] {
            let (status, answer) = self.ask(false, method, path, Some(&form)).await?;
            if status != 422 {
                self.wrong.push(format!("{path} took {bad:?}: {status} {answer}"));
            }
        }
        Ok(())
    }

    /// Checks every exported table. Returns how many there are.
    async fn tables(&mut self) -> Outcome<usize> {
        let (_, json) = self.ask(false, "GET", "/api/openapi.json", None).await?;
        let document = Document::parse(&json.to_string())?;
        let tables = document
            .operations()
            .iter()
            .filter(|operation| operation.answers_with("text/csv"));
        let mut looked = 0;
        for operation in tables.filter(|operation| !operation.path.contains('{')) {
            let bytes = wire::json("GET", &operation.path, Some(&self.administrator), None);
            let answer = self.raw(&bytes).await?;
            let text = String::from_utf8_lossy(&answer.body).into_owned();
            looked += 1;
            for line in text.lines() {
                // Quotation marks around a formula do not disarm it.
                let cells = line.split(',').map(|cell| cell.trim_start_matches('"'));
                let formulas = cells.filter(|cell| {
                    let is_number = cell.trim_end_matches('"').parse::<f64>().is_ok();
                    cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number
                });
                let found: Vec<String> = formulas
                    .map(|cell| format!("{}: {cell:?}", operation.path))
                    .collect();
                self.wrong.extend(found);
            }
        }
        Ok(looked)
    }
}
