//! Concurrent calls: when only one of them may succeed, exactly one succeeds.

mod accounts;
mod copies;
mod money;
mod roles;
mod second_factors;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::future::IntoFuture;
use std::time::{Duration, Instant};

use carrel_domain::catalogue::book::BookId;
use carrel_operations::StorageError;
use carrel_testkit::{
    Answer, DAY, Identity, Request, Server, TestDatabase, eventually, gate, on_both_engines, on_postgres,
};
use futures_util::future::join_all;
use serde_json::{Value, json};

/// Sends all requests at once.
async fn at_once(requests: impl IntoIterator<Item = Request<'_>>) -> Vec<Answer> {
    join_all(requests.into_iter().map(IntoFuture::into_future)).await
}

fn tally(answers: &[Answer]) -> BTreeMap<(u16, String), usize> {
    let mut counts = BTreeMap::new();
    for answer in answers {
        let code = answer.json["code"].as_str().unwrap_or_default().to_owned();
        *counts.entry((answer.status, code)).or_default() += 1;
    }
    counts
}

fn counts<const N: usize>(of: [(u16, &str, usize); N]) -> BTreeMap<(u16, String), usize> {
    let of = of.into_iter().filter(|(_, _, count)| *count > 0);
    of.map(|(status, code, count)| ((status, code.to_owned()), count))
        .collect()
}

async fn people(server: &Server, count: usize) -> Vec<Identity> {
    join_all((0..count).map(|_| server.student().into_future())).await
}

fn borrow<'a>(server: &'a Server, person: &Identity, book_id: BookId) -> Request<'a> {
    server.post(&format!("/api/borrowings/{book_id}")).as_(person)
}

async fn available(server: &Server, person: &Identity, book_id: BookId) -> Value {
    let book = server.get(&format!("/api/books/{book_id}")).as_(person).await;
    book.expect(200)["availableCopies"].clone()
}

async fn assert_sound(server: &Server) {
    assert_eq!(server.violations().await, []);
}

on_both_engines!(of_64_concurrent_borrowers_one_per_copy_succeeds);
async fn of_64_concurrent_borrowers_one_per_copy_succeeds(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, people) = (server.administrator().await, people(&server, 64).await);
    for copies in [1, 3, 1, 7, 1] {
        let book = server.book().copies(copies).await;
        let answers = at_once(people.iter().map(|person| borrow(&server, person, book.id))).await;
        let lent = usize::try_from(copies).expect("a few copies");
        assert_eq!(
            tally(&answers),
            counts([(201, "", lent), (409, "no_copy_available", 64 - lent)])
        );
        assert_eq!(available(&server, &administrator, book.id).await, 0);
        for answer in answers.iter().filter(|answer| answer.status == 201) {
            server.give_back(&administrator, answer.expect(201)).await;
        }
        assert_eq!(available(&server, &administrator, book.id).await, copies);
    }
    assert_sound(&server).await;
}

on_both_engines!(of_32_returns_of_one_borrowing_one_succeeds);
async fn of_32_returns_of_one_borrowing_one_succeeds(database: TestDatabase) {
    let server = Server::start(database).await;
    let (student, book) = (server.student().await, server.book().await);
    let borrowing = server.borrow(&student, book.id).await;
    server.clock.advance(20 * DAY);
    let administrators = join_all((0..4).map(|_| server.administrator().into_future())).await;
    let id = borrowing["_id"].as_str().expect("an id");
    let path = format!("/api/admin/borrowings/{id}/return");
    let returns = administrators
        .iter()
        .cycle()
        .take(32)
        .map(|person| server.put(&path).as_(person));
    assert_eq!(
        tally(&at_once(returns).await),
        counts([(200, "", 1), (409, "already_returned", 31)])
    );
    let charges = "SELECT count(*) FROM ledger WHERE kind = 'charge'";
    assert_eq!(server.database().integer(charges).await, 1);
    assert_eq!(available(&server, &administrators[0], book.id).await, 1);
    assert_sound(&server).await;
}

on_both_engines!(concurrent_requests_of_a_person_borrow_a_book_once);
async fn concurrent_requests_of_a_person_borrow_a_book_once(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    for _ in 0..3 {
        let book = server.book().copies(5).await;
        assert_eq!(
            tally(&at_once((0..12).map(|_| borrow(&server, &student, book.id))).await),
            counts([(201, "", 1), (409, "already_borrowed", 11)])
        );
        assert_eq!(available(&server, &student, book.id).await, 4);
    }
    assert_sound(&server).await;
}

on_both_engines!(concurrent_requests_do_not_exceed_the_borrowing_limit);
async fn concurrent_requests_do_not_exceed_the_borrowing_limit(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let mut books = Vec::new();
    for _ in 0..12 {
        books.push(server.book().await);
    }
    assert_eq!(
        tally(&at_once(books.iter().map(|book| borrow(&server, &student, book.id))).await),
        counts([(201, "", 5), (409, "borrowing_limit_reached", 7)])
    );
    assert_sound(&server).await;
}

on_both_engines!(a_fine_is_paid_once);
async fn a_fine_is_paid_once(database: TestDatabase) {
    let server = Server::start(database).await;
    let (student, book) = (server.student().await, server.book().await);
    let borrowing = server.borrow(&student, book.id).await;
    server.clock.advance(20 * DAY);
    let administrator = server.administrator().await;
    let owed = server.give_back(&administrator, &borrowing).await["fineOutstanding"].clone();
    assert_eq!(owed, 1.25);
    let id = borrowing["_id"].as_str().expect("an id");
    let payments = (0..16).map(|number| {
        let kind = if number % 2 == 0 { "payments" } else { "waivers" };
        let request = server
            .post(&format!("/api/admin/borrowings/{id}/{kind}"))
            .as_(&administrator);
        request.json(&json!({ "amount": 0.25, "note": "One by one" }))
    });
    assert_eq!(
        tally(&at_once(payments).await),
        counts([(200, "", 5), (409, "nothing_owed", 11)])
    );
    assert_sound(&server).await;
}

on_both_engines!(a_copy_is_lent_or_withdrawn_but_not_both);
async fn a_copy_is_lent_or_withdrawn_but_not_both(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    for _ in 0..6 {
        let (student, book) = (server.student().await, server.book().await);
        let copies = server
            .get(&format!("/api/books/{}/copies", book.id))
            .as_(&administrator)
            .await;
        let copy = format!("/api/copies/{}", copies.list()[0]["_id"].as_str().expect("an id"));
        let withdrawals = (0..4).map(|_| server.delete(&copy).as_(&administrator));
        let requests = [borrow(&server, &student, book.id)]
            .into_iter()
            .chain(withdrawals);
        let answers = at_once(requests).await;
        let expected = if answers[0].status == 201 {
            counts([(201, "", 1), (409, "copy_on_loan", 4)])
        } else {
            counts([
                (409, "no_copy_available", 1),
                (200, "", 1),
                (409, "copy_withdrawn", 3),
            ])
        };
        assert_eq!(tally(&answers), expected);
    }
    assert_sound(&server).await;
}

on_both_engines!(a_book_is_lent_or_removed_but_not_both);
async fn a_book_is_lent_or_removed_but_not_both(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    for round in 0..8 {
        let (student, book) = (server.student().await, server.book().await);
        // With a history it is archived, without one it is erased.
        if round % 2 == 0 {
            let borrowing = server.borrow(&student, book.id).await;
            server.give_back(&administrator, &borrowing).await;
        }
        let removal = server
            .delete(&format!("/api/books/{}", book.id))
            .as_(&administrator);
        let answers = at_once([removal, borrow(&server, &student, book.id)]).await;
        let statuses = answers.iter().map(|answer| answer.status);
        let statuses: Vec<u16> = statuses.collect();
        let fits = matches!(statuses[..], [409, 201] | [200, 409 | 404]);
        assert!(fits, "{:?}", tally(&answers));
    }
    assert_sound(&server).await;
}

on_both_engines!(copies_added_concurrently_have_distinct_barcodes);
async fn copies_added_concurrently_have_distinct_barcodes(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, book) = (server.administrator().await, server.book().await);
    let path = format!("/api/books/{}/copies", book.id);
    let additions = (0..8).map(|_| {
        server
            .post(&path)
            .as_(&administrator)
            .json(&json!({ "count": 3 }))
    });
    assert_eq!(tally(&at_once(additions).await), counts([(201, "", 8)]));
    let copies = server.get(&path).as_(&administrator).await;
    let mut barcodes = copies.column("barcode");
    barcodes.dedup();
    assert_eq!(barcodes.len(), 25);
    assert_eq!(available(&server, &administrator, book.id).await, 25);
    assert_sound(&server).await;
}

on_postgres!(ratings_returns_and_borrowings_of_one_book_never_deadlock);
async fn ratings_returns_and_borrowings_of_one_book_never_deadlock(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, people) = (server.administrator().await, people(&server, 6).await);
    let book = server.book().copies(6).await;
    let rating = format!("/api/books/{}/rating", book.id);
    for round in 0..8 {
        let lent = at_once(people.iter().map(|person| borrow(&server, person, book.id))).await;
        let returns = lent.iter().map(|answer| {
            let id = answer.expect(201)["_id"].as_str().expect("an id");
            let path = format!("/api/admin/borrowings/{id}/return");
            server.put(&path).as_(&administrator)
        });
        let ratings = people.iter().chain(&people).map(|person| {
            let stars = json!({ "stars": round % 5 + 1 });
            server.put(&rating).as_(person).json(&stars)
        });
        // Each person's rating meets the return of their own borrowing.
        for answer in at_once(ratings.chain(returns)).await {
            answer.expect(200);
        }
    }
    assert_eq!(
        server.database().retries(),
        0,
        "transactions stood in each other's way"
    );
    assert_sound(&server).await;
}

/// Sends many calls of one caller while a lock makes each of them slow, and meanwhile one call of another caller.
async fn flood(server: &Server, lock: String, caller: &Identity, other: &Identity) {
    const CALLS: usize = 100;
    // Of one caller eight calls run and 64 wait; see core/turns.rs.
    const REFUSED: usize = CALLS - 8 - 64;
    let (first, second) = (server.book().await, server.book().await);
    let (gate, keeper) = gate();
    let holding = server
        .database()
        .write((gate, lock), |transaction, (gate, lock)| {
            Box::pin(async move {
                transaction.batch(lock).await?;
                gate.pass();
                Ok::<_, StorageError>(())
            })
        });
    let refused = Cell::new(0);
    let call = async || {
        let began = Instant::now();
        let answer = borrow(server, caller, first.id).may_fail().await;
        if answer.status == 503 {
            refused.set(refused.get() + 1);
            assert!(began.elapsed() >= Duration::from_secs(1), "refused too fast");
        }
        answer
    };
    let meanwhile = async {
        eventually("the flood waits for its lock", async || {
            let waiting = "SELECT count(*) FROM pg_stat_activity \
                 WHERE datname = current_database() AND wait_event_type = 'Lock'";
            server.database().integer(waiting).await >= 8
        })
        .await;
        let answer = tokio::time::timeout(
            Duration::from_secs(3),
            borrow(server, other, second.id).into_future(),
        );
        answer.await.expect("another caller is answered soon").expect(201);
        eventually("the others are refused", async || refused.get() == REFUSED).await;
        keeper.open();
    };
    let flooding = async {
        while !keeper.is_reached() {
            tokio::task::yield_now().await;
        }
        tokio::join!(join_all((0..CALLS).map(|_| call())), meanwhile).0
    };
    let (held, answers) = tokio::join!(holding, flooding);
    held.expect("the lock was held");
    let refused: Vec<&Answer> = answers.iter().filter(|answer| answer.status == 503).collect();
    assert_eq!(refused.len(), REFUSED, "{:?}", tally(&answers));
    for answer in refused {
        assert_eq!(answer.headers["retry-after"], "2");
    }
    let lent = answers.iter().filter(|answer| answer.status == 201);
    assert_eq!(lent.count(), 1);
}

/// The same person with an access token instead of a session.
async fn with_access_token(server: &Server, person: &Identity) -> Identity {
    let form = json!({ "name": "A script", "scopes": ["borrowings:write"], "expiresInDays": 1 });
    let made = server.post("/api/auth/tokens").as_(person).json(&form).await;
    let token = made.expect(201)["token"].as_str().expect("a token").to_owned();
    Identity {
        token,
        ..person.clone()
    }
}

on_postgres!(a_caller_who_floods_the_server_delays_no_other);
async fn a_caller_who_floods_the_server_delays_no_other(database: TestDatabase) {
    let server = Server::start(database).await;
    let (caller, other) = (server.student().await, server.student().await);
    let lock = format!(
        "SELECT id FROM users WHERE id = {} FOR UPDATE",
        caller.id.number()
    );
    flood(&server, lock, &caller, &other).await;
}

on_postgres!(a_flood_with_an_access_token_delays_no_other);
async fn a_flood_with_an_access_token_delays_no_other(database: TestDatabase) {
    let server = Server::start(database).await;
    let (caller, other) = (server.student().await, server.student().await);
    let caller = with_access_token(&server, &caller).await;
    // The first calls with a token, before its person is known, and later ones.
    for _ in 0..2 {
        let lock = "LOCK TABLE access_tokens IN ACCESS EXCLUSIVE MODE".to_owned();
        flood(&server, lock, &caller, &other).await;
    }
}

on_postgres!(a_flood_with_a_session_after_a_commit_delays_no_other);
async fn a_flood_with_a_session_after_a_commit_delays_no_other(database: TestDatabase) {
    let server = Server::start(database).await;
    let (caller, other) = (server.student().await, server.student().await);
    let other = with_access_token(&server, &other).await;
    server.get("/api/auth/me").as_(&caller).await.expect(200);
    // The new books of the flood are commits: the session is read again.
    let lock = "LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE".to_owned();
    flood(&server, lock, &caller, &other).await;
}
