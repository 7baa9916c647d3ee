//! What programs of other libraries read: the catalogue by OAI-PMH and SRU.

mod form;
pub(crate) mod oai;
mod oai_xml;
pub(crate) mod sru;
mod sru_request;
mod sru_xml;
mod stranger;
