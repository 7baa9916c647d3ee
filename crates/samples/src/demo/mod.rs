//! The demo library: real books, invented people, and a year of borrowings up to now.
//!
//! It is generated in memory first and then written:
//!
//! 1. `books` reads the books, `people` generates the people, `shelf` decides when each book was added and how popular
//!    it is.
//! 2. `year` decides who comes on which day and how the borrowing ends; `play` simulates that by the rules of the
//!    library (who may borrow, until when, the fine for a late return) and returns the events.
//! 3. `write` writes all of it in one transaction, event by event, through the same functions as every other change.
//!
//! Everything follows from the instant of filling and from one fixed seed. Two libraries that are filled at the same
//! instant have the same ids.

mod books;
mod days;
pub(crate) mod names;
mod opinions;
mod people;
mod places;
mod play;
pub(crate) mod programmes;
mod shelf;
mod write;
mod year;

use carrel_domain::catalogue::book::BookId;
use carrel_domain::circulation::policy::Terms;
use carrel_storage::engine::Lock;
use carrel_storage::users::Filter;
use carrel_storage::{Connection, users};
use jiff::Timestamp;
use jiff::tz::TimeZone;

pub use books::{DemoBooks, DemoBooksError};

use self::days::Days;
use self::people::Person;
use self::play::Played;
use self::shelf::DemoBook;
use crate::random::Random;
use carrel_operations::core::passwords::Passwords;
use carrel_operations::{Library, Result};

/// The demo's administrator: public e-mail address and password.
pub const ADMIN: (&str, &str) = ("admin@library.example", "Admin123!");
/// The demo's student: public e-mail address and password.
pub const STUDENT: (&str, &str) = ("student@library.example", "Student123!");

/// The seed of all random numbers of the demo.
const SEED: u64 = 2026;

/// The content of a demo library, in numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DemoSummary {
    pub users: u64,
    pub books: u64,
    pub copies: u64,
    /// All borrowings, the open ones included.
    pub borrowings: u64,
    pub open_borrowings: u64,
}

/// The generated content, ready to be written.
struct Story {
    now: Timestamp,
    zone: TimeZone,
    people: Vec<Person>,
    books: Vec<DemoBook>,
    played: Played,
    hashes: Hashes,
}

struct Hashes {
    administrator: String,
    student: String,
    /// The hash of a password that nobody knows.
    nobody: String,
}

/// Fills an empty library with the demo, as of `now`. Returns `None` and does nothing when there are users or books.
pub async fn fill(library: &Library, now: Timestamp, books: DemoBooks) -> Result<Option<DemoSummary>> {
    let read = library
        .database()
        .read(&(), |connection, ()| Box::pin(is_empty(connection)));
    if !read.await? {
        return Ok(None);
    }
    let story = tell(now, books, hashes(library.passwords())?);
    let summary = library
        .database()
        .write(story, |transaction, story| {
            Box::pin(async move {
                // Another server may be filling the same library.
                transaction.lock(Lock::Demo).await?;
                if is_empty(transaction).await? {
                    write::write(transaction, story).await.map(Some)
                } else {
                    Ok(None)
                }
            })
        })
        .await?;
    library.refresh_settings().await?;
    library.notify_changed();
    Ok(summary)
}

async fn is_empty(connection: &mut Connection) -> Result<bool> {
    let users = users::count(connection, &Filter::default()).await?;
    let books = carrel_storage::books::page_after(connection, BookId::UNASSIGNED, 1).await?;
    Ok(users == 0 && books.is_empty())
}

/// Generates the whole demo.
fn tell(now: Timestamp, books: DemoBooks, hashes: Hashes) -> Story {
    let mut random = Random::new(SEED);
    let days = Days::until(now);
    let terms = Terms::default();
    let people = people::people(&days, &mut random);
    let books = shelf::shelve(books, &days, &terms, &mut random);
    let periods: Vec<u16> = books.iter().map(|book| book.period).collect();
    let occasions = year::occasions(&days, &periods, &mut random);
    let played = play::play(&days, &terms, &people, &books, occasions, &mut random);
    Story {
        now,
        zone: days.zone,
        people,
        books,
        played,
        hashes,
    }
}

fn hashes(passwords: &Passwords) -> Result<Hashes> {
    let administrator = passwords.hash_inline(ADMIN.1, *b"demo admin's own")?;
    let student = passwords.hash_inline(STUDENT.1, *b"the demo student")?;
    let nobody = carrel_operations::core::passwords::unusable(&administrator)?;
    Ok(Hashes {
        administrator,
        student,
        nobody,
    })
}
