//! A library on PostgreSQL moves to another cluster as a dump, without its data folder: every book is found again.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use crate::http::Call;
use crate::postgres::Cluster;
use crate::scene::{Scene, addition};
use crate::server::Server;
use crate::{Outcome, Trial, say};

/// Dumps a library with `pg_dump`, restores it into a new cluster, and serves it there from an empty data folder;
/// returns the violations.
pub async fn run(trial: &Trial, programs: &Path) -> Outcome<Vec<String>> {
    let old = Cluster::start_new(programs)?;
    let mut scene = Scene::prepare(trial, Some(old.url())).await?;
    let new = Cluster::start_new(programs)?;
    old.dump_into(&new)?;
    old.crash()?;

    scene.installation.database_url = Some(new.url());
    scene.installation.folder = scene.beside("new data");
    let server = scene.installation.serve().await?;
    let books = all_books(&server, &scene.admin.token).await?;
    let mut found = Vec::new();
    for (id, title) in &books {
        if !is_found(&server, &scene.admin.token, id, title).await? {
            found.push(format!("{title} ({id}) is not found after the restore"));
        }
    }
    let added = server.get(&addition(&scene.admin, "After the move", 1)).await?;
    let id = text(&added["data"]["_id"])?;
    if !is_found(&server, &scene.admin.token, &id, "After the move").await? {
        found.push("a book that was added after the restore is not found".to_owned());
    }
    server.stop().await?;
    found.extend(scene.installation.check().await?);
    found.extend(scene.installation.panics());
    if books.len() != scene.copies_before.len() {
        found.push(format!(
            "{} books before, {} after",
            scene.copies_before.len(),
            books.len()
        ));
    }
    say(&format!(
        "{} books dumped, restored into a new cluster and searched for by title",
        books.len()
    ));
    Ok(found)
}

/// The id and title of every book, from the database.
async fn all_books(server: &Server, token: &str) -> Outcome<Vec<(String, String)>> {
    let mut books = Vec::new();
    for page in 1.. {
        let path = format!("/api/books?limit=100&page={page}");
        let rows = rows(&server.get(&Call::new("GET", path, Some(token))).await?)?;
        if rows.is_empty() {
            break;
        }
        for row in rows {
            books.push((text(&row["_id"])?, text(&row["title"])?));
        }
    }
    Ok(books)
}

/// How often a book is searched for, and the pause between: the index follows the last changes a moment later.
const SEARCHES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(100);

/// Whether a search for its title finds a book, at once or a moment later.
async fn is_found(server: &Server, token: &str, id: &str, title: &str) -> Outcome<bool> {
    for _ in 1..SEARCHES {
        if is_found_now(server, token, id, title).await? {
            return Ok(true);
        }
        tokio::time::sleep(PAUSE).await;
    }
    is_found_now(server, token, id, title).await
}

async fn is_found_now(server: &Server, token: &str, id: &str, title: &str) -> Outcome<bool> {
    let mut words = String::new();
    for byte in title.bytes() {
        write!(words, "%{byte:02X}")?;
    }
    let path = format!("/api/books?limit=100&search={words}");
    let rows = rows(&server.get(&Call::new("GET", path, Some(token))).await?)?;
    Ok(rows.iter().any(|row| row["_id"] == id))
}

fn rows(answer: &Value) -> Outcome<Vec<Value>> {
    let rows = answer["data"].as_array();
    Ok(rows.ok_or("the server answers with a list")?.clone())
}

fn text(value: &Value) -> Outcome<String> {
    Ok(value.as_str().ok_or("the server answers with a text")?.to_owned())
}
