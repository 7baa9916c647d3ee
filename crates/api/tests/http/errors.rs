//! Errors: the specification's section 8, and hostile requests. The client of these tests checks that every response
//! has the documented shape, the security headers and a status below 500.

use carrel_testkit::{Answer, Document, Identity, Server, TestDatabase, on_both_engines};
use reqwest::Method;
use serde_json::{Map, Value, json};

const JSON: &str = "application/json";

/// Calls with a body; `{…}` in a path is the library's only book, the caller, or one of the caller's borrowings.
const FORMS: &[(&str, &str)] = &[
    ("POST", "/api/auth/login"),
    ("POST", "/api/auth/register"),
    ("PUT", "/api/auth/updatedetails"),
    ("PUT", "/api/auth/updatepassword"),
    ("POST", "/api/books"),
    ("PUT", "/api/books/{id}"),
    ("POST", "/api/books/{id}/copies"),
    ("POST", "/api/admin/borrowings/{borrowingId}/payments"),
    ("POST", "/api/admin/borrowings/{borrowingId}/waivers"),
    ("PUT", "/api/admin/users/{id}"),
    ("POST", "/api/auth/forgot-password"),
    ("POST", "/api/auth/reset-password"),
    ("PUT", "/api/admin/settings/mail"),
];

/// A server, an administrator, and the paths of [`FORMS`].
pub(super) struct Target {
    pub(super) server: Server,
    pub(super) administrator: Identity,
    pub(super) forms: Vec<(Method, String, &'static str)>,
}

impl Target {
    pub(super) async fn new(database: TestDatabase) -> Self {
        let server = Server::start(database).await;
        let administrator = server.administrator().await;
        let book = server.book().await;
        let borrowing = server.borrow(&administrator, book.id).await;
        server.catch_up().await;
        let borrowing_id = borrowing["_id"].as_str().expect("an id");
        let forms = FORMS.iter().map(|(method, template)| {
            let id = if template.contains("users") {
                administrator.id.to_string()
            } else {
                book.id.to_string()
            };
            let path = template
                .replace("{id}", &id)
                .replace("{borrowingId}", borrowing_id);
            (method.parse().expect("a method"), path, *template)
        });
        Target {
            forms: forms.collect(),
            server,
            administrator,
        }
    }

    /// Sends bytes to a call with any content type.
    pub(super) async fn send(
        &self,
        form: &(Method, String, &str),
        kind: &str,
        body: impl Into<Vec<u8>>,
    ) -> Answer {
        let request = self
            .server
            .request(form.0.clone(), &form.1)
            .as_(&self.administrator);
        request.body(kind, body).await
    }
}

/// The fields of each form, from the document: name and schema.
fn fields(method: &Method, template: &str) -> Map<String, Value> {
    let text = carrel_api::openapi_json();
    let document = Document::parse(text);
    let all: Value = serde_json::from_str(text).expect("the document is JSON");
    let (.., operation) = document
        .operations()
        .find(|(verb, path, _)| verb == method.as_str() && *path == template)
        .expect("the call is documented");
    let mut wanted = vec![operation["requestBody"]["content"][JSON]["schema"].clone()];
    let mut fields = Map::new();
    while let Some(schema) = wanted.pop() {
        if let Some(reference) = schema["$ref"].as_str() {
            wanted.push(all.pointer(&reference[1..]).expect("the schema is there").clone());
        }
        wanted.extend(schema["allOf"].as_array().cloned().unwrap_or_default());
        fields.extend(schema["properties"].as_object().cloned().unwrap_or_default());
    }
    assert!(!fields.is_empty(), "{method} {template} has no fields");
    fields
}

on_both_engines!(a_body_that_is_not_a_json_object_is_refused);
async fn a_body_that_is_not_a_json_object_is_refused(database: TestDatabase) {
    let target = Target::new(database).await;
    let deep =
        |open: &str, close: &str| format!("{}1{}", open.repeat(10_000), close.repeat(10_000)).into_bytes();
    let bodies: Vec<(&str, Vec<u8>)> = vec![
        ("no JSON", b"email=a&password=b".to_vec()),
        ("blank", b" \n".to_vec()),
        ("cut", br#"{"email": "a@b.example", "pass"#.to_vec()),
        ("cut in an escape", br#"{"email": "\u00"#.to_vec()),
        ("two at once", b"{}{}".to_vec()),
        ("a list", b"[]".to_vec()),
        ("a list of values", br#"["a@b.example", "Reading1", null, null, null, null, null]"#.to_vec()),
        ("a text", br#""{}""#.to_vec()),
        ("a number", b"1".to_vec()),
        ("null", b"null".to_vec()),
        ("true", b"true".to_vec()),
        ("deep lists", deep("[", "]")),
        ("half a deep list", "[".repeat(30_000).into_bytes()),
        ("no UTF-8", b"{\"name\": \"\xff\xfe\", \"email\": \"\xff\", \"title\": \"\xc3\x28\", \"note\": \"\xff\", \"amount\": \"\xff\", \"count\": \"\xff\", \"currentPassword\": \"\xff\", \"token\": \"\xff\", \"host\": \"\xff\"}".to_vec()),
        ("UTF-16", [0xff, 0xfe, b'{', 0, b'}', 0].to_vec()),
        ("a byte order mark", b"\xef\xbb\xbf{}".to_vec()),
        ("NUL", b"\0".to_vec()),
        ("NUL in an object", b"{\0}".to_vec()),
        ("a comment", b"{} // nothing".to_vec()),
        ("single quotes", b"{'name': 'a'}".to_vec()),
        ("a raw line end in a text", b"{\"name\": \"a\nb\", \"title\": \"a\nb\"}".to_vec()),
        ("NaN", br#"{"amount": NaN}"#.to_vec()),
    ];
    for form in &target.forms {
        for (what, body) in &bodies {
            let answer = target.send(form, JSON, body.clone()).await;
            let (status, code, _) = answer.failure();
            assert_eq!((status, code), (400, "malformed_json"), "{what}: {}", form.1);
        }
        // Unknown fields are ignored, however deeply nested they are.
        let deep_objects = target.send(form, JSON, deep(r#"{"unknown":"#, "}")).await;
        assert!(deep_objects.status < 500, "{}", form.1);
    }
}

on_both_engines!(a_field_of_another_type_is_refused);
async fn a_field_of_another_type_is_refused(database: TestDatabase) {
    let target = Target::new(database).await;
    for form in &target.forms {
        for (field, schema) in fields(&form.0, form.2) {
            let is = |kind: &str| {
                schema["type"] == kind
                    || schema["type"]
                        .as_array()
                        .is_some_and(|kinds| kinds.contains(&json!(kind)))
            };
            let is_number = is("number");
            // A code, which may be optional: any other text has a message of its own. Details are an object.
            let name = schema["$ref"].as_str();
            let is_code = name.is_some_and(|name| !name.ends_with("/BookDetailsForm"))
                || schema["oneOf"]
                    .as_array()
                    .is_some_and(|kinds| kinds.iter().any(|kind| kind.get("$ref").is_some()));
            for (kind, value) in [
                ("string", json!("text")),
                ("integer", json!(7)),
                ("number", json!(7.5)),
                ("boolean", json!(true)),
                ("array", json!([])),
                ("array of arrays", json!([[["text"]]])),
                ("object", json!({ "$ne": null })),
            ] {
                if is(kind) || (is_number && kind == "integer") || (is_code && kind == "string") {
                    continue;
                }
                let answer = target
                    .send(form, JSON, json!({ &field: value }).to_string())
                    .await;
                let (status, code, _) = answer.failure();
                assert_eq!(
                    (status, code),
                    (400, "malformed_json"),
                    "{} {field}: {value}",
                    form.1
                );
            }
        }
    }
}

on_both_engines!(hostile_values_of_every_field_are_refused_or_stored_unchanged);
async fn hostile_values_of_every_field_are_refused_or_stored_unchanged(database: TestDatabase) {
    let target = Target::new(database).await;
    let numbers = [
        "0",
        "-0",
        "-1",
        "1e2",
        "1.5",
        "1e308",
        "1e309",
        "-1e999",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775809",
        "184467440737095516160",
        "0.1e-400",
        "1E+2",
    ];
    let texts = [
        r#""""#,
        r#""\u0000""#,
        r#""a\u0000b""#,
        r#""\ud800""#,
        r#""\udc00\ud800""#,
        r#""\ud83d\ude00""#,
        r#""\uffff""#,
        r#""\u202e\u200b""#,
        r#""'; DROP TABLE users; --""#,
        r#""%00%s%n""#,
        r#""{{7*7}}${7*7}""#,
        r#""<script>""#,
        r#""\u007f\u0085""#,
        r#""\\x00""#,
    ];
    let long = json!("x".repeat(20_000)).to_string();
    let wide = json!(vec!["x"; 5_000]).to_string();
    for form in &target.forms {
        for (field, schema) in fields(&form.0, form.2) {
            let hostile = numbers.iter().chain(&texts).map(ToString::to_string);
            let listed = texts.iter().map(|text| format!("[{text}]"));
            for value in hostile
                .chain(listed)
                .chain([long.clone(), wide.clone(), "null".to_owned()])
            {
                // Alone, and in an otherwise valid form.
                let mut rest = Map::new();
                rest.insert("note".to_owned(), json!("A reason"));
                rest.insert("title".to_owned(), json!("A Book"));
                rest.insert("author".to_owned(), json!("Somebody"));
                rest.insert("category".to_owned(), json!("Fiction"));
                if field == "newPassword" || field == "isActive" || field == "role" || field == "password" {
                    // The caller must remain able to call.
                    rest.clear();
                }
                rest.remove(&field);
                let rest = Value::Object(rest).to_string();
                let comma = if rest == "{}" { "" } else { "," };
                let body = format!("{{\"{field}\": {value}{comma}{}", &rest[1..]);
                let answer = target.send(form, JSON, body).await;
                let shown: String = value.chars().take(80).collect();
                let fits = matches!(answer.status, 200 | 201 | 400 | 401 | 404 | 409 | 422 | 429);
                assert!(fits, "{} {field}: {shown}: {}", form.1, answer.text());
                if value.contains("\\u0000") && matches!(answer.status, 200 | 201) {
                    assert!(
                        !answer.text().contains("\\u0000"),
                        "{} {field} took NUL: {schema}",
                        form.1
                    );
                }
            }
        }
    }
    let me = target.server.get("/api/auth/me").as_(&target.administrator).await;
    assert_eq!(me.expect(200)["role"], "admin");
    assert_eq!(target.server.violations().await, []);
}

on_both_engines!(stored_text_is_returned_unchanged);
async fn stored_text_is_returned_unchanged(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    for text in [
        "<script>alert('x')</script>",
        "'; DROP TABLE books; --",
        "\\ \" / & %00 %s {{7*7}}",
        "日本語 العربية עברית",
        "😀 e\u{301} \u{1F468}\u{200D}\u{1F469}",
        "\u{FFFF}\u{10FFFF}\u{FFFD}",
    ] {
        let form = json!({ "title": text, "author": text, "category": text, "description": text });
        let added = server.post("/api/books").as_(&administrator).json(&form).await;
        let id = added.expect(201)["_id"].as_str().expect("an id").to_owned();
        let page = server.get(&format!("/api/books/{id}")).as_(&administrator).await;
        for field in ["title", "author", "category", "description"] {
            assert_eq!(page.expect(200)[field], text);
        }
        server.catch_up().await;
        assert_eq!(
            server.get(&format!("/api/books/{id}/cover.svg")).await.status,
            200,
            "{text}"
        );
    }
}

on_both_engines!(a_body_of_another_kind_is_refused);
async fn a_body_of_another_kind_is_refused(database: TestDatabase) {
    let target = Target::new(database).await;
    for form in &target.forms {
        for kind in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "application/xml",
            "application/jsonx",
            "",
            "application/json-patch+json",
        ] {
            let answer = target.send(form, kind, "{}").await;
            let words = "The body must be JSON (Content-Type: application/json)";
            assert_eq!(answer.failure(), (400, "not_json", words), "{kind:?}");
        }
    }
    let form =
        json!({ "email": target.administrator.email, "password": target.administrator.password }).to_string();
    for kind in [
        "application/json",
        "application/json; charset=utf-8",
        "Application/JSON ;x=y",
    ] {
        let answer = target.send(&target.forms[0], kind, form.clone()).await;
        assert_eq!(answer.status, 200, "{kind}");
    }
    let request = target.server.post("/api/auth/login").bytes(form);
    assert_eq!(request.await.status, 200, "without a content type");
}

on_both_engines!(a_body_of_more_than_a_mebibyte_is_too_large);
async fn a_body_of_more_than_a_mebibyte_is_too_large(database: TestDatabase) {
    let target = Target::new(database).await;
    let limit = carrel_api::LARGEST_BODY;
    assert_eq!(limit, 1024 * 1024);
    for form in &target.forms {
        let is_public = form.0 == Method::POST && form.1.starts_with("/api/auth/");
        let most = if is_public {
            carrel_api::LARGEST_PUBLIC_BODY
        } else {
            limit
        };
        let answer = target.send(form, JSON, vec![b' '; most + 1]).await;
        assert_eq!(
            answer.failure(),
            (413, "too_large", "The body is too large"),
            "{}",
            form.1
        );
    }
    // The largest allowed body is read.
    let mut body = br#"{"department": "History"}"#.to_vec();
    body.resize(limit, b' ');
    let answer = target.send(&target.forms[2], JSON, body).await;
    assert_eq!(answer.expect(200)["department"], "History");
}

on_both_engines!(hostile_paths_and_queries_are_answered);
async fn hostile_paths_and_queries_are_answered(database: TestDatabase) {
    let target = Target::new(database).await;
    let (server, administrator) = (&target.server, &target.administrator);
    let long = "x".repeat(8_000);
    let values = [
        "%00",
        "a%00b",
        "%ff%fe",
        "%c3%28",
        "%ed%a0%80",
        "%",
        "%zz",
        "%25",
        "'",
        "\"",
        "%27%3B--",
        "..%2f..%2fetc",
        "1e999",
        "-1",
        "9223372036854775808",
        "99999999999999999999999999999999999999999999",
        "book_0",
        "book_9223372036854775807",
        "book_9223372036854775808",
        "user_-9223372036854775808",
        "%0d%0aX-Evil:%201",
        "NaN",
        "null",
        "true",
        "[]",
        "%7B%22%24ne%22%3A1%7D",
        "%F4%8F%BF%BF",
        "%E2%80%AE",
        "*",
        "(((((",
        "%22%22%22",
        "a:b",
        "-",
        "+",
        "%F0%9F%98%80",
        "AND",
        &long,
    ];
    let document = Document::parse(carrel_api::openapi_json());
    for (method, template, operation) in document.operations() {
        if method != "GET" || template == "/api/auth/logout" {
            continue;
        }
        let (_, own_path, _) = &target.forms[5];
        let path = template
            .replace("/api/books/{id}", own_path)
            .replace("{id}", &administrator.id.to_string())
            .replace("{userId}", &administrator.id.to_string())
            .replace("{name}", "about");
        // The request does not ask for a stream.
        let is_stream = |answer: &Answer| answer.status == 406 && template == "/api/changes/stream";
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().expect("a name");
            for value in &values {
                let asked = if parameter["in"] == "query" {
                    format!("{path}?{name}={value}")
                } else {
                    template.replace(&format!("{{{name}}}"), value)
                };
                let answer = server.get(&asked).as_(administrator).await;
                let shown: String = asked.chars().take(120).collect();
                assert!(
                    is_stream(&answer) || matches!(answer.status, 200 | 400 | 404 | 422),
                    "{shown}: {}",
                    answer.text()
                );
                assert!(answer.header("x-evil").is_none(), "{shown}");
            }
        }
        for query in [
            "?",
            "?&&&",
            "?=",
            "?=1",
            "?%00=%00",
            "?page",
            "?page=1&page=2",
            "?unknown=1",
            "?a[b]=c",
        ] {
            let answer = server.get(&format!("{path}{query}")).as_(administrator).await;
            // An entity of this kind may not exist, and the library shares no records with others.
            let unknown = answer.status == 404 && (template.contains('{') || !template.starts_with("/api"));
            assert!(
                unknown || is_stream(&answer) || matches!(answer.status, 200 | 400 | 422),
                "{path}{query}: {}",
                answer.text()
            );
        }
    }
}

on_both_engines!(the_specified_failures_have_their_messages);
async fn the_specified_failures_have_their_messages(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let forbidden = server.get("/api/admin/stats").as_(&student).await;
    let words = "You do not have permission to perform this action.";
    assert_eq!(forbidden.failure(), (403, "not_allowed", words));
    for id in ["unknown", "book_12"] {
        let unknown = server.get(&format!("/api/books/{id}")).as_(&student).await;
        assert_eq!(unknown.failure(), (404, "book_not_found", "Book not found"));
        let anonymous = server.post(&format!("/api/borrowings/{id}")).await;
        let words = "Please log in to borrow a book";
        assert_eq!(anonymous.failure(), (401, "not_signed_in", words));
    }
    let headed = server.request(Method::HEAD, "/api/books").as_(&student).await;
    assert_eq!(headed.status, 200);
}

on_both_engines!(a_broken_database_is_a_server_error_in_the_same_shape);
async fn a_broken_database_is_a_server_error_in_the_same_shape(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    server
        .database()
        .sql("ALTER TABLE books RENAME TO lost")
        .await
        .expect("the table is renamed");
    let words = "Server error. Please try again later.";
    for path in [
        "/api/books",
        "/api/books/book_1",
        "/api/books/popular",
        "/api/books/book_1/cover.svg",
    ] {
        let answer = server.get(path).as_(&student).may_fail().await;
        assert_eq!(answer.failure(), (500, "internal", words), "{path}");
        for secret in ["SELECT", "lost", "no such", "does not exist", "panicked"] {
            assert!(!answer.text().contains(secret), "{path}: {}", answer.text());
        }
    }
    let answer = server
        .post("/api/borrowings/book_1")
        .as_(&student)
        .may_fail()
        .await;
    assert_eq!(answer.failure(), (500, "internal", words));
    // Calls that do not need the table still work.
    server.get("/api/auth/me").as_(&student).await.expect(200);
    server
        .database()
        .sql("ALTER TABLE lost RENAME TO books")
        .await
        .expect("the table is back");
    server.get("/api/books").as_(&student).await.expect(200);
}
