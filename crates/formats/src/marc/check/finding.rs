//! A finding of the check of a record.

/// Something that is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.sentence())]
pub struct Finding {
    /// The tag of the field; `LDR` for the leader.
    pub tag: String,
    /// Which of the fields with this tag it is, from 1.
    pub occurrence: usize,
    /// What is wrong.
    pub kind: FindingKind,
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Other systems may refuse the record, or read it in another way.
    Error,
    /// The record can be used, and says something wrong or nothing.
    Warning,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// The leader has not 24 characters.
    LeaderLength {
        /// The number of its characters.
        length: usize,
    },
    /// The type of record in the leader is not one of bibliographic records.
    LeaderType {
        /// The type.
        kind: char,
    },
    /// The record has no field 245.
    NoTitle,
    /// The field occurs a second time, and may not be repeated.
    Repeated,
    /// The field is a main entry, and another field is one already.
    SecondMainEntry {
        /// The tag of the other field.
        first: String,
    },
    /// Field 008 has not 40 characters.
    FixedLength {
        /// The number of its characters.
        length: usize,
    },
    /// An indicator is neither a digit nor blank.
    Indicator {
        /// 1 or 2.
        number: u8,
        /// The indicator.
        indicator: char,
    },
    /// The field has no subfields.
    NoSubfields,
    /// The code of a subfield is neither a lower-case letter nor a digit.
    Code {
        /// The code.
        code: char,
    },
    /// A subfield has no text.
    EmptySubfield {
        /// Its code.
        code: char,
    },
    /// A book number in 020 $a is not valid.
    Isbn {
        /// The text of the subfield.
        text: String,
    },
}

impl Finding {
    /// How bad the finding is.
    pub fn severity(&self) -> Severity {
        match self.kind {
            FindingKind::LeaderLength { .. }
            | FindingKind::LeaderType { .. }
            | FindingKind::NoTitle
            | FindingKind::Repeated
            | FindingKind::SecondMainEntry { .. }
            | FindingKind::FixedLength { .. }
            | FindingKind::Indicator { .. }
            | FindingKind::Code { .. } => Severity::Error,
            FindingKind::NoSubfields | FindingKind::EmptySubfield { .. } | FindingKind::Isbn { .. } => {
                Severity::Warning
            }
        }
    }

    fn sentence(&self) -> String {
        match &self.kind {
            FindingKind::LeaderLength { length } => {
                format!("It must have 24 characters and has {length}.")
            }
            FindingKind::LeaderType { kind } => format!(
                "It must say at position 6 that the record is bibliographic, and has \"{kind}\" there."
            ),
            FindingKind::NoTitle => "The record has no title. Add this field.".to_owned(),
            FindingKind::Repeated => "It may occur only once.".to_owned(),
            FindingKind::SecondMainEntry { first } => {
                format!("A record may have only one main entry, and field {first} is one already.")
            }
            FindingKind::FixedLength { length } => {
                format!("It must have 40 characters and has {length}.")
            }
            FindingKind::Indicator { number, indicator } => {
                format!("Indicator {number} must be a digit or blank and is \"{indicator}\".")
            }
            FindingKind::NoSubfields => "It has no subfields.".to_owned(),
            FindingKind::Code { code } => {
                format!("The code of a subfield must be a lower-case letter or a digit and is \"{code}\".")
            }
            FindingKind::EmptySubfield { code } => format!("Subfield ${code} is empty."),
            FindingKind::Isbn { text } => {
                format!("\"{text}\" is not a valid ISBN: its check digit or its length is wrong.")
            }
        }
    }
}
