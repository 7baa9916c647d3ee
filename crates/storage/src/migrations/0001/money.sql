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
--@sqlite
CREATE TRIGGER ledger_is_kept_on_update BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger only appends'); END;
CREATE TRIGGER ledger_is_kept_on_delete BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger only appends'); END;
--@postgres
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'this table only appends' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER ledger_is_kept BEFORE UPDATE OR DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION refuse_change();
--@end

-- Each person's balance of booked charges: the sum of their entries in the ledger.
CREATE TABLE balances (
    user_id {id} REFERENCES users (id),
    amount_minor {int} NOT NULL
) {rows};
CREATE INDEX balances_owed ON balances (amount_minor{, user_id}) WHERE amount_minor > 0;
