//! The lines of a call number on a spine.

/// Breaks a call number as libraries do: at white space; and, in classifications with cutter numbers, between the letters and
/// the number of a class of the Library of Congress, and before each cutter number.
///
/// `QA76.73.R87 K53 2019` becomes `QA`, `76.73`, `.R87`, `K53`, `2019`; `813.54K58` becomes `813.54`, `K58`. Other marks, such as
/// `813.54 KIN`, `v.2` or `B12`, break only at white space.
pub fn lines(call_number: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for (index, word) in call_number.split_whitespace().enumerate() {
        let mut start = 0;
        for at in breaks(word, index == 0) {
            lines.push(word[start..at].to_owned());
            start = at;
        }
        lines.push(word[start..].to_owned());
    }
    lines
}

/// The byte positions before which a word is broken.
fn breaks(word: &str, is_first: bool) -> Vec<usize> {
    let signs: Vec<(usize, char)> = word.char_indices().collect();
    let sign = |index: usize| signs.get(index).map(|(_, sign)| *sign);
    let is_digit = |index: usize| sign(index).is_some_and(|sign| sign.is_ascii_digit());
    let is_capital = |index: usize| sign(index).is_some_and(|sign| sign.is_ascii_uppercase());
    let mut cutters = Vec::new();
    for (index, (at, _)) in signs.iter().enumerate().skip(1) {
        // A cutter number is a capital with digits: after a point, or after a digit.
        let after_point = sign(index) == Some('.') && is_capital(index + 1) && is_digit(index + 2);
        let after_digit = is_digit(index - 1) && is_capital(index) && is_digit(index + 1);
        if after_point || after_digit {
            cutters.push(*at);
        }
    }
    let letters = signs
        .iter()
        .take_while(|(_, sign)| sign.is_ascii_uppercase())
        .count();
    let is_class = is_first && (1..=3).contains(&letters) && is_digit(letters) && !cutters.is_empty();
    let class = is_class.then(|| signs[letters].0);
    class.into_iter().chain(cutters).collect()
}
