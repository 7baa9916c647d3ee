//! The arguments of a request.

use super::datestamp::Datestamp;
use super::format::Format;
use super::set::category_of;
use super::token::{Place, Token};

/// The verbs of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    Identify,
    ListMetadataFormats,
    ListSets,
    ListIdentifiers,
    ListRecords,
    GetRecord,
}

impl Verb {
    /// Every verb.
    pub const ALL: [Verb; 6] = [
        Verb::Identify,
        Verb::ListMetadataFormats,
        Verb::ListSets,
        Verb::ListIdentifiers,
        Verb::ListRecords,
        Verb::GetRecord,
    ];

    /// As it is sent.
    pub fn name(self) -> &'static str {
        match self {
            Verb::Identify => "Identify",
            Verb::ListMetadataFormats => "ListMetadataFormats",
            Verb::ListSets => "ListSets",
            Verb::ListIdentifiers => "ListIdentifiers",
            Verb::ListRecords => "ListRecords",
            Verb::GetRecord => "GetRecord",
        }
    }

    fn allowed(self) -> &'static [&'static str] {
        match self {
            Verb::Identify => &[],
            Verb::ListMetadataFormats => &["identifier"],
            Verb::ListSets => &["resumptionToken"],
            Verb::ListIdentifiers | Verb::ListRecords => {
                &["from", "until", "metadataPrefix", "set", "resumptionToken"]
            }
            Verb::GetRecord => &["identifier", "metadataPrefix"],
        }
    }
}

/// The codes of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    BadVerb,
    BadArgument,
    BadResumptionToken,
    CannotDisseminateFormat,
    IdDoesNotExist,
    NoRecordsMatch,
}

impl ErrorCode {
    /// As it is sent.
    pub fn name(self) -> &'static str {
        match self {
            ErrorCode::BadVerb => "badVerb",
            ErrorCode::BadArgument => "badArgument",
            ErrorCode::BadResumptionToken => "badResumptionToken",
            ErrorCode::CannotDisseminateFormat => "cannotDisseminateFormat",
            ErrorCode::IdDoesNotExist => "idDoesNotExist",
            ErrorCode::NoRecordsMatch => "noRecordsMatch",
        }
    }
}

/// An error of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolError {
    pub code: ErrorCode,
    /// For people.
    pub message: String,
}

impl ProtocolError {
    /// An error with its message.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        ProtocolError {
            code,
            message: message.into(),
        }
    }

    fn argument(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::BadArgument, message)
    }
}

/// A list of records or of their headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListRequest {
    /// Only headers.
    pub headers_only: bool,
    pub place: Place,
    /// The list continues an earlier one.
    pub is_resumed: bool,
}

/// A request with valid arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    Identify,
    /// The formats of a record, or of all.
    Formats {
        identifier: Option<String>,
    },
    /// The sets behind a category.
    Sets {
        after: Option<String>,
        cursor: u64,
    },
    List(ListRequest),
    Record {
        identifier: String,
        format: Format,
    },
}

impl Request {
    /// Reads the arguments of a request, in any order.
    pub fn parse(pairs: &[(String, String)]) -> Result<Self, ProtocolError> {
        let verb = verb(pairs)?;
        let arguments = Arguments { pairs, verb };
        arguments.check_names()?;
        match verb {
            Verb::Identify => Ok(Request::Identify),
            Verb::ListMetadataFormats => Ok(Request::Formats {
                identifier: arguments.get("identifier").map(str::to_owned),
            }),
            Verb::ListSets => arguments.sets(),
            Verb::ListIdentifiers | Verb::ListRecords => arguments.list().map(Request::List),
            Verb::GetRecord => Ok(Request::Record {
                identifier: arguments.required("identifier")?.to_owned(),
                format: arguments.format()?,
            }),
        }
    }
}

fn verb(pairs: &[(String, String)]) -> Result<Verb, ProtocolError> {
    let bad = |message: &str| ProtocolError::new(ErrorCode::BadVerb, message);
    let mut verbs = pairs.iter().filter(|(name, _)| name == "verb");
    let (_, wanted) = verbs.next().ok_or_else(|| bad("The verb is missing"))?;
    if verbs.next().is_some() {
        return Err(bad("The verb is repeated"));
    }
    let verb = Verb::ALL.into_iter().find(|verb| verb.name() == wanted);
    verb.ok_or_else(|| bad("There is no such verb"))
}

struct Arguments<'a> {
    pairs: &'a [(String, String)],
    verb: Verb,
}

impl<'a> Arguments<'a> {
    fn check_names(&self) -> Result<(), ProtocolError> {
        for (place, (name, _)) in self.pairs.iter().enumerate() {
            if name == "verb" {
                continue;
            }
            if !self.verb.allowed().contains(&name.as_str()) {
                let name: String = name.chars().take(50).collect();
                let verb = self.verb.name();
                return Err(ProtocolError::argument(format!("{verb} has no argument {name}")));
            }
            if self.pairs[..place].iter().any(|(other, _)| other == name) {
                return Err(ProtocolError::argument(format!(
                    "The argument {name} is repeated"
                )));
            }
        }
        Ok(())
    }

    fn get(&self, wanted: &str) -> Option<&'a str> {
        let found = self.pairs.iter().find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.as_str())
    }

    fn required(&self, name: &str) -> Result<&'a str, ProtocolError> {
        let missing = || ProtocolError::argument(format!("The argument {name} is missing"));
        self.get(name).ok_or_else(missing)
    }

    fn format(&self) -> Result<Format, ProtocolError> {
        let unknown = "Records have the formats oai_dc and marc21";
        Format::named(self.required("metadataPrefix")?)
            .ok_or_else(|| ProtocolError::new(ErrorCode::CannotDisseminateFormat, unknown))
    }

    /// The token, which is the only argument beside the verb.
    fn token(&self) -> Result<Option<Token>, ProtocolError> {
        let Some(text) = self.get("resumptionToken") else {
            return Ok(None);
        };
        if self.pairs.len() > 2 {
            let message = "A resumptionToken is the only argument beside the verb";
            return Err(ProtocolError::argument(message));
        }
        Token::parse(text).ok_or_else(bad_token).map(Some)
    }

    fn sets(&self) -> Result<Request, ProtocolError> {
        match self.token()? {
            None => Ok(Request::Sets {
                after: None,
                cursor: 0,
            }),
            Some(Token::Sets { after, cursor }) => Ok(Request::Sets {
                after: Some(after),
                cursor,
            }),
            Some(_) => Err(bad_token()),
        }
    }

    fn list(&self) -> Result<ListRequest, ProtocolError> {
        let headers_only = self.verb == Verb::ListIdentifiers;
        let resumed = |place| ListRequest {
            headers_only,
            place,
            is_resumed: true,
        };
        match self.token()? {
            Some(Token::Identifiers(place)) if headers_only => return Ok(resumed(place)),
            Some(Token::Records(place)) if !headers_only => return Ok(resumed(place)),
            Some(_) => return Err(bad_token()),
            None => {}
        }
        let format = self.format()?;
        let from = self.datestamp("from")?;
        let until = self.datestamp("until")?;
        if let (Some(from), Some(until)) = (from, until) {
            if from.granularity != until.granularity {
                let message = "from and until must have the same granularity";
                return Err(ProtocolError::argument(message));
            }
            if from.first_ms > until.last_ms {
                return Err(ProtocolError::argument("from is after until"));
            }
        }
        let category = match self.get("set") {
            None => None,
            Some(spec) => {
                let bad = || ProtocolError::argument("set is not a set of this repository");
                Some(category_of(spec).ok_or_else(bad)?)
            }
        };
        Ok(ListRequest {
            headers_only,
            place: Place {
                format,
                until_ms: until.map(|until| until.last_ms),
                category,
                after: (from.map_or(i64::MIN, |from| from.first_ms), 0),
                cursor: 0,
            },
            is_resumed: false,
        })
    }

    fn datestamp(&self, name: &str) -> Result<Option<Datestamp>, ProtocolError> {
        let Some(text) = self.get(name) else {
            return Ok(None);
        };
        let wrong = || {
            let forms = "YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ";
            ProtocolError::argument(format!("{name} must be a datestamp: {forms}"))
        };
        Datestamp::parse(text).ok_or_else(wrong).map(Some)
    }
}

fn bad_token() -> ProtocolError {
    ProtocolError::new(
        ErrorCode::BadResumptionToken,
        "The resumptionToken is not one of this list",
    )
}
