//! Book data by ISBN: lookups in the library and at sources, and the settings of the sources.

mod hostile;
mod saving;
mod settings;

use std::time::Duration;

use carrel_domain::book_data::OpenLibraryAddress;
use carrel_testkit::{
    Answer, BookSourceStub, Identity, Server, Setup, SourceReply, TestDatabase, on_both_engines,
};
use serde_json::{Value, json};

use super::settings::change;

const ISBN: &str = "9780134610993";
const XML: &str = "text/xml; charset=utf-8";
const JSON: &str = "application/json";

/// A MARCXML record with this title and this number.
fn marc(title: &str, isbn: &str) -> String {
    format!(
        "<record xmlns=\"http://www.loc.gov/MARC21/slim\">\n <leader>00000cam a2200000 i 4500</leader>\n \
         <controlfield tag=\"001\">77</controlfield><controlfield tag=\"003\">XX-Test</controlfield>\
         <datafield tag=\"020\" ind1=\" \" ind2=\" \"><subfield code=\"a\">0134610997</subfield></datafield>\
         <datafield tag=\"020\" ind1=\" \" ind2=\" \"><subfield code=\"a\">{isbn}</subfield></datafield>\
         <datafield tag=\"082\" ind1=\"0\" ind2=\"4\"><subfield code=\"a\">006.3</subfield></datafield>\
         <datafield tag=\"100\" ind1=\"1\" ind2=\" \"><subfield code=\"a\">Roe, Jane,</subfield></datafield>\
         <datafield tag=\"245\" ind1=\"1\" ind2=\"0\"><subfield code=\"a\">{title} /</subfield></datafield>\
         <datafield tag=\"952\" ind1=\" \" ind2=\" \"><subfield code=\"p\">1001</subfield></datafield></record>"
    )
}

/// A response of SRU with these records.
fn response(records: &[String]) -> SourceReply {
    let records = records.join("</zs:recordData></zs:record><zs:record><zs:recordData>");
    let records = if records.is_empty() {
        records
    } else {
        format!("<zs:record><zs:recordData>{records}</zs:recordData></zs:record>")
    };
    let body = format!(
        "<?xml version=\"1.0\"?><zs:searchRetrieveResponse xmlns:zs=\"http://www.loc.gov/zing/srw/\"><zs:records>{records}\
         </zs:records></zs:searchRetrieveResponse>"
    );
    SourceReply::Body(XML, body.into_bytes())
}

/// The replies of Open Library about a book.
fn open_library(stub: &BookSourceStub, data: &Value, details: &Value) {
    let key = format!("ISBN:{ISBN}");
    let body = |value: Value| SourceReply::Body(JSON, value.to_string().into_bytes());
    let path = |form: &str| format!("/api/books?bibkeys={key}&format=json&jscmd={form}");
    stub.reply(&path("data"), body(json!({ &key: data })));
    stub.reply(&path("details"), body(json!({ &key: { "details": details } })));
}

fn sru(stub: &BookSourceStub, name: &str, path: &str) -> Value {
    json!({
        "kind": "sru", "isOn": true, "name": name, "address": format!("{}{path}", stub.address()), "version": "1.1",
        "query": "bath.isbn={isbn}",
    })
}

fn open_library_is(on: bool) -> Value {
    json!({ "kind": "open_library", "isOn": on })
}

/// A server, a source, and an administrator.
struct Scene {
    server: Server,
    stub: BookSourceStub,
    ada: Identity,
}

impl Scene {
    async fn new(database: TestDatabase) -> Self {
        Scene::patient(database, Duration::from_secs(5)).await
    }

    /// A scene whose server waits so long for a source.
    async fn patient(database: TestDatabase, timeout: Duration) -> Self {
        let stub = BookSourceStub::start().await;
        let setup = Setup::limited(|limits| {
            limits.open_library = OpenLibraryAddress::of_copy(&stub.address()).expect("an address");
            limits.book_source_timeout = timeout;
        });
        let server = Server::start_with(database, setup).await;
        let ada = server.administrator().await;
        Scene { server, stub, ada }
    }

    async fn sources(&self, sources: Value, covers: bool) {
        let form = json!({ "sources": sources, "covers": covers });
        change(&self.server, &self.ada, "book-data", form)
            .await
            .expect(200);
    }

    async fn look_up(&self, isbn: &str) -> Answer {
        let path = format!("/api/book-lookups?isbn={isbn}");
        // Too many lookups at once are refused with 503.
        self.server.get(&path).as_(&self.ada).may_fail().await
    }

    /// The answers of the sources about [`ISBN`].
    async fn answers(&self) -> Vec<Value> {
        let found = self.look_up(ISBN).await;
        found.expect(200)["sources"].as_array().expect("a list").clone()
    }
}

on_both_engines!(books_of_the_library_are_found_by_any_form_of_an_isbn);
async fn books_of_the_library_are_found_by_any_form_of_an_isbn(database: TestDatabase) {
    let scene = Scene::new(database).await;
    let mut ids = Vec::new();
    for book in [
        json!({ "isbn": ISBN }),
        json!({ "details": { "identifiers": [{ "kind": "isbn", "value": ISBN }] } }),
        json!({ "isbn": "9780306406157" }),
        json!({}),
    ] {
        let mut form = json!({ "title": "A book", "author": "Jane Roe", "category": "Science" });
        form.as_object_mut()
            .expect("an object")
            .extend(book.as_object().expect("an object").clone());
        let added = scene.server.post("/api/books").as_(&scene.ada).json(&form).await;
        ids.push(added.expect(201)["_id"].clone());
    }
    let archive = format!("/api/books/{}/archive", ids[1].as_str().expect("an id"));
    scene.server.post(&archive).as_(&scene.ada).await.expect(200);
    for isbn in [
        ISBN,
        "0134610997",
        "0-13-461099-7",
        "978-0-13-461099-3",
        "%20978%200134610993",
    ] {
        let found = scene.look_up(isbn).await;
        let found = found.expect(200);
        assert_eq!(found["isbn"], ISBN, "{isbn}");
        let books = found["books"].as_array().expect("a list");
        let found: Vec<_> = books
            .iter()
            .map(|book| (&book["_id"], book["archivedAt"].is_null()))
            .collect();
        assert_eq!(found, [(&ids[0], true), (&ids[1], false)], "{isbn}");
    }
    assert_eq!(
        scene.look_up("9780000000002").await.expect(200)["books"],
        json!([])
    );
    for isbn in [
        "",
        "9780134610994",
        "1234567890123",
        "978013461099",
        "title",
        &"0".repeat(500),
    ] {
        assert_eq!(
            scene.look_up(isbn).await.errors(),
            [("isbn", "Invalid ISBN")],
            "{isbn}"
        );
    }
    assert!(scene.stub.take().is_empty(), "no source is on");
    assert_eq!(scene.server.violations().await, []);
}

on_both_engines!(sources_are_off_by_default_and_then_nothing_is_asked);
async fn sources_are_off_by_default_and_then_nothing_is_asked(database: TestDatabase) {
    let scene = Scene::new(database).await;
    let off = json!([{ "kind": "open_library", "name": "Open Library", "state": "off", "problem": null, "found": null }]);
    assert_eq!(json!(scene.answers().await), off);
    let mut catalogue = sru(&scene.stub, "A catalogue", "/a");
    catalogue["isOn"] = json!(false);
    scene
        .sources(json!([catalogue, open_library_is(false)]), true)
        .await;
    let states: Vec<Value> = scene
        .answers()
        .await
        .into_iter()
        .map(|one| one["state"].clone())
        .collect();
    assert_eq!(states, ["off", "off"]);
    assert!(scene.stub.take().is_empty());
}

on_both_engines!(open_library_fills_the_form);
async fn open_library_fills_the_form(database: TestDatabase) {
    let scene = Scene::new(database).await;
    scene.sources(json!([open_library_is(true)]), false).await;
    let data = json!({
        "title": "Artificial intelligence", "subtitle": "a modern approach",
        "authors": [{ "name": "Stuart J. Russell" }, { "name": "Peter Norvig" }], "number_of_pages": 1136,
        "identifiers": { "isbn_10": ["0134610997"], "isbn_13": ["9780306406157"], "oclc": ["1124776132"] },
        "classifications": { "dewey_decimal_class": ["006.3"] }, "publishers": [{ "name": "Pearson" }],
        "publish_date": "2020", "subjects": [{ "name": "Artificial intelligence" }],
        "cover": { "large": "https://covers.openlibrary.org/b/id/7-L.jpg" },
    });
    let details = json!({ "languages": [{ "key": "/languages/eng" }], "series": ["Pearson series, 7"], "edition_name": "4th" });
    open_library(&scene.stub, &data, &details);
    let answers = scene.answers().await;
    assert_eq!(answers[0]["state"], "found");
    let found = &answers[0]["found"];
    assert_eq!(
        (&found["marcRecord"], &found["openLibraryCover"]),
        (&Value::Null, &Value::Null)
    );
    let draft = &found["draft"];
    for (field, value) in [
        ("title", json!("Artificial intelligence: a modern approach")),
        ("author", json!("Stuart J. Russell, Peter Norvig")),
        ("isbn", json!(ISBN)),
        ("publisher", json!("Pearson")),
        ("editionStatement", json!("4th")),
        ("language", json!("English")),
        ("publishedYear", json!(2020)),
        ("pages", json!(1136)),
        ("description", Value::Null),
    ] {
        assert_eq!(draft[field], value, "{field}");
    }
    let details = &draft["details"];
    assert_eq!(details["callNumber"], "006.3");
    assert_eq!(
        details["series"],
        json!([{ "title": "Pearson series", "volume": "7" }])
    );
    let identifiers =
        json!([{ "kind": "isbn", "value": "9780306406157" }, { "kind": "oclc", "value": "1124776132" }]);
    assert_eq!(details["identifiers"], identifiers);
    let requests = scene.stub.take();
    assert_eq!(requests.len(), 2);
    let agent = format!("Carrel/{}", env!("CARGO_PKG_VERSION"));
    assert!(
        requests
            .iter()
            .all(|(_, headers)| headers["user-agent"] == *agent)
    );

    scene.sources(json!([open_library_is(true)]), true).await;
    assert_eq!(scene.answers().await[0]["found"]["openLibraryCover"], 7);
    assert_eq!(scene.server.violations().await, []);
}

on_both_engines!(a_catalogue_fills_the_form_from_the_record_with_the_number);
async fn a_catalogue_fills_the_form_from_the_record_with_the_number(database: TestDatabase) {
    let scene = Scene::new(database).await;
    scene
        .sources(
            json!([sru(&scene.stub, "A catalogue", "/a?db=x"), open_library_is(false)]),
            false,
        )
        .await;
    let wanted = marc("Bees &amp; ants", ISBN);
    scene.stub.reply(
        "/a",
        response(&[
            marc("Another", "9780306406157").replace("0134610997", ""),
            wanted.clone(),
        ]),
    );
    let answers = scene.answers().await;
    assert_eq!(
        (&answers[0]["name"], &answers[0]["state"]),
        (&json!("A catalogue"), &json!("found"))
    );
    let found = &answers[0]["found"];
    assert_eq!(found["marcRecord"], json!(wanted), "byte for byte");
    let draft = &found["draft"];
    assert_eq!(
        (&draft["title"], &draft["author"]),
        (&json!("Bees & ants"), &json!("Jane Roe"))
    );
    assert_eq!(
        (&draft["isbn"], &draft["details"]["identifiers"]),
        (&json!(ISBN), &json!([]))
    );
    assert_eq!(draft["details"]["callNumber"], "006.3");
    let (path, headers) = &scene.stub.take()[0];
    assert!(
        path.starts_with("/a?db=x&version=1.1&operation=searchRetrieve"),
        "{path}"
    );
    assert!(path.ends_with(&format!("&query=bath.isbn%3D{ISBN}")), "{path}");
    assert!(
        headers["user-agent"]
            .to_str()
            .expect("a text")
            .starts_with("Carrel/")
    );

    // Other records, and no records, are no answer.
    scene.stub.reply(
        "/a",
        response(&[marc("Another", "9780306406157").replace("0134610997", "")]),
    );
    assert_eq!(scene.answers().await[0]["state"], "nothing");
    scene.stub.reply("/a", response(&[]));
    assert_eq!(scene.answers().await[0]["state"], "nothing");
    assert_eq!(scene.server.violations().await, []);
}

on_both_engines!(only_those_who_edit_books_look_them_up);
async fn only_those_who_edit_books_look_them_up(database: TestDatabase) {
    let scene = Scene::new(database).await;
    let student = scene.server.student().await;
    let path = format!("/api/book-lookups?isbn={ISBN}");
    let refused = scene.server.get(&path).as_(&student).await;
    assert_eq!(refused.status, 403);
    assert_eq!(scene.server.get(&path).await.status, 401);
    let trial = json!({ "source": open_library_is(true), "isbn": ISBN });
    let refused = scene
        .server
        .post("/api/admin/settings/book-data/try")
        .as_(&student)
        .json(&trial)
        .await;
    assert_eq!(refused.status, 403);
    assert!(scene.stub.take().is_empty());
}
