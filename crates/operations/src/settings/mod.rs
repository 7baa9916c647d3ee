//! The library's own settings: reading, changing and explaining them, and the sheets on which labels and cards are printed.

pub mod due_instants;
pub mod kinds;
pub mod printing;
pub mod public;
pub mod section;
pub mod sections;

pub use kinds::kinds_in_use;
pub use public::{Explanation, Home, Page, PublicRules, explain, home, page, public_rules};
pub use section::{Section, Versioned, change, show};
pub use sections::{OpeningDays, PageText, Registration, Rules};
