use carrel_labels::{Bars, Item, Label, Rect, Symbology, code39, code128, qr};
use proptest::prelude::*;

use super::decoder::{decode_39, decode_128, widths};
use super::samples::{barcode_label, job, sheet};

fn wide(bars: &Bars) -> Vec<u32> {
    bars.widths.iter().map(|width| u32::from(*width)).collect()
}

/// The black rectangles of a page.
fn black(label: Label, code: &str) -> Vec<Rect> {
    let labels = [label];
    let page = job(sheet(code), &labels).page(0).expect("it fits");
    let bars = page.items.iter().find_map(|item| match item {
        Item::Bars(bars) => Some(bars.clone()),
        Item::Outline(_) | Item::Text { .. } => None,
    });
    bars.expect("a barcode")
}

#[test]
fn a_known_barcode_has_its_known_pattern() {
    let bars = code128("PJJ123C").expect("ASCII");
    let text: String = bars.widths.iter().map(|width| char::from(b'0' + width)).collect();
    // Start B, seven characters, the check (55), stop.
    let expected = [
        "211214", "313121", "112133", "112133", "123221", "223211", "221132", "131321", "311321", "2331112",
    ];
    assert_eq!(text, expected.concat());
}

#[test]
fn digits_are_written_in_pairs() {
    for (text, modules) in [
        ("12", 11 * 3 + 13),
        ("30000000000014", 11 * 9 + 13),
        // One digit is in set B.
        ("123", 11 * 5 + 13),
        // Two digits between letters are not worth two changes of the set.
        ("A12B", 11 * 6 + 13),
        ("A123456B", 11 * 9 + 13),
        ("A", 11 * 3 + 13),
    ] {
        let bars = code128(text).expect("ASCII");
        assert_eq!(bars.modules(), modules, "{text}");
        assert_eq!(decode_128(&wide(&bars)), text);
    }
}

#[test]
fn characters_without_a_code_are_refused() {
    for text in ["", "ä", "a\tb", "书"] {
        assert_eq!(code128(text), None, "{text:?}");
        assert_eq!(code39(text, 3), None, "{text:?}");
    }
    for text in ["A*B", "A_B", "*"] {
        assert_eq!(code39(text, 2), None, "{text}");
    }
    assert_eq!(qr(""), None);
    assert!(qr("书 ä").is_some());
}

#[test]
fn small_letters_are_capitals_in_code_39() {
    assert_eq!(code39("lib-7", 3), code39("LIB-7", 3));
}

/// The finder patterns in three corners, and their distance from the other modules.
#[test]
fn a_qr_code_has_its_three_corners() {
    let matrix = qr("30000000000014").expect("a short text");
    let size = matrix.rows.len();
    assert_eq!(size % 4, 1, "a size of a QR code");
    let corner = |top: usize, left: usize| -> Vec<String> {
        let row = |row: &Vec<bool>| {
            row[left..left + 7]
                .iter()
                .map(|black| if *black { '#' } else { '.' })
                .collect()
        };
        matrix.rows[top..top + 7].iter().map(row).collect()
    };
    let expected = [
        "#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######",
    ];
    assert_eq!(corner(0, 0), expected);
    assert_eq!(corner(0, size - 7), expected);
    assert_eq!(corner(size - 7, 0), expected);
}

#[test]
fn printed_bars_are_wide_enough_and_have_quiet_zones() {
    for code in [
        "avery-l7160",
        "avery-l4732",
        "avery-5160",
        "avery-5167",
        "zweckform-3474",
        "herma-4271",
    ] {
        let area = sheet(code).area(0);
        let bars = black(
            Label::Barcode(barcode_label("30000000000014", Symbology::Code128)),
            code,
        );
        let (widths, module) = widths(&bars);
        assert_eq!(decode_128(&widths), "30000000000014", "{code}");
        assert!(module >= 190.0, "{code}: {module}");
        let left = bars[0].x - f64::from(area.left_um);
        let last = bars.last().expect("a bar");
        let right = f64::from(area.left_um + area.width_um) - last.x - last.width;
        assert!(
            left >= 10.0 * module - 1e-6 && right >= 10.0 * module - 1e-6,
            "{code}: {left} {right}"
        );
        assert!(bars.iter().all(|bar| bar.height >= 5_000.0), "{code}");
    }
}

proptest! {
    #[test]
    fn code_128_decodes_back(text in "[ -~]{1,40}") {
        let bars = code128(&text).expect("ASCII");
        prop_assert_eq!(decode_128(&wide(&bars)), text);
    }

    #[test]
    fn code_128_of_digits_and_letters_decodes_back(text in "([0-9]{0,7}[A-Z]{0,3}){1,4}[0-9]") {
        let bars = code128(&text).expect("ASCII");
        prop_assert_eq!(decode_128(&wide(&bars)), text);
    }

    #[test]
    fn code_39_decodes_back(text in "[0-9A-Z. $/+%-]{1,20}", wide_element in 2_u8..=3) {
        let bars = code39(&text, wide_element).expect("its characters");
        prop_assert_eq!(decode_39(&wide(&bars)), text);
    }
}
