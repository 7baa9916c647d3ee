//! The results of a load: its rate, its latencies, and the CPU time of the processes.

use std::time::Duration;

use crate::cpu::Spent;

/// The figures of one load.
#[derive(Debug, Clone, Default)]
pub struct Figures {
    pub per_second: f64,
    pub p50_ms: f64,
    pub p95_ms: f64,
    pub p99_ms: f64,
    /// CPU time of the server for one request, in microseconds.
    pub server_micros: Option<f64>,
    /// CPU time of PostgreSQL's connections for one request, in microseconds.
    pub database_micros: Option<f64>,
}

impl Figures {
    /// Figures of requests with these latencies in microseconds, sent over a period.
    pub fn of(mut micros: Vec<u64>, elapsed: Duration) -> Self {
        micros.sort_unstable();
        let at = |share: usize| micros.get(micros.len() * share / 100).copied().unwrap_or(0);
        #[expect(clippy::cast_precision_loss, reason = "counts and microseconds are small")]
        Figures {
            per_second: micros.len() as f64 / elapsed.as_secs_f64(),
            p50_ms: at(50) as f64 / 1000.0,
            p95_ms: at(95) as f64 / 1000.0,
            p99_ms: at(99) as f64 / 1000.0,
            server_micros: None,
            database_micros: None,
        }
    }

    /// Adds the CPU time, without `others` seconds per second that were spent on other work.
    #[must_use]
    pub fn with_cpu(mut self, spent: &Spent, elapsed: Duration, others: &Background) -> Self {
        let requests = self.per_second * elapsed.as_secs_f64();
        let seconds = elapsed.as_secs_f64();
        let each = |spent: f64, other: f64| (spent - other * seconds).max(0.0) * 1e6 / requests.max(1.0);
        self.server_micros = Some(each(spent.server, others.server));
        self.database_micros = spent.database.map(|spent| each(spent, others.database));
        self
    }
}

/// CPU seconds per second that a background load costs by itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct Background {
    pub server: f64,
    pub database: f64,
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Background, Figures};
    use crate::cpu::Spent;

    #[test]
    fn figures_are_computed_from_all_requests() {
        let figures = Figures::of(
            (1..=1000).rev().map(|number| number * 10).collect(),
            Duration::from_secs(2),
        );
        assert!((figures.per_second - 500.0).abs() < 0.01);
        assert!((figures.p50_ms - 5.01).abs() < 0.001, "{}", figures.p50_ms);
        assert!((figures.p99_ms - 9.91).abs() < 0.001, "{}", figures.p99_ms);
    }

    #[test]
    fn the_cpu_time_of_a_background_load_is_subtracted() {
        let spent = Spent {
            server: 1.5,
            database: None,
        };
        let others = Background {
            server: 0.25,
            database: 0.0,
        };
        let time = Duration::from_secs(2);
        let figures = Figures::of(vec![5; 1000], time).with_cpu(&spent, time, &others);
        assert!((figures.server_micros.unwrap() - 1000.0).abs() < 0.01);
    }
}
