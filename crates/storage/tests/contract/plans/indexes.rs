//! Indexes: each is read by a statement or has another reason, and the plan check notices a missing one.

use std::collections::{BTreeMap, BTreeSet};

use carrel_testkit::{Engine, TestDatabase, on_both_engines};

use super::super::migrations::indexes;
use super::calls;
use super::check::{Judge, NOTHING, Planned, all_plans, complaints, plans_of};
use super::exceptions::On;
use super::rows::fill;

/// An index that no statement reads, and its reason.
struct Unread {
    on: On,
    index: &'static str,
    because: &'static str,
}

const fn unread(on: On, index: &'static str, because: &'static str) -> Unread {
    Unread { on, index, because }
}

const UNIQUE: &str = "it refuses a second row";
const LATER: &str = "no query uses it yet";
const REFERRED_TO: &str = "PostgreSQL reads it by itself, to find the rows that refer to a deleted one";
const FEW_ROWS: &str = "PostgreSQL sorts or filters the few rows that another index finds";

/// These indexes, each with the reason.
const UNREAD: &[Unread] = &[
    unread(On::Postgres, "cards_current_user_id", UNIQUE),
    unread(On::Both, "closures_scope", UNIQUE),
    unread(On::Postgres, "borrowings_open_user_id_book_id", UNIQUE),
    unread(On::Postgres, "one_time_links_open_user_id", UNIQUE),
    unread(On::Postgres, "policies_scope", UNIQUE),
    unread(On::Postgres, "duplicate_searches_shown", UNIQUE),
    unread(On::Both, "users_by_change", LATER),
    unread(On::Postgres, "books_in_category_by_title", FEW_ROWS),
    unread(On::Postgres, "books_in_category_newest", FEW_ROWS),
    unread(On::Postgres, "passkeys_credential_id", FEW_ROWS),
    unread(On::Postgres, "merge_copies_of_copy", REFERRED_TO),
    unread(On::Postgres, "merge_favorites_of_user", REFERRED_TO),
    unread(On::Postgres, "merge_ratings_of_user", REFERRED_TO),
    unread(On::Postgres, "merge_redirects_of_book", REFERRED_TO),
    unread(
        On::Sqlite,
        "changes_by_age",
        "SQLite reads the log by its primary key",
    ),
];

on_both_engines!(every_index_is_read_or_has_another_reason);
async fn every_index_is_read_or_has_another_reason(database: TestDatabase) {
    fill(&database).await;
    let engine = database.engine();
    let plans = all_plans(&database, NOTHING).await.unwrap();
    let words: BTreeSet<&str> = plans
        .iter()
        .flat_map(|(_, plan)| plan.split(|letter: char| !letter.is_alphanumeric() && letter != '_'))
        .collect();
    let listed: BTreeMap<&str, &str> = UNREAD
        .iter()
        .filter(|entry| entry.on.includes(engine))
        .map(|entry| (entry.index, entry.because))
        .collect();
    let all = indexes(&database).await;
    let all: BTreeSet<&str> = all.iter().map(|(_, index)| index.as_str()).collect();
    assert!(all.len() > 80, "the indexes were not found: {all:?}");

    let unread: BTreeSet<&str> = all.difference(&words).copied().collect();
    let without_reason: Vec<&&str> = unread
        .iter()
        .filter(|index| !listed.contains_key(*index))
        .collect();
    assert!(
        without_reason.is_empty(),
        "no statement reads these indexes: {without_reason:#?}"
    );
    let stale: Vec<_> = listed
        .iter()
        .filter(|(index, _)| !unread.contains(*index))
        .collect();
    assert!(stale.is_empty(), "these do not exist, or are read: {stale:#?}");
}

/// Indexes of each kind: for a list, for the rows of an entity, for a look-up by key.
const DROPPED: [&str; 5] = [
    "books_by_author",
    "borrowings_of_user",
    "users_email_key",
    "ledger_of_user",
    "webhook_deliveries_of_webhook",
];

/// Indexes that PostgreSQL replaces by others in these tables: it then reads only a few rows more than the page has.
const DROPPED_ON_SQLITE: [&str; 2] = ["book_counts_in_category_popular", "reviews_of_book"];

/// The statements with a cost that no exception allows.
fn complained_about(judge: &Judge, plans: &[Planned]) -> BTreeSet<String> {
    let complaints = complaints(judge, plans, &mut BTreeSet::new());
    let first_line = |complaint: &String| complaint.lines().next().unwrap_or_default().to_owned();
    complaints.iter().map(first_line).collect()
}

on_both_engines!(a_missing_index_is_detected);
async fn a_missing_index_is_detected(database: TestDatabase) {
    fill(&database).await;
    let judge = Judge::of(&database).await;
    let plans: Vec<Planned> = plans_of!(database, NOTHING, calls::every_call).unwrap();
    let before = complained_about(&judge, &plans);
    let more: &[&str] = match database.engine() {
        Engine::Sqlite => &DROPPED_ON_SQLITE,
        Engine::Postgres => &[],
    };
    for index in DROPPED.iter().chain(more) {
        let without = format!("DROP INDEX {index}");
        let plans: Vec<Planned> = plans_of!(database, without, calls::every_call).unwrap();
        let now = complained_about(&judge, &plans);
        assert!(!now.is_subset(&before), "nothing notices that {index} is gone");
    }
}
