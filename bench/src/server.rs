//! The binary under measurement, in a separate process.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, Command};

use crate::client::{Client, escaped, request};
use crate::cpu::Clocks;
use crate::report::say;
use crate::{Outcome, PASSWORD, database, disk};

/// A server that uses less than this share of a core has nothing left to do.
const RESTING_SHARE: f64 = 0.05;
/// The longest wait for it.
const LONGEST_REST_SECONDS: u32 = 180;

/// The place of a library, and the binary that serves it.
#[derive(Debug, Clone)]
pub struct Place {
    pub binary: String,
    /// The folder in which the data folder is created.
    pub folder: PathBuf,
    /// A PostgreSQL database instead of the embedded one.
    pub database_url: Option<String>,
}

/// A running server with its library.
pub struct Server {
    place: Place,
    process: Child,
    folder: TempDir,
    is_demo: bool,
    pub address: SocketAddr,
    pub admin: Account,
    pub student: Account,
    /// The size of the binary in megabytes.
    pub binary_megabytes: f64,
    /// The output of the command that filled the library.
    pub filled: String,
    pub second_start: Duration,
    pub size: Size,
}

/// An account that can sign in.
#[derive(Debug, Clone)]
pub struct Account {
    pub email: String,
    pub password: String,
}

/// The content of the library.
#[derive(Debug, Clone, Copy)]
pub enum Holdings {
    /// The demo library.
    Demo,
    /// A library from `carrel generate`.
    Generated { books: u64, users: u64, loans: u64 },
}

/// The size of a library at rest, in bytes.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    pub database: u64,
    pub index: u64,
}

impl Server {
    /// Fills a library, starts the binary on it once to build its index, measures its size at rest, and starts the
    /// binary again for the measurement.
    pub async fn start(place: Place, holdings: Holdings) -> Outcome<Self> {
        let folder = tempfile::Builder::new()
            .prefix("carrel-bench-")
            .tempdir_in(&place.folder)?;
        #[expect(clippy::cast_precision_loss, reason = "a binary is small")]
        let binary_megabytes = std::fs::metadata(&place.binary)?.len() as f64 / 1e6;
        let (admin, student, filled) = match holdings {
            Holdings::Demo => (
                account("admin@library.example", "Admin123!"),
                account("student@library.example", "Student123!"),
                String::new(),
            ),
            Holdings::Generated { books, users, loans } => {
                generate(&place, folder.path(), [books, users, loans]).await?
            }
        };
        let is_demo = matches!(holdings, Holdings::Demo);
        let (mut process, address, _) = launch(&place, folder.path(), is_demo, None).await?;
        wait_for_index(address, &admin).await?;
        terminate(&mut process).await?;
        let size = size(&place, folder.path()).await?;
        let (process, address, second_start) = launch(&place, folder.path(), is_demo, None).await?;
        Ok(Server {
            place,
            process,
            folder,
            is_demo,
            address,
            admin,
            student,
            binary_megabytes,
            filled,
            second_start,
            size,
        })
    }

    /// Restarts the server, with `/metrics` at an address if one is given.
    pub async fn restart(&mut self, metrics: Option<SocketAddr>) -> Outcome<()> {
        terminate(&mut self.process).await?;
        self.launch(metrics).await
    }

    async fn launch(&mut self, metrics: Option<SocketAddr>) -> Outcome<()> {
        let (process, address, _) = launch(&self.place, self.folder.path(), self.is_demo, metrics).await?;
        self.process = process;
        self.address = address;
        Ok(())
    }

    /// Waits until the server has nothing left to do after its start, when it merges the search index and checks the database in
    /// the background.
    pub async fn rest(&self) -> Outcome<()> {
        let clocks = self.clocks()?;
        for _ in 0..LONGEST_REST_SECONDS {
            let before = clocks.read()?;
            tokio::time::sleep(Duration::from_secs(1)).await;
            if clocks.since(&before)?.server < RESTING_SHARE {
                return Ok(());
            }
        }
        say("- WARNING: the server was still busy when the measurement began");
        Ok(())
    }

    /// Signs in and returns the token.
    pub async fn sign_in(&self, Account { email, password }: &Account) -> Outcome<String> {
        let form = json!({ "email": email, "password": password });
        let session = self.post("/api/auth/login", None, Some(&form)).await?;
        Ok(session["token"]
            .as_str()
            .ok_or("a session has a token")?
            .to_owned())
    }

    /// Registers a student; the response contains the token.
    pub async fn register(&self, email: &str) -> Outcome<Value> {
        let form = json!({ "name": "Load Reader", "email": email, "password": PASSWORD,
            "confirmPassword": PASSWORD, "agreeTerms": true });
        self.post("/api/auth/register", None, Some(&form)).await
    }

    /// Registers a person and makes them an administrator. Returns their token.
    pub async fn administrator(&self, admin: &str, email: &str) -> Outcome<String> {
        let session = self.register(email).await?;
        let id = session["user"]["_id"].as_str().ok_or("a person has an id")?;
        let role = json!({ "role": "admin" });
        let path = format!("/api/admin/users/{id}");
        self.call(&request("PUT", &path, Some(admin), Some(&role)))
            .await?;
        self.sign_in(&account(email, PASSWORD)).await
    }

    pub async fn get(&self, path: &str, token: &str) -> Outcome<Value> {
        self.call(&request("GET", path, Some(token), None)).await
    }

    pub async fn put(&self, path: &str, token: &str, body: &Value) -> Outcome<Value> {
        self.call(&request("PUT", path, Some(token), Some(body))).await
    }

    pub async fn post(&self, path: &str, token: Option<&str>, body: Option<&Value>) -> Outcome<Value> {
        self.call(&request("POST", path, token, body)).await
    }

    async fn call(&self, bytes: &[u8]) -> Outcome<Value> {
        Client::connect(self.address).await?.send(bytes).await?.json()
    }

    /// The clocks of the server, and of PostgreSQL's connections if it is used.
    pub fn clocks(&self) -> Outcome<Clocks> {
        Ok(Clocks {
            server: self.process.id().ok_or("the server has ended")?,
            database: self
                .place
                .database_url
                .as_deref()
                .map(database::name)
                .transpose()?,
        })
    }

    /// Resident memory of the process in megabytes: the total, and the private part. The rest are pages of its files,
    /// which the system reclaims when other programs need the memory.
    pub fn resident_megabytes(&self) -> Outcome<(f64, f64)> {
        let id = self.process.id().ok_or("the server has ended")?;
        let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
        Ok((megabytes(&status, "VmRSS:")?, megabytes(&status, "RssAnon:")?))
    }

    /// The largest resident memory of the process since its start, in megabytes, with pages of its files.
    pub fn most_resident_megabytes(&self) -> Outcome<f64> {
        let id = self.process.id().ok_or("the server has ended")?;
        megabytes(&std::fs::read_to_string(format!("/proc/{id}/status"))?, "VmHWM:")
    }

    /// Runs a command of the binary on the library, beside the server or after it.
    pub async fn command(&self, arguments: &[&str]) -> Outcome<String> {
        let mut command = Command::new(&self.place.binary);
        command.args(arguments).arg("--data-dir").arg(self.folder.path());
        if let Some(url) = &self.place.database_url {
            command.args(["--database-url", url]);
        }
        let output = command.kill_on_drop(true).output().await?;
        if output.status.success() {
            Ok(String::from_utf8(output.stdout)?)
        } else {
            Err(format!("{arguments:?}: {}", String::from_utf8_lossy(&output.stderr)).into())
        }
    }

    /// Stops the server, runs `carrel reindex`, and returns how long that took.
    pub async fn rebuild_index(&mut self) -> Outcome<Duration> {
        terminate(&mut self.process).await?;
        let began = Instant::now();
        self.command(&["reindex"]).await?;
        let took = began.elapsed();
        self.launch(None).await?;
        Ok(took)
    }

    /// Its data folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub async fn stop(mut self) -> Outcome<()> {
        terminate(&mut self.process).await
    }
}

/// A value of `/proc/PID/status` in megabytes.
fn megabytes(status: &str, name: &str) -> Outcome<f64> {
    let line = status.lines().find(|line| line.starts_with(name));
    let kib = line.and_then(|line| line.split_whitespace().nth(1));
    Ok(kib.ok_or_else(|| format!("no {name}"))?.parse::<f64>()? * 1024.0 / 1e6)
}

fn account(email: &str, password: &str) -> Account {
    Account {
        email: email.to_owned(),
        password: password.to_owned(),
    }
}

/// Fills an empty library; returns an administrator, a student, and the line that the command printed.
async fn generate(
    place: &Place,
    folder: &Path,
    [books, users, loans]: [u64; 3],
) -> Outcome<(Account, Account, String)> {
    let mut command = Command::new(&place.binary);
    command.args([
        "generate",
        "--password-stdin",
        "--admin-email",
        "admin@library.example",
    ]);
    for (flag, number) in [("--books", books), ("--users", users), ("--loans", loans)] {
        command.args([flag, &number.to_string()]);
    }
    command.arg("--data-dir").arg(folder);
    if let Some(url) = &place.database_url {
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
    let (filled, rest) = said.split_once('\n').ok_or("generating prints what there is")?;
    let student = rest.split_whitespace().find(|word| word.contains('@'));
    Ok((
        account("admin@library.example", PASSWORD),
        account(student.ok_or("generating names a student")?, PASSWORD),
        filled.to_owned(),
    ))
}

/// Waits until the search index of a new library is complete: a search counts all books of a category.
async fn wait_for_index(address: SocketAddr, admin: &Account) -> Outcome<()> {
    let mut client = Client::connect(address).await?;
    let form = json!({ "email": admin.email, "password": admin.password });
    let login = request("POST", "/api/auth/login", None, Some(&form));
    let session = client.send(&login).await?.json()?;
    let token = session["token"].as_str().ok_or("a session has a token")?;
    let categories = request("GET", "/api/books/categories", Some(token), None);
    let categories = client.send(&categories).await?.json()?;
    let category = &categories["data"][0];
    let name = category["name"].as_str().ok_or("the library has books")?;
    let question = format!("/api/books?limit=1&search={}", escaped(name));
    let began = Instant::now();
    while began.elapsed() < Duration::from_mins(10) {
        let found = client.send(&request("GET", &question, Some(token), None)).await?;
        let found: Value = serde_json::from_slice(&found.body)?;
        let of_category = found["facets"]["category"].as_array();
        let count = of_category.and_then(|all| all.iter().find(|entry| entry["value"] == name));
        if count.is_some_and(|entry| entry["count"].as_u64() >= category["count"].as_u64()) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Err("the index was not built within ten minutes".into())
}

async fn size(place: &Place, folder: &Path) -> Outcome<Size> {
    let index = disk::bytes(&folder.join("search"))?;
    let database = match &place.database_url {
        Some(url) => database::bytes(url).await?,
        None => disk::bytes(folder)? - index,
    };
    Ok(Size { database, index })
}

async fn launch(
    place: &Place,
    folder: &Path,
    is_demo: bool,
    metrics: Option<SocketAddr>,
) -> Outcome<(Child, SocketAddr, Duration)> {
    let began = Instant::now();
    let mut command = Command::new(&place.binary);
    command.arg("serve").args(is_demo.then_some("--demo")).args([
        "--listen",
        "127.0.0.1:0",
        "--log",
        "warn",
        "--registrations-per-address",
        "1000000",
    ]);
    command
        .arg("--data-dir")
        .arg(folder)
        .kill_on_drop(true)
        .stdout(Stdio::piped());
    if let Some(url) = &place.database_url {
        command.args(["--database-url", url]);
    }
    if let Some(address) = metrics {
        command.args(["--metrics-listen", &address.to_string()]);
    }
    let mut process = command.spawn()?;
    let out = process.stdout.take().ok_or("its output is piped")?;
    let mut lines = BufReader::new(out).lines();
    while let Some(line) = lines.next_line().await? {
        if let Some(address) = line.strip_prefix("Carrel is ready at http://") {
            let address: SocketAddr = address.parse()?;
            // The start ends with the first response.
            Client::connect(address)
                .await?
                .send(&request("GET", "/api/library", None, None))
                .await?;
            return Ok((process, address, began.elapsed()));
        }
    }
    Err("the server ended before it was ready".into())
}

async fn terminate(process: &mut Child) -> Outcome<()> {
    let id = process.id().ok_or("the server has ended")?.to_string();
    Command::new("kill").args(["-TERM", &id]).status().await?;
    process.wait().await?;
    Ok(())
}
