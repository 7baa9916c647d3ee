use carrel_domain::money::{self, ChargeId, Currency};
use carrel_domain::users::UserId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time::time;
use super::words::{ChargeReasonName, ChargeStatusName, ChosenReason};

/// A charge without a borrowing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Charge {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: ChargeId,
    #[schema(inline)]
    pub user_id: UserId,
    #[schema(value_type = ChargeReasonName)]
    pub reason: String,
    pub description: String,
    /// In the library's currency.
    pub amount: f64,
    /// What is still owed for it, in the library's currency.
    pub outstanding: f64,
    /// A cancelled charge counts as never charged.
    #[schema(value_type = ChargeStatusName)]
    pub status: &'static str,
    /// When it arose.
    #[schema(format = DateTime)]
    pub charged_at: String,
    /// The name of the person who added it, for staff; null when the account is erased.
    pub added_by: Option<String>,
}

impl Charge {
    pub(crate) fn of(charge: money::Charge, currency: Currency) -> Self {
        Charge {
            id: charge.id,
            user_id: charge.user_id,
            amount: currency.to_json(charge.amount),
            outstanding: currency.to_json(charge.owed()),
            status: charge.status().as_str(),
            charged_at: time(charge.at),
            reason: charge.reason,
            description: charge.description,
            added_by: charge.added_by,
        }
    }
}

/// A new charge.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChargeForm {
    #[schema(required, nullable = false, value_type = ChosenReason)]
    pub reason: Option<String>,
    /// In the library's currency, with no more decimal places than it has; at most 100 million of its smallest units.
    #[schema(required, nullable = false, maximum = 1e8)]
    pub amount: Option<f64>,
    #[schema(required, nullable = false)]
    pub description: Option<String>,
}
