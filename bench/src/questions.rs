//! What the clients of the benchmark ask.

use std::fmt::Write as _;

use serde_json::Value;

use crate::Outcome;
use crate::client::{Client, request};
use crate::server::Server;

/// Questions of one kind, asked in turn.
pub struct Questions {
    pub what: &'static str,
    pub paths: Vec<String>,
}

/// Pages of a hundred that are walked through to learn ids and words.
const PAGES: u32 = 40;

/// Every kind of reading: the same question over and over, as when a class opens one page, and questions spread over
/// the catalogue, of which few are asked twice in a run.
pub async fn all(server: &Server, token: &str) -> Outcome<Vec<Questions>> {
    let mut books: Vec<Value> = Vec::new();
    for page in 1..=PAGES {
        let answer = server
            .get(&format!("/api/books?limit=100&page={page}"), token)
            .await?;
        let found = answer["data"].as_array().ok_or("a list has data")?;
        books.extend(found.iter().cloned());
        if found.len() < 100 {
            break;
        }
    }
    let categories = server.get("/api/books/categories", token).await?;
    let text = |value: &Value, field: &str| value[field].as_str().unwrap_or_default().to_owned();
    let category_names: Vec<String> = categories["data"]
        .as_array()
        .ok_or("categories are a list")?
        .iter()
        .map(|category| text(category, "name"))
        .collect();

    let mut lists = Vec::new();
    for category in &category_names {
        for sort in [
            "createdAt",
            "title",
            "author",
            "rating",
            "publishedYear",
            "popular",
        ] {
            for page in 1..=5 {
                lists.push(format!(
                    "/api/books?category={}&sort={sort}&page={page}",
                    escaped(category)
                ));
            }
        }
    }
    let ids: Vec<String> = books.iter().map(|book| text(book, "_id")).collect();
    let long_words = |title: &str| -> Vec<String> {
        let words = title.split(|letter: char| !letter.is_alphanumeric());
        words
            .filter(|word| word.chars().count() > 3)
            .map(str::to_lowercase)
            .collect()
    };
    let mut pairs = Vec::new();
    let mut typed = Vec::new();
    for book in &books {
        let words = long_words(&text(book, "title"));
        if let [first, second, ..] = &words[..] {
            pairs.push(format!(
                "/api/books?search={}%20{}",
                escaped(first),
                escaped(second)
            ));
        }
        if let Some(word) = words.first() {
            let beginning: String = word.chars().take(4).collect();
            typed.push(format!("/api/books?search={}", escaped(&beginning)));
        }
    }
    let first = |paths: &[String]| paths.first().cloned().ok_or("the library has books");
    let one_book: Vec<String> = ids.iter().map(|id| format!("/api/books/{id}")).collect();
    Ok(vec![
        Questions {
            what: "list of 20 books, the same",
            paths: vec!["/api/books".to_owned()],
        },
        Questions {
            what: "list of 20 books, any",
            paths: lists,
        },
        Questions {
            what: "one book, the same",
            paths: vec![first(&one_book)?],
        },
        Questions {
            what: "one book, any",
            paths: one_book,
        },
        Questions {
            what: "search, the same two words",
            paths: vec![first(&pairs)?],
        },
        Questions {
            what: "search, any two words",
            paths: pairs,
        },
        Questions {
            what: "search as typed, any",
            paths: typed,
        },
    ])
}

impl Questions {
    /// The requests of client `number`: all questions, begun at another place than its neighbours.
    pub fn of_client(&self, number: usize, clients: usize, token: &str) -> Vec<Vec<u8>> {
        let begin = self.paths.len() * number / clients;
        let (before, after) = self.paths.split_at(begin);
        let paths = after.iter().chain(before);
        paths
            .map(|path| request("GET", path, Some(token), None))
            .collect()
    }

    /// The bytes of a typical answer: the median of some.
    pub async fn typical_answer(&self, server: &Server, token: &str) -> Outcome<Vec<u8>> {
        let mut client = Client::connect(server.address).await?;
        let mut bodies = Vec::new();
        for path in self.paths.iter().step_by(self.paths.len().div_ceil(25)) {
            let answer = client.send(&request("GET", path, Some(token), None)).await?;
            if answer.status != 200 {
                return Err(format!("{path}: {}", answer.status).into());
            }
            bodies.push(answer.body);
        }
        bodies.sort_by_key(Vec::len);
        Ok(bodies.swap_remove(bodies.len() / 2))
    }
}

/// Percent-encoded for a query.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() {
            escaped.push(char::from(byte));
        } else {
            let _never_fails = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}
