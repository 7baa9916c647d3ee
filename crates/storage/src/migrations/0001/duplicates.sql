-- Books that may be duplicates.

-- Searches through the whole catalogue. The groups of the newest one that is done are shown; earlier searches are removed.
CREATE TABLE duplicate_searches (
    id {id},
    -- searching, done, failed.
    state {text} NOT NULL,
    -- The progress.
    read_books {int} NOT NULL DEFAULT 0,
    total_books {int} NOT NULL DEFAULT 0,
    started_at {int} NOT NULL,
    finished_at {int}
) {rows};
-- At most one search is under way, and the groups of one are shown.
CREATE UNIQUE INDEX duplicate_searches_under_way ON duplicate_searches (state) WHERE state = 'searching';
CREATE UNIQUE INDEX duplicate_searches_shown ON duplicate_searches (state) WHERE state = 'done';

CREATE TABLE duplicate_groups (
    id {id},
    search_id {int} NOT NULL REFERENCES duplicate_searches (id) ON DELETE CASCADE,
    -- identifier, same_title, other_edition, near_title.
    reason {text} NOT NULL,
    -- When staff decided that these are different books.
    dismissed_at {int}
) {rows};
CREATE INDEX duplicate_groups_of_search ON duplicate_groups (search_id, reason);

-- The books of a group, all of them current: those that are archived or deleted are removed.
CREATE TABLE duplicate_books (
    group_id {int} NOT NULL REFERENCES duplicate_groups (id) ON DELETE CASCADE,
    book_id {int} NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    PRIMARY KEY (group_id, book_id)
) {table};
CREATE INDEX duplicate_books_of_book ON duplicate_books (book_id, group_id);

-- Pairs of books that staff have decided are different ones.
CREATE TABLE different_books (
    -- The smaller id.
    first_id {int} NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    second_id {int} NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    decided_at {int} NOT NULL,
    PRIMARY KEY (first_id, second_id),
    CHECK (first_id < second_id)
) {table};
CREATE INDEX different_books_by_second ON different_books (second_id);
