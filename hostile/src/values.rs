//! Values to send: some match a schema, others match none.

use serde_json::{Value, json};

use crate::dice::Dice;
use crate::document::Document;

/// The password of every account of a run. It is as long as the longest minimum that a call of a run can set.
pub const PASSWORD: &str = "Rainfall47 over the slate roofs of a town that sleeps until the harbour bell";

/// Texts for stored fields; all of them are valid.
pub const TEXTS: [&str; 12] = [
    "Middlemarch",
    "The Left Hand of Darkness",
    "日本語 العربية עברית",
    "e\u{301} \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "'; DROP TABLE books; --",
    "=1+1",
    "{{7*7}} ${7*7} %s%n",
    "a\\b\"c",
    "\u{202e}txt.exe",
    "x",
];

/// JSON values that are hardly ever valid.
const HOSTILE: [&str; 44] = [
    "null",
    "true",
    "false",
    "0",
    "-0",
    "-1",
    "1.5",
    "1e308",
    "1e309",
    "-1e999",
    "0.1e-400",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "184467440737095516160",
    "1000000000",
    "\"\"",
    "\" \"",
    "\"\\u0000\"",
    "\"a\\u0000b\"",
    "\"\\ud800\"",
    "\"\\udc00\\ud800\"",
    "\"\\ud83d\\ude00\"",
    "\"\\uffff\"",
    "\"\\u202e\\u200b\\u2028\"",
    "\"\\u007f\\u0085\"",
    "\"a\\nb\\tc\\r\"",
    "\"' OR 1=1 --\"",
    "\"<script>alert(1)</script>\"",
    "\"javascript:alert(1)\"",
    "\"{{constructor.constructor('x')()}}\"",
    "\"../../etc/passwd\"",
    "\"%00%ff%n%s\"",
    "\"http://169.254.169.254/\"",
    "\"1970-01-01T00:00:00Z\"",
    "\"-9999-99-99\"",
    "\"99999-12-31\"",
    "\"NaN\"",
    "[]",
    "[null]",
    "[[[[[]]]]]",
    "{}",
    "{\"$ne\": null}",
    "{\"__proto__\": {\"x\": 1}}",
];

/// Segments of an address that are hardly ever valid, percent-encoded correctly or not.
pub const SEGMENTS: [&str; 38] = [
    "%00",
    "a%00b",
    "%ff%fe",
    "%c3%28",
    "%ed%a0%80",
    "%",
    "%zz",
    "%25",
    "%2e%2e%2f",
    "..%2f..%2fetc",
    "'",
    "%27%3B--",
    "1e999",
    "-1",
    "0",
    "1000000000",
    "9223372036854775808",
    "99999999999999999999999999999999999999999999",
    "%0d%0aX-Evil:%201",
    "NaN",
    "null",
    "true",
    "[]",
    "%7B%22%24ne%22%3A1%7D",
    "%F4%8F%BF%BF",
    "%F4%90%80%80",
    "%E2%80%AE",
    "*",
    "(((((",
    "%22%22%22",
    "a:b",
    "+",
    "%F0%9F%98%80",
    "book_0",
    "user_1",
    "book_99999999999999999999",
    "borrowing_-1",
    "%20",
];

/// A value that is hardly ever valid, as JSON text; some are not JSON.
pub fn hostile(dice: &mut Dice) -> String {
    match dice.below(50) {
        0 => format!("\"{}\"", "x".repeat(70_000)),
        1 => format!("\"{}\"", "\u{1F600}".repeat(3_000)),
        2 => format!("{}{}", "[".repeat(5_000), "]".repeat(5_000)),
        3 => format!("[{}1]", "1,".repeat(20_000)),
        4 => "9".repeat(5_000),
        5 => "NaN".to_owned(),
        _ => (*dice.pick(&HOSTILE)).to_owned(),
    }
}

/// A value that matches its schema as far as a schema can say; the names of fields give the rest.
pub fn fitting(document: &Document, name: &str, schema: &Value, dice: &mut Dice) -> Value {
    let schema = document.resolve(schema);
    let kinds: Vec<&str> = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        Value::String(kind) => vec![kind],
        _ => vec!["object"],
    };
    if kinds.contains(&"null") && dice.chance(15) {
        return Value::Null;
    }
    if let Some(words) = schema["enum"].as_array() {
        return dice.pick(words).clone();
    }
    match kinds.iter().find(|kind| **kind != "null").copied() {
        Some("boolean") => json!(dice.chance(70)),
        Some("integer" | "number") => number(name, schema, dice),
        Some("array") => {
            let length = dice.below(4);
            let items = (0..length).map(|_| fitting(document, name, &schema["items"], dice));
            Value::Array(items.collect())
        }
        Some("string") => text(name, schema, dice),
        _ => {
            let fields = document.fields(schema).into_iter();
            let fields =
                fields.map(|(name, schema)| (name.to_owned(), fitting(document, name, schema, dice)));
            Value::Object(fields.collect())
        }
    }
}

fn number(name: &str, schema: &Value, dice: &mut Dice) -> Value {
    let least = schema["minimum"].as_i64().unwrap_or(1);
    let most = match name {
        "publishedYear" => 2020,
        "port" => 65_535,
        "pages" => 900,
        "count" | "copies" => 3,
        _ => 30,
    };
    let most = schema["maximum"].as_i64().unwrap_or(most).min(most).max(least);
    let span = usize::try_from(most - least + 1).unwrap_or(1);
    let number = least + i64::try_from(dice.below(span)).unwrap_or(0);
    if name == "amount" {
        return json!(f64::from(u16::try_from(number).unwrap_or(1)) / 4.0);
    }
    json!(number)
}

fn text(name: &str, schema: &Value, dice: &mut Dice) -> Value {
    let number = dice.below(1_000_000_000);
    match (name, schema["format"].as_str()) {
        (_, Some("date")) | ("date", _) => json!(format!(
            "20{:02}-0{}-1{}",
            26 + number % 3,
            1 + number % 9,
            number % 10
        )),
        ("email" | "contactEmail" | "fromAddress", _) => json!(format!("h{number}@library.example")),
        ("password" | "confirmPassword" | "newPassword" | "currentPassword", _) => json!(PASSWORD),
        ("isbn", _) => json!(isbn(number)),
        // A text of letters is no record, so each book with one would be refused.
        ("marcRecord", _) => Value::Null,
        ("coverImage", _) => json!("https://covers.library.example/1.png"),
        ("siteAddress", _) => json!("https://library.example"),
        ("host", _) => json!("127.0.0.1"),
        ("timeZone", _) => json!(dice.pick(&["Europe/Prague", "America/New_York", "UTC"])),
        ("currency", _) => json!(dice.pick(&["EUR", "USD", "JPY"])),
        ("phone" | "contactPhone", _) => json!("+1 555 0100"),
        ("address", _) if dice.chance(50) => json!("https://hooks.library.example/carrel"),
        ("studentId", _) => json!(format!("H{number}")),
        ("value", _) => json!(dice.pick(&["true", "14", "25", "none", "included"])),
        ("page" | "limit" | "year", _) => json!(number.to_string()),
        _ => json!(dice.pick(&TEXTS)),
    }
}

/// Thirteen digits with a correct check digit.
fn isbn(number: usize) -> String {
    let body = format!("978{number:09}");
    let sum: u32 = body
        .bytes()
        .zip([1, 3].into_iter().cycle())
        .map(|(digit, weight)| u32::from(digit - b'0') * weight)
        .sum();
    format!("{body}{}", (10 - sum % 10) % 10)
}
