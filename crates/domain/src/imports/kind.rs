//! What the records of a file are.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::users::Act;

/// The text is no value of the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown text")]
pub struct UnknownText;

/// What happens to a record whose book the library has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnDuplicate {
    /// The book stays as it is.
    #[default]
    Skip,
    /// The fields that the file has overwrite those of the book, and copies with new barcodes are added.
    Update,
    /// Another book is added.
    Add,
}

impl OnDuplicate {
    pub const ALL: [OnDuplicate; 3] = [OnDuplicate::Skip, OnDuplicate::Update, OnDuplicate::Add];

    /// The stored and sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            OnDuplicate::Skip => "skip",
            OnDuplicate::Update => "update",
            OnDuplicate::Add => "add",
        }
    }

    /// The choice with this text.
    pub fn named(text: &str) -> Option<OnDuplicate> {
        OnDuplicate::ALL
            .into_iter()
            .find(|choice| choice.as_str() == text)
    }
}

/// What the records of a file are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ImportKind {
    /// Books with their copies.
    #[default]
    Books,
    /// People.
    Users,
    /// Open loans: who has which copy, and until when.
    Loans,
    /// Unpaid fines and other charges: who owes how much, and for what.
    Fines,
}

impl ImportKind {
    pub const ALL: [ImportKind; 4] = [
        ImportKind::Books,
        ImportKind::Users,
        ImportKind::Loans,
        ImportKind::Fines,
    ];

    /// The stored and sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            ImportKind::Books => "books",
            ImportKind::Users => "users",
            ImportKind::Loans => "loans",
            ImportKind::Fines => "fines",
        }
    }

    /// The permission that an import of this kind needs, besides that to edit books.
    pub fn act(self) -> Act {
        match self {
            ImportKind::Books => Act::ManageCatalogue,
            ImportKind::Users => Act::ManageUsers,
            // A loan is taken over also where the policies would refuse it.
            ImportKind::Loans => Act::OverrideRefusals,
            ImportKind::Fines => Act::AddCharges,
        }
    }

    /// What can happen to records that the library has already.
    pub fn choices(self) -> &'static [OnDuplicate] {
        match self {
            ImportKind::Books => &OnDuplicate::ALL,
            ImportKind::Users => &[OnDuplicate::Skip, OnDuplicate::Update],
            ImportKind::Loans | ImportKind::Fines => &[OnDuplicate::Skip],
        }
    }
}

impl FromStr for ImportKind {
    type Err = UnknownText;

    fn from_str(text: &str) -> Result<Self, UnknownText> {
        let mut all = ImportKind::ALL.into_iter();
        all.find(|kind| kind.as_str() == text).ok_or(UnknownText)
    }
}
