use carrel_domain::catalogue::book::details::BookDetails;
use carrel_domain::catalogue::book::{BookDraft, BookRecord, ValidBook, message};
use carrel_domain::patch::Patch::{self, Keep, Set};
use carrel_domain::validation::FieldError;
use proptest::prelude::*;

pub(super) const YEAR: i16 = 2024;

pub(super) fn draft() -> BookDraft {
    BookDraft {
        title: Set("Dune".to_owned()),
        author: Set("Frank Herbert".to_owned()),
        category: Set("Science Fiction".to_owned()),
        ..BookDraft::default()
    }
}

/// A field that was sent.
fn text(text: &str) -> Patch<String> {
    Set(text.to_owned())
}

#[test]
fn only_title_author_and_category_are_required() {
    let ValidBook { record, copies, .. } = draft().validate(YEAR).unwrap();
    let expected = BookRecord {
        title: "Dune".to_owned(),
        author: "Frank Herbert".to_owned(),
        category: "Science Fiction".to_owned(),
        language: "English".to_owned(),
        ..BookRecord::default()
    };
    assert_eq!((record, copies), (expected, None));
}

#[test]
fn all_fields_are_normalized_and_returned() {
    let full = BookDraft {
        title: text("  Война и мир "),
        publisher: text(" "),
        language: text("Russian"),
        description: text("First line.\r\nSecond line.\tTabbed.\n"),
        pages: Set(1225),
        published_year: Set(-380),
        borrowing_period: Set(28),
        isbn: text("0-306-40615-2"),
        cover_image: text("https://example.org/cover.jpg"),
        semester_categories: Set(vec![
            "Physics".to_owned(),
            " ".to_owned(),
            "physics".to_owned(),
            "Law".to_owned(),
        ]),
        copies: Set(3),
        ..draft()
    };
    let ValidBook {
        record: book, copies, ..
    } = full.validate(YEAR).unwrap();
    assert_eq!(book.title, "Война и мир");
    assert_eq!(book.publisher, None);
    assert_eq!(book.description, "First line.\nSecond line.\tTabbed.");
    assert_eq!((book.pages, book.published_year), (Some(1225), Some(-380)));
    assert_eq!((book.borrowing_period_days, copies), (Some(28), Some(3)));
    assert_eq!(book.isbn.as_deref(), Some("9780306406157"));
    assert_eq!(book.semester_categories, ["Physics", "Law"]);
}

/// Each draft is refused with one message, of this field.
fn assert_each_is_refused(table: &[(BookDraft, &'static str, &'static str)]) {
    for (draft, field, message) in table {
        assert_eq!(
            draft.clone().validate(YEAR),
            Err(vec![FieldError::new(field, message)]),
            "{draft:?}"
        );
    }
}

#[test]
fn every_rule_of_texts_has_its_message() {
    let long = |characters| Set("ß".repeat(characters));
    let table = [
        (
            BookDraft {
                title: Keep,
                ..draft()
            },
            "title",
            message::TITLE_REQUIRED,
        ),
        (
            BookDraft {
                title: text(" \n \u{200b}\u{e0020}"),
                ..draft()
            },
            "title",
            message::TITLE_REQUIRED,
        ),
        (
            BookDraft {
                title: long(301),
                ..draft()
            },
            "title",
            message::TITLE_TOO_LONG,
        ),
        (
            BookDraft {
                title: text("a\0b"),
                ..draft()
            },
            "title",
            message::TITLE_NOT_ALLOWED,
        ),
        (
            BookDraft {
                title: text("a\nb"),
                ..draft()
            },
            "title",
            message::TITLE_NOT_ALLOWED,
        ),
        (
            BookDraft {
                author: Keep,
                ..draft()
            },
            "author",
            message::AUTHOR_REQUIRED,
        ),
        (
            BookDraft {
                author: long(201),
                ..draft()
            },
            "author",
            message::AUTHOR_TOO_LONG,
        ),
        (
            BookDraft {
                author: text("a\u{85}b"),
                ..draft()
            },
            "author",
            message::AUTHOR_NOT_ALLOWED,
        ),
        (
            BookDraft {
                category: Keep,
                ..draft()
            },
            "category",
            message::CATEGORY_REQUIRED,
        ),
        (
            BookDraft {
                category: long(81),
                ..draft()
            },
            "category",
            message::CATEGORY_TOO_LONG,
        ),
        (
            BookDraft {
                category: text("a\u{2028}b"),
                ..draft()
            },
            "category",
            message::CATEGORY_NOT_ALLOWED,
        ),
        (
            BookDraft {
                publisher: long(201),
                ..draft()
            },
            "publisher",
            message::PUBLISHER_TOO_LONG,
        ),
        (
            BookDraft {
                publisher: text("a\tb"),
                ..draft()
            },
            "publisher",
            message::PUBLISHER_NOT_ALLOWED,
        ),
        (
            BookDraft {
                edition_statement: long(201),
                ..draft()
            },
            "editionStatement",
            message::EDITION_STATEMENT_TOO_LONG,
        ),
        (
            BookDraft {
                edition_statement: text("2nd\nedition"),
                ..draft()
            },
            "editionStatement",
            message::EDITION_STATEMENT_NOT_ALLOWED,
        ),
        (
            BookDraft {
                language: long(61),
                ..draft()
            },
            "language",
            message::LANGUAGE_TOO_LONG,
        ),
        (
            BookDraft {
                language: text("a\u{7}b"),
                ..draft()
            },
            "language",
            message::LANGUAGE_NOT_ALLOWED,
        ),
        (
            BookDraft {
                description: long(5001),
                ..draft()
            },
            "description",
            message::DESCRIPTION_TOO_LONG,
        ),
        (
            BookDraft {
                description: text("a\0b"),
                ..draft()
            },
            "description",
            message::DESCRIPTION_NOT_ALLOWED,
        ),
    ];
    assert_each_is_refused(&table);
}

#[test]
fn every_other_rule_has_its_message() {
    let long = |characters| Set("ß".repeat(characters));
    let categories = |count: usize| Set((0..count).map(|n| format!("Subject {n}")).collect());
    let table = [
        (
            BookDraft {
                pages: Set(0),
                ..draft()
            },
            "pages",
            message::PAGES_OUT_OF_RANGE,
        ),
        (
            BookDraft {
                pages: Set(20_001),
                ..draft()
            },
            "pages",
            message::PAGES_OUT_OF_RANGE,
        ),
        (
            BookDraft {
                published_year: Set(2027),
                ..draft()
            },
            "publishedYear",
            message::PUBLISHED_YEAR_OUT_OF_RANGE,
        ),
        (
            BookDraft {
                published_year: Set(-3001),
                ..draft()
            },
            "publishedYear",
            message::PUBLISHED_YEAR_OUT_OF_RANGE,
        ),
        (
            BookDraft {
                borrowing_period: Set(366),
                ..draft()
            },
            "borrowingPeriod",
            message::BORROWING_PERIOD_OUT_OF_RANGE,
        ),
        (
            BookDraft {
                isbn: text("123"),
                ..draft()
            },
            "isbn",
            message::ISBN_INVALID,
        ),
        (
            BookDraft {
                cover_image: long(501),
                ..draft()
            },
            "coverImage",
            message::COVER_IMAGE_TOO_LONG,
        ),
        (
            BookDraft {
                cover_image: text("javascript:x"),
                ..draft()
            },
            "coverImage",
            message::COVER_IMAGE_INVALID,
        ),
        (
            BookDraft {
                semester_categories: categories(13),
                ..draft()
            },
            "semesterCategories",
            message::SEMESTER_CATEGORIES_TOO_MANY,
        ),
        (
            BookDraft {
                semester_categories: Set(vec!["x".repeat(81)]),
                ..draft()
            },
            "semesterCategories",
            message::SEMESTER_CATEGORY_TOO_LONG,
        ),
        (
            BookDraft {
                semester_categories: Set(vec!["a\0".to_owned()]),
                ..draft()
            },
            "semesterCategories",
            message::SEMESTER_CATEGORY_NOT_ALLOWED,
        ),
        (
            BookDraft {
                copies: Set(1001),
                ..draft()
            },
            "copies",
            message::COPIES_OUT_OF_RANGE,
        ),
        (
            BookDraft {
                copies: Set(i64::MIN),
                ..draft()
            },
            "copies",
            message::COPIES_OUT_OF_RANGE,
        ),
    ];
    assert_each_is_refused(&table);
}

#[test]
fn lengths_count_characters_and_limits_are_included() {
    let long = |characters| Set("書".repeat(characters));
    let at_the_limits = BookDraft {
        title: long(300),
        author: long(200),
        category: long(80),
        publisher: long(200),
        language: long(60),
        description: long(5000),
        pages: Set(20_000),
        published_year: Set(2026),
        borrowing_period: Set(365),
        semester_categories: Set((0..12).map(|n| n.to_string()).collect()),
        copies: Set(1000),
        ..draft()
    };
    assert!(at_the_limits.validate(YEAR).is_ok());
}

#[test]
fn all_errors_are_reported_at_once() {
    let errors = BookDraft {
        pages: Set(-1),
        ..BookDraft::default()
    }
    .validate(YEAR)
    .unwrap_err();
    let fields: Vec<&str> = errors.iter().map(|error| error.field).collect();
    assert_eq!(fields, ["title", "author", "category", "pages"]);
}

#[test]
fn a_cover_is_an_https_address_or_a_path_on_this_site() {
    let accepted = [
        "https://example.org/a.jpg?size=L&x=1#top",
        "https://covers.example.org:8443/a",
        "https://[2001:db8::1]/a",
        "/covers/a.webp",
        "/",
    ];
    for address in accepted {
        assert!(
            BookDraft {
                cover_image: text(address),
                ..draft()
            }
            .validate(YEAR)
            .is_ok(),
            "{address}"
        );
    }
    let refused = [
        "http://example.org/a.jpg",
        "HTTPS://example.org/a",
        "//example.org/a.jpg",
        "https://",
        "https:///a",
        "https://somebody@example.org/a.jpg",
        "https://somebody:secret@example.org/a.jpg",
        "https://[::1/a.jpg",
        "data:image/png;base64,AA",
        "covers/a.webp",
        "/a b",
        "/a\"onerror=x",
        "/\\example.org",
        "https://exämple.org/a",
    ];
    for address in refused {
        assert!(
            BookDraft {
                cover_image: text(address),
                ..draft()
            }
            .validate(YEAR)
            .is_err(),
            "{address}"
        );
    }
}

proptest! {
    #[test]
    fn any_draft_is_a_book_or_has_errors(title: Option<String>, description: Option<String>, isbn: Option<String>, number: i64) {
        let draft = BookDraft {
            title: title.into(),
            description: description.into(),
            isbn: isbn.into(),
            pages: Set(number),
            published_year: Set(number),
            ..draft()
        };
        match draft.validate(YEAR) {
            Ok(ValidBook { record, .. }) => {
                prop_assert!(!record.title.is_empty() && record.title.trim() == record.title);
            }
            Err(errors) => prop_assert!(!errors.is_empty()),
        }
    }
}

fn stored() -> BookRecord {
    BookRecord {
        publisher: Some("Chilton".to_owned()),
        semester_categories: vec!["Ecology".to_owned()],
        ..draft().validate(YEAR).expect("a valid draft").record
    }
}

#[test]
fn a_change_keeps_absent_fields_and_clears_null() {
    let json = r#"{ "pages": 412.0, "publisher": null, "isSemesterStudy": null }"#;
    let change: BookDraft = serde_json::from_str(json).unwrap();
    let expected = BookRecord {
        pages: Some(412),
        publisher: None,
        ..stored()
    };
    assert_eq!(
        change
            .over(&stored(), &BookDetails::default())
            .validate(YEAR)
            .unwrap()
            .record,
        expected
    );
    let unchanged = BookDraft::default()
        .over(&stored(), &BookDetails::default())
        .validate(YEAR)
        .unwrap();
    assert_eq!((unchanged.record, unchanged.copies), (stored(), None));
    let no_number = serde_json::from_str::<BookDraft>(r#"{ "pages": 1.5 }"#);
    assert!(no_number.unwrap_err().to_string().contains("a whole number"));
}

#[test]
fn a_required_field_cannot_be_cleared() {
    let change: BookDraft = serde_json::from_str(r#"{ "title": null }"#).unwrap();
    let errors = change
        .over(&stored(), &BookDetails::default())
        .validate(YEAR)
        .unwrap_err();
    assert_eq!(errors, [FieldError::new("title", message::TITLE_REQUIRED)]);
}
