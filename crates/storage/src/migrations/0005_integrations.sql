-- What other programs need: calls that may be sent again, access tokens, webhooks.

-- What a call with an Idempotency-Key was answered, for a day. Written by the transaction of the call itself.
CREATE TABLE answered_calls (
    user_id {text} NOT NULL REFERENCES users (id),
    key {text} NOT NULL,
    -- The digest of method, path, query and body.
    fingerprint {text} NOT NULL,
    -- The hash of the caller's token, for calls whose answer only that token opens.
    token_hash {text},
    -- What the use case answered, as JSON, or sealed.
    outcome {text} NOT NULL,
    answered_at {int} NOT NULL,
    PRIMARY KEY (user_id, key)
) {strict};
CREATE INDEX answered_calls_by_age ON answered_calls (answered_at);
CREATE INDEX answered_calls_of_token ON answered_calls (token_hash, key) WHERE token_hash IS NOT NULL;

CREATE TABLE access_tokens (
    id {text} PRIMARY KEY,
    user_id {text} NOT NULL REFERENCES users (id),
    name {text} NOT NULL,
    token_hash {text} NOT NULL,
    -- Words with a space between them.
    scopes {text} NOT NULL,
    created_at {int} NOT NULL,
    expires_at {int} NOT NULL,
    last_used_at {int},
    CHECK (expires_at > created_at)
) {strict};
CREATE UNIQUE INDEX access_tokens_token_hash ON access_tokens (token_hash);
CREATE INDEX access_tokens_of_user ON access_tokens (user_id, created_at DESC, id DESC);
CREATE INDEX access_tokens_by_expiry ON access_tokens (expires_at);

CREATE TABLE webhooks (
    id {text} PRIMARY KEY,
    address {text} NOT NULL,
    -- Names with a space between them.
    events {text} NOT NULL,
    -- What deliveries are signed with: it is needed as it is.
    secret {text} NOT NULL,
    active {int} NOT NULL CHECK (active IN (0, 1)),
    created_at {int} NOT NULL,
    updated_at {int} NOT NULL
) {strict};
CREATE INDEX webhooks_newest ON webhooks (created_at DESC, id DESC);

-- Written by the transaction of what it tells of; sent by a background job.
CREATE TABLE webhook_deliveries (
    id {text} PRIMARY KEY,
    webhook_id {text} NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    event {text} NOT NULL,
    body {text} NOT NULL,
    created_at {int} NOT NULL,
    state {text} NOT NULL CHECK (state IN ('waiting', 'delivered', 'given_up')),
    attempts {int} NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    -- When it is tried next. While a process sends it: when another one may take it over.
    next_at {int},
    -- Until when it is tried again.
    until_at {int} NOT NULL,
    last_at {int},
    last_status {int},
    last_error {text},
    CHECK ((state = 'waiting') = (next_at IS NOT NULL))
) {strict};
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_at, id) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries (webhook_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);
