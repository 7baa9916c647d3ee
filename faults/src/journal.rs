//! What the writers attempted, and what they were told became of it.

use std::fs::File;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// An effect that somebody asked for. People, books and borrowings are named by their ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// A book with this title, which no other has, and so many copies. Known by its id.
    AddBook { title: String, copies: usize },
    /// One more copy of a book.
    AddCopy { book: String },
    /// An account with this address.
    Register { email: String },
    /// A copy of the book is lent. Known by its id.
    Borrow { user: String, book: String },
    /// It came back.
    Return { borrowing: String },
    /// A cent is paid under a note that no other payment has.
    Pay { borrowing: String, note: String },
    /// A person's stars on a book, instead of those before.
    Rate { user: String, book: String, stars: u8 },
}

/// What is known of an effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// There was no answer yet, or none that tells: it may be there, whole, or not.
    Unknown,
    /// It was acknowledged, with the id of what it made if it made something.
    Done(Option<String>),
    /// It was refused: it must not be there.
    Refused,
}

/// An effect with all that is known of it.
#[derive(Debug, Clone)]
pub struct Entry {
    pub effect: Effect,
    pub began: u64,
    /// Where it ended, and how.
    end: Option<(u64, State)>,
}

/// Everything that was attempted, in order.
///
/// With a recording beside it, its positions are lengths of the recording: all that the server did before it gave an
/// answer stands before the answer's position, and nothing it did for a call stands before the call's.
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

    /// Notes that somebody is about to ask for an effect; returns its number.
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

    /// Notes the answer.
    pub fn ended(&self, number: usize, state: State) {
        let position = self.position();
        if let Some(entry) = lock(&self.entries).get_mut(number) {
            entry.end = Some((position, state));
        }
    }

    /// Notes an answer that must not be.
    pub fn violated(&self, what: String) {
        lock(&self.violations).push(what);
    }

    /// The answers that must not be, so far.
    pub fn violations(&self) -> Vec<String> {
        lock(&self.violations).clone()
    }

    /// What was attempted up to a position, with what was known of it there.
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

    /// Everything.
    pub fn whole(&self) -> Vec<(Effect, State)> {
        self.until(u64::MAX)
    }

    /// The positions at which something was acknowledged, in order.
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

/// How many effects are in which state: acknowledged, unknown, refused.
pub fn tally(entries: &[(Effect, State)]) -> (usize, usize, usize) {
    let count = |wanted: fn(&State) -> bool| entries.iter().filter(|(_, state)| wanted(state)).count();
    (
        count(|state| matches!(state, State::Done(_))),
        count(|state| *state == State::Unknown),
        count(|state| *state == State::Refused),
    )
}
