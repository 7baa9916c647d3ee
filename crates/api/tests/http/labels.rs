//! Labels for copies, and sheets: which copies, what is refused, and what is printed.

use carrel_testkit::{Answer, HOUR, Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::catalogue::id;
use super::imports::{TABLE, checked, committed};

/// A library with two books: one has the copies a-1 to a-3 with a call number, the other one b-1 without.
pub(super) struct Shelf {
    pub server: Server,
    pub administrator: Identity,
    /// The ids of the books, and of the copies by barcode.
    pub books: [String; 2],
    copies: Vec<String>,
}

impl Shelf {
    pub async fn new(database: TestDatabase) -> Self {
        let server = Server::start(database).await;
        let administrator = server.administrator().await;
        let mut copies = Vec::new();
        let mut books = Vec::new();
        for (title, call_number, barcodes) in [
            ("Orlando", Some("PR6045.O72 O7"), &["a-1", "a-2", "a-3"][..]),
            ("Flush", None, &["b-1"]),
        ] {
            let book = server.book().title(title).copies(0).await;
            let new: Vec<Value> = barcodes
                .iter()
                .map(|barcode| json!({ "barcode": barcode }))
                .collect();
            let form = json!({ "copies": new, "callNumber": call_number });
            let path = format!("/api/books/{}/copies", book.id);
            let added = server.post(&path).as_(&administrator).json(&form).await;
            copies.extend(added.expect(201).as_array().expect("copies").iter().map(id));
            books.push(book.id.to_string());
        }
        Shelf {
            server,
            administrator,
            books: books.try_into().expect("two books"),
            copies,
        }
    }

    async fn print(&self, form: &Value) -> Answer {
        self.post("/api/labels", form).await
    }

    async fn preview(&self, form: &Value) -> Answer {
        self.post("/api/labels/preview", form).await
    }

    pub async fn post(&self, path: &str, form: &Value) -> Answer {
        self.server.post(path).as_(&self.administrator).json(form).await
    }
}

/// A form for barcode labels on a sheet of 21, with more fields.
pub(super) fn form(more: Value) -> Value {
    let mut form = json!({ "kind": "barcode", "sheet": "avery-l7160" });
    let (Some(fields), Value::Object(more)) = (form.as_object_mut(), more) else {
        panic!("objects");
    };
    fields.extend(more);
    form
}

/// How many labels a document has, after a look at the document.
pub(super) fn labels_of(answer: &Answer) -> &str {
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("content-type"), Some("application/pdf"));
    assert!(answer.body.starts_with(b"%PDF-"));
    answer.header("x-total-count").expect("a number of labels")
}

on_both_engines!(copies_are_chosen_in_six_ways);
async fn copies_are_chosen_in_six_ways(database: TestDatabase) {
    let shelf = Shelf::new(database).await;
    let [orlando, flush] = &shelf.books;
    let today = shelf.server.clock.now().to_string()[..10].to_owned();
    for (which, labels) in [
        (json!({ "copies": [shelf.copies[2], shelf.copies[0]] }), "2"),
        // A copy can get several labels.
        (json!({ "copies": [shelf.copies[0], shelf.copies[0]] }), "2"),
        (json!({ "barcodes": [" A-2 ", "b-1"] }), "2"),
        (json!({ "barcodeFrom": "a-2", "barcodeTo": "A-3" }), "2"),
        (json!({ "barcodeFrom": "a-3" }), "2"),
        (json!({ "barcodeTo": "a-2" }), "2"),
        (json!({ "book": orlando }), "3"),
        (json!({ "book": flush }), "1"),
        (json!({ "addedSince": today }), "4"),
    ] {
        assert_eq!(
            labels_of(&shelf.print(&form(which.clone())).await),
            labels,
            "{which}"
        );
    }
}

on_both_engines!(copies_of_an_import_get_labels);
async fn copies_of_an_import_get_labels(database: TestDatabase) {
    let shelf = Shelf::new(database).await;
    let import = checked(&shelf.server, &shelf.administrator, TABLE).await;
    let of_import = form(json!({ "import": id(&import) }));
    let none = shelf.print(&of_import).await;
    assert_eq!(none.errors(), [("copies", "There are no such copies")]);
    committed(&shelf.server, &shelf.administrator, &import, "skip").await;
    assert_eq!(labels_of(&shelf.print(&of_import).await), "3");
}

on_both_engines!(withdrawn_copies_and_deleted_books_get_no_labels);
async fn withdrawn_copies_and_deleted_books_get_no_labels(database: TestDatabase) {
    let shelf = Shelf::new(database).await;
    let [orlando, flush] = &shelf.books;
    let path = format!("/api/copies/{}", shelf.copies[0]);
    shelf
        .server
        .delete(&path)
        .as_(&shelf.administrator)
        .await
        .expect(200);
    let path = format!("/api/books/{flush}");
    shelf
        .server
        .delete(&path)
        .as_(&shelf.administrator)
        .await
        .expect(200);
    let of_book = form(json!({ "book": orlando }));
    assert_eq!(labels_of(&shelf.print(&of_book).await), "2");
    let range = form(json!({ "barcodeFrom": "a-1", "barcodeTo": "z" }));
    assert_eq!(labels_of(&shelf.print(&range).await), "2");
    // A withdrawn copy that is named gets one: its label may be needed for the record.
    let named = form(json!({ "copies": [shelf.copies[0]] }));
    assert_eq!(labels_of(&shelf.print(&named).await), "1");
    let deleted = form(json!({ "copies": [shelf.copies[1], shelf.copies[3]] }));
    assert_eq!(
        shelf.print(&deleted).await.errors(),
        [("copies.1", "There is no such copy")]
    );
}

on_both_engines!(a_day_begins_in_the_zone_of_the_library);
async fn a_day_begins_in_the_zone_of_the_library(database: TestDatabase) {
    let shelf = Shelf::new(database).await;
    // The first four copies were added on 2 March at 23:00, two more on 3 March at 1:00; in UTC, both are on 2 March.
    shelf.server.set("time_zone", "Pacific/Kiritimati").await;
    shelf.server.clock.advance(2 * HOUR);
    let administrator = shelf.server.sign_in_again(&shelf.administrator).await;
    let post = async |path: &str, form: &Value| {
        let request = shelf.server.post(path).as_(&administrator);
        request.json(form).await
    };
    let path = format!("/api/books/{}/copies", shelf.books[1]);
    post(&path, &json!({ "count": 2 })).await.expect(201);
    for (day, labels) in [("2026-03-02", "6"), ("2026-03-03", "2")] {
        let printed = post("/api/labels", &form(json!({ "addedSince": day }))).await;
        assert_eq!(labels_of(&printed), labels, "{day}");
    }
    let none = post("/api/labels", &form(json!({ "addedSince": "2026-03-04" }))).await;
    assert_eq!(none.errors(), [("copies", "There are no such copies")]);
}

on_both_engines!(what_cannot_be_printed_is_refused);
async fn what_cannot_be_printed_is_refused(database: TestDatabase) {
    let shelf = Shelf::new(database).await;
    let [orlando, flush] = &shelf.books;
    for (wrong, errors) in [
        (
            json!({ "book": "book_999999" }),
            &[("book", "There is no such book")][..],
        ),
        (
            json!({ "import": "import_999999" }),
            &[("import", "There is no such import")],
        ),
        (
            json!({}),
            &[("copies", "Please choose the copies to print labels for")],
        ),
        (
            json!({ "book": orlando, "barcodeTo": "z" }),
            &[("copies", "Please choose the copies in one way only")],
        ),
        (
            json!({ "barcodes": ["a-1", "x-1", "x-2"] }),
            &[
                ("barcodes.1", "No copy has this barcode"),
                ("barcodes.2", "No copy has this barcode"),
            ],
        ),
        (
            json!({ "copies": ["copy_1"] }),
            &[("copies.0", "There is no such copy")],
        ),
        (
            json!({ "copies": [orlando] }),
            &[("copies.0", "There is no such copy")],
        ),
        (
            json!({ "barcodeFrom": "x" }),
            &[("copies", "There are no such copies")],
        ),
        (
            json!({ "book": orlando, "sheet": "own-none" }),
            &[("sheet", "There is no such sheet")],
        ),
        (
            json!({ "book": orlando, "first": 22 }),
            &[("first", "The sheet has fewer labels")],
        ),
        (
            json!({ "book": flush, "kind": "spine" }),
            &[("copies", "None of these copies has a call number")],
        ),
        (
            json!({ "book": orlando, "kind": "poster", "symbology": "ean13" }),
            &[
                ("kind", "Labels can be barcode, spine or combined"),
                ("symbology", "Barcodes can be code128, code39 or qr"),
            ],
        ),
    ] {
        for path in ["/api/labels", "/api/labels/preview"] {
            let answer = shelf.post(path, &form(wrong.clone())).await;
            assert_eq!(answer.status, 422, "{path} {wrong}");
            assert_eq!(answer.errors(), errors, "{path} {wrong}");
        }
    }
}

on_both_engines!(a_barcode_that_does_not_fit_is_named);
async fn a_barcode_that_does_not_fit_is_named(database: TestDatabase) {
    let shelf = Shelf::new(database).await;
    let long = "X".repeat(60);
    let path = format!("/api/books/{}/copies", shelf.books[1]);
    let new = json!({ "copies": [{ "barcode": "Ä-7" }, { "barcode": long }] });
    shelf.post(&path, &new).await.expect(201);
    let of_book = json!({ "book": shelf.books[1] });
    let refused = shelf.print(&form(of_book.clone())).await;
    let (too_long, letters) = (format!("labels.{long}"), "labels.Ä-7");
    let mut errors = refused.errors();
    errors.sort_unstable();
    assert_eq!(
        errors,
        [
            (too_long.as_str(), "This barcode is too long for the label"),
            (
                letters,
                "This kind of barcode has no code for some of the characters"
            ),
        ]
    );
    let codes: Vec<&Value> = refused.json["errors"]
        .as_array()
        .expect("errors")
        .iter()
        .map(|error| &error["code"])
        .collect();
    assert!(codes.contains(&&json!("barcode_too_wide")) && codes.contains(&&json!("barcode_characters")));
    // A QR code has letters of all languages.
    let mut qr = form(of_book);
    qr["symbology"] = json!("qr");
    assert_eq!(labels_of(&shelf.print(&qr).await), "3");
}

on_both_engines!(the_preview_counts_what_is_printed);
async fn the_preview_counts_what_is_printed(database: TestDatabase) {
    let shelf = Shelf::new(database).await;
    let all = json!({ "barcodeFrom": "a", "first": 20, "outline": true, "shiftRight": 15, "shiftDown": -7 });
    let preview = shelf.preview(&form(all.clone())).await;
    let data = preview.expect(200);
    assert_eq!(
        (&data["labels"], &data["pages"], &data["leftOut"]),
        (&json!(4), &json!(2), &json!(0))
    );
    let page = data["page"].as_str().expect("a page");
    assert!(page.starts_with("<svg") && page.contains("width=\"210mm\""));
    assert!(!page.contains("Orlando"), "texts are outlines");
    let mut spines = form(all);
    spines["kind"] = json!("spine");
    let preview = shelf.preview(&spines).await;
    assert_eq!(preview.expect(200)["leftOut"], 1);
    assert_eq!(preview.json["data"]["labels"], 3);
    assert_eq!(labels_of(&shelf.print(&spines).await), "3");
}

on_both_engines!(equal_requests_have_equal_documents_of_the_size_of_the_sheet);
async fn equal_requests_have_equal_documents_of_the_size_of_the_sheet(database: TestDatabase) {
    let shelf = Shelf::new(database).await;
    for (sheet, points) in [
        ("avery-l7160", "595.27"),
        ("avery-5160", "612 792"),
        ("card", "242.645"),
    ] {
        let mut form = form(json!({ "book": shelf.books[0] }));
        form["sheet"] = json!(sheet);
        let (first, second) = (shelf.print(&form).await, shelf.print(&form).await);
        assert_eq!(first.body, second.body, "{sheet}");
        let document = String::from_utf8_lossy(&first.body);
        let (_, media_box) = document.split_once("/MediaBox [0 0 ").expect("a page");
        assert!(media_box.starts_with(points), "{sheet}: {media_box:.20}");
        assert_eq!(
            first.header("content-disposition"),
            Some("attachment; filename=\"labels.pdf\"")
        );
    }
}

/// The measures of a sheet of spine labels.
fn spines(name: &str) -> Value {
    json!({
        "name": name, "pageWidthUm": 210_000, "pageHeightUm": 297_000, "marginLeftUm": 5_000, "marginTopUm": 10_000,
        "labelWidthUm": 25_000, "labelHeightUm": 35_000, "columns": 8, "rows": 7,
    })
}

on_both_engines!(a_library_has_sheets_of_its_own);
async fn a_library_has_sheets_of_its_own(database: TestDatabase) {
    let shelf = Shelf::new(database).await;
    let show = async || {
        let shown = shelf
            .server
            .get("/api/label-sheets")
            .as_(&shelf.administrator)
            .await;
        shown.expect(200).clone()
    };
    let before = show().await;
    assert_eq!(before["own"], json!([]));
    let known = before["known"].as_array().expect("sheets");
    assert!(known.len() >= 30 && known.iter().any(|sheet| sheet["code"] == "avery-5160"));
    let change = async |sheets: Value, version: &Value| {
        let form = json!({ "sheets": sheets, "version": version });
        let request = shelf.server.put("/api/label-sheets").as_(&shelf.administrator);
        request.json(&form).await
    };
    let saved = change(json!([spines("Spines")]), &before["version"]).await;
    let saved = saved.expect(200).clone();
    assert_eq!(saved["own"][0]["code"], "own-spines");
    assert_eq!(saved["own"][0]["columnGapUm"], 0);
    assert_eq!(show().await, saved);
    let mut printed = form(json!({ "book": shelf.books[0], "kind": "spine", "first": 56 }));
    printed["sheet"] = json!("own-spines");
    assert_eq!(labels_of(&shelf.print(&printed).await), "3");

    // The present list is replaced, by a caller who has seen it.
    let late = change(json!([]), &before["version"]).await;
    assert_eq!(
        (late.status, late.json["code"].as_str()),
        (409, Some("settings_changed"))
    );
    let mut renamed = spines("Small spines");
    renamed["code"] = json!("own-spines");
    let kept = change(json!([spines("Large spines"), renamed]), &saved["version"]).await;
    let codes: Vec<&Value> = kept.expect(200)["own"]
        .as_array()
        .expect("sheets")
        .iter()
        .map(|sheet| &sheet["code"])
        .collect();
    assert_eq!(codes, [&json!("own-large-spines"), &json!("own-spines")]);
    let entries: Vec<(String,)> = shelf
        .server
        .database()
        .rows(
            "SELECT entity FROM audit WHERE action = 'settings.changed' AND entity = 'settings.label_sheets'",
        )
        .await;
    assert_eq!(entries.len(), 2);
}

on_both_engines!(sheets_whose_labels_do_not_fit_are_refused);
async fn sheets_whose_labels_do_not_fit_are_refused(database: TestDatabase) {
    let shelf = Shelf::new(database).await;
    let shown = shelf
        .server
        .get("/api/label-sheets")
        .as_(&shelf.administrator)
        .await;
    let version = shown.expect(200)["version"].clone();
    for (field, value, error) in [
        (
            "columns",
            json!(9),
            ("sheets.0.labelWidthUm", "The labels are wider than the page"),
        ),
        (
            "rows",
            json!(9),
            ("sheets.0.labelHeightUm", "The labels are higher than the page"),
        ),
        (
            "labelWidthUm",
            json!(4_999),
            ("sheets.0.labelWidthUm", "The length must be from 5 to 1200 mm"),
        ),
        (
            "pageHeightUm",
            json!(1),
            ("sheets.0.pageHeightUm", "The length must be from 20 to 1200 mm"),
        ),
        (
            "rows",
            json!(61),
            ("sheets.0.rows", "The number must be from 1 to 60"),
        ),
        ("name", json!(" "), ("sheets.0.name", "Name is required")),
        (
            "code",
            json!("avery-5160"),
            ("sheets.0.code", "There is no such sheet"),
        ),
    ] {
        let mut sheet = spines("Spines");
        sheet[field] = value;
        let form = json!({ "sheets": [sheet], "version": version });
        let answer = shelf
            .server
            .put("/api/label-sheets")
            .as_(&shelf.administrator)
            .json(&form)
            .await;
        assert_eq!(answer.errors(), [error], "{field}");
    }
}
