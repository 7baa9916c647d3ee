use carrel_domain::mail::{MailForm, MailSettings};
use carrel_operations::integrations::mail::MailStatus;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::words::MailSecurity;
use crate::input::Whole;

/// The mail server, and the state of the mail queue.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Mail)]
pub(crate) struct MailShape {
    /// Null when the library sends no mail.
    pub settings: Option<MailSettingsShape>,
    pub queue: MailQueue,
}

/// The library's mail server.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MailSettings)]
pub(crate) struct MailSettingsShape {
    pub host: String,
    pub port: u16,
    #[schema(value_type = MailSecurity)]
    pub security: &'static str,
    pub user: Option<String>,
    /// Whether a password is stored; it is never sent.
    pub has_password: bool,
    pub from_address: String,
    pub from_name: Option<String>,
    /// The address of this site: links in mails begin with it.
    pub site_address: String,
}

/// The state of the mail queue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MailQueue {
    pub waiting: i64,
    /// Mails that could not be sent in the last two weeks.
    pub given_up: i64,
    /// The error of the latest of them.
    pub problem: Option<String>,
}

impl MailSettingsShape {
    fn new(settings: MailSettings, has_password: bool) -> Self {
        MailSettingsShape {
            host: settings.host,
            port: settings.port,
            security: settings.security.as_str(),
            user: settings.user,
            has_password,
            from_address: settings.from_address,
            from_name: settings.from_name,
            site_address: settings.site_address,
        }
    }
}

impl From<MailStatus> for MailShape {
    fn from(status: MailStatus) -> Self {
        MailShape {
            settings: status
                .settings
                .map(|settings| MailSettingsShape::new(settings, status.has_password)),
            queue: MailQueue {
                waiting: status.waiting,
                given_up: status.given_up,
                problem: status.problem,
            },
        }
    }
}

/// New settings of the mail server.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MailSettingsForm {
    #[schema(required, nullable = false)]
    host: Option<String>,
    #[schema(required, nullable = false, value_type = i64)]
    port: Option<Whole>,
    #[schema(required, nullable = false, value_type = MailSecurity)]
    security: Option<String>,
    user: Option<String>,
    /// Absent or null keeps the stored password, empty deletes it.
    password: Option<String>,
    #[schema(required, nullable = false)]
    from_address: Option<String>,
    from_name: Option<String>,
    #[schema(required, nullable = false)]
    site_address: Option<String>,
}

impl From<MailSettingsForm> for MailForm {
    fn from(form: MailSettingsForm) -> Self {
        MailForm {
            host: form.host,
            port: form.port.map(|port| port.0),
            security: form.security,
            user: form.user,
            password: form.password,
            from_address: form.from_address,
            from_name: form.from_name,
            site_address: form.site_address,
        }
    }
}

/// A test mail that was sent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TestMail {
    /// The address that it was sent to.
    pub sent_to: String,
}
