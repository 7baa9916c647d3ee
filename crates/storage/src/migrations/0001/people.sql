-- People.

-- What people may do. `acts` are names of acts, separated by spaces. Those of admin (everything) and student (what members
-- may do) are fixed in the domain and not stored.
CREATE TABLE roles (
    code {text} PRIMARY KEY,
    name {text} NOT NULL CHECK (name <> ''),
    acts {text} NOT NULL,
    -- The order in which roles are shown.
    position {int} NOT NULL
) {table};
INSERT INTO roles (code, name, acts, position) VALUES
    ('admin', 'Administrator', '', 0),
    ('librarian', 'Librarian', 'read_inventory manage_catalogue moderate_reviews read_users manage_users make_password_links read_any_borrowing read_any_history export_borrowings check_out override_refusals return_any_borrowing backdate_returns record_payment waive_charges add_charges read_statistics', 1),
    ('assistant', 'Assistant', 'read_users read_any_borrowing check_out return_any_borrowing record_payment', 2),
    ('teacher', 'Teacher', '', 3),
    ('student', 'Student', '', 4);

CREATE TABLE users (
    id {id},
    name {text} NOT NULL,
    -- By which lists are sorted: surname first.
    name_key {text} NOT NULL,
    email {text} NOT NULL,
    email_key {text} NOT NULL,
    password_hash {text} NOT NULL,
    role {text} NOT NULL REFERENCES roles (code),
    patron_category {text} REFERENCES patron_categories (code),
    student_id {text},
    student_id_key {text},
    college_name {text},
    department {text},
    current_semester {text},
    current_semester_category {text},
    class {text},
    -- By which classes are sorted and equal.
    class_key {text},
    homeroom {text},
    phone {text},
    address {text},
    -- The chosen one: a code of BCP 47.
    language {text},
    blocked_at {int},
    block_reason {text} CHECK (block_reason <> ''),
    deactivated_at {int},
    -- The last day of the membership; null when it does not end.
    expires_on {text},
    created_at {int} NOT NULL,
    updated_at {int} NOT NULL,
    CHECK ((blocked_at IS NULL) = (block_reason IS NULL)),
    CHECK ((class IS NULL) = (class_key IS NULL))
) {rows};
CREATE UNIQUE INDEX users_email_key ON users (email_key);
CREATE UNIQUE INDEX users_student_id_key ON users (student_id_key) WHERE student_id_key IS NOT NULL;
CREATE INDEX users_by_name ON users (name_key{, id});
CREATE INDEX users_by_role ON users (role, name_key{, id});
CREATE INDEX users_by_class ON users (class_key, name_key{, id}) WHERE class_key IS NOT NULL;
CREATE INDEX users_of_patron_category ON users (patron_category) WHERE patron_category IS NOT NULL;
CREATE INDEX users_by_change ON users (updated_at{, id});

-- The words by which a search finds a person: from the name, the e-mail address, the student ID.
CREATE TABLE user_terms (
    term {text} NOT NULL,
    user_id {int} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (term, user_id)
) {table};
CREATE INDEX user_terms_of_user ON user_terms (user_id);

-- Library cards. A person may have had several; at most one is current.
CREATE TABLE cards (
    barcode_key {text} PRIMARY KEY,
    barcode {text} NOT NULL,
    user_id {int} NOT NULL REFERENCES users (id),
    pin_hash {text},
    issued_at {int} NOT NULL,
    ended_at {int},
    ended_reason {text},
    CHECK (ended_at IS NULL OR ended_at >= issued_at)
) {table};
-- Unique indexes are named after their columns: PostgreSQL reports a violation by the name of the index.
CREATE UNIQUE INDEX cards_current_user_id ON cards (user_id) WHERE ended_at IS NULL;
CREATE INDEX cards_of_user ON cards (user_id, issued_at);

-- When people accepted the terms at their registration. People whom staff added have accepted none.
CREATE TABLE consents (
    user_id {id} REFERENCES users (id),
    accepted_at {int} NOT NULL,
    -- When the text that they accepted was last changed; null for the standard text.
    terms_changed_at {int}
) {rows};

CREATE TABLE sessions (
    -- Shown to the person instead of the token's hash.
    id {id},
    token_hash {text} NOT NULL,
    user_id {int} NOT NULL REFERENCES users (id),
    created_at {int} NOT NULL,
    expires_at {int} NOT NULL,
    last_used_at {int} NOT NULL,
    -- When its owner last proved their identity. A sign-in counts.
    confirmed_at {int} NOT NULL,
    -- How it ends while it is not used: ordinary, remembered, shared_computer.
    kind {text} NOT NULL DEFAULT 'ordinary',
    user_agent {text},
    CHECK (expires_at > created_at)
) {rows};
CREATE UNIQUE INDEX sessions_token_hash ON sessions (token_hash);
CREATE INDEX sessions_of_user_newest ON sessions (user_id, created_at{, id});
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Links that allow one action once, without a session. Only the hash of a link's token is stored.
CREATE TABLE one_time_links (
    token_hash {text} PRIMARY KEY,
    purpose {text} NOT NULL,
    user_id {int} NOT NULL REFERENCES users (id),
    created_at {int} NOT NULL,
    expires_at {int} NOT NULL,
    used_at {int},
    CHECK (expires_at > created_at),
    CHECK (used_at IS NULL OR used_at >= created_at)
) {rows};
-- At most one unused link per person and purpose: a newer one replaces an older one.
CREATE UNIQUE INDEX one_time_links_open_user_id ON one_time_links (user_id, purpose) WHERE used_at IS NULL;
CREATE INDEX one_time_links_of_user ON one_time_links (user_id);
CREATE INDEX one_time_links_by_expiry ON one_time_links (expires_at);

-- Changes of e-mail addresses: pending until the new address is confirmed, then kept while the change can be undone or its
-- owner has not dismissed its notice.
CREATE TABLE email_changes (
    id {id},
    user_id {int} NOT NULL REFERENCES users (id),
    old_email {text} NOT NULL,
    -- While the change can be undone, no other account gets its old address.
    old_email_key {text} NOT NULL,
    new_email {text} NOT NULL,
    requested_at {int} NOT NULL,
    -- Null while it is pending.
    changed_at {int},
    expires_at {int} NOT NULL,
    by_staff {int} NOT NULL CHECK (by_staff IN (0, 1)),
    has_notice {int} NOT NULL CHECK (has_notice IN (0, 1)),
    -- The session that made the change does not show its notice.
    session_hash {text},
    -- The hashes of the tokens of its links, from the moment when their mails are written.
    confirm_hash {text},
    undo_hash {text},
    CHECK (expires_at > requested_at),
    CHECK (changed_at >= requested_at),
    CHECK (changed_at IS NOT NULL OR (has_notice = 0 AND undo_hash IS NULL)),
    CHECK (changed_at IS NULL OR confirm_hash IS NULL)
) {rows};
CREATE UNIQUE INDEX email_changes_pending_user_id ON email_changes (user_id) WHERE changed_at IS NULL;
CREATE UNIQUE INDEX email_changes_confirm_hash ON email_changes (confirm_hash) WHERE confirm_hash IS NOT NULL;
CREATE UNIQUE INDEX email_changes_undo_hash ON email_changes (undo_hash) WHERE undo_hash IS NOT NULL;
CREATE INDEX email_changes_of_user ON email_changes (user_id, requested_at{, id});
CREATE INDEX email_changes_by_old_email ON email_changes (old_email_key);
CREATE INDEX email_changes_by_expiry ON email_changes (expires_at);

-- Registrations whose address is not confirmed yet. There may be several for one address: a stranger cannot replace that of
-- its owner.
CREATE TABLE registrations (
    id {id},
    name {text} NOT NULL,
    email {text} NOT NULL,
    email_key {text} NOT NULL,
    phone {text},
    address {text},
    -- That of the account and of the mail: a code of BCP 47.
    language {text},
    password_hash {text} NOT NULL,
    created_at {int} NOT NULL,
    expires_at {int} NOT NULL,
    -- The hash of the token of its link, from the moment when the mail is written.
    token_hash {text},
    CHECK (expires_at > created_at)
) {rows};
CREATE UNIQUE INDEX registrations_token_hash ON registrations (token_hash) WHERE token_hash IS NOT NULL;
CREATE INDEX registrations_of_email ON registrations (email_key);
CREATE INDEX registrations_by_expiry ON registrations (expires_at);

CREATE TABLE access_tokens (
    id {id},
    user_id {int} NOT NULL REFERENCES users (id),
    name {text} NOT NULL,
    token_hash {text} NOT NULL,
    -- Separated by spaces.
    scopes {text} NOT NULL,
    created_at {int} NOT NULL,
    expires_at {int} NOT NULL,
    last_used_at {int},
    last_address {text},
    CHECK (expires_at > created_at)
) {rows};
CREATE UNIQUE INDEX access_tokens_token_hash ON access_tokens (token_hash);
CREATE INDEX access_tokens_of_user ON access_tokens (user_id, created_at{, id});
CREATE INDEX access_tokens_by_expiry ON access_tokens (expires_at);

-- Failed sign-ins in a row: of an account from one origin, of the account as a whole (origin ''), and of an address as a
-- whole (account '').
CREATE TABLE sign_in_failures (
    -- The key of an e-mail address, whether an account has it or not.
    account {text} NOT NULL,
    -- A network address, a device or a session.
    origin {text} NOT NULL,
    failures {int} NOT NULL CHECK (failures >= 0),
    -- In the future while an attempt waits for its turn.
    latest_at {int} NOT NULL,
    PRIMARY KEY (account, origin)
) {rows};
CREATE INDEX sign_in_failures_by_age ON sign_in_failures (latest_at);

-- Devices on which a person has signed in. Failures elsewhere do not slow down their sign-ins.
CREATE TABLE known_devices (
    token_hash {text} NOT NULL,
    user_id {int} NOT NULL REFERENCES users (id),
    last_used_at {int} NOT NULL,
    -- Until then a sign-in on it needs no second step.
    trusted_until {int},
    PRIMARY KEY (token_hash, user_id)
) {rows};
CREATE INDEX known_devices_of_user ON known_devices (user_id, last_used_at);
CREATE INDEX known_devices_by_age ON known_devices (last_used_at);

-- The authenticator app of a person.
CREATE TABLE authenticators (
    user_id {int} PRIMARY KEY REFERENCES users (id),
    -- Shared with the app, in base32, encrypted.
    secret {text} NOT NULL,
    created_at {int} NOT NULL,
    -- When a code of the app proved that it has the secret. Before, it is no second factor.
    confirmed_at {int},
    -- The time step of the last accepted code: each code is accepted once.
    last_step {int} NOT NULL,
    CHECK (confirmed_at IS NOT NULL OR last_step = 0)
) {rows};

-- Passkeys of people. Only public keys are stored.
CREATE TABLE passkeys (
    id {id},
    user_id {int} NOT NULL REFERENCES users (id),
    -- The identifier that the authenticator gave it, in base64url.
    credential_id {text} NOT NULL,
    -- A SubjectPublicKeyInfo in base64url.
    public_key {text} NOT NULL,
    -- The host name of the site where it can be used.
    site {text} NOT NULL,
    name {text} NOT NULL,
    -- How often the authenticator has signed; 0 when it does not count.
    sign_count {int} NOT NULL CHECK (sign_count >= 0),
    created_at {int} NOT NULL,
    last_used_at {int}
) {rows};
CREATE UNIQUE INDEX passkeys_credential_id ON passkeys (credential_id);
CREATE INDEX passkeys_of_user ON passkeys (user_id, created_at{, id});

-- Codes that replace a lost second factor, each once: a used one is removed. Only their hashes are stored.
CREATE TABLE recovery_codes (
    user_id {int} NOT NULL REFERENCES users (id),
    code_hash {text} NOT NULL,
    PRIMARY KEY (user_id, code_hash)
) {table};

-- Challenges: what a person proves next must answer one. Only the hash of a challenge is stored.
CREATE TABLE challenges (
    token_hash {text} PRIMARY KEY,
    -- sign_in, passkey, confirmation.
    purpose {text} NOT NULL,
    user_id {int} NOT NULL REFERENCES users (id),
    -- Of a sign-in: the kind of its session.
    session_kind {text} NOT NULL,
    created_at {int} NOT NULL,
    expires_at {int} NOT NULL,
    CHECK (expires_at > created_at)
) {rows};
CREATE INDEX challenges_of_user ON challenges (user_id, created_at);
CREATE INDEX challenges_by_expiry ON challenges (expires_at);

-- Attempts in a window, per throttled key.
CREATE TABLE throttles (
    key {text} PRIMARY KEY,
    failures {int} NOT NULL,
    window_started_at {int} NOT NULL
) {rows};
CREATE INDEX throttles_by_age ON throttles (window_started_at);

-- The stored response of each call with an Idempotency-Key, for a day. The transaction of the call writes it.
CREATE TABLE idempotency_keys (
    user_id {int} NOT NULL REFERENCES users (id),
    key {text} NOT NULL,
    -- The digest of method, path, query and body.
    fingerprint {text} NOT NULL,
    -- The hash of the caller's token, for calls whose response only that token opens.
    token_hash {text},
    -- The result of the use case as JSON, in clear or encrypted.
    response {text} NOT NULL,
    created_at {int} NOT NULL,
    PRIMARY KEY (user_id, key)
) {rows};
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
CREATE INDEX idempotency_keys_of_token ON idempotency_keys (token_hash, key) WHERE token_hash IS NOT NULL;
