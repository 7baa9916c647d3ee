//! A print job: labels on the pages of a sheet.

use crate::content::{Label, Problem};
use crate::drawing::{Drawing, Item, Rect};
use crate::layout;
use crate::sheet::{Area, Sheet};

/// The maximum number of reported problems.
const MOST_PROBLEMS: usize = 50;

/// By how much everything is moved, for printers that do not print where they should. In micrometres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shift {
    pub right_um: i32,
    pub down_um: i32,
}

/// What is printed, and where.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// A sheet that [`Sheet::check`] accepts.
    pub sheet: Sheet,
    pub labels: &'a [Label],
    /// The label of the first page on which the first one is printed, from 1.
    pub first: u32,
    /// Whether the edges of all labels are drawn, to test a sheet on plain paper.
    pub outline: bool,
    pub shift: Shift,
    /// The title of the document.
    pub title: &'a str,
    /// The language of the document, as a code of BCP 47.
    pub language: &'a str,
}

impl Job<'_> {
    /// How many pages there are.
    pub fn pages(&self) -> usize {
        self.sheet.pages(self.labels.len(), self.first)
    }

    /// Draws a page, from 0.
    ///
    /// # Errors
    /// Its labels that cannot be printed.
    pub fn page(&self, page: usize) -> Result<Drawing, Vec<Problem>> {
        let sheet = &self.sheet;
        let capacity = usize::try_from(sheet.capacity()).unwrap_or(usize::MAX);
        let skipped = usize::try_from(self.first.max(1) - 1).unwrap_or(0);
        let (right, down) = (f64::from(self.shift.right_um), f64::from(self.shift.down_um));
        let mut items = Vec::new();
        let mut problems = Vec::new();
        for place in 0..sheet.capacity() {
            let area = rect(sheet.area(place));
            if self.outline {
                items.push(Item::Outline(area).moved(right, down));
            }
            let slot = page * capacity + usize::try_from(place).unwrap_or(0);
            let Some(index) = slot.checked_sub(skipped) else {
                continue;
            };
            let Some(label) = self.labels.get(index) else {
                continue;
            };
            match layout::label(label, area) {
                Ok(drawn) => items.extend(drawn.into_iter().map(|item| item.moved(right, down))),
                Err(kind) => problems.push(Problem { label: index, kind }),
            }
        }
        if problems.is_empty() {
            Ok(Drawing {
                width: f64::from(sheet.page_width_um),
                height: f64::from(sheet.page_height_um),
                items,
            })
        } else {
            Err(problems)
        }
    }

    /// Draws one page after the other, and passes each on. After a page with problems the other pages are only checked.
    ///
    /// # Errors
    /// The first fifty labels that cannot be printed.
    pub(crate) fn each_page(&self, mut draw: impl FnMut(Drawing)) -> Result<(), Vec<Problem>> {
        let mut problems = Vec::new();
        for page in 0..self.pages() {
            match self.page(page) {
                Ok(drawing) if problems.is_empty() => draw(drawing),
                Ok(_) => {}
                Err(more) => problems.extend(more),
            }
            if problems.len() >= MOST_PROBLEMS {
                break;
            }
        }
        problems.truncate(MOST_PROBLEMS);
        if problems.is_empty() {
            Ok(())
        } else {
            Err(problems)
        }
    }
}

fn rect(area: Area) -> Rect {
    Rect {
        x: f64::from(area.left_um),
        y: f64::from(area.top_um),
        width: f64::from(area.width_um),
        height: f64::from(area.height_um),
    }
}
