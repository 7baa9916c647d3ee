//! Merging books: the preview, what moves, what is refused, and where the address of a merged book leads; and the undo.

mod any_undo;
mod refused;
mod undone;
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
pub(super) async fn form(server: &Server, person: &Identity, kept: BookId, others: &[BookId]) -> Value {
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

/// Merges books by a form; returns the id of the merge.
pub(super) async fn merge(server: &Server, administrator: &Identity, kept: BookId, form: &Value) -> String {
    let path = format!("/api/books/{kept}/merge");
    let answer = server.post(&path).as_(administrator).json(form).await;
    answer.expect(200);
    answer.json["merge"].as_str().expect("an id").to_owned()
}

/// The columns of the library that a merge changes, without the instants of changes.
const COLUMNS: [(&str, &str); 12] = [
    (
        "books",
        "id title title_key author category description cover_image isbn publisher item_type semester_categories merged_into",
    ),
    (
        "book_counts",
        "book_id category is_current total_copies available_copies borrow_count popularity rating_sum rating_count rating_key",
    ),
    ("book_details", "book_id details"),
    ("book_identifiers", "book_id position kind value value_key"),
    ("marc_records", "book_id raw sha256 imported_at"),
    ("covers", "book_id hash uploaded_at"),
    ("copies", "id book_id item_type state"),
    ("borrowings", "id book_id copy_id user_id returned_at"),
    ("favorites", "user_id book_id created_at"),
    ("ratings", "user_id book_id stars created_at"),
    (
        "reviews",
        "user_id id book_id body hidden_at created_at updated_at",
    ),
    ("category_counts", "category books"),
];

/// All rows of the library that a merge changes, as text.
async fn library(server: &Server) -> Vec<String> {
    let mut all = Vec::new();
    for (table, columns) in COLUMNS {
        let values: Vec<String> = columns
            .split(' ')
            .map(|column| format!("COALESCE(CAST({column} AS TEXT), '-')"))
            .collect();
        let condition = if table == "category_counts" {
            " WHERE books > 0"
        } else {
            ""
        };
        let sql = format!("SELECT {} FROM {table}{condition}", values.join(" || '|' || "));
        let rows: Vec<(String,)> = server.database().rows(&sql).await;
        let mut rows: Vec<String> = rows.into_iter().map(|(row,)| format!("{table} {row}")).collect();
        rows.sort_unstable();
        all.extend(rows);
    }
    all
}

/// Numbers that look random, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % limit
    }
}
