//! The days on which the library is closed.

use carrel_domain::settings::{ClosureForm, OpeningForm, weekday_names};
use carrel_operations::settings::{OpeningDays, Versioned};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shapes::words::Weekday;

/// A day on which the library is closed.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Closure)]
pub(crate) struct ClosureShape {
    #[schema(format = Date)]
    pub date: String,
    /// The reason.
    pub name: String,
}

impl From<carrel_domain::calendar::Closure> for ClosureShape {
    fn from(closure: carrel_domain::calendar::Closure) -> Self {
        ClosureShape {
            date: closure.date.to_string(),
            name: closure.name,
        }
    }
}

/// The days on which the library is closed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpeningDays)]
pub(crate) struct OpeningSection {
    #[schema(value_type = Vec<Weekday>)]
    pub closed_weekdays: Vec<&'static str>,
    /// By date.
    pub closures: Vec<ClosureShape>,
    /// The version of the section; a change must name it.
    pub version: String,
}

impl From<Versioned<OpeningDays>> for OpeningSection {
    fn from(shown: Versioned<OpeningDays>) -> Self {
        let OpeningDays(calendar) = shown.section;
        OpeningSection {
            closed_weekdays: weekday_names(calendar.closed_weekdays),
            closures: calendar.closures.into_iter().map(ClosureShape::from).collect(),
            version: shown.version,
        }
    }
}

/// A new closure.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = ClosureForm)]
pub(crate) struct ClosureBody {
    #[schema(required, nullable = false)]
    date: Option<String>,
    #[schema(required, nullable = false)]
    name: Option<String>,
}

/// The days on which the library is closed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpeningDaysForm)]
pub(crate) struct OpeningBody {
    #[schema(value_type = Vec<Weekday>)]
    closed_weekdays: Vec<String>,
    closures: Vec<ClosureBody>,
    /// The version that the change is based on.
    #[schema(required, nullable = false)]
    pub version: Option<String>,
}

impl From<OpeningBody> for OpeningForm {
    fn from(body: OpeningBody) -> Self {
        let closures = body.closures.into_iter();
        OpeningForm {
            closed_weekdays: body.closed_weekdays,
            closures: closures
                .map(|ClosureBody { date, name }| ClosureForm { date, name })
                .collect(),
        }
    }
}
