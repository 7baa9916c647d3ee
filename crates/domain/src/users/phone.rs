//! Phone numbers as people write them, in the form that is stored: an optional plus and digits.

use super::limits::message;
use super::validation::phone;

/// A phone number of a list, without the marks that people write in it.
///
/// - Spaces, hyphens, dots, slashes and parentheses are removed, and so is the `(0)` of `+49 (0)711`.
/// - A leading `00` becomes a plus.
/// - A national number such as `0711 123` gets the country code of `library_phone`, the library's own number.
///
/// # Errors
/// The message for the number: it is none, or it is national and the library's number has no country code.
pub fn written(text: &str, library_phone: Option<&str>) -> Result<Option<String>, &'static str> {
    let plain = plain(text);
    let number = match plain.strip_prefix('0') {
        None => plain,
        Some(national) => {
            let code = library_phone
                .and_then(country_code)
                .ok_or(message::PHONE_WITHOUT_COUNTRY)?;
            // In Italy the zero belongs to the number.
            let zero = if code == "39" { "0" } else { "" };
            format!("+{code}{zero}{national}")
        }
    };
    phone(Some(&number))
}

/// The number without marks, with a plus in place of a leading `00`.
fn plain(text: &str) -> String {
    let text = text.trim();
    let is_international = text.starts_with('+') || text.starts_with("00");
    let text = if is_international {
        text.replacen("(0)", "", 1)
    } else {
        text.to_owned()
    };
    let plain: String = text.chars().filter(|c| !is_mark(*c)).collect();
    match plain.strip_prefix("00") {
        Some(rest) => format!("+{rest}"),
        None => plain,
    }
}

fn is_mark(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '-' | '.' | '/' | '(' | ')' | '\u{2010}'..='\u{2015}' | '\u{200E}' | '\u{202A}' | '\u{202C}'
        )
}

/// The country code of an international number, by the lengths that ITU-T E.164 assigns.
fn country_code(number: &str) -> Option<String> {
    let plain = plain(number);
    let digits = plain.strip_prefix('+')?;
    let length = match digits.get(..2)? {
        code if code.starts_with(['1', '7']) => 1,
        "20" | "27" | "30" | "31" | "32" | "33" | "34" | "36" | "39" | "40" | "41" | "43" | "44" | "45"
        | "46" | "47" | "48" | "49" | "51" | "52" | "53" | "54" | "55" | "56" | "57" | "58" | "60" | "61"
        | "62" | "63" | "64" | "65" | "66" | "81" | "82" | "84" | "86" | "90" | "91" | "92" | "93" | "94"
        | "95" | "98" => 2,
        _ => 3,
    };
    digits.get(..length).map(str::to_owned)
}
