//! Properties of the undo of any merge, in libraries that look random.

use carrel_domain::catalogue::book::Book;
use carrel_testkit::{Identity, Server, TestDatabase, on_both_engines};
use serde_json::json;

use super::{Numbers, form, library, merge};

/// The library of a run.
struct World {
    server: Server,
    administrator: Identity,
    people: Vec<Identity>,
    books: Vec<Book>,
    numbers: Numbers,
}

impl World {
    async fn new(database: TestDatabase, seed: u64) -> Self {
        let server = Server::start(database).await;
        let administrator = server.administrator().await;
        let mut people = Vec::new();
        for _ in 0..5 {
            people.push(server.student().await);
        }
        let mut books = Vec::new();
        for place in 0..4 {
            let category = ["Novels", "Fiction"][place % 2];
            books.push(server.book().category(category).copies(2).await);
        }
        World {
            server,
            administrator,
            people,
            books,
            numbers: Numbers(seed),
        }
    }

    /// Sessions end after a while.
    async fn sign_in_again(&mut self) {
        self.administrator = self.server.sign_in_again(&self.administrator).await;
        for person in &mut self.people {
            *person = self.server.sign_in_again(person).await;
        }
    }

    /// Does something with a book as one of some people.
    async fn act(&mut self, people: usize) {
        let server = &self.server;
        let (person, book) = (
            &self.people[self.numbers.below(people)],
            &self.books[self.numbers.below(self.books.len())],
        );
        server.clock.advance(60_000);
        match self.numbers.below(5) {
            0 | 1 => {
                let path = format!("/api/borrowings/{}", book.id);
                let lent = server.post(&path).as_(person).await;
                if lent.status == 201 && self.numbers.below(3) > 0 {
                    server.give_back(&self.administrator, &lent.json["data"]).await;
                }
            }
            2 => {
                let path = format!("/api/favorites/{}", book.id);
                if self.numbers.below(3) > 0 {
                    server.put(&path).as_(person).await;
                } else {
                    server.delete(&path).as_(person).await;
                }
            }
            _ => {
                let path = format!("/api/books/{}/rating", book.id);
                if self.numbers.below(4) > 0 {
                    let stars = self.numbers.below(5) + 1;
                    let rating = json!({ "stars": stars, "review": format!("{stars} stars") });
                    server.put(&path).as_(person).json(&rating).await;
                } else {
                    server.delete(&path).as_(person).await;
                }
            }
        }
    }

    /// Merges one to three books into another one. `None` when the merge is refused.
    async fn merge(&mut self) -> Option<String> {
        let kept = self.numbers.below(self.books.len());
        let others: Vec<_> = (0..self.books.len())
            .filter(|place| *place != kept && self.numbers.below(2) == 0)
            .map(|place| self.books[place].id)
            .collect();
        let (server, administrator) = (&self.server, &self.administrator);
        let kept = self.books[kept].id;
        if others.is_empty() {
            return None;
        }
        let mut form = form(server, administrator, kept, &others).await;
        if self.numbers.below(2) == 0 {
            form["fields"] = json!({ "title": others[0], "category": others[0] });
        }
        let path = format!("/api/books/{kept}/merge/preview");
        let preview = server
            .post(&path)
            .as_(administrator)
            .json(&json!({ "books": others }))
            .await;
        if preview.expect(200)["peopleWithSeveral"] != 0 {
            return None;
        }
        Some(merge(server, administrator, kept, &form).await)
    }

    async fn undo(&self, merge: &str) {
        let path = format!("/api/merges/{merge}/undo");
        self.server.clock.advance(60_000);
        self.server.post(&path).as_(&self.administrator).await.expect(200);
        assert_eq!(self.server.violations().await, []);
    }
}

on_both_engines!(any_merge_that_is_undone_leaves_the_library_as_it_was);
async fn any_merge_that_is_undone_leaves_the_library_as_it_was(database: TestDatabase) {
    let mut world = World::new(database, 3).await;
    let mut undone = 0;
    while undone < 12 {
        for _ in 0..8 {
            world.act(5).await;
        }
        if undone % 4 == 3 {
            world.server.clock.advance(2 * carrel_testkit::DAY);
            world.server.total_past_days().await;
            world.sign_in_again().await;
        }
        let before = library(&world.server).await;
        let Some(merge) = world.merge().await else {
            continue;
        };
        assert_ne!(library(&world.server).await, before);
        world.undo(&merge).await;
        assert_eq!(library(&world.server).await, before);
        undone += 1;
    }
}

on_both_engines!(any_merge_is_undone_after_any_later_actions);
async fn any_merge_is_undone_after_any_later_actions(database: TestDatabase) {
    let mut world = World::new(database, 11).await;
    let mut undone = 0;
    while undone < 12 {
        for _ in 0..8 {
            world.act(5).await;
        }
        // The last two people do nothing between the merge and its undo.
        let quiet: Vec<String> = world.people[3..]
            .iter()
            .map(|person| person.id.number().to_string())
            .collect();
        let of_quiet = async |server: &Server| {
            let mut rows = library(server).await;
            let tables = ["favorites", "ratings", "reviews"];
            rows.retain(|row| {
                let (table, values) = row.split_once(' ').expect("a table");
                let person = values.split('|').next().unwrap_or_default();
                tables.contains(&table) && quiet.iter().any(|id| id == person)
            });
            rows
        };
        let copies = "SELECT id, book_id FROM copies ORDER BY id";
        let before: Vec<(i64, i64)> = world.server.database().rows(copies).await;
        let theirs = of_quiet(&world.server).await;
        let Some(merge) = world.merge().await else {
            continue;
        };
        for _ in 0..6 {
            world.act(3).await;
        }
        assert_eq!(world.server.violations().await, []);
        world.undo(&merge).await;
        assert_eq!(of_quiet(&world.server).await, theirs);
        let after: Vec<(i64, i64)> = world.server.database().rows(copies).await;
        assert_eq!(after, before);
        undone += 1;
    }
}
