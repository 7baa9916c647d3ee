//! The audit of reading: staff who read what other people have borrowed leave an entry.

use carrel_testkit::{HOUR, Identity, MINUTE, Server, TestDatabase, on_both_engines};
use futures_util::future::join_all;

/// A library in which two people have returned a book each.
struct Desk {
    server: Server,
    administrator: Identity,
    ada: Identity,
    charles: Identity,
}

impl Desk {
    async fn new(database: TestDatabase) -> Self {
        let server = Server::start(database).await;
        let administrator = server.administrator().await;
        let ada = server
            .student()
            .name("Ada Lovelace")
            .email("ada@library.example")
            .await;
        let charles = server
            .student()
            .name("Charles Babbage")
            .email("babbage@library.example")
            .await;
        for person in [&ada, &charles] {
            let borrowing = server.borrow(person, server.book().title("Emma").await.id).await;
            server.give_back(&administrator, &borrowing).await;
        }
        Desk {
            server,
            administrator,
            ada,
            charles,
        }
    }

    async fn read(&self, path: &str) {
        let answer = self.server.get(path).as_(&self.administrator).await;
        assert_eq!(answer.status, 200, "{path}");
    }

    /// The entries about reading: action, subject and details.
    async fn entries(&self) -> Vec<Entry> {
        let sql = "SELECT action, entity || COALESCE(' ' || CAST(entity_id AS TEXT), ''), after_state FROM audit \
                   WHERE action IN ('user.history_read', 'borrowings.read', 'borrowings.searched', 'borrowings.exported') ORDER BY id";
        self.server.database().rows(sql).await
    }
}

type Entry = (String, String, Option<String>);

fn entry(action: &str, person: Option<&Identity>, details: Option<&str>) -> Entry {
    let subject = person.map_or("borrowings".to_owned(), |person| {
        format!("user {}", person.id.number())
    });
    (action.to_owned(), subject, details.map(str::to_owned))
}

on_both_engines!(every_page_of_a_history_is_recorded_once_an_hour);
async fn every_page_of_a_history_is_recorded_once_an_hour(database: TestDatabase) {
    let desk = Desk::new(database).await;
    let path = format!("/api/admin/borrowings/user/{}", desk.ada.id);
    let of_charles = format!("/api/admin/borrowings/user/{}", desk.charles.id);
    // Open borrowings are not a history, nor are one's own borrowings.
    desk.read(&format!("{path}?status=open")).await;
    desk.read(&format!("/api/admin/borrowings/user/{}", desk.administrator.id))
        .await;
    assert_eq!(desk.entries().await, []);
    // A caller who skips the first entries is recorded, too.
    desk.read(&format!("{path}?limit=1&page=2")).await;
    let of_ada = entry("user.history_read", Some(&desk.ada), None);
    let mut expected = vec![of_ada.clone()];
    assert_eq!(desk.entries().await, expected);
    // Within an hour, further pages belong to this entry; another person does not.
    desk.server.clock.advance(HOUR - MINUTE);
    desk.read(&path).await;
    desk.read(&format!("{path}?status=returned&page=3")).await;
    desk.read(&of_charles).await;
    expected.push(entry("user.history_read", Some(&desk.charles), None));
    assert_eq!(desk.entries().await, expected);
    desk.server.clock.advance(MINUTE);
    desk.read(&format!("{path}?page=2")).await;
    expected.push(of_ada.clone());
    assert_eq!(desk.entries().await, expected);
    // Another reader has entries of their own.
    let second = desk.server.administrator().await;
    desk.server.get(&path).as_(&second).await;
    expected.push(of_ada);
    assert_eq!(desk.entries().await, expected);
}

on_both_engines!(the_newest_borrowings_are_recorded_when_returned_ones_are_among_them);
async fn the_newest_borrowings_are_recorded_when_returned_ones_are_among_them(database: TestDatabase) {
    let desk = Desk::new(database).await;
    let path = "/api/admin/borrowings?limit=5";
    let assistant = desk.server.with_role("assistant").await;
    desk.server.get(path).as_(&assistant).await.expect(200);
    assert_eq!(desk.entries().await, []);
    desk.read(path).await;
    desk.read(path).await;
    let of_all = entry("borrowings.read", None, Some("{\"status\":\"all\"}"));
    assert_eq!(desk.entries().await, [of_all]);
}

on_both_engines!(simultaneous_pages_of_a_history_are_recorded_once);
async fn simultaneous_pages_of_a_history_are_recorded_once(database: TestDatabase) {
    let desk = Desk::new(database).await;
    join_all((1..=8).map(async |page| {
        desk.read(&format!("/api/admin/borrowings/user/{}?page={page}", desk.ada.id))
            .await;
    }))
    .await;
    assert_eq!(
        desk.entries().await,
        [entry("user.history_read", Some(&desk.ada), None)]
    );
}

on_both_engines!(a_search_for_a_person_in_all_borrowings_is_recorded);
async fn a_search_for_a_person_in_all_borrowings_is_recorded(database: TestDatabase) {
    let desk = Desk::new(database).await;
    // No person is searched for, and no returned borrowing of another person is seen: the caller, open borrowings.
    for query in [
        "?status=active",
        "?search=emma&status=open",
        "?search=nobody@library.example",
        "?page=2",
        "?search=ada&status=open",
        "?search=ada&status=overdue",
    ] {
        desk.read(&format!("/api/borrowings{query}")).await;
    }
    desk.read(&format!("/api/borrowings?search={}", desk.administrator.email))
        .await;
    assert_eq!(desk.entries().await, []);
    // The identifier says who was searched for; the e-mail address stays out of the audit log.
    desk.read("/api/borrowings?search=ada@library.example&status=returned&limit=1&page=2")
        .await;
    desk.read("/api/borrowings?search=Lovelace&status=returned").await;
    let mut expected = vec![entry(
        "borrowings.searched",
        Some(&desk.ada),
        Some(r#"{"status":"returned"}"#),
    )];
    assert_eq!(desk.entries().await, expected);
    // A word that several people have.
    desk.server
        .student()
        .name("Ada Byron")
        .email("byron@library.example")
        .await;
    desk.read("/api/borrowings?search=ADA").await;
    desk.read("/api/borrowings?search=ada&page=2").await;
    expected.push(entry(
        "borrowings.searched",
        None,
        Some(r#"{"search":"ada","status":"all"}"#),
    ));
    assert_eq!(desk.entries().await, expected);
    desk.server.clock.advance(HOUR);
    desk.read("/api/borrowings?search=ada").await;
    expected.push(expected[1].clone());
    assert_eq!(desk.entries().await, expected);
}

on_both_engines!(a_list_with_returned_borrowings_of_other_people_is_recorded);
async fn a_list_with_returned_borrowings_of_other_people_is_recorded(database: TestDatabase) {
    let desk = Desk::new(database).await;
    // Each page, whatever its number, and a search for a book, which says who has read it.
    for query in [
        "?limit=1&page=2",
        "",
        "?search=%25",
        "?search=emma",
        "?search=EMMA&limit=1",
    ] {
        desk.read(&format!("/api/borrowings{query}")).await;
    }
    let mut expected = vec![
        entry("borrowings.read", None, Some(r#"{"status":"all"}"#)),
        entry(
            "borrowings.searched",
            None,
            Some(r#"{"search":"emma","status":"all"}"#),
        ),
    ];
    assert_eq!(desk.entries().await, expected);
    desk.read("/api/borrowings?status=returned").await;
    expected.push(entry("borrowings.read", None, Some(r#"{"status":"returned"}"#)));
    assert_eq!(desk.entries().await, expected);
    // One's own returned borrowing says nothing about another person.
    desk.server.clock.advance(HOUR);
    let book = desk.server.book().title("Persuasion").await.id;
    let borrowing = desk.server.borrow(&desk.administrator, book).await;
    desk.server.give_back(&desk.administrator, &borrowing).await;
    desk.read("/api/borrowings?search=persuasion").await;
    assert_eq!(desk.entries().await, expected);
}

on_both_engines!(each_file_of_borrowings_is_recorded);
async fn each_file_of_borrowings_is_recorded(database: TestDatabase) {
    let desk = Desk::new(database).await;
    for query in [
        "",
        "?search=lovelace&status=returned",
        "?search=emma",
        "?search=emma",
    ] {
        desk.read(&format!("/api/admin/borrowings/table.csv{query}"))
            .await;
    }
    // An empty file says nothing about anybody.
    desk.read("/api/admin/borrowings/table.csv?status=overdue").await;
    let of_emma = entry(
        "borrowings.exported",
        None,
        Some(r#"{"rows":2,"search":"emma","status":"all"}"#),
    );
    let expected = [
        entry("borrowings.exported", None, Some(r#"{"rows":2,"status":"all"}"#)),
        entry(
            "borrowings.exported",
            Some(&desk.ada),
            Some(r#"{"rows":1,"status":"returned"}"#),
        ),
        of_emma.clone(),
        of_emma,
    ];
    assert_eq!(desk.entries().await, expected);
}
