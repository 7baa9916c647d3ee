//! The codes of failures, which programs read.

use std::collections::BTreeSet;

use carrel_domain::circulation::refusal::Refusal;
use serde::{Serialize, Serializer};

/// Declares the codes: each once, by its variant and its text.
macro_rules! codes {
    ($($variant:ident = $text:literal,)*) => {
        /// Every code of a failure.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Code {
            $(#[doc = concat!("`", $text, "`")] $variant,)*
            /// The code of a [`Refusal`].
            Refusal(&'static str),
        }

        impl Code {
            /// Every text, in order.
            pub(crate) fn texts() -> BTreeSet<&'static str> {
                [$($text),*].into_iter().chain(Refusal::CODES.iter().copied()).collect()
            }

            /// The text that is sent.
            pub(crate) fn as_str(self) -> &'static str {
                match self {
                    $(Code::$variant => $text,)*
                    Code::Refusal(text) => text,
                }
            }
        }
    };
}

codes! {
    AccessTokenNotFound = "access_token_not_found",
    AccountInactive = "account_inactive",
    AlreadyReturned = "already_returned",
    NotReturned = "not_returned",
    UndoTooLate = "undo_too_late",
    UndoNotYours = "undo_not_yours",
    UndoOvertaken = "undo_overtaken",
    AuthenticatorExists = "authenticator_exists",
    AuthenticatorMissing = "authenticator_missing",
    BadIdempotencyKey = "bad_idempotency_key",
    BookArchived = "book_archived",
    BookChanged = "book_changed",
    BookHasOpenBorrowings = "book_has_open_borrowings",
    BookMerged = "book_merged",
    BookNotArchived = "book_not_archived",
    BookNotFound = "book_not_found",
    BorrowingNotFound = "borrowing_not_found",
    ChallengeExpired = "challenge_expired",
    ChargeCancelled = "charge_cancelled",
    ChargeNotFound = "charge_not_found",
    ChargeSettled = "charge_settled",
    ConfirmationNeeded = "confirmation_needed",
    BulkEditNotFound = "bulk_edit_not_found",
    BulkEditState = "bulk_edit_state",
    OtherBooksChosen = "other_books_chosen",
    CopyNotFound = "copy_not_found",
    CoverNotLoaded = "cover_not_loaded",
    CoversOff = "covers_off",
    CopyNotInCirculation = "copy_not_in_circulation",
    CopyOnLoan = "copy_on_loan",
    CopyWithdrawn = "copy_withdrawn",
    DiskFailed = "disk_failed",
    DiskFull = "disk_full",
    FileNotFound = "file_not_found",
    CoverNotFound = "cover_not_found",
    ImportNotFound = "import_not_found",
    ImportState = "import_state",
    DuplicateGroupNotFound = "duplicate_group_not_found",
    EmailChangeNotFound = "email_change_not_found",
    EmailTaken = "email_taken",
    IdempotencyKeyReused = "idempotency_key_reused",
    Internal = "internal",
    KeyFileUnusable = "key_file_unusable",
    KeptBookMerged = "kept_book_merged",
    KindInUse = "kind_in_use",
    LastAdministrator = "last_administrator",
    LinkInvalid = "link_invalid",
    MailNeeded = "mail_needed",
    MailNotSent = "mail_not_sent",
    MalformedJson = "malformed_json",
    MalformedPath = "malformed_path",
    MalformedQuery = "malformed_query",
    MalformedRequest = "malformed_request",
    MergeBlocked = "merge_blocked",
    MergeNotFound = "merge_not_found",
    MergeTooOld = "merge_too_old",
    MergeUndone = "merge_undone",
    MergedLater = "merged_later",
    MethodNotAllowed = "method_not_allowed",
    MissingScope = "missing_scope",
    NeverBorrowed = "never_borrowed",
    NoMail = "no_mail",
    NoSecondFactor = "no_second_factor",
    NotAcceptable = "not_acceptable",
    NotAllowed = "not_allowed",
    NotJson = "not_json",
    NotForm = "not_form",
    NotSignedIn = "not_signed_in",
    NothingOwed = "nothing_owed",
    PageNotFound = "page_not_found",
    PasskeyExists = "passkey_exists",
    PasskeyNotFound = "passkey_not_found",
    Refused = "refused",
    RegistrationClosed = "registration_closed",
    ReviewNotFound = "review_not_found",
    RoleFixed = "role_fixed",
    RoleInUse = "role_in_use",
    RoleNameTaken = "role_name_taken",
    RoleNotFound = "role_not_found",
    SavedSearchNotFound = "saved_search_not_found",
    SearchIndexNotBuilt = "search_index_not_built",
    SearchSaved = "search_saved",
    SecondFactorNeeded = "second_factor_needed",
    SecondStepNeeded = "second_step_needed",
    SessionNeeded = "session_needed",
    SessionNotFound = "session_not_found",
    SettingsChanged = "settings_changed",
    SetupLinkNotFound = "setup_link_not_found",
    SiteWithoutName = "site_without_name",
    StaffNotErased = "staff_not_erased",
    StoredResponseUnreadable = "stored_response_unreadable",
    StudentIdTaken = "student_id_taken",
    TooLarge = "too_large",
    TooLargeHead = "too_large_head",
    TooLongAddress = "too_long_address",
    TooManyAccessTokens = "too_many_access_tokens",
    TooManyAttempts = "too_many_attempts",
    TooManyFavorites = "too_many_favorites",
    TooManySavedSearches = "too_many_saved_searches",
    TooManyPasskeys = "too_many_passkeys",
    TooManyRoles = "too_many_roles",
    TooManyStreams = "too_many_streams",
    TooManyWebhooks = "too_many_webhooks",
    TooSlow = "too_slow",
    Unavailable = "unavailable",
    UnknownBarcode = "unknown_barcode",
    UnknownPath = "unknown_path",
    UnknownUser = "unknown_user",
    UnreadableBody = "unreadable_body",
    UserWithoutSecondFactor = "user_without_second_factor",
    UserHasBalance = "user_has_balance",
    UserHasBorrowings = "user_has_borrowings",
    UserInactive = "user_inactive",
    UserNotFound = "user_not_found",
    Validation = "validation",
    WebhookDeliveryNotFound = "webhook_delivery_not_found",
    WebhookNotFound = "webhook_not_found",
    WrongCredentials = "wrong_credentials",
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl From<&Refusal> for Code {
    fn from(refusal: &Refusal) -> Self {
        Code::Refusal(refusal.code())
    }
}
