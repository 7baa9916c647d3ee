//! A MARC 21 record in memory.

/// The longest record that is read.
pub const MAX_RECORD_BYTES: usize = 1024 * 1024;
/// The length of the leader in characters.
pub(super) const LEADER_LENGTH: usize = 24;

/// A record: a leader and fields in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// 24 characters about the record as a whole.
    pub leader: String,
    /// The fields in the order of the file.
    pub fields: Vec<Field>,
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// A field without subfields: its tag begins with `00`.
    Control {
        /// Three characters.
        tag: String,
        /// The text of the field.
        value: String,
    },
    /// A field with indicators and subfields.
    Data {
        /// Three characters.
        tag: String,
        /// Two characters whose meaning depends on the tag.
        indicators: [char; 2],
        /// The subfields in the order of the file.
        subfields: Vec<Subfield>,
    },
}

/// A part of a data field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subfield {
    /// A letter or digit that says what the part is.
    pub code: char,
    /// The text of the part.
    pub value: String,
}

/// The bytes of one record as they are in the file. ISO 2709: with the record terminator if there is one. MARCXML: from
/// `<record` to `</record>`, in UTF-8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raw {
    /// At most [`MAX_RECORD_BYTES`] bytes.
    pub bytes: Vec<u8>,
    /// Why the bytes are not a complete record; such a record cannot be parsed.
    pub problem: Option<super::Problem>,
}

/// A data field, borrowed from its record.
#[derive(Clone, Copy)]
pub(super) struct DataField<'a> {
    /// The index of the field in the record.
    pub(super) place: usize,
    pub(super) tag: &'a str,
    pub(super) indicators: [char; 2],
    pub(super) subfields: &'a [Subfield],
}

impl Record {
    /// The values of the control fields with a tag.
    pub(super) fn control<'a>(&'a self, wanted: &str) -> impl Iterator<Item = &'a str> {
        self.fields.iter().filter_map(move |field| match field {
            Field::Control { tag, value } if tag == wanted => Some(value.as_str()),
            _ => None,
        })
    }

    /// The data fields in the order of the record.
    pub(super) fn data(&self) -> impl Iterator<Item = DataField<'_>> {
        self.fields.iter().enumerate().filter_map(|(place, field)| {
            Some(DataField {
                place,
                ..field.data()?
            })
        })
    }

    /// The data fields with a tag.
    pub(super) fn tagged<'a>(&'a self, tag: &'a str) -> impl Iterator<Item = DataField<'a>> {
        self.data().filter(move |field| field.tag == tag)
    }

    /// The character at a position of the leader; a space when the leader is shorter.
    pub(super) fn leader_character(&self, position: usize) -> char {
        self.leader.chars().nth(position).unwrap_or(' ')
    }
}

impl Field {
    /// The three characters that say what the field is.
    pub fn tag(&self) -> &str {
        let (Field::Control { tag, .. } | Field::Data { tag, .. }) = self;
        tag
    }

    /// The field as a data field at place 0; nothing for a control field.
    pub(super) fn data(&self) -> Option<DataField<'_>> {
        match self {
            Field::Data {
                tag,
                indicators,
                subfields,
            } => Some(DataField {
                place: 0,
                tag,
                indicators: *indicators,
                subfields,
            }),
            Field::Control { .. } => None,
        }
    }
}

impl<'a> DataField<'a> {
    /// The values of the subfields with a code.
    pub(super) fn all(self, code: char) -> impl Iterator<Item = &'a str> {
        self.any_of(move |one| one == code)
    }

    /// The values of the subfields whose code is wanted, in the order of the field.
    pub(super) fn any_of(self, is_wanted: impl Fn(char) -> bool) -> impl Iterator<Item = &'a str> {
        self.subfields
            .iter()
            .filter(move |subfield| is_wanted(subfield.code))
            .map(|subfield| subfield.value.as_str())
    }

    /// The first value of a subfield with a code.
    pub(super) fn first(self, code: char) -> Option<&'a str> {
        self.all(code).next()
    }
}
