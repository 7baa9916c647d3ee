//! Files of books that are not as they should be.

use carrel_testkit::{Server, TestDatabase, on_both_engines};
use serde_json::json;

use super::imports::{TABLE, checked, committed, counts, id, show, titles};

on_both_engines!(what_is_no_file_of_books_is_refused);
async fn what_is_no_file_of_books_is_refused(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    for (file, code) in [
        (&b""[..], "import_file_empty"),
        (b"%PDF-1.7\n\0\x01\x02\x03\x04\x05\x06\x07\x08", "file_unknown"),
        (
            b"PK\x03\x04 this is no spreadsheet \0\0\0\x01\x02\x03",
            "file_unknown",
        ),
    ] {
        let refused = server.post("/api/imports").as_(&administrator).bytes(file).await;
        assert_eq!(refused.status, 422);
        assert_eq!(refused.json["errors"][0]["code"], code);
    }
    let none = checked(&server, &administrator, "<?xml version=\"1.0\"?><rss></rss>").await;
    assert_eq!(
        (&none["state"], &none["problem"]),
        (&json!("failed"), &json!("no_records"))
    );
    let path = format!("/api/imports/{}/undo", id(&none));
    let refused = server.post(&path).as_(&administrator).await;
    assert_eq!(
        (refused.status, &refused.json["code"]),
        (409, &json!("import_state"))
    );
}

on_both_engines!(an_import_whose_file_is_on_another_server_waits_for_it_and_then_fails);
async fn an_import_whose_file_is_on_another_server_waits_for_it_and_then_fails(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let sent = server.post("/api/imports?name=books.csv").as_(&administrator);
    let import = sent.bytes(TABLE).await.expect(202).clone();
    for file in std::fs::read_dir(server.import_files()).expect("the folder") {
        std::fs::remove_file(file.expect("a file").path()).expect("it is removed");
    }
    server.work_on_imports().await;
    assert_eq!(show(&server, &administrator, &import).await["state"], "checking");
    server.clock.advance(61 * 1000);
    server.work_on_imports().await;
    let failed = show(&server, &administrator, &import).await;
    assert_eq!(
        (&failed["state"], &failed["problem"]),
        (&json!("failed"), &json!("file_missing"))
    );
}

on_both_engines!(a_record_that_lists_a_copy_twice_adds_it_once);
async fn a_record_that_lists_a_copy_twice_adds_it_once(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let item = r#"<datafield tag="952" ind1=" " ind2=" "><subfield code="p">T1</subfield></datafield>"#;
    let xml = format!(
        r#"<record><leader>00000nam a2200000 a 4500</leader>
<datafield tag="100" ind1="1" ind2=" "><subfield code="a">Woolf, Virginia</subfield></datafield>
<datafield tag="245" ind1="1" ind2="0"><subfield code="a">Flush</subfield></datafield>{item}{item}</record>"#
    );
    let import = checked(&server, &administrator, xml).await;
    let import = committed(&server, &administrator, &import, "skip").await;
    assert_eq!(
        (&import["state"], counts(&import)),
        (&json!("done"), [1, 1, 0, 0, 0, 1])
    );
    assert_eq!(server.violations().await, []);
}

on_both_engines!(what_an_index_cannot_hold_is_shortened);
async fn what_an_index_cannot_hold_is_shortened(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    // Letters that cannot be compressed much, and a line break within a cell.
    let long: String = (0..5000u32)
        .filter_map(|number| char::from_u32(0x4e00 + number))
        .collect();
    let heading = "x".repeat(4000);
    let file = format!("Title,Author,Subjects,{heading}\n\"Two\nlines\",Somebody,{long},1\n");
    let import = checked(&server, &administrator, file).await;
    assert_eq!(import["state"], "ready");
    let import = committed(&server, &administrator, &import, "skip").await;
    assert_eq!(
        (&import["state"], counts(&import)),
        (&json!("done"), [1, 1, 0, 0, 0, 1])
    );
    server.catch_up().await;
    assert_eq!(titles(&server, &administrator).await, ["Two lines"]);
}
