//! Generated student IDs.

use std::collections::BTreeSet;

use carrel_domain::users::student_id;
use carrel_storage::counters::{self, Counter};
use carrel_storage::{Transaction, users};

use crate::core::error::Result;
use crate::core::keys::student_id_key;

/// The next generated student ID of a year that is free.
pub async fn fresh_student_id(transaction: &mut Transaction, year: i16) -> Result<String> {
    let mut fresh = fresh_student_ids(transaction, year, 1, &BTreeSet::new()).await?;
    Ok(fresh.remove(0))
}

/// The next `count` generated student IDs of a year that are free: administrators may have assigned one of the same form
/// by hand. Those whose keys are `given` are about to be assigned by hand, and are not free either.
pub async fn fresh_student_ids(
    transaction: &mut Transaction,
    year: i16,
    count: usize,
    given: &BTreeSet<String>,
) -> Result<Vec<String>> {
    let mut fresh = Vec::with_capacity(count);
    while fresh.len() < count {
        let missing = i64::try_from(count - fresh.len()).expect("a count of people");
        let first = counters::take(transaction, Counter::StudentId, missing).await?;
        let candidates: Vec<(String, String)> = (first..first + missing)
            .map(|number| student_id(year, number.unsigned_abs()))
            .map(|candidate| (student_id_key(&candidate), candidate))
            .collect();
        let keys: Vec<&str> = candidates.iter().map(|(key, _)| key.as_str()).collect();
        let used = users::used_student_ids(transaction, &keys).await?;
        let is_free = |key: &String| !used.contains(key) && !given.contains(key);
        fresh.extend(
            candidates
                .into_iter()
                .filter_map(|(key, candidate)| is_free(&key).then_some(candidate)),
        );
    }
    Ok(fresh)
}
