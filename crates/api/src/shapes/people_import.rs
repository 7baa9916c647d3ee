use carrel_operations::people::bulk_import::{Fate, Imported};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::password::PasswordLink;
use super::words::ImportFate;
use crate::failure::field_failure::FieldFailure;

/// A file of people.
#[derive(Default, Deserialize, ToSchema)]
pub(crate) struct ImportForm {
    /// The text of the file. Its first line names the columns: `Email` or `Student ID`, for new people `Name`
    /// and `Email`, and any of `Role`,
    /// `Patron category`, `College`, `Department`, `Semester`, `Study category`, `Class`, `Homeroom`, `Phone` and `Address`.
    #[schema(required, nullable = false)]
    pub file: Option<String>,
    /// Whether to report what each line would do, without importing.
    pub preview: Option<bool>,
    /// Whether to create a one-time link for each new person to choose a password. Only this response contains the links.
    pub links: Option<bool>,
    /// Whether to leave people who have an account as they are.
    #[serde(rename = "keepExisting")]
    pub keep_existing: Option<bool>,
}

/// The result of each line of a file of people.
#[derive(Serialize, ToSchema)]
#[schema(as = PeopleImport)]
pub(crate) struct ImportShape {
    pub lines: Vec<ImportLine>,
    /// All headings as they are in the file.
    pub columns: Vec<String>,
    /// Headings of unknown columns, which were ignored.
    pub ignored: Vec<String>,
    /// The number of new people.
    pub new: usize,
    /// The number of existing people whom the file changes.
    pub changed: usize,
    /// The number of existing people who stay as they are.
    pub unchanged: usize,
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
    /// `new`, `changed` or `unchanged` for an existing person, or `wrong`.
    #[schema(value_type = ImportFate)]
    pub fate: &'static str,
    /// What the line changes of an existing person.
    pub changes: Vec<ImportChange>,
    pub errors: Vec<FieldFailure>,
    /// All cells of a wrong line as they are in the file, in the order of `columns`; empty for other lines.
    pub cells: Vec<String>,
    /// Null unless `links` was set and the person is new.
    pub link: Option<PasswordLink>,
}

/// A changed field of an existing person.
#[derive(Serialize, ToSchema)]
#[schema(as = PeopleImportChange)]
pub(crate) struct ImportChange {
    /// A property of a person, such as `class`.
    pub field: String,
    pub before: Option<String>,
    pub after: Option<String>,
}

impl From<Imported> for ImportShape {
    fn from(imported: Imported) -> Self {
        let [new, changed, unchanged, wrong] = Fate::ALL.map(|fate| imported.count(fate));
        let lines = imported.lines.into_iter().map(|line| ImportLine {
            line: line.line,
            name: line.name,
            email: line.email,
            fate: line.fate.as_str(),
            changes: line
                .changes
                .into_iter()
                .map(|change| ImportChange {
                    field: change.field,
                    before: change.before,
                    after: change.after,
                })
                .collect(),
            errors: line
                .errors
                .into_iter()
                .map(|(field, message)| FieldFailure::new(field, message))
                .collect(),
            cells: line.cells,
            link: line.link.map(PasswordLink::from),
        });
        ImportShape {
            lines: lines.collect(),
            columns: imported.columns,
            ignored: imported.ignored,
            new,
            changed,
            unchanged,
            wrong,
        }
    }
}
