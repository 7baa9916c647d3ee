//! Tests whether responses or their times reveal which accounts exist.
//!
//! Calls for existing, unknown and deactivated accounts are sent in random order, one after the other. Their responses
//! must be identical, and the difference of the medians of their times must be insignificant: its 95 % interval (by
//! resampling) contains 0, or it is less than a hundredth of the median.

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::dice::Dice;
use crate::people::{MakeAccount, active_people, call, sign_up};
use crate::wire::{self, Connection};
use crate::{Outcome, say};

/// The number of resamples for the interval.
const RESAMPLES: usize = 2000;

/// The kinds of accounts that a call can be about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Known,
    Unknown,
    Closed,
}

/// A kind of call with its response times in milliseconds, and its responses.
struct Group {
    kind: Kind,
    times: Vec<f64>,
    answers: Vec<(u16, Vec<u8>)>,
}

/// Runs both public calls that take an e-mail address. Returns whether they reveal nothing.
pub async fn run(address: SocketAddr, make: &MakeAccount, tries: usize, seed: u64) -> Outcome<bool> {
    let administrator = sign_up(address, make, true).await?;
    let (known, closed) = (
        sign_up(address, make, false).await?,
        sign_up(address, make, false).await?,
    );
    let found = format!(
        "/api/admin/users?search={}",
        closed.email.split('@').next().unwrap_or_default()
    );
    let found = call(address, "GET", &found, Some(&administrator.token), None).await?;
    let id = found["data"][0]["_id"].as_str().ok_or("a person has an id")?;
    let close = json!({ "isActive": false });
    call(
        address,
        "PUT",
        &format!("/api/admin/users/{id}"),
        Some(&administrator.token),
        Some(&close),
    )
    .await?;
    let mail = json!({ "host": "127.0.0.1", "port": 9, "security": "none", "fromAddress": "desk@library.example",
        "siteAddress": "https://library.example" });
    call(
        address,
        "PUT",
        "/api/admin/settings/mail",
        Some(&administrator.token),
        Some(&mail),
    )
    .await?;

    let mut dice = Dice::new(seed, 0);
    let person = |kind: Kind, number: usize| match kind {
        Kind::Known => known.email.clone(),
        Kind::Unknown => format!("nobody{number}@library.example"),
        Kind::Closed => closed.email.clone(),
    };
    let groups = listen(address, "/api/auth/login", tries, &mut dice, |kind, number| {
        (
            json!({ "email": person(kind, number), "password": "Wrong12345" }),
            number,
        )
    })
    .await?;
    let sign_in = verdict("sign in", &groups, &mut dice);

    // The number of password links per account and address is limited: each call is about another account, from another
    // address.
    let people = active_people(address, &administrator.token).await?;
    let emails = people.iter().filter_map(|one| one["email"].as_str());
    let people: Vec<String> = emails.map(str::to_owned).collect();
    let tries = tries.min(people.len());
    let groups = listen(
        address,
        "/api/auth/forgot-password",
        tries,
        &mut dice,
        |kind, number| {
            let email = match kind {
                Kind::Known => people[number % people.len()].clone(),
                Kind::Unknown => format!("nobody{number}@library.example"),
                Kind::Closed => format!("nobody-else{number}@library.example"),
            };
            (json!({ "email": email }), number)
        },
    )
    .await?;
    let forgot = verdict("forgot password", &groups, &mut dice);
    Ok(sign_in && forgot)
}

/// Sends this many calls of each kind in random order.
async fn listen(
    address: SocketAddr,
    path: &str,
    tries: usize,
    dice: &mut Dice,
    form: impl Fn(Kind, usize) -> (Value, usize),
) -> Outcome<Vec<Group>> {
    let mut groups: Vec<Group> = [Kind::Known, Kind::Unknown, Kind::Closed]
        .map(|kind| Group {
            kind,
            times: Vec::with_capacity(tries),
            answers: Vec::new(),
        })
        .into();
    let mut order: Vec<usize> = (0..3).flat_map(|kind| std::iter::repeat_n(kind, tries)).collect();
    for place in (1..order.len()).rev() {
        order.swap(place, dice.below(place + 1));
    }
    let mut connection = Connection::to(address);
    for (place, kind) in order.into_iter().enumerate() {
        let group = &mut groups[kind];
        let (form, number) = form(group.kind, group.times.len());
        let from = format!("198.{}.{}.{}", 18 + kind, number / 250 % 250, number % 250);
        let headers = [
            ("content-type".to_owned(), b"application/json".to_vec()),
            ("x-forwarded-for".to_owned(), from.into_bytes()),
        ];
        let bytes = wire::request("POST", path, &headers, Some(form.to_string().as_bytes()));
        let answer = connection.send(&bytes, true).await;
        let answer = answer.map_err(|failure| format!("call {place}: {failure}"))?;
        group.times.push(answer.took.as_secs_f64() * 1000.0);
        let seen = (answer.status, answer.body);
        if !group.answers.contains(&seen) {
            group.answers.push(seen);
        }
    }
    Ok(groups)
}

/// Prints the results, and returns whether they reveal nothing.
fn verdict(what: &str, groups: &[Group], dice: &mut Dice) -> bool {
    let known = &groups[0];
    let mut is_silent = true;
    say("");
    say(&format!(
        "| {what} | tries | median ms | difference ms | 95 % interval | Mann-Whitney z | words |"
    ));
    say("| --- | ---: | ---: | ---: | ---: | ---: | --- |");
    let mine = median(&mut known.times.clone());
    say(&format!("| known | {} | {mine:.3} | | | | |", known.times.len()));
    for other in &groups[1..] {
        let theirs = median(&mut other.times.clone());
        let (low, high) = interval(&known.times, &other.times, dice);
        let alike = other.answers == known.answers && known.answers.len() == 1;
        let silent = alike && (low <= 0.0 && high >= 0.0 || (theirs - mine).abs() < mine / 100.0);
        say(&format!(
            "| {} | {} | {theirs:.3} | {:+.3} | {low:+.3} to {high:+.3} | {:+.2} | {} |",
            match other.kind {
                Kind::Known => "known",
                Kind::Unknown => "unknown",
                Kind::Closed => "closed, or another unknown",
            },
            other.times.len(),
            theirs - mine,
            rank_test(&known.times, &other.times),
            if alike { "alike" } else { "DIFFERENT" },
        ));
        is_silent &= silent;
    }
    is_silent
}

fn median(times: &mut [f64]) -> f64 {
    if times.is_empty() {
        return 0.0;
    }
    let middle = times.len() / 2;
    *times.select_nth_unstable_by(middle, f64::total_cmp).1
}

/// The 95 % interval of the difference of the medians, by resampling with replacement.
fn interval(known: &[f64], other: &[f64], dice: &mut Dice) -> (f64, f64) {
    let mut draw = |times: &[f64]| {
        let mut drawn: Vec<f64> = (0..times.len()).map(|_| times[dice.below(times.len())]).collect();
        median(&mut drawn)
    };
    let mut differences: Vec<f64> = (0..RESAMPLES).map(|_| draw(other) - draw(known)).collect();
    differences.sort_unstable_by(f64::total_cmp);
    (
        differences[RESAMPLES / 40],
        differences[RESAMPLES - 1 - RESAMPLES / 40],
    )
}

/// The Mann-Whitney statistic of the times, in standard deviations.
#[expect(clippy::cast_precision_loss, reason = "there are some thousand times")]
fn rank_test(known: &[f64], other: &[f64]) -> f64 {
    let mut all: Vec<(f64, bool)> = known.iter().map(|time| (*time, false)).collect();
    all.extend(other.iter().map(|time| (*time, true)));
    all.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let ranks = all.iter().enumerate().filter(|(_, (_, is_other))| *is_other);
    let sum: f64 = ranks.map(|(place, _)| (place + 1) as f64).sum();
    let (n, m) = (other.len() as f64, known.len() as f64);
    let expected = n * (n + m + 1.0) / 2.0;
    (sum - expected) / (n * m * (n + m + 1.0) / 12.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::{Group, Kind, rank_test, verdict};
    use crate::dice::Dice;

    fn group(kind: Kind, shift: f64, words: &str) -> Group {
        let mut dice = Dice::new(7, 7);
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let times = (0..400).map(|_| 26.0 + shift + dice.below(1000) as f64 / 1000.0);
        Group {
            kind,
            times: times.collect(),
            answers: vec![(401, words.as_bytes().to_vec())],
        }
    }

    #[test]
    fn differences_in_time_or_text_are_detected() {
        let dice = &mut Dice::new(1, 1);
        let known = || group(Kind::Known, 0.0, "no");
        assert!(verdict(
            "alike",
            &[known(), group(Kind::Unknown, 0.0, "no")],
            dice
        ));
        assert!(!verdict(
            "slower",
            &[known(), group(Kind::Unknown, 1.0, "no")],
            dice
        ));
        assert!(!verdict(
            "faster",
            &[known(), group(Kind::Unknown, -26.0, "no")],
            dice
        ));
        assert!(!verdict(
            "other words",
            &[known(), group(Kind::Unknown, 0.0, "unknown")],
            dice
        ));
        assert!(rank_test(&known().times, &group(Kind::Unknown, 1.0, "").times) > 20.0);
    }
}
