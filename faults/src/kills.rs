//! `kill -9` under load, repeatedly: nothing acknowledged is lost, and nothing is partially applied.

use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use crate::facts;
use crate::http::{Answer, Call, Client, Reply};
use crate::journal::{Effect, Journal, State, tally};
use crate::scene::Scene;
use crate::server::Server;
use crate::writers::Writers;
use crate::{Outcome, Trial, say};

/// How long the search may need after the start to find a book that was added before the kill. The catalogue itself
/// shows it at once.
const FOUND_WITHIN: Duration = Duration::from_secs(30);

/// Kills the server `rounds` times while all writers work; returns the violations.
pub async fn run(trial: &Trial, rounds: usize) -> Outcome<Vec<String>> {
    let scene = Scene::prepare(trial, None).await?;
    let mut writers = Writers::new(trial, &scene, Journal::default());
    let mut chance = StdRng::seed_from_u64(trial.seed);
    let mut found = Vec::new();
    let mut slowest = Duration::ZERO;
    for round in 1..=rounds {
        let server = scene.installation.serve().await?;
        let before = writers.journal.whole();
        slowest = slowest.max(search(&server, &scene, &before, &mut found).await?);
        let working = writers.start(server.address);
        tokio::time::sleep(Duration::from_millis(chance.random_range(200..1200))).await;
        server.kill().await?;
        writers = working.stop().await?;
        let journal = writers.journal.whole();
        let (done, unknown, _) = tally(&journal);
        let wrong = scene.violations(&journal).await?;
        facts::end_windows(&scene.source).await?;
        if !wrong.is_empty() || round % 10 == 0 || round == rounds {
            say(&format!(
                "kill {round}: {done} effects acknowledged so far, {unknown} without an answer; wrong: {}",
                wrong.len()
            ));
        }
        found.extend(wrong);
        if !found.is_empty() {
            break;
        }
    }
    let server = scene.installation.serve().await?;
    writers = writers.settle(server.address).await?;
    server.stop().await?;
    let journal = writers.journal.whole();
    found.extend(scene.violations(&journal).await?);
    found.extend(writers.journal.violations());
    let (done, unknown, refused) = tally(&journal);
    say(&format!(
        "{rounds} kills under {} writers: {done} effects acknowledged, {refused} refused by the rules, {unknown} never \
         answered; books found again at the latest {} ms after the start",
        trial.writers,
        slowest.as_millis()
    ));
    if !found.is_empty() {
        say(&format!("the library is kept in {}", scene.keep().display()));
    }
    Ok(found)
}

/// Searches for the newest acknowledged books until each is found; returns how long that took.
async fn search(
    server: &Server,
    scene: &Scene,
    journal: &[(Effect, State)],
    found: &mut Vec<String>,
) -> Outcome<Duration> {
    let began = Instant::now();
    let mut client = Client::new(server.address);
    let titles = journal
        .iter()
        .rev()
        .filter_map(|(effect, state)| match (effect, state) {
            (Effect::AddBook { title, .. }, State::Done(_)) => Some(title),
            _ => None,
        });
    for title in titles.take(5) {
        let path = format!("/api/books?search=%22{title}%22");
        let call = Call::new("GET", path, Some(&scene.admin.token));
        loop {
            let reply = client.call(&call).await;
            if let Reply::Answered(Answer {
                status: 200, body, ..
            }) = &reply
            {
                let books = body["data"].as_array();
                if books.is_some_and(|books| books.iter().any(|book| book["title"] == **title)) {
                    break;
                }
            }
            if began.elapsed() > FOUND_WITHIN {
                found.push(format!("the search does not find {title}: {reply:?}"));
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    Ok(began.elapsed())
}
