//! The border of labels.

use crate::drawing::Rect;

/// The border of a label on which only quiet zones of barcodes may lie.
pub(super) fn border(area: Rect) -> f64 {
    (area.width.min(area.height) * 0.06).clamp(800.0, 2_000.0)
}
