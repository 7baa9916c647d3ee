//! The questions of the read rows.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::Outcome;
use crate::client::{escaped, request};
use crate::desk;
use crate::pool::Question;
use crate::server::Server;

/// Questions of one kind.
pub struct Questions {
    pub what: String,
    pub pool: Vec<Question>,
    /// Whether the row is also measured beside writes.
    pub is_main: bool,
    /// Whether the server caches such responses.
    pub is_cacheable: bool,
    /// Whether a row of cacheable responses is also measured with repeated questions.
    pub is_repeated: bool,
}

/// Pages of a hundred books, spread over the catalogue, from which ids and words are taken.
const PAGES: u64 = 60;
/// The number of most frequent words that count as common.
const COMMON_WORDS: usize = 40;
/// Loans of a person with a short history, and of one with a long one.
const LOANS: [usize; 2] = [10, 1000];
const SORTS: [&str; 6] = [
    "createdAt",
    "title",
    "author",
    "rating",
    "publishedYear",
    "popular",
];

/// The parameter that counts the found books by every facet.
const ALL_FACETS: &str = "facets=category,author,subject,language,decade,availability,semesterStudy,rating";
/// Function words, which nearly every book has.
const FUNCTION_WORDS: [&str; 5] = ["the", "of", "and", "a", "in"];

/// A part of the catalogue.
struct Sample {
    ids: Vec<String>,
    categories: Vec<String>,
    languages: Vec<String>,
    /// The category of each book in `ids`.
    category_of: Vec<String>,
    /// The longer words of each title, in order.
    titles: Vec<Vec<String>>,
    /// The number of books in the whole catalogue.
    total: u64,
}

impl Sample {
    async fn take(server: &Server, token: &str) -> Outcome<Self> {
        let text = |value: &Value, field: &str| value[field].as_str().unwrap_or_default().to_owned();
        let categories = server.get("/api/books/categories", token).await?;
        let categories = categories["data"].as_array().ok_or("categories are a list")?;
        let languages = server.get("/api/books?facets=language&limit=1", token).await?;
        let languages = languages["facets"]["language"]
            .as_array()
            .ok_or("languages are a list")?;
        let mut sample = Sample {
            ids: Vec::new(),
            languages: languages.iter().map(|language| text(language, "value")).collect(),
            categories: categories.iter().map(|category| text(category, "name")).collect(),
            category_of: Vec::new(),
            titles: Vec::new(),
            total: categories
                .iter()
                .filter_map(|category| category["count"].as_u64())
                .sum(),
        };
        let pages = (sample.total / 100).max(1);
        let mut page = 1;
        while page <= pages {
            let path = format!("/api/books?limit=100&page={page}");
            let answer = server.get(&path, token).await?;
            for book in answer["data"].as_array().ok_or("a list has data")? {
                sample.ids.push(text(book, "_id"));
                sample.category_of.push(text(book, "category"));
                let title = text(book, "title").to_lowercase();
                let words = title.split(|letter: char| !letter.is_alphanumeric());
                let long = words.filter(|word| word.chars().count() > 3).map(str::to_owned);
                sample.titles.push(long.collect());
            }
            page += (pages / PAGES).max(1);
        }
        Ok(sample)
    }

    /// The distinct searches for the text that `of` makes of each title.
    fn searches(&self, of: impl Fn(&[String]) -> Vec<String>) -> Vec<String> {
        let texts: BTreeSet<String> = self.titles.iter().flat_map(|words| of(words)).collect();
        texts
            .iter()
            .map(|text| format!("/api/books?search={}", escaped(text)))
            .collect()
    }

    /// Lists that a filter by one value leaves, each in every order.
    fn filtered(&self) -> Vec<String> {
        let mut filters: Vec<String> = vec!["availability=available".to_owned()];
        filters.extend((1..=4).map(|stars| format!("minRating={stars}")));
        filters.extend((1950..2020).step_by(10).map(|decade| format!("decade={decade}")));
        filters.extend(
            self.languages
                .iter()
                .map(|name| format!("language={}", escaped(name))),
        );
        filters.extend(
            self.categories
                .iter()
                .map(|name| format!("category={}", escaped(name))),
        );
        let of_filter = |filter: &String| SORTS.map(|sort| format!("/api/books?{filter}&sort={sort}"));
        filters.iter().flat_map(of_filter).collect()
    }

    fn common_words(&self) -> Vec<String> {
        let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
        for word in self.titles.iter().flatten() {
            *counts.entry(word).or_default() += 1;
        }
        let mut words: Vec<_> = counts.into_iter().collect();
        words.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        words.truncate(COMMON_WORDS);
        words.into_iter().map(|(word, _)| word.clone()).collect()
    }
}

/// All kinds of reads, by a student and (the table of all borrowings) by an administrator.
pub async fn all(server: &Server, student: &str, admin: &str) -> Outcome<Vec<Questions>> {
    let sample = Sample::take(server, student).await?;
    let mut all = catalogue(&sample, student);
    all.extend(searches(&sample, student));
    all.extend(with_all_facets(&sample, student));
    all.extend(borrowings(server, admin).await?);
    all.retain(|kind| !kind.pool.is_empty());
    Ok(all)
}

fn catalogue(sample: &Sample, token: &str) -> Vec<Questions> {
    let mut lists = Vec::new();
    for page in 1..=10 {
        for category in &sample.categories {
            for sort in SORTS {
                lists.push(format!(
                    "/api/books?category={}&sort={sort}&page={page}",
                    escaped(category)
                ));
            }
        }
    }
    // Page 4,000 of 100,000 books; in a smaller library the page at the same proportion.
    let far = sample.total * 4 / 100;
    let deep = (far.saturating_sub(50).max(1)..=far + 50)
        .flat_map(|page| SORTS.map(|sort| format!("/api/books?sort={sort}&page={page}")));
    let books = sample.ids.iter().map(|id| format!("/api/books/{id}"));
    vec![
        kind("list of 20, pages 1 to 10", lists, token, true),
        kind(
            &format!("list of 20, page {far} or so"),
            deep.collect(),
            token,
            false,
        ),
        kind("one book", books.collect(), token, true),
        Questions {
            what: "the book screen (2 requests)".to_owned(),
            pool: book_screens(sample, token),
            is_main: true,
            is_cacheable: true,
            is_repeated: true,
        },
    ]
}

/// The requests of the web app when a book's screen opens: the book with its ratings and reviews (`useBook`), and the
/// shelf of its category (`RelatedShelf`).
///
/// There are few categories, so the shelf would be the same question repeatedly; a parameter that the server ignores
/// makes it a distinct one.
fn book_screens(sample: &Sample, token: &str) -> Vec<Question> {
    let books = sample.ids.iter().zip(&sample.category_of).enumerate();
    books
        .map(|(number, (id, category))| {
            let shelf = format!(
                "/api/books?category={}&sort=popular&limit=13&screen={number}",
                escaped(category)
            );
            let paths = [format!("/api/books/{id}?include=opinions"), shelf];
            paths
                .map(|path| request("GET", &path, Some(token), None))
                .to_vec()
        })
        .collect()
}

fn searches(sample: &Sample, token: &str) -> Vec<Questions> {
    let common = sample.common_words();
    let common = (1..=5).flat_map(|page| {
        let paths = common
            .iter()
            .map(move |word| format!("/api/books?search={}&page={page}", escaped(word)));
        paths.collect::<Vec<_>>()
    });
    let pair = |words: &[String], quote: &str| match words {
        [first, second, ..] => vec![format!("{quote}{first} {second}{quote}")],
        _ => Vec::new(),
    };
    let beginnings = |words: &[String]| match words {
        [first, second, ..] => {
            let typed: String = second.chars().take(3).collect();
            vec![format!("{first} {typed}")]
        }
        _ => Vec::new(),
    };
    vec![
        kind("search: a common word", common.collect(), token, false),
        kind(
            "search: two words",
            sample.searches(|words| pair(words, "")),
            token,
            true,
        ),
        kind(
            "search: a phrase",
            sample.searches(|words| pair(words, "\"")),
            token,
            false,
        ),
        kind(
            "search: as typed (a word and three letters)",
            sample.searches(beginnings),
            token,
            true,
        ),
        kind(
            "search: one typo",
            sample.searches(|words| words.iter().filter_map(|word| mistyped(word)).collect()),
            token,
            false,
        ),
    ]
}

/// The same searches, and lists, with the counts of all facets, as the screen of the catalogue asks.
fn with_all_facets(sample: &Sample, token: &str) -> Vec<Questions> {
    let pages = |path: &str, last: u64| {
        let pages = (1..=last).map(|page| format!("{path}&page={page}"));
        pages.collect::<Vec<_>>()
    };
    let browsed = SORTS.map(|sort| pages(&format!("/api/books?sort={sort}"), 30));
    let function_words = FUNCTION_WORDS.map(|word| pages(&format!("/api/books?search={word}"), 30));
    let lists = [
        ("all books", browsed.concat()),
        ("a filter", sample.filtered()),
        ("a word of nearly every book", function_words.concat()),
    ];
    let lists = lists
        .into_iter()
        .map(|(what, paths)| kind(what, paths, token, false));
    lists
        .chain(searches(sample, token))
        .map(|mut questions| {
            questions.what += ", all facets";
            questions.is_main = false;
            questions.is_repeated = false;
            for request in questions.pool.iter_mut().flatten() {
                *request = with_parameter(request, ALL_FACETS);
            }
            questions
        })
        .collect()
}

/// The request with one more parameter in its address.
fn with_parameter(request: &[u8], parameter: &str) -> Vec<u8> {
    String::from_utf8_lossy(request)
        .replacen(" HTTP/", &format!("&{parameter} HTTP/"), 1)
        .into_bytes()
}

/// A word of seven letters or more with two neighbouring letters in its middle exchanged.
fn mistyped(word: &str) -> Option<String> {
    let mut letters: Vec<char> = word.chars().collect();
    let middle = letters.len() / 2;
    if letters.len() < 7 || letters[middle] == letters[middle + 1] {
        return None;
    }
    letters.swap(middle, middle + 1);
    Some(letters.into_iter().collect())
}

/// People with few and many loans, and the table of all borrowings. None of these responses is ever cached.
async fn borrowings(server: &Server, admin: &str) -> Outcome<Vec<Questions>> {
    let mut all = Vec::new();
    for loans in LOANS {
        let (token, user) = desk::reader_with_history(server, admin, loans).await?;
        let history = ["/api/borrowings/my-history?limit=10".to_owned()];
        all.push(uncacheable(
            &format!("own history of {loans} loans, 10 of them"),
            history.to_vec(),
            &token,
        ));
        let seen_by_staff = [format!("/api/admin/borrowings/user/{user}?limit=10")];
        all.push(uncacheable(
            &format!("a person's {loans} loans for staff, 10 of them"),
            seen_by_staff.to_vec(),
            admin,
        ));
    }
    let count = server.get("/api/borrowings?limit=1", admin).await?;
    let total = count["pagination"]["total"].as_u64().unwrap_or_default();
    let far = (total * 4 / 5 / 20).max(1);
    for (what, paths) in [
        (
            format!("table of {total} borrowings, page 1"),
            vec!["/api/borrowings?limit=20".to_owned()],
        ),
        (
            format!("table of {total} borrowings, page {far}"),
            vec![format!("/api/borrowings?limit=20&page={far}")],
        ),
        (
            format!("table of {total} borrowings, the overdue ones"),
            vec!["/api/borrowings?limit=20&status=overdue&sort=dueDate".to_owned()],
        ),
    ] {
        all.push(uncacheable(&what, paths, admin));
    }
    Ok(all)
}

fn kind(what: &str, paths: Vec<String>, token: &str, is_main: bool) -> Questions {
    let question = |path: String| vec![request("GET", &path, Some(token), None)];
    Questions {
        what: what.to_owned(),
        pool: paths.into_iter().map(question).collect(),
        is_main,
        is_cacheable: true,
        is_repeated: true,
    }
}

fn uncacheable(what: &str, paths: Vec<String>, token: &str) -> Questions {
    Questions {
        is_cacheable: false,
        ..kind(what, paths, token, false)
    }
}

#[cfg(test)]
mod tests {
    use super::mistyped;

    #[test]
    fn a_typo_swaps_two_letters_of_a_long_word() {
        assert_eq!(mistyped("gardens").as_deref(), Some("garedns"));
        assert_eq!(mistyped("garden"), None);
        assert_eq!(mistyped("swimmer"), None);
    }
}
