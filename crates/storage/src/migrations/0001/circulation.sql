-- Copies and circulation.

CREATE TABLE copies (
    id {id},
    book_id {int} NOT NULL REFERENCES books (id),
    barcode {text} NOT NULL,
    barcode_key {text} NOT NULL,
    state {text} NOT NULL,
    -- Why it is in this state, in words of staff; the next change of the state clears it.
    state_reason {text},
    is_lendable {int} NOT NULL DEFAULT 1 CHECK (is_lendable IN (0, 1)),
    -- The branch that owns it, and the branch where it is.
    branch {text} NOT NULL REFERENCES branches (code),
    current_branch {text} NOT NULL REFERENCES branches (code),
    -- The room or the shelf.
    location {text},
    call_number {text},
    -- A copy without a call number has the greatest key.
    call_number_key {text} NOT NULL,
    -- How worn it is; null when nobody has said.
    condition {text},
    price_minor {int} CHECK (price_minor >= 0),
    -- Null means the item type of the book.
    item_type {text} REFERENCES item_types (code),
    created_at {int} NOT NULL,
    updated_at {int} NOT NULL
) {rows};
CREATE UNIQUE INDEX copies_barcode_key ON copies (barcode_key);
CREATE INDEX copies_of_book ON copies (book_id);
CREATE INDEX copies_of_item_type ON copies (item_type) WHERE item_type IS NOT NULL;
-- Loans change none of the columns in these indexes.
CREATE INDEX copies_newest ON copies (created_at{, id});
CREATE INDEX copies_by_call_number ON copies (call_number_key{, id});
CREATE INDEX copies_at_location_by_call_number ON copies (location, call_number_key{, id}) WHERE location IS NOT NULL;
CREATE INDEX copies_at_location_by_barcode ON copies (location, barcode_key) WHERE location IS NOT NULL;

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
-- The copies that are lost, damaged or withdrawn are found by their events: an index of the states themselves would be
-- written by every loan.
CREATE INDEX copy_events_by_state ON copy_events (to_state, copy_id);

-- The terms that borrowings were lent under, as versioned JSON. The key is taken from the digest of the body, so that
-- equal terms are stored once.
CREATE TABLE loan_terms (
    digest {int} PRIMARY KEY,
    body {text} NOT NULL
) {rows};

CREATE TABLE borrowings (
    id {id},
    book_id {int} NOT NULL REFERENCES books (id),
    copy_id {int} NOT NULL REFERENCES copies (id),
    -- Null once a returned borrowing is anonymous.
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
    terms_digest {int} NOT NULL REFERENCES loan_terms (digest),
    -- Null in an anonymous borrowing when they are its person.
    lent_by {int},
    returned_by {int},
    -- When the return was recorded: later than returned_at if it was backdated, null if it was loaded with the library.
    return_recorded_at {int},
    CHECK (user_id IS NOT NULL OR returned_at IS NOT NULL),
    CHECK (lent_by IS NOT NULL OR user_id IS NULL),
    CHECK (due_at > borrowed_at),
    CHECK (returned_at IS NULL OR returned_at >= borrowed_at)
) {rows};
-- At most one open borrowing per copy, and one per person and book: the database itself refuses a double loan.
CREATE UNIQUE INDEX borrowings_open_copy_id ON borrowings (copy_id) WHERE returned_at IS NULL;
CREATE UNIQUE INDEX borrowings_open_user_id_book_id ON borrowings (user_id, book_id) WHERE returned_at IS NULL;
CREATE INDEX borrowings_open_of_user ON borrowings (user_id, due_at{, id}) WHERE returned_at IS NULL;
CREATE INDEX borrowings_open_by_due ON borrowings (due_at{, id}) WHERE returned_at IS NULL;
CREATE INDEX borrowings_open_newest ON borrowings (borrowed_at{, id}) WHERE returned_at IS NULL;
CREATE INDEX borrowings_of_user ON borrowings (user_id, borrowed_at{, id});
CREATE INDEX borrowings_of_book ON borrowings (book_id, borrowed_at{, id});
CREATE INDEX borrowings_with_person_by_return ON borrowings (returned_at{, id})
    WHERE returned_at IS NOT NULL AND user_id IS NOT NULL;
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
