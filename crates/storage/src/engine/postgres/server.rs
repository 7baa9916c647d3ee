//! The PostgreSQL server that an address names: its hosts, encryption and limits.

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use deadpool::Runtime;
use deadpool::managed::{self, QueueMode, Timeouts};
use percent_encoding::percent_decode_str;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::session::{Connector, Pool};
use super::tls::{self, Verification};
use crate::engine::Error;

/// How long a request waits for a free connection or for the server before it gets 503.
pub(super) const WAIT_TIMEOUT: Duration = Duration::from_secs(4);

/// A connection whose peer has not acknowledged data for this time is dead, for example after a power cut of its host.
const DEAD_AFTER: Duration = Duration::from_secs(10);

/// Idle time after which the operating system sends keepalive probes.
const KEEPALIVE: Duration = Duration::from_secs(30);

/// The settings of every session. Timeouts end statements whose client no longer waits, and abandoned transactions,
/// which hold locks. JIT compilation is off, because short statements finish before they are compiled.
const SETTINGS: &str =
    "-c statement_timeout=8000 -c lock_timeout=6000 -c idle_in_transaction_session_timeout=10000 -c jit=off";

/// A PostgreSQL server, or several of which one accepts writes.
pub(in crate::engine) struct Server {
    config: tokio_postgres::Config,
    tls: Option<MakeRustlsConnect>,
    generation: Arc<AtomicU64>,
}

impl Server {
    /// Reads an address such as `postgres://user:password@host/database?sslmode=verify-full`. No connection is made.
    ///
    /// `sslmode` is one of `disable`, `prefer`, `require`, `verify-ca`, `verify-full`, and `sslrootcert` the path of a PEM
    /// file or `system`, as in PostgreSQL's own clients. With a file, `require` verifies like `verify-ca`. Without
    /// `sslmode`, a connection within this machine is `prefer`, and any other one `verify-full`.
    pub(in crate::engine) fn new(url: &str) -> Result<Self, Error> {
        let (mut config, mode, roots) = parse(url).map_err(Error::Other)?;
        let options = format!("{} {SETTINGS}", config.get_options().unwrap_or_default());
        let hosts = u32::try_from(config.get_hosts().len().max(1)).unwrap_or(u32::MAX);
        config
            .options(options.trim())
            // An unreachable host must leave time for the next one.
            .connect_timeout(WAIT_TIMEOUT / hosts)
            .keepalives_idle(KEEPALIVE)
            .application_name("carrel");
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(DEAD_AFTER);
        }
        let by_socket = config
            .get_hosts()
            .iter()
            .all(|host| matches!(host, Host::Unix(_)));
        // A socket on the same machine is not encrypted, as in PostgreSQL's own clients.
        let mode = if by_socket {
            Mode::Disable
        } else {
            mode.unwrap_or_else(|| default_mode(&config))
        };
        let (ssl_mode, verification) = match mode {
            Mode::Disable => (SslMode::Disable, None),
            Mode::Prefer => (SslMode::Prefer, Some(Verification::Nothing)),
            Mode::Require if roots.is_none() => (SslMode::Require, Some(Verification::Nothing)),
            Mode::Require | Mode::VerifyCa => (SslMode::Require, Some(Verification::Authority)),
            Mode::VerifyFull => (SslMode::Require, Some(Verification::AuthorityAndHost)),
        };
        config.ssl_mode(ssl_mode);
        let file = roots.as_ref().and_then(|roots| match roots {
            Roots::System => None,
            Roots::File(file) => Some(file.as_path()),
        });
        let tls = verification
            .map(|verification| tls::connector(verification, file))
            .transpose()?;
        Ok(Server {
            config,
            tls,
            generation: Arc::default(),
        })
    }

    /// A pool of sessions, at most `connections`. No connection is made yet.
    pub(in crate::engine) fn pool(&self, connections: usize) -> Result<Pool, Error> {
        let connector = Connector {
            config: self.config.clone(),
            tls: self.tls.clone(),
            generation: Arc::clone(&self.generation),
        };
        managed::Pool::builder(connector)
            .max_size(connections)
            // The connection that was used last has the most useful prepared statements.
            .queue_mode(QueueMode::Lifo)
            .timeouts(Timeouts {
                wait: Some(WAIT_TIMEOUT),
                create: Some(WAIT_TIMEOUT),
                recycle: Some(WAIT_TIMEOUT),
            })
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| Error::Other(error.to_string()))
    }
}

/// The mode of an address that names none: data of people leave this machine in plain text only when the operator says so.
fn default_mode(config: &tokio_postgres::Config) -> Mode {
    let is_loopback = |address: &IpAddr| address.is_loopback();
    // The driver connects to these addresses, where there are any, and takes the hosts for names in certificates.
    let addresses = config.get_hostaddrs();
    let within = if addresses.is_empty() {
        config.get_hosts().iter().all(|host| match host {
            Host::Unix(_) => true,
            Host::Tcp(name) => {
                name.eq_ignore_ascii_case("localhost")
                    || name.parse().is_ok_and(|address| is_loopback(&address))
            }
        })
    } else {
        addresses.iter().all(is_loopback)
    };
    if within { Mode::Prefer } else { Mode::VerifyFull }
}

/// How a connection is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Disable,
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

/// Where the certificates of trusted authorities come from.
#[derive(Debug, PartialEq, Eq)]
enum Roots {
    System,
    File(PathBuf),
}

/// Reads an address.
///
/// # Errors
/// What is wrong with it, as a sentence.
fn parse(url: &str) -> Result<(tokio_postgres::Config, Option<Mode>, Option<Roots>), String> {
    let not_an_address = |error: &dyn std::fmt::Display| format!("not a PostgreSQL address: {error}");
    let Address { rest, mode, roots } = Address::parse(url).map_err(|error| not_an_address(&error))?;
    let config = rest.parse().map_err(|error: tokio_postgres::Error| {
        // The driver says which parameter it is in the source.
        match std::error::Error::source(&error) {
            Some(source) => not_an_address(&source),
            None => not_an_address(&error),
        }
    })?;
    Ok((config, mode, roots))
}

/// Checks an address, without connecting to the server.
///
/// # Errors
/// What is wrong with it, as a sentence.
pub(in crate::engine) fn check_address(url: &str) -> Result<(), String> {
    parse(url).map(drop)
}

/// An address, separated from the parameters that the driver does not know.
#[derive(Debug)]
struct Address {
    rest: String,
    mode: Option<Mode>,
    roots: Option<Roots>,
}

impl Address {
    fn parse(url: &str) -> Result<Self, String> {
        let mut address = Address {
            rest: url.to_owned(),
            mode: None,
            roots: None,
        };
        if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
            return Err("it does not begin with postgres://".to_owned());
        }
        let Some((base, query)) = url.split_once('?') else {
            return Ok(address);
        };
        let mut others = Vec::new();
        for parameter in query.split('&') {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            let value = percent_decode_str(value).decode_utf8_lossy();
            match name {
                "sslmode" => address.mode = Some(mode(&value)?),
                "sslrootcert" if value == "system" => address.roots = Some(Roots::System),
                "sslrootcert" => address.roots = Some(Roots::File(PathBuf::from(&*value))),
                _ => others.push(parameter),
            }
        }
        address.rest = match others[..] {
            [] => base.to_owned(),
            _ => format!("{base}?{}", others.join("&")),
        };
        Ok(address)
    }
}

fn mode(name: &str) -> Result<Mode, String> {
    Ok(match name {
        "disable" => Mode::Disable,
        "prefer" => Mode::Prefer,
        "require" => Mode::Require,
        "verify-ca" => Mode::VerifyCa,
        "verify-full" => Mode::VerifyFull,
        _ => {
            return Err(format!(
                "sslmode is {name:?}; it must be disable, prefer, require, verify-ca or verify-full"
            ));
        }
    })
}

#[cfg(test)]
mod tests {
    use tokio_postgres::config::{SslMode, TargetSessionAttrs};

    use super::{Address, Mode, Roots, Server, default_mode};

    #[test]
    fn encryption_is_parsed_from_the_address_and_the_rest_is_unchanged() {
        let url = "postgres://me:p%3F@a:1,b:2/db?sslmode=verify-full&sslrootcert=%2Fetc%2Fmy%20ca.pem&target_session_attrs=read-write";
        let address = Address::parse(url).unwrap();
        assert_eq!(
            address.rest,
            "postgres://me:p%3F@a:1,b:2/db?target_session_attrs=read-write"
        );
        assert_eq!(address.mode, Some(Mode::VerifyFull));
        assert_eq!(address.roots, Some(Roots::File("/etc/my ca.pem".into())));
        let address = Address::parse("postgres://h/db?sslmode=require").unwrap();
        assert_eq!(
            (address.rest.as_str(), address.mode),
            ("postgres://h/db", Some(Mode::Require))
        );
        assert!(
            Address::parse("postgres://h/db?sslmode=allow")
                .unwrap_err()
                .contains("verify-full")
        );
        assert!(Address::parse("host=h sslmode=verify-full").is_err());
    }

    #[test]
    fn several_hosts_and_session_attributes_reach_the_driver() {
        let server = Server::new("postgres://a:1,b:2/db?target_session_attrs=read-write").unwrap();
        assert_eq!(server.config.get_hosts().len(), 2);
        assert_eq!(
            server.config.get_target_session_attrs(),
            TargetSessionAttrs::ReadWrite
        );
        assert_eq!(server.config.get_ssl_mode(), SslMode::Require);
    }

    #[test]
    fn an_address_without_a_mode_is_encrypted_unless_it_stays_within_this_machine() {
        for (address, mode) in [
            ("postgres://localhost/db", Mode::Prefer),
            ("postgres://LOCALHOST,127.0.0.2/db", Mode::Prefer),
            ("postgres://[::1]/db", Mode::Prefer),
            (
                "postgres://db.library.example/db?hostaddr=127.0.0.1",
                Mode::Prefer,
            ),
            ("postgres://db.library.example/db", Mode::VerifyFull),
            ("postgres://192.0.2.7/db", Mode::VerifyFull),
            ("postgres://localhost,db.library.example/db", Mode::VerifyFull),
            ("postgres://localhost/db?hostaddr=192.0.2.7", Mode::VerifyFull),
        ] {
            assert_eq!(default_mode(&address.parse().unwrap()), mode, "{address}");
        }
    }

    #[test]
    fn a_socket_of_the_same_machine_is_not_encrypted() {
        let server = Server::new("postgres:///db?host=/run/postgresql&sslmode=verify-full").unwrap();
        assert_eq!(
            (server.config.get_ssl_mode(), server.tls.is_some()),
            (SslMode::Disable, false)
        );
    }

    #[test]
    fn a_certificate_file_must_exist_and_contain_certificates() {
        let missing = Server::new("postgres://h/db?sslmode=verify-ca&sslrootcert=/nowhere/ca.pem");
        let missing = missing.err().unwrap().to_string();
        assert!(missing.contains("sslrootcert /nowhere/ca.pem"), "{missing}");
        let empty = tempfile::NamedTempFile::new().unwrap();
        let url = format!(
            "postgres://h/db?sslmode=require&sslrootcert={}",
            empty.path().display()
        );
        let empty = Server::new(&url).err().unwrap().to_string();
        assert!(empty.contains("no certificate"), "{empty}");
    }
}
