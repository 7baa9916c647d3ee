//! The arguments of OAI-PMH, its sets, datestamps and tokens.

use carrel_domain::catalogue::harvest::{
    Datestamp, Request, Token, book_of, category_of, host_of, identifier, set_spec,
};

use super::text;

/// Each line of an input is a name and a value, separated by `=`.
pub(crate) fn run(input: &[u8]) {
    let sent = text(input);
    let pairs: Vec<(String, String)> = sent
        .split('\n')
        .map(|line| line.split_once('=').unwrap_or((line, "")))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    match Request::parse(&pairs) {
        Ok(Request::List(list)) => {
            let token = Token::Records(list.place.clone());
            assert_eq!(Token::parse(&token.text()), Some(token), "a place is carried");
            assert!(
                list.place
                    .until_ms
                    .is_none_or(|until| list.is_resumed || until >= list.place.after.0)
            );
        }
        Ok(_) => {}
        Err(error) => assert!(!error.message.is_empty()),
    }
    for (_, value) in &pairs {
        if let Some(token) = Token::parse(value) {
            assert_eq!(token.text(), *value, "a token has one text");
        }
        if let Some(category) = category_of(value) {
            assert_eq!(set_spec(&category), *value, "a set has one name");
        }
        if !value.is_empty() {
            assert_eq!(category_of(&set_spec(value)).as_deref(), Some(value.as_str()));
        }
        if let Some(datestamp) = Datestamp::parse(value) {
            assert!(datestamp.first_ms < datestamp.last_ms);
        }
        let host = host_of(value);
        assert!(
            host.bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'.')
        );
        if let Some(id) = book_of("library.example", value) {
            assert_eq!(
                identifier("library.example", id),
                *value,
                "a record has one identifier"
            );
        }
    }
}
