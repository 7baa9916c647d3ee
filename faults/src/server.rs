//! The binary under test, in a separate process.

use std::fs::File;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, Command};

use crate::Outcome;
use crate::http::{Call, Client, Reply};

/// How to start the binary on one library.
#[derive(Debug, Clone)]
pub struct Installation {
    pub binary: PathBuf,
    /// The data folder.
    pub folder: PathBuf,
    pub database_url: Option<String>,
    /// Additional environment variables of the server.
    pub environment: Vec<(String, String)>,
    /// The file to which the server's log is appended.
    pub log: PathBuf,
    /// The limit of its open files, if it differs from ours.
    pub files: Option<u32>,
}

/// A running server. It is killed when dropped.
pub struct Server {
    process: Child,
    pub address: SocketAddr,
}

impl Installation {
    /// The command line of a subcommand on this library, without the configuration of our environment.
    pub fn command(&self, verb: &str) -> Command {
        let mut command = match self.files {
            None => Command::new(&self.binary),
            Some(files) => {
                let mut command = Command::new("sh");
                command.args(["-c", &format!("ulimit -n {files} && exec \"$0\" \"$@\"")]);
                command.arg(&self.binary);
                command
            }
        };
        for (name, _) in std::env::vars() {
            if name.starts_with("CARREL_") {
                command.env_remove(name);
            }
        }
        command
            .args(verb.split(' '))
            .arg("--data-dir")
            .arg(&self.folder)
            .kill_on_drop(true);
        if let Some(url) = &self.database_url {
            command.args(["--database-url", url]);
        }
        command
    }

    /// Starts the server, and returns when it is ready.
    pub async fn serve(&self) -> Outcome<Server> {
        let log = File::options().append(true).create(true).open(&self.log)?;
        let mut process = self
            .command("serve --listen 127.0.0.1:0 --log warn --registrations-per-address 1000000000")
            .envs(self.environment.iter().cloned())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()?;
        let out = process.stdout.take().ok_or("its output is piped")?;
        let mut lines = BufReader::new(out).lines();
        while let Some(line) = lines.next_line().await? {
            if let Some(address) = line.strip_prefix("Carrel is ready at http://") {
                return Ok(Server {
                    process,
                    address: address.parse()?,
                });
            }
        }
        Err(format!("the server ended before it was ready; see {}", self.log.display()).into())
    }

    /// Fills the library with generated books and people, all with the password `password`.
    pub async fn generate(&self, admin: &str, password: &str) -> Outcome<()> {
        let mut process = self
            .command("generate --password-stdin --books 60 --users 40 --loans 600")
            .args(["--admin-email", admin])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()?;
        let mut input = process.stdin.take().ok_or("its input is piped")?;
        input.write_all(password.as_bytes()).await?;
        drop(input);
        if process.wait().await?.success() {
            Ok(())
        } else {
            Err("the library could not be generated".into())
        }
    }

    /// The violations that `carrel check` finds; `None` when all invariants hold.
    pub async fn check(&self) -> Outcome<Option<String>> {
        let output = self.command("check").output().await?;
        if output.status.success() {
            return Ok(None);
        }
        let mut said = String::from_utf8_lossy(&output.stdout).into_owned();
        said.push_str(&String::from_utf8_lossy(&output.stderr));
        Ok(Some(said))
    }

    /// Lines of the server's log with a panic.
    pub fn panics(&self) -> Vec<String> {
        let log = std::fs::read_to_string(&self.log).unwrap_or_default();
        let lines = log.lines().filter(|line| line.contains("panicked at"));
        lines.map(str::to_owned).collect()
    }
}

impl Server {
    /// Kills it, as a crash does.
    pub async fn kill(mut self) -> Outcome<()> {
        self.process.kill().await?;
        Ok(())
    }

    /// Sends the stop signal, as a service manager would, and waits for its end.
    pub async fn stop(mut self) -> Outcome<()> {
        let id = self.process.id().ok_or("the server has ended")?.to_string();
        Command::new("kill").args(["-TERM", &id]).status().await?;
        let status = self.process.wait().await?;
        if status.success() {
            Ok(())
        } else {
            Err(format!("the server did not stop well: {status}").into())
        }
    }

    /// Waits until it ends by itself.
    pub async fn ended(&mut self) -> Outcome<std::process::ExitStatus> {
        Ok(self.process.wait().await?)
    }

    /// Whether it has ended by itself.
    pub fn has_ended(&mut self) -> Outcome<bool> {
        Ok(self.process.try_wait()?.is_some())
    }

    /// One call that must succeed.
    pub async fn get(&self, call: &Call) -> Outcome<Value> {
        match Client::new(self.address).call(call).await {
            Reply::Answered(answer) if answer.status < 300 => Ok(answer.body),
            reply => Err(format!("{} {}: {reply:?}", call.method, call.path).into()),
        }
    }
}

/// The library's database file in a data folder.
pub fn database_file(folder: &Path) -> PathBuf {
    folder.join("carrel.sqlite")
}
