//! Shaping: from characters to glyphs, with the order of right-to-left scripts and the forms of Arabic letters.

use std::ops::Range;

use rustybuzz::{Direction, UnicodeBuffer, shape_with_plan};
use unicode_bidi::BidiInfo;

use super::font::FontName;

/// A glyph of a line. Lengths are parts of the size of the font.
#[derive(Clone, Debug, PartialEq)]
pub struct Glyph {
    pub id: u16,
    /// How far it moves the pen.
    pub advance: f64,
    /// To the right and up from the pen.
    pub x_offset: f64,
    pub y_offset: f64,
    /// The characters that it stands for; empty for further glyphs of the same characters.
    pub text: String,
}

/// A shaped line of text, in visual order.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub font: FontName,
    pub glyphs: Vec<Glyph>,
    /// As a part of the size of the font.
    pub width: f64,
}

impl Line {
    /// The text, in visual order.
    pub fn text(&self) -> String {
        self.glyphs.iter().map(|glyph| glyph.text.as_str()).collect()
    }

    pub(crate) fn ascent(&self) -> f64 {
        let font = self.font.font();
        font.em(i32::from(font.face.ascender()))
    }

    pub(crate) fn descent(&self) -> f64 {
        let font = self.font.font();
        -font.em(i32::from(font.face.descender()))
    }

    /// The height of capitals, as a part of the size.
    pub(crate) fn cap_height(&self) -> f64 {
        self.font.font().cap_height()
    }
}

/// Shapes a text as one line.
pub(crate) fn line(font: FontName, text: &str) -> Line {
    let text = printable(font, text);
    let mut glyphs = Vec::new();
    let info = BidiInfo::new(&text, None);
    for paragraph in &info.paragraphs {
        let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let is_from_right = levels[run.start].is_rtl();
            shape_run(font, &text, run, is_from_right, &mut glyphs);
        }
    }
    let width = glyphs.iter().map(|glyph: &Glyph| glyph.advance).sum();
    Line { font, glyphs, width }
}

fn shape_run(font: FontName, text: &str, run: Range<usize>, is_from_right: bool, glyphs: &mut Vec<Glyph>) {
    let face = font.font();
    let text = &text[run];
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.guess_segment_properties();
    buffer.set_direction(if is_from_right {
        Direction::RightToLeft
    } else {
        Direction::LeftToRight
    });
    let plan = face.plan(buffer.direction(), buffer.script());
    let shaped = shape_with_plan(&face.face, &plan, buffer);
    let position_of = |cluster: u32| usize::try_from(cluster).unwrap_or(usize::MAX).min(text.len());
    let mut starts: Vec<usize> = shaped
        .glyph_infos()
        .iter()
        .map(|info| position_of(info.cluster))
        .collect();
    starts.sort_unstable();
    starts.dedup();
    let mut before = None;
    for (info, position) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()) {
        let start = position_of(info.cluster);
        let end = starts
            .iter()
            .copied()
            .find(|next| *next > start)
            .unwrap_or(text.len());
        let of_glyph = if before == Some(start) {
            ""
        } else {
            &text[start..end]
        };
        before = Some(start);
        glyphs.push(Glyph {
            id: u16::try_from(info.glyph_id).unwrap_or(0),
            advance: face.em(position.x_advance),
            x_offset: face.em(position.x_offset),
            y_offset: face.em(position.y_offset),
            text: of_glyph.to_owned(),
        });
    }
}

/// A text with single spaces, in which characters that the font lacks are written in Latin letters, as far as there are
/// letters for them, such as the Pinyin of Chinese characters. Others stay, and are printed as boxes.
fn printable(font: FontName, text: &str) -> String {
    let font = font.font();
    let mut printable = String::with_capacity(text.len());
    for character in text.chars() {
        let is_invisible = character.is_control() || is_format(character);
        if character.is_whitespace() || is_invisible || font.has(character) {
            printable.push(if character.is_control() { ' ' } else { character });
        } else {
            match deunicode::deunicode_char(character) {
                Some(letters) => printable.push_str(letters),
                None => printable.push(character),
            }
        }
    }
    let words: Vec<&str> = printable.split_whitespace().collect();
    words.join(" ")
}

/// Characters that only say how their neighbours are written.
fn is_format(character: char) -> bool {
    matches!(character, '\u{00AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
}
