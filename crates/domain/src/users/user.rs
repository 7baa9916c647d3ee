//! A person with an account.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::Role;
use crate::identity::{Entity, Id};
use crate::language::Language;
use crate::money::Amount;

/// A person with an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct User {
    pub id: UserId,
    pub name: String,
    pub email: String,
    /// Never leaves the process.
    #[serde(skip)]
    pub password_hash: String,
    pub role: Role,
    /// The code of a patron category.
    pub patron_category: Option<String>,
    pub student_id: Option<String>,
    pub college_name: Option<String>,
    pub department: Option<String>,
    pub current_semester: Option<String>,
    pub current_semester_category: Option<String>,
    /// The class of a school, such as `7b`.
    pub class: Option<String>,
    /// The room or the teacher that the class belongs to.
    pub homeroom: Option<String>,
    pub phone: Option<String>,
    pub address: Option<String>,
    /// In which the product speaks to the person; `None` while the person has not chosen one.
    pub language: Option<Language>,
    /// Since when the person may neither borrow nor renew; the person still signs in, pays and returns.
    pub blocked_at: Option<Timestamp>,
    /// Why the person is blocked: for staff. `None` while the person is not blocked.
    pub block_reason: Option<String>,
    pub deactivated_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The identifier of a person.
pub type UserId = Id<User>;

impl Entity for User {
    const NAME: &'static str = "user";
}

/// A user with the summary for staff: open borrowings, overdue borrowings, balance.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct UserSummary {
    pub user: User,
    /// Open borrowings, overdue ones included.
    pub open_borrowings: i64,
    pub overdue_borrowings: i64,
    /// What the person owes.
    pub balance: Amount,
    /// How many second factors the person has.
    pub second_factors: i64,
    /// When the person accepted the terms; `None` when staff created the account.
    pub terms_accepted_at: Option<Timestamp>,
    /// The version of these terms: when their text was last changed; `None` for the standard text.
    pub terms_changed_at: Option<Timestamp>,
}
