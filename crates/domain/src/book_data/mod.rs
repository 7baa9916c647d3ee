//! Book data: descriptions of books by ISBN from other systems, the sources that the server may ask, and why one gives none.

mod hosts;
mod problem;
mod source;

pub use hosts::{BookHosts, OpenLibraryAddress, message};
pub use problem::SourceProblem;
pub(crate) use source::PLACE;
pub use source::{BookSource, SruSource, SruVersion};

/// A parsed address.
pub type WebAddress = url::Url;
