use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::Response;
use carrel_domain::reports::AGES;
use carrel_operations::reports::lending::{self, PeriodQuery};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::cached::{Audience, cached};
use crate::caller::Caller;
use crate::csv::Csv;
use crate::failure::{Failure, FailureBody, unknown_path};
use crate::input::{QueryParams, day};
use crate::respond::{Answer, Envelope};
use crate::shapes::{
    AttentionReport, BorrowingsReport, CategoriesReport, FinesReport, HoursReport, OverdueReport,
    report_month,
};
use crate::state::Api;

/// The days of a report; at most three years.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct DaysQuery {
    /// The first day, from 1980 on and at most three years before `to`; 30 days up to `to` when absent, and for fines
    /// twelve months.
    #[param(format = Date)]
    from: Option<String>,
    /// The last day, included, up to 2999 and not before `from`; today in the library's zone when absent.
    #[param(format = Date)]
    to: Option<String>,
}

impl DaysQuery {
    /// The days of the report.
    fn period(&self) -> Result<PeriodQuery, Failure> {
        Ok(PeriodQuery {
            from: day("from", self.from.as_deref())?,
            to: day("to", self.to.as_deref())?,
        })
    }
}

/// Responds with a report, which is cached until its data change.
async fn respond<R, S: Serialize>(
    api: &Api,
    caller: &Caller,
    uri: &Uri,
    report: impl Future<Output = carrel_operations::Result<R>>,
    shape: fn(R) -> S,
) -> Answer<Response> {
    let answer = async { Ok(Envelope::of(shape(report.await?))) };
    Box::pin(cached(api, &caller.0, Audience::Everybody, uri, answer)).await
}

/// Borrowings by day, beside those of the preceding period of the same length.
#[utoipa::path(get, path = "/api/admin/reports/borrowings", operation_id = "borrowings_report",
    tag = "admin", params(DaysQuery),
    responses((status = 200, body = Envelope<BorrowingsReport>), (status = "default", body = FailureBody)))]
pub(crate) async fn borrowings(
    State(api): State<Api>,
    caller: Caller,
    uri: Uri,
    QueryParams(query): QueryParams<DaysQuery>,
) -> Answer<Response> {
    let report = lending::borrowed_by_day(&api.library, &caller.0, query.period()?);
    respond(&api, &caller, &uri, report, BorrowingsReport::from).await
}

/// Borrowings by category, the most borrowed first.
#[utoipa::path(get, path = "/api/admin/reports/categories", operation_id = "categories_report",
    tag = "admin", params(DaysQuery),
    responses((status = 200, body = Envelope<CategoriesReport>), (status = "default", body = FailureBody)))]
pub(crate) async fn categories(
    State(api): State<Api>,
    caller: Caller,
    uri: Uri,
    QueryParams(query): QueryParams<DaysQuery>,
) -> Answer<Response> {
    let report = lending::borrowed_by_category(&api.library, &caller.0, query.period()?);
    respond(&api, &caller, &uri, report, CategoriesReport::from).await
}

/// Borrowings by hour of the week.
#[utoipa::path(get, path = "/api/admin/reports/hours", operation_id = "hours_report",
    tag = "admin", params(DaysQuery),
    responses((status = 200, body = Envelope<HoursReport>), (status = "default", body = FailureBody)))]
pub(crate) async fn hours(
    State(api): State<Api>,
    caller: Caller,
    uri: Uri,
    QueryParams(query): QueryParams<DaysQuery>,
) -> Answer<Response> {
    let report = lending::borrowed_by_hour(&api.library, &caller.0, query.period()?);
    respond(&api, &caller, &uri, report, HoursReport::from).await
}

/// Overdue borrowings by age.
#[utoipa::path(get, path = "/api/admin/reports/overdue", operation_id = "overdue_report",
    tag = "admin",
    responses((status = 200, body = Envelope<OverdueReport>), (status = "default", body = FailureBody)))]
pub(crate) async fn overdue(State(api): State<Api>, caller: Caller) -> Answer<Envelope<OverdueReport>> {
    let report = lending::overdue_by_age(&api.library, &caller.0).await?;
    Ok(Envelope::of(report.into()))
}

/// Charged, collected and waived fines by month.
#[utoipa::path(get, path = "/api/admin/reports/fines", operation_id = "fines_report",
    tag = "admin", params(DaysQuery),
    responses((status = 200, body = Envelope<FinesReport>), (status = "default", body = FailureBody)))]
pub(crate) async fn fines(
    State(api): State<Api>,
    caller: Caller,
    uri: Uri,
    QueryParams(query): QueryParams<DaysQuery>,
) -> Answer<Response> {
    let report = lending::fines(&api.library, &caller.0, query.period()?);
    respond(&api, &caller, &uri, report, FinesReport::from).await
}

/// What needs attention: long overdue borrowings, books without copies, blocked people.
#[utoipa::path(get, path = "/api/admin/reports/attention", operation_id = "attention_report",
    tag = "admin",
    responses((status = 200, body = Envelope<AttentionReport>), (status = "default", body = FailureBody)))]
pub(crate) async fn attention(State(api): State<Api>, caller: Caller) -> Answer<Envelope<AttentionReport>> {
    let report = lending::attention(&api.library, &caller.0).await?;
    Ok(Envelope::of(report.into()))
}

/// The reports that are tables.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ReportName)]
pub(crate) enum ReportName {
    Borrowings,
    Categories,
    Hours,
    Overdue,
    Fines,
}

/// A report as comma-separated values.
///
/// UTF-8 with a byte order mark, amounts as decimal numbers, and no cell that is a formula.
#[utoipa::path(get, path = "/api/admin/reports/{report}/table.csv", operation_id = "report_table",
    tag = "admin", params(("report" = inline(ReportName), Path), DaysQuery),
    responses((status = 200, content_type = "text/csv; charset=utf-8", body = String), (status = "default", body = FailureBody)))]
pub(crate) async fn table(
    State(api): State<Api>,
    caller: Caller,
    name: Result<Path<ReportName>, PathRejection>,
    QueryParams(query): QueryParams<DaysQuery>,
) -> Answer<Csv> {
    let (library, context, asked) = (&api.library, &caller.0, query.period()?);
    let Ok(Path(name)) = name else {
        return Err(unknown_path().await);
    };
    match name {
        ReportName::Borrowings => {
            let report = lending::borrowed_by_day(library, context, asked).await?;
            let days = report.period.dates().zip(&report.days).zip(&report.before);
            let rows = days.map(|((on, borrowed), before)| {
                vec![on.to_string(), borrowed.to_string(), before.to_string()]
            });
            Ok(Csv::of(
                "borrowings",
                &["date", "borrowed", "borrowed_before"],
                rows,
            ))
        }
        ReportName::Categories => {
            let report = lending::borrowed_by_category(library, context, asked).await?;
            let rows = report
                .categories
                .into_iter()
                .map(|(category, borrowed)| vec![category, borrowed.to_string()]);
            Ok(Csv::of("categories", &["category", "borrowed"], rows))
        }
        ReportName::Hours => {
            let report = lending::borrowed_by_hour(library, context, asked).await?;
            let hours = report.weekdays.iter().zip(1..).flat_map(|(hours, weekday)| {
                hours
                    .iter()
                    .zip(0..)
                    .map(move |(borrowed, hour)| (weekday, hour, *borrowed))
            });
            let rows = hours.map(|(weekday, hour, borrowed): (u8, u8, u64)| {
                vec![weekday.to_string(), hour.to_string(), borrowed.to_string()]
            });
            Ok(Csv::of("hours", &["weekday", "hour", "borrowed"], rows))
        }
        ReportName::Overdue => {
            let report = lending::overdue_by_age(library, context).await?;
            let rows = AGES.into_iter().zip(report.ages).map(|((from, to), borrowings)| {
                let to = to.map_or(String::new(), |to| to.to_string());
                vec![from.to_string(), to, borrowings.to_string()]
            });
            Ok(Csv::of("overdue", &["from_days", "to_days", "borrowings"], rows))
        }
        ReportName::Fines => {
            let report = lending::fines(library, context, asked).await?;
            let currency = report.currency;
            let rows = report.months.into_iter().map(|fines| {
                let amounts = [fines.charged, fines.collected, fines.waived]
                    .map(|amount| currency.decimal(amount).to_string());
                [vec![report_month(fines.month)], amounts.to_vec()].concat()
            });
            Ok(Csv::of(
                "fines",
                &["month", "charged", "collected", "waived"],
                rows,
            ))
        }
    }
}
