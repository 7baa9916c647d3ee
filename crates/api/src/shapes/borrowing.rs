use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::catalogue::copy::CopyId;
use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_domain::users::UserId;
use carrel_operations::circulation;
use carrel_operations::reports::statistics::Statistics;
use serde::Serialize;
use utoipa::ToSchema;

use super::book::{BookSummary, CategoryCount};
use super::time::time;
use super::words::BorrowingStatus;
use crate::failure::RefusalBody;
use crate::failure::refusals::{Action, Reader};
use crate::respond::Pagination;

/// A borrowing.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Borrowing {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: BorrowingId,
    pub book: BookSummary,
    /// Null once the person was removed from a returned borrowing.
    pub user: Option<Borrower>,
    pub copy: BorrowedCopy,
    #[schema(value_type = BorrowingStatus)]
    pub status: &'static str,
    #[schema(format = DateTime)]
    pub borrowed_date: String,
    /// The same instant as `borrowedDate`.
    #[schema(format = DateTime)]
    pub borrow_date: String,
    /// The end of the due day in the library's zone.
    #[schema(format = DateTime)]
    pub due_date: String,
    #[schema(format = Date)]
    pub due_on: String,
    #[schema(format = DateTime)]
    pub returned_date: Option<String>,
    /// The number of renewals so far.
    pub renewals: i64,
    /// The instant of the last renewal.
    #[schema(format = DateTime)]
    pub renewed_date: Option<String>,
    /// The number of renewals that are left.
    pub renewals_left: u32,
    /// In the library's currency: the charged fine, or, while overdue, the fine of a return today.
    pub fine_amount: f64,
    /// Whether there was a fine and it is paid or waived.
    pub fine_paid: bool,
    /// In the library's currency: the unpaid part of the charged fine.
    pub fine_outstanding: f64,
    /// Days past the due day; 0 unless overdue.
    pub days_overdue: i64,
}

/// The borrower.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Borrower {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: UserId,
    pub name: String,
    pub email: String,
}

/// The borrowed copy.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct BorrowedCopy {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: CopyId,
    pub barcode: String,
}

impl From<circulation::Borrowing> for Borrowing {
    fn from(borrowing: circulation::Borrowing) -> Self {
        let borrower = borrowing.record.borrower();
        let record = borrowing.record;
        Borrowing {
            id: record.id,
            book: BookSummary {
                id: record.book_id,
                title: record.book_title,
                author: record.book_author,
                cover_image: record.book_cover_image,
                category: record.book_category,
            },
            user: borrower.map(|id| Borrower {
                id,
                name: record.user_name,
                email: record.user_email,
            }),
            copy: BorrowedCopy {
                id: record.copy_id,
                barcode: record.copy_barcode,
            },
            status: borrowing.status.as_str(),
            borrowed_date: time(record.borrowed_at),
            borrow_date: time(record.borrowed_at),
            due_date: time(record.due_at),
            due_on: record.due_on.to_string(),
            returned_date: record.returned_at.map(time),
            renewals: record.renewals,
            renewed_date: record.renewed_at.map(time),
            renewals_left: borrowing.renewals_left,
            fine_amount: borrowing.currency.to_json(borrowing.fine),
            fine_paid: borrowing.fine_paid,
            fine_outstanding: borrowing.currency.to_json(borrowing.fine_outstanding),
            days_overdue: borrowing.days_overdue,
        }
    }
}

/// A renewed borrowing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Renewed {
    #[serde(flatten)]
    pub borrowing: Borrowing,
    /// In the library's currency: what the renewal charged for the days late until today; 0 when it was not late.
    pub fine_charged: f64,
}

impl From<circulation::Renewed> for Renewed {
    fn from(renewed: circulation::Renewed) -> Self {
        Renewed {
            fine_charged: renewed.borrowing.currency.to_json(renewed.charged),
            borrowing: renewed.borrowing.into(),
        }
    }
}

/// The result of renewing all open borrowings of the caller.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RenewedAll {
    pub renewed: Vec<Renewed>,
    pub refused: Vec<RefusedRenewal>,
}

/// A borrowing that was not renewed, with every reason.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RefusedRenewal {
    pub borrowing: Borrowing,
    pub refusals: Vec<RefusalBody>,
}

impl From<circulation::RenewedAll> for RenewedAll {
    fn from(all: circulation::RenewedAll) -> Self {
        let refused = all.refused.into_iter();
        let refused = refused.map(|(borrowing, refusals)| RefusedRenewal {
            borrowing: borrowing.into(),
            refusals: refusals
                .iter()
                .map(|refusal| RefusalBody::new(refusal, Action::Renew, Reader::Borrower))
                .collect(),
        });
        RenewedAll {
            refused: refused.collect(),
            renewed: all.renewed.into_iter().map(Renewed::from).collect(),
        }
    }
}

/// The caller's history with its totals.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MyHistory {
    /// Always true.
    pub success: bool,
    pub data: Vec<Borrowing>,
    pub pagination: Pagination,
    pub totals: HistoryTotals,
    /// The caller's own stars for the books of this page.
    pub ratings: Vec<StarsForBook>,
}

/// The stars that the caller has given a book.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StarsForBook {
    #[schema(inline)]
    pub book_id: BookId,
    /// One to five.
    pub stars: i64,
}

/// The totals of the whole history, independent of filters.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HistoryTotals {
    pub borrowings: u64,
    pub returned: u64,
    /// In the library's currency.
    pub fines_booked: f64,
    /// In the library's currency.
    pub fines_outstanding: f64,
    /// The years of the history, the latest first.
    pub years: Vec<i16>,
}

impl From<circulation::History> for MyHistory {
    fn from(history: circulation::History) -> Self {
        let pagination = Pagination::of(&history.borrowings);
        MyHistory {
            success: true,
            data: history
                .borrowings
                .entries
                .into_iter()
                .map(Borrowing::from)
                .collect(),
            pagination,
            totals: HistoryTotals {
                borrowings: history.ever,
                returned: history.returned,
                fines_booked: history.currency.to_json(history.fines_booked),
                fines_outstanding: history.currency.to_json(history.fines_outstanding),
                years: history.years,
            },
            ratings: history
                .ratings
                .into_iter()
                .map(|(book_id, stars)| StarsForBook { book_id, stars })
                .collect(),
        }
    }
}

/// Counts and sums of the caller's borrowings and fines.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MySummary {
    /// Open borrowings, overdue ones included.
    pub open: u64,
    pub overdue: u64,
    pub returned: u64,
    /// In the library's currency: unpaid fines.
    pub fines_outstanding: f64,
    /// In the library's currency.
    pub fines_paid: f64,
    pub favorites: u64,
    /// The category with the most borrowings of the caller, and their number.
    pub most_read_category: Option<CategoryCount>,
    /// The time of the registration.
    #[schema(format = DateTime)]
    pub member_since: String,
}

impl From<circulation::Summary> for MySummary {
    fn from(summary: circulation::Summary) -> Self {
        MySummary {
            open: summary.open,
            overdue: summary.overdue,
            returned: summary.returned,
            fines_outstanding: summary.currency.to_json(summary.fines_outstanding),
            fines_paid: summary.currency.to_json(summary.fines_paid),
            favorites: summary.favorites,
            most_read_category: summary
                .most_read_category
                .map(|(name, count)| CategoryCount { name, count }),
            member_since: time(summary.member_since),
        }
    }
}

/// The key figures of the library.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Stats {
    pub total_users: u64,
    pub total_books: u64,
    pub total_borrowings: u64,
    pub overdue_books: u64,
    /// The first ten; `/api/admin/most-borrowed` has all of them, page by page.
    pub most_borrowed_books: Vec<MostBorrowed>,
    pub recent_borrowings: Vec<Borrowing>,
}

/// A book, and its number of borrowings.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MostBorrowed {
    pub count: i64,
    pub book: BookSummary,
}

impl From<Book> for MostBorrowed {
    fn from(book: Book) -> Self {
        MostBorrowed {
            count: book.borrow_count,
            book: BookSummary {
                id: book.id,
                title: book.record.title,
                author: book.record.author,
                cover_image: book.record.cover_image,
                category: book.record.category,
            },
        }
    }
}

impl From<Statistics> for Stats {
    fn from(statistics: Statistics) -> Self {
        Stats {
            total_users: statistics.total_users,
            total_books: statistics.total_books,
            total_borrowings: statistics.total_borrowings,
            overdue_books: statistics.overdue_books,
            most_borrowed_books: statistics
                .most_borrowed_books
                .into_iter()
                .map(MostBorrowed::from)
                .collect(),
            recent_borrowings: statistics
                .recent_borrowings
                .into_iter()
                .map(Borrowing::from)
                .collect(),
        }
    }
}
