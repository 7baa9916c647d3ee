//! A limit on the lines of the log, so that a flood of failed requests does not fill the disk. Lines that are left out
//! are counted, and the count is logged.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// The maximum number of lines in each second.
const LINES: u64 = 20;
/// The length of a window.
const SECOND: Duration = Duration::from_secs(1);

/// What happens to a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    /// It is logged.
    Logged,
    /// It is left out, and is the first one in this second: the count of its second is logged after this time.
    FirstLeftOut(Duration),
    /// It is left out and counted.
    LeftOut,
}

/// Lines of the current second.
#[derive(Debug)]
struct Window {
    began: Instant,
    lines: u64,
    /// Lines that were left out, and whose count was not logged yet.
    left_out: u64,
}

/// The limit on lines of one kind.
#[derive(Debug)]
pub(crate) struct LogLimit {
    /// The kind, as it is logged.
    kind: &'static str,
    window: Mutex<Option<Window>>,
}

impl LogLimit {
    pub(crate) fn new(kind: &'static str) -> Arc<Self> {
        Arc::new(LogLimit {
            kind,
            window: Mutex::new(None),
        })
    }

    /// Decides about a line at this instant.
    fn decide(&self, now: Instant) -> Line {
        let mut window = self.lock();
        let window = window.get_or_insert(Window {
            began: now,
            lines: 0,
            left_out: 0,
        });
        if now.saturating_duration_since(window.began) >= SECOND {
            window.began = now;
            window.lines = 0;
        }
        if window.lines < LINES {
            window.lines += 1;
            return Line::Logged;
        }
        window.left_out += 1;
        if window.left_out > 1 {
            return Line::LeftOut;
        }
        Line::FirstLeftOut(SECOND.saturating_sub(now.saturating_duration_since(window.began)))
    }

    /// The number of lines that were left out since the last call.
    fn take_left_out(&self) -> u64 {
        let mut window = self.lock();
        let left_out = window.as_mut().map(|window| &mut window.left_out);
        left_out.map_or(0, std::mem::take)
    }

    fn log_left_out(&self) {
        let lines = self.take_left_out();
        if lines > 0 {
            tracing::warn!(lines, kind = self.kind, "left out further lines");
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Window>> {
        self.window.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Calls `log` unless there were too many lines in this second. Once a second, the number of lines that were left out is
/// logged.
pub(crate) fn limited(limit: &Arc<LogLimit>, now: Instant, log: impl FnOnce()) {
    match limit.decide(now) {
        Line::Logged => log(),
        Line::LeftOut => {}
        Line::FirstLeftOut(rest) => {
            // When the server stops during this second, the limit is dropped, which logs the count.
            let limit: Weak<LogLimit> = Arc::downgrade(limit);
            tokio::spawn(async move {
                tokio::time::sleep(rest).await;
                if let Some(limit) = limit.upgrade() {
                    limit.log_left_out();
                }
            });
        }
    }
}

impl Drop for LogLimit {
    fn drop(&mut self) {
        self.log_left_out();
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{LINES, Line, LogLimit};

    #[test]
    fn a_second_has_twenty_lines_and_the_others_are_counted() {
        let limit = LogLimit::new("failures");
        let start = Instant::now();
        let at = |millis: u64| start + Duration::from_millis(millis);
        for place in 0..LINES {
            assert_eq!(limit.decide(at(place * 10)), Line::Logged);
        }
        assert_eq!(
            limit.decide(at(300)),
            Line::FirstLeftOut(Duration::from_millis(700))
        );
        for _ in 0..499 {
            assert_eq!(limit.decide(at(999)), Line::LeftOut);
        }
        assert_eq!(limit.take_left_out(), 500);
        assert_eq!(limit.take_left_out(), 0);

        // The next second begins with the next line.
        for _ in 0..LINES {
            assert_eq!(limit.decide(at(1500)), Line::Logged);
        }
        assert_eq!(
            limit.decide(at(2000)),
            Line::FirstLeftOut(Duration::from_millis(500))
        );
        assert_eq!(limit.decide(at(2500)), Line::Logged);
        assert_eq!(limit.take_left_out(), 1);
    }

    #[test]
    fn every_line_is_logged_or_counted() {
        let limit = LogLimit::new("failures");
        let start = Instant::now();
        let (mut logged, mut counted, mut reports) = (0, 0, 0);
        for millis in 0..5000 {
            match limit.decide(start + Duration::from_millis(millis)) {
                Line::Logged => logged += 1,
                Line::LeftOut => {}
                Line::FirstLeftOut(_) => reports += 1,
            }
            if millis % 1000 == 999 {
                counted += limit.take_left_out();
            }
        }
        assert_eq!((logged, counted, reports), (5 * LINES, 5000 - 5 * LINES, 5));
    }
}
