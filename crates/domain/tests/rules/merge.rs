//! Which value each field of a merged record has.

use carrel_domain::catalogue::book::details::{
    BookDetails, Contributor, Identifier, IdentifierKind, Link, Series, Subject,
};
use carrel_domain::catalogue::book::{BookId, BookRecord};
use carrel_domain::catalogue::merge::{
    MergeChoices, MergeField, MergedBook, differences, merged, message, sources, validate,
};

const KEPT: BookId = BookId::new(1);
const OTHER: BookId = BookId::new(2);
const THIRD: BookId = BookId::new(3);

fn record(title: &str) -> BookRecord {
    BookRecord {
        title: title.to_owned(),
        author: "Jane Austen".to_owned(),
        category: "Novels".to_owned(),
        language: "English".to_owned(),
        ..BookRecord::default()
    }
}

fn contributor(name: &str, role: &str) -> Contributor {
    Contributor {
        name: name.to_owned(),
        role: role.to_owned(),
    }
}

fn subject(heading: &str) -> Subject {
    Subject {
        heading: heading.to_owned(),
        scheme: None,
    }
}

fn book<'a>(id: BookId, record: &'a BookRecord, details: &'a BookDetails) -> MergedBook<'a> {
    MergedBook { id, record, details }
}

#[test]
fn the_kept_book_wins_and_its_empty_fields_are_filled() {
    let kept = BookRecord {
        pages: Some(400),
        ..record("Emma")
    };
    let other = BookRecord {
        pages: Some(300),
        publisher: Some("Penguin".to_owned()),
        description: "A novel.".to_owned(),
        // How copies are lent is not filled.
        borrowing_period_days: Some(7),
        item_type: Some("reference".to_owned()),
        ..record("Emma!")
    };
    let third = BookRecord {
        publisher: Some("Reclam".to_owned()),
        published_year: Some(1990),
        ..record("EMMA")
    };
    let (none, notes) = (
        BookDetails::default(),
        BookDetails {
            notes: Some("Worn.".to_owned()),
            ..BookDetails::default()
        },
    );
    let books = [
        book(KEPT, &kept, &none),
        book(OTHER, &other, &none),
        book(THIRD, &third, &notes),
    ];
    let (record, details) = merged(&books, &MergeChoices::new());
    let expected = BookRecord {
        publisher: Some("Penguin".to_owned()),
        description: "A novel.".to_owned(),
        published_year: Some(1990),
        ..kept.clone()
    };
    assert_eq!(record, expected);
    assert_eq!(details, notes);
    let differ = [
        MergeField::Title,
        MergeField::Description,
        MergeField::Pages,
        MergeField::Publisher,
        MergeField::PublishedYear,
        MergeField::BorrowingPeriod,
        MergeField::ItemType,
        MergeField::Notes,
    ];
    assert_eq!(differences(&books), differ);
    let sources = sources(&books, &MergeChoices::new());
    assert_eq!(sources.len(), MergeField::ALL.len());
    let of = |field| sources[&field];
    assert_eq!(
        (
            of(MergeField::Title),
            of(MergeField::Publisher),
            of(MergeField::Notes),
            of(MergeField::ItemType)
        ),
        (KEPT, OTHER, THIRD, KEPT)
    );
}

#[test]
fn each_field_can_be_taken_from_each_book_also_when_it_is_empty_there() {
    let full = BookRecord {
        title: "A".to_owned(),
        author: "B".to_owned(),
        category: "C".to_owned(),
        description: "D".to_owned(),
        cover_image: Some("https://covers.example/e.jpg".to_owned()),
        pages: Some(1),
        isbn: Some("9780141439587".to_owned()),
        publisher: Some("F".to_owned()),
        edition_statement: Some("G".to_owned()),
        language: "German".to_owned(),
        published_year: Some(2),
        borrowing_period_days: Some(3),
        item_type: Some("h".to_owned()),
        semester_categories: Vec::new(),
    };
    let full_details = BookDetails {
        call_number: Some("I".to_owned()),
        audience: Some("J".to_owned()),
        reading_level: Some("K".to_owned()),
        notes: Some("L".to_owned()),
        contents: Some("M".to_owned()),
        ..BookDetails::default()
    };
    let (empty, empty_details) = (record("Emma"), BookDetails::default());
    for (kept, other) in [
        ((&empty, &empty_details), (&full, &full_details)),
        ((&full, &full_details), (&empty, &empty_details)),
    ] {
        let books = [book(KEPT, kept.0, kept.1), book(OTHER, other.0, other.1)];
        let choices: MergeChoices = MergeField::ALL.map(|field| (field, OTHER)).into_iter().collect();
        let (record, mut details) = merged(&books, &choices);
        assert_eq!(record, *other.0);
        // The other ISBN stays known.
        details.identifiers.clear();
        assert_eq!(details, *other.1);
        assert_eq!(differences(&books).len(), MergeField::ALL.len());
    }
}

#[test]
fn lists_are_combined_without_duplicates() {
    let kept = BookRecord {
        isbn: Some("9780141439587".to_owned()),
        semester_categories: vec!["First year".to_owned()],
        ..record("Emma")
    };
    let other = BookRecord {
        isbn: Some("9783150096765".to_owned()),
        author: "Austen, Jane".to_owned(),
        semester_categories: vec!["first year".to_owned(), "Second year".to_owned()],
        ..record("Emma")
    };
    let isbn = |value: &str| Identifier {
        kind: IdentifierKind::Isbn,
        value: value.to_owned(),
    };
    let kept_details = BookDetails {
        contributors: vec![
            contributor("Jane Austen", "author"),
            contributor("Ann Lee", "editor"),
        ],
        subjects: vec![subject("Matchmaking")],
        identifiers: vec![isbn("9780000000002")],
        ..BookDetails::default()
    };
    let other_details = BookDetails {
        contributors: vec![
            contributor("Austen, Jane", "author"),
            contributor("Ann Lee", "author"),
        ],
        subjects: vec![subject("matchmaking"), subject("England")],
        series: vec![Series {
            title: "Classics".to_owned(),
            volume: Some("3".to_owned()),
        }],
        other_titles: vec!["Emma Woodhouse".to_owned()],
        identifiers: vec![isbn("9780141439587"), isbn("9780000000002")],
        links: vec![Link {
            address: "https://emma.example".to_owned(),
            label: None,
        }],
        ..BookDetails::default()
    };
    let books = [
        book(KEPT, &kept, &kept_details),
        book(OTHER, &other, &other_details),
    ];
    let (record, details) = merged(&books, &MergeChoices::new());
    assert_eq!(record.semester_categories, ["First year", "Second year"]);
    let people: Vec<(&str, &str)> = details
        .contributors
        .iter()
        .map(|one| (one.name.as_str(), one.role.as_str()))
        .collect();
    assert_eq!(
        people,
        [
            ("Jane Austen", "author"),
            ("Ann Lee", "editor"),
            ("Ann Lee", "author")
        ]
    );
    assert_eq!(details.subjects, [subject("Matchmaking"), subject("England")]);
    assert_eq!(
        details.identifiers,
        [isbn("9783150096765"), isbn("9780000000002")]
    );
    assert_eq!(
        (
            details.series.len(),
            details.other_titles.len(),
            details.links.len()
        ),
        (1, 1, 1)
    );

    // The people of the book whose author is shown come first, and the other ISBN is kept.
    let choices = MergeChoices::from([(MergeField::Author, OTHER), (MergeField::Isbn, OTHER)]);
    let (record, details) = merged(&books, &choices);
    assert_eq!(record.author, "Austen, Jane");
    assert_eq!(details.contributors[0].name, "Austen, Jane");
    assert_eq!(
        details.identifiers,
        [isbn("9780141439587"), isbn("9780000000002")]
    );
}

#[test]
fn a_list_never_exceeds_its_limit() {
    let record = record("Emma");
    let with = |from: usize| BookDetails {
        subjects: (from..from + 80)
            .map(|number| subject(&format!("Subject {number}")))
            .collect(),
        ..BookDetails::default()
    };
    let (one, other) = (with(0), with(80));
    let (_, details) = merged(
        &[book(KEPT, &record, &one), book(OTHER, &record, &other)],
        &MergeChoices::new(),
    );
    assert_eq!(details.subjects.len(), 100);
    assert_eq!(details.subjects[..80], one.subjects);
}

#[test]
fn a_book_is_merged_with_one_to_three_others() {
    let choices = MergeChoices::new();
    let fourth = BookId::new(4);
    assert_eq!(validate(KEPT, &[OTHER, THIRD, fourth], &choices), Ok(()));
    for (others, expected) in [
        (&[][..], message::NO_BOOKS),
        (&[KEPT], message::BOOK_TWICE),
        (&[OTHER, OTHER], message::BOOK_TWICE),
        (&[OTHER, KEPT], message::BOOK_TWICE),
        (&[OTHER, THIRD, fourth, BookId::new(5)], message::TOO_MANY_BOOKS),
    ] {
        let errors = validate(KEPT, others, &choices).expect_err("it is refused");
        assert_eq!((errors[0].field, errors[0].message), ("books", expected));
    }
    let choices = MergeChoices::from([(MergeField::PublishedYear, THIRD), (MergeField::Title, OTHER)]);
    let errors = validate(KEPT, &[OTHER], &choices).expect_err("it is refused");
    assert_eq!(errors.len(), 1);
    assert_eq!(
        (errors[0].field, errors[0].message),
        ("publishedYear", message::NOT_MERGED)
    );
}
