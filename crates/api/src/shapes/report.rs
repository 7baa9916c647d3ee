use carrel_domain::money::Amount;
use carrel_domain::reports::{AGES, Period};
use carrel_operations::reports::lending;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::book::BookSummary;
use super::borrowing::Borrower;
use super::borrowing::Borrowing;

/// The days of a report.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportDays {
    #[schema(format = Date)]
    pub from: String,
    /// The last day, included.
    #[schema(format = Date)]
    pub to: String,
    /// The IANA name of the time zone of the days.
    pub time_zone: String,
}

impl ReportDays {
    fn of(period: Period, time_zone: String) -> Self {
        ReportDays {
            from: period.from().to_string(),
            to: period.to().to_string(),
            time_zone,
        }
    }
}

/// Borrowings by day, beside those of the preceding period of the same length.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BorrowingsReport {
    pub days: ReportDays,
    pub total: u64,
    /// The borrowings of the preceding period.
    pub before: ReportBefore,
    pub counts: Vec<BorrowedOnDay>,
}

/// The period right before that of a report.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReportBefore {
    #[schema(format = Date)]
    pub from: String,
    #[schema(format = Date)]
    pub to: String,
    pub total: u64,
}

/// Borrowings on a day, and on the corresponding day of the preceding period.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BorrowedOnDay {
    #[schema(format = Date)]
    pub on: String,
    pub borrowed: u64,
    pub before: u64,
}

impl From<lending::BorrowedByDay> for BorrowingsReport {
    fn from(report: lending::BorrowedByDay) -> Self {
        let before = report.period.before();
        BorrowingsReport {
            total: report.days.iter().sum(),
            before: ReportBefore {
                from: before.from().to_string(),
                to: before.to().to_string(),
                total: report.before.iter().sum(),
            },
            counts: report
                .period
                .dates()
                .zip(report.days)
                .zip(report.before)
                .map(|((on, borrowed), before)| BorrowedOnDay {
                    on: on.to_string(),
                    borrowed,
                    before,
                })
                .collect(),
            days: ReportDays::of(report.period, report.zone_name),
        }
    }
}

/// Borrowings by category, the most borrowed first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CategoriesReport {
    pub days: ReportDays,
    pub total: u64,
    pub categories: Vec<BorrowedOfCategory>,
}

/// Borrowings of a category.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BorrowedOfCategory {
    /// The current category of the books.
    pub category: String,
    pub borrowed: u64,
}

impl From<lending::BorrowedByCategory> for CategoriesReport {
    fn from(report: lending::BorrowedByCategory) -> Self {
        CategoriesReport {
            days: ReportDays::of(report.period, report.zone_name),
            total: report.categories.iter().map(|(_, borrowed)| borrowed).sum(),
            categories: report
                .categories
                .into_iter()
                .map(|(category, borrowed)| BorrowedOfCategory { category, borrowed })
                .collect(),
        }
    }
}

/// Borrowings by hour of the week.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HoursReport {
    pub days: ReportDays,
    pub total: u64,
    /// The seven weekdays, Monday first.
    pub weekdays: Vec<BorrowedOnWeekday>,
}

/// Borrowings in each hour of a weekday.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BorrowedOnWeekday {
    /// 1 is Monday, 7 is Sunday.
    pub weekday: u8,
    /// The 24 hours, from midnight in the library's zone.
    pub hours: Vec<u64>,
}

impl From<lending::BorrowedByHour> for HoursReport {
    fn from(report: lending::BorrowedByHour) -> Self {
        HoursReport {
            days: ReportDays::of(report.period, report.zone_name),
            total: report.weekdays.iter().flatten().sum(),
            weekdays: (1..)
                .zip(report.weekdays)
                .map(|(weekday, hours)| BorrowedOnWeekday {
                    weekday,
                    hours: hours.to_vec(),
                })
                .collect(),
        }
    }
}

/// Overdue borrowings by age.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OverdueReport {
    /// The day of the report: today.
    #[schema(format = Date)]
    pub on: String,
    /// The IANA name of the time zone of the day.
    pub time_zone: String,
    pub total: u64,
    /// Classes by days overdue, ascending; every overdue borrowing belongs to one of them.
    pub ages: Vec<OverdueAge>,
}

/// A class of overdue borrowings.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OverdueAge {
    pub from_days: u16,
    /// Absent in the last class, which has no end.
    pub to_days: Option<u16>,
    pub borrowings: u64,
}

impl From<lending::OverdueByAge> for OverdueReport {
    fn from(report: lending::OverdueByAge) -> Self {
        OverdueReport {
            on: report.today.to_string(),
            time_zone: report.zone_name,
            total: report.ages.iter().sum(),
            ages: AGES
                .into_iter()
                .zip(report.ages)
                .map(|((from_days, to_days), borrowings)| OverdueAge {
                    from_days,
                    to_days,
                    borrowings,
                })
                .collect(),
        }
    }
}

/// Charged, collected and waived fines by month.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FinesReport {
    pub days: ReportDays,
    /// In the library's currency.
    pub charged: f64,
    /// In the library's currency: payments less refunds.
    pub collected: f64,
    /// In the library's currency.
    pub waived: f64,
    pub months: Vec<FinesOfMonth>,
}

/// The fines of the part of a month that is in the report.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FinesOfMonth {
    /// Such as `2026-11`.
    pub month: String,
    /// In the library's currency.
    pub charged: f64,
    /// In the library's currency: payments less refunds.
    pub collected: f64,
    /// In the library's currency.
    pub waived: f64,
}

/// The month of a day, as `2026-11`.
pub(crate) fn month(day: Date) -> String {
    day.strftime("%Y-%m").to_string()
}

impl From<lending::Fines> for FinesReport {
    fn from(report: lending::Fines) -> Self {
        let sum = |of: fn(&lending::MonthOfFines) -> i64| {
            let minor = report.months.iter().map(of).sum();
            report.currency.to_json(Amount(minor))
        };
        FinesReport {
            charged: sum(|month| month.charged.0),
            collected: sum(|month| month.collected.0),
            waived: sum(|month| month.waived.0),
            months: report
                .months
                .iter()
                .map(|fines| FinesOfMonth {
                    month: month(fines.month),
                    charged: report.currency.to_json(fines.charged),
                    collected: report.currency.to_json(fines.collected),
                    waived: report.currency.to_json(fines.waived),
                })
                .collect(),
            days: ReportDays::of(report.period, report.zone_name),
        }
    }
}

/// What needs attention: the first few entries of each list, and their total number.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AttentionReport {
    /// The day of the report: today.
    #[schema(format = Date)]
    pub on: String,
    pub overdue: LongOverdue,
    pub without_copies: BooksWithoutCopies,
    pub blocked: BlockedPeople,
}

/// Borrowings that have been overdue for a long time, the longest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LongOverdue {
    /// Borrowings are listed if they are overdue for more days than this.
    pub more_than_days: i64,
    pub total: u64,
    /// At most five.
    pub entries: Vec<Borrowing>,
}

/// Current books without copies, by title.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BooksWithoutCopies {
    pub total: u64,
    /// At most five.
    pub entries: Vec<BookSummary>,
}

/// Active people who may not borrow because of their balance, the highest balance first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BlockedPeople {
    pub total: u64,
    /// At most five.
    pub entries: Vec<BlockedPerson>,
}

/// A person who may not borrow because of the balance.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BlockedPerson {
    pub user: Borrower,
    /// In the library's currency: the unpaid part of the booked fines.
    pub balance: f64,
    /// In the library's currency: the balance at which borrowing is blocked.
    pub limit: f64,
}

impl From<lending::Attention> for AttentionReport {
    fn from(report: lending::Attention) -> Self {
        AttentionReport {
            on: report.today.to_string(),
            overdue: LongOverdue {
                more_than_days: lending::LONG_OVERDUE_DAYS,
                total: report.overdue.total,
                entries: report.overdue.entries.into_iter().map(Borrowing::from).collect(),
            },
            without_copies: BooksWithoutCopies {
                total: report.without_copies.total,
                entries: report
                    .without_copies
                    .entries
                    .into_iter()
                    .map(|book| BookSummary {
                        id: book.id,
                        title: book.record.title,
                        author: book.record.author,
                        cover_image: book.record.cover_image,
                        category: book.record.category,
                    })
                    .collect(),
            },
            blocked: BlockedPeople {
                total: report.blocked.total,
                entries: report
                    .blocked
                    .entries
                    .into_iter()
                    .map(|debtor| BlockedPerson {
                        balance: debtor.currency.to_json(debtor.person.balance),
                        limit: debtor.currency.to_json(debtor.limit),
                        user: Borrower {
                            id: debtor.person.user_id,
                            name: debtor.person.name,
                            email: debtor.person.email,
                        },
                    })
                    .collect(),
            },
        }
    }
}
