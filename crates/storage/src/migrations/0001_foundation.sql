-- People, catalogue, circulation, money, rules, trail. Units: see crates/storage/src/lib.rs.

CREATE TABLE users (
    id {text} PRIMARY KEY,
    name {text} NOT NULL,
    name_key {text} NOT NULL,
    email {text} NOT NULL,
    email_key {text} NOT NULL,
    password_hash {text} NOT NULL,
    role {text} NOT NULL CHECK (role IN ('student', 'admin')),
    patron_category {text},
    student_id {text},
    student_id_key {text},
    college_name {text},
    department {text},
    current_semester {text},
    current_semester_category {text},
    phone {text},
    address {text},
    blocked_at {int},
    deactivated_at {int},
    created_at {int} NOT NULL,
    updated_at {int} NOT NULL
) {strict};
CREATE UNIQUE INDEX users_email_key ON users (email_key);
CREATE UNIQUE INDEX users_student_id_key ON users (student_id_key) WHERE student_id_key IS NOT NULL;
CREATE INDEX users_by_name ON users (name_key, id);
CREATE INDEX users_by_role ON users (role, name_key, id);

-- The words by which a person is found: of the name, the e-mail address, the student ID.
CREATE TABLE user_terms (
    term {text} NOT NULL,
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (term, user_id)
) {strict};
CREATE INDEX user_terms_of_user ON user_terms (user_id);

CREATE TABLE sessions (
    token_hash {text} PRIMARY KEY,
    user_id {text} NOT NULL REFERENCES users (id),
    created_at {int} NOT NULL,
    expires_at {int} NOT NULL,
    user_agent {text},
    CHECK (expires_at > created_at)
) {strict};
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE books (
    id {text} PRIMARY KEY,
    title {text} NOT NULL,
    title_key {text} NOT NULL,
    author {text} NOT NULL,
    author_key {text} NOT NULL,
    category {text} NOT NULL,
    description {text} NOT NULL,
    cover_image {text},
    pages {int} CHECK (pages > 0),
    isbn {text},
    publisher {text},
    language {text} NOT NULL,
    published_year {int},
    -- The year, or the smallest number when there is none: both engines sort it last.
    year_key {int} NOT NULL,
    borrowing_period_days {int} CHECK (borrowing_period_days > 0),
    item_type {text},
    -- The categories of semester_study, one a line: a list must not join.
    semester_categories {text} NOT NULL DEFAULT '',
    total_copies {int} NOT NULL DEFAULT 0,
    available_copies {int} NOT NULL DEFAULT 0,
    borrow_count {int} NOT NULL DEFAULT 0 CHECK (borrow_count >= 0),
    popularity {int} NOT NULL DEFAULT 0,
    rating_sum {int} NOT NULL DEFAULT 0 CHECK (rating_sum >= 0),
    rating_count {int} NOT NULL DEFAULT 0 CHECK (rating_count >= 0),
    -- The average rating in hundredths of a star; 0 when there is none.
    rating_key {int} NOT NULL DEFAULT 0,
    archived_at {int},
    created_at {int} NOT NULL,
    updated_at {int} NOT NULL,
    CHECK (available_copies >= 0),
    CHECK (available_copies <= total_copies)
) {strict};
CREATE INDEX books_newest ON books (created_at DESC, id DESC) WHERE archived_at IS NULL;
CREATE INDEX books_by_title ON books (title_key, id) WHERE archived_at IS NULL;
CREATE INDEX books_by_author ON books (author_key, id) WHERE archived_at IS NULL;
CREATE INDEX books_by_rating ON books (rating_key DESC, rating_count DESC, id DESC) WHERE archived_at IS NULL;
CREATE INDEX books_by_year ON books (year_key DESC, id DESC) WHERE archived_at IS NULL;
CREATE INDEX books_popular ON books (popularity DESC, rating_key DESC, id DESC) WHERE archived_at IS NULL;
CREATE INDEX books_in_category_newest ON books (category, created_at DESC, id DESC) WHERE archived_at IS NULL;
CREATE INDEX books_in_category_by_title ON books (category, title_key, id) WHERE archived_at IS NULL;
CREATE INDEX books_in_category_by_author ON books (category, author_key, id) WHERE archived_at IS NULL;
CREATE INDEX books_in_category_by_rating ON books (category, rating_key DESC, rating_count DESC, id DESC) WHERE archived_at IS NULL;
CREATE INDEX books_in_category_by_year ON books (category, year_key DESC, id DESC) WHERE archived_at IS NULL;
CREATE INDEX books_in_category_popular ON books (category, popularity DESC, rating_key DESC, id DESC) WHERE archived_at IS NULL;
CREATE INDEX books_most_borrowed ON books (borrow_count DESC, id DESC) WHERE borrow_count > 0;
CREATE INDEX books_by_isbn ON books (isbn, id) WHERE isbn IS NOT NULL;
CREATE INDEX books_archived ON books (archived_at DESC, id DESC) WHERE archived_at IS NOT NULL;
CREATE INDEX books_archived_by_title ON books (title_key, id) WHERE archived_at IS NOT NULL;
CREATE INDEX books_archived_by_author ON books (author_key, id) WHERE archived_at IS NOT NULL;
CREATE INDEX books_archived_by_rating ON books (rating_key DESC, rating_count DESC, id DESC) WHERE archived_at IS NOT NULL;
CREATE INDEX books_archived_by_year ON books (year_key DESC, id DESC) WHERE archived_at IS NOT NULL;
CREATE INDEX books_archived_popular ON books (popularity DESC, rating_key DESC, id DESC) WHERE archived_at IS NOT NULL;
CREATE INDEX books_to_study_newest ON books (created_at DESC, id DESC) WHERE archived_at IS NULL AND semester_categories <> '';
CREATE INDEX books_to_study_by_title ON books (title_key, id) WHERE archived_at IS NULL AND semester_categories <> '';
CREATE INDEX books_to_study_by_author ON books (author_key, id) WHERE archived_at IS NULL AND semester_categories <> '';
CREATE INDEX books_to_study_by_rating ON books (rating_key DESC, rating_count DESC, id DESC) WHERE archived_at IS NULL AND semester_categories <> '';
CREATE INDEX books_to_study_by_year ON books (year_key DESC, id DESC) WHERE archived_at IS NULL AND semester_categories <> '';
CREATE INDEX books_to_study_popular ON books (popularity DESC, rating_key DESC, id DESC) WHERE archived_at IS NULL AND semester_categories <> '';

CREATE TABLE semester_study (
    category {text} NOT NULL,
    book_id {text} NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    PRIMARY KEY (category, book_id)
) {strict};
CREATE INDEX semester_study_of_book ON semester_study (book_id, category);

-- How many current books each category has, kept by the transaction that changes one: a list must not count.
CREATE TABLE category_counts (
    category {text} PRIMARY KEY,
    books {int} NOT NULL CHECK (books >= 0)
) {strict};

CREATE TABLE copies (
    id {text} PRIMARY KEY,
    book_id {text} NOT NULL REFERENCES books (id),
    barcode {text} NOT NULL,
    barcode_key {text} NOT NULL,
    state {text} NOT NULL CHECK (state IN
        ('available', 'on_loan', 'hold_shelf', 'in_transit', 'lost', 'damaged', 'in_repair', 'withdrawn')),
    item_type {text},
    created_at {int} NOT NULL,
    updated_at {int} NOT NULL
) {strict};
CREATE UNIQUE INDEX copies_barcode_key ON copies (barcode_key);
CREATE INDEX copies_of_book ON copies (book_id, state, barcode_key);

CREATE TABLE copy_events (
    id {text} PRIMARY KEY,
    copy_id {text} NOT NULL REFERENCES copies (id),
    at {int} NOT NULL,
    actor_id {text},
    from_state {text},
    to_state {text} NOT NULL,
    reason {text} NOT NULL
) {strict};
CREATE INDEX copy_events_of_copy ON copy_events (copy_id, at, id);

CREATE TABLE borrowings (
    id {text} PRIMARY KEY,
    book_id {text} NOT NULL REFERENCES books (id),
    copy_id {text} NOT NULL REFERENCES copies (id),
    user_id {text} NOT NULL REFERENCES users (id),
    borrowed_at {int} NOT NULL,
    due_on {text} NOT NULL,
    due_at {int} NOT NULL,
    returned_at {int},
    renewals {int} NOT NULL DEFAULT 0 CHECK (renewals >= 0),
    -- The fine terms in force when the copy was lent, as JSON.
    terms {text} NOT NULL,
    lent_by {text} NOT NULL,
    returned_by {text},
    CHECK (due_at > borrowed_at),
    CHECK (returned_at IS NULL OR returned_at >= borrowed_at)
) {strict};
-- At most one open borrowing a copy, and one a person and book: the database itself refuses a double loan.
-- Unique indexes are named after their columns: that is how PostgreSQL tells which of them refused.
CREATE UNIQUE INDEX borrowings_open_copy_id ON borrowings (copy_id) WHERE returned_at IS NULL;
CREATE UNIQUE INDEX borrowings_open_user_id_book_id ON borrowings (user_id, book_id) WHERE returned_at IS NULL;
CREATE INDEX borrowings_open_of_user ON borrowings (user_id, due_at, id) WHERE returned_at IS NULL;
CREATE INDEX borrowings_of_user ON borrowings (user_id, borrowed_at DESC, id DESC);
CREATE INDEX borrowings_of_user_and_book ON borrowings (user_id, book_id);
-- A person's open borrowings first, the longest due before the others; then the returned ones, the newest first.
CREATE INDEX borrowings_of_user_open_first ON borrowings
    (user_id, (CASE WHEN returned_at IS NULL THEN 0 ELSE 1 END), (CASE WHEN returned_at IS NULL THEN due_at END),
    borrowed_at DESC, id DESC);
CREATE INDEX borrowings_by_due ON borrowings (due_at, id);
CREATE INDEX borrowings_newest ON borrowings (borrowed_at DESC, id DESC);
CREATE INDEX borrowings_returned ON borrowings (borrowed_at DESC, id DESC) WHERE returned_at IS NOT NULL;
CREATE INDEX borrowings_open ON borrowings (borrowed_at DESC, id DESC) WHERE returned_at IS NULL;
CREATE INDEX borrowings_open_by_due ON borrowings (due_at, id) WHERE returned_at IS NULL;
CREATE INDEX borrowings_open_of_book ON borrowings (book_id, due_at) WHERE returned_at IS NULL;
CREATE INDEX borrowings_of_book ON borrowings (book_id, borrowed_at DESC);
CREATE INDEX borrowings_of_copy ON borrowings (copy_id, borrowed_at DESC);

-- The record of money. It only grows: corrections are new entries.
CREATE TABLE ledger (
    id {text} PRIMARY KEY,
    user_id {text} NOT NULL REFERENCES users (id),
    borrowing_id {text} REFERENCES borrowings (id),
    kind {text} NOT NULL CHECK (kind IN ('charge', 'payment', 'waiver', 'refund')),
    reason {text} CHECK (reason IN ('overdue', 'lost', 'processing', 'damage', 'other')),
    amount_cents {int} NOT NULL CHECK (amount_cents > 0),
    at {int} NOT NULL,
    actor_id {text} NOT NULL,
    note {text},
    -- How the amount came about, as JSON.
    explanation {text},
    CHECK ((kind = 'charge') = (reason IS NOT NULL))
) {strict};
CREATE INDEX ledger_of_user ON ledger (user_id, at, id);
CREATE INDEX ledger_of_borrowing ON ledger (borrowing_id, kind, amount_cents) WHERE borrowing_id IS NOT NULL;

CREATE TABLE ratings (
    book_id {text} NOT NULL REFERENCES books (id),
    user_id {text} NOT NULL REFERENCES users (id),
    stars {int} NOT NULL CHECK (stars BETWEEN 1 AND 5),
    created_at {int} NOT NULL,
    PRIMARY KEY (book_id, user_id)
) {strict};
CREATE INDEX ratings_of_user ON ratings (user_id);

CREATE TABLE settings (
    key {text} PRIMARY KEY,
    value {text} NOT NULL,
    updated_at {int} NOT NULL
) {strict};

CREATE TABLE closures (
    closed_on {text} PRIMARY KEY,
    name {text} NOT NULL
) {strict};

CREATE TABLE policies (
    id {text} PRIMARY KEY,
    name {text} NOT NULL,
    patron_category {text},
    item_type {text},
    branch {text},
    value {text} NOT NULL,
    updated_at {int} NOT NULL
) {strict};
CREATE UNIQUE INDEX policies_scope ON policies
    (name, COALESCE(patron_category, ''), COALESCE(item_type, ''), COALESCE(branch, ''));

CREATE TABLE audit (
    id {text} PRIMARY KEY,
    at {int} NOT NULL,
    actor_id {text},
    action {text} NOT NULL,
    entity {text} NOT NULL,
    entity_id {text} NOT NULL,
    before_state {text},
    after_state {text},
    request_id {text}
) {strict};
CREATE INDEX audit_of_entity ON audit (entity, entity_id, at, id);
CREATE INDEX audit_newest ON audit (at DESC, id DESC);

-- What changed in what can be found, in order: the search index of every server process tails it.
-- On PostgreSQL numbers that simply count up would be committed in another order than they are given out in, and a
-- reader that has seen the greater one would miss the smaller. So a transaction's own number comes first (at most
-- 2^43 of them), and then one of 2^20 that tell its changes apart; see carrel_storage::changes.
--@postgres
CREATE SEQUENCE changes_apart MINVALUE 0 MAXVALUE 1048575 CYCLE;
--@end
CREATE TABLE changes (
--@sqlite
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
--@postgres
    sequence BIGINT PRIMARY KEY
        DEFAULT CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT) * 1048576 + nextval('changes_apart'),
--@end
    kind {text} NOT NULL CHECK (kind IN ('book')),
    entity_id {text} NOT NULL
) {strict};

CREATE TABLE throttles (
    key {text} PRIMARY KEY,
    failures {int} NOT NULL,
    window_started_at {int} NOT NULL
) {strict};
CREATE INDEX throttles_by_age ON throttles (window_started_at);

-- Numbers that count up: generated barcodes and student IDs.
CREATE TABLE counters (
    name {text} PRIMARY KEY,
    value {int} NOT NULL
) {strict};

--@sqlite
CREATE TRIGGER ledger_is_kept_on_update BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger only appends'); END;
CREATE TRIGGER ledger_is_kept_on_delete BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger only appends'); END;
CREATE TRIGGER audit_is_kept_on_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit only appends'); END;
CREATE TRIGGER audit_is_kept_on_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit only appends'); END;
--@postgres
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'this table only appends' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER ledger_is_kept BEFORE UPDATE OR DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_is_kept BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_change();
--@end
