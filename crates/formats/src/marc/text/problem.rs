//! Why a line cannot be read.

/// A line that cannot be read, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Line {line}: {kind}")]
pub struct LineProblem {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: LineProblemKind,
}

/// Why a line cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineProblemKind {
    /// The line has something else at its begin.
    #[error("A line must begin with an equals sign and the tag of the field, such as =245.")]
    NoField,
    /// The tag has less than three characters, or a space.
    #[error("The tag must have three letters or digits.")]
    Tag,
    /// There are not two indicators between the tag and the first subfield.
    #[error("The field must have two indicators before its first subfield. Write \\ for a blank indicator.")]
    Indicators,
    /// The text of a data field is in no subfield.
    #[error("The text of the field must be in a subfield. Write a code such as $a before it.")]
    NoSubfield,
    /// A dollar sign is the last character, or another one follows it.
    #[error("The code of a subfield is missing after $. Write {{dollar}} for a dollar sign in a text.")]
    NoCode,
    /// There are two leaders, so there are probably two records.
    #[error("There is more than one leader. Enter one record at a time.")]
    SecondLeader,
    /// No line has the leader.
    #[error("The leader is missing. Add a line that begins with =LDR.")]
    NoLeader,
}
