//! One file per parser.

pub(crate) mod api;
pub(crate) mod backup;
pub(crate) mod book_data;
pub(crate) mod cover;
pub(crate) mod cql;
pub(crate) mod forms;
pub(crate) mod harvest;
pub(crate) mod http;
pub(crate) mod image_address;
pub(crate) mod isbn;
pub(crate) mod mail;
pub(crate) mod marc;
pub(crate) mod marc_text;
pub(crate) mod people_csv;
pub(crate) mod picture;
pub(crate) mod search;
pub(crate) mod second_factor;
pub(crate) mod secrets;
pub(crate) mod table;
pub(crate) mod user_agent;
pub(crate) mod values;
pub(crate) mod webhook;

/// The text of an input. Invalid UTF-8 cannot reach the parsers of texts.
fn text(input: &[u8]) -> String {
    String::from_utf8_lossy(input).into_owned()
}

/// The lines of an input as fields: an absent line is an absent field, and `\u{b}` in a field is a line end.
struct Fields<'a>(std::str::Split<'a, char>);

impl<'a> Fields<'a> {
    fn of(text: &'a str) -> Self {
        Fields(text.split('\n'))
    }

    fn next(&mut self) -> Option<String> {
        self.0.next().map(|field| field.replace('\u{b}', "\n"))
    }
}
