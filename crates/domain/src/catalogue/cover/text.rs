//! The text of covers: its parts, font sizes and line breaks.

use unicode_normalization::UnicodeNormalization as _;

use super::picture::AUTHOR_SPACING;

/// The maximum width of a line: 80 % of the picture.
const LINE_WIDTH: f64 = 160.0;
/// Widths are estimates; lines are filled as if every letter were wider by this factor.
const SAFETY: f64 = 1.16;
/// The font sizes of a title, the largest first, each with its maximum number of lines.
const TITLE_SIZES: [(f64, usize); 6] = [(32.0, 3), (28.0, 3), (24.0, 4), (21.0, 4), (18.0, 5), (15.2, 6)];
/// The font size of a subtitle and its maximum number of lines.
const SUBTITLE_SIZE: (f64, usize) = (10.4, 2);
/// The font size of the author and its maximum number of lines.
const AUTHOR_SIZE: (f64, usize) = (9.2, 2);
/// The step by which the line width is reduced while the number of lines stays the same.
const BALANCE_STEP: f64 = 4.0;
/// The minimum number of letters of a title before a subtitle.
const LETTERS_BEFORE_SUBTITLE: usize = 3;
/// What separates a title from its subtitle.
const SUBTITLE_MARKS: [&str; 4] = [": ", " - ", " – ", " — "];

/// Articles that are skipped at the start of a title to find its initial.
const ARTICLES: [&str; 20] = [
    "the", "a", "an", "der", "die", "das", "ein", "eine", "le", "la", "les", "un", "une", "el", "los", "las",
    "il", "lo", "de", "het",
];

/// Letters about a third as wide as high.
const NARROW: &str = "iljtfrI.,:;'!|()[]-‘’“”·`";
/// Letters nearly as wide as high.
const BROAD: &str = "mwMW@%—…";
/// Closing punctuation of Chinese and Japanese text, and small kana, which cannot begin a line.
const NEVER_FIRST: &str = "、。，．：；！？）」』】〉》〕ー・々ゃゅょっぁぃぅぇぉャュョッァィゥェォ";
/// Opening punctuation of Chinese and Japanese text, which cannot end a line.
const NEVER_LAST: &str = "（「『【〈《〔";
/// Characters inside a word after which a line may end.
const BREAK_AFTER: &str = "-‐–—/";

/// A part of a text between two possible line breaks.
struct Piece {
    text: String,
    /// Whether a space precedes it.
    spaced: bool,
}

/// Splits at the first colon or spaced dash after at least three letters. White space in both parts is
/// reduced to single spaces; the second part may be empty.
pub(super) fn split_title(title: &str) -> (String, String) {
    let title = single_spaced(title);
    let split = SUBTITLE_MARKS
        .iter()
        .flat_map(|mark| title.match_indices(mark))
        .filter(|(position, _)| {
            title[..*position]
                .chars()
                .filter(|letter| letter.is_alphabetic())
                .count()
                >= LETTERS_BEFORE_SUBTITLE
        })
        .min_by_key(|(position, _)| *position);
    match split {
        Some((position, mark)) => (
            title[..position].to_owned(),
            single_spaced(&title[position + mark.len()..]),
        ),
        None => (title, String::new()),
    }
}

/// The first letter or digit after a leading article, as a capital; the first character of a title
/// without any.
pub(super) fn initial(title: &str) -> String {
    let title: String = title.nfkc().collect();
    let mut words = title.split_whitespace().peekable();
    let is_article = |word: &&str| ARTICLES.contains(&word.to_lowercase().as_str());
    if words.clone().count() > 1 {
        words.next_if(is_article);
    }
    let rest: String = words.collect();
    let first = rest
        .chars()
        .find(|sign| sign.is_alphanumeric())
        .or_else(|| rest.chars().next());
    first
        .and_then(|sign| sign.to_uppercase().next())
        .map(String::from)
        .unwrap_or_default()
}

/// Whether the first letter of a text belongs to a right-to-left script (Hebrew, Arabic and related
/// scripts).
pub(super) fn is_right_to_left(text: &str) -> bool {
    let first = text.chars().find(|sign| sign.is_alphabetic());
    first.is_some_and(
        |letter| matches!(letter, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}'),
    )
}

/// The lines of a title and their font size: the largest one in which the longest word fits a line and the
/// title fits the number of lines; otherwise the smallest one, with the text truncated.
pub(super) fn fit_title(title: &str) -> (Vec<String>, f64) {
    let pieces = pieces(title);
    for (size, most_lines) in TITLE_SIZES {
        let width = LINE_WIDTH / (size * SAFETY);
        let fits = pieces.iter().all(|piece| measure(&piece.text, 0.0) <= width);
        if fits && wrap(&pieces, width, 0.0).len() <= most_lines {
            return (balanced(&pieces, width, size, 0.0), size);
        }
    }
    let (size, most_lines) = TITLE_SIZES[TITLE_SIZES.len() - 1];
    (clamped(title, size, most_lines, 0.0), size)
}

/// The lines of a subtitle, truncated if necessary, and their font size.
pub(super) fn fit_subtitle(subtitle: &str) -> (Vec<String>, f64) {
    let (size, most_lines) = SUBTITLE_SIZE;
    (clamped(subtitle, size, most_lines, 0.0), size)
}

/// The lines of the author in capitals, truncated if necessary, and their font size.
pub(super) fn fit_author(author: &str) -> (Vec<String>, f64) {
    let (size, most_lines) = AUTHOR_SIZE;
    (
        clamped(&author.to_uppercase(), size, most_lines, AUTHOR_SPACING),
        size,
    )
}

fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The estimated width of a text relative to the font size, with `spacing` after each letter.
fn measure(text: &str, spacing: f64) -> f64 {
    text.chars().map(|sign| sign_width(sign, spacing)).sum()
}

fn sign_width(sign: char, spacing: f64) -> f64 {
    if is_joined(sign) {
        return 0.0;
    }
    let width = if sign == ' ' {
        0.28
    } else if NARROW.contains(sign) {
        0.32
    } else if BROAD.contains(sign) {
        0.92
    } else if is_wide(sign) {
        1.0
    } else if sign.is_uppercase() || sign.is_ascii_digit() {
        0.70
    } else {
        0.56
    };
    width + spacing
}

/// Marks and joiners that combine with the character before them.
fn is_joined(sign: char) -> bool {
    matches!(sign,
        '\u{300}'..='\u{36F}' | '\u{591}'..='\u{5BD}' | '\u{64B}'..='\u{65F}' | '\u{200B}'..='\u{200F}'
        | '\u{20D0}'..='\u{20FF}' | '\u{FE00}'..='\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}')
}

/// Characters as wide as high: Chinese, Japanese, Korean, and pictographs.
fn is_wide(sign: char) -> bool {
    is_ideographic(sign)
        || matches!(sign, '\u{1100}'..='\u{115F}' | '\u{AC00}'..='\u{D7A3}' | '\u{1F300}'..='\u{1FAFF}')
}

/// Characters between which a line may end without a space.
fn is_ideographic(sign: char) -> bool {
    matches!(sign,
        '\u{2E80}'..='\u{4DBF}' | '\u{4E00}'..='\u{A4CF}' | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}'
        | '\u{FF01}'..='\u{FF60}' | '\u{20000}'..='\u{3FFFD}')
}

fn may_break_between(before: char, after: char) -> bool {
    if is_joined(after) || NEVER_LAST.contains(before) || NEVER_FIRST.contains(after) {
        return false;
    }
    is_ideographic(before) || is_ideographic(after) || (BREAK_AFTER.contains(before) && after.is_alphabetic())
}

fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for word in text.split_whitespace() {
        let mut piece = Piece {
            text: String::new(),
            spaced: !pieces.is_empty(),
        };
        for sign in word.chars() {
            if piece
                .text
                .chars()
                .next_back()
                .is_some_and(|before| may_break_between(before, sign))
            {
                let next = Piece {
                    text: String::new(),
                    spaced: false,
                };
                pieces.push(std::mem::replace(&mut piece, next));
            }
            piece.text.push(sign);
        }
        pieces.push(piece);
    }
    pieces
}

/// Fills lines of a width (relative to the font size), each with as many pieces as fit.
fn wrap(pieces: &[Piece], width: f64, spacing: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for piece in pieces {
        let joint = if piece.spaced { " " } else { "" };
        match lines.last_mut() {
            Some(line)
                if measure(line, spacing) + measure(joint, spacing) + measure(&piece.text, spacing)
                    <= width =>
            {
                line.push_str(joint);
                line.push_str(&piece.text);
            }
            _ => lines.push(piece.text.clone()),
        }
    }
    lines
}

/// Wraps to the narrowest width that needs no additional line, to avoid a single word on the last line.
fn balanced(pieces: &[Piece], width: f64, size: f64, spacing: f64) -> Vec<String> {
    let step = BALANCE_STEP / size;
    let longest = pieces
        .iter()
        .map(|piece| measure(&piece.text, spacing))
        .fold(0.0, f64::max);
    let mut lines = wrap(pieces, width, spacing);
    let mut narrower = width - step;
    while narrower >= longest && narrower > 0.0 {
        let candidate = wrap(pieces, narrower, spacing);
        if candidate.len() > lines.len() {
            break;
        }
        lines = candidate;
        narrower -= step;
    }
    lines
}

/// Wraps a text in one font size: breaks words that are too long, and truncates when there are too many lines.
fn clamped(text: &str, size: f64, most_lines: usize, spacing: f64) -> Vec<String> {
    let width = LINE_WIDTH / (size * SAFETY);
    // A single word on a line may use the full width without the safety factor: the margin is wider.
    let pieces = broken(pieces(text), LINE_WIDTH / size, spacing);
    let all = wrap(&pieces, width, spacing);
    if all.len() <= most_lines {
        return balanced(&pieces, width, size, spacing);
    }
    let mut lines = all[..most_lines].to_vec();
    if let Some(last) = lines.last_mut() {
        while measure(last, spacing) + measure("…", spacing) > width && last.pop().is_some() {}
        last.truncate(last.trim_end_matches(|sign: char| !sign.is_alphanumeric()).len());
        last.push('…');
    }
    lines
}

/// Breaks pieces that are wider than a line (relative to the font size) into parts of similar width.
fn broken(pieces: Vec<Piece>, width: f64, spacing: f64) -> Vec<Piece> {
    let mut parts = Vec::new();
    for piece in pieces {
        let whole = measure(&piece.text, spacing);
        let limit = width.min(whole / (whole / width).ceil() + 1.0);
        let mut part = Piece {
            text: String::new(),
            spaced: piece.spaced,
        };
        for sign in piece.text.chars() {
            if !part.text.is_empty() && measure(&part.text, spacing) + sign_width(sign, spacing) > limit {
                let next = Piece {
                    text: String::new(),
                    spaced: false,
                };
                parts.push(std::mem::replace(&mut part, next));
            }
            part.text.push(sign);
        }
        parts.push(part);
    }
    parts
}
