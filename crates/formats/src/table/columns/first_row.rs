use super::headings;
use super::isbn;
use super::values::{Values, starts_with_digit};

/// Whether the first row of a table holds headings, and not a book. Known names decide; otherwise, headings are words above
/// a column of numbers. `next` has some of the rows behind the first.
pub fn has_headings(first: &[String], next: &[Vec<String>]) -> bool {
    let is_filled = |(_, cell): &(usize, &str)| !cell.is_empty();
    let cells = || first.iter().map(|cell| cell.trim()).enumerate().filter(is_filled);
    let is_known = |cell: &str| headings::named(cell).is_some();
    let is_number = |cell: &str| starts_with_digit(cell) || isbn::digits(cell).is_some();
    let known = cells().filter(|(_, cell)| is_known(cell)).count();
    let other = cells().count() - known;
    // A book with a title such as "Notes" has one known word; headings with a number have more.
    if cells().any(|(_, cell)| !is_known(cell) && is_number(cell)) {
        return known > 1 && known > other;
    }
    let is_above_numbers = || cells().any(|(column, _)| Values::of(column, next).are_numbers());
    known + other > 0 && (known > 1 || known >= other || is_above_numbers())
}

#[cfg(test)]
mod tests {
    use super::has_headings;

    fn row(cells: &str) -> Vec<String> {
        cells.split('|').map(str::to_owned).collect()
    }

    #[test]
    fn distinguishes_headings_from_books() {
        for (first, next, expected) in [
            ("Title|Author|Year", vec!["Emma|Austen|1815"], true),
            ("Titel|Verfasser", vec!["Emma|Austen"], true),
            ("ISBN", vec!["9780141036144"], true),
            ("isbn|isbn13|topic1|foo1", vec![], true),
            (
                "Werk|Wer|Wann",
                vec!["Emma|Austen|1815", "Ulysses|Joyce|1922"],
                true,
            ),
            ("Emma|Austen|1815", vec!["Ulysses|Joyce|1922"], false),
            ("Emma|Austen|9780141439587", vec![], false),
            ("Notes|Isaac Newton|1687", vec!["Emma|Austen|1815"], false),
            ("9780141036144", vec!["9780141439587"], false),
            ("Emma|Austen", vec!["Ulysses|Joyce"], false),
            ("||", vec!["Emma|Austen|1815"], false),
            ("Emma|Austen|", vec!["Ulysses|Joyce|1922"], false),
        ] {
            let next: Vec<Vec<String>> = next.into_iter().map(row).collect();
            assert_eq!(has_headings(&row(first), &next), expected, "{first}");
        }
    }
}
