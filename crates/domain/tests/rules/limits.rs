//! The limits that the API document and the web app are generated from.

use carrel_domain::catalogue::merge::undo::UNDOABLE_FOR;
use carrel_domain::imports;
use carrel_domain::limits::{Form, List, Text, Whole};
use carrel_domain::users::second_factor::TRUSTED_FOR;
use carrel_domain::webhooks::TRIED_FOR_MS;
use jiff::SignedDuration;

#[test]
fn limits_include_their_ends() {
    let limit = Whole::of(-3, 5);
    for (number, expected) in [(-4, false), (-3, true), (0, true), (5, true), (6, false)] {
        assert_eq!(limit.holds(number), expected, "{number}");
    }
}

#[test]
fn a_list_may_be_empty_and_have_duplicates_unless_its_limit_forbids_it() {
    let list = |min, unique| List { min, max: 3, unique };
    for (limit, expected) in [
        (List::up_to(3), list(0, false)),
        (List::filled(3), list(1, false)),
        (List::up_to(3).unique(), list(0, true)),
        (List::filled(3).unique(), list(1, true)),
    ] {
        assert_eq!(limit, expected);
    }
}

#[test]
fn a_text_may_be_empty_unless_its_limit_has_a_minimum() {
    assert_eq!(Text::up_to(9, Form::LINE), Text::of(0, 9, Form::LINE));
    assert_eq!(Text::of(2, 9, Form::LINE).min, 2);
}

#[test]
fn a_form_has_a_format_where_no_pattern_is_exact() {
    let table = [
        (Form::EMAIL, Some("idn-email")),
        (Form::OPTIONAL_EMAIL, Some("idn-email")),
        (Form::NEW_PASSWORD, Some("new-password")),
        (Form::ISBN, Some("isbn")),
        (Form::DATE, Some("date")),
        (Form::IMAGE_ADDRESS, Some("image-address")),
        (Form::WEBHOOK_ADDRESS, Some("webhook-address")),
        (Form::SITE_ADDRESS, Some("site-address")),
        (Form::HOST, Some("mail-host")),
        (Form::TIME_ZONE, Some("iana-time-zone")),
        (Form::LINE, None),
        (Form::LINES, None),
        (Form::NAME, None),
        (Form::PHONE, None),
        (Form::ANY, None),
    ];
    for (form, format) in table {
        assert_eq!(form.format, format, "{form:?}");
        let has_pattern = form != Form::ANY && form != Form::TIME_ZONE;
        assert_eq!(form.pattern.is_some(), has_pattern, "{form:?}");
    }
}

#[test]
fn limits() {
    let milliseconds = |duration: SignedDuration| duration.as_millis();
    let day = 86_400_000;
    for (name, found, expected) in [
        (
            "bytes of a file to import",
            i128::from(imports::limit::FILE_BYTES),
            2_147_483_648,
        ),
        (
            "time in which a merge can be undone",
            milliseconds(UNDOABLE_FOR),
            30 * day,
        ),
        (
            "time for which a device is trusted",
            milliseconds(TRUSTED_FOR),
            30 * day,
        ),
        ("time for which a delivery is retried", TRIED_FOR_MS.into(), day),
    ] {
        assert_eq!(found, expected, "{name}");
    }
}
