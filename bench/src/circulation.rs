//! The write rows: borrowing and returning, sign-ins, borrowings beside backups.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;

use crate::closed::{self, Load};
use crate::desk::{self, Desk};
use crate::figures::{Background, Figures};
use crate::pool::{Answers, Pool};
use crate::report::{COLUMNS, cells, head, row, say};
use crate::server::Server;
use crate::{Outcome, PASSWORD, commits, database, disk};

/// The number of desks at which one account returns books.
const DESKS_OF_ONE_ACCOUNT: usize = 8;
/// Students of a row with one client: it makes a thousand pairs a second.
const MOST_STUDENTS: usize = 16;
/// Numbers of people who borrow and return concurrently.
const CLIENTS: [usize; 3] = [1, 16, 64];
/// Few clients: a sign-in takes tens of milliseconds of one core by design.
const SIGN_IN_CLIENTS: [usize; 2] = [1, 16];

/// The reason why writes to a library are not durable, if they are not.
pub async fn refusal(folder: &Path, database_url: Option<&str>) -> Outcome<Option<String>> {
    match database_url {
        Some(url) => database::refusal(url).await,
        None => disk::refusal(folder),
    }
}

/// Borrowing and returning: rates and latencies of both, and the CPU time of a pair.
///
/// Where writes do not reach a disk, the rows say so instead of "durable", and nothing is compared with bare commits.
pub async fn run(server: &Server, database_url: Option<&str>, time: Duration) -> Outcome<()> {
    let admin = server.sign_in(&server.admin).await?;
    let refusal = refusal(server.folder(), database_url).await?;
    if let Some(reason) = &refusal {
        if database_url.is_none() {
            return Err(format!("the durable rows are refused: {reason}").into());
        }
        say("");
        say(&format!("- {reason}: the writes below are not durable"));
    }
    let is_durable = refusal.is_none();
    head(
        &[
            "what",
            "clients",
            "each/s",
            "p50 ms",
            "p99 ms",
            "server CPU µs",
            "database CPU µs",
            "bare commits/s",
            "ratio",
        ],
        1,
    );
    for clients in CLIENTS {
        // The calls of one account take turns, so the desks have several.
        let mut staff = Vec::new();
        for number in 0..clients.div_ceil(DESKS_OF_ONE_ACCOUNT) {
            let email = format!("staff-{clients}-{number}@library.example");
            staff.push(server.administrator(&admin, &email).await?);
        }
        let mut desks = Vec::with_capacity(clients);
        for number in 0..clients {
            let admin = &staff[number / DESKS_OF_ONE_ACCOUNT];
            let series = format!("circulation{clients}");
            let students = MOST_STUDENTS.div_ceil(clients);
            desks.push(Desk::open(server, admin, &series, number, students).await?);
        }
        let clocks = server.clocks()?;
        let before = clocks.read()?;
        let (mixed, elapsed) = desk::circulate(desks, time).await?;
        let spent = clocks.since(&before)?;
        let pair =
            Figures::of(mixed.borrowings.clone(), elapsed).with_cpu(&spent, elapsed, &Background::default());
        let folder = server.folder().to_owned();
        let bare = if is_durable && database_url.is_none() {
            Some(tokio::task::spawn_blocking(move || commits::one_by_one(&folder, time)).await??)
        } else {
            None
        };
        let word = if is_durable { "durable" } else { "not durable" };
        let half = |what: &str, micros: Vec<u64>| {
            let figures = Figures::of(micros, elapsed);
            row(&[
                format!("{what}, {word}"),
                clients.to_string(),
                format!("{:.0}", figures.per_second),
                format!("{:.2}", figures.p50_ms),
                format!("{:.2}", figures.p99_ms),
                "–".to_owned(),
                "–".to_owned(),
                "–".to_owned(),
                "–".to_owned(),
            ]);
        };
        half("borrow", mixed.borrowings);
        half("return", mixed.returns);
        let micros = |micros: Option<f64>| micros.map_or("–".to_owned(), |micros| format!("{micros:.0}"));
        row(&[
            format!("a borrowing with its return, {word}"),
            clients.to_string(),
            format!("{:.0}", pair.per_second),
            "–".to_owned(),
            "–".to_owned(),
            micros(pair.server_micros),
            micros(pair.database_micros),
            bare.map_or("–".to_owned(), |bare| format!("{bare:.0}")),
            // Two commits per pair.
            bare.map_or("–".to_owned(), |bare| {
                format!("{:.2}", 2.0 * pair.per_second / bare)
            }),
        ]);
    }
    Ok(())
}

/// Sign-ins: each client has its own account, because repeated attempts at one account are throttled.
pub async fn sign_ins(server: &Server, time: Duration) -> Outcome<()> {
    let mut columns = vec!["what", "clients"];
    columns.extend(COLUMNS);
    head(&columns, 1);
    for clients in SIGN_IN_CLIENTS {
        let mut logins = Vec::with_capacity(clients);
        for number in 0..clients {
            let email = format!("sign-in{clients}x{number}@library.example");
            server.register(&email).await?;
            let form = json!({ "email": email, "password": PASSWORD });
            let login = crate::client::request("POST", "/api/auth/login", None, Some(&form));
            logins.push(vec![login]);
        }
        let load = Load {
            address: server.address,
            pool: std::sync::Arc::new(Pool::new(logins, Answers::Repeated)),
            desk: None,
        };
        let figures = closed::run(&load, clients, time, &server.clocks()?, &Background::default()).await?;
        let mut line = vec!["sign in".to_owned(), clients.to_string()];
        line.extend(cells(&figures, None));
        row(&line);
    }
    Ok(())
}

/// Borrowings alone, and beside continuous backups of the whole library.
pub async fn beside_backups(server: &Server, time: Duration) -> Outcome<()> {
    let admin = server.sign_in(&server.admin).await?;
    head(
        &[
            "borrowings",
            "clients",
            "each/s",
            "p50 ms",
            "p99 ms",
            "backups",
            "p99 ratio",
        ],
        1,
    );
    for clients in [16, 64] {
        let alone = borrowings(server, &admin, "alone", clients, time).await?;
        let stop = AtomicBool::new(false);
        let backups = async {
            let target = server.folder().join("bench.backup");
            let target = target.to_str().ok_or("the folder's name is no text")?;
            let mut made = 0;
            while !stop.load(Ordering::Relaxed) {
                server.command(&["backup", target, "--force"]).await?;
                made += 1;
            }
            Outcome::Ok(made)
        };
        let beside = async {
            let figures = borrowings(server, &admin, "beside", clients, time).await;
            stop.store(true, Ordering::Relaxed);
            figures
        };
        let (made, beside) = tokio::join!(backups, beside);
        let (made, beside) = (made?, beside?);
        for (what, figures, made, ratio) in [
            ("alone", &alone, String::new(), String::new()),
            (
                "beside backups",
                &beside,
                made.to_string(),
                format!("{:.2}", beside.p99_ms / alone.p99_ms),
            ),
        ] {
            row(&[
                what.to_owned(),
                clients.to_string(),
                format!("{:.0}", figures.per_second),
                format!("{:.2}", figures.p50_ms),
                format!("{:.2}", figures.p99_ms),
                made,
                ratio,
            ]);
        }
    }
    Ok(())
}

async fn borrowings(
    server: &Server,
    admin: &str,
    series: &str,
    clients: usize,
    time: Duration,
) -> Outcome<Figures> {
    let mut desks = Vec::with_capacity(clients);
    for number in 0..clients {
        desks.push(Desk::open(server, admin, &format!("{series}{clients}"), number, 1).await?);
    }
    let (mixed, elapsed) = desk::circulate(desks, time).await?;
    Ok(Figures::of(mixed.borrowings, elapsed))
}
