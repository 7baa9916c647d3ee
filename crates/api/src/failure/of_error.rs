//! Converts the errors of use cases to failures.

use axum::http::StatusCode;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::circulation::refusal::Refusal;
use carrel_operations::{Conflict, Error, Noun};

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
            ),
            Error::SessionNeeded => Failure::new(
                StatusCode::FORBIDDEN,
                Code::SessionNeeded,
                "Access tokens cannot do this. Please sign in.",
            ),
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
            Error::NotFound(noun) => {
                let (code, message) = match noun {
                    Noun::Book => (Code::BookNotFound, "Book not found"),
                    Noun::Copy => (Code::CopyNotFound, "Copy not found"),
                    Noun::Barcode => (Code::UnknownBarcode, "No copy has this barcode"),
                    Noun::Patron => (Code::UnknownUser, "No person has this card or student ID"),
                    Noun::Borrowing => (Code::BorrowingNotFound, "Borrowing not found"),
                    Noun::Review => (Code::ReviewNotFound, "Review not found"),
                    Noun::User => (Code::UserNotFound, "User not found"),
                    Noun::Page => (Code::PageNotFound, "Page not found"),
                    Noun::SetupLink => (
                        Code::SetupLinkNotFound,
                        "This link has expired or was already used",
                    ),
                    Noun::Webhook => (Code::WebhookNotFound, "Webhook not found"),
                    Noun::Delivery => (Code::WebhookDeliveryNotFound, "Delivery not found"),
                    Noun::AccessToken => (Code::AccessTokenNotFound, "Access token not found"),
                    Noun::Session => (Code::SessionNotFound, "Session not found"),
                };
                Failure::new(StatusCode::NOT_FOUND, code, message)
            }
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
                "Too many attempts. Please wait a few minutes and try again.",
            )
            .retry_after(retry_after_seconds),
            Error::Storage(error) => storage_failure(&error),
            Error::Search(error) => {
                tracing::error!(%error, "search failed");
                internal()
            }
            Error::Defect(error) => {
                tracing::error!(error, "defect");
                internal()
            }
        }
    }
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

fn refused(refusals: &[Refusal], action: Action, reader: Reader) -> Failure {
    let reasons: Vec<RefusalBody> = refusals
        .iter()
        .map(|refusal| RefusalBody::new(refusal, action, reader))
        .collect();
    let code = reasons.first().map_or(Code::Refused, |first| first.code);
    let message = reasons.first().map_or("This is refused", |first| &first.message);
    Failure::new(StatusCode::CONFLICT, code, message).with_refusals(reasons)
}

fn conflict_failure(conflict: &Conflict) -> Failure {
    let (code, message) = match conflict {
        Conflict::EmailTaken => (
            Code::EmailTaken,
            "An account with this email already exists".to_owned(),
        ),
        Conflict::StudentIdTaken => (
            Code::StudentIdTaken,
            "This student ID is already in use".to_owned(),
        ),
        Conflict::LastAdministrator => (
            Code::LastAdministrator,
            "The last active administrator cannot be removed".to_owned(),
        ),
        Conflict::BookHasOpenBorrowings { count: 1 } => (
            Code::BookHasOpenBorrowings,
            "One copy of this book is on loan; it must come back first".to_owned(),
        ),
        Conflict::BookHasOpenBorrowings { count } => (
            Code::BookHasOpenBorrowings,
            format!("{count} copies of this book are on loan; they must come back first"),
        ),
        Conflict::BookArchived => (
            Code::BookArchived,
            "This book is already in the archive".to_owned(),
        ),
        Conflict::BookNotArchived => (
            Code::BookNotArchived,
            "This book is not in the archive".to_owned(),
        ),
        Conflict::CopyOnLoan => (
            Code::CopyOnLoan,
            "This copy is on loan; it must come back first".to_owned(),
        ),
        Conflict::CopyNotInCirculation {
            state: state @ CopyState::Unknown,
        } => (
            Code::CopyNotInCirculation,
            format!("This copy is {}", copy_state_words(*state)),
        ),
        Conflict::CopyNotInCirculation { state } => (
            Code::CopyNotInCirculation,
            format!(
                "This copy is {} and cannot be checked in",
                copy_state_words(*state)
            ),
        ),
        Conflict::CopyNotWithdrawable { state } => (
            Code::from(&Refusal::CopyNotAvailable { state: *state }),
            format!(
                "This copy is {} and cannot be withdrawn",
                copy_state_words(*state)
            ),
        ),
        Conflict::CopyWithdrawn => (
            Code::CopyWithdrawn,
            "This copy has already been withdrawn".to_owned(),
        ),
        Conflict::AlreadyReturned => (
            Code::AlreadyReturned,
            "This book has already been returned".to_owned(),
        ),
        Conflict::TooManyFavorites { limit } => (
            Code::TooManyFavorites,
            format!("You have {limit} favorites already; remove one first"),
        ),
        Conflict::NeverBorrowed => (
            Code::NeverBorrowed,
            "Only people who have borrowed this book can rate it".to_owned(),
        ),
        Conflict::TooManyWebhooks => (
            Code::TooManyWebhooks,
            "There are 20 webhooks; please remove one first".to_owned(),
        ),
        Conflict::TooManyAccessTokens => (
            Code::TooManyAccessTokens,
            "You have 50 access tokens; please revoke one first".to_owned(),
        ),
        Conflict::NothingOwed => (Code::NothingOwed, "Nothing is owed for this borrowing".to_owned()),
        Conflict::SettingsChanged => (
            Code::SettingsChanged,
            "Somebody else has changed these settings meanwhile".to_owned(),
        ),
        Conflict::KindInUse { name } => (
            Code::KindInUse,
            format!("“{name}” is in use. It can be archived, but not removed."),
        ),
        Conflict::RegistrationClosed => (
            Code::RegistrationClosed,
            "Registration is closed. Please ask the library for an account.".to_owned(),
        ),
        Conflict::LinkInvalid => (
            Code::LinkInvalid,
            "This link has been used or is too old. Please ask for a new one.".to_owned(),
        ),
        Conflict::UserInactive => (
            Code::UserInactive,
            "This account is inactive; reactivate it first".to_owned(),
        ),
        Conflict::NoMail => (
            Code::NoMail,
            "This library sends no mail. Please ask the library for a new password.".to_owned(),
        ),
        Conflict::MailNotSent { reason } => (Code::MailNotSent, reason.clone()),
    };
    Failure::new(StatusCode::CONFLICT, code, message)
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
