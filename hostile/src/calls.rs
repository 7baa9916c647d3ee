//! Generates calls from the operations of the OpenAPI document; about half of them have one or more invalid parts.

use serde_json::{Value, json};

use crate::dice::Dice;
use crate::document::{Document, Operation};
use crate::people::Seen;
use crate::values::{SEGMENTS, TEXTS, fitting, hostile};

/// The smallest size of a body that is refused, in bytes.
const TOO_LARGE: usize = 1024 * 1024 + 1;
/// The number of remembered idempotency keys.
const KEYS: usize = 50;

/// A call that is ready to be sent.
pub struct Call {
    pub method: String,
    pub address: String,
    pub headers: Vec<(String, Vec<u8>)>,
    pub body: Option<Vec<u8>>,
    /// Whether it reaches its operation, with any result.
    pub is_addressed: bool,
}

/// Generates a call to an operation, with an invalid part in about half of the cases.
pub fn make(document: &Document, operation: &Operation, seen: &mut Seen, dice: &mut Dice) -> Call {
    let mut address = operation.path.clone();
    let mut query = Vec::new();
    for parameter in &operation.parameters {
        let value = |dice: &mut Dice| fitting(document, &parameter.name, &parameter.schema, dice);
        match parameter.place.as_str() {
            "path" => {
                let words = document.resolve(&parameter.schema)["enum"].is_array();
                let right = if words {
                    value(dice).as_str().map(str::to_owned)
                } else {
                    seen.id(&operation.path, &parameter.name, dice)
                };
                let part = right.filter(|_| dice.chance(85));
                let part = part.unwrap_or_else(|| (*dice.pick(&SEGMENTS)).to_owned());
                address = address.replace(&format!("{{{}}}", parameter.name), &part);
            }
            "query" if dice.chance(40) => {
                let part = if dice.chance(65) {
                    escaped(&value(dice))
                } else {
                    (*dice.pick(&SEGMENTS)).to_owned()
                };
                query.push(format!("{}={part}", parameter.name));
            }
            _ => {}
        }
    }
    if dice.chance(4) {
        query.push(
            (*dice.pick(&[
                "unknown=1",
                "a[b]=c",
                "&&&",
                "=",
                "page=1&page=2",
                "%00=%00",
                "page",
            ]))
            .to_owned(),
        );
    }
    if !query.is_empty() {
        address = format!("{address}?{}", query.join("&"));
    }
    let mut headers: Vec<(String, Vec<u8>)> = Vec::new();
    let body = match &operation.body {
        Some(schema) => body(document, operation, schema, seen, dice),
        None if operation.changes() && dice.chance(10) => Some(b"{\"unknown\": [1]}".to_vec()),
        None => None,
    };
    if body.is_some() {
        let kind = if dice.chance(94) {
            "application/json"
        } else {
            dice.pick(&[
                "text/plain",
                "application/x-www-form-urlencoded",
                "application/xml",
                "",
                "application/json; charset=utf-16",
            ])
        };
        headers.push(("content-type".to_owned(), kind.as_bytes().to_vec()));
    }
    keys(operation, seen, dice, &mut headers);
    if dice.chance(6) {
        let odd: [(&str, &[u8]); 14] = [
            ("user-agent", b"\xff\xfe"),
            ("user-agent", &[b'x'; 9000]),
            ("x-forwarded-for", b"not an address, ::::"),
            ("x-forwarded-proto", b"javascript"),
            ("x-request-id", b"mine"),
            ("accept", b"text/html"),
            ("accept-encoding", b"br;q=x, *"),
            ("cookie", b"token=x"),
            ("origin", b"https://evil.example"),
            ("range", b"bytes=0-1"),
            ("if-none-match", b"*"),
            ("content-encoding", b"gzip"),
            ("expect", b"nothing"),
            ("x-http-method-override", b"DELETE"),
        ];
        let (name, value) = dice.pick(&odd);
        headers.push(((*name).to_owned(), value.to_vec()));
    }
    let mut method = operation.method.clone();
    let mut is_addressed = true;
    if dice.chance(3) {
        let all = [
            "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW", "get",
        ];
        (*dice.pick(&all)).clone_into(&mut method);
        is_addressed = false;
    } else if dice.chance(2) {
        let odd = *dice.pick(&["/", "//", "/..", "%2f", "/x", ";a=b", "#x", "/./", "/%2e%2e/"]);
        address = match address.split_once('?') {
            Some((path, query)) => format!("{path}{odd}?{query}"),
            None => address + odd,
        };
        is_addressed = false;
    }
    Call {
        method,
        address,
        headers,
        body,
        is_addressed,
    }
}

/// Adds a fresh key to some calls, the key of another call to others, and an invalid one to a few.
fn keys(operation: &Operation, seen: &mut Seen, dice: &mut Dice, headers: &mut Vec<(String, Vec<u8>)>) {
    if !operation.changes() || !dice.chance(25) {
        return;
    }
    let key = match dice.below(10) {
        0..5 => {
            let key = format!("hostile-{}", dice.number());
            if seen.keys.len() < KEYS {
                seen.keys.push(key.clone());
            } else {
                let place = dice.below(KEYS);
                seen.keys[place].clone_from(&key);
            }
            key.into_bytes()
        }
        5..8 if !seen.keys.is_empty() => dice.pick(&seen.keys).clone().into_bytes(),
        8 => vec![b'k'; 256],
        _ => {
            let all: [&[u8]; 4] = [b"", b"\xe9", b"a\tb", b"' OR 1=1"];
            dice.pick(&all).to_vec()
        }
    };
    headers.push(("idempotency-key".to_owned(), key.clone()));
    if dice.chance(5) {
        headers.push(("idempotency-key".to_owned(), key));
    }
}

/// A body for a form: valid, with one invalid field, with invalid fields only, or not JSON.
fn body(
    document: &Document,
    operation: &Operation,
    schema: &Value,
    seen: &Seen,
    dice: &mut Dice,
) -> Option<Vec<u8>> {
    let fields = document.fields(schema);
    let how = dice.below(100);
    if how >= 97 {
        return None;
    }
    let bad = dice.below(fields.len());
    let section = operation.path.as_str();
    let parts: Vec<String> = fields
        .iter()
        .enumerate()
        .filter_map(|(place, (name, schema))| {
            let is_bad = how >= 75 || how >= 58 && place == bad;
            let required = document.resolve(schema)["type"].is_string();
            if !is_bad && dice.chance(if required { 5 } else { 40 }) {
                return None;
            }
            let known = seen
                .versions
                .get(section)
                .filter(|_| *name == "version" && dice.chance(90));
            let value = match known {
                _ if is_bad => hostile(dice),
                Some(version) => json!(version).to_string(),
                None => fitting(document, name, schema, dice).to_string(),
            };
            let twice = if dice.chance(1) {
                format!("\"{name}\": null, ")
            } else {
                String::new()
            };
            Some(format!("{twice}\"{name}\": {value}"))
        })
        .collect();
    let mut bytes = format!("{{{}}}", parts.join(", ")).into_bytes();
    match how {
        83..86 => bytes.truncate(dice.below(bytes.len())),
        86 => bytes.splice(1..1, *b"\"x\": \"\xff\xfe\", ").for_each(drop),
        87 => bytes.resize(TOO_LARGE, b' '),
        88 => bytes = format!("{}1{}", "{\"a\":".repeat(30_000), "}".repeat(30_000)).into_bytes(),
        89 => bytes = "[".repeat(60_000).into_bytes(),
        90 => bytes.splice(0..0, *b"\xef\xbb\xbf").for_each(drop),
        91 => bytes.extend_from_slice(b"{}"),
        92 => {
            bytes = dice
                .pick(&["null", "[]", "\"x\"", "1", "true", "{", "\0", "{'a': 1}", "{} //"])
                .as_bytes()
                .to_vec();
        }
        93 => {
            let text = dice.pick(&TEXTS);
            bytes = format!("{{\"{text}\": \"{text}\"}}").into_bytes();
        }
        _ => {}
    }
    Some(bytes)
}

/// The value of a query parameter, as written in an address.
fn escaped(value: &Value) -> String {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    text.bytes().fold(String::new(), |mut escaped, byte| {
        use std::fmt::Write as _;
        if byte.is_ascii_alphanumeric() {
            escaped.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(escaped, "%{byte:02x}");
        }
        escaped
    })
}
