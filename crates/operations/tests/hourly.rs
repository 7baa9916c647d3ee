//! Hourly work runs on one of several servers, and again after a failure or a crash.

use std::sync::Arc;

use carrel_domain::language::Language;
use carrel_domain::money::Currency;
use carrel_domain::settings::{Contact, LibrarySettings};
use carrel_operations::settings::{self, due_instants};
use carrel_operations::upkeep::check;
use carrel_operations::upkeep::health;
use carrel_operations::upkeep::hourly::{self, Run, Schedule};
use carrel_operations::{Actor, Context, Library, Limits, PasswordCost};
use carrel_search::Index;
use carrel_storage::Database;
use carrel_testkit::{Clock, TestDatabase, on_both_engines};

const MINUTE: i64 = 60 * 1000;

async fn serve(database: Database) -> Library {
    let index = Index::in_memory().expect("an index");
    Library::open(database, index, Limits::default(), PasswordCost::Least)
        .await
        .expect("the library opens")
}

fn context(clock: &Clock, server: u8) -> Context {
    Context::without_actor(clock.now(), [server; 32])
}

on_both_engines!(of_several_servers_one_does_the_hourly_work);
async fn of_several_servers_one_does_the_hourly_work(database: TestDatabase) {
    let clock = Clock::default();
    let mut servers = Vec::new();
    for _ in 0..4 {
        servers.push(serve(database.open_again().await.expect("the data opens")).await);
    }
    let lease_all = async |name: &'static str| {
        let leases = (1_u8..).zip(&servers).map(|(number, library)| {
            let context = context(&clock, number);
            async move {
                let lease = hourly::lease(library, context, name, Schedule::Hourly);
                lease.await.expect("a lease")
            }
        });
        let runs: Vec<Option<Run>> = futures_util::future::join_all(leases).await;
        runs.into_iter().flatten().collect::<Vec<Run>>()
    };
    let end = async |run: Run, problem: Option<&str>| {
        let ended = hourly::end(&servers[0], context(&clock, 9), run, problem.map(str::to_owned));
        ended.await.expect("the run ends");
    };
    let mut runs = lease_all("work").await;
    assert_eq!(runs.len(), 1);
    assert_eq!(lease_all("other work").await.len(), 1);
    assert_eq!(lease_all("work").await.len(), 0, "it is leased");
    end(runs.remove(0), None).await;
    clock.advance(60 * MINUTE - 1);
    assert_eq!(lease_all("work").await.len(), 0, "an hour is not over");
    clock.advance(1);
    let mut runs = lease_all("work").await;
    assert_eq!(runs.len(), 1);

    // It fails: the next attempts come after 1, 2 and 4 minutes.
    for wait in [1, 2, 4] {
        end(runs.remove(0), Some("the disk is full")).await;
        clock.advance(wait * MINUTE - 1);
        assert_eq!(lease_all("work").await.len(), 0, "{wait} minutes are not over");
        clock.advance(1);
        runs = lease_all("work").await;
        assert_eq!(runs.len(), 1, "{wait} minutes");
    }

    // The server dies: another one takes over, and the end of the first one's run changes nothing.
    clock.advance(15 * MINUTE);
    let taken_over = lease_all("work").await;
    assert_eq!(taken_over.len(), 1);
    end(runs.remove(0), None).await;
    clock.advance(15 * MINUTE);
    assert_eq!(lease_all("work").await.len(), 1, "the second lease is over, too");
}

on_both_engines!(a_change_of_the_zone_lets_due_instants_be_corrected_soon);
async fn a_change_of_the_zone_lets_due_instants_be_corrected_soon(database: TestDatabase) {
    let clock = Clock::default();
    let library = serve(database.open_again().await.expect("the data opens")).await;
    let lease = async || {
        let run = hourly::lease(&library, context(&clock, 1), due_instants::CODE, Schedule::Hourly).await;
        run.expect("a lease")
    };
    let run = lease().await.expect("a first run");
    hourly::end(&library, context(&clock, 1), run, None)
        .await
        .expect("the run ends");
    clock.advance(MINUTE);
    assert!(lease().await.is_none(), "an hour is not over");
    let made = carrel_testkit::Library::new(database);
    let administrator = made.user().administrator().insert().await;
    let context_of = || Context {
        actor: Some(Actor::inside(Arc::new(administrator.clone()))),
        ..context(&clock, 1)
    };
    let change = async |name: &str, time_zone: &str| {
        let section = LibrarySettings {
            name: name.to_owned(),
            time_zone: time_zone.to_owned(),
            currency: Currency::default(),
            language: Language::English,
            contact: Contact::default(),
        };
        let shown = settings::show(&library, &context_of(), section.clone()).await;
        let version = shown.expect("the settings").version;
        let changed = settings::change(&library, context_of(), section, version).await;
        changed.expect("the settings change");
    };
    change("City Library", &library.shown_settings().zone_name).await;
    clock.advance(MINUTE);
    assert!(lease().await.is_none(), "the zone is the same");
    change("Town Library", "Asia/Tokyo").await;
    // A transaction that has read the old zone may still be running.
    assert!(lease().await.is_none());
    clock.advance(MINUTE);
    assert!(lease().await.is_some());
}

on_both_engines!(nightly_work_runs_at_night_and_the_first_time_in_an_hour);
async fn nightly_work_runs_at_night_and_the_first_time_in_an_hour(database: TestDatabase) {
    let clock = Clock::default();
    let library = serve(database.open_again().await.expect("the data opens")).await;
    let lease = async || {
        let lease = hourly::lease(&library, context(&clock, 1), "check", Schedule::Nightly);
        lease.await.expect("a lease")
    };
    assert!(lease().await.is_none(), "a new library is not checked at once");
    clock.advance(60 * MINUTE);
    let run = lease().await.expect("an hour is over");
    hourly::end(&library, context(&clock, 1), run, None)
        .await
        .expect("the run ends");
    // The zone is UTC.
    let day = 24 * 60 * MINUTE;
    let until_three = (27 * 60 * MINUTE - clock.now_ms().rem_euclid(day)).rem_euclid(day);
    clock.advance(until_three - 1);
    assert!(lease().await.is_none(), "it is not three o'clock yet");
    clock.advance(1);
    assert!(lease().await.is_some());
}

on_both_engines!(the_result_of_a_check_is_reported_by_every_server);
async fn the_result_of_a_check_is_reported_by_every_server(database: TestDatabase) {
    let clock = Clock::default();
    let open = async || serve(database.open_again().await.expect("the data opens")).await;
    let (checking, other) = (open().await, open().await);
    let reported = async |library: &Library| {
        let health = health::look(library, 1).await.expect("it answers");
        let check = health.last_check;
        (
            health.is_damaged,
            check.map(|check| (check.at_ms, check.violations)),
        )
    };
    assert_eq!(reported(&other).await, (false, None));
    for (sql, violations) in [
        ("UPDATE counters SET value = value + 1 WHERE name = 'users'", 1),
        ("UPDATE counters SET value = value - 1 WHERE name = 'users'", 0),
    ] {
        let no_people =
            "INSERT INTO counters (name, value) VALUES ('users', 0) ON CONFLICT (name) DO NOTHING";
        database
            .sql(&format!("{no_people}; {sql}"))
            .await
            .expect("it is changed");
        clock.advance(MINUTE);
        let found = check::run(&checking, clock.now()).await.expect("it is checked");
        assert_eq!(found.len(), violations, "{found:?}");
        for library in [&checking, &other] {
            let expected = (false, Some((clock.now_ms(), violations)));
            assert_eq!(reported(library).await, expected);
        }
    }
}
