use carrel_domain::calendar::Calendar;
use carrel_domain::circulation::borrowing::BorrowingRecord;
use carrel_domain::circulation::fine::{CapReason, fine};
use carrel_domain::circulation::policy::Terms;
use carrel_domain::money::Amount;
use jiff::Timestamp;
use jiff::civil::date;

use crate::names::id;

fn borrowing() -> BorrowingRecord {
    BorrowingRecord {
        id: id("b1"),
        book_id: id("b1"),
        book_title: "Emma".to_owned(),
        book_author: "Jane Austen".to_owned(),
        book_cover_image: None,
        book_category: "Fiction".to_owned(),
        user_id: id("u1"),
        user_name: "Ada".to_owned(),
        user_email: "ada@library.example".to_owned(),
        copy_id: id("c1"),
        copy_barcode: "1".to_owned(),
        borrowed_at: Timestamp::UNIX_EPOCH,
        due_on: date(2024, 6, 3),
        due_at: Timestamp::UNIX_EPOCH,
        returned_at: None,
        renewals: 0,
        renewed_at: None,
        terms: Terms::default(),
        copy_price: None,
        charged: Amount::ZERO,
        overdue_charged: Amount::ZERO,
        settled: Amount::ZERO,
    }
}

#[test]
fn only_overdue_fines_and_the_price_of_the_copy_limit_the_next_fine() {
    let at_price = Terms {
        cap_at_replacement_price: true,
        ..Terms::default()
    };
    // Price in cents, all charges, the overdue ones among them; the fine of 41 days and its cap.
    let table = [
        (&Terms::default(), None, 0, 0, 1000, None),
        (&Terms::default(), None, 950, 0, 1000, None),
        (&Terms::default(), None, 950, 200, 800, Some(CapReason::Policy)),
        (&Terms::default(), Some(300), 0, 0, 1000, None),
        (
            &at_price,
            Some(300),
            950,
            0,
            300,
            Some(CapReason::ReplacementPrice),
        ),
        (
            &at_price,
            Some(300),
            950,
            200,
            100,
            Some(CapReason::ReplacementPrice),
        ),
    ];
    for (terms, price, charged, overdue_charged, cents, capped) in table {
        let borrowing = BorrowingRecord {
            terms: *terms,
            copy_price: price.map(Amount),
            charged: Amount(charged),
            overdue_charged: Amount(overdue_charged),
            ..borrowing()
        };
        let calendar = Calendar::default();
        let fine = fine(&borrowing.late_period(date(2024, 7, 14), &calendar));
        let expected = (41, Amount(cents), capped);
        assert_eq!(
            (fine.days_late, fine.amount, fine.capped),
            expected,
            "{price:?} {charged}"
        );
    }
}

#[test]
fn an_open_borrowing_has_the_renewals_left_that_its_terms_allow() {
    let after = |renewals, returned_at| BorrowingRecord {
        renewals,
        returned_at,
        ..borrowing()
    };
    for (renewals, left) in [(0, 2), (1, 1), (2, 0), (3, 0)] {
        assert_eq!(after(renewals, None).renewals_left(), left);
        assert_eq!(after(renewals, Some(Timestamp::UNIX_EPOCH)).renewals_left(), 0);
    }
}

#[test]
fn the_last_event_of_a_borrowing_is_its_loan_or_its_last_renewal() {
    let at = |second| Timestamp::from_second(second).expect("an instant");
    // The last row: the clock went back between the loan and the renewal.
    for (borrowed, renewed, last) in [(100, None, 100), (100, Some(200), 200), (100, Some(50), 100)] {
        let borrowing = BorrowingRecord {
            borrowed_at: at(borrowed),
            renewed_at: renewed.map(at),
            ..borrowing()
        };
        assert_eq!(borrowing.last_event_at(), at(last), "{renewed:?}");
    }
}

#[test]
fn what_is_owed_are_the_charges_less_the_payments() {
    for (charged, settled, owed) in [
        (0, 0, 0),
        (500, 0, 500),
        (500, 200, 300),
        (500, 500, 0),
        (300, 500, -200),
    ] {
        let borrowing = BorrowingRecord {
            charged: Amount(charged),
            settled: Amount(settled),
            ..borrowing()
        };
        assert_eq!(borrowing.owed(), Amount(owed), "{charged} {settled}");
    }
}
