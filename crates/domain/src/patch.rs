//! A field of a request body that can be absent, and the change of a value that it asks for.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::{Serialize, Serializer};

/// The state of a field in a request body. JSON distinguishes an absent field, `null` and a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Patch<T> {
    /// The field is absent: a stored value stays.
    #[default]
    Keep,
    /// The field is `null`: a stored value is removed.
    Clear,
    /// The field has a value.
    Set(T),
}

impl<T> Patch<T> {
    /// Whether the field is absent.
    pub fn is_keep(&self) -> bool {
        matches!(self, Patch::Keep)
    }

    /// The value, if there is one.
    pub fn into_option(self) -> Option<T> {
        match self {
            Patch::Set(value) => Some(value),
            Patch::Keep | Patch::Clear => None,
        }
    }

    /// The value by reference, if there is one.
    pub fn as_option(&self) -> Option<&T> {
        match self {
            Patch::Set(value) => Some(value),
            Patch::Keep | Patch::Clear => None,
        }
    }

    /// The value after the change of a stored one.
    pub fn apply(self, stored: Option<T>) -> Option<T> {
        self.over(stored).into_option()
    }

    /// Replaces an absent field by the stored value.
    #[must_use]
    pub fn over(self, stored: Option<T>) -> Self {
        match self {
            Patch::Keep => stored.into(),
            given => given,
        }
    }
}

/// A value, or `null`.
impl<T> From<Option<T>> for Patch<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Patch::Clear, Patch::Set)
    }
}

impl Patch<String> {
    /// The text, if there is one.
    pub fn as_str(&self) -> Option<&str> {
        self.as_option().map(String::as_str)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Patch::from)
    }
}

/// Writes a value, or `null`. An absent field is to be skipped.
impl<T: Serialize> Serialize for Patch<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_option().serialize(serializer)
    }
}

/// Reads an object. Without this, a list would be accepted as the values of its fields.
pub(crate) fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_map(ObjectVisitor(PhantomData))
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map))
    }
}

/// Reads a whole number. JSON does not distinguish `3` from `3.0`, so both are valid.
pub(crate) fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Patch<i64>, D::Error> {
    deserializer.deserialize_any(WholeVisitor)
}

struct WholeVisitor;

impl Visitor<'_> for WholeVisitor {
    type Value = Patch<i64>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a whole number")
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Patch::Clear)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Patch::Set(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        i64::try_from(number)
            .map(Patch::Set)
            .map_err(|_| E::custom("expected a whole number"))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Self::Value, E> {
        // Beyond 2^53 a number with a fraction part is not exact, and every limit is smaller.
        if number.fract() != 0.0 || number.abs() > 9e15 {
            return Err(E::custom("expected a whole number"));
        }
        #[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
        Ok(Patch::Set(number as i64))
    }
}
