//! Books that may be duplicates: the searches for them, the groups that were found, and the decisions of staff.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::duplicates::{
    BookFacts, DuplicateGroup, DuplicateGroupId, DuplicateReason, DuplicateSearch, DuplicateSearchId,
    DuplicateSearchState, FoundGroup,
};
use const_format::concatcp;

use crate::engine::{Columns, Value, columns, record, values};
use crate::{Connection, Result, Transaction};

columns!(DuplicateSearch of "s" { id, state, read_books, total_books, started_at, finished_at });
columns!(DuplicateGroup of "g" { id, reason, dismissed_at });
columns!(BookFacts of "b" { id, title, author, isbn, published_year, edition_statement, language });

const SELECT: &str = concatcp!("SELECT ", DuplicateSearch::COLUMNS, " FROM duplicate_searches s");

/// The search whose groups are shown. At most one is done.
const SHOWN: &str = "(SELECT d.id FROM duplicate_searches d WHERE d.state = 'done')";

/// Begins a search, unless one is under way. False when one is.
pub async fn begin(transaction: &mut Transaction, id: DuplicateSearchId, now: i64) -> Result<bool> {
    let begun = transaction
        .execute(
            "INSERT INTO duplicate_searches (id, state, started_at) VALUES ($1, 'searching', $2) \
             ON CONFLICT (state) WHERE state = 'searching' DO NOTHING",
            values![id, now],
        )
        .await?;
    Ok(begun > 0)
}

/// The search that is under way.
pub async fn under_way(connection: &mut Connection) -> Result<Option<DuplicateSearch>> {
    connection
        .optional(concatcp!(SELECT, " WHERE s.state = 'searching'"), &[])
        .await
}

/// The search that ended last. Identifiers do not tell: each connection to PostgreSQL assigns those of its own block.
pub async fn last_ended(connection: &mut Connection) -> Result<Option<DuplicateSearch>> {
    connection
        .optional(
            concatcp!(
                SELECT,
                " WHERE s.state <> 'searching' ORDER BY s.finished_at DESC, s.id DESC LIMIT 1"
            ),
            &[],
        )
        .await
}

/// Locks a search that is under way until the transaction ends. False when it is not under way.
pub async fn lock(transaction: &mut Transaction, id: DuplicateSearchId) -> Result<bool> {
    // An update that changes nothing locks the row on PostgreSQL; SQLite has one writer.
    let locked = transaction
        .execute_unseen(
            "UPDATE duplicate_searches SET state = state WHERE id = $1 AND state = 'searching'",
            values![id],
        )
        .await?;
    Ok(locked > 0)
}

/// Records how far a search has come.
pub async fn set_progress(
    transaction: &mut Transaction,
    id: DuplicateSearchId,
    (read, total): (i64, i64),
) -> Result<()> {
    transaction
        .execute(
            "UPDATE duplicate_searches SET read_books = $2, total_books = $3 WHERE id = $1",
            values![id, read, total],
        )
        .await?;
    Ok(())
}

/// Removes the groups of a search, which begins again.
pub async fn remove_groups(transaction: &mut Transaction, id: DuplicateSearchId) -> Result<()> {
    transaction
        .execute("DELETE FROM duplicate_groups WHERE search_id = $1", values![id])
        .await?;
    Ok(())
}

/// Ends the search on which a server works, without its groups: its job is not there.
pub async fn fail_under_way(connection: &mut Connection, now: i64) -> Result<()> {
    let Some(search) = under_way(connection).await? else {
        return Ok(());
    };
    connection
        .execute(
            "DELETE FROM duplicate_groups WHERE search_id = $1",
            values![search.id],
        )
        .await?;
    connection
        .execute(
            "UPDATE duplicate_searches SET state = 'failed', finished_at = $2 WHERE id = $1",
            values![search.id, now],
        )
        .await?;
    Ok(())
}

/// Ends the search that is under way. When it is done, the other searches and their groups are removed.
pub async fn end(
    transaction: &mut Transaction,
    id: DuplicateSearchId,
    state: DuplicateSearchState,
    now: i64,
) -> Result<()> {
    if state == DuplicateSearchState::Done {
        transaction
            .execute("DELETE FROM duplicate_searches WHERE id <> $1", values![id])
            .await?;
    } else {
        remove_groups(transaction, id).await?;
    }
    transaction
        .execute(
            "UPDATE duplicate_searches SET state = $2, finished_at = $3, \
             read_books = CASE WHEN $2 = 'done' THEN total_books ELSE read_books END WHERE id = $1",
            values![id, state.as_str(), now],
        )
        .await?;
    Ok(())
}

/// The current books after an id, in the order of the ids.
pub async fn facts_after(connection: &mut Connection, after: BookId, limit: i64) -> Result<Vec<BookFacts>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                BookFacts::COLUMNS,
                " FROM books b WHERE b.id > $1 AND b.archived_at IS NULL ORDER BY b.id LIMIT $2"
            ),
            values![after, limit],
        )
        .await
}

/// The number of all current books.
pub async fn count_books(connection: &mut Connection) -> Result<i64> {
    let (count,) = connection
        .one(
            "SELECT CAST(COALESCE(sum(books), 0) AS BIGINT) FROM category_counts",
            &[],
        )
        .await?;
    Ok(count)
}

record! {
    /// An identifier of a book.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Identified {
        pub value_key: String,
        pub book_id: BookId,
        /// 1 when the book is in the catalogue.
        pub is_current: i64,
    }
}

/// The identifiers of a kind after one, in the order of their values.
pub async fn identifiers_after(
    connection: &mut Connection,
    kind: &str,
    after: &Identified,
    limit: i64,
) -> Result<Vec<Identified>> {
    connection
        .rows(
            "SELECT i.value_key, i.book_id, k.is_current FROM book_identifiers i JOIN book_counts k ON k.book_id = i.book_id \
             WHERE i.kind = $1 AND i.value_key >= $2 AND (i.value_key > $2 OR i.book_id > $3) \
             ORDER BY i.value_key, i.book_id LIMIT $4",
            values![kind, &after.value_key, &after.book_id, limit],
        )
        .await
}

/// The books with greater ids that staff have decided are other ones than a book.
pub async fn different_from(connection: &mut Connection, first: BookId) -> Result<Vec<BookId>> {
    let rows: Vec<(BookId,)> = connection
        .rows(
            "SELECT second_id FROM different_books WHERE first_id = $1",
            values![first],
        )
        .await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Adds a group to a search. Books that are no longer current are left out; a group of which one is left is not added.
pub async fn insert_group(
    transaction: &mut Transaction,
    id: DuplicateGroupId,
    search: DuplicateSearchId,
    group: &FoundGroup,
    dismissed_at: Option<i64>,
) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO duplicate_groups (id, search_id, reason, dismissed_at) VALUES ($1, $2, $3, $4)",
            values![id, search, group.reason.as_str(), dismissed_at],
        )
        .await?;
    for book_id in &group.books {
        transaction
            .execute(
                "INSERT INTO duplicate_books (group_id, book_id) SELECT CAST($1 AS BIGINT), b.id FROM books b \
                 WHERE b.id = $2 AND b.archived_at IS NULL",
                values![id, book_id],
            )
            .await?;
    }
    remove_small(transaction, id).await
}

/// Removes a group of which less than two books are left.
async fn remove_small(transaction: &mut Transaction, id: DuplicateGroupId) -> Result<()> {
    transaction
        .execute(
            "DELETE FROM duplicate_groups WHERE id = $1 \
             AND (SELECT count(*) FROM duplicate_books d WHERE d.group_id = $1) < 2",
            values![id],
        )
        .await?;
    Ok(())
}

/// Removes a book that has left the catalogue from its groups, and groups of which one book is left.
pub(crate) async fn remove_book(transaction: &mut Transaction, book_id: BookId) -> Result<()> {
    let groups: Vec<(DuplicateGroupId,)> = transaction
        .rows(
            "SELECT group_id FROM duplicate_books WHERE book_id = $1 ORDER BY group_id",
            values![book_id],
        )
        .await?;
    if groups.is_empty() {
        return Ok(());
    }
    transaction
        .execute("DELETE FROM duplicate_books WHERE book_id = $1", values![book_id])
        .await?;
    for (group,) in groups {
        remove_small(transaction, group).await?;
    }
    Ok(())
}

/// Which groups a list has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Filter {
    /// Groups of one reason.
    pub reason: Option<DuplicateReason>,
    /// Groups that staff have dismissed, instead of the others.
    pub dismissed: bool,
}

impl Filter {
    fn condition(self, bound: &mut Vec<Value<'_>>) -> String {
        let mut condition = concatcp!("g.search_id = ", SHOWN).to_owned();
        condition.push_str(if self.dismissed {
            " AND g.dismissed_at IS NOT NULL"
        } else {
            " AND g.dismissed_at IS NULL"
        });
        if let Some(reason) = self.reason {
            bound.push(Value::Text(reason.as_str()));
            condition.push_str(" AND g.reason = $1");
        }
        condition
    }
}

/// A page of the groups of the last search, the strongest reason first.
pub async fn list(
    connection: &mut Connection,
    filter: Filter,
    limit: i64,
    offset: i64,
) -> Result<Vec<DuplicateGroup>> {
    let mut bound = Vec::new();
    let condition = filter.condition(&mut bound);
    let (first, second) = (bound.len() + 1, bound.len() + 2);
    bound.extend_from_slice(values![limit, offset]);
    let sql = format!(
        "SELECT {} FROM duplicate_groups g WHERE {condition} ORDER BY CASE g.reason WHEN 'identifier' THEN 1 \
         WHEN 'same_title' THEN 2 WHEN 'other_edition' THEN 3 ELSE 4 END, g.id LIMIT ${first} OFFSET ${second}",
        DuplicateGroup::COLUMNS
    );
    connection.rows(&sql, &bound).await
}

/// The number of the groups of a list.
pub async fn count(connection: &mut Connection, filter: Filter) -> Result<i64> {
    let mut bound = Vec::new();
    let sql = format!(
        "SELECT count(*) FROM duplicate_groups g WHERE {}",
        filter.condition(&mut bound)
    );
    let (count,) = connection.one(&sql, &bound).await?;
    Ok(count)
}

/// A group of the search that is shown.
pub async fn find(connection: &mut Connection, id: DuplicateGroupId) -> Result<Option<DuplicateGroup>> {
    connection
        .optional(
            concatcp!(
                "SELECT ",
                DuplicateGroup::COLUMNS,
                " FROM duplicate_groups g WHERE g.id = $1 AND g.search_id = ",
                SHOWN
            ),
            values![id],
        )
        .await
}

/// The ids of the books of a group, in ascending order.
pub async fn books_of(connection: &mut Connection, id: DuplicateGroupId) -> Result<Vec<BookId>> {
    let rows: Vec<(BookId,)> = connection
        .rows(
            "SELECT book_id FROM duplicate_books WHERE group_id = $1 ORDER BY book_id",
            values![id],
        )
        .await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Dismisses a group, or takes that back, and with it the decision about each pair of its books.
pub async fn set_dismissed(
    transaction: &mut Transaction,
    id: DuplicateGroupId,
    books: &[BookId],
    dismissed_at: Option<i64>,
) -> Result<()> {
    transaction
        .execute(
            "UPDATE duplicate_groups SET dismissed_at = $2 WHERE id = $1",
            values![id, dismissed_at],
        )
        .await?;
    for (first, second) in pairs(books) {
        match dismissed_at {
            Some(at) => remember_different(transaction, first, second, at).await?,
            None => {
                transaction
                    .execute(
                        "DELETE FROM different_books WHERE first_id = $1 AND second_id = $2",
                        values![first, second],
                    )
                    .await?;
            }
        }
    }
    Ok(())
}

/// Remembers that each two of some books, whose ids are in ascending order, are different ones.
pub async fn set_different(transaction: &mut Transaction, books: &[BookId], at: i64) -> Result<()> {
    for (first, second) in pairs(books) {
        remember_different(transaction, first, second, at).await?;
    }
    Ok(())
}

fn pairs(books: &[BookId]) -> impl Iterator<Item = (BookId, BookId)> {
    let each = books.iter().enumerate();
    each.flat_map(|(place, first)| books[place + 1..].iter().map(|second| (*first, *second)))
}

async fn remember_different(
    transaction: &mut Transaction,
    first: BookId,
    second: BookId,
    at: i64,
) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO different_books (first_id, second_id, decided_at) VALUES ($1, $2, $3) \
             ON CONFLICT (first_id, second_id) DO NOTHING",
            values![first, second, at],
        )
        .await?;
    Ok(())
}
