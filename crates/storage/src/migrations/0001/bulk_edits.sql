-- Bulk edits: one change of many books. They are removed some time after their end.
CREATE TABLE bulk_edits (
    id {id},
    -- changing, done, failed, cancelled, undoing, undone.
    state {text} NOT NULL,
    -- The fields that change, as JSON.
    changes {text} NOT NULL,
    -- The number of chosen books.
    books {int} NOT NULL,
    -- How many of them were looked at, and what came of them.
    done {int} NOT NULL DEFAULT 0,
    changed {int} NOT NULL DEFAULT 0,
    refused {int} NOT NULL DEFAULT 0,
    restored {int} NOT NULL DEFAULT 0,
    -- Books that an undo left as they are.
    kept {int} NOT NULL DEFAULT 0,
    created_by {int},
    created_at {int} NOT NULL,
    updated_at {int} NOT NULL
) {rows};
CREATE INDEX bulk_edits_newest ON bulk_edits (created_at{, id});

-- The books of a bulk edit: those that wait, those that were changed, with what the undo needs, and those that were not.
CREATE TABLE bulk_edit_books (
    bulk_edit_id {int} NOT NULL REFERENCES bulk_edits (id) ON DELETE CASCADE,
    -- waiting, changed, refused, kept.
    outcome {text} NOT NULL,
    book_id {int} NOT NULL,
    -- The record and the details of a changed book before the edit, as JSON.
    before_record {text},
    -- The errors of a refused book, as JSON.
    errors {text},
    -- The SHA-256 of the record and the details after the edit: the undo leaves a book that differs.
    after_digest {blob},
    PRIMARY KEY (bulk_edit_id, outcome, book_id)
) {table};
