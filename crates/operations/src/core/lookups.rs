//! The lookups of book data that run in this process: a few at once, and fewer of each person.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use carrel_domain::users::UserId;

/// The maximum number of lookups at once. A further one is refused with 503 and `Retry-After`.
const AT_ONCE: usize = 8;
/// The maximum number of lookups of one person at once.
const OF_PERSON: usize = 4;

/// The people who look book data up, and the number of their lookups.
#[derive(Debug, Default)]
pub(crate) struct Lookups(Mutex<HashMap<UserId, usize>>);

/// Lets the next lookup begin when it is dropped.
#[derive(Debug)]
pub(crate) struct LookupPlace {
    lookups: Arc<Lookups>,
    user_id: UserId,
}

impl Lookups {
    /// A place for a lookup; none when there are too many.
    pub(crate) fn begin(self: &Arc<Self>, user_id: UserId) -> Option<LookupPlace> {
        let mut people = self.people();
        if people.values().sum::<usize>() >= AT_ONCE {
            return None;
        }
        let of_person = people.entry(user_id).or_default();
        if *of_person >= OF_PERSON {
            return None;
        }
        *of_person += 1;
        Some(LookupPlace {
            lookups: Arc::clone(self),
            user_id,
        })
    }

    fn people(&self) -> MutexGuard<'_, HashMap<UserId, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for LookupPlace {
    fn drop(&mut self) {
        let mut people = self.lookups.people();
        if let Some(count) = people.get_mut(&self.user_id) {
            *count -= 1;
            if *count == 0 {
                people.remove(&self.user_id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_limited_by_person_and_in_total() {
        let lookups = Arc::new(Lookups::default());
        let begin = |id| lookups.begin(UserId::new(id));
        let all = |ids: &[i64]| -> Vec<LookupPlace> {
            let places = ids.iter().map(|id| begin(*id).expect("a place"));
            places.collect()
        };
        let mut own = all(&[1; OF_PERSON]);
        assert!(begin(1).is_none(), "the same person");
        let others = all(&[2, 2, 3, 4]);
        assert!(begin(5).is_none(), "all places are taken");
        drop(others);
        begin(5).expect("a place");
        own.pop();
        own.push(begin(1).expect("a place again"));
        drop(own);
        assert!(lookups.people().is_empty(), "no one is remembered");
    }
}
