//! The binary under measurement, in a process of its own.

use std::net::SocketAddr;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

use crate::Outcome;
use crate::client::{Client, request};

pub struct Server {
    process: Child,
    folder: TempDir,
    pub address: SocketAddr,
    pub binary_megabytes: f64,
    pub first_start: Duration,
    pub second_start: Duration,
}

impl Server {
    /// Starts it on a fresh demo, stops it, and starts it again on the data that is there now.
    pub async fn start(binary: &str, database_url: Option<&str>) -> Outcome<Self> {
        let folder = tempfile::tempdir()?;
        #[expect(clippy::cast_precision_loss, reason = "a binary is small")]
        let binary_megabytes = std::fs::metadata(binary)?.len() as f64 / 1e6;
        let (process, _, first_start) = launch(binary, &folder, database_url).await?;
        stop(process).await?;
        let (process, address, second_start) = launch(binary, &folder, database_url).await?;
        Ok(Server {
            process,
            folder,
            address,
            binary_megabytes,
            first_start,
            second_start,
        })
    }

    pub async fn sign_in(&self, email: &str, password: &str) -> Outcome<String> {
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
    pub fn resident_megabytes(&self) -> Outcome<f64> {
        let id = self.process.id().ok_or("the server has ended")?;
        let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
        let line = status
            .lines()
            .find(|line| line.starts_with("VmRSS:"))
            .ok_or("no VmRSS")?;
        let kib: f64 = line.split_whitespace().nth(1).ok_or("no VmRSS")?.parse()?;
        Ok(kib * 1024.0 / 1e6)
    }

    /// Its data folder.
    pub fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    pub async fn stop(self) -> Outcome<()> {
        stop(self.process).await
    }
}

async fn launch(
    binary: &str,
    folder: &TempDir,
    database_url: Option<&str>,
) -> Outcome<(Child, SocketAddr, Duration)> {
    let began = Instant::now();
    let mut command = Command::new(binary);
    command.args([
        "serve",
        "--demo",
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
