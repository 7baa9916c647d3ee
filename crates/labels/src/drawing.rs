//! What is drawn on a page, before it becomes PDF or SVG. Lengths are micrometres from the top left corner.

use std::rc::Rc;

use crate::text::Line;

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Rect {
    /// The same rectangle without a border of this width.
    pub(crate) fn inset(self, border: f64) -> Rect {
        Rect {
            x: self.x + border,
            y: self.y + border,
            width: (self.width - 2.0 * border).max(0.0),
            height: (self.height - 2.0 * border).max(0.0),
        }
    }

    pub(crate) fn right(self) -> f64 {
        self.x + self.width
    }

    pub(crate) fn bottom(self) -> f64 {
        self.y + self.height
    }
}

/// Something on a page.
#[derive(Clone, Debug)]
pub enum Item {
    /// Black rectangles: the bars of a barcode.
    Bars(Vec<Rect>),
    /// The outline of a label.
    Outline(Rect),
    /// A line of text, from its left end on its baseline.
    Text {
        x: f64,
        baseline: f64,
        /// The size of the font.
        size: f64,
        line: Rc<Line>,
    },
}

/// A page.
#[derive(Clone, Debug)]
pub struct Drawing {
    pub width: f64,
    pub height: f64,
    pub items: Vec<Item>,
}

impl Item {
    /// Moves it to the right and down.
    #[must_use]
    pub(crate) fn moved(self, right: f64, down: f64) -> Item {
        let moved = |rect: Rect| Rect {
            x: rect.x + right,
            y: rect.y + down,
            ..rect
        };
        match self {
            Item::Bars(bars) => Item::Bars(bars.into_iter().map(moved).collect()),
            Item::Outline(rect) => Item::Outline(moved(rect)),
            Item::Text {
                x,
                baseline,
                size,
                line,
            } => Item::Text {
                x: x + right,
                baseline: baseline + down,
                size,
                line,
            },
        }
    }

    /// The rectangle in which it lies; that of a text is as high as its font.
    pub fn bounds(&self) -> Rect {
        match self {
            Item::Bars(bars) => {
                let left = bars.iter().map(|bar| bar.x).fold(f64::INFINITY, f64::min);
                let top = bars.iter().map(|bar| bar.y).fold(f64::INFINITY, f64::min);
                let right = bars.iter().map(|bar| bar.right()).fold(0.0, f64::max);
                let bottom = bars.iter().map(|bar| bar.bottom()).fold(0.0, f64::max);
                Rect {
                    x: left,
                    y: top,
                    width: right - left,
                    height: bottom - top,
                }
            }
            Item::Outline(rect) => *rect,
            Item::Text {
                x,
                baseline,
                size,
                line,
            } => Rect {
                x: *x,
                y: baseline - size * line.ascent(),
                width: size * line.width,
                height: size * (line.ascent() + line.descent()),
            },
        }
    }
}
