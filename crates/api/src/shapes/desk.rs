use carrel_domain::circulation::desk::{CheckInForm, CheckOutForm, OverrideForm};
use carrel_domain::circulation::fine::Fine;
use carrel_domain::money::Currency;
use carrel_operations::circulation::CheckedIn;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::borrowing::Borrowing;
use super::copy::Copy;
use super::words::{CheckInOutcomeName, RefusalCode};

/// A check-out: this copy to this person.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = CheckOutForm)]
pub(crate) struct CheckOutBody {
    /// The person's id, the barcode of their card, or their student ID.
    #[schema(required, nullable = false)]
    user: Option<String>,
    /// The barcode of the copy.
    #[schema(required, nullable = false)]
    barcode: Option<String>,
    /// Refusals to override.
    #[serde(default)]
    overrides: Vec<OverrideBody>,
    /// The due day, instead of the one of the policies: today or later, within two years.
    due_on: Option<String>,
}

/// The refusals that staff override.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OverridesForm)]
pub(crate) struct OverridesBody {
    /// Refusals to override.
    #[serde(default)]
    overrides: Vec<OverrideBody>,
}

impl From<OverridesBody> for Vec<OverrideForm> {
    fn from(body: OverridesBody) -> Self {
        forms(body.overrides)
    }
}

fn forms(overrides: Vec<OverrideBody>) -> Vec<OverrideForm> {
    overrides
        .into_iter()
        .map(|OverrideBody { code, comment }| OverrideForm { code, comment })
        .collect()
}

/// A refusal to override.
#[derive(Deserialize, ToSchema)]
#[schema(as = OverrideForm)]
pub(crate) struct OverrideBody {
    #[schema(required, nullable = false, value_type = RefusalCode)]
    code: Option<String>,
    /// The reason.
    #[schema(required, nullable = false)]
    comment: Option<String>,
}

impl From<CheckOutBody> for CheckOutForm {
    fn from(body: CheckOutBody) -> Self {
        CheckOutForm {
            user: body.user,
            barcode: body.barcode,
            overrides: forms(body.overrides),
            due_on: body.due_on,
        }
    }
}

/// A check-in.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = CheckInForm)]
pub(crate) struct CheckInBody {
    /// The barcode of the copy.
    #[schema(required, nullable = false)]
    barcode: Option<String>,
    /// When the copy came back, if earlier than now; not before the borrowing began, nor before its last renewal.
    #[schema(format = DateTime)]
    returned_at: Option<String>,
}

impl From<CheckInBody> for CheckInForm {
    fn from(body: CheckInBody) -> Self {
        CheckInForm {
            barcode: body.barcode,
            returned_at: body.returned_at,
        }
    }
}

/// A copy that was checked in.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CheckedIn)]
pub(crate) struct CheckedInShape {
    #[schema(value_type = CheckInOutcomeName)]
    outcome: &'static str,
    /// The borrowing that ended; null when the copy was not on loan.
    borrowing: Option<Borrowing>,
    /// The fine that was charged; null when there is none.
    fine: Option<FineShape>,
    copy: Copy,
}

/// A fine for a late return, and how it was computed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Fine)]
pub(crate) struct FineShape {
    /// In the library's currency.
    amount: f64,
    /// Days from the due day to the return.
    days_late: u32,
    /// Closed days among them that cost nothing.
    closed_days_skipped: u32,
    /// Days of grace among them.
    grace_days_used: u32,
    /// Full periods that were charged.
    charged_periods: u32,
    /// Whether a cap lowered the amount.
    is_capped: bool,
}

impl FineShape {
    fn of(fine: &Fine, currency: Currency) -> Self {
        FineShape {
            amount: currency.to_json(fine.amount),
            days_late: fine.days_late,
            closed_days_skipped: fine.closed_days_skipped,
            grace_days_used: fine.grace_days_used,
            charged_periods: fine.charged_periods,
            is_capped: fine.capped.is_some(),
        }
    }
}

impl CheckedInShape {
    pub(crate) fn of(checked_in: CheckedIn, currency: Currency) -> Self {
        CheckedInShape {
            outcome: checked_in.outcome.as_str(),
            fine: checked_in.fine.as_ref().map(|fine| FineShape::of(fine, currency)),
            borrowing: checked_in.borrowing.map(Borrowing::from),
            copy: Copy::of(checked_in.copy, currency),
        }
    }
}
