//! Cached settings of a server are always current: each change raises their version in the database.

use std::sync::Arc;

use carrel_domain::circulation::policy::PolicyRuleId;
use carrel_operations::{Actor, Context, Library, Limits, PasswordCost, Settings, circulation};
use carrel_search::Index;
use carrel_storage::code_lists::{self, CodeList};
use carrel_storage::policies::{self, PolicyRow};
use carrel_storage::{Transaction, settings};
use carrel_testkit::{TestDatabase, on_both_engines};

async fn open(database: &TestDatabase) -> Library {
    let index = Index::in_memory().expect("an index");
    Library::open(
        (**database).clone(),
        index,
        Limits::default(),
        PasswordCost::Least,
    )
    .await
    .expect("the library opens")
}

async fn write<T: Send + Sync + 'static>(
    database: &TestDatabase,
    input: T,
    work: carrel_storage::engine::Work<T, (), carrel_storage::Error>,
) {
    database.write(input, work).await.expect("the write succeeds");
}

fn loan_days(value: &str) -> PolicyRow {
    PolicyRow {
        id: PolicyRuleId::new(1),
        name: "loan_days".to_owned(),
        patron_category: None,
        item_type: None,
        branch: None,
        value: value.to_owned(),
    }
}

on_both_engines!(a_loan_follows_the_rule_that_another_server_has_just_changed);
async fn a_loan_follows_the_rule_that_another_server_has_just_changed(database: TestDatabase) {
    let made = carrel_testkit::Library::new(database);
    let student = Arc::new(made.user().insert().await);
    let book = made.book().copies(2).insert().await;
    let library = open(&made).await;
    // Another server writes; this one has not refreshed its cache.
    write(&made, loan_days("3"), |transaction, rule| {
        Box::pin(policies::insert(transaction, rule, 1))
    })
    .await;
    let context = Context {
        now: made.clock.now(),
        seed: [7; 32],
        actor: Some(Actor::inside(Arc::clone(&student))),
        visitor: None,
        request_id: None,
        idempotent_call: None,
    };
    let borrowing = circulation::borrow(&library, context, book.id)
        .await
        .expect("the book is lent");
    let days = (borrowing.record.due_at.as_millisecond() - borrowing.record.borrowed_at.as_millisecond())
        / carrel_testkit::DAY;
    assert_eq!(days, 3);
}

on_both_engines!(each_write_to_settings_closures_policies_and_code_lists_raises_the_version);
async fn each_write_to_settings_closures_policies_and_code_lists_raises_the_version(database: TestDatabase) {
    let library = open(&database).await;
    let writes: [carrel_storage::engine::Work<(), (), carrel_storage::Error>; 9] = [
        |transaction, ()| Box::pin(settings::set(transaction, "time_zone", "Asia/Tokyo", 1)),
        |transaction, ()| Box::pin(settings::remove(transaction, "time_zone")),
        |transaction, ()| Box::pin(settings::set(transaction, "setup_token_hash", "x", 1)),
        |transaction, ()| Box::pin(take(transaction)),
        |transaction, ()| Box::pin(settings::add_closure(transaction, "2026-03-16", "Founders' Day")),
        |transaction, ()| Box::pin(settings::remove_closures(transaction)),
        |transaction, ()| Box::pin(remove_item_type(transaction)),
        |transaction, ()| Box::pin(insert_rule(transaction)),
        |transaction, ()| Box::pin(policies::set_value(transaction, PolicyRuleId::new(1), "5", 2)),
    ];
    for (number, work) in writes.into_iter().enumerate() {
        let before = library.shown_settings();
        write(&database, (), work).await;
        let current = database
            .read(&before, |connection, before| {
                Box::pin(async move { Settings::current(before, connection).await })
            })
            .await
            .expect("the settings are read");
        assert!(current.version > before.version, "write {number}");
        library.refresh_settings().await.expect("the settings are read");
        assert_eq!(
            library.shown_settings().version,
            current.version,
            "write {number}"
        );
    }
    let before = library.shown_settings();
    let current = database
        .read(&before, |connection, before| {
            Box::pin(async move { Settings::current(before, connection).await })
        })
        .await
        .expect("the settings are read");
    assert!(Arc::ptr_eq(&before, &current), "nothing changed, nothing is read");
}

async fn take(transaction: &mut Transaction) -> carrel_storage::Result<()> {
    settings::take(transaction, "setup_token_hash", "x").await?;
    Ok(())
}

async fn remove_item_type(transaction: &mut Transaction) -> carrel_storage::Result<()> {
    code_lists::remove(transaction, CodeList::ItemTypes, "map").await
}

async fn insert_rule(transaction: &mut Transaction) -> carrel_storage::Result<()> {
    policies::insert(transaction, &loan_days("4"), 1).await
}
