//! The real binary: it starts, serves, stops gracefully, keeps its data, makes accounts, checks itself.

mod support;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::process::Stdio;

use carrel_storage::engine::Options;
use carrel_testkit::{Engine, MailServer, Place, TestDatabase, eventually};
use serde_json::{Value, json};
use support::{Server, command, run, text};

#[tokio::test]
async fn a_new_library_tells_how_to_make_its_first_administrator() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let link = server.told_after("Set this library up at ");
    assert!(link.is_some_and(|link| link.starts_with(&format!("{}/setup#", server.address))));
    assert!(server.told_after("  carrel user create --admin").is_some());
    let library: Value = server.get("/api/library").await.json().await.unwrap();
    assert_eq!(library["data"]["name"], "Library Management System");
    assert_eq!(library["data"]["demo"], Value::Null);
    assert_eq!(
        server.sign_in("admin@library.example", "Admin123!").await.0,
        401,
        "no default accounts"
    );

    let mut create = command(folder.path(), "user create");
    create.args([
        "--admin",
        "--name",
        "Ada Example",
        "--email",
        "ada@example.org",
        "--password-stdin",
    ]);
    let made = run(&mut create, "Secret123\n");
    assert!(made.status.success(), "{}", text(&made.stderr));
    let (status, session) = server.sign_in("ada@example.org", "Secret123").await;
    assert_eq!((status, &session["user"]["role"]), (200, &json!("admin")));

    let taken = run(&mut create, "Secret123\n");
    assert_eq!(taken.status.code(), Some(1));
    assert!(
        text(&taken.stderr).contains("already exists"),
        "{}",
        text(&taken.stderr)
    );
    assert_eq!(server.stop(), 0);
}

#[tokio::test]
async fn a_library_is_set_up_by_the_newest_link_once() {
    let folder = tempfile::tempdir().unwrap();
    let token = |server: &Server| {
        let link = server.told_after("Set this library up at ").expect("a link");
        link.rsplit_once('#').expect("a token").1.to_owned()
    };
    let server = Server::start(folder.path(), &[]);
    let old = token(&server);
    assert_eq!(server.stop(), 0);

    let server = Server::start(folder.path(), &[]);
    let newest = token(&server);
    let form = |token: &str| {
        json!({
            "token": token, "libraryName": "Town Library", "timeZone": "Europe/Prague", "currency": "EUR",
            "closedWeekdays": ["sunday"], "name": "Ada Example", "email": "ada@example.org",
            "password": "Secret123", "confirmPassword": "Secret123",
        })
    };
    assert_eq!(server.post("/api/setup", &form(&old)).await.0, 404, "replaced");
    let (status, session) = server.post("/api/setup", &form(&newest)).await;
    assert_eq!((status, &session["user"]["role"]), (201, &json!("admin")));
    assert_eq!(server.post("/api/setup", &form(&newest)).await.0, 404, "used");
    let library: Value = server.get("/api/library").await.json().await.unwrap();
    assert_eq!(
        (&library["data"]["name"], &library["data"]["isSetUp"]),
        (&json!("Town Library"), &json!(true))
    );
    assert_eq!(server.stop(), 0);

    let mut server = Server::start(folder.path(), &[]);
    server.process.kill().unwrap();
    assert_eq!(server.told_after("Set this library up"), None);
}

#[tokio::test]
async fn the_demo_fills_once_and_a_second_start_keeps_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--demo"]);
    assert!(
        server
            .said
            .iter()
            .any(|line| line.starts_with("Filled the demo library")),
        "{:?}",
        server.said
    );
    let library: Value = server.get("/api/library").await.json().await.unwrap();
    let admin = &library["data"]["demo"]["admin"];
    assert_eq!(
        admin,
        &json!({ "email": "admin@library.example", "password": "Admin123!" })
    );
    assert_eq!(
        server.sign_in("student@library.example", "Student123!").await.0,
        200
    );
    assert_eq!(server.stop(), 0);

    let checked = run(&mut command(folder.path(), "check"), "");
    assert!(checked.status.success(), "{}", text(&checked.stdout));

    let server = Server::start(folder.path(), &["--demo"]);
    assert!(
        !server.said.iter().any(|line| line.starts_with("Filled")),
        "{:?}",
        server.said
    );
    assert_eq!(
        server.sign_in("student@library.example", "Student123!").await.0,
        200
    );
    assert_eq!(server.stop(), 0);
}

#[tokio::test]
async fn a_server_that_stops_says_so_before_it_goes() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--demo", "--shutdown-delay", "2"]);
    assert_eq!(server.get("/healthz").await.text().await.unwrap(), "alive\n");
    carrel_testkit::eventually("it is ready", async || {
        server.get("/readyz").await.status() == 200
    })
    .await;
    let told = std::process::Command::new("kill")
        .args(["-TERM", &server.process.id().to_string()])
        .status();
    assert!(told.unwrap().success());
    carrel_testkit::eventually("it says that it stops", async || {
        let answer = server.get("/readyz").await;
        answer.status() == 503 && answer.text().await.unwrap() == "stopping\n"
    })
    .await;
    assert_eq!(server.get("/api/library").await.status(), 200, "it still serves");
    assert_eq!(server.stop(), 0);
}

#[test]
fn the_doctor_tells_what_is_wrong_and_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let doctor = |arguments: &[&str]| {
        let done = run(command(folder.path(), "doctor").args(arguments), "");
        (done.status.code(), text(&done.stdout))
    };
    let here = ["--listen", "127.0.0.1:0"];
    let (code, said) = doctor(&here);
    assert!(code == Some(0) && said.contains("there is none yet"), "{said}");

    let server = Server::start(folder.path(), &["--demo"]);
    let (code, said) = doctor(&["--listen", server.address.trim_start_matches("http://")]);
    assert!(
        code == Some(0) && said.contains("Carrel serves at") && said.contains("Nothing is wrong"),
        "{said}"
    );
    assert_eq!(server.stop(), 0);

    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let (code, said) = doctor(&["--json", "--listen", &address]);
    let findings: Value = serde_json::from_str(&said).unwrap();
    let wrong: Vec<&Value> = findings
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["state"] == "wrong")
        .collect();
    assert_eq!((code, wrong.len()), (Some(1), 1), "{said}");
    assert_eq!(wrong[0]["subject"], "address");

    let configuration = folder.path().join("carrel.toml");
    std::fs::write(&configuration, "lisen = \"127.0.0.1:1\"\n").unwrap();
    let (code, said) = doctor(&["--config", configuration.to_str().unwrap()]);
    assert!(code == Some(1) && said.contains("lisen"), "{said}");

    let damaged = tempfile::tempdir().unwrap();
    std::fs::write(damaged.path().join("carrel.sqlite"), "this is no database").unwrap();
    let done = run(command(damaged.path(), "doctor").args(here), "");
    let (code, said) = (done.status.code(), text(&done.stdout));
    assert!(code == Some(1) && said.contains("carrel restore"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_calls_on_the_mail_server() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--demo"]);
    let (_, session) = server.sign_in("admin@library.example", "Admin123!").await;
    let call_on = async |port: u16| {
        let saved = reqwest::Client::new()
            .put(format!("{}/api/admin/settings/mail", server.address))
            .bearer_auth(session["token"].as_str().unwrap())
            .json(&json!({
                "host": "127.0.0.1", "port": port, "security": "none",
                "fromAddress": "desk@library.example", "siteAddress": "https://library.example",
            }))
            .send()
            .await
            .unwrap();
        assert_eq!(saved.status(), 200);
        let listen = server.address.trim_start_matches("http://");
        let done = run(command(folder.path(), "doctor").args(["--listen", listen]), "");
        (done.status.code(), text(&done.stdout))
    };
    let mail = MailServer::start().await;
    let (code, said) = call_on(mail.port()).await;
    let takes = format!("127.0.0.1:{} takes mail", mail.port());
    assert!(code == Some(0) && said.contains(&takes), "{said}");
    assert!(mail.letters().is_empty(), "it sends nothing");

    // Bound, but not listened on: nobody answers there, and nobody else can take it.
    let silent = tokio::net::TcpSocket::new_v4().unwrap();
    silent.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let (code, said) = call_on(silent.local_addr().unwrap().port()).await;
    assert!(
        code == Some(1) && said.contains("takes no mail: The mail server could not be reached"),
        "{said}"
    );
}

#[test]
fn an_index_is_rebuilt_by_one_process_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--demo"]);
    for verb in ["reindex", "serve --listen 127.0.0.1:0"] {
        let refused = run(&mut command(folder.path(), verb), "");
        assert_eq!(refused.status.code(), Some(1));
        let said = text(&refused.stderr);
        assert!(said.contains("stop it first"), "{verb}: {said}");
    }
    assert_eq!(server.stop(), 0);
    let done = run(&mut command(folder.path(), "reindex"), "");
    assert!(
        text(&done.stdout).contains("The search index has"),
        "{}",
        text(&done.stderr)
    );
}

#[tokio::test]
async fn answers_carry_the_security_headers_whatever_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    for path in [
        "/",
        "/no/such/page",
        "/assets/none.js",
        "/api/library",
        "/api/nothing",
        "/api",
    ] {
        let answer = server.get(path).await;
        let policy = answer.headers()["content-security-policy"]
            .to_str()
            .unwrap()
            .to_owned();
        assert!(
            policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe-"),
            "{path}: {policy}"
        );
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff", "{path}");
    }
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

/// What is no HTTP is answered like any other mistake, before the connection is closed.
#[tokio::test]
async fn a_request_that_is_none_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let address = server.address.strip_prefix("http://").unwrap().to_owned();
    for (request, status, code) in [
        ("GARBAGE\r\n\r\n".to_owned(), 400, "malformed_request"),
        (
            "GET / HTTP/1.1\r\na b: c\r\n\r\n".to_owned(),
            400,
            "malformed_request",
        ),
        (
            format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(65_534)),
            414,
            "too_long_address",
        ),
        (
            format!("GET / HTTP/1.1\r\n{}\r\n", "x: y\r\n".repeat(150)),
            431,
            "too_large_head",
        ),
        (
            // Of exactly the limit and without an end, so that nothing of it can be left unread.
            format!("GET / HTTP/1.1\r\nx: {}", "x".repeat(80 * 1024 - 19)),
            431,
            "too_large_head",
        ),
    ] {
        let mut stream = std::net::TcpStream::connect(&address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = text(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{head}");
        assert!(
            head.contains("content-security-policy: ") && head.contains("connection: close"),
            "{head}"
        );
        let body: Value = serde_json::from_str(body).unwrap();
        assert_eq!((&body["success"], &body["code"]), (&json!(false), &json!(code)));
    }
    assert_eq!(server.stop(), 0);
}

#[test]
fn a_password_is_reset_from_the_shell() {
    let folder = tempfile::tempdir().unwrap();
    let mut create = command(folder.path(), "user create");
    create.args(["--name", "Grace Example", "--email", "grace@example.org"]);
    let made = run(&mut create, "");
    assert!(
        text(&made.stdout).contains("Password: "),
        "a generated password is told once"
    );

    let mut reset = command(folder.path(), "user reset-password");
    reset.args(["--email", "GRACE@example.org", "--password-stdin"]);
    assert!(run(&mut reset, "Another123\n").status.success());
    let simple = run(&mut reset, "simple\n");
    assert_eq!(simple.status.code(), Some(1));
    assert!(
        text(&simple.stderr).contains("uppercase letter"),
        "{}",
        text(&simple.stderr)
    );
}

#[test]
fn wrong_usage_is_told_apart_from_failure() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(
        run(&mut command(folder.path(), "serv"), "").status.code(),
        Some(2)
    );
    let missing = run(&mut command(&folder.path().join("none"), "check"), "");
    assert_eq!(missing.status.code(), Some(1));
    assert!(
        text(&missing.stderr).contains("there is no library"),
        "{}",
        text(&missing.stderr)
    );
}

#[test]
fn nobody_else_may_look_into_a_new_data_folder() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("library").join("data");
    let mut create = command(&data, "user create");
    create.args(["--name", "Grace Example", "--email", "grace@example.org"]);
    assert!(run(&mut create, "").status.success());
    for made in [&data, data.parent().unwrap()] {
        assert_eq!(
            std::fs::metadata(made).unwrap().permissions().mode() & 0o777,
            0o700
        );
    }
}

#[test]
fn a_command_whose_reader_has_gone_ends_without_a_word() {
    let folder = tempfile::tempdir().unwrap();
    for verb in ["doctor", "doctor --json", "check"] {
        let mut create = command(folder.path(), "user create");
        create.args(["--name", "Grace Example", "--email", "grace@example.org"]);
        run(&mut create, "");
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut printing = command(folder.path(), verb);
        let done = printing
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
            .wait_with_output()
            .unwrap();
        assert_eq!(
            (done.status.code(), text(&done.stderr).as_str()),
            (Some(1), ""),
            "{verb}"
        );
    }
}

#[test]
fn a_data_folder_that_cannot_be_made_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "in the way").unwrap();
    let mut serve = command(&file.join("data"), "serve");
    let refused = run(serve.args(["--listen", "127.0.0.1:0"]), "");
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        text(&refused.stderr).contains("cannot be made"),
        "{}",
        text(&refused.stderr)
    );
}

#[tokio::test]
async fn a_call_whose_answer_was_lost_is_answered_the_same_after_a_crash() {
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
        // SIGKILL: nothing is put in order before the end.
        server.process.kill().expect("it is killed");
        server.process.wait().expect("it ends");
        server = Server::start(folder.path(), &[]);
        assert_eq!(add(&server).await, first);
    }
    assert_eq!(server.stop(), 0);
    let checked = run(&mut command(folder.path(), "check"), "");
    assert!(checked.status.success(), "{}", text(&checked.stdout));
}

#[tokio::test]
async fn people_come_in_from_a_file_at_the_shell() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file, links) = (
        folder.path().join("data"),
        folder.path().join("school.csv"),
        folder.path().join("links.csv"),
    );
    let mut create = command(&data, "user create");
    create.args([
        "--admin",
        "--name",
        "Ada Example",
        "--email",
        "ada@school.example",
    ]);
    assert!(run(&mut create, "").status.success());
    let import = |more: &[&str]| {
        let mut import = command(&data, "user import");
        let done = run(import.arg(&file).args(more), "");
        (done.status.code(), text(&done.stdout) + &text(&done.stderr))
    };
    std::fs::write(&file, "Name,Email\nBo Brook,bo@school.example\nCy,nowhere\n").unwrap();
    let (code, said) = import(&[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("Line 3: Invalid email address") && said.contains("nobody came in"),
        "{said}"
    );
    std::fs::write(
        &file,
        "Name,Email\n\"=Bo \"\"the\"\" Brook\",bo@school.example\nAda Example,ada@school.example\n",
    )
    .unwrap();
    let (code, said) = import(&["--check"]);
    assert_eq!(
        (code, said.trim()),
        (Some(0), "Would come in: 1; here already: 1")
    );
    let to = [
        "--links",
        links.to_str().unwrap(),
        "--site",
        "https://library.example/",
    ];
    assert_eq!(
        import(&to[..2]).0,
        Some(2),
        "links need the address they begin with"
    );
    let (code, said) = import(&to);
    assert_eq!(code, Some(0), "{said}");
    let written = std::fs::read_to_string(&links).unwrap();
    let line = written.lines().nth(1).unwrap();
    let begin =
        "\"'=Bo \"\"the\"\" Brook\",\"bo@school.example\",https://library.example/reset-password#token=";
    assert!(line.starts_with(begin), "{line}");
    assert_eq!(import(&to).0, Some(1), "a file of links is not overwritten");

    let server = Server::start(&data, &[]);
    let token = line.split_once("token=").unwrap().1;
    let form = json!({ "token": token, "password": "Reading1", "confirmPassword": "Reading1" });
    assert_eq!(server.post("/api/auth/reset-password", &form).await.0, 200);
    assert_eq!(server.sign_in("bo@school.example", "Reading1").await.0, 200);
    assert_eq!(server.stop(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_gives_freed_memory_back_at_once_and_stays_the_same_process() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let environment = std::fs::read(format!("/proc/{}/environ", server.process.id())).unwrap();
    let mut variables = environment.split(|byte| *byte == 0);
    assert!(variables.any(|variable| variable == b"MIMALLOC_PURGE_DELAY=0"));
    assert_eq!(server.stop(), 0);
}

#[tokio::test]
async fn figures_are_told_on_a_listener_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    // A port that is free now; the binary cannot tell which one it took of its second listener.
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
        // Sent twice, as after an answer that was lost: lent once.
        let again = call.try_clone().unwrap();
        let answer = call.send().await.unwrap();
        assert_eq!(again.send().await.unwrap().status(), answer.status());
        lent += u32::from(answer.status() == 201);
        if answer.status() != 201 {
            break;
        }
    }
    assert_ne!(lent, 0);
    let told = figures().await;
    for line in [
        "carrel_http_requests_total{method=\"GET\",route=\"/api/books/{id}\",status=\"4xx\"} 2".to_owned(),
        format!("carrel_borrowings_total {lent}"),
        "carrel_failures_total{code=\"unknown_path\"} 1".to_owned(),
        "carrel_database_up 1".to_owned(),
        "carrel_mails_waiting 0".to_owned(),
    ] {
        assert!(told.lines().any(|told| told == line), "{line}\n{told}");
    }
    for name in [
        "carrel_database_commit_seconds_bucket",
        "carrel_index_behind_changes",
        "process_resident_memory_bytes",
        "process_open_fds",
        "carrel_build_info",
    ] {
        assert!(told.contains(name), "{name}\n{told}");
    }
    // No label tells of a person or a book.
    assert!(!told.contains("student@library.example") && !told.contains("no-such-book"));
    // Neither does the library's own address tell them, nor this one anything else.
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
async fn of_four_servers_that_start_at_once_on_an_empty_database_one_fills_the_demo() {
    let place = Place::empty(Engine::Postgres).await;
    let url = url_of(&place);
    let folders: Vec<_> = (0..4).map(|_| tempfile::tempdir().unwrap()).collect();
    let servers: Vec<Server> = std::thread::scope(|threads| {
        let starts: Vec<_> = folders
            .iter()
            .map(|folder| {
                let arguments = ["--demo", "--database-url", &url, "--database-connections", "4"];
                threads.spawn(move || Server::start(folder.path(), &arguments))
            })
            .collect();
        starts.into_iter().map(|start| start.join().unwrap()).collect()
    });
    let filled = servers.iter().flat_map(|server| &server.said);
    assert_eq!(filled.filter(|line| line.starts_with("Filled")).count(), 1);
    for server in servers {
        let (status, _) = server.sign_in("student@library.example", "Student123!").await;
        assert_eq!(status, 200);
        assert_eq!(server.stop(), 0);
    }
    let checked = run(
        command(folders[0].path(), "check").args(["--database-url", &url]),
        "",
    );
    assert!(checked.status.success(), "{}", text(&checked.stdout));
}

#[test]
fn of_four_servers_that_start_at_once_on_an_empty_folder_one_serves() {
    let folder = tempfile::tempdir().unwrap();
    let starts: Vec<_> = (0..4)
        .map(|_| {
            let mut serve = command(folder.path(), "serve");
            serve.args(["--demo", "--listen", "127.0.0.1:0"]);
            serve.stdout(Stdio::piped()).stderr(Stdio::piped());
            serve.spawn().unwrap()
        })
        .collect();
    // All but one end by themselves; the one that serves is ended when it is the last.
    let mut running = starts;
    let mut refused = Vec::new();
    while running.len() > 1 {
        let ended = running
            .iter_mut()
            .position(|process| process.try_wait().unwrap().is_some());
        match ended {
            Some(place) => refused.push(running.remove(place).wait_with_output().unwrap()),
            None => std::thread::yield_now(),
        }
    }
    for output in refused {
        assert_eq!(output.status.code(), Some(1));
        let errors = text(&output.stderr);
        assert!(
            errors.contains("another process has the search index"),
            "{errors}"
        );
    }
    let mut last = running.pop().unwrap();
    let lines = BufReader::new(last.stdout.take().unwrap()).lines();
    let said: Vec<String> = lines
        .map_while(Result::ok)
        .take_while(|line| !line.starts_with("Carrel is ready"))
        .collect();
    assert!(said.iter().any(|line| line.starts_with("Filled")), "{said:?}");
    last.kill().unwrap();
    last.wait().unwrap();
    let checked = run(&mut command(folder.path(), "check"), "");
    assert!(checked.status.success(), "{}", text(&checked.stdout));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_only_database_is_reported_and_left_when_it_is_writable_again() {
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
    // To sign in is to write; to read the catalogue is not.
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

fn url_of(place: &Place) -> String {
    match place.options() {
        Options::Postgres { url, .. } => url,
        Options::Sqlite { .. } => panic!("not PostgreSQL"),
    }
}
