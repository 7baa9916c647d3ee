//! The people of the demo library.

use carrel_domain::users::Role;
use carrel_search::fold;
use jiff::Timestamp;

use super::days::Days;
use super::names;
use super::programmes::{LEISURE, PROGRAMMES, Programme};
use crate::random::Random;

/// The index of the demo's administrator among the people.
pub(super) const ADMINISTRATOR: usize = 0;
/// The index of the other administrator.
pub(super) const COLLEAGUE: usize = 1;
/// The index of the demo's student.
pub(super) const STUDENT: usize = 2;
/// Two students who left and whose accounts are deactivated: the first ones who joined.
pub(super) const LEAVERS: [usize; 2] = [3, 4];
/// Two students whose balance is too high to borrow.
pub(super) const DEBTORS: [usize; 2] = [5, 8];

/// When the leavers' accounts were deactivated, in days before today.
const LEFT_DAYS_AGO: [i64; 2] = [171, 52];
/// A leaver borrows nothing in this many days before the account is deactivated, so that everything is back by then.
const LAST_BORROWING_DAYS: i64 = 75;
/// The library has been open for three years.
pub(super) const FOUNDED_DAYS_AGO: i64 = 3 * 365;
/// When the demo's student joined, in days before today.
const STUDENT_JOINED_DAYS_AGO: i64 = 430;

/// A person of the demo library.
pub(super) struct Person {
    pub name: String,
    pub email: String,
    /// The code of the role.
    pub role: &'static str,
    pub studies: Option<Studies>,
    pub phone: String,
    pub address: String,
    pub joined_at: Timestamp,
    pub deactivated_at: Option<Timestamp>,
    /// The person borrows nothing from this instant on.
    pub borrows_until: Timestamp,
    /// The relative number of random borrowings.
    pub activity: u64,
}

/// A student's studies and reading interests.
pub(super) struct Studies {
    pub programme: &'static Programme,
    /// The number of the current semester.
    pub semester: i64,
    /// Two categories that the student reads for pleasure.
    pub favourites: [&'static str; 2],
}

/// The administrators, the demo's student, and the other students in the order in which they joined.
pub(super) fn people(days: &Days, random: &mut Random) -> Vec<Person> {
    let mut others: Vec<Person> = names::STUDENTS
        .iter()
        .zip(PROGRAMMES.iter().cycle())
        .map(|(name, programme)| {
            let joined_at = joined(days, random);
            student(name, programme, joined_at, days, random)
        })
        .collect();
    others.sort_by_key(|person| person.joined_at);

    let founded = opened(days, FOUNDED_DAYS_AGO, random);
    let mut people = vec![
        Person {
            email: super::ADMIN.0.to_owned(),
            ..somebody(names::ADMINISTRATOR, founded, random)
        },
        somebody(names::COLLEAGUE, founded, random),
    ];
    let joined_at = opened(days, STUDENT_JOINED_DAYS_AGO, random);
    let demo_student = student(names::STUDENT, &PROGRAMMES[0], joined_at, days, random);
    people.push(Person {
        email: super::STUDENT.0.to_owned(),
        activity: 0,
        ..demo_student
    });
    people.extend(others);

    for (leaver, days_ago) in LEAVERS.into_iter().zip(LEFT_DAYS_AGO) {
        let left_at = opened(days, days_ago, random);
        people[leaver].deactivated_at = Some(left_at);
        people[leaver].borrows_until = opened(days, days_ago + LAST_BORROWING_DAYS, random);
    }
    for debtor in DEBTORS {
        people[debtor].activity = 1;
    }
    people
}

/// When a student joined: a random day of the three years, more likely a busy one.
fn joined(days: &Days, random: &mut Random) -> Timestamp {
    let mut day = days.ago(random.between(20, FOUNDED_DAYS_AGO - 30));
    for _ in 0..3 {
        let other = days.ago(random.between(20, FOUNDED_DAYS_AGO - 30));
        if days.busyness(other) > days.busyness(day) {
            day = other;
        }
    }
    days.visit(days.open_on_or_before(day), random)
        .expect("the library was open on a past open day")
}

/// A random instant this many days ago, or on the open day before.
fn opened(days: &Days, days_ago: i64, random: &mut Random) -> Timestamp {
    days.visit(days.open_on_or_before(days.ago(days_ago)), random)
        .expect("the library was open on a past open day")
}

fn somebody(name: &str, joined_at: Timestamp, random: &mut Random) -> Person {
    // Numbers 555-0100 to 555-0199 are reserved for fictional people.
    let area = random.pick(&["207", "315", "413", "518", "603", "802"]);
    Person {
        name: name.to_owned(),
        email: email(name),
        role: Role::ADMINISTRATOR,
        studies: None,
        phone: format!("+1{area}55501{:02}", random.below(100)),
        address: format!(
            "{} {}, {}",
            random.between(2, 189),
            random.pick(&names::STREETS),
            random.pick(&names::TOWNS)
        ),
        joined_at,
        deactivated_at: None,
        borrows_until: Timestamp::MAX,
        activity: 0,
    }
}

fn student(
    name: &str,
    programme: &'static Programme,
    joined_at: Timestamp,
    days: &Days,
    random: &mut Random,
) -> Person {
    let first = *random.pick(&LEISURE);
    let others: Vec<&str> = LEISURE.into_iter().filter(|other| *other != first).collect();
    let half_years = days.now.duration_since(joined_at).as_hours() / 24 / 182;
    Person {
        role: Role::STUDENT,
        studies: Some(Studies {
            programme,
            semester: (half_years + 1).min(8),
            favourites: [first, *random.pick::<&str>(&others)],
        }),
        activity: *random.pick(&[2, 3, 4, 4, 5, 6, 6, 8, 10, 14]),
        ..somebody(name, joined_at, random)
    }
}

/// The e-mail address made of the first and the last word of a name.
fn email(name: &str) -> String {
    let plain = fold(name);
    let mut words = plain.split_whitespace();
    let (first, last) = (
        words.next().unwrap_or_default(),
        words.next_back().unwrap_or_default(),
    );
    format!("{first}.{last}@library.example")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use carrel_domain::users::validation::DetailsChange;

    use super::*;

    fn everybody() -> Vec<Person> {
        people(
            &Days::until("2026-03-09T15:00:00Z".parse().unwrap()),
            &mut Random::new(1),
        )
    }

    #[test]
    fn the_details_of_all_people_are_valid() {
        for person in everybody() {
            let change = DetailsChange {
                name: Some(person.name.clone()),
                email: Some(person.email.clone()),
                phone: Some(person.phone),
                address: Some(person.address),
                ..DetailsChange::default()
            };
            assert_eq!(change.validate().err(), None, "{}", person.name);
            assert!(person.email.is_ascii(), "{}", person.email);
        }
    }

    #[test]
    fn no_two_people_share_a_name_or_an_address() {
        let people = everybody();
        let emails: HashSet<&str> = people.iter().map(|person| person.email.as_str()).collect();
        assert_eq!(emails.len(), people.len());
    }

    #[test]
    fn leavers_and_debtors_are_students_who_joined_over_a_year_ago() {
        let people = everybody();
        for place in LEAVERS.into_iter().chain(DEBTORS) {
            let age = "2026-03-09T15:00:00Z"
                .parse::<Timestamp>()
                .unwrap()
                .duration_since(people[place].joined_at);
            assert!(people[place].studies.is_some());
            assert!(age.as_hours() > 24 * 365, "{}", people[place].name);
        }
    }
}
