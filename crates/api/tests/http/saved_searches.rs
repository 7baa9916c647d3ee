//! Saved searches, the new books in them, and their feeds.

use carrel_testkit::{Answer, HOUR, Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

async fn save(server: &Server, person: &Identity, query: &str, name: &str) -> Answer {
    let request = server.post(&format!("/api/saved-searches?{query}")).as_(person);
    request.json(&json!({ "name": name })).await
}

async fn saved(server: &Server, person: &Identity, query: &str, name: &str) -> String {
    let answer = save(server, person, query, name).await;
    answer.expect(201)["_id"].as_str().expect("an id").to_owned()
}

async fn list(server: &Server, person: &Identity) -> Vec<Value> {
    let answer = server.get("/api/saved-searches").as_(person).await;
    answer.expect(200);
    answer.list().to_vec()
}

async fn change(server: &Server, person: &Identity, id: &str, body: Value) -> Answer {
    let request = server.put(&format!("/api/saved-searches/{id}")).as_(person);
    request.json(&body).await
}

/// The titles of the new books of a saved search, and their number.
fn new_in(saved: &Value) -> (Vec<&str>, i64) {
    let books = saved["newBooks"].as_array().expect("books").iter();
    let titles = books.map(|book| book["title"].as_str().expect("a title"));
    (titles.collect(), saved["newCount"].as_i64().expect("a number"))
}

on_both_engines!(a_search_is_saved_with_its_words_and_filters);
async fn a_search_is_saved_with_its_words_and_filters(database: TestDatabase) {
    let server = Server::start(database).await;
    let (ada, bob) = (server.student().await, server.student().await);
    let query = "search=%20white%20%20whale%20&category=Sea&category=Fiction&author=Ann%20Lee&subject=Whales&language=German\
                 &decade=1990&decade=1980&availability=available&minRating=4&isSemesterStudy=true&sort=title&page=3";
    saved(&server, &ada, query, " Whales ").await;
    server.clock.advance(1);
    saved(&server, &ada, "", "Everything").await;

    let own = list(&server, &ada).await;
    assert_eq!(own[0]["name"], "Everything");
    assert_eq!(own[0]["query"], "");
    assert_eq!(own[1]["name"], "Whales");
    assert_eq!(
        own[1]["query"],
        "search=white+whale&category=Fiction&category=Sea&author=Ann+Lee&subject=Whales&language=German&decade=1980\
         &decade=1990&availability=available&minRating=4&isSemesterStudy=true"
    );
    assert_eq!(own[1]["createdAt"], "2026-03-02T09:00:00.000Z");
    assert_eq!(own[1]["seenAt"], own[1]["createdAt"]);
    assert_eq!(own[1]["hasFeed"], false);
    assert_eq!(list(&server, &bob).await, Vec::<Value>::new());

    // The stored query is one that the list of books and this call accept; it is the same search.
    let stored = own[1]["query"].as_str().expect("a query");
    server
        .get(&format!("/api/books?{stored}"))
        .as_(&ada)
        .await
        .expect(200);
    let again = save(&server, &ada, stored, "Again").await;
    let words = "You have saved this search as “Whales”";
    assert_eq!(again.failure(), (409, "search_saved", words));
    assert_eq!(again.json["values"], json!({ "name": "Whales" }));
    saved(&server, &bob, stored, "The same of another person").await;

    for (query, name, field, message) in [
        ("", "", "name", "Name is required"),
        ("", &*"x".repeat(101), "name", "Name cannot exceed 100 characters"),
        (
            "decade=1995",
            "Odd",
            "decade",
            "decade must be the first year of a decade, such as 1990",
        ),
    ] {
        let refused = save(&server, &ada, query, name).await;
        assert_eq!((refused.status, refused.errors()), (422, vec![(field, message)]));
    }
}

on_both_engines!(a_person_has_a_limited_number_of_saved_searches);
async fn a_person_has_a_limited_number_of_saved_searches(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.student().await;
    for number in 0..20 {
        saved(&server, &ada, &format!("search={number}"), "A search").await;
    }
    let one_more = save(&server, &ada, "search=more", "One more").await;
    let words = "You already have 20 saved searches; delete one first";
    assert_eq!(one_more.failure(), (409, "too_many_saved_searches", words));
    let id = list(&server, &ada).await[0]["_id"]
        .as_str()
        .expect("an id")
        .to_owned();
    server
        .delete(&format!("/api/saved-searches/{id}"))
        .as_(&ada)
        .await
        .expect(200);
    saved(&server, &ada, "search=more", "One more").await;
}

on_both_engines!(books_that_are_added_later_are_new_until_they_are_seen);
async fn books_that_are_added_later_are_new_until_they_are_seen(database: TestDatabase) {
    let server = Server::start(database).await;
    let (ada, bob) = (server.student().await, server.student().await);
    server.book().title("Whales of old").await;
    let whales = saved(&server, &ada, "search=whales", "Whales").await;
    // No book has the word: similar ones are not what was wanted.
    saved(&server, &ada, "search=wales", "Wales").await;
    server.clock.advance(HOUR);
    for number in 1..=8 {
        server.clock.advance(1);
        server.book().title(&format!("Whales {number}")).await;
    }
    server.book().title("Sharks").await;
    let archived = server.book().title("Whales, archived").await;
    let administrator = server.administrator().await;
    let path = format!("/api/books/{}/archive", archived.id);
    server.post(&path).as_(&administrator).await.expect(200);
    server.catch_up().await;

    let own = list(&server, &ada).await;
    assert_eq!(new_in(&own[0]), (vec![], 0), "similar words");
    let six = [
        "Whales 8", "Whales 7", "Whales 6", "Whales 5", "Whales 4", "Whales 3",
    ];
    assert_eq!(new_in(&own[1]), (six.to_vec(), 8));

    // The seventh of them is the latest that was seen.
    let seen = own[1]["newBooks"][1]["createdAt"].clone();
    change(&server, &ada, &whales, json!({ "seenAt": seen }))
        .await
        .expect(200);
    let own = list(&server, &ada).await;
    assert_eq!(new_in(&own[1]), (vec!["Whales 8"], 1));
    assert_eq!((&own[1]["seenAt"], &own[1]["name"]), (&seen, &json!("Whales")));

    // An instant in the future counts as now.
    change(
        &server,
        &ada,
        &whales,
        json!({ "seenAt": "2999-01-01T00:00:00Z", "name": "Oceans" }),
    )
    .await
    .expect(200);
    server.clock.advance(1);
    server.book().title("Whales 9").await;
    server.catch_up().await;
    let own = list(&server, &ada).await;
    assert_eq!(new_in(&own[1]), (vec!["Whales 9"], 1));
    assert_eq!(own[1]["name"], "Oceans");

    for (body, field) in [
        (json!({ "seenAt": "yesterday" }), "seenAt"),
        (json!({ "name": " " }), "name"),
    ] {
        let refused = change(&server, &ada, &whales, body).await;
        assert_eq!((refused.status, refused.errors()[0].0), (422, field));
    }
    let unknown = (404, "saved_search_not_found", "Saved search not found");
    let others = change(&server, &bob, &whales, json!({ "name": "Mine" })).await;
    assert_eq!(others.failure(), unknown);
    let path = format!("/api/saved-searches/{whales}");
    assert_eq!(server.delete(&path).as_(&bob).await.failure(), unknown);
    server.delete(&path).as_(&ada).await.expect(200);
    assert_eq!(server.delete(&path).as_(&ada).await.failure(), unknown);
    assert_eq!(list(&server, &ada).await.len(), 1);
}

async fn make_feed(server: &Server, person: &Identity, id: &str) -> String {
    let made = server
        .post(&format!("/api/saved-searches/{id}/feed"))
        .as_(person)
        .await;
    made.expect(201)["address"]
        .as_str()
        .expect("an address")
        .to_owned()
}

on_both_engines!(a_feed_lists_the_books_of_a_saved_search);
async fn a_feed_lists_the_books_of_a_saved_search(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.student().await;
    server
        .book()
        .title("Whales <& \"sharks\">")
        .author("Ann Lee; Bo Chen")
        .category("Sea")
        .await;
    server.clock.advance(HOUR);
    let late = server.book().title("Late whales").await;
    server.book().title("Sharks").await;
    server.catch_up().await;
    let id = saved(&server, &ada, "search=whales", "Whales & more").await;
    let address = make_feed(&server, &ada, &id).await;
    assert!(address.starts_with("/feed?token=carrel_feed_"), "{address}");
    assert_eq!(list(&server, &ada).await[0]["hasFeed"], true);

    // Without an account.
    let feed = server.get(&address).await;
    assert_eq!(feed.status, 200);
    assert_eq!(
        feed.header("content-type"),
        Some("application/atom+xml; charset=utf-8")
    );
    let text = feed.text();
    for part in [
        "<feed xmlns=\"http://www.w3.org/2005/Atom\">",
        "<title>Whales &amp; more – ",
        "<updated>2026-03-02T10:00:00.000Z</updated>",
        &*format!("<link rel=\"self\" type=\"application/atom+xml\" href=\"{address}\"/>"),
        "<title>Whales &lt;&amp; &quot;sharks&quot;&gt;</title>",
        "<name>Ann Lee</name>",
        "<name>Bo Chen</name>",
        "<category term=\"Sea\"/>",
        &*format!(
            "<link rel=\"alternate\" type=\"text/html\" href=\"/books/{}\"/>",
            late.id
        ),
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let entries: Vec<&str> = text.split("<entry>").skip(1).collect();
    assert_eq!(entries.len(), 2);
    assert!(entries[0].contains("Late whales"), "the latest first");

    // A reader that asks again gets the feed only when it has changed.
    let etag = feed.header("etag").expect("a tag").to_owned();
    for known in [&etag, &format!("W/{etag}"), "*"] {
        let unchanged = server.get(&address).header("if-none-match", known).await;
        assert_eq!((unchanged.status, unchanged.text()), (304, ""), "{known}");
    }
    server.book().title("More whales").await;
    server.catch_up().await;
    let changed = server.get(&address).header("if-none-match", &etag).await;
    assert_eq!(changed.status, 200);
    assert!(changed.text().contains("More whales"));
}

on_both_engines!(a_feed_ends_with_its_address_its_search_and_its_person);
async fn a_feed_ends_with_its_address_its_search_and_its_person(database: TestDatabase) {
    let server = Server::start(database).await;
    let (ada, administrator) = (server.student().await, server.administrator().await);
    let id = saved(&server, &ada, "search=whales", "Whales").await;
    let nothing = (404, "unknown_path", "There is nothing at this address");
    for unknown in ["/feed", "/feed?token=", "/feed?token=carrel_feed_0"] {
        assert_eq!(server.get(unknown).await.failure(), nothing, "{unknown}");
    }

    // A new address replaces the one before.
    let first = make_feed(&server, &ada, &id).await;
    let second = make_feed(&server, &ada, &id).await;
    assert_eq!(server.get(&first).await.failure(), nothing);
    assert_eq!(server.get(&second).await.status, 200);
    let path = format!("/api/saved-searches/{id}/feed");
    server.delete(&path).as_(&ada).await.expect(200);
    assert_eq!(server.get(&second).await.failure(), nothing);
    assert_eq!(list(&server, &ada).await[0]["hasFeed"], false);

    let third = make_feed(&server, &ada, &id).await;
    let form = json!({ "isActive": false });
    let person = format!("/api/admin/users/{}", ada.id);
    server
        .put(&person)
        .as_(&administrator)
        .json(&form)
        .await
        .expect(200);
    assert_eq!(server.get(&third).await.failure(), nothing);
    let form = json!({ "isActive": true });
    server
        .put(&person)
        .as_(&administrator)
        .json(&form)
        .await
        .expect(200);
    assert_eq!(server.get(&third).await.status, 200);

    // The address is not stored, and the person gets the saved search with all other data.
    let token = third.split('=').next_back().expect("a token");
    let stored = format!("SELECT count(*) FROM saved_searches WHERE feed_hash = '{token}'");
    assert_eq!(server.database().integer(&stored).await, 0);
    let again = server.sign_in_again(&ada).await;
    server.confirm(&again).await;
    let export = server.get("/api/auth/export").as_(&again).await;
    let own = json!({
        "name": "Whales", "query": "search=whales", "createdAt": "2026-03-02T09:00:00.000Z",
        "seenAt": "2026-03-02T09:00:00.000Z", "hasFeed": true,
    });
    assert_eq!(export.expect(200)["savedSearches"], json!([own]));
    server
        .delete(&format!("/api/saved-searches/{id}"))
        .as_(&again)
        .await
        .expect(200);
    assert_eq!(server.get(&third).await.failure(), nothing);
}

on_both_engines!(an_erased_person_leaves_no_saved_search);
async fn an_erased_person_leaves_no_saved_search(database: TestDatabase) {
    let server = Server::start(database).await;
    let (ada, administrator) = (server.student().await, server.administrator().await);
    let id = saved(&server, &ada, "search=whales", "Whales").await;
    let address = make_feed(&server, &ada, &id).await;
    server.confirm(&administrator).await;
    let person = server
        .delete(&format!("/api/admin/users/{}", ada.id))
        .as_(&administrator);
    person.json(&json!({ "email": ada.email })).await.expect(200);
    assert_eq!(server.get(&address).await.status, 404);
    assert_eq!(
        server
            .database()
            .integer("SELECT count(*) FROM saved_searches")
            .await,
        0
    );
}
