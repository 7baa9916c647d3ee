//! Generated people: their details, and who can borrow on a day.

use carrel_domain::users::{Role, email_key, student_id};
use carrel_search::fold;
use carrel_storage::users::UserFields;
use jiff::Timestamp;

use super::plan::WINDOW_DAYS;
use super::{DAY_MS, Scale};
use crate::demo::names::{STREETS, STUDENTS, TOWNS};
use crate::demo::programmes::PROGRAMMES;
use crate::random::Random;
use carrel_operations::core::keys::{name_key, person_terms, student_id_key};

/// The percentage of people who joined before the first borrowing.
const EARLY_PERCENT: u64 = 60;
/// The others joined within this many days.
const JOINING_DAYS: u64 = 700;
/// One of this many accounts is deactivated.
const LEAVERS: u64 = 101;

/// All people who may borrow, and how many copies each has now.
pub(super) struct People {
    early: u64,
    late: u64,
    open: Vec<u8>,
    most_open: u8,
}

impl People {
    pub(super) fn new(scale: &Scale, loans_allowed: u16) -> Self {
        let early = (scale.users * EARLY_PERCENT).div_ceil(100);
        let count = usize::try_from(scale.users).expect("users that fit into memory");
        People {
            early,
            late: scale.users - early,
            open: vec![0; count],
            most_open: u8::try_from(loans_allowed).unwrap_or(u8::MAX),
        }
    }

    /// How many people had joined by a day of the window. People are numbered in the order in which they joined.
    fn joined_by(&self, day: i64) -> u64 {
        self.early + self.late * u64::try_from(day).unwrap_or(0).min(JOINING_DAYS) / JOINING_DAYS
    }

    /// The day of the window on which a person joined; negative for people who joined before it.
    fn joined_on(&self, person: u64) -> i64 {
        let day = |value: u64| i64::try_from(value).expect("a day");
        if person < self.early {
            // Distributed over the year before the window.
            day(365 * person / self.early.max(1)) - 366
        } else {
            day((person - self.early) * JOINING_DAYS / self.late.max(1))
        }
    }

    /// A random person who borrows on a day. People who joined early are chosen more often.
    pub(super) fn borrower(&self, day: i64, random: &mut Random) -> u64 {
        let joined = self.joined_by(day).max(1);
        let drawn = (0..3).map(|_| random.below(joined)).min().unwrap_or(0);
        if is_leaver(drawn) {
            drawn.saturating_sub(1)
        } else {
            drawn
        }
    }

    /// Chooses a person for a loan that stays open: one who has not reached the limit and does not have the book.
    /// `None` when a few attempts find no such person.
    pub(super) fn lend_indefinitely(
        &mut self,
        day: i64,
        holders: &mut Vec<u64>,
        random: &mut Random,
    ) -> Option<u64> {
        for _ in 0..8 {
            let person = self.borrower(day, random);
            let open = &mut self.open[usize::try_from(person).expect("somebody of them")];
            if *open < self.most_open && !holders.contains(&person) {
                *open += 1;
                holders.push(person);
                return Some(person);
            }
        }
        None
    }

    /// The details of a person, and when the person joined.
    pub(super) fn fields(&self, person: u64, window: Timestamp, random: &mut Random) -> (UserFields, i64) {
        let joined_on = self.joined_on(person);
        let joined_at = window.as_millisecond() + joined_on * DAY_MS + super::opening(random);
        let (given, family) = (given_name(random), family_name(random));
        let name = format!("{given} {family}");
        let email = email(given, family, person);
        let year = Timestamp::from_millisecond(joined_at)
            .map_or(1970, |joined| joined.to_zoned(jiff::tz::TimeZone::UTC).year());
        let number = student_id(year, person + 1);
        let programme = random.pick(&PROGRAMMES);
        let semester = ((WINDOW_DAYS - joined_on) / 182 + 1).min(8);
        let fields = UserFields {
            name_key: name_key(&name),
            email_key: email_key(&email),
            role: Role::STUDENT.to_owned(),
            patron_category: None,
            student_id_key: Some(student_id_key(&number)),
            terms: person_terms(&name, &email, Some(&number), None),
            student_id: Some(number),
            language: None,
            college_name: Some(programme.college.to_owned()),
            department: Some(programme.department.to_owned()),
            current_semester: Some(format!("Semester {semester}")),
            current_semester_category: Some(programme.semester_category.to_owned()),
            class: None,
            class_key: None,
            homeroom: None,
            phone: Some(format!("+120755501{:02}", random.below(100))),
            address: Some(format!(
                "{} {}, {}",
                random.between(2, 189),
                random.pick(&STREETS),
                random.pick(&TOWNS)
            )),
            deactivated_at: is_leaver(person)
                .then(|| window.as_millisecond() + WINDOW_DAYS * DAY_MS - DAY_MS * random.between(1, 20)),
            name,
            email,
        };
        (fields, joined_at)
    }
}

/// Whether the person's account is deactivated. The first person's never is, so that one active account remains.
fn is_leaver(person: u64) -> bool {
    person > 0 && person.is_multiple_of(LEAVERS)
}

/// The given name of a random invented person.
pub(super) fn given_name(random: &mut Random) -> &'static str {
    let name = *random.pick(&STUDENTS);
    name.split_once(' ').map_or(name, |(given, _)| given)
}

/// The family name of a random invented person.
pub(super) fn family_name(random: &mut Random) -> &'static str {
    let name = *random.pick(&STUDENTS);
    name.split_once(' ').map_or(name, |(_, family)| family)
}

/// The e-mail address of a person. The number makes it unique.
fn email(given: &str, family: &str, person: u64) -> String {
    format!("{}.{}.{}@library.example", fold(given), fold(family), person + 1)
}
