//! Whole requests to the API, over a library in memory-backed files: queries, paths, headers and bodies of every call.
//!
//! An input is a request as text: a line with the caller, the method and the address, lines of headers, an empty line,
//! the body. Words in braces in the address and the body stand for what the library has.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, Uri};
use carrel_api::{Api, Clock, Demo, Entropy, ResponseCache, Wiring};
use carrel_domain::book_data::{BookHosts, OpenLibraryAddress};
use carrel_domain::users::Role;
use carrel_domain::users::slowdown::Slowdown;
use carrel_domain::users::throttle::Limit;
use carrel_operations::catalogue::search_feed;
use carrel_operations::core::key_file::KeyFile;
use carrel_operations::people::accounts::create_from_shell;
use carrel_operations::{Context, Library, Limits, PasswordCost};
use carrel_search::Index;
use carrel_storage::Database;
use carrel_storage::engine::Options;
use jiff::Timestamp;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt as _;

/// The library is made anew after so many calls, because it grows.
const CALLS_OF_A_LIBRARY: usize = 20_000;
/// 2026-09-01.
const NOW_MS: i64 = 1_788_220_800_000;
const ADMINISTRATOR: &str = "ada@library.example";
const STUDENT: &str = "sam@library.example";
const PASSWORD: &str = "Reading1";

pub(crate) fn run(input: &[u8]) {
    thread_local!(static WORLD: RefCell<Option<World>> = const { RefCell::new(None) });
    let Some(call) = Call::parse(input) else {
        return;
    };
    WORLD.with_borrow_mut(|world| {
        if world.as_ref().is_none_or(|world| world.calls == 0) {
            *world = None;
        }
        world.get_or_insert_with(World::new).make(&call);
    });
}

/// A request, before its words in braces are replaced.
struct Call {
    caller: String,
    method: Method,
    address: String,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Call {
    /// `None` for what the listener refuses before it is a request.
    fn parse(input: &[u8]) -> Option<Call> {
        let end = input.windows(2).position(|two| two == b"\n\n");
        let (head, body) = match end {
            Some(end) => (&input[..end], &input[end + 2..]),
            None => (input, &[][..]),
        };
        let mut lines = head.split(|byte| *byte == b'\n');
        let first = str::from_utf8(lines.next()?).ok()?;
        let mut words = first.splitn(3, ' ');
        let caller = words.next()?.to_owned();
        let method = Method::from_bytes(words.next()?.as_bytes()).ok()?;
        let address = words.next()?.to_owned();
        let mut headers = HeaderMap::new();
        for line in lines {
            let colon = line.iter().position(|byte| *byte == b':')?;
            let name = HeaderName::from_bytes(&line[..colon]).ok()?;
            headers.append(
                name,
                HeaderValue::from_bytes(line[colon + 1..].trim_ascii()).ok()?,
            );
        }
        // It would send a mail to any server.
        let is_quiet = !address.contains("mail/test");
        is_quiet.then_some(Call {
            caller,
            method,
            address,
            headers,
            body: body.to_vec(),
        })
    }
}

/// A library with a few people and books.
struct World {
    /// How many calls are left to this library.
    calls: usize,
    router: Router,
    /// The words in braces, and what they stand for.
    words: Vec<(&'static str, String)>,
    tokens: Vec<(&'static str, String)>,
    runtime: Runtime,
    // Removed last.
    _folder: TempDir,
}

impl World {
    fn new() -> Self {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        let memory = Path::new("/dev/shm");
        let folder = if memory.is_dir() {
            TempDir::new_in(memory)
        } else {
            TempDir::new()
        };
        let folder = folder.expect("a folder");
        let (router, tokens, words) = runtime.block_on(build(folder.path()));
        World {
            calls: CALLS_OF_A_LIBRARY,
            router,
            words,
            tokens,
            runtime,
            _folder: folder,
        }
    }

    fn make(&mut self, call: &Call) {
        self.calls -= 1;
        let Ok(uri) = self.filled(call.address.as_bytes()).as_slice().try_into_uri() else {
            return;
        };
        let mut request = Request::new(Body::from(self.filled(&call.body)));
        *request.method_mut() = call.method.clone();
        *request.uri_mut() = uri;
        *request.headers_mut() = call.headers.clone();
        let token = self.tokens.iter().find(|(name, _)| *name == call.caller);
        if let Some((_, token)) = token {
            let bearer = HeaderValue::from_str(&format!("Bearer {token}")).expect("a token is plain");
            request.headers_mut().insert("authorization", bearer);
        }
        let is_known = token.is_some();
        let (status, kind, body) = self.runtime.block_on(answer(&self.router, request));
        check(status, &kind, &body);
        // Whoever signed out, or is no longer what they were, is needed again.
        if is_known && status == StatusCode::UNAUTHORIZED {
            self.calls = 0;
        }
    }

    fn filled(&self, text: &[u8]) -> Vec<u8> {
        let Ok(text) = str::from_utf8(text) else {
            return text.to_vec();
        };
        let fill = |text: String, (word, value): &(&str, String)| text.replace(word, value);
        self.words.iter().fold(text.to_owned(), fill).into_bytes()
    }
}

trait TryIntoUri {
    fn try_into_uri(self) -> Result<Uri, ()>;
}

impl TryIntoUri for &[u8] {
    fn try_into_uri(self) -> Result<Uri, ()> {
        Uri::try_from(self).map_err(|_| ())
    }
}

async fn answer(router: &Router, request: Request<Body>) -> (StatusCode, String, Vec<u8>) {
    let response = router.clone().oneshot(request).await;
    let response = response.unwrap_or_else(|never| match never {});
    let kind = response.headers().get("content-type");
    let kind = kind
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default()
        .to_owned();
    let status = response.status();
    let body = to_bytes(response.into_body(), 64 << 20).await.expect("a body");
    (status, kind, body.to_vec())
}

/// Checks that an answer is one of those that the document promises.
fn check(status: StatusCode, kind: &str, body: &[u8]) {
    assert!(
        !status.is_server_error(),
        "{status}: {}",
        String::from_utf8_lossy(body)
    );
    if status == StatusCode::NOT_FOUND && body.is_empty() {
        // No address of the API.
        return;
    }
    if kind == "application/json" && !body.is_empty() {
        let json: Value = serde_json::from_slice(body).expect("JSON");
        // The document and the health are no envelopes.
        let success = json["success"].as_bool().unwrap_or(status.is_success());
        assert_eq!(success, status.is_success(), "{json}");
    }
    if status.is_client_error() && !body.is_empty() {
        let json: Value = serde_json::from_slice(body).expect("a failure is JSON");
        let is_documented = json["code"].is_string() && json["message"].is_string();
        assert!(is_documented, "{json}");
    }
}

/// Limits that no fuzzer reaches, so that later calls are not refused for earlier ones.
fn limits() -> Limits {
    let mut limits = Limits::default();
    let endless = Limit {
        max: u32::MAX,
        window_seconds: 60,
    };
    let free = Slowdown {
        free: u32::MAX,
        ..limits.guesses.of_origin
    };
    limits.guesses.of_origin = free;
    limits.guesses.of_account = free;
    limits.guesses.of_address = free;
    limits.writes.of_student = endless;
    limits.writes.of_administrator = endless;
    limits.writes.details_changes = endless;
    limits.writes.disk_reserve.bytes = 0;
    limits.password_links_by_address = endless;
    limits.registrations_by_address = endless;
    limits.password_mails_by_account = endless;
    limits.password_mails_by_address = endless;
    limits.exports_by_account = endless;
    limits.webhook_hosts = vec!["127.0.0.1:9".parse().expect("a host")];
    // No source of book data answers, so nothing leaves the machine.
    limits.book_hosts = BookHosts::Listed(limits.webhook_hosts.clone());
    limits.open_library = OpenLibraryAddress::of_copy("http://127.0.0.1:9").expect("an address");
    limits
}

type Words = Vec<(&'static str, String)>;

async fn build(folder: &Path) -> (Router, Words, Words) {
    let options = Options::Sqlite {
        path: folder.join("carrel.sqlite"),
    };
    let database = Database::open(&options).await.expect("a database");
    let index = Index::in_memory().expect("an index");
    let library = Library::open(database, index, limits(), PasswordCost::Least).await;
    let library = library.expect("a library").with_keys(KeyFile::in_memory([7; 32]));
    let library = Arc::new(library);
    search_feed::catch_up(&library).await.expect("an index");
    for (name, email, role) in [
        ("Ada Lovelace", ADMINISTRATOR, Role::ADMINISTRATOR),
        ("Bea Spare", "bea@library.example", Role::ADMINISTRATOR),
        ("Sam Student", STUDENT, Role::STUDENT),
    ] {
        let now = Timestamp::from_millisecond(NOW_MS).expect("an instant");
        let context = Context::without_actor(now, [7; 32]);
        let made = create_from_shell(&library, context, name, email, PASSWORD, role).await;
        made.expect("a person");
    }
    let router = carrel_api::router(Api::new(Wiring {
        library,
        clock: Clock::Manual(Arc::new(AtomicI64::new(NOW_MS))),
        entropy: Entropy,
        demo: Demo {
            admin: (ADMINISTRATOR, PASSWORD),
            student: (STUDENT, PASSWORD),
        },
        trust_forwarded: true,
        version: "0.0.0-fuzz",
        document: "{}",
        cache: ResponseCache::default(),
        counts: false,
    }));
    let administrator = sign_in(&router, ADMINISTRATOR).await;
    let student = sign_in(&router, STUDENT).await;
    let token =
        json!({ "name": "fuzz", "scopes": ["catalogue:read", "borrowings:write"], "expiresInDays": 365 });
    let token = made(&router, &administrator, "/api/auth/tokens", &token).await;
    let words = furnish(&router, &administrator, &student).await;
    let tokens = vec![
        ("admin", administrator),
        ("student", student),
        ("token", text(&token, "/token")),
    ];
    (router, tokens, words)
}

/// Adds a book with copies and a loan, and returns the words that stand for them.
async fn furnish(router: &Router, administrator: &str, student: &str) -> Words {
    let book = json!({ "title": "A Book", "author": "Somebody", "category": "Fiction", "copies": 5 });
    let book = made(router, administrator, "/api/books", &book).await;
    let book = text(&book, "/_id");
    let copies = got(router, administrator, &format!("/api/books/{book}/copies")).await;
    let borrowing = made(router, student, &format!("/api/borrowings/{book}"), &json!({})).await;
    let me = got(router, student, "/api/auth/me").await;
    vec![
        ("{book}", book),
        ("{copy}", text(&copies, "/0/_id")),
        ("{barcode}", text(&copies, "/1/barcode")),
        ("{borrowing}", text(&borrowing, "/_id")),
        ("{user}", text(&me, "/_id")),
    ]
}

fn text(json: &Value, pointer: &str) -> String {
    let found = json.pointer(pointer).and_then(Value::as_str);
    found
        .unwrap_or_else(|| panic!("no {pointer} in {json}"))
        .to_owned()
}

async fn sign_in(router: &Router, email: &str) -> String {
    let body = json!({ "email": email, "password": PASSWORD });
    text(&made(router, "", "/api/auth/login", &body).await, "/token")
}

/// The data of a call that succeeds.
async fn made(router: &Router, token: &str, path: &str, body: &Value) -> Value {
    data(router, Method::POST, token, path, body.to_string()).await
}

async fn got(router: &Router, token: &str, path: &str) -> Value {
    data(router, Method::GET, token, path, String::new()).await
}

async fn data(router: &Router, method: Method, token: &str, path: &str, body: String) -> Value {
    let mut request = Request::builder().method(method).uri(path);
    if !token.is_empty() {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    let request = request.body(Body::from(body)).expect("a request");
    let (status, _, body) = answer(router, request).await;
    let body: Value = serde_json::from_slice(&body).expect("JSON");
    assert!(status.is_success(), "{path}: {body}");
    body["data"].clone()
}
