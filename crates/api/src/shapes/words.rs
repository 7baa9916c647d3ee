//! Closed lists of words, as the document tells them: from the code that reads and writes them.

use std::borrow::Cow;

use carrel_domain::circulation::copy_state;
use carrel_domain::circulation::eligibility::Refusal;
use carrel_domain::circulation::policy::{GraceRule, PolicyName};
use carrel_domain::circulation::recommendation::Reason;
use carrel_domain::circulation::status::Status;
use carrel_domain::mail::Security;
use carrel_domain::settings::{PageName, weekday_names};
use carrel_domain::webhooks::WebhookEvent;
use carrel_operations::people::bulk_import::Fate;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::{Object, RefOr};
use utoipa::{PartialSchema, ToSchema};

use crate::failure::CODES;

/// A text that is one of these words.
pub(crate) fn one_of<'a>(words: impl IntoIterator<Item = &'a str>) -> Object {
    let words = words.into_iter().map(str::to_owned);
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(words))
        .build()
}

/// Names a list of words, for `value_type` of a field.
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
    BorrowingStatus = Status::ALL.map(Status::as_str);
    CopyState = copy_state::CopyState::ALL.map(copy_state::CopyState::as_str);
    DeliveredEvent = WebhookEvent::ALL.map(WebhookEvent::as_str).into_iter().chain(["test"]);
    FailureCode = CODES.iter().copied().chain(Refusal::CODES.into_iter().filter(|code| !CODES.contains(code)));
    Figures = ["samples", "live", "none"];
    GraceRuleName = GraceRule::ALL.map(GraceRule::as_str);
    ImportFate = Fate::ALL.map(Fate::as_str);
    LedgerKind = ["charge", "payment", "waiver", "refund"];
    MailSecurity = Security::ALL.map(Security::as_str);
    PolicyKindName = ["number", "money", "flag", "choice", "day"];
    PublicPageName = PageName::ALL.map(PageName::as_str);
    ReasonCode = Reason::CODES;
    RefusalCode = Refusal::CODES;
    RuleName = PolicyName::ALL.map(PolicyName::as_str);
    Voices = ["samples", "own", "none"];
    Weekday = weekday_names([true; 7]);
}

/// The words of a query's parameter, for `value_type`.
macro_rules! choices {
    ($($name:ident = $choices:expr;)*) => {
        words! { $($name = $choices.iter().map(|(word, _)| *word);)* }
    };
}

choices! {
    BookSortName = crate::routes::books::SORTS;
    BookStatusName = crate::routes::admin::STATUSES;
    BorrowingSortName = crate::routes::borrowings::ORDERS;
    BorrowingStateName = crate::routes::borrowings::STATES;
    YesOrNo = crate::routes::books::YES_OR_NO;
}
