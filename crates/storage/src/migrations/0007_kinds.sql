-- The library's own lists of kinds: of people (patron categories) and of what it lends (item types). Rules, people,
-- books and copies name them by their codes, so that a name can change.
CREATE TABLE kinds (
    list {text} NOT NULL CHECK (list IN ('patron_category', 'item_type')),
    code {text} NOT NULL,
    name {text} NOT NULL,
    -- The order in which they are offered.
    position {int} NOT NULL,
    -- Since when it is no longer offered; what has it keeps it.
    archived_at {int},
    PRIMARY KEY (list, code)
) {strict};

CREATE INDEX kinds_in_order ON kinds (list, position, code);

-- What was named before there were lists.
INSERT INTO kinds (list, code, name, position)
    SELECT 'patron_category', used.code, used.code, 0 FROM (
        SELECT patron_category AS code FROM users WHERE patron_category IS NOT NULL
        UNION SELECT patron_category FROM policies WHERE patron_category IS NOT NULL) used;
INSERT INTO kinds (list, code, name, position)
    SELECT 'item_type', used.code, used.code, 0 FROM (
        SELECT item_type AS code FROM books WHERE item_type IS NOT NULL
        UNION SELECT item_type FROM copies WHERE item_type IS NOT NULL
        UNION SELECT item_type FROM policies WHERE item_type IS NOT NULL) used;

-- How many there are of each kind is counted along these.
CREATE INDEX users_of_kind ON users (patron_category) WHERE patron_category IS NOT NULL;
CREATE INDEX books_of_kind ON books (item_type) WHERE item_type IS NOT NULL;
CREATE INDEX copies_of_kind ON copies (item_type) WHERE item_type IS NOT NULL;
