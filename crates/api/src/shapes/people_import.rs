use carrel_operations::people::bulk_import::{Fate, Imported};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::password::PasswordLink;
use super::words::ImportFate;

/// A file of people.
#[derive(Default, Deserialize, ToSchema)]
pub(crate) struct ImportForm {
    /// The text of the file. Its first line names the columns: `Name` and `Email`, and any of `Role`, `Student ID`,
    /// `Patron category`, `College`, `Department`, `Semester`, `Study category`, `Phone` and `Address`.
    #[schema(required, nullable = false)]
    pub file: Option<String>,
    /// Whether to report what each line would do, without importing.
    pub preview: Option<bool>,
    /// Whether to create a one-time link for each new person to choose a password. Only this response contains the links.
    pub links: Option<bool>,
}

/// The result of each line of a file of people.
#[derive(Serialize, ToSchema)]
#[schema(as = PeopleImport)]
pub(crate) struct ImportShape {
    pub lines: Vec<ImportLine>,
    /// Headings of unknown columns, which were ignored.
    pub ignored: Vec<String>,
    /// The number of new people.
    pub new: usize,
    /// The number of people who have an account already.
    pub known: usize,
    /// The number of wrong lines.
    pub wrong: usize,
}

/// A line of a file of people.
#[derive(Serialize, ToSchema)]
#[schema(as = PeopleImportLine)]
pub(crate) struct ImportLine {
    /// From 1.
    pub line: u64,
    pub name: String,
    pub email: String,
    /// `new`, `known` for an existing account, or `wrong`.
    #[schema(value_type = ImportFate)]
    pub fate: &'static str,
    pub errors: Vec<ImportError>,
    /// Null unless `links` was set and the person is new.
    pub link: Option<PasswordLink>,
}

/// An error of a line.
#[derive(Serialize, ToSchema)]
#[schema(as = PeopleImportError)]
pub(crate) struct ImportError {
    pub field: String,
    pub message: String,
}

impl From<Imported> for ImportShape {
    fn from(imported: Imported) -> Self {
        let [new, known, wrong] = Fate::ALL.map(|fate| imported.count(fate));
        let lines = imported.lines.into_iter().map(|line| ImportLine {
            line: line.line,
            name: line.name,
            email: line.email,
            fate: line.fate.as_str(),
            errors: line
                .errors
                .into_iter()
                .map(|(field, message)| ImportError { field, message })
                .collect(),
            link: line.link.map(PasswordLink::from),
        });
        ImportShape {
            lines: lines.collect(),
            ignored: imported.ignored,
            new,
            known,
            wrong,
        }
    }
}
