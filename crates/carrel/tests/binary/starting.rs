//! First and later starts: set-up, the demo, several servers that start together.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use carrel_testkit::{Engine, Place};
use serde_json::{Value, json};

use crate::support::{Server, command, run, text};
use crate::url_of;

#[tokio::test]
async fn a_new_library_prints_how_to_create_its_first_administrator() {
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
    let made = run(&mut create, "Herons123\n");
    assert!(made.status.success(), "{}", text(&made.stderr));
    let (status, session) = server.sign_in("ada@example.org", "Herons123").await;
    assert_eq!((status, &session["user"]["role"]), (200, &json!("admin")));

    let taken = run(&mut create, "Herons123\n");
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
            "password": "Herons123", "confirmPassword": "Herons123",
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
async fn the_demo_is_created_once_and_survives_a_restart() {
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

#[tokio::test(flavor = "multi_thread")]
async fn of_four_servers_that_start_together_on_an_empty_database_one_creates_the_demo() {
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
fn of_four_servers_that_start_together_on_an_empty_folder_one_serves() {
    let folder = tempfile::tempdir().unwrap();
    let starts: Vec<_> = (0..4)
        .map(|_| {
            let mut serve = command(folder.path(), "serve");
            serve.args(["--demo", "--listen", "127.0.0.1:0"]);
            serve.stdout(Stdio::piped()).stderr(Stdio::piped());
            serve.spawn().unwrap()
        })
        .collect();
    // All but one end by themselves; the one that serves is stopped when it is the last.
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
