//! Sheets of labels: the measures of a page and of the labels on it.

/// The measures of a sheet, in micrometres. Labels are counted from 0, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet {
    pub page_width_um: u32,
    pub page_height_um: u32,
    /// From the left edge of the page to the first label.
    pub margin_left_um: u32,
    /// From the top edge of the page to the first label.
    pub margin_top_um: u32,
    pub label_width_um: u32,
    pub label_height_um: u32,
    pub columns: u32,
    pub rows: u32,
    /// Between two labels of a row.
    pub column_gap_um: u32,
    /// Between two labels of a column.
    pub row_gap_um: u32,
}

/// Why the labels of a sheet are not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SheetProblem {
    #[error("a sheet without labels")]
    Empty,
    #[error("the labels are wider than the page")]
    TooWide,
    #[error("the labels are higher than the page")]
    TooHigh,
}

/// The place of a label on its page, in micrometres from the top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub left_um: u32,
    pub top_um: u32,
    pub width_um: u32,
    pub height_um: u32,
}

impl Sheet {
    /// How many labels a page has.
    pub fn capacity(&self) -> u32 {
        self.columns.saturating_mul(self.rows)
    }

    /// Checks that there are labels, and that all of them lie on the page.
    ///
    /// # Errors
    /// The first problem.
    pub fn check(&self) -> Result<(), SheetProblem> {
        if self.capacity() == 0 || self.label_width_um == 0 || self.label_height_um == 0 {
            return Err(SheetProblem::Empty);
        }
        let extent = |margin: u32, count: u32, size: u32, gap: u32| {
            u64::from(margin) + u64::from(count) * u64::from(size) + u64::from(count - 1) * u64::from(gap)
        };
        let right = extent(
            self.margin_left_um,
            self.columns,
            self.label_width_um,
            self.column_gap_um,
        );
        let bottom = extent(
            self.margin_top_um,
            self.rows,
            self.label_height_um,
            self.row_gap_um,
        );
        if right > u64::from(self.page_width_um) {
            return Err(SheetProblem::TooWide);
        }
        if bottom > u64::from(self.page_height_um) {
            return Err(SheetProblem::TooHigh);
        }
        Ok(())
    }

    /// The place of a label, from 0, on its page.
    pub fn area(&self, label: u32) -> Area {
        let (column, row) = (label % self.columns, label / self.columns % self.rows);
        Area {
            left_um: self.margin_left_um + column * (self.label_width_um + self.column_gap_um),
            top_um: self.margin_top_um + row * (self.label_height_um + self.row_gap_um),
            width_um: self.label_width_um,
            height_um: self.label_height_um,
        }
    }

    /// How many pages a number of labels need when the first of them is at a label of the sheet, counted from 1.
    pub fn pages(&self, labels: usize, first: u32) -> usize {
        let capacity = usize::try_from(self.capacity()).unwrap_or(usize::MAX).max(1);
        let skipped = usize::try_from(first.saturating_sub(1)).unwrap_or(0);
        (skipped + labels).div_ceil(capacity)
    }
}
