//! Values are written and read the same on both engines.

use carrel_storage::engine::{FromRow, Value};
use carrel_storage::{Connection, Error, Result};
use carrel_testkit::{TestDatabase, on_both_engines, on_postgres};

use super::{pair, set, settings_of};

/// Runs a query over constants, so that no table is needed.
async fn ask<T: FromRow + Send + 'static>(
    database: &TestDatabase,
    sql: &'static str,
    values: &'static [Value<'static>],
) -> Result<Vec<T>> {
    database
        .read(&(sql, values), |connection, (sql, values)| {
            Box::pin(connection.rows(sql, values))
        })
        .await
}

on_both_engines!(placeholders_are_bound_by_their_number);
async fn placeholders_are_bound_by_their_number(database: TestDatabase) {
    let swapped: Vec<(String, String)> = ask(
        &database,
        "SELECT CAST($2 AS TEXT), CAST($1 AS TEXT)",
        &[Value::Text("one"), Value::Text("two")],
    )
    .await
    .unwrap();
    assert_eq!(swapped, [pair("two", "one")]);

    let repeated: Vec<(i64, i64)> = ask(
        &database,
        "SELECT CAST($2 AS BIGINT) - CAST($1 AS BIGINT), CAST($1 AS BIGINT) * 10 + CAST($2 AS BIGINT)",
        &[Value::Integer(3), Value::Integer(8)],
    )
    .await
    .unwrap();
    assert_eq!(repeated, [(5, 38)]);

    let tenth: Vec<(String, String)> = ask(
        &database,
        "SELECT CAST($10 AS TEXT), CAST($1 AS TEXT) WHERE CAST($2 AS TEXT) || CAST($3 AS TEXT) || CAST($4 AS TEXT) \
         || CAST($5 AS TEXT) || CAST($6 AS TEXT) || CAST($7 AS TEXT) || CAST($8 AS TEXT) || CAST($9 AS TEXT) = 'bcdefghi'",
        &[
            Value::Text("a"),
            Value::Text("b"),
            Value::Text("c"),
            Value::Text("d"),
            Value::Text("e"),
            Value::Text("f"),
            Value::Text("g"),
            Value::Text("h"),
            Value::Text("i"),
            Value::Text("j"),
        ],
    )
    .await
    .unwrap();
    assert_eq!(tenth, [pair("j", "a")]);
}

on_both_engines!(too_few_or_too_many_values_are_an_error);
async fn too_few_or_too_many_values_are_an_error(database: TestDatabase) {
    let values = &[Value::Text("one"), Value::Text("two"), Value::Text("three")];
    for wrong in [&values[..1], &values[..]] {
        let answer =
            ask::<(String, String)>(&database, "SELECT CAST($2 AS TEXT), CAST($1 AS TEXT)", wrong).await;
        assert!(matches!(answer, Err(Error::Other(_))), "{answer:?}");
    }
}

on_both_engines!(null_is_not_a_text_and_not_a_number);
async fn null_is_not_a_text_and_not_a_number(database: TestDatabase) {
    let sql = "SELECT CAST($1 AS TEXT), CAST($2 AS BIGINT)";
    let rows: Vec<(Option<String>, Option<i64>)> =
        ask(&database, sql, &[Value::Null, Value::Null]).await.unwrap();
    assert_eq!(rows, [(None, None)]);
    let rows: Vec<(Option<String>, Option<i64>)> = ask(&database, sql, &[Value::Text(""), Value::Integer(0)])
        .await
        .unwrap();
    assert_eq!(rows, [(Some(String::new()), Some(0))]);
    let unexpected = ask::<(String, Option<i64>)>(&database, sql, &[Value::Null, Value::Null]).await;
    assert!(matches!(unexpected, Err(Error::Unreadable(_))), "{unexpected:?}");
    let filter: Vec<(i64,)> = ask(
        &database,
        "SELECT CAST(2 AS BIGINT) WHERE CAST($1 AS TEXT) IS NULL",
        &[Value::Null],
    )
    .await
    .unwrap();
    assert_eq!(filter, [(2,)]);
}

on_both_engines!(integers_keep_all_their_64_bits);
async fn integers_keep_all_their_64_bits(database: TestDatabase) {
    for (number, values) in [
        (i64::MIN, &[Value::Integer(i64::MIN)]),
        (i64::MAX, &[Value::Integer(i64::MAX)]),
        (-1, &[Value::Integer(-1)]),
        // One more than a double can represent exactly.
        (9_007_199_254_740_993, &[Value::Integer(9_007_199_254_740_993)]),
    ] {
        let rows: Vec<(i64,)> = ask(&database, "SELECT CAST($1 AS BIGINT)", values).await.unwrap();
        assert_eq!(rows, [(number,)]);
    }
}

on_both_engines!(texts_are_read_as_they_were_written);
async fn texts_are_read_as_they_were_written(database: TestDatabase) {
    let texts = [
        "",
        " ",
        "it's \"quoted\" \\ $1 ? :name",
        "two\nlines\tand a tab\r\n",
        "Žluťoučký kůň, Дюна, 紅樓夢, ألف ليلة, 🏳️‍🌈",
        "e\u{301} is not é",
        "\u{FEFF}\u{200B}\u{202E}",
        "%_*",
    ];
    for text in texts {
        database
            .write(text, |transaction, text| Box::pin(set(transaction, "k", text)))
            .await
            .unwrap();
        assert_eq!(settings_of(&database).await, [pair("k", text)]);
    }
    let long = "long text ".repeat(20_000);
    database
        .write(long.clone(), |transaction, text| {
            Box::pin(set(transaction, "k", text))
        })
        .await
        .unwrap();
    assert_eq!(settings_of(&database).await, [pair("k", &long)]);
}

on_both_engines!(texts_are_ordered_by_code_point);
async fn texts_are_ordered_by_code_point(database: TestDatabase) {
    let mut keys = [
        "b", "B", "a", "A", "é", "e", "z", "_", "10", "9", "ß", "Ａ", "\u{FFFD}", "𝄞", "a b", "a-b", "ab",
    ];
    database
        .write(keys, |transaction, keys| {
            Box::pin(async move {
                for key in keys {
                    set(transaction, key, "").await?;
                }
                Ok::<_, Error>(())
            })
        })
        .await
        .unwrap();
    let found: Vec<String> = settings_of(&database)
        .await
        .into_iter()
        .map(|(key, _)| key)
        .collect();
    keys.sort_unstable();
    assert_eq!(found, keys);
    let after: Vec<(String,)> = ask(
        &database,
        "SELECT key FROM settings WHERE key > $1 AND key < $2 ORDER BY key",
        &[Value::Text("a"), Value::Text("b")],
    )
    .await
    .unwrap();
    assert_eq!(
        after,
        [("a b".to_owned(),), ("a-b".to_owned(),), ("ab".to_owned(),)]
    );
}

on_both_engines!(a_text_with_nul_is_refused);
async fn a_text_with_nul_is_refused(database: TestDatabase) {
    let answer = database
        .write((), |transaction, ()| Box::pin(set(transaction, "k", "a\0b")))
        .await;
    assert!(matches!(answer, Err(Error::Constraint { .. })), "{answer:?}");
    let answer = ask::<(String,)>(
        &database,
        "SELECT key FROM settings WHERE key = $1",
        &[Value::Text("\0")],
    )
    .await;
    assert!(matches!(answer, Err(Error::Constraint { .. })), "{answer:?}");
}

on_postgres!(a_value_of_the_wrong_type_is_refused_and_not_reinterpreted);
async fn a_value_of_the_wrong_type_is_refused_and_not_reinterpreted(database: TestDatabase) {
    // Eight bytes of text could be read as a 64-bit integer, and an integer's eight bytes as a text.
    let number = ask::<(i64,)>(&database, "SELECT CAST($1 AS BIGINT)", &[Value::Text("12345678")]).await;
    assert!(matches!(number, Err(Error::Other(_))), "{number:?}");
    let text = ask::<(String,)>(
        &database,
        "SELECT CAST($1 AS TEXT)",
        &[Value::Integer(0x4141_4141_4141_4141)],
    )
    .await;
    assert!(matches!(text, Err(Error::Other(_))), "{text:?}");
}

on_both_engines!(a_missing_row_is_an_error_where_one_is_required);
async fn a_missing_row_is_an_error_where_one_is_required(database: TestDatabase) {
    let missing = database
        .read(&(), |connection: &mut Connection, ()| {
            Box::pin(async move {
                let none: Option<(String,)> = connection
                    .optional("SELECT value FROM settings WHERE key = 'k'", &[])
                    .await?;
                assert_eq!(none, None);
                connection
                    .one::<(String,)>("SELECT value FROM settings WHERE key = 'k'", &[])
                    .await
            })
        })
        .await;
    assert!(matches!(missing, Err(Error::NoRow)), "{missing:?}");
}

on_both_engines!(a_statement_that_returns_rows_does_all_its_work);
async fn a_statement_that_returns_rows_does_all_its_work(database: TestDatabase) {
    let first: Result<Option<(String,)>> = database
        .write((), |transaction, ()| {
            Box::pin(transaction.optional(
                "INSERT INTO settings (key, value, updated_at) VALUES ('a', 'x', 1), ('b', 'y', 1), ('c', 'z', 1) \
                 RETURNING key",
                &[],
            ))
        })
        .await;
    assert_eq!(first.unwrap(), Some(("a".to_owned(),)));
    assert_eq!(database.integer("SELECT count(*) FROM settings").await, 3);
    let changed = database
        .write((), |transaction, ()| {
            Box::pin(transaction.execute(
                "UPDATE settings SET value = 'w' WHERE key > $1",
                &[Value::Text("a")],
            ))
        })
        .await;
    assert_eq!(changed.unwrap(), 2);
}
