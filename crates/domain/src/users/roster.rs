//! Parses a list of people from a CSV file, such as a school's own system exports.

use std::fmt;

use super::Role;

/// The maximum number of people in one file.
pub const MOST_PEOPLE: usize = 5_000;

/// The content of a column of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Name,
    FirstName,
    LastName,
    Email,
    Role,
    StudentId,
    PatronCategory,
    CollegeName,
    Department,
    CurrentSemester,
    CurrentSemesterCategory,
    Phone,
    Address,
}

/// The headings of each column, without spaces and punctuation, in lower case.
const HEADINGS: &[(Column, &[&str])] = &[
    (Column::Name, &["name", "fullname"]),
    (Column::FirstName, &["firstname", "givenname", "forename"]),
    (Column::LastName, &["lastname", "familyname", "surname"]),
    (Column::Email, &["email", "emailaddress", "mail"]),
    (Column::Role, &["role"]),
    (
        Column::StudentId,
        &["studentid", "studentnumber", "id", "cardnumber"],
    ),
    (
        Column::PatronCategory,
        &["patroncategory", "patrontype", "category"],
    ),
    (Column::CollegeName, &["college", "collegename", "school"]),
    (Column::Department, &["department", "faculty"]),
    (
        Column::CurrentSemester,
        &["currentsemester", "semester", "class", "grade", "year"],
    ),
    (
        Column::CurrentSemesterCategory,
        &[
            "currentsemestercategory",
            "currentsemesterstudycategory",
            "semestercategory",
            "studycategory",
        ],
    ),
    (Column::Phone, &["phone", "phonenumber", "telephone"]),
    (Column::Address, &["address"]),
];

/// A person in the file; an empty cell is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RosterEntry {
    /// The line of the file, from 1, on which the person's record begins.
    pub line: u64,
    pub name: Option<String>,
    pub email: Option<String>,
    /// A name or a code; that of a student if the cell is empty.
    pub role: Option<String>,
    pub student_id: Option<String>,
    /// A name or a code.
    pub patron_category: Option<String>,
    pub college_name: Option<String>,
    pub department: Option<String>,
    pub current_semester: Option<String>,
    pub current_semester_category: Option<String>,
    pub phone: Option<String>,
    pub address: Option<String>,
}

impl RosterEntry {
    /// The person's role among these: that of students if the cell is empty, `None` if it names no role.
    pub fn role<'a>(&self, roles: &'a [Role]) -> Option<&'a Role> {
        let wanted = self.role.as_deref().unwrap_or(Role::STUDENT).to_lowercase();
        let by_code = roles.iter().find(|role| role.code == wanted);
        by_code.or_else(|| roles.iter().find(|role| role.name.to_lowercase() == wanted))
    }
}

/// The people of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    pub entries: Vec<RosterEntry>,
    /// Headings of unknown columns, which are ignored.
    pub ignored: Vec<String>,
}

/// Why a file is not a list of people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RosterError {
    /// The file has no people.
    Empty,
    /// The first line has no column for names, or none for e-mail addresses.
    NoHeadings,
    /// More than [`MOST_PEOPLE`].
    TooMany,
    /// A line cannot be read; the number is from 1.
    Unreadable(u64),
}

impl fmt::Display for RosterError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RosterError::Empty => out.write_str("There are no people in this file"),
            RosterError::NoHeadings => {
                out.write_str("The first line must name the columns, Name and Email among them")
            }
            RosterError::TooMany => out.write_str("There cannot be more than 5000 people in a file"),
            RosterError::Unreadable(line) => write!(out, "Line {line} cannot be read"),
        }
    }
}

impl std::error::Error for RosterError {}

/// Parses a file. Its first line has the headings, in any order. The separator is the most frequent one of the first
/// line: comma, semicolon or tab.
pub fn read(text: &str) -> Result<Roster, RosterError> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    // Line ends of any system become `\n`, so that lines are counted as in an editor.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let first = text.lines().next().unwrap_or_default();
    let separator = [b',', b';', b'\t']
        .into_iter()
        .max_by_key(|separator| {
            let count = first.bytes().filter(|byte| byte == separator).count();
            // Of equally frequent separators, the comma wins.
            (count, u8::from(*separator == b','))
        })
        .unwrap_or(b',');
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let headings = reader.headers().map_err(|_| RosterError::Unreadable(1))?.clone();
    let columns: Vec<Option<Column>> = headings.iter().map(column).collect();
    let has = |wanted: &[Column]| wanted.iter().all(|column| columns.contains(&Some(*column)));
    let is_named = has(&[Column::Name]) || has(&[Column::FirstName, Column::LastName]);
    if !is_named || !has(&[Column::Email]) {
        return Err(RosterError::NoHeadings);
    }
    let ignored = headings
        .iter()
        .zip(&columns)
        .filter(|(heading, column)| column.is_none() && !heading.is_empty())
        .map(|(heading, _)| heading.to_owned())
        .collect();
    let mut entries = Vec::new();
    for record in reader.records() {
        let record = record
            .map_err(|error| RosterError::Unreadable(error.position().map_or(1, csv::Position::line)))?;
        if record.iter().all(str::is_empty) {
            continue;
        }
        if entries.len() == MOST_PEOPLE {
            return Err(RosterError::TooMany);
        }
        entries.push(entry(&columns, &record));
    }
    if entries.is_empty() {
        return Err(RosterError::Empty);
    }
    Ok(Roster { entries, ignored })
}

fn column(heading: &str) -> Option<Column> {
    let folded: String = heading
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    HEADINGS
        .iter()
        .find(|(_, names)| names.contains(&folded.as_str()))
        .map(|(column, _)| *column)
}

fn entry(columns: &[Option<Column>], record: &csv::StringRecord) -> RosterEntry {
    let cell = |wanted: Column| {
        let cells = record.iter().zip(columns);
        cells
            .filter(|(cell, column)| **column == Some(wanted) && !cell.is_empty())
            .map(|(cell, _)| cell.to_owned())
            .next()
    };
    let name = cell(Column::Name).or_else(|| {
        let parts = [cell(Column::FirstName), cell(Column::LastName)];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    });
    RosterEntry {
        line: record.position().map_or(1, csv::Position::line),
        name,
        email: cell(Column::Email),
        role: cell(Column::Role),
        student_id: cell(Column::StudentId),
        patron_category: cell(Column::PatronCategory),
        college_name: cell(Column::CollegeName),
        department: cell(Column::Department),
        current_semester: cell(Column::CurrentSemester),
        current_semester_category: cell(Column::CurrentSemesterCategory),
        phone: cell(Column::Phone),
        address: cell(Column::Address),
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_PEOPLE, RosterEntry, RosterError, read};
    use crate::users::{Acts, Role};

    fn person(line: u64, name: &str, email: &str) -> RosterEntry {
        RosterEntry {
            line,
            name: Some(name.to_owned()),
            email: Some(email.to_owned()),
            ..RosterEntry::default()
        }
    }

    #[test]
    fn columns_have_any_order_and_spelling_and_unknown_ones_are_reported() {
        let text = "\u{FEFF}E-mail address;Shoe size;Full  name;STUDENT_ID\r\nada@school.example;38; Ada ;S1\r\n\r\n;;;\r\n\
                    bo@school.example;;\"Bo; the second\";";
        let roster = read(text).unwrap();
        assert_eq!(roster.ignored, ["Shoe size"]);
        let ada = RosterEntry {
            student_id: Some("S1".to_owned()),
            ..person(2, "Ada", "ada@school.example")
        };
        assert_eq!(
            roster.entries,
            [ada, person(5, "Bo; the second", "bo@school.example")]
        );
    }

    #[test]
    fn a_name_may_come_in_two_columns_and_a_line_may_be_short() {
        let roster = read(
            "First name\tSurname\tEmail\tRole\nAda\tKing\ta@x.example\tAdministrator\n\tMononym\tm@x.example",
        )
        .unwrap();
        let roles: Vec<Option<&str>> = roster.entries.iter().map(|entry| entry.role.as_deref()).collect();
        assert_eq!(roles, [Some("Administrator"), None]);
        let names: Vec<_> = roster.entries.iter().map(|entry| entry.name.as_deref()).collect();
        assert_eq!(names, [Some("Ada King"), Some("Mononym")]);
    }

    #[test]
    fn every_column_is_read_into_its_field() {
        let text = "Full name,Mail,Role,Card number,Patron type,School,Faculty,Grade,Study category,Telephone,Address\n\
                    Ada,a@x.example,admin,S1,staff,Trinity,Law,3,Ethics,555,\"1 Street, Town\"";
        let cell = |text: &str| Some(text.to_owned());
        let ada = RosterEntry {
            role: cell("admin"),
            student_id: cell("S1"),
            patron_category: cell("staff"),
            college_name: cell("Trinity"),
            department: cell("Law"),
            current_semester: cell("3"),
            current_semester_category: cell("Ethics"),
            phone: cell("555"),
            address: cell("1 Street, Town"),
            ..person(2, "Ada", "a@x.example")
        };
        let roster = read(text).unwrap();
        assert_eq!((roster.entries, roster.ignored), (vec![ada], Vec::new()));
    }

    #[test]
    fn the_most_frequent_separator_of_the_first_line_separates_the_cells() {
        let ada = person(2, "Ada", "a@x.example");
        for text in [
            "name,email\nAda,a@x.example",
            "name;email\nAda;a@x.example",
            "name\temail\nAda\ta@x.example",
            // Of equally frequent separators, the comma wins.
            "name;,email\nAda,a@x.example",
        ] {
            let entries = read(text).map(|roster| roster.entries);
            assert_eq!(entries, Ok(vec![ada.clone()]), "{text}");
        }
    }

    #[test]
    fn refuses_files_without_a_list_of_people() {
        let many = format!("name,email\n{}", "a,b\n".repeat(MOST_PEOPLE + 1));
        for (text, error) in [
            ("", RosterError::NoHeadings),
            ("Ada,ada@school.example", RosterError::NoHeadings),
            ("first name,email\nAda,a@x.example", RosterError::NoHeadings),
            ("name,email\n", RosterError::Empty),
            ("name,email\n , \n", RosterError::Empty),
            ("name\nAda", RosterError::NoHeadings),
            ("email\na@x.example", RosterError::NoHeadings),
            (many.as_str(), RosterError::TooMany),
        ] {
            assert_eq!(read(text), Err(error), "{text:.40}");
        }
        let most = format!("name,email\n{}", "a,b\n".repeat(MOST_PEOPLE));
        assert_eq!(read(&most).map(|roster| roster.entries.len()), Ok(MOST_PEOPLE));
    }

    #[test]
    fn a_role_is_found_by_code_or_name_without_regard_to_case() {
        let helper = Role::stored("helper-2".to_owned(), "Weekend Helper".to_owned(), Acts::NONE);
        // Its name is the code of another role, which wins.
        let shadow = Role::stored("shadow".to_owned(), "Helper-2".to_owned(), Acts::NONE);
        let roles = [shadow, Role::student(), helper, Role::administrator()];
        for (text, code) in [
            (None, Some("student")),
            (Some("Student"), Some("student")),
            (Some("ADMIN"), Some("admin")),
            (Some("administrator"), Some("admin")),
            (Some("weekend helper"), Some("helper-2")),
            (Some("Helper-2"), Some("helper-2")),
            (Some("librarian"), None),
        ] {
            let entry = RosterEntry {
                role: text.map(str::to_owned),
                ..RosterEntry::default()
            };
            assert_eq!(
                entry.role(&roles).map(|role| role.code.as_str()),
                code,
                "{text:?}"
            );
        }
    }

    #[test]
    fn errors_say_what_is_wrong_with_the_file() {
        for (error, words) in [
            (RosterError::Empty, "There are no people in this file"),
            (
                RosterError::NoHeadings,
                "The first line must name the columns, Name and Email among them",
            ),
            (
                RosterError::TooMany,
                "There cannot be more than 5000 people in a file",
            ),
            (RosterError::Unreadable(7), "Line 7 cannot be read"),
        ] {
            assert_eq!(error.to_string(), words);
        }
    }
}
