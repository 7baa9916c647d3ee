-- The schema of Carrel: people, catalogue, circulation, money, rules, audit, integrations.
--
-- One text for both engines; crate::migrations lists the words in braces. {table} ends a table whose rows SQLite keeps in
-- the tree of its primary key, {rows} one whose rows have rowids.
--
-- {id} is an identifier: a number that the library assigns once, to one row of any table; see carrel_storage::engine::ids.
-- {row_number} is a number that the table assigns itself, for rows that no other row refers to. {, id} adds the identifier
-- to the end of an index. SQLite adds it to every index itself; on PostgreSQL the index has to name the column. Every
-- index is in ascending order. A list in descending order reads its index backwards.
--
-- Instants (…_at) are milliseconds since 1970 UTC, civil dates (…_on) are YYYY-MM-DD, money (…_minor) is whole minor units
-- of the library's currency. Keys (…_key) are what a value is found or sorted by. Codes and states have no CHECK lists:
-- the domain validates them, so that a new one needs no migration.

-- The library's own code lists. Policies, people, books and copies name an entry by its code, so that its name can change.
-- `position` is the order in which entries are offered; an archived entry is no longer offered.

CREATE TABLE branches (
    code {text} PRIMARY KEY,
    name {text} NOT NULL,
    position {int} NOT NULL,
    archived_at {int}
) {table};
INSERT INTO branches (code, name, position) VALUES ('main', 'Main library', 0);

CREATE TABLE patron_categories (
    code {text} PRIMARY KEY,
    name {text} NOT NULL,
    position {int} NOT NULL,
    archived_at {int}
) {table};

CREATE TABLE item_types (
    code {text} PRIMARY KEY,
    name {text} NOT NULL,
    position {int} NOT NULL,
    archived_at {int}
) {table};

-- People.

CREATE TABLE users (
    id {id},
    name {text} NOT NULL,
    name_key {text} NOT NULL,
    email {text} NOT NULL,
    email_key {text} NOT NULL,
    password_hash {text} NOT NULL,
    role {text} NOT NULL,
    patron_category {text} REFERENCES patron_categories (code),
    student_id {text},
    student_id_key {text},
    college_name {text},
    department {text},
    current_semester {text},
    current_semester_category {text},
    phone {text},
    address {text},
    locale {text},
    blocked_at {int},
    blocked_reason {text},
    deactivated_at {int},
    -- The last day of the membership; null when it does not end.
    expires_on {text},
    created_at {int} NOT NULL,
    updated_at {int} NOT NULL
) {rows};
CREATE UNIQUE INDEX users_email_key ON users (email_key);
CREATE UNIQUE INDEX users_student_id_key ON users (student_id_key) WHERE student_id_key IS NOT NULL;
CREATE INDEX users_by_name ON users (name_key{, id});
CREATE INDEX users_by_role ON users (role, name_key{, id});
CREATE INDEX users_of_patron_category ON users (patron_category) WHERE patron_category IS NOT NULL;
CREATE INDEX users_by_change ON users (updated_at{, id});

-- The words by which a search finds a person: from the name, the e-mail address, the student ID.
CREATE TABLE user_terms (
    term {text} NOT NULL,
    user_id {int} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (term, user_id)
) {table};
CREATE INDEX user_terms_of_user ON user_terms (user_id);

-- Library cards. A person may have had several; at most one is current.
CREATE TABLE cards (
    barcode_key {text} PRIMARY KEY,
    barcode {text} NOT NULL,
    user_id {int} NOT NULL REFERENCES users (id),
    pin_hash {text},
    issued_at {int} NOT NULL,
    ended_at {int},
    ended_reason {text},
    CHECK (ended_at IS NULL OR ended_at >= issued_at)
) {table};
-- Unique indexes are named after their columns: PostgreSQL reports a violation by the name of the index.
CREATE UNIQUE INDEX cards_current_user_id ON cards (user_id) WHERE ended_at IS NULL;
CREATE INDEX cards_of_user ON cards (user_id, issued_at);

CREATE TABLE sessions (
    -- Shown to the person instead of the token's hash.
    id {id},
    token_hash {text} NOT NULL,
    user_id {int} NOT NULL REFERENCES users (id),
    created_at {int} NOT NULL,
    expires_at {int} NOT NULL,
    last_used_at {int} NOT NULL,
    user_agent {text},
    CHECK (expires_at > created_at)
) {rows};
CREATE UNIQUE INDEX sessions_token_hash ON sessions (token_hash);
CREATE INDEX sessions_of_user_newest ON sessions (user_id, created_at{, id});
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Links that allow one action once, without a session. Only the hash of a link's token is stored.
CREATE TABLE one_time_links (
    token_hash {text} PRIMARY KEY,
    purpose {text} NOT NULL,
    user_id {int} NOT NULL REFERENCES users (id),
    created_at {int} NOT NULL,
    expires_at {int} NOT NULL,
    used_at {int},
    CHECK (expires_at > created_at),
    CHECK (used_at IS NULL OR used_at >= created_at)
) {rows};
-- At most one unused link per person and purpose: a newer one replaces an older one.
CREATE UNIQUE INDEX one_time_links_open_user_id ON one_time_links (user_id, purpose) WHERE used_at IS NULL;
CREATE INDEX one_time_links_of_user ON one_time_links (user_id);
CREATE INDEX one_time_links_by_expiry ON one_time_links (expires_at);

CREATE TABLE access_tokens (
    id {id},
    user_id {int} NOT NULL REFERENCES users (id),
    name {text} NOT NULL,
    token_hash {text} NOT NULL,
    -- Separated by spaces.
    scopes {text} NOT NULL,
    created_at {int} NOT NULL,
    expires_at {int} NOT NULL,
    last_used_at {int},
    CHECK (expires_at > created_at)
) {rows};
CREATE UNIQUE INDEX access_tokens_token_hash ON access_tokens (token_hash);
CREATE INDEX access_tokens_of_user ON access_tokens (user_id, created_at{, id});
CREATE INDEX access_tokens_by_expiry ON access_tokens (expires_at);

-- Failed attempts, per throttled key.
CREATE TABLE throttles (
    key {text} PRIMARY KEY,
    failures {int} NOT NULL,
    window_started_at {int} NOT NULL
) {rows};
CREATE INDEX throttles_by_age ON throttles (window_started_at);

-- The stored response of each call with an Idempotency-Key, for a day. The transaction of the call writes it.
CREATE TABLE idempotency_keys (
    user_id {int} NOT NULL REFERENCES users (id),
    key {text} NOT NULL,
    -- The digest of method, path, query and body.
    fingerprint {text} NOT NULL,
    -- The hash of the caller's token, for calls whose response only that token opens.
    token_hash {text},
    -- The result of the use case as JSON, in clear or encrypted.
    response {text} NOT NULL,
    created_at {int} NOT NULL,
    PRIMARY KEY (user_id, key)
) {rows};
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
CREATE INDEX idempotency_keys_of_token ON idempotency_keys (token_hash, key) WHERE token_hash IS NOT NULL;

-- The catalogue.

-- Bibliographic records. The counts that loans, copies and ratings change are in book_counts, so that a loan writes a
-- short row with few indexes.
CREATE TABLE books (
    id {id},
    title {text} NOT NULL,
    title_key {text} NOT NULL,
    -- The statement of responsibility as shown; contributors has the people one by one.
    author {text} NOT NULL,
    author_key {text} NOT NULL,
    category {text} NOT NULL,
    description {text} NOT NULL,
    cover_image {text},
    pages {int} CHECK (pages > 0),
    -- The preferred ISBN, 13 digits. Editions may share one; book_identifiers has all identifiers.
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
    created_at {int} NOT NULL,
    updated_at {int} NOT NULL
) {rows};
CREATE INDEX books_newest ON books (created_at{, id}) WHERE archived_at IS NULL;
CREATE INDEX books_by_title ON books (title_key{, id}) WHERE archived_at IS NULL;
CREATE INDEX books_by_author ON books (author_key{, id}) WHERE archived_at IS NULL;
CREATE INDEX books_by_year ON books (year_key{, id}) WHERE archived_at IS NULL;
CREATE INDEX books_in_category_newest ON books (category, created_at{, id}) WHERE archived_at IS NULL;
CREATE INDEX books_in_category_by_title ON books (category, title_key{, id}) WHERE archived_at IS NULL;
CREATE INDEX books_in_category_by_author ON books (category, author_key{, id}) WHERE archived_at IS NULL;
CREATE INDEX books_in_category_by_year ON books (category, year_key{, id}) WHERE archived_at IS NULL;
CREATE INDEX books_archived ON books (archived_at{, id}) WHERE archived_at IS NOT NULL;
CREATE INDEX books_to_study_newest ON books (created_at{, id}) WHERE archived_at IS NULL AND semester_categories <> '';
CREATE INDEX books_of_item_type ON books (item_type) WHERE item_type IS NOT NULL;
CREATE INDEX books_by_change ON books (updated_at{, id});

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

-- Identifiers of a book: isbn, issn, oclc, lccn, ean, other. Position 0 is the preferred ISBN, if the book has one.
CREATE TABLE book_identifiers (
    book_id {int} NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    position {int} NOT NULL,
    kind {text} NOT NULL,
    value {text} NOT NULL,
    value_key {text} NOT NULL,
    PRIMARY KEY (book_id, position)
) {table};
CREATE INDEX book_identifiers_by_value ON book_identifiers (kind, value_key, book_id);

-- People and bodies behind a book: author, editor, translator, illustrator, … Position 0 is the author on the record.
CREATE TABLE contributors (
    book_id {int} NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    position {int} NOT NULL,
    name {text} NOT NULL,
    name_key {text} NOT NULL,
    role {text} NOT NULL,
    PRIMARY KEY (book_id, position)
) {table};
CREATE INDEX contributors_by_name ON contributors (name_key, book_id);

CREATE TABLE subjects (
    book_id {int} NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    position {int} NOT NULL,
    heading {text} NOT NULL,
    heading_key {text} NOT NULL,
    scheme {text},
    PRIMARY KEY (book_id, position)
) {table};
CREATE INDEX subjects_by_heading ON subjects (heading_key, book_id);

-- The record that a book was imported from, byte for byte.
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
CREATE INDEX marc_records_by_control_number ON marc_records (source, control_number);

-- Erased entities, for programs that harvest changes.
CREATE TABLE tombstones (
    -- book or user.
    entity {text} NOT NULL,
    entity_id {int} NOT NULL,
    deleted_at {int} NOT NULL,
    PRIMARY KEY (entity, entity_id)
) {table};
CREATE INDEX tombstones_by_time ON tombstones (entity, deleted_at, entity_id);

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

-- Copies and circulation.

CREATE TABLE copies (
    id {id},
    book_id {int} NOT NULL REFERENCES books (id),
    barcode {text} NOT NULL,
    barcode_key {text} NOT NULL,
    state {text} NOT NULL,
    is_lendable {int} NOT NULL DEFAULT 1 CHECK (is_lendable IN (0, 1)),
    -- The branch that owns it, and the branch where it is.
    branch {text} NOT NULL REFERENCES branches (code),
    current_branch {text} NOT NULL REFERENCES branches (code),
    location {text},
    call_number {text},
    call_number_key {text},
    price_minor {int} CHECK (price_minor >= 0),
    -- Null means the item type of the book.
    item_type {text} REFERENCES item_types (code),
    created_at {int} NOT NULL,
    updated_at {int} NOT NULL
) {rows};
CREATE UNIQUE INDEX copies_barcode_key ON copies (barcode_key);
CREATE INDEX copies_of_book ON copies (book_id);
CREATE INDEX copies_of_item_type ON copies (item_type) WHERE item_type IS NOT NULL;
CREATE INDEX copies_by_call_number ON copies (call_number_key{, id}) WHERE call_number_key IS NOT NULL;

-- Changes of a copy's state. Its creation is not an event, and a loan and its return are recorded in the borrowing alone:
-- a copy without events is available, or on loan.
CREATE TABLE copy_events (
    copy_id {int} NOT NULL REFERENCES copies (id),
    -- From 1, for each copy.
    number {int} NOT NULL,
    at {int} NOT NULL,
    actor_id {int},
    from_state {text} NOT NULL,
    to_state {text} NOT NULL,
    reason {text} NOT NULL,
    PRIMARY KEY (copy_id, number)
) {table};

-- The terms that borrowings were lent under, as versioned JSON. The id is not assigned but taken from the digest of the
-- body, so that equal terms are stored once.
CREATE TABLE loan_terms (
    id {int} PRIMARY KEY,
    body {text} NOT NULL
) {rows};

CREATE TABLE borrowings (
    id {id},
    book_id {int} NOT NULL REFERENCES books (id),
    copy_id {int} NOT NULL REFERENCES copies (id),
    -- Null once a returned borrowing is anonymised.
    user_id {int} REFERENCES users (id),
    -- Where it was lent, to which patron category, and as which item type. These codes may have been removed from their
    -- lists.
    branch {text} NOT NULL REFERENCES branches (code),
    patron_category {text},
    item_type {text},
    borrowed_at {int} NOT NULL,
    due_on {text} NOT NULL,
    due_at {int} NOT NULL,
    returned_at {int},
    renewals {int} NOT NULL DEFAULT 0 CHECK (renewals >= 0),
    terms_id {int} NOT NULL REFERENCES loan_terms (id),
    lent_by {int} NOT NULL,
    returned_by {int},
    CHECK (due_at > borrowed_at),
    CHECK (returned_at IS NULL OR returned_at >= borrowed_at),
    CHECK (user_id IS NOT NULL OR returned_at IS NOT NULL)
) {rows};
-- At most one open borrowing per copy, and one per person and book: the database itself refuses a double loan.
CREATE UNIQUE INDEX borrowings_open_copy_id ON borrowings (copy_id) WHERE returned_at IS NULL;
CREATE UNIQUE INDEX borrowings_open_user_id_book_id ON borrowings (user_id, book_id) WHERE returned_at IS NULL;
CREATE INDEX borrowings_open_of_user ON borrowings (user_id, due_at{, id}) WHERE returned_at IS NULL;
CREATE INDEX borrowings_open_by_due ON borrowings (due_at{, id}) WHERE returned_at IS NULL;
CREATE INDEX borrowings_open_newest ON borrowings (borrowed_at{, id}) WHERE returned_at IS NULL;
CREATE INDEX borrowings_of_user ON borrowings (user_id, borrowed_at{, id});
CREATE INDEX borrowings_of_book ON borrowings (book_id, borrowed_at{, id});
CREATE INDEX borrowings_of_copy ON borrowings (copy_id);
CREATE INDEX borrowings_newest ON borrowings (borrowed_at{, id});
CREATE INDEX borrowings_by_due ON borrowings (due_at{, id});

CREATE TABLE renewals (
    id {row_number},
    borrowing_id {int} NOT NULL REFERENCES borrowings (id),
    at {int} NOT NULL,
    actor_id {int},
    from_due_on {text} NOT NULL,
    to_due_on {text} NOT NULL,
    -- The overrides, as JSON: [{"code", "comment"}].
    overrides {text}
) {rows};
CREATE INDEX renewals_of_borrowing ON renewals (borrowing_id, at{, id});

-- Money.

-- It only grows: corrections are new entries.
CREATE TABLE ledger (
    id {id},
    user_id {int} NOT NULL REFERENCES users (id),
    borrowing_id {int} REFERENCES borrowings (id),
    -- charge, payment, waiver, refund.
    kind {text} NOT NULL,
    -- For a charge: overdue, lost, processing, damage, other.
    reason {text},
    amount_minor {int} NOT NULL CHECK (amount_minor > 0),
    currency {text} NOT NULL,
    at {int} NOT NULL,
    actor_id {int} NOT NULL,
    note {text},
    -- How the amount was computed, as JSON.
    explanation {text},
    CHECK ((kind = 'charge') = (reason IS NOT NULL))
) {rows};
CREATE INDEX ledger_of_user ON ledger (user_id, at{, id});
CREATE INDEX ledger_of_borrowing ON ledger (borrowing_id, kind, amount_minor) WHERE borrowing_id IS NOT NULL;
CREATE INDEX ledger_by_time ON ledger (at);

-- Each person's balance of booked charges: the sum of their entries in the ledger.
CREATE TABLE balances (
    user_id {id} REFERENCES users (id),
    amount_minor {int} NOT NULL
) {rows};
CREATE INDEX balances_owed ON balances (amount_minor{, user_id}) WHERE amount_minor > 0;

-- Settings and rules.

CREATE TABLE settings (
    key {text} PRIMARY KEY,
    value {text} NOT NULL,
    updated_at {int} NOT NULL
) {table};

-- Long texts: the library's pages, the texts of its home page. Separate from the settings, which every borrowing reads.
CREATE TABLE texts (
    name {text} PRIMARY KEY,
    body {text} NOT NULL,
    updated_at {int} NOT NULL
) {rows};

-- Days on which a branch is closed, or every branch when the branch is null.
CREATE TABLE closures (
    branch {text} REFERENCES branches (code),
    closed_on {text} NOT NULL,
    name {text} NOT NULL
) {rows};
CREATE UNIQUE INDEX closures_scope ON closures (COALESCE(branch, ''), closed_on);

CREATE TABLE policies (
    id {id},
    name {text} NOT NULL,
    patron_category {text} REFERENCES patron_categories (code),
    item_type {text} REFERENCES item_types (code),
    branch {text} REFERENCES branches (code),
    value {text} NOT NULL,
    updated_at {int} NOT NULL
) {rows};
CREATE UNIQUE INDEX policies_scope ON policies
    (name, COALESCE(patron_category, ''), COALESCE(item_type, ''), COALESCE(branch, ''));

-- Numbers that count up: identifiers on SQLite, generated barcodes and student IDs, people, totals.
CREATE TABLE counters (
    name {text} PRIMARY KEY,
    value {int} NOT NULL
) {table};
--@postgres
-- The source of identifiers. A connection takes a block of them at once. On SQLite it is a counter.
CREATE SEQUENCE ids INCREMENT BY 64;
--@end

-- Borrowings and money by quarters of an hour since 1970, up to the day that `totalled_days` in `counters` names. A
-- background job totals past days; lending and returning do not write here. SQL does not know time zones, but every
-- zone in use today differs from UTC by whole quarters: days and hours of any zone are sums of these rows.
CREATE TABLE quarter_totals (
    quarter {int} PRIMARY KEY,
    borrowed {int} NOT NULL CHECK (borrowed >= 0),
    charged_minor {int} NOT NULL CHECK (charged_minor >= 0),
    -- Payments less refunds.
    collected_minor {int} NOT NULL,
    waived_minor {int} NOT NULL CHECK (waived_minor >= 0)
) {rows};

-- Borrowings by days of UTC since 1970 and by the category that their book has now.
CREATE TABLE category_totals (
    day {int} NOT NULL,
    category {text} NOT NULL,
    borrowed {int} NOT NULL CHECK (borrowed >= 0),
    PRIMARY KEY (day, category)
) {table};

CREATE TABLE audit (
    id {row_number},
    at {int} NOT NULL,
    actor_id {int},
    action {text} NOT NULL,
    -- What was acted on: the name of a type with the identifier, or a name without one, such as settings.mail.
    entity {text} NOT NULL,
    entity_id {int},
    before_state {text},
    after_state {text},
    request_id {text}
) {rows};
CREATE INDEX audit_of_entity ON audit (entity, entity_id, at{, id});
CREATE INDEX audit_newest ON audit (at{, id});

-- Background work and integrations.

-- Books whose searchable fields changed: the search index of every server process tails this table. PostgreSQL commits
-- transactions in another order than they write in. There a change first gets a negative number, and a positive one
-- after the commit, in the order of commits; see carrel_storage::changes.
--@postgres
CREATE SEQUENCE changes_unnumbered;
--@end
CREATE TABLE changes (
--@sqlite
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
--@postgres
    sequence BIGINT PRIMARY KEY DEFAULT -nextval('changes_unnumbered'),
--@end
    kind {text} NOT NULL,
    entity_id {int} NOT NULL,
    at {int} NOT NULL
) {rows};
CREATE INDEX changes_by_age ON changes (at);

-- Counts the writing transactions of PostgreSQL, spread over several rows so that they do not wait for each other; see
-- carrel_storage::engine::Stamp. SQLite counts its commits itself and leaves this table empty.
CREATE TABLE data_versions (
    slot {int} PRIMARY KEY,
    version {int} NOT NULL
) {rows};
--@postgres
-- Room for new versions of a row beside the old one, in the same page.
ALTER TABLE data_versions SET (fillfactor = 20);
--@end

-- Work to be done later by one of the servers: leased, retried until give_up_at, and deduplicated by kind and key while it
-- is not finished.
CREATE TABLE jobs (
    id {id},
    -- mail, webhook, hourly.
    kind {text} NOT NULL,
    dedupe_key {text},
    payload {text} NOT NULL,
    created_at {int} NOT NULL,
    -- When it runs next; while it is leased, when another server may take it over.
    run_at {int} NOT NULL,
    attempts {int} NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    give_up_at {int} NOT NULL,
    finished_at {int},
    -- done, failed.
    outcome {text},
    -- The error of the last attempt.
    problem {text},
    CHECK ((finished_at IS NULL) = (outcome IS NULL))
) {rows};
CREATE UNIQUE INDEX jobs_waiting_kind_dedupe_key ON jobs (kind, dedupe_key) WHERE finished_at IS NULL AND dedupe_key IS NOT NULL;
CREATE INDEX jobs_waiting ON jobs (kind, run_at{, id}) WHERE finished_at IS NULL;
CREATE INDEX jobs_failed ON jobs (kind, created_at{, id}) WHERE outcome = 'failed';
CREATE INDEX jobs_finished ON jobs (kind, finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE webhooks (
    id {id},
    address {text} NOT NULL,
    -- Separated by spaces.
    events {text} NOT NULL,
    -- Deliveries are signed with it, so it is stored in clear.
    secret {text} NOT NULL,
    active {int} NOT NULL CHECK (active IN (0, 1)),
    created_at {int} NOT NULL,
    updated_at {int} NOT NULL
) {rows};
CREATE INDEX webhooks_newest ON webhooks (created_at{, id});

-- The payload of each delivery, and the outcome of its last attempt. Written by the transaction that causes the event;
-- the job with the same id sends it.
CREATE TABLE webhook_deliveries (
    id {id},
    webhook_id {int} NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    event {text} NOT NULL,
    body {text} NOT NULL,
    created_at {int} NOT NULL,
    last_at {int},
    last_status {int},
    last_error {text}
) {rows};
CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries (webhook_id, created_at{, id});
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);

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
