use super::BookColumn;
use super::headings;
use super::values::Values;

/// The guess for each column.
type Columns = Vec<Option<BookColumn>>;

/// Guesses which column is which, from the headings and a sample of rows. There is an entry for each column of the headings
/// and the rows, and `None` for unknown columns. No column is given twice: the clearest heading wins. Without a heading that
/// is known, the values decide for ISBNs, years, languages and barcodes.
pub fn guess_columns(headings: &[String], sample: &[Vec<String>]) -> Vec<Option<BookColumn>> {
    let width = sample.iter().map(Vec::len).max().unwrap_or(0).max(headings.len());
    let values: Vec<Values<'_>> = (0..width).map(|place| Values::of(place, sample)).collect();
    let mut columns: Columns = vec![None; width];
    assign_named(&mut columns, headings);
    assign_isbn(&mut columns, &values);
    assign_first(&mut columns, BookColumn::Year, &values, |values| {
        values.are_years()
    });
    assign_first(&mut columns, BookColumn::Language, &values, |values| {
        values.are_languages()
    });
    assign_only(&mut columns, BookColumn::Barcode, &values, |values| {
        values.are_barcodes()
    });
    columns
}

/// Gives each column to its clearest heading. A second heading for authors is for other authors.
fn assign_named(columns: &mut Columns, headings: &[String]) {
    let mut named: Vec<(usize, usize, BookColumn)> = headings
        .iter()
        .enumerate()
        .filter_map(|(place, heading)| {
            headings::named(heading).map(|named| (named.rank, place, named.column))
        })
        .collect();
    named.sort_unstable();
    for (_, place, column) in &named {
        if !columns.contains(&Some(*column)) {
            columns[*place] = Some(*column);
        }
    }
    // Other authors by name have priority over a second column of authors. A less clear heading, such as the statement of
    // responsibility, has the same authors again.
    let mut authors = named
        .iter()
        .filter(|(_, _, column)| *column == BookColumn::Author);
    if let (Some((first, ..)), Some((second, place, _))) = (authors.next(), authors.next())
        && first == second
        && !columns.contains(&Some(BookColumn::OtherAuthors))
    {
        columns[*place] = Some(BookColumn::OtherAuthors);
    }
}

/// A column of ISBNs without a known heading. One with 13 digits has priority.
fn assign_isbn(columns: &mut Columns, values: &[Values<'_>]) {
    if columns.contains(&Some(BookColumn::Isbn)) {
        return;
    }
    let free = |place: &usize| columns[*place].is_none();
    let with_digits =
        |digits| (0..values.len()).find(|place| free(place) && values[*place].isbn_digits() == Some(digits));
    if let Some(place) = with_digits(13).or_else(|| with_digits(10)) {
        columns[place] = Some(BookColumn::Isbn);
    }
}

/// The first free column with such values.
fn assign_first(
    columns: &mut Columns,
    column: BookColumn,
    values: &[Values<'_>],
    accepts: fn(&Values<'_>) -> bool,
) {
    if let Some(place) = candidates(columns, column, values, accepts).first() {
        columns[*place] = Some(column);
    }
}

/// The free column with such values, if there is one only.
fn assign_only(
    columns: &mut Columns,
    column: BookColumn,
    values: &[Values<'_>],
    accepts: fn(&Values<'_>) -> bool,
) {
    if let [place] = candidates(columns, column, values, accepts)[..] {
        columns[place] = Some(column);
    }
}

/// The free columns with such values. None if the column is given already.
fn candidates(
    columns: &Columns,
    column: BookColumn,
    values: &[Values<'_>],
    accepts: fn(&Values<'_>) -> bool,
) -> Vec<usize> {
    if columns.contains(&Some(column)) {
        return Vec::new();
    }
    (0..values.len())
        .filter(|place| columns[*place].is_none() && accepts(&values[*place]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::guess_columns;
    use crate::table::BookColumn;
    use proptest::prelude::*;
    use std::collections::HashSet;

    fn row(cells: &str) -> Vec<String> {
        cells.split('|').map(str::to_owned).collect()
    }

    fn guessed(headings: &str, rows: &[&str]) -> String {
        let rows: Vec<Vec<String>> = rows.iter().map(|cells| row(cells)).collect();
        let codes: Vec<&str> = guess_columns(&row(headings), &rows)
            .into_iter()
            .map(|column| column.map_or("-", BookColumn::code))
            .collect();
        codes.join("|")
    }

    #[test]
    fn recognises_the_exports_of_other_systems() {
        for (headings, expected) in [
            (
                "Book Id|Title|Author|Author l-f|Additional Authors|ISBN|ISBN13|My Rating|Publisher|Binding|Number of Pages|\
                 Year Published|Original Publication Year|Bookshelves|Private Notes|Owned Copies",
                "controlNumber|title|author|-|otherAuthors|-|isbn|-|publisher|-|pages|publishedYear|-|subjects|note|copies",
            ),
            (
                "biblio.biblionumber|biblio.title|biblio.author|biblio.copyrightdate|biblioitems.isbn|biblioitems.publishercode|\
                 items.barcode|items.itemcallnumber|items.ccode|items.itype|items.location",
                "controlNumber|title|author|publishedYear|isbn|publisher|barcode|callNumber|category|itemType|location",
            ),
            (
                "title|gmd_name|edition|isbn_issn|publisher_name|publish_year|collation|series_title|call_number|language_name|\
                 place_name|classification|notes|image|sor|authors|topics|item_code",
                "title|itemType|editionStatement|isbn|publisher|publishedYear|pages|series|callNumber|language|\
                 -|-|note|coverImage|-|author|subjects|barcode",
            ),
            (
                "Call Number|Title|Author|Barcode|Copy #|Material Type",
                "callNumber|title|author|barcode|-|itemType",
            ),
            (
                "Titel|Verfasser|Verfasser|ISBN|Signatur|Standort|Mediennummer|Exemplare",
                "title|author|otherAuthors|isbn|callNumber|location|barcode|copies",
            ),
            ("Author 2|Author 1|Title", "otherAuthors|author|title"),
        ] {
            assert_eq!(guessed(headings, &[]), expected, "{headings}");
        }
    }

    #[test]
    fn values_decide_without_known_headings() {
        for (headings, rows, expected) in [
            (
                "a|b|c|d|e|f",
                vec![
                    "Emma|0141439580|9780141439587|1815|en|B001",
                    "Ulysses|0141182806|9780141182803|1922|en|B002",
                    "Amerika||9780805211610|1927|de|B003",
                ],
                "-|-|isbn|publishedYear|language|barcode",
            ),
            ("", vec!["Emma|Austen|0141439580"], "-|-|isbn"),
            ("Title|x", vec!["1984|1949", "2666|2004"], "title|publishedYear"),
            // Two columns could be barcodes.
            ("a|b", vec!["10001|B0001", "10002|B0002", "10003|B0003"], "-|-"),
            ("", vec![], "-"),
        ] {
            assert_eq!(guessed(headings, &rows), expected, "{headings}");
        }
    }

    proptest! {
        #[test]
        fn no_column_is_given_twice(
            headings in prop::collection::vec(
                prop::sample::select(vec!["Title", "Titel", "Author", "Autor", "ISBN", "ISBN13", "Year", "Jahr", "x", ""]),
                0..8
            ),
            sample in prop::collection::vec(prop::collection::vec("[0-9]{4}|de|978014103614[0-9]|\\PC{0,4}", 0..8), 0..6),
        ) {
            let headings: Vec<String> = headings.into_iter().map(str::to_owned).collect();
            let columns = guess_columns(&headings, &sample);
            let width = sample.iter().map(Vec::len).max().unwrap_or(0).max(headings.len());
            prop_assert_eq!(columns.len(), width);
            let known: Vec<BookColumn> = columns.into_iter().flatten().collect();
            prop_assert_eq!(known.iter().collect::<HashSet<_>>().len(), known.len());
        }
    }
}
