//! The request and response bodies of the API. The specification gives the names.

mod access_token;
mod audit;
mod book;
mod book_lookup;
pub(crate) mod borrowing;
mod bulk_edit;
mod charge;
pub(crate) mod choices;
mod confirmation;
mod copy;
pub(crate) mod desk;
mod duplicate;
mod email_change;
mod erasure;
mod favorite;
mod heading;
mod imports;
mod labels;
mod library;
pub(crate) mod live;
mod mail;
mod marc;
mod merge;
pub(crate) mod own_data;
mod passkey;
mod password;
mod people_import;
mod rating;
mod receipt;
mod report;
pub(crate) mod role;
mod saved_search;
mod second_factor;
mod second_step;
mod session;
mod settings;
mod sign_in;
mod time;
mod user;
mod webhook;
pub(crate) mod words;

pub(crate) use access_token::{AccessToken, AccessTokenForm, MadeAccessToken};
pub(crate) use audit::AuditLogEntry;
pub(crate) use book::{
    Book, BookChangeForm, BookDetail, BookRemoved, BookSaved, CategoryCount, FoundBooks, Recommendation,
    based_on,
};
pub(crate) use book_lookup::{BookLookup, BookSourceAnswer, CoverOfSourceForm};
pub(crate) use bulk_edit::{BulkEdit, BulkEditForm, BulkEditPreview, RefusedBook};
pub(crate) use charge::{Charge, ChargeForm};
pub(crate) use confirmation::{Confirmation, ConfirmationForm};
pub(crate) use copy::{CopiesForm, Copy, CopyChangeForm, ListedCopy};
pub(crate) use duplicate::{DuplicateGroup, DuplicateSearches, MergeForm, MergePreview, MergePreviewForm};
pub(crate) use email_change::{EmailChange, LinkForm};
pub(crate) use erasure::ErasureForm;
pub(crate) use favorite::Favorite;
pub(crate) use heading::Heading;
pub(crate) use imports::{CommitForm, Import, ImportRecord, MappingForm};
pub(crate) use labels::{CardsForm, LabelSheets, LabelsForm, PrintPreview, SheetsBody};
pub(crate) use library::{Health, LibraryContact, LibraryShape};
pub(crate) use live::LiveChanges;
pub(crate) use mail::{MailSettingsForm, MailShape, TestMail};
pub(crate) use marc::{MarcForm, MarcSaved, MarcShape};
pub(crate) use merge::{BooksMerged, Merge, MergeUndone};
pub(crate) use own_data::OwnData;
pub(crate) use passkey::{
    AddedPasskey, NewPasskeyForm, Passkey, PasskeyChallenge, PasskeyNameForm, PasskeyOptions,
};
pub(crate) use password::{PasswordForm, PasswordLink, PasswordRequestForm, PasswordResetForm};
pub(crate) use people_import::{ImportForm, ImportShape};
pub(crate) use rating::{ModerationForm, Opinion, RatingForm, Review, ReviewReader, average};
pub(crate) use receipt::Receipt;
pub(crate) use report::{
    AttentionReport, BorrowingsReport, CategoriesReport, FinesReport, HoursReport, OverdueReport,
    month as report_month,
};
pub(crate) use saved_search::{MadeFeed, SavedSearch, SavedSearchChangeForm, SavedSearchForm};
pub(crate) use second_factor::{
    AuthenticatorSecret, CodeForm, RecoveryCodesShape, SecondFactors, SecondStepForm,
};
pub(crate) use second_step::SecondStepBody;
pub(crate) use session::{EndedSessions, Session};
pub(crate) use settings::book_data::{BookDataBody, BookDataSection, SourceTrialForm};
pub(crate) use settings::catalogue::{CatalogueBody, CatalogueSection};
pub(crate) use settings::home::{HomeBody, HomeSection, HomeShape};
pub(crate) use settings::kinds::{KindsBody, KindsSection};
pub(crate) use settings::library::{LibraryBody, LibrarySection, currencies};
pub(crate) use settings::opening::{OpeningBody, OpeningSection};
pub(crate) use settings::pages::{
    PageBody, PageSection, PageShape, RegistrationSection, RegistrationSettingsBody,
};
pub(crate) use settings::privacy::{KeptData, PrivacyBody, PrivacySection};
pub(crate) use settings::public_rules::LibraryRulesShape;
pub(crate) use settings::rules::{ExplanationShape, RulesBody, RulesSection};
pub(crate) use settings::security::{SecurityBody, SecuritySection};
pub(crate) use settings::setup::{SetupBody, SetupChoices, SetupLinkBody};
pub(crate) use sign_in::{LoginBody, RegistrationBody, RegistrationConfirmationBody, SessionBody};
pub(crate) use time::time;
pub(crate) use user::{
    NewUserForm, OwnDetailsForm, RoleName, SignedInUser, User, UserChangeForm, UserSummary,
};

pub(crate) use webhook::{MadeWebhook, NewWebhookForm, Webhook, WebhookDelivery, WebhookForm, WebhookList};
