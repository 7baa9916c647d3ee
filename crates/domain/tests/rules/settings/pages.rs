use carrel_domain::settings::{PageName, UnknownPage, validate_page};
use carrel_domain::validation::FieldError;

#[test]
fn a_page_has_one_name() {
    let names = PageName::ALL.map(PageName::as_str);
    assert_eq!(names, ["about", "contact", "privacy", "terms", "help"]);
    for page in PageName::ALL {
        assert_eq!(page.as_str().parse(), Ok(page));
        assert_eq!(serde_json::to_value(page).unwrap(), page.as_str());
    }
    for unknown in ["", "About", "imprint"] {
        assert_eq!(unknown.parse::<PageName>(), Err(UnknownPage), "{unknown}");
    }
}

#[test]
fn the_text_of_a_page_is_plain_and_an_empty_one_restores_the_standard() {
    let longest = "é".repeat(20_000);
    let kept = |text: &str| Ok(Some(text.to_owned()));
    let table = [
        (None, Ok(None)),
        (Some(" \r\n "), Ok(None)),
        (
            Some(" # About us\r\n\tWe lend.\n"),
            kept("# About us\n\tWe lend."),
        ),
        (Some(longest.as_str()), kept(&longest)),
    ];
    for (text, expected) in table {
        assert_eq!(validate_page(text), expected);
    }
    let too_long = "é".repeat(20_001);
    let refused = [
        (too_long.as_str(), "The text cannot exceed 20000 characters"),
        (
            "We\u{0} lend.",
            "The text contains characters that are not allowed",
        ),
    ];
    for (text, message) in refused {
        assert_eq!(
            validate_page(Some(text)),
            Err(vec![FieldError::new("text", message)])
        );
    }
}
