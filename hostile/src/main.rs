//! The command behind `make hostile`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use carrel_faults::postgres::Cluster;
use carrel_hostile::fuzz::{Plan, Report};
use carrel_hostile::server::{CONNECTIONS_PER_ADDRESS, Library, Limits, Server, Setup};
use carrel_hostile::{
    Outcome, connections, enumeration, exports, flood, fuzz, guesses, headers, markup, say, school, station,
};
use clap::{Parser, Subcommand};

/// Attack the release binary; each attack is bounded and has a verdict. The exit code is 1 when one finds something.
#[derive(Debug, Parser)]
struct Options {
    /// The binary to attack.
    #[arg(long, global = true, default_value = "target/release/carrel")]
    binary: String,
    /// The seed of all random choices: the same seed gives the same calls.
    #[arg(long, global = true, default_value_t = 20_261_121)]
    seed: u64,
    /// The folder of PostgreSQL's server programs (initdb, pg_ctl, postgres): the flood runs on PostgreSQL, too.
    #[arg(long, global = true)]
    postgres_programs: Option<PathBuf>,
    #[command(subcommand)]
    what: Option<What>,
}

/// The attacks; all of them when none is named.
#[derive(Debug, Clone, Subcommand)]
enum What {
    /// Calls generated from the OpenAPI document, valid and invalid.
    Fuzz {
        #[arg(long, default_value_t = 100_000)]
        calls: u64,
        /// Number of concurrent clients.
        #[arg(long, default_value_t = 4)]
        clients: u64,
        /// Only the operation with this id.
        #[arg(long)]
        only: Option<String>,
    },
    /// Sign-ins and password requests that compare the responses for different accounts.
    Enumeration {
        /// Number of calls of each kind.
        #[arg(long, default_value_t = 1000)]
        tries: usize,
    },
    /// Markup, formulas and unusual characters in every stored text.
    Markup,
    /// The headers of every response.
    Headers,
    /// Connections of one network address whose requests never end.
    Connections {
        #[arg(long, default_value_t = 6000)]
        connections: usize,
    },
    /// Large downloads of own data at once, some of them slow.
    Exports {
        /// Number of changes of each person's details.
        #[arg(long, default_value_t = 3000)]
        changes: usize,
    },
    /// Reads and writes of one student without a pause.
    Flood {
        #[arg(long, default_value_t = 300)]
        connections: usize,
        /// Duration in seconds.
        #[arg(long, default_value_t = 15)]
        seconds: u64,
    },
    /// Wrong passwords at one account from many addresses, while its owner signs in.
    Guesses {
        #[arg(long, default_value_t = 1000)]
        guesses: usize,
        /// Number of concurrent guesses.
        #[arg(long, default_value_t = 100)]
        at_once: usize,
    },
    /// Wrong passwords from the address of a school whose people sign in.
    School {
        #[arg(long, default_value_t = 200)]
        people: usize,
        #[arg(long, default_value_t = 300)]
        guesses: usize,
        /// The people arrive, and the guesses are sent, evenly over this time.
        #[arg(long, default_value_t = 50)]
        seconds: u64,
        /// Send all guesses before the people arrive.
        #[arg(long)]
        before: bool,
    },
    /// Access tokens that try to gain permissions.
    Station,
}

impl What {
    /// How the server of the attack is started.
    fn setup(&self) -> Setup {
        let (limits, library) = match self {
            What::Exports { .. } => (Limits::Unchanged, exports::LIBRARY),
            What::School { .. } => (Limits::Unchanged, school::LIBRARY),
            What::Flood { .. } | What::Guesses { .. } => (Limits::Unchanged, Library::Demo),
            _ => (Limits::Raised, Library::Demo),
        };
        Setup {
            limits,
            library,
            database_url: None,
        }
    }
}

#[tokio::main]
async fn main() -> Outcome<ExitCode> {
    let options = Options::parse();
    let all = [
        What::Headers,
        What::Connections { connections: 6000 },
        What::Markup,
        What::Enumeration { tries: 1000 },
        What::Station,
        What::Guesses {
            guesses: 1000,
            at_once: 100,
        },
        What::School {
            people: 200,
            guesses: 300,
            seconds: 50,
            before: false,
        },
        What::Exports { changes: 3000 },
        What::Flood {
            connections: 300,
            seconds: 15,
        },
        What::Fuzz {
            calls: 100_000,
            clients: 4,
            only: None,
        },
    ];
    let wanted = options.what.map_or_else(|| all.to_vec(), |what| vec![what]);
    let mut is_sound = true;
    for what in wanted {
        let setup = what.setup();
        is_sound &= one(&options.binary, options.seed, what.clone(), setup.clone()).await?;
        if let (What::Flood { .. }, Some(programs)) = (&what, &options.postgres_programs) {
            let cluster = Cluster::start_new(programs)?;
            let database_url = Some(cluster.url());
            let setup = Setup {
                database_url,
                ..setup
            };
            is_sound &= one(&options.binary, options.seed, what, setup).await?;
        }
    }
    say("");
    say(if is_sound {
        "Verdict: sound"
    } else {
        "Verdict: NOT SOUND"
    });
    Ok(if is_sound {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Runs one attack on a separate server, and checks the data afterwards.
async fn one(binary: &str, seed: u64, what: What, setup: Setup) -> Outcome<bool> {
    let mut server = Server::start_with(binary, setup).await?;
    let accounts = server.accounts();
    let mut is_sound = match what {
        What::Fuzz { calls, clients, only } => {
            let plan = Plan {
                calls,
                seed,
                clients: clients.max(1),
                is_http: only.is_some(),
                only,
            };
            report(seed, &fuzz::run(server.address, plan, accounts).await?)
        }
        What::Enumeration { tries } => enumeration::run(server.address, &accounts, tries, seed).await?,
        What::Markup => markup::run(server.address, &accounts).await?,
        What::Headers => headers::run(server.address).await?,
        What::Connections { connections } => {
            connections::run(server.address, connections, CONNECTIONS_PER_ADDRESS).await?
        }
        What::Exports { changes } => exports::run(server.address, server.id()?, changes).await?,
        What::Flood { connections, seconds } => {
            let time = Duration::from_secs(seconds);
            flood::run(server.address, server.engine(), &accounts, connections, time).await?
        }
        What::Guesses { guesses, at_once } => {
            guesses::run(server.address, &accounts, guesses, at_once).await?
        }
        What::School {
            people,
            guesses,
            seconds,
            before,
        } => {
            let plan = school::Plan {
                people,
                guesses,
                arrival: Duration::from_secs(seconds),
                is_before: before,
            };
            school::run(server.address, plan).await?
        }
        What::Station => station::run(server.address, &accounts).await?,
    };
    if !server.is_alive()? {
        say("The server has ended.");
        is_sound = false;
    }
    if let Some(violations) = server.violations().await? {
        say(&format!("carrel check:\n{violations}"));
        is_sound = false;
    }
    server.stop().await?;
    Ok(is_sound)
}

fn report(seed: u64, report: &Report) -> bool {
    let statuses = report
        .statuses
        .iter()
        .map(|(status, count)| format!("{status}: {count}"));
    say("");
    say(&format!(
        "Fuzz: {} calls under seed {seed}; {} operations succeeded; the slowest answer took {} ms",
        report.calls,
        report.reached.len(),
        report.slowest.as_millis()
    ));
    let unanswered = report.unanswered.iter();
    let unanswered = unanswered.map(|(kind, count)| format!("; no HTTP, {kind}: {count}"));
    say(&format!(
        "  {}{}; idle connections that the server had closed: {}",
        statuses.collect::<Vec<_>>().join(", "),
        unanswered.collect::<String>(),
        report.reconnections
    ));
    for (what, (times, first)) in &report.violations {
        say(&format!("  {times} x {what}\n    {first}"));
    }
    say(&format!("  kinds of violation: {}", report.violations.len()));
    report.violations.is_empty()
}
