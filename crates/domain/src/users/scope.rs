//! Scopes: what an access token may do of that which its owner may.

use super::Act;

/// What an access token may be good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// Search books and look at them; for administrators copies and the archive too.
    CatalogueRead,
    /// Add, change and archive books and copies, hide reviews.
    CatalogueWrite,
    /// See borrowings and fines: one's own, and for administrators everybody's.
    BorrowingsRead,
    /// Borrow; for administrators take books back, record payments and waivers.
    BorrowingsWrite,
    /// Keep favorites, rate and review books.
    ReadingWrite,
    /// See people.
    PeopleRead,
    /// Change people.
    PeopleWrite,
    /// See the library's figures and its trail.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scopes(u8);

impl Scopes {
    /// The scopes in a stored text; a name that this version does not know allows nothing.
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

    /// The names with a space between them: what is stored.
    pub fn text(self) -> String {
        let names: Vec<&str> = self.iter().map(Scope::as_str).collect();
        names.join(" ")
    }
}

fn bit(scope: Scope) -> u8 {
    1 << scope as u8
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Scopes {
        Scopes(scopes.into_iter().fold(0, |bits, scope| bits | bit(scope)))
    }
}

/// What an act asks of an access token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Any token may: it says no more than whose it is.
    Any,
    /// A token with this scope may.
    Scope(Scope),
    /// No token may: it must not gain more than it was given, nor lock its owner out.
    Session,
}

/// What an act asks of an access token. Its owner's role must allow the act besides.
pub fn asked_of_token(act: Act) -> Asked {
    match act {
        Act::ReadOwnRecord => Asked::Any,
        Act::ReadCatalogue | Act::ReadInventory => Asked::Scope(Scope::CatalogueRead),
        Act::KeepFavorites | Act::RateBooks => Asked::Scope(Scope::ReadingWrite),
        Act::ManageCatalogue | Act::ModerateReviews => Asked::Scope(Scope::CatalogueWrite),
        Act::ReadOwnBorrowings | Act::ReadAnyBorrowing => Asked::Scope(Scope::BorrowingsRead),
        Act::Borrow
        | Act::CheckOut
        | Act::OverrideRefusals
        | Act::BackdateReturns
        | Act::ReturnAnyBorrowing
        | Act::RecordPayment => Asked::Scope(Scope::BorrowingsWrite),
        Act::ReadUsers => Asked::Scope(Scope::PeopleRead),
        Act::ManageUsers => Asked::Scope(Scope::PeopleWrite),
        Act::ReadStatistics => Asked::Scope(Scope::ReportsRead),
        Act::ManageOwnAccount | Act::MakePasswordLinks | Act::ManageSettings => Asked::Session,
    }
}
