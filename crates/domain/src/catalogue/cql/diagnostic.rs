//! Diagnostics: what is wrong with a request, by the numbers of the standard.

/// A diagnostic of SRU. Its address is `info:srw/diagnostic/1/` and the number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub number: u16,
    pub message: &'static str,
    /// What it is about, such as the name of an index; may be empty.
    pub details: String,
}

impl Diagnostic {
    /// A diagnostic about something.
    pub fn new(number: u16, details: impl Into<String>) -> Self {
        let details: String = details.into();
        Diagnostic {
            number,
            message: message(number),
            details: details.chars().take(100).collect(),
        }
    }
}

fn message(number: u16) -> &'static str {
    match number {
        4 => "Unsupported operation",
        5 => "Unsupported version",
        6 => "Unsupported parameter value",
        7 => "Mandatory parameter not supplied",
        8 => "Unsupported parameter",
        10 => "Query syntax error",
        12 => "Too many characters in query",
        15 => "Unsupported context set",
        16 => "Unsupported index",
        19 => "Unsupported relation",
        20 => "Unsupported relation modifier",
        22 => "Unsupported combination of relation and index",
        27 => "Empty term unsupported",
        28 => "Masking character not supported",
        31 => "Anchoring character not supported",
        36 => "Term in invalid format for index or relation",
        37 => "Unsupported boolean operator",
        38 => "Too many boolean operators in query",
        46 => "Unsupported boolean modifier",
        61 => "First record position out of range",
        66 => "Unknown schema for retrieval",
        71 => "Unsupported record packing",
        80 => "Sort not supported",
        82 => "Unsupported sort sequence",
        84 => "Too many records to sort",
        88 => "Unsupported path for sort",
        _ => "General system error",
    }
}
