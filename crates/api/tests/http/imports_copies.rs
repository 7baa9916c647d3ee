//! Imports of books: copies that are not for loan, and copies with another state than available.

use carrel_testkit::{Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::imports::{checked, committed, counts, id, undone};

/// A record of one book with a lendable copy, one for use in the library, a lost and a withdrawn one.
const RECORD: &str = r#"<?xml version="1.0"?><collection xmlns="http://www.loc.gov/MARC21/slim">
<record><leader>00000nam a2200000 a 4500</leader><controlfield tag="001">77</controlfield>
<datafield tag="020" ind1=" " ind2=" "><subfield code="a">9780136042594</subfield></datafield>
<datafield tag="100" ind1="1" ind2=" "><subfield code="a">Russell, Stuart J.</subfield></datafield>
<datafield tag="245" ind1="1" ind2="0"><subfield code="a">Artificial intelligence</subfield></datafield>
<datafield tag="952" ind1=" " ind2=" "><subfield code="p">M1</subfield></datafield>
<datafield tag="952" ind1=" " ind2=" "><subfield code="p">M2</subfield><subfield code="7">1</subfield></datafield>
<datafield tag="952" ind1=" " ind2=" "><subfield code="p">M3</subfield><subfield code="1">1</subfield></datafield>
<datafield tag="952" ind1=" " ind2=" "><subfield code="p">M4</subfield><subfield code="0">1</subfield></datafield>
</record></collection>"#;

on_both_engines!(copies_of_an_import_are_counted_by_their_state_and_their_loan);
async fn copies_of_an_import_are_counted_by_their_state_and_their_loan(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let shown = async || {
        server.catch_up().await;
        let books = server.get("/api/books?limit=5").as_(&administrator).await;
        let counts = |book: &Value| json!([book["availableCopies"], book["totalCopies"]]);
        books.list().iter().map(counts).collect::<Vec<_>>()
    };
    // The book is new.
    let import = checked(&server, &administrator, RECORD).await;
    let import = committed(&server, &administrator, &import, "skip").await;
    assert_eq!(counts(&import), [1, 1, 0, 0, 0, 4]);
    assert_eq!(shown().await, [json!([1, 3])]);
    assert_eq!(server.violations().await, []);
    undone(&server, &administrator, &import).await;
    assert_eq!(shown().await, Vec::<Value>::new());

    // The book is there, with a copy of its own. The undo takes back every copy of the file, in whatever state.
    let form = json!({
        "title": "Artificial intelligence", "author": "Stuart J. Russell", "isbn": "9780136042594",
        "category": "Computer Science", "copies": 1,
    });
    let added = server.post("/api/books").as_(&administrator).json(&form).await;
    let added = added.expect(201).clone();
    let import = checked(&server, &administrator, RECORD).await;
    let import = committed(&server, &administrator, &import, "update").await;
    assert_eq!(shown().await, [json!([2, 4])]);
    assert_eq!(server.violations().await, []);
    undone(&server, &administrator, &import).await;
    assert_eq!(shown().await, [json!([1, 1])]);
    let copies = format!("/api/books/{}/copies", id(&added));
    assert_eq!(server.get(&copies).as_(&administrator).await.list().len(), 1);
    assert_eq!(server.violations().await, []);
}
