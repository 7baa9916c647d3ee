//! What is wrong with a JSON body, in words of JSON: the names of our own types say nothing to a caller.

use serde::de::{DeserializeOwned, IgnoredAny};

/// Characters of a caller's own text that an error repeats.
const LONGEST_REPEATED: usize = 60;

/// Reads a JSON text whose outermost value is an object. The error is a sentence for the caller.
pub(crate) fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, String> {
    // Also the names and values that nobody reads.
    let text = str::from_utf8(text)
        .map_err(|error| format!("The body is not UTF-8 (byte {})", error.valid_up_to()))?;
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let read = serde_path_to_error::deserialize(&mut deserializer);
    // Checked apart: serde also calls some values of a wrong type a mistake of syntax.
    if let Err(error) = serde_json::from_str::<IgnoredAny>(text) {
        return Err(format!("The body is not valid JSON ({})", place(&error)));
    }
    read.map_err(|error| explained(&error.path().to_string(), error.inner()))
}

fn place(error: &serde_json::Error) -> String {
    format!("line {}, column {}", error.line(), error.column())
}

/// What is wrong with a value. The path is `.` where serde does not know it, which depends on how the type is declared.
fn explained(path: &str, error: &serde_json::Error) -> String {
    let message = error.to_string();
    let field = repeated(message.split('`').nth(1).unwrap_or_default());
    if message.starts_with("missing field ") {
        return format!("The field \"{field}\" is missing");
    }
    let place = place(error);
    if message.starts_with("duplicate field ") {
        return format!("The field \"{field}\" is there twice ({place})");
    }
    let expected = expected(&message);
    if message.starts_with("unknown field ") {
        let known = expected.map_or(String::new(), |known| format!("; use {known}"));
        return format!("There is no field \"{field}\" here{known} ({place})");
    }
    let value = if path == "." {
        "A value".to_owned()
    } else {
        format!("\"{}\"", repeated(path))
    };
    match expected {
        Some(expected) => format!("{value} must be {expected} ({place})"),
        None => format!("{value} is not accepted ({place})"),
    }
}

/// What serde expected, in words of JSON. None when it says no more than the name of a type.
///
/// The text may repeat the caller's own words before it, so it is searched from its end.
fn expected(message: &str) -> Option<String> {
    let (message, _) = message.rsplit_once(" at line ")?;
    let (_, expected) = message.rsplit_once("expected ")?;
    let known = match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" | "a JSON number" => "a number",
        "a sequence" => "an array",
        "a map" => "an object",
        _ if expected.starts_with("struct ") => "an object",
        _ if expected.starts_with("a ") || expected.starts_with('`') || expected.starts_with("one of ") => {
            expected
        }
        _ => return None,
    };
    Some(known.replace('`', "\""))
}

/// The beginning of a caller's own text, without characters that would change how the sentence is shown.
fn repeated(text: &str) -> String {
    let changes_display = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}')
    };
    let mut shown: String = text
        .chars()
        .filter(|c| !changes_display(*c))
        .take(LONGEST_REPEATED)
        .collect();
    if text.chars().count() > LONGEST_REPEATED {
        shown.push('…');
    }
    shown
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

    /// Its fields are read by way of a value in between, as those of a change are.
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "only read from JSON")]
    struct Change {
        #[serde(flatten)]
        form: Form,
    }

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read from JSON")]
    struct Payment {
        amount: Option<f64>,
        note: Option<String>,
    }

    #[test]
    fn says_where_and_what_without_names_of_types() {
        for (text, says) in [
            ("{", "The body is not valid JSON (line 1, column 1)"),
            ("{}", "The field \"name\" is missing"),
            (
                "{\"name\":\"a\"}\n}",
                "The body is not valid JSON (line 2, column 1)",
            ),
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
                "\"colour\" must be \"red\" or \"blue\" (line 1, column 28)",
            ),
            // Valid JSON, which serde calls a mistake of syntax.
            (
                "{\"name\":\"a\",\"colour\":5}",
                "\"colour\" is not accepted (line 1, column 22)",
            ),
        ] {
            assert_eq!(read::<Form>(text.as_bytes()).expect_err(text), says, "{text}");
        }
        read::<Form>(b" {\"name\":\"a\",\"other\":1} ").expect("a form");
        let says = read::<Form>(b"{\"name\":\"a\",\"other\":\"\xff\"}").expect_err("no UTF-8");
        assert_eq!(says, "The body is not UTF-8 (byte 21)");
        let says = read::<Change>(b"{\"name\":5}").expect_err("a number");
        assert_eq!(says, "A value must be a string (line 1, column 10)");
    }

    #[test]
    fn a_callers_own_words_are_repeated_in_short_and_decide_nothing() {
        let of_payment = |key: &str| {
            let text = serde_json::json!({ key: 1 }).to_string();
            read::<Payment>(text.as_bytes()).expect_err(key)
        };
        let known = "; use \"amount\" or \"note\" (line 1, column";
        assert!(of_payment("amonut").starts_with(&format!("There is no field \"amonut\" here{known}")));
        let long = of_payment(&"k".repeat(50_000));
        assert!(long.len() < 200 && long.contains("kkk…\" here"), "{long}");
        assert!(of_payment("a\u{202e}b\nc").contains("\"abc\" here"));
        // It reads like a message of the parser.
        let forged = of_payment("x`, expected a boat at line 3");
        assert!(forged.contains(known) && !forged.contains("boat"), "{forged}");
        let value = read::<Form>(b"{\"name\":\"a\",\"pages\":\"expected a boat at line 3\"}");
        assert_eq!(
            value.expect_err("a text"),
            "\"pages\" must be a whole number (line 1, column 47)"
        );
    }
}
