//! Lending: who may borrow, until when, what it costs to be late, and what to read next.

pub mod due;
pub mod eligibility;
pub mod fine;
pub mod policy;
pub mod popularity;
pub mod recommendation;
pub mod settlement;
pub mod status;
mod terms;
