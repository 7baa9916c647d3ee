//! The cover of a book that brings none: drawn from its title, author and category alone.
//!
//! [`cover_layout`] decides everything that can be seen, in the units of a picture 200 wide and 300
//! high; [`cover_svg`] only writes it down. The web app draws the same layout from its own copy of these
//! functions (`web/src/ui/cover`), and both are held to `testdata/cover-vectors.json`. Arithmetic is
//! therefore kept to what Rust and JavaScript do alike: sums, products, and rounding to hundredths.
//!
//! From top to bottom: the title with its subtitle, the art between 56 % and 84 % of the height, the
//! author at the foot. Nothing is drawn behind text.

mod art;
mod palette;
mod random;
mod svg;
mod text;

use serde::Serialize;
use unicode_normalization::UnicodeNormalization as _;

pub use art::{Letter, Mark, Template};
pub use palette::Palette;
pub use svg::cover_svg;

use random::{Random, fnv1a};
use text::{fit_author, fit_subtitle, fit_title, initial, is_right_to_left, split_title};

/// Width of the picture.
pub const WIDTH: f64 = 200.0;
/// Height of the picture.
pub const HEIGHT: f64 = 300.0;

/// Between the edge and the text, left and right: the text takes 80 % of the width.
const MARGIN: f64 = 20.0;
/// Where the title begins.
const TITLE_TOP: f64 = 30.0;
/// The baseline of the last line of the author.
const AUTHOR_BASELINE: f64 = 278.0;
/// From baseline to baseline, in sizes of the title.
const TITLE_LEADING: f64 = 1.12;
/// From the top of the title to its first baseline, in its size.
const TITLE_ASCENT: f64 = 0.8;
/// From the last baseline of the title to the top of the subtitle.
const SUBTITLE_GAP: f64 = 8.0;
/// From baseline to baseline of the subtitle and the author, in their size.
const SMALL_LEADING: f64 = 1.25;
/// Between title and author in the key: the unit separator, which no title contains.
const SEPARATOR: char = '\u{1f}';

/// Everything that can be seen on a generated cover.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CoverLayout {
    /// The three colours.
    pub palette: Palette,
    /// The kind of art.
    pub template: Template,
    /// The letter that stands for the title where the picture is too small for words.
    pub initial: String,
    /// The title in the serif.
    pub title: TextBlock,
    /// The subtitle in the serif; often without lines.
    pub subtitle: TextBlock,
    /// The author in capitals of the sans; without lines when there is none.
    pub author: TextBlock,
    /// Shapes in the accent colour.
    pub art: Vec<Mark>,
    /// A letter in the accent colour that is part of the art.
    pub letter: Option<Letter>,
}

/// Lines of text of one size.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TextBlock {
    /// From top to bottom.
    pub lines: Vec<TextLine>,
    /// The size of the letters.
    pub size: f64,
    /// Where the lines begin, or their middle.
    pub x: f64,
    /// What `x` says.
    pub anchor: Anchor,
    /// The direction in which the lines run.
    pub direction: Direction,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TextLine {
    /// The words.
    pub text: String,
    /// The baseline.
    pub y: f64,
}

/// How text is placed at its `x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Anchor {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
}

/// The direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// From left to right.
    Ltr,
    /// From right to left.
    Rtl,
}

/// The cover of a book: the same for the same title, first author and category.
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

/// Places lines of a text one below the other.
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

/// Rounded to hundredths and never minus nought, so that both languages write the same number.
fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0 + 0.0
}
