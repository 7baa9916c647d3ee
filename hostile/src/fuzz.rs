//! Calls generated from the OpenAPI document: valid ones, and ones with one or more invalid parts.
//!
//! Each call has its own generator derived from the seed, so it can be reproduced; its ids come from earlier responses,
//! so that most calls reach an entity. Every response is checked.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use crate::dice::Dice;
use crate::document::{Document, Operation};
use crate::people::{MakeAccount, Person, Seen, access_token, call, sign_up};
use crate::values::PASSWORD;
use crate::wire::{self, Answer, Connection, Failure};
use crate::{Outcome, calls, judge};

/// A client checks whether its administrator still has the role after this many calls.
const LOOK_AFTER: u64 = 250;

/// The parameters of a run.
#[derive(Debug, Clone)]
pub struct Plan {
    pub calls: u64,
    pub seed: u64,
    /// The number of concurrent clients.
    pub clients: u64,
    /// Only the operation with this id.
    pub only: Option<String>,
    /// Whether every request is at least valid HTTP.
    pub is_http: bool,
}

/// The results of a run.
#[derive(Debug, Default)]
pub struct Report {
    pub calls: u64,
    pub statuses: BTreeMap<u16, u64>,
    /// The number of unanswered requests that are not valid HTTP, by kind of [`Failure`]. An unanswered call of the API
    /// is a violation.
    pub unanswered: BTreeMap<&'static str, u64>,
    /// The number of calls for which the server had closed the idle keep-alive connection.
    pub reconnections: u64,
    /// Operations that succeeded at least once.
    pub reached: BTreeSet<String>,
    /// The longest response time, including the time for a new connection where one was needed.
    pub slowest: Duration,
    /// Each kind of violation with its number, and the first call with it.
    pub violations: BTreeMap<String, (u64, String)>,
}

/// Data that all clients share.
struct Run {
    address: SocketAddr,
    document: Document,
    plan: Plan,
    make: MakeAccount,
    scopes: Value,
    seen: Mutex<Seen>,
    report: Mutex<Report>,
}

/// Runs a plan against a server.
pub async fn run(address: SocketAddr, plan: Plan, make: MakeAccount) -> Outcome<Report> {
    let openapi = call(address, "GET", "/api/openapi.json", None, None).await?;
    let scopes = openapi["components"]["schemas"]["ScopeName"]["enum"].clone();
    let document = Document::parse(&openapi.to_string())?;
    let clients = plan.clients;
    let run = Arc::new(Run {
        address,
        document,
        plan,
        make,
        scopes,
        seen: Mutex::default(),
        report: Mutex::default(),
    });
    let clients: Vec<_> = (0..clients)
        .map(|number| tokio::spawn(client(Arc::clone(&run), number)))
        .collect();
    for client in clients {
        client.await??;
    }
    let health = call(address, "GET", "/api/health", None, None).await?;
    if health["data"]["status"] != "ok" {
        return Err(format!("the server is not well: {health}").into());
    }
    let report = std::mem::take(&mut *lock(&run.report));
    Ok(report)
}

/// The accounts of one client.
struct Cast {
    student: Person,
    administrator: Person,
    student_token: String,
    administrator_token: String,
    /// A token of a session that has ended.
    ended: String,
}

/// The caller of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    Nobody,
    Student,
    Administrator,
    StudentToken,
    AdministratorToken,
    Ended,
    Invented,
}

impl Who {
    fn throw(dice: &mut Dice) -> Who {
        match dice.below(100) {
            0..10 => Who::Nobody,
            10..38 => Who::Student,
            38..82 => Who::Administrator,
            82..87 => Who::StudentToken,
            87..94 => Who::AdministratorToken,
            94..97 => Who::Ended,
            _ => Who::Invented,
        }
    }
}

impl Cast {
    async fn gather(run: &Run) -> Outcome<Cast> {
        let student = sign_up(run.address, &run.make, false).await?;
        let administrator = sign_up(run.address, &run.make, true).await?;
        let ended = sign_in(run.address, &student)
            .await?
            .ok_or("a student signs in")?;
        call(run.address, "GET", "/api/auth/logout", Some(&ended), None).await?;
        Ok(Cast {
            student_token: access_token(run.address, &student, &run.scopes).await?,
            administrator_token: access_token(run.address, &administrator, &run.scopes).await?,
            student,
            administrator,
            ended,
        })
    }

    fn token(&self, who: Who, dice: &mut Dice) -> Option<Vec<u8>> {
        let token = match who {
            Who::Nobody => return None,
            Who::Student => &self.student.token,
            Who::Administrator => &self.administrator.token,
            Who::StudentToken => &self.student_token,
            Who::AdministratorToken => &self.administrator_token,
            Who::Ended => &self.ended,
            Who::Invented => {
                let all: [&[u8]; 7] = [
                    b"Bearer \xe9\xff",
                    b"Bearer ",
                    b"Basic YWRtaW46YWRtaW4=",
                    b"Bearer ' OR 1=1 --",
                    b"Bearer carrel_0000000000000000000000000000000000000000000",
                    b"bearer",
                    b"Bearer a.b.c",
                ];
                return Some(dice.pick(&all).to_vec());
            }
        };
        Some(format!("Bearer {token}").into_bytes())
    }

    /// Renews the token of an account whose token is no longer valid.
    async fn renew(&mut self, run: &Run, who: Who) -> Outcome<()> {
        let person = match who {
            Who::Student | Who::StudentToken => &mut self.student,
            Who::Administrator | Who::AdministratorToken => &mut self.administrator,
            _ => return Ok(()),
        };
        match sign_in(run.address, person).await? {
            Some(token) => person.token = token,
            None => *person = sign_up(run.address, &run.make, person.is_administrator).await?,
        }
        let made = access_token(run.address, person, &run.scopes).await;
        let made = if let Ok(token) = made {
            token
        } else {
            // The account has the maximum number of tokens.
            *person = sign_up(run.address, &run.make, person.is_administrator).await?;
            access_token(run.address, person, &run.scopes).await?
        };
        if person.is_administrator {
            self.administrator_token = made;
        } else {
            self.student_token = made;
        }
        Ok(())
    }

    /// Makes sure that the administrator still has the role: any call may have changed the account.
    async fn look_after(&mut self, run: &Run) -> Outcome<()> {
        let me = call(
            run.address,
            "GET",
            "/api/auth/me",
            Some(&self.administrator.token),
            None,
        )
        .await?;
        if me["data"]["role"] != "admin" {
            self.administrator = sign_up(run.address, &run.make, true).await?;
            self.administrator_token = access_token(run.address, &self.administrator, &run.scopes).await?;
        }
        Ok(())
    }
}

async fn sign_in(address: SocketAddr, person: &Person) -> Outcome<Option<String>> {
    let form = json!({ "email": person.email, "password": PASSWORD });
    let session = call(address, "POST", "/api/auth/login", None, Some(&form)).await?;
    Ok(session["token"].as_str().map(str::to_owned))
}

async fn client(run: Arc<Run>, number: u64) -> Outcome<()> {
    let mut cast = Cast::gather(&run).await?;
    let mut connection = Connection::to(run.address);
    let mut number = number;
    while number < run.plan.calls {
        if number / run.plan.clients % LOOK_AFTER == LOOK_AFTER - 1 {
            cast.look_after(&run).await?;
        }
        let mut dice = Dice::new(run.plan.seed, number);
        if dice.chance(2) && run.plan.only.is_none() && !run.plan.is_http {
            no_http(&run, &mut dice, number).await;
        } else {
            one_call(&run, &mut cast, &mut connection, &mut dice, number).await?;
        }
        number += run.plan.clients;
    }
    Ok(())
}

async fn one_call(
    run: &Run,
    cast: &mut Cast,
    connection: &mut Connection,
    dice: &mut Dice,
    number: u64,
) -> Outcome<()> {
    let all = run.document.operations();
    let only = run.plan.only.as_deref();
    let operation = match only {
        Some(id) => all
            .iter()
            .find(|one| one.id == id)
            .ok_or("there is no such operation")?,
        None => dice.pick(all),
    };
    let who = Who::throw(dice);
    let mut made = {
        let mut seen = lock(&run.seen);
        calls::make(&run.document, operation, &mut seen, dice)
    };
    if let Some(token) = cast.token(who, dice) {
        made.headers.push(("authorization".to_owned(), token));
    }
    let has_body = made.method != "HEAD";
    let bytes = wire::request(&made.method, &made.address, &made.headers, made.body.as_deref());
    let shown = || {
        let request: String = String::from_utf8_lossy(&bytes).escape_debug().take(900).collect();
        format!("call {number} as {who:?} ({}): {request}", operation.id)
    };
    let answer = match connection.send(&bytes, has_body).await {
        Ok(answer) => answer,
        Err(failure) => {
            lock(&run.report).calls += 1;
            return note(run, &operation.id, vec![failure.to_string()], &shown);
        }
    };
    // Beside the API, an address that is changed a little is one of the web app.
    let is_of_api = made.is_addressed || operation.path.starts_with("/api/");
    let judged = made.is_addressed.then_some(operation);
    let wrong = if is_of_api {
        judge::answer(&run.document, judged, has_body, &answer)
    } else {
        judge::page(&answer)
    };
    let json: Value = serde_json::from_slice(&answer.body).unwrap_or(Value::Null);
    count(run, operation, &answer);
    if !wrong.is_empty() {
        let body: String = String::from_utf8_lossy(&answer.body).chars().take(400).collect();
        note(run, &operation.id, wrong, &|| {
            format!("{}\n      {} {body}", shown(), answer.status)
        })?;
    }
    if answer.status < 300 {
        lock(&run.seen).learn(made.address.split('?').next().unwrap_or_default(), &json, dice);
    }
    let is_lost = answer.status == 401 && json["code"] == "not_signed_in"
        || answer.status == 200 && matches!(operation.id.as_str(), "logout" | "update_password");
    if is_lost {
        cast.renew(run, who).await?;
    }
    Ok(())
}

fn count(run: &Run, operation: &Operation, answer: &Answer) {
    let mut report = lock(&run.report);
    report.calls += 1;
    *report.statuses.entry(answer.status).or_default() += 1;
    report.slowest = report.slowest.max(answer.took);
    report.reconnections += u64::from(answer.is_reconnected);
    if answer.status < 300 {
        report.reached.insert(operation.id.clone());
    }
}

#[expect(clippy::unnecessary_wraps, reason = "it matches calls that continue or fail")]
fn note(run: &Run, operation: &str, wrong: Vec<String>, shown: &dyn Fn() -> String) -> Outcome<()> {
    let mut report = lock(&run.report);
    for what in wrong {
        let entry = report.violations.entry(format!("{operation}: {what}"));
        let (times, _) = entry.or_insert_with(|| (0, shown()));
        *times += 1;
    }
    Ok(())
}

/// Sends invalid or barely valid HTTP. The server may refuse it or close the connection; it must not fail.
async fn no_http(run: &Run, dice: &mut Dice, number: u64) {
    let get = |rest: &str| format!("GET /api/library HTTP/1.1\r\nhost: x\r\n{rest}\r\n").into_bytes();
    let post = |rest: &str| {
        format!("POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n{rest}")
            .into_bytes()
    };
    let bytes = match dice.below(20) {
        0 => b"GARBAGE\r\n\r\n".to_vec(),
        1 => b"GET /api/library\0 HTTP/1.1\r\nhost: x\r\n\r\n".to_vec(),
        2 => format!("GET /api/{} HTTP/1.1\r\nhost: x\r\n\r\n", "x".repeat(70_000)).into_bytes(),
        3 => get(&format!("x: {}\r\n", "x".repeat(70_000))),
        4 => get(&"x: y\r\n".repeat(200)),
        5 => get("a b: c\r\n"),
        6 => get("content-length: -1\r\n"),
        7 => get("content-length: 1\r\ncontent-length: 2\r\n"),
        8 => post("transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"),
        9 => post("transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
        10 => post("transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n0\r\n\r\n"),
        11 => post("transfer-encoding: gzip\r\ncontent-length: 2\r\n\r\n{}"),
        12 => b"GET /api/library HTTP/9.9\r\nhost: x\r\n\r\n".to_vec(),
        13 => b"GET /api/library\nhost: x\n\n".to_vec(),
        14 => b"GET http://evil.example/api/library HTTP/1.1\r\nhost: x\r\n\r\n".to_vec(),
        15 => b"GET /api/library HTTP/1.1\r\n\r\n".to_vec(),
        16 => b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".repeat(20),
        17 => b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(),
        18 => b"OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n".to_vec(),
        _ => b"CONNECT evil.example:443 HTTP/1.1\r\nhost: x\r\n\r\n".to_vec(),
    };
    let answer = Connection::to(run.address).send(&bytes, true).await;
    let shown = || {
        let request: String = String::from_utf8_lossy(&bytes).escape_debug().take(400).collect();
        format!("call {number}: {request}")
    };
    let answer = match answer {
        Ok(answer) => answer,
        Err(failure) => {
            {
                let mut report = lock(&run.report);
                report.calls += 1;
                *report.unanswered.entry(failure.kind()).or_default() += 1;
            }
            // The server may close the connection after a request that it cannot parse. It must not hang, nor send a
            // partial response.
            if !matches!(failure, Failure::Closed | Failure::Reset) {
                drop(note(run, "no HTTP", vec![failure.to_string()], &shown));
            }
            return;
        }
    };
    {
        let mut report = lock(&run.report);
        report.calls += 1;
        *report.statuses.entry(answer.status).or_default() += 1;
    }
    let mut wrong = judge::header_violations(&answer);
    let is_of_the_api =
        bytes.windows(4).any(|part| part == b"/api") && answer.header("x-request-id").is_some();
    if is_of_the_api || matches!(answer.status, 400 | 414 | 431) {
        wrong = judge::answer(&run.document, None, true, &answer);
    } else if answer.status >= 500 {
        wrong.push(format!("the server failed with {}", answer.status));
    }
    drop(note(run, "no HTTP", wrong, &shown));
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
