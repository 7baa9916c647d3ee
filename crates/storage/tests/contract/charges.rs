//! Charges without a borrowing: entries that refer to them, their lists, and their anonymity.

use carrel_domain::money::{Amount, ChargeId, LedgerKind};
use carrel_storage::{Error, charges, ledger, privacy};
use carrel_testkit::{DAY, Library, TestDatabase, on_both_engines};

on_both_engines!(a_charge_has_the_sums_of_its_entries);
async fn a_charge_has_the_sums_of_its_entries(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().name("Ada").insert().await;
    let id = library.charge(&user, 500, "Library card replaced").await.unwrap();
    let find = async |id: ChargeId| read!(library, [id], |c| charges::find(c, *id).await);
    let found = find(id).await.unwrap();
    assert_eq!(
        (found.id, found.user_id, found.amount, found.owed()),
        (id, user.id, Amount(500), Amount(500))
    );
    assert_eq!(found.description, "Library card replaced");
    assert_eq!(
        (found.reason.as_str(), found.added_by.as_deref()),
        ("other", Some("Ada"))
    );
    for (kind, amount, settled, owed) in [
        (LedgerKind::Payment, 200, 200, 300),
        (LedgerKind::Waiver, 300, 500, 0),
        (LedgerKind::Refund, 50, 450, 50),
    ] {
        library.entry_of_charge(&user, id, kind, amount).await.unwrap();
        let found = find(id).await.unwrap();
        assert_eq!((found.settled, found.owed()), (Amount(settled), Amount(owed)));
        let user_id = user.id;
        let totals = read!(library, [user_id], |c| ledger::totals_of_user(c, *user_id).await);
        assert_eq!(totals.balance, Amount(owed));
    }
    let mistake = library.charge(&user, 25, "Mistake").await.unwrap();
    library
        .entry_of_charge(&user, mistake, LedgerKind::Reversal, 25)
        .await
        .unwrap();
    let found = find(mistake).await.unwrap();
    assert_eq!(
        (found.settled, found.reversed, found.owed()),
        (Amount(0), Amount(25), Amount(0))
    );
    let entry = "SELECT min(id) FROM ledger WHERE kind = 'payment'";
    let payment = ChargeId::new(library.integer(entry).await);
    assert_eq!(find(payment).await, None, "a payment is no charge");
}

on_both_engines!(open_charges_are_listed_first_and_cancelled_ones_not_at_all);
async fn open_charges_are_listed_first_and_cancelled_ones_not_at_all(database: TestDatabase) {
    let library = Library::new(database);
    let (user, other) = (library.user().insert().await, library.user().insert().await);
    library.charge(&other, 9, "Another person's").await.unwrap();
    for (description, kind) in [
        ("paid", Some(LedgerKind::Payment)),
        ("old", None),
        ("waived", Some(LedgerKind::Waiver)),
        ("cancelled", Some(LedgerKind::Reversal)),
        ("new", None),
    ] {
        library.clock.advance(DAY);
        let id = library.charge(&user, 100, description).await.unwrap();
        if let Some(kind) = kind {
            library.entry_of_charge(&user, id, kind, 100).await.unwrap();
        }
    }
    let user_id = user.id;
    for (limit, offset, expected) in [
        (10, 0, vec!["new", "old", "waived", "paid"]),
        (3, 0, vec!["new", "old", "waived"]),
        (3, 3, vec!["paid"]),
    ] {
        let listed = read!(library, [user_id, limit, offset], |c| charges::list(
            c, *user_id, *limit, *offset
        )
        .await);
        let words: Vec<&str> = listed.iter().map(|charge| charge.description.as_str()).collect();
        assert_eq!(words, expected);
    }
    let count = read!(library, [user_id], |c| charges::count_of_user(c, *user_id).await);
    assert_eq!(count, 4);
}

on_both_engines!(an_entry_without_a_debt_is_refused);
async fn an_entry_without_a_debt_is_refused(database: TestDatabase) {
    let library = Library::new(database);
    let (user, book) = (library.user().insert().await, library.book().insert().await);
    let borrowing = library.borrowing(&user, &book).insert().await;
    let charge = library.charge(&user, 100, "Prints").await.unwrap();
    let (user, borrowing, charge) = (user.id.number(), borrowing.id.number(), charge.number());
    for (columns, values) in [
        // A payment of nothing, a payment of two debts, a charge of a charge, a charge without words.
        ("kind", "'payment'".to_owned()),
        (
            "kind, borrowing_id, charge_id",
            format!("'payment', {borrowing}, {charge}"),
        ),
        (
            "kind, reason, charge_id, note",
            format!("'charge', 'other', {charge}, 'Words'"),
        ),
        ("kind, reason", "'charge', 'other'".to_owned()),
        ("kind, charge_id", "'payment', 4711".to_owned()),
    ] {
        let sql = format!(
            "INSERT INTO ledger (id, user_id, amount_minor, currency, at, actor_id, {columns}) \
             VALUES (1000, {user}, 5, 'USD', 1, {user}, {values})"
        );
        let refused = library.sql(&sql).await;
        assert!(
            matches!(refused, Err(Error::Constraint { .. })),
            "{sql}: {refused:?}"
        );
    }
    let moved =
        format!("UPDATE ledger SET charge_id = NULL, borrowing_id = {borrowing} WHERE charge_id = {charge}");
    library.sql(&moved).await.unwrap();
    let payment = format!(
        "INSERT INTO ledger (id, user_id, charge_id, kind, amount_minor, currency, at, actor_id) \
         VALUES (1000, {user}, {charge}, 'payment', 5, 'USD', 1, {user})"
    );
    library.sql(&payment).await.unwrap();
    let refused = library.sql(&moved).await;
    assert!(matches!(refused, Err(Error::Constraint { .. })), "{refused:?}");
}

on_both_engines!(only_settled_charges_become_anonymous);
async fn only_settled_charges_become_anonymous(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().insert().await;
    let mut ids = Vec::new();
    for (description, kind) in [
        ("paid", Some(LedgerKind::Payment)),
        ("open", None),
        ("cancelled", Some(LedgerKind::Reversal)),
    ] {
        let id = library.charge(&user, 100, description).await.unwrap();
        if let Some(kind) = kind {
            library.entry_of_charge(&user, id, kind, 100).await.unwrap();
        }
        ids.push(id);
    }
    library.clock.advance(DAY);
    let before = library.clock.now_ms();
    let recent = library.charge(&user, 100, "recent").await.unwrap();
    library
        .entry_of_charge(&user, recent, LedgerKind::Payment, 100)
        .await
        .unwrap();
    for expected in [1, 1, 0] {
        let removed = change!(library, [before], |t| privacy::anonymise_charges(t, *before, 1)
            .await);
        assert_eq!(removed.unwrap(), expected);
    }
    let named: Vec<(String,)> = library
        .rows("SELECT note FROM ledger WHERE note IS NOT NULL AND user_id IS NOT NULL ORDER BY at, note")
        .await;
    let named: Vec<&str> = named.iter().map(|(note,)| note.as_str()).collect();
    assert_eq!(named, ["open", "recent"]);
    let anonymous = "SELECT count(*) FROM ledger WHERE user_id IS NULL AND note IS NULL";
    assert_eq!(library.integer(anonymous).await, 4);
    let paid = ids[0];
    assert_eq!(read!(library, [paid], |c| charges::find(c, *paid).await), None);
}

/// Damages of balances and charges, each with the invariant that it breaks, in the library of the tests of the check.
pub fn damages_of_money() -> Vec<(&'static str, String)> {
    vec![
        (
            "every entry of the ledger is in the library's currency",
            "INSERT INTO settings (key, value, updated_at) VALUES ('currency', 'JPY', 1)".to_owned(),
        ),
        ("a balance is the sum of the entries of its person in the ledger", "UPDATE balances SET amount_minor = amount_minor + 1".to_owned()),
        ("a balance is the sum of the entries of its person in the ledger", "DELETE FROM balances".to_owned()),
        (
            "a balance is the sum of the entries of its person in the ledger",
            "INSERT INTO balances (user_id, amount_minor) SELECT id, 5 FROM users WHERE role = 'admin'".to_owned(),
        ),
        (
            "an entry of the ledger is about a borrowing, or a charge of the same person, or is itself a charge",
            "INSERT INTO ledger (id, user_id, charge_id, kind, amount_minor, currency, at, actor_id) \
             SELECT 1000, (SELECT id FROM users WHERE role = 'admin'), id, 'waiver', 1, 'USD', 1, user_id FROM ledger \
             WHERE reason = 'other'".to_owned(),
        ),
        (
            "an entry of the ledger is about a borrowing, or a charge of the same person, or is itself a charge",
            "INSERT INTO ledger (id, user_id, charge_id, kind, amount_minor, currency, at, actor_id) \
             SELECT 1000, user_id, id, 'waiver', 1, 'USD', 1, user_id FROM ledger WHERE kind = 'refund'".to_owned(),
        ),
        (
            "no more is paid and waived for a charge than it is, and nothing is owed for an anonymous one",
            "INSERT INTO ledger (id, user_id, charge_id, kind, amount_minor, currency, at, actor_id) \
             SELECT 1000, user_id, id, 'waiver', 301, 'USD', 1, user_id FROM ledger WHERE reason = 'other'".to_owned(),
        ),
        (
            "no more is paid and waived for a charge than it is, and nothing is owed for an anonymous one",
            "INSERT INTO removals (anonymises) VALUES (1); \
             UPDATE ledger SET user_id = NULL, note = NULL WHERE reason = 'other'".to_owned(),
        ),
    ]
}
