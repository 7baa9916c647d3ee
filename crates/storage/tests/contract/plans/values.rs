//! Values that match few of [`super::rows`].

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::copy::CopyId;
use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_domain::identity::Id;
use carrel_domain::imports::ImportId;
use carrel_domain::users::UserId;
use carrel_domain::webhooks::DeliveryId;

/// Ids and keys of rows, different for each number.
pub struct Values {
    pub number: i64,
    /// A number that no row has as its id.
    pub free: i64,
    pub user: UserId,
    pub other_user: UserId,
    pub email: String,
    pub book: BookId,
    pub copy: CopyId,
    pub barcode: String,
    pub borrowing: BorrowingId,
    pub category: String,
    pub delivery: DeliveryId,
    pub import: ImportId,
    pub semester: String,
    pub author: String,
    pub word: String,
}

impl Values {
    pub fn number(number: i64) -> Self {
        Values {
            number,
            free: 900_000 + number,
            user: Id::new(100_000 + number),
            other_user: Id::new(100_300 + number),
            email: format!("u{}@x", 100_000 + number),
            book: Id::new(100_000 + number),
            copy: Id::new(100_000 + number),
            barcode: format!("b{}", 100_000 + number),
            borrowing: Id::new(100_000 + number),
            category: format!("Category {}", number % 20),
            delivery: Id::new(200_000 + number),
            import: Id::new(300_000 + number % 50),
            semester: format!("Year {}", number % 4 * 450),
            author: format!("author {number}"),
            word: format!("name 1000{number:02}"),
        }
    }
}
