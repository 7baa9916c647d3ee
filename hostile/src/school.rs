//! A school behind one network address: its people sign in while somebody among them guesses passwords, at the limits of
//! a server without flags.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use tokio::time::{sleep, sleep_until};

use crate::measure::{Tally, Times, seconds};
use crate::people::{SignIn, active_people, session};
use crate::server::{ADMINISTRATOR, Library};
use crate::values::PASSWORD;
use crate::wire::Connection;
use crate::{Outcome, say};

/// The library of this attack.
pub const LIBRARY: Library = Library::Generated {
    books: 50,
    users: 550,
    loans: 100,
};

/// The address of the school.
const SCHOOL: &str = "203.0.113.80";
/// The maximum time of the whole.
const LIMIT: Duration = Duration::from_mins(1);

/// The numbers of an attack.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    pub people: usize,
    /// Wrong passwords, each at another account.
    pub guesses: usize,
    /// The people arrive, and the guesses are sent, evenly over this time.
    pub arrival: Duration,
    /// Whether all guesses are answered before the people arrive.
    pub is_before: bool,
}

/// A person who has signed in, or not.
#[derive(Debug, Clone, Copy)]
struct Arrived {
    is_in: bool,
    attempts: usize,
    took: Duration,
}

/// Runs it. Returns whether everybody has signed in within a minute.
pub async fn run(address: SocketAddr, plan: Plan) -> Outcome<bool> {
    let administrator = session(address, ADMINISTRATOR).await?;
    let people = active_people(address, &administrator).await?;
    let students = people.iter().filter(|one| one["role"] == "student");
    let emails = students.filter_map(|one| one["email"].as_str());
    let mut emails: Vec<String> = emails.map(str::to_owned).collect();
    if emails.len() < plan.people + plan.guesses {
        return Err(format!("there are only {} students", emails.len()).into());
    }
    let victims = emails.split_off(plan.people);
    let victims: Vec<String> = victims.into_iter().take(plan.guesses).collect();

    let guessing = tokio::spawn(guess(address, victims, plan.arrival));
    let guessing = if plan.is_before {
        let tally = guessing.await?;
        tokio::spawn(async move { tally })
    } else {
        guessing
    };
    let began = Instant::now();
    let mut arrivals = JoinSet::new();
    let pause = plan.arrival / u32::try_from(plan.people.max(1))?;
    for (number, email) in (0..).zip(emails) {
        arrivals.spawn(async move {
            sleep_until(tokio::time::Instant::from_std(began + pause * number)).await;
            arrive(address, &email, began + LIMIT).await
        });
    }
    let mut arrived = Vec::new();
    while let Some(person) = arrivals.join_next().await {
        arrived.push(person?);
    }
    let whole = began.elapsed();
    let tally = guessing.await?;
    let at_once = arrived
        .iter()
        .filter(|one| one.is_in && one.attempts == 1)
        .count();
    let are_in = arrived.iter().filter(|one| one.is_in).count();
    let times = Times::new(arrived.iter().map(|one| one.took).collect());
    say(&format!(
        "School: {are_in} of {} people behind one address signed in within {}, {at_once} of them at the first attempt; a \
         sign-in took {} in the median, {} at most; {} {} wrong passwords at as many accounts from there ({tally})",
        plan.people,
        seconds(whole),
        seconds(times.median()),
        seconds(times.worst()),
        if plan.is_before { "after" } else { "beside" },
        plan.guesses,
    ));
    Ok(are_in == plan.people && whole <= LIMIT && tally.of("200") == 0)
}

/// Signs a person in; a refused person tries again, as `Retry-After` asks, until the deadline.
async fn arrive(address: SocketAddr, email: &str, deadline: Instant) -> Arrived {
    let began = Instant::now();
    let mut connection = Connection::to(address);
    let mut arrived = Arrived {
        is_in: false,
        attempts: 0,
        took: Duration::ZERO,
    };
    while Instant::now() < deadline {
        arrived.attempts += 1;
        let sign_in = SignIn {
            email,
            password: PASSWORD,
            device: None,
            from: SCHOOL,
        };
        let answer = sign_in.send(&mut connection).await;
        arrived.is_in = matches!(&answer, Ok(answer) if answer.status == 200);
        if arrived.is_in {
            break;
        }
        let wait = answer
            .ok()
            .and_then(|answer| answer.header("retry-after")?.parse().ok());
        sleep(Duration::from_secs(wait.unwrap_or(1))).await;
    }
    arrived.took = began.elapsed();
    arrived
}

/// Sends one wrong password for each account, evenly over a time.
async fn guess(address: SocketAddr, emails: Vec<String>, time: Duration) -> Tally {
    let began = Instant::now();
    let pause = time / u32::try_from(emails.len().max(1)).unwrap_or(u32::MAX);
    let mut guesses = JoinSet::new();
    for (number, email) in (0..).zip(emails) {
        guesses.spawn(async move {
            sleep_until(tokio::time::Instant::from_std(began + pause * number)).await;
            let sign_in = SignIn {
                email: &email,
                password: "Wrong12345",
                device: None,
                from: SCHOOL,
            };
            let mut tally = Tally::default();
            tally.count(&sign_in.send(&mut Connection::to(address)).await);
            tally
        });
    }
    let mut all = Tally::default();
    while let Some(tally) = guesses.join_next().await {
        all.add(tally.unwrap_or_default());
    }
    all
}
