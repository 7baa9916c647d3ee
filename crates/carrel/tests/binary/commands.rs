//! The commands beside `serve`.

use std::os::unix::fs::PermissionsExt as _;
use std::process::Stdio;

use carrel_testkit::MailServer;
use serde_json::{Value, json};

use crate::support::{Server, command, private_folder, run, text};

#[test]
fn the_doctor_reports_problems_and_their_fixes() {
    let folder = private_folder();
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

    let damaged = private_folder();
    std::fs::write(damaged.path().join("carrel.sqlite"), "this is no database").unwrap();
    let done = run(command(damaged.path(), "doctor").args(here), "");
    let (code, said) = (done.status.code(), text(&done.stdout));
    assert!(code == Some(1) && said.contains("carrel restore"), "{said}");
}

#[test]
fn the_doctor_reports_a_clock_that_is_behind_the_library() {
    let folder = private_folder();
    let server = Server::start(folder.path(), &["--demo"]);
    assert_eq!(server.stop(), 0);
    let clock = || {
        let doctor = run(
            command(folder.path(), "doctor").args(["--json", "--listen", "127.0.0.1:0"]),
            "",
        );
        let findings: Value = serde_json::from_str(&text(&doctor.stdout)).unwrap();
        let findings = findings.as_array().unwrap().iter();
        let mut clock = findings.filter(|finding| finding["subject"] == "clock");
        (
            doctor.status.code(),
            clock.next().expect("a finding")["state"].clone(),
        )
    };
    assert_eq!(clock(), (Some(0), json!("fine")));
    // An entry of a server whose clock is a day ahead.
    let database = rusqlite::Connection::open(folder.path().join("carrel.sqlite")).unwrap();
    let ahead = "INSERT INTO audit (at, action, entity) \
                 SELECT max(at) + 86400000, 'user.changed', 'user' FROM audit";
    assert_eq!(database.execute(ahead, []).unwrap(), 1);
    assert_eq!(clock(), (Some(1), json!("wrong")));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_connects_to_the_mail_server() {
    let folder = private_folder();
    let server = Server::start(folder.path(), &["--demo", "--mail-hosts", "127.0.0.1"]);
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
        let flags = ["--listen", listen, "--mail-hosts", "127.0.0.1"];
        let done = run(command(folder.path(), "doctor").args(flags), "");
        (done.status.code(), text(&done.stdout))
    };
    let mail = MailServer::start().await;
    let (code, said) = call_on(mail.port()).await;
    let accepts = format!("127.0.0.1:{} accepts mail", mail.port());
    assert!(code == Some(0) && said.contains(&accepts), "{said}");
    assert!(mail.letters().is_empty(), "it sends nothing");

    // The port is bound but not listened on: connections are refused, and no other process can use it.
    let silent = tokio::net::TcpSocket::new_v4().unwrap();
    silent.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let (code, said) = call_on(silent.local_addr().unwrap().port()).await;
    assert!(
        code == Some(1) && said.contains("does not accept mail: The mail server could not be reached"),
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

#[test]
fn a_password_is_reset_from_the_shell() {
    let folder = tempfile::tempdir().unwrap();
    let mut create = command(folder.path(), "user create");
    create.args(["--name", "Grace Example", "--email", "grace@example.org"]);
    let made = run(&mut create, "");
    assert!(
        text(&made.stdout).contains("Password: "),
        "a generated password is printed once"
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
fn wrong_usage_and_failure_have_different_exit_codes() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(
        run(&mut command(folder.path(), "serv"), "").status.code(),
        Some(2)
    );
    for (option, value, problem) in [
        ("--database-connections", "1", "must be from 2 to 1000"),
        ("--database-url", "nonsense", "it does not begin with postgres://"),
        (
            "--database-url",
            "postgres://h/d?sslmode=never",
            "sslmode is \"never\"",
        ),
        ("--database-url", "postgres://h/d?colour=red", "colour"),
    ] {
        let wrong = run(command(folder.path(), "check").args([option, value]), "");
        assert_eq!(wrong.status.code(), Some(2), "{option} {value}");
        let said = text(&wrong.stderr);
        assert!(said.contains(problem) && !said.contains("failure"), "{said}");
    }
    let missing = run(&mut command(&folder.path().join("none"), "check"), "");
    assert_eq!(missing.status.code(), Some(1));
    assert!(
        text(&missing.stderr).contains("there is no library"),
        "{}",
        text(&missing.stderr)
    );
}

#[test]
fn only_its_owner_can_read_a_new_data_folder() {
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
fn a_command_ends_silently_when_its_output_is_closed() {
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
fn a_data_folder_that_cannot_be_created_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "in the way").unwrap();
    let mut serve = command(&file.join("data"), "serve");
    let refused = run(serve.args(["--listen", "127.0.0.1:0"]), "");
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        text(&refused.stderr).contains("cannot be created"),
        "{}",
        text(&refused.stderr)
    );
}

#[tokio::test]
async fn people_are_imported_from_a_file_on_the_command_line() {
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
    std::fs::write(&file, "Name,Email\nCy,nowhere\n").unwrap();
    let (code, said) = import(&[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("Line 2: Invalid email address") && said.contains("Lines that cannot be imported: 1"),
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
        (Some(0), "To add: 1; to change: 0; unchanged: 1")
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
    let begin = "\"'=Bo \"\"the\"\" Brook\",bo@school.example,https://library.example/reset-password#token=";
    assert!(line.starts_with(begin), "{line}");
    assert_eq!(import(&to).0, Some(1), "a file of links is not overwritten");

    let server = Server::start(&data, &[]);
    let token = line.split_once("token=").unwrap().1;
    let form = json!({ "token": token, "password": "Reading1", "confirmPassword": "Reading1" });
    assert_eq!(server.post("/api/auth/reset-password", &form).await.0, 200);
    assert_eq!(server.sign_in("bo@school.example", "Reading1").await.0, 200);
    assert_eq!(server.stop(), 0);
}
