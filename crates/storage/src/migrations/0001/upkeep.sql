-- The audit log, background work and integrations.

CREATE TABLE audit (
    id {row_number},
    at {int} NOT NULL,
    actor_id {int},
    action {text} NOT NULL,
    -- What was acted on: the name of a type with the identifier, or a name without one, such as settings.mail.
    entity {text} NOT NULL,
    entity_id {int},
    before_state {text},
    after_state {text},
    request_id {text}
) {rows};
CREATE INDEX audit_of_entity ON audit (entity, entity_id, at{, id});
CREATE INDEX audit_newest ON audit (at{, id});
--@sqlite
CREATE TRIGGER audit_is_kept_on_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit only appends'); END;
CREATE TRIGGER audit_is_kept_on_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit only appends'); END;
--@postgres
CREATE TRIGGER audit_is_kept BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_change();
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
    -- mail, webhook, hourly.
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
