//! Finds the documents of an expression: alternatives, exclusions, and words of one field.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::RangeInclusive;
use std::rc::Rc;

use crate::ask::{MAX_UNITS, Unit, complete_units, units};
use crate::error::Error;
use crate::expression::{Expression, SearchField};
use crate::hits::Matches;
use crate::lenient::lenient;
use crate::matching;
use crate::schema::{Fields, TextField};
use crate::snapshot::{Segment, Snapshot};
use crate::sources::Typos;

/// The maximum number of alternatives; the rest is ignored.
const MAX_ALTERNATIVES: usize = 16;

/// What a document must meet: all units, and none of the exclusions. An expression is a list of alternatives.
#[derive(Clone, Debug, Default)]
pub(crate) struct Alternative {
    units: Vec<Unit>,
    /// A document that matches one of these alternatives is excluded, for each list. Alternatives share the lists.
    without: Vec<Rc<Vec<Alternative>>>,
}

/// The alternatives of an expression; none if it has no letter or digit.
pub(crate) fn alternatives(expression: &Expression) -> Vec<Alternative> {
    expand(expression, None, true)
}

/// `is_last` says whether the text is at the end of what is typed, so that its last word may be incomplete.
fn expand(expression: &Expression, field: Option<SearchField>, is_last: bool) -> Vec<Alternative> {
    let mut found = match expression {
        Expression::Text(text) => {
            let units = if is_last {
                units(text)
            } else {
                complete_units(text)
            };
            if units.is_empty() {
                return Vec::new();
            }
            vec![Alternative {
                units: in_field(units, text, field),
                without: Vec::new(),
            }]
        }
        Expression::In(field, inner) => expand(inner, Some(*field), is_last),
        Expression::Not(inner) => {
            let without = expand(inner, field, false);
            if without.is_empty() {
                return Vec::new();
            }
            vec![Alternative {
                units: Vec::new(),
                without: vec![Rc::new(without)],
            }]
        }
        Expression::Any(parts) => {
            let last = parts.len() - 1;
            parts
                .iter()
                .enumerate()
                .flat_map(|(place, part)| expand(part, field, is_last && place == last))
                .collect()
        }
        Expression::All(parts) => {
            let last = parts.len() - 1;
            let mut all = vec![Alternative::default()];
            for (place, part) in parts.iter().enumerate() {
                let choices = expand(part, field, is_last && place == last);
                if !choices.is_empty() {
                    all = both(&all, &choices);
                }
            }
            all.retain(|one| !one.units.is_empty() || !one.without.is_empty());
            all
        }
    };
    found.truncate(MAX_ALTERNATIVES);
    found
}

/// Every way to meet one of `some` and one of `others`.
fn both(some: &[Alternative], others: &[Alternative]) -> Vec<Alternative> {
    let pair = |(one, other): (&Alternative, &Alternative)| {
        let mut units = [one.units.as_slice(), &other.units].concat();
        units.truncate(MAX_UNITS);
        Alternative {
            units,
            without: [one.without.as_slice(), &other.without].concat(),
        }
    };
    some.iter()
        .flat_map(|one| others.iter().map(move |other| (one, other)))
        .take(MAX_ALTERNATIVES)
        .map(pair)
        .collect()
}

fn in_field(units: Vec<Unit>, text: &str, field: Option<SearchField>) -> Vec<Unit> {
    let only = |unit| vec![unit];
    match field {
        None => units,
        Some(SearchField::Words(field)) => units
            .into_iter()
            .map(|unit| Unit {
                field: Some(field),
                isbn: None,
                ..unit
            })
            .collect(),
        Some(SearchField::Isbn) => units
            .into_iter()
            .map(|unit| Unit {
                isbn: unit.isbn,
                shown: unit.shown,
                ..Unit::default()
            })
            .collect(),
        Some(SearchField::Year) => only(Unit {
            years: years(text),
            shown: text.to_owned(),
            ..Unit::default()
        }),
        Some(SearchField::Language) => only(Unit {
            language: Some(text.trim_matches(|c: char| !c.is_alphanumeric()).to_owned()),
            shown: text.to_owned(),
            ..Unit::default()
        }),
    }
}

/// The units as words of a call number; none when no number is among them, because most words are no part of one.
pub(crate) fn in_call_number(units: &[Unit]) -> Option<Vec<Unit>> {
    let has_number = units.iter().any(|unit| unit.shown.contains(char::is_numeric));
    let field = Some(SearchField::Words(TextField::CallNumber));
    has_number.then(|| in_field(units.to_vec(), "", field))
}

/// A year; two with a dash or dots between them, of which the later one may be missing; or the years before or after one,
/// as in `>=1990`.
fn years(text: &str) -> Option<RangeInclusive<i64>> {
    let compared = |mark: &str| text.trim_start().strip_prefix(mark)?.trim().parse::<i64>().ok();
    if let Some(year) = compared(">=") {
        return Some(year..=i64::MAX);
    } else if let Some(year) = compared(">") {
        return Some(year.saturating_add(1)..=i64::MAX);
    } else if let Some(year) = compared("<=") {
        return Some(i64::MIN..=year);
    } else if let Some(year) = compared("<") {
        return Some(i64::MIN..=year.saturating_sub(1));
    }
    let text = text.trim_matches(|c: char| !(c.is_numeric() || matches!(c, '-' | '–' | '.')));
    if let Ok(year) = text.parse() {
        return Some(year..=year);
    }
    let at = |separator: &str| {
        let (from, to) = text.rsplit_once(separator)?;
        let from: i64 = from.trim_end_matches('.').trim().parse().ok()?;
        let to = match to.trim() {
            "" if separator == "." && !text.ends_with("..") => from,
            "" => i64::MAX,
            to => to.parse().ok()?,
        };
        Some(from..=to)
    };
    ["-", "–", "."].into_iter().find_map(at)
}

/// The alternatives with other ways in which a book may meet their units; see [`lenient`].
pub(crate) fn more_lenient(
    snapshot: &Snapshot,
    alternatives: &[Alternative],
) -> Result<Vec<Alternative>, Error> {
    let widen = |one: &Alternative| {
        Ok(Alternative {
            units: lenient(snapshot, &one.units)?,
            without: one.without.clone(),
        })
    };
    alternatives.iter().map(widen).collect()
}

/// Finds the documents of the alternatives, for each segment in order.
pub(crate) fn find(
    snapshot: &Snapshot,
    fields: &Fields,
    alternatives: &[Alternative],
    typos: Typos,
) -> Result<Vec<Matches>, Error> {
    let mut found: Vec<Option<Matches>> = snapshot.segments.iter().map(|_| None).collect();
    let mut excluded = HashMap::new();
    for one in alternatives {
        let mut matches = if one.units.is_empty() {
            snapshot.segments.iter().map(all_documents).collect()
        } else {
            matching::find(snapshot, fields, &one.units, "", typos)?
        };
        for without in &one.without {
            let excluded = match excluded.entry(Rc::as_ptr(without)) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(find(snapshot, fields, without, Typos::Refused)?),
            };
            for (matches, excluded) in matches.iter_mut().zip(excluded.iter()) {
                matches.remove(excluded);
            }
        }
        for ((segment, all), matches) in snapshot.segments.iter().zip(&mut found).zip(matches) {
            *all = Some(match all.take() {
                None => matches,
                Some(all) => all.union(matches, segment),
            });
        }
    }
    let matches = |found: Option<Matches>| found.unwrap_or(Matches::Few(Vec::new()));
    Ok(found.into_iter().map(matches).collect())
}

/// All documents of a segment, with the least score.
fn all_documents(segment: &Segment) -> Matches {
    Matches::Many {
        docs: segment.alive().clone(),
        states: vec![0; segment.max_doc() as usize],
    }
}
