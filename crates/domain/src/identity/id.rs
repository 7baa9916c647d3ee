//! Identifiers of entities.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// A type whose values have an [`Id`].
pub trait Entity {
    /// The name in the text of an identifier: `book` in `book_12`.
    const NAME: &'static str;
}

/// The identifier of an entity: a number that the library assigns once, to one entity of any type.
///
/// Its text is the name of the type, an underscore and the number, such as `user_12`. So an identifier says what it
/// identifies, is not taken for that of another type, and does not look like a barcode. Stored as the number alone.
pub struct Id<E> {
    number: i64,
    entity: PhantomData<fn() -> E>,
}

/// The text is not an identifier of the wanted type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not_an_id")]
pub struct NotAnId;

impl<E> Id<E> {
    /// The identifier of nothing: numbers are assigned from 1.
    pub const UNASSIGNED: Self = Id::new(0);

    /// The identifier with this number.
    pub const fn new(number: i64) -> Self {
        Id {
            number,
            entity: PhantomData,
        }
    }

    /// The number.
    pub const fn number(self) -> i64 {
        self.number
    }
}

// Derived implementations would demand the same of the entity.

impl<E> Clone for Id<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Id<E> {}

impl<E> PartialEq for Id<E> {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl<E> Eq for Id<E> {}

impl<E> PartialOrd for Id<E> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<E> Ord for Id<E> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.number.cmp(&other.number)
    }
}

impl<E> Hash for Id<E> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

impl<E: Entity> fmt::Display for Id<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}_{}", E::NAME, self.number)
    }
}

impl<E: Entity> fmt::Debug for Id<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl<E: Entity> FromStr for Id<E> {
    type Err = NotAnId;

    /// Accepts exactly the text that is displayed: no sign, no leading zero.
    fn from_str(text: &str) -> Result<Self, NotAnId> {
        let digits = text
            .strip_prefix(E::NAME)
            .and_then(|rest| rest.strip_prefix('_'))
            .ok_or(NotAnId)?;
        let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
        let number = digits.parse().ok().filter(|_| is_plain).ok_or(NotAnId)?;
        Ok(Id::new(number))
    }
}

impl<E: Entity> Serialize for Id<E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, E: Entity> Deserialize<'de> for Id<E> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

impl<E: Entity> PartialSchema for Id<E> {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::String))
            .pattern(Some(format!("^{}_[1-9][0-9]{{0,18}}$", E::NAME)))
            .examples([format!("{}_12", E::NAME)])
            .build()
            .into()
    }
}

/// Documents write the schema in place.
impl<E: Entity> ToSchema for Id<E> {}
