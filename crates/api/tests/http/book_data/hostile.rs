//! Sources that are slow, broken or hostile.

use std::time::Duration;

use futures_util::future::join_all;

use super::*;

/// The code of the problem of each source, or its state.
async fn outcomes(scene: &Scene) -> Vec<String> {
    let answers = scene.answers().await;
    let outcomes = answers
        .iter()
        .map(|answer| match answer["problem"]["code"].as_str() {
            Some(code) => code.to_owned(),
            None => answer["state"].as_str().expect("a state").to_owned(),
        });
    outcomes.collect()
}

on_both_engines!(a_source_that_fails_says_why_and_stops_no_other);
async fn a_source_that_fails_says_why_and_stops_no_other(database: TestDatabase) {
    let scene = Scene::new(database).await;
    let other = BookSourceStub::start().await;
    let sources = json!([
        sru(&scene.stub, "First", "/a"),
        open_library_is(false),
        sru(&other, "Second", "/b")
    ]);
    scene.sources(sources, false).await;
    other.reply("/b", response(&[marc("Bees", ISBN)]));
    let record = marc("Bees", ISBN);
    let html = b"<html><body>Please sign in</body></html>".to_vec();
    let diagnostic = "<searchRetrieveResponse><diagnostics><diagnostic><message>Unsupported index</message></diagnostic></diagnostics></searchRetrieveResponse>";
    for (reply, code) in [
        (SourceReply::Status(404), "status"),
        (SourceReply::Status(500), "status"),
        (SourceReply::Status(204), "status"),
        (SourceReply::Endless(XML), "too_large"),
        (
            SourceReply::Cut(XML, b"<searchRetrieveResponse>".to_vec()),
            "cut_off",
        ),
        (SourceReply::Body("text/html", html.clone()), "unreadable"),
        (SourceReply::Body(XML, html), "unreadable"),
        (SourceReply::Body(XML, vec![0xff; 1000]), "unreadable"),
        (SourceReply::Body(XML, Vec::new()), "unreadable"),
        (SourceReply::Body(XML, diagnostic.into()), "diagnostic"),
        (
            SourceReply::Redirect(format!("{}/b", other.address())),
            "redirected",
        ),
        (
            SourceReply::Redirect("http://169.254.169.254/latest".to_owned()),
            "redirected",
        ),
        (
            SourceReply::Redirect("file:///etc/passwd".to_owned()),
            "redirected",
        ),
        (SourceReply::Redirect("/a".to_owned()), "redirected"),
        (
            response(&[record.replace("</datafield>", "</data>")]),
            "unreadable",
        ),
        (response(&[record]), "found"),
    ] {
        let shown = format!("{reply:?}");
        scene.stub.reply("/a", reply);
        assert_eq!(outcomes(&scene).await, [code, "off", "found"], "{shown:.200}");
    }
    // A redirect on the same host is followed.
    scene.stub.reply("/moved", response(&[marc("Moved", ISBN)]));
    scene
        .stub
        .reply("/a", SourceReply::Redirect("/moved?x=1".to_owned()));
    assert_eq!(scene.answers().await[0]["found"]["draft"]["title"], "Moved");
    // A source that is down.
    other.stop().await;
    assert_eq!(outcomes(&scene).await, ["found", "off", "refused"]);
    assert_eq!(scene.server.violations().await, []);
}

on_both_engines!(problems_have_words_and_details);
async fn problems_have_words_and_details(database: TestDatabase) {
    let scene = Scene::new(database).await;
    scene
        .sources(
            json!([sru(&scene.stub, "A", "/a"), open_library_is(false)]),
            false,
        )
        .await;
    scene.stub.reply("/a", SourceReply::Status(503));
    let problem =
        json!({ "code": "status", "message": "The source answered with status 503", "detail": "503" });
    assert_eq!(scene.answers().await[0]["problem"], problem);
    let body = "<searchRetrieveResponse><diagnostics><diagnostic><message>No &lt;b&gt;\u{202e}</message></diagnostic></diagnostics></searchRetrieveResponse>";
    scene.stub.reply("/a", SourceReply::Body(XML, body.into()));
    let answers = scene.answers().await;
    assert_eq!(
        (&answers[0]["state"], &answers[0]["found"]),
        (&json!("failed"), &Value::Null)
    );
    assert!(
        answers[0]["problem"]["detail"]
            .as_str()
            .expect("a text")
            .starts_with("No <b>")
    );
}

on_both_engines!(a_silent_source_times_out_and_the_others_answer);
async fn a_silent_source_times_out_and_the_others_answer(database: TestDatabase) {
    let scene = Scene::patient(database, Duration::from_millis(300)).await;
    let sources = json!([
        sru(&scene.stub, "Silent", "/a"),
        open_library_is(true),
        sru(&scene.stub, "B", "/b")
    ]);
    scene.sources(sources, false).await;
    scene.stub.reply("/a", SourceReply::Silence);
    scene.stub.reply("/b", response(&[marc("Bees", ISBN)]));
    open_library(&scene.stub, &json!({ "title": "Bees" }), &json!({}));
    let answers = scene.answers().await;
    let states: Vec<&Value> = answers.iter().map(|answer| &answer["state"]).collect();
    assert_eq!(states, ["timed_out", "found", "found"]);
    // The details of Open Library only add to its data.
    scene.stub.reply(
        &format!("/api/books?bibkeys=ISBN:{ISBN}&format=json&jscmd=details"),
        SourceReply::Silence,
    );
    assert_eq!(scene.answers().await[1]["found"]["draft"]["title"], "Bees");
    assert_eq!(scene.server.violations().await, []);
}

on_both_engines!(a_person_has_few_lookups_at_once);
async fn a_person_has_few_lookups_at_once(database: TestDatabase) {
    let scene = Scene::patient(database, Duration::from_secs(2)).await;
    scene
        .sources(
            json!([sru(&scene.stub, "Silent", "/a"), open_library_is(false)]),
            false,
        )
        .await;
    scene.stub.reply("/a", SourceReply::Silence);
    let answers = join_all((0..5).map(|_| scene.look_up(ISBN))).await;
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 200, 200, 200, 503]);
    // The places are free again.
    scene.stub.reply("/a", response(&[]));
    assert_eq!(scene.answers().await[0]["state"], "nothing");
}

on_both_engines!(garbage_of_open_library_is_no_failure);
async fn garbage_of_open_library_is_no_failure(database: TestDatabase) {
    let scene = Scene::new(database).await;
    scene.sources(json!([open_library_is(true)]), true).await;
    for (reply, outcome) in [
        (SourceReply::Body(JSON, b"{}".to_vec()), "nothing"),
        (SourceReply::Body(JSON, b"[".repeat(100_000)), "unreadable"),
        (SourceReply::Body(JSON, b"null".to_vec()), "unreadable"),
        (SourceReply::Body("text/html", b"{}".to_vec()), "unreadable"),
        (SourceReply::Endless(JSON), "too_large"),
    ] {
        scene.stub.reply("/api/books", reply);
        assert_eq!(outcomes(&scene).await, [outcome]);
    }
    let long = json!({
        "title": "t".repeat(10_000), "subtitle": { "value": [] }, "number_of_pages": -5, "publish_date": "year 99999",
        "notes": "\u{0}\u{7}", "publishers": [{ "name": "p".repeat(9999) }],
        "authors": (0..500).map(|number| json!({ "name": format!("Author {number}") })).collect::<Vec<_>>(),
    });
    open_library(&scene.stub, &long, &json!({ "description": "d".repeat(100_000) }));
    let answers = scene.answers().await;
    let draft = &answers[0]["found"]["draft"];
    let length = |field: &str| draft[field].as_str().expect("a text").chars().count();
    assert_eq!(
        (length("title"), length("description"), length("publisher")),
        (300, 5000, 200)
    );
    assert!(length("author") <= 200);
    assert_eq!(
        (&draft["pages"], &draft["details"]["notes"]),
        (&Value::Null, &Value::Null)
    );
    // What is offered can be saved.
    let mut form = draft.clone();
    form["category"] = json!("Fiction");
    let saved = scene.server.post("/api/books").as_(&scene.ada).json(&form).await;
    saved.expect(201);
    assert_eq!(scene.server.violations().await, []);
}
