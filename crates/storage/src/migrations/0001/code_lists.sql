-- The schema of Carrel: people, catalogue, circulation, money, rules, audit, integrations.
--
-- One text for both engines; crate::migrations lists the words in braces. {table} ends a table whose rows SQLite keeps in
-- the tree of its primary key, {rows} one whose rows have rowids.
--
-- {id} is an identifier: a number that the library assigns once, to one row of any table; see engine::numbering.
-- {row_number} is a number that the table assigns itself, for rows that no other row refers to. Both are named id, and
-- nothing else is. {, id} adds the identifier to the end of an index. SQLite adds it to every index itself; on PostgreSQL
-- the index has to name the column. Every index is in ascending order. A list in descending order reads its index backwards.
--
-- Instants (…_at) are milliseconds since 1970 UTC, civil dates (…_on) are YYYY-MM-DD, money (…_minor) is whole minor units
-- of the library's currency. Keys (…_key) are what a value is found or sorted by. Codes and states have no CHECK lists:
-- the domain validates them, so that a new one changes no table; docs/administration/operations.md has what an older server
-- makes of it.

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
