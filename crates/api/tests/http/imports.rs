//! Imports of books: their life, what they write, and their undo.

use carrel_testkit::{Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

/// Two books with three copies, a row that repeats the first book, and three rows with errors.
pub(super) const TABLE: &str = "\
Titel;Verfasser;ISBN;Erscheinungsjahr;Signatur;Standort;Mediennummer;Anzahl
Der Process;Franz Kafka;978-3-15-009900-1;1925;Kaf 1;Regal 3;A001;
Emil und die Detektive;Erich Kästner;3791530127;1929;Käs 1;Regal 2;A002;
Der Process;Franz Kafka;9783150099001;1925;Kaf 1;Regal 3;A003;
Ohne Autor;;;1999;;;;
Falsche ISBN;Jemand;9783522202105;2001;;;;
Vergebene Nummer;Jemand;;2001;;;A002;
";

/// Sends a file, and lets the server check it.
pub(super) async fn checked(server: &Server, administrator: &Identity, file: impl Into<Vec<u8>>) -> Value {
    let sent = server
        .post("/api/imports?name=books.csv")
        .as_(administrator)
        .bytes(file);
    let import = sent.await.expect(202).clone();
    assert_eq!(import["state"], "checking");
    server.work_on_imports().await;
    show(server, administrator, &import).await
}

pub(super) async fn show(server: &Server, administrator: &Identity, import: &Value) -> Value {
    let path = format!("/api/imports/{}", id(import));
    server.get(&path).as_(administrator).await.expect(200).clone()
}

pub(super) fn id(import: &Value) -> &str {
    import["_id"].as_str().expect("an id")
}

/// Commits an import, and lets the server bring the books in.
pub(super) async fn committed(
    server: &Server,
    administrator: &Identity,
    import: &Value,
    on_duplicate: &str,
) -> Value {
    let path = format!("/api/imports/{}/commit", id(import));
    let form = json!({ "onDuplicate": on_duplicate });
    server
        .post(&path)
        .as_(administrator)
        .json(&form)
        .await
        .expect(200);
    server.work_on_imports().await;
    show(server, administrator, import).await
}

/// Undoes an import.
pub(super) async fn undone(server: &Server, administrator: &Identity, import: &Value) -> Value {
    let path = format!("/api/imports/{}/undo", id(import));
    server.post(&path).as_(administrator).await.expect(200);
    server.work_on_imports().await;
    show(server, administrator, import).await
}

/// Counts of an import: read, added, updated, skipped, rejected, copies.
pub(super) fn counts(import: &Value) -> [i64; 6] {
    ["read", "added", "updated", "skipped", "rejected", "copies"]
        .map(|name| import[name].as_i64().expect("a count"))
}

pub(super) async fn titles(server: &Server, administrator: &Identity) -> Vec<String> {
    let list = server
        .get("/api/books?sort=title&limit=100")
        .as_(administrator)
        .await;
    list.expect(200)
        .as_array()
        .expect("books")
        .iter()
        .map(|book| book["title"].as_str().expect("a title").to_owned())
        .collect()
}

/// The rows of the tables that an import writes, to compare the collection before and after.
async fn rows(server: &Server) -> Vec<i64> {
    let mut counts = Vec::new();
    for table in [
        "books",
        "book_counts",
        "book_identifiers",
        "book_details",
        "marc_records",
        "copies",
        "copy_events",
    ] {
        let sql = format!("SELECT count(*) FROM {table}");
        counts.push(server.database().integer(&sql).await);
    }
    counts
}

on_both_engines!(a_table_is_checked_brought_in_and_undone);
async fn a_table_is_checked_brought_in_and_undone(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let before = rows(&server).await;

    let import = checked(&server, &administrator, TABLE).await;
    assert_eq!(import["state"], "ready");
    assert_eq!(import["format"], "csv");
    assert_eq!(import["table"]["separator"], ";");
    let fields: Vec<&Value> = import["table"]["columns"]
        .as_array()
        .expect("columns")
        .iter()
        .map(|column| &column["field"])
        .collect();
    assert_eq!(
        json!(fields),
        json!([
            "title",
            "author",
            "isbn",
            "publishedYear",
            "callNumber",
            "location",
            "barcode",
            "copies"
        ])
    );
    assert_eq!(
        [
            &import["total"],
            &import["valid"],
            &import["rejected"],
            &import["duplicates"]
        ],
        [6, 3, 3, 1]
    );
    assert_eq!(rows(&server).await, before, "a check writes nothing");

    let path = format!("/api/imports/{}/records?kind=rejected", id(&import));
    let rejected = server.get(&path).as_(&administrator).await;
    let errors: Vec<(i64, &str, &str)> = rejected
        .list()
        .iter()
        .map(|record| {
            let error = &record["errors"][0];
            let text = |name: &str| error[name].as_str().expect("a text");
            (
                record["line"].as_i64().expect("a line"),
                text("field"),
                text("code"),
            )
        })
        .collect();
    assert_eq!(
        errors,
        [
            (5, "author", "author_required"),
            (6, "isbn", "isbn_invalid"),
            (7, "barcode", "barcode_taken")
        ]
    );

    let import = committed(&server, &administrator, &import, "skip").await;
    assert_eq!(import["state"], "done");
    assert_eq!(counts(&import), [6, 2, 0, 0, 3, 3]);
    server.catch_up().await;
    assert_eq!(
        titles(&server, &administrator).await,
        ["Der Process", "Emil und die Detektive"]
    );
    let found = server.get("/api/books?search=kastner").as_(&administrator).await;
    assert_eq!(found.list()[0]["totalCopies"], 1);
    assert_eq!(server.violations().await, []);

    let path = format!("/api/imports/{}/rejects", id(&import));
    let file = server.get(&path).as_(&administrator).await;
    let text = String::from_utf8(file.body.clone()).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert!(lines[0].ends_with("Mediennummer,Anzahl,Errors"), "{text}");
    assert_eq!(lines[1], "Ohne Autor,,,1999,,,,,author: Author is required");

    let import = undone(&server, &administrator, &import).await;
    assert_eq!((&import["state"], &import["kept"]), (&json!("undone"), &json!(0)));
    assert_eq!(rows(&server).await, before);
    server.catch_up().await;
    assert_eq!(titles(&server, &administrator).await, Vec::<String>::new());
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_second_import_of_a_file_changes_nothing);
async fn a_second_import_of_a_file_changes_nothing(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let first = checked(&server, &administrator, TABLE).await;
    committed(&server, &administrator, &first, "skip").await;
    let before = rows(&server).await;
    for on_duplicate in ["skip", "update"] {
        let again = checked(&server, &administrator, TABLE).await;
        assert_eq!(again["duplicates"], 3, "{on_duplicate}");
        let again = committed(&server, &administrator, &again, on_duplicate).await;
        assert_eq!(counts(&again), [6, 0, 0, 3, 3, 0], "{on_duplicate}");
        assert_eq!(rows(&server).await, before, "{on_duplicate}");
    }
}

on_both_engines!(an_update_overwrites_what_the_file_has_and_an_undo_restores_it);
async fn an_update_overwrites_what_the_file_has_and_an_undo_restores_it(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let first = checked(&server, &administrator, TABLE).await;
    committed(&server, &administrator, &first, "skip").await;
    let file = "Title,ISBN,Publisher,Subjects,Barcode\nDer Prozess,9783150099001,Reclam,Law;Trials,A009\n";
    let update = checked(&server, &administrator, file).await;
    let update = committed(&server, &administrator, &update, "update").await;
    // The author is not in the file: it is needed for a new book, and stays for one of the library.
    assert_eq!(counts(&update), [1, 0, 1, 0, 0, 1]);
    server.catch_up().await;
    let found = server
        .get("/api/books?search=9783150099001")
        .as_(&administrator)
        .await;
    let book = &found.list()[0];
    assert_eq!(
        json!([
            book["title"],
            book["author"],
            book["publisher"],
            book["totalCopies"]
        ]),
        json!(["Der Prozess", "Franz Kafka", "Reclam", 3])
    );
    let restored = undone(&server, &administrator, &update).await;
    assert_eq!(restored["kept"], 0);
    server.catch_up().await;
    let found = server
        .get("/api/books?search=9783150099001")
        .as_(&administrator)
        .await;
    let book = &found.list()[0];
    assert_eq!(
        json!([book["title"], book["publisher"], book["totalCopies"]]),
        json!(["Der Process", null, 2])
    );
    assert_eq!(
        server
            .database()
            .integer("SELECT count(*) FROM book_details")
            .await,
        0
    );
    assert_eq!(server.violations().await, []);
}

on_both_engines!(one_batch_moves_several_books_to_other_categories_and_back);
async fn one_batch_moves_several_books_to_other_categories_and_back(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let mut file = "Title,Author,ISBN,Category,Barcode\n".to_owned();
    // Each was lent, so that its borrowings are in the totals of its category.
    for (number, isbn) in ["9783150099001", "9780140449136", "9780141439518"]
        .iter()
        .enumerate()
    {
        let book = server
            .book()
            .with(|draft| draft.isbn = Some((*isbn).to_owned()).into())
            .await;
        let reader = server.student().await;
        server.borrow(&reader, book.id).await;
        let row = format!(
            "{},{},{isbn},Moved {number},M-{number}\n",
            book.title, book.author
        );
        file.push_str(&row);
    }
    let update = checked(&server, &administrator, file).await;
    let update = committed(&server, &administrator, &update, "update").await;
    assert_eq!(
        (&update["state"], counts(&update)),
        (&json!("done"), [3, 0, 3, 0, 0, 3])
    );
    let moved = "SELECT count(*) FROM books WHERE category LIKE 'Moved %'";
    assert_eq!(server.database().integer(moved).await, 3);
    let undone = undone(&server, &administrator, &update).await;
    assert_eq!((&undone["state"], &undone["kept"]), (&json!("undone"), &json!(0)));
    assert_eq!(server.database().integer(moved).await, 0);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(an_undo_leaves_what_people_have_used);
async fn an_undo_leaves_what_people_have_used(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let import = checked(&server, &administrator, TABLE).await;
    let import = committed(&server, &administrator, &import, "skip").await;
    let reader = server.student().await;
    let form = json!({ "user": reader.id.to_string(), "barcode": "A002" });
    let lent = server.post("/api/desk/check-out").as_(&administrator).json(&form);
    lent.await.expect(201);
    let import = undone(&server, &administrator, &import).await;
    assert_eq!((&import["state"], &import["kept"]), (&json!("undone"), &json!(1)));
    server.catch_up().await;
    assert_eq!(titles(&server, &administrator).await, ["Emil und die Detektive"]);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(an_import_that_is_paused_at_once_writes_nothing_until_it_goes_on);
async fn an_import_that_is_paused_at_once_writes_nothing_until_it_goes_on(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let import = checked(&server, &administrator, numbered_books(3)).await;
    let path = format!("/api/imports/{}", id(&import));
    let commit = server.post(&format!("{path}/commit")).as_(&administrator);
    commit.json(&json!({})).await.expect(200);
    let pause = server.post(&format!("{path}/pause")).as_(&administrator);
    pause.await.expect(200);
    server.work_on_imports().await;
    let paused = show(&server, &administrator, &import).await;
    assert_eq!((&paused["state"], &paused["read"]), (&json!("paused"), &json!(0)));
    let done = committed(&server, &administrator, &import, "skip").await;
    assert_eq!(
        (&done["state"], counts(&done)),
        (&json!("done"), [3, 3, 0, 0, 0, 3])
    );
}

/// A table of so many books.
fn numbered_books(count: usize) -> String {
    let row = |number| format!("Book {number},Somebody,B{number}");
    let rows: Vec<String> = (1..=count).map(row).collect();
    format!("Title,Author,Barcode\n{}\n", rows.join("\n"))
}

on_both_engines!(an_import_goes_on_behind_the_records_that_are_done);
async fn an_import_goes_on_behind_the_records_that_are_done(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let import = checked(&server, &administrator, numbered_books(600)).await;
    let number = id(&import).rsplit('_').next().expect("a number");
    // As for a server that died behind 300 records: it has seen no more of the file.
    let file = server.import_files().join(number);
    std::fs::write(&file, numbered_books(300)).expect("a shorter file");
    let part = committed(&server, &administrator, &import, "skip").await;
    assert_eq!(counts(&part), [300, 300, 0, 0, 0, 300]);
    std::fs::write(&file, numbered_books(600)).expect("the whole file");
    let sql = format!("UPDATE imports SET state = 'paused' WHERE id = {number}");
    server.database().sql(&sql).await.expect("the state is set");

    let done = committed(&server, &administrator, &import, "add").await;
    assert_eq!(
        (&done["state"], counts(&done)),
        (&json!("done"), [600, 600, 0, 0, 0, 600])
    );
    let books = "SELECT count(DISTINCT title) FROM books";
    assert_eq!(server.database().integer(books).await, 600);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(the_columns_of_a_table_can_be_chosen_and_are_remembered);
async fn the_columns_of_a_table_can_be_chosen_and_are_remembered(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let file = "Was,Wer,Xyz\nDer Process,Franz Kafka,1\n";
    let import = checked(&server, &administrator, file).await;
    assert_eq!(
        (&import["state"], &import["problem"]),
        (&json!("failed"), &json!("no_title_column"))
    );
    let path = format!("/api/imports/{}/mapping", id(&import));
    for (columns, code) in [
        (json!(["title", "title", null]), "column_twice"),
        (json!([null, "author", null]), "title_column_missing"),
        (json!(["title", "author"]), "columns_wrong"),
        (json!(["title", "colour", null]), "column_unknown"),
    ] {
        let form = json!({ "columns": columns });
        let refused = server.put(&path).as_(&administrator).json(&form).await;
        assert_eq!(refused.status, 422, "{columns}");
        assert_eq!(refused.json["errors"][0]["code"], code, "{columns}");
    }
    let form = json!({ "columns": ["title", "author", null], "category": "Novels", "copiesWithout": 2 });
    let mapped = server.put(&path).as_(&administrator).json(&form).await;
    assert_eq!(mapped.expect(200)["state"], "checking");
    server.work_on_imports().await;
    let import = committed(&server, &administrator, &import, "skip").await;
    assert_eq!(counts(&import), [1, 1, 0, 0, 0, 2]);
    let file = "Was,Wer,Xyz\nDas Schloss,Franz Kafka,2\n";
    let next = checked(&server, &administrator, file).await;
    assert_eq!(next["state"], "ready");
    assert_eq!(
        (&next["category"], &next["copiesWithout"]),
        (&json!("Novels"), &json!(2))
    );
}

on_both_engines!(marc_records_keep_their_bytes_and_what_they_say);
async fn marc_records_keep_their_bytes_and_what_they_say(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let xml = r#"<?xml version="1.0"?><collection xmlns="http://www.loc.gov/MARC21/slim">
<record><leader>00000nam a2200000 a 4500</leader><controlfield tag="001">77</controlfield>
<controlfield tag="008">010101s2010    njua     b    001 0 eng  </controlfield>
<datafield tag="020" ind1=" " ind2=" "><subfield code="a">9780136042594 (hbk.)</subfield></datafield>
<datafield tag="082" ind1="0" ind2="4"><subfield code="a">006.3</subfield></datafield>
<datafield tag="100" ind1="1" ind2=" "><subfield code="a">Russell, Stuart J.</subfield></datafield>
<datafield tag="245" ind1="1" ind2="0"><subfield code="a">Artificial intelligence :</subfield><subfield code="b">a modern approach /</subfield></datafield>
<datafield tag="650" ind1=" " ind2="0"><subfield code="a">Artificial intelligence.</subfield></datafield>
<datafield tag="700" ind1="1" ind2=" "><subfield code="a">Norvig, Peter.</subfield></datafield>
<datafield tag="952" ind1=" " ind2=" "><subfield code="p">M1</subfield><subfield code="o">006.3 RUS</subfield><subfield code="g">12.50</subfield></datafield>
<datafield tag="952" ind1=" " ind2=" "><subfield code="p">M2</subfield><subfield code="1">1</subfield></datafield></record>
<record><leader>00000nz  a2200000 a 4500</leader><controlfield tag="001">78</controlfield></record></collection>"#;
    let import = checked(&server, &administrator, xml).await;
    assert_eq!(import["format"], "marcxml");
    let import = committed(&server, &administrator, &import, "skip").await;
    assert_eq!(counts(&import), [2, 1, 0, 0, 1, 2]);
    server.catch_up().await;
    let found = server.get("/api/books?search=norvig").as_(&administrator).await;
    let book = &found.list()[0];
    assert_eq!(
        json!([
            book["title"],
            book["author"],
            book["category"],
            book["language"],
            book["publishedYear"]
        ]),
        json!([
            "Artificial intelligence: a modern approach",
            "Stuart J. Russell, Peter Norvig",
            "Computer Science",
            "English",
            2010
        ])
    );
    // One of the two copies is lost.
    assert_eq!(
        (&book["totalCopies"], &book["availableCopies"]),
        (&json!(2), &json!(1))
    );
    // The authors say no more than the text of the author; the subject is stored.
    let details = server
        .get(&format!("/api/books/{}", id(book)))
        .as_(&administrator)
        .await;
    let details = &details.expect(200)["details"];
    assert_eq!(
        (&details["contributors"], &details["subjects"]),
        (
            &json!([]),
            &json!([{ "heading": "Artificial intelligence", "scheme": "lcsh" }])
        )
    );
    assert_eq!(
        server
            .database()
            .integer("SELECT count(*) FROM marc_records")
            .await,
        1
    );
    assert_eq!(
        server
            .database()
            .integer("SELECT price_minor FROM copies WHERE barcode = 'M1'")
            .await,
        1250
    );
    assert_eq!(server.violations().await, []);
    let undone = undone(&server, &administrator, &import).await;
    // Nobody has touched the lost copy since.
    assert_eq!(undone["kept"], 0);
    assert_eq!(server.violations().await, []);
}
