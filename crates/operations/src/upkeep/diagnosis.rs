//! The state of a library's database, read without changing it, for any schema.

use std::time::Duration;

use carrel_domain::mail::MailSettings;
use carrel_domain::mail_hosts::MailHosts;
use carrel_storage::check::{self, Violation};
use carrel_storage::{Connection, Database, diagnosis, migrations, settings, users};

use crate::core::error::Result;
use crate::core::key_file::{self, KeyFile};
use crate::core::settings::key;
use crate::integrations::mail::settings::{load as load_mail_server, opened};
use crate::upkeep::check::{LastCheck, last as last_check};

/// The timeout of the mail server.
const TIMEOUT: Duration = Duration::from_secs(8);

/// The state of a library's database.
#[derive(Debug, Clone)]
pub struct Diagnosis {
    pub engine: &'static str,
    /// The number of its last migration; 0 when it is empty.
    pub schema: i64,
    /// The reason why this version refuses the schema.
    pub refusal: Option<String>,
    /// The reason why the database accepts no writes.
    pub unwritable: Option<String>,
    /// Damage to the database, lost references, and violated invariants of data of the newest schema.
    pub violations: Vec<Violation>,
    /// Whether commits are on the disk when they are acknowledged.
    pub is_durable: bool,
    /// The number of administrators. This and the following fields are read only from a database of the newest schema.
    pub administrators: i64,
    /// The name of the library's time zone.
    pub zone: String,
    /// The instant of the newest entry of the audit log, in milliseconds.
    pub newest_entry_at: Option<i64>,
    /// When the last backup was made, in milliseconds.
    pub last_backup_at: Option<i64>,
    /// The result of the last check that a server or `carrel check` has made.
    pub last_check: Option<LastCheck>,
    /// The name of the key by which the secrets in the database are encrypted, if there are any.
    pub secrets_key: Option<String>,
    /// The mail server, when the library has one.
    pub mail: Option<MailServer>,
}

/// The state of the library's mail server.
#[derive(Debug, Clone)]
pub struct MailServer {
    pub host: String,
    pub port: u16,
    /// The reason why it accepts no mail.
    pub problem: Option<String>,
}

/// Examines a database, and checks whether the mail server of its settings responds.
pub async fn diagnose(database: &Database, mail_hosts: &MailHosts, keys: &KeyFile) -> Result<Diagnosis> {
    let unwritable = database
        .check_writable()
        .await
        .err()
        .map(|error| error.to_string());
    let (mut found, server) = database
        .read_long(database.engine(), |connection, engine| {
            Box::pin(look(connection, engine))
        })
        .await?;
    found.unwritable = unwritable;
    if let Some(server) = server {
        let (host, port) = (server.host.clone(), server.port);
        let problem = match opened(keys, server) {
            Ok(server) => {
                let problem = carrel_mail::reach(&server, mail_hosts, TIMEOUT).await.err();
                problem.map(|problem| problem.for_operator())
            }
            Err(error) => Some(error.to_string()),
        };
        found.mail = Some(MailServer { host, port, problem });
    }
    Ok(found)
}

async fn look(
    connection: &mut Connection,
    engine: &'static str,
) -> Result<(Diagnosis, Option<MailSettings>)> {
    let verified = migrations::verified(connection).await;
    let mut found = Diagnosis {
        engine,
        schema: migrations::number(connection).await?,
        refusal: verified.err().map(|error| error.to_string()),
        unwritable: None,
        violations: Vec::new(),
        is_durable: diagnosis::is_durable(connection).await?,
        administrators: 0,
        zone: "UTC".to_owned(),
        newest_entry_at: None,
        last_backup_at: None,
        last_check: None,
        secrets_key: None,
        mail: None,
    };
    if found.schema != migrations::newest() || found.refusal.is_some() {
        found.violations = check::structure(connection).await?;
        return Ok((found, None));
    }
    found.violations = check::violations(connection).await?;
    found.last_check = last_check(connection).await?;
    found.secrets_key = key_file::current(connection).await?;
    found.administrators = users::count_active_administrators(connection).await?;
    found.newest_entry_at = diagnosis::newest_entry_at(connection).await?;
    for (name, value) in settings::all(connection).await? {
        match name.as_str() {
            key::TIME_ZONE => found.zone = value,
            key::LAST_BACKUP_AT => found.last_backup_at = value.parse().ok(),
            _ => {}
        }
    }
    Ok((found, load_mail_server(connection).await?))
}
