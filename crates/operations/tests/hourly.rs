//! Hourly work runs on one of several servers, and again after a failure or a crash.

use std::sync::Arc;

use carrel_domain::money::Currency;
use carrel_domain::settings::{Contact, LibrarySettings};
use carrel_operations::settings::{self, due_instants};
use carrel_operations::upkeep::hourly::{self, Run};
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
            async move { hourly::lease(library, context, name).await.expect("a lease") }
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
        let run = hourly::lease(&library, context(&clock, 1), due_instants::CODE).await;
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
        actor: Some(Actor {
            user: Arc::new(administrator.clone()),
            token_hash: String::new(),
            stamp: None,
            scopes: None,
            turn: None,
        }),
        ..context(&clock, 1)
    };
    let change = async |name: &str, time_zone: &str| {
        let section = LibrarySettings {
            name: name.to_owned(),
            time_zone: time_zone.to_owned(),
            currency: Currency::default(),
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
