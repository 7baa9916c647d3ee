//! The real binary: it starts, serves, stops gracefully, keeps its data, makes accounts, checks itself.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use serde_json::{Value, json};

const BINARY: &str = env!("CARGO_BIN_EXE_carrel");

/// A server of its own, told to stop when dropped.
struct Server {
    process: Child,
    address: String,
    /// What it said before it was ready.
    said: Vec<String>,
    /// What it writes to standard error, line by line.
    told: mpsc::Receiver<String>,
}

impl Server {
    fn start(data_dir: &Path, arguments: &[&str]) -> Server {
        let process = command(data_dir, "serve")
            .args(["--listen", "127.0.0.1:0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let (tell, told) = mpsc::channel();
        // From here on the process has an owner that ends it, whatever fails.
        let mut server = Server {
            process,
            address: String::new(),
            said: Vec::new(),
            told,
        };
        let errors = BufReader::new(server.process.stderr.take().expect("its errors are piped"));
        std::thread::spawn(move || {
            // The lines go on being read when nobody asks for them any more, so that the pipe never fills.
            for line in errors.lines().map_while(Result::ok) {
                drop(tell.send(line));
            }
        });
        let out = BufReader::new(server.process.stdout.take().expect("its output is piped"));
        for line in out.lines() {
            let line = line.expect("its output is text");
            if let Some(address) = line.strip_prefix("Carrel is ready at ") {
                address.clone_into(&mut server.address);
                return server;
            }
            server.said.push(line);
        }
        panic!("it ended before it was ready: {:?}", server.said);
    }

    /// What follows `words` in the next line of standard error that begins with them; nothing when it ends first.
    fn told_after(&self, words: &str) -> Option<String> {
        let limit = Duration::from_secs(30);
        let mut lines = std::iter::from_fn(|| self.told.recv_timeout(limit).ok());
        lines.find_map(|line| line.strip_prefix(words).map(str::to_owned))
    }

    async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let client = reqwest::Client::new();
        let request = client.post(format!("{}{path}", self.address)).json(body);
        let answer = request.send().await.expect("it answers");
        (
            answer.status().as_u16(),
            answer.json().await.expect("it answers JSON"),
        )
    }

    async fn get(&self, path: &str) -> reqwest::Response {
        reqwest::get(format!("{}{path}", self.address))
            .await
            .expect("it answers")
    }

    async fn sign_in(&self, email: &str, password: &str) -> (u16, Value) {
        let client = reqwest::Client::new();
        let answer = client
            .post(format!("{}/api/auth/login", self.address))
            .json(&json!({ "email": email, "password": password }))
            .send()
            .await
            .expect("it answers");
        (
            answer.status().as_u16(),
            answer.json().await.expect("it answers JSON"),
        )
    }

    /// Tells it to stop, as a service manager would, and waits for its end.
    fn stop(mut self) -> i32 {
        let id = self.process.id().to_string();
        let told = Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .expect("kill runs");
        assert!(told.success());
        self.process
            .wait()
            .expect("it ends")
            .code()
            .expect("it ends by itself")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// The binary without the environment's configuration.
fn command(data_dir: &Path, verb: &str) -> Command {
    let mut command = Command::new(BINARY);
    for (name, _) in std::env::vars() {
        if name.starts_with("CARREL_") {
            command.env_remove(name);
        }
    }
    command.args(verb.split(' ')).arg("--data-dir").arg(data_dir);
    command
}

fn run(command: &mut Command, input: &str) -> Output {
    let mut process = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = process.stdin.take().expect("its input is piped");
    // A command that refuses its arguments ends before it reads.
    drop(stdin.write_all(input.as_bytes()));
    drop(stdin);
    process.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

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
