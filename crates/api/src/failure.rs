//! Every error answer: one shape, made in one place, in words for a person and a code for a program.

use std::any::Any;

use axum::Json;
use axum::http::HeaderMap;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use carrel_domain::circulation::eligibility::Refusal;
use carrel_operations::{Conflict, Error, Noun};
use serde::Serialize;
use utoipa::ToSchema;

use crate::security;
use crate::shapes::words::FailureCode;

/// Every code of a failure, but for those of the reasons against borrowing.
pub(crate) const CODES: &[&str] = &[
    "access_token_not_found",
    "account_inactive",
    "already_returned",
    "bad_idempotency_key",
    "book_archived",
    "book_has_open_borrowings",
    "book_not_archived",
    "book_not_found",
    "borrowing_not_found",
    "copy_not_found",
    "copy_on_loan",
    "copy_withdrawn",
    "disk_failed",
    "disk_full",
    "email_taken",
    "idempotency_key_reused",
    "internal",
    "kind_in_use",
    "last_administrator",
    "link_invalid",
    "mail_not_sent",
    "malformed_json",
    "malformed_path",
    "malformed_query",
    "malformed_request",
    "method_not_allowed",
    "missing_scope",
    "never_borrowed",
    "no_mail",
    "not_allowed",
    "not_json",
    "not_signed_in",
    "nothing_owed",
    "page_not_found",
    "refused",
    "registration_closed",
    "review_not_found",
    "session_needed",
    "session_not_found",
    "settings_changed",
    "setup_link_not_found",
    "student_id_taken",
    "too_large",
    "too_large_head",
    "too_long_address",
    "too_many_access_tokens",
    "too_many_attempts",
    "too_many_favorites",
    "too_many_webhooks",
    "too_slow",
    "unavailable",
    "unknown_path",
    "unreadable_body",
    "user_inactive",
    "user_not_found",
    "validation",
    "webhook_delivery_not_found",
    "webhook_not_found",
    "wrong_credentials",
];

/// The error answer of every call.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Failure)]
pub(crate) struct FailureBody {
    /// Always false.
    pub success: bool,
    /// What went wrong, for a person.
    pub message: String,
    /// What went wrong, for a program.
    #[schema(value_type = FailureCode)]
    pub code: String,
    /// What is wrong with which field, or every reason of a refusal.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub errors: Vec<FieldFailure>,
}

/// What is wrong with one field; in a refusal, `field` is the code of one reason.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FieldError)]
pub(crate) struct FieldFailure {
    pub field: String,
    pub message: String,
}

/// An error answer on its way out.
#[derive(Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    body: FailureBody,
    retry_after_seconds: Option<u32>,
    cause: Option<Cause>,
}

/// Why the library could not answer: for the one line that the log gives the request, never for its caller.
#[derive(Debug, Clone)]
pub(crate) struct Cause(pub String);

impl Failure {
    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Self {
        let body = FailureBody {
            success: false,
            message: message.into(),
            code: code.to_owned(),
            errors: Vec::new(),
        };
        Failure {
            status,
            body,
            retry_after_seconds: None,
            cause: None,
        }
    }

    /// A parameter of the query that cannot be.
    pub(crate) fn parameter(field: &str, message: impl Into<String>) -> Self {
        let message = message.into();
        let mut failure = Failure::new(StatusCode::UNPROCESSABLE_ENTITY, "validation", message.clone());
        failure.body.errors.push(FieldFailure {
            field: field.to_owned(),
            message,
        });
        failure
    }

    fn with_errors(mut self, errors: impl IntoIterator<Item = (String, String)>) -> Self {
        self.body.errors = errors
            .into_iter()
            .map(|(field, message)| FieldFailure { field, message })
            .collect();
        self
    }

    fn retry_after(mut self, seconds: u32) -> Self {
        self.retry_after_seconds = Some(seconds);
        self
    }

    fn caused_by(mut self, error: impl std::fmt::Display) -> Self {
        self.cause = Some(Cause(error.to_string()));
        self
    }

    fn not_signed_in() -> Self {
        Failure::new(
            StatusCode::UNAUTHORIZED,
            "not_signed_in",
            "Please log in to continue",
        )
    }

    /// Whether the call came with no token, or one that is worth nothing.
    pub(crate) fn is_not_signed_in(&self) -> bool {
        self.status == StatusCode::UNAUTHORIZED
    }

    /// The same failure, told to somebody who wants to borrow: the specification's words.
    pub(crate) fn while_borrowing(mut self) -> Self {
        if self.status == StatusCode::UNAUTHORIZED {
            "Please log in to borrow a book".clone_into(&mut self.body.message);
        }
        self
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        metrics::counter!("carrel_failures_total", "code" => self.body.code.clone()).increment(1);
        let mut response = (self.status, Json(self.body)).into_response();
        if let Some(seconds) = self.retry_after_seconds {
            response
                .headers_mut()
                .insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        if let Some(cause) = self.cause {
            response.extensions_mut().insert(cause);
        }
        response
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::NotSignedIn => Failure::not_signed_in(),
            Error::NotAllowed => Failure::new(
                StatusCode::FORBIDDEN,
                "not_allowed",
                "You do not have permission to perform this action.",
            ),
            Error::MissingScope(scope) => Failure::new(
                StatusCode::FORBIDDEN,
                "missing_scope",
                format!("This access token needs the scope {}", scope.as_str()),
            ),
            Error::SessionNeeded => Failure::new(
                StatusCode::FORBIDDEN,
                "session_needed",
                "Access tokens cannot do this. Please sign in.",
            ),
            Error::WrongCredentials => Failure::new(
                StatusCode::UNAUTHORIZED,
                "wrong_credentials",
                "Invalid email or password",
            ),
            Error::AccountInactive => Failure::new(
                StatusCode::FORBIDDEN,
                "account_inactive",
                "Your account is inactive. Please contact the library.",
            ),
            Error::NotFound(noun) => {
                let (code, message) = match noun {
                    Noun::Book => ("book_not_found", "Book not found"),
                    Noun::Copy => ("copy_not_found", "Copy not found"),
                    Noun::Borrowing => ("borrowing_not_found", "Borrowing not found"),
                    Noun::Review => ("review_not_found", "Review not found"),
                    Noun::User => ("user_not_found", "User not found"),
                    Noun::Page => ("page_not_found", "Page not found"),
                    Noun::SetupLink => (
                        "setup_link_not_found",
                        "This set-up link does not hold, or holds no more",
                    ),
                    Noun::Webhook => ("webhook_not_found", "Webhook not found"),
                    Noun::Delivery => ("webhook_delivery_not_found", "Delivery not found"),
                    Noun::AccessToken => ("access_token_not_found", "Access token not found"),
                    Noun::Session => ("session_not_found", "Session not found"),
                };
                Failure::new(StatusCode::NOT_FOUND, code, message)
            }
            Error::Invalid(errors) => {
                let message = errors
                    .first()
                    .map_or("The input is not valid", |error| error.message);
                Failure::new(StatusCode::UNPROCESSABLE_ENTITY, "validation", message).with_errors(
                    errors
                        .iter()
                        .map(|error| (error.field.to_owned(), error.message.to_owned())),
                )
            }
            Error::InvalidForm(errors) => {
                let errors = errors.into_errors();
                let first = errors.first().map(|error| error.message.clone());
                let message = first.unwrap_or_else(|| "The input is not valid".to_owned());
                Failure::new(StatusCode::UNPROCESSABLE_ENTITY, "validation", message)
                    .with_errors(errors.into_iter().map(|error| (error.field, error.message)))
            }
            Error::Conflict(conflict) => conflict_failure(&conflict),
            Error::Refused(refusals) => {
                let reasons = refusals
                    .iter()
                    .map(|refusal| (refusal.code().to_owned(), refusal_words(refusal)));
                let first = refusals.first();
                let code = first.map_or("refused", Refusal::code);
                let message = first.map_or_else(|| "Failed to borrow book".to_owned(), refusal_words);
                Failure::new(StatusCode::CONFLICT, code, message).with_errors(reasons)
            }
            Error::KeyReused => Failure::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "idempotency_key_reused",
                "This Idempotency-Key was used for another call",
            ),
            Error::Throttled { retry_after_seconds } => Failure::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too_many_attempts",
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

fn conflict_failure(conflict: &Conflict) -> Failure {
    let (code, message) = match conflict {
        Conflict::EmailTaken => (
            "email_taken",
            "An account with this email already exists".to_owned(),
        ),
        Conflict::StudentIdTaken => ("student_id_taken", "This student ID is already in use".to_owned()),
        Conflict::LastAdministrator => (
            "last_administrator",
            "The last active administrator cannot be removed".to_owned(),
        ),
        Conflict::BookHasOpenBorrowings { count: 1 } => (
            "book_has_open_borrowings",
            "One copy of this book is on loan; it must come back first".to_owned(),
        ),
        Conflict::BookHasOpenBorrowings { count } => (
            "book_has_open_borrowings",
            format!("{count} copies of this book are on loan; they must come back first"),
        ),
        Conflict::BookArchived => ("book_archived", "This book is already in the archive".to_owned()),
        Conflict::BookNotArchived => ("book_not_archived", "This book is not in the archive".to_owned()),
        Conflict::CopyOnLoan => (
            "copy_on_loan",
            "This copy is on loan; it must come back first".to_owned(),
        ),
        Conflict::CopyWithdrawn => (
            "copy_withdrawn",
            "This copy has already been withdrawn".to_owned(),
        ),
        Conflict::AlreadyReturned => (
            "already_returned",
            "This book has already been returned".to_owned(),
        ),
        Conflict::TooManyFavorites { limit } => (
            "too_many_favorites",
            format!("You have {limit} favorites already; remove one first"),
        ),
        Conflict::NeverBorrowed => (
            "never_borrowed",
            "Only people who have borrowed this book can rate it".to_owned(),
        ),
        Conflict::TooManyWebhooks => (
            "too_many_webhooks",
            "There are 20 webhooks; please remove one first".to_owned(),
        ),
        Conflict::TooManyAccessTokens => (
            "too_many_access_tokens",
            "You have 50 access tokens; please revoke one first".to_owned(),
        ),
        Conflict::NothingOwed => ("nothing_owed", "Nothing is owed for this borrowing".to_owned()),
        Conflict::SettingsChanged => (
            "settings_changed",
            "Somebody else has changed these settings meanwhile".to_owned(),
        ),
        Conflict::KindInUse { name } => (
            "kind_in_use",
            format!("“{name}” is in use. It can be archived, but not removed."),
        ),
        Conflict::RegistrationClosed => (
            "registration_closed",
            "Registration is closed. Please ask the library for an account.".to_owned(),
        ),
        Conflict::LinkInvalid => (
            "link_invalid",
            "This link has been used or is too old. Please ask for a new one.".to_owned(),
        ),
        Conflict::UserInactive => (
            "user_inactive",
            "This account is inactive; reactivate it first".to_owned(),
        ),
        Conflict::NoMail => (
            "no_mail",
            "This library sends no mail. Please ask the library for a new password.".to_owned(),
        ),
        Conflict::MailNotSent { reason } => ("mail_not_sent", reason.clone()),
    };
    Failure::new(StatusCode::CONFLICT, code, message)
}

fn storage_failure(error: &carrel_operations::StorageError) -> Failure {
    use carrel_operations::StorageError;
    match error {
        StorageError::Unavailable(_) | StorageError::ReadOnly(_) | StorageError::Contention => Failure::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "unavailable",
            "The library is busy. Please try again in a moment.",
        )
        .retry_after(2)
        .caused_by(error),
        StorageError::DiskFull => {
            tracing::error!("the disk is full");
            Failure::new(
                StatusCode::INSUFFICIENT_STORAGE,
                "disk_full",
                "The library cannot save anything at the moment. Please tell the administrator.",
            )
        }
        StorageError::DiskFailed(_) => {
            tracing::error!(%error, "the disk failed");
            Failure::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "disk_failed",
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

/// The words of a reason against borrowing.
pub(crate) fn refusal_words(refusal: &Refusal) -> String {
    match refusal {
        Refusal::AccountInactive => "Your account is inactive. Please contact the library.".to_owned(),
        Refusal::AccountBlocked => "Your account is blocked. Please contact the library.".to_owned(),
        Refusal::BalanceAtLimit {
            balance,
            limit,
            currency,
        } => format!(
            "You owe {}; borrowing is possible again below {}",
            currency.write(*balance),
            currency.write(*limit)
        ),
        Refusal::OverdueBorrowings { count: 1 } => "Please return your overdue book first".to_owned(),
        Refusal::OverdueBorrowings { count } => format!("Please return your {count} overdue books first"),
        Refusal::BorrowingLimitReached { limit, .. } => {
            format!("You have reached the limit of {limit} borrowed books")
        }
        Refusal::ItemTypeLimitReached { limit, .. } => {
            format!("You have reached the limit of {limit} borrowed items of this type")
        }
        Refusal::MembershipExpired { expired_on } => {
            format!("Your membership ended on {expired_on}. Please contact the library.")
        }
        Refusal::AlreadyBorrowed { .. } => "You have already borrowed this book".to_owned(),
        Refusal::BookNotLendable => "This book can only be used in the library".to_owned(),
        Refusal::BookArchived => "This book is no longer in the collection".to_owned(),
        Refusal::CopiesWaitForHolds => "The available copies are reserved for other people".to_owned(),
        Refusal::CopyNotLendable => "This copy can only be used in the library".to_owned(),
        Refusal::CopyNotAvailable { .. } => "This copy is not available".to_owned(),
        Refusal::NoCopyAvailable => "No copies of this book are available".to_owned(),
        Refusal::DueAlready { .. } => {
            "The last day of lending is over; this book would be due before you had it".to_owned()
        }
    }
}

fn internal() -> Failure {
    Failure::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "internal",
        "Server error. Please try again later.",
    )
}

/// The answer to a path that is not there.
pub(crate) async fn unknown_path() -> Failure {
    Failure::new(
        StatusCode::NOT_FOUND,
        "unknown_path",
        "There is nothing at this address",
    )
}

/// The answer to a method that a path does not have. The router adds which methods it has.
pub(crate) async fn method_not_allowed() -> Failure {
    Failure::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "method_not_allowed",
        "This address has no such method",
    )
}

/// Headers and body of the answer to what is no request at all, by the status of its refusal; nothing for others.
pub fn unreadable_request(status: u16) -> Option<(HeaderMap, Vec<u8>)> {
    let (code, message) = match status {
        400 => ("malformed_request", "The request could not be read"),
        414 => ("too_long_address", "The address is too long"),
        431 => ("too_large_head", "The head of the request is too large"),
        _ => return None,
    };
    let failure = Failure::new(StatusCode::from_u16(status).ok()?, code, message);
    let body = serde_json::to_vec(&failure.body).ok()?;
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(security::PRIVATE));
    security::add(&mut headers);
    Some((headers, body))
}

/// The answer when the server itself took too long.
pub(crate) fn too_slow() -> Failure {
    Failure::new(
        StatusCode::SERVICE_UNAVAILABLE,
        "too_slow",
        "The library is busy. Please try again in a moment.",
    )
    .retry_after(5)
}

/// The answer when a handler panicked.
#[expect(clippy::needless_pass_by_value, reason = "the layer hands the panic over")]
pub(crate) fn panicked(panic: Box<dyn Any + Send + 'static>) -> Response {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    tracing::error!(panic = text, "a handler panicked");
    internal().into_response()
}

#[cfg(test)]
mod tests {
    use std::any::Any;

    use axum::http::header::RETRY_AFTER;
    use axum::response::IntoResponse as _;
    use carrel_operations::{Error, StorageError};

    use super::{Cause, Failure, panicked, too_slow};

    #[test]
    fn a_failing_database_is_told_by_what_a_client_can_do() {
        let secret = || "relation books at 10.0.0.7".to_owned();
        for (error, status, code, retry_after) in [
            (StorageError::Unavailable(secret()), 503, "unavailable", Some("2")),
            (StorageError::ReadOnly(secret()), 503, "unavailable", Some("2")),
            (StorageError::Contention, 503, "unavailable", Some("2")),
            (StorageError::DiskFull, 507, "disk_full", None),
            (StorageError::DiskFailed(secret()), 503, "disk_failed", Some("2")),
            (StorageError::Other(secret()), 500, "internal", None),
            (StorageError::NoRow, 500, "internal", None),
            (StorageError::Constraint { what: secret() }, 500, "internal", None),
            (StorageError::Unique { what: secret() }, 500, "internal", None),
        ] {
            let failure = Failure::from(Error::Storage(error));
            assert_eq!(
                (failure.status.as_u16(), failure.body.code.as_str()),
                (status, code)
            );
            assert!(!failure.body.message.contains("10.0.0.7"));
            let response = failure.into_response();
            // What is no defect and no disk is told by the request's own line of the log.
            let cause = response.extensions().get::<Cause>();
            assert_eq!(cause.is_some(), code == "unavailable");
            let told = response
                .headers()
                .get(RETRY_AFTER)
                .map(|value| value.to_str().unwrap());
            assert_eq!(told, retry_after);
        }
    }

    #[test]
    fn a_panic_and_a_slow_answer_are_failures_like_any() {
        let panics: [Box<dyn Any + Send>; 3] =
            [Box::new("secret"), Box::new("secret".to_owned()), Box::new(7)];
        for panic in panics {
            assert_eq!(panicked(panic).status(), 500);
        }
        let slow = too_slow();
        assert_eq!((slow.status.as_u16(), slow.body.code.as_str()), (503, "too_slow"));
        assert_eq!(slow.into_response().headers()[RETRY_AFTER], "5");
    }
}
