//! The copies of all books: filters, orders, pages, borrowers, the file; and the searches that a barcode leads to.

use carrel_domain::users::Act;
use carrel_testkit::{DAY, Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::catalogue::{copies, id};
use super::roles::role_like;

const PATH: &str = "/api/copies";

/// Three books with copies at places; one copy is lent, one is overdue, one is lost.
struct Shelves {
    server: Server,
    administrator: Identity,
    ada: Identity,
    /// The copies by barcode, in the order of their barcodes.
    copies: Vec<Value>,
}

impl Shelves {
    async fn new(database: TestDatabase) -> Self {
        let server = Server::start(database).await;
        let (mut administrator, mut ada) = (server.administrator().await, server.student().name("Ada").await);
        let mut all = Vec::new();
        for (title, call_number, barcodes) in [
            ("Zebra", "QA 9", ["a-1", "b-1"]),
            ("Apple", "QA 76", ["a-2", "b-2"]),
            ("Mango", "PZ 1", ["a-3", "b-3"]),
        ] {
            let book = server.book().title(title).copies(0).await;
            let copies: Vec<Value> = barcodes
                .iter()
                .map(|barcode| json!({ "barcode": barcode, "condition": "good" }))
                .collect();
            let location = if title == "Mango" { "Hall" } else { "Attic" };
            let form = json!({ "copies": copies, "location": location, "callNumber": call_number });
            let path = format!("/api/books/{}/copies", book.id);
            let added = server.post(&path).as_(&administrator).json(&form).await;
            added.expect(201);
            if title == "Apple" {
                server.borrow(&ada, book.id).await;
                // The sessions end meanwhile.
                server.clock.advance(20 * DAY);
                administrator = server.sign_in_again(&administrator).await;
                ada = server.sign_in_again(&ada).await;
            }
            if title == "Mango" {
                server.borrow(&server.student().await, book.id).await;
            }
            all.extend(copies_of(&server, &administrator, book.id).await);
        }
        let shelves = Shelves {
            server,
            administrator,
            ada,
            copies: all,
        };
        shelves.set("b-1", &json!({ "state": "lost" })).await.expect(200);
        shelves
    }

    async fn set(&self, barcode: &str, change: &Value) -> carrel_testkit::Answer {
        let copy = self.copies.iter().find(|copy| copy["barcode"] == barcode);
        let path = format!("/api/copies/{}", id(copy.expect("a copy")));
        self.server.put(&path).as_(&self.administrator).json(change).await
    }

    async fn barcodes(&self, query: &str) -> Vec<String> {
        let answer = self
            .server
            .get(&format!("{PATH}?{query}"))
            .as_(&self.administrator)
            .await;
        let barcodes = answer
            .list()
            .iter()
            .map(|copy| copy["barcode"].as_str().expect("a barcode").to_owned());
        barcodes.collect()
    }

    /// A person with a role like a built-in one that may do more.
    async fn reader(&self, like: &str, acts: &[Act]) -> Identity {
        let code = role_like(&self.server, &self.administrator, like, acts).await;
        self.server.with_role(&code).await
    }
}

async fn copies_of(
    server: &Server,
    administrator: &Identity,
    id: carrel_domain::catalogue::book::BookId,
) -> Vec<Value> {
    copies(server, administrator, id).await.list().to_vec()
}

on_both_engines!(copies_are_filtered_and_sorted);
async fn copies_are_filtered_and_sorted(database: TestDatabase) {
    let shelves = Shelves::new(database).await;
    for (query, expected) in [
        ("", vec!["a-1", "a-2", "a-3", "b-1", "b-2", "b-3"]),
        ("sort=callNumber", vec!["a-3", "b-3", "a-1", "b-1", "a-2", "b-2"]),
        ("sort=title", vec!["a-2", "b-2", "a-3", "b-3", "a-1", "b-1"]),
        ("state=available", vec!["a-1", "b-2", "b-3"]),
        ("state=available&sort=title", vec!["b-2", "b-3", "a-1"]),
        ("state=on_loan&sort=dueDate", vec!["a-2", "a-3"]),
        ("state=overdue", vec!["a-2"]),
        ("state=lost", vec!["b-1"]),
        ("state=withdrawn", vec![]),
        ("location=Attic", vec!["a-1", "a-2", "b-1", "b-2"]),
        ("location=Attic&sort=title", vec!["a-2", "b-2", "a-1", "b-1"]),
        (
            "location=Attic&state=available&sort=callNumber",
            vec!["a-1", "b-2"],
        ),
        ("location=Hall&state=on_loan&sort=dueDate", vec!["a-3"]),
        ("location=Cellar", vec![]),
        ("search=B-2", vec!["b-2"]),
        ("search=qa%20%2076", vec!["a-2", "b-2"]),
        ("search=mang&sort=title", vec!["a-3", "b-3"]),
        ("search=apple&state=overdue", vec!["a-2"]),
        ("search=nothing", vec![]),
    ] {
        assert_eq!(shelves.barcodes(query).await, expected, "{query}");
        let answer = shelves.server.get(&format!("{PATH}?{query}&limit=1&page=2"));
        let answer = answer.as_(&shelves.administrator).await;
        let [page, limit, total, _] = answer.pagination();
        assert_eq!((page, limit, total), (2, 1, expected.len() as u64), "{query}");
        let second = answer
            .list()
            .iter()
            .map(|copy| copy["barcode"].as_str().expect("a barcode"));
        assert_eq!(
            second.collect::<Vec<_>>(),
            expected.iter().skip(1).take(1).copied().collect::<Vec<_>>(),
            "{query}"
        );
    }
    for query in [
        "state=broken",
        "sort=age",
        "sort=dueDate",
        "sort=dueDate&state=lost",
    ] {
        let refused = shelves
            .server
            .get(&format!("{PATH}?{query}"))
            .as_(&shelves.administrator)
            .await;
        assert_eq!(refused.status, 422, "{query}");
    }
    let locations = shelves
        .server
        .get("/api/copies/locations")
        .as_(&shelves.administrator)
        .await;
    assert_eq!(*locations.expect(200), json!(["Attic", "Hall"]));
    assert_eq!(shelves.server.violations().await, []);
}

on_both_engines!(borrowers_are_for_staff_who_may_see_borrowings);
async fn borrowers_are_for_staff_who_may_see_borrowings(database: TestDatabase) {
    let shelves = Shelves::new(database).await;
    let desk = shelves
        .reader(
            "student",
            &[Act::ReadInventory, Act::ReadUsers, Act::ReadAnyBorrowing],
        )
        .await;
    let clerk = shelves.reader("teacher", &[Act::ReadInventory]).await;
    let path = format!("{PATH}?search=a-2");
    let seen = shelves.server.get(&path).as_(&desk).await;
    let copy = &seen.list()[0];
    assert_eq!(copy["borrower"], json!({ "_id": shelves.ada.id, "name": "Ada" }));
    assert_eq!(copy["isOverdue"], true);
    assert_eq!(copy["callNumber"], "QA 76");
    assert_eq!(copy["location"], "Attic");
    assert_eq!(copy["condition"], "good");
    assert_eq!(copy["book"]["title"], "Apple");

    let seen = shelves.server.get(&path).as_(&clerk).await;
    let copy = &seen.list()[0];
    assert_eq!(copy["state"], "on_loan");
    for hidden in ["borrower", "dueOn"] {
        assert_eq!(copy[hidden], Value::Null, "{hidden}");
    }
    assert_eq!(copy["isOverdue"], false);
    let of_book = format!(
        "/api/books/{}/copies",
        copy["book"]["_id"].as_str().expect("an id")
    );
    for copy in shelves.server.get(&of_book).as_(&clerk).await.list() {
        assert_eq!((&copy["borrower"], &copy["dueOn"]), (&Value::Null, &Value::Null));
    }
    for path in [
        "/api/copies?state=overdue",
        "/api/copies?state=on_loan&sort=dueDate",
        "/api/copies/table.csv",
    ] {
        let refused = shelves.server.get(path).as_(&clerk).await;
        assert_eq!(refused.status, 403, "{path}");
    }
    assert_eq!(shelves.server.get(PATH).as_(&shelves.ada).await.status, 403);
}

on_both_engines!(the_file_has_borrowers_and_is_recorded);
async fn the_file_has_borrowers_and_is_recorded(database: TestDatabase) {
    let shelves = Shelves::new(database).await;
    let confirmed = shelves.server.sign_in_again(&shelves.administrator).await;
    let file = shelves
        .server
        .get("/api/copies/table.csv?location=Attic&sort=title")
        .as_(&confirmed)
        .await;
    assert_eq!(
        file.header("content-disposition"),
        Some("attachment; filename=\"copies.csv\"")
    );
    assert_eq!(file.header("x-total-count"), Some("4"));
    let lines: Vec<&str> = file.text().trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(lines.len(), 5);
    assert_eq!(
        lines[0],
        "barcode,state,reason,location,call number,condition,for loan,price,title,author,name,email,due,added"
    );
    assert!(
        lines[1].starts_with("a-2,on_loan,,Attic,QA 76,good,yes,,Apple,"),
        "{}",
        lines[1]
    );
    assert!(lines[1].contains(",Ada,"), "{}", lines[1]);
    let recorded: Vec<(String,)> = shelves
        .server
        .database()
        .rows("SELECT after_state FROM audit WHERE action = 'copies.exported'")
        .await;
    assert_eq!(recorded, [("{\"rows\":4}".to_owned(),)]);
}

on_both_engines!(a_barcode_finds_its_book_and_its_borrower);
async fn a_barcode_finds_its_book_and_its_borrower(database: TestDatabase) {
    let shelves = Shelves::new(database).await;
    let names = async |path: &str, person: &Identity, field: &str| {
        let answer = shelves.server.get(path).as_(person).await;
        let names = answer
            .list()
            .iter()
            .map(|entry| entry[field].as_str().expect("a text").to_owned());
        names.collect::<Vec<_>>()
    };
    let administrator = &shelves.administrator;
    assert_eq!(
        names("/api/admin/books?search=A-2", administrator, "title").await,
        ["Apple"]
    );
    let archived = names(
        "/api/admin/books?search=a-2&status=archived",
        administrator,
        "title",
    )
    .await;
    assert_eq!(archived, [""; 0]);
    assert_eq!(
        names("/api/admin/users?search=A-2", administrator, "name").await,
        ["Ada"]
    );
    // On the shelf.
    assert_eq!(
        names("/api/admin/users?search=b-2", administrator, "name").await,
        [""; 0]
    );
    let reader = shelves.reader("student", &[Act::ReadUsers]).await;
    assert_eq!(
        names("/api/admin/users?search=a-2", &reader, "name").await,
        [""; 0]
    );
}

on_both_engines!(a_book_says_where_its_copies_stand);
async fn a_book_says_where_its_copies_stand(database: TestDatabase) {
    let shelves = Shelves::new(database).await;
    shelves
        .set("b-2", &json!({ "location": null, "callNumber": "QA 77" }))
        .await
        .expect(200);
    let listed = shelves
        .server
        .get("/api/copies?search=b-2")
        .as_(&shelves.administrator)
        .await;
    let path = format!(
        "/api/books/{}",
        listed.list()[0]["book"]["_id"].as_str().expect("an id")
    );
    let book = shelves.server.get(&path).as_(&shelves.ada).await;
    assert_eq!(
        book.expect(200)["places"],
        json!([
            { "location": null, "callNumber": "QA 77", "available": 1, "notForLoan": 0, "total": 1 },
            { "location": "Attic", "callNumber": "QA 76", "available": 0, "notForLoan": 0, "total": 1 },
        ])
    );
}
