//! The race for the last copy: 64 people borrow concurrently, in many rounds. Exactly the free copies must be lent.

use std::collections::BTreeMap;

use serde_json::json;

use crate::Outcome;
use crate::client::{Client, request};
use crate::report::say;
use crate::server::{Holdings, Place, Server};

const PEOPLE: usize = 64;

/// Runs the rounds on a new library, prints the number of responses by status, and checks the data afterwards.
pub async fn run(place: Place, rounds: usize) -> Outcome<()> {
    let server = Server::start(place, Holdings::Demo).await?;
    let admin = server.sign_in(&server.admin).await?;
    let mut tokens = Vec::with_capacity(PEOPLE);
    for number in 0..PEOPLE {
        let session = server.register(&format!("racer{number}@library.example")).await?;
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
    let checked = server.command(&["check"]).await;
    server.stop().await?;
    say(checked?.trim_end());
    if wrong_rounds > 0 {
        return Err("the race was not fair".into());
    }
    Ok(())
}

/// Makes all people borrow at the same time. Returns the statuses, and the ids of the new borrowings.
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
