//! The line format in which a record is edited.

use carrel_formats::marc::{Description, check, compose, describe, parse_text, write_text};

use super::text;

pub(crate) fn run(input: &[u8]) {
    let text = text(input);
    match parse_text(&text) {
        Ok(record) => {
            let written = write_text(&record);
            assert_eq!(parse_text(&written).as_ref(), Ok(&record), "{written:?}");
            let described = describe(&record);
            assert_eq!(compose(Some(&record), &described), record);
            let emptied = compose(Some(&record), &Description::default());
            assert_eq!(describe(&emptied).title, None);
            for finding in check(&record) {
                assert!(finding.occurrence > 0 && finding.to_string().ends_with('.'));
            }
        }
        Err(problems) => {
            assert!(!problems.is_empty());
            let lines = text.split(['\n', '\r']).count();
            for problem in problems {
                assert!((1..=lines).contains(&problem.line), "{problem}");
            }
        }
    }
}
