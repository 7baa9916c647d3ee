//! PostgreSQL crashes and restarts under load: callers get 503, and nothing is lost or duplicated.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use crate::http::{Answer, Call, Client, Reply};
use crate::journal::{Journal, tally};
use crate::postgres::Cluster;
use crate::readers::{Allowed, READERS, Readers};
use crate::scene::Scene;
use crate::writers::Writers;
use crate::{Outcome, Trial, say};

/// One of this many times the database is down for longer than a request waits for it.
const LONG_AWAY: usize = 5;

/// Crashes the database `rounds` times while all clients work; returns the violations.
pub async fn run(trial: &Trial, rounds: usize, programs: &Path) -> Outcome<Vec<String>> {
    let cluster = Cluster::start_new(programs)?;
    let scene = Scene::prepare(trial, Some(cluster.url())).await?;
    let mut writers = Writers::new(trial, &scene, Journal::default());
    let mut chance = StdRng::seed_from_u64(trial.seed);
    let mut server = scene.installation.serve().await?;
    let told_to_come_back: Allowed = |answer| answer.status == 503 && answer.retry_after;
    let readers = Readers::start(server.address, &scene, &writers.journal, told_to_come_back);
    let journal = Arc::clone(&writers.journal);
    let working = writers.start(server.address);
    for round in 1..=rounds {
        tokio::time::sleep(Duration::from_millis(chance.random_range(300..1500))).await;
        cluster.crash()?;
        let away = if round % LONG_AWAY == 0 {
            6000
        } else {
            chance.random_range(50..1500)
        };
        tokio::time::sleep(Duration::from_millis(away)).await;
        cluster.start()?;
        if !ready(server.address).await {
            journal.violated(format!(
                "the server is not ready again after crash {round} of the database"
            ));
        }
        if server.has_ended()? {
            journal.violated(format!("the server ended at crash {round} of the database"));
            break;
        }
        if round % 5 == 0 {
            let (done, unknown, _) = tally(&journal.whole());
            say(&format!(
                "crash {round} of the database: {done} effects acknowledged so far, {unknown} without an answer; wrong \
                 answers: {}",
                journal.violations().len()
            ));
        }
    }
    writers = working.stop().await?.settle(server.address).await?;
    let (answered, unavailable) = readers.stop().await?;
    server.stop().await?;
    let journal = writers.journal.whole();
    let mut found = scene.violations(&journal).await?;
    found.extend(writers.journal.violations());
    let (done, unknown, refused) = tally(&journal);
    say(&format!(
        "{rounds} crashes of PostgreSQL under {} writers and {READERS} readers: {done} effects acknowledged, {refused} \
         refused by the rules, {unknown} never answered; reads: {answered} answered, \
         {unavailable} refused as unavailable",
        trial.writers
    ));
    if !found.is_empty() {
        say(&format!("the server's log is kept in {}", scene.keep().display()));
    }
    Ok(found)
}

/// Waits until the server reports that it is ready.
async fn ready(address: SocketAddr) -> bool {
    let mut client = Client::new(address);
    let call = Call::new("GET", "/readyz", None);
    for _ in 0..600 {
        if let Reply::Answered(Answer { status: 200, .. }) = client.call(&call).await {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    false
}
