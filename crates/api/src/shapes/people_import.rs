use carrel_operations::people::bulk_import::{Fate, Imported};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::PasswordLink;
use super::words::ImportFate;

/// A file of people.
#[derive(Default, Deserialize, ToSchema)]
pub(crate) struct ImportForm {
    /// The text of the file. Its first line names the columns: `Name` and `Email`, and any of `Role`, `Student ID`,
    /// `Patron category`, `College`, `Department`, `Semester`, `Study category`, `Phone` and `Address`.
    #[schema(required, nullable = false)]
    pub file: Option<String>,
    /// Only says what would become of each line.
    pub preview: Option<bool>,
    /// Makes a link for each new person, by which they choose a password. The links are told this once.
    pub links: Option<bool>,
}

/// What became of each line of a file of people, or would.
#[derive(Serialize, ToSchema)]
#[schema(as = PeopleImport)]
pub(crate) struct ImportShape {
    pub lines: Vec<ImportLine>,
    /// Headings of columns that mean nothing here.
    pub ignored: Vec<String>,
    /// How many come in.
    pub new: usize,
    /// How many are here already.
    pub known: usize,
    /// How many cannot come in.
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
    /// `new`, `known` for somebody who is here already, or `wrong`.
    #[schema(value_type = ImportFate)]
    pub fate: &'static str,
    pub errors: Vec<ImportError>,
    /// Null unless links were asked for and the person is new.
    pub link: Option<PasswordLink>,
}

/// What is wrong with a line.
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
