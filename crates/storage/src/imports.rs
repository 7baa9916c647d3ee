//! Imports: their states and counts, the records that need attention, and what each record wrote.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::imports::{FindingKind, ImportCounts, ImportFormat, ImportId, ImportKind, ImportState};
use carrel_domain::users::UserId;
use const_format::concatcp;

use crate::engine::{Columns, columns, record, values};
use crate::{Connection, Result, Transaction};

columns!(ImportCounts of "i" {
    read = "i.read_records",
    total = "i.total_records",
    valid,
    rejected,
    duplicates,
    added,
    updated,
    skipped,
    copies,
});

record! {
    /// An import as it is stored. Instants are in milliseconds.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct ImportRow of "i" {
        pub id: ImportId,
        pub kind: ImportKind,
        pub name: String,
        pub format: ImportFormat,
        pub size_bytes: i64,
        pub sha256: String,
        pub state: ImportState,
        /// JSON.
        pub options: String,
        pub counts: ImportCounts as record,
        pub has_begun: bool,
        pub kept: i64,
        pub problem: Option<String>,
        pub created_by: Option<UserId>,
        pub created_at: i64,
        pub updated_at: i64,
    }
}

const SELECT: &str = concatcp!("SELECT ", ImportRow::COLUMNS, " FROM imports i");

/// A new import.
pub struct NewImport<'a> {
    pub id: ImportId,
    pub kind: ImportKind,
    pub name: &'a str,
    pub format: ImportFormat,
    pub size_bytes: i64,
    pub sha256: &'a str,
    pub state: ImportState,
    /// JSON.
    pub options: &'a str,
    pub headings_key: Option<&'a str>,
    pub created_by: Option<UserId>,
    /// In milliseconds.
    pub created_at: i64,
}

/// Adds an import.
pub async fn insert(transaction: &mut Transaction, import: &NewImport<'_>) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO imports (id, name, format, size_bytes, sha256, state, options, headings_key, created_by, \
             created_at, updated_at, kind) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)",
            values![
                import.id,
                import.name,
                import.format.as_str(),
                import.size_bytes,
                import.sha256,
                import.state.as_str(),
                import.options,
                import.headings_key,
                import.created_by,
                import.created_at,
                import.kind.as_str()
            ],
        )
        .await?;
    Ok(())
}

/// One import.
pub async fn find(connection: &mut Connection, id: ImportId) -> Result<Option<ImportRow>> {
    connection
        .optional(concatcp!(SELECT, " WHERE i.id = $1"), values![id])
        .await
}

/// A page of all imports of these kinds, the newest first.
pub async fn list(
    connection: &mut Connection,
    kinds: [ImportKind; ImportKind::ALL.len()],
    limit: i64,
    offset: i64,
) -> Result<Vec<ImportRow>> {
    let [first, second, third, fourth] = kinds.map(ImportKind::as_str);
    connection
        .rows(
            concatcp!(
                SELECT,
                " WHERE i.kind IN ($1, $2, $3, $4) ORDER BY i.created_at DESC, i.id DESC LIMIT $5 OFFSET $6"
            ),
            values![first, second, third, fourth, limit, offset],
        )
        .await
}

/// The number of all imports of these kinds.
pub async fn count(connection: &mut Connection, kinds: [ImportKind; ImportKind::ALL.len()]) -> Result<i64> {
    let [first, second, third, fourth] = kinds.map(ImportKind::as_str);
    let (count,) = connection
        .one(
            "SELECT count(*) FROM imports WHERE kind IN ($1, $2, $3, $4)",
            values![first, second, third, fourth],
        )
        .await?;
    Ok(count)
}

/// The newest import of a file, given by its digest, as records of a kind.
pub async fn newest_of_file(
    connection: &mut Connection,
    sha256: &str,
    kind: ImportKind,
) -> Result<Option<ImportRow>> {
    connection
        .optional(
            concatcp!(
                SELECT,
                " WHERE i.sha256 = $1 AND i.kind = $2 ORDER BY i.created_at DESC LIMIT 1"
            ),
            values![sha256, kind.as_str()],
        )
        .await
}

/// The options of the newest import of a table with these headings that brought books in.
pub async fn options_for_headings(
    connection: &mut Connection,
    headings_key: &str,
) -> Result<Option<(String,)>> {
    connection
        .optional(
            "SELECT options FROM imports WHERE headings_key = $1 AND has_begun = 1 ORDER BY created_at DESC LIMIT 1",
            values![headings_key],
        )
        .await
}

/// Removes an import whose file could not be stored.
pub async fn remove(transaction: &mut Transaction, id: ImportId) -> Result<()> {
    transaction
        .execute("DELETE FROM imports WHERE id = $1", values![id])
        .await?;
    Ok(())
}

/// Locks an import until the transaction ends, and returns its state.
pub async fn locked_state(transaction: &mut Transaction, id: ImportId) -> Result<Option<ImportState>> {
    // An update that changes nothing locks the row on PostgreSQL; SQLite has one writer.
    transaction
        .execute_unseen("UPDATE imports SET state = state WHERE id = $1", values![id])
        .await?;
    let found: Option<(ImportState,)> = transaction
        .optional("SELECT state FROM imports WHERE id = $1", values![id])
        .await?;
    Ok(found.map(|(state,)| state))
}

/// The imports that ended before an instant, in milliseconds, and the others: their ids, for the removal of files.
pub async fn ended_before(connection: &mut Connection, before: i64) -> Result<Vec<(ImportId, bool)>> {
    connection
        .rows(
            "SELECT id, CAST(CASE WHEN updated_at < $1 AND state IN ('done', 'cancelled', 'failed', 'undone') \
             THEN 1 ELSE 0 END AS BIGINT) FROM imports",
            values![before],
        )
        .await
}

/// Moves an import from one state to another. False when it was not in the first one.
pub async fn set_state(
    transaction: &mut Transaction,
    id: ImportId,
    (from, to): (ImportState, ImportState),
    problem: Option<&str>,
    now: i64,
) -> Result<bool> {
    let moved = transaction
        .execute(
            "UPDATE imports SET state = $3, problem = $4, updated_at = $5 WHERE id = $1 AND state = $2",
            values![id, from.as_str(), to.as_str(), problem, now],
        )
        .await?;
    Ok(moved == 1)
}

/// Ends the imports on which servers work, for a reason: their files are not there.
pub async fn fail_working(connection: &mut Connection, problem: &str, now: i64) -> Result<()> {
    connection
        .execute(
            "UPDATE imports SET state = 'failed', problem = $1, updated_at = $2 \
             WHERE state IN ('checking', 'importing', 'undoing')",
            values![problem, now],
        )
        .await?;
    Ok(())
}

/// Sets how the file of an import is read.
pub async fn set_options(
    transaction: &mut Transaction,
    id: ImportId,
    options: &str,
    headings_key: Option<&str>,
    now: i64,
) -> Result<()> {
    transaction
        .execute(
            "UPDATE imports SET options = $2, headings_key = $3, updated_at = $4 WHERE id = $1",
            values![id, options, headings_key, now],
        )
        .await?;
    Ok(())
}

/// Begins to read the file of an import from its first record: the counts and the findings are those of this run.
pub async fn begin(transaction: &mut Transaction, id: ImportId, brings_in: bool, now: i64) -> Result<()> {
    transaction
        .execute("DELETE FROM import_findings WHERE import_id = $1", values![id])
        .await?;
    transaction
        .execute(
            "UPDATE imports SET read_records = 0, valid = 0, rejected = 0, duplicates = 0, added = 0, updated = 0, \
             skipped = 0, copies = 0, has_begun = $2, updated_at = $3 WHERE id = $1",
            values![id, i64::from(brings_in), now],
        )
        .await?;
    Ok(())
}

/// Adds the counts of a batch of records. False, and nothing is changed, unless the import is in this state and `before`
/// records of it were read: another server has taken it over, or staff have stopped it.
pub async fn advance(
    transaction: &mut Transaction,
    id: ImportId,
    (state, before): (ImportState, i64),
    batch: &ImportCounts,
    now: i64,
) -> Result<bool> {
    let advanced = transaction
        .execute(
            "UPDATE imports SET read_records = read_records + $4, valid = valid + $5, rejected = rejected + $6, \
             duplicates = duplicates + $7, added = added + $8, updated = updated + $9, skipped = skipped + $10, \
             copies = copies + $11, updated_at = $12 WHERE id = $1 AND state = $2 AND read_records = $3",
            values![
                id,
                state.as_str(),
                before,
                batch.read,
                batch.valid,
                batch.rejected,
                batch.duplicates,
                batch.added,
                batch.updated,
                batch.skipped,
                batch.copies,
                now
            ],
        )
        .await?;
    Ok(advanced == 1)
}

/// Records how many records the file has.
pub async fn set_total(transaction: &mut Transaction, id: ImportId, total: i64) -> Result<()> {
    transaction
        .execute(
            "UPDATE imports SET total_records = $2 WHERE id = $1",
            values![id, total],
        )
        .await?;
    Ok(())
}

/// Counts books that an undo leaves in place.
pub async fn add_kept(transaction: &mut Transaction, id: ImportId, kept: i64, now: i64) -> Result<()> {
    transaction
        .execute(
            "UPDATE imports SET kept = kept + $2, updated_at = $3 WHERE id = $1",
            values![id, kept, now],
        )
        .await?;
    Ok(())
}

record! {
    /// A record that needs attention.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct FindingRow of "f" {
        pub number: i64,
        pub line: Option<i64>,
        /// Of a book the title, of a person the name.
        pub label: String,
        /// Of a book the author, of a person the email.
        pub detail: String,
        /// Of a book the ISBN, of a person the student ID.
        pub identifier: Option<String>,
        /// JSON.
        pub errors: String,
        pub book_id: Option<BookId>,
        pub user_id: Option<UserId>,
    }
}

/// Adds findings of one kind.
pub async fn insert_findings(
    transaction: &mut Transaction,
    id: ImportId,
    findings: &[(FindingKind, FindingRow)],
) -> Result<()> {
    let rows: Vec<_> = findings
        .iter()
        .map(|(kind, row)| {
            values![
                id,
                kind.as_str(),
                row.number,
                &row.line,
                &row.label,
                &row.detail,
                &row.identifier,
                &row.errors,
                &row.book_id,
                &row.user_id
            ]
            .to_vec()
        })
        .collect();
    let columns = [
        "import_id",
        "kind",
        "number",
        "line",
        "label",
        "detail",
        "identifier",
        "errors",
        "book_id",
        "user_id",
    ];
    transaction.insert_rows("import_findings", &columns, &rows).await
}

/// The findings of one kind after a record, in the order of the file.
pub async fn findings_after(
    connection: &mut Connection,
    id: ImportId,
    kind: FindingKind,
    number: i64,
    limit: i64,
) -> Result<Vec<FindingRow>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                FindingRow::COLUMNS,
                " FROM import_findings f WHERE f.import_id = $1 AND f.kind = $2 AND f.number > $3 \
                 ORDER BY f.number LIMIT $4"
            ),
            values![id, kind.as_str(), number, limit],
        )
        .await
}

/// The effects of a record.
pub mod effect {
    /// A book was added.
    pub const ADDED: &str = "added";
    /// A book of the library was changed.
    pub const UPDATED: &str = "updated";
    /// Only copies were added.
    pub const COPIES: &str = "copies";
}

record! {
    /// What a record wrote.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct ImportedBook of "e" {
        pub book_id: BookId,
        pub number: i64,
        pub effect: String,
        /// JSON.
        pub before_record: Option<String>,
        pub before_marc: Option<Vec<u8>>,
        pub copy_ids: Vec<String>,
        /// Made by [`carrel_domain::catalogue::book::digest`] of the book as the import left it.
        pub after_digest: Option<Vec<u8>>,
    }
}

/// Records what records wrote.
pub async fn insert_books(transaction: &mut Transaction, id: ImportId, books: &[ImportedBook]) -> Result<()> {
    let rows: Vec<_> = books
        .iter()
        .map(|book| {
            values![
                id,
                book.book_id,
                book.number,
                &book.effect,
                &book.before_record,
                book.before_marc.as_deref(),
                &book.copy_ids,
                book.after_digest.as_deref()
            ]
            .to_vec()
        })
        .collect();
    let columns = [
        "import_id",
        "book_id",
        "number",
        "effect",
        "before_record",
        "before_marc",
        "copy_ids",
        "after_digest",
    ];
    transaction.insert_rows("import_books", &columns, &rows).await
}

/// What an import wrote to its next books after a book, in the order of their ids and of the records.
pub async fn books_after(
    connection: &mut Connection,
    id: ImportId,
    after: BookId,
    limit: i64,
) -> Result<Vec<ImportedBook>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                ImportedBook::COLUMNS,
                " FROM import_books e WHERE e.import_id = $1 AND e.book_id > $2 ORDER BY e.book_id, e.number LIMIT $3"
            ),
            values![id, after, limit],
        )
        .await
}

/// The ids of the copies that an import added, as their numbers in text, of its first records with copies in the order of
/// the books.
pub async fn added_copies(connection: &mut Connection, id: ImportId, limit: i64) -> Result<Vec<String>> {
    let rows: Vec<(Vec<String>,)> = connection
        .rows(
            "SELECT e.copy_ids FROM import_books e WHERE e.import_id = $1 AND e.copy_ids <> '' \
             ORDER BY e.book_id, e.number LIMIT $2",
            values![id, limit],
        )
        .await?;
    Ok(rows.into_iter().flat_map(|(ids,)| ids).collect())
}

/// All that an import wrote to one book, in the order of the records.
pub async fn effects_on(
    connection: &mut Connection,
    id: ImportId,
    book_id: BookId,
) -> Result<Vec<ImportedBook>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                ImportedBook::COLUMNS,
                " FROM import_books e WHERE e.import_id = $1 AND e.book_id = $2 ORDER BY e.number"
            ),
            values![id, book_id],
        )
        .await
}

/// Forgets what an import wrote to a book.
pub async fn remove_book(transaction: &mut Transaction, id: ImportId, book_id: BookId) -> Result<()> {
    transaction
        .execute(
            "DELETE FROM import_books WHERE import_id = $1 AND book_id = $2",
            values![id, book_id],
        )
        .await?;
    Ok(())
}
