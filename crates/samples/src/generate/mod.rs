//! Generated libraries of any size, for tests at scale and benchmarks. The same scale, seed and day give the same
//! library.
//!
//! Books are generated in the order in which they were added, each with its copies and their history. The memory holds
//! only one book at a time, and a few numbers for each person. Rows are written by the bulk load of the engine.

mod accounts;
mod authors;
mod people;
mod plan;
mod scale;
mod title_page;
mod titles;
mod words;

use std::collections::BTreeMap;

use carrel_domain::calendar::{Calendar, end_of_day};
use carrel_domain::catalogue::barcode;
use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::call_number;
use carrel_domain::catalogue::copy::CopyId;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::circulation::due::due_date;
use carrel_domain::circulation::fine::{LatePeriod, fine};
use carrel_domain::circulation::{policy::Terms, popularity};
use carrel_domain::identity::{Id, hexadecimal};
use carrel_domain::money::{Amount, Currency, LedgerKind};
use carrel_domain::users::UserId;
use carrel_storage::borrowings::NewBorrowing;
use carrel_storage::code_lists::MAIN_BRANCH;
use carrel_storage::copies::NewCopy;
use carrel_storage::counters::Counter;
use carrel_storage::engine::{Loader, Options};
use carrel_storage::ledger::NewEntry;
use carrel_storage::load::{Counts, Return, Writer};
use carrel_storage::users::UserFields;
use carrel_storage::{Database, migrations};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use self::accounts::{administrator, password_hash};
use self::authors::Authors;
use self::people::People;
use self::plan::{Part, PlannedLoan, Share, Shares, WINDOW_DAYS};
pub use self::scale::{GenerateError, Generated, Scale, SignIn, beginning_of};
use self::title_page::title_page;
use crate::random::Random;
use carrel_operations::catalogue::export::new_record;
use carrel_operations::circulation::stored_terms::StoredTerms;
use carrel_operations::core::settings::key;
use carrel_operations::reports::lending::total_missing_days;
use carrel_operations::{Error, Result};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const HOUR_MS: i64 = 60 * 60 * 1000;
/// The number of days from the first added book to the first borrowing.
const COLLECTING_DAYS: i64 = 1460;

/// Fills an empty database. A database with people or books is refused.
pub async fn generate(
    options: &Options,
    scale: &Scale,
    sign_in: Option<&SignIn>,
) -> std::result::Result<Generated, GenerateError> {
    if scale.loans > 0 && (scale.books == 0 || scale.users == 0) {
        return Err(GenerateError::NobodyToBorrow);
    }
    let administrator = administrator(sign_in)?;
    let mut random = Random::new(scale.seed);
    let password_hash = password_hash(sign_in, &mut random)?;
    let window = scale.now - SignedDuration::from_hours(24 * WINDOW_DAYS);
    let terms = Terms::default();
    let loader = Loader::begin(options, migrations::newest(), None).await?;
    let mut maker = Maker {
        writer: Writer::new(loader),
        window,
        open_per_10_000: Shares::open_per_10_000(scale),
        people: People::new(scale, terms.loans_allowed),
        authors: Authors::of(scale.books, scale.seed),
        stored_terms: StoredTerms::of(&terms)?,
        terms,
        calendar: Calendar::default(),
        last_id: 0,
        desk: UserId::UNASSIGNED,
        user_ids: Vec::new(),
        categories: BTreeMap::new(),
        done: Generated::default(),
        scale,
    };
    maker.people(administrator, &password_hash, &mut random).await?;
    maker.books().await?;
    maker.rest(&mut random).await?;
    let Maker { writer, done, .. } = maker;
    let mut loader = writer.into_loader();
    loader.finish_schema().await?;
    loader.finish().await?;
    // A server would total the days at its first start, and count all borrowings for each list until then.
    total_missing_days(&Database::open(options).await?, scale.now).await?;
    Ok(done)
}

/// A random time of day at which the library is open, in milliseconds: from 8:00 to 18:00.
fn opening(random: &mut Random) -> i64 {
    random.between(8 * HOUR_MS, 18 * HOUR_MS - 1)
}

fn to_json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::Defect(format!("terms: {error}")))
}

fn instant(milliseconds: i64) -> Result<Timestamp> {
    Timestamp::from_millisecond(milliseconds).map_err(|error| Error::Defect(format!("instant: {error}")))
}

struct Maker<'a> {
    scale: &'a Scale,
    writer: Writer,
    /// The start of the first day of borrowings.
    window: Timestamp,
    open_per_10_000: u64,
    terms: Terms,
    stored_terms: StoredTerms,
    calendar: Calendar,
    people: People,
    authors: Authors,
    /// The administrator who takes copies back.
    desk: UserId,
    user_ids: Vec<UserId>,
    /// The last assigned id.
    last_id: i64,
    categories: BTreeMap<&'static str, i64>,
    done: Generated,
}

/// A book that is being generated.
struct PendingBook {
    id: BookId,
    period_own: Option<u16>,
    period: u16,
    /// The people who have a copy of it now.
    holders: Vec<u64>,
    /// The people who have rated it.
    raters: Vec<u64>,
    counts: Counts,
}

/// A copy that is being generated.
struct PendingCopy {
    id: CopyId,
    state: CopyState,
    changed_at: i64,
}

impl PendingCopy {
    fn step(&mut self, to: CopyState, at: i64) {
        self.state = to;
        self.changed_at = at;
    }
}

impl Maker<'_> {
    fn fresh_id<E>(&mut self) -> Id<E> {
        self.last_id += 1;
        Id::new(self.last_id)
    }

    async fn people(
        &mut self,
        administrator: Option<UserFields>,
        password_hash: &str,
        random: &mut Random,
    ) -> Result<()> {
        self.writer.branch(MAIN_BRANCH, "Main library", 0).await?;
        self.writer.roles().await?;
        let opened_at = self.window.as_millisecond() - COLLECTING_DAYS * DAY_MS;
        self.desk = self.fresh_id();
        if let Some(fields) = administrator {
            self.writer
                .user(self.desk, &fields, password_hash, opened_at)
                .await?;
            self.done.users += 1;
        }
        for person in 0..self.scale.users {
            let (fields, joined_at) = self.people.fields(person, self.window, random);
            let id = self.fresh_id();
            self.writer.user(id, &fields, password_hash, joined_at).await?;
            if person == 0 {
                self.done.student_email = Some(fields.email);
            }
            self.user_ids.push(id);
            self.done.users += 1;
        }
        Ok(())
    }

    async fn books(&mut self) -> Result<()> {
        let mut shares = Shares::new(self.scale);
        for book in 0..self.scale.books {
            let share = shares.next(book);
            let at = self.added_at(book, shares.is_arrival(book));
            let id = self.book(book, at, share, &shares).await?;
            if book == 0 {
                self.writer.change(id, self.scale.now.as_millisecond()).await?;
            }
        }
        Ok(())
    }

    /// When a book was added: new books during the time of the borrowings, all others before it, evenly distributed.
    fn added_at(&self, book: u64, arrival: bool) -> i64 {
        let part = |of: u64, days: i64| {
            let milliseconds = u128::from(of) * u128::from((days * DAY_MS).unsigned_abs());
            i64::try_from(milliseconds / u128::from(self.scale.books)).expect("a part of some years")
        };
        let window = self.window.as_millisecond();
        if arrival {
            window + part(book, WINDOW_DAYS)
        } else {
            window - COLLECTING_DAYS * DAY_MS + part(book, COLLECTING_DAYS)
        }
    }

    async fn book(&mut self, number: u64, at: i64, share: Share, shares: &Shares) -> Result<BookId> {
        let mut words = shares.random(number, Part::Words);
        let mut random = shares.random(number, Part::Loans);
        let own = plan::own_period(&mut words);
        let mut book = PendingBook {
            id: self.fresh_id(),
            period_own: own,
            period: plan::period(own, &self.terms),
            holders: Vec::new(),
            raters: Vec::new(),
            counts: Counts::default(),
        };
        for place in 0..share.copies {
            // The remainder of the division goes to the first copies.
            let loans = share.loans / share.copies + u64::from(place < share.loans % share.copies);
            let planned_loans = if loans == 0 {
                Vec::new()
            } else {
                plan::planned_loans(loans, book.period, self.open_per_10_000, &mut random)
            };
            self.copy(&mut book, at, &planned_loans, &mut random).await?;
        }
        let counts = &mut book.counts;
        if counts.rating_count > 0 {
            counts.rating_hundredths = counts.rating_sum * 100 / counts.rating_count;
        }
        let (category, fields, details) = title_page(self.scale.seed, self.authors, number, own, &mut words);
        *self.categories.entry(category).or_default() += 1;
        self.writer
            .book(book.id, &fields, &details, book.counts, at)
            .await?;
        if words.percent(self.scale.marc_percent)
            && let Some(marc) = new_record(&fields.record, &details, &format!("gen{number:09}"))
        {
            self.writer.marc(book.id, &marc, at).await?;
        }
        self.done.books += 1;
        Ok(book.id)
    }

    async fn copy(
        &mut self,
        book: &mut PendingBook,
        at: i64,
        planned_loans: &[PlannedLoan],
        random: &mut Random,
    ) -> Result<()> {
        let mut copy = PendingCopy {
            id: self.fresh_id(),
            state: CopyState::Available,
            changed_at: at,
        };
        for planned in planned_loans {
            self.loan(book, &mut copy, *planned, random).await?;
        }
        self.done.copies += 1;
        let code = barcode::generated(self.done.copies);
        let new = NewCopy {
            id: copy.id,
            book_id: book.id,
            barcode: &code,
            barcode_key: &barcode::key(&code),
            state: copy.state,
            location: None,
            call_number: None,
            call_number_key: call_number::NONE,
            condition: None,
            price_minor: None,
            is_lendable: 1,
            item_type: None,
            branch: MAIN_BRANCH,
            current_branch: MAIN_BRANCH,
            created_at: at,
            updated_at: copy.changed_at,
        };
        self.writer.copy(&new).await?;
        book.counts.total_copies += 1;
        book.counts.available_copies += i64::from(copy.state == CopyState::Available);
        Ok(())
    }

    async fn loan(
        &mut self,
        book: &mut PendingBook,
        copy: &mut PendingCopy,
        planned: PlannedLoan,
        random: &mut Random,
    ) -> Result<()> {
        let day_ms = |day: i64| self.window.as_millisecond() + day * DAY_MS;
        let borrowed_at = day_ms(planned.from_day) + opening(random);
        let kept = match planned.until_day {
            Some(day) => Err(day),
            // If no person can be found for an open loan, the copy is returned on the next day.
            None => self
                .people
                .lend_indefinitely(planned.from_day, &mut book.holders, random)
                .ok_or_else(|| (planned.from_day + 1).min(WINDOW_DAYS - 1)),
        };
        let (person, returned_at) = match kept {
            Ok(person) => (person, None),
            Err(day) => {
                let person = self.people.borrower(planned.from_day, random);
                let returned_at = (day_ms(day) + opening(random)).max(borrowed_at + HOUR_MS / 2);
                (person, Some(returned_at))
            }
        };
        let user_id = self.user_ids[usize::try_from(person).expect("somebody of them")];
        let day = instant(borrowed_at)?.to_zoned(TimeZone::UTC).date();
        let due_on = due_date(day, &self.terms, book.period_own, &self.calendar).date;
        let due_at = end_of_day(due_on, &TimeZone::UTC).as_millisecond();
        let id = self.fresh_id();
        let desk = self.desk;
        let borrowing = NewBorrowing {
            id,
            book_id: book.id,
            copy_id: copy.id,
            user_id,
            borrowed_at,
            due_on: &due_on.to_string(),
            due_at,
            terms: self.stored_terms.as_row(),
            branch: MAIN_BRANCH,
            patron_category: None,
            item_type: None,
            lent_by: user_id,
        };
        let returned = returned_at.map(|at| Return { at, by: desk });
        self.writer.borrowing(&borrowing, returned).await?;
        copy.step(CopyState::OnLoan, borrowed_at);
        book.counts.borrow_count += 1;
        book.counts.popularity = popularity::after_borrowing(book.counts.popularity, instant(borrowed_at)?);
        self.done.loans += 1;
        let Some(returned_at) = returned_at else {
            self.done.open_loans += 1;
            self.done.overdue_loans += u64::from(due_at < self.scale.now.as_millisecond());
            return Ok(());
        };
        copy.step(CopyState::Available, returned_at);
        let returned_on = instant(returned_at)?.to_zoned(TimeZone::UTC).date();
        let fine = fine(&LatePeriod {
            due_on,
            until: returned_on,
            terms: &self.terms,
            calendar: &self.calendar,
            replacement_price: None,
            already_charged: Amount::ZERO,
        });
        if fine.amount.is_positive() {
            let charge = NewEntry {
                id: self.fresh_id(),
                user_id,
                borrowing_id: Some(id),
                charge_id: None,
                kind: LedgerKind::Charge,
                reason: Some("overdue"),
                amount_minor: fine.amount.0,
                currency: Currency::DOLLAR.code(),
                at: returned_at,
                actor_id: desk,
                note: None,
                explanation: Some(&to_json(&fine)?),
                receipt_number: None,
            };
            self.writer.ledger(&charge).await?;
            self.done.ledger_entries += 1;
            self.settlement(&charge, random).await?;
        }
        if random.percent(8) && !book.raters.contains(&person) {
            let stars = *random.pick(&[1, 2, 3, 3, 4, 4, 4, 5, 5, 5]);
            self.writer.rating(book.id, user_id, stars, returned_at).await?;
            book.raters.push(person);
            book.counts.rating_sum += stars;
            book.counts.rating_count += 1;
        }
        Ok(())
    }

    /// Pays or waives a fine, or leaves it unpaid: most old fines and about half of the recent ones are paid, few are
    /// waived.
    async fn settlement(&mut self, charge: &NewEntry<'_>, random: &mut Random) -> Result<()> {
        let age_days = (self.scale.now.as_millisecond() - charge.at) / DAY_MS;
        let (paid, waived) = if age_days > 60 { (95, 3) } else { (45, 2) };
        let drawn = random.below(100);
        let note = (paid..paid + waived)
            .contains(&drawn)
            .then_some("The copy had been handed in at another desk");
        if drawn >= paid + waived {
            return Ok(());
        }
        let at = charge.at + random.between(1, 60) * 60_000;
        let entry = NewEntry {
            id: self.fresh_id(),
            kind: if note.is_some() {
                LedgerKind::Waiver
            } else {
                LedgerKind::Payment
            },
            reason: None,
            at,
            note,
            explanation: None,
            ..*charge
        };
        self.writer.ledger(&entry).await?;
        self.done.ledger_entries += 1;
        Ok(())
    }

    async fn rest(&mut self, random: &mut Random) -> Result<()> {
        for (category, books) in &self.categories {
            self.writer.category(category, *books).await?;
        }
        let count = |count: u64| i64::try_from(count).expect("a count of rows");
        self.writer
            .counter(Counter::Barcode, count(self.done.copies))
            .await?;
        self.writer
            .counter(Counter::StudentId, count(self.scale.users))
            .await?;
        self.writer
            .counter(Counter::Users, count(self.done.users))
            .await?;
        self.writer.balances().await?;
        let now = self.scale.now.as_millisecond();
        let data_id = hexadecimal(&random.wide().to_be_bytes());
        self.writer.setting(key::DATA_ID, &data_id, now).await?;
        let Generated {
            books,
            copies,
            users,
            loans,
            ..
        } = self.done;
        let after = json!({
            "books": books, "copies": copies, "users": users, "borrowings": loans, "seed": self.scale.seed,
        });
        self.writer
            .audit(now, "library.generated", "library", &after.to_string())
            .await?;
        Ok(())
    }
}
