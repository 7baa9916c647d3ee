//! A random walk through circulation, on both engines, compared with a model after every step.
//!
//! Each step borrows, checks out, renews, returns, checks in, undoes a borrowing or a return, pays, waives, deactivates or reactivates a person,
//! blocks or unblocks a person, assigns a patron category or an item type, changes the rules, the closed days or the time
//! zone, or lets time pass. After it, the response, the person's open borrowings and the book's free copies must equal
//! those of the [`model`]. At intervals everything is compared, and at the end `carrel check` must find nothing.
//!
//! `CARREL_WALK_STEPS` and `CARREL_WALK_SEED` choose another walk; `make walk` takes 20,000 steps.

mod library;
mod model;

use carrel_testkit::{DAY, HOUR, MINUTE, Server, TestDatabase, on_both_engines};
use jiff::civil::Date;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use library::{Renewer, Settlement, Walk};
use model::calendar::{Calendar, plus};
use model::terms::{ClosedDayRule, Kind, Rule, Setting};

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
        0..15 => walk.borrow(person, book).await,
        15..17 => charge(walk, chance, person).await,
        17..20 => {
            let too_late = chance.random_range(0..4) == 0;
            walk.borrow_and_undo(person, book, too_late).await;
        }
        20..34 => {
            let copy = some_copy(walk, chance, book);
            walk.check_out(person, book, copy).await;
        }
        34..40 => {
            if let Some(borrowing) = some_borrowing(walk, chance, 90) {
                walk.give_back(borrowing).await;
            }
        }
        40..44 => {
            if let Some(borrowing) = some_borrowing(walk, chance, 95) {
                let too_late = chance.random_range(0..4) == 0;
                walk.give_back_and_undo(borrowing, too_late).await;
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
        64..73 => {
            let chosen = match chance.random_range(0..2) {
                0 => some_debt(walk, chance),
                _ => some_borrowing(walk, chance, 10),
            };
            if let Some(borrowing) = chosen {
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
        73..78 => change_rules(walk, chance).await,
        78 => walk.move_to(ZONES[chance.random_range(0..ZONES.len())]).await,
        79..81 => walk.toggle(person).await,
        81..83 => walk.categorize(person, some_kind(chance)).await,
        83 => walk.set_type_of_book(book, some_kind(chance)).await,
        84 => {
            let copy = chance.random_range(0..walk.model.books[book].copies.len());
            walk.set_type_of_copy(book, copy, some_kind(chance)).await;
        }
        85 => change_calendar(walk, chance).await,
        86..88 => walk.block(person, some_block(chance)).await,
        88..93 => walk.wait(chance.random_range(1..600) * MINUTE).await,
        93..98 => walk.wait(chance.random_range(1..8) * DAY).await,
        _ => {
            walk.wait(chance.random_range(10..40) * DAY + chance.random_range(0..24) * HOUR)
                .await;
        }
    }
}

/// A charge without a borrowing is added, paid, waived or cancelled.
async fn charge(walk: &mut Walk<'_>, chance: &mut StdRng, person: usize) {
    let all = walk.model.charges.len();
    let choice = chance.random_range(0..6);
    if all == 0 || choice < 2 {
        walk.add_charge(person, chance.random_range(1..400)).await;
        return;
    }
    // Old charges are settled; only the newest are used.
    let chosen = chance.random_range(all.saturating_sub(10)..all);
    match choice {
        2 => walk.cancel_charge(chosen).await,
        3 => {
            let amount = Some(chance.random_range(1..400));
            walk.settle_charge(chosen, Settlement::Waiver, amount).await;
        }
        _ => walk.settle_charge(chosen, Settlement::Payment, None).await,
    }
}

/// A random copy of a book, most often one on the shelf if there is one.
fn some_copy(walk: &Walk<'_>, chance: &mut StdRng, book: usize) -> usize {
    let all = 0..walk.model.books[book].copies.len();
    let free: Vec<usize> = all
        .clone()
        .filter(|copy| walk.model.is_free(book, *copy))
        .collect();
    if free.is_empty() || chance.random_range(0..8) == 0 {
        chance.random_range(all)
    } else {
        free[chance.random_range(0..free.len())]
    }
}

/// A random patron category or item type, or none.
fn some_kind(chance: &mut StdRng) -> Option<Kind> {
    [None, Some(0), Some(1)][chance.random_range(0..3)]
}

/// The reason for a block, most often none: a person cannot borrow while blocked.
fn some_block(chance: &mut StdRng) -> Option<&'static str> {
    [None, None, Some("Lost books"), Some("Unpaid fines")][chance.random_range(0..4)]
}

/// A random borrowing on which something is owed. Without payments of old debts, hardly anybody could borrow in the end.
fn some_debt(walk: &Walk<'_>, chance: &mut StdRng) -> Option<usize> {
    let debts: Vec<usize> = (0..walk.model.borrowings.len())
        .filter(|borrowing| walk.owed(*borrowing) > 0)
        .collect();
    (!debts.is_empty()).then(|| debts[chance.random_range(0..debts.len())])
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

/// Adds, replaces or removes a rule: half of them for all people and items, the others for some.
async fn change_rules(walk: &mut Walk<'_>, chance: &mut StdRng) {
    let is_general = chance.random_range(0..2) == 0;
    let mut kind = || some_kind(chance).filter(|_| !is_general);
    let (category, item_type) = (kind(), kind());
    let rule = Rule {
        category,
        item_type,
        setting: some_setting(chance, item_type, walk.today()),
    };
    let mut rules = walk.model.rules.clone();
    if chance.random_range(0..4) == 0 {
        rules.remove(&rule);
        walk.change_rules(&format!("removed: {rule:?}"), rules).await;
    } else {
        rules.set(rule);
        walk.change_rules(&format!("{rule:?}"), rules).await;
    }
}

fn some_setting(chance: &mut StdRng, item_type: Option<Kind>, today: Date) -> Setting {
    let mut amount = |most: i64| chance.random_range(0..most);
    match amount(16) {
        0 => Setting::LoanDays(1 + amount(30)),
        1 => {
            // Copies of a type without loans do not leave the library.
            let least = i64::from(item_type.is_none());
            Setting::LoansAllowed(usize::try_from(least + amount(6)).expect("a small number"))
        }
        2 => Setting::FinePerPeriod(amount(200)),
        3 => Setting::FinePeriodDays(1 + amount(7)),
        4 => Setting::GraceDays(amount(5)),
        5 => Setting::GraceIsCharged(amount(2) > 0),
        6 => Setting::FineCap((amount(4) > 0).then(|| 100 + amount(2000))),
        7 => Setting::BlockAtBalance((amount(3) > 0).then(|| 100 + amount(3000))),
        8 => Setting::RenewalsAllowed(amount(4)),
        9 => Setting::RenewalDays((amount(2) > 0).then(|| 1 + amount(20))),
        10 => Setting::RenewsFromToday(amount(2) > 0),
        11 => Setting::NoRenewalBeforeDays((amount(2) > 0).then(|| amount(10))),
        12 => Setting::BlockOnOverdue(amount(2) > 0),
        13 => {
            let rules = [
                ClosedDayRule::Keep,
                ClosedDayRule::NextOpen,
                ClosedDayRule::PreviousOpen,
            ];
            Setting::ClosedDayRule(rules[chance.random_range(0..rules.len())])
        }
        14 => Setting::LatestDueDate((amount(2) > 0).then(|| plus(today, amount(60)))),
        _ => Setting::FineSkipsClosedDays(amount(2) > 0),
    }
}

/// Up to three closed days of the week, and some closed dates around today.
async fn change_calendar(walk: &mut Walk<'_>, chance: &mut StdRng) {
    let mut calendar = Calendar::default();
    for _ in 0..chance.random_range(0..4) {
        calendar.weekdays[chance.random_range(0..7)] = true;
    }
    for _ in 0..chance.random_range(0..12) {
        let date = plus(walk.today(), chance.random_range(-10..40));
        calendar.closures.insert(date);
    }
    walk.change_calendar(calendar).await;
}
