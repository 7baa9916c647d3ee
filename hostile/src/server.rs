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

/// A running server.
#[derive(Debug)]
pub struct Server {
    binary: String,
    setup: Setup,
    process: Child,
    folder: TempDir,
    pub address: SocketAddr,
}

/// How to start the binary.
#[derive(Debug, Clone, Default)]
pub struct Setup {
    pub limits: Limits,
    pub library: Library,
    /// An empty PostgreSQL database; without it, the server uses SQLite.
    pub database_url: Option<String>,
}

/// The limits of a server.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Limits {
    /// So high that throttles do not stop an attack.
    #[default]
    Raised,
    /// The limits of a server without flags.
    Unchanged,
}

/// The library before an attack.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Library {
    /// The demo.
    #[default]
    Demo,
    /// Books, and people with [`PASSWORD`] who have borrowed them; with the administrator [`ADMINISTRATOR`].
    Generated { books: u32, users: u32, loans: u32 },
}

/// The e-mail address of the administrator of a generated library.
pub const ADMINISTRATOR: &str = "administrator@library.example";

/// How many connections one network address may have, with raised limits.
pub const CONNECTIONS_PER_ADDRESS: usize = 1024;

impl Server {
    /// Starts the binary with the demo and raised limits, on SQLite.
    pub async fn start(binary: &str) -> Outcome<Self> {
        Self::start_with(binary, Setup::default()).await
    }

    /// Starts the binary as `setup` says.
    pub async fn start_with(binary: &str, setup: Setup) -> Outcome<Self> {
        let folder = tempfile::tempdir()?;
        if let Library::Generated { books, users, loans } = setup.library {
            let mut command = setup.command(binary, &["generate"], folder.path());
            command.args(["--password-stdin", "--admin-email", ADMINISTRATOR]);
            for (name, number) in [("--books", books), ("--users", users), ("--loans", loans)] {
                command.args([name, &number.to_string()]);
            }
            with_password(command, "the library could not be generated").await?;
        }
        let mut command = setup.command(binary, &["serve"], folder.path());
        command
            .args(["--listen", "127.0.0.1:0", "--log", "error", "--trust-forwarded"])
            .args(["--webhook-hosts", "hooks.library.example"])
            .args(["--mail-hosts", "127.0.0.1"])
            // No source of book data answers, so nothing leaves the machine.
            .args(["--book-data-hosts", "127.0.0.1:9"])
            .args(["--open-library", "http://127.0.0.1:9"]);
        if setup.library == Library::Demo {
            command.arg("--demo");
        }
        if setup.limits == Limits::Raised {
            command.args(["--connections-per-address", &CONNECTIONS_PER_ADDRESS.to_string()]);
            for limit in [
                "sign-in-failures-per-account",
                "sign-in-failures-per-address",
                "registrations-per-address",
            ] {
                command.args([&format!("--{limit}"), "1000000000"]);
            }
        }
        let mut process = command.kill_on_drop(true).stdout(Stdio::piped()).spawn()?;
        let out = process.stdout.take().ok_or("its output is piped")?;
        let mut lines = BufReader::new(out).lines();
        while let Some(line) = lines.next_line().await? {
            if let Some(address) = line.strip_prefix("Carrel is ready at http://") {
                return Ok(Server {
                    binary: binary.to_owned(),
                    setup,
                    process,
                    address: address.parse()?,
                    folder,
                });
            }
        }
        Err("the server ended before it was ready".into())
    }

    /// The name of the database engine.
    pub fn engine(&self) -> &'static str {
        match self.setup.database_url {
            None => "SQLite",
            Some(_) => "PostgreSQL",
        }
    }

    /// The id of the process.
    pub fn id(&self) -> Outcome<u32> {
        Ok(self.process.id().ok_or("the server has ended")?)
    }

    /// Creates accounts from the command line, beside the running server.
    pub fn accounts(&self) -> MakeAccount {
        let (binary, folder) = (self.binary.clone(), self.folder.path().to_owned());
        let setup = self.setup.clone();
        let made = Arc::new(AtomicU64::new(0));
        Arc::new(move |is_administrator| {
            let command = setup.command(&binary, &["user", "create"], &folder);
            let number = made.fetch_add(1, Ordering::Relaxed);
            Box::pin(async move { make(command, is_administrator, number).await })
        })
    }

    /// Whether the process still runs.
    pub fn is_alive(&mut self) -> Outcome<bool> {
        Ok(self.process.try_wait()?.is_none())
    }

    /// The violations that `carrel check` finds, if any.
    pub async fn violations(&self) -> Outcome<Option<String>> {
        let mut check = self.setup.command(&self.binary, &["check"], self.folder.path());
        let done = check.output().await?;
        let said = String::from_utf8_lossy(&done.stdout).into_owned();
        Ok((!done.status.success()).then(|| said + &String::from_utf8_lossy(&done.stderr)))
    }

    /// Sends the stop signal, and waits for its end.
    pub async fn stop(mut self) -> Outcome<()> {
        let id = self.id()?.to_string();
        Command::new("kill").args(["-TERM", &id]).status().await?;
        self.process.wait().await?;
        Ok(())
    }
}

impl Setup {
    /// The command line of a subcommand on this library.
    fn command(&self, binary: &str, words: &[&str], folder: &Path) -> Command {
        let mut command = Command::new(binary);
        command.args(words).arg("--data-dir").arg(folder);
        if let Some(url) = &self.database_url {
            command.args(["--database-url", url]);
        }
        command
    }
}

async fn make(mut command: Command, is_administrator: bool, number: u64) -> Outcome<String> {
    let email = format!("hostile{number}@library.example");
    command.args(["--name", "Hostile", "--email", &email, "--password-stdin"]);
    if is_administrator {
        command.arg("--admin");
    }
    with_password(command, &format!("{email} could not be made")).await?;
    Ok(email)
}

/// Runs a command that reads [`PASSWORD`] from its standard input.
async fn with_password(mut command: Command, failure: &str) -> Outcome<()> {
    let mut process = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn()?;
    let mut input = process.stdin.take().ok_or("its input is piped")?;
    input.write_all(PASSWORD.as_bytes()).await?;
    drop(input);
    let is_done = process.wait().await?.success();
    is_done.then_some(()).ok_or_else(|| failure.into())
}
