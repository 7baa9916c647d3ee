//! `carrel doctor`: diagnoses an installation, in plain words, and suggests fixes.

mod checks;
mod key;

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::ExitCode;

use carrel_api::Clock;
use carrel_domain::calendar::parse_zone;
use carrel_operations::core::key_file::KeyFile;
use carrel_operations::upkeep::diagnosis::{self, Diagnosis};
use carrel_storage::{Database, engine::Options, migrations};
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use crate::command::DoctorOptions;
use crate::configuration::Serving;
use crate::{Outcome, private, say};

/// Free space that a library should have, in bytes.
const LEAST_FREE: u64 = 1 << 30;
/// File descriptors that a server should have: one per connection, and its files.
const LEAST_FILES: u64 = 4096 + 256;
/// A backup older than this is reported, in days.
const OLD_BACKUP_DAYS: i64 = 8;

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Fine,
    /// Works, but needs attention.
    Note,
    Wrong,
}

/// One result of the diagnosis.
#[derive(Debug, Serialize)]
struct Finding {
    subject: &'static str,
    state: State,
    /// What was found.
    found: String,
    /// How to fix it.
    advice: Option<String>,
}

struct Findings(Vec<Finding>);

impl Findings {
    fn fine(&mut self, subject: &'static str, found: impl Into<String>) {
        self.add(subject, State::Fine, found, None);
    }

    fn note(&mut self, subject: &'static str, found: impl Into<String>, advice: &str) {
        self.add(subject, State::Note, found, Some(advice.to_owned()));
    }

    fn wrong(&mut self, subject: &'static str, found: impl Into<String>, advice: &str) {
        self.add(subject, State::Wrong, found, Some(advice.to_owned()));
    }

    fn add(&mut self, subject: &'static str, state: State, found: impl Into<String>, advice: Option<String>) {
        self.0.push(Finding {
            subject,
            state,
            found: found.into(),
            advice,
        });
    }
}

/// Runs every check, and prints the findings. The exit code is 1 when anything is wrong.
pub async fn run(options: DoctorOptions) -> Outcome {
    let mut findings = Findings(Vec::new());
    match Serving::load(&options.serve) {
        Err(mistake) => findings.wrong(
            "configuration",
            mistake.to_string(),
            "Correct the configuration file or the flag.",
        ),
        Ok(serving) => {
            findings.fine("configuration", "every name and value is known");
            folder(&mut findings, &serving.data.dir);
            port(&mut findings, serving.listen);
            files(&mut findings);
            metrics(&mut findings, serving.metrics_listen);
            if serving.trust_forwarded && !serving.listen.ip().is_loopback() {
                findings.note(
                    "proxy",
                    format!(
                        "X-Forwarded-For is trusted from every client that reaches {}",
                        serving.listen
                    ),
                    "Make sure that only your proxy can reach this address.",
                );
            }
            database(&mut findings, &serving, Clock::System.now()).await;
        }
    }
    let Findings(findings) = findings;
    let wrong = findings
        .iter()
        .filter(|finding| finding.state == State::Wrong)
        .count();
    if options.json {
        say(&serde_json::to_string_pretty(&findings)?)?;
    } else {
        for finding in &findings {
            let sign = match finding.state {
                State::Fine => "fine ",
                State::Note => "note ",
                State::Wrong => "WRONG",
            };
            say(&format!("{sign}  {}: {}", finding.subject, finding.found))?;
            if let Some(advice) = &finding.advice {
                say(&format!("       {advice}"))?;
            }
        }
        say(&match wrong {
            0 => "Nothing is wrong".to_owned(),
            1 => "One thing is wrong".to_owned(),
            count => format!("{count} things are wrong"),
        })?;
    }
    Ok(if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn folder(findings: &mut Findings, dir: &Path) {
    const SUBJECT: &str = "data folder";
    if !dir.exists() {
        findings.note(
            SUBJECT,
            format!("{} does not exist yet", dir.display()),
            "The server creates it at its first start. Use --data-dir if it is elsewhere.",
        );
        return;
    }
    let probe = dir.join(".carrel-doctor");
    let written = std::fs::write(&probe, b"probe");
    // A full disk leaves an empty file.
    drop(std::fs::remove_file(&probe));
    if let Err(error) = written {
        let advice = match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "Make room on the disk.",
            _ => "Give it to the user that the server runs as (chown).",
        };
        let found = format!("nothing can be written to {}: {error}", dir.display());
        findings.wrong(SUBJECT, found, advice);
        return;
    }
    if let Ok(kind) = rustix::fs::statfs(dir)
        && is_network(kind.f_type.into())
    {
        findings.wrong(
            SUBJECT,
            format!("{} is on a network file system", dir.display()),
            "Move it to a local disk: SQLite and the search index are not safe there.",
        );
        return;
    }
    match rustix::fs::statvfs(dir) {
        Ok(space) if space.f_bavail.saturating_mul(space.f_frsize) < LEAST_FREE => findings.wrong(
            SUBJECT,
            format!(
                "{} has only {} MB of free space",
                dir.display(),
                space.f_bavail.saturating_mul(space.f_frsize) / 1_000_000
            ),
            "Make room: with a full disk nothing can be borrowed or returned.",
        ),
        Ok(space) => findings.fine(
            SUBJECT,
            format!(
                "{} can be written to and has {} GB of free space",
                dir.display(),
                space.f_bavail.saturating_mul(space.f_frsize) / 1_000_000_000
            ),
        ),
        Err(error) => findings.note(
            SUBJECT,
            format!("its free space is unknown: {error}"),
            "Look yourself.",
        ),
    }
    others_enter(findings, dir);
}

/// NFS, SMB in its three versions, and Ceph, by the magic numbers of statfs(2).
fn is_network(magic: i128) -> bool {
    [0x6969, 0x517b, 0xff53_4d42, 0xfe53_4d42, 0x00c3_6400].contains(&(magic & 0xffff_ffff))
}

fn others_enter(findings: &mut Findings, dir: &Path) {
    if private::others_may_enter(dir) {
        findings.wrong(
            "data folder",
            format!("every account on this machine may enter {}", dir.display()),
            "Restrict it: chmod 700. It contains personal data.",
        );
    }
}

fn port(findings: &mut Findings, listen: SocketAddr) {
    const SUBJECT: &str = "address";
    match TcpListener::bind(listen) {
        Ok(_) => findings.fine(SUBJECT, format!("{listen} is free")),
        Err(error) if error.kind() == ErrorKind::AddrInUse && is_carrel(listen) => {
            findings.fine(SUBJECT, format!("Carrel serves at {listen}"));
        }
        Err(error) => findings.wrong(
            SUBJECT,
            format!("{listen} cannot be listened on: {error}"),
            "Another program uses it, or this machine lacks it. Choose another one with --listen.",
        ),
    }
}

/// Whether a Carrel server answers there.
fn metrics(findings: &mut Findings, listen: Option<SocketAddr>) {
    const SUBJECT: &str = "metrics";
    match listen {
        None => findings.fine(
            SUBJECT,
            "/metrics is off; --metrics-listen 127.0.0.1:9464 turns it on",
        ),
        Some(listen) if listen.ip().is_loopback() => {
            findings.fine(SUBJECT, format!("/metrics is at {listen}"));
        }
        Some(listen) => findings.note(
            SUBJECT,
            format!("/metrics is at {listen}, which others may reach"),
            "It shows no personal data, but how busy the library is: let only Prometheus reach it.",
        ),
    }
}

fn is_carrel(listen: SocketAddr) -> bool {
    use std::io::{Read as _, Write as _};
    use std::time::Duration;
    let ask = || -> std::io::Result<String> {
        let mut stream = std::net::TcpStream::connect_timeout(&listen, Duration::from_secs(2))?;
        stream.set_read_timeout(Some(Duration::from_secs(2)))?;
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.take(4096).read_to_string(&mut answer)?;
        Ok(answer)
    };
    ask().is_ok_and(|answer| answer.ends_with("alive\n"))
}

fn files(findings: &mut Findings) {
    const SUBJECT: &str = "open files";
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    match limit {
        Some(limit) if limit < LEAST_FILES => findings.note(
            SUBJECT,
            format!("a process may open only {limit}"),
            "Raise the limit (LimitNOFILE=16384 in the unit, ulimit -n in a shell): each connection needs one.",
        ),
        Some(limit) => findings.fine(SUBJECT, format!("a process may open {limit}")),
        None => findings.fine(SUBJECT, "a process may open any number of files"),
    }
}

async fn database(findings: &mut Findings, serving: &Serving, now: Timestamp) {
    const SUBJECT: &str = "database";
    let data = &serving.data;
    if let Options::Sqlite { path } = &data.database {
        match path.try_exists() {
            Ok(true) => {}
            Ok(false) => {
                findings.note(
                    SUBJECT,
                    "there is none yet",
                    "The server creates it at its first start. Use --data-dir or --database-url if it is elsewhere.",
                );
                return;
            }
            Err(error) => {
                let found = format!("{} cannot be read: {error}", path.display());
                findings.wrong(
                    SUBJECT,
                    found,
                    "Run carrel doctor as the user that the server runs as.",
                );
                return;
            }
        }
    }
    let keys = KeyFile::at(data.key_file.clone());
    let diagnosed = match Database::attach(&data.database).await {
        Ok(database) => diagnosis::diagnose(&database, &serving.limits.mail_hosts, &keys).await,
        Err(error) => Err(error.into()),
    };
    let diagnosis = match diagnosed {
        Ok(diagnosis) => diagnosis,
        Err(error) => {
            let advice = match data.database {
                Options::Sqlite { .. } => {
                    "Run carrel doctor as the user that the server runs as. Replace a damaged file by a backup: carrel restore --replace."
                }
                Options::Postgres { .. } => {
                    "Check that the server runs, and that address, name and password are right."
                }
            };
            findings.wrong(SUBJECT, format!("it does not answer: {error}"), advice);
            return;
        }
    };
    engine(findings, &diagnosis);
    if diagnosis.schema == migrations::newest() {
        contents(findings, &diagnosis, now);
        key::examine(findings, data, &keys, diagnosis.secrets_key.as_deref());
        if data.index_dir().join("meta.json").exists() {
            findings.fine(
                "search index",
                "it exists; /readyz of the server shows whether it is up to date",
            );
        } else {
            findings.note(
                "search index",
                "it has not been built yet",
                "The server builds it while it runs.",
            );
        }
    }
}

fn engine(findings: &mut Findings, diagnosis: &Diagnosis) {
    const SUBJECT: &str = "database";
    checks::violations(findings, &diagnosis.violations);
    if diagnosis.violations.is_empty() {
        findings.fine(SUBJECT, format!("{} answers and is sound", diagnosis.engine));
    }
    if let Some(reason) = &diagnosis.unwritable {
        findings.wrong(
            SUBJECT,
            reason,
            "The server answers reads only. Let it use the PostgreSQL server that accepts writes, or make room and give it the right to write to its folder.",
        );
    }
    if !diagnosis.is_durable {
        findings.wrong(
            SUBJECT,
            "commits are acknowledged before they are on the disk (fsync or synchronous_commit is off)",
            "Switch both on in postgresql.conf: a power failure would lose borrowings.",
        );
    }
    schema(findings, diagnosis);
}

fn schema(findings: &mut Findings, diagnosis: &Diagnosis) {
    let newest = migrations::newest();
    if let Some(reason) = &diagnosis.refusal {
        findings.wrong(
            "schema",
            reason,
            "Check that this is the library's database, and that this is the newest version of Carrel that was used on it.",
        );
        return;
    }
    match diagnosis.schema {
        0 => findings.note(
            "schema",
            "the database is empty",
            "The server creates its tables at its first start.",
        ),
        schema if schema == newest => findings.fine("schema", format!("it is up to date ({schema})")),
        schema if schema < newest => findings.note(
            "schema",
            format!("it is of an older version ({schema}; this one knows {newest})"),
            "Make a backup; the server upgrades it at its next start.",
        ),
        schema => findings.note(
            "schema",
            format!(
                "it is of a newer version ({schema}; this one knows {newest}), with which this one can work"
            ),
            "During an upgrade this is normal. Install the newer version here, too.",
        ),
    }
}

fn contents(findings: &mut Findings, diagnosis: &Diagnosis, now: Timestamp) {
    if diagnosis.administrators == 0 {
        findings.wrong(
            "administrators",
            "there is no active administrator",
            "Create one: carrel user create --admin --name \"Your Name\" --email you@library.example",
        );
    } else {
        findings.fine(
            "administrators",
            format!("{} can sign in", diagnosis.administrators),
        );
    }
    match parse_zone(&diagnosis.zone) {
        Some(_) => findings.fine("time zone", diagnosis.zone.clone()),
        None => findings.wrong(
            "time zone",
            format!("{} is an unknown time zone", diagnosis.zone),
            "Choose another one in the settings.",
        ),
    }
    if let Some(server) = &diagnosis.mail {
        let address = format!("{}:{}", server.host, server.port);
        match &server.problem {
            None => findings.fine("mail", format!("{address} accepts mail")),
            Some(problem) => findings.wrong(
                "mail",
                format!("{address} does not accept mail: {problem}"),
                "Correct the mail server in the settings, or let this machine through to it.",
            ),
        }
    }
    let written = diagnosis
        .newest_entry_at
        .and_then(|at| Timestamp::from_millisecond(at).ok());
    match written {
        Some(written) if written > now + SignedDuration::from_mins(5) => findings.wrong(
            "clock",
            format!("it is {now} here, but the library has an entry of {written}"),
            "Set the machine's clock (NTP): due days and fines depend on it.",
        ),
        _ => findings.fine("clock", format!("it is {now}")),
    }
    checks::last(findings, diagnosis.last_check.as_ref(), now);
    let advice = "Run carrel backup FILE, or start deploy/carrel-backup.timer; keep it on another machine.";
    match diagnosis
        .last_backup_at
        .and_then(|at| Timestamp::from_millisecond(at).ok())
    {
        None => findings.note("backup", "none has been made with carrel backup", advice),
        Some(at) => {
            let days = now.duration_since(at).as_hours() / 24;
            let found = format!("the last one was made {at}");
            if days > OLD_BACKUP_DAYS {
                findings.note("backup", format!("{found}, {days} days ago"), advice);
            } else {
                findings.fine("backup", found);
            }
        }
    }
}
