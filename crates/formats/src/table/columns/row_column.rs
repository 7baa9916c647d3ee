//! The columns of tables that are not about books.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::headings::plain;
use super::names::{FINES, LOANS, PEOPLE};

/// What a table is about, when it is not about books.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowKind {
    People,
    /// Who has which copy, and until when.
    Loans,
    /// Who owes how much, and for what.
    Fines,
}

/// What a column of such a table holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RowColumn {
    /// The whole name, or the family name and the first names separated by a comma.
    Name,
    FirstName,
    MiddleName,
    LastName,
    Email,
    Role,
    /// The number of the person: that of the library card, or of the school.
    StudentId,
    PatronCategory,
    College,
    Department,
    Semester,
    SemesterCategory,
    Class,
    Homeroom,
    Phone,
    /// The whole address, or its street.
    Address,
    /// The second line of the address.
    AddressMore,
    PostalCode,
    City,
    Country,
    Language,
    /// The barcode of a copy.
    Barcode,
    /// The day of a loan, with its time if it is known.
    BorrowedAt,
    /// The day by which a copy is due.
    DueAt,
    /// An amount of money.
    Amount,
    /// Why something is charged.
    Reason,
    /// What is charged: words, or the title of a book.
    Description,
    /// The day on which a charge arose, with its time if it is known.
    ChargedAt,
}

impl RowColumn {
    /// All columns, in the order of their declaration.
    pub const ALL: [RowColumn; 28] = [
        RowColumn::Name,
        RowColumn::FirstName,
        RowColumn::MiddleName,
        RowColumn::LastName,
        RowColumn::Email,
        RowColumn::Role,
        RowColumn::StudentId,
        RowColumn::PatronCategory,
        RowColumn::College,
        RowColumn::Department,
        RowColumn::Semester,
        RowColumn::SemesterCategory,
        RowColumn::Class,
        RowColumn::Homeroom,
        RowColumn::Phone,
        RowColumn::Address,
        RowColumn::AddressMore,
        RowColumn::PostalCode,
        RowColumn::City,
        RowColumn::Country,
        RowColumn::Language,
        RowColumn::Barcode,
        RowColumn::BorrowedAt,
        RowColumn::DueAt,
        RowColumn::Amount,
        RowColumn::Reason,
        RowColumn::Description,
        RowColumn::ChargedAt,
    ];

    /// The code of the column in stored settings.
    pub fn code(self) -> &'static str {
        match self {
            RowColumn::Name => "name",
            RowColumn::FirstName => "firstName",
            RowColumn::MiddleName => "middleName",
            RowColumn::LastName => "lastName",
            RowColumn::Email => "email",
            RowColumn::Role => "role",
            RowColumn::StudentId => "studentId",
            RowColumn::PatronCategory => "patronCategory",
            RowColumn::College => "collegeName",
            RowColumn::Department => "department",
            RowColumn::Semester => "currentSemester",
            RowColumn::SemesterCategory => "currentSemesterCategory",
            RowColumn::Class => "class",
            RowColumn::Homeroom => "homeroom",
            RowColumn::Phone => "phone",
            RowColumn::Address => "address",
            RowColumn::AddressMore => "addressMore",
            RowColumn::PostalCode => "postalCode",
            RowColumn::City => "city",
            RowColumn::Country => "country",
            RowColumn::Language => "language",
            RowColumn::Barcode => "barcode",
            RowColumn::BorrowedAt => "borrowedAt",
            RowColumn::DueAt => "dueAt",
            RowColumn::Amount => "amount",
            RowColumn::Reason => "reason",
            RowColumn::Description => "description",
            RowColumn::ChargedAt => "chargedAt",
        }
    }
}

/// The names of columns by their plain texts, with their ranks: the lowest is the clearest.
type Names = HashMap<String, (usize, RowColumn)>;

static NAMES_OF_PEOPLE: LazyLock<Names> = LazyLock::new(|| names(&PEOPLE));
static NAMES_OF_LOANS: LazyLock<Names> = LazyLock::new(|| names(&LOANS));
static NAMES_OF_FINES: LazyLock<Names> = LazyLock::new(|| names(&FINES));

fn names(columns: &[(RowColumn, &str)]) -> Names {
    let mut names = HashMap::new();
    for (column, words) in columns {
        // The codes are names too, for tables that this system wrote.
        for (rank, word) in words.split(';').chain([column.code()]).enumerate() {
            names.entry(plain(word)).or_insert((rank, *column));
        }
    }
    names
}

impl RowKind {
    fn names(self) -> &'static Names {
        match self {
            RowKind::People => &NAMES_OF_PEOPLE,
            RowKind::Loans => &NAMES_OF_LOANS,
            RowKind::Fines => &NAMES_OF_FINES,
        }
    }

    /// The columns that such a table can have.
    pub fn columns(self) -> impl Iterator<Item = RowColumn> {
        let columns: &[(RowColumn, &str)] = match self {
            RowKind::People => &PEOPLE,
            RowKind::Loans => &LOANS,
            RowKind::Fines => &FINES,
        };
        columns.iter().map(|(column, _)| *column)
    }

    /// The column with this code, if such a table can have it.
    pub fn column(self, code: &str) -> Option<RowColumn> {
        self.columns().find(|column| column.code() == code)
    }

    fn named(self, heading: &str) -> Option<(usize, RowColumn)> {
        let find = |text: &str| self.names().get(&plain(text)).copied();
        // The words in brackets are often an explanation. Exports of databases put the table before the name.
        let without_brackets = || heading.split_once(['(', '[']).and_then(|(name, _)| find(name));
        let without_table = || heading.split_once('.').and_then(|(_, name)| find(name));
        find(heading).or_else(without_brackets).or_else(without_table)
    }

    /// Guesses which column is which, from the headings and a sample of rows. There is an entry for each column of both, and `None`
    /// for unknown columns. No column is given twice: the clearest heading wins.
    pub fn guess_columns(self, headings: &[String], sample: &[Vec<String>]) -> Vec<Option<RowColumn>> {
        let width = sample.iter().map(Vec::len).max().unwrap_or(0).max(headings.len());
        let mut columns = vec![None; width];
        let mut named: Vec<(usize, usize, RowColumn)> = headings
            .iter()
            .enumerate()
            .filter_map(|(place, heading)| self.named(heading).map(|(rank, column)| (rank, place, column)))
            .collect();
        named.sort_unstable();
        for (_, place, column) in named {
            if !columns.contains(&Some(column)) {
                columns[place] = Some(column);
            }
        }
        if !columns.contains(&Some(RowColumn::Email))
            && self.column(RowColumn::Email.code()).is_some()
            && let Some(place) =
                (0..width).find(|place| columns[*place].is_none() && are_addresses(*place, sample))
        {
            columns[place] = Some(RowColumn::Email);
        }
        columns
    }

    /// Whether the first row of a table holds headings: it has a known one, and no address of a person.
    pub fn has_headings(self, first: &[String]) -> bool {
        first.iter().any(|cell| self.named(cell).is_some()) && !first.iter().any(|cell| cell.contains('@'))
    }
}

/// Whether a column holds email addresses.
fn are_addresses(place: usize, sample: &[Vec<String>]) -> bool {
    let mut cells = sample
        .iter()
        .filter_map(|row| row.get(place))
        .map(|cell| cell.trim())
        .filter(|cell| !cell.is_empty())
        .peekable();
    cells.peek().is_some() && cells.all(|cell| cell.contains('@'))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{RowColumn, RowKind};
    use crate::table::columns::headings::plain;
    use crate::table::columns::names::{FINES, LOANS, PEOPLE};

    fn guessed(kind: RowKind, headings: &str, rows: &[&str]) -> String {
        let row = |cells: &str| cells.split('|').map(str::to_owned).collect::<Vec<_>>();
        let rows: Vec<Vec<String>> = rows.iter().map(|cells| row(cells)).collect();
        let columns = kind.guess_columns(&row(headings), &rows).into_iter();
        let codes: Vec<&str> = columns
            .map(|column| column.map_or("-", RowColumn::code))
            .collect();
        codes.join("|")
    }

    #[test]
    fn no_name_is_that_of_two_columns_of_a_table() {
        for names in [&PEOPLE[..], &LOANS[..], &FINES[..]] {
            let mut columns: HashMap<String, RowColumn> = HashMap::new();
            for (column, words) in names {
                for word in words.split(';') {
                    let other = columns.insert(plain(word), *column);
                    assert!(
                        other.is_none_or(|other| other == *column),
                        "{word}: {other:?}, {column:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn every_column_has_a_code_of_its_own() {
        for column in RowColumn::ALL {
            let same = RowColumn::ALL
                .into_iter()
                .filter(|other| other.code() == column.code());
            assert_eq!(same.count(), 1, "{column:?}");
        }
    }

    #[test]
    fn recognises_people_in_the_exports_of_other_systems_and_in_several_languages() {
        for (headings, expected) in [
            (
                "borrowernumber|cardnumber|surname|firstname|title|address|city|zipcode|country|email|phone|mobile|branchcode|\
                 categorycode|dateenrolled|dateexpiry",
                "-|studentId|lastName|firstName|-|address|city|postalCode|country|email|-|phone|-|patronCategory|-|-",
            ),
            (
                "member_id|member_name|gender|member_type_name|member_email|member_address|postal_code|inst_name|is_new|\
                 member_image|pin|member_phone|member_since_date|register_date|expire_date|member_notes",
                "studentId|name|-|patronCategory|email|address|postalCode|collegeName|-|-|-|phone|-|-|-|-",
            ),
            (
                "Patron Barcode|First Name|Middle Name|Last Name|Email|Day Phone|Street 1|City|Postal Code|Profile",
                "studentId|firstName|middleName|lastName|email|phone|address|city|postalCode|patronCategory",
            ),
            (
                "barcode_nmbr|last_name|first_name|address|home_phone|email|classification|school_grade|school_teacher",
                "studentId|lastName|firstName|address|phone|email|patronCategory|class|homeroom",
            ),
            (
                "Site|Last Name|First Name|Middle Name|District ID|Barcode|Patron Type|Grade Level|Homeroom|Email 1|Primary Phone|\
                 Address Line 1|City|Zip",
                "collegeName|lastName|firstName|middleName|-|studentId|patronCategory|class|homeroom|email|phone|address|city|\
                 postalCode",
            ),
            (
                "Last Name|First Name|District ID|Patron Type",
                "lastName|firstName|studentId|patronCategory",
            ),
            (
                "Nachname|Vorname|E-Mail-Adresse|Ausweisnummer|Klasse|Nutzergruppe|PLZ|Ort|Straße",
                "lastName|firstName|email|studentId|class|patronCategory|postalCode|city|address",
            ),
            (
                "Nom|Prénom|Courriel|Numéro de carte|Classe|Téléphone|Ville",
                "lastName|firstName|email|studentId|class|phone|city",
            ),
            (
                "Apellidos|Nombre|Correo electrónico|Número de carné|Curso|Teléfono|Ciudad",
                "lastName|firstName|email|studentId|class|phone|city",
            ),
        ] {
            assert_eq!(guessed(RowKind::People, headings, &[]), expected, "{headings}");
        }
    }

    #[test]
    fn recognises_loans_in_the_exports_of_other_systems_and_in_several_languages() {
        for (headings, expected) in [
            (
                "barcode|cardnumber|issuedate|date_due|itemnumber",
                "barcode|studentId|borrowedAt|dueAt|-",
            ),
            (
                "item_code|member_id|loan_date|due_date|is_return",
                "barcode|studentId|borrowedAt|dueAt|-",
            ),
            (
                "Copy Barcode|Patron Barcode|Checkout Date|Due Date|Title",
                "barcode|studentId|borrowedAt|dueAt|-",
            ),
            (
                "Mediennummer|Ausweisnummer|Ausleihdatum|Fällig am",
                "barcode|studentId|borrowedAt|dueAt",
            ),
            (
                "Code-barres|Courriel|Date de prêt|Date de retour prévue",
                "barcode|email|borrowedAt|dueAt",
            ),
            (
                "Código de barras|Número de carné|Fecha de préstamo|Fecha de vencimiento",
                "barcode|studentId|borrowedAt|dueAt",
            ),
            (
                "barcode_nmbr|mbr_barcode|status_begin_dt|due_back_dt",
                "barcode|studentId|borrowedAt|dueAt",
            ),
        ] {
            assert_eq!(guessed(RowKind::Loans, headings, &[]), expected, "{headings}");
        }
    }

    #[test]
    fn recognises_fines_in_the_exports_of_other_systems_and_in_several_languages() {
        for (headings, expected) in [
            (
                "cardnumber|amountoutstanding|debit_type_code|description|barcode|date",
                "studentId|amount|reason|description|barcode|chargedAt",
            ),
            (
                "member_id|amount|description|fines_date|debet",
                "studentId|amount|description|chargedAt|-",
            ),
            (
                "Patron Barcode|Balance Owed|Last Billing Type|Title|Barcode|Start Date/Time",
                "studentId|amount|reason|description|barcode|chargedAt",
            ),
            (
                "mbr_barcode|amount|description|create_dt",
                "studentId|amount|description|chargedAt",
            ),
            (
                "Patron Barcode|Amount Due|Fine Type|Title|Copy Barcode|Date Created",
                "studentId|amount|reason|description|barcode|chargedAt",
            ),
            (
                "Ausweisnummer|Offener Betrag|Grund|Bezeichnung|Datum",
                "studentId|amount|reason|description|chargedAt",
            ),
            (
                "Numéro de carte|Montant|Motif|Titre|Date",
                "studentId|amount|reason|description|chargedAt",
            ),
            (
                "Correo electrónico|Importe|Motivo|Descripción|Fecha",
                "email|amount|reason|description|chargedAt",
            ),
        ] {
            assert_eq!(guessed(RowKind::Fines, headings, &[]), expected, "{headings}");
        }
    }

    #[test]
    fn addresses_are_found_by_their_values() {
        let rows = ["Ada King|ada@school.example", "Bo Brook|"];
        assert_eq!(guessed(RowKind::People, "Wer|Wo", &rows), "-|email");
    }

    #[test]
    fn a_person_is_no_row_of_headings() {
        for (first, expected) in [
            (["Name", "Email"], true),
            (["Ada King", "ada@school.example"], false),
            (["Name", "ada@school.example"], false),
            (["Wer", "Wo"], false),
        ] {
            assert_eq!(
                RowKind::People.has_headings(&first.map(str::to_owned)),
                expected,
                "{first:?}"
            );
        }
    }
}
