//! Spine labels: the call number in bold, centred lines, as large as the label allows.

use std::rc::Rc;

use super::border::border;
use super::column::{self, Align, LEADING, Sized};
use crate::call_number;
use crate::content::{ProblemKind, SpineLabel};
use crate::drawing::{Item, Rect};
use crate::text::{FontName, line};

/// The largest and the smallest size of the font: 17 and 4 points.
const LARGEST: f64 = 6_000.0;
const SMALLEST: f64 = 1_411.0;

pub(super) fn draw(label: &SpineLabel, area: Rect) -> Result<Vec<Item>, ProblemKind> {
    let inner = area.inset(border(area));
    let lines = label
        .call_number
        .as_deref()
        .map(call_number::lines)
        .unwrap_or_default();
    let lines: Vec<_> = lines
        .iter()
        .map(|text| Rc::new(line(FontName::Bold, text)))
        .collect();
    let Some(widest) = lines.iter().map(|line| line.width).reduce(f64::max) else {
        return Ok(Vec::new());
    };
    let count = f64::from(u32::try_from(lines.len()).unwrap_or(u32::MAX));
    let size = LARGEST
        .min(inner.width / widest)
        .min(inner.height / (count * LEADING));
    if size < SMALLEST {
        return Err(ProblemKind::CallNumberTooLarge);
    }
    let lines: Vec<Sized> = lines.into_iter().map(|line| Sized { line, size }).collect();
    let free = inner.height - column::height(&lines);
    let place = Rect {
        y: inner.y + free / 2.0,
        ..inner
    };
    Ok(column::draw(&lines, place, Align::Centre))
}
