//! Compares the content of the database with what was acknowledged to the writers.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::facts::Facts;
use crate::journal::{Effect, State};

/// The prefix of titles and addresses that only writers use.
pub const MARK: &str = "fault-";

/// The violations: effects that were acknowledged and are missing, duplicated or partially applied, or that were never
/// requested.
pub fn violations(
    facts: &Facts,
    journal: &[(Effect, State)],
    books_before: &BTreeMap<String, usize>,
) -> Vec<String> {
    let mut found = Vec::new();
    books(facts, journal, &mut found);
    copies(facts, journal, books_before, &mut found);
    accounts(facts, journal, &mut found);
    borrowings(facts, journal, &mut found);
    payments(facts, journal, &mut found);
    stars(facts, journal, &mut found);
    found
}

/// Compares how often an effect exists with its known state.
fn counted(what: &str, state: &State, count: usize, found: &mut Vec<String>) {
    let right = match state {
        State::Done(_) => count == 1,
        State::Unknown => count <= 1,
        State::Refused => count == 0,
    };
    if !right {
        found.push(format!("{what}: {state:?}, and it is there {count} times"));
    }
}

fn books(facts: &Facts, journal: &[(Effect, State)], found: &mut Vec<String>) {
    let mut asked = HashSet::new();
    for (effect, state) in journal {
        let Effect::AddBook { title, copies } = effect else {
            continue;
        };
        asked.insert(title.as_str());
        let there = facts.books.get(title).map_or(&[][..], Vec::as_slice);
        counted(&format!("book {title}"), state, there.len(), found);
        for book in there {
            if book.copies != *copies || book.total != *copies || book.available != *copies {
                found.push(format!(
                    "book {title} is incomplete: {book:?} instead of {copies} copies"
                ));
            }
            if facts.audit.get(&("book.added".to_owned(), book.id.clone())) != Some(&1) {
                found.push(format!("book {title} is not in the audit once"));
            }
            if let State::Done(Some(id)) = state
                && *id != book.id
            {
                found.push(format!("book {title} has the id {} and not {id}", book.id));
            }
        }
    }
    for title in facts.books.keys().filter(|title| title.starts_with(MARK)) {
        if !asked.contains(title.as_str()) {
            found.push(format!("book {title} was not requested"));
        }
    }
}

fn copies(
    facts: &Facts,
    journal: &[(Effect, State)],
    books_before: &BTreeMap<String, usize>,
    found: &mut Vec<String>,
) {
    let mut done: HashMap<&str, (usize, usize)> = HashMap::new();
    for (effect, state) in journal {
        if let Effect::AddCopy { book } = effect {
            let (sure, unsure) = done.entry(book).or_default();
            *sure += usize::from(matches!(state, State::Done(_)));
            *unsure += usize::from(*state == State::Unknown);
        }
    }
    let open = facts
        .borrowings
        .values()
        .filter(|borrowing| !borrowing.is_returned);
    let mut lent: HashMap<&str, usize> = HashMap::new();
    for borrowing in open {
        *lent.entry(&borrowing.book).or_default() += 1;
    }
    for book in facts.books.values().flatten() {
        let Some(before) = books_before.get(&book.id) else {
            continue;
        };
        let (sure, unsure) = done.get(book.id.as_str()).copied().unwrap_or_default();
        let least = before + sure;
        if book.copies < least || book.copies > least + unsure {
            found.push(format!(
                "book {} has {} copies, not {least} and up to {unsure} more",
                book.id, book.copies
            ));
        }
        let lent = lent.get(book.id.as_str()).copied().unwrap_or_default();
        if book.available + lent != book.copies {
            found.push(format!("book {}: {lent} copies are lent of {book:?}", book.id));
        }
    }
}

fn accounts(facts: &Facts, journal: &[(Effect, State)], found: &mut Vec<String>) {
    let mut asked = HashSet::new();
    for (effect, state) in journal {
        if let Effect::Register { email } = effect {
            asked.insert(email.as_str());
            let count = facts.accounts.get(email).copied().unwrap_or_default();
            counted(&format!("account {email}"), state, count, found);
        }
    }
    for email in facts.accounts.keys().filter(|email| email.starts_with(MARK)) {
        if !asked.contains(email.as_str()) {
            found.push(format!("account {email} was not requested"));
        }
    }
}

fn borrowings(facts: &Facts, journal: &[(Effect, State)], found: &mut Vec<String>) {
    // By person and book: the acknowledged borrowings, and how many more there may be.
    let mut asked: HashMap<(&str, &str), (HashSet<&str>, usize)> = HashMap::new();
    // By borrowing: whether its return is certain or possible.
    let mut returned: HashMap<&str, bool> = HashMap::new();
    for (effect, state) in journal {
        match effect {
            Effect::Borrow { user, book } => {
                let (sure, unsure) = asked.entry((user, book)).or_default();
                match state {
                    State::Done(id) => sure.extend(id.as_deref()),
                    State::Unknown => *unsure += 1,
                    State::Refused => {}
                }
            }
            Effect::Return { borrowing } if *state != State::Refused => {
                *returned.entry(borrowing).or_default() |= matches!(state, State::Done(_));
            }
            _ => {}
        }
    }
    let mut there: HashMap<(&str, &str), HashSet<&str>> = HashMap::new();
    for (id, borrowing) in &facts.borrowings {
        let of = (borrowing.user.as_str(), borrowing.book.as_str());
        if !asked.contains_key(&of) {
            continue;
        }
        there.entry(of).or_default().insert(id);
        let is_right = match (borrowing.is_returned, returned.get(id.as_str())) {
            (true, None) | (false, Some(true)) => false,
            (true, Some(_)) | (false, None | Some(false)) => true,
        };
        if !is_right {
            found.push(format!("borrowing {id} is returned: {}", borrowing.is_returned));
        }
        for (action, times) in [
            ("borrowing.opened", 1),
            ("borrowing.returned", usize::from(borrowing.is_returned)),
        ] {
            let traced = facts.audit.get(&(action.to_owned(), id.clone()));
            if traced.copied().unwrap_or_default() != times {
                found.push(format!(
                    "borrowing {id}: {action} is in the audit {traced:?} times"
                ));
            }
        }
    }
    for (of, (sure, unsure)) in &asked {
        let there = there.remove(of).unwrap_or_default();
        for id in sure.difference(&there) {
            found.push(format!("borrowing {id} was acknowledged and is not there"));
        }
        let more = there.difference(sure).count();
        if more > *unsure {
            found.push(format!(
                "{more} borrowings of {of:?} are there beside the acknowledged, {unsure} may be"
            ));
        }
    }
}

fn payments(facts: &Facts, journal: &[(Effect, State)], found: &mut Vec<String>) {
    let mut asked = HashSet::new();
    for (effect, state) in journal {
        if let Effect::Pay { note, .. } = effect {
            asked.insert(note.as_str());
            let (count, cents) = facts.payments.get(note).copied().unwrap_or_default();
            counted(&format!("payment {note}"), state, count, found);
            if i64::try_from(count) != Ok(cents) {
                found.push(format!("payment {note} is of {cents} cents"));
            }
        }
    }
    for note in facts.payments.keys().filter(|note| note.starts_with(MARK)) {
        if !asked.contains(note.as_str()) {
            found.push(format!("payment {note} was not requested"));
        }
    }
}

fn stars(facts: &Facts, journal: &[(Effect, State)], found: &mut Vec<String>) {
    // By person and book, in order: the possible ratings. A person rates one book after the other.
    let mut possible: HashMap<(String, String), Vec<Option<u8>>> = HashMap::new();
    for (effect, state) in journal {
        let Effect::Rate { user, book, stars } = effect else {
            continue;
        };
        let possible = possible
            .entry((user.clone(), book.clone()))
            .or_insert_with(|| vec![None]);
        match state {
            State::Done(_) => *possible = vec![Some(*stars)],
            State::Unknown => possible.push(Some(*stars)),
            State::Refused => {}
        }
    }
    for (of, possible) in possible {
        let there = facts.stars.get(&of).copied();
        if !possible.contains(&there) {
            found.push(format!("stars of {of:?} are {there:?}, not one of {possible:?}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashMap};

    use super::{Facts, violations};
    use crate::facts::{BookFacts, BorrowingFacts};
    use crate::journal::{Effect, State};

    /// A library after one effect of each kind, all of them acknowledged.
    fn library() -> (Facts, Vec<(Effect, State)>, BTreeMap<String, usize>) {
        let mut facts = Facts::default();
        let book = |id: &str, copies, available| BookFacts {
            id: id.to_owned(),
            total: copies,
            available,
            copies,
        };
        facts
            .books
            .insert("fault-book".to_owned(), vec![book("b1", 2, 2)]);
        facts.books.insert("Own".to_owned(), vec![book("b2", 3, 2)]);
        facts.accounts.insert("fault-reader".to_owned(), 1);
        for (id, is_returned) in [("o1", true), ("o2", false)] {
            let borrowing = BorrowingFacts {
                user: "u".to_owned(),
                book: "b2".to_owned(),
                is_returned,
            };
            facts.borrowings.insert(id.to_owned(), borrowing);
        }
        facts.payments.insert("fault-payment".to_owned(), (1, 1));
        facts.stars.insert(("u".to_owned(), "b2".to_owned()), 4);
        for (action, id) in [
            ("book.added", "b1"),
            ("borrowing.opened", "o1"),
            ("borrowing.opened", "o2"),
            ("borrowing.returned", "o1"),
        ] {
            facts.audit.insert((action.to_owned(), id.to_owned()), 1);
        }
        let (user, book) = (|| "u".to_owned(), || "b2".to_owned());
        let done = |id: &str| State::Done(Some(id.to_owned()));
        let borrow = || Effect::Borrow {
            user: user(),
            book: book(),
        };
        let rate = |stars| Effect::Rate {
            user: user(),
            book: book(),
            stars,
        };
        let journal = vec![
            (
                Effect::AddBook {
                    title: "fault-book".to_owned(),
                    copies: 2,
                },
                done("b1"),
            ),
            (Effect::AddCopy { book: book() }, State::Done(None)),
            (
                Effect::Register {
                    email: "fault-reader".to_owned(),
                },
                State::Done(None),
            ),
            (borrow(), done("o1")),
            (
                Effect::Return {
                    borrowing: "o1".to_owned(),
                },
                State::Done(None),
            ),
            (borrow(), done("o2")),
            (
                Effect::Pay {
                    borrowing: "o1".to_owned(),
                    note: "fault-payment".to_owned(),
                },
                State::Done(None),
            ),
            (rate(5), State::Done(None)),
            (rate(4), State::Done(None)),
        ];
        (facts, journal, BTreeMap::from([("b2".to_owned(), 2)]))
    }

    #[test]
    fn a_library_with_all_acknowledged_effects_has_no_violations() {
        let (facts, mut journal, before) = library();
        assert_eq!(violations(&facts, &journal, &before), Vec::<String>::new());
        for (_, state) in &mut journal {
            *state = State::Unknown;
        }
        assert_eq!(
            violations(&facts, &journal, &before),
            Vec::<String>::new(),
            "an unanswered effect may exist in the database"
        );
        let empty = Facts {
            books: HashMap::from([(
                "Own".to_owned(),
                vec![BookFacts {
                    id: "b2".to_owned(),
                    total: 2,
                    available: 2,
                    copies: 2,
                }],
            )]),
            ..Facts::default()
        };
        assert_eq!(
            violations(&empty, &journal, &before),
            Vec::<String>::new(),
            "or not"
        );
    }

    #[test]
    fn lost_duplicated_partial_and_unrequested_effects_are_found() {
        type Damage = (&'static str, fn(&mut Facts, &mut Vec<(Effect, State)>));
        let damages: &[Damage] = &[
            ("a lost book", |facts, _| drop(facts.books.remove("fault-book"))),
            ("a doubled book", |facts, _| {
                let books = facts.books.get_mut("fault-book").unwrap();
                books.push(books[0].clone());
            }),
            ("a book without a copy", |facts, _| {
                facts.books.get_mut("fault-book").unwrap()[0].copies = 1;
            }),
            ("a book without its audit", |facts, _| {
                facts.audit.remove(&("book.added".to_owned(), "b1".to_owned()));
            }),
            ("an unrequested book", |_, journal| drop(journal.remove(0))),
            ("a book that was refused", |_, journal| {
                journal[0].1 = State::Refused;
            }),
            ("a lost copy", |facts, _| {
                let book = &mut facts.books.get_mut("Own").unwrap()[0];
                (book.copies, book.available) = (2, 1);
            }),
            ("a copy on the shelf that is lent", |facts, _| {
                facts.books.get_mut("Own").unwrap()[0].available = 3;
            }),
            ("a lost account", |facts, _| facts.accounts.clear()),
            ("a doubled account", |facts, _| {
                facts.accounts.insert("fault-reader".to_owned(), 2);
            }),
            ("a lost borrowing", |facts, _| drop(facts.borrowings.remove("o1"))),
            ("an unrequested borrowing", |_, journal| {
                journal[3].1 = State::Refused;
            }),
            ("a lost return", |facts, _| {
                facts.borrowings.get_mut("o1").unwrap().is_returned = false;
            }),
            ("an unrequested return", |_, journal| {
                journal[4].1 = State::Refused;
            }),
            ("a lost payment", |facts, _| facts.payments.clear()),
            ("a doubled payment", |facts, _| {
                facts.payments.insert("fault-payment".to_owned(), (2, 2));
            }),
            ("lost stars", |facts, _| facts.stars.clear()),
            ("older stars", |facts, _| {
                facts.stars.insert(("u".to_owned(), "b2".to_owned()), 5);
            }),
        ];
        for (what, damage) in damages {
            let (mut facts, mut journal, before) = library();
            damage(&mut facts, &mut journal);
            assert!(!violations(&facts, &journal, &before).is_empty(), "{what}");
        }
    }
}
