//! Validation of the settings: what a library shows about itself, and its rules.
//!
//! A section of the settings is always changed as a whole: a form comes in, and the valid section is stored, recorded
//! in the audit, and compared with the version that the administrator saw.

pub mod book_data;
pub mod catalogue;
pub mod home;
pub mod kinds;
pub mod library;
pub mod opening;
pub mod page;
pub mod privacy;
pub mod rules;
pub mod security;
pub mod setup;

pub use book_data::{BookDataForm, BookDataSettings, BookSourceForm};
pub use catalogue::{CatalogueForm, CatalogueSettings};
pub use home::{Figures, HomeForm, HomeSettings, Testimonial, TestimonialForm, Voices};
pub use kinds::{Kind, KindField, KindForm, KindHolder, KindUse, Kinds, KindsForm};
pub use library::{Contact, CurrencyUse, LibraryForm, LibrarySettings, change_currency};
pub use opening::{ClosureForm, OpeningForm, weekday_names, weekdays_from};
pub use page::{PageName, UnknownPage, validate_page};
pub use privacy::{PrivacyForm, PrivacySettings, ReviewNames};
pub use rules::{RuleForm, RulesForm, ValidRule};
pub use security::{SecurityForm, SecuritySettings};
