//! The words of covers: what stands where, how large, and in how many lines.

use unicode_normalization::UnicodeNormalization as _;

/// The width that lines may take: 80 % of the picture's.
const LINE_WIDTH: f64 = 160.0;
/// Widths are estimates; lines are filled as if every letter were this much wider.
const SAFETY: f64 = 1.16;
/// The sizes of a title, the largest first, each with the most lines it may take.
const TITLE_SIZES: [(f64, usize); 6] = [(32.0, 3), (28.0, 3), (24.0, 4), (21.0, 4), (18.0, 5), (15.2, 6)];
/// The size of a subtitle and the most lines it may take.
const SUBTITLE_SIZE: (f64, usize) = (10.4, 2);
/// The size of the author and the most lines it may take.
const AUTHOR_SIZE: (f64, usize) = (9.2, 2);
/// By how much lines are narrowed in search of the narrowest that needs no more lines.
const BALANCE_STEP: f64 = 4.0;
/// The fewest letters of a title that may stand before a subtitle.
const LETTERS_BEFORE_SUBTITLE: usize = 3;
/// What separates a title from its subtitle.
const SUBTITLE_MARKS: [&str; 4] = [": ", " - ", " – ", " — "];

/// Articles that do not count as the first word of a title.
const ARTICLES: [&str; 20] = [
    "the", "a", "an", "der", "die", "das", "ein", "eine", "le", "la", "les", "un", "une", "el", "los", "las",
    "il", "lo", "de", "het",
];

/// Letters that are about a third as wide as they are high.
const NARROW: &str = "iljtfrI.,:;'!|()[]-‘’“”·`";
/// Letters that are nearly as wide as they are high.
const BROAD: &str = "mwMW@%—…";
/// Closing signs of Chinese and Japanese text, and small letters, with which no line begins.
const NEVER_FIRST: &str = "、。，．：；！？）」』】〉》〕ー・々ゃゅょっぁぃぅぇぉャュョッァィゥェォ";
/// Opening signs of Chinese and Japanese text, with which no line ends.
const NEVER_LAST: &str = "（「『【〈《〔";
/// Signs inside a word after which a line may end.
const BREAK_AFTER: &str = "-‐–—/";

/// A part of a text between two places where a line may end.
struct Piece {
    text: String,
    /// Whether a space separates it from the piece before.
    spaced: bool,
}

/// Splits at the first colon or spaced dash with three letters before it; both parts are in single
/// spaces, and the second may be empty.
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

/// The first letter or digit after a leading article, as a capital; the first sign of a title that has
/// none.
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

/// Whether the first letter of a text is of a script that runs from right to left (Hebrew, Arabic and
/// their neighbours).
pub(super) fn is_right_to_left(text: &str) -> bool {
    let first = text.chars().find(|sign| sign.is_alphabetic());
    first.is_some_and(
        |letter| matches!(letter, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}'),
    )
}

/// The lines of a title and their size: the largest in which its longest word fits a line and all of it
/// the lines of that size; else the smallest, cut off.
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

/// The lines of a subtitle, cut off if need be, and their size.
pub(super) fn fit_subtitle(subtitle: &str) -> (Vec<String>, f64) {
    let (size, most_lines) = SUBTITLE_SIZE;
    (clamped(subtitle, size, most_lines, 0.0), size)
}

/// The lines of the author in capitals, cut off if need be, and their size.
pub(super) fn fit_author(author: &str) -> (Vec<String>, f64) {
    let (size, most_lines) = AUTHOR_SIZE;
    (
        clamped(
            &author.to_uppercase(),
            size,
            most_lines,
            super::svg::AUTHOR_SPACING,
        ),
        size,
    )
}

fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The estimated width of a text in sizes of its letters, with `spacing` after each.
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

/// Marks and joiners that are drawn together with the sign before them.
fn is_joined(sign: char) -> bool {
    matches!(sign,
        '\u{300}'..='\u{36F}' | '\u{591}'..='\u{5BD}' | '\u{64B}'..='\u{65F}' | '\u{200B}'..='\u{200F}'
        | '\u{20D0}'..='\u{20FF}' | '\u{FE00}'..='\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}')
}

/// Signs as wide as they are high: Chinese, Japanese, Korean, and pictures.
fn is_wide(sign: char) -> bool {
    is_ideographic(sign)
        || matches!(sign, '\u{1100}'..='\u{115F}' | '\u{AC00}'..='\u{D7A3}' | '\u{1F300}'..='\u{1FAFF}')
}

/// Signs between which a line may end without a space.
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

/// Fills lines of a width (in sizes) one after the other, as full as they get.
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

/// The narrowest lines that need no more of them, so that no word is left alone at the end.
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

/// Lines of one size: words that are too long are broken anywhere, lines that are too many cut off.
fn clamped(text: &str, size: f64, most_lines: usize, spacing: f64) -> Vec<String> {
    let width = LINE_WIDTH / (size * SAFETY);
    // A word alone on its line may use up the safety: the margin is wider still.
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

/// Breaks pieces that are wider than a line (in sizes) into parts of about the same width.
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
