-- Imports of books, people, open loans and unpaid fines.

CREATE TABLE imports (
    id {id},
    -- What the records are: books, users, loans, fines.
    kind {text} NOT NULL,
    -- The name of the file as it was sent.
    name {text} NOT NULL,
    -- marc, marcxml, csv.
    format {text} NOT NULL,
    size_bytes {int} NOT NULL,
    sha256 {text} NOT NULL,
    -- checking, ready, importing, paused, done, failed, cancelled, undoing, undone.
    state {text} NOT NULL,
    -- How the file is read, as JSON.
    options {text} NOT NULL,
    -- The headings of a table: an import with the same ones gets the same columns.
    headings_key {text},
    -- The records up to this number are done: a server that goes on skips them.
    read_records {int} NOT NULL DEFAULT 0,
    total_records {int} NOT NULL DEFAULT 0,
    valid {int} NOT NULL DEFAULT 0,
    rejected {int} NOT NULL DEFAULT 0,
    duplicates {int} NOT NULL DEFAULT 0,
    added {int} NOT NULL DEFAULT 0,
    updated {int} NOT NULL DEFAULT 0,
    skipped {int} NOT NULL DEFAULT 0,
    copies {int} NOT NULL DEFAULT 0,
    has_begun {int} NOT NULL DEFAULT 0 CHECK (has_begun IN (0, 1)),
    -- Books that an undo left in place.
    kept {int} NOT NULL DEFAULT 0,
    -- Why it failed.
    problem {text},
    created_by {int},
    created_at {int} NOT NULL,
    updated_at {int} NOT NULL
) {rows};
CREATE INDEX imports_newest ON imports (created_at{, id});
CREATE INDEX imports_of_file ON imports (sha256, created_at);
CREATE INDEX imports_of_headings ON imports (headings_key, created_at) WHERE headings_key IS NOT NULL;

-- Records that need attention: rejected ones, and duplicates.
CREATE TABLE import_findings (
    import_id {int} NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    -- rejected, duplicate.
    kind {text} NOT NULL,
    -- The number of the record in the file, from 1.
    number {int} NOT NULL,
    line {int},
    -- What the record is about: the title of a book (also of a loan), the name of a person.
    label {text} NOT NULL,
    -- What else is shown of it: the author of a book, the email of a person.
    detail {text} NOT NULL,
    -- By which it is known: the ISBN of a book, the student ID of a person.
    identifier {text},
    -- The errors of a rejected record, as JSON.
    errors {text} NOT NULL,
    -- The book of a duplicate. It may have been erased.
    book_id {int},
    -- The person of a duplicate.
    user_id {int},
    PRIMARY KEY (import_id, kind, number)
) {table};

CREATE INDEX import_findings_of_user ON import_findings (user_id) WHERE user_id IS NOT NULL;

-- What an import of books wrote, for its undo. Rows are removed when it can no longer be undone.
CREATE TABLE import_books (
    import_id {int} NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    book_id {int} NOT NULL,
    -- The number of the record in the file, from 1.
    number {int} NOT NULL,
    -- added, updated, copies.
    effect {text} NOT NULL,
    -- The record of an updated book before the import, as JSON, and the MARC record that it was imported from.
    before_record {text},
    before_marc {blob},
    -- The ids of added copies, one per line.
    copy_ids {text} NOT NULL,
    -- The SHA-256 of the book as the import left it: the undo leaves a book that differs. Null if only copies were added.
    after_digest {blob},
    PRIMARY KEY (import_id, book_id, number)
) {table};

-- What an import of people, loans or fines wrote, for its undo.
CREATE TABLE import_rows (
    import_id {int} NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    -- The number of the record in the file, from 1.
    number {int} NOT NULL,
    -- The id of what was written: of a person, or of a borrowing.
    entity_id {int} NOT NULL,
    -- added, updated.
    effect {text} NOT NULL,
    -- The person that it is about.
    user_id {int} NOT NULL,
    -- The fields of an updated person before the import, as JSON.
    before_state {text},
    -- The SHA-256 of the person as the import left them: the undo leaves a person who differs. Null if it restores nothing.
    after_digest {blob},
    PRIMARY KEY (import_id, number)
) {table};
CREATE INDEX import_rows_of_user ON import_rows (user_id, import_id);
