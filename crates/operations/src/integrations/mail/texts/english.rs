//! The mails in English.

use super::message::{Message, Text};

/// The text of a mail. `at` is when it happened, as a reader of English writes it.
pub(super) fn text(message: Message<'_>, library: &str, at: &str) -> Text {
    match message {
        Message::Test => test(library),
        Message::PasswordLink { link } => password_link(library, link),
        Message::PasswordChanged { site } => password_changed(library, at, site),
        Message::Registration { link } => registration(library, link),
        Message::AccountExists { site } => account_exists(library, site),
        Message::ConfirmEmail { link } => confirm_email(library, link),
        Message::EmailChanged { undo: Some(undo) } => email_changed(library, at, undo),
        Message::EmailChanged { undo: None } => email_changed_by_staff(library, at),
        Message::SecondFactorAdded { site } => second_factor_added(library, at, site),
        Message::SecondFactorRemoved { site } => second_factor_removed(library, at, site),
        Message::SecondFactorsReset { site } => second_factors_reset(library, at, site),
        Message::RecoveryCodesMade { site } => recovery_codes_made(library, at, site),
        Message::RecoveryCodeUsed { site } => recovery_code_used(library, at, site),
    }
}

/// A test mail.
fn test(library: &str) -> Text {
    Text {
        subject: format!("Test mail from {library}"),
        body: format!(
            "This mail was sent from the settings of {library}.\n\nYou can read this mail, so the mail server works.\n"
        ),
    }
}

/// A link for a new password.
///
/// No mail has the name of its recipient: a stranger may have registered the address, with a name that is an advertisement.
fn password_link(library: &str, link: &str) -> Text {
    Text {
        subject: format!("A new password for {library}"),
        body: format!(
            "Hello,\n\nSomebody, most likely you, asked for a new password for your account at {library}.\n\
             Choose it here within one hour:\n\n{link}\n\nThe link works once. If it was not you, do nothing: your \
             password stays as it is.\n"
        ),
    }
}

/// The notification of a new password, in case its owner did not choose it.
fn password_changed(library: &str, at: &str, site: &str) -> Text {
    Text {
        subject: format!("Your password for {library} was changed"),
        body: format!(
            "Hello,\n\nThe password of your account at {library} was changed on {at}, and you were signed out \
             everywhere else.\n\nIf it was not you, ask for a new password at once:\n\n{site}/forgot-password\n"
        ),
    }
}

/// A link that completes a registration.
fn registration(library: &str, link: &str) -> Text {
    Text {
        subject: format!("Confirm your email address for {library}"),
        body: format!(
            "Hello,\n\nSomebody, most likely you, has registered this email address at {library}.\n\
             Complete the registration here within 24 hours:\n\n{link}\n\nThe link works once, and asks for the password that \
             you chose. If it was not you, do nothing: there will be no account.\n"
        ),
    }
}

/// The answer to a registration, or to a change of an address, for the owner of an account that has the address already.
fn account_exists(library: &str, site: &str) -> Text {
    Text {
        subject: format!("You already have an account at {library}"),
        body: format!(
            "Hello,\n\nSomebody, most likely you, tried to register this email address at {library}, or to move another \
             account to it. You already have an account with it.\n\nSign in:\n\n{site}/login\n\nIf you have forgotten the \
             password:\n\n{site}/forgot-password\n\nIf it was not you, do nothing: your account is unchanged.\n"
        ),
    }
}

/// A link that confirms the new e-mail address of an account.
fn confirm_email(library: &str, link: &str) -> Text {
    Text {
        subject: format!("Confirm your email address for {library}"),
        body: format!(
            "Hello,\n\nSomebody, most likely you, wants to use this email address for an account at {library}.\n\
             Confirm it here within 24 hours:\n\n{link}\n\nThe link works once, while you are signed in. If it was not \
             you, do nothing: the account keeps its old address.\n"
        ),
    }
}

/// The notification of a new e-mail address, for the owner of the old one, with a link that undoes the change.
fn email_changed(library: &str, at: &str, undo: &str) -> Text {
    Text {
        subject: email_changed_subject(library),
        body: format!(
            "Hello,\n\nThe email address of your account at {library} was changed on {at}. From now on the library \
             writes to the new address.\n\nIf it was not you, undo the change within 7 days:\n\n{undo}\n\nThe link works \
             once. It restores this address, signs the account out everywhere, and lets you choose a new password.\n"
        ),
    }
}

/// The same for a change by staff, or one that cannot be undone by a link any more.
fn email_changed_by_staff(library: &str, at: &str) -> Text {
    Text {
        subject: email_changed_subject(library),
        body: format!(
            "Hello,\n\nThe email address of your account at {library} was changed on {at}. From now on the library \
             writes to the new address.\n\nIf you did not expect this, ask the staff of the library for help at once.\n"
        ),
    }
}

fn email_changed_subject(library: &str) -> String {
    format!("Your email address for {library} was changed")
}

/// The notification of a new second factor.
fn second_factor_added(library: &str, at: &str, site: &str) -> Text {
    let subject = format!("A second sign-in step was added at {library}");
    let what = format!(
        "A second sign-in step was added to your account at {library} on {at}. From now on a sign-in asks for it after the \
         password."
    );
    second_factor(subject, &what, site)
}

/// The notification that a second factor was removed.
fn second_factor_removed(library: &str, at: &str, site: &str) -> Text {
    let subject = format!("A second sign-in step was removed at {library}");
    let what = format!("A second sign-in step was removed from your account at {library} on {at}.");
    second_factor(subject, &what, site)
}

/// The notification that the library removed all second factors.
fn second_factors_reset(library: &str, at: &str, site: &str) -> Text {
    let subject = format!("Your second sign-in steps at {library} were removed");
    let what = format!(
        "The staff of {library} removed all second sign-in steps of your account on {at}, and you were signed out everywhere. \
         A sign-in needs only the password until you add a second step again."
    );
    second_factor(subject, &what, site)
}

/// The notification of new recovery codes.
fn recovery_codes_made(library: &str, at: &str, site: &str) -> Text {
    let subject = format!("New recovery codes for {library}");
    let what = format!(
        "New recovery codes were made for your account at {library} on {at}. The old ones no longer work."
    );
    second_factor(subject, &what, site)
}

/// The notification that a recovery code was used.
fn recovery_code_used(library: &str, at: &str, site: &str) -> Text {
    let subject = format!("A recovery code was used at {library}");
    let what = format!("One of your recovery codes for {library} was used on {at}. It no longer works.");
    second_factor(subject, &what, site)
}

fn second_factor(subject: String, what: &str, site: &str) -> Text {
    Text {
        subject,
        body: format!(
            "Hello,\n\n{what}\n\nIf it was not you, choose a new password at once, and check your second sign-in \
             steps on your profile:\n\n{site}/forgot-password\n{site}/profile\n"
        ),
    }
}
