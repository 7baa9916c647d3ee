//! Why a source gives no answer.

/// Why a source gives no answer that can be used. The API words it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceProblem {
    /// Its address is not allowed, or its name leads to an address that is not.
    NotAllowed,
    /// Its name is not known.
    HostNotFound,
    /// No program listens at its address.
    Refused,
    /// The connection failed, such as for an invalid certificate.
    ConnectionFailed,
    /// It did not answer in time.
    TimedOut,
    /// It answered with this status of HTTP.
    Status(u16),
    /// It answered with the address of another host.
    Redirected,
    /// The answer is too long.
    TooLarge,
    /// The answer cannot be read as what was asked for.
    Unreadable,
    /// The answer ended early.
    CutOff,
    /// An SRU server refused the search, with this message.
    Diagnostic(String),
}

impl SourceProblem {
    /// Every code.
    pub const CODES: [&str; 11] = [
        "not_allowed",
        "host_not_found",
        "refused",
        "connection_failed",
        "timed_out",
        "status",
        "redirected",
        "too_large",
        "unreadable",
        "cut_off",
        "diagnostic",
    ];

    /// The code in the API, in metrics and in logs.
    pub fn code(&self) -> &'static str {
        match self {
            SourceProblem::NotAllowed => "not_allowed",
            SourceProblem::HostNotFound => "host_not_found",
            SourceProblem::Refused => "refused",
            SourceProblem::ConnectionFailed => "connection_failed",
            SourceProblem::TimedOut => "timed_out",
            SourceProblem::Status(_) => "status",
            SourceProblem::Redirected => "redirected",
            SourceProblem::TooLarge => "too_large",
            SourceProblem::Unreadable => "unreadable",
            SourceProblem::CutOff => "cut_off",
            SourceProblem::Diagnostic(_) => "diagnostic",
        }
    }

    /// The message in English.
    pub fn words(&self) -> String {
        let words = match self {
            SourceProblem::NotAllowed => "This server must not connect to the address of the source",
            SourceProblem::HostNotFound => "The host of the source was not found",
            SourceProblem::Refused => "The connection was refused",
            SourceProblem::ConnectionFailed => "The connection failed",
            SourceProblem::TimedOut => "No answer in time",
            SourceProblem::Status(status) => return format!("The source answered with status {status}"),
            SourceProblem::Redirected => "The source points to another host",
            SourceProblem::TooLarge => "The answer of the source is too large",
            SourceProblem::Unreadable => "The answer of the source cannot be read",
            SourceProblem::CutOff => "The answer of the source ended early",
            SourceProblem::Diagnostic(message) => return format!("The source refused the search: {message}"),
        };
        words.to_owned()
    }

    /// What the message names: the status, or the message of the source.
    pub fn detail(&self) -> Option<String> {
        match self {
            SourceProblem::Status(status) => Some(status.to_string()),
            SourceProblem::Diagnostic(message) => Some(message.clone()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SourceProblem;

    #[test]
    fn each_problem_has_a_code_and_words_and_some_name_a_detail() {
        let table = [
            (
                SourceProblem::NotAllowed,
                "not_allowed",
                "This server must not connect to the address of the source",
                None,
            ),
            (
                SourceProblem::HostNotFound,
                "host_not_found",
                "The host of the source was not found",
                None,
            ),
            (
                SourceProblem::Refused,
                "refused",
                "The connection was refused",
                None,
            ),
            (
                SourceProblem::ConnectionFailed,
                "connection_failed",
                "The connection failed",
                None,
            ),
            (SourceProblem::TimedOut, "timed_out", "No answer in time", None),
            (
                SourceProblem::Status(503),
                "status",
                "The source answered with status 503",
                Some("503"),
            ),
            (
                SourceProblem::Redirected,
                "redirected",
                "The source points to another host",
                None,
            ),
            (
                SourceProblem::TooLarge,
                "too_large",
                "The answer of the source is too large",
                None,
            ),
            (
                SourceProblem::Unreadable,
                "unreadable",
                "The answer of the source cannot be read",
                None,
            ),
            (
                SourceProblem::CutOff,
                "cut_off",
                "The answer of the source ended early",
                None,
            ),
            (
                SourceProblem::Diagnostic("Unsupported index".to_owned()),
                "diagnostic",
                "The source refused the search: Unsupported index",
                Some("Unsupported index"),
            ),
        ];
        assert_eq!(table.each_ref().map(|row| row.1), SourceProblem::CODES);
        for (problem, code, words, detail) in table {
            assert_eq!(problem.code(), code);
            assert_eq!(problem.words(), words);
            assert_eq!(problem.detail().as_deref(), detail, "{code}");
        }
    }
}
