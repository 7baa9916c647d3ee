//! Concurrent calls that book money.

use carrel_domain::patch::Patch;
use carrel_testkit::{DAY, Server, TestDatabase, on_postgres};
use futures_util::future::join_all;
use serde_json::json;

use super::{assert_sound, at_once, people};

on_postgres!(payments_and_renewals_of_one_person_never_deadlock);
async fn payments_and_renewals_of_one_person_never_deadlock(database: TestDatabase) {
    let server = Server::start(database).await;
    for _ in 0..3 {
        let (administrator, people) = (server.administrator().await, people(&server, 3).await);
        let mut books = Vec::new();
        for _ in 0..3 {
            let book = server.book().copies(3);
            books.push(book.with(|draft| draft.borrowing_period = Patch::Set(1)).await.id);
        }
        let loans = people
            .iter()
            .flat_map(|person| books.iter().map(move |book| (person, *book)));
        let lent = join_all(loans.map(|(person, book)| server.borrow(person, book))).await;
        let renew_all = |person| server.post("/api/borrowings/renew-all").as_(person);
        // The first late renewal charges what the payments pay while the second one charges more.
        server.clock.advance(3 * DAY);
        for answer in at_once(people.iter().map(renew_all)).await {
            assert_eq!(answer.expect(200)["renewed"].as_array().map(Vec::len), Some(3));
        }
        server.clock.advance(3 * DAY);
        let payments = lent.iter().flat_map(|borrowing| {
            let id = borrowing["_id"].as_str().expect("an id");
            let path = format!("/api/admin/borrowings/{id}/payments");
            [0.05, 0.1].map(|amount| {
                let form = json!({ "amount": amount });
                server.post(&path).as_(&administrator).json(&form)
            })
        });
        for answer in at_once(payments.chain(people.iter().map(renew_all))).await {
            assert!([200, 201].contains(&answer.status), "{answer:?}");
        }
        let returns = lent.iter().map(|borrowing| {
            let path = format!(
                "/api/admin/borrowings/{}/return",
                borrowing["_id"].as_str().expect("an id")
            );
            server.put(&path).as_(&administrator)
        });
        for answer in at_once(returns).await {
            let borrowing = answer.expect(200);
            let id = borrowing["_id"].as_str().expect("an id");
            let path = format!("/api/admin/borrowings/{id}/payments");
            server.post(&path).as_(&administrator).json(&json!({})).await;
        }
    }
    assert_eq!(
        server.database().retries(),
        0,
        "the transactions waited for each other"
    );
    assert_sound(&server).await;
}
