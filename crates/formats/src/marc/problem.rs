//! Why a record cannot be read or written.

/// Why a record cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The file ends before the record does.
    #[error("The record is cut off")]
    CutOff,
    /// The record is longer than [`super::MAX_RECORD_BYTES`].
    #[error("The record is longer than 1 MiB")]
    TooLong,
    /// The record or one of its fields is longer than ISO 2709 permits.
    #[error("The record is longer than 99,999 bytes, or one of its fields is longer than 9,999 bytes")]
    TooLongToWrite,
    /// The first 24 bytes are not a leader of MARC 21.
    #[error("The leader is not valid")]
    Leader,
    /// The directory does not fit the fields, or a tag does not have three characters.
    #[error("The directory is not valid")]
    Directory,
    /// The record claims to be in UTF-8, and is not.
    #[error("The text is not valid UTF-8")]
    NotUtf8,
    /// The XML is not well-formed.
    #[error("The XML is not well-formed")]
    NotWellFormed,
    /// The XML is nested deeper than MARCXML needs.
    #[error("The XML is nested too deeply")]
    TooDeep,
    /// The XML uses an entity that XML does not define itself.
    #[error("The entity &{name}; is not known")]
    UnknownEntity {
        /// The name of the entity.
        name: String,
    },
    /// The XML has no `record` element.
    #[error("The XML has no MARC record")]
    NoRecord,
}
