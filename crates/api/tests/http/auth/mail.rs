//! The library's mail server: its settings, test mails, and a queue that loses nothing and sends nothing twice.

use std::time::Duration;

use carrel_domain::mail_hosts::{MailHosts, message};
use carrel_operations::upkeep::mail_delivery::Delivery;
use carrel_testkit::{DAY, HOUR, Identity, MINUTE, MailServer, Server, Setup, TestDatabase, on_both_engines};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::use_mail_server;

const PATH: &str = "/api/admin/settings/mail";
const UNREACHABLE: &str =
    "The mail server could not be reached: please check its name, the port and the security";

fn settings(port: u16) -> Value {
    json!({
        "host": "127.0.0.1", "port": port, "security": "none", "user": "desk", "password": "Secret word",
        "fromAddress": "desk@library.example", "fromName": "Die Bücherei", "siteAddress": "https://library.example/",
    })
}

async fn ask(server: &Server, person: &Identity) {
    let form = json!({ "email": person.email });
    server
        .post("/api/auth/forgot-password")
        .json(&form)
        .await
        .expect(200);
}

on_both_engines!(a_stored_password_is_never_returned);
async fn a_stored_password_is_never_returned(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let nothing = server.get(PATH).as_(&administrator).await;
    assert_eq!(nothing.expect(200)["settings"], Value::Null);
    let mail = MailServer::start().await;
    let saved = server
        .put(PATH)
        .as_(&administrator)
        .json(&settings(mail.port()))
        .await;
    let shown = &saved.expect(200)["settings"];
    assert_eq!(
        (&shown["hasPassword"], &shown["siteAddress"]),
        (&json!(true), &json!("https://library.example"))
    );
    let again = server.get(PATH).as_(&administrator).await;
    assert_eq!(&again.expect(200)["settings"], shown);

    // Without a password the stored one stays.
    let mut change = settings(mail.port());
    change["fromName"] = json!(null);
    change.as_object_mut().expect("an object").remove("password");
    let kept = server.put(PATH).as_(&administrator).json(&change).await;
    assert_eq!(kept.expect(200)["settings"]["hasPassword"], true);
    let test = server.post(&format!("{PATH}/test")).as_(&administrator).await;
    assert_eq!(test.expect(200)["sentTo"], administrator.email.as_str());
    let letter = mail.letters().pop().expect("a mail has come");
    // "\0desk\0Secret word" in base64.
    assert_eq!(letter.credentials.as_deref(), Some("AGRlc2sAU2VjcmV0IHdvcmQ="));
    assert_eq!(letter.to, administrator.email);
    assert_eq!(letter.header("auto-submitted"), Some("auto-generated"));
    assert!(letter.header("message-id").is_some() && letter.header("date").is_some());

    // It is not sent to another server.
    let elsewhere = MailServer::start().await;
    change["port"] = json!(elsewhere.port());
    let refused = server.put(PATH).as_(&administrator).json(&change).await;
    assert_eq!(refused.errors()[0].0, "password");

    server.delete(PATH).as_(&administrator).await.expect(200);
    let audit: Vec<(String, String)> = server
        .database()
        .rows(
            "SELECT COALESCE(before_state, ''), COALESCE(after_state, '') FROM audit \
             WHERE action = 'settings.changed' ORDER BY id",
        )
        .await;
    assert_eq!(audit.len(), 3);
    for text in audit.iter().flat_map(|(before, after)| [before, after]) {
        assert!(!text.contains("Secret"), "{text}");
    }
    for answer in [&saved, &again, &kept, &refused] {
        assert!(!answer.text().contains("Secret"));
    }
    let stored = "SELECT count(*) FROM settings WHERE key = 'mail'";
    assert_eq!(server.database().integer(stored).await, 0);
}

on_both_engines!(a_test_with_a_key_is_sent_once);
async fn a_test_with_a_key_is_sent_once(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let mail = MailServer::start().await;
    let saved = server
        .put(PATH)
        .as_(&administrator)
        .json(&settings(mail.port()))
        .await;
    saved.expect(200);
    let test = async |key: &str| {
        let request = server.post(&format!("{PATH}/test")).as_(&administrator);
        request.header("idempotency-key", key).await
    };
    // A test that could not be sent is sent again under the same key.
    mail.refuse_next("451 4.3.0 Not now");
    assert_eq!(test("one").await.failure().1, "mail_not_sent");
    assert_eq!(mail.letters().len(), 0);
    for _ in 0..2 {
        assert_eq!(
            test("one").await.expect(200)["sentTo"],
            administrator.email.as_str()
        );
        assert_eq!(mail.letters().len(), 1);
    }
    test("two").await.expect(200);
    assert_eq!(mail.letters().len(), 2);
}

on_both_engines!(a_test_says_in_plain_words_why_it_failed);
async fn a_test_says_in_plain_words_why_it_failed(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let path = format!("{PATH}/test");
    let test = async |change: Value| {
        server
            .put(PATH)
            .as_(&administrator)
            .json(&change)
            .await
            .expect(200);
        let answer = server.post(&path).as_(&administrator).await;
        let (status, code, reason) = answer.failure();
        assert_eq!((status, code), (409, "mail_not_sent"));
        reason.to_owned()
    };
    let without = server.post(&path).as_(&administrator).await;
    assert_eq!(without.failure().1, "no_mail");

    let mail = MailServer::start().await;
    mail.refuse_next("550 5.7.1 We do not relay");
    let refused = test(settings(mail.port())).await;
    assert!(
        refused.contains("550") && refused.contains("We do not relay"),
        "{refused}"
    );
    assert!(!refused.contains("Secret"));

    // Without STARTTLS nothing is sent unencrypted.
    let mut starttls = settings(mail.port());
    starttls["security"] = json!("starttls");
    let open = test(starttls).await;
    assert!(open.contains("STARTTLS"), "{open}");
    let mut tls = settings(mail.port());
    tls["security"] = json!("tls");
    let no_tls = test(tls).await;
    assert!(
        no_tls.contains("secure connection") || no_tls.contains("reached"),
        "{no_tls}"
    );
    assert!(mail.letters().is_empty());

    let closed = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = closed.local_addr().expect("a port").port();
    drop(closed);
    let unreachable = test(settings(port)).await;
    assert!(unreachable.contains("could not be reached"), "{unreachable}");
}

on_both_engines!(a_refused_mail_is_retried_and_then_given_up);
async fn a_refused_mail_is_retried_and_then_given_up(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let mail = MailServer::start().await;
    use_mail_server(&server, &administrator, &mail).await;
    let queue = async || {
        let answer = server.get(PATH).as_(&administrator).await;
        let queue = answer.expect(200)["queue"].clone();
        (
            queue["waiting"].clone(),
            queue["givenUp"].clone(),
            queue["problem"].clone(),
        )
    };
    mail.refuse_next("450 Busy");
    ask(&server, &student).await;
    let tried = server.deliver_mail().await;
    assert!(
        matches!(&tried[..], [Delivery::Failed { reason, given_up: false }] if reason.contains("450") && reason.contains("Busy")),
        "{tried:?}"
    );
    assert_eq!(queue().await, (json!(1), json!(0), json!(null)));
    server.clock.advance(MINUTE - 1);
    assert_eq!(server.deliver_mail().await, [], "not yet");
    server.clock.advance(1);
    assert_eq!(server.deliver_mail().await, [Delivery::Sent]);
    assert_eq!(mail.letters().len(), 1);
    assert_eq!(queue().await, (json!(0), json!(0), json!(null)));

    // A permanent failure is not retried.
    mail.refuse_next("550 No such mailbox");
    ask(&server, &student).await;
    let tried = server.deliver_mail().await;
    assert!(
        matches!(&tried[..], [Delivery::Failed { given_up: true, .. }]),
        "{tried:?}"
    );
    server.clock.advance(10 * MINUTE);
    assert_eq!(server.deliver_mail().await, []);
    let (waiting, given_up, problem) = queue().await;
    assert_eq!((waiting, given_up), (json!(0), json!(1)));
    assert!(
        problem
            .as_str()
            .is_some_and(|reason| reason.contains("No such mailbox"))
    );

    // A mail that is no longer needed is not sent.
    ask(&server, &student).await;
    server.clock.advance(HOUR);
    assert_eq!(server.deliver_mail().await, [Delivery::Dropped]);
    assert_eq!(queue().await.1, json!(2));
    server.clock.advance(16 * DAY);
    server.tidy().await;
    assert_eq!(queue().await, (json!(0), json!(0), json!(null)));
}

on_both_engines!(a_mail_that_this_server_cannot_send_does_not_delay_the_others);
async fn a_mail_that_this_server_cannot_send_does_not_delay_the_others(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let mail = MailServer::start().await;
    use_mail_server(&server, &administrator, &mail).await;
    let queue = async |form: &str| {
        ask(&server, &student).await;
        let sql = format!("UPDATE jobs SET payload = {form} WHERE kind = 'mail' AND finished_at IS NULL");
        server.database().sql(&sql).await.expect("the job is changed");
    };
    // A kind of mail that a newer server has queued, and a payload that no server can read.
    queue("replace(payload, 'password_link', 'news')").await;
    // Many more of that kind.
    let copies = "INSERT INTO jobs (id, kind, payload, created_at, run_at, give_up_at) \
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250) \
         SELECT 1000000 + n.i, j.kind, j.payload, j.created_at, j.run_at, j.give_up_at FROM n, jobs j WHERE j.kind = 'mail'";
    server.database().sql(copies).await.expect("the jobs are copied");
    server.clock.advance(1);
    ask(&server, &student).await;
    assert_eq!(server.deliver_mail().await, [Delivery::Sent]);
    assert_eq!(mail.letters().len(), 1);
    let removed = server.database().sql("DELETE FROM jobs WHERE id > 1000000");
    removed.await.expect("the copies are removed");
    queue("'{'").await;
    server.clock.advance(1);
    ask(&server, &student).await;
    let tried = server.deliver_mail().await;
    assert!(
        matches!(
            &tried[..],
            [
                Delivery::Failed { given_up: true, .. },
                Delivery::Failed { given_up: true, .. },
                Delivery::Sent
            ]
        ),
        "{tried:?}"
    );
}

on_both_engines!(several_processes_send_a_mail_once);
async fn several_processes_send_a_mail_once(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let mail = MailServer::start().await;
    use_mail_server(&server, &administrator, &mail).await;
    let mut people = Vec::new();
    for _ in 0..6 {
        let student = server.student().await;
        ask(&server, &student).await;
        people.push(student.email);
    }
    let processes = (0..4).map(|_| server.deliver_mail());
    futures_util::future::join_all(processes).await;
    let mut reached: Vec<String> = mail.letters().into_iter().map(|letter| letter.to).collect();
    reached.sort_unstable();
    people.sort_unstable();
    assert_eq!(reached, people);
}

on_both_engines!(a_silent_mail_server_times_out);
async fn a_silent_mail_server_times_out(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = silent.local_addr().expect("a port").port();
    server
        .put(PATH)
        .as_(&administrator)
        .json(&settings(port))
        .await
        .expect(200);
    let path = format!("{PATH}/test");
    let answer = tokio::time::timeout(Duration::from_secs(20), async {
        server.post(&path).as_(&administrator).await
    });
    let answer = answer.await.expect("a response in time");
    assert_eq!(answer.failure(), (409, "mail_not_sent", UNREACHABLE));
}

on_both_engines!(a_test_does_not_tell_what_listens_at_a_port);
async fn a_test_does_not_tell_what_listens_at_a_port(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let closed = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let closed_port = closed.local_addr().expect("a port").port();
    drop(closed);
    // This server itself, which speaks HTTP.
    for port in [closed_port, server.address().port()] {
        for security in ["none", "starttls", "tls"] {
            let mut settings = settings(port);
            settings["security"] = json!(security);
            let saved = server.put(PATH).as_(&administrator).json(&settings).await;
            saved.expect(200);
            let tested = server.post(&format!("{PATH}/test")).as_(&administrator).await;
            assert_eq!(
                tested.failure(),
                (409, "mail_not_sent", UNREACHABLE),
                "{security} {port}"
            );
        }
    }
}

on_both_engines!(without_a_list_of_the_operator_a_mail_server_is_on_the_internet);
async fn without_a_list_of_the_operator_a_mail_server_is_on_the_internet(database: TestDatabase) {
    let setup = Setup::limited(|limits| limits.mail_hosts = MailHosts::Public);
    let server = Server::start_with(database, setup).await;
    let administrator = server.administrator().await;
    for (host, port, refused) in [
        ("127.0.0.1", 25, Some(("host", message::PRIVATE))),
        ("10.0.0.5", 587, Some(("host", message::PRIVATE))),
        (
            "mail.library.example",
            5432,
            Some(("port", message::PORT_NOT_ALLOWED)),
        ),
        ("mail.library.example", 587, None),
    ] {
        let mut settings = settings(port);
        settings["host"] = json!(host);
        settings["security"] = json!("starttls");
        let answer = server.put(PATH).as_(&administrator).json(&settings).await;
        match refused {
            Some(refused) => assert_eq!(answer.errors(), [refused], "{host}"),
            None => drop(answer.expect(200)),
        }
    }
}

on_both_engines!(notifications_of_account_changes_go_to_the_old_address);
async fn notifications_of_account_changes_go_to_the_old_address(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let mail = MailServer::start().await;
    use_mail_server(&server, &administrator, &mail).await;
    let woken = async |what: &str| {
        let waiting = tokio::time::timeout(Duration::from_secs(5), server.wait_for_mail());
        assert!(waiting.await.is_ok(), "{what} does not wake the queue");
    };
    woken("a new mail server").await;

    // A person who knows the password changes it, and then the address, before any mail is sent.
    let form = json!({ "currentPassword": student.password, "newPassword": "Changed1" });
    let changed = server
        .put("/api/auth/updatepassword")
        .as_(&student)
        .json(&form)
        .await;
    let token = changed.expect(200)["token"].as_str().expect("a token").to_owned();
    woken("a changed password").await;
    let form = json!({ "email": "stranger@elsewhere.example", "currentPassword": "Changed1" });
    let moved = server
        .put("/api/auth/updatedetails")
        .bearer(&token)
        .json(&form)
        .await;
    moved.expect(200);
    woken("a changed address").await;
    assert_eq!(server.deliver_mail().await, [Delivery::Sent, Delivery::Sent]);
    let text = mail.letters().pop().expect("a letter").text();
    let (_, link) = text.split_once("/confirm-email#token=").expect("a link");
    let form = json!({ "token": link.split_whitespace().next() });
    let confirmed = server
        .post("/api/auth/email-changes/confirm")
        .bearer(&token)
        .json(&form)
        .await;
    confirmed.expect(200);
    woken("a confirmed address").await;
    assert_eq!(server.deliver_mail().await, [Delivery::Sent]);
    let mut letters = mail.letters();
    letters.retain(|letter| letter.to == student.email);
    let mut subjects: Vec<&str> = letters
        .iter()
        .filter_map(|letter| letter.header("subject"))
        .collect();
    subjects.sort_unstable();
    assert_eq!(
        subjects,
        [
            "Your email address for Library Management System was changed",
            "Your password for Library Management System was changed",
        ]
    );
    assert!(
        letters
            .iter()
            .all(|letter| !letter.text().contains("stranger@elsewhere.example"))
    );

    // An administrator changes the address of another person.
    let form = json!({ "email": "third@library.example" });
    let path = format!("/api/admin/users/{}", student.id);
    server
        .put(&path)
        .as_(&administrator)
        .json(&form)
        .await
        .expect(200);
    woken("an address changed by an administrator").await;
    assert_eq!(server.deliver_mail().await, [Delivery::Sent]);
    assert_eq!(
        mail.letters().last().expect("a letter").to,
        "stranger@elsewhere.example"
    );
    assert_eq!(server.violations().await, []);
}
