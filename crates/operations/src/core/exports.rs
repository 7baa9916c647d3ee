//! The exports of people's own data that run in this process: a few at once, and one of each person.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use carrel_domain::users::UserId;

/// The maximum number of exports at once. A further one is refused with 503 and `Retry-After`.
const AT_ONCE: usize = 4;

/// The people whose data is being exported.
#[derive(Debug, Default)]
pub(crate) struct Exports(Mutex<HashSet<UserId>>);

/// Lets the next export begin when it is dropped.
#[derive(Debug)]
pub struct ExportPlace {
    exports: Arc<Exports>,
    user_id: UserId,
}

impl Exports {
    /// A place for an export; none when there are too many, or the person has one already.
    pub(crate) fn begin(self: &Arc<Self>, user_id: UserId) -> Option<ExportPlace> {
        let mut people = self.people();
        if people.len() >= AT_ONCE || !people.insert(user_id) {
            return None;
        }
        Some(ExportPlace {
            exports: Arc::clone(self),
            user_id,
        })
    }

    fn people(&self) -> MutexGuard<'_, HashSet<UserId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ExportPlace {
    fn drop(&mut self) {
        self.exports.people().remove(&self.user_id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_person_has_one_place() {
        let exports = Arc::new(Exports::default());
        let first = exports.begin(UserId::new(1)).expect("a place");
        assert!(exports.begin(UserId::new(1)).is_none(), "the same person");
        let others: Vec<_> = (2..=4)
            .map(|id| exports.begin(UserId::new(id)).expect("a place"))
            .collect();
        assert!(exports.begin(UserId::new(5)).is_none(), "all places are taken");
        drop(others);
        exports.begin(UserId::new(5)).expect("a place");
        drop(first);
        exports.begin(UserId::new(1)).expect("a place again");
    }
}
