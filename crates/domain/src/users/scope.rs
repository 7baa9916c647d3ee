//! Scopes: which acts of its owner an access token may do.

use serde::{Deserialize, Serialize};

use super::Act;

/// A permission of an access token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// Search books and look at them; for staff copies and the archive too.
    CatalogueRead,
    /// Add, change and archive books and copies, hide reviews.
    CatalogueWrite,
    /// See borrowings and fines: one's own, and for staff everybody's.
    BorrowingsRead,
    /// Borrow; for staff lend, take books back, record payments and waivers.
    BorrowingsWrite,
    /// Keep favorites and saved searches, rate and review books.
    ReadingWrite,
    /// See people.
    PeopleRead,
    /// Create and change the accounts of people who are not staff. No scope allows it for staff, or a change of a role.
    PeopleWrite,
    /// See the library's reports.
    ReportsRead,
}

impl Scope {
    /// Every scope.
    pub const ALL: [Scope; 8] = [
        Scope::CatalogueRead,
        Scope::CatalogueWrite,
        Scope::BorrowingsRead,
        Scope::BorrowingsWrite,
        Scope::ReadingWrite,
        Scope::PeopleRead,
        Scope::PeopleWrite,
        Scope::ReportsRead,
    ];

    /// The stored and sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            Scope::CatalogueRead => "catalogue:read",
            Scope::CatalogueWrite => "catalogue:write",
            Scope::BorrowingsRead => "borrowings:read",
            Scope::BorrowingsWrite => "borrowings:write",
            Scope::ReadingWrite => "reading:write",
            Scope::PeopleRead => "people:read",
            Scope::PeopleWrite => "people:write",
            Scope::ReportsRead => "reports:read",
        }
    }

    /// The scope of this name.
    pub fn named(text: &str) -> Option<Scope> {
        Scope::ALL.into_iter().find(|scope| scope.as_str() == text)
    }
}

/// Several scopes, each at most once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub struct Scopes(u32);

impl Scopes {
    /// Parses a stored text; a name that this version does not know is ignored.
    pub fn parse(text: &str) -> Scopes {
        text.split(' ').filter_map(Scope::named).collect()
    }

    /// Whether this scope is one of them.
    pub fn contains(self, scope: Scope) -> bool {
        self.0 & bit(scope) != 0
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Each of them, in the order of [`Scope::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |scope| self.contains(*scope))
    }

    /// The stored text: the names, separated by spaces.
    pub fn text(self) -> String {
        let names: Vec<&str> = self.iter().map(Scope::as_str).collect();
        names.join(" ")
    }
}

impl From<Scopes> for String {
    fn from(scopes: Scopes) -> String {
        scopes.text()
    }
}

impl From<String> for Scopes {
    fn from(text: String) -> Scopes {
        Scopes::parse(&text)
    }
}

/// The bit of a scope among [`Scopes`]. The width of `u32` is more than there are scopes.
fn bit(scope: Scope) -> u32 {
    1 << scope as u32
}

const _: () = assert!(
    Scope::ALL.len() <= u32::BITS as usize,
    "each scope has a bit of its own"
);

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Scopes {
        Scopes(scopes.into_iter().fold(0, |bits, scope| bits | bit(scope)))
    }
}

/// What an act requires of an access token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenRequirement {
    /// Any token may do it: it only identifies the owner.
    Any,
    /// Only a token with this scope may do it.
    Scope(Scope),
    /// No token may do it: a token must not gain permissions, or lock its owner out.
    Session,
}

/// What an act requires of an access token. The owner's role must allow the act, too.
pub fn token_requirement(act: Act) -> TokenRequirement {
    match act {
        Act::ReadOwnRecord => TokenRequirement::Any,
        Act::ReadCatalogue | Act::ReadInventory => TokenRequirement::Scope(Scope::CatalogueRead),
        Act::KeepFavorites | Act::RateBooks => TokenRequirement::Scope(Scope::ReadingWrite),
        Act::ManageCatalogue | Act::ModerateReviews => TokenRequirement::Scope(Scope::CatalogueWrite),
        Act::ReadOwnBorrowings | Act::ReadAnyBorrowing | Act::ReadAnyHistory | Act::ExportBorrowings => {
            TokenRequirement::Scope(Scope::BorrowingsRead)
        }
        Act::Borrow
        | Act::CheckOut
        | Act::OverrideRefusals
        | Act::BackdateReturns
        | Act::ReturnAnyBorrowing
        | Act::RecordPayment
        | Act::WaiveCharges
        | Act::AddCharges => TokenRequirement::Scope(Scope::BorrowingsWrite),
        Act::ReadUsers => TokenRequirement::Scope(Scope::PeopleRead),
        Act::ManageUsers => TokenRequirement::Scope(Scope::PeopleWrite),
        Act::ReadStatistics => TokenRequirement::Scope(Scope::ReportsRead),
        Act::ManageOwnAccount
        | Act::ConfirmIdentity
        | Act::ReadOwnSecondFactors
        | Act::ManageOwnSecondFactors
        | Act::MakeAccessTokens
        | Act::ExportOwnData
        | Act::ManageStaff
        | Act::EraseUsers
        | Act::MakePasswordLinks
        | Act::RemoveSecondFactors
        | Act::ReadAudit
        | Act::ExportAudit
        | Act::ManageSettings
        | Act::ManageMailServer
        | Act::ManageWebhooks
        | Act::ManageSecurity
        | Act::ManageRoles => TokenRequirement::Session,
    }
}
