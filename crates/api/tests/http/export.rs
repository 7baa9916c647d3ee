//! Files of the catalogue, and their way back.

use carrel_testkit::{Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::imports::{checked, committed, counts};

const FORMATS: [&str; 3] = ["marc", "marcxml", "csv"];

/// Books with all fields, with few, with several copies, and without.
pub(super) async fn collection(server: &Server, administrator: &Identity) {
    let wizard = json!({
        "title": "A Wizard of Earthsea: a novel", "author": "Ursula K. Le Guin", "category": "Fantasy",
        "publishedYear": 1968, "isbn": "9780547773742", "publisher": "Parnassus Press", "language": "English",
        "description": "A boy learns magic.\n\nHe meets his shadow.", "pages": 205, "editionStatement": "1st edition",
        "borrowingPeriod": 10, "semesterCategories": ["Literature 1"], "copies": 2,
        "details": {
            "contributors": [
                { "name": "Ursula K. Le Guin", "role": "author" },
                { "name": "Charles Vess", "role": "illustrator" },
            ],
            "subjects": [{ "heading": "Dragons -- Fiction", "scheme": "lcsh" }, { "heading": "Wizards, young" },
                { "heading": "Magic; a reader | boys" }],
            "series": [{ "title": "Earthsea", "volume": "1" }, { "title": "Puffin; classics" }],
            "otherTitles": ["Der Magier der Erdsee"],
            "identifiers": [{ "kind": "isbn", "value": "9780553383041" }, { "kind": "oclc", "value": "123" }],
            "callNumber": "813.54 LEG", "audience": "Young adults", "notes": "With a map.\nSigned.",
            "contents": "Warriors in the mist\nThe shadow", "links": [{ "address": "https://example.org/e" }],
        },
    });
    let plain = json!({ "title": "=SUM(1) and 'more' etc.", "author": "Tolkien, J. R. R.", "category": "Poetry", "copies": 1 });
    let none = json!({ "title": "Толстой и Tolstoy", "author": "Ann Lee, Bo Chen", "category": "Fantasy", "language": "Russian", "copies": 0 });
    let one = json!({ "title": "Wars", "author": "World Health Organization", "category": "History", "copies": 1,
        "details": { "subjects": [{ "heading": "Napoleonic Wars, 1800-1815" }] } });
    let marked = json!({ "title": "Marks", "author": "Anna; Bert", "category": "History", "copies": 0 });
    for book in [wizard, plain, none, one, marked] {
        let added = server.post("/api/books").as_(administrator).json(&book).await;
        added.expect(201);
    }
    server
        .change_settings("UPDATE copies SET price_minor = 1250, location = 'Room 2', barcode = 'x;1', barcode_key = 'x;1' WHERE id = (SELECT min(id) FROM copies)")
        .await;
}

pub(super) async fn exported(server: &Server, administrator: &Identity, query: &str) -> String {
    let file = server
        .get(&format!("/api/export?{query}"))
        .as_(administrator)
        .await;
    assert_eq!(file.status, 200);
    file.text().to_owned()
}

on_both_engines!(an_import_of_an_own_file_changes_nothing);
async fn an_import_of_an_own_file_changes_nothing(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    collection(&server, &administrator).await;
    for format in FORMATS {
        let query = format!("format={format}");
        let before = exported(&server, &administrator, &query).await;
        let import = checked(&server, &administrator, before.as_bytes()).await;
        let import = committed(&server, &administrator, &import, "update").await;
        assert_eq!(import["rejected"], 0, "{format}");
        let log = server
            .get("/api/admin/audit?action=book.changed")
            .as_(&administrator)
            .await;
        assert_eq!(json!(log.list()), json!([]), "{format}");
        assert_eq!(import["added"], 0, "{format}");
        assert_eq!(
            (&import["updated"], &import["copies"]),
            (&json!(0), &json!(0)),
            "{format}"
        );
        for other in FORMATS {
            let query = format!("format={other}");
            let database = server.database();
            let records = database.integer("SELECT count(*) FROM marc_records").await;
            assert_eq!(records, 0, "{format}");
            if other == format {
                assert_eq!(
                    exported(&server, &administrator, &query).await,
                    before,
                    "{format}"
                );
            }
        }
    }
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_file_carries_the_collection_to_another_library);
async fn a_file_carries_the_collection_to_another_library(database: TestDatabase) {
    let engine = database.engine();
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    collection(&server, &administrator).await;
    for format in FORMATS {
        let query = format!("format={format}");
        let file = exported(&server, &administrator, &query).await;
        let other = Server::start(TestDatabase::create(engine).await).await;
        let their_administrator = other.administrator().await;
        let import = checked(&other, &their_administrator, file.as_bytes()).await;
        let import = committed(&other, &their_administrator, &import, "skip").await;
        let expected = if format == "csv" { 6 } else { 5 };
        assert_eq!(counts(&import), [expected, 5, 0, 0, 0, 4], "{format}");
        assert_eq!(
            exported(&other, &their_administrator, &query).await,
            file,
            "{format}"
        );
        assert_eq!(other.violations().await, []);
    }
}

on_both_engines!(a_record_keeps_what_the_catalogue_has_no_field_for);
async fn a_record_keeps_what_the_catalogue_has_no_field_for(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let record = concat!(
        "<record><leader>00000nam a2200000 a 4500</leader><controlfield tag=\"001\">77</controlfield>",
        "<datafield tag=\"245\" ind1=\"1\" ind2=\"0\"><subfield code=\"a\">Dune :</subfield>",
        "<subfield code=\"b\">a novel /</subfield><subfield code=\"c\">by F. Herbert.</subfield></datafield>",
        "<datafield tag=\"100\" ind1=\"1\" ind2=\" \"><subfield code=\"a\">Herbert, Frank,</subfield><subfield code=\"d\">1920-1986.</subfield></datafield>",
        "<datafield tag=\"583\" ind1=\" \" ind2=\" \"><subfield code=\"a\">rebound</subfield></datafield>",
        "<datafield tag=\"952\" ind1=\" \" ind2=\" \"><subfield code=\"p\">D1</subfield>",
        "<subfield code=\"d\">2020-01-01</subfield></datafield></record>",
    );
    let file = format!("<collection xmlns=\"http://www.loc.gov/MARC21/slim\">{record}</collection>");
    let import = checked(&server, &administrator, file).await;
    let path = format!("/api/imports/{}/mapping", super::imports::id(&import));
    let category = json!({ "category": "Fiction" });
    server
        .put(&path)
        .as_(&administrator)
        .json(&category)
        .await
        .expect(200);
    server.work_on_imports().await;
    committed(&server, &administrator, &import, "skip").await;

    // The category that the import gave is added; everything else stays, in its order.
    let local = "<datafield tag=\"990\" ind1=\" \" ind2=\" \"><subfield code=\"a\">Fiction</subfield>\
                 <subfield code=\"2\">carrel</subfield></datafield></record>";
    let expected = record.replace("</record>", local);
    let out = exported(&server, &administrator, "format=marcxml").await;
    let lines: Vec<&str> = out.lines().collect();
    let written = lines[2].replace(" xmlns=\"http://www.loc.gov/MARC21/slim\"", "");
    assert_eq!(written, expected);

    // A change of the title changes only the title.
    server.catch_up().await;
    let books = server.get("/api/books").as_(&administrator).await;
    let path = format!("/api/books/{}", books.list()[0]["_id"].as_str().expect("an id"));
    let change = json!({ "title": "Dune Messiah" });
    server
        .put(&path)
        .as_(&administrator)
        .json(&change)
        .await
        .expect(200);
    let out = exported(&server, &administrator, "format=marcxml").await;
    assert!(out.contains("Dune Messiah") && !out.contains("a novel"), "{out}");
    for kept in [
        "by F. Herbert.",
        "rebound",
        "2020-01-01",
        "Herbert, Frank,",
        "1920-1986",
        "<controlfield tag=\"001\">77<",
    ] {
        assert!(out.contains(kept), "{kept}: {out}");
    }

    // Another person beside the author leaves the author's field as it is.
    let people = json!([{ "name": "Frank Herbert", "role": "author" }, { "name": "Sam Weber", "role": "illustrator" }]);
    let change = json!({ "details": { "contributors": people } });
    server
        .put(&path)
        .as_(&administrator)
        .json(&change)
        .await
        .expect(200);
    let out = exported(&server, &administrator, "format=marcxml").await;
    assert!(out.contains("Weber") && out.contains("1920-1986"), "{out}");
}

on_both_engines!(a_file_has_what_the_filters_leave);
async fn a_file_has_what_the_filters_leave(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let student = server.student().await;
    collection(&server, &administrator).await;
    let gone = server.book().title("Gone").await;
    server
        .post(&format!("/api/books/{}/archive", gone.id))
        .as_(&administrator)
        .await
        .expect(200);
    server.catch_up().await;
    let rows = async |query: &str| {
        let file = exported(&server, &administrator, &format!("format=csv&{query}")).await;
        let titles = file.lines().skip(1).filter(|line| !line.is_empty());
        titles
            .filter(|line| line.contains(",\"") || line.contains(','))
            .count()
    };
    // The description of one book has three lines, and that book has two copies.
    assert_eq!(rows("category=Poetry").await, 1);
    assert_eq!(rows("search=napoleonic").await, 1);
    assert_eq!(rows("search=nothing+like+this+anywhere").await, 0);
    let archived = exported(&server, &administrator, "format=csv&status=archived").await;
    assert!(
        archived.contains("Gone") && !archived.contains("Wizard"),
        "{archived}"
    );
    let one = exported(&server, &administrator, &format!("format=csv&book={}", gone.id)).await;
    assert!(one.contains("Gone"), "{one}");
    for (query, field) in [
        ("format=pdf", "format"),
        ("format=csv&status=archived&search=gone", "status"),
    ] {
        let refused = server
            .get(&format!("/api/export?{query}"))
            .as_(&administrator)
            .await;
        assert_eq!(
            (refused.status, &refused.json["errors"][0]["field"]),
            (422, &json!(field)),
            "{query}"
        );
    }
    assert_eq!(
        server.get("/api/export?format=csv").as_(&student).await.status,
        403
    );
    assert_eq!(
        server
            .get("/api/export?format=marc&book=book_999999")
            .as_(&administrator)
            .await
            .status,
        404
    );
}

async fn marc(server: &Server, administrator: &Identity, id: &str) -> Value {
    let path = format!("/api/books/{id}/marc");
    server.get(&path).as_(administrator).await.expect(200).clone()
}

on_both_engines!(the_item_type_of_a_record_is_taken_when_the_library_has_it);
async fn the_item_type_of_a_record_is_taken_when_the_library_has_it(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let kinds = "/api/admin/settings/kinds";
    let version = server.get(kinds).as_(&administrator).await.expect(200)["version"].clone();
    let lists = json!({ "patronCategories": [], "itemTypes": [{ "name": "Reference" }], "version": version });
    let saved = server.put(kinds).as_(&administrator).json(&lists).await;
    saved.expect(200);
    let id = server.book().await.id.to_string();
    let text = marc(&server, &administrator, &id).await["text"]
        .as_str()
        .expect("a text")
        .to_owned();
    for (code, expected) in [("reference", json!("reference")), ("none-of-ours", Value::Null)] {
        let form = json!({ "text": text.replace("$2carrel", &format!("$b{code}$2carrel")) });
        let path = format!("/api/books/{id}/marc");
        let answer = server.put(&path).as_(&administrator).json(&form).await;
        assert_eq!(answer.expect(200)["itemType"], expected, "{code}");
    }
}

on_both_engines!(those_who_know_marc_edit_the_record);
async fn those_who_know_marc_edit_the_record(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let book = server.book().title("The Hobbit").author("J. R. R. Tolkien").await;
    let id = book.id.to_string();
    let made = marc(&server, &administrator, &id).await;
    assert_eq!(made["isStored"], false);
    let text = made["text"].as_str().expect("a text");
    assert!(text.contains("$aThe Hobbit"), "{text}");

    let path = format!("/api/books/{id}/marc");
    let text = text.replace("The Hobbit", "The Hobbit, or there and back again");
    let text = format!(
        "{text}=520  \\\\$aA burglar is hired.\n=655  \\7$aFantasy fiction.$2lcgft\n=583  \\\\$arebound\n"
    );
    let saved = server
        .put(&path)
        .as_(&administrator)
        .json(&json!({ "text": text }))
        .await;
    let saved = saved.expect(200);
    assert_eq!(saved["title"], "The Hobbit, or there and back again");
    assert_eq!(saved["description"], "A burglar is hired.");
    let stored = marc(&server, &administrator, &id).await;
    assert_eq!(stored["isStored"], true);
    assert!(
        stored["text"]
            .as_str()
            .expect("a text")
            .contains("=583  \\\\$arebound")
    );

    // What the record no longer says is gone.
    let lines = text.lines().filter(|line| !line.starts_with("=520"));
    let shorter: Vec<&str> = lines.collect();
    let saved = server
        .put(&path)
        .as_(&administrator)
        .json(&json!({ "text": shorter.join("\n") }))
        .await;
    assert_eq!(saved.expect(200)["description"], "");

    let refused = server
        .put(&path)
        .as_(&administrator)
        .json(&json!({ "text": "=245  10$aOne\nnonsense\n=1" }))
        .await;
    assert_eq!(refused.status, 422);
    let errors = refused.json["errors"].as_array().expect("errors").clone();
    assert!(
        errors
            .iter()
            .all(|error| error["field"] == "text" && error["code"] == "marc_line")
    );
    let without_title = shorter.iter().filter(|line| !line.starts_with("=245")).copied();
    let without_title: Vec<&str> = without_title.collect();
    let refused = server
        .put(&path)
        .as_(&administrator)
        .json(&json!({ "text": without_title.join("\n") }))
        .await;
    assert_eq!(
        (refused.status, &refused.json["errors"][0]["code"]),
        (422, &json!("marc_field"))
    );
}
