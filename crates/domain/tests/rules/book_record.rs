//! Books as they are recorded.

use carrel_domain::catalogue::book::details::BookDetails;
use carrel_domain::catalogue::book::{Book, BookDraft, BookId, BookRecord, limit, message};
use carrel_domain::catalogue::uploaded_cover;
use carrel_domain::patch::Patch::{self, Set};
use carrel_domain::validation::FieldError;
use jiff::Timestamp;

use super::book::{YEAR, draft};

fn record(draft: BookDraft) -> BookRecord {
    draft.validate(YEAR).expect("a valid draft").record
}

#[test]
fn the_address_of_an_uploaded_cover_is_kept_and_not_entered() {
    let address = format!("/covers/{}", "0123456789abcdef".repeat(2));
    let entered = BookDraft {
        cover_image: Set(address.clone()),
        ..draft()
    };
    let errors = entered.clone().validate(YEAR).unwrap_err();
    assert_eq!(
        errors,
        [FieldError::new("coverImage", message::COVER_IMAGE_OF_UPLOAD)]
    );
    let mut present = record(draft());
    let over = |present: &BookRecord| entered.clone().over(present, &BookDetails::default());
    assert!(over(&present).validate(YEAR).is_err());
    present.cover_image = Some(address.clone());
    assert_eq!(record(over(&present)).cover_image, Some(address));
}

#[test]
fn an_uploaded_cover_has_the_address_of_its_hash() {
    let hash = "0123456789abcdef".repeat(2);
    let address = uploaded_cover::address(&hash);
    assert_eq!(address, "/covers/0123456789abcdef0123456789abcdef");
    for (text, is_hash, is_uploaded) in [
        (hash.as_str(), true, true),
        (&hash.to_uppercase(), true, true),
        // The database looks at the length alone.
        (&"z".repeat(32), false, true),
        (&hash[1..], false, false),
        (&format!("{hash}0"), false, false),
        ("", false, false),
    ] {
        assert_eq!(uploaded_cover::is_hash(text), is_hash, "{text}");
        let address = uploaded_cover::address(text);
        assert_eq!(uploaded_cover::is_uploaded(&address), is_uploaded, "{text}");
    }
    for other in [&hash, &format!("/images/{hash}"), "https://covers.example/a.jpg"] {
        assert!(!uploaded_cover::is_uploaded(other), "{other}");
    }
}

#[test]
fn a_loan_period_is_the_books_own_or_none() {
    for days in [None, Some(1), Some(28), Some(365)] {
        let draft = BookDraft {
            borrowing_period: Patch::from(days.map(i64::from)),
            ..draft()
        };
        assert_eq!(record(draft).loan_period(), days);
    }
}

#[test]
fn a_book_reads_like_its_record() {
    let book = Book {
        id: BookId::new(1),
        record: record(draft()),
        total_copies: 0,
        available_copies: 0,
        borrow_count: 0,
        popularity: 0,
        rating_sum: 0,
        rating_count: 0,
        archived_at: None,
        created_at: Timestamp::UNIX_EPOCH,
        updated_at: Timestamp::UNIX_EPOCH,
        merged_into: None,
    };
    assert_eq!(
        (book.title.as_str(), book.author.as_str()),
        ("Dune", "Frank Herbert")
    );
}

#[test]
fn spaces_around_an_isbn_or_an_address_count_towards_its_length() {
    let padded = |text: &str, length: usize| Set(format!("{text:length$}"));
    let isbn = |length| BookDraft {
        isbn: padded("9780306406157", length),
        ..draft()
    };
    assert_eq!(
        record(isbn(limit::ISBN.max)).isbn.as_deref(),
        Some("9780306406157")
    );
    assert_eq!(
        isbn(limit::ISBN.max + 1).validate(YEAR),
        Err(vec![FieldError::new("isbn", message::ISBN_INVALID)])
    );
    let cover = |length| BookDraft {
        cover_image: padded("/covers/a.webp", length),
        ..draft()
    };
    assert_eq!(
        record(cover(limit::COVER_IMAGE.max)).cover_image.as_deref(),
        Some("/covers/a.webp")
    );
    assert_eq!(
        cover(limit::COVER_IMAGE.max + 1).validate(YEAR),
        Err(vec![FieldError::new("coverImage", message::COVER_IMAGE_TOO_LONG)])
    );
}

#[test]
fn a_book_has_at_most_twelve_subjects() {
    let subjects = |count: usize| BookDraft {
        semester_categories: Set((0..count).map(|number| number.to_string()).collect()),
        ..draft()
    };
    assert_eq!(record(subjects(12)).semester_categories.len(), 12);
    assert_eq!(
        subjects(13).validate(YEAR),
        Err(vec![FieldError::new(
            "semesterCategories",
            message::SEMESTER_CATEGORIES_TOO_MANY
        )])
    );
}
