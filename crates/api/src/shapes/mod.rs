//! The shapes of the API: what goes over the wire, and nothing else. Names are the specification's.

mod access_token;
mod book;
mod borrowing;
mod copy;
mod library;
mod mail;
mod own_data;
mod password;
mod people_import;
mod rating;
mod report;
mod session;
mod settings;
mod user;
mod webhook;
pub(crate) mod words;

pub(crate) use access_token::{AccessToken, AccessTokenForm, MadeAccessToken};
pub(crate) use book::{
    Book, BookChangeForm, BookDetail, BookForm, BookSaved, BookSummary, CategoryCount, Facets, FoundBooks,
    Recommendation,
};
pub(crate) use borrowing::{Borrowing, MostBorrowed, MyHistory, MySummary, Stats};
pub(crate) use copy::{CopiesForm, Copy, CopyChangeForm};
pub(crate) use library::{Health, LibraryContact, LibraryShape};
pub(crate) use mail::{MailSettingsForm, MailShape, TestMail};
pub(crate) use own_data::OwnData;
pub(crate) use password::{PasswordLink, PasswordRequestForm, PasswordResetForm};
pub(crate) use people_import::{ImportForm, ImportShape};
pub(crate) use rating::{Favorite, ModerationForm, Opinion, RatingForm, Review};
pub(crate) use report::{
    AttentionReport, BorrowingsReport, CategoriesReport, FinesReport, HoursReport, OverdueReport,
    month as report_month,
};
pub(crate) use session::{EndedSessions, Session};
pub(crate) use settings::{
    ExplanationShape, HomeBody, HomeSection, HomeShape, HouseShape, KindsBody, KindsSection, LibraryBody,
    LibrarySection, OpeningBody, OpeningSection, PageBody, PageSection, PageShape, RegistrationSection,
    RegistrationSettingsBody, RulesBody, RulesSection, SetupBody, SetupChoices, SetupLinkBody, currencies,
};
pub(crate) use user::{
    DetailsForm, LoginBody, NewUserForm, PasswordForm, RegistrationBody, RoleName, SessionBody, User,
    UserChangeForm, UserSummary,
};

pub(crate) use webhook::{MadeWebhook, Webhook, WebhookDelivery, WebhookForm, WebhookList};

use jiff::Timestamp;

/// A stored instant as the wire has it: RFC 3339 in UTC, with milliseconds.
pub(crate) fn time(milliseconds: i64) -> String {
    let instant = Timestamp::from_millisecond(milliseconds).unwrap_or(Timestamp::UNIX_EPOCH);
    format!("{instant:.3}")
}
