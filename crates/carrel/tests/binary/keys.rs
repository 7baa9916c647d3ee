//! The key file: created when it is needed, changed by a command that may be killed, reported by the doctor.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Stdio;

use carrel_testkit::{Engine, MailServer, Place};
use serde_json::{Value, json};

use crate::support::{Server, command, private_folder, run, text};
use crate::url_of;

const PASSWORD: &str = "Secret word 7";

/// The credentials of SMTP: the user and the password, each after a NUL, in base64.
const CREDENTIALS: &str = "AGRlc2sAU2VjcmV0IHdvcmQgNw==";

/// A signed-in administrator of a demo library.
struct Desk<'a> {
    server: &'a Server,
    token: String,
}

impl Desk<'_> {
    async fn sign_in(server: &Server) -> Desk<'_> {
        let (status, session) = server.sign_in("admin@library.example", "Admin123!").await;
        assert_eq!(status, 200);
        let token = session["token"].as_str().expect("a token").to_owned();
        Desk { server, token }
    }

    async fn call(&self, method: reqwest::Method, path: &str, body: &Value) -> (u16, Value) {
        let request = reqwest::Client::new().request(method, format!("{}{path}", self.server.address));
        let answer = request
            .bearer_auth(&self.token)
            .json(body)
            .send()
            .await
            .expect("it succeeds");
        (
            answer.status().as_u16(),
            answer.json().await.expect("it succeeds"),
        )
    }

    async fn send_test_mail(&self) -> (u16, Value) {
        self.call(
            reqwest::Method::POST,
            "/api/admin/settings/mail/test",
            &Value::Null,
        )
        .await
    }
}

/// The running server signs in at the mail server with the password that was saved.
async fn assert_sends(desk: &Desk<'_>, mail: &MailServer) {
    let (status, answer) = desk.send_test_mail().await;
    assert_eq!(status, 200, "{answer}");
    let letters = mail.letters();
    assert_eq!(
        letters.last().expect("a letter").credentials.as_deref(),
        Some(CREDENTIALS)
    );
}

/// Whether a file contains a text.
fn contains(path: &Path, words: &str) -> bool {
    let bytes = fs::read(path).unwrap_or_default();
    bytes
        .windows(words.len())
        .any(|window| window == words.as_bytes())
}

async fn change_the_key(engine: Engine) {
    let folder = private_folder();
    let (data, key) = (folder.path().join("library"), folder.path().join("library.key"));
    let place = Place::empty(engine).await;
    let url = (engine == Engine::Postgres).then(|| url_of(&place));
    let place = url.as_deref().map_or(vec![], |url| vec!["--database-url", url]);
    let outcome = |verb: &str, more: &[&str]| {
        let done = run(command(&data, verb).args(&place).args(more), "");
        (done.status.code(), text(&done.stdout) + &text(&done.stderr))
    };
    let hosts = ["--mail-hosts", "127.0.0.1"];
    let flags = [&hosts[..], &["--demo"], &place].concat();
    let server = Server::start(&data, &flags);
    let desk = Desk::sign_in(&server).await;
    assert!(!key.exists(), "there is no secret yet");
    let mail = MailServer::start().await;
    let settings = json!({
        "host": "127.0.0.1", "port": mail.port(), "security": "none", "user": "desk", "password": PASSWORD,
        "fromAddress": "desk@library.example", "siteAddress": "https://library.example",
    });
    let (status, saved) = desk
        .call(reqwest::Method::PUT, "/api/admin/settings/mail", &settings)
        .await;
    assert_eq!(status, 200, "{saved}");
    assert_eq!(
        key.metadata().expect("it exists").permissions().mode() & 0o777,
        0o600
    );
    assert_sends(&desk, &mail).await;

    let file = folder.path().join("library.backup");
    let (code, said) = outcome("backup", &[file.to_str().expect("a path is text")]);
    assert_eq!(code, Some(0), "{said}");
    let unpacked = std::process::Command::new("gzip")
        .arg("-dc")
        .arg(&file)
        .output()
        .expect("it succeeds");
    let unpacked = text(&unpacked.stdout);
    assert!(unpacked.contains("sealed:") && !unpacked.contains(PASSWORD));
    for name in ["carrel.sqlite", "carrel.sqlite-wal"] {
        assert!(!contains(&data.join(name), PASSWORD), "{name}");
    }

    // The command is killed at once, while it writes the file, and between the file and the database.
    for moment in [0, 1, 2, 0, 1, 2] {
        let before = fs::read(&key).expect("it exists");
        let mut rotate = command(&data, "key rotate");
        rotate.args(&place).stdout(Stdio::null()).stderr(Stdio::null());
        let mut process = rotate.spawn().expect("the binary starts");
        let is_reached = || match moment {
            0 => true,
            1 => key.with_extension("key.new").exists() || fs::read(&key).expect("it exists") != before,
            _ => fs::read(&key).expect("it exists") != before,
        };
        while !is_reached() && process.try_wait().expect("it succeeds").is_none() {
            std::thread::yield_now();
        }
        drop(process.kill());
        process.wait().expect("it succeeds");
        assert_sends(&desk, &mail).await;
    }
    let (code, said) = outcome("key rotate", &[]);
    assert!(
        code == Some(0) && said.contains("1 secrets are encrypted by the key"),
        "{said}"
    );
    assert_sends(&desk, &mail).await;
    assert_eq!(server.stop(), 0);
    let doctor = |more: &[&str]| {
        outcome(
            "doctor",
            &[&["--listen", "127.0.0.1:0"], &hosts[..], more].concat(),
        )
    };
    let (_, said) = doctor(&[]);
    assert!(said.contains("fine   key file"), "{said}");

    // Others could read the key.
    fs::set_permissions(&key, Permissions::from_mode(0o644)).expect("it succeeds");
    let (code, said) = doctor(&[]);
    assert!(
        code == Some(1) && said.contains("other accounts of this machine have rights"),
        "{said}"
    );
    // A server that starts makes it private again.
    assert_eq!(Server::start(&data, &flags).stop(), 0);
    assert_eq!(
        key.metadata().expect("it exists").permissions().mode() & 0o777,
        0o600
    );
    let inside = data.join("inside.key");
    fs::rename(&key, &inside).expect("it succeeds");
    let (code, said) = doctor(&["--key-file", inside.to_str().expect("a path is text")]);
    assert!(
        code == Some(1) && said.contains("is in the data folder"),
        "{said}"
    );
    fs::remove_file(&inside).expect("it succeeds");

    // The key is lost.
    let (code, said) = doctor(&[]);
    assert!(
        code == Some(1) && said.contains("library.key is missing"),
        "{said}"
    );
    let server = Server::start(&data, &flags);
    assert!(
        server
            .line_with("the secrets in the database cannot be decrypted")
            .is_some()
    );
    let ready = server.get("/readyz").await;
    assert_eq!(ready.status(), 200);
    let ready = ready.text().await.expect("a text");
    assert!(ready.contains("the key file cannot be used"), "{ready}");
    let desk = Desk::sign_in(&server).await;
    let (status, answer) = desk.send_test_mail().await;
    assert_eq!(
        (status, &answer["code"]),
        (503, &json!("key_file_unusable")),
        "{answer}"
    );
    let (code, said) = outcome("key rotate", &[]);
    assert!(code == Some(1) && said.contains("nothing was changed"), "{said}");
    let (code, said) = outcome("key rotate", &["--discard"]);
    assert!(
        code == Some(0) && said.contains("given up: mail password"),
        "{said}"
    );
    let (status, saved) = desk
        .call(reqwest::Method::PUT, "/api/admin/settings/mail", &settings)
        .await;
    assert_eq!(status, 200, "{saved}");
    assert_sends(&desk, &mail).await;
    assert_eq!(server.stop(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_survives_a_change_of_the_key_that_is_killed_on_sqlite() {
    change_the_key(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_survives_a_change_of_the_key_that_is_killed_on_postgres() {
    change_the_key(Engine::Postgres).await;
}
