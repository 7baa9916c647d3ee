//! A message, and the text of a mail about it.

use carrel_domain::identity::hexadecimal;
use carrel_mail::Mail;

use crate::core::context::Context;
use crate::core::settings::Settings;

/// The text of a mail.
pub(crate) struct Text {
    pub(super) subject: String,
    pub(super) body: String,
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

/// The subject matter of a mail. `site` is the address of the web app.
///
/// No mail has the name of its recipient: a stranger may have registered the address, with a name that is an advertisement.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Message<'a> {
    /// The mail server works.
    Test,
    /// A link for a new password.
    PasswordLink { link: &'a str },
    /// The password was changed, in case its owner did not do it.
    PasswordChanged { site: &'a str },
    /// A link that completes a registration.
    Registration { link: &'a str },
    /// The answer to a registration, or to a change of an address, for the owner of an account that has the address already.
    AccountExists { site: &'a str },
    /// A link that confirms the new e-mail address of an account.
    ConfirmEmail { link: &'a str },
    /// A new e-mail address, for the owner of the old one, with a link that undoes the change. A change by staff, or one that
    /// cannot be undone any more, has no link.
    EmailChanged { undo: Option<&'a str> },
    /// A second factor was added.
    SecondFactorAdded { site: &'a str },
    /// A second factor was removed.
    SecondFactorRemoved { site: &'a str },
    /// The library removed all second factors.
    SecondFactorsReset { site: &'a str },
    /// New recovery codes were made.
    RecoveryCodesMade { site: &'a str },
    /// A recovery code was used.
    RecoveryCodeUsed { site: &'a str },
}
