//! CPU time of processes, from `/proc`.
//!
//! The driver, the server and the database share the cores of the machine, so requests per second depend on the driver
//! as much as on the server. CPU time per request does not.

use crate::Outcome;

/// Ticks per second in `/proc/PID/stat`: Linux fixes it at 100 for all programs.
const TICKS: f64 = 100.0;

/// CPU seconds, of the server and of PostgreSQL's connections.
#[derive(Debug, Clone, Copy, Default)]
pub struct Spent {
    pub server: f64,
    pub database: Option<f64>,
}

/// The processes whose time is counted.
#[derive(Debug, Clone)]
pub struct Clocks {
    pub server: u32,
    /// The name of the PostgreSQL database; its connections are counted, PostgreSQL's background processes are not.
    pub database: Option<String>,
}

impl Clocks {
    /// CPU seconds spent so far.
    pub fn read(&self) -> Outcome<Spent> {
        let database = self.database.as_deref().map(connections).transpose()?;
        Ok(Spent {
            server: of_process(self.server)?,
            database,
        })
    }

    /// CPU seconds spent since an earlier reading.
    pub fn since(&self, earlier: &Spent) -> Outcome<Spent> {
        let now = self.read()?;
        let database = now.database.zip(earlier.database);
        Ok(Spent {
            server: now.server - earlier.server,
            database: database.map(|(now, earlier)| now - earlier),
        })
    }
}

/// CPU seconds of a process, user and system together.
fn of_process(id: u32) -> Outcome<f64> {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat"))?;
    seconds(&text).ok_or_else(|| format!("/proc/{id}/stat has no times").into())
}

/// Parses the CPU seconds of a line of `/proc/PID/stat`. The name of the program may contain spaces and parentheses.
fn seconds(stat: &str) -> Option<f64> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace().skip(11);
    let user: f64 = fields.next()?.parse().ok()?;
    let system: f64 = fields.next()?.parse().ok()?;
    Some((user + system) / TICKS)
}

/// CPU seconds of all server processes of PostgreSQL that serve connections to a database.
fn connections(database: &str) -> Outcome<f64> {
    let mut total = 0.0;
    for entry in std::fs::read_dir("/proc")? {
        let Ok(id) = entry?.file_name().to_string_lossy().parse::<u32>() else {
            continue;
        };
        let Ok(title) = std::fs::read(format!("/proc/{id}/cmdline")) else {
            continue;
        };
        let title = String::from_utf8_lossy(&title).replace('\0', " ");
        let mut words = title.split_whitespace();
        // "postgres: USER DATABASE ADDRESS ACTIVITY"; the name of the cluster, if any, comes first.
        if words.next() == Some("postgres:") && words.take(3).any(|word| word == database) {
            total += of_process(id).unwrap_or(0.0);
        }
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn cpu_times_are_parsed_after_a_name_with_parentheses() {
        let line = "42 (a (b) c) S 1 2 3 4 5 6 7 8 9 10 150 50 0 0 20 0 1 0 99";
        assert_eq!(seconds(line), Some(2.0));
    }
}
