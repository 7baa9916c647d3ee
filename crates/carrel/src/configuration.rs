//! Configuration: flags override the environment, which overrides a TOML file, which overrides defaults.

use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use carrel_domain::book_data::{BookHosts, OpenLibraryAddress};
use carrel_domain::mail_hosts::MailHosts;
use carrel_domain::webhooks::AllowedHost;
use carrel_operations::Limits;
use carrel_storage::engine::Options;
use serde::Deserialize;

use crate::command::{DataOptions, ServeOptions};
use crate::connections::PerAddress;
use crate::security_txt::SecurityContact;

const DATA_DIR: &str = "data";
const DATABASE_CONNECTIONS: u32 = 16;
const LISTEN: &str = "127.0.0.1:8080";

/// The configuration file. An unknown name is an error.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "the fields are named like the flags")]
struct File {
    data_dir: Option<PathBuf>,
    key_file: Option<PathBuf>,
    database_url: Option<String>,
    database_connections: Option<u32>,
    listen: Option<SocketAddr>,
    demo: Option<bool>,
    trust_forwarded: Option<bool>,
    connections_per_address: Option<u32>,
    sign_in_failures_per_account: Option<u32>,
    sign_in_failures_per_address: Option<u32>,
    registrations_per_address: Option<u32>,
    shutdown_delay: Option<u32>,
    session_hours: Option<u32>,
    remembered_session_days: Option<u32>,
    webhook_hosts: Option<Vec<String>>,
    security_contact: Option<String>,
    mail_hosts: Option<Vec<String>>,
    book_data_hosts: Option<Vec<String>>,
    open_library: Option<String>,
    metrics_listen: Option<SocketAddr>,
    log: Option<String>,
}

/// The reason why a configuration is refused.
#[derive(Debug)]
pub struct Mistake(String);

impl std::fmt::Display for Mistake {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Mistake {}

fn read(path: Option<&Path>) -> Result<File, Mistake> {
    let Some(path) = path else {
        return Ok(File::default());
    };
    let text = std::fs::read_to_string(path).map_err(|error| {
        Mistake(format!(
            "the configuration {} cannot be read: {error}",
            path.display()
        ))
    })?;
    toml::from_str(&text).map_err(|error| {
        Mistake(format!(
            "the configuration {} is not valid: {error}",
            path.display()
        ))
    })
}

/// A number from the file, which is not validated yet.
fn within(name: &str, number: Option<u32>, allowed: RangeInclusive<u32>) -> Result<Option<u32>, Mistake> {
    match number {
        Some(number) if !allowed.contains(&number) => Err(Mistake(format!(
            "{name} must be from {} to {}, not {number}",
            allowed.start(),
            allowed.end()
        ))),
        number => Ok(number),
    }
}

/// The hosts of a list: those of the flag, or else those of the file.
fn hosts(name: &str, flag: &[String], file: Option<&[String]>) -> Result<Vec<AllowedHost>, Mistake> {
    let listed = if flag.is_empty() {
        file.unwrap_or_default()
    } else {
        flag
    };
    let hosts = listed.iter().map(|host| {
        let allowed = host.parse::<AllowedHost>();
        allowed.map_err(|error| Mistake(format!("{name}: {host:?} is {error}")))
    });
    hosts.collect()
}

/// The key file beside a data folder, which a copy of the folder does not contain.
fn beside(dir: &Path) -> PathBuf {
    let whole = std::path::absolute(dir).unwrap_or_else(|_| dir.to_owned());
    match whole.file_name() {
        Some(name) => {
            let mut name = name.to_owned();
            name.push(".key");
            whole.with_file_name(name)
        }
        None => whole.join("carrel.key"),
    }
}

/// Where the data is.
#[derive(Debug, Clone)]
pub struct Data {
    /// Folder of the search index, and of the embedded database.
    pub dir: PathBuf,
    pub database: Options,
    /// The file with the keys of the secrets in the database.
    pub key_file: PathBuf,
}

impl Data {
    fn new(options: &DataOptions, file: &File) -> Result<Self, Mistake> {
        let dir = options
            .data_dir
            .clone()
            .or(file.data_dir.clone())
            .unwrap_or_else(|| DATA_DIR.into());
        let url = options
            .database_url
            .clone()
            .or(file.database_url.clone())
            .filter(|url| !url.is_empty());
        // Half of them serve one caller at most, so there are two.
        let connections = within(
            "database_connections",
            options.database_connections.or(file.database_connections),
            2..=1000,
        )?;
        let database = match url {
            Some(url) => Options::Postgres {
                url,
                connections: usize::try_from(connections.unwrap_or(DATABASE_CONNECTIONS))
                    .unwrap_or(usize::MAX),
            },
            None => Options::Sqlite {
                path: dir.join("carrel.sqlite"),
            },
        };
        database
            .check()
            .map_err(|problem| Mistake(format!("database_url is {problem}")))?;
        let key_file = options.key_file.clone().or(file.key_file.clone());
        let key_file = key_file.unwrap_or_else(|| beside(&dir));
        Ok(Data {
            dir,
            database,
            key_file,
        })
    }

    /// Combines `options` with the file that they name.
    pub fn load(options: &DataOptions) -> Result<Self, Mistake> {
        Data::new(options, &read(options.config.as_deref())?)
    }

    /// Folder of the search index.
    pub fn index_dir(&self) -> PathBuf {
        self.dir.join("search")
    }

    /// Folder of the files of imports.
    pub fn imports_dir(&self) -> PathBuf {
        self.dir.join("imports")
    }

    /// The file that names the data of the search index, and is locked by the process that writes the index.
    pub fn index_note(&self) -> PathBuf {
        self.dir.join("search-of")
    }
}

/// The configuration of `carrel serve`.
#[derive(Debug, Clone)]
pub struct Serving {
    pub data: Data,
    pub listen: SocketAddr,
    pub demo: bool,
    pub trust_forwarded: bool,
    pub connections_per_address: PerAddress,
    pub limits: Limits,
    /// The time from the stop signal until the end of listening.
    pub shutdown_delay: Duration,
    /// Where vulnerabilities are reported, if the operator says so.
    pub security_contact: Option<SecurityContact>,
    /// The address of /metrics, if it is served.
    pub metrics_listen: Option<SocketAddr>,
    pub log: String,
}

impl Serving {
    /// Combines `options` with the file that they name.
    pub fn load(options: &ServeOptions) -> Result<Self, Mistake> {
        let file = read(options.data.config.as_deref())?;
        let mut limits = Limits::default();
        let set = |limit: &mut u32, flag: Option<u32>, file: Option<u32>| {
            if let Some(max) = flag.or(file) {
                *limit = max;
            }
        };
        set(
            &mut limits.guesses.of_origin.free,
            options.sign_in_failures_per_account,
            file.sign_in_failures_per_account,
        );
        // Those of all addresses together are ten times as many.
        limits.guesses.of_account.free = limits.guesses.of_origin.free.saturating_mul(10);
        set(
            &mut limits.guesses.of_address.free,
            options.sign_in_failures_per_address,
            file.sign_in_failures_per_address,
        );
        set(
            &mut limits.registrations_by_address.max,
            options.registrations_per_address,
            file.registrations_per_address,
        );
        let hours = within(
            "session_hours",
            options.session_hours.or(file.session_hours),
            1..=24 * 365,
        )?;
        if let Some(hours) = hours {
            limits.session_seconds = i64::from(hours) * 60 * 60;
        }
        let days = options.remembered_session_days.or(file.remembered_session_days);
        if let Some(days) = within("remembered_session_days", days, 1..=365)? {
            limits.remembered_session_seconds = i64::from(days) * 24 * 60 * 60;
        }
        let contact = options.security_contact.clone().or(file.security_contact.clone());
        let security_contact = contact
            .map(|text| {
                let contact = text.parse::<SecurityContact>();
                contact.map_err(|error| Mistake(format!("security_contact: {text:?} is {error}")))
            })
            .transpose()?;
        limits.webhook_hosts = hosts(
            "webhook_hosts",
            &options.webhook_hosts,
            file.webhook_hosts.as_deref(),
        )?;
        let mail_hosts = hosts("mail_hosts", &options.mail_hosts, file.mail_hosts.as_deref())?;
        if !mail_hosts.is_empty() {
            limits.mail_hosts = MailHosts::Listed(mail_hosts);
        }
        let book_hosts = hosts(
            "book_data_hosts",
            &options.book_data_hosts,
            file.book_data_hosts.as_deref(),
        )?;
        if !book_hosts.is_empty() {
            limits.book_hosts = BookHosts::Listed(book_hosts);
        }
        if let Some(address) = options.open_library.as_ref().or(file.open_library.as_ref()) {
            limits.open_library = OpenLibraryAddress::of_copy(address)
                .ok_or_else(|| Mistake(format!("open_library: {address:?} is not a web address")))?;
        }
        let listen = options.listen.or(file.listen);
        let listen = match listen {
            Some(listen) => listen,
            None => LISTEN
                .parse()
                .map_err(|_| Mistake("the default address".to_owned()))?,
        };
        let trust_forwarded = options.trust_forwarded || file.trust_forwarded.unwrap_or(false);
        let most = options.connections_per_address.or(file.connections_per_address);
        let most = within("connections_per_address", most, 1..=u32::MAX)?;
        let connections_per_address = match most {
            Some(most) => PerAddress::AtMost(usize::try_from(most).unwrap_or(usize::MAX)),
            None if trust_forwarded => PerAddress::Unlimited,
            None => PerAddress::Quarter,
        };
        Ok(Serving {
            data: Data::new(&options.data, &file)?,
            listen,
            demo: options.demo || file.demo.unwrap_or(false),
            trust_forwarded,
            connections_per_address,
            limits,
            shutdown_delay: Duration::from_secs(
                options.shutdown_delay.or(file.shutdown_delay).unwrap_or(0).into(),
            ),
            security_contact,
            metrics_listen: options.metrics_listen.or(file.metrics_listen),
            log: options
                .log
                .clone()
                .or(file.log)
                .unwrap_or_else(|| "info".to_owned()),
        })
    }
}

#[cfg(test)]
mod tests;
