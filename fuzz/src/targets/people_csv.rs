//! Files of people.

use carrel_domain::spreadsheet::push_cell;
use carrel_domain::users::Role;
use carrel_domain::users::roster::{self, MOST_PEOPLE};

use super::text;

pub(crate) fn run(input: &[u8]) {
    let file = text(input);
    if let Ok(people) = roster::read(&file) {
        assert!((1..=MOST_PEOPLE).contains(&people.entries.len()));
        let mut line = 0;
        for person in &people.entries {
            assert!(person.line > line, "lines ascend");
            line = person.line;
            let _ = person.role(&Role::of_new_library());
        }
    }
    // A cell of a file that is written is one cell when it is read, and no formula.
    let mut cell = String::new();
    push_cell(&mut cell, &file);
    assert_eq!(cell.matches('"').count() % 2, 0, "quotes are paired");
    let shown = match cell.strip_prefix('"').and_then(|inner| inner.strip_suffix('"')) {
        Some(inner) => inner.replace("\"\"", "\""),
        None => cell.clone(),
    };
    let first = shown.chars().next();
    let is_formula = first.is_some_and(|first| matches!(first, '=' | '@' | '\t' | '\r'));
    assert!(!is_formula, "{cell:?}");
}
