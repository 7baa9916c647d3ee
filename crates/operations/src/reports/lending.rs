//! Reports for administrators: borrowings by time and category, overdue borrowings, fines, and entries that need
//! attention.
//!
//! Each is read in one snapshot of the data. Figures older than two days are read from totals, not counted; see
//! [`carrel_storage::totals`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use carrel_domain::calendar::civil_date;
use carrel_domain::catalogue::book::Book;
use carrel_domain::circulation::eligibility::balance_limit_reached;
use carrel_domain::circulation::policy::PolicyName;
use carrel_domain::circulation::status::BorrowingState;
use carrel_domain::money::{Amount, Currency, Debtor};
use carrel_domain::reports::{AGES, Period, PeriodError, age_floors, by_hour, month_of, overdue_since};
use carrel_domain::users::Act;
use carrel_domain::validation::FieldError;
use carrel_storage::books;
use carrel_storage::borrowings::{self, Filter, Order};
use carrel_storage::ledger;
use carrel_storage::totals::{self, DAY_MS};
use carrel_storage::{Connection, Database, Transaction};
use jiff::civil::Date;
use jiff::{Span, Timestamp};

use crate::circulation::view::Borrowing;
use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::core::settings::Settings;

/// The requested period. By default the last 30 days, or the last twelve months for reports by month.
#[derive(Debug, Clone, Copy, Default)]
pub struct PeriodQuery {
    pub from: Option<Date>,
    pub to: Option<Date>,
}

/// Borrowings per day, and per day of the period of equal length before.
#[derive(Debug, Clone)]
pub struct BorrowedByDay {
    pub period: Period,
    pub zone_name: String,
    pub days: Vec<u64>,
    /// Borrowings on each of the days right before the period.
    pub before: Vec<u64>,
}

/// Borrowings per category, the most borrowed first.
#[derive(Debug, Clone)]
pub struct BorrowedByCategory {
    pub period: Period,
    pub zone_name: String,
    pub categories: Vec<(String, u64)>,
}

/// Borrowings in each hour of each weekday, from Monday and midnight.
#[derive(Debug, Clone)]
pub struct BorrowedByHour {
    pub period: Period,
    pub zone_name: String,
    pub weekdays: [[u64; 24]; 7],
}

/// Overdue borrowings by age.
#[derive(Debug, Clone)]
pub struct OverdueByAge {
    pub today: Date,
    pub zone_name: String,
    /// One count for each class of [`AGES`].
    pub ages: [u64; AGES.len()],
}

/// The fines of one month, within the period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MonthOfFines {
    /// The first day of the month.
    pub month: Date,
    pub charged: Amount,
    /// Payments less refunds.
    pub collected: Amount,
    pub waived: Amount,
}

/// The fines of each month.
#[derive(Debug, Clone)]
pub struct Fines {
    pub period: Period,
    pub zone_name: String,
    /// The currency of the amounts.
    pub currency: Currency,
    pub months: Vec<MonthOfFines>,
}

/// The first entries of a list, and its length.
#[derive(Debug, Clone)]
pub struct Few<T> {
    pub total: u64,
    pub entries: Vec<T>,
}

/// A person whose balance is too high to borrow.
#[derive(Debug, Clone)]
pub struct BlockedPerson {
    pub person: Debtor,
    /// The balance at which they may not borrow.
    pub limit: Amount,
    /// The currency of the amounts.
    pub currency: Currency,
}

/// The entries that need the attention of an administrator.
#[derive(Debug, Clone)]
pub struct Attention {
    pub today: Date,
    /// Overdue for more than [`LONG_OVERDUE_DAYS`], the longest first.
    pub overdue: Few<Borrowing>,
    /// Current books without any copy, by title.
    pub without_copies: Few<Book>,
    /// Active people whose balance is too high to borrow, the largest balance first.
    pub blocked: Few<BlockedPerson>,
}

/// After this many days overdue an administrator should contact the borrower.
pub const LONG_OVERDUE_DAYS: i64 = 14;

/// The maximum number of entries in each list of [`Attention`].
const ATTENTION_ENTRIES: usize = 5;
/// The maximum number of people with a balance that are considered.
const DEBTORS: i64 = 10_000;
const DEFAULT_DAYS: i64 = 30;
const DEFAULT_MONTHS: i64 = 12;

/// Borrowings per day.
pub async fn borrowed_by_day(
    library: &Library,
    context: &Context,
    asked: PeriodQuery,
) -> Result<BorrowedByDay> {
    let (period, settings) = prepare(library, context, asked, last_days)?;
    library
        .database
        .read_long((period, settings), |connection, (period, settings)| {
            Box::pin(async move {
                let zone = &settings.zone;
                let (from, until) = period.span(zone);
                let (before_from, _) = period.before().span(zone);
                let counted = totals::borrowed_by_quarter(connection, before_from, until).await?;
                let (now, before): (Vec<_>, Vec<_>) = counted
                    .into_iter()
                    .partition(|(quarter, _)| *quarter >= from / totals::QUARTER_MS);
                Ok(BorrowedByDay {
                    period: *period,
                    zone_name: settings.zone_name.clone(),
                    days: period.by_day(zone, &now),
                    before: period.before().by_day(zone, &before),
                })
            })
        })
        .await
}

/// Borrowings per category; a book counts in its present category.
pub async fn borrowed_by_category(
    library: &Library,
    context: &Context,
    asked: PeriodQuery,
) -> Result<BorrowedByCategory> {
    let (period, settings) = prepare(library, context, asked, last_days)?;
    library
        .database
        .read_long((period, settings), |connection, (period, settings)| {
            Box::pin(async move {
                let (from, until) = period.span(&settings.zone);
                let counted = totals::borrowed_by_category(connection, from, until).await?;
                let mut categories: Vec<(String, u64)> = counted
                    .into_iter()
                    .map(|(category, borrowed)| (category, borrowed.unsigned_abs()))
                    .collect();
                // Equal ones stay sorted by name.
                categories.sort_by_key(|(_, borrowed)| std::cmp::Reverse(*borrowed));
                Ok(BorrowedByCategory {
                    period: *period,
                    zone_name: settings.zone_name.clone(),
                    categories,
                })
            })
        })
        .await
}

/// Borrowings in each hour of the week.
pub async fn borrowed_by_hour(
    library: &Library,
    context: &Context,
    asked: PeriodQuery,
) -> Result<BorrowedByHour> {
    let (period, settings) = prepare(library, context, asked, last_days)?;
    library
        .database
        .read_long((period, settings), |connection, (period, settings)| {
            Box::pin(async move {
                let (from, until) = period.span(&settings.zone);
                let counted = totals::borrowed_by_quarter(connection, from, until).await?;
                Ok(BorrowedByHour {
                    period: *period,
                    zone_name: settings.zone_name.clone(),
                    weekdays: by_hour(&settings.zone, &counted),
                })
            })
        })
        .await
}

/// Overdue borrowings by age.
pub async fn overdue_by_age(library: &Library, context: &Context) -> Result<OverdueByAge> {
    context.require(Act::ReadStatistics)?;
    let input = (context.now, library.shown_settings());
    library
        .database
        .read_long(input, |connection, (now, settings)| {
            Box::pin(async move {
                let today = civil_date(*now, &settings.zone);
                let floors = age_floors(today, &settings.zone);
                let ages = borrowings::overdue_by_age(connection, now.as_millisecond(), floors).await?;
                Ok(OverdueByAge {
                    today,
                    zone_name: settings.zone_name.clone(),
                    ages: ages.map(i64::unsigned_abs),
                })
            })
        })
        .await
}

/// Fines charged, collected and waived in each month.
pub async fn fines(library: &Library, context: &Context, asked: PeriodQuery) -> Result<Fines> {
    let (period, settings) = prepare(library, context, asked, last_months)?;
    library
        .database
        .read_long((period, settings), |connection, (period, settings)| {
            Box::pin(async move {
                let (from, until) = period.span(&settings.zone);
                let mut months: BTreeMap<Date, [i64; 3]> =
                    period.months().map(|month| (month, [0; 3])).collect();
                for row in totals::money_by_quarter(connection, from, until).await? {
                    if let Some(sums) = months.get_mut(&month_of(row.quarter, &settings.zone)) {
                        sums[0] += row.charged_minor;
                        sums[1] += row.collected_minor;
                        sums[2] += row.waived_minor;
                    }
                }
                Ok(Fines {
                    period: *period,
                    zone_name: settings.zone_name.clone(),
                    currency: settings.currency,
                    months: months
                        .into_iter()
                        .map(|(month, [charged, collected, waived])| MonthOfFines {
                            month,
                            charged: Amount(charged),
                            collected: Amount(collected),
                            waived: Amount(waived),
                        })
                        .collect(),
                })
            })
        })
        .await
}

/// The entries that need the attention of an administrator.
pub async fn attention(library: &Library, context: &Context) -> Result<Attention> {
    context.require(Act::ReadStatistics)?;
    let input = (context.now, library.shown_settings());
    library
        .database
        .read_long(input, |connection, input| {
            Box::pin(attention_in(connection, input))
        })
        .await
}

async fn attention_in(
    connection: &mut Connection,
    (now, settings): &(Timestamp, Arc<Settings>),
) -> Result<Attention> {
    let limit = i64::try_from(ATTENTION_ENTRIES).unwrap_or(i64::MAX);
    let today = civil_date(*now, &settings.zone);
    let long_ago = overdue_since(LONG_OVERDUE_DAYS, today, &settings.zone);
    let overdue = Filter::everybody(BorrowingState::Overdue, long_ago);
    let rows = borrowings::list(connection, &overdue, Order::Due, limit, 0).await?;
    let mut blocked = blocked(connection, settings).await?;
    let blocked_in_all = blocked.len() as u64;
    blocked.truncate(ATTENTION_ENTRIES);
    Ok(Attention {
        today,
        overdue: Few {
            total: borrowings::count(connection, &overdue).await?.unsigned_abs(),
            entries: Borrowing::all_at(rows, *now, settings),
        },
        without_copies: Few {
            total: books::count_without_copies(connection).await?.unsigned_abs(),
            entries: books::without_copies(connection, limit).await?,
        },
        blocked: Few {
            total: blocked_in_all,
            entries: blocked,
        },
    })
}

/// Active people whose balance has reached their limit.
async fn blocked(connection: &mut Connection, settings: &Settings) -> Result<Vec<BlockedPerson>> {
    let terms_of = |category: Option<&str>| settings.terms(category, None);
    let categories: BTreeSet<Option<&str>> = settings
        .policies
        .rules()
        .iter()
        .filter(|rule| rule.name == PolicyName::BlockAtBalance)
        .map(|rule| rule.patron_category.as_deref())
        .chain([None])
        .collect();
    let limits = categories
        .into_iter()
        .filter_map(|category| terms_of(category).block_at_balance);
    let Some(lowest) = limits.min() else {
        return Ok(Vec::new());
    };
    let debtors = ledger::debtors(connection, lowest.0, DEBTORS).await?;
    let blocked = debtors.into_iter().filter_map(|person| {
        let terms = terms_of(person.patron_category.as_deref());
        Some(BlockedPerson {
            limit: balance_limit_reached(&terms, person.balance)?,
            person,
            currency: settings.currency,
        })
    });
    Ok(blocked.collect())
}

/// Checks that the caller may read reports, and resolves the period.
fn prepare(
    library: &Library,
    context: &Context,
    asked: PeriodQuery,
    default_from: fn(Date) -> Date,
) -> Result<(Period, Arc<Settings>)> {
    context.require(Act::ReadStatistics)?;
    let settings = library.shown_settings();
    let to = asked
        .to
        .unwrap_or_else(|| civil_date(context.now, &settings.zone));
    let from = asked.from.unwrap_or_else(|| default_from(to));
    let period = Period::new(from, to).map_err(|error| {
        let message = match error {
            PeriodError::Reversed => "from must not be after to",
            PeriodError::TooLong => "from and to must not be more than three years apart",
            PeriodError::OutOfRange => "from and to must lie between 1980 and 2999",
        };
        Error::Invalid(vec![FieldError {
            field: "from",
            message,
        }])
    })?;
    Ok((period, settings))
}

fn last_days(to: Date) -> Date {
    to.saturating_sub(Span::new().days(DEFAULT_DAYS - 1))
}

fn last_months(to: Date) -> Date {
    to.first_of_month()
        .saturating_sub(Span::new().months(DEFAULT_MONTHS - 1))
}

/// Totals past days, and starts over if the totals are wrong.
pub async fn total_past_days(library: &Library, now: Timestamp) -> Result<()> {
    let are_whole = library
        .database
        .read_long((), |connection, ()| Box::pin(totals::are_whole(connection)))
        .await
        .map_err(Error::Storage)?;
    if !are_whole {
        library
            .database
            .write((), |transaction, ()| Box::pin(totals::forget(transaction)))
            .await
            .map_err(Error::Storage)?;
    }
    total_missing_days(&library.database, now).await
}

/// Totals the past days that have no totals yet. A day is totalled only after another day has passed: by then a borrowing
/// of its last second is committed.
pub async fn total_missing_days(database: &Database, now: Timestamp) -> Result<()> {
    let until_day = now.as_millisecond().div_euclid(DAY_MS) - 1;
    while database.write(until_day, advance).await? {}
    Ok(())
}

fn advance<'a>(
    transaction: &'a mut Transaction,
    until_day: &'a i64,
) -> futures_util::future::BoxFuture<'a, Result<bool>> {
    Box::pin(async move { Ok(totals::advance(transaction, *until_day).await?) })
}
