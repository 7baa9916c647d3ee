//! A few hundred of the calls of `make hostile`, on both engines.

use std::sync::Arc;

use carrel_hostile::fuzz::{self, Plan};
use carrel_hostile::people::MakeAccount;
use carrel_hostile::values::PASSWORD;
use carrel_hostile::{headers, markup, station};
use carrel_testkit::{Server, TestDatabase, on_both_engines};
use tokio::sync::Mutex;

/// Enough accounts for a short run, created in advance.
async fn accounts(server: &Server) -> MakeAccount {
    let mut made = Vec::new();
    for number in 0..12 {
        let email = format!("hostile{number}@library.example");
        let is_administrator = number % 2 == 1;
        let person = if is_administrator {
            server.administrator()
        } else {
            server.student()
        };
        person.email(&email).password(PASSWORD).await;
        made.push((is_administrator, email));
    }
    let made = Arc::new(Mutex::new(made));
    Arc::new(move |is_administrator| {
        let made = Arc::clone(&made);
        Box::pin(async move {
            let mut made = made.lock().await;
            let place = made.iter().position(|(is, _)| *is == is_administrator);
            let (_, email) = made.remove(place.ok_or("there are no accounts left")?);
            Ok(email)
        })
    })
}

on_both_engines!(a_few_hundred_invalid_calls_cause_no_violation);
async fn a_few_hundred_invalid_calls_cause_no_violation(database: TestDatabase) {
    let server = Server::start(database).await;
    server.book().copies(3).await;
    server.catch_up().await;
    let accounts = accounts(&server).await;
    let plan = Plan {
        calls: 600,
        seed: 7,
        clients: 2,
        only: None,
        // The binary's listener words malformed HTTP, and this server runs without it.
        is_http: true,
    };
    let report = fuzz::run(server.address(), plan, accounts)
        .await
        .expect("the run ends");
    assert!(report.violations.is_empty(), "{:#?}", report.violations);
    assert_eq!(report.calls, 600);
    assert!(report.reached.len() > 30, "{:?}", report.reached);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(markup_is_stored_and_returned_as_text);
async fn markup_is_stored_and_returned_as_text(database: TestDatabase) {
    let server = Server::start(database).await;
    let accounts = accounts(&server).await;
    assert!(
        markup::run(server.address(), &accounts)
            .await
            .expect("the run ends")
    );
}

on_both_engines!(no_access_token_gains_more_than_it_was_given);
async fn no_access_token_gains_more_than_it_was_given(database: TestDatabase) {
    let server = Server::start(database).await;
    let accounts = accounts(&server).await;
    assert!(
        station::run(server.address(), &accounts)
            .await
            .expect("the run ends")
    );
}

#[test]
fn the_files_that_a_page_names_are_found() {
    let named = headers::named_in("import\"./books-1a2b.js\";url(/assets/inter-9z.woff2)");
    let named: Vec<&str> = named.iter().map(String::as_str).collect();
    assert_eq!(named, ["/assets/books-1a2b.js", "/assets/inter-9z.woff2"]);
}
