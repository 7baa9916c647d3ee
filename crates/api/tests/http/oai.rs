//! OAI-PMH: every verb and every error of the protocol, and harvests in parts.

use std::collections::BTreeMap;

use carrel_operations::catalogue;
use carrel_testkit::{Answer, Identity, Server, TestDatabase, on_both_engines};
use serde_json::json;

use super::settings::change;

const SITE: &str = "https://library.example";
const FORM: &str = "application/x-www-form-urlencoded";

/// A library that shares its records.
async fn sharing(database: TestDatabase) -> (Server, Identity) {
    let server = Server::start(database).await;
    server.travel_to("2026-11-27T09:59:00Z");
    let administrator = server.administrator().await;
    share(&server, &administrator, true).await;
    (server, administrator)
}

async fn share(server: &Server, administrator: &Identity, on: bool) {
    let form = json!({ "openToVisitors": false, "indexed": false, "oaiPmh": on, "siteAddress": SITE });
    let changed = change(server, administrator, "catalogue", form).await;
    assert_eq!(changed.expect(200)["oaiPmh"], on);
}

async fn ask(server: &Server, query: &str) -> String {
    let answer = server.get(&format!("/oai?{query}")).await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.text());
    assert_eq!(answer.header("content-type"), Some("text/xml; charset=utf-8"));
    answer.text().to_owned()
}

/// The texts of the elements with a name, in their order.
fn all<'a>(xml: &'a str, name: &str) -> Vec<&'a str> {
    let (begin, end) = (format!("<{name}"), format!("</{name}>"));
    let parts = xml.split(begin.as_str()).skip(1);
    let parts = parts.filter(|part| part.starts_with(['>', ' ']));
    let texts = parts.filter_map(|part| {
        let (_, rest) = part.split_once('>')?;
        rest.split_once(end.as_str()).map(|(text, _)| text)
    });
    texts.collect()
}

/// The code of the error of a response.
fn error(xml: &str) -> &str {
    let rest = xml.split_once("<error code=\"").map_or("", |(_, rest)| rest);
    rest.split_once('"').map_or("", |(code, _)| code)
}

/// The token of the next part; none at the end.
fn token(xml: &str) -> Option<String> {
    let text = all(xml, "resumptionToken").into_iter().next()?;
    (!text.is_empty()).then(|| text.to_owned())
}

on_both_engines!(nothing_is_there_while_the_protocol_is_off);
async fn nothing_is_there_while_the_protocol_is_off(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    for on in [false, true, false] {
        if on {
            share(&server, &administrator, true).await;
        } else if server.get("/oai").await.status == 200 {
            share(&server, &administrator, false).await;
        }
        let form = server.post("/oai").body(FORM, "verb=Identify").await;
        let get = server.get("/oai?verb=Identify").await;
        for answer in [get, form] {
            if on {
                assert_eq!(answer.status, 200);
                assert!(answer.text().contains("<Identify>"), "{}", answer.text());
            } else {
                let failure = (404, "unknown_path", "There is nothing at this address");
                assert_eq!(answer.failure(), failure);
            }
        }
    }
}

on_both_engines!(the_repository_identifies_itself);
async fn the_repository_identifies_itself(database: TestDatabase) {
    let (server, administrator) = sharing(database).await;
    server.travel_to("2026-11-27T10:00:00.900Z");
    let book = server.book().category("Arts & Crafts").await;
    server.travel_to("2026-11-27T10:05:00Z");
    server.book().category("Science").await;
    let xml = ask(&server, "verb=Identify").await;
    for (name, value) in [
        ("baseURL", "https://library.example/oai"),
        ("protocolVersion", "2.0"),
        ("adminEmail", "no-reply@library.example"),
        ("earliestDatestamp", "2026-11-27T10:00:00Z"),
        ("deletedRecord", "persistent"),
        ("granularity", "YYYY-MM-DDThh:mm:ssZ"),
        ("repositoryIdentifier", "library.example"),
        ("responseDate", "2026-11-27T10:05:00Z"),
    ] {
        assert_eq!(all(&xml, name), [value], "{xml}");
    }
    assert!(
        xml.contains("<request verb=\"Identify\">https://library.example/oai</request>"),
        "{xml}"
    );

    let formats = ask(&server, "verb=ListMetadataFormats").await;
    assert_eq!(all(&formats, "metadataPrefix"), ["oai_dc", "marc21"]);
    let of_book = format!(
        "verb=ListMetadataFormats&identifier=oai:library.example:{}",
        book.id
    );
    assert_eq!(all(&ask(&server, &of_book).await, "metadataPrefix").len(), 2);

    let sets = ask(&server, "verb=ListSets").await;
    assert_eq!(all(&sets, "setSpec"), ["Arts_~26_Crafts", "Science"]);
    assert_eq!(all(&sets, "setName"), ["Arts &amp; Crafts", "Science"]);
    // A set stays while its books are archived.
    let archive = server.post(&format!("/api/books/{}/archive", book.id));
    archive.as_(&administrator).await.expect(200);
    assert_eq!(all(&ask(&server, "verb=ListSets").await, "setSpec").len(), 2);
}

on_both_engines!(errors_are_those_of_the_protocol);
async fn errors_are_those_of_the_protocol(database: TestDatabase) {
    let (server, _) = sharing(database).await;
    let empty = ask(&server, "verb=ListRecords&metadataPrefix=oai_dc").await;
    assert_eq!(error(&empty), "noRecordsMatch");
    server.travel_to("2026-11-27T10:00:00Z");
    let book = server.book().category("Science").await;
    let one = format!("identifier=oai:library.example:{}", book.id);
    for (query, expected) in [
        ("", "badVerb"),
        ("verb=Nothing", "badVerb"),
        ("verb=Identify&verb=Identify", "badVerb"),
        ("verb=Identify&a=%3Cb%3E", "badArgument"),
        ("verb=ListRecords", "badArgument"),
        (
            "verb=ListRecords&metadataPrefix=oai_dc&from=yesterday",
            "badArgument",
        ),
        ("verb=ListRecords&metadataPrefix=a%22b", "cannotDisseminateFormat"),
        ("verb=ListRecords&resumptionToken=x", "badResumptionToken"),
        ("verb=ListSets&resumptionToken=x", "badResumptionToken"),
        (
            "verb=ListRecords&metadataPrefix=oai_dc&until=2026-11-26",
            "noRecordsMatch",
        ),
        (
            "verb=ListRecords&metadataPrefix=oai_dc&from=2026-11-28",
            "noRecordsMatch",
        ),
        (
            "verb=ListIdentifiers&metadataPrefix=oai_dc&set=Poetry",
            "noRecordsMatch",
        ),
        (
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=x",
            "idDoesNotExist",
        ),
        (
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:library.example:book_99999999",
            "idDoesNotExist",
        ),
        ("verb=ListMetadataFormats&identifier=x", "idDoesNotExist"),
        (
            "verb=ListMetadataFormats&identifier=oai:other.example:book_1",
            "idDoesNotExist",
        ),
        (
            &format!("verb=GetRecord&metadataPrefix=mods&{one}"),
            "cannotDisseminateFormat",
        ),
    ] {
        let xml = ask(&server, query).await;
        assert_eq!(error(&xml), expected, "{query}");
        // The arguments of a request are shown only if they are arguments of its verb.
        let is_shown = !matches!(expected, "badVerb" | "badArgument");
        assert_eq!(xml.contains("<request verb="), is_shown, "{xml}");
        assert!(!xml.contains("<b>") && !xml.contains("a\"b"), "{xml}");
    }
    for (query, expected) in [
        ("until=2026-11-27", 1),
        ("from=2026-11-27&until=2026-11-27", 1),
        ("from=2026-11-27T10:00:00Z&until=2026-11-27T10:00:00Z", 1),
        ("set=Science", 1),
    ] {
        let xml = ask(
            &server,
            &format!("verb=ListIdentifiers&metadataPrefix=marc21&{query}"),
        )
        .await;
        assert_eq!(all(&xml, "header").len(), expected, "{query}");
    }
    let posted = server.post("/oai").body("text/plain", "verb=Identify").await;
    assert_eq!(posted.failure().1, "not_form");
    let posted = server.post("/oai").body(FORM, "verb=%ff%fe&%00").await;
    assert_eq!((posted.status, error(posted.text())), (200, "badVerb"));
}

/// A book with a price, a barcode and characters that XML forbids.
async fn rich_book(server: &Server, administrator: &Identity) -> String {
    let form = json!({
        "title": "Bees & <wasps>\u{fffe}", "author": "Jane Roe", "category": "Science", "isbn": "9780547773742",
        "publisher": "Press", "publishedYear": 1968, "language": "German", "pages": 205, "copies": 2,
        "description": "About bees.", "borrowingPeriod": 10,
        "details": { "subjects": [{ "heading": "Bees" }], "series": [{ "title": "Insects", "volume": "7" }] },
    });
    let added = server.post("/api/books").as_(administrator).json(&form).await;
    let id = added.expect(201)["_id"].as_str().expect("an id").to_owned();
    server
        .change_settings(
            "UPDATE copies SET price_minor = 1299, location = 'Room 2', barcode = 'SECRET' || id",
        )
        .await;
    id
}

on_both_engines!(a_record_has_two_formats_and_nothing_of_staff);
async fn a_record_has_two_formats_and_nothing_of_staff(database: TestDatabase) {
    let (server, administrator) = sharing(database).await;
    let id = rich_book(&server, &administrator).await;
    let get = async |format: &str| {
        let query = format!("verb=GetRecord&metadataPrefix={format}&identifier=oai:library.example:{id}");
        ask(&server, &query).await
    };
    let dublin_core = get("oai_dc").await;
    for (name, value) in [
        ("dc:title", "Bees &amp; &lt;wasps&gt;"),
        ("dc:creator", "Roe, Jane"),
        ("dc:subject", "Bees"),
        ("dc:publisher", "Press"),
        ("dc:date", "1968"),
        ("dc:type", "Text"),
        ("dc:format", "205 pages"),
        ("dc:language", "ger"),
        ("dc:description", "About bees."),
        ("dc:relation", "Insects ; 7"),
        ("identifier", &format!("oai:library.example:{id}")),
        ("setSpec", "Science"),
    ] {
        assert_eq!(all(&dublin_core, name), [value], "{dublin_core}");
    }
    let page = format!("{SITE}/books/{id}");
    assert_eq!(
        all(&dublin_core, "dc:identifier"),
        ["urn:isbn:9780547773742", &page]
    );
    let marc = get("marc21").await;
    for part in [
        "<metadata><record xmlns=\"http://www.loc.gov/MARC21/slim\">",
        &format!("<controlfield tag=\"001\">{id}</controlfield>"),
        "<subfield code=\"c\">Room 2</subfield>",
    ] {
        assert!(marc.contains(part), "{part} in {marc}");
    }
    assert_eq!(marc.matches("<datafield tag=\"952\"").count(), 2, "{marc}");
    for secret in ["SECRET", "12.99", "tag=\"990\"", "\u{fffe}"] {
        assert!(
            !marc.contains(secret) && !dublin_core.contains(secret),
            "{secret} in {marc}"
        );
    }
}

/// All records of a harvest by their identifier: whether each is deleted, and how often it came. `between` runs after each
/// part.
async fn harvest(
    server: &Server,
    first: &str,
    verb: &str,
    mut between: impl AsyncFnMut(usize),
) -> BTreeMap<String, Vec<bool>> {
    let mut found: BTreeMap<String, Vec<bool>> = BTreeMap::new();
    let mut query = format!("verb={verb}&{first}");
    for part in 0.. {
        let xml = ask(server, &query).await;
        assert_eq!(error(&xml), "", "{xml}");
        for header in xml.split("<header").skip(1) {
            let id = all(header, "identifier")[0].to_owned();
            found
                .entry(id)
                .or_default()
                .push(header.starts_with(" status=\"deleted\""));
        }
        between(part).await;
        let Some(token) = token(&xml) else {
            let is_resumed = part > 0;
            assert_eq!(xml.contains("<resumptionToken"), is_resumed, "{xml}");
            break;
        };
        query = format!("verb={verb}&resumptionToken={token}");
    }
    found
}

on_both_engines!(nothing_is_lost_while_books_change_during_a_harvest);
async fn nothing_is_lost_while_books_change_during_a_harvest(database: TestDatabase) {
    let (server, administrator) = sharing(database).await;
    server.travel_to("2026-11-27T10:00:00Z");
    let mut books = Vec::new();
    for number in 0..230 {
        let category = if number % 2 == 0 { "Science" } else { "Poetry" };
        books.push(server.book().category(category).await.id);
    }
    for verb in ["ListIdentifiers", "ListRecords"] {
        let found = harvest(&server, "metadataPrefix=oai_dc", verb, async |_| {}).await;
        assert_eq!(found.len(), 230);
        assert!(found.values().all(|times| times == &[false]), "{found:?}");
    }
    let science = harvest(
        &server,
        "metadataPrefix=marc21&set=Science",
        "ListRecords",
        async |_| {},
    )
    .await;
    assert_eq!(science.len(), 115);

    server.travel_to("2026-11-27T10:01:00Z");
    let found = harvest(&server, "metadataPrefix=marc21", "ListRecords", async |part| {
        if part == 0 {
            // One that was read and one that is to be read change; the same with deletions.
            for id in [books[0], books[200]] {
                let form = json!({ "title": "Another title" });
                let path = format!("/api/books/{id}");
                server
                    .put(&path)
                    .as_(&administrator)
                    .json(&form)
                    .await
                    .expect(200);
            }
            for id in [books[1], books[201]] {
                server
                    .delete(&format!("/api/books/{id}"))
                    .as_(&administrator)
                    .await
                    .expect(200);
            }
        }
    })
    .await;
    assert_eq!(found.len(), 230);
    let name = |place: usize| format!("oai:library.example:{}", books[place]);
    // What had been read comes again as it is now.
    assert_eq!(found[&name(0)], [false, false]);
    assert_eq!(found[&name(1)], [false, true]);
    assert_eq!(found[&name(200)], [false]);
    assert_eq!(found[&name(201)], [true]);
    let others = found.iter().filter(|(_, times)| **times != [false]);
    assert_eq!(others.count(), 3);

    // An incremental harvest has only what has changed.
    let since = "metadataPrefix=marc21&from=2026-11-27T10:01:00Z";
    let changed = harvest(&server, since, "ListRecords", async |_| {}).await;
    assert_eq!(changed.len(), 4);
    // Erased for good, the records stay, also in their set.
    server.travel_to("2026-11-27T10:02:00Z");
    let later = "2026-11-27T11:00:00Z".parse().expect("an instant");
    let erased = catalogue::erase_deleted(server.library(), later).await;
    assert_eq!(erased.expect("the books are erased"), 2);
    let kept = server.database().integer("SELECT count(*) FROM books").await;
    let gone = harvest(
        &server,
        &format!("{since}&set=Poetry"),
        "ListIdentifiers",
        async |_| {},
    )
    .await;
    assert_eq!(
        (kept, gone),
        (
            228,
            BTreeMap::from([(name(1), vec![true]), (name(201), vec![true])]),
        )
    );
}

/// The datestamp of a book.
async fn dated(server: &Server, id: &str) -> String {
    let query = format!("verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:library.example:{id}");
    all(&ask(server, &query).await, "datestamp")[0].to_owned()
}

on_both_engines!(every_change_that_a_record_shows_dates_it);
async fn every_change_that_a_record_shows_dates_it(database: TestDatabase) {
    let (server, administrator) = sharing(database).await;
    let student = server.student().await;
    server.travel_to("2026-11-27T10:00:00Z");
    let id = rich_book(&server, &administrator).await;
    assert_eq!(dated(&server, &id).await, "2026-11-27T10:00:00Z");
    let sent = async |request: carrel_testkit::Request<'_>| -> Answer {
        let answer = request.as_(&administrator).await;
        assert!(answer.status < 300, "{}", answer.text());
        answer
    };
    server.travel_to("2026-11-27T10:01:00Z");
    let copies = sent(
        server
            .post(&format!("/api/books/{id}/copies"))
            .json(&json!({ "count": 1 })),
    )
    .await;
    assert_eq!(dated(&server, &id).await, "2026-11-27T10:01:00Z");
    let copy = copies.json["data"][0]["_id"].as_str().expect("an id").to_owned();
    let path = format!("/api/copies/{copy}");

    // A loan and a state of a copy are not shown.
    server.travel_to("2026-11-27T10:02:00Z");
    let book_id = id.parse().expect("an id");
    let borrowing = server.borrow(&student, book_id).await;
    server.give_back(&administrator, &borrowing).await;
    sent(server.put(&path).json(&json!({ "state": "in_repair" }))).await;
    assert_eq!(dated(&server, &id).await, "2026-11-27T10:01:00Z");

    for (minute, form) in [
        (3, json!({ "location": "Room 3" })),
        (4, json!({ "callNumber": "595.79" })),
    ] {
        server.travel_to(&format!("2026-11-27T10:0{minute}:00Z"));
        sent(server.put(&path).json(&form)).await;
        assert_eq!(dated(&server, &id).await, format!("2026-11-27T10:0{minute}:00Z"));
    }
    server.travel_to("2026-11-27T10:05:00Z");
    sent(server.delete(&path)).await;
    assert_eq!(dated(&server, &id).await, "2026-11-27T10:05:00Z");
    server.travel_to("2026-11-27T10:06:00Z");
    sent(
        server
            .put(&format!("/api/books/{id}"))
            .json(&json!({ "pages": 7 })),
    )
    .await;
    assert_eq!(dated(&server, &id).await, "2026-11-27T10:06:00Z");
}
