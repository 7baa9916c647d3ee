//! Pages of lists.

/// Which part of a list is wanted. Both numbers are within their bounds by construction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    number: u32,
    limit: u32,
}

impl Page {
    /// The most entries of one page.
    pub const MAX_LIMIT: u32 = 100;
    /// The default number of entries of a page.
    pub const DEFAULT_LIMIT: u32 = 20;
    /// Beyond this page there is nothing that anybody reads, and looking would cost.
    pub const MAX_NUMBER: u32 = 100_000;

    /// A page, counted from 1; numbers out of bounds are moved to the nearest bound.
    pub fn new(number: u32, limit: u32) -> Self {
        Page {
            number: number.clamp(1, Self::MAX_NUMBER),
            limit: limit.clamp(1, Self::MAX_LIMIT),
        }
    }

    /// The first `limit` entries at once, however many that are: for files, whose makers have a bound of their own.
    pub(crate) fn whole(limit: u32) -> Self {
        Page { number: 1, limit }
    }

    /// The page's number, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// The most entries it may have.
    pub fn limit(self) -> u32 {
        self.limit
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

/// A page of a list and the size of the whole.
#[derive(Debug, Clone)]
pub struct Paged<T> {
    pub entries: Vec<T>,
    pub page: Page,
    /// Entries of the whole list.
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
