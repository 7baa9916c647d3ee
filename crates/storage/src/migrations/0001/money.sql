-- Money.

-- It only grows: corrections are new entries.
CREATE TABLE ledger (
    id {id},
    -- Null once the borrowing, or the erased person, is anonymous.
    user_id {int} REFERENCES users (id),
    borrowing_id {int} REFERENCES borrowings (id),
    -- Of a payment, a waiver, a refund or a reversal: the charge without a borrowing that it is about.
    charge_id {int} REFERENCES ledger (id),
    -- charge, payment, waiver, refund, reversal (of a charge).
    kind {text} NOT NULL,
    -- For a charge and its reversal: overdue, lost, processing, damage, other.
    reason {text},
    amount_minor {int} NOT NULL CHECK (amount_minor > 0),
    currency {text} NOT NULL,
    at {int} NOT NULL,
    actor_id {int},
    -- Of a charge without a borrowing its description, which goes with the person.
    note {text},
    -- How the amount was computed, as JSON.
    explanation {text},
    -- Of a payment: payments that were made together have one receipt.
    receipt_number {int} CHECK (receipt_number IS NULL OR kind = 'payment'),
    CHECK ((kind IN ('charge', 'reversal')) = (reason IS NOT NULL)),
    -- An entry is about a borrowing or a charge, or is itself a charge without a borrowing.
    CHECK (CASE WHEN borrowing_id IS NOT NULL THEN charge_id IS NULL ELSE (charge_id IS NULL) = (kind = 'charge') END),
    CHECK (borrowing_id IS NOT NULL OR kind <> 'charge' OR (user_id IS NULL) = (note IS NULL))
) {rows};
CREATE INDEX ledger_of_user ON ledger (user_id, at{, id});
CREATE INDEX ledger_of_borrowing ON ledger (borrowing_id, kind, amount_minor) WHERE borrowing_id IS NOT NULL;
CREATE INDEX ledger_of_charge ON ledger (charge_id, kind, amount_minor) WHERE charge_id IS NOT NULL;
CREATE INDEX ledger_charges_of_user ON ledger (user_id, at{, id}) WHERE borrowing_id IS NULL AND kind = 'charge' AND user_id IS NOT NULL;
CREATE INDEX ledger_charges_by_time ON ledger (at{, id}) WHERE borrowing_id IS NULL AND kind = 'charge' AND user_id IS NOT NULL;
CREATE INDEX ledger_by_time ON ledger (at);
CREATE INDEX ledger_of_receipt ON ledger (receipt_number) WHERE receipt_number IS NOT NULL;
--@sqlite
CREATE TRIGGER ledger_is_kept_on_update BEFORE UPDATE ON ledger
WHEN NOT (EXISTS (SELECT 1 FROM removals r WHERE r.anonymises = 1) AND NEW.user_id IS NULL
    AND NEW.id = OLD.id AND NEW.borrowing_id IS OLD.borrowing_id AND NEW.charge_id IS OLD.charge_id AND NEW.kind = OLD.kind AND NEW.reason IS OLD.reason
    AND NEW.amount_minor = OLD.amount_minor AND NEW.currency = OLD.currency AND NEW.at = OLD.at
    AND NEW.explanation IS OLD.explanation AND NEW.receipt_number IS OLD.receipt_number
    AND COALESCE(NEW.actor_id, OLD.actor_id) IS OLD.actor_id
    AND COALESCE(NEW.note, OLD.note) IS OLD.note)
BEGIN SELECT RAISE(ABORT, 'the ledger only appends'); END;
CREATE TRIGGER ledger_is_kept_on_delete BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger only appends'); END;
--@postgres
CREATE FUNCTION keep_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND EXISTS (SELECT 1 FROM removals r WHERE r.anonymises = 1) AND NEW.user_id IS NULL
        AND NEW.id = OLD.id AND NEW.borrowing_id IS NOT DISTINCT FROM OLD.borrowing_id
        AND NEW.charge_id IS NOT DISTINCT FROM OLD.charge_id AND NEW.kind = OLD.kind
        AND NEW.reason IS NOT DISTINCT FROM OLD.reason AND NEW.amount_minor = OLD.amount_minor
        AND NEW.currency = OLD.currency AND NEW.at = OLD.at AND NEW.explanation IS NOT DISTINCT FROM OLD.explanation
        AND NEW.receipt_number IS NOT DISTINCT FROM OLD.receipt_number
        AND COALESCE(NEW.actor_id, OLD.actor_id) IS NOT DISTINCT FROM OLD.actor_id
        AND COALESCE(NEW.note, OLD.note) IS NOT DISTINCT FROM OLD.note THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the ledger only appends' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER ledger_is_kept BEFORE UPDATE OR DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION keep_ledger();
--@end

-- Each person's balance of booked charges: the sum of their entries in the ledger.
CREATE TABLE balances (
    user_id {id} REFERENCES users (id),
    amount_minor {int} NOT NULL
) {rows};
CREATE INDEX balances_owed ON balances (amount_minor{, user_id}) WHERE amount_minor > 0;
