//! Values of rules, amounts, currencies, time zones, pages and instants. The first line names the rule.

use carrel_domain::calendar::parse_zone;
use carrel_domain::circulation::desk::{CheckInForm, CheckOutForm, OverrideForm};
use carrel_domain::circulation::policy::PolicyName;
use carrel_domain::circulation::settlement::validate_note;
use carrel_domain::money::Currency;
use carrel_domain::settings::{PageName, validate_page};

use super::text;

pub(crate) fn run(input: &[u8]) {
    let input = text(input);
    let (name, value) = input.split_once('\n').unwrap_or(("", &input));
    if let Ok(policy) = name.parse::<PolicyName>() {
        assert_eq!(policy.as_str(), name);
        if let Ok(read) = policy.parse_value(value) {
            let again = policy.parse_value(&read.to_string());
            assert_eq!(again, Ok(read), "a value reads back");
        }
    }
    for code in ["USD", "JPY", "BHD"] {
        let currency: Currency = code.parse().expect("a currency");
        if let Ok(amount) = currency.parse(value) {
            let shown = currency.decimal(amount).to_string();
            assert_eq!(currency.parse(&shown), Ok(amount), "{shown} reads back");
        }
    }
    if let Ok(number) = value.trim().parse::<f64>()
        && let Some(amount) = "USD".parse::<Currency>().expect("a currency").from_json(number)
    {
        let shown = "USD".parse::<Currency>().expect("a currency").to_json(amount);
        assert!(
            (shown - number).abs() < 0.005 * number.abs().max(1.0),
            "{number} became {shown}"
        );
    }
    let _ = value.parse::<Currency>();
    let _ = value.parse::<PageName>();
    let _ = parse_zone(value);
    let _ = validate_page(Some(value));
    let _ = validate_note(Some(value));
    let check_in = CheckInForm {
        barcode: Some(name.to_owned()),
        returned_at: Some(value.to_owned()),
    };
    let _ = check_in.validate();
    let check_out = CheckOutForm {
        user: Some(name.to_owned()),
        barcode: Some(value.to_owned()),
        overrides: vec![OverrideForm {
            code: Some(name.to_owned()),
            comment: Some(value.to_owned()),
        }],
        due_on: Some(value.to_owned()),
    };
    let _ = check_out.validate();
}
