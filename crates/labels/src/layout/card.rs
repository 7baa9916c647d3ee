//! Library cards: the library and the name on top, the number below.

use super::barcode::{bars, code_text, draw_bars, draw_matrix, modules};
use super::column::{self, Align, Sized};
use crate::barcode::{Matrix, Symbology};
use crate::content::{Card, ProblemKind};
use crate::drawing::{Item, Rect};
use crate::text::{FontName, line, wrapped};

/// The size of a card of ISO/IEC 7810, format ID-1, to which the sizes of texts refer.
const WIDTH: f64 = 85_600.0;
const HEIGHT: f64 = 53_980.0;
/// On it: the border, and the height of bars.
const BORDER: f64 = 5_000.0;
const BAR_HEIGHT: f64 = 11_000.0;
/// The smallest height of bars on a smaller card.
const SMALLEST_BAR_HEIGHT: f64 = 5_000.0;

pub(super) fn draw(card: &Card, area: Rect) -> Result<Vec<Item>, ProblemKind> {
    let scale = (area.width / WIDTH).min(area.height / HEIGHT).min(1.5);
    let inner = area.inset(BORDER * scale);
    let (mut items, words) = match card.symbology {
        Symbology::Qr => with_matrix(card, area, inner, scale)?,
        Symbology::Code128 | Symbology::Code39 => with_bars(card, area, inner, scale)?,
    };
    let lines_of = |font, text: &str, size: f64, most_lines| -> Vec<Sized> {
        let size = size * scale;
        let lines = wrapped(font, text, size, words.width, most_lines);
        lines.into_iter().map(|line| Sized { line, size }).collect()
    };
    let mut above = lines_of(FontName::Bold, &card.library, 3_800.0, 2);
    above.extend(lines_of(FontName::Regular, &card.heading, 2_600.0, 1));
    let below = lines_of(
        FontName::Bold,
        &card.name,
        name_size(&card.name, words.width / scale),
        2,
    );
    items.extend(column::draw(&above, words, Align::Left));
    // The name stands on the lower edge of the part for words, below the library.
    let free = words.height - column::height(&above) - column::height(&below);
    if free < 0.0 {
        return Err(ProblemKind::LabelTooLow);
    }
    let place = Rect {
        y: words.bottom() - column::height(&below),
        ..words
    };
    items.extend(column::draw(&below, place, Align::Left));
    Ok(items)
}

/// The size of a name on a card of ID-1: smaller if a word of it is very long.
fn name_size(name: &str, width: f64) -> f64 {
    let widths = name
        .split_whitespace()
        .map(|word| line(FontName::Bold, word).width);
    let longest = widths.fold(0.1, f64::max);
    (width / longest).clamp(2_800.0, 4_600.0)
}

/// The barcode on the lower edge, and the part that it leaves for words.
fn with_bars(card: &Card, area: Rect, inner: Rect, scale: f64) -> Result<(Vec<Item>, Rect), ProblemKind> {
    let (bars, module) = bars(&card.number, card.symbology, area.width)?;
    let height = BAR_HEIGHT * scale;
    if height < SMALLEST_BAR_HEIGHT {
        return Err(ProblemKind::LabelTooLow);
    }
    let below = [code_text(&card.number, 28_000.0 * scale, inner.width)];
    let top = inner.bottom() - column::height(&below) - height;
    let left = area.x + (area.width - f64::from(bars.modules()) * module) / 2.0;
    let mut items = vec![draw_bars(&bars, module, left, top, height)];
    let place = Rect {
        y: top + height,
        ..inner
    };
    items.extend(column::draw(&below, place, Align::Centre));
    let words = Rect {
        height: top - inner.y - 1_500.0 * scale,
        ..inner
    };
    Ok((items, words))
}

/// The QR code on the right, above its text, and the part that it leaves for words.
fn with_matrix(card: &Card, area: Rect, inner: Rect, scale: f64) -> Result<(Vec<Item>, Rect), ProblemKind> {
    let (matrix, module) = modules(&card.number, (area.width * 0.38).min(area.height * 0.75))?;
    let black = f64::from(matrix.modules()) * module;
    let quiet = f64::from(Matrix::QUIET_MODULES) * module;
    let below = [code_text(&card.number, 24_000.0 * scale, black)];
    let left = inner.right() - black;
    let top = area.y + (area.height - black - quiet - column::height(&below)) / 2.0;
    let place = Rect {
        x: left,
        y: top + black + quiet,
        width: black,
        height: 0.0,
    };
    let mut items = vec![draw_matrix(&matrix, module, left, top)];
    items.extend(column::draw(&below, place, Align::Centre));
    let words = Rect {
        width: left - quiet - inner.x,
        ..inner
    };
    Ok((items, words))
}
