//! What the mails say.

use carrel_mail::Mail;
use carrel_storage::users::UserRow;
use jiff::Timestamp;

use crate::core::context::Context;
use crate::core::settings::Settings;

/// A mail's words.
pub(crate) struct Text {
    subject: String,
    body: String,
}

impl Text {
    /// The mail with these words.
    pub(crate) fn to(self, address: &str, context: &Context, settings: &Settings) -> Mail {
        Mail {
            id: context.ids_for("mail").next(),
            to_address: address.to_owned(),
            from_name: settings.name.clone(),
            subject: self.subject,
            text: self.body,
            now: context.now,
        }
    }
}

/// A proof that mail arrives.
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

/// The way to a new password.
pub(crate) fn password_link(settings: &Settings, user: &UserRow, link: &str) -> Text {
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

/// The news of a new password, for the case that its owner did not choose it.
pub(crate) fn password_changed(settings: &Settings, user: &UserRow, at: Timestamp, site: &str) -> Text {
    let (library, name) = (&settings.name, &user.name);
    let at = at.to_zoned(settings.zone.clone()).strftime("%b %-d, %Y %H:%M");
    Text {
        subject: format!("Your password for {library} was changed"),
        body: format!(
            "Hello {name},\n\nthe password of your account at {library} was changed on {at}, and you were signed out \
             everywhere else.\n\nIf it was not you, ask for a new password at once:\n\n{site}/forgot-password\n"
        ),
    }
}
