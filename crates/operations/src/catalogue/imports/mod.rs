//! Books in imports: what a record of a file becomes, how a batch of records is written, and how it is taken out again. What all kinds
//! of imports share is in [`crate::imports`].

pub(crate) mod bring_in;
pub(crate) mod check;
pub(crate) mod facts;
mod findings;
pub(crate) mod incoming;
pub(crate) mod marc_record;
mod matching;
mod new_copies;
pub(crate) mod table_record;
pub(crate) mod undo;
mod update;
