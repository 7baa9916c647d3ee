//! What is printed on labels and library cards: copies by their ids, barcodes, book and day, and the holders of cards.

use carrel_domain::catalogue::call_number;
use carrel_domain::catalogue::copy::CopyId;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::users::UserId;
use carrel_storage::cards;
use carrel_storage::copies::{self, CopyToLabel, NewCopy};
use carrel_testkit::{Library, TestDatabase, on_both_engines};

fn barcodes(copies: &[CopyToLabel]) -> Vec<String> {
    copies.iter().map(|copy| copy.barcode.clone()).collect()
}

on_both_engines!(copies_to_label_are_found_in_every_way);
async fn copies_to_label_are_found_in_every_way(database: TestDatabase) {
    let library = Library::new(database);
    let book = library.book().title("Orlando").copies(0).insert().await;
    let (book_id, mut copies) = (book.id, Vec::new());
    for (number, barcode, state) in [
        (101, "B-2", CopyState::Available),
        (102, "A-1", CopyState::Lost),
        (103, "a-3", CopyState::Withdrawn),
    ] {
        let (id, key) = (CopyId::new(number), barcode.to_lowercase());
        change!(library, [id, book_id, barcode, key, state, number], |t| {
            let copy = NewCopy {
                id: *id,
                book_id: *book_id,
                barcode,
                barcode_key: key,
                state: *state,
                location: None,
                call_number: Some("QA 9"),
                call_number_key: &call_number::key("QA 9"),
                condition: None,
                price_minor: None,
                is_lendable: 1,
                item_type: None,
                branch: "main",
                current_branch: "main",
                created_at: *number,
                updated_at: *number,
            };
            copies::insert(t, &copy).await
        })
        .unwrap();
        copies.push(id);
    }
    let unknown = CopyId::new(999);
    let wanted = [copies[2], unknown, copies[0]];
    let mut named = read!(library, [wanted], |c| copies::to_label(c, wanted).await);
    named.sort_by_key(|copy| copy.id);
    assert_eq!(barcodes(&named), ["B-2", "a-3"]);
    assert_eq!(
        (named[0].book_title.as_str(), named[0].call_number.as_deref()),
        ("Orlando", Some("QA 9"))
    );
    let keys = ["a-1", "x"];
    let scanned = read!(library, [keys], |c| copies::to_label_by_barcodes(c, keys).await);
    assert_eq!(barcodes(&scanned), ["A-1"]);
    // Withdrawn copies are left out of selections that do not name them.
    let range = async |from: &str, to: &str, limit: i64| {
        let (from, to) = (from.to_owned(), to.to_owned());
        read!(library, [from, to, limit], |c| {
            copies::to_label_in_range(c, from, to, *limit).await
        })
    };
    assert_eq!(barcodes(&range("a", "b-2", 9).await), ["A-1", "B-2"]);
    assert_eq!(barcodes(&range("", "\u{10FFFF}", 1).await), ["A-1"]);
    let of_book = read!(library, [book_id], |c| copies::to_label_of_book(c, *book_id)
        .await);
    assert_eq!(barcodes(&of_book), ["A-1", "B-2"]);
    let since = async |at: i64| read!(library, [at], |c| copies::to_label_added_since(c, *at, 9).await);
    assert_eq!(barcodes(&since(101).await), ["B-2", "A-1"]);
    assert_eq!(barcodes(&since(102).await), ["A-1"]);
    assert_eq!(barcodes(&since(104).await), Vec::<String>::new());
}

on_both_engines!(holders_have_their_present_cards);
async fn holders_have_their_present_cards(database: TestDatabase) {
    let library = Library::new(database);
    let ada = library.user().name("Ada").student_id("S-1").insert().await;
    let alan = library.user().name("Alan").insert().await;
    for (barcode, ended_at) in [("OLD", "9"), ("NEW", "NULL")] {
        let sql = format!(
            "INSERT INTO cards (barcode_key, barcode, user_id, issued_at, ended_at) \
             VALUES ('{}', '{barcode}', {}, 1, {ended_at})",
            barcode.to_lowercase(),
            ada.id.number()
        );
        library.sql(&sql).await.unwrap();
    }
    let ids = [alan.id, UserId::new(9_999), ada.id];
    let mut holders = read!(library, [ids], |c| cards::holders(c, ids).await);
    holders.sort_by(|left, right| left.name.cmp(&right.name));
    let found: Vec<_> = holders
        .iter()
        .map(|holder| {
            (
                holder.name.as_str(),
                holder.student_id.as_deref(),
                holder.card.as_deref(),
            )
        })
        .collect();
    assert_eq!(found[0], ("Ada", Some("S-1"), Some("NEW")));
    assert_eq!((found[1].0, found[1].2), ("Alan", None));
    assert_eq!(found.len(), 2);
}
