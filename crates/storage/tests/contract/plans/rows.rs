//! Rows in every table that grows, enough of them that a scan of a table costs more than an index, as SQL for both
//! engines: a small library with 30,000 borrowings, one every 100 seconds.

use carrel_testkit::{Engine, TestDatabase};

const ROWS: &str = "
INSERT INTO users (id, name, name_key, email, email_key, password_hash, role, student_id, student_id_key, class, class_key, created_at, updated_at)
  WITH RECURSIVE n(i) AS (SELECT 100000 UNION ALL SELECT i + 1 FROM n WHERE i < 102999)
  SELECT i, 'Name ' || i, 'name ' || i, 'u' || i || '@x', 'u' || i || '@x', 'A hash of a password, which is long',
    CASE WHEN i % 100 = 0 THEN 'admin' ELSE 'student' END, 'S' || i, 's' || i, 'Class ' || i % 100, 'class ' || i % 100, i, i FROM n;
INSERT INTO user_terms (term, user_id) SELECT name_key, id FROM users;
INSERT INTO user_terms (term, user_id) SELECT email_key, id FROM users;
INSERT INTO user_terms (term, user_id) SELECT student_id_key, id FROM users;
INSERT INTO cards (barcode_key, barcode, user_id, issued_at) SELECT 'k' || id, 'K' || id, id, created_at FROM users;
INSERT INTO consents (user_id, accepted_at) SELECT id, created_at FROM users;
INSERT INTO access_tokens (id, user_id, name, token_hash, scopes, created_at, expires_at)
  SELECT id, id, 'A script', 'h' || id, 'catalogue:read', created_at, created_at + 1000 FROM users;
INSERT INTO saved_searches (id, user_id, name, query, created_at, seen_at, feed_hash)
  SELECT id + 600000, id, 'Whales', '{}', created_at, created_at, 'f' || id FROM users;
INSERT INTO idempotency_keys (user_id, key, fingerprint, token_hash, response, created_at)
  SELECT id, email_key, '', email_key, '{}', created_at FROM users;
INSERT INTO sessions (id, token_hash, user_id, created_at, expires_at, last_used_at, confirmed_at, kind)
  SELECT id, 't' || id, id, created_at, created_at + 1000, 0, 0, 'ordinary' FROM users;
INSERT INTO authenticators (user_id, secret, created_at, confirmed_at, last_step) SELECT id, 'S', created_at, created_at, 1 FROM users;
INSERT INTO passkeys (id, user_id, credential_id, public_key, site, name, sign_count, created_at)
  SELECT id, id, 'c' || id, 'k', 's', 'n', 0, created_at FROM users;
INSERT INTO recovery_codes (user_id, code_hash) SELECT id, email_key FROM users;
INSERT INTO recovery_codes (user_id, code_hash) SELECT id, name_key FROM users;
INSERT INTO challenges (token_hash, purpose, user_id, session_kind, created_at, expires_at)
  SELECT 't' || id, 'sign_in', id, 'ordinary', created_at, created_at + 1000 FROM users;
INSERT INTO one_time_links (token_hash, purpose, user_id, created_at, expires_at)
  SELECT 't' || id, 'password', id, created_at, created_at + 1000 FROM users;
INSERT INTO email_changes (id, user_id, old_email, old_email_key, new_email, requested_at, changed_at, expires_at, by_staff,
    has_notice, confirm_hash, undo_hash)
  SELECT id, id, email, email_key, email, created_at, CASE WHEN created_at % 2 = 0 THEN created_at END, created_at + 1000, 0, 0,
    CASE WHEN created_at % 2 = 1 THEN 't' || id END, CASE WHEN created_at % 2 = 0 THEN 't' || id END FROM users;
INSERT INTO registrations (id, name, email, email_key, password_hash, created_at, expires_at, token_hash)
  SELECT id, name, email, email_key, password_hash, created_at, created_at + 1000, 't' || id FROM users;
INSERT INTO jobs (id, kind, payload, created_at, run_at, give_up_at, finished_at, outcome)
  SELECT id, 'mail', '{}', created_at, created_at, created_at + 1000, CASE WHEN created_at % 100 > 0 THEN created_at END,
    CASE WHEN created_at % 100 = 1 THEN 'failed' WHEN created_at % 100 > 1 THEN 'done' END FROM users;
INSERT INTO webhooks (id, address, events, secret, active, created_at, updated_at)
  WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49) SELECT i, '', '', '', 1, i, i FROM n;
INSERT INTO webhook_deliveries (id, webhook_id, event, body, created_at)
  WITH RECURSIVE n(i) AS (SELECT 100000 UNION ALL SELECT i + 1 FROM n WHERE i < 105999)
  SELECT i + 100000, i % 50, 'test', '{}', i FROM n;
INSERT INTO jobs (id, kind, payload, created_at, run_at, give_up_at, finished_at, outcome)
  SELECT id, 'webhook', '{}', created_at, created_at, created_at, CASE WHEN created_at % 100 > 0 THEN created_at END,
    CASE WHEN created_at % 100 > 0 THEN 'done' END FROM webhook_deliveries;
INSERT INTO books (id, title, title_key, author, author_key, category, description, isbn, language, published_year, year_key,
    semester_categories, archived_at, created_at, updated_at, shared_at)
  WITH RECURSIVE n(i) AS (SELECT 100000 UNION ALL SELECT i + 1 FROM n WHERE i < 108999)
  SELECT i, 'Title ' || i, 'title ' || i, 'Author ' || (i % 900), 'author ' || (i % 900), 'Category ' || (i % 20),
    'Some words about it, as there are in the description of every book.', '978' || i, 'English', 1900 + i % 120, 1900 + i % 120,
    CASE WHEN i % 450 = 0 THEN 'Year ' || (i % 1800) ELSE '' END, CASE WHEN i % 450 = 1 THEN i END, i, i, i FROM n;
INSERT INTO book_counts (book_id, category, is_current, total_copies, available_copies, borrow_count, popularity, rating_sum,
    rating_count, rating_key)
  SELECT id, category, CASE WHEN archived_at IS NULL THEN 1 ELSE 0 END, CASE WHEN created_at % 500 = 3 THEN 0 ELSE 1 END,
    CASE WHEN created_at % 500 = 3 THEN 0 ELSE 1 END, created_at % 7, created_at % 3000, created_at % 5, created_at % 2,
    created_at % 500 FROM books;
INSERT INTO book_identifiers (book_id, position, kind, value, value_key) SELECT id, 0, 'isbn', isbn, isbn FROM books;
INSERT INTO book_details (book_id, details) SELECT id, '{}' FROM books;
INSERT INTO covers (book_id, hash, small, medium, large, uploaded_at)
  SELECT id, 'h' || id, CAST('1' AS {blob}), CAST('2' AS {blob}), CAST('3' AS {blob}), created_at FROM books;
INSERT INTO marc_records (book_id, format, raw, control_number, source, sha256, imported_at)
  SELECT id, 'marc21', CAST('A record' AS {blob}), 'n' || id, 'DE-' || created_at % 10, 'd' || id, created_at FROM books;
INSERT INTO imports (id, kind, name, format, size_bytes, sha256, state, options, headings_key, has_begun, created_by, created_at, updated_at)
  SELECT id + 200000, CASE WHEN id % 2 = 0 THEN 'books' ELSE 'users' END, 'books.csv', 'csv', 1000, 'd' || id, 'done', '{}', 'h' || id % 500, 1, 1, created_at, created_at
  FROM users;
INSERT INTO import_findings (import_id, kind, number, label, detail, errors)
  SELECT id, 'rejected', 1, 'Title', 'Author', '[]' FROM imports;
INSERT INTO import_findings (import_id, kind, number, label, detail, errors, book_id)
  SELECT 300000 + created_at % 50, 'duplicate', created_at, title, author, '[]', id FROM books;
INSERT INTO import_findings (import_id, kind, number, label, detail, errors, user_id)
  SELECT 300000 + created_at % 50, 'duplicate', 1000000 + id, name, email, '[]', id FROM users;
INSERT INTO import_rows (import_id, number, entity_id, effect, user_id, before_state, after_digest)
  SELECT 300000 + created_at % 50, id, id, 'updated', id, '{}', CAST('d' || id AS {blob}) FROM users;
INSERT INTO import_books (import_id, book_id, number, effect, copy_ids, after_digest)
  SELECT 300000 + created_at % 50, id, created_at, 'added', '', CAST('d' || id AS {blob}) FROM books;
INSERT INTO bulk_edits (id, state, changes, books, created_by, created_at, updated_at)
  SELECT id + 400000, 'done', '{}', 1, 1, created_at, created_at FROM users;
INSERT INTO bulk_edit_books (bulk_edit_id, outcome, book_id, before_record, after_digest)
  SELECT 500000 + created_at % 50, 'changed', id, '{}', CAST('d' || id AS {blob}) FROM books;
INSERT INTO duplicate_searches (id, state, started_at) VALUES (600000, 'done', 1);
INSERT INTO duplicate_groups (id, search_id, reason)
  SELECT id + 600000, 600000, CASE WHEN created_at % 4 = 0 THEN 'identifier' ELSE 'near_title' END FROM books;
INSERT INTO duplicate_books (group_id, book_id) SELECT id + 600000, id FROM books;
INSERT INTO duplicate_books (group_id, book_id) SELECT id + 600000, id + 1 FROM books WHERE id < 108999;
INSERT INTO different_books (first_id, second_id, decided_at) SELECT id, id + 1, 1 FROM books WHERE id < 108999;
INSERT INTO tombstones (entity, entity_id, deleted_at, category) SELECT 'book', id + 100000, created_at, category FROM books;
INSERT INTO semester_study (category, book_id) SELECT semester_categories, id FROM books WHERE semester_categories <> '';
INSERT INTO semester_study (category, book_id) SELECT 'Term ' || (created_at % 600), id FROM books;
INSERT INTO category_counts (category, books) SELECT category, count(*) FROM books WHERE archived_at IS NULL GROUP BY category;
INSERT INTO changes (kind, entity_id, at) SELECT 'book', id, created_at FROM books;
UPDATE changes SET sequence = -sequence WHERE sequence < 0;
INSERT INTO copies (id, book_id, barcode, barcode_key, state, location, call_number, call_number_key, branch, current_branch,
    created_at, updated_at)
  SELECT id, id, 'B' || id, 'b' || id, CASE WHEN id % 500 = 9 THEN 'lost' ELSE 'available' END, 'Room ' || (id % 40),
    'C' || id, 'c' || id, 'main', 'main', created_at, created_at FROM books;
INSERT INTO copy_events (copy_id, number, at, from_state, to_state, reason)
  SELECT id, 1, created_at, 'in_repair', state, 'repaired' FROM copies;
INSERT INTO copies (id, book_id, barcode, barcode_key, state, call_number_key, branch, current_branch, created_at, updated_at)
  SELECT 190000, id, 'unused', 'unused', 'available', 'x', 'main', 'main', 1, 1 FROM books WHERE id = 108999;
INSERT INTO loan_terms (digest, body) VALUES (1, '{}');
INSERT INTO borrowings (id, book_id, copy_id, user_id, borrowed_at, due_on, due_at, returned_at, terms_digest, branch, lent_by)
  WITH RECURSIVE n(i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < 29999)
  SELECT 100000 + i, 100000 + i % 9000, 100000 + i % 9000, 100000 + i * 7 % 3000, i * 100000,
    '2026-01-' || (10 + i % 20), i * 100000 + 1209600000 + i * 13 % 500, CASE WHEN i < 28500 THEN i * 100000 + 864000000 END, 1, 'main', 1
    FROM n;
INSERT INTO renewals (borrowing_id, at, from_due_on, to_due_on)
  SELECT id, borrowed_at + 86400000, due_on, due_on FROM borrowings WHERE id % 3 = 0;
INSERT INTO ledger (id, user_id, borrowing_id, kind, reason, amount_minor, currency, at, actor_id)
  SELECT id, user_id, id, 'charge', 'overdue', 25 + borrowed_at / 100000 % 100, 'USD', returned_at, 1 FROM borrowings
  WHERE due_at % 4 = 0 AND returned_at IS NOT NULL;
INSERT INTO ledger (id, user_id, kind, reason, amount_minor, currency, at, actor_id, note)
  SELECT id + 900000, user_id, 'charge', 'other', 100, 'USD', returned_at, 1, 'Prints' FROM borrowings
  WHERE due_at % 10 = 0 AND returned_at IS NOT NULL;
INSERT INTO ledger (id, user_id, charge_id, kind, amount_minor, currency, at, actor_id)
  SELECT id + 900000, user_id, id, 'payment', 100, 'USD', at, 1 FROM ledger WHERE borrowing_id IS NULL AND id % 2 = 0;
INSERT INTO balances (user_id, amount_minor) SELECT user_id, sum(amount_minor) FROM ledger GROUP BY user_id;
INSERT INTO quarter_totals (quarter, borrowed, charged_minor, collected_minor, waived_minor)
  WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999) SELECT i - 1736, 1, 1, 0, 0 FROM n;
INSERT INTO category_totals (day, category, borrowed)
  WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999) SELECT i / 20 - 216, 'Category ' || (i % 20), 1 FROM n;
INSERT INTO ratings (book_id, user_id, stars, created_at)
  SELECT book_id, user_id, 4, 1 FROM borrowings WHERE id < 109000;
INSERT INTO reviews (id, book_id, user_id, body, created_at, updated_at)
  SELECT book_id, book_id, user_id, 'Words.', 1, 1 FROM ratings;
INSERT INTO favorites (user_id, book_id, created_at)
  SELECT DISTINCT user_id, book_id, 1 FROM borrowings WHERE id < 110000;
INSERT INTO merges (id, merged_at, merged_by, before_record, after_record, had_marc)
  SELECT id + 700000, created_at, 1, '{}', '{}', 0 FROM books WHERE id < 108999;
INSERT INTO merge_books (merge_id, position, book_id, borrow_count, popularity)
  SELECT id + 700000, 0, id + 1, 0, 0 FROM books WHERE id < 108999;
INSERT INTO merge_books (merge_id, position, book_id, borrow_count, popularity)
  SELECT id + 700000, 1, id, 0, 0 FROM books WHERE id < 108999;
INSERT INTO merge_copies (merge_id, copy_id, book_id)
  SELECT id + 700000, id, id FROM books WHERE id BETWEEN 101000 AND 108998;
INSERT INTO merge_redirects (merge_id, book_id, led_to)
  SELECT id + 700000, id, id FROM books WHERE id BETWEEN 101000 AND 108998;
INSERT INTO merge_covers (merge_id, hash, small, medium, large, uploaded_at)
  SELECT book_id + 700000, hash, small, medium, large, uploaded_at FROM covers WHERE book_id < 108999;
INSERT INTO merge_favorites (merge_id, user_id, book_id, created_at)
  SELECT book_id + 700000, user_id, book_id, created_at FROM favorites WHERE book_id < 108999;
INSERT INTO merge_ratings (merge_id, user_id, book_id, stars, created_at)
  SELECT book_id + 700000, user_id, book_id, stars, created_at FROM ratings WHERE book_id < 108999;
INSERT INTO audit (at, action, entity, entity_id, user_id) SELECT created_at, 'user.registered', 'user', id, id FROM users;
INSERT INTO audit (at, actor_id, action, entity, entity_id, user_id, book_id)
  SELECT borrowed_at, user_id, 'borrowing.opened', 'borrowing', id, user_id, book_id FROM borrowings;
INSERT INTO audit (at, actor_id, action, entity, entity_id, user_id)
  SELECT created_at, id, 'user.changed', 'user', id, id FROM users WHERE id % 10 = 0;
INSERT INTO sign_in_failures (account, origin, failures, latest_at) SELECT email_key, 'address', 1, created_at FROM users;
INSERT INTO known_devices (token_hash, user_id, last_used_at) SELECT email_key, id, created_at FROM users;
INSERT INTO throttles (key, failures, window_started_at) SELECT email_key, 1, created_at FROM users;
INSERT INTO counters (name, value) VALUES ('totalled_days', 34);
";

/// An instant in milliseconds at which some of the open borrowings are overdue.
pub const NOW: i64 = 4_100_000_000;

/// Fills an empty database. PostgreSQL's planner gets statistics, which its autovacuum also collects in a library;
/// SQLite's planner has none there.
pub async fn fill(database: &TestDatabase) {
    let blob = match database.engine() {
        Engine::Sqlite => "BLOB",
        Engine::Postgres => "BYTEA",
    };
    database.sql(&ROWS.replace("{blob}", blob)).await.unwrap();
    if database.engine() == Engine::Postgres {
        database.sql("ANALYZE").await.unwrap();
    }
}
