//! The filters of the list of books, and what it is counted by.

use carrel_testkit::{Answer, Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

const ALL: &str = "facets=category,author,subject,language,decade,availability,semesterStudy,rating";

/// Three books: two by the same author, of which one is on loan and rated; one with two authors.
async fn shelf(server: &Server, student: &Identity) {
    let poems = server
        .book()
        .title("Poems")
        .author("Ann Lee")
        .category("Poetry")
        .with(|draft| {
            draft.published_year = Some(1995).into();
            draft.language = Some("German".to_owned()).into();
        })
        .await;
    server
        .book()
        .title("More Poems")
        .author("Ann Lee")
        .category("Poetry")
        .with(|draft| {
            draft.published_year = Some(2003).into();
            draft.semester_categories = Some(vec!["Literature 1".to_owned()]).into();
        })
        .await;
    server
        .book()
        .title("Essays")
        .author("Ann Lee & Bo Chen")
        .category("Prose")
        .with(|draft| draft.published_year = Some(1999).into())
        .await;
    server.borrow(student, poems.id).await;
    let rating = server.put(&format!("/api/books/{}/rating", poems.id));
    let four = json!({ "stars": 4 });
    rating.as_(student).json(&four).await.expect(200);
    server.catch_up().await;
}

async fn books(server: &Server, person: &Identity, query: &str) -> Answer {
    server.get(&format!("/api/books?{query}")).as_(person).await
}

/// The values of a facet with their counts, such as `1990:2 2000:1`.
fn shown(facet: &Value) -> String {
    let values = facet.as_array().expect("a facet").iter();
    let shown =
        values.map(|entry| format!("{}:{}", entry["value"].as_str().expect("a value"), entry["count"]));
    shown.collect::<Vec<_>>().join(" ")
}

on_both_engines!(books_are_filtered_by_every_facet);
async fn books_are_filtered_by_every_facet(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    shelf(&server, &student).await;
    for search in ["", "&search=lee"] {
        for (query, expected) in [
            ("author=Ann%20Lee", &["Essays", "More Poems", "Poems"][..]),
            ("author=Bo%20Chen", &["Essays"]),
            ("author=Ann%20Lee%20%26%20Bo%20Chen", &[]),
            ("author=ann%20lee", &[]),
            (
                "category=Poetry&category=Prose",
                &["Essays", "More Poems", "Poems"],
            ),
            ("category=Poetry&category=", &["More Poems", "Poems"]),
            ("language=German", &["Poems"]),
            (
                "language=German&language=English&decade=1990",
                &["Essays", "Poems"],
            ),
            ("decade=1990&decade=2000", &["Essays", "More Poems", "Poems"]),
            ("availability=available", &["Essays", "More Poems"]),
            ("minRating=4", &["Poems"]),
            ("minRating=5", &[]),
            ("isSemesterStudy=true", &["More Poems"]),
            (
                "isSemesterStudy=true&category=Literature%201&category=Poetry",
                &["More Poems"],
            ),
            ("isSemesterStudy=true&category=Poetry", &[]),
            ("decade=1990&availability=available&limit=1", &["Essays"]),
        ] {
            let query = format!("sort=title&{query}{search}");
            let answer = books(&server, &student, &query).await;
            assert_eq!(answer.column("title"), expected, "{query}");
            assert_eq!(answer.json["pagination"]["total"], expected.len(), "{query}");
        }
    }
}

on_both_engines!(each_facet_counts_without_its_own_filter);
async fn each_facet_counts_without_its_own_filter(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    shelf(&server, &student).await;
    let answer = books(&server, &student, ALL).await;
    let facets = &answer.json["facets"];
    for (facet, expected) in [
        ("category", "Poetry:2 Prose:1"),
        ("author", "Ann Lee:3 Bo Chen:1"),
        ("language", "English:2 German:1"),
        ("decade", "2000:1 1990:2"),
        ("availability", "available:2"),
        ("semesterStudy", "true:1"),
        ("rating", "4:1 3:1 2:1 1:1"),
    ] {
        assert_eq!(shown(&facets[facet]), expected, "{facet}");
    }
    let query = format!("{ALL}&language=German&search=poems");
    let answer = books(&server, &student, &query).await;
    let facets = &answer.json["facets"];
    assert_eq!(answer.column("title"), ["Poems"]);
    assert_eq!(shown(&facets["language"]), "English:1 German:1");
    assert_eq!(shown(&facets["category"]), "Poetry:1");
    assert_eq!(shown(&facets["availability"]), "");

    // Only what was requested is counted.
    for (query, requested, expected) in [
        ("facets=decade,decade", "decade", "2000:1 1990:2"),
        ("facets=decade&facets=decade", "decade", "2000:1 1990:2"),
        ("search=poems", "category", "Poetry:2"),
        ("facets=", "", ""),
    ] {
        let answer = books(&server, &student, query).await;
        for (facet, counts) in answer.json["facets"].as_object().expect("facets") {
            if facet == requested {
                assert_eq!(shown(counts), expected, "{query}");
            } else {
                assert_eq!(*counts, Value::Null, "{query}: {facet}");
            }
        }
    }
}

on_both_engines!(impossible_filters_are_refused);
async fn impossible_filters_are_refused(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let many = format!("author={}", vec!["x"; 21].join("&author="));
    for (query, field, words) in [
        (
            "decade=1995",
            "decade",
            "decade must be the first year of a decade, such as 1990",
        ),
        (
            "decade=",
            "decade",
            "decade must be the first year of a decade, such as 1990",
        ),
        (
            "decade=%2B1990",
            "decade",
            "decade must be the first year of a decade, such as 1990",
        ),
        (
            "decade=10000",
            "decade",
            "decade must be the first year of a decade, such as 1990",
        ),
        (
            "minRating=6",
            "minRating",
            "minRating must be one of: 1, 2, 3, 4, 5",
        ),
        (
            "availability=on_loan",
            "availability",
            "availability must be one of: available",
        ),
        (
            "facets=category,shelf",
            "facets",
            "facets must be one of: category, author, subject, language, decade, availability, semesterStudy, rating",
        ),
        (&many, "author", "author can have at most 20 values"),
    ] {
        let answer = books(&server, &student, query).await;
        assert_eq!(answer.failure(), (422, "validation", words), "{query}");
        assert_eq!(answer.errors(), [(field, words)]);
    }
    let administrator = server.administrator().await;
    let archive = server
        .get("/api/admin/books?status=archived&author=Ann%20Lee")
        .as_(&administrator)
        .await;
    let words = "Archived books can be filtered by one category only";
    assert_eq!(archive.failure(), (422, "validation", words));
}
