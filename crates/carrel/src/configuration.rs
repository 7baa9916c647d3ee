//! Configuration: flags override the environment, which overrides a TOML file, which overrides defaults.

use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

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
mod tests {
    use std::path::{Path, PathBuf};

    use carrel_storage::engine::Options;
    use clap::Parser as _;

    use super::{Data, MailHosts, PerAddress, Serving};
    use crate::command::{Command, CommandLine};

    fn serve(arguments: &[&str]) -> Result<Serving, super::Mistake> {
        let line = ["carrel", "serve"].iter().chain(arguments);
        let Command::Serve(options) = CommandLine::try_parse_from(line).unwrap().command else {
            panic!("not serve")
        };
        Serving::load(&options)
    }

    #[test]
    fn defaults_are_the_embedded_engine_on_the_loopback() {
        let serving = serve(&[]).unwrap();
        assert_eq!(serving.listen.to_string(), "127.0.0.1:8080");
        assert!(
            matches!(serving.data.database, Options::Sqlite { path } if path.as_os_str() == "data/carrel.sqlite")
        );
        assert!(!serving.demo && !serving.trust_forwarded);
        assert_eq!(serving.limits.guesses.of_origin.free, 5);
    }

    #[test]
    fn webhook_hosts_are_validated() {
        let hosts = |arguments: &[&str]| {
            let hosts = serve(arguments).map(|serving| serving.limits.webhook_hosts);
            hosts.map(|hosts| hosts.iter().map(ToString::to_string).collect::<Vec<_>>())
        };
        assert_eq!(hosts(&[]).unwrap(), [] as [&str; 0]);
        let listed = hosts(&["--webhook-hosts", "hooks.example.org,127.0.0.1:9000"]).unwrap();
        assert_eq!(listed, ["hooks.example.org", "127.0.0.1:9000"]);
        let mistake = hosts(&["--webhook-hosts", "https://hooks.example.org/"]).unwrap_err();
        assert_eq!(
            mistake.to_string(),
            "webhook_hosts: \"https://hooks.example.org/\" is not a host such as hooks.example.org or 127.0.0.1:9000"
        );
    }

    #[test]
    fn mail_servers_are_those_of_the_internet_or_those_of_a_list() {
        let hosts = |arguments: &[&str]| serve(arguments).map(|serving| serving.limits.mail_hosts);
        assert_eq!(hosts(&[]).unwrap(), MailHosts::Public);
        let listed = vec![
            "mail.school.example".parse().unwrap(),
            "10.0.0.5:25".parse().unwrap(),
        ];
        assert_eq!(
            hosts(&["--mail-hosts", "mail.school.example,10.0.0.5:25"]).unwrap(),
            MailHosts::Listed(listed)
        );
        let mistake = hosts(&["--mail-hosts", "smtp://mail.school.example"]).unwrap_err();
        assert!(mistake.to_string().starts_with("mail_hosts: "), "{mistake}");
    }

    #[test]
    fn flags_win_over_the_file_and_the_file_over_defaults() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("carrel.toml");
        std::fs::write(
            &file,
            "listen = \"127.0.0.1:9000\"\ndata_dir = \"elsewhere\"\nregistrations_per_address = 7\n",
        )
        .unwrap();
        let file = file.to_str().unwrap();
        let serving = serve(&["--config", file]).unwrap();
        assert_eq!(serving.listen.to_string(), "127.0.0.1:9000");
        assert_eq!(serving.data.dir, PathBuf::from("elsewhere"));
        assert_eq!(serving.limits.registrations_by_address.max, 7);
        let serving = serve(&[
            "--config",
            file,
            "--listen",
            "127.0.0.1:9001",
            "--data-dir",
            "here",
        ])
        .unwrap();
        assert_eq!(serving.listen.to_string(), "127.0.0.1:9001");
        assert_eq!(serving.data.dir, PathBuf::from("here"));
    }

    #[test]
    fn session_lengths_are_configurable() {
        let lasts = |arguments: &[&str]| {
            serve(arguments).map(|serving| {
                (
                    serving.limits.session_seconds,
                    serving.limits.remembered_session_seconds,
                )
            })
        };
        assert_eq!(lasts(&[]).unwrap(), (12 * 3600, 30 * 86_400));
        let flags = ["--session-hours", "2", "--remembered-session-days", "7"];
        assert_eq!(lasts(&flags).unwrap(), (7200, 7 * 86_400));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("carrel.toml");
        for (text, outcome) in [
            ("session_hours = 1", Some((3600, 30 * 86_400))),
            ("remembered_session_days = 365", Some((12 * 3600, 365 * 86_400))),
            ("session_hours = 0", None),
            ("remembered_session_days = 366", None),
        ] {
            std::fs::write(&file, text).unwrap();
            assert_eq!(
                lasts(&["--config", file.to_str().unwrap()]).ok(),
                outcome,
                "{text}"
            );
        }
    }

    #[test]
    fn a_proxy_has_any_number_of_connections_unless_a_flag_says_otherwise() {
        let of = |arguments: &[&str]| serve(arguments).unwrap().connections_per_address;
        assert_eq!(of(&[]), PerAddress::Quarter);
        assert_eq!(of(&["--trust-forwarded"]), PerAddress::Unlimited);
        let flags = ["--trust-forwarded", "--connections-per-address", "9"];
        assert_eq!(of(&flags), PerAddress::AtMost(9));
    }

    #[test]
    fn one_connection_to_the_database_is_too_few() {
        let connections = |number: &str| {
            let flags = ["--database-url", "postgres://x", "--database-connections", number];
            serve(&flags).map(|serving| match serving.data.database {
                Options::Postgres { connections, .. } => connections,
                Options::Sqlite { .. } => 0,
            })
        };
        assert_eq!(connections("2").unwrap(), 2);
        let mistake = connections("1").unwrap_err().to_string();
        assert_eq!(mistake, "database_connections must be from 2 to 1000, not 1");
    }

    #[test]
    fn an_unknown_name_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("carrel.toml");
        std::fs::write(&file, "lisen = \"127.0.0.1:9000\"\n").unwrap();
        let mistake = serve(&["--config", file.to_str().unwrap()])
            .unwrap_err()
            .to_string();
        assert!(mistake.contains("lisen"), "{mistake}");
        assert!(serve(&["--config", "/no/such/file"]).is_err());
    }

    #[test]
    fn the_key_file_is_beside_the_data_folder() {
        let key_file = |arguments: &[&str]| serve(arguments).unwrap().data.key_file;
        let here = std::env::current_dir().unwrap();
        assert_eq!(key_file(&[]), here.join("data.key"));
        assert_eq!(
            key_file(&["--data-dir", "/var/lib/carrel/"]),
            Path::new("/var/lib/carrel.key")
        );
        assert_eq!(
            key_file(&["--data-dir", "."]),
            here.with_file_name({
                let mut name = here.file_name().unwrap().to_owned();
                name.push(".key");
                name
            })
        );
        assert_eq!(
            key_file(&["--key-file", "/etc/carrel/key"]),
            Path::new("/etc/carrel/key")
        );
    }

    #[test]
    fn a_url_means_postgresql() {
        let Command::Check(options) =
            CommandLine::try_parse_from(["carrel", "check", "--database-url", "postgres://x@localhost/y"])
                .unwrap()
                .command
        else {
            panic!("not check")
        };
        let data = Data::load(&options).unwrap();
        assert!(matches!(data.database, Options::Postgres { connections: 16, .. }));
    }
}
