//! Pages of lists.

/// The requested part of a list. Both numbers are within their bounds by construction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    number: u32,
    limit: u32,
}

impl Page {
    /// The maximum number of entries of a page.
    pub const MAX_LIMIT: u32 = 100;
    /// The default number of entries of a page.
    pub const DEFAULT_LIMIT: u32 = 20;
    /// The last page that can be requested; pages beyond it are useless and costly.
    pub const MAX_NUMBER: u32 = 100_000;

    /// A page, counted from 1; numbers out of bounds are clamped.
    pub fn new(number: u32, limit: u32) -> Self {
        Page {
            number: number.clamp(1, Self::MAX_NUMBER),
            limit: limit.clamp(1, Self::MAX_LIMIT),
        }
    }

    /// The first `limit` entries at once, without the bound on pages: for files, which have a separate bound.
    pub(crate) fn whole(limit: u32) -> Self {
        Page { number: 1, limit }
    }

    /// The page's number, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// The maximum number of its entries.
    pub fn limit(self) -> u32 {
        self.limit
    }

    /// Whether the page is so far down that finding its first row may take milliseconds.
    pub(crate) fn is_far_down(self) -> bool {
        self.sql_offset() > 2_000
    }

    pub(crate) fn sql_limit(self) -> i64 {
        i64::from(self.limit)
    }

    pub(crate) fn sql_offset(self) -> i64 {
        i64::from(self.number - 1) * i64::from(self.limit)
    }
}

impl Default for Page {
    fn default() -> Self {
        Page::new(1, Self::DEFAULT_LIMIT)
    }
}

/// A page of a list and the length of the list.
#[derive(Debug, Clone)]
pub struct Paged<T> {
    pub entries: Vec<T>,
    pub page: Page,
    /// The number of entries of the whole list.
    pub total: u64,
}

impl<T> Paged<T> {
    pub(crate) fn new(entries: Vec<T>, page: Page, total: i64) -> Self {
        Paged {
            entries,
            page,
            total: total.try_into().unwrap_or(0),
        }
    }

    /// How many pages the whole list has.
    pub fn pages(&self) -> u64 {
        self.total.div_ceil(u64::from(self.page.limit()))
    }
}
