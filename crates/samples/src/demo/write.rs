//! Writes the demo library, event by event, through the same functions as every other change.

use std::collections::BTreeMap;
use std::sync::Arc;

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::copy::CopyId;
use carrel_domain::catalogue::rating::average_hundredths;
use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::money::Debt;
use carrel_domain::users::{Role, User, UserId, email_key};
use carrel_storage::copies::StateChange;
use carrel_storage::reviews::NewReview;
use carrel_storage::users::UserFields;
use carrel_storage::{Transaction, books, copies, favorites, ratings, reviews, settings, users};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::days::{CLOSED_WEEKDAYS, ZONE};
use super::opinions;
use super::people::{ADMINISTRATOR, COLLEAGUE, Person, STUDENT};
use super::places::shelved;
use super::play::{Borrowing, Event, What};
use super::year::Removal;
use super::{DemoSummary, Story};
use crate::desk::Desk;
use crate::random::Random;
use carrel_operations::catalogue::{copies::insert_copies, maintain::insert_book};
use carrel_operations::core::audit::{self, Subject};
use carrel_operations::core::keys::{name_key, person_terms, student_id_key};
use carrel_operations::core::settings::key;
use carrel_operations::identity::student_ids::fresh_student_id;
use carrel_operations::money::payments::{Settlement, SettlementKind};
use carrel_operations::{Context, Error, Noun, Result, Settings};

/// Writes everything, in the transaction in which the library was found empty.
pub(super) async fn write(transaction: &mut Transaction, story: &Story) -> Result<DemoSummary> {
    store_settings(transaction, story.now).await?;
    let mut writer = Writer {
        desk: Desk::new(Settings::load(transaction).await?, Random::new(super::SEED ^ 3)),
        story,
        random: Random::new(super::SEED ^ 1),
        opinions: Random::new(super::SEED ^ 2),
        people: Vec::new(),
        books: Vec::new(),
        ratings: BTreeMap::new(),
        borrowings: Vec::new(),
        removed: Vec::new(),
        copies: 0,
    };
    writer.people(transaction).await?;
    writer.books(transaction).await?;
    for event in &story.played.events {
        writer.event(transaction, event).await?;
    }
    writer.leavers(transaction).await?;
    writer.rating_sums(transaction).await?;
    writer.favorites_of_the_student(transaction).await?;
    writer.audit(transaction).await
}

struct Writer<'a> {
    story: &'a Story,
    desk: Desk,
    random: Random,
    /// Reviews and favorites have a separate random generator, so that a change of their texts changes nothing else.
    opinions: Random,
    /// The ids of the people, books, borrowings and removed copies, by their index.
    people: Vec<Arc<User>>,
    books: Vec<BookId>,
    borrowings: Vec<BorrowingId>,
    removed: Vec<CopyId>,
    /// The sum and the number of the stars of each rated book.
    ratings: BTreeMap<usize, (i64, i64)>,
    copies: u64,
}

impl Writer<'_> {
    /// One of the two administrators.
    fn administrator(&mut self) -> Arc<User> {
        let place = if self.random.percent(60) {
            ADMINISTRATOR
        } else {
            COLLEAGUE
        };
        Arc::clone(&self.people[place])
    }

    async fn people(&mut self, transaction: &mut Transaction) -> Result<()> {
        for (place, person) in self.story.people.iter().enumerate() {
            let student_id = if person.role == Role::STUDENT {
                let year = self.story.zone.to_datetime(person.joined_at).year();
                Some(fresh_student_id(transaction, year).await?)
            } else {
                None
            };
            let fields = fields(person, student_id);
            let id = transaction.fresh_id().await?;
            let password_hash = match place {
                ADMINISTRATOR => &self.story.hashes.administrator,
                STUDENT => &self.story.hashes.student,
                _ => &self.story.hashes.nobody,
            };
            let joined_at = person.joined_at.as_millisecond();
            users::insert(transaction, id, &fields, password_hash, joined_at).await?;
            self.people.push(found(transaction, id).await?);
        }
        Ok(())
    }

    async fn books(&mut self, transaction: &mut Transaction) -> Result<()> {
        let administrator = Arc::clone(&self.people[ADMINISTRATOR]);
        for demo_book in &self.story.books {
            let context = self.desk.call(demo_book.created_at, &administrator);
            let id = insert_book(
                transaction,
                &demo_book.book.record,
                &demo_book.book.details,
                context.now_ms(),
            )
            .await?;
            let count = demo_book.book.copies.unwrap_or(1);
            let copies = shelved(&demo_book.book.record, count);
            let barcodes = insert_copies(transaction, &context, id, &copies).await?;
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
            What::Returned { borrowing } => self.returned(transaction, at, *borrowing).await,
            What::Paid { borrowing, amount } => {
                let settlement = Settlement {
                    kind: SettlementKind::Payment,
                    debt: Debt::Borrowing(self.borrowings[*borrowing]),
                    amount: Some(*amount),
                    note: None,
                    receipt_number: None,
                };
                self.settled(transaction, at, settlement).await
            }
            What::Waived {
                borrowing,
                amount,
                note,
            } => {
                let settlement = Settlement {
                    kind: SettlementKind::Waiver,
                    debt: Debt::Borrowing(self.borrowings[*borrowing]),
                    amount: Some(*amount),
                    note: Some((*note).to_owned()),
                    receipt_number: None,
                };
                self.settled(transaction, at, settlement).await
            }
            What::Removed { book, removal } => self.removed(transaction, at, *book, *removal).await,
            What::Repaired { number, book } => self.repaired(transaction, at, *number, *book).await,
            What::Rated { borrowing, stars } => self.rated(transaction, at, *borrowing, *stars).await,
        }
    }

    async fn borrowed(&mut self, transaction: &mut Transaction, borrowing: &Borrowing) -> Result<()> {
        let person = Arc::clone(&self.people[borrowing.person]);
        let book_id = self.books[borrowing.book];
        let id = self
            .desk
            .check_out(transaction, borrowing.borrowed_at, &person, book_id)
            .await?;
        self.borrowings.push(id);
        Ok(())
    }

    async fn returned(&mut self, transaction: &mut Transaction, at: Timestamp, number: usize) -> Result<()> {
        let administrator = self.administrator();
        let id = self.borrowings[number];
        self.desk.check_in(transaction, at, &administrator, id).await
    }

    async fn settled(
        &mut self,
        transaction: &mut Transaction,
        at: Timestamp,
        settlement: Settlement,
    ) -> Result<()> {
        let administrator = self.administrator();
        self.desk
            .settle(transaction, at, &administrator, &settlement)
            .await
    }

    async fn removed(
        &mut self,
        transaction: &mut Transaction,
        at: Timestamp,
        book: usize,
        removal: Removal,
    ) -> Result<()> {
        let book_id = self.books[book];
        let copy_id = copies::loan_candidates(transaction, book_id)
            .await?
            .into_iter()
            .filter(|copy| copy.state == CopyState::Available)
            .min_by(|one, other| one.barcode_key.cmp(&other.barcode_key))
            .ok_or_else(|| Error::Defect("the demo removes a copy that is not there".to_owned()))?
            .id;
        let (to, reason, total) = match removal {
            Removal::Withdrawn => (CopyState::Withdrawn, "withdrawn", -1),
            Removal::Lost => (CopyState::Lost, "missing", 0),
            Removal::Repair { .. } => (CopyState::InRepair, "damaged", 0),
        };
        books::add_copies(transaction, book_id, total, -1).await?;
        let desk = self.administrator().id;
        let step = Step {
            from: CopyState::Available,
            to,
            reason,
        };
        self.move_copy(transaction, at, copy_id, desk, step).await?;
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
        let copy_id = self.removed[number];
        let desk = self.administrator().id;
        let step = Step {
            from: CopyState::InRepair,
            to: CopyState::Available,
            reason: "repaired",
        };
        self.move_copy(transaction, at, copy_id, desk, step).await?;
        books::add_copies(transaction, self.books[book], 0, 1).await?;
        Ok(())
    }

    async fn move_copy(
        &mut self,
        transaction: &mut Transaction,
        at: Timestamp,
        copy_id: CopyId,
        actor_id: UserId,
        step: Step,
    ) -> Result<()> {
        let change = StateChange {
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
            Err(Error::Defect(format!(
                "copy {copy_id} is not {}",
                step.from.as_str()
            )))
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
        let (book_id, user_id) = (self.books[book], self.people[person].id);
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
            let review = NewReview {
                id: transaction.fresh_id().await?,
                book_id,
                user_id,
                body,
            };
            reviews::set(transaction, &review, at.as_millisecond()).await?;
        }
        if opinions::is_favorite(&mut self.opinions, stars) {
            favorites::add(transaction, user_id, book_id, at.as_millisecond()).await?;
        }
        Ok(())
    }

    /// The demo's student also adds favorites that are not read yet.
    async fn favorites_of_the_student(&mut self, transaction: &mut Transaction) -> Result<()> {
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
            // With few books, the student may have read all of them.
            if unread.is_empty() {
                break;
            }
            // A different one each time, so that their number does not depend on the day.
            let place = usize::try_from(self.opinions.below(unread.len() as u64)).unwrap_or(0);
            let (user_id, book_id) = (self.people[STUDENT].id, self.books[unread.swap_remove(place)]);
            favorites::add(transaction, user_id, book_id, ago(days_ago).as_millisecond()).await?;
        }
        Ok(())
    }

    /// People who left have borrowed while their accounts were active, so the accounts are deactivated last.
    async fn leavers(&self, transaction: &mut Transaction) -> Result<()> {
        for (person, row) in self.story.people.iter().zip(&self.people) {
            let Some(left_at) = person.deactivated_at.map(Timestamp::as_millisecond) else {
                continue;
            };
            let fields = UserFields {
                deactivated_at: Some(left_at),
                ..fields(person, row.student_id.clone())
            };
            users::update(transaction, row.id, &fields, left_at).await?;
        }
        Ok(())
    }

    async fn rating_sums(&mut self, transaction: &mut Transaction) -> Result<()> {
        for (book, (sum, count)) in &self.ratings {
            let average = average_hundredths(*sum, *count);
            books::set_rating(transaction, self.books[*book], *sum, *count, average).await?;
        }
        Ok(())
    }

    async fn audit(&mut self, transaction: &mut Transaction) -> Result<DemoSummary> {
        let is_return = |event: &&Event| matches!(event.what, What::Returned { .. });
        let returned = self.story.played.events.iter().filter(is_return).count();
        let summary = DemoSummary {
            users: self.people.len() as u64,
            books: self.books.len() as u64,
            copies: self.copies,
            borrowings: self.borrowings.len() as u64,
            open_borrowings: (self.borrowings.len() - returned) as u64,
        };
        let context = Context::without_actor(self.story.now, self.random.bytes());
        let event = audit::Event {
            action: "demo.filled",
            subject: Subject::named("library"),
            before: None,
            after: Some(json!({
                "users": summary.users, "books": summary.books, "copies": summary.copies,
                "borrowings": summary.borrowings, "openBorrowings": summary.open_borrowings,
            })),
        };
        audit::record(transaction, &context, event).await?;
        Ok(summary)
    }
}

async fn store_settings(transaction: &mut Transaction, now: Timestamp) -> Result<()> {
    for (key, value) in [
        (key::TIME_ZONE, ZONE),
        (key::CLOSED_WEEKDAYS, CLOSED_WEEKDAYS),
        (key::DEMO, "1"),
    ] {
        settings::set(transaction, key, value, now.as_millisecond()).await?;
    }
    Ok(())
}

async fn found(transaction: &mut Transaction, id: UserId) -> Result<Arc<User>> {
    users::find(transaction, id)
        .await?
        .map(Arc::new)
        .ok_or(Error::NotFound(Noun::User))
}

/// A change of a copy's state.
struct Step {
    from: CopyState,
    to: CopyState,
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
        role: person.role.to_owned(),
        patron_category: None,
        student_id_key: student_id.as_deref().map(student_id_key),
        terms: person_terms(&person.name, &person.email, student_id.as_deref(), None),
        student_id,
        language: None,
        college_name: programme.map(|programme| programme.college.to_owned()),
        department: programme.map(|programme| programme.department.to_owned()),
        current_semester: studies.map(|studies| format!("Semester {}", studies.semester)),
        current_semester_category: programme.map(|programme| programme.semester_category.to_owned()),
        class: None,
        class_key: None,
        homeroom: None,
        phone: Some(person.phone.clone()),
        address: Some(person.address.clone()),
        deactivated_at: None,
    }
}
