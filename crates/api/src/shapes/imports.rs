use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::imports::{self, ImportFinding, ImportId, OnDuplicate, message};
use carrel_domain::users::{User, UserId};
use carrel_operations::imports::Mapping;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time::time;
use super::words::{
    ImportColumn, ImportKind, ImportProblem, ImportStateName, ImportedFormat, OnDuplicateName,
};
use crate::failure::Failure;
use crate::failure::field_failure::FieldFailure;
use crate::input::given;

/// An import of books or people.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Import {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: ImportId,
    /// What the records are.
    #[schema(value_type = ImportKind)]
    pub kind: &'static str,
    /// The name of the file.
    pub name: String,
    #[schema(value_type = ImportedFormat)]
    pub format: &'static str,
    /// The size of the file.
    pub size_bytes: i64,
    #[schema(value_type = ImportStateName)]
    pub state: &'static str,
    /// Records that were read: by the check, and then again while they are brought in.
    pub read: i64,
    /// Records of the whole file; 0 until the check has ended.
    pub total: i64,
    /// Records without errors.
    pub valid: i64,
    pub rejected: i64,
    /// Valid records whose book or person the library has; of books also those that repeat an earlier record of the file.
    pub duplicates: i64,
    /// Added books or people.
    pub added: i64,
    /// Changed books or people.
    pub updated: i64,
    /// Duplicates that changed nothing.
    pub skipped: i64,
    /// Of books: added copies; until books are brought in, those that the file has.
    pub copies: i64,
    /// Books or people that an undo left in place.
    pub kept: i64,
    /// Whether any record was brought in.
    pub has_begun: bool,
    /// Why it failed.
    #[schema(value_type = Option<ImportProblem>)]
    pub problem: Option<String>,
    /// How a table is read; null for MARC.
    pub table: Option<ImportedTable>,
    /// The category of books without one; null for people.
    pub category: Option<String>,
    /// The copies of a record that lists none.
    pub copies_without: u16,
    #[schema(value_type = OnDuplicateName)]
    pub on_duplicate: &'static str,
    #[schema(format = DateTime)]
    pub created_at: String,
    #[schema(format = DateTime)]
    pub updated_at: String,
}

/// How a table is read.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportedTable {
    /// The character between two cells.
    pub separator: String,
    /// The name of the encoding, such as `utf-8`.
    pub encoding: String,
    /// Whether the first row has headings.
    pub has_headings: bool,
    pub columns: Vec<ImportedColumn>,
}

/// A column of a table.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ImportedColumn)]
pub(crate) struct ImportedColumn {
    /// Empty when there is none.
    pub heading: String,
    /// The field; null for a column that is ignored.
    #[schema(value_type = Option<ImportColumn>)]
    pub field: Option<String>,
    /// The first cells.
    pub sample: Vec<String>,
}

impl From<imports::TableOptions> for ImportedTable {
    fn from(table: imports::TableOptions) -> Self {
        let imports::TableOptions {
            headings,
            columns,
            sample,
            ..
        } = table;
        let columns = columns
            .into_iter()
            .enumerate()
            .map(|(place, field)| ImportedColumn {
                heading: headings.get(place).cloned().unwrap_or_default(),
                field,
                sample: sample
                    .iter()
                    .map(|row| row.get(place).cloned().unwrap_or_default())
                    .collect(),
            });
        ImportedTable {
            separator: table.separator,
            encoding: table.encoding,
            has_headings: table.has_headings,
            columns: columns.collect(),
        }
    }
}

impl From<imports::Import> for Import {
    fn from(import: imports::Import) -> Self {
        let (counts, options) = (import.counts, import.options);
        Import {
            id: import.id,
            kind: import.kind.as_str(),
            name: import.name,
            format: import.format.as_str(),
            size_bytes: import.size_bytes,
            state: import.state.as_str(),
            read: counts.read,
            total: counts.total,
            valid: counts.valid,
            rejected: counts.rejected,
            duplicates: counts.duplicates,
            added: counts.added,
            updated: counts.updated,
            skipped: counts.skipped,
            copies: counts.copies,
            kept: import.kept,
            has_begun: import.has_begun,
            problem: import.problem,
            table: options.table.map(ImportedTable::from),
            category: options.category,
            copies_without: options.copies,
            on_duplicate: options.on_duplicate.as_str(),
            created_at: time(import.created_at),
            updated_at: time(import.updated_at),
        }
    }
}

/// A record that needs attention.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportRecord {
    /// The number of the record in the file, from 1.
    pub number: i64,
    /// The line where it begins, for tables.
    pub line: Option<i64>,
    /// Of a book the title, of a person the name.
    pub label: String,
    /// Of a book the author, of a person the email.
    pub detail: String,
    /// Of a book the ISBN, of a person the student ID.
    pub identifier: Option<String>,
    /// Why it is rejected.
    pub errors: Vec<FieldFailure>,
    /// The book that the library has.
    pub book: Option<DuplicatedBook>,
    /// The person who has an account.
    pub user: Option<KnownPerson>,
}

/// The person whom a record is about.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KnownPerson {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: UserId,
    pub name: String,
    pub email: String,
    pub student_id: Option<String>,
}

impl From<User> for KnownPerson {
    fn from(user: User) -> Self {
        KnownPerson {
            id: user.id,
            name: user.name,
            email: user.email,
            student_id: user.student_id,
        }
    }
}

/// The book of the library that a record is about.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DuplicatedBook {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: BookId,
    pub title: String,
    pub author: String,
    pub isbn: Option<String>,
    pub total_copies: i64,
}

impl From<Book> for DuplicatedBook {
    fn from(book: Book) -> Self {
        DuplicatedBook {
            id: book.id,
            total_copies: book.total_copies,
            title: book.record.title,
            author: book.record.author,
            isbn: book.record.isbn,
        }
    }
}

impl From<ImportFinding> for ImportRecord {
    fn from(finding: ImportFinding) -> Self {
        let errors = finding.errors.into_iter();
        ImportRecord {
            number: finding.number,
            line: finding.line,
            label: finding.label,
            detail: finding.detail,
            identifier: finding.identifier,
            errors: errors
                .map(|(field, message)| FieldFailure::new(field, message))
                .collect(),
            book: finding.book.map(DuplicatedBook::from),
            user: finding.user.map(KnownPerson::from),
        }
    }
}

/// How the file of an import is read. What is absent stays.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MappingForm {
    /// The field of each column; null for a column that is ignored. One column of books has the title, and one of people the email or the
    /// student ID.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, value_type = Vec<Option<ImportColumn>>, max_items = 512)]
    columns: Option<Vec<Option<String>>>,
    /// A comma, a semicolon, a tab or a vertical bar.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, pattern = "^[,;|\\t]$")]
    separator: Option<String>,
    /// The name of the encoding, such as `utf-8` or `windows-1252`.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    encoding: Option<String>,
    /// Whether the first row has headings.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    has_headings: Option<bool>,
    /// The category of books without one; empty for none. People have none.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, max_length = 80)]
    category: Option<String>,
    /// The copies of a record that lists none.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, value_type = i64, minimum = 0, maximum = 20)]
    copies_without: Option<i64>,
}

impl From<MappingForm> for Mapping {
    fn from(form: MappingForm) -> Self {
        Mapping {
            columns: form.columns,
            separator: form.separator,
            encoding: form.encoding,
            has_headings: form.has_headings,
            category: form.category,
            copies: form.copies_without,
        }
    }
}

/// What happens to duplicates.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CommitForm {
    /// `skip` when absent. People can be skipped or updated.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, value_type = OnDuplicateName)]
    on_duplicate: Option<String>,
}

impl CommitForm {
    pub(crate) fn on_duplicate(&self) -> Result<OnDuplicate, Failure> {
        let Some(text) = self.on_duplicate.as_deref() else {
            return Ok(OnDuplicate::Skip);
        };
        OnDuplicate::named(text)
            .ok_or_else(|| Failure::parameter("onDuplicate", message::ON_DUPLICATE_UNKNOWN))
    }
}
