use std::collections::BTreeSet;

use carrel_labels::{KNOWN_SHEETS, Sheet, SheetProblem};
use proptest::prelude::*;

use super::samples::sheet;

#[test]
fn known_sheets_fit_their_pages_and_have_different_codes() {
    let codes: BTreeSet<&str> = KNOWN_SHEETS.iter().map(|known| known.code).collect();
    assert_eq!(codes.len(), KNOWN_SHEETS.len());
    for known in KNOWN_SHEETS {
        assert_eq!(known.sheet.check(), Ok(()), "{}", known.code);
        let is_code = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '-';
        assert!(known.code.chars().all(is_code), "{}", known.code);
    }
}

/// Makers leave the same margin on both sides. A wrong number shows in the difference.
#[test]
fn known_sheets_are_in_the_middle_of_their_pages() {
    for known in KNOWN_SHEETS {
        let sheet = &known.sheet;
        let last = sheet.area(sheet.capacity() - 1);
        let right = sheet.page_width_um - last.left_um - last.width_um;
        let bottom = sheet.page_height_um - last.top_um - last.height_um;
        assert!(sheet.margin_left_um.abs_diff(right) <= 600, "{}", known.code);
        assert!(sheet.margin_top_um.abs_diff(bottom) <= 1_100, "{}", known.code);
    }
}

#[test]
fn sheets_of_each_maker_have_as_many_labels_as_their_packets_say() {
    for (code, labels) in [
        ("avery-l7160", 21),
        ("avery-l7651", 65),
        ("avery-l4731", 189),
        ("avery-l4732", 80),
        ("zweckform-3474", 24),
        ("zweckform-3659", 12),
        ("herma-4272", 44),
        ("herma-4346", 48),
        ("avery-5160", 30),
        ("avery-5167", 80),
        ("cards-a4", 10),
        ("card", 1),
    ] {
        assert_eq!(sheet(code).capacity(), labels, "{code}");
    }
}

#[test]
fn labels_beyond_the_page_are_refused() {
    let good = sheet("avery-l7160");
    for (wrong, problem) in [
        (Sheet { columns: 4, ..good }, SheetProblem::TooWide),
        (Sheet { rows: 8, ..good }, SheetProblem::TooHigh),
        (Sheet { columns: 0, ..good }, SheetProblem::Empty),
        (
            Sheet {
                label_height_um: 0,
                ..good
            },
            SheetProblem::Empty,
        ),
        (
            Sheet {
                margin_left_um: 10_000_000,
                ..good
            },
            SheetProblem::TooWide,
        ),
    ] {
        assert_eq!(wrong.check(), Err(problem), "{wrong:?}");
    }
}

#[test]
fn pages_are_counted_from_the_first_free_label() {
    let sheet = sheet("avery-l7160");
    for (labels, first, pages) in [
        (1, 1, 1),
        (21, 1, 1),
        (22, 1, 2),
        (21, 2, 2),
        (1, 21, 1),
        (2, 21, 2),
        (10_000, 7, 477),
    ] {
        assert_eq!(sheet.pages(labels, first), pages, "{labels} labels from {first}");
    }
}

prop_compose! {
    fn any_sheet()(
        page_width_um in 20_000_u32..400_000,
        page_height_um in 20_000_u32..400_000,
        margin_left_um in 0_u32..30_000,
        margin_top_um in 0_u32..30_000,
        label_width_um in 1_u32..120_000,
        label_height_um in 1_u32..120_000,
        columns in 1_u32..12,
        rows in 1_u32..30,
        column_gap_um in 0_u32..10_000,
        row_gap_um in 0_u32..10_000,
    ) -> Sheet {
        Sheet {
            page_width_um, page_height_um, margin_left_um, margin_top_um, label_width_um, label_height_um, columns, rows,
            column_gap_um, row_gap_um,
        }
    }
}

proptest! {
    #[test]
    fn labels_lie_on_their_page_and_do_not_overlap(sheet in any_sheet().prop_filter("it fits", |sheet| sheet.check().is_ok())) {
        let areas: Vec<_> = (0..sheet.capacity()).map(|label| sheet.area(label)).collect();
        for (index, area) in areas.iter().enumerate() {
            prop_assert!(area.left_um + area.width_um <= sheet.page_width_um);
            prop_assert!(area.top_um + area.height_um <= sheet.page_height_um);
            for other in &areas[..index] {
                let is_beside = other.left_um + other.width_um <= area.left_um || area.left_um + area.width_um <= other.left_um;
                let is_below = other.top_um + other.height_um <= area.top_um;
                prop_assert!(is_beside || is_below, "{:?} and {:?}", other, area);
            }
        }
    }
}
