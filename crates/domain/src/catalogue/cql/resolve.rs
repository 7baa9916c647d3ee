//! Looks the names of a query up: indexes, relations, and orders.

use super::diagnostic::Diagnostic;
use super::syntax::{Clause, Node, Operator, ParsedQuery, SortClause};
use super::tree::{How, SortBy, SortKey, TextIndex, Tree, Word};
use crate::catalogue::book::BookId;

/// What is searched for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    pub tree: Tree,
    pub sort: Vec<SortKey>,
}

/// The context sets by their addresses. Versions of a set differ in its end.
const SETS: [(&str, &str); 4] = [
    ("info:srw/cql-context-set/1/cql-v", "cql"),
    ("info:srw/cql-context-set/1/dc-v", "dc"),
    ("http://zing.z3950.org/cql/bath/", "bath"),
    ("info:srw/cql-context-set/2/rec-", "rec"),
];

/// Modifiers that say what every search does.
const MODIFIERS: [&str; 4] = ["ignorecase", "ignoreaccents", "masked", "word"];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Index {
    All,
    Text(TextIndex),
    Date,
    Language,
    Isbn,
    Issn,
    /// The number of a book.
    Record,
    /// An ISBN, or the number of a book.
    Identifier,
}

/// Looks a query up.
pub fn resolve(query: &ParsedQuery) -> Result<Search, Diagnostic> {
    let names = Names::of(&query.prefixes)?;
    let sort = query.sort.iter().map(|key| names.sort_key(key));
    Ok(Search {
        tree: names.tree(&query.root)?,
        sort: sort.collect::<Result<_, _>>()?,
    })
}

/// The prefixes that the query assigns.
struct Names {
    prefixes: Vec<(String, &'static str)>,
}

impl Names {
    fn of(assigned: &[(String, String)]) -> Result<Self, Diagnostic> {
        let mut prefixes = Vec::new();
        for (prefix, address) in assigned {
            let set = SETS.into_iter().find(|(begin, _)| address.starts_with(begin));
            let (_, set) = set.ok_or_else(|| Diagnostic::new(15, address.clone()))?;
            prefixes.push((prefix.clone(), set));
        }
        Ok(Names { prefixes })
    }

    /// The context set and the name of an index, in lower case.
    fn split(&self, index: &str) -> Result<(&'static str, String), Diagnostic> {
        let lower = index.to_lowercase();
        let (prefix, name) = lower.split_once('.').unwrap_or(("", &lower));
        let assigned = self.prefixes.iter().rev().find(|(known, _)| known == prefix);
        let set = match assigned {
            Some((_, set)) => set,
            None if prefix.is_empty() => "",
            None => SETS
                .into_iter()
                .find_map(|(_, set)| (set == prefix).then_some(set))
                .ok_or_else(|| Diagnostic::new(15, prefix))?,
        };
        Ok((set, name.to_owned()))
    }

    /// A name without a prefix may be of any set.
    fn index(&self, index: &str) -> Result<Index, Diagnostic> {
        let (set, name) = self.split(index)?;
        let found = match (set, name.as_str()) {
            ("cql" | "", "serverchoice" | "anywhere" | "keywords") => Index::Text(TextIndex::Anywhere),
            ("cql" | "", "allrecords") => Index::All,
            ("dc" | "", "title") => Index::Text(TextIndex::Title),
            ("dc" | "", "creator" | "contributor") => Index::Text(TextIndex::Creator),
            ("dc" | "", "subject") => Index::Text(TextIndex::Subject),
            ("dc" | "", "publisher") => Index::Text(TextIndex::Publisher),
            ("dc" | "", "date") => Index::Date,
            ("dc" | "", "language") => Index::Language,
            ("bath" | "", "isbn") => Index::Isbn,
            ("bath" | "", "issn") => Index::Issn,
            ("dc", "identifier") => Index::Identifier,
            ("rec" | "", "identifier") => Index::Record,
            _ => return Err(Diagnostic::new(16, index)),
        };
        Ok(found)
    }

    fn tree(&self, node: &Node) -> Result<Tree, Diagnostic> {
        match node {
            Node::Clause(clause) => self.clause(clause),
            Node::Both(operator, left, right) => {
                let (left, right) = (Box::new(self.tree(left)?), Box::new(self.tree(right)?));
                Ok(match operator {
                    Operator::And => Tree::And(left, right),
                    Operator::Or => Tree::Or(left, right),
                    Operator::Not => Tree::Without(left, right),
                })
            }
        }
    }

    fn clause(&self, clause: &Clause) -> Result<Tree, Diagnostic> {
        let index = match &clause.index {
            Some(index) => self.index(index)?,
            None => Index::Text(TextIndex::Anywhere),
        };
        let relation = clause.relation.as_str();
        let is_known = matches!(
            relation,
            "=" | "==" | "exact" | "adj" | "any" | "all" | "scr" | "<>" | "<" | ">" | "<=" | ">="
        );
        if !is_known {
            return Err(Diagnostic::new(19, relation));
        }
        for modifier in &clause.modifiers {
            let name = modifier.strip_prefix("cql.").unwrap_or(modifier);
            if !MODIFIERS.contains(&name) {
                return Err(Diagnostic::new(20, modifier.clone()));
            }
        }
        let words = words(&clause.term)?;
        if words.is_empty() {
            return Err(Diagnostic::new(27, clause.index.clone().unwrap_or_default()));
        }
        let wrong_relation = || {
            let index = clause.index.as_deref().unwrap_or("cql.serverChoice");
            Diagnostic::new(22, format!("{index} {relation}"))
        };
        let found = match index {
            Index::Text(index) => text(index, relation, words).ok_or_else(wrong_relation)??,
            Index::Date => return date(relation, &words).ok_or_else(wrong_relation)?,
            _ if !matches!(relation, "=" | "==" | "exact" | "any" | "all" | "scr" | "<>") => {
                return Err(wrong_relation());
            }
            index => value(index, relation, words)?,
        };
        Ok(if relation == "<>" {
            complement(found)
        } else {
            found
        })
    }

    fn sort_key(&self, key: &SortClause) -> Result<SortKey, Diagnostic> {
        let by = match self.index(&key.index) {
            Ok(Index::Text(TextIndex::Title)) => SortBy::Title,
            Ok(Index::Text(TextIndex::Creator)) => SortBy::Creator,
            Ok(Index::Date) => SortBy::Date,
            _ => return Err(Diagnostic::new(88, key.index.clone())),
        };
        let mut is_descending = false;
        for modifier in &key.modifiers {
            match modifier.strip_prefix("sort.").unwrap_or(modifier) {
                "ascending" => is_descending = false,
                "descending" => is_descending = true,
                "ignorecase" | "ignoreaccents" => {}
                _ => return Err(Diagnostic::new(82, modifier.clone())),
            }
        }
        Ok(SortKey { by, is_descending })
    }
}

fn complement(tree: Tree) -> Tree {
    Tree::Without(Box::new(Tree::All), Box::new(tree))
}

/// The words of a term. A backslash takes the meaning of the next character.
fn words(term: &str) -> Result<Vec<Word>, Diagnostic> {
    let mut words = Vec::new();
    for part in term.split_whitespace() {
        let mut word = Word {
            text: String::new(),
            is_prefix: false,
        };
        let mut rest = part.chars();
        while let Some(c) = rest.next() {
            match c {
                // Nothing follows a mask.
                _ if word.is_prefix => return Err(Diagnostic::new(28, part)),
                '\\' => word.text.extend(rest.next()),
                '*' => word.is_prefix = true,
                '?' => return Err(Diagnostic::new(28, part)),
                '^' => return Err(Diagnostic::new(31, part)),
                other => word.text.push(other),
            }
        }
        if word.text.is_empty() && word.is_prefix {
            return Err(Diagnostic::new(28, part));
        }
        if !word.text.is_empty() {
            words.push(word);
        }
    }
    Ok(words)
}

/// None for a relation that the index does not have.
fn text(index: TextIndex, relation: &str, words: Vec<Word>) -> Option<Result<Tree, Diagnostic>> {
    let how = match relation {
        "=" | "adj" | "scr" | "<>" => How::Adjacent,
        "all" => How::All,
        "any" => How::Any,
        _ => return None,
    };
    let masked = words.iter().find(|word| word.is_prefix);
    if let (How::Adjacent, Some(masked), true) = (how, masked, words.len() > 1) {
        // A phrase has whole words.
        return Some(Err(Diagnostic::new(28, masked.text.clone())));
    }
    Some(Ok(Tree::Words { index, how, words }))
}

/// The years before or after one, and so on. None for a relation that dates do not have.
fn date(relation: &str, words: &[Word]) -> Option<Result<Tree, Diagnostic>> {
    let [word] = words else {
        return Some(Err(Diagnostic::new(36, "a year")));
    };
    let digits = word.text.strip_prefix('-').unwrap_or(&word.text);
    let is_year = (1..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let year = word
        .text
        .parse::<i64>()
        .ok()
        .filter(|_| is_year && !word.is_prefix);
    let Some(year) = year else {
        return Some(Err(Diagnostic::new(36, word.text.clone())));
    };
    let years = match relation {
        "=" | "==" | "exact" | "any" | "all" | "scr" | "<>" => year..=year,
        "<" => i64::MIN..=year - 1,
        "<=" => i64::MIN..=year,
        ">" => year + 1..=i64::MAX,
        ">=" => year..=i64::MAX,
        _ => return None,
    };
    let tree = Tree::Years(years);
    Some(Ok(if relation == "<>" { complement(tree) } else { tree }))
}

/// Books with a value. `any` takes several values.
fn value(index: Index, relation: &str, words: Vec<Word>) -> Result<Tree, Diagnostic> {
    if let Some(masked) = words.iter().find(|word| word.is_prefix) {
        return Err(Diagnostic::new(28, masked.text.clone()));
    }
    let texts: Vec<String> = match relation {
        "any" | "all" => words.into_iter().map(|word| word.text).collect(),
        _ => {
            let words: Vec<String> = words.into_iter().map(|word| word.text).collect();
            vec![words.join(" ")]
        }
    };
    let both = if relation == "all" { Tree::And } else { Tree::Or };
    let trees = texts.into_iter().map(|text| one_value(index, text));
    let all = trees.reduce(|one, other| both(Box::new(one), Box::new(other)));
    Ok(all.unwrap_or(Tree::Books(Vec::new())))
}

fn one_value(index: Index, text: String) -> Tree {
    let book = |text: &str| Tree::Books(Vec::from_iter(text.parse::<BookId>()));
    match index {
        Index::All => Tree::All,
        Index::Isbn => Tree::Isbn(text),
        Index::Issn => Tree::Issn(issn(&text)),
        Index::Record => book(&text),
        Index::Language => Tree::Language(text),
        Index::Identifier | Index::Text(_) | Index::Date => {
            let lower = text.to_lowercase();
            let number = lower.strip_prefix("urn:isbn:").unwrap_or(&lower);
            Tree::Or(Box::new(book(&text)), Box::new(Tree::Isbn(number.to_owned())))
        }
    }
}

/// An ISSN as the catalogue has it, with a hyphen in the middle.
fn issn(text: &str) -> String {
    let plain: String = text
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_uppercase())
        .collect();
    match plain.split_at_checked(4) {
        Some((first, last)) if last.len() == 4 => format!("{first}-{last}"),
        _ => plain,
    }
}
