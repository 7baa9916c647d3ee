//! Code 128 and Code 39.

use super::Bars;
use super::tables::{CODE_39, CODE_128, STOP_128};

/// The values of Code 128 that start the code or change its set.
const TO_C: u8 = 99;
const TO_B: u8 = 100;
const START_B: u8 = 104;
const START_C: u8 = 105;
/// More symbols than any text needs.
const NEVER: usize = usize::MAX / 4;
/// What a Code 39 begins and ends with.
const MARK: char = '*';

/// The shortest Code 128 of a text: pairs of digits in set C, printable ASCII in set B. None for another character, and for
/// an empty text.
pub fn code128(text: &str) -> Option<Bars> {
    let bytes = text.as_bytes();
    if bytes.is_empty() || !bytes.iter().all(|byte| matches!(byte, b' '..=b'~')) {
        return None;
    }
    let values = values_128(bytes);
    let check = values
        .iter()
        .zip(0_u32..)
        .map(|(value, place)| u32::from(*value) * place.max(1));
    let check = u8::try_from(check.sum::<u32>() % 103).ok()?;
    let mut widths: Vec<u8> = Vec::with_capacity((values.len() + 2) * 6 + 1);
    for value in values.iter().chain([&check]) {
        widths.extend(CODE_128[usize::from(*value)].bytes().map(|width| width - b'0'));
    }
    widths.extend(STOP_128.bytes().map(|width| width - b'0'));
    Some(Bars { widths })
}

/// The values of the symbols, with the start. Found from the end: the least number of symbols from each place on, in set B
/// and in set C.
fn values_128(bytes: &[u8]) -> Vec<u8> {
    let length = bytes.len();
    let is_pair = |at: usize| at + 1 < length && bytes[at].is_ascii_digit() && bytes[at + 1].is_ascii_digit();
    let (mut from_b, mut from_c) = (vec![0; length + 1], vec![0; length + 1]);
    for at in (0..length).rev() {
        let one = 1 + from_b[at + 1];
        let pair = if is_pair(at) { 1 + from_c[at + 2] } else { NEVER };
        from_b[at] = one.min(pair + 1);
        from_c[at] = pair.min(one + 1);
    }
    let mut in_set_c = from_c[0] < from_b[0];
    let mut values = vec![if in_set_c { START_C } else { START_B }];
    let mut at = 0;
    while at < length {
        let one = 1 + from_b[at + 1];
        let pair = if is_pair(at) { 1 + from_c[at + 2] } else { NEVER };
        let stays_in_c = pair <= one + 1;
        let stays_in_b = one <= pair + 1;
        if in_set_c && !stays_in_c {
            values.push(TO_B);
            in_set_c = false;
        } else if !in_set_c && !stays_in_b {
            values.push(TO_C);
            in_set_c = true;
        }
        if in_set_c {
            values.push((bytes[at] - b'0') * 10 + (bytes[at + 1] - b'0'));
            at += 2;
        } else {
            values.push(bytes[at] - b' ');
            at += 1;
        }
    }
    values
}

/// The Code 39 of a text, without a check digit, with wide elements of two or three modules. None for a character that it
/// has no code for, and for an empty text.
pub fn code39(text: &str, wide: u8) -> Option<Bars> {
    if text.is_empty() || text.contains(MARK) {
        return None;
    }
    let mut widths = Vec::with_capacity((text.len() + 2) * 10);
    for sign in std::iter::once(MARK).chain(text.chars()).chain([MARK]) {
        let sign = sign.to_ascii_uppercase();
        let (_, pattern) = CODE_39.iter().find(|(known, _)| *known == sign)?;
        widths.extend(
            pattern
                .bytes()
                .map(|element| if element == b'w' { wide } else { 1 }),
        );
        // The gap between two characters.
        widths.push(1);
    }
    widths.pop();
    Some(Bars { widths })
}
