//! A random walk through circulation, on both engines, compared with a model after every step.
//!
//! Each step borrows, checks out, renews, returns, checks in, pays, waives, deactivates or reactivates a person,
//! changes the policies or the time zone, or lets time pass. After it, the response, the person's open borrowings and
//! the book's free copies must equal those of the [`model`]. At intervals everything is compared, and at the end
//! `carrel check` must find nothing.
//!
//! `CARREL_WALK_STEPS` and `CARREL_WALK_SEED` choose another walk; `make walk` takes 20,000 steps.

mod library;
mod model;

use carrel_testkit::{DAY, HOUR, MINUTE, Server, TestDatabase, on_both_engines};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use library::{Renewer, Settlement, Walk};

/// The number of steps in the test suite.
const STEPS: usize = 250;
/// Everything is compared after this many steps.
const WHOLE: usize = 100;
/// The zones that the library moves between: on both sides of the date line, with and without summer time.
const ZONES: [&str; 5] = [
    "UTC",
    "America/New_York",
    "Asia/Tokyo",
    "Pacific/Kiritimati",
    "Europe/Berlin",
];

fn number(variable: &str, default: usize) -> usize {
    std::env::var(variable).map_or(default, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{variable} is no number: {text}"))
    })
}

on_both_engines!(circulation_agrees_with_the_model);
async fn circulation_agrees_with_the_model(database: TestDatabase) {
    let steps = number("CARREL_WALK_STEPS", STEPS);
    let seed = number("CARREL_WALK_SEED", 1);
    let mut chance = StdRng::seed_from_u64(seed as u64);
    let server = Server::start(database).await;
    let mut walk = Walk::begin(&server, seed).await;
    for step in 1..=steps {
        one_step(&mut walk, &mut chance).await;
        if step % WHOLE == 0 {
            walk.compare_everything().await;
        }
    }
    walk.compare_everything().await;
    assert_eq!(server.violations().await, [], "seed {seed}");
    let borrowings = walk.model.borrowings.len();
    assert!(borrowings > steps / 20, "the walk lent {borrowings} books only");
}

async fn one_step(walk: &mut Walk<'_>, chance: &mut StdRng) {
    let person = chance.random_range(0..walk.model.people.len());
    let book = chance.random_range(0..walk.model.books.len());
    match chance.random_range(0..100) {
        0..20 => walk.borrow(person, book).await,
        20..34 => walk.check_out(person, book).await,
        34..44 => {
            if let Some(borrowing) = some_borrowing(walk, chance, 90) {
                walk.give_back(borrowing).await;
            }
        }
        44..52 => {
            if let Some(borrowing) = some_borrowing(walk, chance, 100) {
                walk.check_in(borrowing).await;
            }
        }
        52..64 => {
            if let Some(borrowing) = some_borrowing(walk, chance, 95) {
                let by = [Renewer::Borrower, Renewer::Staff, Renewer::StaffWithOverrides];
                walk.renew(borrowing, by[chance.random_range(0..by.len())]).await;
            }
        }
        64..76 => {
            if let Some(borrowing) = some_borrowing(walk, chance, 10) {
                let kind = if chance.random_range(0..3) == 0 {
                    Settlement::Waiver
                } else {
                    Settlement::Payment
                };
                let amount = match chance.random_range(0..4) {
                    0 => None,
                    1 => Some(1),
                    2 => Some(chance.random_range(1..1200)),
                    _ => Some(walk.owed(borrowing).max(1)),
                };
                walk.settle(borrowing, kind, amount).await;
            }
        }
        76..79 => change_policies(walk, chance).await,
        79..81 => walk.move_to(ZONES[chance.random_range(0..ZONES.len())]).await,
        81..83 => walk.toggle(person).await,
        83..92 => walk.wait(chance.random_range(1..600) * MINUTE).await,
        92..98 => walk.wait(chance.random_range(1..8) * DAY).await,
        _ => {
            walk.wait(chance.random_range(10..40) * DAY + chance.random_range(0..24) * HOUR)
                .await;
        }
    }
}

/// A random borrowing; with this probability in percent, an open one.
fn some_borrowing(walk: &Walk<'_>, chance: &mut StdRng, open_of_hundred: u32) -> Option<usize> {
    let wants_open = chance.random_range(0..100) < open_of_hundred;
    // Old borrowings are finished; only the newest few hundred are used.
    let all = walk.model.borrowings.len();
    let places: Vec<usize> = (all.saturating_sub(300)..all)
        .filter(|place| walk.model.is_open(*place) == wants_open)
        .collect();
    (!places.is_empty()).then(|| places[chance.random_range(0..places.len())])
}

async fn change_policies(walk: &mut Walk<'_>, chance: &mut StdRng) {
    let mut terms = walk.model.terms.clone();
    let mut amount = |most: i64| chance.random_range(0..most);
    match amount(13) {
        0 => terms.loan_days = 1 + amount(30),
        1 => terms.loans_allowed = 1 + usize::try_from(amount(6)).expect("a small number"),
        2 => terms.fine_per_period = amount(200),
        3 => terms.fine_period_days = 1 + amount(7),
        4 => terms.grace_days = amount(5),
        5 => terms.grace_is_charged = !terms.grace_is_charged,
        6 => terms.fine_cap = (amount(4) > 0).then(|| 100 + amount(2000)),
        7 => terms.block_at_balance = (amount(3) > 0).then(|| 100 + amount(3000)),
        8 => terms.renewals_allowed = amount(4),
        9 => terms.renewal_days = (amount(2) > 0).then(|| 1 + amount(20)),
        10 => terms.renews_from_today = !terms.renews_from_today,
        11 => terms.no_renewal_before_days = (amount(2) > 0).then(|| amount(10)),
        _ => terms.block_on_overdue = !terms.block_on_overdue,
    }
    walk.rule(terms).await;
}
