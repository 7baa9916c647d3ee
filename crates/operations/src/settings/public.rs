//! Public data: the pages, the home page, and the rules in force.

use std::sync::Arc;

use carrel_domain::calendar::{Calendar, Closure, civil_date};
use carrel_domain::circulation::policy::{Case, PolicyName, Resolved, Terms};
use carrel_domain::circulation::status::BorrowingState;
use carrel_domain::money::Currency;
use carrel_domain::settings::{Figures, HomeSettings, PageName};
use carrel_domain::users::Act;
use carrel_storage::books::{self, Shelf};
use carrel_storage::borrowings::{self, Filter};
use carrel_storage::{Connection, texts, users};
use jiff::Timestamp;

use crate::core::cached::LiveFigures;
use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::core::settings::Settings;
use crate::settings::section::Section as _;
use crate::settings::sections::PageText;

/// A page with the library's own text; without a text the standard one applies.
#[derive(Debug, Clone)]
pub struct Page {
    pub name: PageName,
    pub text: Option<String>,
    /// When the text was written.
    pub updated_at: Option<i64>,
}

/// A public page.
pub async fn page(library: &Library, name: PageName) -> Result<Page> {
    let found = library
        .database
        .read(&PageText::key(name), |connection, key| {
            Box::pin(texts::find(connection, key))
        })
        .await
        .map_err(Error::Storage)?;
    let (text, updated_at) = found.unzip();
    Ok(Page {
        name,
        text,
        updated_at,
    })
}

/// The maximum number of upcoming closures that are listed.
const COMING_CLOSURES: usize = 12;

/// The rules for people without special rules, and when the library is closed.
#[derive(Debug, Clone)]
pub struct PublicRules {
    pub terms: Terms,
    /// The currency of the amounts.
    pub currency: Currency,
    pub closed_weekdays: [bool; 7],
    /// Closures from today on, the next first.
    pub closures: Vec<Closure>,
}

/// The public rules, from the cached settings.
pub fn public_rules(library: &Library, now: Timestamp) -> PublicRules {
    let settings = library.shown_settings();
    let today = civil_date(now, &settings.zone);
    let Calendar {
        closed_weekdays,
        closures,
    } = &settings.calendar;
    let mut closures: Vec<Closure> = closures
        .iter()
        .filter(|closure| closure.date >= today)
        .cloned()
        .collect();
    closures.sort_by_key(|closure| closure.date);
    closures.truncate(COMING_CLOSURES);
    PublicRules {
        terms: settings.terms(None, None),
        currency: settings.currency,
        closed_weekdays: *closed_weekdays,
        closures,
    }
}

/// The library's own content of its home page.
#[derive(Debug, Clone)]
pub struct Home {
    pub settings: HomeSettings,
    /// The figures, when they are shown.
    pub figures: Option<LiveFigures>,
}

/// How long figures are cached, in milliseconds.
const FIGURES_KEPT_MS: i64 = 60_000;

/// The library's own content of the home page.
pub async fn home(library: &Library, now: Timestamp) -> Result<Home> {
    let settings: HomeSettings = library
        .database
        .read(&(), |connection, ()| {
            Box::pin(async move { HomeSettings::default().stored(connection).await })
        })
        .await?;
    let figures = match settings.figures {
        Figures::Live => Some(figures(library, now).await?),
        Figures::Samples | Figures::None => None,
    };
    Ok(Home { settings, figures })
}

/// The figures, counted at most once a minute for any number of callers. A call that arrives while they are counted
/// waits only if there is no older count.
async fn figures(library: &Library, now: Timestamp) -> Result<LiveFigures> {
    let mut cached = match library.figures.try_lock() {
        Ok(cached) => cached,
        Err(_) => library.figures.lock().await,
    };
    if let Some((counted_at, figures)) = *cached
        && (0..FIGURES_KEPT_MS).contains(&(now.as_millisecond() - counted_at))
    {
        return Ok(figures);
    }
    let figures = library
        .database
        .read_long(now, |connection, now| Box::pin(count(connection, *now)))
        .await?;
    *cached = Some((now.as_millisecond(), figures));
    Ok(figures)
}

async fn count(connection: &mut Connection, now: Timestamp) -> Result<LiveFigures> {
    let everything = Filter::everybody(BorrowingState::Any, now.as_millisecond());
    Ok(LiveFigures {
        books: books::count(connection, Shelf::All).await?.unsigned_abs(),
        users: users::count(connection, &users::Filter::default())
            .await?
            .unsigned_abs(),
        borrowed: borrowings::count(connection, &everything).await?.unsigned_abs(),
    })
}

/// The effective rules: each policy's value for a case, and the rule that gave it.
#[derive(Debug, Clone)]
pub struct Explanation {
    pub name: PolicyName,
    pub resolved: Resolved,
}

/// The effective rules for a patron category and an item type, by the rules as stored.
pub fn explain(
    library: &Library,
    context: &Context,
    patron_category: Option<&str>,
    item_type: Option<&str>,
) -> Result<Vec<Explanation>> {
    context.require(Act::ManageSettings)?;
    let settings: Arc<Settings> = library.shown_settings();
    let case = Case {
        patron_category,
        item_type,
        branch: None,
    };
    let explained = PolicyName::in_force().map(|name| Explanation {
        name,
        resolved: settings.policies.resolve(name, &case),
    });
    Ok(explained.collect())
}
