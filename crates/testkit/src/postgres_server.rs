//! A separate PostgreSQL server for a test that changes the server's settings.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use tokio_postgres::NoTls;

/// The script that starts a temporary server.
const STARTER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/with-postgres");

/// A server that nothing else uses. Dropping it stops it and removes its data.
pub struct PostgresServer {
    url: String,
    starter: Child,
}

impl PostgresServer {
    /// Starts an empty server with one superuser and one database, both named `postgres`. Takes some seconds.
    pub fn start() -> Self {
        let mut starter = Command::new(STARTER)
            // It ends when its standard input closes, so with this process at the latest.
            .args(["sh", "-c", "echo $CARREL_TEST_POSTGRES_URL; cat >/dev/null"])
            .env_remove("CARREL_TEST_POSTGRES_URL")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the script that starts PostgreSQL runs");
        let output = starter.stdout.take().expect("its output is piped");
        let mut url = String::new();
        BufReader::new(output)
            .read_line(&mut url)
            .expect("its output can be read");
        assert!(url.starts_with("postgres://"), "PostgreSQL does not start");
        PostgresServer {
            url: url.trim().to_owned(),
            starter,
        }
    }

    /// The address of its database `postgres`, at 127.0.0.1.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The port that it listens on.
    pub fn port(&self) -> u16 {
        let port = self.url.split([':', '/']).nth(4);
        port.and_then(|port| port.parse().ok())
            .expect("the address has a port")
    }

    /// Runs one statement outside any transaction, as the superuser.
    pub async fn run(&self, sql: &str) {
        let (client, connection) = tokio_postgres::connect(&self.url, NoTls)
            .await
            .expect("the server answers");
        tokio::spawn(connection);
        let done = client.batch_execute(sql).await;
        done.unwrap_or_else(|error| panic!("{sql}: {error:?}"));
    }

    /// Changes settings in its configuration file and applies them to new and existing sessions.
    pub async fn set(&self, settings: &[(&str, &str)]) {
        for (name, value) in settings {
            self.run(&format!("ALTER SYSTEM SET {name} = '{value}'")).await;
        }
        self.run("SELECT pg_reload_conf()").await;
    }

    /// Writes a file into its data folder, readable only for the server.
    pub async fn write(&self, name: &str, text: &str) {
        let sql = format!(
            "COPY (SELECT unnest(string_to_array('{}', E'\\n'))) TO PROGRAM 'umask 077; cat >{name}'",
            text.replace('\'', "''")
        );
        self.run(&sql).await;
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        drop(self.starter.stdin.take());
        let _ = self.starter.wait();
    }
}
