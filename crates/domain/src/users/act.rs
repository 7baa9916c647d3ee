//! Acts: what a signed-in person may be allowed to do. A role allows a set of them.

use serde::{Deserialize, Serialize};

/// Something a signed-in person may be allowed to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Search books and look at them.
    ReadCatalogue,
    /// Borrow a book as oneself.
    Borrow,
    /// See one's own profile.
    ReadOwnRecord,
    /// See one's own borrowings and fines.
    ReadOwnBorrowings,
    /// Change one's own details and password, see and end one's own sessions and access tokens.
    ManageOwnAccount,
    /// Prove one's identity again in a session.
    ConfirmIdentity,
    /// See one's own second factors.
    ReadOwnSecondFactors,
    /// Add and remove one's own second factors.
    ManageOwnSecondFactors,
    /// Create access tokens for oneself.
    MakeAccessTokens,
    /// Download everything that the library stores about oneself.
    ExportOwnData,
    /// Keep books as one's own favorites, and searches as saved ones.
    KeepFavorites,
    /// Rate and review books that one has borrowed.
    RateBooks,
    /// See copies, and the books in the archive.
    ReadInventory,
    /// Add, change and archive books and copies.
    ManageCatalogue,
    /// Hide other people's reviews, and show them again.
    ModerateReviews,
    /// See people.
    ReadUsers,
    /// Create and change the accounts of people who are not staff, and block them from borrowing.
    ManageUsers,
    /// Create a link by which another person sets a new password.
    MakePasswordLinks,
    /// Remove the second factors of another person, who has lost them.
    RemoveSecondFactors,
    /// Erase accounts for good.
    EraseUsers,
    /// Create and change the accounts of staff, and change people's roles.
    ManageStaff,
    /// See anyone's open borrowings.
    ReadAnyBorrowing,
    /// See what anyone has borrowed and returned.
    ReadAnyHistory,
    /// Save borrowings of all people as a file.
    ExportBorrowings,
    /// Lend a copy to another person at the desk, and renew anyone's borrowing.
    CheckOut,
    /// Override refusals, with a reason that is recorded.
    OverrideRefusals,
    /// Take back anyone's borrowing.
    ReturnAnyBorrowing,
    /// Record a return at an earlier time than now.
    BackdateReturns,
    /// Book a payment.
    RecordPayment,
    /// Waive a charge, with a reason that is recorded.
    WaiveCharges,
    /// Add a charge without a borrowing, and cancel one that was added by mistake.
    AddCharges,
    /// See the library's reports.
    ReadStatistics,
    /// Read the audit log.
    ReadAudit,
    /// Save entries of the audit log as a file.
    ExportAudit,
    /// Change policies, the calendar and settings.
    ManageSettings,
    /// Change the mail server, by which people receive links for new passwords.
    ManageMailServer,
    /// Create, change and remove webhooks, which send the library's events to other programs.
    ManageWebhooks,
    /// Change how accounts are protected.
    ManageSecurity,
    /// Add, change and remove roles.
    ManageRoles,
}

/// A group of acts, as the screen of roles shows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActGroup {
    /// What every role allows.
    Member,
    Desk,
    Borrowings,
    People,
    Catalogue,
    Reports,
    Settings,
}

impl ActGroup {
    /// Every group, in display order.
    pub const ALL: [ActGroup; 7] = [
        ActGroup::Member,
        ActGroup::Desk,
        ActGroup::Borrowings,
        ActGroup::People,
        ActGroup::Catalogue,
        ActGroup::Reports,
        ActGroup::Settings,
    ];

    /// The sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            ActGroup::Member => "member",
            ActGroup::Desk => "desk",
            ActGroup::Borrowings => "borrowings",
            ActGroup::People => "people",
            ActGroup::Catalogue => "catalogue",
            ActGroup::Reports => "reports",
            ActGroup::Settings => "settings",
        }
    }
}

impl Act {
    /// Every act.
    pub const ALL: [Act; 39] = [
        Act::ReadCatalogue,
        Act::Borrow,
        Act::ReadOwnRecord,
        Act::ReadOwnBorrowings,
        Act::ManageOwnAccount,
        Act::ConfirmIdentity,
        Act::ReadOwnSecondFactors,
        Act::ManageOwnSecondFactors,
        Act::MakeAccessTokens,
        Act::ExportOwnData,
        Act::KeepFavorites,
        Act::RateBooks,
        Act::ReadInventory,
        Act::ManageCatalogue,
        Act::ModerateReviews,
        Act::ReadUsers,
        Act::ManageUsers,
        Act::MakePasswordLinks,
        Act::RemoveSecondFactors,
        Act::EraseUsers,
        Act::ManageStaff,
        Act::ReadAnyBorrowing,
        Act::ReadAnyHistory,
        Act::ExportBorrowings,
        Act::CheckOut,
        Act::OverrideRefusals,
        Act::ReturnAnyBorrowing,
        Act::BackdateReturns,
        Act::RecordPayment,
        Act::WaiveCharges,
        Act::AddCharges,
        Act::ReadStatistics,
        Act::ReadAudit,
        Act::ExportAudit,
        Act::ManageSettings,
        Act::ManageMailServer,
        Act::ManageWebhooks,
        Act::ManageSecurity,
        Act::ManageRoles,
    ];

    /// The stored and sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            Act::ReadCatalogue => "read_catalogue",
            Act::Borrow => "borrow",
            Act::ReadOwnRecord => "read_own_record",
            Act::ReadOwnBorrowings => "read_own_borrowings",
            Act::ManageOwnAccount => "manage_own_account",
            Act::ConfirmIdentity => "confirm_identity",
            Act::ReadOwnSecondFactors => "read_own_second_factors",
            Act::ManageOwnSecondFactors => "manage_own_second_factors",
            Act::MakeAccessTokens => "make_access_tokens",
            Act::ExportOwnData => "export_own_data",
            Act::KeepFavorites => "keep_favorites",
            Act::RateBooks => "rate_books",
            Act::ReadInventory => "read_inventory",
            Act::ManageCatalogue => "manage_catalogue",
            Act::ModerateReviews => "moderate_reviews",
            Act::ReadUsers => "read_users",
            Act::ManageUsers => "manage_users",
            Act::MakePasswordLinks => "make_password_links",
            Act::RemoveSecondFactors => "remove_second_factors",
            Act::EraseUsers => "erase_users",
            Act::ManageStaff => "manage_staff",
            Act::ReadAnyBorrowing => "read_any_borrowing",
            Act::ReadAnyHistory => "read_any_history",
            Act::ExportBorrowings => "export_borrowings",
            Act::CheckOut => "check_out",
            Act::OverrideRefusals => "override_refusals",
            Act::ReturnAnyBorrowing => "return_any_borrowing",
            Act::BackdateReturns => "backdate_returns",
            Act::RecordPayment => "record_payment",
            Act::WaiveCharges => "waive_charges",
            Act::AddCharges => "add_charges",
            Act::ReadStatistics => "read_statistics",
            Act::ReadAudit => "read_audit",
            Act::ExportAudit => "export_audit",
            Act::ManageSettings => "manage_settings",
            Act::ManageMailServer => "manage_mail_server",
            Act::ManageWebhooks => "manage_webhooks",
            Act::ManageSecurity => "manage_security",
            Act::ManageRoles => "manage_roles",
        }
    }

    /// The act of this name.
    pub fn named(text: &str) -> Option<Act> {
        Act::ALL.into_iter().find(|act| act.as_str() == text)
    }

    /// The group that the act belongs to.
    pub fn group(self) -> ActGroup {
        match self {
            Act::ReadCatalogue
            | Act::Borrow
            | Act::ReadOwnRecord
            | Act::ReadOwnBorrowings
            | Act::ManageOwnAccount
            | Act::ConfirmIdentity
            | Act::ReadOwnSecondFactors
            | Act::ManageOwnSecondFactors
            | Act::MakeAccessTokens
            | Act::ExportOwnData
            | Act::KeepFavorites
            | Act::RateBooks => ActGroup::Member,
            Act::CheckOut
            | Act::OverrideRefusals
            | Act::ReturnAnyBorrowing
            | Act::BackdateReturns
            | Act::RecordPayment
            | Act::WaiveCharges
            | Act::AddCharges => ActGroup::Desk,
            Act::ReadAnyBorrowing | Act::ReadAnyHistory | Act::ExportBorrowings => ActGroup::Borrowings,
            Act::ReadUsers
            | Act::ManageUsers
            | Act::MakePasswordLinks
            | Act::RemoveSecondFactors
            | Act::EraseUsers
            | Act::ManageStaff => ActGroup::People,
            Act::ReadInventory | Act::ManageCatalogue | Act::ModerateReviews => ActGroup::Catalogue,
            Act::ReadStatistics | Act::ReadAudit | Act::ExportAudit => ActGroup::Reports,
            Act::ManageSettings
            | Act::ManageMailServer
            | Act::ManageWebhooks
            | Act::ManageSecurity
            | Act::ManageRoles => ActGroup::Settings,
        }
    }

    /// The act without which this one cannot be done on screen: a role that allows this one allows both.
    pub fn needs(self) -> Option<Act> {
        match self {
            Act::ManageCatalogue => Some(Act::ReadInventory),
            Act::ManageUsers | Act::MakePasswordLinks | Act::RemoveSecondFactors | Act::ReadAnyBorrowing => {
                Some(Act::ReadUsers)
            }
            Act::ManageStaff | Act::EraseUsers => Some(Act::ManageUsers),
            // Figures name the people who owe something.
            Act::ReadAnyHistory
            | Act::ExportBorrowings
            | Act::CheckOut
            | Act::ReturnAnyBorrowing
            | Act::RecordPayment
            | Act::ReadStatistics => Some(Act::ReadAnyBorrowing),
            // The audit log says who borrowed what.
            Act::ReadAudit => Some(Act::ReadAnyHistory),
            Act::ExportAudit => Some(Act::ReadAudit),
            Act::OverrideRefusals => Some(Act::CheckOut),
            Act::BackdateReturns => Some(Act::ReturnAnyBorrowing),
            Act::WaiveCharges | Act::AddCharges => Some(Act::RecordPayment),
            Act::ReadCatalogue
            | Act::Borrow
            | Act::ReadOwnRecord
            | Act::ReadOwnBorrowings
            | Act::ManageOwnAccount
            | Act::ConfirmIdentity
            | Act::ReadOwnSecondFactors
            | Act::ManageOwnSecondFactors
            | Act::MakeAccessTokens
            | Act::ExportOwnData
            | Act::KeepFavorites
            | Act::RateBooks
            | Act::ReadInventory
            | Act::ModerateReviews
            | Act::ReadUsers
            | Act::ManageSettings
            | Act::ManageMailServer
            | Act::ManageWebhooks
            | Act::ManageSecurity
            | Act::ManageRoles => None,
        }
    }

    /// Whether only administrators may do it. A person who changes roles, or the mail server that sends password links,
    /// can gain every other permission.
    pub fn is_reserved(self) -> bool {
        matches!(
            self,
            Act::ManageRoles
                | Act::ManageSecurity
                | Act::ManageMailServer
                | Act::ManageWebhooks
                | Act::RemoveSecondFactors
        )
    }
}

/// Several acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub struct Acts(u64);

impl Acts {
    /// None.
    pub const NONE: Acts = Acts(0);

    /// What every signed-in person may do.
    pub const OF_MEMBERS: Acts = Acts::NONE
        .and(Act::ReadCatalogue)
        .and(Act::Borrow)
        .and(Act::ReadOwnRecord)
        .and(Act::ReadOwnBorrowings)
        .and(Act::ManageOwnAccount)
        .and(Act::ConfirmIdentity)
        .and(Act::ReadOwnSecondFactors)
        .and(Act::ManageOwnSecondFactors)
        .and(Act::MakeAccessTokens)
        .and(Act::ExportOwnData)
        .and(Act::KeepFavorites)
        .and(Act::RateBooks);

    /// Every act.
    pub fn all() -> Acts {
        Act::ALL.into_iter().collect()
    }

    /// Parses a stored text; a name that this version does not know is ignored.
    pub fn parse(text: &str) -> Acts {
        text.split(' ').filter_map(Act::named).collect()
    }

    /// These acts and one more.
    #[must_use]
    pub const fn and(self, act: Act) -> Acts {
        Acts(self.0 | bit(act))
    }

    /// The acts of both.
    #[must_use]
    pub const fn union(self, other: Acts) -> Acts {
        Acts(self.0 | other.0)
    }

    /// These acts without the others.
    #[must_use]
    pub const fn without(self, others: Acts) -> Acts {
        Acts(self.0 & !others.0)
    }

    /// Whether this act is one of them.
    pub const fn contains(self, act: Act) -> bool {
        self.0 & bit(act) != 0
    }

    /// Whether every one of the other acts is one of these.
    pub const fn include(self, other: Acts) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Each of them, in the order of [`Act::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Act> {
        Act::ALL.into_iter().filter(move |act| self.contains(*act))
    }

    /// These acts with all that they need, see [`Act::needs`].
    #[must_use]
    pub fn with_needed(self) -> Acts {
        let needed: Acts = self.iter().filter_map(Act::needs).collect();
        if self.include(needed) {
            self
        } else {
            self.union(needed).with_needed()
        }
    }

    /// The stored text: the names, separated by spaces.
    pub fn text(self) -> String {
        let names: Vec<&str> = self.iter().map(Act::as_str).collect();
        names.join(" ")
    }
}

impl From<Acts> for String {
    fn from(acts: Acts) -> String {
        acts.text()
    }
}

impl From<String> for Acts {
    fn from(text: String) -> Acts {
        Acts::parse(&text)
    }
}

impl FromIterator<Act> for Acts {
    fn from_iter<I: IntoIterator<Item = Act>>(acts: I) -> Acts {
        acts.into_iter().fold(Acts::NONE, Acts::and)
    }
}

/// The bit of an act among [`Acts`].
const fn bit(act: Act) -> u64 {
    1 << act as u64
}

const _: () = assert!(
    Act::ALL.len() <= u64::BITS as usize,
    "each act has a bit of its own"
);
