//! Text in HTML, XML and SVG.

/// Escapes a text for an element or a quoted attribute of HTML, XML or SVG. Characters that XML 1.0 does not allow are
/// removed; ends of lines and tabs stay.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(character),
            '\u{FFFE}' | '\u{FFFF}' => {}
            control if control.is_control() => {}
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn no_text_ends_its_element_or_its_attribute() {
        let text = "</title><script>alert('1' & \"2\")</script>";
        let safe = "&lt;/title&gt;&lt;script&gt;alert(&#39;1&#39; &amp; &quot;2&quot;)&lt;/script&gt;";
        assert_eq!(escaped(text), safe);
    }

    #[test]
    fn only_characters_of_xml_stay() {
        assert_eq!(escaped("a\u{0}b\u{1b}c\u{FFFE}d\r\n\te"), "abcd\n\te");
    }
}
