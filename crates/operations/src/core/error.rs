//! The errors of use cases: codes with data. The API words them.

use carrel_domain::catalogue::bulk_edit::BulkEditState;
use carrel_domain::catalogue::merge::undo::MergeUndoRefusal;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::circulation::refusal::Refusal;
use carrel_domain::circulation::undo::UndoRefusal;
use carrel_domain::imports::ImportState;
use carrel_domain::users::Scope;
use carrel_domain::validation::{FieldError, FormErrors};
use carrel_storage::Failure;
use jiff::Timestamp;

use crate::core::key_error::KeyError;

/// A kind of entity that a caller can name by its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Noun {
    Book,
    Copy,
    /// The barcode of a copy, as scanned at the desk.
    Barcode,
    /// A person at the desk, by id, card or student ID.
    Patron,
    Borrowing,
    /// A charge without a borrowing.
    Charge,
    Review,
    User,
    Page,
    /// The link with which a new library is set up.
    SetupLink,
    AccessToken,
    SavedSearch,
    Session,
    /// A change of an e-mail address.
    EmailChange,
    Passkey,
    Webhook,
    Delivery,
    Role,
    Import,
    BulkEdit,
    /// A group of possible duplicates.
    DuplicateGroup,
    /// A merge of books.
    Merge,
    /// An uploaded cover.
    Cover,
    /// A file of this machine, for the command line, or the file of an import that was removed.
    File,
}

/// The present state does not allow the request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conflict {
    EmailTaken,
    StudentIdTaken,
    LastAdministrator,
    BookHasOpenBorrowings {
        count: i64,
    },
    /// Others have changed fields of the book since the record that this change is based on.
    BookChanged {
        /// Their names and present values, as JSON.
        fields: Vec<(String, serde_json::Value)>,
    },
    BookArchived,
    BookNotArchived,
    /// The book was merged into another one, and no longer changes.
    BookMerged,
    /// People have copies of several of the books that are to be merged.
    MergeBlocked {
        people: i64,
    },
    /// A merge that cannot be undone.
    MergeNotUndone(MergeUndoRefusal),
    CopyOnLoan,
    CopyWithdrawn,
    /// A copy in a state from which it cannot be withdrawn.
    CopyNotWithdrawable {
        state: CopyState,
    },
    /// A copy in a state from which staff cannot move it to the requested one.
    CopyNotMovable {
        state: CopyState,
    },
    /// A copy that is not on loan, on the shelf or lost, and so cannot be checked in.
    CopyNotInCirculation {
        state: CopyState,
    },
    AlreadyReturned,
    /// A return is undone, and the borrowing is open.
    NotReturned,
    /// A borrowing or a return that cannot be undone.
    NotUndone(UndoRefusal),
    NothingOwed,
    /// A charge for which something was paid or waived is not cancelled.
    ChargeSettled,
    /// A charge that was cancelled before.
    ChargeCancelled,
    /// Another administrator changed the same settings in the meantime.
    SettingsChanged,
    /// A patron category or an item type that is in use.
    KindInUse {
        name: String,
    },
    RegistrationClosed,
    TooManyFavorites {
        limit: i64,
    },
    /// The person has saved the same words and filters.
    SearchSaved {
        name: String,
    },
    TooManySavedSearches {
        limit: usize,
    },
    NeverBorrowed,
    /// Covers of Open Library are turned off.
    CoversOff,
    /// Open Library did not give a cover.
    CoverNotLoaded,
    TooManyAccessTokens,
    /// A one-time link that was used, has expired, or never existed.
    LinkInvalid,
    /// The account is deactivated, so no link for signing in is created for it.
    UserInactive,
    /// The account of a member of staff is not erased: the role is taken away first.
    StaffNotErased,
    /// An account with open borrowings is not erased.
    UserHasBorrowings,
    /// An account with a balance is not erased.
    UserHasBalance,
    /// The library has no mail server.
    NoMail,
    /// Addresses are confirmed by mail, so the mail server cannot be removed.
    MailNeeded,
    /// The mail server refused a mail, for this reason.
    MailNotSent {
        reason: String,
    },
    TooManyWebhooks,
    /// An act that is not possible in the state of an import.
    ImportState {
        state: ImportState,
    },
    /// An act that is not possible in the state of a bulk edit.
    BulkEditState {
        state: BulkEditState,
    },
    /// A query finds another number of books than in the preview of a bulk edit.
    OtherBooksChosen {
        books: usize,
    },
    /// A role whose name and permissions are fixed, or that every library keeps.
    RoleFixed,
    /// A role that people have.
    RoleInUse {
        people: i64,
    },
    RoleNameTaken,
    TooManyRoles,
    /// The second step of a sign-in took too long, or was taken before.
    ChallengeExpired,
    /// The person has an authenticator app already.
    AuthenticatorExists,
    /// The enrolment of an authenticator app was not begun.
    AuthenticatorMissing,
    /// The person has no second factor.
    NoSecondFactor,
    /// Another person has no second factor that could be removed.
    UserWithoutSecondFactor,
    /// The site was opened by an IP address, to which browsers bind no passkeys.
    SiteWithoutName,
    TooManyPasskeys,
    /// The authenticator has made this passkey for another account.
    PasskeyExists,
}

/// A sign-in that waits for its second step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecondStep {
    /// Identifies the sign-in. A secret: only its hash is stored.
    pub challenge: String,
    pub expires_at: Timestamp,
    /// Whether the person has an authenticator app.
    pub authenticator: bool,
    /// Whether the person has recovery codes left.
    pub recovery_codes: bool,
    /// The identifier of each passkey of the person, and the host name of the site where it can be used.
    pub passkeys: Vec<(String, String)>,
}

/// The result of a use case.
pub type Result<T> = std::result::Result<T, Error>;

/// An error of a use case.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("not signed in")]
    NotSignedIn,
    #[error("the role does not allow it")]
    NotAllowed,
    /// The caller's access token lacks this scope.
    #[error("the access token lacks the scope {}", .0.as_str())]
    MissingScope(Scope),
    /// The call needs a session, and the caller came with an access token.
    #[error("access tokens may not do this")]
    SessionNeeded,
    /// The owner of the session must prove their identity again.
    #[error("the session has no recent confirmation")]
    ConfirmationNeeded,
    /// The permissions of staff are withheld until the person has a second factor.
    #[error("the person has no second factor")]
    SecondFactorNeeded,
    /// The password was right, and the account has a second factor.
    #[error("the sign-in needs a second step")]
    SecondStepNeeded(Box<SecondStep>),
    #[error("wrong e-mail address or password")]
    WrongCredentials,
    #[error("the account is inactive")]
    AccountInactive,
    #[error("no such {0:?}")]
    NotFound(Noun),
    #[error("the input is not valid: {0:?}")]
    Invalid(Vec<FieldError>),
    #[error("the form is not valid: {0:?}")]
    InvalidForm(FormErrors),
    #[error("conflict: {0:?}")]
    Conflict(Conflict),
    #[error("the borrowing is refused: {0:?}")]
    Refused(Vec<Refusal>),
    /// The key was already used for another call.
    #[error("the idempotency key was used for another call")]
    KeyReused,
    /// The call took effect before, and its stored response cannot be read: another version wrote it.
    #[error("the stored response of the call cannot be read")]
    StoredResponseUnreadable,
    #[error("too many tries")]
    Throttled { retry_after_seconds: u32 },
    /// The person has this many open streams of live changes already.
    #[error("too many open streams")]
    TooManyStreams { limit: usize },
    #[error(transparent)]
    Storage(#[from] carrel_storage::Error),
    /// A secret cannot be encrypted or decrypted.
    #[error(transparent)]
    Key(#[from] KeyError),
    #[error("search: {0}")]
    Search(#[from] carrel_search::Error),
    /// The library has books, and its search index was not built yet: a search would find none of them.
    #[error("the search index is not built")]
    IndexNotBuilt,
    /// A defect here, or damaged data.
    #[error("{0}")]
    Defect(String),
}

impl Error {
    /// Another transaction changed the facts that this one read before its locks. On PostgreSQL the use case runs again.
    pub(crate) fn overtaken() -> Error {
        Error::Storage(carrel_storage::Error::Contention)
    }
}

impl Failure for Error {
    fn as_storage(&self) -> Option<&carrel_storage::Error> {
        match self {
            Error::Storage(error) => Some(error),
            _ => None,
        }
    }
}

impl From<Conflict> for Error {
    fn from(conflict: Conflict) -> Self {
        Error::Conflict(conflict)
    }
}
