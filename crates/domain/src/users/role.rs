//! Roles, and the acts they allow: the one place that decides whether a person may do something.

use std::convert::Infallible;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The role of a person (specification, section 6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "&'static str", from = "String")]
pub enum Role {
    /// May read and borrow.
    #[default]
    Student,
    /// May do everything, administration included.
    Administrator,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 2] = [Role::Student, Role::Administrator];

    /// The stored and sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::Student => "student",
            Role::Administrator => "admin",
        }
    }
}

/// Parses the sent text; any value except `admin` is a student (specification, section 3).
impl FromStr for Role {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Role, Infallible> {
        Ok(if text == Role::Administrator.as_str() {
            Role::Administrator
        } else {
            Role::Student
        })
    }
}

impl From<Role> for &'static str {
    fn from(role: Role) -> &'static str {
        role.as_str()
    }
}

impl From<String> for Role {
    fn from(text: String) -> Role {
        text.parse().unwrap_or_else(|never: Infallible| match never {})
    }
}

/// Something a signed-in person may be allowed to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Search books and look at them.
    ReadCatalogue,
    /// Borrow a book as oneself.
    Borrow,
    /// See one's own profile.
    ReadOwnRecord,
    /// Mark books as one's own favorites.
    KeepFavorites,
    /// Rate and review books that one has borrowed.
    RateBooks,
    /// See one's own borrowings and fines.
    ReadOwnBorrowings,
    /// Change one's own details and password, see and end one's own sessions and access tokens.
    ManageOwnAccount,
    /// See copies, and the books in the archive.
    ReadInventory,
    /// Add, change and archive books and copies.
    ManageCatalogue,
    /// Hide other people's reviews, and show them again.
    ModerateReviews,
    /// See people.
    ReadUsers,
    /// Create and change students' accounts.
    ManageUsers,
    /// Create and change administrators' accounts, and change roles.
    ManageStaff,
    /// Erase accounts for good.
    EraseUsers,
    /// Create a link by which another person sets a new password.
    MakePasswordLinks,
    /// See anyone's borrowings.
    ReadAnyBorrowing,
    /// Lend a copy to another person, at the desk.
    CheckOut,
    /// Override refusals, with a reason that is recorded.
    OverrideRefusals,
    /// Record a return at an earlier time than now.
    BackdateReturns,
    /// Take back anyone's borrowing.
    ReturnAnyBorrowing,
    /// Book a payment or a waiver.
    RecordPayment,
    /// See the library's reports.
    ReadStatistics,
    /// Read the audit log.
    ReadAudit,
    /// Change policies, the calendar and settings.
    ManageSettings,
}

impl Act {
    /// Every act.
    pub const ALL: [Act; 24] = [
        Act::ReadCatalogue,
        Act::Borrow,
        Act::ReadOwnRecord,
        Act::ReadOwnBorrowings,
        Act::ManageOwnAccount,
        Act::KeepFavorites,
        Act::RateBooks,
        Act::ReadInventory,
        Act::ManageCatalogue,
        Act::ModerateReviews,
        Act::ReadUsers,
        Act::ManageUsers,
        Act::ManageStaff,
        Act::EraseUsers,
        Act::MakePasswordLinks,
        Act::ReadAnyBorrowing,
        Act::CheckOut,
        Act::OverrideRefusals,
        Act::BackdateReturns,
        Act::ReturnAnyBorrowing,
        Act::RecordPayment,
        Act::ReadStatistics,
        Act::ReadAudit,
        Act::ManageSettings,
    ];
}

/// Whether a role allows an act (specification, section 6: an administrator may do everything).
pub fn may(role: Role, act: Act) -> bool {
    match act {
        Act::ReadCatalogue
        | Act::Borrow
        | Act::ReadOwnRecord
        | Act::ReadOwnBorrowings
        | Act::ManageOwnAccount
        | Act::KeepFavorites
        | Act::RateBooks => true,
        Act::ReadInventory
        | Act::ManageCatalogue
        | Act::ModerateReviews
        | Act::ReadUsers
        | Act::ManageUsers
        | Act::ManageStaff
        | Act::EraseUsers
        | Act::MakePasswordLinks
        | Act::ReadAnyBorrowing
        | Act::CheckOut
        | Act::OverrideRefusals
        | Act::BackdateReturns
        | Act::ReturnAnyBorrowing
        | Act::RecordPayment
        | Act::ReadStatistics
        | Act::ReadAudit
        | Act::ManageSettings => role == Role::Administrator,
    }
}
