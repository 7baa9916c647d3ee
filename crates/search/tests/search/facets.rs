//! Filters and the counts of facets.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use carrel_domain::catalogue::book::BookId;
use carrel_search::{BookDocument, Change, Facet, Filters, Index, Query};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use crate::catalogue::{book, counted, index_of, names, query};

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.into()).collect()
}

#[test]
fn filters_by_semester() {
    let semester = |id: &str, category: &str, semesters: &[&str]| BookDocument {
        category: category.into(),
        semester_categories: strings(semesters),
        ..book(id, "Algebra", "Nobody")
    };
    let index = index_of([
        semester("a", "Mathematics", &["CS 1", "CS 2"]),
        semester("b", "Physics", &["CS 1"]),
        semester("c", "Mathematics", &[]),
        semester("d", "", &["CS 2"]),
    ]);
    for text in ["", "algebra"] {
        let ask = |semester_study, categories: &[&str]| {
            let filters = Filters {
                semester_study,
                categories: &strings(categories),
                ..Filters::default()
            };
            let query = Query {
                filters,
                ..query(text)
            };
            let found = index.search(&query).unwrap();
            let categories = counted(&index, query, Facet::Category);
            format!("{} / {} / {categories}", names(&found.ids), found.total)
        };
        for (semester_study, categories, expected) in [
            (false, &[] as &[&str], "a b c d / 4 / Mathematics:2, Physics:1"),
            (false, &["Mathematics"], "a c / 2 / Mathematics:2, Physics:1"),
            (false, &["CS 1"], " / 0 / Mathematics:2, Physics:1"),
            (true, &[], "a b d / 3 / CS 1:2, CS 2:2"),
            (true, &["CS 1"], "a b / 2 / CS 1:2, CS 2:2"),
            (true, &["CS 1", "CS 2"], "a b d / 3 / CS 1:2, CS 2:2"),
            (true, &["CS 2"], "a d / 2 / CS 1:2, CS 2:2"),
            (true, &["CS"], " / 0 / CS 1:2, CS 2:2"),
            (true, &["Physics"], " / 0 / CS 1:2, CS 2:2"),
            // The counts of the whole catalogue are kept.
            (false, &[], "a b c d / 4 / Mathematics:2, Physics:1"),
        ] {
            let found = ask(semester_study, categories);
            assert_eq!(found, expected, "{semester_study} {categories:?}");
        }
    }
}

#[test]
fn counts_every_facet() {
    let old = BookDocument {
        author_names: strings(&["Donald Knuth", "Ronald Graham", "Donald Knuth"]),
        subjects: strings(&["Sums", "Recurrences", "Sums"]),
        language: "French".into(),
        published_year: Some(-5),
        rating_hundredths: 250,
        ..book("a", "Concrete Mathematics", "Donald Knuth, Ronald Graham")
    };
    let new = BookDocument {
        published_year: Some(1994),
        subjects: strings(&["Sums"]),
        rating_hundredths: 500,
        available: true,
        semester_categories: strings(&["CS 1"]),
        ..book("b", "Concrete Poems", "Ronald Graham")
    };
    let without = BookDocument {
        author_names: Vec::new(),
        category: String::new(),
        language: String::new(),
        ..book("c", "Concrete", "")
    };
    let index = index_of([old, new, without]);
    for (facet, expected) in [
        (Facet::Category, "General:2"),
        (Facet::Author, "Ronald Graham:2, Donald Knuth:1"),
        (Facet::Subject, "Sums:2, Recurrences:1"),
        (Facet::Language, "English:1, French:1"),
        (Facet::Decade, "1990:1, -10:1"),
        (Facet::Availability, "available:1"),
        (Facet::SemesterStudy, "true:1"),
        (Facet::Rating, "4:1, 3:1, 2:2, 1:2"),
    ] {
        for text in ["", "concrete"] {
            assert_eq!(counted(&index, query(text), facet), expected, "{facet:?} {text}");
        }
    }
    assert_eq!(counted(&index, query("poems"), Facet::Language), "English:1");
    assert_eq!(counted(&index, query("nothing"), Facet::Decade), "");
}

#[test]
fn a_filter_that_leaves_nothing_does_not_change_the_search() {
    let index = index_of([book("a", "Crime and Punishment", "Fyodor Dostoevsky")]);
    let found = index
        .search(&Query {
            filters: Filters {
                categories: &strings(&["Computer Science"]),
                ..Filters::default()
            },
            ..query("dostoevsky")
        })
        .unwrap();
    assert_eq!((found.total, found.did_you_mean), (0, None));
}

/// The most frequent authors of all segments together are found, though in each segment others are more frequent.
#[test]
fn counts_authors_that_are_frequent_in_no_segment_alone() {
    let index = Index::in_memory().unwrap();
    let mut next = 0;
    for segment in 0..3 {
        let mut changes = Vec::new();
        let mut add = |author: String, books: usize| {
            for _ in 0..books {
                next += 1;
                changes.push(Change::Put(BookDocument {
                    id: BookId::new(next),
                    author_names: vec![author.clone()],
                    ..book("", "Poems", "")
                }));
            }
        };
        for author in 0..150 {
            add(format!("Of segment {segment}, {author}"), 3);
        }
        add("Of all segments".into(), 2);
        index.apply(changes, &segment.to_string()).unwrap();
    }
    let found = counted(&index, query("poems"), Facet::Author);
    assert!(found.starts_with("Of all segments:6, Of segment "), "{found}");
    assert_eq!(found.split(':').count() - 1, Facet::MOST_NAMES);
}

/// The most frequent authors of the whole catalogue may have none of many books.
#[test]
fn counts_authors_when_none_of_the_most_frequent_ones_has_a_book() {
    let mut next = 0;
    let mut books = Vec::new();
    let mut add = |author: String, language: &str| {
        next += 1;
        books.push(BookDocument {
            id: BookId::new(next),
            author_names: vec![author],
            language: language.into(),
            ..book("", "Poems", "")
        });
    };
    for author in 0..2_100 {
        add(format!("Author {author:04}"), "English");
        add(format!("Author {author:04}"), "English");
    }
    for author in 0..1_500 {
        add(format!("Autrice {author:04}"), "French");
    }
    let filters = Filters {
        languages: &strings(&["French"]),
        ..Filters::default()
    };
    let query = Query {
        filters,
        ..query("poems")
    };
    let expected: Vec<String> = (0..50).map(|author| format!("Autrice {author:04}:1")).collect();
    assert_eq!(
        counted(&index_of(books), query, Facet::Author),
        expected.join(", ")
    );
}

/// The numbers of names change when other names come between them. Facets and filters follow.
#[test]
fn counts_and_filters_by_names_after_other_names_came() {
    let index = Index::in_memory().unwrap();
    let batches: [&[(i64, &str)]; 6] = [
        &[(1, "Mann"), (2, "Sand")],
        &[(3, "Andersen"), (4, "Mann"), (5, "Zola")],
        // No new name, then only new ones.
        &[(6, "Sand"), (7, "Sand")],
        &[(8, "Nin"), (9, "Lem")],
        &[(1, "Lem")],
        &[(10, "Aa"), (11, "Zz"), (12, "Mann")],
    ];
    let mut authors: BTreeMap<i64, &str> = BTreeMap::new();
    for (position, batch) in batches.into_iter().enumerate() {
        let change = |&(number, author): &(i64, &str)| {
            Change::Put(BookDocument {
                id: BookId::new(number),
                author_names: vec![author.into()],
                ..book("", "Novels", "")
            })
        };
        index
            .apply(batch.iter().map(change).collect(), &position.to_string())
            .unwrap();
        authors.extend(batch.iter().copied());
        let mut expected: BTreeMap<&str, usize> = BTreeMap::new();
        for author in authors.values() {
            *expected.entry(author).or_default() += 1;
        }
        let mut shown: Vec<(&str, usize)> = expected.iter().map(|(name, count)| (*name, *count)).collect();
        shown.sort_by_key(|(_, count)| Reverse(*count));
        let shown: Vec<String> = shown
            .iter()
            .map(|(name, count)| format!("{name}:{count}"))
            .collect();
        assert_eq!(
            counted(&index, query("novels"), Facet::Author),
            shown.join(", "),
            "{position}"
        );
        for (author, count) in expected {
            let filters = Filters {
                authors: &strings(&[author]),
                ..Filters::default()
            };
            let found = index.search(&Query { filters, ..query("") }).unwrap();
            assert_eq!(found.total, count, "{author} after {position}");
        }
    }
}

/// Among many books, the authors with most of them are found, though thousands of others have more books.
#[test]
fn counts_authors_that_have_few_books_in_the_whole_catalogue() {
    let mut next = 0;
    let mut books = Vec::new();
    let mut add = |author: String, books_of_author: usize, language: &str| {
        for _ in 0..books_of_author {
            next += 1;
            books.push(BookDocument {
                id: BookId::new(next),
                author_names: vec![author.clone()],
                language: language.into(),
                ..book("", "Poems", "")
            });
        }
    };
    for author in 0..2_500 {
        add(format!("Author {author:04}"), 3, "English");
    }
    for author in 0..400 {
        add(
            format!("Autrice {author:03}"),
            1 + usize::from(author == 77),
            "French",
        );
    }
    let index = index_of(books);
    let filters = Filters {
        languages: &strings(&["French"]),
        ..Filters::default()
    };
    for text in ["", "poems"] {
        let found = counted(
            &index,
            Query {
                filters,
                ..query(text)
            },
            Facet::Author,
        );
        let expected = (0..49).map(|author| format!(", Autrice {author:03}:1"));
        let expected = format!("Autrice 077:2{}", expected.collect::<String>());
        assert_eq!(found, expected, "{text}");
    }
}

/// The most frequent of thousands of authors are found over segments in which many, few or no books match.
#[test]
fn counts_the_most_frequent_of_thousands_of_authors_over_several_segments() {
    let index = Index::in_memory().unwrap();
    let mut expected: BTreeMap<String, usize> = BTreeMap::new();
    let mut authors: BTreeSet<String> = BTreeSet::new();
    // The engine does not merge three segments.
    for (segment, english_of_100) in [(0, 90), (1, 1), (2, 0)] {
        let mut changes = Vec::new();
        for n in 0..5_000_usize {
            let number = segment * 5_000 + n;
            // Small ranks are more frequent, and each segment has authors of its own.
            let rank = (number * 7_919 % 2_500) * (number * 104_729 % 2_500) / 2_500;
            let author = if rank < 100 { rank } else { rank + segment * 2_500 };
            let author = format!("Author {:05}", author * 37 % 10_007);
            let is_english = number * 31 % 100 < english_of_100;
            let book = BookDocument {
                id: BookId::new(i64::try_from(number + 1).unwrap()),
                author_names: vec![author.clone()],
                language: if is_english { "English" } else { "German" }.into(),
                ..book("", "Poems", "")
            };
            let is_removed = number % 13 == 5;
            authors.insert(author.clone());
            changes.push(Change::Put(book.clone()));
            changes.extend(is_removed.then_some(Change::Remove(book.id)));
            if is_english && !is_removed {
                *expected.entry(author).or_default() += 1;
            }
        }
        index.apply(changes, &segment.to_string()).unwrap();
    }
    assert!(authors.len() > 2_000, "{} authors", authors.len());
    let mut expected: Vec<(String, usize)> = expected.into_iter().collect();
    expected.sort_by_key(|(_, count)| Reverse(*count));
    expected.truncate(Facet::MOST_NAMES);
    let filters = Filters {
        languages: &strings(&["English"]),
        ..Filters::default()
    };
    for text in ["", "poems"] {
        let query = Query {
            filters,
            facets: &[Facet::Author],
            ..query(text)
        };
        let found = index.search(&query).unwrap();
        assert_eq!(found.facets[&Facet::Author], expected, "{text}");
    }
}

const CATEGORIES: [&str; 3] = ["Art", "Biology", "Chemistry"];
const AUTHORS: [&str; 4] = ["Ann Lee", "Bo Lee", "Cy Lee", "Di Lee"];
const SUBJECTS: [&str; 4] = ["Bees", "Honey", "Pollen", "Wax"];
const LANGUAGES: [&str; 3] = ["English", "German", "Hindi"];
const DECADES: [i32; 3] = [-10, 1990, 2000];
const SEMESTERS: [&str; 2] = ["CS 1", "CS 2"];
/// Words of all books, of many and of few.
const WORDS: [&str; 4] = ["", "introduction", "second", "rare"];

/// Books in several segments, some of them deleted.
fn shelf() -> (Index, Vec<BookDocument>) {
    let index = Index::in_memory().unwrap();
    let mut books = Vec::new();
    for batch in 0..5_usize {
        let mut changes = Vec::new();
        for n in 0..400_usize {
            let number = batch * 400 + n;
            // Different steps, so that the fields do not depend on each other.
            let pick = |step: usize, of: usize| number * step / 7 % of;
            let title = ["Introduction to Reading", "A Second Introduction", "Essays"][pick(2, 3)];
            let rare = if number % 41 == 0 { " of a Rare Kind" } else { "" };
            let mut document = book("", &format!("{title}{rare}"), AUTHORS[pick(3, 4)]);
            document.id = BookId::new(i64::try_from(number + 1).unwrap());
            document.author_names.push(AUTHORS[(pick(3, 4) + 1) % 4].into());
            document.author_names.truncate(pick(5, 3));
            document.category = CATEGORIES[pick(11, 3)].into();
            document.subjects = strings(&SUBJECTS[pick(31, 3)..pick(31, 3) + pick(37, 3)]);
            document.language = LANGUAGES[pick(13, 3)].into();
            document.published_year = [None, Some(-3), Some(1995), Some(2000)][pick(17, 4)];
            document.available = pick(19, 2) == 0;
            document.rating_hundredths = i64::try_from(pick(23, 11) * 50).unwrap();
            document.semester_categories = strings(&SEMESTERS[..pick(29, 3)]);
            changes.push(Change::Put(document.clone()));
            if number % 9 == 4 {
                changes.push(Change::Remove(document.id));
            } else {
                books.push(document);
            }
        }
        index.apply(changes, &batch.to_string()).unwrap();
    }
    (index, books)
}

/// The values of a facet that a book counts for, among books for semester study alone or among all.
fn values(book: &BookDocument, facet: Facet, semester_study: bool) -> Vec<String> {
    let flag = |is: bool, value: &str| if is { vec![value.into()] } else { Vec::new() };
    match facet {
        Facet::Category if semester_study => book.semester_categories.clone(),
        Facet::Category => vec![book.category.clone()],
        Facet::Author => book.author_names.clone(),
        Facet::Subject => book.subjects.clone(),
        Facet::Language => vec![book.language.clone()],
        Facet::Decade => book
            .published_year
            .map(|year| (year.div_euclid(10) * 10).to_string())
            .into_iter()
            .collect(),
        Facet::Availability => flag(book.available, "available"),
        Facet::SemesterStudy => flag(!book.semester_categories.is_empty(), "true"),
        Facet::Rating => (1..=4)
            .filter(|stars| book.rating_hundredths >= stars * 100)
            .map(|stars| stars.to_string())
            .collect(),
    }
}

/// Whether a book passes the filter by a facet.
fn passes(book: &BookDocument, filters: &Filters<'_>, facet: Facet) -> bool {
    let one_of = |chosen: &[String], values: &[String]| {
        chosen.is_empty() || values.iter().any(|value| chosen.contains(value))
    };
    let values = values(book, facet, filters.semester_study);
    match facet {
        Facet::Category => one_of(filters.categories, &values),
        Facet::Author => one_of(filters.authors, &values),
        Facet::Subject => one_of(filters.subjects, &values),
        Facet::Language => one_of(filters.languages, &values),
        Facet::Decade => {
            let decades: Vec<String> = filters.decades.iter().map(ToString::to_string).collect();
            one_of(&decades, &values)
        }
        Facet::Availability => !filters.available || book.available,
        Facet::SemesterStudy => !filters.semester_study || !values.is_empty(),
        Facet::Rating => book.rating_hundredths >= i64::from(filters.least_stars) * 100,
    }
}

fn some<T: Clone + std::fmt::Debug + 'static>(of: &[T]) -> impl Strategy<Value = Vec<T>> + use<T> {
    prop_oneof![Just(Vec::new()), subsequence(of.to_vec(), 0..=of.len())]
}

proptest! {
    #[test]
    fn each_facet_leaves_out_its_own_filter(
        text in select(&WORDS[..]),
        categories in some(&[CATEGORIES.as_slice(), &SEMESTERS].concat()),
        authors in some(&AUTHORS),
        subjects in some(&SUBJECTS),
        languages in some(&LANGUAGES),
        decades in some(&DECADES),
        available in any::<bool>(),
        least_stars in select(vec![0, 0, 1, 3, 5]),
        semester_study in any::<bool>(),
    ) {
        thread_local!(static SHELF: (Index, Vec<BookDocument>) = shelf());
        let [categories, authors, subjects, languages] =
            [categories, authors, subjects, languages].map(|names| strings(&names));
        let filters = Filters {
            categories: &categories,
            authors: &authors,
            subjects: &subjects,
            languages: &languages,
            decades: &decades,
            available,
            least_stars,
            semester_study,
        };
        SHELF.with(|(index, books)| {
            let found = index
                .search(&Query { filters, facets: &Facet::ALL, limit: 5000, ..query(text) })
                .unwrap();
            let fails = |book: &BookDocument| -> BTreeSet<Facet> {
                Facet::ALL.into_iter().filter(|&facet| !passes(book, &filters, facet)).collect()
            };
            let matching = || books.iter().filter(|book| book.title.to_lowercase().contains(text));
            let mut expected: BTreeMap<Facet, BTreeMap<String, usize>> =
                Facet::ALL.into_iter().map(|facet| (facet, BTreeMap::new())).collect();
            for book in matching() {
                let fails = fails(book);
                for facet in Facet::ALL {
                    let is_free = |failed| {
                        let of_mark = facet == Facet::SemesterStudy && !semester_study;
                        failed == facet || of_mark && failed == Facet::Category
                    };
                    if fails.iter().all(|&failed| is_free(failed)) {
                        for value in values(book, facet, semester_study) {
                            *expected.entry(facet).or_default().entry(value).or_default() += 1;
                        }
                    }
                }
            }
            let ids: BTreeSet<BookId> = matching().filter(|book| fails(book).is_empty()).map(|book| book.id).collect();
            prop_assert_eq!(found.total, ids.len());
            prop_assert_eq!(found.ids.into_iter().collect::<BTreeSet<_>>(), ids);
            let counted: BTreeMap<Facet, BTreeMap<String, usize>> =
                found.facets.into_iter().map(|(facet, counts)| (facet, counts.into_iter().collect())).collect();
            prop_assert_eq!(counted, expected);
            Ok(())
        })?;
    }
}
