//! The settings in force: name, zone, calendar, rules.

use std::sync::Arc;

use carrel_domain::calendar::{Calendar, Closure, parse_zone};
use carrel_domain::circulation::policy::{Case, Policies, PolicyName, PolicyRule, Terms};
use carrel_domain::language::Language;
use carrel_domain::money::Currency;
use carrel_domain::settings::{
    BookDataSettings, CatalogueSettings, Contact, PrivacySettings, SecuritySettings,
};
use carrel_storage::policies::PolicyRow;
use carrel_storage::settings::Everything;
use carrel_storage::{Connection, settings};
use jiff::tz::TimeZone;

use crate::core::error::{Error, Result};

/// The default name of a library.
pub const DEFAULT_NAME: &str = "Library Management System";

/// The settings in force.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub struct Settings {
    /// The version at which the stored settings were read.
    pub version: i64,
    pub name: String,
    /// The IANA name of the library's time zone.
    pub zone_name: String,
    pub zone: TimeZone,
    pub calendar: Calendar,
    pub policies: Policies,
    /// How amounts are written.
    pub currency: Currency,
    /// The language of visitors and people who have chosen none.
    pub language: Language,
    pub contact: Contact,
    /// Whether people may register.
    pub registration_open: bool,
    /// Whether the library is not set up yet.
    pub awaits_setup: bool,
    /// Whether this is the demo library with its published credentials.
    pub demo: bool,
    /// Whether the library can send mail.
    pub sends_mail: bool,
    pub security: SecuritySettings,
    pub privacy: PrivacySettings,
    /// What visitors may read of the catalogue.
    pub catalogue: CatalogueSettings,
    /// Where book data comes from.
    pub book_data: BookDataSettings,
}

/// The keys under which settings are stored.
pub mod key {
    pub const NAME: &str = "library_name";
    pub const TIME_ZONE: &str = "time_zone";
    /// Seven digits from Monday, 1 for closed.
    pub const CLOSED_WEEKDAYS: &str = "closed_weekdays";
    pub const DEMO: &str = "demo";
    /// The identity of the data: a server whose search index has another one rebuilds it.
    pub const DATA_ID: &str = "data_id";
    /// A code of ISO 4217.
    pub const CURRENCY: &str = "currency";
    /// A code of BCP 47.
    pub const LANGUAGE: &str = "language";
    pub const CONTACT_EMAIL: &str = "contact_email";
    pub const CONTACT_PHONE: &str = "contact_phone";
    pub const CONTACT_ADDRESS: &str = "contact_address";
    /// Set while registration is closed.
    pub const REGISTRATION: &str = "registration";
    /// The hash of the token for the set-up, until the library is set up.
    pub const SETUP_TOKEN_HASH: &str = "setup_token_hash";
    /// When the last backup was made, in milliseconds since 1970.
    pub const LAST_BACKUP_AT: &str = "last_backup_at";
    /// The result of the last check of all data, as JSON.
    pub const LAST_CHECK: &str = "last_check";
    /// The name of the key by which the secrets in the database are encrypted.
    pub const SECRETS_KEY: &str = "secrets_key";
    /// The mail server, as JSON; its password is encrypted.
    pub const MAIL: &str = "mail";
    /// The settings of security, as JSON.
    pub const SECURITY: &str = "security";
    /// The settings of privacy, as JSON.
    pub const PRIVACY: &str = "privacy";
    /// The settings of the open catalogue, as JSON.
    pub const CATALOGUE: &str = "catalogue";
    /// The settings of book data, as JSON.
    pub const BOOK_DATA: &str = "book_data";
}

impl Settings {
    /// The settings as this transaction sees them: `cached` if the database still has their version, which costs one
    /// point read, else read again. Several servers share a database, so the version is in the database.
    pub async fn current(cached: &Arc<Self>, connection: &mut Connection) -> Result<Arc<Self>> {
        let version = settings::version(connection).await?;
        Self::of_version(cached, &[(version,)], connection).await
    }

    /// [`Settings::current`] for a caller that has read the version already, by [`settings::asking_version`].
    pub async fn of_version(
        cached: &Arc<Self>,
        version: &[(i64,)],
        connection: &mut Connection,
    ) -> Result<Arc<Self>> {
        if version.first().map_or(0, |(version,)| *version) == cached.version {
            return Ok(Arc::clone(cached));
        }
        // Not cached: the transaction may have changed the settings itself, and may be rolled back.
        Settings::load(connection).await.map(Arc::new)
    }

    /// Reads the settings; missing ones have their defaults.
    pub async fn load(connection: &mut Connection) -> Result<Self> {
        // The version comes first: the settings that are read after it are at least as new.
        let version = settings::version(connection).await?;
        let Everything {
            settings: stored,
            closures: closed,
            policies,
        } = settings::everything(connection).await?;
        let get = |key: &str| {
            stored
                .iter()
                .find(|(stored, _)| stored == key)
                .map(|(_, value)| value.as_str())
        };
        let zone_name = get(key::TIME_ZONE).unwrap_or("UTC").to_owned();
        let zone = parse_zone(&zone_name)
            .ok_or_else(|| Error::Defect(format!("the library's time zone {zone_name} is not known")))?;
        let mut closed_weekdays = [false; 7];
        for (closed, digit) in closed_weekdays
            .iter_mut()
            .zip(get(key::CLOSED_WEEKDAYS).unwrap_or("").chars())
        {
            *closed = digit == '1';
        }
        let mut closures = Vec::new();
        for (date, name) in closed {
            let date = date
                .parse()
                .map_err(|error| Error::Defect(format!("closure {date}: {error}")))?;
            closures.push(Closure { date, name });
        }
        let policies = Policies::compile(policies.into_iter().filter_map(rule).collect());
        Ok(Settings {
            version,
            name: get(key::NAME).unwrap_or(DEFAULT_NAME).to_owned(),
            zone_name,
            zone,
            calendar: Calendar {
                closed_weekdays,
                closures,
            },
            policies,
            currency: get(key::CURRENCY)
                .and_then(|code| code.parse().ok())
                .unwrap_or_default(),
            language: get(key::LANGUAGE).and_then(Language::named).unwrap_or_default(),
            contact: Contact {
                email: get(key::CONTACT_EMAIL).map(str::to_owned),
                phone: get(key::CONTACT_PHONE).map(str::to_owned),
                address: get(key::CONTACT_ADDRESS).map(str::to_owned),
            },
            registration_open: get(key::REGISTRATION).is_none(),
            awaits_setup: get(key::SETUP_TOKEN_HASH).is_some(),
            demo: get(key::DEMO).is_some(),
            sends_mail: get(key::MAIL).is_some(),
            security: security(get(key::SECURITY))?,
            privacy: privacy(get(key::PRIVACY))?,
            catalogue: catalogue(get(key::CATALOGUE))?,
            book_data: book_data(get(key::BOOK_DATA))?,
        })
    }

    /// The terms for a patron category and an item type.
    pub fn terms(&self, patron_category: Option<&str>, item_type: Option<&str>) -> Terms {
        self.policies.terms(&Case {
            patron_category,
            item_type,
            branch: None,
        })
    }

    /// The loan length in days of a book without a period of its own, as shown in the catalogue.
    pub fn default_loan_days(&self) -> u16 {
        self.terms(None, None).loan_days
    }
}

/// The stored settings of security, or the default ones.
fn security(json: Option<&str>) -> Result<SecuritySettings> {
    json.map_or_else(
        || Ok(SecuritySettings::default()),
        |json| {
            serde_json::from_str(json)
                .map_err(|error| Error::Defect(format!("the settings of security cannot be read: {error}")))
        },
    )
}

/// The stored settings of privacy, or the default ones.
fn privacy(json: Option<&str>) -> Result<PrivacySettings> {
    let Some(json) = json else {
        return Ok(PrivacySettings::default());
    };
    serde_json::from_str(json)
        .map_err(|error| Error::Defect(format!("the settings of privacy cannot be read: {error}")))
}

/// The stored settings of the open catalogue, or the default ones.
fn catalogue(json: Option<&str>) -> Result<CatalogueSettings> {
    let Some(json) = json else {
        return Ok(CatalogueSettings::default());
    };
    serde_json::from_str(json).map_err(|error| {
        Error::Defect(format!(
            "the settings of the open catalogue cannot be read: {error}"
        ))
    })
}

/// The stored settings of book data, or the default ones.
fn book_data(json: Option<&str>) -> Result<BookDataSettings> {
    let Some(json) = json else {
        return Ok(BookDataSettings::default());
    };
    serde_json::from_str(json)
        .map_err(|error| Error::Defect(format!("the settings of book data cannot be read: {error}")))
}

/// A stored rule; a rule whose name this version does not know is ignored.
fn rule(row: PolicyRow) -> Option<PolicyRule> {
    Some(PolicyRule {
        id: row.id,
        name: row.name.parse::<PolicyName>().ok()?,
        patron_category: row.patron_category,
        item_type: row.item_type,
        branch: row.branch,
        value: row.value,
    })
}
