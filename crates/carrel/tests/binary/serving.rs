//! The responses of a running server, and how it stops.

use std::process::Command;

use carrel_testkit::{Engine, Place, TestDatabase, eventually};
use serde_json::{Value, json};

use crate::support::{Server, command, private_folder, run, text};
use crate::url_of;

#[tokio::test]
async fn a_log_that_cannot_be_written_stops_nothing() {
    let folder = private_folder();
    let serve = command(folder.path(), "serve");
    // The shell starts the binary with a standard error on which every write fails.
    let mut failing = Command::new("sh");
    failing.args(["-c", "exec \"$0\" \"$@\" 2>/dev/full"]);
    failing.arg(serve.get_program()).args(serve.get_args());
    for (name, _) in serve.get_envs() {
        failing.env_remove(name);
    }
    failing.args(["--demo", "--listen", "127.0.0.1:0", "--log", "debug"]);
    let server = Server::spawn(&mut failing);
    for _ in 0..3 {
        // A wrong password writes to the database, and is logged.
        let (status, _) = server.sign_in("admin@library.example", "Wrong123").await;
        assert_eq!(status, 401);
    }
    let (status, _) = server.sign_in("admin@library.example", "Admin123!").await;
    assert_eq!(status, 200);
    eventually("it is ready", async || {
        server.get("/readyz").await.status() == 200
    })
    .await;
    assert_eq!(server.stop(), 0);
}

#[tokio::test]
async fn a_stopping_server_is_reported_as_not_ready_before_it_stops() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--demo", "--shutdown-delay", "2"]);
    assert_eq!(server.get("/healthz").await.text().await.unwrap(), "alive\n");
    carrel_testkit::eventually("it is ready", async || {
        server.get("/readyz").await.status() == 200
    })
    .await;
    let killed = std::process::Command::new("kill")
        .args(["-TERM", &server.process.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    carrel_testkit::eventually("it says that it stops", async || {
        let answer = server.get("/readyz").await;
        answer.status() == 503 && answer.text().await.unwrap() == "stopping\n"
    })
    .await;
    assert_eq!(server.get("/api/library").await.status(), 200, "it still serves");
    assert_eq!(server.stop(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_schema_a_newer_version_contracted_is_not_ready() {
    let folder = tempfile::tempdir().unwrap();
    let place = Place::empty(Engine::Postgres).await;
    let url = url_of(&place);
    let server = Server::start(folder.path(), &["--database-url", &url]);
    let database = TestDatabase::open(place).await.unwrap();
    let ready = async || {
        let answer = server.get("/readyz").await;
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    eventually("it is ready", async || ready().await.0 == 200).await;
    let migrated = async |number: i64, least_compatible: i64| {
        let sql = format!(
            "INSERT INTO migrations (number, name, checksum, applied_at, least_compatible) \
             VALUES ({number}, 'from the future', '', 1, {least_compatible})"
        );
        database.sql(&sql).await.unwrap();
    };
    migrated(9998, 1).await;
    assert_eq!(ready().await.0, 200, "an expanded schema has all that it needs");
    migrated(9999, 9999).await;
    let (status, why) = ready().await;
    assert_eq!(status, 503);
    assert!(why.starts_with("a newer version"), "{why}");
}

#[tokio::test]
async fn the_contact_for_vulnerabilities_is_served_if_there_is_one() {
    const PATH: &str = "/.well-known/security.txt";
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    assert_eq!(
        server.get(PATH).await.status(),
        404,
        "it is not a page of the web app"
    );
    drop(server);
    let server = Server::start(
        folder.path(),
        &["--security-contact", "mailto:security@library.example"],
    );
    let answer = server.get(PATH).await;
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["content-type"], "text/plain; charset=utf-8");
    let text = answer.text().await.unwrap();
    assert!(
        text.starts_with("Contact: mailto:security@library.example\nExpires: 2"),
        "{text}"
    );
}

#[tokio::test]
async fn every_response_has_the_security_headers() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    for path in [
        "/",
        "/no/such/page",
        "/assets/none.js",
        "/api/library",
        "/api/nothing",
        "/api",
        "/api/docs",
    ] {
        let answer = server.get(path).await;
        let policy = answer.headers()["content-security-policy"]
            .to_str()
            .unwrap()
            .to_owned();
        assert!(!policy.contains("unsafe-"), "{path}: {policy}");
        for part in [
            "default-src 'self'; script-src 'self'; style-src 'self'; ",
            "img-src 'self' data: blob:; ",
            "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        ] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        // A browser that opens a response of the API runs no script in it. The API's reference is a page of the web app.
        let is_api = path != "/api/docs" && (path == "/api" || path.starts_with("/api/"));
        assert_eq!(policy.ends_with("; sandbox"), is_api, "{path}: {policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("x-permitted-cross-domain-policies", "none"),
        ] {
            assert_eq!(answer.headers()[name], value, "{path}");
        }
        if is_api {
            assert_eq!(answer.headers()["cache-control"], "private, no-store", "{path}");
        }
    }
    // The page and its files have types that browsers do not guess.
    let page = server.get("/").await;
    assert_eq!(page.headers()["content-type"], "text/html; charset=utf-8");
    let page = page.text().await.unwrap();
    let files = page
        .split('"')
        .filter(|part| part.starts_with('/') && part.contains('.'));
    let mut kinds = std::collections::BTreeSet::new();
    for file in files {
        let answer = server.get(file).await;
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff", "{file}");
        kinds.insert(answer.headers()["content-type"].to_str().unwrap().to_owned());
    }
    assert!(kinds.contains("text/javascript; charset=utf-8") && kinds.contains("text/css; charset=utf-8"));
    assert!(!kinds.contains("application/octet-stream"), "{kinds:?}");
    let listing = server.get("/assets/").await;
    assert_eq!(listing.status(), 404, "no folder is listed");
    assert_eq!(
        server.get("/assets/none.js").await.status(),
        404,
        "a missing file is not a page"
    );
    assert_eq!(
        server.get("/api/nothing").await.json::<Value>().await.unwrap()["code"],
        "unknown_path"
    );
    assert_eq!(server.stop(), 0);
}

#[tokio::test]
async fn a_repeated_call_gets_the_stored_response_after_a_crash() {
    let folder = tempfile::tempdir().expect("a folder");
    let email = "keeper@library.example";
    let made = run(
        command(folder.path(), "user create").args([
            "--admin",
            "--name",
            "A Keeper",
            "--email",
            email,
            "--password-stdin",
        ]),
        "Keeping1\n",
    );
    assert!(made.status.success(), "{}", text(&made.stderr));
    let mut server = Server::start(folder.path(), &[]);
    let (_, signed_in) = server.sign_in(email, "Keeping1").await;
    let token = signed_in["token"].as_str().expect("a token").to_owned();
    let add = async |server: &Server| {
        let answer = reqwest::Client::new()
            .post(format!("{}/api/books", server.address))
            .bearer_auth(&token)
            .header("Idempotency-Key", "a book")
            .json(&json!({ "title": "A Book", "author": "Somebody", "category": "Fiction" }))
            .send()
            .await
            .expect("it answers");
        (answer.status(), answer.text().await.expect("it answers text"))
    };
    let first = add(&server).await;
    assert_eq!(first.0, 201, "{}", first.1);
    for _ in 0..3 {
        // SIGKILL: the process ends without a graceful shutdown.
        server.process.kill().expect("it is killed");
        server.process.wait().expect("it ends");
        server = Server::start(folder.path(), &[]);
        assert_eq!(add(&server).await, first);
    }
    assert_eq!(server.stop(), 0);
    let checked = run(&mut command(folder.path(), "check"), "");
    assert!(checked.status.success(), "{}", text(&checked.stdout));
}

#[cfg(target_os = "linux")]
#[test]
fn the_allocator_is_configured_to_return_memory_without_a_new_process() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let environment = std::fs::read(format!("/proc/{}/environ", server.process.id())).unwrap();
    let mut variables = environment.split(|byte| *byte == 0);
    assert!(variables.any(|variable| variable == b"MIMALLOC_PURGE_DELAY=0"));
    assert_eq!(server.stop(), 0);
}

#[tokio::test]
async fn metrics_are_served_on_a_separate_listener() {
    let folder = tempfile::tempdir().unwrap();
    // A port that is free now: the binary does not print the port of its second listener.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap().to_string();
    drop(free);
    let server = Server::start(folder.path(), &["--demo", "--metrics-listen", &address]);
    let figures = async || {
        let answer = reqwest::get(format!("http://{address}/metrics")).await.unwrap();
        assert_eq!(
            answer.headers()["content-type"],
            "text/plain; version=0.0.4; charset=utf-8"
        );
        answer.text().await.unwrap()
    };
    let (_, session) = server.sign_in("student@library.example", "Student123!").await;
    let token = session["token"].as_str().unwrap().to_owned();
    let books: Value = reqwest::Client::new()
        .get(format!("{}/api/books?limit=100&sort=title", server.address))
        .bearer_auth(&token)
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    let books: Vec<&Value> = books["data"].as_array().unwrap().iter().collect();
    for path in ["/api/books/no-such-book", "/api/nowhere", "/api/books/another"] {
        let asked = reqwest::Client::new().get(format!("{}{path}", server.address));
        assert_eq!(asked.bearer_auth(&token).send().await.unwrap().status(), 404);
    }
    let mut lent = 0;
    for book in books {
        let path = format!(
            "{}/api/borrowings/{}",
            server.address,
            book["_id"].as_str().unwrap()
        );
        let call = reqwest::Client::new()
            .post(path)
            .bearer_auth(&token)
            .header("Idempotency-Key", book["_id"].as_str().unwrap());
        // Sent twice, as after a lost response: the book is lent once.
        let again = call.try_clone().unwrap();
        let answer = call.send().await.unwrap();
        assert_eq!(again.send().await.unwrap().status(), answer.status());
        lent += u32::from(answer.status() == 201);
        if answer.status() != 201 {
            break;
        }
    }
    assert_ne!(lent, 0);
    let metrics = figures().await;
    for line in [
        "carrel_http_requests_total{method=\"GET\",route=\"/api/books/{id}\",status=\"4xx\"} 2".to_owned(),
        format!("carrel_borrowings_total {lent}"),
        "carrel_failures_total{code=\"unknown_path\"} 1".to_owned(),
        "carrel_database_up 1".to_owned(),
        "carrel_mails_waiting 0".to_owned(),
    ] {
        assert!(metrics.lines().any(|found| found == line), "{line}\n{metrics}");
    }
    for name in [
        "carrel_database_commit_seconds_bucket",
        "carrel_index_behind_changes",
        "process_resident_memory_bytes",
        "process_open_fds",
        "carrel_build_info",
    ] {
        assert!(metrics.contains(name), "{name}\n{metrics}");
    }
    // No label names a person or a book.
    assert!(!metrics.contains("student@library.example") && !metrics.contains("no-such-book"));
    // The library's own address does not serve them, and this one serves nothing else.
    assert_ne!(
        server.get("/metrics").await.headers()["content-type"],
        "text/plain; version=0.0.4; charset=utf-8"
    );
    let other = reqwest::get(format!("http://{address}/api/library"))
        .await
        .unwrap();
    assert_eq!(other.status(), 404);
    assert_eq!(server.stop(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_only_database_is_reported_until_it_is_writable_again() {
    let folder = tempfile::tempdir().unwrap();
    let place = Place::empty(Engine::Postgres).await;
    let url = url_of(&place);
    let server = Server::start(folder.path(), &["--demo", "--database-url", &url]);
    let database = TestDatabase::open(place).await.unwrap();
    let ready = async || {
        let answer = server.get("/readyz").await;
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    eventually("it is ready", async || ready().await.0 == 200).await;
    database.set_read_only(true).await;
    eventually("the probe says why", async || {
        ready().await == (503, "the database is read-only\n".to_owned())
    })
    .await;
    // A sign-in writes to the database; reading the catalogue does not.
    eventually("a write is refused", async || {
        let client = reqwest::Client::new();
        let form = json!({ "email": "student@library.example", "password": "Student123!" });
        let login = client
            .post(format!("{}/api/auth/login", server.address))
            .json(&form);
        let answer = login.send().await.unwrap();
        assert_eq!(answer.status(), 503);
        answer.headers().contains_key("retry-after")
    })
    .await;
    assert_eq!(server.get("/api/library").await.status(), 200);
    database.set_read_only(false).await;
    eventually("it is ready again", async || ready().await.0 == 200).await;
    let (status, _) = server.sign_in("student@library.example", "Student123!").await;
    assert_eq!(status, 200);
}

/// Error numbers of Linux.
#[cfg(target_os = "linux")]
const EROFS: i32 = 30;

// The preloaded library is written for Linux.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_refuses_writes_is_reported_until_it_accepts_them() {
    use carrel_faults::shim::{ENOSPC, Fails, Shim, Which};
    let folder = private_folder();
    let data = folder.path().join("library");
    std::fs::create_dir(&data).unwrap();
    let shim = Shim::compile(folder.path(), &data).unwrap();
    let mut serve = command(&data, "serve");
    serve
        .args(["--listen", "127.0.0.1:0", "--demo"])
        .envs(shim.environment());
    let server = Server::spawn(&mut serve);
    let ready = async || {
        let answer = server.get("/readyz").await;
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    eventually("it is ready", async || ready().await.0 == 200).await;
    for (error, words) in [
        (ENOSPC, "the disk is full\n"),
        (EROFS, "the database is read-only\n"),
    ] {
        shim.set(Fails::Writes, Which::All, error).unwrap();
        let (status, _) = server.sign_in("student@library.example", "Student123!").await;
        assert!(status >= 500, "{status}");
        assert_eq!(ready().await, (503, words.to_owned()));
        shim.set(Fails::Writes, Which::All, 0).unwrap();
        assert_eq!(ready().await, (200, "ready\n".to_owned()));
        let (status, _) = server.sign_in("student@library.example", "Student123!").await;
        assert_eq!(status, 200);
    }
    assert_eq!(server.stop(), 0);
}

/// A caller whose requests never end takes its own share of the connections, and no more.
#[tokio::test(flavor = "multi_thread")]
async fn thousands_of_unfinished_requests_from_one_address_delay_no_other() {
    let folder = private_folder();
    let server = Server::start(folder.path(), &["--connections-per-address", "1024"]);
    let address = server.address.strip_prefix("http://").unwrap().parse().unwrap();
    // The limit of open files of this process.
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    let raised = rustix::process::Rlimit {
        current: limit.maximum,
        ..limit
    };
    rustix::process::setrlimit(rustix::process::Resource::Nofile, raised).unwrap();
    let is_sound = carrel_hostile::connections::run(address, 6000, 1024)
        .await
        .unwrap();
    assert!(is_sound, "newcomers had to wait, or the attacker was not refused");
    let line = server.line_with("connections were refused").expect("a line");
    assert!(line.contains("127.0.0.2"), "{line}");
    assert_eq!(server.stop(), 0);
}
