//! Values that match few of [`super::rows`].

/// Ids and keys of rows, different for each number.
pub struct Values {
    pub number: i64,
    pub user: String,
    pub other_user: String,
    pub email: String,
    pub book: String,
    pub copy: String,
    pub borrowing: String,
    pub category: String,
    pub delivery: String,
    pub semester: String,
    pub author: String,
    pub word: String,
}

impl Values {
    pub fn number(number: i64) -> Self {
        Values {
            number,
            user: format!("u{}", 100_000 + number),
            other_user: format!("u{}", 100_300 + number),
            email: format!("u{}@x", 100_000 + number),
            book: format!("b{}", 100_000 + number),
            copy: format!("c{}", 100_000 + number),
            borrowing: format!("o{}", 100_000 + number),
            category: format!("Category {}", number % 20),
            delivery: format!("d{}", 100_000 + number),
            semester: format!("Year {}", number % 4 * 450),
            author: format!("author {number}"),
            word: format!("name 1000{number:02}"),
        }
    }
}
