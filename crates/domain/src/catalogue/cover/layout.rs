//! The layout of a cover: everything visible, in the units of the picture.

use serde::Serialize;
use unicode_normalization::UnicodeNormalization as _;

use super::art::{self, Letter, Mark, Template};
use super::palette::{self, Palette};
use super::picture::{Anchor, Direction, WIDTH, hundredths};
use super::random::{Random, fnv1a};
use super::text::{fit_author, fit_subtitle, fit_title, initial, is_right_to_left, split_title};

/// The margin left and right of the text, so that the text has 80 % of the width.
const MARGIN: f64 = 20.0;
/// The top of the title.
const TITLE_TOP: f64 = 30.0;
/// The baseline of the last line of the author.
const AUTHOR_BASELINE: f64 = 278.0;
/// The distance between baselines of the title, relative to its font size.
const TITLE_LEADING: f64 = 1.12;
/// The distance from the top of the title to its first baseline, relative to its font size.
const TITLE_ASCENT: f64 = 0.8;
/// The distance from the last baseline of the title to the top of the subtitle.
const SUBTITLE_GAP: f64 = 8.0;
/// The distance between baselines of the subtitle and the author, relative to their font size.
const SMALL_LEADING: f64 = 1.25;
/// Separates title and author in the key: the unit separator, which no title contains.
const SEPARATOR: char = '\u{1f}';

/// The layout of a generated cover.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CoverLayout {
    /// The three colours.
    pub palette: Palette,
    /// The kind of art.
    pub template: Template,
    /// A letter that replaces the title where the picture is too small for text.
    pub initial: String,
    /// The title, in the serif font.
    pub title: TextBlock,
    /// The subtitle, in the serif font; often without lines.
    pub subtitle: TextBlock,
    /// The author in capitals, in the sans-serif font; without lines when there is none.
    pub author: TextBlock,
    /// Shapes in the accent colour.
    pub art: Vec<Mark>,
    /// A letter in the accent colour that is part of the art.
    pub letter: Option<Letter>,
}

/// Lines of text in one font size.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TextBlock {
    /// From top to bottom.
    pub lines: Vec<TextLine>,
    /// The font size.
    pub size: f64,
    /// The horizontal position, see `anchor`.
    pub x: f64,
    /// Whether `x` is the start or the centre of the lines.
    pub anchor: Anchor,
    /// The writing direction of the lines.
    pub direction: Direction,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TextLine {
    /// The text.
    pub text: String,
    /// The baseline.
    pub y: f64,
}

/// Computes the cover of a book: equal titles, first authors and categories give equal covers.
pub fn cover_layout(title: &str, author: &str, category: &str) -> CoverLayout {
    let first_author = author.split([',', ';']).next().unwrap_or_default().trim();
    let key = normal(&format!("{}{SEPARATOR}{first_author}", title.trim()));
    let mut random = Random::new(fnv1a(&key));
    let palette = palette::pick(fnv1a(&normal(category.trim())), &mut random);
    let template = Template::pick(&mut random);
    let initial = initial(title);
    let (art, letter) = art::draw(template, &initial, &mut random);

    let (main, sub) = split_title(title);
    let title = title_block(&main, template);
    let subtitle = subtitle_block(&sub, &title, template);
    let author = author_block(author, template);
    CoverLayout {
        palette,
        template,
        initial,
        title,
        subtitle,
        author,
        art,
        letter,
    }
}

/// The form in which texts are compared: NFKC, lower case.
fn normal(text: &str) -> String {
    text.nfkc().collect::<String>().to_lowercase()
}

fn title_block(title: &str, template: Template) -> TextBlock {
    let (lines, size) = fit_title(title);
    block(
        title,
        lines,
        size,
        TITLE_TOP + TITLE_ASCENT * size,
        TITLE_LEADING,
        template,
    )
}

fn subtitle_block(subtitle: &str, title: &TextBlock, template: Template) -> TextBlock {
    let (lines, size) = fit_subtitle(subtitle);
    let above = title.lines.last().map_or(TITLE_TOP, |line| line.y);
    block(
        subtitle,
        lines,
        size,
        above + SUBTITLE_GAP + size,
        SMALL_LEADING,
        template,
    )
}

fn author_block(author: &str, template: Template) -> TextBlock {
    let (lines, size) = fit_author(author);
    let lines_below_the_first = if lines.len() > 1 { 1.0 } else { 0.0 };
    let first = AUTHOR_BASELINE - lines_below_the_first * SMALL_LEADING * size;
    block(author, lines, size, first, SMALL_LEADING, template)
}

/// Places the lines of a text below each other.
fn block(
    text: &str,
    lines: Vec<String>,
    size: f64,
    first_baseline: f64,
    leading: f64,
    template: Template,
) -> TextBlock {
    let direction = if is_right_to_left(text) {
        Direction::Rtl
    } else {
        Direction::Ltr
    };
    let anchor = template.anchor();
    let x = match (anchor, direction) {
        (Anchor::Middle, _) => WIDTH / 2.0,
        (Anchor::Start, Direction::Ltr) => MARGIN,
        (Anchor::Start, Direction::Rtl) => WIDTH - MARGIN,
    };
    let lines = lines
        .into_iter()
        .zip(0_u8..)
        .map(|(text, row)| TextLine {
            text,
            y: hundredths(first_baseline + f64::from(row) * leading * size),
        })
        .collect();
    TextBlock {
        lines,
        size,
        x,
        anchor,
        direction,
    }
}
