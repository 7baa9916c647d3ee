//! The library of a trial: generated books and people, and for each writer a person and a book.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::facts::{self, Facts, Source};
use crate::http::Call;
use crate::journal::{Effect, State};
use crate::server::{Installation, Server, database_file};
use crate::{Outcome, Trial, verdict};

/// The number of administrators that the writers share.
const STAFF: usize = 4;
const ADMIN: &str = "admin@library.example";
pub const PASSWORD: &str = "Faults123";

/// Copies of a writer's own book.
const OWN_COPIES: usize = 2;
/// The number of books that all writers borrow, and the copies of each.
const WANTED: usize = 4;
const WANTED_COPIES: usize = 5;

/// A signed-in person.
#[derive(Debug, Clone)]
pub struct Person {
    pub id: String,
    pub token: String,
}

/// A prepared library; dropping it removes its folder.
pub struct Scene {
    pub installation: Installation,
    pub source: Source,
    pub admin: Person,
    /// Administrators of the writers, in turn: the writes of one account are limited.
    pub staff: Vec<Person>,
    pub people: Vec<Person>,
    /// One per writer, by number.
    pub own_books: Vec<String>,
    pub wanted_books: Vec<String>,
    /// The number of copies at the beginning, by book.
    pub copies_before: BTreeMap<String, usize>,
    /// Borrowings with an outstanding fine.
    pub debts: Vec<String>,
    folder: TempDir,
}

impl Scene {
    /// Creates the library and leaves it stopped.
    pub async fn prepare(trial: &Trial, database_url: Option<String>) -> Outcome<Self> {
        let folder = tempfile::Builder::new().prefix("carrel-faults-").tempdir()?;
        let data = folder.path().join("data");
        std::fs::create_dir(&data)?;
        let installation = Installation {
            binary: trial.binary.clone(),
            folder: data.clone(),
            database_url: database_url.clone(),
            environment: Vec::new(),
            log: folder.path().join("server.log"),
            files: None,
        };
        installation.generate(ADMIN, PASSWORD).await?;
        let server = installation.serve().await?;
        let admin = person(&server.get(&sign_in(ADMIN)).await?)?;
        let mut staff = Vec::with_capacity(STAFF);
        for number in 0..STAFF {
            let email = format!("staff{number}@library.example");
            let id = person(&server.get(&registration(&email)).await?)?.id;
            let role = Call::new("PUT", format!("/api/admin/users/{id}"), Some(&admin.token));
            server.get(&role.with(json!({ "role": "admin" }))).await?;
            staff.push(person(&server.get(&sign_in(&email)).await?)?);
        }
        let mut people = Vec::with_capacity(trial.writers);
        let mut own_books = Vec::with_capacity(trial.writers);
        for number in 0..trial.writers {
            let registration = registration(&format!("reader{number}@library.example"));
            people.push(person(&server.get(&registration).await?)?);
            own_books.push(book(&server, &admin, &format!("Own {number}"), OWN_COPIES).await?);
        }
        let mut wanted_books = Vec::with_capacity(WANTED);
        for number in 0..WANTED {
            wanted_books.push(book(&server, &admin, &format!("Wanted {number}"), WANTED_COPIES).await?);
        }
        server.stop().await?;
        let source = database_url.map_or_else(|| Source::Sqlite(database_file(&data)), Source::Postgres);
        let before = facts::read(&source).await?;
        let copies = |book: &facts::BookFacts| (book.id.clone(), book.copies);
        Ok(Scene {
            installation,
            source,
            admin,
            staff,
            people,
            own_books,
            wanted_books,
            copies_before: before.books.values().flatten().map(copies).collect(),
            debts: before.debts,
            folder,
        })
    }

    /// A path next to the data folder.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// All violations: of the product's own check, and of the journal.
    pub async fn violations(&self, journal: &[(Effect, State)]) -> Outcome<Vec<String>> {
        let mut found: Vec<String> = self.installation.check().await?.into_iter().collect();
        let facts: Facts = facts::read(&self.source).await?;
        found.extend(verdict::violations(&facts, journal, &self.copies_before));
        found.extend(self.installation.panics());
        Ok(found)
    }

    /// Keeps the folder, so that a violation can be examined.
    pub fn keep(self) -> PathBuf {
        self.folder.keep()
    }
}

fn sign_in(email: &str) -> Call {
    Call::new("POST", "/api/auth/login", None).with(json!({ "email": email, "password": PASSWORD }))
}

/// The call that creates an account.
pub fn registration(email: &str) -> Call {
    Call::new("POST", "/api/auth/register", None).with(json!({
        "name": "Reader", "email": email, "password": PASSWORD, "confirmPassword": PASSWORD, "agreeTerms": true,
    }))
}

/// The call that adds a book.
pub fn addition(admin: &Person, title: &str, copies: usize) -> Call {
    Call::new("POST", "/api/books", Some(&admin.token))
        .with(json!({ "title": title, "author": "Trial", "category": "Trials", "copies": copies }))
}

async fn book(server: &Server, admin: &Person, title: &str, copies: usize) -> Outcome<String> {
    let added = server.get(&addition(admin, title, copies)).await?;
    text(&added["data"]["_id"])
}

fn person(session: &Value) -> Outcome<Person> {
    Ok(Person {
        id: text(&session["user"]["_id"]).or_else(|_| text(&session["user"]["id"]))?,
        token: text(&session["token"])?,
    })
}

fn text(value: &Value) -> Outcome<String> {
    let text = value.as_str().ok_or("the server answers with a text")?;
    Ok(text.to_owned())
}
