-- The catalogue.

-- Bibliographic records. The counts that loans, copies and ratings change are in book_counts, so that a loan writes a
-- short row with few indexes.
CREATE TABLE books (
    id {id},
    title {text} NOT NULL,
    title_key {text} NOT NULL,
    -- The statement of responsibility as shown, which may name several people; book_details may have them one by one.
    author {text} NOT NULL,
    author_key {text} NOT NULL,
    category {text} NOT NULL,
    description {text} NOT NULL,
    cover_image {text},
    pages {int} CHECK (pages > 0),
    -- The preferred ISBN, 13 digits. Editions may share one; book_identifiers has all.
    isbn {text},
    publisher {text},
    language {text} NOT NULL,
    published_year {int},
    -- The year, or the smallest number when there is none: both engines sort it last.
    year_key {int} NOT NULL,
    edition_statement {text},
    borrowing_period_days {int} CHECK (borrowing_period_days > 0),
    item_type {text} REFERENCES item_types (code),
    -- The categories of semester_study, one per line: lists read them without a join.
    semester_categories {text} NOT NULL DEFAULT '',
    archived_at {int},
    -- Set while the deletion of a book that was never borrowed can be undone; the book is also archived then.
    deleted_at {int} CHECK (deleted_at IS NULL OR archived_at IS NOT NULL),
    created_at {int} NOT NULL,
    updated_at {int} NOT NULL,
    -- The book into which this one was merged; it is in the archive, and has no copies any more. Never a merged book itself.
    merged_into {int} CHECK (merged_into IS NULL OR archived_at IS NOT NULL),
    -- When the record that other systems harvest changed last: this row, its details, its MARC record, or its copies as
    -- far as readers see them. Staff do not see changes of copies as changes of the book.
    shared_at {int} NOT NULL
) {rows};
CREATE INDEX books_newest ON books (created_at{, id}) WHERE archived_at IS NULL;
CREATE INDEX books_by_title ON books (title_key{, id}) WHERE archived_at IS NULL;
-- For lists of copies, which include those of archived books.
CREATE INDEX books_with_archived_by_title ON books (title_key{, id});
-- For other editions of a book: thousands of books may be called "Annual report".
CREATE INDEX books_by_title_and_author ON books (title_key, author_key) WHERE archived_at IS NULL;
CREATE INDEX books_by_author ON books (author_key{, id}) WHERE archived_at IS NULL;
CREATE INDEX books_by_year ON books (year_key{, id}) WHERE archived_at IS NULL;
CREATE INDEX books_in_category_newest ON books (category, created_at{, id}) WHERE archived_at IS NULL;
CREATE INDEX books_in_category_by_title ON books (category, title_key{, id}) WHERE archived_at IS NULL;
CREATE INDEX books_in_category_by_author ON books (category, author_key{, id}) WHERE archived_at IS NULL;
CREATE INDEX books_in_category_by_year ON books (category, year_key{, id}) WHERE archived_at IS NULL;
CREATE INDEX books_archived ON books (archived_at{, id}) WHERE archived_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX books_deleted ON books (deleted_at{, id}) WHERE deleted_at IS NOT NULL;
CREATE INDEX books_merged_into ON books (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX books_to_study_newest ON books (created_at{, id}) WHERE archived_at IS NULL AND semester_categories <> '';
CREATE INDEX books_of_item_type ON books (item_type) WHERE item_type IS NOT NULL;
-- The conditions are true for all books. They keep SQLite from reading these indexes for other lists.
CREATE INDEX books_to_harvest ON books (shared_at{, id}) WHERE shared_at > 0;
CREATE INDEX books_in_category_to_harvest ON books (category, shared_at{, id}) WHERE shared_at > 0;

-- One row per book. `category` and `is_current` (1 unless the book is archived) repeat the book's own values, so that
-- each list below has one index.
CREATE TABLE book_counts (
    book_id {id} REFERENCES books (id) ON DELETE CASCADE,
    category {text} NOT NULL,
    is_current {int} NOT NULL,
    total_copies {int} NOT NULL DEFAULT 0,
    available_copies {int} NOT NULL DEFAULT 0,
    borrow_count {int} NOT NULL DEFAULT 0 CHECK (borrow_count >= 0),
    popularity {int} NOT NULL DEFAULT 0,
    rating_sum {int} NOT NULL DEFAULT 0 CHECK (rating_sum >= 0),
    rating_count {int} NOT NULL DEFAULT 0 CHECK (rating_count >= 0),
    -- The average rating in hundredths of a star; 0 when there is none.
    rating_key {int} NOT NULL DEFAULT 0,
    CHECK (available_copies >= 0),
    CHECK (available_copies <= total_copies)
) {rows};
CREATE INDEX book_counts_popular ON book_counts (popularity, rating_key{, book_id}) WHERE is_current = 1;
CREATE INDEX book_counts_by_rating ON book_counts (rating_key, rating_count{, book_id}) WHERE is_current = 1;
CREATE INDEX book_counts_in_category_popular ON book_counts (category, popularity, rating_key{, book_id}) WHERE is_current = 1;
CREATE INDEX book_counts_in_category_by_rating ON book_counts (category, rating_key, rating_count{, book_id}) WHERE is_current = 1;
CREATE INDEX book_counts_most_borrowed ON book_counts (borrow_count{, book_id}) WHERE borrow_count > 0;
CREATE INDEX book_counts_without_copies ON book_counts (book_id) WHERE total_copies = 0;

-- Finds books by their identifiers. Position 0 is the preferred ISBN, if the book has one; the others repeat book_details.
CREATE TABLE book_identifiers (
    book_id {int} NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    position {int} NOT NULL,
    kind {text} NOT NULL,
    value {text} NOT NULL,
    value_key {text} NOT NULL,
    PRIMARY KEY (book_id, position)
) {table};
CREATE INDEX book_identifiers_by_value ON book_identifiers (kind, value_key, book_id);

-- What a record says beyond the fields of lists, read and written as a whole: people, subjects, series, further
-- identifiers, notes and links, as JSON without empty fields. A book without any has no row. One row instead of ten short
-- ones makes an import faster; people and subjects are found by the search index.
CREATE TABLE book_details (
    book_id {id} REFERENCES books (id) ON DELETE CASCADE,
    details {text} NOT NULL
) {rows};

-- The MARC record that a book was imported from, or that staff have edited: byte for byte.
CREATE TABLE marc_records (
    book_id {id} REFERENCES books (id) ON DELETE CASCADE,
    -- marc21 or marcxml.
    format {text} NOT NULL,
    raw {blob} NOT NULL,
    control_number {text},
    source {text},
    sha256 {text} NOT NULL,
    imported_at {int} NOT NULL
) {rows};
CREATE INDEX marc_records_by_control_number ON marc_records (control_number, source) WHERE control_number IS NOT NULL;

-- The uploaded covers of books. The address of a cover, which books.cover_image has, ends with its hash.
CREATE TABLE covers (
    book_id {id} REFERENCES books (id) ON DELETE CASCADE,
    hash {text} NOT NULL,
    -- JPEG files of 160, 320 and 640 pixels in width; the smallest first, because SQLite reads all bytes before a column.
    small {blob} NOT NULL,
    medium {blob} NOT NULL,
    large {blob} NOT NULL,
    uploaded_at {int} NOT NULL
) {rows};
-- Books with the same picture share its address.
CREATE INDEX covers_by_hash ON covers (hash);

-- Erased entities, for programs that harvest changes.
CREATE TABLE tombstones (
    -- book or user.
    entity {text} NOT NULL,
    entity_id {int} NOT NULL,
    deleted_at {int} NOT NULL,
    -- That of a book, the set in which programs find its record.
    category {text},
    PRIMARY KEY (entity, entity_id)
) {table};
CREATE INDEX tombstones_by_time ON tombstones (entity, deleted_at, entity_id);
CREATE INDEX tombstones_in_category ON tombstones (category, deleted_at, entity_id) WHERE entity = 'book';

CREATE TABLE semester_study (
    category {text} NOT NULL,
    book_id {int} NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    PRIMARY KEY (category, book_id)
) {table};
CREATE INDEX semester_study_of_book ON semester_study (book_id, category);

-- How many current books each category has, maintained by the transactions that change a book: lists read it instead of
-- counting.
CREATE TABLE category_counts (
    category {text} PRIMARY KEY,
    books {int} NOT NULL CHECK (books >= 0)
) {table};

-- Books that people save for later.
CREATE TABLE favorites (
    user_id {int} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    book_id {int} NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    created_at {int} NOT NULL,
    PRIMARY KEY (user_id, book_id)
) {table};
CREATE INDEX favorites_of_user ON favorites (user_id, created_at, book_id);
CREATE INDEX favorites_of_book ON favorites (book_id);

-- Searches that people keep, to see later which new books they find.
CREATE TABLE saved_searches (
    id {id},
    user_id {int} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name {text} NOT NULL CHECK (name <> ''),
    -- The words and filters, as JSON.
    query {text} NOT NULL,
    created_at {int} NOT NULL,
    -- Books that were added later are new to the person.
    seen_at {int} NOT NULL,
    -- SHA-256 of the token with which a feed reader follows it.
    feed_hash {text}
) {rows};
CREATE INDEX saved_searches_of_user ON saved_searches (user_id, created_at, id);
CREATE UNIQUE INDEX saved_searches_by_feed ON saved_searches (feed_hash) WHERE feed_hash IS NOT NULL;

CREATE TABLE ratings (
    book_id {int} NOT NULL REFERENCES books (id),
    user_id {int} NOT NULL REFERENCES users (id),
    stars {int} NOT NULL CHECK (stars BETWEEN 1 AND 5),
    created_at {int} NOT NULL,
    PRIMARY KEY (book_id, user_id)
) {table};
CREATE INDEX ratings_of_user ON ratings (user_id);

-- The text beside a rating; it is deleted with the rating.
CREATE TABLE reviews (
    id {id},
    book_id {int} NOT NULL,
    user_id {int} NOT NULL,
    body {text} NOT NULL CHECK (body <> ''),
    -- When it was hidden from readers.
    hidden_at {int},
    created_at {int} NOT NULL,
    updated_at {int} NOT NULL,
    FOREIGN KEY (book_id, user_id) REFERENCES ratings (book_id, user_id) ON DELETE CASCADE
) {rows};
CREATE UNIQUE INDEX reviews_book_id_user_id ON reviews (book_id, user_id);
CREATE INDEX reviews_of_book ON reviews (book_id, created_at{, id});
