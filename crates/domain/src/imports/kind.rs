//! What the records of a file are.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{OnDuplicate, UnknownText};
use crate::users::Act;

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
}

impl ImportKind {
    pub const ALL: [ImportKind; 3] = [ImportKind::Books, ImportKind::Users, ImportKind::Loans];

    /// The stored and sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            ImportKind::Books => "books",
            ImportKind::Users => "users",
            ImportKind::Loans => "loans",
        }
    }

    /// The permission that an import of this kind needs, besides that to edit books.
    pub fn act(self) -> Act {
        match self {
            ImportKind::Books => Act::ManageCatalogue,
            ImportKind::Users => Act::ManageUsers,
            // A loan is taken over also where the policies would refuse it.
            ImportKind::Loans => Act::OverrideRefusals,
        }
    }

    /// What can happen to records that the library has already.
    pub fn choices(self) -> &'static [OnDuplicate] {
        match self {
            ImportKind::Books => &OnDuplicate::ALL,
            ImportKind::Users => &[OnDuplicate::Skip, OnDuplicate::Update],
            ImportKind::Loans => &[OnDuplicate::Skip],
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

#[cfg(test)]
mod tests {
    use super::ImportKind;
    use crate::imports::OnDuplicate;

    #[test]
    fn each_kind_is_read_as_it_is_written_and_can_skip_duplicates() {
        for kind in ImportKind::ALL {
            assert_eq!(kind.as_str().parse(), Ok(kind));
            assert!(kind.choices().contains(&OnDuplicate::Skip), "{kind:?}");
        }
        assert!(!ImportKind::Users.choices().contains(&OnDuplicate::Add));
    }
}
