//! The real binary: starting it, sending requests, stopping it.

#![allow(dead_code, reason = "not every file of tests needs all of it")]

pub mod cover;

use std::fs::Permissions;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

const BINARY: &str = env!("CARGO_BIN_EXE_carrel");

/// A running server, which is stopped when dropped.
pub struct Server {
    pub process: Child,
    pub address: String,
    /// The lines on standard output before it was ready.
    pub said: Vec<String>,
    /// The lines of standard error.
    lines: mpsc::Receiver<String>,
}

impl Server {
    pub fn start(data_dir: &Path, arguments: &[&str]) -> Server {
        let mut serve = command(data_dir, "serve");
        Self::spawn(serve.args(["--listen", "127.0.0.1:0"]).args(arguments))
    }

    /// Starts the server by this command, and waits until it is ready.
    pub fn spawn(command: &mut Command) -> Server {
        let process = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let (send, lines) = mpsc::channel();
        // From here on, dropping `Server` ends the process, also after a failure.
        let mut server = Server {
            process,
            address: String::new(),
            said: Vec::new(),
            lines,
        };
        let errors = BufReader::new(server.process.stderr.take().expect("its errors are piped"));
        std::thread::spawn(move || {
            // Standard error is read to its end even if no test needs the lines, so that the pipe never fills.
            for line in errors.lines().map_while(Result::ok) {
                drop(send.send(line));
            }
        });
        let out = BufReader::new(server.process.stdout.take().expect("its output is piped"));
        for line in out.lines() {
            let line = line.expect("its output is text");
            if let Some(address) = line.strip_prefix("Carrel is ready at ") {
                address.clone_into(&mut server.address);
                return server;
            }
            server.said.push(line);
        }
        panic!("it ended before it was ready: {:?}", server.said);
    }

    /// The rest of the next line of standard error that begins with `words`; `None` when standard error ends first.
    pub fn told_after(&self, words: &str) -> Option<String> {
        let limit = Duration::from_secs(30);
        let mut lines = std::iter::from_fn(|| self.lines.recv_timeout(limit).ok());
        lines.find_map(|line| line.strip_prefix(words).map(str::to_owned))
    }

    /// The next line of standard error that contains `words`; `None` when standard error ends first.
    pub fn line_with(&self, words: &str) -> Option<String> {
        let limit = Duration::from_secs(30);
        let mut lines = std::iter::from_fn(|| self.lines.recv_timeout(limit).ok());
        lines.find(|line| line.contains(words))
    }

    pub async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let client = reqwest::Client::new();
        let request = client.post(format!("{}{path}", self.address)).json(body);
        let answer = request.send().await.expect("it answers");
        (
            answer.status().as_u16(),
            answer.json().await.expect("it answers JSON"),
        )
    }

    pub async fn get(&self, path: &str) -> reqwest::Response {
        reqwest::get(format!("{}{path}", self.address))
            .await
            .expect("it answers")
    }

    pub async fn sign_in(&self, email: &str, password: &str) -> (u16, Value) {
        let client = reqwest::Client::new();
        let answer = client
            .post(format!("{}/api/auth/login", self.address))
            .json(&json!({ "email": email, "password": password }))
            .send()
            .await
            .expect("it answers");
        (
            answer.status().as_u16(),
            answer.json().await.expect("it answers JSON"),
        )
    }

    /// Sends the stop signal, as a service manager would, and waits for its end.
    pub fn stop(mut self) -> i32 {
        self.end()
    }

    /// Stops the server like [`Server::stop`]. Returns the lines of standard error that were not read yet.
    pub fn stop_and_read(mut self) -> Vec<String> {
        assert_eq!(self.end(), 0);
        // The channel ends with standard error.
        self.lines.iter().collect()
    }

    fn end(&mut self) -> i32 {
        let id = self.process.id().to_string();
        let sent = Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .expect("kill runs");
        assert!(sent.success());
        self.process
            .wait()
            .expect("it ends")
            .code()
            .expect("it ends by itself")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// A temporary folder that only its owner may enter, like a data folder that the server creates.
pub fn private_folder() -> TempDir {
    let owner = Permissions::from_mode(0o700);
    let made = tempfile::Builder::new().permissions(owner).tempdir();
    made.expect("a temporary folder")
}

/// The binary without the environment's configuration.
pub fn command(data_dir: &Path, verb: &str) -> Command {
    let mut command = Command::new(BINARY);
    for (name, _) in std::env::vars() {
        if name.starts_with("CARREL_") {
            command.env_remove(name);
        }
    }
    command.args(verb.split(' ')).arg("--data-dir").arg(data_dir);
    command
}

pub fn run(command: &mut Command, input: &str) -> Output {
    let mut process = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = process.stdin.take().expect("its input is piped");
    // A command that refuses its arguments ends before it reads its input.
    drop(stdin.write_all(input.as_bytes()));
    drop(stdin);
    process.wait_with_output().expect("it ends")
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
