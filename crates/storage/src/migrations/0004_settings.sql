-- What the library writes about itself at length: its pages, the words of its home page. Apart from the settings,
-- which every borrowing reads.
CREATE TABLE texts (
    name {text} PRIMARY KEY,
    body {text} NOT NULL,
    updated_at {int} NOT NULL
) {strict};
