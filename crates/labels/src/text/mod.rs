//! Text: fonts, shaping, and lines that fit.

mod font;
mod shape;

use std::rc::Rc;

pub use font::FontName;
pub use shape::{Glyph, Line};

pub(crate) use font::Font;
pub(crate) use shape::line;

/// What stands for the rest of a text.
const ELLIPSIS: char = '…';

/// A line of text that is not wider than `width` at a size; a longer text is cut, with an ellipsis.
pub(crate) fn fitted(font: FontName, text: &str, size: f64, width: f64) -> Rc<Line> {
    let whole = line(font, text);
    if whole.width * size <= width {
        return Rc::new(whole);
    }
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let cut = |characters: usize| {
        let kept = text[..ends[characters]].trim_end();
        line(font, &format!("{kept}{ELLIPSIS}"))
    };
    let (mut fits, mut exceeds) = (0, ends.len());
    while exceeds - fits > 1 {
        let middle = usize::midpoint(fits, exceeds);
        if cut(middle).width * size <= width {
            fits = middle;
        } else {
            exceeds = middle;
        }
    }
    Rc::new(if fits == 0 { line(font, "") } else { cut(fits) })
}

/// A text in lines that are not wider than `width` at a size, broken between words; the last one is cut, with an ellipsis.
pub(crate) fn wrapped(font: FontName, text: &str, size: f64, width: f64, most_lines: usize) -> Vec<Rc<Line>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut lines = Vec::new();
    let mut start = 0;
    while start < words.len() {
        if lines.len() + 1 == most_lines {
            lines.push(fitted(font, &words[start..].join(" "), size, width));
            break;
        }
        let mut end = start + 1;
        while end < words.len() && line(font, &words[start..=end].join(" ")).width * size <= width {
            end += 1;
        }
        lines.push(fitted(font, &words[start..end].join(" "), size, width));
        start = end;
    }
    lines
}
