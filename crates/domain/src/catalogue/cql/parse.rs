//! Parses a query.

use super::diagnostic::Diagnostic;
use super::syntax::{Clause, Node, Operator, ParsedQuery, SortClause};

/// The maximum length of a query, in characters.
pub const MAX_CHARS: usize = 4000;
/// The maximum number of operators.
const MAX_OPERATORS: usize = 100;
/// The maximum depth of parentheses.
const MAX_DEPTH: usize = 40;

/// Relations with a name; all others are signs.
const NAMED: [&str; 8] = ["any", "all", "adj", "exact", "within", "encloses", "scr", "="];

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Open,
    Close,
    Slash,
    Sign(&'static str),
    /// A word without quotation marks.
    Word(String),
    Quoted(String),
}

/// Parses a query of CQL 1.1, 1.2 or 2.0. Never panics.
pub fn parse(text: &str) -> Result<ParsedQuery, Diagnostic> {
    if text.chars().count() > MAX_CHARS {
        return Err(Diagnostic::new(12, MAX_CHARS.to_string()));
    }
    let mut parser = Parser {
        tokens: tokens(text)?,
        next: 0,
        operators: 0,
        prefixes: Vec::new(),
    };
    let root = parser.query(0)?;
    let sort = parser.sort()?;
    match parser.peek() {
        None => Ok(ParsedQuery {
            root,
            prefixes: parser.prefixes,
            sort,
        }),
        Some(token) => Err(unexpected(Some(token))),
    }
}

fn tokens(text: &str) -> Result<Vec<Token>, Diagnostic> {
    let mut tokens = Vec::new();
    let mut rest = text.chars().peekable();
    while let Some(first) = rest.next() {
        let token = match first {
            c if c.is_whitespace() => continue,
            '(' => Token::Open,
            ')' => Token::Close,
            '/' => Token::Slash,
            '=' if rest.next_if_eq(&'=').is_some() => Token::Sign("=="),
            '=' => Token::Sign("="),
            '<' if rest.next_if_eq(&'=').is_some() => Token::Sign("<="),
            '<' if rest.next_if_eq(&'>').is_some() => Token::Sign("<>"),
            '<' => Token::Sign("<"),
            '>' if rest.next_if_eq(&'=').is_some() => Token::Sign(">="),
            '>' => Token::Sign(">"),
            '"' => {
                let mut quoted = String::new();
                loop {
                    match rest.next() {
                        None => return Err(Diagnostic::new(10, "a quotation mark is not closed")),
                        Some('"') => break Token::Quoted(quoted),
                        Some('\\') => {
                            quoted.push('\\');
                            quoted.extend(rest.next());
                        }
                        Some(other) => quoted.push(other),
                    }
                }
            }
            first => {
                let mut word = String::from(first);
                while let Some(c) = rest.next_if(|c| !c.is_whitespace() && !"()/=<>\"".contains(*c)) {
                    word.push(c);
                }
                Token::Word(word)
            }
        };
        tokens.push(token);
    }
    Ok(tokens)
}

struct Parser {
    tokens: Vec<Token>,
    next: usize,
    operators: usize,
    prefixes: Vec<(String, String)>,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
    }

    fn peek_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(Token::Word(found)) if found.eq_ignore_ascii_case(word))
    }

    fn take(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.next).cloned();
        self.next += 1;
        token
    }

    fn take_if(&mut self, wanted: &Token) -> bool {
        let is_next = self.peek() == Some(wanted);
        self.next += usize::from(is_next);
        is_next
    }

    /// Clauses with operators between them, which all bind equally, from left to right.
    fn query(&mut self, depth: usize) -> Result<Node, Diagnostic> {
        if depth > MAX_DEPTH {
            return Err(Diagnostic::new(10, "the parentheses are too deep"));
        }
        while self.take_if(&Token::Sign(">")) {
            let prefix = self.prefix()?;
            self.prefixes.push(prefix);
        }
        let mut left = self.clause(depth)?;
        while let Some(operator) = self.operator()? {
            let right = self.clause(depth)?;
            left = Node::Both(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    /// `dc = "info:srw/cql-context-set/1/dc-v1.1"`, or the address alone.
    fn prefix(&mut self) -> Result<(String, String), Diagnostic> {
        let first = self.term()?;
        if self.take_if(&Token::Sign("=")) {
            return Ok((first.to_lowercase(), self.term()?));
        }
        Ok((String::new(), first))
    }

    fn term(&mut self) -> Result<String, Diagnostic> {
        match self.take() {
            Some(Token::Word(word) | Token::Quoted(word)) => Ok(word),
            other => Err(unexpected(other.as_ref())),
        }
    }

    fn operator(&mut self) -> Result<Option<Operator>, Diagnostic> {
        let operator = if self.peek_word("and") {
            Operator::And
        } else if self.peek_word("or") {
            Operator::Or
        } else if self.peek_word("not") {
            Operator::Not
        } else if self.peek_word("prox") {
            return Err(Diagnostic::new(37, "prox"));
        } else {
            return Ok(None);
        };
        self.next += 1;
        self.operators += 1;
        if self.operators > MAX_OPERATORS {
            return Err(Diagnostic::new(38, MAX_OPERATORS.to_string()));
        }
        match self.modifiers()?.into_iter().next() {
            Some(modifier) => Err(Diagnostic::new(46, modifier)),
            None => Ok(Some(operator)),
        }
    }

    fn clause(&mut self, depth: usize) -> Result<Node, Diagnostic> {
        if self.take_if(&Token::Open) {
            let inner = self.query(depth + 1)?;
            return match self.take() {
                Some(Token::Close) => Ok(inner),
                other => Err(unexpected(other.as_ref())),
            };
        }
        let is_keyword = ["and", "or", "not", "prox", "sortby"]
            .iter()
            .any(|word| self.peek_word(word));
        if is_keyword {
            return Err(unexpected(self.peek()));
        }
        let first = self.term()?;
        let Some(relation) = self.relation() else {
            return Ok(Node::Clause(Clause {
                index: None,
                relation: "=".to_owned(),
                modifiers: Vec::new(),
                term: first,
            }));
        };
        let modifiers = self.modifiers()?;
        Ok(Node::Clause(Clause {
            index: Some(first),
            relation,
            modifiers,
            term: self.term()?,
        }))
    }

    /// The relation that follows an index.
    fn relation(&mut self) -> Option<String> {
        let relation = match self.peek()? {
            Token::Sign(sign) => (*sign).to_owned(),
            Token::Word(word) => {
                let name = word.to_lowercase();
                let plain = name.strip_prefix("cql.").unwrap_or(&name);
                // Other words with a prefix are relations of other context sets.
                let is_relation = NAMED.contains(&plain) || name.contains('.');
                let has_term = matches!(
                    self.tokens.get(self.next + 1),
                    Some(Token::Word(_) | Token::Quoted(_) | Token::Slash)
                );
                if !is_relation || !has_term {
                    return None;
                }
                plain.to_owned()
            }
            _ => return None,
        };
        self.next += 1;
        Some(relation)
    }

    /// The names of modifiers such as `/relevant` and `/x.weight > 3`.
    fn modifiers(&mut self) -> Result<Vec<String>, Diagnostic> {
        let mut modifiers = Vec::new();
        while self.take_if(&Token::Slash) {
            modifiers.push(self.term()?.to_lowercase());
            if let Some(Token::Sign(_)) = self.peek() {
                self.next += 1;
                self.term()?;
            }
        }
        Ok(modifiers)
    }

    fn sort(&mut self) -> Result<Vec<SortClause>, Diagnostic> {
        let mut keys = Vec::new();
        if !self.peek_word("sortby") {
            return Ok(keys);
        }
        self.next += 1;
        while self.peek().is_some() {
            let index = self.term()?;
            let modifiers = self.modifiers()?;
            keys.push(SortClause { index, modifiers });
        }
        if keys.is_empty() {
            return Err(unexpected(None));
        }
        Ok(keys)
    }
}

fn unexpected(token: Option<&Token>) -> Diagnostic {
    let details = match token {
        None => "the query ends too early".to_owned(),
        Some(Token::Open) => "unexpected (".to_owned(),
        Some(Token::Close) => "unexpected )".to_owned(),
        Some(Token::Slash) => "unexpected /".to_owned(),
        Some(Token::Sign(sign)) => format!("unexpected {sign}"),
        Some(Token::Word(word) | Token::Quoted(word)) => format!("unexpected {word}"),
    };
    Diagnostic::new(10, details)
}
