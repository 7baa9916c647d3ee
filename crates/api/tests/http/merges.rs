//! Merging books: the preview, what moves, what is refused, and where the address of a merged book leads.

mod refused;
mod whole;

use carrel_domain::catalogue::book::{Book, BookId};
use carrel_testkit::{Identity, Server};
use serde_json::{Value, json};

async fn shown(server: &Server, person: &Identity, id: BookId) -> Value {
    server
        .get(&format!("/api/books/{id}"))
        .as_(person)
        .await
        .expect(200)
        .clone()
}

/// The form that merges books as they are now.
async fn form(server: &Server, person: &Identity, kept: BookId, others: &[BookId]) -> Value {
    let mut books = Vec::new();
    for id in others {
        let book = shown(server, person, *id).await;
        books.push(json!({ "_id": id, "updatedAt": book["updatedAt"] }));
    }
    let kept = shown(server, person, kept).await;
    json!({ "updatedAt": kept["updatedAt"], "books": books })
}

async fn merged(server: &Server, administrator: &Identity, kept: &Book, others: &[BookId]) -> Value {
    let form = form(server, administrator, kept.id, others).await;
    let path = format!("/api/books/{}/merge", kept.id);
    let answer = server.post(&path).as_(administrator).json(&form).await;
    answer.expect(200).clone()
}
