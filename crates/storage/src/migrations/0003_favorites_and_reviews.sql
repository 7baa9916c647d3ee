-- What people keep for later, and what they write about books.

CREATE TABLE favorites (
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    book_id {text} NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    created_at {int} NOT NULL,
    PRIMARY KEY (user_id, book_id)
) {strict};
CREATE INDEX favorites_of_user ON favorites (user_id, created_at DESC, book_id DESC);
CREATE INDEX favorites_of_book ON favorites (book_id);

-- The words beside a rating; they go with it.
CREATE TABLE reviews (
    id {text} PRIMARY KEY,
    book_id {text} NOT NULL,
    user_id {text} NOT NULL,
    body {text} NOT NULL CHECK (body <> ''),
    -- Since when readers no longer see it.
    hidden_at {int},
    created_at {int} NOT NULL,
    updated_at {int} NOT NULL,
    FOREIGN KEY (book_id, user_id) REFERENCES ratings (book_id, user_id) ON DELETE CASCADE
) {strict};
CREATE UNIQUE INDEX reviews_book_id_user_id ON reviews (book_id, user_id);
CREATE INDEX reviews_of_book ON reviews (book_id, created_at DESC, id DESC);
