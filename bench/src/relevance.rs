//! The relevance of search: questions that people ask, and the rank of the book that they want.
//!
//! Each question goes through the API to the demo library, like a search in the browser. The reciprocal rank of a question
//! is 1 for a wanted book in first place, 1/2 in second place, and 0 if none is among the first 20.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::Outcome;
use crate::client::escaped;
use crate::report::{head, say};
use crate::server::{Holdings, Place, Server};

/// The number of results in which a wanted book counts.
const DEPTH: usize = 20;
/// How many of the worst questions are printed.
const WORST: usize = 10;

/// A line of a file of questions: `kind`, the text, and the wanted titles (or their beginnings) with ` | ` between, separated
/// by tabs. Any of the wanted books counts.
struct Question {
    kind: String,
    text: String,
    wanted: Vec<String>,
}

/// What the search returned for a question.
struct Answer<'a> {
    question: &'a Question,
    /// The place of the first wanted book, from 1.
    rank: Option<usize>,
    /// How many books were found.
    total: u64,
    /// The title in first place.
    first: String,
}

impl Answer<'_> {
    #[expect(clippy::cast_precision_loss, reason = "ranks are at most 20")]
    fn reciprocal_rank(&self) -> f64 {
        self.rank.map_or(0.0, |rank| 1.0 / rank as f64)
    }
}

/// Asks the questions of each file, and prints for each the mean reciprocal rank by kind, the questions without a result,
/// and the worst ones.
///
/// # Errors
/// If a file has a line that is not a question, or a wanted title that no book of the demo library has.
pub async fn run(place: Place, files: &[PathBuf]) -> Outcome<()> {
    let server = Server::start(place, Holdings::Demo).await?;
    let token = server.sign_in(&server.student).await?;
    let titles = all_titles(&server, &token).await?;
    for file in files {
        let questions = read(file, &titles)?;
        let mut answers = Vec::with_capacity(questions.len());
        for question in &questions {
            answers.push(ask(&server, &token, question).await?);
        }
        report(file, &answers);
    }
    server.stop().await
}

/// The titles of all books of the library.
async fn all_titles(server: &Server, token: &str) -> Outcome<Vec<String>> {
    let mut titles = Vec::new();
    for page in 1.. {
        let books = server
            .get(&format!("/api/books?sort=title&limit=100&page={page}"), token)
            .await?;
        let before = titles.len();
        titles.extend(titles_in(&books)?);
        if titles.len() == before {
            break;
        }
    }
    Ok(titles)
}

fn titles_in(list: &Value) -> Outcome<Vec<String>> {
    let books = list["data"].as_array().ok_or("a list has data")?;
    Ok(books
        .iter()
        .filter_map(|book| book["title"].as_str().map(str::to_owned))
        .collect())
}

fn read(file: &Path, titles: &[String]) -> Outcome<Vec<Question>> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut questions = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let [kind, text, wanted] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("{}: not a question: {line}", file.display()).into());
        };
        let wanted: Vec<String> = wanted.split(" | ").map(str::to_owned).collect();
        for title in &wanted {
            if !titles.iter().any(|one| is_title(one, title)) {
                return Err(format!("{}: no book has the title {title}", file.display()).into());
            }
        }
        questions.push(Question {
            kind: kind.to_owned(),
            text: text.to_owned(),
            wanted,
        });
    }
    Ok(questions)
}

/// Whether a title is the wanted one or begins with its words: `We` is not the beginning of `Weapons`.
fn is_title(title: &str, wanted: &str) -> bool {
    title
        .strip_prefix(wanted)
        .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

async fn ask<'a>(server: &Server, token: &str, question: &'a Question) -> Outcome<Answer<'a>> {
    let path = format!("/api/books?limit={DEPTH}&search={}", escaped(&question.text));
    let found = server.get(&path, token).await?;
    let titles = titles_in(&found)?;
    let is_wanted = |title: &String| question.wanted.iter().any(|wanted| is_title(title, wanted));
    Ok(Answer {
        question,
        rank: titles.iter().position(is_wanted).map(|place| place + 1),
        total: found["pagination"]["total"].as_u64().unwrap_or_default(),
        first: titles.into_iter().next().unwrap_or_default(),
    })
}

fn report(file: &Path, answers: &[Answer<'_>]) {
    say(&format!("\n## {}", file.display()));
    let mut kinds: BTreeMap<&str, Vec<&Answer<'_>>> = BTreeMap::new();
    for answer in answers {
        kinds.entry(&answer.question.kind).or_default().push(answer);
    }
    head(
        &["kind", "questions", "mean reciprocal rank", "without a result"],
        1,
    );
    for (kind, answers) in &kinds {
        row(kind, answers);
    }
    row("all", &answers.iter().collect::<Vec<_>>());
    let none: Vec<&str> = answers
        .iter()
        .filter(|answer| answer.total == 0)
        .map(|answer| answer.question.text.as_str())
        .collect();
    if !none.is_empty() {
        say(&format!("\nWithout a result: {}", none.join("; ")));
    }
    let mut worst: Vec<&Answer<'_>> = answers.iter().filter(|answer| answer.rank != Some(1)).collect();
    worst.sort_by(|one, other| {
        (one.reciprocal_rank(), one.total == 0)
            .partial_cmp(&(other.reciprocal_rank(), other.total == 0))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    if worst.is_empty() {
        return;
    }
    head(
        &["worst questions", "wanted", "in first place", "rank", "found"],
        3,
    );
    for answer in worst.iter().take(WORST) {
        let rank = answer.rank.map_or("–".to_owned(), |rank| rank.to_string());
        say(&format!(
            "| {} | {} | {} | {rank} | {} |",
            answer.question.text,
            answer.question.wanted.join(", "),
            answer.first,
            answer.total
        ));
    }
}

fn row(kind: &str, answers: &[&Answer<'_>]) {
    #[expect(clippy::cast_precision_loss, reason = "there are few questions")]
    let count = answers.len() as f64;
    let mean = answers.iter().map(|answer| answer.reciprocal_rank()).sum::<f64>() / count;
    let none = answers.iter().filter(|answer| answer.total == 0).count();
    say(&format!("| {kind} | {} | {mean:.3} | {none} |", answers.len()));
}
