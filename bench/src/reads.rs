//! The read rows: at rest and beside writes, with and without cached responses.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;

use crate::bare::Bare;
use crate::client::Client;
use crate::closed::{self, Load};
use crate::desk::{self, Desk};
use crate::figures::{Background, Figures};
use crate::pool::{Answers, Pool};
use crate::questions::{self, Questions};
use crate::report::{COLUMNS, cells, head, row, say};
use crate::server::Server;
use crate::{Outcome, metrics, open};

/// Writes per second beside which the main rows are measured.
const WRITE_RATES: [u32; 2] = [20, 100];
/// How long a row runs to measure its share of cached responses.
const PROBE: Duration = Duration::from_millis(400);
/// The time after a write within which the search index applies it.
const INDEX_DELAY: Duration = Duration::from_millis(700);
/// The maximum share of cached responses in a row of distinct questions.
const TOLERATED_SHARE: f64 = 0.02;

/// The parameters of a measurement.
pub struct Plan<'a> {
    pub time: Duration,
    pub clients: Vec<usize>,
    /// Only rows whose name contains this text.
    pub only: &'a str,
    pub at_rest: bool,
    pub beside_writes: bool,
}

/// A row in one of its modes, ready to run.
struct Row<'a> {
    kind: &'a Questions,
    answers: Answers,
    pool: Arc<Pool>,
}

impl Row<'_> {
    fn key(&self) -> (String, Answers) {
        (self.kind.what.clone(), self.answers)
    }

    fn load(&self, server: &Server, desk: &Arc<Mutex<Desk>>) -> Load {
        Load {
            address: server.address,
            pool: Arc::clone(&self.pool),
            desk: self.kind.is_cacheable.then(|| Arc::clone(desk)),
        }
    }

    /// Asks each repeated question once, to fill the cache.
    async fn warm_up(&self, server: &Server) -> Outcome<()> {
        if self.answers == Answers::Repeated && self.kind.is_cacheable {
            // The search index applies the last write a moment later, and makes cached responses stale once more.
            tokio::time::sleep(INDEX_DELAY).await;
            let mut client = Client::connect(server.address).await?;
            for request in self.pool.questions().iter().flatten() {
                client.send(request).await?.json()?;
            }
        }
        Ok(())
    }
}

/// Measures the read rows.
pub async fn run(server: &mut Server, plan: &Plan<'_>) -> Outcome<()> {
    let student = server.sign_in(&server.student).await?;
    let admin = server.sign_in(&server.admin).await?;
    let mut kinds = questions::all(server, &student, &admin).await?;
    kinds.retain(|kind| kind.what.contains(plan.only));
    let rows: Vec<Row<'_>> = kinds.iter().flat_map(in_all_modes).collect();
    let shares = cached_shares(server, &rows, &admin).await?;
    if plan.at_rest {
        at_rest(server, &rows, &shares, &admin, plan).await?;
    }
    if plan.beside_writes {
        beside_writes(server, &rows, &admin, plan).await?;
    }
    Ok(())
}

fn in_all_modes(kind: &Questions) -> Vec<Row<'_>> {
    let modes: &[Answers] = match (kind.is_cacheable, kind.is_repeated) {
        (true, true) => &[Answers::Repeated, Answers::Distinct],
        (true, false) => &[Answers::Distinct],
        (false, _) => &[Answers::Repeated],
    };
    modes
        .iter()
        .map(|answers| Row {
            kind,
            answers: *answers,
            pool: Arc::new(Pool::new(kind.pool.clone(), *answers)),
        })
        .collect()
}

/// The share of cached responses of each row, by the server's own count. Counting costs a little, so the measured
/// server does not do it.
async fn cached_shares(
    server: &mut Server,
    rows: &[Row<'_>],
    admin: &str,
) -> Outcome<HashMap<(String, Answers), Option<f64>>> {
    let address = metrics::free_address()?;
    // The parts of the search index are merged after the first start; a restart would end that.
    server.rest().await?;
    server.restart(Some(address)).await?;
    let desk = Arc::new(Mutex::new(Desk::open(server, admin, "probe", 1, 1).await?));
    let clocks = server.clocks()?;
    let mut shares = HashMap::new();
    for row in rows {
        desk.lock().await.change().await?;
        row.warm_up(server).await?;
        let before = metrics::cached(address).await?;
        closed::run(
            &row.load(server, &desk),
            4,
            PROBE,
            &clocks,
            &Background::default(),
        )
        .await?;
        let share = metrics::cached(address).await?.share_since(&before);
        if row.answers == Answers::Distinct && share.is_some_and(|share| share > TOLERATED_SHARE) {
            say(&format!(
                "- WARNING: of the distinct questions of \"{}\", {:.0} % are answered from the cache",
                row.kind.what,
                share.unwrap_or_default() * 100.0
            ));
        }
        shares.insert(row.key(), share);
    }
    server.restart(None).await?;
    server.rest().await?;
    Ok(shares)
}

async fn at_rest(
    server: &Server,
    rows: &[Row<'_>],
    shares: &HashMap<(String, Answers), Option<f64>>,
    admin: &str,
    plan: &Plan<'_>,
) -> Outcome<()> {
    let mut columns = vec!["what", "questions", "from the cache", "clients"];
    columns.extend(COLUMNS);
    columns.extend(["bare handler/s", "its CPU µs", "ratio"]);
    head(&columns, 2);
    let desk = Arc::new(Mutex::new(Desk::open(server, admin, "rest", 1, 1).await?));
    for of_row in rows {
        let share = shares.get(&of_row.key()).copied().flatten();
        let share = share.map_or("never".to_owned(), |share| format!("{:.0} %", share * 100.0));
        for (clients, is_first) in plan
            .clients
            .iter()
            .zip(std::iter::once(true).chain(std::iter::repeat(false)))
        {
            let ours = closed(server, of_row, &desk, *clients, plan.time, &Background::default()).await?;
            // Latency is measured once, because it does not depend on the number of clients of the closed loop.
            let open = if is_first {
                Some(open::run(&of_row.load(server, &desk), ours.per_second / 2.0, plan.time).await?)
            } else {
                None
            };
            let limit = bare(server, of_row, *clients, plan.time / 2).await?;
            let mut line = vec![
                of_row.kind.what.clone(),
                of_row.answers.word().to_owned(),
                share.clone(),
                clients.to_string(),
            ];
            line.extend(cells(&ours, open.as_ref()));
            line.extend(limit.map_or(
                vec!["–".to_owned(), "–".to_owned(), "–".to_owned()],
                |limit| {
                    vec![
                        format!("{:.0}", limit.per_second),
                        format!("{:.0}", limit.server_micros.unwrap_or_default()),
                        format!("{:.2}", ours.per_second / limit.per_second),
                    ]
                },
            ));
            row(&line);
        }
    }
    Ok(())
}

async fn closed(
    server: &Server,
    row: &Row<'_>,
    desk: &Arc<Mutex<Desk>>,
    clients: usize,
    time: Duration,
    others: &Background,
) -> Outcome<Figures> {
    // Makes all cached responses of earlier rows stale.
    desk.lock().await.change().await?;
    row.warm_up(server).await?;
    closed::run(&row.load(server, desk), clients, time, &server.clocks()?, others).await
}

/// The rate of a bare handler that returns the bytes of a typical response; `None` for a question of several requests.
async fn bare(server: &Server, row: &Row<'_>, clients: usize, time: Duration) -> Outcome<Option<Figures>> {
    if row.pool.questions()[0].len() > 1 {
        return Ok(None);
    }
    let bare = Bare::start(&typical_answer(server, row).await?).await?;
    let load = Load {
        address: bare.address,
        pool: Arc::clone(&row.pool),
        desk: None,
    };
    let figures = closed::run(&load, clients, time, &bare.clocks()?, &Background::default()).await?;
    Ok(Some(figures))
}

/// The response of median length among some.
async fn typical_answer(server: &Server, row: &Row<'_>) -> Outcome<Vec<u8>> {
    let mut client = Client::connect(server.address).await?;
    let questions = row.pool.questions();
    let mut bodies = Vec::new();
    for question in questions.iter().step_by(questions.len().div_ceil(25)) {
        bodies.push(client.send(&question[0]).await?.body);
    }
    bodies.sort_by_key(Vec::len);
    Ok(bodies.swap_remove(bodies.len() / 2))
}

async fn beside_writes(server: &Server, rows: &[Row<'_>], admin: &str, plan: &Plan<'_>) -> Outcome<()> {
    let clients = plan.clients.first().copied().unwrap_or(1);
    let invalidating = Arc::new(Mutex::new(Desk::open(server, admin, "beside", 1, 1).await?));
    let mut desks = desk::Background::desks(server, admin).await?;
    let mut costs = Vec::new();
    for rate in WRITE_RATES {
        let clocks = server.clocks()?;
        let background = desk::Background::start(desks, rate);
        let before = clocks.read()?;
        tokio::time::sleep(plan.time).await;
        let spent = clocks.since(&before)?;
        let writes;
        (desks, writes) = background.stop().await?;
        let done = writes.per_second();
        let seconds = plan.time.as_secs_f64();
        let cost = Background {
            server: spent.server / seconds,
            database: spent.database.unwrap_or_default() / seconds,
        };
        say("");
        say(&format!(
            "- {done:.0} writes a second alone (half of them borrowings, half returns) cost {:.0} µs of the server's CPU each{}; \
             the rows below do not count it",
            cost.server * 1e6 / done,
            spent.database.map_or(String::new(), |_| format!(
                " and {:.0} µs of the database's",
                cost.database * 1e6 / done
            ))
        ));
        costs.push(cost);
    }
    let mut columns = vec!["what", "questions", "writes/s", "done/s"];
    columns.extend(COLUMNS);
    columns.push("of the undisturbed rate");
    head(&columns, 2);
    for of_row in rows.iter().filter(|row| row.kind.is_main) {
        let undisturbed = closed(
            server,
            of_row,
            &invalidating,
            clients,
            plan.time,
            &Background::default(),
        )
        .await?;
        let mut line = vec![
            of_row.kind.what.clone(),
            of_row.answers.word().to_owned(),
            "0".to_owned(),
            "0".to_owned(),
        ];
        line.extend(cells(&undisturbed, None));
        line.push("1.00".to_owned());
        row(&line);
        for (rate, cost) in WRITE_RATES.into_iter().zip(&costs) {
            of_row.warm_up(server).await?;
            let background = desk::Background::start(desks, rate);
            let load = of_row.load(server, &invalidating);
            let ours = closed::run(&load, clients, plan.time, &server.clocks()?, cost).await?;
            let open = open::run(&load, ours.per_second / 2.0, plan.time).await?;
            let writes;
            (desks, writes) = background.stop().await?;
            let done = writes.per_second();
            let mut line = vec![
                of_row.kind.what.clone(),
                of_row.answers.word().to_owned(),
                rate.to_string(),
                format!("{done:.0}"),
            ];
            line.extend(cells(&ours, Some(&open)));
            line.push(format!("{:.2}", ours.per_second / undisturbed.per_second));
            row(&line);
        }
    }
    Ok(())
}
