//! ISBNs, barcodes and check digits.

use carrel_domain::catalogue::barcode;
use carrel_domain::catalogue::isbn::Isbn;

use super::text;

pub(crate) fn run(input: &[u8]) {
    let typed = text(input);
    if let Ok(isbn) = typed.parse::<Isbn>() {
        check(&isbn);
    }
    // The database's texts are checked when they are read.
    if let Ok(isbn) = Isbn::try_from(typed.clone()) {
        check(&isbn);
    }
    let key = barcode::key(&typed);
    assert_eq!(barcode::key(&key), key, "a key is its own key");
}

fn check(isbn: &Isbn) {
    let stored = isbn.as_str();
    assert!(stored.len() == 13 && stored.bytes().all(|byte| byte.is_ascii_digit()));
    assert_eq!(stored.parse::<Isbn>().as_ref(), Ok(isbn), "it reads back");
}
