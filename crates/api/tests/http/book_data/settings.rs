//! The settings of the sources.

use carrel_domain::book_data::BookHosts;

use super::*;

const PATH: &str = "/api/admin/settings/book-data";

on_both_engines!(sources_are_ordered_changed_and_recorded);
async fn sources_are_ordered_changed_and_recorded(database: TestDatabase) {
    let scene = Scene::new(database).await;
    let shown = scene.server.get(PATH).as_(&scene.ada).await;
    let shown = shown.expect(200);
    assert_eq!(shown["sources"][0]["kind"], "open_library");
    assert_eq!(
        (&shown["sources"][0]["isOn"], &shown["covers"]),
        (&json!(false), &json!(false))
    );
    scene
        .sources(json!([sru(&scene.stub, "B", "/b"), open_library_is(true)]), true)
        .await;
    let shown = scene.server.get(PATH).as_(&scene.ada).await;
    let shown = shown.expect(200);
    let source = json!({
        "kind": "sru", "isOn": true, "name": "B", "address": format!("{}/b", scene.stub.address()), "version": "1.1",
        "recordSchema": "marcxml", "query": "bath.isbn={isbn}",
    });
    assert_eq!(shown["sources"][0], source);
    assert_eq!(shown["sources"][1]["name"], Value::Null);
    let log = scene.server.get("/api/admin/audit?limit=1").as_(&scene.ada).await;
    let entry = &log.list()[0];
    assert_eq!(
        (&entry["action"], &entry["subject"]),
        (&json!("settings.changed"), &json!("settings.book_data"))
    );
    assert_eq!(entry["after"]["sources"][0]["name"], "B");
    // The settings are kept by a restart.
    assert_eq!(scene.server.violations().await, []);
}

on_both_engines!(addresses_are_those_that_the_operator_allows);
async fn addresses_are_those_that_the_operator_allows(database: TestDatabase) {
    let setup = Setup::limited(|limits| limits.book_hosts = BookHosts::Public);
    let server = Server::start_with(database, setup).await;
    let ada = server.administrator().await;
    let secure = "The address must begin with https://, unless the operator of this server allows the host (book_data_hosts)";
    let private = "This host is in a private network, and the operator of this server has to allow it (book_data_hosts)";
    for (address, message) in [
        ("http://catalogue.example.org/", secure),
        ("https://127.0.0.1/", private),
        ("https://[::1]/", private),
        ("https://10.0.0.1/", private),
        ("https://169.254.169.254/", private),
        ("https://localhost/", private),
    ] {
        let source = json!({
            "kind": "sru", "isOn": true, "name": "A", "address": address, "version": "1.1", "query": "bath.isbn={isbn}",
        });
        let form = json!({ "sources": [open_library_is(false), source], "covers": false });
        let refused = change(&server, &ada, "book-data", form).await;
        assert_eq!(refused.errors(), [("sources.1.address", message)], "{address}");
        let trial = json!({ "source": source, "isbn": ISBN });
        let refused = server.post(&format!("{PATH}/try")).as_(&ada).json(&trial).await;
        assert_eq!(refused.errors(), [("source.address", message)], "{address}");
    }
}

on_both_engines!(a_name_that_leads_to_this_machine_is_not_called);
async fn a_name_that_leads_to_this_machine_is_not_called(database: TestDatabase) {
    // The list allows the name, but not what it leads to: only the name "localhost" may be this machine.
    let stub = BookSourceStub::start().await;
    let port = stub.address().rsplit(':').next().expect("a port").to_owned();
    let setup = Setup::limited(|limits| {
        let hosts = ["localhost", "sources.localhost"].map(|host| host.parse().expect("a host"));
        limits.book_hosts = BookHosts::Listed(hosts.to_vec());
    });
    let server = Server::start_with(database, setup).await;
    let ada = server.administrator().await;
    stub.reply("/a", response(&[marc("Bees", ISBN)]));
    let trial = async |host: &str| {
        let source = json!({
            "kind": "sru", "isOn": false, "name": "A", "address": format!("http://{host}:{port}/a"), "version": "2.0",
            "query": "bath.isbn={isbn}",
        });
        let trial = json!({ "source": source, "isbn": "0-13-461099-7" });
        let answer = server.post(&format!("{PATH}/try")).as_(&ada).json(&trial).await;
        answer.expect(200).clone()
    };
    assert_eq!(trial("localhost").await["found"]["draft"]["title"], "Bees");
    assert_eq!(stub.take().len(), 1);
    let refused = trial("sources.localhost").await;
    // A system without such names does not find the host.
    let code = refused["problem"]["code"].as_str().expect("a code");
    assert!(["not_allowed", "host_not_found"].contains(&code), "{refused}");
    assert!(stub.take().is_empty());
}

on_both_engines!(a_source_is_tried_before_it_is_saved);
async fn a_source_is_tried_before_it_is_saved(database: TestDatabase) {
    let scene = Scene::new(database).await;
    scene.stub.reply("/a", response(&[marc("Bees", ISBN)]));
    let path = format!("{PATH}/try");
    let trial = json!({ "source": sru(&scene.stub, "A", "/a"), "isbn": ISBN });
    let answer = scene.server.post(&path).as_(&scene.ada).json(&trial).await;
    assert_eq!(answer.expect(200)["found"]["draft"]["title"], "Bees");
    let invalid = json!({ "source": { "kind": "sru", "isOn": true }, "isbn": ISBN });
    let refused = scene.server.post(&path).as_(&scene.ada).json(&invalid).await;
    let errors = refused.errors();
    let fields: Vec<&str> = errors.iter().map(|(field, _)| *field).collect();
    assert_eq!(
        fields,
        ["source.name", "source.address", "source.version", "source.query"]
    );
    let invalid = json!({ "source": open_library_is(true), "isbn": "123" });
    let refused = scene.server.post(&path).as_(&scene.ada).json(&invalid).await;
    assert_eq!(refused.errors(), [("isbn", "Invalid ISBN")]);
    let stored = scene
        .server
        .database()
        .integer("SELECT count(*) FROM settings WHERE key = 'book_data'");
    assert_eq!(stored.await, 0);
    assert_eq!(scene.server.violations().await, []);
}
