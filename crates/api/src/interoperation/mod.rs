//! What programs of other libraries read: the catalogue by OAI-PMH.

pub(crate) mod oai;
mod oai_xml;
mod stranger;
