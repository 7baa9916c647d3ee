//! The demo's books: when they were added, how well known they are, and which people they attract.

use carrel_domain::catalogue::book::ValidBook;
use carrel_domain::circulation::due::due_date;
use carrel_domain::circulation::policy::Terms;
use jiff::Timestamp;

use super::books::DemoBooks;
use super::days::Days;
use super::people::{FOUNDED_DAYS_AGO, Person};
use crate::random::Random;

/// A book of the demo library.
pub(super) struct DemoBook {
    pub book: ValidBook,
    pub created_at: Timestamp,
    /// The borrowing period in days.
    pub period: u16,
    /// How well known it is, relative to other books.
    fame: u64,
    /// Its typical rating, in stars.
    quality: i64,
}

impl DemoBook {
    pub(super) fn copies(&self) -> u32 {
        u32::from(self.book.copies.unwrap_or(1))
    }

    /// How attractive the book is for a person, relative to other books.
    pub(super) fn appeal_to(&self, person: &Person) -> u64 {
        let Some(studies) = &person.studies else { return 0 };
        let category = self.book.record.category.as_str();
        let programme = studies.programme;
        let by_category = if category == programme.category {
            60
        } else if studies.favourites.contains(&category) {
            16
        } else if programme.related.contains(&category) {
            12
        } else {
            1
        };
        let for_the_semester = self
            .book
            .record
            .semester_categories
            .iter()
            .any(|marked| marked == programme.semester_category);
        let by_semester = if for_the_semester { 3 } else { 1 };
        self.fame * u64::from(self.copies()) * by_category * by_semester
    }

    /// A reader's rating of the book: mostly three to five stars.
    pub(super) fn stars(&self, random: &mut Random) -> u8 {
        let stars = if random.percent(4) {
            random.between(1, 2)
        } else {
            self.quality + random.pick(&[-1, 0, 0, 0, 1])
        };
        u8::try_from(stars.clamp(1, 5)).expect("one to five")
    }
}

/// Adds the books in order: a third when the library was founded, the others gradually until a few days ago.
pub(super) fn shelve(books: DemoBooks, days: &Days, terms: &Terms, random: &mut Random) -> Vec<DemoBook> {
    let mut shelved: Vec<DemoBook> = books
        .0
        .into_iter()
        .map(|book| {
            let days_ago = if random.percent(35) {
                random.between(FOUNDED_DAYS_AGO - 45, FOUNDED_DAYS_AGO - 1)
            } else {
                random.between(2, FOUNDED_DAYS_AGO - 46)
            };
            let day = days.open_on_or_before(days.ago(days_ago));
            DemoBook {
                created_at: days
                    .visit(day, random)
                    .expect("the library was open on a past open day"),
                period: due_date(day, terms, book.record.loan_period(), &days.calendar).days,
                fame: *random.pick(&[1, 1, 1, 2, 2, 3, 4, 6, 9, 14]),
                quality: *random.pick(&[3, 4, 4, 4, 5]),
                book,
            }
        })
        .collect();
    shelved.sort_by_key(|book| book.created_at);
    shelved
}
