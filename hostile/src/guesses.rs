//! A thousand wrong passwords at one account, each few from another address, at the limits of a server without flags. The
//! owner must get in at the first attempt meanwhile: from a known device, from a new one, and with a changed password.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::measure::{Tally, Times, seconds};
use crate::people::{MakeAccount, SignIn};
use crate::values::PASSWORD;
use crate::wire::{self, Answer, Connection, Failure};
use crate::{Outcome, say};

/// Guesses from one address: fewer than the limit of an address.
const OF_ADDRESS: usize = 4;
/// The owner comes when this many guesses have been answered: more than an account has without delay.
const HEADSTART: usize = 150;
/// How often the owner signs in on each kind of device.
const TRIES: usize = 3;
/// The maximum time of a sign-in on a known device, and on a new one.
const KNOWN: Duration = Duration::from_secs(2);
const NEW: Duration = Duration::from_secs(10);
/// The password that the owner chooses meanwhile.
const CHANGED: &str = "Thunderstorm58";

/// The numbers of guesses that were begun and answered.
#[derive(Debug, Default)]
struct Progress {
    begun: AtomicUsize,
    answered: AtomicUsize,
}

/// The owner of the account.
struct Owner<'a> {
    address: SocketAddr,
    email: &'a str,
    failures: Vec<String>,
}

/// Sends `guesses` wrong passwords, `at_once` at a time. Returns whether the owner got in.
pub async fn run(address: SocketAddr, make: &MakeAccount, guesses: usize, at_once: usize) -> Outcome<bool> {
    let email = make(false).await?;
    let mut owner = Owner {
        address,
        email: &email,
        failures: Vec::new(),
    };
    let (first, _) = owner.sign_in(PASSWORD, None, "203.0.113.10").await;
    let device = first["data"]["deviceToken"].as_str().ok_or("no device token")?;

    let began = Instant::now();
    let progress = Arc::new(Progress::default());
    let mut attack = JoinSet::new();
    for _ in 0..at_once {
        attack.spawn(guess(address, email.clone(), guesses, Arc::clone(&progress)));
    }
    while progress.answered.load(Ordering::Relaxed) < HEADSTART.min(guesses) {
        sleep(Duration::from_millis(10)).await;
    }
    let (mut known, mut new) = (Vec::new(), Vec::new());
    let mut session = String::new();
    for number in 0..TRIES {
        let from = format!("203.0.113.{}", 20 + number);
        let (answer, took) = owner.sign_in(PASSWORD, Some(device), &from).await;
        if let Some(token) = answer["token"].as_str() {
            token.clone_into(&mut session);
        }
        known.push(took);
        let from = format!("203.0.113.{}", 40 + number);
        new.push(owner.sign_in(PASSWORD, None, &from).await.1);
    }
    let change = json!({ "currentPassword": PASSWORD, "newPassword": CHANGED });
    let change = wire::json("PUT", "/api/auth/updatepassword", Some(&session), Some(&change));
    let begun_change = Instant::now();
    let changed = Connection::to(address).send(&change, true).await;
    let change_took = begun_change.elapsed();
    owner.judge("a new password", &changed);
    let answered = progress.answered.load(Ordering::Relaxed);
    let (_, after_took) = owner.sign_in(CHANGED, None, "203.0.113.60").await;

    let mut tally = Tally::default();
    while let Some(part) = attack.join_next().await {
        tally.add(part?);
    }
    let (known, new) = (Times::new(known), Times::new(new));
    say(&format!(
        "Guesses: {guesses} wrong passwords from {} addresses, {at_once} at a time, in {} ({tally}); the owner, until guess \
         {answered}: {TRIES} sign-ins on a known device within {}, {TRIES} on new devices within {}, a new password in {}, a \
         sign-in with it in {}; {} refused",
        guesses.div_ceil(OF_ADDRESS),
        seconds(began.elapsed()),
        seconds(known.worst()),
        seconds(new.worst()),
        seconds(change_took),
        seconds(after_took),
        owner.failures.len()
    ));
    for failure in &owner.failures {
        say(&format!("  {failure}"));
    }
    if answered >= guesses {
        say("  The guesses had ended before the owner was in.");
    }
    Ok(owner.failures.is_empty()
        && tally.of("200") == 0
        && answered < guesses
        && known.worst() < KNOWN
        && new.worst().max(after_took) < NEW
        && change_took < NEW)
}

impl Owner<'_> {
    /// Signs in once. Returns the response, and the time that it took.
    async fn sign_in(&mut self, password: &str, device: Option<&str>, from: &str) -> (Value, Duration) {
        let sign_in = SignIn {
            email: self.email,
            password,
            device,
            from,
        };
        let began = Instant::now();
        let answer = sign_in.send(&mut Connection::to(self.address)).await;
        let took = began.elapsed();
        let kind = if device.is_some() { "a known" } else { "a new" };
        self.judge(&format!("a sign-in on {kind} device"), &answer);
        let body = answer.map(|answer| serde_json::from_slice(&answer.body).unwrap_or_default());
        (body.unwrap_or_default(), took)
    }

    /// Records a call that did not succeed.
    fn judge(&mut self, what: &str, answer: &Result<Answer, Failure>) {
        match answer {
            Ok(answer) if answer.status == 200 => {}
            Ok(answer) => self.failures.push(format!(
                "{what}: {} {}",
                answer.status,
                String::from_utf8_lossy(&answer.body)
            )),
            Err(failure) => self.failures.push(format!("{what}: {failure}")),
        }
    }
}

/// Guesses one password after the other.
async fn guess(address: SocketAddr, email: String, guesses: usize, progress: Arc<Progress>) -> Tally {
    let mut tally = Tally::default();
    let mut connection = Connection::to(address);
    loop {
        let number = progress.begun.fetch_add(1, Ordering::Relaxed);
        if number >= guesses {
            return tally;
        }
        let network = number / OF_ADDRESS;
        let from = format!("198.18.{}.{}", network / 250, 1 + network % 250);
        let wrong = format!("Wrong{number}password");
        let sign_in = SignIn {
            email: &email,
            password: &wrong,
            device: None,
            from: &from,
        };
        tally.count(&sign_in.send(&mut connection).await);
        progress.answered.fetch_add(1, Ordering::Relaxed);
    }
}
