//! Book data: descriptions of books by ISBN from other systems, the sources that the server may ask, and why one gives none.

mod hosts;
mod problem;
mod source;

use crate::limits::Whole;

pub use hosts::{BookHosts, OpenLibraryAddress, message};
pub use problem::SourceProblem;
pub(crate) use source::PLACE;
pub use source::{BookSource, SruSource, SruVersion};

/// The numbers of the covers of Open Library.
pub const COVER_NUMBER: Whole = Whole::of(1, 9_999_999_999);
/// The message for a cover without a number.
pub const COVER_NUMBER_REQUIRED: &str = "Please name the number of a cover";

/// A parsed address.
pub type WebAddress = url::Url;
