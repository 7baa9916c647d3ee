-- Sessions that people can tell apart and end one by one; one-time links; mail on its way.

-- What a person sees of a session: never the hash of its token.
ALTER TABLE sessions ADD COLUMN id {text} NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN last_used_at {int} NOT NULL DEFAULT 0;
--@sqlite
UPDATE sessions SET id = lower(hex(randomblob(13))), last_used_at = created_at;
--@postgres
UPDATE sessions SET id = substr(replace(CAST(gen_random_uuid() AS TEXT), '-', ''), 1, 26), last_used_at = created_at;
--@end
CREATE UNIQUE INDEX sessions_id ON sessions (id);
-- The newest first; it serves every question that the index on the person alone served.
CREATE INDEX sessions_of_user_newest ON sessions (user_id, created_at DESC, id DESC);
DROP INDEX sessions_of_user;

-- Links by which somebody may do one thing once, without a session. Only the hash of a link's token is stored.
CREATE TABLE one_time_links (
    token_hash {text} PRIMARY KEY,
    purpose {text} NOT NULL,
    user_id {text} NOT NULL REFERENCES users (id),
    created_at {int} NOT NULL,
    expires_at {int} NOT NULL,
    used_at {int},
    CHECK (expires_at > created_at),
    CHECK (used_at IS NULL OR used_at >= created_at)
) {strict};
-- At most one link that can still be used: a newer one takes the place of an older one.
CREATE UNIQUE INDEX one_time_links_open_user_id ON one_time_links (user_id, purpose) WHERE used_at IS NULL;
CREATE INDEX one_time_links_of_user ON one_time_links (user_id);
CREATE INDEX one_time_links_by_expiry ON one_time_links (expires_at);

-- Mail that is to be sent. Its text is written when it is sent, and never kept.
CREATE TABLE mails (
    id {text} PRIMARY KEY,
    kind {text} NOT NULL,
    to_address {text} NOT NULL,
    created_at {int} NOT NULL,
    -- Later than this nobody would want it any more.
    expires_at {int} NOT NULL,
    tries {int} NOT NULL DEFAULT 0 CHECK (tries >= 0),
    -- When it is to be tried next; whoever tries it moves this on first. Nothing once it is sent or given up.
    next_try_at {int},
    sent_at {int},
    -- Why the last try failed, in words.
    problem {text},
    CHECK (expires_at > created_at),
    CHECK (next_try_at IS NULL OR sent_at IS NULL)
) {strict};
CREATE INDEX mails_due ON mails (next_try_at, id) WHERE next_try_at IS NOT NULL;
CREATE INDEX mails_given_up ON mails (created_at DESC, id DESC) WHERE next_try_at IS NULL AND sent_at IS NULL;
CREATE INDEX mails_by_expiry ON mails (expires_at);
