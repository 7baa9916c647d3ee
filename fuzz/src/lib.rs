//! Fuzzing of every parser of bytes from outside. A target reads any bytes, and panics when something does not hold.
//!
//! `scripts/fuzz` runs the targets guided by coverage; `tests/short.rs` runs them on the corpus and on inputs that are made
//! from it. An input that once failed stays in the corpus.

pub mod corpus;
pub mod mutate;
mod targets;

/// A parser with its checks.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// The name of its file in `corpus`.
    pub name: &'static str,
    /// Reads any bytes.
    pub run: fn(&[u8]),
    /// How many inputs the short run makes: some seconds of work without optimisation.
    pub short_run: usize,
}

/// Every target.
pub const TARGETS: [Target; 22] = [
    Target {
        name: "api",
        run: targets::api::run,
        short_run: 3_000,
    },
    Target {
        name: "backup",
        run: targets::backup::run,
        short_run: 20_000,
    },
    Target {
        name: "book_data",
        run: targets::book_data::run,
        short_run: 10_000,
    },
    Target {
        name: "cover",
        run: targets::cover::run,
        short_run: 2_000,
    },
    Target {
        name: "cql",
        run: targets::cql::run,
        short_run: 20_000,
    },
    Target {
        name: "forms",
        run: targets::forms::run,
        short_run: 20_000,
    },
    Target {
        name: "harvest",
        run: targets::harvest::run,
        short_run: 20_000,
    },
    Target {
        name: "http",
        run: targets::http::run,
        short_run: 10_000,
    },
    Target {
        name: "image_address",
        run: targets::image_address::run,
        short_run: 20_000,
    },
    Target {
        name: "isbn",
        run: targets::isbn::run,
        short_run: 50_000,
    },
    Target {
        name: "mail",
        run: targets::mail::run,
        short_run: 20_000,
    },
    Target {
        name: "marc",
        run: targets::marc::run,
        short_run: 10_000,
    },
    Target {
        name: "marc_text",
        run: targets::marc_text::run,
        short_run: 10_000,
    },
    Target {
        name: "people_csv",
        run: targets::people_csv::run,
        short_run: 20_000,
    },
    Target {
        name: "picture",
        run: targets::picture::run,
        short_run: 2_000,
    },
    Target {
        name: "search",
        run: targets::search::run,
        short_run: 3_000,
    },
    Target {
        name: "second_factor",
        run: targets::second_factor::run,
        short_run: 5_000,
    },
    Target {
        name: "secrets",
        run: targets::secrets::run,
        short_run: 50_000,
    },
    Target {
        name: "table",
        run: targets::table::run,
        short_run: 5_000,
    },
    Target {
        name: "user_agent",
        run: targets::user_agent::run,
        short_run: 50_000,
    },
    Target {
        name: "values",
        run: targets::values::run,
        short_run: 50_000,
    },
    Target {
        name: "webhook",
        run: targets::webhook::run,
        short_run: 20_000,
    },
];

/// The target with a name.
pub fn named(name: &str) -> Option<Target> {
    TARGETS.into_iter().find(|target| target.name == name)
}
