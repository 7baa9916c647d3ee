//! Finds the fields of a record with its directory.

use std::ops::Range;

use super::{ENTRY_LENGTH, FIELD_TERMINATOR, number};

/// The largest start that the five digits of an entry can say.
const MAX_START: usize = 99_999;

/// An entry of the directory. Length and start are missing when they are not numbers.
struct Entry<'a> {
    tag: &'a str,
    length: Option<usize>,
    start: Option<usize>,
}

/// The tags of the fields, and where the fields are in `data`, without their terminators. Nothing if the directory is not
/// valid.
///
/// Many systems write wrong lengths and starts, for example in characters instead of bytes. The terminators of the fields
/// then say where the fields are, if there are as many as entries.
pub(super) fn fields<'a>(directory: &'a [u8], data: &[u8]) -> Option<Vec<(&'a str, Range<usize>)>> {
    if !directory.len().is_multiple_of(ENTRY_LENGTH) {
        return None;
    }
    let entries: Vec<Entry<'a>> = directory
        .chunks_exact(ENTRY_LENGTH)
        .map(entry)
        .collect::<Option<_>>()?;
    let places = declared(&entries, data).or_else(|| terminated(&entries, data))?;
    Some(
        entries
            .iter()
            .zip(places)
            .map(|(entry, place)| (entry.tag, place))
            .collect(),
    )
}

fn entry(bytes: &[u8]) -> Option<Entry<'_>> {
    let (tag, numbers) = bytes.split_at_checked(3)?;
    let (length, start) = numbers.split_at_checked(4)?;
    let tag = std::str::from_utf8(tag).ok()?;
    tag.chars()
        .all(|character| character.is_ascii_graphic())
        .then(|| Entry {
            tag,
            length: number(length),
            start: number(start),
        })
}

/// The places that the entries declare, if each of them is exactly one field.
fn declared(entries: &[Entry<'_>], data: &[u8]) -> Option<Vec<Range<usize>>> {
    // Entries may share a field. The sum bounds what they can make of a small record.
    let mut total = 0;
    let mut places = Vec::with_capacity(entries.len());
    for entry in entries {
        let (start, length) = (entry.start?, entry.length?);
        total += length;
        let (last, text) = data.get(start..start + length)?.split_last()?;
        let is_field = *last == FIELD_TERMINATOR
            && !text.contains(&FIELD_TERMINATOR)
            && (start == 0 || data[start - 1] == FIELD_TERMINATOR);
        if !is_field || total > data.len() {
            return None;
        }
        places.push(start..start + text.len());
    }
    Some(places)
}

/// The places between terminators, if there are as many as entries.
fn terminated(entries: &[Entry<'_>], data: &[u8]) -> Option<Vec<Range<usize>>> {
    let mut ends = data
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == FIELD_TERMINATOR)
        .map(|(end, _)| end);
    let mut start = 0;
    let mut places = Vec::with_capacity(entries.len());
    for _ in entries {
        let end = ends.next()?;
        places.push(start..end);
        start = end + 1;
    }
    if ends.next().is_some() {
        return None;
    }
    let mut ordered = vec![0..0; entries.len()];
    for (entry, place) in order(entries, data.len()).into_iter().zip(places) {
        ordered[entry] = place;
    }
    Some(ordered)
}

/// The entries in the order of their fields: that of the starts if they can be trusted that far, else that of the directory.
fn order(entries: &[Entry<'_>], data_length: usize) -> Vec<usize> {
    let listed: Vec<usize> = (0..entries.len()).collect();
    let mut sorted = listed.clone();
    sorted.sort_by_key(|place| entries[*place].start);
    let is_ordered = sorted
        .windows(2)
        .all(|pair| entries[pair[0]].start.is_some() && entries[pair[0]].start < entries[pair[1]].start);
    if is_ordered && data_length <= MAX_START {
        sorted
    } else {
        listed
    }
}

#[cfg(test)]
mod tests {
    use super::fields;

    fn shown(directory: &str, data: &str) -> Option<String> {
        let data = data.replace('$', "\x1e");
        let found = fields(directory.as_bytes(), data.as_bytes())?;
        let shown = found
            .into_iter()
            .map(|(tag, place)| format!("{tag}={}", &data[place]));
        Some(shown.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn finds_fields() {
        for (reason, directory, data, expected) in [
            (
                "right",
                "001000400000245000500004",
                "one$four$",
                Some("001=one 245=four"),
            ),
            (
                "out of order",
                "245000500004001000400000",
                "one$four$",
                Some("245=four 001=one"),
            ),
            (
                "a field without an entry",
                "245000500004",
                "one$four$",
                Some("245=four"),
            ),
            (
                "lengths in characters",
                "001000400000245000500004500000300009",
                "öne$föur$two$",
                Some("001=öne 245=föur 500=two"),
            ),
            (
                "wrong lengths, out of order",
                "245000900004001000900000",
                "one$four$",
                Some("245=four 001=one"),
            ),
            (
                "starts of zero",
                "001000000000245000000000",
                "one$four$",
                Some("001=one 245=four"),
            ),
            (
                "not numbers",
                "001    x    245         ",
                "one$four$",
                Some("001=one 245=four"),
            ),
            ("no field at all", "", "", Some("")),
            ("cut", "0010004000002450005", "one$four$", None),
            ("fewer fields", "001000400000245000500009", "one$", None),
            ("more fields and wrong lengths", "001000500000", "one$four$", None),
            ("a tag with a space", "0 1000400000", "one$", None),
        ] {
            assert_eq!(shown(directory, data).as_deref(), expected, "{reason}");
        }
    }

    #[test]
    fn refuses_entries_that_repeat_a_field_many_times() {
        let directory = "500100000000".repeat(50);
        let data = format!("{}$", "a".repeat(999));
        assert_eq!(shown(&directory, &data), None);
    }
}
