//! The rules of OAI-PMH 2.0: the arguments of a request, sets, datestamps, and resumption tokens.

mod arguments;
mod datestamp;
mod format;
mod identifier;
mod set;
mod token;

pub use arguments::{ErrorCode, ListRequest, ProtocolError, Request, Verb};
pub use datestamp::{Datestamp, Granularity, datestamp_text};
pub use format::Format;
pub use identifier::{book_of, host_of, identifier};
pub use set::{category_of, set_spec};
pub use token::{Place, Token};
