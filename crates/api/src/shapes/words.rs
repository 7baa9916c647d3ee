//! Enumerations of the document, made from the code that reads and writes their values.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use carrel_domain::audit::ACTIONS;
use carrel_domain::book_data::{SourceProblem, SruVersion};
use carrel_domain::catalogue::bulk_edit::BulkEditState;
use carrel_domain::catalogue::condition::Condition;
use carrel_domain::catalogue::copy_form::SETTABLE;
use carrel_domain::catalogue::duplicates::{DuplicateReason, DuplicateSearchState};
use carrel_domain::catalogue::merge::undo::MergeUndoRefusal;
use carrel_domain::circulation::check_in::CheckInOutcome;
use carrel_domain::circulation::copy_state;
use carrel_domain::circulation::policy::{GraceRule, PolicyGroup, PolicyName};
use carrel_domain::circulation::recommendation::Reason;
use carrel_domain::circulation::refusal::Refusal;
use carrel_domain::circulation::status::Status;
use carrel_domain::imports::{ImportFormat, ImportState, OnDuplicate};
use carrel_domain::language::Language;
use carrel_domain::live::Topic;
use carrel_domain::mail::Security;
use carrel_domain::money::charge::ChargeStatus;
use carrel_domain::money::{self, ChargeReason, Currency};
use carrel_domain::printing::{LabelKind, Symbology};
use carrel_domain::settings::{PageName, ReviewNames, weekday_names};
use carrel_domain::users::{Act, ActGroup};
use carrel_domain::webhooks::WebhookEvent;
use carrel_operations::imports::{BookColumn, PROBLEMS, RowColumn};
use carrel_operations::people::bulk_import::Fate;
use carrel_operations::reports::kept_data::KINDS;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::{Object, RefOr};
use utoipa::{PartialSchema, ToSchema};

use super::choices;
use crate::codes::Code;

/// A string enumeration.
pub(crate) fn one_of<'a>(words: impl IntoIterator<Item = &'a str>) -> Object {
    let words = words.into_iter().map(str::to_owned);
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(words))
        .build()
}

/// A whole number from 1 without a maximum.
pub(crate) struct FromOne;

impl PartialSchema for FromOne {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(1))
            .into()
    }
}

impl ToSchema for FromOne {}

/// The first year of a decade.
pub(crate) struct Decade;

impl Decade {
    /// From the earliest to the latest year of a book.
    pub(crate) const YEARS: RangeInclusive<i32> = -3000..=9990;
}

impl PartialSchema for Decade {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(*Self::YEARS.start()))
            .maximum(Some(*Self::YEARS.end()))
            .multiple_of(Some(10))
            .into()
    }
}

impl ToSchema for Decade {}

/// Declares an enumeration, for `value_type` of a field.
macro_rules! words {
    ($($name:ident = $words:expr;)*) => {$(
        pub(crate) struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                RefOr::T(Schema::Object(one_of($words)))
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed(stringify!($name))
            }
        }
    )*};
}

words! {
    AuditAction = ACTIONS;
    BookSourceKind = ["open_library", "sru"];
    BookSourceProblemCode = SourceProblem::CODES;
    BookSourceState = ["off", "nothing", "timed_out", "failed", "found"];
    BorrowingStatus = Status::ALL.map(Status::as_str);
    BulkEditStateName = BulkEditState::ALL.map(BulkEditState::as_str);
    CheckInOutcomeName = CheckInOutcome::ALL.map(CheckInOutcome::as_str);
    CopyCondition = Condition::ALL.map(Condition::as_str);
    CopyState = copy_state::CopyState::ALL.into_iter().chain([copy_state::CopyState::Unknown]).map(copy_state::CopyState::as_str);
    CoverWidth = choices::COVER_WIDTHS.iter().map(|(word, _)| *word);
    CurrencyCode = Currency::all().map(Currency::code);
    DeliveredEvent = WebhookEvent::ALL.map(WebhookEvent::as_str).into_iter().chain(["test"]);
    DuplicateReasonName = DuplicateReason::ALL.map(DuplicateReason::as_str);
    DuplicateSearchStateName = DuplicateSearchState::ALL.map(DuplicateSearchState::as_str);
    ExportFormatName = choices::EXPORT_FORMATS.iter().map(|(word, _)| *word);
    FailureCode = Code::texts();
    Figures = ["samples", "live", "none"];
    GraceRuleName = GraceRule::ALL.map(GraceRule::as_str);
    HeadingKindName = choices::HEADING_KINDS.iter().map(|(word, _)| *word);
    HeadingSortName = choices::HEADING_SORTS.iter().map(|(word, _)| *word);
    ImportColumn = import_columns();
    ImportFate = Fate::ALL.map(Fate::as_str);
    ImportFindingKind = choices::IMPORT_FINDINGS.iter().map(|(word, _)| *word);
    ImportFormatName = choices::IMPORT_FORMATS.iter().map(|(word, _)| *word);
    ImportKind = choices::IMPORT_KINDS.iter().map(|(word, _)| *word);
    ImportProblem = PROBLEMS;
    ImportStateName = ImportState::ALL.map(ImportState::as_str);
    KeptDataKind = KINDS;
    LabelKindName = LabelKind::ALL.map(LabelKind::as_str);
    ImportedFormat = ImportFormat::ALL.map(ImportFormat::as_str);
    OnDuplicateName = OnDuplicate::ALL.map(OnDuplicate::as_str);
    LanguageCode = Language::ALL.map(Language::as_str);
    ChargeReasonName = ChargeReason::ALL.map(ChargeReason::as_str);
    ChargeStatusName = ChargeStatus::ALL.map(ChargeStatus::as_str);
    ChosenReason = ChargeReason::CHOSEN.map(ChargeReason::as_str);
    LedgerKind = money::LedgerKind::ALL.map(money::LedgerKind::as_str);
    LiveTopic = Topic::ALL.map(Topic::as_str);
    MailSecurity = Security::ALL.map(Security::as_str);
    MergeRefusalCode = MergeUndoRefusal::ALL.map(MergeUndoRefusal::as_str);
    PermissionGroup = ActGroup::ALL.map(ActGroup::as_str);
    PermissionName = Act::ALL.map(Act::as_str);
    PolicyGroupName = PolicyGroup::ALL.map(PolicyGroup::as_str);
    PolicyKindName = ["number", "money", "flag", "choice", "day"];
    PublicPageName = PageName::ALL.map(PageName::as_str);
    ReasonCode = Reason::CODES;
    RefusalCode = Refusal::CODES.iter().copied();
    ReviewNamesChoice = ReviewNames::ALL.map(ReviewNames::as_str);
    RuleName = PolicyName::ALL.map(PolicyName::as_str);
    SettableCopyState = SETTABLE.map(copy_state::CopyState::as_str);
    SymbologyName = Symbology::ALL.map(Symbology::as_str);
    Voices = ["samples", "own", "none"];
    WebhookEventName = WebhookEvent::ALL.map(WebhookEvent::as_str);
    Weekday = weekday_names([true; 7]);
    SruVersionName = SruVersion::ALL.map(SruVersion::as_str);
}

/// Declares the enumeration of a query parameter, for `value_type`.
macro_rules! choices {
    ($($name:ident = $choices:expr;)*) => {
        words! { $($name = $choices.iter().map(|(word, _)| *word);)* }
    };
}

choices! {
    CopyFilterName = choices::COPY_STATES;
    CopySortName = choices::COPY_ORDERS;
    BookSortName = choices::SORTS;
    BookInclude = choices::BOOK_INCLUDES;
    BookStatusName = choices::STATUSES;
    BorrowingSortName = choices::ORDERS;
    BorrowingStateName = choices::STATES;
    AvailabilityName = choices::AVAILABILITY;
    FacetName = choices::FACETS;
    StarsText = choices::STARS;
    YesOrNo = choices::YES_OR_NO;
}

/// The columns of books, then those of other tables that books do not have.
fn import_columns() -> Vec<&'static str> {
    let mut codes = BookColumn::ALL.map(BookColumn::code).to_vec();
    for code in RowColumn::ALL.map(RowColumn::code) {
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    codes
}
