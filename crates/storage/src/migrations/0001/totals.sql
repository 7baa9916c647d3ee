-- Totals of past days.

-- Borrowings and money by quarters of an hour since 1970, up to the day that `totalled_days` in `counters` names. A
-- background job totals past days; lending and returning do not write here. SQL does not know time zones, but every
-- zone in use today differs from UTC by whole quarters: days and hours of any zone are sums of these rows.
CREATE TABLE quarter_totals (
    quarter {int} PRIMARY KEY,
    borrowed {int} NOT NULL CHECK (borrowed >= 0),
    -- Charges less reversals.
    charged_minor {int} NOT NULL,
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
