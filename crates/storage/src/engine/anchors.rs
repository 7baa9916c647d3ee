//! Keys of lists whose offsets are known, so that a page far down is found from the nearest one.
//!
//! They are valid for one version of the data: an offset is only right in the state in which it was counted. The
//! version is read before or together with the rows that are counted. A different version drops the known offsets of the
//! list. What counts as a version depends on the list, see [`Remembered`].

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::sqlite::Watch;
use super::{Error, FromRow, Row, Value};

/// The maximum number of rows that are stepped over every time, from the nearest known offset. Known offsets are
/// further apart than this.
pub(super) const NEAR: i64 = 100;

/// The maximum number of lists with known offsets; one more list drops all of them. Together with [`PLACES`] this
/// bounds the memory, to some 20 MB.
const LISTS: usize = 32;

/// The maximum number of known offsets of one list. Further ones are not remembered until its version changes.
const PLACES: usize = 4_096;

/// A value of a key, copied out of its row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    Integer(i64),
    Text(String),
}

impl Part {
    pub(super) fn as_value(&self) -> Value<'_> {
        match self {
            Part::Integer(integer) => Value::Integer(*integer),
            Part::Text(text) => Value::Text(text),
        }
    }
}

/// The values of a row in the columns of its list's order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Key(pub(super) Vec<Part>);

impl FromRow for Key {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
        let part = |value: &Value<'_>| match value {
            Value::Integer(integer) => Ok(Part::Integer(*integer)),
            Value::Text(text) => Ok(Part::Text((*text).to_owned())),
            _ => Err(Error::Other("an order has a column without a value".to_owned())),
        };
        row.values()?.iter().map(part).collect::<Result<_, _>>().map(Key)
    }
}

/// A place in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Anchor {
    /// How many rows come before it.
    pub(super) offset: i64,
    pub(super) at: Place,
}

/// The row at an offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    /// The first row, whatever its key is.
    Beginning,
    /// The row with this key.
    Row(Key),
    /// No row: the list has at most that many.
    End,
}

/// How long the offsets of a list are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Remembered {
    /// Not at all: the same list is not read again, because its condition contains the present instant.
    Never,
    /// Until anything is committed; see [`Stamp`](super::Stamp).
    UntilCommit,
    /// Until a book is added, changed, archived, restored or erased; see [`CATALOGUE_VERSION`].
    UntilCatalogueChange,
}

/// The counter of the changes of the catalogue. Whoever changes what the lists of books contain, or the keys by which
/// they are sorted, counts it up in the same transaction. Counts and ratings of books are not part of it.
pub(crate) const CATALOGUE_VERSION: &str = "catalogue_version";

/// A version of the data. Two versions of one list are equal only if its rows are: PostgreSQL's numbers go back when
/// another server takes over, so the version also contains the instant at which the server started.
pub(super) type Version = (i64, i64);

/// The known offsets of one database, for all its connections.
pub(super) struct Anchors {
    /// The source of the version on SQLite.
    pub(super) watch: Option<Arc<Watch>>,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    lists: HashMap<String, Places>,
}

/// The known places of one list, by their offsets.
#[derive(Default)]
struct Places {
    version: Version,
    places: BTreeMap<i64, Place>,
}

impl Anchors {
    pub(super) fn new(watch: Option<Arc<Watch>>) -> Self {
        Anchors {
            watch,
            known: Mutex::default(),
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The last known place of a list that is not beyond an offset.
    pub(super) fn nearest(&self, version: Version, list: &str, offset: i64) -> Option<Anchor> {
        let known = self.known();
        let list = known.lists.get(list).filter(|list| list.version == version)?;
        let (offset, at) = list.places.range(..=offset).next_back()?;
        Some(Anchor {
            offset: *offset,
            at: at.clone(),
        })
    }

    pub(super) fn remember(&self, version: Version, list: &str, anchor: Anchor) {
        let mut known = self.known();
        if known.lists.len() == LISTS && !known.lists.contains_key(list) {
            known.lists.clear();
        }
        let list = known.lists.entry(list.to_owned()).or_default();
        if list.version != version {
            *list = Places {
                version,
                places: BTreeMap::new(),
            };
        }
        if list.places.len() < PLACES {
            list.places.insert(anchor.offset, anchor.at);
        }
    }
}
