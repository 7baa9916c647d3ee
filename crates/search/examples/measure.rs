//! Measures the index on generated books: `cargo run --release -p carrel-search --example measure -- 200000`. A
//! second argument selects the query forms whose name contains it.
//!
//! Prints documents per second and size on disk, then the median and the 99th percentile of each form of query,
//! each run many times with different words, one after the other, with a page of 20 ids and an exact total; first with
//! the exact counts of all facets, then without facets. Those of all books are counted once after a commit; the rows without
//! a text and a filter do not show the time for that. The books resemble a real catalogue: titles of two to nine words, descriptions of 20
//! to 60, function words as frequent as in English prose, other words with frequencies that follow Zipf's law, and a
//! vocabulary that grows with the number of books.

#![expect(clippy::print_stdout, reason = "printing figures is what this program is for")]

use std::path::Path;
use std::time::{Duration, Instant};

use carrel_domain::catalogue::book::BookId;
use carrel_search::{BookDocument, Change, Facet, Filters, Index, Query, Sort};

/// How often each query form is run.
const ROUNDS: usize = 200;

const FUNCTION_WORDS: [&str; 16] = [
    "the", "of", "and", "to", "a", "in", "is", "that", "it", "for", "as", "with", "his", "on", "by", "from",
];
const SYLLABLES: [&str; 48] = [
    "ka", "lo", "mi", "ter", "sen", "dra", "vol", "hu", "ne", "pri", "sto", "ga", "ri", "mon", "del", "fa",
    "co", "bra", "lin", "es", "tu", "or", "van", "chi", "pe", "ras", "ul", "wy", "zo", "he", "cal", "ber",
    "quin", "tha", "ja", "nor", "ma", "so", "gre", "il", "fen", "do", "ste", "ar", "va", "ple", "cu", "in",
];
const CATEGORIES: usize = 40;
const LANGUAGES: [&str; 16] = [
    "English", "German", "French", "Spanish", "Latin", "Russian", "Chinese", "Arabic", "Hindi", "Greek",
    "Italian", "Japanese", "Korean", "Polish", "Turkish", "Swahili",
];

/// A reproducible stream of numbers (xorshift).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// A rank below `bound`; the logarithm is distributed evenly, so that small ranks are far more frequent.
    fn rank(&mut self, bound: u64) -> u64 {
        let bits = u64::from(bound.ilog2()) + 1;
        let top = 1 << self.below(bits);
        (top + self.below(top) - 1).min(bound - 1)
    }
}

/// The word of a rank: deterministic and unique.
fn word(mut rank: u64) -> String {
    let mut word = String::new();
    let mut mixed = rank.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    word.push_str(SYLLABLES[usize::try_from(mixed >> 58).unwrap_or(0) % SYLLABLES.len()]);
    while rank > 0 {
        mixed = mixed.rotate_left(11);
        word.push_str(SYLLABLES[usize::try_from(rank % 48).unwrap_or(0)]);
        rank /= 48;
    }
    word
}

struct Library {
    numbers: Numbers,
    words: u64,
    names: u64,
}

impl Library {
    fn new(books: u64) -> Self {
        Self {
            numbers: Numbers(0x5DEE_CE66_D1CE_4E5B),
            words: 20_000 + books / 2,
            names: 2_000 + books / 4,
        }
    }

    fn content_word(&mut self) -> String {
        word(self.numbers.rank(self.words))
    }

    fn text(&mut self, least: u64, most: u64) -> String {
        let length = least + self.numbers.below(most - least + 1);
        let words: Vec<String> = (0..length)
            .map(|_| {
                if self.numbers.below(100) < 42 {
                    let rank = self.numbers.rank(16);
                    FUNCTION_WORDS[usize::try_from(rank).unwrap_or(0)].to_owned()
                } else {
                    self.content_word()
                }
            })
            .collect();
        words.join(" ")
    }

    fn name(&mut self) -> String {
        let first = word(self.numbers.below(400));
        let last = word(1_000_000 + self.numbers.rank(self.names));
        format!("{first} {last}")
    }

    fn book(&mut self, number: u64) -> BookDocument {
        let random = self.numbers.next();
        let author = self.name();
        BookDocument {
            title: self.text(2, 9),
            author: author.clone(),
            author_names: vec![author],
            isbns: vec![format!("978{:010}", number * 13)],
            subjects: (0..=random % 3)
                .map(|_| format!("{} Subject", word(self.numbers.rank(5_000))))
                .collect(),
            category: format!("{} Studies", word(self.numbers.rank(CATEGORIES as u64))),
            description: self.text(20, 60),
            publisher: Some(format!("{} Press", word(self.numbers.rank(900)))),
            language: LANGUAGES[usize::try_from(self.numbers.rank(16)).unwrap_or(0)].into(),
            published_year: Some(1900 + i32::try_from(random % 125).unwrap_or(0)),
            semester_categories: if random.is_multiple_of(9) {
                vec!["Semester 1".into()]
            } else {
                Vec::new()
            },
            created_at_ms: 1_700_000_000_000 + i64::try_from(number * 1_000).unwrap_or(0),
            rating_hundredths: if random.is_multiple_of(3) {
                100 + i64::try_from(random % 401).unwrap_or(0)
            } else {
                0
            },
            popularity: i64::try_from(self.numbers.rank(100_000)).unwrap_or(0),
            available: !random.is_multiple_of(4),
            ..BookDocument::new(BookId::new(number.cast_signed() + 1), "")
        }
    }
}

/// Replaces one letter in the middle.
fn misspelt(word: &str) -> String {
    let middle = word.len() / 2;
    word.char_indices()
        .map(|(at, c)| {
            if at == middle {
                if c == 'x' { 'y' } else { 'x' }
            } else {
                c
            }
        })
        .collect()
}

fn size_of(dir: &Path) -> std::io::Result<u64> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(dir)? {
        bytes += entry?.metadata()?.len();
    }
    Ok(bytes)
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

struct Form {
    name: &'static str,
    query: fn(&mut Library) -> String,
    shape: fn(&mut Query<'_>),
}

fn plain(_: &mut Query<'_>) {}

/// A word of about this rank.
fn near(library: &mut Library, rank: u64) -> String {
    let spread = rank / 2 + 1;
    word(rank + library.numbers.below(spread))
}

const FORMS: [Form; 34] = [
    Form {
        name: "no text, newest",
        query: |_| String::new(),
        shape: plain,
    },
    Form {
        name: "no text, by title",
        query: |_| String::new(),
        shape: |query| query.sort = Sort::Title,
    },
    Form {
        name: "no text, by rating",
        query: |_| String::new(),
        shape: |query| query.sort = Sort::Rating,
    },
    Form {
        name: "no text, by title, half way",
        query: |_| String::new(),
        shape: |query| {
            query.sort = Sort::Title;
            query.offset = usize::MAX;
        },
    },
    Form {
        name: "no text, one semester",
        query: |_| String::new(),
        shape: |query| query.filters.semester_study = true,
    },
    Form {
        name: "no text, available",
        query: |_| String::new(),
        shape: |query| query.filters.available = true,
    },
    Form {
        name: "no text, one decade, rated",
        query: |_| String::new(),
        shape: |query| {
            query.filters.decades = &[1990];
            query.filters.least_stars = 3;
        },
    },
    Form {
        name: "rare word",
        query: |library| near(library, 9_000),
        shape: plain,
    },
    Form {
        name: "common word",
        query: |library| near(library, 20),
        shape: plain,
    },
    Form {
        name: "the",
        query: |_| "the".into(),
        shape: plain,
    },
    Form {
        name: "the, by title",
        query: |_| "the".into(),
        shape: |query| query.sort = Sort::Title,
    },
    Form {
        name: "the, half way by year",
        query: |_| "the".into(),
        shape: |query| {
            query.sort = Sort::PublishedYear;
            query.offset = usize::MAX;
        },
    },
    Form {
        name: "author",
        query: |library| library.name(),
        shape: plain,
    },
    Form {
        name: "two common words",
        query: |library| format!("{} {}", near(library, 10), near(library, 30)),
        shape: plain,
    },
    Form {
        name: "common and rare word",
        query: |library| format!("{} {}", near(library, 10), near(library, 3_000)),
        shape: plain,
    },
    Form {
        name: "two common words, available",
        query: |library| format!("{} {}", near(library, 10), near(library, 30)),
        shape: |query| query.filters.available = true,
    },
    Form {
        name: "twelve function words",
        query: |_| FUNCTION_WORDS[..12].join(" "),
        shape: plain,
    },
    Form {
        name: "twelve words of all kinds",
        query: |library| library.text(12, 12),
        shape: plain,
    },
    Form {
        name: "title as typed in full",
        query: |library| library.text(4, 6),
        shape: plain,
    },
    Form {
        name: "prefix of 1 letter",
        query: |library| near(library, 50)[..1].to_owned(),
        shape: plain,
    },
    Form {
        name: "prefix of 2 letters",
        query: |library| near(library, 50)[..2].to_owned(),
        shape: plain,
    },
    Form {
        name: "prefix of 3 letters",
        query: |library| near(library, 5_000)[..3].to_owned(),
        shape: plain,
    },
    Form {
        name: "prefix of 5 letters",
        query: |library| near(library, 5_000)[..5].to_owned(),
        shape: plain,
    },
    Form {
        name: "word and prefix of 2",
        query: |library| format!("{} {}", near(library, 20), &near(library, 50)[..2]),
        shape: plain,
    },
    Form {
        name: "word and prefix of 4",
        query: |library| format!("{} {}", near(library, 20), &near(library, 5_000)[..4]),
        shape: plain,
    },
    Form {
        name: "one typo",
        query: |library| misspelt(&near(library, 5_000)),
        shape: plain,
    },
    Form {
        name: "typo and word",
        query: |library| format!("{} {}", misspelt(&near(library, 5_000)), near(library, 20)),
        shape: plain,
    },
    Form {
        name: "twelve typos",
        query: |library| {
            (0..12)
                .map(|_| misspelt(&near(library, 9_000)))
                .collect::<Vec<_>>()
                .join(" ")
        },
        shape: plain,
    },
    Form {
        name: "nothing found, suggestion",
        query: |library| format!("{}qx", misspelt(&near(library, 5_000))),
        shape: plain,
    },
    Form {
        name: "phrase, common words",
        query: |library| format!("\"{} {}\"", near(library, 10), near(library, 20)),
        shape: plain,
    },
    Form {
        name: "phrase, the and common word",
        query: |library| format!("\"the {}\"", near(library, 20)),
        shape: plain,
    },
    Form {
        name: "phrase, the and most common word",
        query: |library| format!("\"the {}\"", near(library, 4)),
        shape: plain,
    },
    Form {
        name: "phrase, of the",
        query: |_| "\"of the\"".into(),
        shape: plain,
    },
    Form {
        name: "ISBN prefix",
        query: |library| format!("978000{}", library.numbers.below(9)),
        shape: plain,
    },
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let books: u64 = std::env::args()
        .nth(1)
        .map_or(Ok(200_000), |argument| argument.parse())?;
    let wanted = std::env::args().nth(2).unwrap_or_default();
    let half = usize::try_from(books / 2)?;
    let dir = tempfile::tempdir()?;
    let index = Index::open(dir.path())?;
    let mut library = Library::new(books);

    let start = Instant::now();
    index.rebuild((0..books).map(|number| library.book(number)), "1")?;
    let rebuilt = start.elapsed();
    let start = Instant::now();
    drop(index);
    let index = Index::open(dir.path())?;
    let opened = start.elapsed();
    println!(
        "{books} books, {:.0}/s, {:.1} MB on disk, opened in {:.0} ms",
        f64::from(u32::try_from(books)?) / rebuilt.as_secs_f64(),
        f64::from(u32::try_from(size_of(dir.path())? / 1000)?) / 1000.0,
        milliseconds(opened)
    );

    measure(&index, &mut library, half, &wanted)?;

    let mut commits = Vec::new();
    for sequence in 0..100 {
        let changes = (0..10)
            .map(|n| Change::Put(library.book(books + sequence * 10 + n)))
            .collect();
        let start = Instant::now();
        index.apply(changes, &format!("{}", 2 + sequence))?;
        commits.push(start.elapsed());
    }
    commits.sort_unstable();
    println!(
        "commit of 10 changes: p50 {:.1} ms, p99 {:.1} ms",
        milliseconds(commits[50]),
        milliseconds(commits[99])
    );
    println!("after 100 commits:");
    measure(&index, &mut library, half, &wanted)
}

fn measure(
    index: &Index,
    library: &mut Library,
    half: usize,
    wanted: &str,
) -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "{:32} {:>9} {:>9} {:>9} {:>9} {:>10}",
        "query", "p50 ms", "p99 ms", "without", "p99 ms", "found"
    );
    for form in FORMS.into_iter().filter(|form| form.name.contains(wanted)) {
        let mut times = [Vec::with_capacity(ROUNDS), Vec::with_capacity(ROUNDS)];
        let mut found = 0;
        for _ in 0..ROUNDS {
            let text = (form.query)(library);
            let mut query = Query {
                text: &text,
                filters: Filters::default(),
                facets: &Facet::ALL,
                sort: Sort::Relevance,
                offset: 0,
                limit: 20,
            };
            (form.shape)(&mut query);
            query.offset = query.offset.min(half);
            for (times, facets) in times.iter_mut().zip([&Facet::ALL as &[Facet], &[]]) {
                query.facets = facets;
                let start = Instant::now();
                let answer = index.search(&query)?;
                times.push(start.elapsed());
                found += answer.total;
            }
        }
        for times in &mut times {
            times.sort_unstable();
        }
        let [with, without] =
            times.map(|times| [times[ROUNDS / 2], times[ROUNDS * 99 / 100]].map(milliseconds));
        println!(
            "{:32} {:9.2} {:9.2} {:9.2} {:9.2} {:10}",
            form.name,
            with[0],
            with[1],
            without[0],
            without[1],
            found / ROUNDS / 2
        );
    }
    Ok(())
}
