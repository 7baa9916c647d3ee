//! Converts the errors of use cases to failures.

use std::borrow::Cow;

use axum::http::StatusCode;
use carrel_domain::catalogue::merge::undo::MergeUndoRefusal;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::circulation::refusal::Refusal;
use carrel_domain::circulation::undo::UndoRefusal;
use carrel_operations::{Conflict, Error, Noun};
use serde_json::{Value, json};

use super::field_failure::{Values, values_of};
use super::refusals::{Action, Reader, copy_state_words};
use super::{Failure, RefusalBody, internal};
use crate::codes::Code;

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::NotSignedIn => Failure::not_signed_in(),
            Error::NotAllowed => Failure::new(
                StatusCode::FORBIDDEN,
                Code::NotAllowed,
                "You do not have permission to perform this action.",
            ),
            Error::MissingScope(scope) => Failure::new(
                StatusCode::FORBIDDEN,
                Code::MissingScope,
                format!("This access token needs the scope {}", scope.as_str()),
            )
            .with_values(values_of(json!({ "scope": scope.as_str() }))),
            Error::SessionNeeded => Failure::new(
                StatusCode::FORBIDDEN,
                Code::SessionNeeded,
                "Access tokens cannot do this. Please sign in.",
            ),
            Error::ConfirmationNeeded => Failure::new(
                StatusCode::FORBIDDEN,
                Code::ConfirmationNeeded,
                "Please confirm your identity first",
            ),
            Error::SecondFactorNeeded => Failure::new(
                StatusCode::FORBIDDEN,
                Code::SecondFactorNeeded,
                "This library requires a second sign-in step for staff. Please add one to your account.",
            ),
            Error::SecondStepNeeded(step) => Failure::new(
                StatusCode::UNAUTHORIZED,
                Code::SecondStepNeeded,
                "Enter the code of your authenticator app to finish signing in",
            )
            .with_second_step(*step),
            Error::WrongCredentials => Failure::new(
                StatusCode::UNAUTHORIZED,
                Code::WrongCredentials,
                "Invalid email or password",
            ),
            Error::AccountInactive => Failure::new(
                StatusCode::FORBIDDEN,
                Code::AccountInactive,
                "Your account is inactive. Please contact the library.",
            ),
            Error::NotFound(noun) => not_found(noun),
            Error::Invalid(errors) => {
                let message = errors
                    .first()
                    .map_or("The input is not valid", |error| error.message);
                Failure::new(StatusCode::UNPROCESSABLE_ENTITY, Code::Validation, message).with_errors(
                    errors
                        .iter()
                        .map(|error| (error.field.to_owned(), error.message.to_owned())),
                )
            }
            Error::InvalidForm(errors) => {
                let errors = errors.into_errors();
                let first = errors.first().map(|error| error.message.clone());
                let message = first.unwrap_or_else(|| "The input is not valid".to_owned());
                Failure::new(StatusCode::UNPROCESSABLE_ENTITY, Code::Validation, message)
                    .with_errors(errors.into_iter().map(|error| (error.field, error.message)))
            }
            Error::Conflict(conflict) => conflict_failure(&conflict),
            Error::Refused(refusals) => refused(&refusals, Action::Borrow, Reader::Borrower),
            Error::KeyReused => Failure::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                Code::IdempotencyKeyReused,
                "This Idempotency-Key was used for another call",
            ),
            Error::StoredResponseUnreadable => Failure::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                Code::StoredResponseUnreadable,
                "This call took effect when it was first sent. Its response is no longer available; load the data again",
            ),
            Error::Throttled { retry_after_seconds } => Failure::new(
                StatusCode::TOO_MANY_REQUESTS,
                Code::TooManyAttempts,
                format!(
                    "Too many attempts. Please try again in {}.",
                    time_words(retry_after_seconds)
                ),
            )
            .with_values(values_of(json!({
                // In minutes, rounded up.
                "count": retry_after_seconds.div_ceil(60), "seconds": retry_after_seconds,
            })))
            .retry_after(retry_after_seconds),
            Error::TooManyStreams { limit } => Failure::new(
                StatusCode::TOO_MANY_REQUESTS,
                Code::TooManyStreams,
                format!(
                    "You have {limit} streams of live changes open. Close one of them, or try again in a minute."
                ),
            )
            .retry_after(60),
            Error::Storage(error) => storage_failure(&error),
            Error::Search(error) => {
                tracing::error!(%error, "search failed");
                internal()
            }
            Error::IndexNotBuilt => Failure::new(
                StatusCode::SERVICE_UNAVAILABLE,
                Code::SearchIndexNotBuilt,
                "The catalogue is being prepared for searches. Please try again in a moment.",
            )
            .retry_after(5),
            Error::Key(error) => {
                tracing::error!(%error, "a secret cannot be encrypted or decrypted");
                Failure::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    Code::KeyFileUnusable,
                    "This server cannot encrypt or decrypt stored passwords. Please ask the operator of the server, \
                     whose log says why.",
                )
                .retry_after(60)
            }
            Error::Defect(error) => {
                tracing::error!(error, "defect");
                internal()
            }
        }
    }
}

/// A time to wait, in seconds up to a minute and a half and otherwise in whole minutes, rounded up.
fn time_words(seconds: u32) -> String {
    let (count, unit) = if seconds <= 90 {
        (seconds, "second")
    } else {
        (seconds.div_ceil(60), "minute")
    };
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural}")
}

impl Failure {
    /// The failure of an action that a refusal may stop, worded for the action and for the reader.
    pub(crate) fn of_action(error: Error, action: Action, reader: Reader) -> Self {
        match error {
            Error::Refused(refusals) => refused(&refusals, action, reader),
            other => other.into(),
        }
    }
}

fn not_found(noun: Noun) -> Failure {
    let (code, message) = match noun {
        Noun::Book => (Code::BookNotFound, "Book not found"),
        Noun::Copy => (Code::CopyNotFound, "Copy not found"),
        Noun::Barcode => (Code::UnknownBarcode, "No copy has this barcode"),
        Noun::Patron => (Code::UnknownUser, "No person has this card or student ID"),
        Noun::Borrowing => (Code::BorrowingNotFound, "Borrowing not found"),
        Noun::Charge => (Code::ChargeNotFound, "Charge not found"),
        Noun::Review => (Code::ReviewNotFound, "Review not found"),
        Noun::User => (Code::UserNotFound, "User not found"),
        Noun::Page => (Code::PageNotFound, "Page not found"),
        Noun::SetupLink => (
            Code::SetupLinkNotFound,
            "This link has expired or was already used",
        ),
        Noun::Webhook => (Code::WebhookNotFound, "Webhook not found"),
        Noun::Delivery => (Code::WebhookDeliveryNotFound, "Delivery not found"),
        Noun::SavedSearch => (Code::SavedSearchNotFound, "Saved search not found"),
        Noun::AccessToken => (Code::AccessTokenNotFound, "Access token not found"),
        Noun::Passkey => (Code::PasskeyNotFound, "Passkey not found"),
        Noun::Session => (Code::SessionNotFound, "Session not found"),
        Noun::Role => (Code::RoleNotFound, "Role not found"),
        Noun::BulkEdit => (Code::BulkEditNotFound, "Bulk edit not found"),
        Noun::DuplicateGroup => (
            Code::DuplicateGroupNotFound,
            "These books are no longer listed as possible duplicates",
        ),
        Noun::Merge => (Code::MergeNotFound, "Merge not found"),
        Noun::Import => (Code::ImportNotFound, "Import not found"),
        Noun::Cover => (Code::CoverNotFound, "Cover not found"),
        Noun::File => (Code::FileNotFound, "The file of this import was removed"),
        Noun::EmailChange => (Code::EmailChangeNotFound, "Email change not found"),
    };
    Failure::new(StatusCode::NOT_FOUND, code, message)
}

fn refused(refusals: &[Refusal], action: Action, reader: Reader) -> Failure {
    let reasons: Vec<RefusalBody> = refusals
        .iter()
        .map(|refusal| RefusalBody::new(refusal, action, reader))
        .collect();
    let code = reasons.first().map_or(Code::Refused, |first| first.code);
    let message = reasons.first().map_or("This is refused", |first| &first.message);
    let values = reasons.first().map(|first| first.values.clone());
    Failure::new(StatusCode::CONFLICT, code, message)
        .with_values(values.unwrap_or_default())
        .with_refusals(reasons)
}

fn conflict_failure(conflict: &Conflict) -> Failure {
    let failure = Failure::new(
        StatusCode::CONFLICT,
        conflict_code(conflict),
        conflict_message(conflict),
    )
    .with_values(conflict_values(conflict));
    match conflict {
        Conflict::BookChanged { fields } => failure.with_errors(fields.iter().map(|(field, value)| {
            let words = match value {
                Value::Null => "Someone else removed this in the meantime".to_owned(),
                Value::String(text) => format!("Someone else changed this to “{text}” in the meantime"),
                other => format!("Someone else changed this to {other} in the meantime"),
            };
            (field.clone(), words)
        })),
        _ => failure,
    }
}

/// The data of a conflict, by name.
fn conflict_values(conflict: &Conflict) -> Values {
    let values = match conflict {
        Conflict::BookHasOpenBorrowings { count } => json!({ "count": count }),
        Conflict::CopyNotInCirculation { state }
        | Conflict::CopyNotWithdrawable { state }
        | Conflict::CopyNotMovable { state } => json!({ "state": state }),
        Conflict::TooManyFavorites { limit } => json!({ "limit": limit }),
        Conflict::TooManySavedSearches { limit } => json!({ "limit": limit }),
        Conflict::MergeBlocked { people } | Conflict::RoleInUse { people } => json!({ "count": people }),
        Conflict::KindInUse { name } | Conflict::SearchSaved { name } => json!({ "name": name }),
        Conflict::ImportState { state } => json!({ "state": state }),
        Conflict::BulkEditState { state } => json!({ "state": state }),
        Conflict::OtherBooksChosen { books } => json!({ "books": books }),
        _ => Value::Null,
    };
    values_of(values)
}

fn conflict_code(conflict: &Conflict) -> Code {
    match conflict {
        Conflict::EmailTaken => Code::EmailTaken,
        Conflict::StudentIdTaken => Code::StudentIdTaken,
        Conflict::LastAdministrator => Code::LastAdministrator,
        Conflict::BookHasOpenBorrowings { .. } => Code::BookHasOpenBorrowings,
        Conflict::BookChanged { .. } => Code::BookChanged,
        Conflict::BookArchived => Code::BookArchived,
        Conflict::BookMerged => Code::BookMerged,
        Conflict::MergeBlocked { .. } => Code::MergeBlocked,
        Conflict::MergeNotUndone(MergeUndoRefusal::Undone) => Code::MergeUndone,
        Conflict::MergeNotUndone(MergeUndoRefusal::TooOld) => Code::MergeTooOld,
        Conflict::MergeNotUndone(MergeUndoRefusal::KeptMerged) => Code::KeptBookMerged,
        Conflict::MergeNotUndone(MergeUndoRefusal::MergedLater) => Code::MergedLater,
        Conflict::BookNotArchived => Code::BookNotArchived,
        Conflict::CopyOnLoan => Code::CopyOnLoan,
        Conflict::CopyNotInCirculation { .. } => Code::CopyNotInCirculation,
        Conflict::CopyNotWithdrawable { state } | Conflict::CopyNotMovable { state } => {
            Code::from(&Refusal::CopyNotAvailable { state: *state })
        }
        Conflict::CopyWithdrawn => Code::CopyWithdrawn,
        Conflict::AlreadyReturned => Code::AlreadyReturned,
        Conflict::NotReturned => Code::NotReturned,
        Conflict::NotUndone(UndoRefusal::TooLate) => Code::UndoTooLate,
        Conflict::NotUndone(UndoRefusal::NotYours) => Code::UndoNotYours,
        Conflict::NotUndone(UndoRefusal::Overtaken) => Code::UndoOvertaken,
        Conflict::TooManyFavorites { .. } => Code::TooManyFavorites,
        Conflict::SearchSaved { .. } => Code::SearchSaved,
        Conflict::TooManySavedSearches { .. } => Code::TooManySavedSearches,
        Conflict::NeverBorrowed => Code::NeverBorrowed,
        Conflict::TooManyWebhooks => Code::TooManyWebhooks,
        Conflict::ImportState { .. } => Code::ImportState,
        Conflict::BulkEditState { .. } => Code::BulkEditState,
        Conflict::OtherBooksChosen { .. } => Code::OtherBooksChosen,
        Conflict::TooManyRoles => Code::TooManyRoles,
        Conflict::RoleNameTaken => Code::RoleNameTaken,
        Conflict::RoleFixed => Code::RoleFixed,
        Conflict::RoleInUse { .. } => Code::RoleInUse,
        Conflict::ChallengeExpired => Code::ChallengeExpired,
        Conflict::AuthenticatorExists => Code::AuthenticatorExists,
        Conflict::AuthenticatorMissing => Code::AuthenticatorMissing,
        Conflict::NoSecondFactor => Code::NoSecondFactor,
        Conflict::UserWithoutSecondFactor => Code::UserWithoutSecondFactor,
        Conflict::SiteWithoutName => Code::SiteWithoutName,
        Conflict::TooManyPasskeys => Code::TooManyPasskeys,
        Conflict::PasskeyExists => Code::PasskeyExists,
        Conflict::TooManyAccessTokens => Code::TooManyAccessTokens,
        Conflict::NothingOwed => Code::NothingOwed,
        Conflict::ChargeSettled => Code::ChargeSettled,
        Conflict::ChargeCancelled => Code::ChargeCancelled,
        Conflict::SettingsChanged => Code::SettingsChanged,
        Conflict::KindInUse { .. } => Code::KindInUse,
        Conflict::RegistrationClosed => Code::RegistrationClosed,
        Conflict::LinkInvalid => Code::LinkInvalid,
        Conflict::UserInactive => Code::UserInactive,
        Conflict::StaffNotErased => Code::StaffNotErased,
        Conflict::UserHasBorrowings => Code::UserHasBorrowings,
        Conflict::UserHasBalance => Code::UserHasBalance,
        Conflict::CoversOff => Code::CoversOff,
        Conflict::CoverNotLoaded => Code::CoverNotLoaded,
        Conflict::NoMail => Code::NoMail,
        Conflict::MailNeeded => Code::MailNeeded,
        Conflict::MailNotSent { .. } => Code::MailNotSent,
    }
}

fn conflict_message(conflict: &Conflict) -> Cow<'_, str> {
    let message = match conflict {
        Conflict::EmailTaken => "An account with this email already exists",
        Conflict::StudentIdTaken => "This student ID is already in use",
        Conflict::LastAdministrator => "The last active administrator cannot be removed",
        Conflict::BookHasOpenBorrowings { count: 1 } => {
            "One copy of this book is on loan; it must be returned first"
        }
        Conflict::BookHasOpenBorrowings { count } => {
            return format!("{count} copies of this book are on loan; they must be returned first").into();
        }
        Conflict::BookChanged { .. } => "Someone else changed this book in the meantime",
        Conflict::BookArchived => "This book is already in the archive",
        Conflict::BookMerged => "This book was merged into another one, and no longer changes",
        Conflict::MergeBlocked { people: 1 } => {
            "One person has copies of several of these books; all but one must be returned first"
        }
        Conflict::MergeBlocked { people } => {
            return format!(
                "{people} people have copies of several of these books; all but one of each must be returned first"
            )
            .into();
        }
        Conflict::MergeNotUndone(MergeUndoRefusal::Undone) => "This merge has already been undone",
        Conflict::MergeNotUndone(MergeUndoRefusal::TooOld) => {
            "This merge is more than 30 days old and can no longer be undone"
        }
        Conflict::MergeNotUndone(MergeUndoRefusal::KeptMerged) => {
            "The kept book was merged into another book since; undo that merge first"
        }
        Conflict::MergeNotUndone(MergeUndoRefusal::MergedLater) => {
            "Other books were merged into the kept book since; undo that merge first"
        }
        Conflict::BookNotArchived => "This book is not in the archive",
        Conflict::CopyOnLoan => "This copy is on loan; it must be returned first",
        Conflict::CopyNotInCirculation { state } => {
            let known = match state {
                CopyState::Unknown => "",
                _ => " and cannot be checked in",
            };
            return format!("This copy is {}{known}", copy_state_words(*state)).into();
        }
        Conflict::CopyNotWithdrawable { state } => {
            return format!(
                "This copy is {} and cannot be withdrawn",
                copy_state_words(*state)
            )
            .into();
        }
        Conflict::CopyNotMovable { state } => {
            return format!(
                "This copy is {}, which does not allow this",
                copy_state_words(*state)
            )
            .into();
        }
        Conflict::CopyWithdrawn => "This copy has already been withdrawn",
        Conflict::AlreadyReturned => "This book has already been returned",
        Conflict::NotReturned => "This book has not been returned",
        Conflict::NotUndone(UndoRefusal::TooLate) => "It is too late to undo this",
        Conflict::NotUndone(UndoRefusal::NotYours) => "Someone else recorded this, and only they can undo it",
        Conflict::NotUndone(UndoRefusal::Overtaken) => {
            "This can no longer be undone: something depends on it, such as a renewal, a payment or another loan"
        }
        Conflict::TooManyFavorites { limit } => {
            return format!("You already have {limit} favorites; remove one first").into();
        }
        Conflict::SearchSaved { name } => {
            return format!("You have saved this search as “{name}”").into();
        }
        Conflict::TooManySavedSearches { limit } => {
            return format!("You already have {limit} saved searches; delete one first").into();
        }
        Conflict::NeverBorrowed => "Only people who have borrowed this book can rate it",
        Conflict::RoleNameTaken => "A role with this name already exists",
        Conflict::TooManyRoles => "There are 50 roles; please remove one first",
        Conflict::RoleFixed => "This role is built in and cannot be changed in this way",
        Conflict::RoleInUse { people: 1 } => "One person has this role; give them another one first",
        Conflict::RoleInUse { people } => {
            return format!("{people} people have this role; give them another one first").into();
        }
        Conflict::TooManyWebhooks => "There are 20 webhooks; please remove one first",
        Conflict::ImportState { .. } => "This is not possible in the present state of the import",
        Conflict::BulkEditState { .. } => "This is not possible in the present state of the bulk edit",
        Conflict::OtherBooksChosen { .. } => {
            "Another number of books is chosen than in the preview. Please look at the preview again"
        }
        Conflict::ChallengeExpired => "This took too long. Please begin again.",
        Conflict::AuthenticatorExists => "You already have an authenticator app; please remove it first",
        Conflict::AuthenticatorMissing => "Please begin again to add the authenticator app",
        Conflict::SiteWithoutName => {
            "Passkeys need a site with a name. Open this library by its name, not by an IP address."
        }
        Conflict::UserWithoutSecondFactor => "This account has no second sign-in step",
        Conflict::TooManyPasskeys => "You have 20 passkeys; please remove one first",
        Conflict::PasskeyExists => "This passkey is already in use",
        Conflict::NoSecondFactor => "Your account has no second sign-in step",
        Conflict::TooManyAccessTokens => "You have 50 access tokens; please revoke one first",
        Conflict::NothingOwed => "Nothing is owed",
        Conflict::ChargeSettled => {
            "Something was paid or waived for this charge, so it cannot be canceled; waive the rest instead"
        }
        Conflict::ChargeCancelled => "This charge has already been canceled",
        Conflict::SettingsChanged => "Another administrator has changed these settings in the meantime",
        Conflict::KindInUse { name } => {
            return format!("“{name}” is in use. It can be archived, but not removed.").into();
        }
        Conflict::RegistrationClosed => "Registration is closed. Please ask the library for an account.",
        Conflict::LinkInvalid => "This link has expired or was already used. Please ask for a new one.",
        Conflict::UserInactive => "This account is inactive; reactivate it first",
        Conflict::StaffNotErased => "Staff accounts cannot be erased; change the role first",
        Conflict::UserHasBorrowings => "This person has books on loan; they must be returned first",
        Conflict::UserHasBalance => "This person's balance is not zero; settle it first",
        Conflict::NoMail => {
            "Email is not set up for this library. Please ask the library for a new password."
        }
        Conflict::CoversOff => "Covers of Open Library are turned off in the settings",
        Conflict::CoverNotLoaded => {
            "Open Library did not give the cover. Please try again later, or upload a picture."
        }
        Conflict::MailNeeded => "Email addresses are confirmed by email. Turn that off under Security first.",
        Conflict::MailNotSent { reason } => reason,
    };
    message.into()
}

fn storage_failure(error: &carrel_operations::StorageError) -> Failure {
    use carrel_operations::StorageError;
    match error {
        StorageError::Unavailable(_) | StorageError::ReadOnly(_) | StorageError::Contention => Failure::new(
            StatusCode::SERVICE_UNAVAILABLE,
            Code::Unavailable,
            "The library is busy. Please try again in a moment.",
        )
        .retry_after(2)
        .caused_by(error),
        StorageError::DiskFull => {
            tracing::error!("the disk is full");
            Failure::new(
                StatusCode::INSUFFICIENT_STORAGE,
                Code::DiskFull,
                "The library cannot save anything at the moment. Please tell the administrator.",
            )
        }
        StorageError::DiskFailed(_) => {
            tracing::error!(%error, "the disk failed");
            Failure::new(
                StatusCode::SERVICE_UNAVAILABLE,
                Code::DiskFailed,
                "The library cannot read its data at the moment. Please tell the administrator.",
            )
            .retry_after(2)
        }
        other => {
            tracing::error!(error = %other, "the database failed");
            internal()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::time_words;

    #[test]
    fn a_time_is_worded_in_seconds_or_minutes() {
        for (seconds, words) in [
            (1, "1 second"),
            (90, "90 seconds"),
            (91, "2 minutes"),
            (120, "2 minutes"),
            (3600, "60 minutes"),
        ] {
            assert_eq!(time_words(seconds), words);
        }
    }
}
