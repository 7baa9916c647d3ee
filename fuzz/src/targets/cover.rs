//! Generated covers: titles, authors and categories that people entered, drawn as SVG.

use carrel_domain::catalogue::cover::cover_svg;

use super::{Fields, text};

/// The elements of a cover.
const ELEMENTS: [&str; 12] = [
    "svg", "title", "desc", "defs", "clipPath", "g", "rect", "circle", "path", "line", "text", "tspan",
];

pub(crate) fn run(input: &[u8]) {
    let input = text(input);
    let mut fields = Fields::of(&input);
    let mut next = || fields.next().unwrap_or_default();
    let svg = cover_svg(&next(), &next(), &next());
    check(&svg);
}

/// Checks that the document has known elements only, each closed, and no character that XML forbids.
fn check(svg: &str) {
    let mut open = Vec::new();
    let mut rest = svg;
    while let Some(at) = rest.find('<') {
        check_text(&rest[..at]);
        let end = at + rest[at..].find('>').expect("a tag ends");
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "a tag is closed in its order");
            continue;
        }
        let name = tag.split([' ', '/']).next().unwrap_or_default();
        assert!(ELEMENTS.contains(&name), "{name:?} is no element of a cover");
        assert_eq!(tag.matches('"').count() % 2, 0, "quotes are paired: {tag}");
        // Every second part is a quoted value, which may say anything.
        for part in tag.split('"').step_by(2).filter(|part| part.contains('=')) {
            let attribute = part.split(' ').next_back().unwrap_or_default();
            let name = attribute.strip_suffix('=').unwrap_or_default();
            let is_name = !name.is_empty() && !name.contains('=');
            assert!(is_name, "{part:?} begins no quoted value");
            let is_script = name.starts_with("on") || name.contains("href");
            assert!(!is_script, "{name} is an attribute");
        }
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    check_text(rest);
    assert!(open.is_empty(), "{open:?} stay open");
    let is_allowed = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
    assert!(svg.chars().all(is_allowed), "a character that XML forbids");
}

/// Checks that text has no markup.
fn check_text(text: &str) {
    for after in text.split('&').skip(1) {
        let name = after.split(';').next().unwrap_or_default();
        let is_known = matches!(name, "amp" | "lt" | "gt" | "quot" | "apos" | "#39");
        assert!(is_known && after.contains(';'), "&{name} is no reference");
    }
    assert!(!text.contains('>'), "an angle bracket is not escaped");
}
