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
