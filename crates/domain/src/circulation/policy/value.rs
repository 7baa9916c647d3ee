//! The values of policies: their kinds, how they are written, and how they are parsed.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::money::Amount;

/// The stored text for "no limit" or "no value of its own".
const NONE: &str = "none";

/// The texts of a flag.
const FLAG: [&str; 2] = ["true", "false"];

/// The value of a policy: a number, an amount, a flag, a choice, a day or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum PolicyValue {
    /// A count or a number of days.
    Number(u16),
    /// An amount in minor units.
    Money(Amount),
    /// Yes or no.
    Flag(bool),
    /// One of a few words.
    Choice(&'static str),
    /// A civil day.
    Day(Date),
    /// No limit, or no value of its own.
    None,
}

/// The text that stores the value; [`PolicyShape::parse`] reads it back.
impl std::fmt::Display for PolicyValue {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PolicyValue::Number(number) => write!(formatter, "{number}"),
            PolicyValue::Money(Amount(minor)) => write!(formatter, "{minor}"),
            PolicyValue::Flag(flag) => write!(formatter, "{flag}"),
            PolicyValue::Choice(choice) => formatter.write_str(choice),
            PolicyValue::Day(date) => write!(formatter, "{date}"),
            PolicyValue::None => formatter.write_str(NONE),
        }
    }
}

/// Why a text is not a value of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum PolicyValueError {
    /// The policy takes a whole number.
    #[error("not_a_number")]
    NotANumber,
    /// The number is too small or too large.
    #[error("out_of_range")]
    OutOfRange {
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// The policy takes one of these words.
    #[error("not_a_choice")]
    NotAChoice {
        /// The words.
        choices: &'static [&'static str],
    },
    /// The policy takes a day such as `2024-06-30`.
    #[error("not_a_date")]
    NotADate,
}

/// The kind of value that a policy takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolicyKind {
    /// A count or a number of days.
    Number,
    /// An amount in minor units.
    Money,
    /// `true` or `false`.
    Flag,
    /// One of a few words.
    Choice,
    /// A civil day.
    Day,
}

/// Which values a policy takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolicyShape {
    /// The kind of value.
    pub kind: PolicyKind,
    /// Whether the value may be `none`.
    pub optional: bool,
    /// The smallest and the largest number; amounts in minor units.
    pub range: Option<(i64, i64)>,
    /// The words of a choice.
    pub choices: &'static [&'static str],
}

impl PolicyShape {
    pub(super) const FLAG: PolicyShape = PolicyShape::of(PolicyKind::Flag);
    pub(super) const DAY: PolicyShape = PolicyShape::of(PolicyKind::Day);

    const fn of(kind: PolicyKind) -> PolicyShape {
        PolicyShape {
            kind,
            optional: false,
            range: None,
            choices: &[],
        }
    }

    pub(super) const fn number(min: u16, max: u16) -> PolicyShape {
        let mut shape = PolicyShape::of(PolicyKind::Number);
        shape.range = Some((min as i64, max as i64));
        shape
    }

    pub(super) const fn money(min: i64, max: i64) -> PolicyShape {
        let mut shape = PolicyShape::of(PolicyKind::Money);
        shape.range = Some((min, max));
        shape
    }

    pub(super) const fn choice(choices: &'static [&'static str]) -> PolicyShape {
        let mut shape = PolicyShape::of(PolicyKind::Choice);
        shape.choices = choices;
        shape
    }

    pub(super) const fn or_none(mut self) -> PolicyShape {
        self.optional = true;
        self
    }

    /// Parses the text of a value; ignores white space around it.
    ///
    /// # Errors
    /// The text is not a value of this shape.
    pub fn parse(&self, text: &str) -> Result<PolicyValue, PolicyValueError> {
        let text = text.trim();
        if self.optional && text == NONE {
            return Ok(PolicyValue::None);
        }
        match self.kind {
            PolicyKind::Number => {
                let number = self.whole(text)?;
                let (min, max) = self.range.unwrap_or((0, i64::from(u16::MAX)));
                u16::try_from(number)
                    .map(PolicyValue::Number)
                    .map_err(|_| PolicyValueError::OutOfRange { min, max })
            }
            PolicyKind::Money => self.whole(text).map(|minor| PolicyValue::Money(Amount(minor))),
            PolicyKind::Flag => one_of(&FLAG, text).map(|flag| PolicyValue::Flag(flag == FLAG[0])),
            PolicyKind::Choice => one_of(self.choices, text).map(PolicyValue::Choice),
            PolicyKind::Day => text
                .parse()
                .map(PolicyValue::Day)
                .map_err(|_| PolicyValueError::NotADate),
        }
    }

    fn whole(&self, text: &str) -> Result<i64, PolicyValueError> {
        let value: i64 = text.parse().map_err(|_| PolicyValueError::NotANumber)?;
        match self.range {
            Some((min, max)) if !(min..=max).contains(&value) => {
                Err(PolicyValueError::OutOfRange { min, max })
            }
            _ => Ok(value),
        }
    }
}

fn one_of(choices: &'static [&'static str], text: &str) -> Result<&'static str, PolicyValueError> {
    choices
        .iter()
        .copied()
        .find(|choice| *choice == text)
        .ok_or(PolicyValueError::NotAChoice { choices })
}

/// A type that a policy's value has in [`super::Terms`].
pub(super) trait TypedValue: Sized {
    /// The typed value; `None` when the value is of another kind.
    fn from_value(value: PolicyValue) -> Option<Self>;
    fn to_value(self) -> PolicyValue;
}

macro_rules! typed_value {
    ($($type:ty => $variant:ident),+) => {$(
        impl TypedValue for $type {
            fn from_value(value: PolicyValue) -> Option<Self> {
                match value {
                    PolicyValue::$variant(value) => Some(value),
                    _ => None,
                }
            }

            fn to_value(self) -> PolicyValue {
                PolicyValue::$variant(self)
            }
        }
    )+};
}

typed_value!(u16 => Number, Amount => Money, bool => Flag, Date => Day);

impl<T: TypedValue> TypedValue for Option<T> {
    fn from_value(value: PolicyValue) -> Option<Self> {
        match value {
            PolicyValue::None => Some(None),
            value => T::from_value(value).map(Some),
        }
    }

    fn to_value(self) -> PolicyValue {
        self.map_or(PolicyValue::None, T::to_value)
    }
}

/// Declares the words of a choice once: type, texts and conversions.
macro_rules! choice {
    ($(#[doc = $docs:literal])+ $name:ident { $($(#[doc = $variant_docs:literal])+ $variant:ident = $text:literal,)+ }) => {
        $(#[doc = $docs])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum $name {
            $($(#[doc = $variant_docs])+ #[serde(rename = $text)] $variant,)+
        }

        impl $name {
            /// Every choice.
            pub const ALL: [$name; [$($text),+].len()] = [$($name::$variant),+];
            /// The stored and sent texts, in the same order.
            pub const TEXTS: [&'static str; [$($text),+].len()] = [$($text),+];

            /// The stored and sent text.
            pub fn as_str(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)+
                }
            }
        }

        impl TypedValue for $name {
            fn from_value(value: PolicyValue) -> Option<Self> {
                match value {
                    $(PolicyValue::Choice($text) => Some($name::$variant),)+
                    _ => None,
                }
            }

            fn to_value(self) -> PolicyValue {
                PolicyValue::Choice(self.as_str())
            }
        }
    };
}

choice! {
    /// Whether the days of grace are charged once they are over.
    GraceRule {
        /// Grace only delays the fine: once it is over, every late day counts.
        Included = "included",
        /// The days of grace are never charged.
        Forgiven = "forgiven",
    }
}

choice! {
    /// The day from which a renewal counts.
    RenewFrom {
        /// The due date before the renewal.
        DueDate = "due_date",
        /// The day of the renewal.
        Today = "today",
    }
}

choice! {
    /// Where a due date on a closed day moves.
    ClosedDayRule {
        /// It stays.
        Keep = "keep",
        /// To the next open day.
        NextOpen = "next_open",
        /// To the previous open day.
        PreviousOpen = "previous_open",
    }
}
