//! Which records may describe the same book.
//!
//! Records are compared with others by the same surname only, and with their neighbours in two orders of their titles: the
//! cost does not grow with the square of the number of books. The two orders let a typing error be anywhere in a title.

mod titles;

use std::collections::HashSet;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use self::titles::{Closeness, Title};
pub use self::titles::{Fold, split_title};
use super::author_names::author_names;
use super::book::BookId;
use crate::identity::{Entity, Id};
use crate::imports::UnknownText;
use crate::users::surname;

/// The maximum number of books in a group; staff compare a few at once.
pub const MOST_IN_GROUP: usize = 8;
/// The number of following records that a record is compared with, in each order of the titles.
const NEIGHBORS: usize = 12;

/// Why books may be duplicates, the strongest reason first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DuplicateReason {
    /// The same ISBN, or another identifier of one book.
    Identifier,
    /// The same title and author.
    SameTitle,
    /// The same title and author, and another ISBN, year, edition statement or language: perhaps another edition.
    OtherEdition,
    /// A title that differs by a typing error, and the same author.
    NearTitle,
}

impl DuplicateReason {
    pub const ALL: [DuplicateReason; 4] = [
        DuplicateReason::Identifier,
        DuplicateReason::SameTitle,
        DuplicateReason::OtherEdition,
        DuplicateReason::NearTitle,
    ];

    /// The stored and sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            DuplicateReason::Identifier => "identifier",
            DuplicateReason::SameTitle => "same_title",
            DuplicateReason::OtherEdition => "other_edition",
            DuplicateReason::NearTitle => "near_title",
        }
    }
}

impl std::str::FromStr for DuplicateReason {
    type Err = UnknownText;

    fn from_str(text: &str) -> Result<Self, UnknownText> {
        let mut all = DuplicateReason::ALL.into_iter();
        all.find(|reason| reason.as_str() == text).ok_or(UnknownText)
    }
}

/// The state of a search for duplicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DuplicateSearchState {
    /// A server looks through the books.
    Searching,
    Done,
    /// It could not go on; the groups of the search before stay.
    Failed,
}

impl DuplicateSearchState {
    pub const ALL: [DuplicateSearchState; 3] = [
        DuplicateSearchState::Searching,
        DuplicateSearchState::Done,
        DuplicateSearchState::Failed,
    ];

    /// The stored and sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            DuplicateSearchState::Searching => "searching",
            DuplicateSearchState::Done => "done",
            DuplicateSearchState::Failed => "failed",
        }
    }
}

impl std::str::FromStr for DuplicateSearchState {
    type Err = UnknownText;

    fn from_str(text: &str) -> Result<Self, UnknownText> {
        let mut all = DuplicateSearchState::ALL.into_iter();
        all.find(|state| state.as_str() == text).ok_or(UnknownText)
    }
}

/// A search for duplicates in the whole catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuplicateSearch {
    pub id: DuplicateSearchId,
    pub state: DuplicateSearchState,
    /// Books that were read; each is read several times in a large catalogue.
    pub read_books: i64,
    /// The number of books that the search reads.
    pub total_books: i64,
    pub started_at: Timestamp,
    pub finished_at: Option<Timestamp>,
}

/// The identifier of a search for duplicates.
pub type DuplicateSearchId = Id<DuplicateSearch>;

impl Entity for DuplicateSearch {
    const NAME: &'static str = "duplicate_search";
}

/// Books that may be the same, as a search has found them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuplicateGroup {
    pub id: DuplicateGroupId,
    pub reason: DuplicateReason,
    /// When staff decided that these are different books.
    pub dismissed_at: Option<Timestamp>,
}

/// The identifier of a group of possible duplicates.
pub type DuplicateGroupId = Id<DuplicateGroup>;

impl Entity for DuplicateGroup {
    const NAME: &'static str = "duplicate_group";
}

/// What a search reads of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookFacts {
    pub id: BookId,
    pub title: String,
    pub author: String,
    pub isbn: Option<String>,
    pub published_year: Option<i64>,
    pub edition_statement: Option<String>,
    pub language: String,
}

/// The author of a record in the form in which it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthorKey {
    /// The surname of the first author, folded.
    pub surname: String,
    /// The first letter of the first names, if the record has any.
    initial: Option<char>,
}

/// A language without articles, for names.
const NAMES: &str = "names";

impl AuthorKey {
    /// The key of an author as it is shown, which may name several people.
    pub fn of(author: &str, fold: &Fold<'_>) -> AuthorKey {
        let names = author_names(author);
        let first = names.first().map_or(author, String::as_str);
        let split = surname::split(first);
        let whole = split.surname_first();
        let given = whole.strip_prefix(split.surname).unwrap_or_default();
        AuthorKey {
            surname: fold(split.surname, NAMES),
            initial: fold(given, NAMES).chars().next(),
        }
    }

    /// Whether both can be the same person: equal surnames, and no other first letter of the first names.
    fn may_be(&self, other: &AuthorKey) -> bool {
        let initials = self.initial.zip(other.initial);
        self.surname == other.surname && initials.is_none_or(|(one, other)| one == other)
    }
}

/// In which of some parts of the catalogue the books by a surname are compared.
pub fn part_of(surname: &str, parts: u64) -> u64 {
    let hash = surname.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash % parts.max(1)
}

/// A record in the form in which it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    id: BookId,
    author: AuthorKey,
    title: Title,
    isbn: Option<String>,
    published_year: Option<i64>,
    edition_statement: Option<String>,
    language: String,
}

impl Candidate {
    /// A book with the key of its author. `None` when its title has no words to compare.
    pub fn new(facts: BookFacts, author: AuthorKey, fold: &Fold<'_>) -> Option<Candidate> {
        let title = Title::new(&facts.title, &facts.language, fold);
        let edition = facts.edition_statement.map(|text| fold(&text, &facts.language));
        title.has_words().then(|| Candidate {
            id: facts.id,
            author,
            title,
            isbn: facts.isbn,
            published_year: facts.published_year,
            edition_statement: edition.filter(|text| !text.is_empty()),
            language: fold(&facts.language, ""),
        })
    }

    /// Why two records may be duplicates.
    fn reason(&self, other: &Candidate) -> Option<DuplicateReason> {
        if !self.author.may_be(&other.author) {
            return None;
        }
        match self.title.closeness(&other.title) {
            Closeness::Same if self.is_other_edition(other) => Some(DuplicateReason::OtherEdition),
            Closeness::Same => Some(DuplicateReason::SameTitle),
            Closeness::Near => Some(DuplicateReason::NearTitle),
            Closeness::Different => None,
        }
    }

    /// Whether both records say something else about their edition. A missing value says nothing.
    fn is_other_edition(&self, other: &Candidate) -> bool {
        fn differ<T: PartialEq>(one: Option<&T>, other: Option<&T>) -> bool {
            one.is_some() && other.is_some() && one != other
        }
        differ(self.isbn.as_ref(), other.isbn.as_ref())
            || differ(self.published_year.as_ref(), other.published_year.as_ref())
            || differ(self.edition_statement.as_ref(), other.edition_statement.as_ref())
            || self.language != other.language
    }
}

/// Books that may be the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundGroup {
    pub reason: DuplicateReason,
    /// In ascending order, two to [`MOST_IN_GROUP`].
    pub books: Vec<BookId>,
}

/// The groups of records that may be duplicates. A group of a weaker reason may contain groups of stronger ones.
pub fn groups(mut candidates: Vec<Candidate>) -> Vec<FoundGroup> {
    candidates.sort_unstable_by(|one, other| {
        let key = |of: &'_ Candidate| (of.isbn.clone(), of.published_year, of.id);
        (&one.author.surname, &one.title)
            .cmp(&(&other.author.surname, &other.title))
            .then_with(|| key(one).cmp(&key(other)))
    });
    let in_order: Vec<usize> = (0..candidates.len()).collect();
    let mut from_the_end = in_order.clone();
    let reversed: Vec<String> = candidates.iter().map(|one| one.title.reversed()).collect();
    from_the_end.sort_by(|one, other| {
        (&candidates[*one].author.surname, &reversed[*one])
            .cmp(&(&candidates[*other].author.surname, &reversed[*other]))
    });
    let mut links = Vec::new();
    for order in [in_order, from_the_end] {
        link_neighbours(&candidates, &order, &mut links);
    }
    links.sort_unstable();
    links.dedup();
    let mut groups = Vec::new();
    let mut known = HashSet::new();
    let mut sets = Sets::new(candidates.len());
    for reason in &DuplicateReason::ALL[1..] {
        for (_, one, other) in links.iter().filter(|link| link.0 == *reason) {
            sets.join(*one, *other);
        }
        for set in sets.of_several() {
            let mut books: Vec<BookId> = set.into_iter().map(|place| candidates[place].id).collect();
            books.sort_unstable();
            for books in books.chunks(MOST_IN_GROUP).filter(|books| books.len() > 1) {
                if known.insert(books.to_vec()) {
                    groups.push(FoundGroup {
                        reason: *reason,
                        books: books.to_vec(),
                    });
                }
            }
        }
    }
    groups
}

/// A reason, and the places of two candidates.
type Link = (DuplicateReason, usize, usize);

fn link_neighbours(candidates: &[Candidate], order: &[usize], links: &mut Vec<Link>) {
    for (place, one) in order.iter().enumerate() {
        for other in order.iter().skip(place + 1).take(NEIGHBORS) {
            if candidates[*one].author.surname != candidates[*other].author.surname {
                break;
            }
            if let Some(reason) = candidates[*one].reason(&candidates[*other]) {
                links.push((reason, (*one).min(*other), (*one).max(*other)));
            }
        }
    }
}

/// Sets of places that are joined.
struct Sets {
    parents: Vec<usize>,
}

impl Sets {
    fn new(places: usize) -> Self {
        Sets {
            parents: (0..places).collect(),
        }
    }

    fn first(&mut self, mut place: usize) -> usize {
        while self.parents[place] != place {
            self.parents[place] = self.parents[self.parents[place]];
            place = self.parents[place];
        }
        place
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.first(one), self.first(other));
        self.parents[one.max(other)] = one.min(other);
    }

    /// The sets of at least two places.
    fn of_several(&mut self) -> Vec<Vec<usize>> {
        let mut sets: Vec<Vec<usize>> = vec![Vec::new(); self.parents.len()];
        for place in 0..self.parents.len() {
            let first = self.first(place);
            sets[first].push(place);
        }
        sets.retain(|set| set.len() > 1);
        sets
    }
}
