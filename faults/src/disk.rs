//! Trials with a full disk, and with a disk that fails to read or to sync.

use std::time::Duration;

use crate::http::{Answer, Call, Client, Reply};
use crate::journal::{Journal, tally};
use crate::readers::{Allowed, Readers};
use crate::scene::{Scene, addition};
use crate::server::Server;
use crate::shim::{EDQUOT, EIO, ENOSPC, Fails, Shim, Which};
use crate::writers::Writers;
use crate::{Outcome, Trial, say};

/// How many calls have to fail before the disk works again.
const FAILURES: i32 = 60;
/// Maximum number of waits of 20 ms before a trial fails: a minute.
const WAITS: usize = 3000;

/// Fills the disk under load in several ways and frees it again; returns the violations.
pub async fn full(trial: &Trial) -> Outcome<Vec<String>> {
    let (scene, shim) = with_shim(trial).await?;
    let mut writers = Writers::new(trial, &scene, Journal::default());
    let mut server = scene.installation.serve().await?;
    let never: Allowed = |_| false;
    let readers = Readers::start(server.address, &scene, &writers.journal, never);
    let mut found = Vec::new();
    for (what, which, error) in [
        ("the disk is full", Which::All, ENOSPC),
        ("the disk is full for the database", Which::Database, ENOSPC),
        ("the disk is full for the search index", Which::Others, ENOSPC),
        ("the quota is used up", Which::All, EDQUOT),
    ] {
        let working = writers.start(server.address);
        writers = {
            wait_for(what, || Ok(working.acknowledged() > 0)).await?;
            let before = (shim.failed()?, working.acknowledged(), readers.answered());
            shim.set(Fails::Writes, which, error)?;
            wait_for(what, || {
                Ok(shim.failed()? >= before.0 + FAILURES || is_index(which) && shim.failed()? > before.0 + 3)
            })
            .await?;
            // Reads must work meanwhile.
            let reads = readers.answered();
            wait_for("reads go on", || Ok(readers.answered() > reads + 50)).await?;
            if matches!(which, Which::All) {
                found.extend(backup_fails(&scene).await?);
            }
            shim.set(Fails::Writes, which, 0)?;
            let acknowledged = working.acknowledged();
            wait_for(
                "writes recover",
                || Ok(working.acknowledged() > acknowledged + 50),
            )
            .await?;
            say(&format!(
                "{what}: {} calls of the system failed, {} reads were answered; {} effects acknowledged since",
                shim.failed()? - before.0,
                readers.answered() - before.2,
                working.acknowledged() - before.1,
            ));
            working.stop().await?
        };
        found.extend(finds(&server, &scene, what).await?);
        if server.has_ended()? {
            found.push(format!("the server ended when {what}"));
            break;
        }
    }
    writers = writers.settle(server.address).await?;
    let (answered, _) = readers.stop().await?;
    server.stop().await?;
    let journal = writers.journal.whole();
    found.extend(scene.violations(&journal).await?);
    found.extend(writers.journal.violations());
    let (done, unknown, refused) = tally(&journal);
    say(&format!(
        "{done} effects acknowledged, {refused} refused, {unknown} never answered; {answered} reads answered, none refused"
    ));
    report(&found, scene);
    Ok(found)
}

/// Makes reads fail under load, then at the start, and then a sync; returns the violations.
pub async fn failing(trial: &Trial) -> Outcome<Vec<String>> {
    let (scene, shim) = with_shim(trial).await?;
    let mut writers = Writers::new(trial, &scene, Journal::default());
    let mut server = scene.installation.serve().await?;
    let clear: Allowed =
        |answer| answer.status == 503 && answer.retry_after && answer.body["code"].is_string();
    let readers = Readers::start(server.address, &scene, &writers.journal, clear);
    let working = writers.start(server.address);
    let mut found = Vec::new();
    for _ in 0..5 {
        let before = (shim.failed()?, readers.answered(), working.acknowledged());
        shim.set(Fails::Reads, Which::Database, EIO)?;
        wait_for("reads of the disk fail", || {
            Ok(shim.failed()? >= before.0 + FAILURES)
        })
        .await?;
        shim.set(Fails::Reads, Which::Database, 0)?;
        let (answered, acknowledged) = (readers.answered(), working.acknowledged());
        wait_for("calls recover", || {
            Ok(readers.answered() > answered + 50 && working.acknowledged() > acknowledged + 50)
        })
        .await?;
        if server.has_ended()? {
            found.push("the server ended when the disk failed to read".to_owned());
            break;
        }
        say(&format!(
            "the disk fails to read: {} calls of the system failed; {} reads answered and {} effects acknowledged since",
            shim.failed()? - before.0,
            readers.answered() - before.1,
            working.acknowledged() - before.2,
        ));
    }
    writers = working.stop().await?.settle(server.address).await?;
    let (answered, unavailable) = readers.stop().await?;
    say(&format!(
        "{answered} reads answered, {unavailable} refused as unavailable"
    ));
    server.stop().await?;
    found.extend(scene.violations(&writers.journal.whole()).await?);

    shim.set(Fails::Reads, Which::Database, EIO)?;
    match scene.installation.serve().await {
        Ok(server) => {
            server.stop().await?;
            say("a server that starts on a disk that fails to read: started");
        }
        Err(_) => say("a server that starts on a disk that fails to read: ends, having said why"),
    }
    shim.set(Fails::Reads, Which::Database, 0)?;

    for (which, what) in [
        (Which::Database, "a sync fails"),
        (Which::WithoutLog, "a sync of a checkpoint fails"),
    ] {
        let mut server = scene.installation.serve().await?;
        let working = writers.start(server.address);
        let acknowledged = working.acknowledged();
        wait_for("writers work", || Ok(working.acknowledged() > acknowledged + 50)).await?;
        shim.set(Fails::Syncs, which, EIO)?;
        let ended = tokio::time::timeout(Duration::from_mins(1), server.ended()).await;
        match ended {
            Ok(status) => say(&format!("{what}: the server stops ({})", status?)),
            Err(_) => found.push(format!("{what}, and the server goes on")),
        }
        shim.set(Fails::Syncs, which, 0)?;
        writers = working.stop().await?;
        found.extend(scene.violations(&writers.journal.whole()).await?);
        let server = scene.installation.serve().await?;
        writers = writers.settle(server.address).await?;
        server.stop().await?;
        found.extend(scene.violations(&writers.journal.whole()).await?);
    }
    found.extend(writers.journal.violations());
    report(&found, scene);
    Ok(found)
}

fn is_index(which: Which) -> bool {
    matches!(which, Which::Others)
}

async fn with_shim(trial: &Trial) -> Outcome<(Scene, Shim)> {
    let mut scene = Scene::prepare(trial, None).await?;
    let shim = Shim::compile(&scene.beside(""), &scene.installation.folder)?;
    scene.installation.environment = shim.environment();
    Ok((scene, shim))
}

/// Waits until a condition is true.
async fn wait_for(what: &str, mut so: impl FnMut() -> Outcome<bool>) -> Outcome<()> {
    for _ in 0..WAITS {
        if so()? {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Err(format!("timeout while waiting for: {what}").into())
}

/// A backup onto the full disk reports the error, and leaves no file behind.
async fn backup_fails(scene: &Scene) -> Outcome<Vec<String>> {
    let mut found = Vec::new();
    let file = scene.installation.folder.join("library.backup");
    let mut command = scene.installation.command("backup");
    command
        .arg(&file)
        .envs(scene.installation.environment.iter().cloned());
    let output = command.output().await?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.code() != Some(1) || !said.contains("was not written") {
        found.push(format!("a backup onto a full disk: {}: {said}", output.status));
    }
    for entry in std::fs::read_dir(&scene.installation.folder)? {
        let name = entry?.file_name();
        if name.to_string_lossy().starts_with("library.backup") {
            found.push(format!(
                "a backup onto a full disk left {} behind",
                name.display()
            ));
        }
    }
    Ok(found)
}

/// A new book is found: the search index has recovered as well.
async fn finds(server: &Server, scene: &Scene, after: &str) -> Outcome<Vec<String>> {
    let title = format!("After {after}");
    server.get(&addition(&scene.admin, &title, 1)).await?;
    let words = title.replace(' ', "%20");
    let call = Call::new(
        "GET",
        format!("/api/books?search=%22{words}%22"),
        Some(&scene.admin.token),
    );
    let mut client = Client::new(server.address);
    for _ in 0..WAITS {
        if let Reply::Answered(Answer {
            status: 200, body, ..
        }) = client.call(&call).await
            && body["data"][0]["title"] == *title
        {
            return Ok(Vec::new());
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(vec![format!(
        "the search does not find what was added after {after}"
    )])
}

fn report(found: &[String], scene: Scene) {
    if !found.is_empty() {
        say(&format!("the library is kept in {}", scene.keep().display()));
    }
}
