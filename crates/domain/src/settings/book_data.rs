//! The settings of book data: the sources that are asked for a book by its ISBN, in order. All are off by default.

use serde::{Deserialize, Serialize};

use crate::book_data::{BookHosts, BookSource, SruSource, SruVersion};
use crate::validation::{EntryError, FormErrors, optional_line, required_line};

/// The limits of the fields.
pub mod limit {
    use crate::limits::{Form, List, Text};

    /// Open Library and five SRU servers.
    pub const SOURCES: List = List::up_to(6);
    /// The name of an SRU server.
    pub const NAME: Text = Text::up_to(80, Form::LINE);
    /// The address of an SRU server.
    pub const ADDRESS: Text = crate::webhooks::limit::ADDRESS;
    /// The name of MARCXML at an SRU server.
    pub const RECORD_SCHEMA: Text = Text::up_to(100, Form::LINE);
    /// The query.
    pub const QUERY: Text = Text::up_to(300, Form::LINE);
}

/// The maximum number of SRU servers.
const MOST_SRU: usize = 5;
const DEFAULT_SCHEMA: &str = "marcxml";

/// The messages.
pub mod message {
    /// `covers` is missing.
    pub const COVERS_REQUIRED: &str = "Please choose whether covers are loaded too";
    /// More sources than the limit.
    pub const TOO_MANY: &str = "There cannot be more than 5 SRU servers";
    /// Open Library is listed twice, or not at all.
    pub const OPEN_LIBRARY_ONCE: &str = "Open Library must be listed once";
    /// A kind that does not exist.
    pub const KIND_UNKNOWN: &str = "The kind of a source must be one of: open_library, sru";
    /// A source without the switch.
    pub const IS_ON_REQUIRED: &str = "Please choose whether the source is asked";
    /// No name.
    pub const NAME_REQUIRED: &str = "Please enter a name for the source";
    /// Too long a name.
    pub const NAME_TOO_LONG: &str = "The name cannot exceed 80 characters";
    /// Two sources with one name.
    pub const NAME_TAKEN: &str = "Another source has this name";
    /// A version that does not exist.
    pub const VERSION_UNKNOWN: &str = "The version must be one of: 1.1, 1.2, 2.0";
    /// Too long a schema.
    pub const SCHEMA_TOO_LONG: &str = "The record schema cannot exceed 100 characters";
    /// No query.
    pub const QUERY_REQUIRED: &str = "Please enter the query by which the source finds an ISBN";
    /// Too long a query.
    pub const QUERY_TOO_LONG: &str = "The query cannot exceed 300 characters";
    /// A query without the number.
    pub const QUERY_WITHOUT_ISBN: &str =
        "The query must contain the word isbn in braces, which stands for the number";
    /// A text with control characters.
    pub const NOT_ALLOWED: &str = "The text contains characters that are not allowed";
}

/// The settings of book data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BookDataSettings {
    /// The sources in order; Open Library is one of them.
    pub sources: Vec<BookSource>,
    /// Whether covers are offered.
    pub covers: bool,
}

impl Default for BookDataSettings {
    fn default() -> Self {
        BookDataSettings {
            sources: vec![BookSource::OpenLibrary { is_on: false }],
            covers: false,
        }
    }
}

impl BookDataSettings {
    /// Whether a cover of Open Library may be fetched.
    pub fn offers_covers(&self) -> bool {
        let is_on = |source: &BookSource| matches!(source, BookSource::OpenLibrary { is_on: true });
        self.covers && self.sources.iter().any(is_on)
    }
}

/// A source as it was sent. That of Open Library has only its kind and its switch.
#[derive(Clone, Debug, Default)]
pub struct BookSourceForm {
    /// `kind`
    pub kind: Option<String>,
    /// `isOn`
    pub is_on: Option<bool>,
    /// `name`
    pub name: Option<String>,
    /// `address`
    pub address: Option<String>,
    /// `version`
    pub version: Option<String>,
    /// `recordSchema`; `marcxml` when it is missing.
    pub record_schema: Option<String>,
    /// `query`
    pub query: Option<String>,
}

/// The section as it was sent.
#[derive(Clone, Debug, Default)]
pub struct BookDataForm {
    /// `sources`
    pub sources: Vec<BookSourceForm>,
    /// `covers`
    pub covers: Option<bool>,
}

const LIST: &str = "sources";

impl BookSourceForm {
    /// Validates a source. `at` names the parts of the form in errors: `address` is `sources.2.address` in a list.
    fn validate(
        self,
        hosts: &BookHosts,
        errors: &mut FormErrors,
        at: &dyn Fn(&str) -> String,
    ) -> Option<BookSource> {
        let is_on = errors.take(&at("isOn"), self.is_on.ok_or(message::IS_ON_REQUIRED));
        match self.kind.as_deref() {
            Some("open_library") => Some(BookSource::OpenLibrary { is_on: is_on? }),
            Some("sru") => {
                let name = required_line(
                    self.name.as_deref(),
                    limit::NAME,
                    message::NAME_REQUIRED,
                    message::NAME_TOO_LONG,
                    message::NOT_ALLOWED,
                );
                let name = errors.take(&at("name"), name);
                let address = hosts.destination(self.address.as_deref().unwrap_or_default());
                let address = errors.take(&at("address"), address);
                let version = self.version.as_deref();
                let version = SruVersion::ALL
                    .into_iter()
                    .find(|one| Some(one.as_str()) == version);
                let version = errors.take(&at("version"), version.ok_or(message::VERSION_UNKNOWN));
                let schema = optional_line(
                    self.record_schema.as_deref(),
                    limit::RECORD_SCHEMA,
                    message::SCHEMA_TOO_LONG,
                    message::NOT_ALLOWED,
                );
                let schema = errors.take(&at("recordSchema"), schema);
                let query = query(self.query.as_deref());
                let query = errors.take(&at("query"), query);
                Some(BookSource::Sru(SruSource {
                    is_on: is_on?,
                    name: name?,
                    address: address?.into(),
                    version: version?,
                    record_schema: schema?.unwrap_or_else(|| DEFAULT_SCHEMA.to_owned()),
                    query: query?,
                }))
            }
            _ => {
                errors.field(&at("kind"), message::KIND_UNKNOWN);
                None
            }
        }
    }

    /// Validates a source that is to be tried.
    ///
    /// # Errors
    /// The errors of `source.address` and the others.
    pub fn validate_alone(self, hosts: &BookHosts) -> Result<BookSource, FormErrors> {
        let mut errors = FormErrors::default();
        let source = self.validate(hosts, &mut errors, &|part| format!("source.{part}"));
        source.ok_or(errors)
    }
}

fn query(text: Option<&str>) -> Result<String, &'static str> {
    let query = required_line(
        text,
        limit::QUERY,
        message::QUERY_REQUIRED,
        message::QUERY_TOO_LONG,
        message::NOT_ALLOWED,
    )?;
    if query.contains(crate::book_data::PLACE) {
        Ok(query)
    } else {
        Err(message::QUERY_WITHOUT_ISBN)
    }
}

impl BookDataForm {
    /// Validates the section.
    ///
    /// # Errors
    /// Those of the list, and those of the parts of its entries.
    pub fn validate(self, hosts: &BookHosts) -> Result<BookDataSettings, FormErrors> {
        let mut errors = FormErrors::default();
        let covers = errors.take("covers", self.covers.ok_or(message::COVERS_REQUIRED));
        let count = |kind| {
            let sources = self.sources.iter();
            sources.filter(|one| one.kind.as_deref() == Some(kind)).count()
        };
        if count("sru") > MOST_SRU {
            errors.field(LIST, message::TOO_MANY);
        } else if count("open_library") != 1 {
            errors.field(LIST, message::OPEN_LIBRARY_ONCE);
        }
        let mut sources: Vec<BookSource> = Vec::new();
        for (index, form) in self.sources.into_iter().enumerate().take(limit::SOURCES.max) {
            let at = |part: &str| format!("{LIST}.{index}.{part}");
            let Some(source) = form.validate(hosts, &mut errors, &at) else {
                continue;
            };
            if sources.iter().any(|one| one.name() == source.name()) {
                errors.entry(EntryError::new(LIST, index, "name", message::NAME_TAKEN));
            }
            sources.push(source);
        }
        match covers {
            Some(covers) if errors.is_empty() => Ok(BookDataSettings { sources, covers }),
            _ => Err(errors),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BookDataForm, BookDataSettings, BookSourceForm, message};
    use crate::book_data::{BookHosts, BookSource, message as host_message};

    fn open_library() -> BookSourceForm {
        BookSourceForm {
            kind: Some("open_library".to_owned()),
            is_on: Some(false),
            ..BookSourceForm::default()
        }
    }

    fn sru(name: &str) -> BookSourceForm {
        BookSourceForm {
            kind: Some("sru".to_owned()),
            is_on: Some(true),
            name: Some(name.to_owned()),
            address: Some("https://catalogue.example.org/sru".to_owned()),
            version: Some("1.1".to_owned()),
            record_schema: None,
            query: Some("bath.isbn={isbn}".to_owned()),
        }
    }

    fn errors(sources: Vec<BookSourceForm>) -> Vec<(String, String)> {
        let form = BookDataForm {
            sources,
            covers: Some(false),
        };
        let errors = form.validate(&BookHosts::Public).err().unwrap_or_default();
        let errors = errors.into_errors().into_iter();
        errors.map(|error| (error.field, error.message)).collect()
    }

    fn wrong(change: impl FnOnce(&mut BookSourceForm)) -> (String, String) {
        let mut form = sru("A");
        change(&mut form);
        let found = errors(vec![open_library(), form]);
        assert_eq!(found.len(), 1, "{found:?}");
        found[0].clone()
    }

    #[test]
    fn no_source_is_on_by_default() {
        let settings: BookDataSettings = serde_json::from_str("{}").unwrap();
        assert_eq!(settings, BookDataSettings::default());
        assert!(settings.sources.iter().all(|source| !source.is_on()));
        assert!(!settings.offers_covers());
    }

    #[test]
    fn sources_stay_in_order_and_get_the_usual_schema() {
        let form = BookDataForm {
            sources: vec![sru("A"), open_library(), sru("B")],
            covers: Some(true),
        };
        let settings = form.validate(&BookHosts::Public).unwrap();
        let names: Vec<&str> = settings.sources.iter().map(BookSource::name).collect();
        assert_eq!(names, ["A", "Open Library", "B"]);
        let json = serde_json::to_value(&settings).unwrap();
        assert_eq!(json["sources"][0]["recordSchema"], "marcxml");
        assert_eq!(
            serde_json::from_value::<BookDataSettings>(json).unwrap(),
            settings
        );
    }

    #[test]
    fn covers_need_open_library() {
        let mut settings = BookDataSettings {
            covers: true,
            ..BookDataSettings::default()
        };
        assert!(!settings.offers_covers());
        settings.sources = vec![BookSource::OpenLibrary { is_on: true }];
        assert!(settings.offers_covers());
    }

    #[test]
    fn lists_that_cannot_be_are_refused() {
        let list = |message: &str| vec![("sources".to_owned(), message.to_owned())];
        assert_eq!(errors(vec![sru("A")]), list(message::OPEN_LIBRARY_ONCE));
        let twice = errors(vec![open_library(), open_library()]);
        assert_eq!(twice[0], list(message::OPEN_LIBRARY_ONCE)[0]);
        for (count, expected) in [(5, vec![]), (6, list(message::TOO_MANY))] {
            let mut many: Vec<_> = (0..count).map(|number| sru(&number.to_string())).collect();
            many.insert(0, open_library());
            assert_eq!(errors(many), expected, "{count}");
        }
        let taken = ("sources.2.name".to_owned(), message::NAME_TAKEN.to_owned());
        assert_eq!(errors(vec![open_library(), sru("A"), sru("A")]), [taken]);
    }

    #[test]
    fn invalid_parts_are_named() {
        let at = |part: &str, message: &str| (format!("sources.1.{part}"), message.to_owned());
        for (found, expected) in [
            (
                wrong(|form| form.kind = Some("z3950".to_owned())),
                at("kind", message::KIND_UNKNOWN),
            ),
            (
                wrong(|form| form.is_on = None),
                at("isOn", message::IS_ON_REQUIRED),
            ),
            (
                wrong(|form| form.name = Some(" ".to_owned())),
                at("name", message::NAME_REQUIRED),
            ),
            (
                wrong(|form| form.name = Some("a".repeat(81))),
                at("name", message::NAME_TOO_LONG),
            ),
            (
                wrong(|form| form.address = Some("http://catalogue.example.org/".to_owned())),
                at("address", host_message::NOT_SECURE),
            ),
            (
                wrong(|form| form.address = None),
                at("address", host_message::NO_ADDRESS),
            ),
            (
                wrong(|form| form.version = Some("1.0".to_owned())),
                at("version", message::VERSION_UNKNOWN),
            ),
            (
                wrong(|form| form.record_schema = Some("a".repeat(101))),
                at("recordSchema", message::SCHEMA_TOO_LONG),
            ),
            (
                wrong(|form| form.query = None),
                at("query", message::QUERY_REQUIRED),
            ),
            (
                wrong(|form| form.query = Some("bath.isbn=1".to_owned())),
                at("query", message::QUERY_WITHOUT_ISBN),
            ),
            (
                wrong(|form| form.query = Some(format!("{{isbn}}{}", "a".repeat(300)))),
                at("query", message::QUERY_TOO_LONG),
            ),
            (
                wrong(|form| form.query = Some("{isbn}\u{7}".to_owned())),
                at("query", message::NOT_ALLOWED),
            ),
        ] {
            assert_eq!(found, expected);
        }
    }
}
