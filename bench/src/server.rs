//! The binary under measurement, in a process of its own.

use std::net::SocketAddr;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, Command};

use crate::Outcome;
use crate::client::{Client, request};

pub struct Server {
    process: Child,
    folder: TempDir,
    pub address: SocketAddr,
    pub admin: Account,
    pub student: Account,
    pub binary_megabytes: f64,
    /// What filling the library printed.
    pub filled: String,
    pub second_start: Duration,
}

/// Somebody who can sign in.
#[derive(Debug, Clone)]
pub struct Account {
    pub email: String,
    pub password: String,
}

/// What the library holds.
#[derive(Debug, Clone, Copy)]
pub enum Holdings {
    /// The demo's own.
    Demo,
    /// Made up by `carrel generate`.
    Generated { books: u64, users: u64, loans: u64 },
}

impl Server {
    /// Fills a library, starts the binary on it once so that its index is there, and then for good.
    pub async fn start(binary: &str, database_url: Option<&str>, holdings: Holdings) -> Outcome<Self> {
        let folder = tempfile::tempdir()?;
        #[expect(clippy::cast_precision_loss, reason = "a binary is small")]
        let binary_megabytes = std::fs::metadata(binary)?.len() as f64 / 1e6;
        let (admin, student, filled) = match holdings {
            Holdings::Demo => (
                account("admin@library.example", "Admin123!"),
                account("student@library.example", "Student123!"),
                String::new(),
            ),
            Holdings::Generated { books, users, loans } => {
                generate(binary, &folder, database_url, [books, users, loans]).await?
            }
        };
        let demo = matches!(holdings, Holdings::Demo);
        let (process, address, _) = launch(binary, &folder, database_url, demo).await?;
        wait_for_index(address, &admin).await?;
        stop(process).await?;
        let (process, address, second_start) = launch(binary, &folder, database_url, demo).await?;
        Ok(Server {
            process,
            folder,
            address,
            admin,
            student,
            binary_megabytes,
            filled,
            second_start,
        })
    }

    pub async fn sign_in(&self, Account { email, password }: &Account) -> Outcome<String> {
        let form = json!({ "email": email, "password": password });
        let session = self.post("/api/auth/login", None, Some(&form)).await?;
        Ok(session["token"]
            .as_str()
            .ok_or("a session has a token")?
            .to_owned())
    }

    pub async fn get(&self, path: &str, token: &str) -> Outcome<Value> {
        self.call(&request("GET", path, Some(token), None)).await
    }

    pub async fn post(&self, path: &str, token: Option<&str>, body: Option<&Value>) -> Outcome<Value> {
        self.call(&request("POST", path, token, body)).await
    }

    async fn call(&self, bytes: &[u8]) -> Outcome<Value> {
        let answer = Client::connect(self.address).await?.send(bytes).await?;
        if answer.status >= 300 {
            return Err(format!("{}: {}", answer.status, String::from_utf8_lossy(&answer.body)).into());
        }
        Ok(serde_json::from_slice(&answer.body)?)
    }

    /// Memory that the process holds now, as Linux tells it.
    ///
    /// The whole, and of it what is the process's own; the rest are pages of its files, which the system takes back
    /// when somebody needs the room.
    pub fn resident_megabytes(&self) -> Outcome<(f64, f64)> {
        let id = self.process.id().ok_or("the server has ended")?;
        let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
        let megabytes = |name: &str| -> Outcome<f64> {
            let line = status.lines().find(|line| line.starts_with(name));
            let kib = line.and_then(|line| line.split_whitespace().nth(1));
            Ok(kib.ok_or("the system tells no memory")?.parse::<f64>()? * 1024.0 / 1e6)
        };
        Ok((megabytes("VmRSS:")?, megabytes("RssAnon:")?))
    }

    /// Writes a backup of the library, as a command beside the server.
    pub async fn back_up(&self, binary: &str, database_url: Option<&str>) -> Outcome<()> {
        let mut command = Command::new(binary);
        command.arg("backup").arg(self.folder.path().join("bench.backup"));
        command.arg("--force").arg("--data-dir").arg(self.folder.path());
        if let Some(url) = database_url {
            command.args(["--database-url", url]);
        }
        let done = command.stdout(Stdio::null()).kill_on_drop(true).status().await?;
        if done.success() {
            Ok(())
        } else {
            Err("a backup failed".into())
        }
    }

    /// Its data folder.
    pub fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    pub async fn stop(self) -> Outcome<()> {
        stop(self.process).await
    }
}

fn account(email: &str, password: &str) -> Account {
    Account {
        email: email.to_owned(),
        password: password.to_owned(),
    }
}

/// Fills an empty library, and tells who can sign in and what was said.
async fn generate(
    binary: &str,
    folder: &TempDir,
    database_url: Option<&str>,
    [books, users, loans]: [u64; 3],
) -> Outcome<(Account, Account, String)> {
    const PASSWORD: &str = "Bench123";
    let mut command = Command::new(binary);
    command.args([
        "generate",
        "--password-stdin",
        "--admin-email",
        "admin@library.example",
    ]);
    for (flag, number) in [("--books", books), ("--users", users), ("--loans", loans)] {
        command.args([flag, &number.to_string()]);
    }
    command.arg("--data-dir").arg(folder.path());
    if let Some(url) = database_url {
        command.args(["--database-url", url]);
    }
    let mut process = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let mut input = process.stdin.take().ok_or("its input is piped")?;
    input.write_all(PASSWORD.as_bytes()).await?;
    drop(input);
    let output = process.wait_with_output().await?;
    let said = String::from_utf8(output.stdout)?;
    if !output.status.success() {
        return Err(format!("carrel generate failed: {said}").into());
    }
    let (filled, rest) = said.split_once('\n').ok_or("generating says what there is")?;
    let student = rest.split_whitespace().find(|word| word.contains('@'));
    Ok((
        account("admin@library.example", PASSWORD),
        account(student.ok_or("generating names a student")?, PASSWORD),
        filled.to_owned(),
    ))
}

/// Waits until the search index of a new library is whole: until the newest book is found.
async fn wait_for_index(address: SocketAddr, admin: &Account) -> Outcome<()> {
    let mut client = Client::connect(address).await?;
    let form = json!({ "email": admin.email, "password": admin.password });
    let session = client
        .send(&request("POST", "/api/auth/login", None, Some(&form)))
        .await?;
    let session: Value = serde_json::from_slice(&session.body)?;
    let token = session["token"].as_str().ok_or("a session has a token")?;
    let categories = client
        .send(&request("GET", "/api/books/categories", Some(token), None))
        .await?;
    let categories: Value = serde_json::from_slice(&categories.body)?;
    let category = &categories["data"][0];
    let name = category["name"].as_str().ok_or("the library has books")?;
    let question = format!("/api/books?limit=1&search={}", crate::questions::escaped(name));
    let began = Instant::now();
    while began.elapsed() < Duration::from_mins(10) {
        let found = client.send(&request("GET", &question, Some(token), None)).await?;
        let found: Value = serde_json::from_slice(&found.body)?;
        let of_category = found["facets"]["categories"].as_array();
        let count = of_category.and_then(|all| all.iter().find(|entry| entry["name"] == name));
        if count.is_some_and(|entry| entry["count"].as_u64() >= category["count"].as_u64()) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Err("the index was not built within ten minutes".into())
}

async fn launch(
    binary: &str,
    folder: &TempDir,
    database_url: Option<&str>,
    demo: bool,
) -> Outcome<(Child, SocketAddr, Duration)> {
    let began = Instant::now();
    let mut command = Command::new(binary);
    command.arg("serve").args(demo.then_some("--demo")).args([
        "--listen",
        "127.0.0.1:0",
        "--log",
        "warn",
        "--registrations-per-address",
        "1000000",
    ]);
    command
        .arg("--data-dir")
        .arg(folder.path())
        .kill_on_drop(true)
        .stdout(Stdio::piped());
    if let Some(url) = database_url {
        command.args(["--database-url", url]);
    }
    let mut process = command.spawn()?;
    let out = process.stdout.take().ok_or("its output is piped")?;
    let mut lines = BufReader::new(out).lines();
    while let Some(line) = lines.next_line().await? {
        if let Some(address) = line.strip_prefix("Carrel is ready at http://") {
            let address: SocketAddr = address.parse()?;
            // Ready means: it answers.
            Client::connect(address)
                .await?
                .send(&request("GET", "/api/library", None, None))
                .await?;
            return Ok((process, address, began.elapsed()));
        }
    }
    Err("the server ended before it was ready".into())
}

async fn stop(mut process: Child) -> Outcome<()> {
    let id = process.id().ok_or("the server has ended")?.to_string();
    Command::new("kill").args(["-TERM", &id]).status().await?;
    process.wait().await?;
    Ok(())
}
