//! The fields of the index, and the conversion of a book to a document of the engine.

use std::collections::BTreeSet;

use carrel_domain::catalogue::book::BookId;
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, NumericOptions, Schema, SchemaBuilder, TextFieldIndexing,
    TextOptions,
};
use tantivy::tokenizer::{RAW_TOKENIZER_NAME, TextAnalyzer};
use tantivy::{TantivyDocument, Term};

use crate::document::BookDocument;
use crate::fold::fold;
use crate::isbn;
use crate::order::{order_prefix, order_text};
use crate::sound::keys_of_text;
use crate::words::{Piece, WordTokenizer, joined, pieces};

/// Version of the index format: fields, folding, words, order. Increase it when any of them changes; an index of
/// another version is deleted when it is opened.
pub(crate) const FORMAT: u32 = 8;

/// The name under which our tokenizer is registered.
const WORDS: &str = "words";

/// Longest title that is stored as a whole title, in characters of its words.
const WHOLE_TITLE_CHARS: usize = 200;

/// Names of the columns, by which the engine opens them.
pub(crate) mod column {
    pub(crate) const ID: &str = "id";
    pub(crate) const CATEGORY: &str = "category";
    pub(crate) const AUTHOR_NAME: &str = "author_name";
    pub(crate) const SUBJECT: &str = "subject_heading";
    pub(crate) const LANGUAGE: &str = "language";
    pub(crate) const SEMESTER_CATEGORY: &str = "semester_category";
    pub(crate) const ISBN: &str = "isbn";
    pub(crate) const CREATED_AT: &str = "created_at";
    pub(crate) const RATING: &str = "rating";
    pub(crate) const PUBLISHED_YEAR: &str = "published_year";
    pub(crate) const POPULARITY: &str = "popularity";
    pub(crate) const AVAILABLE: &str = "available";
    pub(crate) const TITLE: &str = "title_order";
    pub(crate) const TITLE_PREFIX: &str = "title_order_prefix";
    pub(crate) const AUTHOR: &str = "author_order";
    pub(crate) const AUTHOR_PREFIX: &str = "author_order_prefix";
}

/// A field whose words are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextField {
    Title,
    Author,
    Category,
    Publisher,
    Description,
    /// The headings of the subjects.
    Subject,
    /// The titles of the series, with the volume.
    Series,
    /// The [`sound`](crate::sound) keys of title and author.
    Sound,
    /// The call numbers of the book and of its copies.
    CallNumber,
    /// The rooms and shelves of the copies.
    Shelf,
}

impl TextField {
    /// The fields that are searched when none is named; the index of a field is `field as usize`.
    pub(crate) const ALL: [Self; 7] = [
        Self::Title,
        Self::Author,
        Self::Category,
        Self::Publisher,
        Self::Description,
        Self::Subject,
        Self::Series,
    ];
}

/// Handles of the fields.
#[derive(Clone, Debug)]
pub(crate) struct Fields {
    pub(crate) id: Field,
    /// The fields with words and keys, in the order of [`TextField`].
    pub(crate) text: [Field; 10],
    /// Hashes of the whole title, to recognise a query for it.
    pub(crate) whole_title: Field,
    category: Field,
    author_name: Field,
    subject: Field,
    language: Field,
    semester_category: Field,
    isbn: Field,
    created_at: Field,
    rating: Field,
    published_year: Field,
    popularity: Field,
    available: Field,
    title_order: Field,
    title_order_prefix: Field,
    author_order: Field,
    author_order_prefix: Field,
}

impl Fields {
    /// The schema and the handles of its fields.
    pub(crate) fn new() -> (Schema, Self) {
        let mut schema = SchemaBuilder::new();
        let number = || NumericOptions::from(FAST);
        let order = || TextOptions::default().set_fast(RAW_TOKENIZER_NAME);
        let words = |lengths: bool| {
            TextOptions::default().set_indexing_options(
                TextFieldIndexing::default()
                    .set_tokenizer(WORDS)
                    .set_index_option(IndexRecordOption::WithFreqsAndPositions)
                    .set_fieldnorms(lengths),
            )
        };
        let keys = TextOptions::default().set_indexing_options(
            TextFieldIndexing::default()
                .set_tokenizer(RAW_TOKENIZER_NAME)
                .set_index_option(IndexRecordOption::Basic)
                .set_fieldnorms(false),
        );
        let fields = Self {
            id: schema.add_i64_field(column::ID, INDEXED | FAST),
            text: [
                schema.add_text_field("title", words(true)),
                schema.add_text_field("author", words(false)),
                schema.add_text_field("category_words", words(false)),
                schema.add_text_field("publisher", words(false)),
                schema.add_text_field("description", words(false)),
                schema.add_text_field("subject", words(false)),
                schema.add_text_field("series", words(false)),
                schema.add_text_field("sound", keys),
                schema.add_text_field("call_number", words(false)),
                schema.add_text_field("shelf", words(false)),
            ],
            whole_title: schema.add_u64_field("whole_title", INDEXED),
            category: schema.add_text_field(column::CATEGORY, order()),
            author_name: schema.add_text_field(column::AUTHOR_NAME, order()),
            subject: schema.add_text_field(column::SUBJECT, order()),
            language: schema.add_text_field(column::LANGUAGE, order()),
            semester_category: schema.add_text_field(column::SEMESTER_CATEGORY, order()),
            isbn: schema.add_u64_field(column::ISBN, number()),
            created_at: schema.add_i64_field(column::CREATED_AT, number()),
            rating: schema.add_i64_field(column::RATING, number()),
            published_year: schema.add_i64_field(column::PUBLISHED_YEAR, number()),
            popularity: schema.add_i64_field(column::POPULARITY, number()),
            available: schema.add_bool_field(column::AVAILABLE, number()),
            title_order: schema.add_text_field(column::TITLE, order()),
            title_order_prefix: schema.add_u64_field(column::TITLE_PREFIX, number()),
            author_order: schema.add_text_field(column::AUTHOR, order()),
            author_order_prefix: schema.add_u64_field(column::AUTHOR_PREFIX, number()),
        };
        (schema.build(), fields)
    }

    /// Registers our tokenizer with an index.
    pub(crate) fn register(index: &tantivy::Index) {
        index
            .tokenizers()
            .register(WORDS, TextAnalyzer::from(WordTokenizer));
    }

    /// The term of one word in a searched field.
    pub(crate) fn term(&self, field: TextField, word: &str) -> Term {
        Term::from_field_text(self.text[field as usize], word)
    }

    /// The term of a [`whole_title`].
    pub(crate) fn whole_title_term(&self, title: &str) -> Term {
        Term::from_field_u64(self.whole_title, hash(title))
    }

    /// The term that names a book.
    pub(crate) fn id_term(&self, id: BookId) -> Term {
        Term::from_field_i64(self.id, id.number())
    }

    /// The engine's document for a book.
    pub(crate) fn document(&self, book: &BookDocument) -> TantivyDocument {
        let mut document = TantivyDocument::new();
        document.add_i64(self.id, book.id.number());

        let texts = [
            (TextField::Title, vec![&book.title], &book.other_titles),
            (TextField::Author, vec![&book.author], &book.contributors),
            (TextField::Category, vec![&book.category], &Vec::new()),
            (TextField::Publisher, Vec::from_iter(&book.publisher), &Vec::new()),
            (TextField::Description, vec![&book.description], &Vec::new()),
            (TextField::Subject, Vec::new(), &book.subjects),
            (TextField::Series, Vec::new(), &book.series),
            (TextField::CallNumber, Vec::new(), &book.call_numbers),
            (TextField::Shelf, Vec::new(), &book.shelves),
        ];
        for (field, first, more) in texts {
            for text in first.into_iter().chain(more).filter(|text| !text.is_empty()) {
                document.add_text(self.text[field as usize], text);
            }
        }
        let names = book.contributors.iter().map(String::as_str);
        let sounding: Vec<&str> = [book.title.as_str(), &book.author]
            .into_iter()
            .chain(names)
            .collect();
        for key in keys_of_text(&sounding.join(" ")) {
            document.add_text(self.text[TextField::Sound as usize], key);
        }
        let titles = std::iter::once(&book.title).chain(&book.other_titles);
        let wholes: BTreeSet<u64> = titles
            .flat_map(|title| whole_titles(title, &book.language))
            .map(|whole| hash(&whole))
            .collect();
        for whole in wholes {
            document.add_u64(self.whole_title, whole);
        }
        if !book.category.is_empty() {
            document.add_text(self.category, &book.category);
        }
        // A person may be the author and the illustrator of a book, which counts once.
        let names: BTreeSet<&String> = book.author_names.iter().collect();
        for name in names {
            document.add_text(self.author_name, name);
        }
        let subjects: BTreeSet<&String> = book.subjects.iter().collect();
        for subject in subjects {
            document.add_text(self.subject, subject);
        }
        if !book.language.is_empty() {
            document.add_text(self.language, &book.language);
        }
        let semester_categories: BTreeSet<&String> = book.semester_categories.iter().collect();
        for semester_category in semester_categories {
            document.add_text(self.semester_category, semester_category);
        }

        for number in book.isbns.iter().filter_map(|isbn| isbn::stored(isbn)) {
            document.add_u64(self.isbn, number);
        }
        if let Some(year) = book.published_year {
            document.add_i64(self.published_year, i64::from(year));
        }
        document.add_i64(self.created_at, book.created_at_ms);
        document.add_i64(self.rating, book.rating_hundredths);
        document.add_i64(self.popularity, book.popularity);
        document.add_bool(self.available, book.available);

        for (order, prefix, text) in [
            (self.title_order, self.title_order_prefix, &book.title),
            (self.author_order, self.author_order_prefix, &book.author),
        ] {
            let text = order_text(text, &book.language);
            document.add_u64(prefix, order_prefix(&text));
            document.add_text(order, text);
        }
        document
    }
}

/// The texts that count as the whole title: all of it and, if it has a subtitle, the part before the colon; each
/// with and without its leading article.
fn whole_titles(title: &str, language: &str) -> Vec<String> {
    let main = title.split(':').next().unwrap_or(title);
    let mut forms = Vec::new();
    for text in [title, main] {
        for form in [whole_title(text), whole_title(&order_text(text, language))] {
            if !form.is_empty() && !forms.contains(&form) {
                forms.push(form);
            }
        }
    }
    forms
}

/// FNV-1a, which is small and stable across versions. A collision only moves one book up.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// Reduces a text to its words, to compare whole titles.
pub(crate) fn whole_title(text: &str) -> String {
    let folded = fold(text);
    let words: Vec<String> = pieces(&folded)
        .into_iter()
        .map(|piece| match piece {
            Piece::Word {
                parts, symbol: None, ..
            } => joined(&parts),
            Piece::Word {
                symbol: Some(symbol), ..
            } => symbol.to_owned(),
            Piece::Run(run) => run.to_owned(),
        })
        .collect();
    words.join(" ").chars().take(WHOLE_TITLE_CHARS).collect()
}
