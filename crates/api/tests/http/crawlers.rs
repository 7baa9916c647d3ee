//! What search engines read of an open catalogue: robots.txt, the sitemap, the heads of pages.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::patch::Patch;
use carrel_operations::{Context, catalogue};
use carrel_testkit::{Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::settings::change;

const SITE: &str = "https://library.example";

/// A page or a file outside of the API: status, kind and body.
async fn read(server: &Server, path: &str) -> (u16, String, String) {
    let response = reqwest::get(format!("http://{}{path}", server.address())).await;
    let response = response.expect("a response");
    let kind = response.headers().get("content-type");
    let kind = kind.map(|kind| kind.to_str().expect("a kind").to_owned());
    let status = response.status().as_u16();
    (
        status,
        kind.unwrap_or_default(),
        response.text().await.expect("a text"),
    )
}

async fn set(server: &Server, administrator: &Identity, open: bool, indexed: bool) {
    let form = json!({ "openToVisitors": open, "indexed": indexed, "siteAddress": SITE });
    change(server, administrator, "catalogue", form).await.expect(200);
}

/// The structured data of a page.
fn structured(page: &str) -> Value {
    let begin = "<script type=\"application/ld+json\">";
    let from = page.find(begin).expect("structured data") + begin.len();
    let to = from + page[from..].find("</script>").expect("the end of the data");
    serde_json::from_str(&page[from..to]).expect("JSON")
}

on_both_engines!(search_engines_stay_away_unless_the_library_wants_them);
async fn search_engines_stay_away_unless_the_library_wants_them(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let book = server.book().title("Orlando").await;
    let page = format!("/books/{}", book.id);
    let files = ["/sitemap.xml", "/sitemaps/books-after-0.xml"];
    for (open, status) in [(false, 404), (true, 200)] {
        set(&server, &administrator, open, false).await;
        let robots = read(&server, "/robots.txt").await;
        assert_eq!(robots.2, "User-agent: *\nDisallow: /\n");
        for file in files {
            assert_eq!(read(&server, file).await.0, 404, "{file}");
        }
        let shown = read(&server, &page).await;
        assert_eq!(shown.0, status);
        assert_eq!(
            shown.2.contains("<meta name=\"robots\" content=\"noindex\">"),
            open
        );
        let answer = server.get("/api/library").await;
        assert_eq!(answer.header("x-robots-tag"), Some("noindex"));
    }

    set(&server, &administrator, true, true).await;
    let (status, kind, robots) = read(&server, "/robots.txt").await;
    assert_eq!((status, kind.as_str()), (200, "text/plain; charset=utf-8"));
    assert!(robots.contains("\nDisallow: /admin\n"), "{robots}");
    assert!(
        robots.ends_with("\nSitemap: https://library.example/sitemap.xml\n"),
        "{robots}"
    );
    assert!(!read(&server, &page).await.2.contains("noindex"));
    let result = reqwest::get(format!("http://{}{page}", server.address())).await;
    assert!(!result.expect("a page").headers().contains_key("x-robots-tag"));
    // A page of results is no page for search engines.
    assert!(read(&server, "/books?search=orlando").await.2.contains("noindex"));
    assert!(!read(&server, "/books").await.2.contains("noindex"));
}

on_both_engines!(a_book_describes_itself_to_programs);
async fn a_book_describes_itself_to_programs(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let evil = "</script><script>alert(1)</script> & \"quoted\" 'single' <b>";
    let book = server
        .book()
        .with(|draft| {
            draft.title = Patch::Set(format!("Evil {evil}"));
            draft.author = Patch::Set(format!("Author {evil}"));
            draft.description = Patch::Set(format!("About {evil} {}", "word ".repeat(200)));
            draft.isbn = Patch::Set("9780441013593".to_owned());
        })
        .await;
    let page = format!("/books/{}", book.id);
    set(&server, &administrator, true, true).await;
    let (status, _, shown) = read(&server, &page).await;
    assert_eq!(status, 200);
    assert_eq!(shown.matches("<script").count(), 1, "{shown}");
    assert_eq!(shown.matches("</script>").count(), 1, "{shown}");
    assert!(
        !shown.contains("<b>") && !shown.contains("alert(1)</title>"),
        "{shown}"
    );
    for part in [
        "<title>Evil &lt;/script&gt;",
        "· Library Management System</title>",
        "<meta name=\"description\" content=\"About &lt;/script&gt;",
        &format!("<link rel=\"canonical\" href=\"{SITE}{page}\">"),
        &format!("<meta property=\"og:url\" content=\"{SITE}{page}\">"),
        "<meta property=\"og:type\" content=\"book\">",
        "<meta property=\"book:isbn\" content=\"9780441013593\">",
    ] {
        assert!(shown.contains(part), "{part} is not in {shown}");
    }
    let data = structured(&shown);
    assert_eq!(data["@type"], "Book");
    assert_eq!(data["name"], format!("Evil {evil}"));
    assert_eq!(data["author"]["name"], format!("Author {evil}"));
    assert_eq!(data["isbn"], "9780441013593");
    assert_eq!(data["url"], format!("{SITE}{page}"));
    assert_eq!(data["offers"]["availability"], "https://schema.org/InStock");
    assert_eq!(data["aggregateRating"], Value::Null);

    let student = server.student().await;
    server.borrow(&student, book.id).await;
    let shown = read(&server, &page).await.2;
    let data = structured(&shown);
    assert_eq!(data["offers"]["availability"], "https://schema.org/OutOfStock");
    for secret in [student.name.as_str(), &student.email, "borrowing_"] {
        assert!(!shown.contains(secret), "{secret}");
    }

    let list = read(&server, "/books").await.2;
    assert!(
        list.contains("<title>Books · Library Management System</title>"),
        "{list}"
    );
    assert_eq!(structured(&list)["@type"], "WebSite");
}

on_both_engines!(an_unknown_book_is_not_found);
async fn an_unknown_book_is_not_found(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let archived = server.book().title("Orlando").await;
    let reader = server.student().await;
    let borrowing = server.borrow(&reader, archived.id).await;
    server.give_back(&administrator, &borrowing).await;
    let path = format!("/api/books/{}", archived.id);
    server.delete(&path).as_(&administrator).await.expect(200);
    set(&server, &administrator, true, true).await;
    let archived = format!("/books/{}", archived.id);
    for path in [
        &archived,
        "/books/book_999999",
        "/books/nothing",
        "/books/%FF",
        "/books/user_1",
    ] {
        let (status, _, shown) = read(&server, path).await;
        assert_eq!((status, shown.as_str()), (404, ""), "{path}");
    }
    let sitemap = read(&server, "/sitemap.xml").await.2;
    assert!(!sitemap.contains(&archived), "{sitemap}");
}

on_both_engines!(the_sitemap_lists_every_current_book_once);
async fn the_sitemap_lists_every_current_book_once(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let mut ids = Vec::new();
    for number in 0..7 {
        ids.push(server.book().title(&format!("Volume {number}")).await.id);
    }
    set(&server, &administrator, true, true).await;
    let (status, kind, sitemap) = read(&server, "/sitemap.xml").await;
    assert_eq!((status, kind.as_str()), (200, "application/xml; charset=utf-8"));
    assert!(
        sitemap.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset "),
        "{sitemap}"
    );
    assert!(sitemap.ends_with("</urlset>\n"), "{sitemap}");
    for id in &ids {
        let entry = format!("<loc>{SITE}/books/{id}</loc><lastmod>2");
        assert_eq!(sitemap.matches(&entry).count(), 1, "{entry} in {sitemap}");
    }
    assert_eq!(sitemap.matches("<loc>").count(), 7 + 7);
    let part = read(&server, &format!("/sitemaps/books-after-{}.xml", ids[3].number()))
        .await
        .2;
    assert_eq!(part.matches("<loc>").count(), 3, "{part}");
    for name in [
        "books-after-.xml",
        "books-after-x.xml",
        "books-after--1.xml",
        "other.xml",
    ] {
        assert_eq!(read(&server, &format!("/sitemaps/{name}")).await.0, 404, "{name}");
    }

    // Each file of an index ends where the next one begins.
    let context = Context::without_actor(jiff::Timestamp::UNIX_EPOCH, [0; 32]);
    let begins = async |most| {
        let files = catalogue::sitemap_files(server.library(), &context, most).await;
        files.expect("the files of the sitemap")
    };
    assert_eq!(begins(7).await, [BookId::UNASSIGNED, ids[6]]);
    assert_eq!(begins(3).await, [BookId::UNASSIGNED, ids[2], ids[5]]);
    assert_eq!(begins(8).await, [BookId::UNASSIGNED]);
}
