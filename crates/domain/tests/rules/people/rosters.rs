//! Lists of people from files.

use carrel_domain::users::roster::{MOST_PEOPLE, RosterEntry, RosterError, read};
use carrel_domain::users::{Acts, Role};

fn person(line: u64, name: &str, email: &str, cells: &[&str]) -> RosterEntry {
    RosterEntry {
        line,
        name: Some(name.to_owned()),
        email: Some(email.to_owned()),
        cells: cells.iter().map(ToString::to_string).collect(),
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
        ..person(
            2,
            "Ada",
            "ada@school.example",
            &["ada@school.example", "38", "Ada", "S1"],
        )
    };
    let bo = person(
        5,
        "Bo; the second",
        "bo@school.example",
        &["bo@school.example", "", "Bo; the second", ""],
    );
    assert_eq!(roster.entries, [ada, bo]);
    assert_eq!(
        roster.headings,
        ["E-mail address", "Shoe size", "Full  name", "STUDENT_ID"]
    );
}

#[test]
fn a_name_may_come_in_two_columns_and_a_line_may_be_short() {
    let roster = read(
        "First name\tSurname\tEmail\tRole\nAda\tKing\ta@x.example\tAdministrator\n\tMononym\tm@x.example\n\
         Gabriel\tGarcía Márquez\tg@x.example\n",
    )
    .unwrap();
    let roles: Vec<Option<&str>> = roster.entries.iter().map(|entry| entry.role.as_deref()).collect();
    assert_eq!(roles, [Some("Administrator"), None, None]);
    let names: Vec<_> = roster.entries.iter().map(|entry| entry.name.as_deref()).collect();
    // The file says where the surname begins; the joined name says so too.
    assert_eq!(
        names,
        [Some("Ada King"), Some("Mononym"), Some("García Márquez, Gabriel")]
    );
}

#[test]
fn every_column_is_read_into_its_field() {
    let cells = [
        "Ada",
        "a@x.example",
        "admin",
        "S1",
        "staff",
        "Trinity",
        "Law",
        "3",
        "Ethics",
        "7b",
        "Room 12",
        "555",
        "1 Street, Town",
        "de",
    ];
    let cell = |text: &str| Some(text.to_owned());
    let ada = RosterEntry {
        role: cell("admin"),
        student_id: cell("S1"),
        patron_category: cell("staff"),
        college_name: cell("Trinity"),
        department: cell("Law"),
        current_semester: cell("3"),
        current_semester_category: cell("Ethics"),
        class: cell("7b"),
        homeroom: cell("Room 12"),
        phone: cell("555"),
        address: cell("1 Street, Town"),
        language: cell("de"),
        ..person(2, "Ada", "a@x.example", &cells)
    };
    for headings in [
        "Full name;Mail;Role;Card number;Patron type;School;Faculty;Semester;Study category;Grade;Homeroom;Telephone;\
         Address;Language",
        "Vollständiger Name;E-Mail;Rolle;Ausweisnummer;Benutzergruppe;Hochschule oder Schule;Fachbereich;Aktuelles Semester;Studienfach;KLASSE;\
         Klassenraum;Telefon;Anschrift;Sprache",
    ] {
        let roster = read(&format!("{headings}\n{}", cells.join(";"))).unwrap();
        assert_eq!((roster.entries, roster.ignored), (vec![ada.clone()], Vec::new()));
    }
    for heading in ["Class", "Form", "Year group", "Klasse", "Klassenstufe"] {
        let roster = read(&format!("Name,Email,{heading}\nAda,a@x.example,7b")).unwrap();
        assert_eq!(roster.entries[0].class.as_deref(), Some("7b"), "{heading}");
    }
}

#[test]
fn the_most_frequent_separator_of_the_first_line_separates_the_cells() {
    let ada = person(2, "Ada", "a@x.example", &["Ada", "a@x.example"]);
    for text in [
        "name,email\nAda,a@x.example",
        "name;email\nAda;a@x.example",
        "name\temail\nAda\ta@x.example",
    ] {
        let entries = read(text).map(|roster| roster.entries);
        assert_eq!(entries, Ok(vec![ada.clone()]), "{text}");
    }
    // Of equally frequent separators, the comma wins.
    let roster = read("name;,email\nAda,a@x.example").unwrap();
    assert_eq!(roster.entries, [ada]);
}

#[test]
fn refuses_files_without_a_list_of_people() {
    let many = format!("name,email\n{}", "a,b\n".repeat(MOST_PEOPLE + 1));
    for (text, error) in [
        ("", RosterError::NoHeadings),
        ("Ada,ada@school.example", RosterError::NoHeadings),
        ("name,email\n", RosterError::Empty),
        ("name,email\n , \n", RosterError::Empty),
        ("name\nAda", RosterError::NoHeadings),
        ("name,class\nAda,7b", RosterError::NoHeadings),
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
            "The first line must name the columns, Email or Student ID among them",
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
