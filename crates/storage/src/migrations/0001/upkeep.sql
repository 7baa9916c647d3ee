-- The audit log, background work and integrations.

CREATE TABLE audit (
    id {row_number},
    at {int} NOT NULL,
    actor_id {int},
    action {text} NOT NULL,
    -- What was acted on: the name of a type with the identifier, or a name without one, such as settings.mail.
    entity {text} NOT NULL,
    entity_id {int},
    -- The person and the book that it is about: those of a borrowing, a copy or a review, too. They may have been erased.
    user_id {int},
    book_id {int},
    before_state {text},
    after_state {text},
    request_id {text}
) {rows};
CREATE INDEX audit_newest ON audit (at{, id});
CREATE INDEX audit_of_actor ON audit (actor_id, at{, id}) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_of_user ON audit (user_id, at{, id}) WHERE user_id IS NOT NULL;
CREATE INDEX audit_of_book ON audit (book_id, at{, id}) WHERE book_id IS NOT NULL;
CREATE INDEX audit_of_action ON audit (action, at{, id});

-- What a transaction may remove from the audit and the ledger although they only append. The transaction that removes
-- inserts a row, and deletes it before it commits, so that no other transaction ever sees one.
CREATE TABLE removals (
    -- Entries of the audit before this instant may be deleted.
    audit_before_at {int},
    -- 1 when people and states may be removed from entries of the audit, and people and notes from those of the ledger.
    anonymises {int} NOT NULL DEFAULT 0 CHECK (anonymises IN (0, 1))
) {rows};
--@sqlite
CREATE TRIGGER audit_is_kept_on_update BEFORE UPDATE ON audit
WHEN NOT (EXISTS (SELECT 1 FROM removals r WHERE r.anonymises = 1)
    AND NEW.id = OLD.id AND NEW.at = OLD.at AND NEW.action = OLD.action AND NEW.entity = OLD.entity
    AND NEW.entity_id IS OLD.entity_id AND NEW.book_id IS OLD.book_id
    AND COALESCE(NEW.actor_id, OLD.actor_id) IS OLD.actor_id AND COALESCE(NEW.user_id, OLD.user_id) IS OLD.user_id
    AND COALESCE(NEW.before_state, OLD.before_state) IS OLD.before_state
    AND COALESCE(NEW.after_state, OLD.after_state) IS OLD.after_state
    AND COALESCE(NEW.request_id, OLD.request_id) IS OLD.request_id)
BEGIN SELECT RAISE(ABORT, 'the audit only appends'); END;
CREATE TRIGGER audit_is_kept_on_delete BEFORE DELETE ON audit
WHEN NOT EXISTS (SELECT 1 FROM removals r WHERE OLD.at < r.audit_before_at)
BEGIN SELECT RAISE(ABORT, 'the audit only appends'); END;
--@postgres
CREATE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF EXISTS (SELECT 1 FROM removals r WHERE OLD.at < r.audit_before_at) THEN
            RETURN OLD;
        END IF;
    ELSIF EXISTS (SELECT 1 FROM removals r WHERE r.anonymises = 1)
        AND NEW.id = OLD.id AND NEW.at = OLD.at AND NEW.action = OLD.action AND NEW.entity = OLD.entity
        AND NEW.entity_id IS NOT DISTINCT FROM OLD.entity_id AND NEW.book_id IS NOT DISTINCT FROM OLD.book_id
        AND COALESCE(NEW.actor_id, OLD.actor_id) IS NOT DISTINCT FROM OLD.actor_id
        AND COALESCE(NEW.user_id, OLD.user_id) IS NOT DISTINCT FROM OLD.user_id
        AND COALESCE(NEW.before_state, OLD.before_state) IS NOT DISTINCT FROM OLD.before_state
        AND COALESCE(NEW.after_state, OLD.after_state) IS NOT DISTINCT FROM OLD.after_state
        AND COALESCE(NEW.request_id, OLD.request_id) IS NOT DISTINCT FROM OLD.request_id THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the audit only appends' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER audit_is_kept BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION keep_audit();
--@end

-- Books whose searchable fields changed: the search index of every server process tails this table. PostgreSQL commits
-- transactions in another order than they write in. There a change first gets a negative number, and a positive one
-- after the commit, in the order of commits; see carrel_storage::changes.
--@postgres
CREATE SEQUENCE changes_unnumbered;
--@end
CREATE TABLE changes (
--@sqlite
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
--@postgres
    sequence BIGINT PRIMARY KEY DEFAULT -nextval('changes_unnumbered'),
--@end
    kind {text} NOT NULL,
    entity_id {int} NOT NULL,
    at {int} NOT NULL
) {rows};
CREATE INDEX changes_by_age ON changes (at);

-- Counts the writing transactions of PostgreSQL, spread over several rows so that they do not wait for each other; see
-- carrel_storage::engine::Stamp. SQLite counts its commits itself and leaves this table empty.
CREATE TABLE data_versions (
    slot {int} PRIMARY KEY,
    version {int} NOT NULL
) {rows};
--@postgres
-- Room for new versions of a row beside the old one, in the same page.
ALTER TABLE data_versions SET (fillfactor = 20);
--@end

-- Work to be done later by one of the servers: leased, retried until give_up_at, and deduplicated by kind and key while it
-- is not finished.
CREATE TABLE jobs (
    id {id},
    -- mail, webhook, import, bulk_edit, duplicates, hourly.
    kind {text} NOT NULL,
    dedupe_key {text},
    payload {text} NOT NULL,
    created_at {int} NOT NULL,
    -- When it runs next; while it is leased, when another server may take it over.
    run_at {int} NOT NULL,
    attempts {int} NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    give_up_at {int} NOT NULL,
    finished_at {int},
    -- done, failed.
    outcome {text},
    -- The error of the last attempt.
    problem {text},
    CHECK ((finished_at IS NULL) = (outcome IS NULL))
) {rows};
CREATE UNIQUE INDEX jobs_waiting_kind_dedupe_key ON jobs (kind, dedupe_key) WHERE finished_at IS NULL AND dedupe_key IS NOT NULL;
CREATE INDEX jobs_waiting ON jobs (kind, run_at{, id}) WHERE finished_at IS NULL;
CREATE INDEX jobs_failed ON jobs (kind, created_at{, id}) WHERE outcome = 'failed';
CREATE INDEX jobs_finished ON jobs (kind, finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE webhooks (
    id {id},
    address {text} NOT NULL,
    -- Separated by spaces.
    events {text} NOT NULL,
    -- Deliveries are signed with it. Encrypted; see carrel_operations::core::key_file.
    secret {text} NOT NULL,
    active {int} NOT NULL CHECK (active IN (0, 1)),
    created_at {int} NOT NULL,
    updated_at {int} NOT NULL
) {rows};

-- The payload of each delivery, and the outcome of its last attempt. Written by the transaction that causes the event;
-- the job with the same id sends it.
CREATE TABLE webhook_deliveries (
    id {id},
    webhook_id {int} NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    event {text} NOT NULL,
    body {text} NOT NULL,
    created_at {int} NOT NULL,
    last_at {int},
    last_status {int},
    last_error {text}
) {rows};
CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries (webhook_id, created_at{, id});
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);
