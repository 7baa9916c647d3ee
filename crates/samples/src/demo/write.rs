//! Writing the demo library down, event by event, through the same functions as every other change.

use std::collections::BTreeMap;
use std::sync::Arc;

use carrel_domain::catalogue::rating::average_hundredths;
use carrel_domain::circulation::fine::Fine;
use carrel_domain::circulation::popularity;
use carrel_domain::identity::fresh_id;
use carrel_domain::money::{Amount, Currency};
use carrel_domain::users::{Role, email_key};
use carrel_storage::borrowings::NewBorrowing;
use carrel_storage::code_lists::MAIN_BRANCH;
use carrel_storage::copies::{FreeCopy, StateChange};
use carrel_storage::reviews::NewReview;
use carrel_storage::users::UserFields;
use carrel_storage::{
    Transaction, books, borrowings, copies, favorites, ledger, ratings, reviews, settings, users,
};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::days::{CLOSED_WEEKDAYS, ZONE};
use super::opinions;
use super::people::{ADMINISTRATOR, COLLEAGUE, Person, STUDENT};
use super::play::{Borrowing, Event, What};
use super::year::Removal;
use super::{DemoSummary, Story};
use crate::random::Random;
use carrel_operations::audit;
use carrel_operations::catalogue::{copies::insert_copies, maintain::insert_book};
use carrel_operations::circulation::stored_terms::StoredTerms;
use carrel_operations::core::keys::{name_key, person_terms, student_id_key};
use carrel_operations::core::settings::key;
use carrel_operations::identity::sessions::fresh_student_id;
use carrel_operations::{Actor, Context, Error, Result};

/// Writes everything, in the transaction that found the library empty.
pub(super) async fn write(transaction: &mut Transaction, story: &Story) -> Result<DemoSummary> {
    let mut writer = Writer {
        story,
        random: Random::new(super::SEED ^ 1),
        opinions: Random::new(super::SEED ^ 2),
        people: Vec::new(),
        books: Vec::new(),
        popularity: vec![popularity::NEVER_BORROWED; story.books.len()],
        ratings: BTreeMap::new(),
        borrowings: Vec::new(),
        removed: Vec::new(),
        terms: StoredTerms::of(&story.terms)?,
        copies: 0,
    };
    writer.settings(transaction).await?;
    writer.people(transaction).await?;
    writer.books(transaction).await?;
    for event in &story.played.events {
        writer.event(transaction, event).await?;
    }
    writer.rating_sums(transaction).await?;
    writer.wishes_of_the_student(transaction).await?;
    writer.trail(transaction).await
}

struct Writer<'a> {
    story: &'a Story,
    random: Random,
    /// What people say and keep follows a random of its own, so that other words leave every other id alone.
    opinions: Random,
    /// The ids of the people, books and borrowings, and of the copies that were taken off the shelf, by their numbers.
    people: Vec<String>,
    books: Vec<String>,
    borrowings: Vec<Lent>,
    removed: Vec<String>,
    /// How popular each book is by now.
    popularity: Vec<i64>,
    /// Sum and number of the stars of each book that was rated.
    ratings: BTreeMap<usize, (i64, i64)>,
    /// The terms of every borrowing, as stored.
    terms: StoredTerms,
    copies: u64,
}

/// A borrowing that was written down.
struct Lent {
    id: String,
    copy_id: String,
}

impl Writer<'_> {
    fn id(&mut self, at: Timestamp) -> String {
        fresh_id(at, self.random.wide())
    }

    /// One of the two administrators, whoever is at the desk.
    fn desk(&mut self) -> String {
        let administrator = if self.random.percent(60) {
            ADMINISTRATOR
        } else {
            COLLEAGUE
        };
        self.people[administrator].clone()
    }

    async fn settings(&mut self, transaction: &mut Transaction) -> Result<()> {
        let now = self.story.now.as_millisecond();
        for (key, value) in [
            (key::TIME_ZONE, ZONE),
            (key::CLOSED_WEEKDAYS, CLOSED_WEEKDAYS),
            (key::DEMO, "1"),
        ] {
            settings::set(transaction, key, value, now).await?;
        }
        Ok(())
    }

    async fn people(&mut self, transaction: &mut Transaction) -> Result<()> {
        for (place, person) in self.story.people.iter().enumerate() {
            let student_id = match person.role {
                Role::Student => {
                    let year = self.story.zone.to_datetime(person.joined_at).year();
                    Some(fresh_student_id(transaction, year).await?)
                }
                Role::Administrator => None,
            };
            let fields = fields(person, student_id);
            let id = self.id(person.joined_at);
            let password_hash = match place {
                ADMINISTRATOR => &self.story.hashes.administrator,
                STUDENT => &self.story.hashes.student,
                _ => &self.story.hashes.nobody,
            };
            let joined_at = person.joined_at.as_millisecond();
            users::insert(transaction, &id, &fields, password_hash, joined_at).await?;
            self.people.push(id);
        }
        Ok(())
    }

    async fn books(&mut self, transaction: &mut Transaction) -> Result<()> {
        let user = users::find(transaction, &self.people[ADMINISTRATOR])
            .await?
            .ok_or_else(|| Error::Defect("the demo's administrator is gone".to_owned()))?;
        let mut context = Context {
            now: self.story.now,
            seed: [0; 32],
            actor: Some(Actor {
                user: Arc::new(user),
                token_hash: String::new(),
                stamp: None,
                scopes: None,
            }),
            request_id: None,
            repeatable: None,
        };
        for demo_book in &self.story.books {
            context.now = demo_book.created_at;
            context.seed = self.random.bytes();
            let mut ids = context.ids();
            let id = insert_book(transaction, &mut ids, &demo_book.book, context.now_ms()).await?;
            let count = demo_book.book.copies.unwrap_or(1);
            let barcodes = insert_copies(transaction, &context, &mut ids, &id, count, None).await?;
            self.copies += barcodes.len() as u64;
            self.books.push(id);
        }
        Ok(())
    }

    async fn event(&mut self, transaction: &mut Transaction, event: &Event) -> Result<()> {
        let at = event.at;
        match &event.what {
            What::Borrowed { borrowing } => {
                self.borrowed(transaction, &self.story.played.borrowings[*borrowing])
                    .await
            }
            What::Returned { borrowing, fine } => self.returned(transaction, at, *borrowing, fine).await,
            What::Paid { borrowing, amount } => {
                self.settled(transaction, at, *borrowing, *amount, None).await
            }
            What::Waived {
                borrowing,
                amount,
                note,
            } => {
                self.settled(transaction, at, *borrowing, *amount, Some(note))
                    .await
            }
            What::Removed { book, removal } => self.removed(transaction, at, *book, *removal).await,
            What::Repaired { number, book } => self.repaired(transaction, at, *number, *book).await,
            What::Rated { borrowing, stars } => self.rated(transaction, at, *borrowing, *stars).await,
        }
    }

    async fn borrowed(&mut self, transaction: &mut Transaction, borrowing: &Borrowing) -> Result<()> {
        let at = borrowing.borrowed_at;
        let book_id = self.books[borrowing.book].clone();
        let user_id = self.people[borrowing.person].clone();
        let FreeCopy { id: copy_id, .. } = copies::first_available(transaction, &book_id)
            .await?
            .ok_or_else(|| Error::Defect("the demo lends a copy that is not there".to_owned()))?;
        let id = self.id(at);
        let new = NewBorrowing {
            id: &id,
            book_id: &book_id,
            copy_id: &copy_id,
            user_id: &user_id,
            borrowed_at: at.as_millisecond(),
            due_on: &borrowing.due_on.to_string(),
            due_at: borrowing.due_at.as_millisecond(),
            terms: self.terms.as_row(),
            branch: MAIN_BRANCH,
            patron_category: None,
            item_type: None,
            lent_by: &user_id,
        };
        borrowings::insert(transaction, &new).await?;
        let step = Step {
            from: "available",
            to: "on_loan",
            reason: "borrowed",
        };
        self.move_copy(transaction, at, &copy_id, &user_id, step).await?;
        let popularity = popularity::after_borrowing(self.popularity[borrowing.book], at);
        self.popularity[borrowing.book] = popularity;
        books::take_copy(transaction, &book_id, popularity).await?;
        self.borrowings.push(Lent { id, copy_id });
        Ok(())
    }

    async fn returned(
        &mut self,
        transaction: &mut Transaction,
        at: Timestamp,
        number: usize,
        fine: &Fine,
    ) -> Result<()> {
        let borrowing = &self.story.played.borrowings[number];
        let desk = self.desk();
        let Lent { id, copy_id } = &self.borrowings[number];
        let (id, copy_id) = (id.clone(), copy_id.clone());
        borrowings::close(transaction, &id, at.as_millisecond(), &desk).await?;
        if fine.amount.is_positive() {
            let explanation =
                serde_json::to_string(fine).map_err(|error| Error::Defect(format!("fine: {error}")))?;
            let charge = ledger::NewEntry {
                id: &self.id(at),
                user_id: &self.people[borrowing.person],
                borrowing_id: Some(&id),
                kind: "charge",
                reason: Some("overdue"),
                amount_minor: fine.amount.0,
                currency: Currency::DOLLAR.code(),
                at: at.as_millisecond(),
                actor_id: &desk,
                note: None,
                explanation: Some(&explanation),
            };
            ledger::insert(transaction, &charge).await?;
        }
        let step = Step {
            from: "on_loan",
            to: "available",
            reason: "returned",
        };
        self.move_copy(transaction, at, &copy_id, &desk, step).await?;
        books::add_copies(transaction, &self.books[borrowing.book], 0, 1).await?;
        Ok(())
    }

    /// Books a payment, or a waiver when there is a note.
    async fn settled(
        &mut self,
        transaction: &mut Transaction,
        at: Timestamp,
        number: usize,
        amount: Amount,
        waived: Option<&str>,
    ) -> Result<()> {
        let person = self.story.played.borrowings[number].person;
        let desk = self.desk();
        let entry = ledger::NewEntry {
            id: &self.id(at),
            user_id: &self.people[person],
            borrowing_id: Some(&self.borrowings[number].id),
            kind: if waived.is_some() { "waiver" } else { "payment" },
            reason: None,
            amount_minor: amount.0,
            currency: Currency::DOLLAR.code(),
            at: at.as_millisecond(),
            actor_id: &desk,
            note: waived,
            explanation: None,
        };
        ledger::insert(transaction, &entry).await?;
        Ok(())
    }

    async fn removed(
        &mut self,
        transaction: &mut Transaction,
        at: Timestamp,
        book: usize,
        removal: Removal,
    ) -> Result<()> {
        let book_id = &self.books[book];
        let FreeCopy { id: copy_id, .. } = copies::first_available(transaction, book_id)
            .await?
            .ok_or_else(|| Error::Defect("the demo removes a copy that is not there".to_owned()))?;
        let (to, reason, total) = match removal {
            Removal::Withdrawn => ("withdrawn", "withdrawn", -1),
            Removal::Lost => ("lost", "missing", 0),
            Removal::Repair { .. } => ("in_repair", "damaged", 0),
        };
        books::add_copies(transaction, book_id, total, -1).await?;
        let desk = self.desk();
        let step = Step {
            from: "available",
            to,
            reason,
        };
        self.move_copy(transaction, at, &copy_id, &desk, step).await?;
        self.removed.push(copy_id);
        Ok(())
    }

    async fn repaired(
        &mut self,
        transaction: &mut Transaction,
        at: Timestamp,
        number: usize,
        book: usize,
    ) -> Result<()> {
        let copy_id = self.removed[number].clone();
        let desk = self.desk();
        let step = Step {
            from: "in_repair",
            to: "available",
            reason: "repaired",
        };
        self.move_copy(transaction, at, &copy_id, &desk, step).await?;
        books::add_copies(transaction, &self.books[book], 0, 1).await?;
        Ok(())
    }

    async fn move_copy(
        &mut self,
        transaction: &mut Transaction,
        at: Timestamp,
        copy_id: &str,
        actor_id: &str,
        step: Step,
    ) -> Result<()> {
        let change = StateChange {
            event_id: &self.id(at),
            copy_id,
            from: step.from,
            to: step.to,
            actor_id: Some(actor_id),
            reason: step.reason,
            at: at.as_millisecond(),
        };
        if copies::change_state(transaction, &change).await? {
            Ok(())
        } else {
            Err(Error::Defect(format!("copy {copy_id} is not {}", step.from)))
        }
    }

    async fn rated(
        &mut self,
        transaction: &mut Transaction,
        at: Timestamp,
        number: usize,
        stars: u8,
    ) -> Result<()> {
        let Borrowing { book, person, .. } = self.story.played.borrowings[number];
        let (book_id, user_id) = (&self.books[book], &self.people[person]);
        ratings::set(
            transaction,
            book_id,
            user_id,
            i64::from(stars),
            at.as_millisecond(),
        )
        .await?;
        let (sum, count) = self.ratings.entry(book).or_default();
        *sum += i64::from(stars);
        *count += 1;
        if let Some(body) = opinions::review(&mut self.opinions, stars) {
            let id = fresh_id(at, self.opinions.wide());
            let review = NewReview {
                id: &id,
                book_id: &self.books[book],
                user_id: &self.people[person],
                body,
            };
            reviews::set(transaction, &review, at.as_millisecond()).await?;
        }
        if opinions::is_favorite(&mut self.opinions, stars) {
            let (user_id, book_id) = (&self.people[person], &self.books[book]);
            favorites::add(transaction, user_id, book_id, at.as_millisecond()).await?;
        }
        Ok(())
    }

    /// The student of the demo also keeps some books to read one day.
    async fn wishes_of_the_student(&mut self, transaction: &mut Transaction) -> Result<()> {
        let now = self.story.now;
        let ago = |days: i64| now - SignedDuration::from_hours(24 * days);
        let is_old_enough = |book: &usize| self.story.books[*book].created_at < ago(27);
        let mut unread: Vec<usize> = (0..self.books.len())
            .filter(is_old_enough)
            .filter(|book| {
                let mut borrowings = self.story.played.borrowings.iter();
                !borrowings.any(|lent| lent.person == STUDENT && lent.book == *book)
            })
            .collect();
        for days_ago in [26, 17, 9, 3] {
            // A demo of few books may have none that the student has not read.
            if unread.is_empty() {
                break;
            }
            // Another one each time, so that there are as many on whatever day the demo is filled.
            let place = usize::try_from(self.opinions.below(unread.len() as u64)).unwrap_or(0);
            let (user_id, book_id) = (&self.people[STUDENT], &self.books[unread.swap_remove(place)]);
            favorites::add(transaction, user_id, book_id, ago(days_ago).as_millisecond()).await?;
        }
        Ok(())
    }

    async fn rating_sums(&mut self, transaction: &mut Transaction) -> Result<()> {
        for (book, (sum, count)) in &self.ratings {
            let average = average_hundredths(*sum, *count);
            books::set_rating(transaction, &self.books[*book], *sum, *count, average).await?;
        }
        Ok(())
    }

    async fn trail(&mut self, transaction: &mut Transaction) -> Result<DemoSummary> {
        let is_return = |event: &&Event| matches!(event.what, What::Returned { .. });
        let returned = self.story.played.events.iter().filter(is_return).count();
        let summary = DemoSummary {
            users: self.people.len() as u64,
            books: self.books.len() as u64,
            copies: self.copies,
            borrowings: self.borrowings.len() as u64,
            open_borrowings: (self.borrowings.len() - returned) as u64,
        };
        let context = Context {
            now: self.story.now,
            seed: self.random.bytes(),
            actor: None,
            request_id: None,
            repeatable: None,
        };
        let event = audit::Event {
            action: "demo.filled",
            entity: "library",
            entity_id: "demo",
            before: None,
            after: Some(json!({
                "users": summary.users, "books": summary.books, "copies": summary.copies,
                "borrowings": summary.borrowings, "openBorrowings": summary.open_borrowings,
            })),
        };
        audit::record(transaction, &context, &mut context.ids(), event).await?;
        Ok(summary)
    }
}

/// A copy's way from one state to another.
struct Step {
    from: &'static str,
    to: &'static str,
    reason: &'static str,
}

fn fields(person: &Person, student_id: Option<String>) -> UserFields {
    let studies = person.studies.as_ref();
    let programme = studies.map(|studies| studies.programme);
    UserFields {
        name: person.name.clone(),
        name_key: name_key(&person.name),
        email: person.email.clone(),
        email_key: email_key(&person.email),
        role: person.role.as_str().to_owned(),
        patron_category: None,
        student_id_key: student_id.as_deref().map(student_id_key),
        terms: person_terms(&person.name, &person.email, student_id.as_deref()),
        student_id,
        college_name: programme.map(|programme| programme.college.to_owned()),
        department: programme.map(|programme| programme.department.to_owned()),
        current_semester: studies.map(|studies| format!("Semester {}", studies.semester)),
        current_semester_category: programme.map(|programme| programme.semester_category.to_owned()),
        phone: Some(person.phone.clone()),
        address: Some(person.address.clone()),
        deactivated_at: person.deactivated_at.map(Timestamp::as_millisecond),
    }
}
