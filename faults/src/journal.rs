//! A journal of the calls of the writers and their outcomes.

use std::fs::File;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The effect of a call. People, books and borrowings are identified by their ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// A book with this unique title and this number of copies. The response has its id.
    AddBook { title: String, copies: usize },
    /// One more copy of a book.
    AddCopy { book: String },
    /// An account with this e-mail address.
    Register { email: String },
    /// A copy of the book is lent. The response has the borrowing's id.
    Borrow { user: String, book: String },
    /// A copy is returned.
    Return { borrowing: String },
    /// A cent is paid with a unique note.
    Pay { borrowing: String, note: String },
    /// A person's rating of a book, which replaces an earlier one.
    Rate { user: String, book: String, stars: u8 },
}

/// The known state of an effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// There was no response yet, or an ambiguous one: the effect exists as a whole or not at all.
    Unknown,
    /// It was acknowledged, with the id of the new entity, if any.
    Done(Option<String>),
    /// It was refused: it must not exist.
    Refused,
}

/// An effect with its known state.
#[derive(Debug, Clone)]
pub struct Entry {
    pub effect: Effect,
    pub began: u64,
    /// The position and the state at its end.
    end: Option<(u64, State)>,
}

/// Every call, in order.
///
/// Beside a recording, its positions are lengths of the recording: everything that the server did before it sent a
/// response is before the response's position, and nothing that it did for a call is before the call's position.
pub struct Journal {
    entries: Mutex<Vec<Entry>>,
    violations: Mutex<Vec<String>>,
    recording: Mutex<Option<File>>,
}

impl Default for Journal {
    fn default() -> Self {
        Journal::beside(None)
    }
}

impl Journal {
    /// A journal whose positions are those of a recording.
    pub fn beside(recording: Option<File>) -> Self {
        Journal {
            entries: Mutex::default(),
            violations: Mutex::default(),
            recording: Mutex::new(recording),
        }
    }

    fn position(&self) -> u64 {
        let recording = lock(&self.recording);
        let length = recording.as_ref().and_then(|file| file.metadata().ok());
        length.map_or(0, |metadata| metadata.len())
    }

    /// Records that a call is about to be sent; returns its number.
    pub fn began(&self, effect: Effect) -> usize {
        let began = self.position();
        let mut entries = lock(&self.entries);
        entries.push(Entry {
            effect,
            began,
            end: None,
        });
        entries.len() - 1
    }

    /// Records the response.
    pub fn ended(&self, number: usize, state: State) {
        let position = self.position();
        if let Some(entry) = lock(&self.entries).get_mut(number) {
            entry.end = Some((position, state));
        }
    }

    /// Records a response that violates the rules.
    pub fn violated(&self, what: String) {
        lock(&self.violations).push(what);
    }

    /// The recorded violations.
    pub fn violations(&self) -> Vec<String> {
        lock(&self.violations).clone()
    }

    /// The calls up to a position, with their state at that position.
    pub fn until(&self, position: u64) -> Vec<(Effect, State)> {
        let entries = lock(&self.entries);
        let begun = entries.iter().filter(|entry| entry.began <= position);
        begun
            .map(|entry| {
                let known = entry.end.as_ref().filter(|(at, _)| *at <= position);
                let state = known.map_or(State::Unknown, |(_, state)| state.clone());
                (entry.effect.clone(), state)
            })
            .collect()
    }

    /// All calls.
    pub fn whole(&self) -> Vec<(Effect, State)> {
        self.until(u64::MAX)
    }

    /// The positions of the acknowledgements, in order.
    pub fn acknowledgements(&self) -> Vec<u64> {
        let entries = lock(&self.entries);
        let ends = entries.iter().filter_map(|entry| entry.end.as_ref());
        let done = ends.filter(|(_, state)| matches!(state, State::Done(_)));
        let mut positions: Vec<u64> = done.map(|(position, _)| *position).collect();
        positions.sort_unstable();
        positions
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number of effects in each state: acknowledged, unknown, refused.
pub fn tally(entries: &[(Effect, State)]) -> (usize, usize, usize) {
    let count = |wanted: fn(&State) -> bool| entries.iter().filter(|(_, state)| wanted(state)).count();
    (
        count(|state| matches!(state, State::Done(_))),
        count(|state| *state == State::Unknown),
        count(|state| *state == State::Refused),
    )
}
