//! SRU: explain, searches in both generations of the protocol, and its diagnostics.

use carrel_testkit::{Identity, Server, TestDatabase, on_both_engines};
use serde_json::json;

use super::settings::change;

const SITE: &str = "https://library.example:8443/books";
const FORM: &str = "application/x-www-form-urlencoded";

async fn share(server: &Server, administrator: &Identity, on: bool) {
    let form = json!({ "openToVisitors": false, "indexed": false, "sru": on, "siteAddress": SITE });
    let changed = change(server, administrator, "catalogue", form).await;
    assert_eq!(changed.expect(200)["sru"], on);
}

/// A library with some books, that others may search.
async fn sharing(database: TestDatabase) -> (Server, Vec<String>) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    share(&server, &administrator, true).await;
    let mut ids = Vec::new();
    for (title, author, year, language, issn) in [
        ("Bees & wasps", "Jane Roe", 1968, "English", None),
        ("The bee-keeper", "Ann Poe", 2001, "German", None),
        (
            "Keeping bees at home",
            "Ann Poe",
            1990,
            "English",
            Some("0028-0836"),
        ),
        ("Beetles", "Bo Chen", 2010, "English", None),
    ] {
        let identifiers = issn.map(|issn| json!({ "kind": "issn", "value": issn }));
        let book = json!({
            "title": title, "author": author, "category": "Science", "language": language, "publishedYear": year,
            "copies": 1, "details": { "identifiers": Vec::from_iter(identifiers) },
        });
        let added = server.post("/api/books").as_(&administrator).json(&book).await;
        ids.push(added.expect(201)["_id"].as_str().expect("an id").to_owned());
    }
    let archived = server.book().title("Archived bees").await;
    let archive = server.post(&format!("/api/books/{}/archive", archived.id));
    archive.as_(&administrator).await.expect(200);
    server.catch_up().await;
    (server, ids)
}

async fn ask(server: &Server, parameters: &[(&str, &str)]) -> String {
    let query = serde_html_form::to_string(parameters).expect("a query");
    let answer = server.get(&format!("/sru?{query}")).await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.text());
    assert_eq!(answer.header("content-type"), Some("text/xml; charset=utf-8"));
    answer.text().to_owned()
}

async fn search(server: &Server, query: &str) -> String {
    ask(server, &[("query", query)]).await
}

/// The texts of the elements with a name.
fn all<'a>(xml: &'a str, name: &str) -> Vec<&'a str> {
    let (begin, end) = (format!("<{name}>"), format!("</{name}>"));
    let parts = xml.split(begin.as_str()).skip(1);
    parts.filter_map(|part| part.split(end.as_str()).next()).collect()
}

/// The number of the diagnostic of a response; empty without one.
fn diagnostic(xml: &str) -> &str {
    let uri = all(xml, "uri").into_iter().next().unwrap_or_default();
    uri.strip_prefix("info:srw/diagnostic/1/").unwrap_or_default()
}

on_both_engines!(nothing_is_there_while_searches_of_others_are_off);
async fn nothing_is_there_while_searches_of_others_are_off(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let nothing = (404, "unknown_path", "There is nothing at this address");
    for on in [false, true, false] {
        if on || server.get("/sru").await.status == 200 {
            share(&server, &administrator, on).await;
        }
        let answers = [
            server.get("/sru").await,
            server.post("/sru").body(FORM, "operation=explain").await,
        ];
        for answer in answers {
            if on {
                assert_eq!(answer.status, 200);
                assert!(answer.text().contains("<explainResponse "), "{}", answer.text());
            } else {
                assert_eq!(answer.failure(), nothing);
            }
        }
    }
}

on_both_engines!(a_search_is_exact);
async fn a_search_is_exact(database: TestDatabase) {
    let (server, ids) = sharing(database).await;
    for (query, found) in [
        ("cql.allRecords = 1", &[0, 1, 2, 3][..]),
        ("bees", &[0, 2]),
        // No beginnings and no other spellings.
        ("bee", &[1]),
        ("beez", &[]),
        ("dc.title = bee*", &[0, 1, 2, 3]),
        ("dc.title = \"bees wasps\"", &[0]),
        ("dc.title = \"wasps bees\"", &[]),
        ("dc.title all \"wasps bees\"", &[0]),
        ("dc.title any \"wasps beetles\"", &[0, 3]),
        ("dc.title = beekeeper", &[1]),
        ("dc.title <> bees", &[1, 3]),
        ("dc.creator = poe not dc.title = home", &[1]),
        ("dc.creator = \"poe\" or dc.creator = chen", &[1, 2, 3]),
        ("(bees or beetles) and dc.date >= 1990", &[2, 3]),
        ("dc.date < 1990", &[0]),
        ("dc.language = ger", &[1]),
        ("dc.language = English and dc.subject = science", &[0, 2, 3]),
        ("bath.issn = 00280836", &[2]),
        ("bath.issn <> 0028-0836", &[0, 1, 3]),
        ("dc.title = archived", &[]),
        ("cql.allRecords = 1 sortby dc.title", &[0, 3, 2, 1]),
        (
            "cql.allRecords = 1 sortby dc.creator dc.date/sort.descending",
            &[1, 2, 3, 0],
        ),
        ("cql.allRecords = 1 sortby dc.date/descending", &[3, 1, 2, 0]),
    ] {
        let xml = search(&server, query).await;
        let expected: Vec<String> = found
            .iter()
            .map(|place: &usize| format!("oai:library.example:{}", ids[*place]))
            .collect();
        assert_eq!(all(&xml, "recordIdentifier"), expected, "{query}\n{xml}");
        assert_eq!(all(&xml, "numberOfRecords"), [found.len().to_string()], "{query}");
    }
    let identified = search(&server, &format!("rec.identifier = {}", ids[3])).await;
    assert_eq!(all(&identified, "numberOfRecords"), ["1"]);
}

on_both_engines!(records_come_in_pages_and_two_schemas);
async fn records_come_in_pages_and_two_schemas(database: TestDatabase) {
    let (server, ids) = sharing(database).await;
    let everything = ("query", "cql.allRecords = 1");
    let first = ask(&server, &[everything, ("maximumRecords", "3")]).await;
    assert_eq!(all(&first, "recordPosition"), ["1", "2", "3"]);
    assert_eq!(all(&first, "nextRecordPosition"), ["4"]);
    assert!(
        first.contains(
            "<searchRetrieveResponse xmlns=\"http://docs.oasis-open.org/ns/search-ws/sruResponse\">"
        )
    );
    assert!(
        first.contains("<recordData><record xmlns=\"http://www.loc.gov/MARC21/slim\">"),
        "{first}"
    );
    let last = ask(
        &server,
        &[everything, ("startRecord", "4"), ("maximumRecords", "3")],
    )
    .await;
    assert_eq!(all(&last, "recordPosition"), ["4"]);
    assert_eq!(all(&last, "nextRecordPosition"), [""; 0]);
    let none = ask(&server, &[everything, ("maximumRecords", "0")]).await;
    assert_eq!(
        (all(&none, "numberOfRecords"), all(&none, "recordPosition")),
        (vec!["4"], vec![])
    );

    let one = ("query", "wasps");
    let dublin_core = ask(
        &server,
        &[one, ("recordSchema", "dc"), ("recordXMLEscaping", "xml")],
    )
    .await;
    assert_eq!(all(&dublin_core, "dc:title"), ["Bees &amp; wasps"]);
    let page = format!("{SITE}/books/{}", ids[0]);
    assert_eq!(all(&dublin_core, "dc:identifier"), [page.as_str()]);
    let text = ask(
        &server,
        &[
            one,
            ("recordSchema", "info:srw/schema/1/dc-v1.1"),
            ("recordXMLEscaping", "string"),
        ],
    )
    .await;
    assert!(
        text.contains("&lt;dc:title&gt;Bees &amp;amp; wasps&lt;/dc:title&gt;"),
        "{text}"
    );

    for version in ["1.1", "1.2"] {
        let old = [
            ("operation", "searchRetrieve"),
            ("version", version),
            one,
            ("recordPacking", "xml"),
        ];
        let xml = ask(&server, &old).await;
        assert!(
            xml.contains("<searchRetrieveResponse xmlns=\"http://www.loc.gov/zing/srw/\">"),
            "{xml}"
        );
        assert_eq!(all(&xml, "version"), [version]);
        assert_eq!(all(&xml, "recordPacking"), ["xml"]);
        assert_eq!(xml.contains("recordIdentifier"), version == "1.2");
    }
    let posted = server.post("/sru").body(FORM, "query=wasps").await;
    assert_eq!(all(posted.text(), "numberOfRecords"), ["1"]);
}

on_both_engines!(the_database_explains_itself);
async fn the_database_explains_itself(database: TestDatabase) {
    let (server, _) = sharing(database).await;
    for (parameters, namespace) in [
        (&[][..], "http://docs.oasis-open.org/ns/search-ws/sruResponse"),
        (
            &[("operation", "explain")],
            "http://docs.oasis-open.org/ns/search-ws/sruResponse",
        ),
        (
            &[("operation", "explain"), ("version", "1.1")],
            "http://www.loc.gov/zing/srw/",
        ),
    ] {
        let xml = ask(&server, parameters).await;
        assert!(
            xml.contains(&format!("<explainResponse xmlns=\"{namespace}\">")),
            "{xml}"
        );
        assert!(
            xml.contains("<host>library.example</host><port>8443</port><database>books/sru</database>"),
            "{xml}"
        );
        assert!(xml.contains("<name set=\"bath\">issn</name>"), "{xml}");
        assert_eq!(diagnostic(&xml), "");
    }
}

on_both_engines!(what_is_not_supported_has_a_diagnostic);
async fn what_is_not_supported_has_a_diagnostic(database: TestDatabase) {
    let (server, _) = sharing(database).await;
    let cat = ("query", "bees");
    for (parameters, expected) in [
        (&[("operation", "scan")][..], "4"),
        (&[("scanClause", "dc.title = a")], "4"),
        (&[("operation", "delete")], "4"),
        (&[("version", "3.0")], "5"),
        (&[cat, ("startRecord", "0")], "6"),
        (&[cat, ("maximumRecords", "many")], "6"),
        (&[cat, ("queryType", "pqf")], "6"),
        (&[cat, cat], "6"),
        (&[("operation", "searchRetrieve")], "7"),
        (&[cat, ("colour", "<red>")], "8"),
        (&[cat, ("x-colour", "red")], ""),
        (&[("query", "dc.title =")], "10"),
        (&[("query", "dc.colour = red")], "16"),
        (&[("query", "dc.title within a")], "19"),
        (&[("query", "dc.title > a")], "22"),
        (&[("query", "\"\"")], "27"),
        (&[("query", "b?es")], "28"),
        (&[("query", "a prox b")], "37"),
        (&[cat, ("startRecord", "3")], "61"),
        (&[cat, ("startRecord", "99999999999999999999999")], "61"),
        (&[("query", "nothing")], ""),
        (&[cat, ("recordSchema", "mods")], "66"),
        (&[cat, ("recordXMLEscaping", "json")], "71"),
        (&[cat, ("version", "1.1"), ("recordPacking", "json")], "71"),
        (&[cat, ("version", "1.1"), ("sortKeys", "title")], "80"),
        (&[("query", "bees sortby dc.subject")], "88"),
    ] {
        let xml = ask(&server, parameters).await;
        assert_eq!(diagnostic(&xml), expected, "{parameters:?}\n{xml}");
        assert!(!xml.contains("<red>"), "{xml}");
    }
    let posted = server.post("/sru").body("text/plain", "query=bees").await;
    assert_eq!(posted.failure().1, "not_form");
}
