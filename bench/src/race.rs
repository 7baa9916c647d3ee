//! The race for the last copy: 64 people press at once, many rounds. Exactly the free copies are lent.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::json;

use crate::client::{Client, request};
use crate::server::{Holdings, Server};
use crate::{Outcome, say};

const PEOPLE: usize = 64;

/// Runs the rounds on a fresh library, tells what was answered, and audits the data afterwards.
pub async fn run(binary: &str, database_url: Option<&str>, rounds: usize) -> Outcome<()> {
    let server = Server::start(binary, database_url, Holdings::Demo).await?;
    let admin = server.sign_in(&server.admin).await?;
    let mut tokens = Vec::with_capacity(PEOPLE);
    for number in 0..PEOPLE {
        let email = format!("racer{number}@library.example");
        let form = json!({ "name": format!("Racer {number}"), "email": email, "password": "Racer123",
            "confirmPassword": "Racer123", "agreeTerms": true });
        let session = server.post("/api/auth/register", None, Some(&form)).await?;
        tokens.push(
            session["token"]
                .as_str()
                .ok_or("a session has a token")?
                .to_owned(),
        );
    }
    let mut answers: BTreeMap<u16, usize> = BTreeMap::new();
    let mut wrong_rounds = 0;
    for round in 0..rounds {
        let copies = [1, 1, 1, 3, 7][round % 5];
        let book = json!({ "title": format!("Race {round}"), "author": "Race", "category": "Race", "copies": copies });
        let book = server.post("/api/books", Some(&admin), Some(&book)).await?;
        let id = book["data"]["_id"].as_str().ok_or("a book has an id")?.to_owned();
        let mut lent = Vec::new();
        for answer in at_once(&server, &tokens, &id).await? {
            *answers.entry(answer.0).or_default() += 1;
            lent.extend(answer.1);
        }
        wrong_rounds += usize::from(lent.len() != copies);
        for borrowing in lent {
            let give_back = request(
                "PUT",
                &format!("/api/admin/borrowings/{borrowing}/return"),
                Some(&admin),
                None,
            );
            let answer = Client::connect(server.address).await?.send(&give_back).await?;
            if answer.status != 200 {
                return Err(format!("return: {}", answer.status).into());
            }
        }
    }
    say(&format!(
        "{rounds} rounds of {PEOPLE} people; answers by status: {answers:?}"
    ));
    say(&format!(
        "rounds in which not exactly the free copies were lent: {wrong_rounds}"
    ));
    let mut check = Command::new(binary);
    check.arg("check").arg("--data-dir").arg(server.folder());
    if let Some(url) = database_url {
        check.args(["--database-url", url]);
    }
    let checked = check.output()?;
    say(String::from_utf8_lossy(&checked.stdout).trim_end());
    server.stop().await?;
    if wrong_rounds > 0 || !checked.status.success() {
        return Err("the race was not fair".into());
    }
    Ok(())
}

/// Everybody borrows at the same time. Statuses, and the borrowings of those who got the book.
async fn at_once(server: &Server, tokens: &[String], book: &str) -> Outcome<Vec<(u16, Option<String>)>> {
    let mut tasks = Vec::with_capacity(tokens.len());
    for token in tokens {
        let bytes = request("POST", &format!("/api/borrowings/{book}"), Some(token), None);
        let mut client = Client::connect(server.address).await?;
        tasks.push(tokio::spawn(async move {
            let answer = client.send(&bytes).await?;
            let body: serde_json::Value = serde_json::from_slice(&answer.body)?;
            let borrowing = body["data"]["_id"]
                .as_str()
                .filter(|_| answer.status == 201)
                .map(str::to_owned);
            Outcome::Ok((answer.status, borrowing))
        }));
    }
    let mut answers = Vec::with_capacity(tasks.len());
    for task in tasks {
        answers.push(task.await??);
    }
    Ok(answers)
}
