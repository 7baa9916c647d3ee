//! Lines of text below each other.

use std::rc::Rc;

use crate::drawing::{Item, Rect};
use crate::text::Line;

/// The distance of two baselines, as a part of the size of the font.
pub(super) const LEADING: f64 = 1.2;

/// A line with its size.
pub(super) struct Sized {
    pub line: Rc<Line>,
    pub size: f64,
}

/// Where lines stand between the left and the right edge.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Centre,
}

/// The height of lines.
pub(super) fn height(lines: &[Sized]) -> f64 {
    lines.iter().map(|line| line.size * LEADING).sum()
}

/// Draws lines from the top of an area down.
pub(super) fn draw(lines: &[Sized], area: Rect, align: Align) -> Vec<Item> {
    let mut top = area.y;
    let mut items = Vec::with_capacity(lines.len());
    for Sized { line, size } in lines {
        let free = area.width - line.width * size;
        items.push(Item::Text {
            x: area.x + if align == Align::Centre { free / 2.0 } else { 0.0 },
            // Capitals are in the middle of the height of the line.
            baseline: top + size * (LEADING + line.cap_height()) / 2.0,
            size: *size,
            line: Rc::clone(line),
        });
        top += size * LEADING;
    }
    items
}
