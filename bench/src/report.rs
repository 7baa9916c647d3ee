//! The lines and tables that the benchmark prints.

use crate::figures::Figures;

/// Prints a line to standard output.
pub fn say(line: &str) {
    use std::io::Write as _;
    drop(writeln!(std::io::stdout(), "{line}"));
}

/// Starts a table: an empty line, the names of the columns, and their alignment (the first `texts` columns hold text).
pub fn head(columns: &[&str], texts: usize) {
    say("");
    say(&format!("| {} |", columns.join(" | ")));
    let alignment: Vec<&str> = (0..columns.len())
        .map(|place| if place < texts { "---" } else { "---:" })
        .collect();
    say(&format!("| {} |", alignment.join(" | ")));
}

/// Prints a row of a table.
pub fn row(cells: &[String]) {
    say(&format!("| {} |", cells.join(" | ")));
}

/// The names of the columns that [`cells`] fills: closed loop, then open loop.
pub const COLUMNS: [&str; 8] = [
    "requests/s",
    "server CPU µs",
    "database CPU µs",
    "p50 ms",
    "p99 ms",
    "open loop at/s",
    "open p50 ms",
    "open p99 ms",
];

/// The cells of a load in closed loop, and of the same load in open loop where there is one.
pub fn cells(closed: &Figures, open: Option<&Figures>) -> Vec<String> {
    let micros = |micros: Option<f64>| micros.map_or("–".to_owned(), |micros| format!("{micros:.0}"));
    let mut cells = vec![
        format!("{:.0}", closed.per_second),
        micros(closed.server_micros),
        micros(closed.database_micros),
        format!("{:.2}", closed.p50_ms),
        format!("{:.2}", closed.p99_ms),
    ];
    match open {
        Some(open) => cells.extend([
            format!("{:.0}", open.per_second),
            format!("{:.2}", open.p50_ms),
            format!("{:.2}", open.p99_ms),
        ]),
        None => cells.extend(["–".to_owned(), "–".to_owned(), "–".to_owned()]),
    }
    cells
}
