//! Webhooks: managed by administrators, called after borrowings and returns, signed, retried, and never sent to
//! forbidden hosts.

use carrel_domain::webhooks::{DeliveryId, WebhookId, signature};
use carrel_operations::integrations::webhooks::Sender;
use carrel_testkit::{
    DAY, HOUR, Identity, MINUTE, Received, Receiver, Reply, Server, Setup, TestDatabase, eventually,
    on_both_engines,
};
use futures_util::future::join_all;
use serde_json::{Value, json};

/// A library whose operator allows the receiver's host, and an administrator.
async fn library(database: TestDatabase, receiver: &Receiver) -> (Server, Identity) {
    library_of(database, &[receiver]).await
}

async fn library_of(database: TestDatabase, receivers: &[&Receiver]) -> (Server, Identity) {
    let hosts = receivers.iter().map(|receiver| receiver.host());
    let hosts = hosts.map(|host| host.parse().expect("a host")).collect();
    let setup = Setup::limited(|limits| limits.webhook_hosts = hosts);
    let server = Server::start_with(database, setup).await;
    let administrator = server.administrator().await;
    (server, administrator)
}

async fn make(server: &Server, keeper: &Identity, receiver: &Receiver, events: &[&str]) -> Value {
    let form = json!({ "address": receiver.address(), "events": events });
    let made = server.post("/api/admin/webhooks").as_(keeper).json(&form).await;
    made.expect(201).clone()
}

async fn log(server: &Server, keeper: &Identity, webhook: &Value) -> Vec<Value> {
    let path = format!("/api/admin/webhooks/{}/deliveries", id(webhook));
    server.get(&path).as_(keeper).await.list().to_vec()
}

fn id(thing: &Value) -> &str {
    thing["_id"].as_str().expect("an id")
}

/// The body of a request, which must be signed with the secret.
fn verified(received: &Received, secret: &str) -> Value {
    let seconds = received.header("carrel-timestamp").parse().expect("a number");
    assert_eq!(
        received.header("carrel-signature"),
        signature(secret, seconds, &received.body)
    );
    let body: Value = serde_json::from_str(&received.body).expect("JSON");
    assert_eq!(received.header("carrel-delivery"), id_of(&body));
    assert_eq!(Some(received.header("carrel-event")), body["event"].as_str());
    assert_eq!(received.header("content-type"), "application/json");
    body
}

fn id_of(body: &Value) -> &str {
    body["id"].as_str().expect("an id")
}

on_both_engines!(borrowings_and_returns_are_sent_once_and_signed);
async fn borrowings_and_returns_are_sent_once_and_signed(database: TestDatabase) {
    let receiver = Receiver::start().await;
    let (server, keeper) = library(database, &receiver).await;
    let both = make(
        &server,
        &keeper,
        &receiver,
        &["borrowing.returned", "borrowing.created"],
    )
    .await;
    let secret = both["secret"].as_str().expect("a secret");
    assert!(secret.starts_with("whsec_"));
    assert_eq!(both["events"], json!(["borrowing.created", "borrowing.returned"]));

    let (student, book) = (server.student().await, server.book().await);
    let borrowed = server.borrow(&student, book.id).await;
    // A refusal sends no event.
    let again = server
        .post(&format!("/api/borrowings/{}", book.id))
        .as_(&student)
        .await;
    assert_eq!(again.status, 409);
    assert_eq!(server.deliver_webhooks().await, 1);
    let came = receiver.take();
    assert_eq!(came.len(), 1);
    let body = verified(&came[0], secret);
    assert_eq!(body["event"], "borrowing.created");
    let data = &body["data"]["borrowing"];
    for field in [
        "_id",
        "status",
        "borrowedDate",
        "dueDate",
        "dueOn",
        "returnedDate",
        "fineAmount",
    ] {
        assert_eq!(data[field], borrowed[field], "{field}");
    }
    assert_eq!(data["book"]["title"], borrowed["book"]["title"]);
    assert_eq!(
        data["user"],
        json!({ "_id": student.id }),
        "only the id of the person is sent"
    );

    server.clock.advance(20 * DAY);
    let keeper = server.sign_in_again(&keeper).await;
    let returned = server.give_back(&keeper, &borrowed).await;
    assert_eq!(
        (server.deliver_webhooks().await, server.deliver_webhooks().await),
        (1, 0)
    );
    let came = receiver.take();
    let body = verified(&came[0], secret);
    assert_eq!(body["event"], "borrowing.returned");
    assert_eq!(body["data"]["borrowing"]["fineAmount"], returned["fineAmount"]);
    assert_eq!(body["data"]["borrowing"]["status"], "returned");
    let log = log(&server, &keeper, &both).await;
    assert_eq!(log.len(), 2);
    for entry in &log {
        assert_eq!(
            (&entry["state"], &entry["attempts"]),
            (&json!("delivered"), &json!(1))
        );
        assert_eq!(
            (&entry["lastStatus"], &entry["nextAt"]),
            (&json!(200), &Value::Null)
        );
    }
    assert_eq!(server.violations().await, []);
}

on_both_engines!(events_are_sent_only_to_subscribed_webhooks);
async fn events_are_sent_only_to_subscribed_webhooks(database: TestDatabase) {
    let receiver = Receiver::start().await;
    let (server, keeper) = library(database, &receiver).await;
    let created = make(&server, &keeper, &receiver, &["borrowing.created"]).await;
    let renewed = make(&server, &keeper, &receiver, &["borrowing.renewed"]).await;
    let returned = make(&server, &keeper, &receiver, &["borrowing.returned"]).await;
    let off = make(&server, &keeper, &receiver, &["borrowing.created"]).await;
    let path = format!("/api/admin/webhooks/{}", id(&off));
    let switch = async |is_active: bool| {
        let change = server
            .put(&path)
            .as_(&keeper)
            .json(&json!({ "isActive": is_active }));
        change.await.expect(200).clone()
    };
    assert_eq!(switch(false).await["isActive"], false);
    let (student, book) = (server.student().await, server.book().await);
    let borrowed = server.borrow(&student, book.id).await;
    let renew = format!("/api/borrowings/{}/renew", id(&borrowed));
    server.post(&renew).as_(&student).await.expect(200);
    for (webhook, count) in [(&created, 1), (&renewed, 1), (&returned, 0), (&off, 0)] {
        assert_eq!(log(&server, &keeper, webhook).await.len(), count);
    }
    // The waiting deliveries of a webhook that is switched off are given up.
    switch(true).await;
    server.give_back(&keeper, &borrowed).await;
    server.borrow(&student, book.id).await;
    switch(false).await;
    let given_up = log(&server, &keeper, &off).await;
    assert_eq!(given_up[0]["state"], "given_up");
    assert_eq!(given_up[0]["lastError"], "The webhook was switched off");
    assert_eq!(server.deliver_webhooks().await, 4);

    server.delete(&path).as_(&keeper).await.expect(200);
    let gone = server.delete(&path).as_(&keeper).await;
    assert_eq!(gone.failure(), (404, "webhook_not_found", "Webhook not found"));
    let list = server.get("/api/admin/webhooks").as_(&keeper).await;
    let list = list.expect(200);
    assert_eq!(list["webhooks"].as_array().expect("a list").len(), 3);
    assert_eq!(list["allowedHosts"], json!([receiver.host()]));
    assert!(!list.to_string().contains("whsec_"), "a secret is shown once");
}

on_both_engines!(failed_deliveries_are_retried_for_a_day);
async fn failed_deliveries_are_retried_for_a_day(database: TestDatabase) {
    let receiver = Receiver::start().await;
    let (server, keeper) = library(database, &receiver).await;
    let webhook = make(&server, &keeper, &receiver, &["borrowing.created"]).await;
    let test = format!("/api/admin/webhooks/{}/test", id(&webhook));
    let sent = server.post(&test).as_(&keeper).await.expect(201).clone();
    assert_eq!(
        (&sent["event"], &sent["state"]),
        (&json!("test"), &json!("waiting"))
    );

    receiver.reply([Reply::Status(500), Reply::Redirect]);
    for (status, words) in [
        (500, "The response was not a success"),
        (302, "The response was not a success"),
    ] {
        assert_eq!(server.deliver_webhooks().await, 1);
        let entry = log(&server, &keeper, &webhook).await.remove(0);
        assert_eq!(entry["lastStatus"], status);
        assert_eq!(entry["lastError"], words);
        assert_eq!(entry["state"], "waiting");
        // Not before its retry is due.
        assert_eq!(server.deliver_webhooks().await, 0);
        server.clock.advance(HOUR);
    }
    assert_eq!(server.deliver_webhooks().await, 1);
    let came = receiver.take();
    assert_eq!(came.len(), 3, "a redirect is not followed");
    let ids: Vec<&str> = came.iter().map(|one| one.header("carrel-delivery")).collect();
    assert_eq!(ids, [id(&sent); 3], "a retry has the same id");
    assert_eq!(log(&server, &keeper, &webhook).await[0]["attempts"], 3);

    // Deliveries to a receiver that is down for a day are given up, and can be sent again.
    server.post(&test).as_(&keeper).await.expect(201);
    let mut attempts = 0;
    for _ in 0..30 {
        receiver.reply([Reply::Status(503)]);
        attempts += server.deliver_webhooks().await;
        server.clock.advance(HOUR);
    }
    let keeper = server.sign_in_again(&keeper).await;
    let entry = log(&server, &keeper, &webhook).await.remove(0);
    assert_eq!(entry["state"], "given_up");
    assert_eq!(entry["attempts"], attempts);
    assert!((10..=25).contains(&attempts), "{attempts}");
    receiver.take();
    receiver.reply((0..30).map(|_| Reply::Status(200)));
    let path = format!("/api/admin/webhook-deliveries/{}/resend", id(&entry));
    assert_eq!(
        server.post(&path).as_(&keeper).await.expect(200)["state"],
        "waiting"
    );
    assert_eq!(server.deliver_webhooks().await, 1);
    assert_eq!(receiver.take().len(), 1);
}

on_both_engines!(a_missing_response_is_reported_in_plain_words);
async fn a_missing_response_is_reported_in_plain_words(database: TestDatabase) {
    let receiver = Receiver::start().await;
    let (server, keeper) = library(database, &receiver).await;
    let webhook = make(&server, &keeper, &receiver, &["borrowing.created"]).await;
    let test = format!("/api/admin/webhooks/{}/test", id(&webhook));
    server.post(&test).as_(&keeper).await.expect(201);
    receiver.reply([Reply::Silence]);
    server.deliver_webhooks().await;
    let entry = log(&server, &keeper, &webhook).await.remove(0);
    assert_eq!(entry["lastError"], "No answer within 5 seconds");
    assert_eq!(entry["lastStatus"], Value::Null);
    drop(receiver);
    server.clock.advance(HOUR);
    server.deliver_webhooks().await;
    let entry = log(&server, &keeper, &webhook).await.remove(0);
    assert_eq!(entry["lastError"], "The connection was refused");
}

on_both_engines!(several_processes_send_each_delivery_once);
async fn several_processes_send_each_delivery_once(database: TestDatabase) {
    let receiver = Receiver::start().await;
    let (server, keeper) = library(database, &receiver).await;
    let webhook = make(&server, &keeper, &receiver, &["borrowing.created"]).await;
    let test = format!("/api/admin/webhooks/{}/test", id(&webhook));
    for _ in 0..10 {
        server.post(&test).as_(&keeper).await.expect(201);
    }
    let attempts: usize = join_all((0..4).map(|_| server.deliver_webhooks()))
        .await
        .into_iter()
        .sum();
    assert_eq!((attempts, receiver.take().len()), (10, 10));
    for entry in log(&server, &keeper, &webhook).await {
        assert_eq!(
            (&entry["state"], &entry["attempts"]),
            (&json!("delivered"), &json!(1))
        );
    }
}

/// Queues test deliveries of a webhook.
async fn queue(server: &Server, keeper: &Identity, webhook: &Value, count: usize) -> Vec<Value> {
    let test = format!("/api/admin/webhooks/{}/test", id(webhook));
    let mut queued = Vec::new();
    for _ in 0..count {
        queued.push(server.post(&test).as_(keeper).await.expect(201).clone());
    }
    queued
}

/// The numbers of the deliveries that came, in their order.
fn numbers(came: &[Received]) -> Vec<i64> {
    let number = |one: &Received| {
        let id: DeliveryId = one.header("carrel-delivery").parse().expect("an id");
        id.number()
    };
    came.iter().map(number).collect()
}

on_both_engines!(a_silent_receiver_delays_no_other_webhook);
async fn a_silent_receiver_delays_no_other_webhook(database: TestDatabase) {
    let (silent, prompt) = (Receiver::start().await, Receiver::start().await);
    let (server, keeper) = library_of(database, &[&silent, &prompt]).await;
    let of_silent = make(&server, &keeper, &silent, &["borrowing.created"]).await;
    let of_prompt = make(&server, &keeper, &prompt, &["borrowing.created"]).await;
    queue(&server, &keeper, &of_silent, 60).await;
    server.clock.advance(1);
    queue(&server, &keeper, &of_prompt, 1).await;
    silent.reply([Reply::Silence]);
    let sender = Sender::new().expect("the system has certificates");
    let meanwhile = async {
        eventually("both are called", async || {
            silent.count() == 1 && prompt.count() == 1
        })
        .await;
        queue(&server, &keeper, &of_prompt, 2).await;
        // A later pass of the same server does not wait for the silent receiver. It comes when the first pass has recorded the
        // delivery to the prompt one.
        let mut sent = 0;
        eventually("the others are sent", async || {
            sent += server.deliver_webhooks_by(&sender).await;
            sent >= 2
        })
        .await;
        assert_eq!(sent, 2);
        assert_eq!((silent.take().len(), prompt.take().len()), (1, 3));
    };
    let (attempts, ()) = tokio::join!(server.deliver_webhooks_by(&sender), meanwhile);
    assert_eq!(attempts, 2, "the turn of the silent receiver ended");

    // It responds again, and gets the others in their order.
    assert_eq!(server.deliver_webhooks_by(&sender).await, 50);
    assert_eq!(server.deliver_webhooks_by(&sender).await, 9);
    let came = numbers(&silent.take());
    assert!(came.is_sorted(), "{came:?}");
    assert_eq!((came.len(), prompt.take().len()), (59, 0));
}

on_both_engines!(a_delivery_that_is_being_sent_is_not_sent_again_at_once);
async fn a_delivery_that_is_being_sent_is_not_sent_again_at_once(database: TestDatabase) {
    let receiver = Receiver::start().await;
    let (server, keeper) = library(database, &receiver).await;
    let webhook = make(&server, &keeper, &receiver, &["borrowing.created"]).await;
    let delivery = queue(&server, &keeper, &webhook, 1).await.remove(0);
    receiver.reply([Reply::Silence]);
    let elsewhere = async {
        eventually("it is being sent", async || receiver.count() == 1).await;
        let path = format!("/api/admin/webhook-deliveries/{}/resend", id(&delivery));
        server.post(&path).as_(&keeper).await.expect(200);
        assert_eq!(server.deliver_webhooks().await, 0);
    };
    tokio::select! {
        _ = server.deliver_webhooks() => panic!("the receiver responded"),
        () = elsewhere => {}
    }
    // The server that sent it has died.
    server.clock.advance(MINUTE);
    assert_eq!(server.deliver_webhooks().await, 1);
    assert_eq!(receiver.take().len(), 2);
    assert_eq!(log(&server, &keeper, &webhook).await[0]["state"], "delivered");
}

on_both_engines!(the_server_calls_only_allowed_hosts);
async fn the_server_calls_only_allowed_hosts(database: TestDatabase) {
    let receiver = Receiver::start().await;
    let (server, keeper) = library(database, &receiver).await;
    for (address, words) in [
        (
            "",
            "Please enter an address such as https://hooks.example.org/carrel",
        ),
        (
            "ftp://127.0.0.1/",
            "Please enter an address such as https://hooks.example.org/carrel",
        ),
        (
            "http://127.0.0.1:1/",
            "This host is not on the server's list of allowed hosts (webhook_hosts)",
        ),
        (
            "https://169.254.169.254/",
            "This host is not on the server's list of allowed hosts (webhook_hosts)",
        ),
        (
            "https://localhost/",
            "This host is not on the server's list of allowed hosts (webhook_hosts)",
        ),
    ] {
        let form = json!({ "address": address, "events": ["borrowing.created"] });
        let refused = server.post("/api/admin/webhooks").as_(&keeper).json(&form).await;
        assert_eq!(refused.failure(), (422, "validation", words), "{address}");
        assert_eq!(refused.errors(), [("address", words)]);
    }
    for events in [json!([]), json!(["everything"]), Value::Null] {
        let form = json!({ "address": receiver.address(), "events": events });
        let refused = server.post("/api/admin/webhooks").as_(&keeper).json(&form).await;
        assert_eq!(refused.errors(), [("events", "Please choose at least one event")]);
    }
    // A host that is no longer allowed is not called any more.
    let webhook = make(&server, &keeper, &receiver, &["borrowing.created"]).await;
    let webhook_id: WebhookId = id(&webhook).parse().expect("an id of a webhook");
    let moved = format!(
        "UPDATE webhooks SET address = 'http://127.0.0.1:1/' WHERE id = {}",
        webhook_id.number()
    );
    server.database().sql(&moved).await.expect("it is moved");
    let test = format!("/api/admin/webhooks/{}/test", id(&webhook));
    server.post(&test).as_(&keeper).await.expect(201);
    server.deliver_webhooks().await;
    let entry = log(&server, &keeper, &webhook).await.remove(0);
    assert_eq!(
        entry["lastError"],
        "This host is not on the server's list of allowed hosts (webhook_hosts)"
    );
    for _ in 1..20 {
        make(&server, &keeper, &receiver, &["borrowing.created"]).await;
    }
    let form = json!({ "address": receiver.address(), "events": ["borrowing.created"] });
    let one_more = server.post("/api/admin/webhooks").as_(&keeper).json(&form).await;
    assert_eq!(one_more.failure().1, "too_many_webhooks");
}

on_both_engines!(deliveries_are_stored_for_a_month);
async fn deliveries_are_stored_for_a_month(database: TestDatabase) {
    let receiver = Receiver::start().await;
    let (server, keeper) = library(database, &receiver).await;
    let webhook = make(&server, &keeper, &receiver, &["borrowing.created"]).await;
    let test = format!("/api/admin/webhooks/{}/test", id(&webhook));
    server.post(&test).as_(&keeper).await.expect(201);
    server.deliver_webhooks().await;
    server.post(&test).as_(&keeper).await.expect(201);
    server.clock.advance(30 * DAY);
    // A waiting delivery is not removed, because its job sends it.
    assert_eq!(server.remove_old_deliveries().await, 1);
    server.deliver_webhooks().await;
    assert_eq!(server.remove_old_deliveries().await, 1);
}
