//! What a library says about itself and the rules it sets, checked before it is kept.
//!
//! Each section of the settings is changed as a whole: what comes in is a form, what comes out is the section as it is
//! kept, told in the trail, and compared with what somebody saw.

pub mod home;
pub mod kinds;
pub mod library;
pub mod opening;
pub mod page;
pub mod rules;
pub mod setup;

pub use home::{Figures, HomeForm, HomeSettings, Testimonial, TestimonialForm, Voices};
pub use kinds::{Kind, KindForm, Kinds, KindsForm};
pub use library::{Contact, LibraryForm, LibrarySettings};
pub use opening::{ClosureForm, OpeningForm, weekday_names, weekdays_from};
pub use page::{PageName, UnknownPage, validate_page};
pub use rules::{RuleForm, RulesForm, ValidRule};
