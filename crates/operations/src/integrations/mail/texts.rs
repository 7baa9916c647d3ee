//! The texts of the mails.

use carrel_domain::identity::hexadecimal;
use carrel_domain::users::User;
use carrel_mail::Mail;
use jiff::Timestamp;

use crate::core::context::Context;
use crate::core::settings::Settings;

/// The text of a mail.
pub(crate) struct Text {
    subject: String,
    body: String,
}

impl Text {
    /// The mail with this text.
    pub(crate) fn to(self, address: &str, context: &Context, settings: &Settings) -> Mail {
        Mail {
            id: hexadecimal(&context.secret::<16>("mail")),
            to_address: address.to_owned(),
            from_name: settings.name.clone(),
            subject: self.subject,
            text: self.body,
            now: context.now,
        }
    }
}

/// A test mail.
pub(crate) fn test(settings: &Settings) -> Text {
    let library = &settings.name;
    Text {
        subject: format!("Test mail from {library}"),
        body: format!(
            "This mail was sent from the settings of {library}.\n\nThat you read it says that its mail server is set up \
             right.\n"
        ),
    }
}

/// A link for a new password.
pub(crate) fn password_link(settings: &Settings, user: &User, link: &str) -> Text {
    let (library, name) = (&settings.name, &user.name);
    Text {
        subject: format!("A new password for {library}"),
        body: format!(
            "Hello {name},\n\nsomebody, most likely you, asked for a new password for your account at {library}.\n\
             Choose it here within one hour:\n\n{link}\n\nThe link works once. If it was not you, do nothing: your \
             password stays as it is.\n"
        ),
    }
}

/// The notification of a new password, in case its owner did not choose it.
pub(crate) fn password_changed(settings: &Settings, name: Option<&str>, at: Timestamp, site: &str) -> Text {
    let (library, hello, at) = (&settings.name, greeting(name), shown(at, settings));
    Text {
        subject: format!("Your password for {library} was changed"),
        body: format!(
            "{hello}\n\nthe password of your account at {library} was changed on {at}, and you were signed out \
             everywhere else.\n\nIf it was not you, ask for a new password at once:\n\n{site}/forgot-password\n"
        ),
    }
}

/// The notification of a new e-mail address, for the owner of the old one.
pub(crate) fn email_changed(settings: &Settings, name: Option<&str>, at: Timestamp) -> Text {
    let (library, hello, at) = (&settings.name, greeting(name), shown(at, settings));
    Text {
        subject: format!("Your e-mail address for {library} was changed"),
        body: format!(
            "{hello}\n\nthe e-mail address of your account at {library} was changed on {at}. From now on the library \
             writes to the new address.\n\nIf it was not you, ask the staff of the library for help at once.\n"
        ),
    }
}

/// The greeting, with a name if an account still has the address.
fn greeting(name: Option<&str>) -> String {
    name.map_or_else(|| "Hello,".to_owned(), |name| format!("Hello {name},"))
}

/// An instant in the library's zone, such as `Nov 22, 2026 14:05`.
fn shown(at: Timestamp, settings: &Settings) -> String {
    let at = at.to_zoned(settings.zone.clone());
    at.strftime("%b %-d, %Y %H:%M").to_string()
}
