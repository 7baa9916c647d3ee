//! Lending: eligibility, choice of the copy, due dates, renewals, fines, undoing, and recommendations.

pub mod borrowing;
pub mod check_in;
pub mod choice;
pub mod copy_state;
pub mod desk;
pub mod due;
pub mod eligibility;
pub mod fine;
pub mod overrides;
pub mod policy;
pub mod popularity;
pub mod recommendation;
pub mod refusal;
pub mod renewal;
pub mod settlement;
pub mod status;
pub mod undo;
