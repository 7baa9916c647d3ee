//! The settings of privacy: how long the library keeps what it records about people, and who sees it.

use serde::{Deserialize, Serialize};

use crate::validation::{FieldError, Findings};

/// The limits of the fields.
pub mod limit {
    use crate::limits::Whole;

    /// Days for which entries of the audit log are kept. A shorter time would remove the traces of an attack before
    /// anybody looks for them.
    pub const AUDIT_DAYS: Whole = Whole::of(90, 3650);
    /// Days after its return for which a borrowing is kept with its person.
    pub const BORROWING_DAYS: Whole = Whole::of(1, 3650);
}

/// The messages.
pub mod message {
    /// `auditDays` is missing or out of range.
    pub const AUDIT_DAYS_INVALID: &str = "Audit entries are kept for 90 to 3650 days";
    /// `borrowingDays` is out of range.
    pub const BORROWING_DAYS_INVALID: &str = "Returned borrowings are kept for 1 to 3650 days";
    /// `reviewNames` is missing or unknown.
    pub const REVIEW_NAMES_INVALID: &str = "Please choose how reviews name their authors";
    /// `coversFromOtherSites` is missing.
    pub const COVERS_REQUIRED: &str = "Please choose whether covers from other sites are shown";
}

/// How other readers see the author of a review. Staff always see the name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ReviewNames {
    /// By the name of the account.
    #[default]
    Full,
    /// By the initials of the name.
    Initials,
    /// Not at all.
    Hidden,
}

impl ReviewNames {
    /// Every choice.
    pub const ALL: [ReviewNames; 3] = [ReviewNames::Full, ReviewNames::Initials, ReviewNames::Hidden];

    /// The stored and sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            ReviewNames::Full => "full",
            ReviewNames::Initials => "initials",
            ReviewNames::Hidden => "hidden",
        }
    }

    /// The choice of this text.
    pub fn named(text: &str) -> Option<Self> {
        ReviewNames::ALL
            .into_iter()
            .find(|choice| choice.as_str() == text)
    }

    /// A name as other readers see it; `None` when they do not.
    pub fn shown(self, name: &str) -> Option<String> {
        match self {
            ReviewNames::Full => Some(name.to_owned()),
            ReviewNames::Initials => Some(initials(name)),
            ReviewNames::Hidden => None,
        }
    }
}

/// The initials of the words of a name: "A. L." for "Ada Lovelace".
fn initials(name: &str) -> String {
    let first_letters = name.split_whitespace().filter_map(|word| word.chars().next());
    let initials: Vec<String> = first_letters
        .map(|letter| format!("{}.", letter.to_uppercase()))
        .collect();
    initials.join(" ")
}

/// The settings of privacy. A field that is not stored has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PrivacySettings {
    /// For how many days entries of the audit log are kept.
    pub audit_days: i64,
    /// After how many days a returned borrowing loses its person; `None` when it keeps them.
    pub borrowing_days: Option<i64>,
    /// How other readers see the author of a review.
    pub review_names: ReviewNames,
    /// Whether browsers load covers from the sites that books name, which then learn who looks at which book.
    pub covers_from_other_sites: bool,
}

impl Default for PrivacySettings {
    fn default() -> Self {
        PrivacySettings {
            // Three years: claims about money and lost books lapse after about that time in many countries.
            audit_days: 3 * 365,
            borrowing_days: None,
            review_names: ReviewNames::Full,
            covers_from_other_sites: false,
        }
    }
}

/// The section as it was sent.
#[derive(Clone, Debug, Default)]
pub struct PrivacyForm {
    /// `auditDays`
    pub audit_days: Option<i64>,
    /// `borrowingDays`; absent and null mean that borrowings keep their person.
    pub borrowing_days: Option<i64>,
    /// `reviewNames`
    pub review_names: Option<String>,
    /// `coversFromOtherSites`
    pub covers_from_other_sites: Option<bool>,
}

impl PrivacyForm {
    /// Validates the section.
    pub fn validate(self) -> Result<PrivacySettings, Vec<FieldError>> {
        let mut findings = Findings::default();
        let audit_days = self.audit_days.filter(|days| limit::AUDIT_DAYS.holds(*days));
        let audit_days = findings.take("auditDays", audit_days.ok_or(message::AUDIT_DAYS_INVALID));
        let borrowing_days = match self.borrowing_days {
            Some(days) if !limit::BORROWING_DAYS.holds(days) => Err(message::BORROWING_DAYS_INVALID),
            days => Ok(days),
        };
        let borrowing_days = findings.take("borrowingDays", borrowing_days);
        let review_names = self.review_names.as_deref().and_then(ReviewNames::named);
        let review_names = findings.take("reviewNames", review_names.ok_or(message::REVIEW_NAMES_INVALID));
        let covers = self.covers_from_other_sites.ok_or(message::COVERS_REQUIRED);
        let covers = findings.take("coversFromOtherSites", covers);
        match (audit_days, borrowing_days, review_names, covers) {
            (Some(audit_days), Some(borrowing_days), Some(review_names), Some(covers_from_other_sites)) => {
                Ok(PrivacySettings {
                    audit_days,
                    borrowing_days,
                    review_names,
                    covers_from_other_sites,
                })
            }
            _ => Err(findings.into_errors()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ReviewNames;

    #[test]
    fn a_name_is_shown_as_the_library_chooses() {
        let table = [
            (ReviewNames::Full, "Ada Lovelace", Some("Ada Lovelace")),
            (ReviewNames::Initials, "Ada Lovelace", Some("A. L.")),
            (ReviewNames::Initials, "  élodie  ", Some("É.")),
            (ReviewNames::Initials, "Ada de Lovelace-King", Some("A. D. L.")),
            (ReviewNames::Hidden, "Ada Lovelace", None),
        ];
        for (choice, name, shown) in table {
            assert_eq!(choice.shown(name).as_deref(), shown, "{choice:?} {name}");
        }
        for choice in ReviewNames::ALL {
            assert_eq!(ReviewNames::named(choice.as_str()), Some(choice));
        }
    }
}
