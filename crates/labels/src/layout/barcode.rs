//! Barcode labels: the library, the title, the barcode, and its text.

use super::border::border;
use super::column::{self, Align, LEADING, Sized};
use crate::barcode::{Bars, Matrix, Symbology, code39, code128, qr};
use crate::content::{BarcodeLabel, ProblemKind};
use crate::drawing::{Item, Rect};
use crate::text::{FontName, fitted, line, wrapped};

/// Lengths that a printer of 600 dots per inch prints exactly.
const DOT: f64 = 25_400.0 / 600.0;
/// The smallest width of a module, and the largest that is used, in dots: 0.212 and 0.423 mm.
const DOTS: std::ops::RangeInclusive<u32> = 5..=10;
/// The smallest width of a module that readers can see, when a whole number of dots is too wide.
const SMALLEST_MODULE: f64 = 190.0;
/// The smallest and the largest module of a QR code, in dots: 0.254 and 0.762 mm.
const QR_DOTS: std::ops::RangeInclusive<u32> = 6..=18;
/// The smallest and the largest height of bars.
const BAR_HEIGHT: std::ops::RangeInclusive<f64> = 5_000.0..=18_000.0;

pub(super) fn draw(label: &BarcodeLabel, area: Rect) -> Result<Vec<Item>, ProblemKind> {
    match label.symbology {
        Symbology::Qr => matrix_label(label, area),
        Symbology::Code128 | Symbology::Code39 => linear_label(label, area),
    }
}

/// The bars of a barcode, and the width of its module, which is as large as a width allows.
pub(super) fn bars(text: &str, symbology: Symbology, width: f64) -> Result<(Bars, f64), ProblemKind> {
    let tries = match symbology {
        Symbology::Code39 => [code39(text, 3), code39(text, 2)],
        Symbology::Code128 | Symbology::Qr => [code128(text), None],
    };
    let mut problem = ProblemKind::Characters;
    for bars in tries.into_iter().flatten() {
        let modules = f64::from(bars.modules() + 2 * Bars::QUIET_MODULES);
        let fits = |module: &f64| module * modules <= width;
        let dots = DOTS.rev().map(|dots| f64::from(dots) * DOT);
        if let Some(module) = dots.chain([SMALLEST_MODULE]).find(fits) {
            return Ok((bars, module));
        }
        problem = ProblemKind::BarcodeTooWide;
    }
    Err(problem)
}

/// Draws bars from a left edge on.
pub(super) fn draw_bars(bars: &Bars, module: f64, left: f64, top: f64, height: f64) -> Item {
    let mut drawn = Vec::with_capacity(bars.widths.len() / 2 + 1);
    let mut modules = 0_u32;
    for (index, width) in bars.widths.iter().enumerate() {
        if index % 2 == 0 {
            drawn.push(Rect {
                x: left + f64::from(modules) * module,
                y: top,
                width: f64::from(*width) * module,
                height,
            });
        }
        modules += u32::from(*width);
    }
    Item::Bars(drawn)
}

fn linear_label(label: &BarcodeLabel, area: Rect) -> Result<Vec<Item>, ProblemKind> {
    let (bars, module) = bars(&label.barcode, label.symbology, area.width)?;
    let inner = area.inset(border(area));
    let size = (area.height * 0.085).clamp(1_500.0, 2_600.0);
    let text = |font, text: &str| Sized {
        line: fitted(font, text, size, inner.width),
        size,
    };
    let mut above = vec![
        text(FontName::Bold, &label.library),
        text(FontName::Regular, &label.title),
    ];
    above.retain(|sized| sized.line.width > 0.0);
    let below = [code_text(&label.barcode, area.height, inner.width)];
    // The title goes before the library does.
    let free = |above: &[Sized]| inner.height - column::height(above) - column::height(&below);
    while free(&above) < *BAR_HEIGHT.start() && above.pop().is_some() {}
    let height = free(&above);
    if height < *BAR_HEIGHT.start() {
        return Err(ProblemKind::LabelTooLow);
    }
    let height = height.min(*BAR_HEIGHT.end());
    let unused = free(&above) - height;
    let top = Rect {
        y: inner.y + unused / 2.0,
        ..inner
    };
    let bars_top = top.y + column::height(&above);
    let left = area.x + (area.width - f64::from(bars.modules()) * module) / 2.0;
    let mut items = column::draw(&above, top, Align::Centre);
    items.push(draw_bars(&bars, module, left, bars_top, height));
    let bottom = Rect {
        y: bars_top + height,
        ..inner
    };
    items.extend(column::draw(&below, bottom, Align::Centre));
    Ok(items)
}

/// The barcode as text, never cut.
pub(super) fn code_text(barcode: &str, height: f64, width: f64) -> Sized {
    let line = line(FontName::Regular, barcode);
    let size = (height * 0.11)
        .clamp(1_700.0, 3_200.0)
        .min(width / line.width.max(0.1));
    Sized {
        line: line.into(),
        size,
    }
}

/// The modules of a QR code, and their size, which is as large as the side of a square allows.
pub(super) fn modules(text: &str, side: f64) -> Result<(Matrix, f64), ProblemKind> {
    let matrix = qr(text).ok_or(ProblemKind::Characters)?;
    let count = f64::from(matrix.modules() + 2 * Matrix::QUIET_MODULES);
    let module = QR_DOTS
        .rev()
        .map(|dots| f64::from(dots) * DOT)
        .find(|module| module * count <= side);
    module
        .map(|module| (matrix, module))
        .ok_or(ProblemKind::BarcodeTooWide)
}

/// Draws a QR code; the modules beside each other in a row are one rectangle.
pub(super) fn draw_matrix(matrix: &Matrix, module: f64, left: f64, top: f64) -> Item {
    let mut drawn = Vec::new();
    for (row, y) in matrix.rows.iter().zip(0_u32..) {
        let mut x = 0_u32;
        for group in row.chunk_by(|left, right| left == right) {
            let width = u32::try_from(group.len()).unwrap_or(0);
            if group[0] {
                drawn.push(Rect {
                    x: left + f64::from(x) * module,
                    y: top + f64::from(y) * module,
                    width: f64::from(width) * module,
                    height: module,
                });
            }
            x += width;
        }
    }
    Item::Bars(drawn)
}

/// A QR code with its text on the right, or below on a label that is higher than wide.
fn matrix_label(label: &BarcodeLabel, area: Rect) -> Result<Vec<Item>, ProblemKind> {
    let inner = area.inset(border(area));
    let size = (area.height.min(area.width) * 0.09).clamp(1_500.0, 2_600.0);
    let is_beside = area.width >= area.height * 1.3;
    let of_text = (size * LEADING * 3.0).max(area.height * 0.25);
    let square = if is_beside {
        area.height.min(area.width * 0.6)
    } else {
        area.width.min(area.height - of_text)
    };
    let (matrix, module) = modules(&label.barcode, square)?;
    let black = f64::from(matrix.modules()) * module;
    let quiet = f64::from(Matrix::QUIET_MODULES) * module;
    let whole = black + 2.0 * quiet;
    let place = if is_beside {
        Rect {
            x: area.x + whole,
            width: inner.right() - area.x - whole,
            ..inner
        }
    } else {
        Rect {
            y: area.y + whole,
            height: inner.bottom() - area.y - whole,
            ..inner
        }
    };
    let code = code_text(&label.barcode, area.height, place.width);
    let mut lines: Vec<Sized> = Vec::new();
    let mut add = |font, text: &str, most_lines| {
        for line in wrapped(font, text, size, place.width, most_lines) {
            lines.push(Sized { line, size });
        }
    };
    add(FontName::Bold, &label.library, 2);
    add(FontName::Regular, &label.title, 3);
    let room = place.height - code.size * LEADING;
    while column::height(&lines) > room && lines.pop().is_some() {}
    if room < 0.0 {
        return Err(ProblemKind::LabelTooLow);
    }
    lines.push(code);
    let (left, top, align) = if is_beside {
        (area.x + quiet, area.y + (area.height - black) / 2.0, Align::Left)
    } else {
        (area.x + (area.width - black) / 2.0, area.y + quiet, Align::Centre)
    };
    let free = if is_beside {
        place.height - column::height(&lines)
    } else {
        0.0
    };
    let place = Rect {
        y: place.y + free / 2.0,
        ..place
    };
    let mut items = vec![draw_matrix(&matrix, module, left, top)];
    items.extend(column::draw(&lines, place, align));
    Ok(items)
}
