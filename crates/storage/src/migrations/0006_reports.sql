-- What administrators see in figures, so that looking at it does not count the whole library anew.

-- Borrowings and money by quarters of an hour since 1970, up to the day that `totalled_days` in `counters` names. A
-- background job sums up what is over; lending and returning know nothing of it. SQL does not know zones, but each of
-- today's differs from UTC by whole quarters: the days and hours of any of them are sums of these rows.
CREATE TABLE quarter_totals (
    quarter {int} PRIMARY KEY,
    borrowed {int} NOT NULL CHECK (borrowed >= 0),
    charged_cents {int} NOT NULL CHECK (charged_cents >= 0),
    -- Payments less refunds.
    collected_cents {int} NOT NULL,
    waived_cents {int} NOT NULL CHECK (waived_cents >= 0)
) {strict};

-- Borrowings by days of UTC since 1970 and by the category that their book has now.
CREATE TABLE category_totals (
    day {int} NOT NULL,
    category {text} NOT NULL,
    borrowed {int} NOT NULL CHECK (borrowed >= 0),
    PRIMARY KEY (day, category)
) {strict};

-- What each person owes of booked charges: the sum of their entries in the ledger.
CREATE TABLE balances (
    user_id {text} PRIMARY KEY REFERENCES users (id),
    cents {int} NOT NULL
) {strict};
INSERT INTO balances (user_id, cents)
    SELECT user_id, CAST(sum(CASE WHEN kind IN ('charge', 'refund') THEN amount_cents ELSE -amount_cents END) AS BIGINT)
    FROM ledger GROUP BY user_id;
CREATE INDEX balances_owed ON balances (cents DESC, user_id) WHERE cents > 0;

CREATE INDEX ledger_by_time ON ledger (at);
CREATE INDEX books_without_copies ON books (title_key, id) WHERE total_copies = 0 AND archived_at IS NULL;

-- An empty library stays empty: one that is restored into it brings its own count.
INSERT INTO counters (name, value) SELECT 'users', count(*) FROM users HAVING count(*) > 0;
