//! Where the contents of a label stand.

mod barcode;
mod border;
mod card;
mod column;
mod spine;

use crate::content::{Label, ProblemKind};
use crate::drawing::{Item, Rect};

/// Draws a label into its area.
///
/// # Errors
/// Why it cannot be printed.
pub(crate) fn label(label: &Label, area: Rect) -> Result<Vec<Item>, ProblemKind> {
    match label {
        Label::Barcode(label) => barcode::draw(label, area),
        Label::Spine(label) => spine::draw(label, area),
        Label::Combined(spine, barcode) => {
            let (of_spine, of_barcode) = parts(area);
            let mut items = spine::draw(spine, of_spine)?;
            items.extend(barcode::draw(barcode, of_barcode)?);
            Ok(items)
        }
        Label::Card(card) => card::draw(card, area),
    }
}

/// The parts of a combined label: beside each other, or above each other on a label that is not much wider than high.
fn parts(area: Rect) -> (Rect, Rect) {
    if area.width >= area.height * 1.4 {
        let spine = (area.width * 0.3).clamp(12_000.0, 28_000.0).min(area.width / 2.0);
        let left = Rect { width: spine, ..area };
        let right = Rect {
            x: area.x + spine,
            width: area.width - spine,
            ..area
        };
        (left, right)
    } else {
        let spine = area.height * 0.5;
        let top = Rect {
            height: spine,
            ..area
        };
        let bottom = Rect {
            y: area.y + spine,
            height: area.height - spine,
            ..area
        };
        (top, bottom)
    }
}
