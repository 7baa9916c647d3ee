//! A separate PostgreSQL server, to be stopped and started.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::Outcome;

/// A server with its data in a temporary folder, on a port of the loopback. It ends when dropped.
pub struct Cluster {
    programs: PathBuf,
    folder: TempDir,
    port: u16,
    /// The account that owns the server, when we are root: PostgreSQL refuses to run as root.
    owner: Option<&'static str>,
}

impl Cluster {
    /// Creates and starts one, with the server programs in `programs`, and with the default durability.
    pub fn start_new(programs: &Path) -> Outcome<Self> {
        let folder = tempfile::Builder::new()
            .prefix("carrel-faults-postgres-")
            .tempdir()?;
        let id = |arguments: &[&str]| Command::new("id").args(arguments).output();
        let is_root = id(&["-u"])?.stdout.trim_ascii() == b"0";
        let owner = match is_root {
            false => None,
            true if id(&["postgres"])?.status.success() => Some("postgres"),
            true => Some("nobody"),
        };
        if let Some(owner) = owner {
            Command::new("chown").arg(owner).arg(folder.path()).status()?;
        }
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let cluster = Cluster {
            programs: programs.to_owned(),
            folder,
            port,
            owner,
        };
        let data = cluster.data();
        cluster.run(
            "initdb",
            &[
                "-D",
                &data,
                "-U",
                "postgres",
                "--auth=trust",
                "--encoding=UTF8",
                "--no-locale",
            ],
        )?;
        cluster.start()?;
        Ok(cluster)
    }

    fn data(&self) -> String {
        self.folder.path().join("data").to_string_lossy().into_owned()
    }

    /// The address of its first database, which is empty at first.
    pub fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    /// Starts it, and returns when it accepts connections.
    pub fn start(&self) -> Outcome<()> {
        let folder = self.folder.path().to_string_lossy();
        let options = format!(
            "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories='{folder}'",
            self.port
        );
        let log = format!("{folder}/server.log");
        self.run(
            "pg_ctl",
            &[
                "start",
                "-D",
                &self.data(),
                "-l",
                &log,
                "-o",
                &options,
                "-w",
                "-s",
            ],
        )
    }

    /// Stops it as a crash does: at once, without a checkpoint.
    pub fn crash(&self) -> Outcome<()> {
        self.run(
            "pg_ctl",
            &["stop", "-D", &self.data(), "-m", "immediate", "-w", "-s"],
        )
    }

    /// Dumps its first database with `pg_dump`, and restores it in another cluster with `pg_restore`.
    pub fn dump_into(&self, other: &Cluster) -> Outcome<()> {
        let file = other.folder.path().join("library.dump");
        let file = file.to_string_lossy();
        self.run("pg_dump", &["--format=custom", "--file", &file, &self.url()])?;
        other.run(
            "pg_restore",
            &["--exit-on-error", "--no-owner", "--dbname", &other.url(), &file],
        )
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Outcome<()> {
        let output = self.output(program, arguments)?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        Err(format!("{program} failed: {said}").into())
    }

    fn output(&self, program: &str, arguments: &[&str]) -> Outcome<Output> {
        let program = self.programs.join(program);
        let mut command = match self.owner {
            Some(owner) => {
                let mut command = Command::new("runuser");
                command.args(["-u", owner, "--"]).arg(program);
                command
            }
            None => Command::new(program),
        };
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        // The server outlives pg_ctl and would keep a pipe open, so the output goes to a file.
        let said = self.folder.path().join("said.log");
        command.stderr(std::fs::File::create(&said)?);
        let status = command.status()?;
        Ok(Output {
            status,
            stdout: Vec::new(),
            stderr: std::fs::read(said)?,
        })
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.crash());
    }
}
