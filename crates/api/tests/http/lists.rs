//! Lists of borrowings: one's own, a person's, all.

use std::collections::BTreeMap;

use carrel_domain::patch::Patch;
use carrel_testkit::{Answer, DAY, Document, Identity, MINUTE, Server, TestDatabase, id_of, on_both_engines};
use serde_json::{Value, json};

use super::world::{World, start};

/// A library in which the reader has borrowings of every kind; the title of each book identifies its borrowing.
struct Shelf {
    server: Server,
    administrator: Identity,
    reader: Identity,
    other: Identity,
    borrowings: BTreeMap<&'static str, Value>,
}

impl Shelf {
    /// Borrowed from 2 March on, a minute apart; the present is 13 March.
    async fn new(database: TestDatabase) -> Self {
        let server = Server::start(database).await;
        let reader = server
            .student()
            .name("Ada Lovelace")
            .email("ada@library.example")
            .await;
        let other = server
            .student()
            .name("Charles Babbage")
            .email("babbage@library.example")
            .await;
        let mut borrowings = BTreeMap::new();
        for (title, author, days, person) in [
            ("Returned", "Émile Zola", 1, &reader),
            ("Long overdue", "Jane Austen", 3, &reader),
            ("Overdue", "Jane Austen", 5, &reader),
            ("Due later", "Émile Zola", 30, &reader),
            ("Due soon", "Émile Zola", 12, &reader),
            ("Of the other", "Jane Austen", 4, &other),
        ] {
            let book = server.book().title(title).author(author);
            let book = book.with(|draft| draft.borrowing_period = Patch::Set(days)).await;
            borrowings.insert(title, server.borrow(person, book.id).await);
            server.clock.advance(MINUTE);
        }
        let administrator = server.administrator().await;
        server.give_back(&administrator, &borrowings["Returned"]).await;
        server.clock.advance(11 * DAY);
        server.catch_up().await;
        Shelf {
            server,
            administrator,
            reader,
            other,
            borrowings,
        }
    }

    /// A list, requested by the reader.
    async fn own(&self, path: &str) -> Answer {
        self.server.get(path).as_(&self.reader).await
    }

    /// A list, requested by the administrator.
    async fn admin(&self, path: &str) -> Answer {
        self.server.get(path).as_(&self.administrator).await
    }
}

fn titles(answer: &Answer) -> Vec<&str> {
    let titles = answer.list().iter().map(|borrowing| &borrowing["book"]["title"]);
    titles.map(|title| title.as_str().expect("a title")).collect()
}

on_both_engines!(own_open_borrowings_are_sorted_by_due_date);
async fn own_open_borrowings_are_sorted_by_due_date(database: TestDatabase) {
    let shelf = Shelf::new(database).await;
    let all = ["Long overdue", "Overdue", "Due soon", "Due later"];
    let answer = shelf.own("/api/borrowings/my-borrowings").await;
    assert_eq!(titles(&answer), all);
    assert_eq!(answer.pagination(), [1, 20, 4, 1]);
    let statuses: Vec<&Value> = answer
        .list()
        .iter()
        .map(|borrowing| &borrowing["status"])
        .collect();
    assert_eq!(statuses, ["overdue", "overdue", "active", "active"]);
    let answer = shelf.own("/api/borrowings/my-borrowings?page=2&limit=3").await;
    assert_eq!(titles(&answer), all[3..]);
    assert_eq!(answer.pagination(), [2, 3, 4, 2]);
}

on_both_engines!(own_history_is_sorted_newest_first);
async fn own_history_is_sorted_newest_first(database: TestDatabase) {
    let shelf = Shelf::new(database).await;
    let all = ["Due soon", "Due later", "Overdue", "Long overdue", "Returned"];
    for (query, expected) in [
        ("", &all[..]),
        ("?status=all", &all),
        ("?status=open", &all[..4]),
        ("?status=active", &all[..2]),
        ("?status=overdue", &all[2..4]),
        ("?status=returned", &all[4..]),
        ("?year=2026", &all),
        ("?year=2025", &[]),
        ("?year=2026&status=overdue&limit=1&page=2", &all[3..4]),
        ("?limit=2&page=2", &all[2..4]),
        ("?limit=2&page=4", &[]),
    ] {
        let answer = shelf.own(&format!("/api/borrowings/my-history{query}")).await;
        assert_eq!(titles(&answer), expected, "{query}");
        // The sums cover the whole history, whatever part is shown.
        assert_eq!(answer.json["totals"]["borrowings"], 5, "{query}");
        assert_eq!(answer.json["totals"]["returned"], 1, "{query}");
    }
}

on_both_engines!(a_year_is_a_year_of_the_library);
async fn a_year_is_a_year_of_the_library(database: TestDatabase) {
    let server = Server::start(database).await;
    server.set("time_zone", "America/New_York").await;
    // New Year's Eve in the library's zone, New Year's Day in Greenwich.
    server.travel_to("2027-01-01T04:59:59.999Z");
    let reader = server.student().await;
    server.borrow(&reader, server.book().title("Old").await.id).await;
    server.clock.advance(1);
    server.borrow(&reader, server.book().title("New").await.id).await;
    for (year, expected) in [("2026", ["Old"]), ("2027", ["New"])] {
        let path = format!("/api/borrowings/my-history?year={year}");
        let answer = server.get(&path).as_(&reader).await;
        assert_eq!(titles(&answer), expected);
        assert_eq!(answer.json["totals"]["years"], json!([2027, 2026]));
    }
    for year in ["0", "-1", "99999", "abcd", "2026.5", "9999"] {
        let path = format!("/api/borrowings/my-history?year={year}");
        let answer = server.get(&path).as_(&reader).await;
        assert_eq!(
            answer.failure(),
            (422, "validation", "year must be a year such as 2024"),
            "{year}"
        );
    }
}

on_both_engines!(a_history_survives_its_books);
async fn a_history_survives_its_books(database: TestDatabase) {
    let shelf = Shelf::new(database).await;
    let path = format!(
        "/api/books/{}",
        shelf.borrowings["Returned"]["book"]["_id"]
            .as_str()
            .expect("an id")
    );
    let removed = shelf.server.delete(&path).as_(&shelf.administrator).await;
    assert_eq!(removed.json["message"], "Book archived");
    let answer = shelf.own("/api/borrowings/my-history?status=returned").await;
    assert_eq!(titles(&answer), ["Returned"]);
    let answer = shelf.admin("/api/borrowings?search=returned").await;
    assert_eq!(titles(&answer), ["Returned"], "searches find archived books, too");
}

on_both_engines!(all_borrowings_are_filtered_sorted_and_searched);
async fn all_borrowings_are_filtered_sorted_and_searched(database: TestDatabase) {
    let shelf = Shelf::new(database).await;
    let newest = [
        "Of the other",
        "Due soon",
        "Due later",
        "Overdue",
        "Long overdue",
        "Returned",
    ];
    let student_id = shelf.own("/api/auth/me").await.expect(200)["studentId"]
        .as_str()
        .expect("an ID")
        .to_owned();
    let by_student_id = format!("?search={}", student_id.to_lowercase());
    for (query, expected) in [
        ("", &newest[..]),
        ("?sort=borrowedDate", &newest),
        ("?status=overdue", &["Long overdue", "Of the other", "Overdue"]),
        (
            "?status=overdue&sort=borrowedDate",
            &["Of the other", "Overdue", "Long overdue"],
        ),
        ("?status=active", &["Due soon", "Due later"]),
        ("?status=returned", &["Returned"]),
        ("?status=open&limit=2&page=2", &["Due later", "Overdue"]),
        ("?sort=dueDate&limit=2", &["Returned", "Long overdue"]),
        ("?search=babbage", &["Of the other"]),
        ("?search=BABBAGE%40library.example", &["Of the other"]),
        ("?search=charles%20b", &["Of the other"]),
        ("?search=ada&status=overdue", &["Long overdue", "Overdue"]),
        (&by_student_id, &newest[1..]),
        ("?search=zola", &["Due soon", "Due later", "Returned"]),
        ("?search=emile&status=active", &["Due soon", "Due later"]),
        ("?search=long%20overdue", &["Long overdue"]),
        ("?search=nobody%20and%20nothing", &[]),
        // Without a letter or a digit it counts as no search.
        ("?search=%25", &newest),
        ("?search=%20%00%20", &newest),
    ] {
        let answer = shelf.admin(&format!("/api/borrowings{query}")).await;
        assert_eq!(titles(&answer), expected, "{query}");
    }
    let answer = shelf.admin("/api/borrowings?search=ada&limit=2").await;
    assert_eq!(answer.pagination(), [1, 2, 5, 3]);

    let overdue = shelf.admin("/api/borrowings?search=long%20overdue").await;
    let barcode = overdue.expect(200)[0]["copy"]["barcode"]
        .as_str()
        .expect("a barcode")
        .to_owned();
    let answer = shelf.admin(&format!("/api/borrowings?search={barcode}")).await;
    assert_eq!(titles(&answer), ["Long overdue"], "searches find barcodes");
    let part = &barcode[..barcode.len() - 1];
    let answer = shelf.admin(&format!("/api/borrowings?search={part}")).await;
    assert_eq!(titles(&answer), [""; 0], "a part of a barcode finds nothing");
}

on_both_engines!(overdue_borrowings_are_sorted_longest_overdue_first);
async fn overdue_borrowings_are_sorted_longest_overdue_first(database: TestDatabase) {
    let shelf = Shelf::new(database).await;
    let answer = shelf.admin("/api/borrowings/overdue").await;
    assert_eq!(titles(&answer), ["Long overdue", "Of the other", "Overdue"]);
    let days: Vec<&Value> = answer
        .list()
        .iter()
        .map(|borrowing| &borrowing["daysOverdue"])
        .collect();
    assert_eq!(days, [8, 7, 6]);
    let fines: Vec<&Value> = answer
        .list()
        .iter()
        .map(|borrowing| &borrowing["fineAmount"])
        .collect();
    assert_eq!(fines, [1.75, 1.5, 1.25]);
    assert_eq!(answer.list()[1]["user"]["name"], "Charles Babbage");
    let answer = shelf.admin("/api/borrowings/overdue?limit=1&page=3").await;
    assert_eq!(titles(&answer), ["Overdue"]);
    assert_eq!(answer.pagination(), [3, 1, 3, 3]);
}

on_both_engines!(a_persons_borrowings_are_sorted_open_ones_first);
async fn a_persons_borrowings_are_sorted_open_ones_first(database: TestDatabase) {
    let shelf = Shelf::new(database).await;
    let path = format!("/api/admin/borrowings/user/{}", shelf.reader.id);
    let all = ["Long overdue", "Overdue", "Due soon", "Due later", "Returned"];
    for (query, expected) in [
        ("", &all[..]),
        ("?status=returned", &all[4..]),
        ("?status=overdue", &all[..2]),
        ("?page=2&limit=2", &all[2..4]),
    ] {
        let answer = shelf.admin(&format!("{path}{query}")).await;
        assert_eq!(titles(&answer), expected, "{query}");
    }
    let read =
        "SELECT count(*) FROM audit WHERE action = 'user.history_read' AND entity = 'user' AND entity_id = ";
    let read = format!("{read}{}", shelf.other.id.number());
    assert_eq!(shelf.server.database().integer(&read).await, 0);
    let path = format!("/api/admin/borrowings/user/{}", shelf.other.id);
    assert_eq!(titles(&shelf.admin(&path).await), ["Of the other"]);
    // Reading a history is recorded once; open borrowings are not a history.
    shelf.admin(&format!("{path}?status=open")).await;
    shelf.admin(&format!("{path}?page=2")).await;
    assert_eq!(shelf.server.database().integer(&read).await, 1);
}

on_both_engines!(the_newest_borrowings_agree_with_the_figures);
async fn the_newest_borrowings_agree_with_the_figures(database: TestDatabase) {
    let shelf = Shelf::new(database).await;
    let newest = [
        "Of the other",
        "Due soon",
        "Due later",
        "Overdue",
        "Long overdue",
        "Returned",
    ];
    for (query, count) in [
        ("", 5),
        ("?limit=5", 5),
        ("?limit=2", 2),
        ("?limit=100", 6),
        ("?limit=1000", 6),
    ] {
        let answer = shelf.admin(&format!("/api/admin/borrowings{query}")).await;
        assert_eq!(titles(&answer), newest[..count], "{query}");
    }
    let again = id_of(&shelf.borrowings["Returned"]["book"]);
    shelf.server.borrow(&shelf.other, again).await;
    let answer = shelf.admin("/api/admin/stats").await;
    let stats = answer.expect(200);
    let figures = ["totalUsers", "totalBooks", "totalBorrowings", "overdueBooks"].map(|field| &stats[field]);
    assert_eq!(figures, [3, 6, 7, 3]);
    let most = stats["mostBorrowedBooks"].as_array().expect("a list");
    assert_eq!(
        (&most[0]["count"], &most[0]["book"]["title"]),
        (&json!(2), &json!("Returned"))
    );
    assert_eq!(most.len(), 6);
    for (query, expected, pagination) in [
        ("", &most[..], [1, 20, 6, 1]),
        ("?limit=4", &most[..4], [1, 4, 6, 2]),
        ("?page=2&limit=4", &most[4..], [2, 4, 6, 2]),
    ] {
        let page = shelf.admin(&format!("/api/admin/most-borrowed{query}")).await;
        assert_eq!(
            (page.list(), page.pagination()),
            (expected, pagination),
            "{query}"
        );
    }
    let recent = stats["recentBorrowings"].as_array().expect("a list");
    assert_eq!(
        (recent.len(), &recent[0]["book"]["title"]),
        (5, &json!("Returned"))
    );
}

on_both_engines!(an_invalid_query_is_refused);
async fn an_invalid_query_is_refused(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let statuses = "status must be one of: active, overdue, returned, unpaid, open, all";
    let whole = |field: &str| format!("{field} must be a whole number from 1");
    let person = format!("/api/admin/borrowings/user/{}", administrator.id);
    for path in [
        "/api/borrowings",
        "/api/borrowings/overdue",
        "/api/borrowings/my-borrowings",
        "/api/borrowings/my-history",
        &person,
    ] {
        let refused = async |query: &str, field: &str, words: &str| {
            let answer = server.get(&format!("{path}?{query}")).as_(&administrator).await;
            assert_eq!(answer.failure(), (422, "validation", words), "{path}?{query}");
            assert_eq!(answer.errors(), [(field, words)], "{path}?{query}");
        };
        for number in ["0", "-1", "1e9", "abc", "1.5", "0x10", "٣"] {
            refused(&format!("page={number}"), "page", &whole("page")).await;
            refused(&format!("limit={number}"), "limit", &whole("limit")).await;
        }
        if !path.ends_with("overdue") && !path.ends_with("my-borrowings") {
            for status in ["late", "ACTIVE", "active%20or%20overdue", "%00"] {
                refused(&format!("status={status}"), "status", statuses).await;
            }
        }
        // A page beyond the end is empty; a limit beyond the maximum is clamped.
        let answer = server
            .get(&format!("{path}?page=1000000000&limit=1000"))
            .as_(&administrator)
            .await;
        assert_eq!(answer.list(), &[] as &[Value]);
        assert_eq!(answer.pagination(), [100_000, 100, 0, 0], "{path}");
        let twice = server
            .get(&format!("{path}?page=1&page=2"))
            .as_(&administrator)
            .await;
        assert_eq!(twice.failure().0, 400, "{path}");
    }
    let answer = server.get("/api/borrowings?sort=name").as_(&administrator).await;
    let words = "sort must be one of: borrowedDate, dueDate";
    assert_eq!(answer.failure(), (422, "validation", words));
}

on_both_engines!(a_repeated_parameter_is_refused);
async fn a_repeated_parameter_is_refused(database: TestDatabase) {
    let server = start(database).await;
    let world = World::new(&server).await;
    let document = Document::parse(carrel_api::openapi_json());
    let mut tried = 0;
    for (method, path, operation) in document.operations() {
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            if parameter["in"] != "query" {
                continue;
            }
            // Protocols of their own say how these answer a repeated argument; their tests try it.
            if parameter["schema"]["type"] == "array" || ["/oai", "/sru"].contains(&path) {
                continue;
            }
            let name = parameter["name"].as_str().expect("a name");
            // Not even with the same value: a filter in front of the server may look at the other one.
            let path = world.path(path, Some(&world.administrator));
            let twice = format!("{path}?{name}=1&{name}=1");
            let method = method.parse().expect("a method");
            let request = server.request(method, &twice);
            let refused = request.as_(&world.administrator).await;
            assert_eq!(
                (refused.status, refused.failure().1),
                (400, "malformed_query"),
                "{twice}"
            );
            tried += 1;
        }
    }
    assert!(tried > 50, "{tried}");
}
