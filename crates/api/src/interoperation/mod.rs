//! What programs read: the catalogue by OAI-PMH and SRU for other libraries, and saved searches as feeds.

pub(crate) mod feed;
mod form;
pub(crate) mod oai;
mod oai_xml;
pub(crate) mod sru;
mod sru_request;
mod sru_xml;
mod stranger;
