//! A row of a table as a record of the catalogue.

use std::borrow::Cow;

use carrel_domain::catalogue::book::details::{
    Contributor, DEFAULT_ROLE, DetailsDraft, Identifier, IdentifierKind, Series, Subject,
};
use carrel_domain::catalogue::book::{BookDraft, limit, message};
use carrel_domain::catalogue::condition::Condition;
use carrel_domain::catalogue::copy_form::{CopiesForm, NewCopyForm};
use carrel_domain::catalogue::isbn::Isbn;
use carrel_domain::catalogue::languages::language_named;
use carrel_domain::imports::{ImportOptions, message as import_message};
use carrel_domain::patch::Patch;
use carrel_domain::spreadsheet::without_apostrophes;
use carrel_formats::table::{BookColumn, Row, list_values};

use super::facts::Facts;
use super::incoming::{IncomingCopy, RawRecord, cover_image, line_of};
use super::marc_record::telling;

/// The words for conditions in files, in the languages of the program.
const CONDITIONS: [(&str, Condition); 14] = [
    ("new", Condition::New),
    ("neu", Condition::New),
    ("as new", Condition::New),
    ("wie neu", Condition::New),
    ("very good", Condition::Good),
    ("sehr gut", Condition::Good),
    ("good", Condition::Good),
    ("gut", Condition::Good),
    ("fair", Condition::Fair),
    ("acceptable", Condition::Fair),
    ("mittel", Condition::Fair),
    ("gebraucht", Condition::Fair),
    ("poor", Condition::Poor),
    ("schlecht", Condition::Poor),
];

/// The cells of a row by their columns.
struct Cells<'a> {
    row: &'a Row,
    columns: &'a [Option<BookColumn>],
}

impl<'a> Cells<'a> {
    /// The text of a column, if the row has one.
    fn text(&self, column: BookColumn) -> Option<&'a str> {
        let place = self.columns.iter().position(|one| *one == Some(column))?;
        let text = self.row.cells.get(place)?.trim();
        (!text.is_empty()).then_some(text)
    }

    /// The text of a field of one line: a cell may have line breaks.
    fn line(&self, column: BookColumn) -> Option<String> {
        let words: Vec<&str> = self.text(column)?.split_whitespace().collect();
        Some(words.join(" "))
    }

    fn patch(&self, column: BookColumn) -> Patch<String> {
        self.line(column).map_or(Patch::Keep, Patch::Set)
    }
}

/// Reads a row. `number` is that of the record in the file.
pub(crate) fn read(
    row: &Row,
    number: i64,
    columns: &[Option<BookColumn>],
    options: &ImportOptions,
    facts: &Facts,
) -> RawRecord {
    let row = unescaped(row);
    let cells = Cells { row: &row, columns };
    let mut errors = Vec::new();
    let mut wrong = |field: &str, message: &str| errors.push((field.to_owned(), message.to_owned()));

    let year = number_patch(cells.text(BookColumn::Year), first_year);
    if year == Patch::Clear {
        wrong("publishedYear", message::PUBLISHED_YEAR_OUT_OF_RANGE);
    }
    let pages = number_patch(cells.text(BookColumn::Pages), first_number);
    if pages == Patch::Clear {
        wrong("pages", message::PAGES_OUT_OF_RANGE);
    }
    let (isbn, isbns) = match cells.text(BookColumn::Isbn) {
        None => (Patch::Keep, Vec::new()),
        Some(text) => {
            let valid = isbns_in(text);
            match valid.first() {
                Some(first) => (Patch::Set(first.clone()), valid),
                // The validation of the field says what is wrong.
                None => (Patch::Set(text.to_owned()), valid),
            }
        }
    };
    let item_type = match cells.text(BookColumn::ItemType) {
        None => Patch::Keep,
        Some(text) => {
            let code = facts.item_type(text);
            if code.is_none() {
                wrong("itemType", message::ITEM_TYPE_UNKNOWN);
            }
            code.map_or(Patch::Keep, |code| Patch::Set(code.to_owned()))
        }
    };
    let price_minor = cells.text(BookColumn::Price).and_then(|text| {
        let price = facts.price_minor(text);
        if price.is_none() {
            wrong("price", import_message::PRICE_INVALID);
        }
        price
    });
    let copies = copies(&cells, options, price_minor, &mut wrong);
    let (author, contributors) = authors(&cells);
    let details = details(&cells, contributors, author.as_str(), &isbns);
    RawRecord {
        number,
        line: i64::try_from(row.line).ok(),
        draft: BookDraft {
            title: title(&cells),
            author,
            category: cells.patch(BookColumn::Category),
            description: cells
                .text(BookColumn::Description)
                .map_or(Patch::Keep, |text| Patch::Set(text.to_owned())),
            isbn,
            publisher: cells.patch(BookColumn::Publisher),
            edition_statement: cells.patch(BookColumn::Edition),
            language: language(&cells),
            published_year: year,
            pages,
            cover_image: cover_image(cells.patch(BookColumn::CoverImage)),
            item_type,
            details,
            ..BookDraft::default()
        },
        category: options.category.clone(),
        isbns,
        marc: None,
        copies,
        errors,
    }
}

/// The row without the apostrophes that protect spreadsheets from formulas.
fn unescaped(row: &Row) -> Cow<'_, Row> {
    if !row.cells.iter().any(|cell| cell.contains('\'')) {
        return Cow::Borrowed(row);
    }
    let mut row = row.clone();
    for cell in &mut row.cells {
        *cell = without_apostrophes(cell);
    }
    Cow::Owned(row)
}

/// The English name of the language, if its code or name is known, so that a language has one name in the catalogue.
fn language(cells: &Cells<'_>) -> Patch<String> {
    let text = cells.line(BookColumn::Language);
    let name = text.map(|text| language_named(&text).map_or(text, str::to_owned));
    name.map_or(Patch::Keep, Patch::Set)
}

/// The title with its subtitle, unless the title contains it already.
fn title(cells: &Cells<'_>) -> Patch<String> {
    match (cells.line(BookColumn::Title), cells.line(BookColumn::Subtitle)) {
        (Some(title), Some(subtitle)) if !title.contains(&subtitle) => {
            Patch::Set(format!("{}: {subtitle}", title.trim_end_matches([':', ' '])))
        }
        (Some(title), _) => Patch::Set(title),
        (None, _) => Patch::Keep,
    }
}

/// The text of the author and the people of a row with several columns or a list of them.
fn authors(cells: &Cells<'_>) -> (Patch<String>, Vec<String>) {
    let mut names: Vec<String> = Vec::new();
    for column in [BookColumn::Author, BookColumn::OtherAuthors] {
        for name in lines(&list_values(cells.text(column).unwrap_or_default())) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    match names.as_slice() {
        [] => (Patch::Keep, Vec::new()),
        [one] => (Patch::Set(one.clone()), Vec::new()),
        several => {
            // A name with a comma in it is inverted: only a semicolon separates such names.
            let mark = if several.iter().any(|name| name.contains(',')) {
                "; "
            } else {
                ", "
            };
            let mut text = several.join(mark);
            let mut kept = several.len();
            while text.chars().count() > limit::AUTHOR.max && kept > 1 {
                kept -= 1;
                text = format!("{} et al.", several[..kept].join(mark));
            }
            (Patch::Set(text), names)
        }
    }
}

/// The maximum number of people or subjects of a row.
const MOST_NAMES: usize = 100;

/// Texts as lines; empty ones are left out.
fn lines(texts: &[String]) -> Vec<String> {
    let lines = texts.iter().map(|text| line_of(text));
    lines.filter(|line| !line.is_empty()).take(MOST_NAMES).collect()
}

fn details(
    cells: &Cells<'_>,
    contributors: Vec<String>,
    author: Option<&str>,
    isbns: &[String],
) -> DetailsDraft {
    let cell = cells.text(BookColumn::Subjects).unwrap_or_default();
    let mut headings = lines(&list_values(cell));
    if let [one] = headings.as_slice()
        && one.contains(',')
        && !cell.ends_with(';')
    {
        headings = one.split(',').map(|part| part.trim().to_owned()).collect();
        headings.retain(|heading| !heading.is_empty());
    }
    let series = cells.line(BookColumn::Series).map(|title| Series {
        title,
        volume: cells.line(BookColumn::Volume),
    });
    let identifier = |kind, value: &String| Identifier {
        kind,
        value: value.clone(),
    };
    let isbns = isbns.iter().skip(1);
    let mut identifiers: Vec<Identifier> = isbns.map(|isbn| identifier(IdentifierKind::Isbn, isbn)).collect();
    let control_number = cells.line(BookColumn::ControlNumber);
    identifiers.extend(control_number.map(|number| identifier(IdentifierKind::Other, &number)));
    let contributors = contributors.into_iter().map(|name| Contributor {
        name,
        role: DEFAULT_ROLE.to_owned(),
    });
    DetailsDraft {
        contributors: filled(telling(contributors.collect(), author)),
        subjects: filled(
            headings
                .into_iter()
                .map(|heading| Subject {
                    heading,
                    scheme: None,
                })
                .collect(),
        ),
        series: filled(Vec::from_iter(series)),
        identifiers: filled(identifiers),
        notes: cells
            .text(BookColumn::Note)
            .map_or(Patch::Keep, |text| Patch::Set(text.to_owned())),
        ..DetailsDraft::default()
    }
}

/// A list, or nothing to change when it is empty.
fn filled<T>(list: Vec<T>) -> Patch<Vec<T>> {
    if list.is_empty() {
        Patch::Keep
    } else {
        Patch::Set(list)
    }
}

/// The copies of a row: one for each barcode, and as many as the row says.
fn copies(
    cells: &Cells<'_>,
    options: &ImportOptions,
    price_minor: Option<i64>,
    wrong: &mut impl FnMut(&str, &str),
) -> Vec<IncomingCopy> {
    let barcodes = list_values(cells.text(BookColumn::Barcode).unwrap_or_default());
    let count = match cells.text(BookColumn::Copies) {
        None if barcodes.is_empty() => usize::from(options.copies),
        None => barcodes.len(),
        Some(text) => match whole_number(text).map(usize::try_from) {
            Some(Ok(count)) if count <= 1000 => count.max(barcodes.len()),
            _ => {
                wrong("copies", message::COPIES_OUT_OF_RANGE);
                0
            }
        },
    };
    let condition = cells.text(BookColumn::Condition).and_then(|text| {
        let known = Condition::named(&text.to_lowercase());
        let known = known.or_else(|| {
            let text = text.to_lowercase();
            let mut words = CONDITIONS.into_iter();
            words
                .find(|(word, _)| *word == text)
                .map(|(_, condition)| condition)
        });
        if known.is_none() {
            wrong("condition", import_message::CONDITION_UNKNOWN);
        }
        known
    });
    let mut forms: Vec<NewCopyForm> = barcodes
        .into_iter()
        .map(|barcode| NewCopyForm {
            barcode: Some(barcode),
            condition: None,
        })
        .collect();
    forms.resize_with(count, NewCopyForm::default);
    if forms.is_empty() {
        return Vec::new();
    }
    let form = CopiesForm {
        copies: Some(forms),
        location: cells.line(BookColumn::Shelf),
        call_number: cells.line(BookColumn::CallNumber),
        ..CopiesForm::default()
    };
    match form.validate() {
        Ok(valid) => {
            let copy = IncomingCopy {
                call_number: valid.call_number,
                location: valid.location,
                condition,
                price_minor,
                ..IncomingCopy::default()
            };
            let with = |barcode: Option<String>| match barcode {
                Some(barcode) => copy.clone().with_barcode(&barcode),
                None => copy.clone(),
            };
            valid.copies.into_iter().map(|one| with(one.barcode)).collect()
        }
        Err(errors) => {
            for error in errors.into_errors() {
                let field = error.field.rsplit('.').next().unwrap_or("copies");
                wrong(field, &error.message);
            }
            Vec::new()
        }
    }
}

/// The valid ISBNs of a cell, 13 digits each. Spreadsheets remove the zeros at the beginning of a number, so that nine
/// digits may be those of an ISBN of ten.
pub(crate) fn isbns_in(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let whole = std::iter::once(text.to_owned());
    let parts = text.split([',', ';', '|', '/', '\n']).map(str::to_owned);
    for part in whole.chain(parts) {
        let part = part.trim();
        // A note in brackets says which edition it is.
        let bare = part.split('(').next().unwrap_or_default().trim();
        let bare = bare.trim_start_matches(|sign: char| !sign.is_ascii_digit());
        let restored = format!("0{bare}");
        let isbn = bare.parse::<Isbn>().ok().or_else(|| {
            let is_shortened = bare.len() == 9 && bare.bytes().all(|byte| byte.is_ascii_alphanumeric());
            restored.parse::<Isbn>().ok().filter(|_| is_shortened)
        });
        if let Some(isbn) = isbn.map(|isbn| isbn.to_string())
            && !found.contains(&isbn)
        {
            found.push(isbn);
        }
    }
    found
}

/// The number of a cell; cleared when the cell has none.
fn number_patch(text: Option<&str>, read: fn(&str) -> Option<i64>) -> Patch<i64> {
    text.map_or(Patch::Keep, |text| read(text).into())
}

/// The first number of a text, unless it is negative or has decimals.
fn whole_number(text: &str) -> Option<i64> {
    let begin = text.find(|sign: char| sign.is_ascii_digit())?;
    let rest = text[begin..].trim_start_matches(|sign: char| sign.is_ascii_digit());
    let has_decimals = rest
        .strip_prefix(['.', ','])
        .is_some_and(|decimals| decimals.starts_with(|sign: char| sign.is_ascii_digit()));
    if has_decimals || text[..begin].ends_with(['-', '−']) {
        return None;
    }
    first_number(text)
}

/// The first number of a text.
fn first_number(text: &str) -> Option<i64> {
    let begin = text.find(|sign: char| sign.is_ascii_digit())?;
    let digits = &text[begin..];
    let end = digits
        .find(|sign: char| !sign.is_ascii_digit())
        .unwrap_or(digits.len());
    digits[..end].parse().ok()
}

/// The year of a text: the whole text as a number, else the first four digits.
fn first_year(text: &str) -> Option<i64> {
    if let Ok(year) = text.parse() {
        return Some(year);
    }
    let runs = text.split(|sign: char| !sign.is_ascii_digit());
    runs.filter(|run| run.len() == 4).find_map(|run| run.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::{first_number, first_year, isbns_in, whole_number};

    #[test]
    fn isbns_are_found_in_what_spreadsheets_have() {
        for (cell, isbns) in [
            ("9780141439518", vec!["9780141439518"]),
            ("978-0-14-143951-8 (pbk.)", vec!["9780141439518"]),
            ("ISBN 0141439513", vec!["9780141439518"]),
            ("141439513", vec!["9780141439518"]),
            (
                "0141439513; 9780141439600",
                vec!["9780141439518", "9780141439600"],
            ),
            ("9780141439519", vec![]),
            ("none", vec![]),
        ] {
            assert_eq!(isbns_in(cell), isbns, "{cell}");
        }
    }

    #[test]
    fn years_and_numbers_are_found_in_texts() {
        for (cell, year) in [
            ("2019", Some(2019)),
            ("c2001", Some(2001)),
            ("2001-05-01", Some(2001)),
            ("[1999?]", Some(1999)),
            ("-350", Some(-350)),
            ("-2100", Some(-2100)),
            ("850", Some(850)),
            ("unknown", None),
        ] {
            assert_eq!(first_year(cell), year, "{cell}");
        }
        for (cell, number) in [("345 p.", Some(345)), ("xii, 345", Some(345)), ("many", None)] {
            assert_eq!(first_number(cell), number, "{cell}");
        }
    }

    #[test]
    fn counts_are_not_negative_and_have_no_decimals() {
        for (cell, number) in [
            ("3", Some(3)),
            ("3 copies", Some(3)),
            ("2.", Some(2)),
            ("0", Some(0)),
            ("-1", None),
            ("1.5", None),
            ("1,5", None),
            ("many", None),
        ] {
            assert_eq!(whole_number(cell), number, "{cell}");
        }
    }
}
