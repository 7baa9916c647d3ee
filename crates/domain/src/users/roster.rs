//! Parses a list of people from a CSV file, such as a school's own system exports.

use std::fmt;

use super::{Role, surname};

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
    Class,
    Homeroom,
    Phone,
    Address,
    Language,
}

/// The headings of each column in English and German, without spaces and punctuation, in lower case.
const HEADINGS: &[(Column, &[&str])] = &[
    (Column::Name, &["name", "fullname", "vollständigername"]),
    (
        Column::FirstName,
        &[
            "firstname",
            "firstnames",
            "givenname",
            "forename",
            "vorname",
            "vornamen",
            "rufname",
        ],
    ),
    (
        Column::LastName,
        &["lastname", "familyname", "surname", "nachname", "familienname"],
    ),
    (
        Column::Email,
        &["email", "emailaddress", "mail", "emailadresse", "mailadresse"],
    ),
    (Column::Role, &["role", "rolle"]),
    (
        Column::StudentId,
        &[
            "studentid",
            "studentnumber",
            "id",
            "cardnumber",
            "schülernummer",
            "schülerid",
            "matrikelnummer",
            "ausweisnummer",
        ],
    ),
    (
        Column::PatronCategory,
        &[
            "patroncategory",
            "patrontype",
            "category",
            "nutzergruppe",
            "benutzergruppe",
            "personengruppe",
        ],
    ),
    (
        Column::CollegeName,
        &[
            "college",
            "collegename",
            "school",
            "hochschule",
            "schule",
            "hochschuleoderschule",
        ],
    ),
    (
        Column::Department,
        &["department", "faculty", "fachbereich", "fakultät", "abteilung"],
    ),
    (
        Column::CurrentSemester,
        &["currentsemester", "semester", "year", "aktuellessemester"],
    ),
    (
        Column::CurrentSemesterCategory,
        &[
            "currentsemestercategory",
            "currentsemesterstudycategory",
            "semestercategory",
            "studycategory",
            "studienkategorie",
            "studienfach",
        ],
    ),
    (
        Column::Class,
        &[
            "class",
            "classname",
            "grade",
            "form",
            "yeargroup",
            "klasse",
            "klassenstufe",
            "jahrgangsstufe",
            "stufe",
        ],
    ),
    (
        Column::Homeroom,
        &[
            "homeroom",
            "homeroomteacher",
            "classroom",
            "classteacher",
            "formteacher",
            "klassenraum",
            "klassenzimmer",
            "klassenlehrer",
            "klassenlehrerin",
            "klassenleitung",
        ],
    ),
    (
        Column::Phone,
        &[
            "phone",
            "phonenumber",
            "telephone",
            "mobile",
            "telefon",
            "telefonnummer",
            "handy",
            "mobil",
        ],
    ),
    (Column::Address, &["address", "adresse", "anschrift"]),
    (Column::Language, &["language", "sprache"]),
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
    pub class: Option<String>,
    pub homeroom: Option<String>,
    pub phone: Option<String>,
    pub address: Option<String>,
    /// A code of BCP 47.
    pub language: Option<String>,
    /// All cells of the line as they are in the file.
    pub cells: Vec<String>,
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
    /// All headings as they are in the file.
    pub headings: Vec<String>,
    /// Headings of unknown columns, which are ignored.
    pub ignored: Vec<String>,
}

/// Why a file is not a list of people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RosterError {
    /// The file has no people.
    Empty,
    /// The first line has no column for e-mail addresses and none for student IDs.
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
                out.write_str("The first line must name the columns, Email or Student ID among them")
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
    // By one of them a person is found.
    if ![Column::Email, Column::StudentId]
        .iter()
        .any(|column| columns.contains(&Some(*column)))
    {
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
    Ok(Roster {
        entries,
        headings: headings.iter().map(str::to_owned).collect(),
        ignored,
    })
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
        let [first_names, surname] = [Column::FirstName, Column::LastName].map(cell);
        let name = surname::joined(
            first_names.as_deref().unwrap_or_default(),
            surname.as_deref().unwrap_or_default(),
        );
        (!name.is_empty()).then_some(name)
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
        class: cell(Column::Class),
        homeroom: cell(Column::Homeroom),
        phone: cell(Column::Phone),
        address: cell(Column::Address),
        language: cell(Column::Language),
        cells: record.iter().map(str::to_owned).collect(),
    }
}
