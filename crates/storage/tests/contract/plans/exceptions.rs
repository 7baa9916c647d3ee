//! Statements whose cost may grow with the library, each with the reason.

use carrel_testkit::Engine;

use super::check::Cost;

/// Which engines need an exception.
#[derive(Debug, Clone, Copy)]
pub enum On {
    Both,
    Sqlite,
    Postgres,
}

impl On {
    pub fn includes(self, engine: Engine) -> bool {
        match self {
            On::Both => true,
            On::Sqlite => engine == Engine::Sqlite,
            On::Postgres => engine == Engine::Postgres,
        }
    }
}

/// A cost that a statement may have nevertheless.
pub struct Exception {
    pub on: On,
    pub cost: Cost,
    /// A part of the statement.
    pub statement: &'static str,
    /// Why that is acceptable.
    pub because: &'static str,
}

/// All exceptions.
pub const EXCEPTIONS: &[Exception] = &[
    Exception {
        on: On::Sqlite,
        cost: Cost::Sort,
        statement: "FROM duplicate_searches s WHERE s.state <> 'searching' ORDER BY",
        because: "one search is done, and only those that have failed since then are kept besides",
    },
    Exception {
        on: On::Sqlite,
        cost: Cost::Sort,
        statement: "(SELECT k.created_at FROM idempotency_keys k WHERE k.user_id",
        because: "a person has some thousand stored responses at most, and only one of 100 writes removes the oldest",
    },
    Exception {
        on: On::Both,
        cost: Cost::Scan,
        statement: "o.book_id IN (SELECT f.id FROM books f WHERE",
        because: "a search for borrowings looks into the titles of all books, because the search index has no archived \
                  ones; it runs on a thread of its own",
    },
    Exception {
        on: On::Sqlite,
        cost: Cost::Sort,
        statement: "> 0 THEN 0 ELSE 1 END, h.at DESC, h.id DESC",
        because: "a person has few charges without a borrowing, and which of them are open follows from their entries",
    },
    Exception {
        on: On::Both,
        cost: Cost::Sort,
        statement: "GROUP BY l.borrowing_id HAVING sum(",
        because: "only the returned borrowings with an unpaid fine are sorted",
    },
    Exception {
        on: On::Sqlite,
        cost: Cost::Sort,
        statement: "DELETE FROM sessions WHERE user_id = $1 AND id NOT IN",
        because: "a person has at most 20 sessions, and expired ones of the last hour",
    },
    Exception {
        on: On::Postgres,
        cost: Cost::Scan,
        statement: "FROM roles r ORDER BY",
        because: "it counts the people of each role for one screen of administrators, on a thread of its own; most people \
                  have one role, whose count reads most of the index or the table",
    },
    Exception {
        on: On::Postgres,
        cost: Cost::Scan,
        statement: "DELETE FROM access_tokens WHERE user_id IN (SELECT id FROM users WHERE role",
        because: "a role gets a new permission a few times in a library's life, and few people have access tokens",
    },
    Exception {
        on: On::Postgres,
        cost: Cost::Scan,
        statement: "DELETE FROM one_time_links WHERE user_id IN (SELECT id FROM users WHERE role",
        because: "a role gets a new permission a few times in a library's life",
    },
    Exception {
        on: On::Postgres,
        cost: Cost::Scan,
        statement: "UPDATE sessions SET confirmed_at = 0 WHERE user_id IN (SELECT id FROM users WHERE role",
        because: "a role gets a new permission a few times in a library's life",
    },
    Exception {
        on: On::Both,
        cost: Cost::Scan,
        statement: "FROM balances",
        because: "the totals are compared with everything once an hour, by one of the servers",
    },
    Exception {
        on: On::Postgres,
        cost: Cost::Scan,
        statement: "SELECT CAST(COALESCE(sum(borrow_count), 0) AS BIGINT) FROM book_counts",
        because: "the totals are compared with everything",
    },
    Exception {
        on: On::Postgres,
        cost: Cost::Scan,
        statement: "SELECT count(*) FROM book_counts WHERE borrow_count > 0",
        because: "most books were borrowed once; only administrators use it, on a separate thread",
    },
    Exception {
        on: On::Postgres,
        cost: Cost::Scan,
        statement: "DELETE FROM jobs WHERE id IN (SELECT id FROM webhook_deliveries WHERE webhook_id",
        because: "a webhook is removed with its deliveries, a good part of all jobs, which stay for some days",
    },
    Exception {
        on: On::Postgres,
        cost: Cost::Scan,
        statement: "DELETE FROM quarter_totals",
        because: "all totals are forgotten when they are wrong",
    },
    Exception {
        on: On::Postgres,
        cost: Cost::Scan,
        statement: "DELETE FROM category_totals",
        because: "all totals are forgotten when they are wrong",
    },
    Exception {
        on: On::Postgres,
        cost: Cost::Scan,
        statement: "INSERT INTO category_totals (day, category, borrowed) SELECT o.borrowed_at",
        because: "a week is totalled at once, in which many of the books were borrowed",
    },
    Exception {
        on: On::Both,
        cost: Cost::Scan,
        statement: "SELECT count(*) FROM imports",
        because: "a library imports some hundred files in its life",
    },
    Exception {
        on: On::Both,
        cost: Cost::Sort,
        statement: "FROM duplicate_groups g WHERE g.search_id",
        because: "a search finds 5,000 groups at most, and staff see them by their reasons",
    },
    Exception {
        on: On::Postgres,
        cost: Cost::Scan,
        statement: "FROM duplicate_groups g WHERE g.search_id",
        because: "nearly all groups are those of the last search",
    },
    Exception {
        on: On::Both,
        cost: Cost::Scan,
        statement: "SELECT count(*) FROM bulk_edits",
        because: "bulk edits are removed after 90 days",
    },
    Exception {
        on: On::Both,
        cost: Cost::Scan,
        statement: "UPDATE bulk_edits SET created_by = NULL WHERE created_by",
        because: "an account is erased rarely, and bulk edits are removed after 90 days",
    },
    Exception {
        on: On::Both,
        cost: Cost::Scan,
        statement: "DELETE FROM bulk_edits WHERE updated_at",
        because: "a nightly job removes bulk edits of more than 90 days ago",
    },
    Exception {
        on: On::Both,
        cost: Cost::Scan,
        statement: "SELECT count(*) FROM merges",
        because: "merges are removed after 30 days",
    },
    Exception {
        on: On::Both,
        cost: Cost::Scan,
        statement: "UPDATE merges SET merged_by = NULL WHERE merged_by",
        because: "an account is erased rarely, and merges are removed after 30 days",
    },
    Exception {
        on: On::Sqlite,
        cost: Cost::Sort,
        statement: "WHERE m.id IN (SELECT b.merge_id FROM merge_books b WHERE b.book_id",
        because: "a book is merged a few times in 30 days",
    },
    Exception {
        on: On::Both,
        cost: Cost::Scan,
        statement: "UPDATE imports SET created_by = NULL WHERE created_by",
        because: "an account is erased rarely, and a library imports some hundred files in its life",
    },
    Exception {
        on: On::Both,
        cost: Cost::Scan,
        statement: "SELECT id FROM imports WHERE kind <> 'books'",
        because: "a nightly job reads all imports, some hundred in a library's life",
    },
    Exception {
        on: On::Both,
        cost: Cost::Scan,
        statement: "UPDATE imports SET state = 'failed'",
        because: "a restore reads everything, and a library imports some hundred files in its life",
    },
    Exception {
        on: On::Both,
        cost: Cost::Scan,
        statement: "UPDATE bulk_edits SET state = 'failed'",
        because: "a restore reads everything, and bulk edits are removed some time after their end",
    },
    Exception {
        on: On::Both,
        cost: Cost::Scan,
        statement: "SELECT id, CAST(CASE WHEN updated_at < $1 AND state IN",
        because: "a nightly job compares all files of imports with the imports, some hundred in a library's life",
    },
    Exception {
        on: On::Sqlite,
        cost: Cost::Scan,
        statement: "SELECT count(*) FROM book_counts WHERE total_copies = 0 AND is_current = 1",
        because: "the index has only the books that are counted",
    },
    Exception {
        on: On::Sqlite,
        cost: Cost::Scan,
        statement: "SELECT DISTINCT due_on, due_at FROM borrowings WHERE returned_at IS NULL",
        because: "the index has only the open borrowings; asked once an hour, and when the library's zone changes",
    },
    Exception {
        on: On::Sqlite,
        cost: Cost::Sort,
        statement: "GROUP BY b.category ORDER BY times DESC",
        because: "one person's categories",
    },
    Exception {
        on: On::Sqlite,
        cost: Cost::Sort,
        statement: "WHERE b.author_key = $1",
        because: "one author's books",
    },
    Exception {
        on: On::Sqlite,
        cost: Cost::Sort,
        statement: "b.archived_at IS NOT NULL",
        because: "the archive is small beside the catalogue, and has one index",
    },
    Exception {
        on: On::Sqlite,
        cost: Cost::Sort,
        statement: "b.semester_categories <> ''",
        because: "the books of a semester are few, and have one index",
    },
    Exception {
        on: On::Sqlite,
        cost: Cost::Sort,
        statement: "SELECT s.book_id FROM semester_study s WHERE s.category = $1",
        because: "the books of one category of a semester are few",
    },
    Exception {
        on: On::Sqlite,
        cost: Cost::Sort,
        statement: "k.total_copies = 0 AND k.is_current = 1 ORDER BY",
        because: "the books without copies are few, and have one index",
    },
    Exception {
        on: On::Sqlite,
        cost: Cost::Sort,
        statement: "FROM borrowings o WHERE o.returned_at IS NULL AND o.due_at",
        because: "the open borrowings are few beside all, and are found by their due instant",
    },
    Exception {
        on: On::Sqlite,
        cost: Cost::Sort,
        statement: "WHERE c.book_id = $1 ORDER BY o.due_at",
        because: "one book's copies",
    },
    Exception {
        on: On::Sqlite,
        cost: Cost::Sort,
        statement: "o.book_id IN (SELECT f.id FROM books f WHERE",
        because: "what a search finds is sorted",
    },
    Exception {
        on: On::Sqlite,
        cost: Cost::Sort,
        statement: "u.id IN (SELECT t.user_id FROM user_terms t WHERE",
        because: "what a search finds is sorted",
    },
    Exception {
        on: On::Sqlite,
        cost: Cost::Sort,
        statement: "FROM ratings r JOIN books b ON b.id = r.book_id WHERE r.user_id = $1",
        because: "one person's ratings",
    },
    Exception {
        on: On::Sqlite,
        cost: Cost::Sort,
        statement: "WITH people AS",
        because: "the books of at most 200 people",
    },
    Exception {
        on: On::Sqlite,
        cost: Cost::Scan,
        statement: "SELECT count(*) FROM books WHERE archived_at IS NULL AND semester_categories <> ''",
        because: "the index has only the books that are counted",
    },
    Exception {
        on: On::Both,
        cost: Cost::Scan,
        statement: "UNION SELECT k.id FROM books f JOIN copies k ON k.book_id = f.id",
        because: "a search for copies looks into the titles of all books, because the search index has no archived ones; it \
                  runs on a thread of its own",
    },
    Exception {
        on: On::Both,
        cost: Cost::Scan,
        statement: "AS of_all FROM copies",
        because: "staff read the number of all copies with the list of all copies, on a thread of its own; a counter would \
                  make writers wait for each other",
    },
    Exception {
        on: On::Both,
        cost: Cost::Sort,
        statement: "ORDER BY b.title_key, c.id LIMIT",
        because: "copies on loan, in rare states, at one location, or found by a search are sorted by title",
    },
    Exception {
        on: On::Both,
        cost: Cost::Sort,
        statement: "_key, o.id LIMIT",
        because: "copies on loan are few beside all, and are sorted in other orders than that of the due date",
    },
    Exception {
        on: On::Postgres,
        cost: Cost::Sort,
        statement: "ORDER BY b.title_key, b.id, c.id LIMIT",
        because: "an index has the titles, and PostgreSQL sorts the copies of each title",
    },
    Exception {
        on: On::Sqlite,
        cost: Cost::Sort,
        statement: "SELECT e.copy_id FROM copy_events e WHERE e.to_state",
        because: "copies in rare states are few beside all",
    },
];
