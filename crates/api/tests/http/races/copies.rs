//! Withdrawals and check-ins of a copy, many at once.

use std::future::IntoFuture;

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::copy::CopyId;
use carrel_operations::StorageError;
use carrel_testkit::{
    Answer, Identity, Request, Server, TestDatabase, eventually, gate, id_of, on_both_engines, on_postgres,
};
use serde_json::json;

use super::{assert_sound, at_once, available, counts, people, tally};
use crate::catalogue::copies;

/// A lost copy of a book whose other copy is on loan.
struct LostCopy {
    id: CopyId,
    barcode: String,
    book: BookId,
}

impl LostCopy {
    async fn new(server: &Server, administrator: &Identity) -> LostCopy {
        let (student, book) = (server.student().await, server.book().copies(2).await);
        let borrowing = server.borrow(&student, book.id).await;
        let list = copies(server, administrator, book.id).await;
        let mut other = list.list().iter();
        let copy = other
            .find(|copy| copy["barcode"] != borrowing["copy"]["barcode"])
            .expect("the copy that is not on loan");
        let id: CopyId = id_of(copy);
        let lose = [
            format!("UPDATE copies SET state = 'lost' WHERE id = {}", id.number()),
            format!(
                "UPDATE book_counts SET available_copies = 0 WHERE book_id = {}",
                book.id.number()
            ),
        ];
        for sql in lose {
            server.database().sql(&sql).await.expect("a copy is lost");
        }
        LostCopy {
            id,
            barcode: copy["barcode"].as_str().expect("a barcode").to_owned(),
            book: book.id,
        }
    }

    fn withdrawal<'a>(&self, server: &'a Server, person: &Identity) -> Request<'a> {
        server.delete(&format!("/api/copies/{}", self.id)).as_(person)
    }

    fn check_in<'a>(&self, server: &'a Server, person: &Identity) -> Request<'a> {
        let form = json!({ "barcode": self.barcode });
        server.post("/api/desk/check-in").as_(person).json(&form)
    }

    /// Checks that the copy is withdrawn, and that the audit has one entry for each call that succeeded.
    async fn assert_withdrawn(&self, server: &Server, administrator: &Identity, check_in: &Answer) {
        let list = copies(server, administrator, self.book).await;
        let states = list
            .list()
            .iter()
            .filter(|copy| copy["_id"] == self.id.to_string());
        let states: Vec<_> = states.map(|copy| copy["state"].clone()).collect();
        assert_eq!(states, ["withdrawn"], "{}", check_in.text());
        assert_eq!(available(server, administrator, self.book).await, 0);
        for (action, expected) in [
            ("copy.withdrawn", 1),
            ("copy.checked_in", i64::from(check_in.status == 200)),
        ] {
            let entries = format!(
                "SELECT count(*) FROM audit WHERE action = '{action}' AND entity = 'copy' AND entity_id = {}",
                self.id.number()
            );
            assert_eq!(server.database().integer(&entries).await, expected, "{action}");
        }
        assert_sound(server).await;
    }
}

on_both_engines!(a_lost_copy_is_found_before_it_is_withdrawn_or_not_at_all);
async fn a_lost_copy_is_found_before_it_is_withdrawn_or_not_at_all(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    for _ in 0..6 {
        let copy = LostCopy::new(&server, &administrator).await;
        let calls = [
            copy.check_in(&server, &administrator),
            copy.withdrawal(&server, &administrator),
        ];
        let answers = at_once(calls).await;
        assert_eq!(answers[1].status, 200, "{}", answers[1].text());
        match answers[0].status {
            200 => assert_eq!(answers[0].expect(200)["outcome"], "lost_found"),
            _ => assert_eq!(answers[0].failure().1, "copy_not_in_circulation"),
        }
        copy.assert_withdrawn(&server, &administrator, &answers[0]).await;
    }
}

/// Sends a call, and another one as soon as the first waits for the copy's row or a lock before it; then lets both
/// continue.
async fn one_behind_the_other(
    server: &Server,
    copy: &LostCopy,
    first: Request<'_>,
    second: Request<'_>,
) -> [Answer; 2] {
    let (gate, keeper) = gate();
    let holding = server
        .database()
        .write((gate, copy.id), |transaction, (gate, id)| {
            Box::pin(async move {
                let lock = format!("SELECT id FROM copies WHERE id = {} FOR UPDATE", id.number());
                transaction.batch(&lock).await?;
                gate.pass();
                Ok::<_, StorageError>(())
            })
        });
    let waiting = async |count: i64| {
        eventually("the calls wait for their locks", async || {
            let waiting = "SELECT count(*) FROM pg_stat_activity \
                 WHERE datname = current_database() AND wait_event_type = 'Lock'";
            server.database().integer(waiting).await == count
        })
        .await;
    };
    let calls = async {
        while !keeper.is_reached() {
            tokio::task::yield_now().await;
        }
        let second = async {
            waiting(1).await;
            second.await
        };
        let opening = async {
            waiting(2).await;
            keeper.open();
        };
        let (first, second, ()) = tokio::join!(first.into_future(), second, opening);
        [first, second]
    };
    let (held, answers) = tokio::join!(holding, calls);
    held.expect("the copy was held");
    answers
}

on_postgres!(a_withdrawal_and_a_check_in_of_a_copy_take_turns);
async fn a_withdrawal_and_a_check_in_of_a_copy_take_turns(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;

    let copy = LostCopy::new(&server, &administrator).await;
    let check_in = copy.check_in(&server, &administrator);
    let withdrawal = copy.withdrawal(&server, &administrator);
    let [found, withdrawn] = one_behind_the_other(&server, &copy, check_in, withdrawal).await;
    assert_eq!(found.expect(200)["outcome"], "lost_found");
    assert_eq!(withdrawn.expect(200)["state"], "withdrawn");
    copy.assert_withdrawn(&server, &administrator, &found).await;

    let copy = LostCopy::new(&server, &administrator).await;
    let check_in = copy.check_in(&server, &administrator);
    let withdrawal = copy.withdrawal(&server, &administrator);
    let [withdrawn, found] = one_behind_the_other(&server, &copy, withdrawal, check_in).await;
    assert_eq!(withdrawn.expect(200)["state"], "withdrawn");
    let words = "This copy is withdrawn and cannot be checked in";
    assert_eq!(found.failure(), (409, "copy_not_in_circulation", words));
    copy.assert_withdrawn(&server, &administrator, &found).await;
}

on_both_engines!(of_8_check_ins_of_one_copy_one_ends_the_borrowing);
async fn of_8_check_ins_of_one_copy_one_ends_the_borrowing(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrators = [server.administrator().await, server.administrator().await];
    for student in people(&server, 4).await {
        let book = server.book().await;
        let borrowing = server.borrow(&student, book.id).await;
        let form = json!({ "barcode": borrowing["copy"]["barcode"] });
        let scans = administrators.iter().cycle().take(8).map(|person| {
            let request = server.post("/api/desk/check-in").as_(person);
            request.json(&form)
        });
        let answers = at_once(scans).await;
        // A second scan finds the copy on the shelf, whether it comes a second or a millisecond later.
        assert_eq!(tally(&answers), counts([(200, "", 8)]));
        let returns = answers
            .iter()
            .filter(|answer| answer.expect(200)["outcome"] == "returned");
        assert_eq!(returns.count(), 1);
        assert_eq!(available(&server, &student, book.id).await, 1);
    }
    assert_sound(&server).await;
}
