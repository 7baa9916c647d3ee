//! The real binary: it starts, serves, stops gracefully, keeps its data, makes accounts, checks itself.

mod support;

use carrel_testkit::MailServer;
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
