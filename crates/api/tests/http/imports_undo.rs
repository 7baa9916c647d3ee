//! The undo of imports and bulk edits of the same books, from the last one on; and which books count as changed.

use carrel_domain::catalogue::book::BookId;
use carrel_testkit::{Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::imports::{checked, committed, counts, id, undone};
use super::{bulk_edits, export};

/// A record of a book of the library, which changes it, and two new ones.
const MARCXML: &str = r#"<?xml version="1.0"?><collection xmlns="http://www.loc.gov/MARC21/slim">
<record><leader>00000nam a2200000 a 4500</leader><controlfield tag="001">76</controlfield>
<controlfield tag="008">010101s1968    njua     b    001 0 eng  </controlfield>
<datafield tag="020" ind1=" " ind2=" "><subfield code="a">9780547773742</subfield></datafield>
<datafield tag="100" ind1="1" ind2=" "><subfield code="a">Le Guin, Ursula K.</subfield></datafield>
<datafield tag="245" ind1="1" ind2="2"><subfield code="a">A wizard of Earthsea.</subfield></datafield>
<datafield tag="650" ind1=" " ind2="0"><subfield code="a">Wizards.</subfield></datafield></record>
<record><leader>00000nam a2200000 a 4500</leader><controlfield tag="001">77</controlfield>
<controlfield tag="008">010101s2010    njua     b    001 0 eng  </controlfield>
<datafield tag="020" ind1=" " ind2=" "><subfield code="a">9780136042594 (hbk.)</subfield></datafield>
<datafield tag="082" ind1="0" ind2="4"><subfield code="a">006.3</subfield></datafield>
<datafield tag="100" ind1="1" ind2=" "><subfield code="a">Russell, Stuart J.</subfield></datafield>
<datafield tag="245" ind1="1" ind2="0"><subfield code="a">Artificial intelligence :</subfield><subfield code="b">a modern approach /</subfield></datafield>
<datafield tag="490" ind1="1" ind2=" "><subfield code="a">Prentice Hall series ;</subfield><subfield code="v">1</subfield></datafield>
<datafield tag="505" ind1="0" ind2=" "><subfield code="a">Agents -- Search</subfield></datafield>
<datafield tag="650" ind1=" " ind2="0"><subfield code="a">Artificial intelligence.</subfield></datafield>
<datafield tag="700" ind1="1" ind2=" "><subfield code="a">Norvig, Peter.</subfield></datafield>
<datafield tag="856" ind1="4" ind2="0"><subfield code="u">https://example.org/aima</subfield></datafield>
<datafield tag="952" ind1=" " ind2=" "><subfield code="p">M1</subfield><subfield code="g">12.50</subfield></datafield></record>
<record><leader>00000nam a2200000 a 4500</leader><controlfield tag="001">78</controlfield>
<controlfield tag="008">010101s1925    gw            000 1 ger  </controlfield>
<datafield tag="100" ind1="1" ind2=" "><subfield code="a">Kafka, Franz.</subfield></datafield>
<datafield tag="245" ind1="1" ind2="4"><subfield code="a">Der Process.</subfield></datafield></record></collection>"#;

/// Changes all books of [`MARCXML`], and gives two of them a copy.
const TABLE: &str = "\
Title,Author,ISBN,Publisher,Subjects,Barcode
A Wizard,Ursula K. Le Guin,9780547773742,Puffin,Magic;Boys,T1
Intelligence,Stuart Russell,9780136042594,Pearson,Robots,T2
";

/// The files of the whole catalogue.
async fn files(server: &Server, administrator: &Identity) -> Vec<String> {
    let mut files = Vec::new();
    for format in ["csv", "marc", "marcxml"] {
        let query = format!("format={format}");
        files.push(export::exported(server, administrator, &query).await);
    }
    files
}

/// Checks a file, and brings it in. Books of the library are updated.
async fn imported(server: &Server, administrator: &Identity, file: &str) -> Value {
    server.clock.advance(60_000);
    let import = checked(server, administrator, file).await;
    let import = committed(server, administrator, &import, "update").await;
    assert_eq!(
        (&import["state"], &import["rejected"]),
        (&json!("done"), &json!(0))
    );
    import
}

/// Undoes an import, and returns how many books stay as they are.
async fn kept(server: &Server, administrator: &Identity, import: &Value) -> i64 {
    server.clock.advance(60_000);
    let import = undone(server, administrator, import).await;
    assert_eq!(import["state"], "undone");
    server.catch_up().await;
    import["kept"].as_i64().expect("a count")
}

/// Changes all books, or those that a query finds.
async fn edited(server: &Server, administrator: &Identity, query: &str, changes: Value) -> Value {
    server.clock.advance(60_000);
    server.catch_up().await;
    let edit = bulk_edits::edited(server, administrator, query, &json!({ "changes": changes })).await;
    assert_eq!((&edit["state"], &edit["refused"]), (&json!("done"), &json!(0)));
    edit
}

/// Undoes a bulk edit, and returns how many books were restored and how many stay as they are.
async fn restored(server: &Server, administrator: &Identity, edit: &Value) -> (i64, i64) {
    server.clock.advance(60_000);
    let [_, _, _, _, restored, kept] =
        bulk_edits::counts(&bulk_edits::undone(server, administrator, edit).await);
    (restored, kept)
}

async fn change(server: &Server, person: &Identity, id: &str, change: Value) {
    server.clock.advance(60_000);
    let request = server.put(&format!("/api/books/{id}")).as_(person).json(&change);
    request.await.expect(200);
}

/// The id of the one book with this title.
async fn titled(server: &Server, person: &Identity, title: &str) -> String {
    let path = "/api/books?sort=title&limit=100";
    let list = server.get(path).as_(person).await;
    let mut books = list.list().iter().filter(|book| book["title"] == title);
    let book = books.next().expect("a book with this title");
    assert!(books.next().is_none());
    id(book).to_owned()
}

on_both_engines!(an_import_is_undone_after_the_undo_of_a_later_bulk_edit);
async fn an_import_is_undone_after_the_undo_of_a_later_bulk_edit(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    export::collection(&server, &administrator).await;
    let before = files(&server, &administrator).await;
    let import = imported(&server, &administrator, MARCXML).await;
    assert_eq!(counts(&import), [3, 2, 1, 0, 0, 1]);
    let after = files(&server, &administrator).await;
    assert_ne!(before, after);
    let changes = json!({ "category": "Moved", "publisher": "Hogarth", "addSubjects": ["Everything"] });
    let edit = edited(&server, &administrator, "", changes).await;
    assert_eq!(restored(&server, &administrator, &edit).await, (7, 0));
    assert_eq!(files(&server, &administrator).await, after);
    assert_eq!(kept(&server, &administrator, &import).await, 0);
    assert_eq!(files(&server, &administrator).await, before);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(an_import_is_undone_after_the_undo_of_a_later_import);
async fn an_import_is_undone_after_the_undo_of_a_later_import(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    export::collection(&server, &administrator).await;
    let before = files(&server, &administrator).await;
    let first = imported(&server, &administrator, MARCXML).await;
    let after = files(&server, &administrator).await;
    let second = imported(&server, &administrator, TABLE).await;
    assert_eq!(counts(&second), [2, 0, 2, 0, 0, 2]);
    assert_ne!(files(&server, &administrator).await, after);
    // A third one replaces the MARC record of a book.
    let marc = MARCXML.replace("Wizards.", "Wizards -- Fiction.");
    let third = imported(&server, &administrator, &marc).await;
    assert_eq!(counts(&third)[1], 0);
    assert_eq!(kept(&server, &administrator, &third).await, 0);
    assert_eq!(kept(&server, &administrator, &second).await, 0);
    assert_eq!(files(&server, &administrator).await, after);
    assert_eq!(kept(&server, &administrator, &first).await, 0);
    assert_eq!(files(&server, &administrator).await, before);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(imports_that_are_undone_in_another_order_keep_what_was_written_later);
async fn imports_that_are_undone_in_another_order_keep_what_was_written_later(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    export::collection(&server, &administrator).await;
    let first = imported(&server, &administrator, MARCXML).await;
    let second = imported(&server, &administrator, TABLE).await;
    // Only the book that the second one has not changed is taken out.
    assert_eq!(kept(&server, &administrator, &first).await, 2);
    titled(&server, &administrator, "A Wizard").await;
    assert_eq!(kept(&server, &administrator, &second).await, 0);
    titled(&server, &administrator, "A wizard of Earthsea").await;
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_book_that_was_edited_and_edited_back_counts_as_unchanged);
async fn a_book_that_was_edited_and_edited_back_counts_as_unchanged(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    export::collection(&server, &administrator).await;
    let before = files(&server, &administrator).await;
    let import = imported(&server, &administrator, MARCXML).await;
    for title in ["A wizard of Earthsea", "Der Process"] {
        let book = titled(&server, &administrator, title).await;
        let edited = json!({ "title": "Else", "pages": 12, "details": { "notes": "Torn" } });
        change(&server, &administrator, &book, edited).await;
        let pages = if title == "Der Process" {
            json!(null)
        } else {
            json!(205)
        };
        let notes = if title == "Der Process" {
            json!(null)
        } else {
            json!("With a map.\nSigned.")
        };
        let back = json!({ "title": title, "pages": pages, "details": { "notes": notes } });
        change(&server, &administrator, &book, back).await;
    }
    assert_eq!(kept(&server, &administrator, &import).await, 0);
    assert_eq!(files(&server, &administrator).await, before);
}

on_both_engines!(a_book_that_a_person_has_edited_is_kept_and_counted);
async fn a_book_that_a_person_has_edited_is_kept_and_counted(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    export::collection(&server, &administrator).await;
    let import = imported(&server, &administrator, MARCXML).await;
    let updated = titled(&server, &administrator, "A wizard of Earthsea").await;
    change(&server, &administrator, &updated, json!({ "pages": 206 })).await;
    // Only the MARC record of the other one changes: none of its fields says who made the record.
    let added = titled(&server, &administrator, "Der Process").await;
    let path = format!("/api/books/{added}/marc");
    let marc = server.get(&path).as_(&administrator).await.expect(200)["text"].clone();
    let text = marc.as_str().expect("a text").to_owned() + "\n=040  \\\\$aDE-1";
    let request = server
        .put(&path)
        .as_(&administrator)
        .json(&json!({ "text": text }));
    request.await.expect(200);
    assert_eq!(kept(&server, &administrator, &import).await, 2);
    let book = server.get(&format!("/api/books/{updated}")).as_(&administrator);
    assert_eq!(book.await.expect(200)["pages"], 206);
    titled(&server, &administrator, "Der Process").await;
    let rest = server.get("/api/books?search=norvig").as_(&administrator).await;
    assert_eq!(rest.list(), Vec::<Value>::new());
    assert_eq!(server.violations().await, []);
}

on_both_engines!(an_added_book_in_the_archive_is_kept);
async fn an_added_book_in_the_archive_is_kept(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let import = imported(&server, &administrator, TABLE).await;
    for title in ["A Wizard", "Intelligence"] {
        let book = titled(&server, &administrator, title).await;
        let path = format!("/api/books/{book}/archive");
        server.post(&path).as_(&administrator).await.expect(200);
        if title == "A Wizard" {
            let path = format!("/api/books/{book}/restore");
            server.post(&path).as_(&administrator).await.expect(200);
        }
    }
    assert_eq!(kept(&server, &administrator, &import).await, 1);
    let left = "SELECT count(*) FROM books WHERE title = 'Intelligence' AND archived_at IS NOT NULL";
    assert_eq!(server.database().integer(left).await, 1);
    assert_eq!(server.database().integer("SELECT count(*) FROM books").await, 1);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(bulk_edits_are_undone_from_the_last_one_on);
async fn bulk_edits_are_undone_from_the_last_one_on(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    export::collection(&server, &administrator).await;
    let before = files(&server, &administrator).await;
    let first = edited(&server, &administrator, "", json!({ "publisher": "Hogarth" })).await;
    let second = edited(&server, &administrator, "", json!({ "publisher": "Penguin" })).await;
    let import = imported(&server, &administrator, MARCXML).await;
    assert_eq!(kept(&server, &administrator, &import).await, 0);
    assert_eq!(restored(&server, &administrator, &second).await, (5, 0));
    let book = titled(&server, &administrator, "Wars").await;
    change(&server, &administrator, &book, json!({ "publisher": "WHO" })).await;
    assert_eq!(restored(&server, &administrator, &first).await, (4, 1));
    change(&server, &administrator, &book, json!({ "publisher": null })).await;
    assert_eq!(files(&server, &administrator).await, before);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(an_item_type_that_was_removed_since_stays_at_the_undo);
async fn an_item_type_that_was_removed_since_stays_at_the_undo(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let sql = "INSERT INTO item_types (code, name, position) VALUES ('reference', 'Reference', 1), ('short', 'Short', 2)";
    server.database().sql(sql).await.expect("item types");
    export::collection(&server, &administrator).await;
    let book = titled(&server, &administrator, "A Wizard of Earthsea: a novel").await;
    change(&server, &administrator, &book, json!({ "itemType": "reference" })).await;
    let import = imported(
        &server,
        &administrator,
        "Title,ISBN,Publisher,Item type\nA Wizard,9780547773742,Puffin,Short\n",
    )
    .await;
    let other = titled(&server, &administrator, "Wars").await;
    change(
        &server,
        &administrator,
        &other,
        json!({ "itemType": "reference" }),
    )
    .await;
    let edit = edited(
        &server,
        &administrator,
        "?search=wars",
        json!({ "itemType": "short", "publisher": "Hogarth" }),
    )
    .await;
    let sql = "DELETE FROM item_types WHERE code = 'reference'";
    server.database().sql(sql).await.expect("nothing has it");
    assert_eq!(restored(&server, &administrator, &edit).await, (0, 1));
    assert_eq!(kept(&server, &administrator, &import).await, 1);
    let sql = "SELECT count(*) FROM books WHERE item_type = 'short' \
               AND (title = 'Wars' AND publisher IS NULL OR title LIKE 'A Wizard of%' AND publisher = 'Parnassus Press')";
    assert_eq!(server.database().integer(sql).await, 2);
    assert_eq!(server.violations().await, []);
}

/// Merges the second book into the first, and returns the id of the merge.
async fn merged(server: &Server, administrator: &Identity, kept: &str, other: &str) -> String {
    server.clock.advance(60_000);
    let [kept_id, other]: [BookId; 2] = [kept, other].map(|id| id.parse().expect("an id"));
    let form = super::merges::form(server, administrator, kept_id, &[other]).await;
    super::merges::merge(server, administrator, kept_id, &form).await
}

async fn separated(server: &Server, administrator: &Identity, merge: &str) {
    server.clock.advance(60_000);
    let path = format!("/api/merges/{merge}/undo");
    server.post(&path).as_(administrator).await.expect(200);
}

on_both_engines!(an_import_is_undone_after_the_undo_of_a_later_merge);
async fn an_import_is_undone_after_the_undo_of_a_later_merge(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    export::collection(&server, &administrator).await;
    let before = files(&server, &administrator).await;
    let import = imported(&server, &administrator, MARCXML).await;
    let edit = edited(&server, &administrator, "", json!({ "publisher": "Hogarth" })).await;
    let [wars, process] = [
        titled(&server, &administrator, "Wars").await,
        titled(&server, &administrator, "Der Process").await,
    ];
    // Each of the two was the kept book once.
    for (kept, other) in [(&wars, &process), (&process, &wars)] {
        let merge = merged(&server, &administrator, kept, other).await;
        separated(&server, &administrator, &merge).await;
    }
    assert_eq!(restored(&server, &administrator, &edit).await, (7, 0));
    assert_eq!(kept(&server, &administrator, &import).await, 0);
    assert_eq!(files(&server, &administrator).await, before);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(an_added_book_into_which_another_one_was_merged_is_kept);
async fn an_added_book_into_which_another_one_was_merged_is_kept(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    export::collection(&server, &administrator).await;
    let import = imported(&server, &administrator, TABLE).await;
    let [added, marks] = [
        titled(&server, &administrator, "Intelligence").await,
        titled(&server, &administrator, "Marks").await,
    ];
    let path = format!("/api/books/{added}");
    let before = server.get(&path).as_(&administrator).await.expect(200).clone();
    merged(&server, &administrator, &added, &marks).await;
    // It had nothing that the kept book could get.
    let mut after = server.get(&path).as_(&administrator).await.expect(200).clone();
    after["updatedAt"] = before["updatedAt"].clone();
    assert_eq!(after, before);
    assert_eq!(kept(&server, &administrator, &import).await, 1);
    let path = format!("/api/books/{marks}");
    let shown = server.get(&path).as_(&administrator).await;
    assert_eq!(shown.expect(200)["mergedInto"], added);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_merge_is_undone_after_the_undo_of_a_later_import);
async fn a_merge_is_undone_after_the_undo_of_a_later_import(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    export::collection(&server, &administrator).await;
    let [wars, marks] = [
        titled(&server, &administrator, "Wars").await,
        titled(&server, &administrator, "Marks").await,
    ];
    let path = format!("/api/books/{marks}/marc");
    let marc = server.get(&path).as_(&administrator).await.expect(200)["text"].clone();
    let request = server
        .put(&path)
        .as_(&administrator)
        .json(&json!({ "text": marc }));
    request.await.expect(200);
    let before = files(&server, &administrator).await;
    // The kept book gets the MARC record of the other one, and an import replaces it.
    let merge = merged(&server, &administrator, &wars, &marks).await;
    let records = "SELECT count(*) FROM marc_records";
    assert_eq!(server.database().integer(records).await, 2);
    let path = format!("/api/export?format=marcxml&book={wars}");
    let file = server.get(&path).as_(&administrator).await.text().to_owned();
    let file = file.replace("World Health Organization", "WHO");
    let import = imported(&server, &administrator, &file).await;
    assert_eq!(counts(&import), [1, 0, 1, 0, 0, 0]);
    assert_eq!(kept(&server, &administrator, &import).await, 0);
    separated(&server, &administrator, &merge).await;
    assert_eq!(server.database().integer(records).await, 1);
    assert_eq!(files(&server, &administrator).await, before);
    assert_eq!(server.violations().await, []);
}
