//! Parses a typed text into an expression of words, phrases and fields. Every text is an expression: what is no operator at
//! its place is a word, and operators without an operand are ignored.
//!
//! `AND`, `OR` and `NOT` count in capitals only, because `and`, `or` and `not` are words of titles; in a text without small
//! letters they are words, too. Words beside each other must all match. `OR` binds less than words beside each other:
//! `red fish OR blue fish` is `(red fish) OR (blue fish)`. A field is a name before a colon, and applies to the word, the phrase
//! or the parentheses after it. A minus is no operator: it is a dash in many titles that are copied.

use crate::ask::is_quote;
use crate::schema::TextField;

/// The deepest parentheses and the most operators before a word; further ones are ignored.
const MAX_DEPTH: usize = 16;

/// What a text asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expression {
    /// Words and phrases without operators, as typed.
    Text(String),
    In(SearchField, Box<Expression>),
    All(Vec<Expression>),
    Any(Vec<Expression>),
    Not(Box<Expression>),
}

/// A field that a text can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchField {
    Words(TextField),
    Isbn,
    Language,
    Year,
}

/// The names of the fields in English and German.
const NAMES: &[(&str, SearchField)] = &[
    ("title", SearchField::Words(TextField::Title)),
    ("titel", SearchField::Words(TextField::Title)),
    ("author", SearchField::Words(TextField::Author)),
    ("autor", SearchField::Words(TextField::Author)),
    ("verfasser", SearchField::Words(TextField::Author)),
    ("category", SearchField::Words(TextField::Category)),
    ("kategorie", SearchField::Words(TextField::Category)),
    ("subject", SearchField::Words(TextField::Subject)),
    ("schlagwort", SearchField::Words(TextField::Subject)),
    ("series", SearchField::Words(TextField::Series)),
    ("reihe", SearchField::Words(TextField::Series)),
    ("publisher", SearchField::Words(TextField::Publisher)),
    ("verlag", SearchField::Words(TextField::Publisher)),
    ("description", SearchField::Words(TextField::Description)),
    ("beschreibung", SearchField::Words(TextField::Description)),
    ("call", SearchField::Words(TextField::CallNumber)),
    ("callnumber", SearchField::Words(TextField::CallNumber)),
    ("signatur", SearchField::Words(TextField::CallNumber)),
    ("shelf", SearchField::Words(TextField::Shelf)),
    ("standort", SearchField::Words(TextField::Shelf)),
    ("isbn", SearchField::Isbn),
    ("language", SearchField::Language),
    ("sprache", SearchField::Language),
    ("year", SearchField::Year),
    ("jahr", SearchField::Year),
];

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// A word, or a phrase with its quotation marks.
    Words(String),
    Field(SearchField),
    And,
    Or,
    Not,
    Open,
    Close,
}

/// Parses a text.
pub(crate) fn parse(text: &str) -> Expression {
    let tokens = tokens(text);
    let mut parser = Parser {
        tokens: &tokens,
        depth: 0,
    };
    let mut parts = Vec::new();
    while !parser.tokens.is_empty() {
        parts.extend(parser.any());
        // A closing parenthesis that was never opened.
        parser.skip();
    }
    all(parts).unwrap_or_else(|| Expression::Text(String::new()))
}

fn tokens(text: &str) -> Vec<Token> {
    let has_small_letters = text.chars().any(char::is_lowercase);
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        let (token, length) = match first {
            '(' => (Some(Token::Open), 1),
            ')' => (Some(Token::Close), 1),
            _ if is_quote(first) => match after.find(is_quote) {
                Some(end) => {
                    let close = after[end..].chars().next().map_or(0, char::len_utf8);
                    let length = first.len_utf8() + end + close;
                    (Some(Token::Words(rest[..length].to_owned())), length)
                }
                None => (None, first.len_utf8()),
            },
            _ => word(rest, has_small_letters),
        };
        tokens.extend(token);
        rest = rest[length..].trim_start();
    }
    tokens
}

/// The token of a word, and its length in bytes.
fn word(text: &str, has_small_letters: bool) -> (Option<Token>, usize) {
    let end = text
        .find(|c: char| c.is_whitespace() || c == '(' || c == ')' || is_quote(c))
        .unwrap_or(text.len());
    let word = &text[..end];
    if let Some((name, _)) = word.split_once(':') {
        let name_end = name.len() + 1;
        let name = name.to_lowercase();
        if let Some((_, field)) = NAMES.iter().find(|(known, _)| *known == name) {
            return (Some(Token::Field(*field)), name_end);
        }
    }
    let token = match word {
        "AND" if has_small_letters => Token::And,
        "OR" if has_small_letters => Token::Or,
        "NOT" if has_small_letters => Token::Not,
        _ => Token::Words(word.to_owned()),
    };
    (Some(token), end)
}

struct Parser<'a> {
    tokens: &'a [Token],
    depth: usize,
}

impl Parser<'_> {
    fn skip(&mut self) {
        self.tokens = self.tokens.get(1..).unwrap_or_default();
    }

    fn any(&mut self) -> Option<Expression> {
        let mut parts = Vec::new();
        loop {
            parts.extend(self.all());
            match self.tokens.first() {
                Some(Token::Or) => self.skip(),
                _ => break,
            }
        }
        match parts.len() {
            0 | 1 => parts.pop(),
            _ => Some(Expression::Any(parts)),
        }
    }

    fn all(&mut self) -> Option<Expression> {
        let mut parts = Vec::new();
        loop {
            match self.tokens.first() {
                None | Some(Token::Or | Token::Close) => return all(parts),
                Some(Token::And) => self.skip(),
                Some(_) => parts.extend(self.one()),
            }
        }
    }

    fn one(&mut self) -> Option<Expression> {
        let token = self.tokens.first()?.clone();
        if matches!(token, Token::Or | Token::And | Token::Close) {
            return None;
        }
        self.skip();
        if let Token::Words(words) = token {
            return Some(Expression::Text(words));
        }
        if self.depth == MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let found = match token {
            Token::Open => {
                let found = self.any();
                if self.tokens.first() == Some(&Token::Close) {
                    self.skip();
                }
                found
            }
            Token::Not => self.one().map(|inner| match inner {
                Expression::Not(inner) => *inner,
                inner => Expression::Not(Box::new(inner)),
            }),
            Token::Field(SearchField::Isbn) => {
                let number = self.isbn().or_else(|| self.one());
                number.map(|number| Expression::In(SearchField::Isbn, Box::new(number)))
            }
            Token::Field(field) => self.one().map(|inner| Expression::In(field, Box::new(inner))),
            _ => None,
        };
        self.depth -= 1;
        found
    }

    /// The parts of an ISBN that is written with spaces.
    fn isbn(&mut self) -> Option<Expression> {
        let mut parts = Vec::new();
        while let Some(Token::Words(part)) = self.tokens.first() {
            if !part
                .chars()
                .all(|c| c.is_ascii_digit() || matches!(c, '-' | 'x' | 'X'))
            {
                break;
            }
            parts.push(part.as_str());
            self.skip();
        }
        (!parts.is_empty()).then(|| Expression::Text(parts.join(" ")))
    }
}

/// All of these, with words beside each other as one text.
fn all(parts: Vec<Expression>) -> Option<Expression> {
    let mut merged: Vec<Expression> = Vec::new();
    for part in parts {
        match (part, merged.last_mut()) {
            (Expression::Text(text), Some(Expression::Text(before))) => {
                before.push(' ');
                before.push_str(&text);
            }
            (Expression::All(inner), _) => merged.extend(inner),
            (part, _) => merged.push(part),
        }
    }
    match merged.len() {
        0 | 1 => merged.pop(),
        _ => Some(Expression::All(merged)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Expression, parse};
    use proptest::prelude::*;

    fn show(expression: &Expression) -> String {
        let join = |parts: &[Expression], by: &str| parts.iter().map(show).collect::<Vec<_>>().join(by);
        match expression {
            Expression::Text(text) => format!("[{text}]"),
            Expression::In(field, inner) => {
                let name = format!("{field:?}");
                let name = name
                    .trim_start_matches("Words(")
                    .trim_end_matches(')')
                    .to_lowercase();
                format!("{name}:{}", show(inner))
            }
            Expression::All(parts) => format!("({})", join(parts, " & ")),
            Expression::Any(parts) => format!("({})", join(parts, " | ")),
            Expression::Not(inner) => format!("!{}", show(inner)),
        }
    }

    #[test]
    fn parses_operators_fields_and_parentheses() {
        for (text, expected) in [
            ("war and peace", "[war and peace]"),
            ("war AND peace", "[war peace]"),
            ("WAR AND PEACE", "[WAR AND PEACE]"),
            ("red fish OR blue fish", "([red fish] | [blue fish])"),
            ("tolstoy NOT war", "([tolstoy] & ![war])"),
            ("tolstoy -war", "[tolstoy -war]"),
            ("tolstoy - war", "[tolstoy - war]"),
            ("e-book 978-0-14", "[e-book 978-0-14]"),
            (
                "tolstoy NOT \"war and peace\"",
                "([tolstoy] & ![\"war and peace\"])",
            ),
            (
                "isbn: 978 0 14 044913 6 war",
                "(isbn:[978 0 14 044913 6] & [war])",
            ),
            ("Author:tolstoy war", "(author:[tolstoy] & [war])"),
            ("author: tolstoy", "author:[tolstoy]"),
            (
                "author:(tolstoy OR dostoevsky)",
                "author:([tolstoy] | [dostoevsky])",
            ),
            ("title:\"war and peace\"", "title:[\"war and peace\"]"),
            ("titel:krieg jahr:1869", "(title:[krieg] & year:[1869])"),
            ("Sapiens: a brief history", "[Sapiens: a brief history]"),
            ("(dune) (frank)", "[dune frank]"),
            ("(a OR b) (c OR d)", "(([a] | [b]) & ([c] | [d]))"),
            ("a OR", "[a]"),
            ("OR a", "[a]"),
            ("a OR OR b", "([a] | [b])"),
            ("NOT", "[NOT]"),
            ("a NOT", "[a]"),
            ("NOT NOT a", "[a]"),
            ("author:", "[]"),
            (")a(b", "[a b]"),
            ("((((a", "[a]"),
            ("a \"b c", "[a b c]"),
            ("", "[]"),
        ] {
            assert_eq!(show(&parse(text)), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn keeps_every_word_of_a_text_without_operators(text in "[a-z ]{0,40}") {
            let words: Vec<&str> = text.split_whitespace().collect();
            prop_assert_eq!(parse(&text), Expression::Text(words.join(" ")));
        }

        #[test]
        fn parses_any_text(text in any::<String>(), parts in prop::collection::vec(
            prop::sample::select(vec!["(", ")", "a", " ", "OR ", "NOT ", "isbn:9 ", "author:", "\"", "year:", "AND"]), 0..400,
        )) {
            parse(&text);
            parse(&parts.concat());
        }
    }
}
