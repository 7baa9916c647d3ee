//! The names of a facet in one segment, unpacked.

use std::cmp::Ordering;

use tantivy::columnar::StrColumn;

use crate::error::Error;

/// The names of a column in the order of their bytes, unpacked: to look up one in the dictionary of the column decodes
/// half a block of it. Names have numbers: 0 for none, else the ordinal in the column plus one.
#[derive(Debug, Default)]
pub(crate) struct Names {
    text: String,
    /// Where each name ends in the text.
    ends: Vec<usize>,
}

impl Names {
    pub(crate) fn read(column: &StrColumn) -> Result<Self, Error> {
        let mut names = Self::default();
        let mut stream = column.dictionary().stream()?;
        while stream.advance() {
            names.text.push_str(&String::from_utf8_lossy(stream.key()));
            names.ends.push(names.text.len());
        }
        names.text.shrink_to_fit();
        names.ends.shrink_to_fit();
        Ok(names)
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The name with a number; empty for the number 0.
    pub(crate) fn get(&self, number: u32) -> &str {
        let Some(ordinal) = (number as usize).checked_sub(1) else {
            return "";
        };
        let start = ordinal.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[ordinal]]
    }

    /// The number of a name; `None` if no document of the segment has it.
    pub(crate) fn number_of(&self, name: &str) -> Option<u32> {
        let (mut first, mut last) = (1, self.len());
        while first <= last {
            let middle = usize::midpoint(first, last);
            let number = u32::try_from(middle).ok()?;
            match self.get(number).cmp(name) {
                Ordering::Less => first = middle + 1,
                Ordering::Greater => last = middle - 1,
                Ordering::Equal => return Some(number),
            }
        }
        None
    }
}
