//! Data that administrators set: settings, closures, policies.

use carrel_storage::{Error, policies, settings};
use carrel_testkit::{TestDatabase, on_both_engines};

on_both_engines!(a_setting_is_written_and_overwritten);
async fn a_setting_is_written_and_overwritten(database: TestDatabase) {
    for (key, value) in [
        ("zone", "Europe/Prague"),
        ("name", "Town Library"),
        ("zone", "UTC"),
    ] {
        change!(database, [key, value], |t| settings::set(t, key, value, 5).await).unwrap();
    }
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    let all = read!(database, [], |c| settings::all(c).await);
    assert_eq!(all, [pair("name", "Town Library"), pair("zone", "UTC")]);
}

on_both_engines!(closures_are_in_the_order_of_the_calendar);
async fn closures_are_in_the_order_of_the_calendar(database: TestDatabase) {
    let insert = "INSERT INTO closures (closed_on, name) VALUES";
    database
        .sql(&format!(
            "{insert} ('2026-12-25', 'Christmas'), ('2026-01-01', 'New Year'), ('2025-12-31', 'Stocktaking')"
        ))
        .await
        .unwrap();
    let days = read!(database, [], |c| settings::everything(c).await).closures;
    let days: Vec<_> = days
        .iter()
        .map(|(day, name)| (day.as_str(), name.as_str()))
        .collect();
    assert_eq!(
        days,
        [
            ("2025-12-31", "Stocktaking"),
            ("2026-01-01", "New Year"),
            ("2026-12-25", "Christmas")
        ]
    );
    let twice = database.sql(&format!("{insert} ('2026-12-25', 'Again')")).await;
    assert!(matches!(twice, Err(Error::Unique { .. })), "{twice:?}");
}

on_both_engines!(a_policy_has_one_value_for_each_case);
async fn a_policy_has_one_value_for_each_case(database: TestDatabase) {
    let insert =
        "INSERT INTO policies (id, name, patron_category, item_type, branch, value, updated_at) VALUES";
    database
        .sql(&format!(
            "INSERT INTO patron_categories (code, name, position) VALUES ('staff', 'Staff', 0); \
             INSERT INTO item_types (code, name, position) VALUES ('dvd', 'DVD', 0); \
             INSERT INTO branches (code, name, position) VALUES ('north', 'North', 1); {insert} (3, 'loan_days', NULL, NULL, NULL, '14', 1), (1, 'loan_days', 'staff', NULL, NULL, '28', 1), \
             (2, 'fine_cap', NULL, 'dvd', 'north', '500', 1)"
        ))
        .await
        .unwrap();
    for again in ["NULL, NULL, NULL", "'staff', NULL, NULL"] {
        let twice = database
            .sql(&format!("{insert} (4, 'loan_days', {again}, '7', 1)"))
            .await;
        assert!(matches!(twice, Err(Error::Unique { .. })), "{again}: {twice:?}");
    }
    let rules = read!(database, [], |c| policies::all(c).await);
    let shown: Vec<_> = rules
        .iter()
        .map(|rule| {
            let case = [&rule.patron_category, &rule.item_type, &rule.branch]
                .map(|part| part.as_deref().unwrap_or("any"));
            (rule.id.number(), rule.name.as_str(), case, rule.value.as_str())
        })
        .collect();
    assert_eq!(
        shown,
        [
            (2, "fine_cap", ["any", "dvd", "north"], "500"),
            (1, "loan_days", ["staff", "any", "any"], "28"),
            (3, "loan_days", ["any", "any", "any"], "14")
        ]
    );
}
