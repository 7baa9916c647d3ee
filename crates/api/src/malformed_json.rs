//! What is wrong with a JSON body, in words of JSON: the names of our own types say nothing to a caller.

use serde::de::DeserializeOwned;
use serde_json::error::Category;

/// Reads a JSON text. The error is a sentence for the caller, with the place in the text.
pub(crate) fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, String> {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let value = serde_path_to_error::deserialize(&mut deserializer)
        .map_err(|error| explained(&error.path().to_string(), error.inner()))?;
    deserializer
        .end()
        .map(|()| value)
        .map_err(|error| explained(".", &error))
}

/// The path is `.` for the body itself.
fn explained(path: &str, error: &serde_json::Error) -> String {
    let place = format!("line {}, column {}", error.line(), error.column());
    if error.classify() != Category::Data {
        return format!("The body is not valid JSON ({place})");
    }
    let message = error.to_string();
    let field = message.split('`').nth(1).unwrap_or_default();
    if message.starts_with("missing field ") {
        return format!("The field \"{field}\" is missing ({place})");
    }
    if message.starts_with("duplicate field ") {
        return format!("The field \"{field}\" is there twice ({place})");
    }
    let value = if path == "." {
        "The body".to_owned()
    } else {
        format!("\"{path}\"")
    };
    match expected(&message) {
        Some(expected) => format!("{value} must be {expected} ({place})"),
        None => format!("{value} has a value that is not accepted ({place})"),
    }
}

/// What serde expected, in words of JSON. None when it says no more than the name of a type.
fn expected(message: &str) -> Option<&str> {
    let (_, expected) = message.split_once("expected ")?;
    let expected = expected.split(" at line ").next()?;
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" => {
            Some("a whole number")
        }
        "f32" | "f64" => Some("a number"),
        "a sequence" => Some("an array"),
        "a map" => Some("an object"),
        _ if expected.starts_with("struct ") => Some("an object"),
        _ if expected.starts_with("a ") || expected.starts_with('`') || expected.starts_with("one of ") => {
            Some(expected)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::read;

    #[derive(Deserialize, Debug)]
    #[serde(rename_all = "lowercase")]
    enum Colour {
        Red,
        Blue,
    }

    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "only read from JSON")]
    struct Form {
        name: String,
        #[serde(default)]
        pages: Option<u32>,
        #[serde(default)]
        price: Option<f64>,
        #[serde(default)]
        parts: Vec<Form>,
        #[serde(default)]
        colour: Option<Colour>,
    }

    #[test]
    fn says_where_and_what_without_names_of_types() {
        for (text, says) in [
            ("{", "The body is not valid JSON (line 1, column 1)"),
            ("{}\n}", "The field \"name\" is missing (line 1, column 2)"),
            (
                "{\"name\":\"a\"}\n}",
                "The body is not valid JSON (line 2, column 1)",
            ),
            ("[]", "The body must be an object (line 1, column 2)"),
            ("5", "The body must be an object (line 1, column 1)"),
            ("{\"name\":5}", "\"name\" must be a string (line 1, column 9)"),
            (
                "{\"name\":\"a\",\"name\":\"b\"}",
                "The field \"name\" is there twice (line 1, column 18)",
            ),
            (
                "{\"name\":\"a\",\"pages\":\"many\"}",
                "\"pages\" must be a whole number (line 1, column 26)",
            ),
            (
                "{\"name\":\"a\",\"pages\":-1}",
                "\"pages\" must be a whole number (line 1, column 22)",
            ),
            (
                "{\"name\":\"a\",\"price\":[]}",
                "\"price\" must be a number (line 1, column 20)",
            ),
            (
                "{\"name\":\"a\",\"parts\":{}}",
                "\"parts\" must be an array (line 1, column 20)",
            ),
            (
                "{\"name\":\"a\",\"parts\":[{\"name\":\"b\",\"parts\":[7]}]}",
                "\"parts[0].parts[0]\" must be an object (line 1, column 43)",
            ),
            (
                "{\"name\":\"a\",\"colour\":\"green\"}",
                "\"colour\" must be `red` or `blue` (line 1, column 28)",
            ),
        ] {
            assert_eq!(read::<Form>(text.as_bytes()).expect_err(text), says, "{text}");
        }
        read::<Form>(b" {\"name\":\"a\",\"other\":1} ").expect("a form");
    }
}
