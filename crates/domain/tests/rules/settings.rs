use carrel_domain::money::Currency;
use carrel_domain::settings::{CurrencyUse, change_currency};

fn currency(code: &str) -> Currency {
    code.parse().expect("a currency")
}

#[test]
fn a_change_of_the_currency_gives_no_amount_another_meaning() {
    let all = [false, true];
    for is_booked in all {
        for is_in_rules in all {
            for is_in_loans in all {
                let uses = CurrencyUse {
                    is_booked,
                    is_in_rules,
                    is_in_loans,
                };
                let changed = |to| change_currency(currency("USD"), currency(to), uses).is_ok();
                assert!(changed("USD"), "{uses:?}");
                assert_eq!(changed("EUR"), !is_booked, "{uses:?}");
                for other_decimals in ["JPY", "BHD"] {
                    let expected = !is_booked && !is_in_rules && !is_in_loans;
                    assert_eq!(changed(other_decimals), expected, "{other_decimals}: {uses:?}");
                }
            }
        }
    }
}
