//! The binary under attack, in a separate process and folder.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, Command};

use crate::Outcome;
use crate::people::MakeAccount;
use crate::values::PASSWORD;

/// A running server with a demo library.
#[derive(Debug)]
pub struct Server {
    binary: String,
    process: Child,
    folder: TempDir,
    pub address: SocketAddr,
}

/// How many connections one network address may have.
pub const CONNECTIONS_PER_ADDRESS: usize = 1024;

impl Server {
    /// Starts the binary with high limits, so that throttles do not stop the attacks.
    pub async fn start(binary: &str) -> Outcome<Self> {
        let folder = tempfile::tempdir()?;
        let mut command = Command::new(binary);
        command
            .args([
                "serve",
                "--demo",
                "--listen",
                "127.0.0.1:0",
                "--log",
                "error",
                "--trust-forwarded",
            ])
            .args(["--webhook-hosts", "hooks.library.example"])
            .args(["--mail-hosts", "127.0.0.1"])
            .args(["--connections-per-address", &CONNECTIONS_PER_ADDRESS.to_string()]);
        for limit in [
            "sign-in-failures-per-account",
            "sign-in-failures-per-address",
            "registrations-per-address",
        ] {
            command.args([&format!("--{limit}"), "1000000000"]);
        }
        command.arg("--data-dir").arg(folder.path());
        let mut process = command.kill_on_drop(true).stdout(Stdio::piped()).spawn()?;
        let out = process.stdout.take().ok_or("its output is piped")?;
        let mut lines = BufReader::new(out).lines();
        while let Some(line) = lines.next_line().await? {
            if let Some(address) = line.strip_prefix("Carrel is ready at http://") {
                return Ok(Server {
                    binary: binary.to_owned(),
                    process,
                    address: address.parse()?,
                    folder,
                });
            }
        }
        Err("the server ended before it was ready".into())
    }

    /// Creates accounts from the command line, beside the running server.
    pub fn accounts(&self) -> MakeAccount {
        let (binary, folder) = (self.binary.clone(), self.folder.path().to_owned());
        let made = Arc::new(AtomicU64::new(0));
        Arc::new(move |is_administrator| {
            let (binary, folder, number) = (
                binary.clone(),
                folder.clone(),
                made.fetch_add(1, Ordering::Relaxed),
            );
            Box::pin(async move { make(&binary, &folder, is_administrator, number).await })
        })
    }

    /// Whether the process still runs.
    pub fn is_alive(&mut self) -> Outcome<bool> {
        Ok(self.process.try_wait()?.is_none())
    }

    /// The violations that `carrel check` finds, if any.
    pub async fn violations(&self) -> Outcome<Option<String>> {
        let mut check = Command::new(&self.binary);
        let done = check
            .arg("check")
            .arg("--data-dir")
            .arg(self.folder.path())
            .output()
            .await?;
        let said = String::from_utf8_lossy(&done.stdout).into_owned();
        Ok((!done.status.success()).then(|| said + &String::from_utf8_lossy(&done.stderr)))
    }

    /// Sends the stop signal, and waits for its end.
    pub async fn stop(mut self) -> Outcome<()> {
        let id = self.process.id().ok_or("the server has ended")?.to_string();
        Command::new("kill").args(["-TERM", &id]).status().await?;
        self.process.wait().await?;
        Ok(())
    }
}

async fn make(binary: &str, folder: &Path, is_administrator: bool, number: u64) -> Outcome<String> {
    let email = format!("hostile{number}@library.example");
    let mut command = Command::new(binary);
    command.args([
        "user",
        "create",
        "--name",
        "Hostile",
        "--email",
        &email,
        "--password-stdin",
    ]);
    if is_administrator {
        command.arg("--admin");
    }
    command.arg("--data-dir").arg(folder);
    let mut process = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn()?;
    let mut input = process.stdin.take().ok_or("its input is piped")?;
    input.write_all(PASSWORD.as_bytes()).await?;
    drop(input);
    let status = process.wait().await?;
    if !status.success() {
        return Err(format!("{email} could not be made").into());
    }
    Ok(email)
}
