-- Merges of books, with what their undo needs. They are removed when they can no longer be undone.
CREATE TABLE merges (
    id {id},
    -- Later than every change of its books before. The kept book has no two merges of the same instant.
    merged_at {int} NOT NULL,
    merged_by {int},
    -- The record and the details of the kept book before and after the merge, as JSON.
    before_record {text} NOT NULL,
    after_record {text} NOT NULL,
    -- 0 if the kept book had no MARC record.
    had_marc {int} NOT NULL CHECK (had_marc IN (0, 1)),
    undone_at {int}
) {rows};
CREATE INDEX merges_newest ON merges (merged_at{, id});

-- The books of a merge: at position 0 the kept one, from 1 those that were merged into it.
CREATE TABLE merge_books (
    merge_id {int} NOT NULL REFERENCES merges (id) ON DELETE CASCADE,
    position {int} NOT NULL,
    book_id {int} NOT NULL REFERENCES books (id),
    -- Before the merge.
    borrow_count {int} NOT NULL,
    popularity {int} NOT NULL,
    PRIMARY KEY (merge_id, position)
) {table};
CREATE INDEX merge_books_of_book ON merge_books (book_id, position);

-- What follows has rows only until a merge is undone.

-- Copies, each with the book that it had.
CREATE TABLE merge_copies (
    merge_id {int} NOT NULL REFERENCES merges (id) ON DELETE CASCADE,
    copy_id {int} NOT NULL REFERENCES copies (id),
    book_id {int} NOT NULL,
    -- The item type that the merge gave to a copy without one.
    item_type {text},
    PRIMARY KEY (merge_id, copy_id)
) {table};
CREATE INDEX merge_copies_of_copy ON merge_copies (copy_id);

-- Books that led to a merged book, and lead to the kept one now.
CREATE TABLE merge_redirects (
    merge_id {int} NOT NULL REFERENCES merges (id) ON DELETE CASCADE,
    book_id {int} NOT NULL REFERENCES books (id),
    led_to {int} NOT NULL,
    PRIMARY KEY (merge_id, book_id)
) {table};
CREATE INDEX merge_redirects_of_book ON merge_redirects (book_id);

-- Favorites of the merged books. Those of the kept book stay.
CREATE TABLE merge_favorites (
    merge_id {int} NOT NULL REFERENCES merges (id) ON DELETE CASCADE,
    user_id {int} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    book_id {int} NOT NULL,
    created_at {int} NOT NULL,
    -- That of the kept book at this moment; null if the person had none, and this one moved.
    kept_at {int},
    PRIMARY KEY (merge_id, user_id, book_id)
) {table};
CREATE INDEX merge_favorites_of_user ON merge_favorites (user_id);

-- Ratings and reviews of the merged books, and of the kept one by the same people.
CREATE TABLE merge_ratings (
    merge_id {int} NOT NULL REFERENCES merges (id) ON DELETE CASCADE,
    user_id {int} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    book_id {int} NOT NULL,
    stars {int} NOT NULL,
    created_at {int} NOT NULL,
    -- The review; null without one.
    review_id {int},
    body {text},
    hidden_at {int},
    written_at {int},
    updated_at {int},
    PRIMARY KEY (merge_id, user_id, book_id)
) {table};
CREATE INDEX merge_ratings_of_user ON merge_ratings (user_id);

-- The uploaded cover of a kept book that got another one.
CREATE TABLE merge_covers (
    merge_id {id} REFERENCES merges (id) ON DELETE CASCADE,
    hash {text} NOT NULL,
    small {blob} NOT NULL,
    medium {blob} NOT NULL,
    large {blob} NOT NULL,
    uploaded_at {int} NOT NULL
) {rows};
