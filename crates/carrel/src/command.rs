//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// A library management system for schools, colleges and universities.
#[derive(Debug, Parser)]
#[command(name = "carrel", version, propagate_version = true)]
pub struct CommandLine {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the API and the web app.
    Serve(ServeOptions),
    /// Create accounts and reset passwords.
    #[command(subcommand)]
    User(UserCommand),
    /// Import books from files of another system, or people. Files are CSV or spreadsheets (xlsx, xls, ods), and for books
    /// also MARC 21 (ISO 2709) and MARCXML. The server may be running. The same command after an interruption goes on where it ended.
    Import(ImportOptions),
    /// Write all current books to a file: MARC 21 (ISO 2709), MARCXML, or CSV. The server may be running.
    Export(ExportOptions),
    /// Verify every invariant of the data and list violations.
    Check(DataOptions),
    /// Diagnose an installation and suggest fixes.
    Doctor(Box<DoctorOptions>),
    /// Rebuild the search index. Stop the server first; a running server updates its index by itself.
    Reindex(DataOptions),
    /// Change the key by which passwords and other secrets are encrypted in the database.
    #[command(subcommand)]
    Key(KeyCommand),
    /// Back up the whole library into one file; the server may be running.
    Backup(BackupOptions),
    /// Restore a library from a backup, on either engine. Stop every server of the library first.
    Restore(RestoreOptions),
    /// Fill an empty library with generated books, people and borrowings, for tests at scale and benchmarks.
    Generate(GenerateOptions),
    /// Print the OpenAPI document of the API.
    Openapi,
}

/// Where the data is. Flags win over the environment, the environment over the configuration file.
#[derive(Debug, Clone, Args)]
pub struct DataOptions {
    /// Folder of the embedded database and the search index [default: data]
    #[arg(long, env = "CARREL_DATA_DIR", value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// A PostgreSQL database instead of the embedded one: postgres://user:password@host/name
    #[arg(long, env = "CARREL_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// Maximum number of connections to PostgreSQL, from 2, without the one that watches for changes
    /// [default: 16]
    #[arg(long, env = "CARREL_DATABASE_CONNECTIONS", value_name = "N")]
    pub database_connections: Option<u32>,
    /// File with the keys of the secrets in the database, outside of the data folder; created when it is needed
    /// [default: the name of the data folder with .key, beside it]
    #[arg(long, env = "CARREL_KEY_FILE", value_name = "FILE")]
    pub key_file: Option<PathBuf>,
    /// Configuration file (TOML) with the same names, underscores instead of hyphens
    #[arg(long, env = "CARREL_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,
}

#[derive(Debug, Clone, Args)]
pub struct ServeOptions {
    #[command(flatten)]
    pub data: DataOptions,
    /// Address and port to listen on; port 0 picks a free one [default: 127.0.0.1:8080]
    #[arg(long, env = "CARREL_LISTEN", value_name = "ADDR:PORT")]
    pub listen: Option<SocketAddr>,
    /// Fill an empty library with the demo: real books, people, a year of borrowings, published passwords
    #[arg(long, env = "CARREL_DEMO")]
    pub demo: bool,
    /// Trust X-Forwarded-For for callers' addresses; only behind a proxy of your own
    #[arg(long, env = "CARREL_TRUST_FORWARDED")]
    pub trust_forwarded: bool,
    /// Connections that one network address may have at once [default: a quarter of all; any number from this machine and
    /// with --trust-forwarded]
    #[arg(long, env = "CARREL_CONNECTIONS_PER_ADDRESS", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub connections_per_address: Option<u32>,
    /// Failed sign-ins at one account from one address before further ones are slowed down [default: 5]
    #[arg(long, env = "CARREL_SIGN_IN_FAILURES_PER_ACCOUNT", value_name = "N")]
    pub sign_in_failures_per_account: Option<u32>,
    /// Accounts at which sign-ins from one address fail before further ones are slowed down [default: 300]
    #[arg(long, env = "CARREL_SIGN_IN_FAILURES_PER_ADDRESS", value_name = "N")]
    pub sign_in_failures_per_address: Option<u32>,
    /// Registrations allowed from one address within an hour [default: 200]
    #[arg(long, env = "CARREL_REGISTRATIONS_PER_ADDRESS", value_name = "N")]
    pub registrations_per_address: Option<u32>,
    /// Seconds between the stop signal, when /readyz starts to fail, and the end of listening [default: 0]
    #[arg(long, env = "CARREL_SHUTDOWN_DELAY", value_name = "SECONDS")]
    pub shutdown_delay: Option<u32>,
    /// How many hours a session lasts [default: 12]
    #[arg(long, env = "CARREL_SESSION_HOURS", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=24 * 365))]
    pub session_hours: Option<u32>,
    /// How many days a session with Remember me lasts [default: 30]
    #[arg(long, env = "CARREL_REMEMBERED_SESSION_DAYS", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=365))]
    pub remembered_session_days: Option<u32>,
    /// Hosts that webhooks may call, such as hooks.example.org or 127.0.0.1:9000 [default: none]
    #[arg(
        long,
        env = "CARREL_WEBHOOK_HOSTS",
        value_name = "HOST",
        value_delimiter = ','
    )]
    pub webhook_hosts: Vec<String>,
    /// Where to report a vulnerability, such as mailto:security@library.example, for /.well-known/security.txt
    /// [default: none]
    #[arg(long, env = "CARREL_SECURITY_CONTACT", value_name = "ADDRESS")]
    pub security_contact: Option<String>,
    /// Mail servers that administrators may set, such as mail.school.example or 10.0.0.5:25; needed for a server in a private
    /// network [default: any on the internet, at the ports 25, 465, 587 and 2525]
    #[arg(long, env = "CARREL_MAIL_HOSTS", value_name = "HOST", value_delimiter = ',')]
    pub mail_hosts: Vec<String>,
    /// Hosts that may be asked for book data, such as catalogue.school.example or 10.0.0.5:8080; needed for http and for a server
    /// in a private network [default: any on the internet, by https]
    #[arg(
        long,
        env = "CARREL_BOOK_DATA_HOSTS",
        value_name = "HOST",
        value_delimiter = ','
    )]
    pub book_data_hosts: Vec<String>,
    /// Where a copy of Open Library with its covers is [default: openlibrary.org itself]
    #[arg(long, env = "CARREL_OPEN_LIBRARY", value_name = "URL")]
    pub open_library: Option<String>,
    /// Address and port of /metrics for Prometheus, separate from the library's own [default: none]
    #[arg(long, env = "CARREL_METRICS_LISTEN", value_name = "ADDR:PORT")]
    pub metrics_listen: Option<SocketAddr>,
    /// What to log: error, warn, info, debug, or a tracing filter [default: info]
    #[arg(long, env = "CARREL_LOG", value_name = "FILTER")]
    pub log: Option<String>,
}

#[derive(Debug, Subcommand)]
pub enum UserCommand {
    /// Create an account. Without --password-stdin a password is generated and printed once.
    Create {
        /// Create an administrator instead of a student.
        #[arg(long)]
        admin: bool,
        /// Create a person with this role, such as librarian, assistant or teacher.
        #[arg(long, value_name = "CODE", conflicts_with = "admin")]
        role: Option<String>,
        #[arg(long)]
        name: String,
        #[arg(long)]
        email: String,
        /// Read the password from the first line of standard input.
        #[arg(long)]
        password_stdin: bool,
        #[command(flatten)]
        data: DataOptions,
    },
    /// Add and change people by all valid lines of a file of comma-separated values. Its first line names the columns: Email
    /// or Student ID, for new people Name and Email, and any of Role, Patron category, Class, Homeroom, College, Department,
    /// Semester, Study category, Phone and Address. An empty cell changes nothing.
    Import {
        /// The file; - for standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Only report the result for each line.
        #[arg(long)]
        check: bool,
        /// Leave people who have an account as they are.
        #[arg(long)]
        keep_existing: bool,
        /// Write a file with a password link for each new person.
        #[arg(long, value_name = "FILE", requires = "site")]
        links: Option<PathBuf>,
        /// The address of the library, for the links: https://library.example
        #[arg(long, value_name = "URL")]
        site: Option<String>,
        #[command(flatten)]
        data: DataOptions,
    },
    /// Remove the second sign-in steps of an account whose owner has lost them, and end all its sessions.
    ResetSecondFactor {
        #[arg(long)]
        email: String,
        #[command(flatten)]
        data: DataOptions,
    },
    /// Set a new password for an account and end all its sessions.
    ResetPassword {
        #[arg(long)]
        email: String,
        /// Read the password from the first line of standard input.
        #[arg(long)]
        password_stdin: bool,
        #[command(flatten)]
        data: DataOptions,
    },
}

#[derive(Debug, Subcommand)]
pub enum KeyCommand {
    /// Encrypt all secrets by the newest key of the key file; adds a new key first, unless one is prepared. Earlier keys
    /// stay in the file, for older backups. The server may be running.
    Rotate {
        /// Only add the new key to the file, to copy it to the other servers before the change.
        #[arg(long, conflicts_with = "discard")]
        prepare: bool,
        /// The key of the secrets is lost: give up those that cannot be decrypted.
        #[arg(long)]
        discard: bool,
        #[command(flatten)]
        data: DataOptions,
    },
}

#[derive(Debug, Clone, Args)]
pub struct GenerateOptions {
    #[command(flatten)]
    pub data: DataOptions,
    /// Books, with three copies each on average
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(..=10_000_000))]
    pub books: u64,
    /// People
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(..=10_000_000))]
    pub users: u64,
    /// Borrowings over two years; one in twenty is still open
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u64).range(..=100_000_000))]
    pub loans: u64,
    /// Percentage of the books that came with a MARC record, which makes the database larger
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=100))]
    pub marc_percent: u64,
    /// Seed of the random data: the same seed makes the same library, on the same day
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// All borrowings are before this day (YYYY-MM-DD) [default: today, in UTC]
    #[arg(long, value_name = "DAY")]
    pub today: Option<String>,
    /// Set this password for everybody: the first line of standard input. Without it nobody can sign in
    #[arg(long)]
    pub password_stdin: bool,
    /// Create an administrator with this e-mail address and that password
    #[arg(long, value_name = "EMAIL", requires = "password_stdin")]
    pub admin_email: Option<String>,
}

#[derive(Debug, Clone, Args)]
pub struct ImportOptions {
    /// The files
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// What the files are about
    #[arg(long, value_enum, default_value_t = ImportKind::Books)]
    pub kind: ImportKind,
    /// The format of the files
    #[arg(long, value_enum, default_value_t = ImportedFormat::Auto)]
    pub format: ImportedFormat,
    /// Only check the files, and write nothing
    #[arg(long)]
    pub dry_run: bool,
    /// What happens to records whose book or person the library has; people cannot be added twice
    #[arg(long, value_enum, default_value_t = Duplicates::Skip)]
    pub on_duplicate: Duplicates,
    /// Write the rejected records to this file, in the format in which they came
    #[arg(long, value_name = "FILE")]
    pub rejects: Option<PathBuf>,
    /// End with one JSON object of counts
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub data: DataOptions,
}

/// Options of `carrel export`.
#[derive(Debug, Args)]
pub struct ExportOptions {
    /// The file to write
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The format of the file; the one that its name ends with when absent (.mrc, .xml, .csv)
    #[arg(long, value_enum)]
    pub format: Option<ExportedFormat>,
    #[command(flatten)]
    pub data: DataOptions,
}

/// The format of a file of books.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExportedFormat {
    Marc,
    Marcxml,
    Csv,
}

/// What a file is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ImportKind {
    Books,
    Users,
    /// Open loans of another system.
    Loans,
    /// Unpaid fines and other charges of another system.
    Fines,
}

/// The format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ImportedFormat {
    Auto,
    Marc,
    Marcxml,
    Csv,
}

/// What happens to records whose book the library has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Duplicates {
    Skip,
    Update,
    Add,
}

#[derive(Debug, Clone, Args)]
pub struct BackupOptions {
    /// The file to write; - for standard output
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Overwrite an existing file
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub data: DataOptions,
}

#[derive(Debug, Clone, Args)]
pub struct RestoreOptions {
    /// The backup; - for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Replace the existing library, and keep the old one under another name
    #[arg(long)]
    pub replace: bool,
    #[command(flatten)]
    pub data: DataOptions,
}

#[derive(Debug, Clone, Args)]
pub struct DoctorOptions {
    /// Print the findings as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub serve: ServeOptions,
}
