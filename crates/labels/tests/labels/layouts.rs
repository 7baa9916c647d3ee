use carrel_labels::{Drawing, Item, KNOWN_SHEETS, Label, ProblemKind, Sheet, Shift, Symbology};
use proptest::prelude::*;

use super::samples::{barcode_label, barcode_labels, card, job, sheet, spine_label};

/// Asserts that everything on a page lies in one of the areas of its labels.
fn assert_inside(page: &Drawing, sheet: &Sheet, shown: &str) {
    for item in &page.items {
        let bounds = item.bounds();
        let is_inside = (0..sheet.capacity()).any(|label| {
            let area = sheet.area(label);
            bounds.x >= f64::from(area.left_um) - 1e-6
                && bounds.y >= f64::from(area.top_um) - 1e-6
                && bounds.x + bounds.width <= f64::from(area.left_um + area.width_um) + 1e-6
                && bounds.y + bounds.height <= f64::from(area.top_um + area.height_um) + 1e-6
        });
        assert!(is_inside, "{shown}: {item:?} at {bounds:?}");
    }
}

fn texts(page: &Drawing) -> Vec<String> {
    let text = |item: &Item| match item {
        Item::Text { line, .. } => Some(line.text()),
        Item::Bars(_) | Item::Outline(_) => None,
    };
    page.items.iter().filter_map(text).collect()
}

#[test]
fn every_kind_of_label_fits_on_the_sheets_for_it() {
    for known in KNOWN_SHEETS {
        let is_small = known.sheet.label_width_um < 40_000 || known.sheet.label_height_um < 20_000;
        let is_card = known.sheet.label_width_um >= 80_000 && known.sheet.label_height_um >= 50_000;
        for symbology in [Symbology::Code128, Symbology::Code39, Symbology::Qr] {
            let barcode = if symbology == Symbology::Code39 {
                "B00147"
            } else {
                "30000000000014"
            };
            let mut labels = Vec::new();
            if !is_small {
                labels.push(Label::Combined(
                    spine_label("813.54 KIN"),
                    barcode_label("B0014", Symbology::Code128),
                ));
                labels.push(Label::Barcode(barcode_label(barcode, symbology)));
            }
            if is_card {
                labels.push(Label::Card(card("Ada Lovelace", "STU000012", symbology)));
            }
            labels.push(Label::Spine(spine_label("Kin 7b")));
            let page = job(known.sheet, &labels).page(0);
            let page = page.unwrap_or_else(|problems| panic!("{} {symbology:?}: {problems:?}", known.code));
            assert_inside(&page, &known.sheet, known.code);
        }
    }
}

#[test]
fn the_first_free_label_is_where_printing_begins() {
    let sheet = sheet("avery-l7160");
    let labels = barcode_labels(16);
    let job = carrel_labels::Job {
        first: 7,
        ..job(sheet, &labels)
    };
    let page = job.page(0).expect("it fits");
    let first = page.items[0].bounds();
    let area = sheet.area(6);
    assert!(first.x >= f64::from(area.left_um) && first.y >= f64::from(area.top_um));
    assert!(first.x <= f64::from(area.left_um + area.width_um));
    assert_eq!(job.pages(), 2);
    let second = job.page(1).expect("it fits");
    assert_eq!(texts(&second).last().map(String::as_str), Some("30000000000015"));
    let area = sheet.area(0);
    assert!(
        second
            .items
            .iter()
            .all(|item| item.bounds().y <= f64::from(area.top_um + area.height_um))
    );
}

#[test]
fn a_shift_moves_everything_by_the_same_distance() {
    let labels = barcode_labels(3);
    let plain = carrel_labels::Job {
        outline: true,
        ..job(sheet("avery-5160"), &labels)
    };
    let shifted = carrel_labels::Job {
        shift: Shift {
            right_um: 1_500,
            down_um: -700,
        },
        ..plain
    };
    let (plain, shifted) = (plain.page(0).expect("it fits"), shifted.page(0).expect("it fits"));
    assert_eq!(plain.items.len(), shifted.items.len());
    for (before, after) in plain.items.iter().zip(&shifted.items) {
        let (before, after) = (before.bounds(), after.bounds());
        assert!((after.x - before.x - 1_500.0).abs() < 1e-6);
        assert!((after.y - before.y + 700.0).abs() < 1e-6);
    }
}

#[test]
fn the_outline_shows_every_label_of_the_sheet() {
    let labels = barcode_labels(1);
    let job = carrel_labels::Job {
        outline: true,
        ..job(sheet("avery-l7160"), &labels)
    };
    let page = job.page(0).expect("it fits");
    let outlines = page.items.iter().filter(|item| matches!(item, Item::Outline(_)));
    assert_eq!(outlines.count(), 21);
}

#[test]
fn problems_name_the_label_and_the_reason() {
    let labels = [
        Label::Barcode(barcode_label("30000000000014", Symbology::Code128)),
        Label::Barcode(barcode_label("ÄÖÜ", Symbology::Code128)),
        Label::Barcode(barcode_label(&"A".repeat(60), Symbology::Code128)),
        Label::Barcode(barcode_label("a_b", Symbology::Code39)),
        Label::Spine(spine_label(&"1234567890".repeat(8))),
    ];
    let found = job(sheet("avery-l7160"), &labels)
        .page(0)
        .expect_err("four problems");
    let found: Vec<_> = found
        .iter()
        .map(|problem| (problem.label, problem.kind))
        .collect();
    let expected = [
        (1, ProblemKind::Characters),
        (2, ProblemKind::BarcodeTooWide),
        (3, ProblemKind::Characters),
        (4, ProblemKind::CallNumberTooLarge),
    ];
    assert_eq!(found, expected);
    let low = Sheet {
        label_height_um: 6_000,
        ..sheet("avery-l7160")
    };
    let labels = barcode_labels(1);
    let found = job(low, &labels).page(0).expect_err("too low");
    assert_eq!(found[0].kind, ProblemKind::LabelTooLow);
}

#[test]
fn a_low_label_has_the_barcode_and_its_text_alone() {
    let labels = [Label::Barcode(barcode_label("B0014", Symbology::Code128))];
    let page = job(sheet("avery-l4731"), &labels).page(0).expect("it fits");
    assert_eq!(texts(&page), ["B0014"]);
    let page = job(sheet("avery-l7160"), &labels).page(0).expect("it fits");
    assert_eq!(
        texts(&page),
        ["Town Library", "The Left Hand of Darkness", "B0014"]
    );
}

#[test]
fn a_copy_without_a_call_number_has_a_blank_spine() {
    let blank = carrel_labels::SpineLabel { call_number: None };
    let labels = [Label::Combined(blank, barcode_label("B0014", Symbology::Code128))];
    let page = job(sheet("avery-l7160"), &labels).page(0).expect("it fits");
    assert_eq!(texts(&page).last().map(String::as_str), Some("B0014"));
}

#[test]
fn scripts_of_the_world_are_shown() {
    for (name, shown) in [
        ("Ελένη Παπαδοπούλου", "Ελένη Παπαδοπούλου"),
        ("Юлия Ковальчук", "Юлия Ковальчук"),
        // From the right: the visual order is the reverse.
        ("אבג", "גבא"),
        // No font for Chinese: Pinyin.
        ("李小龙", "Li Xiao Long"),
        ("Łukasz Ångström", "Łukasz Ångström"),
    ] {
        let labels = [Label::Card(card(name, "STU000012", Symbology::Code128))];
        let page = job(sheet("card"), &labels).page(0).expect("it fits");
        assert!(
            texts(&page).contains(&shown.to_owned()),
            "{name}: {:?}",
            texts(&page)
        );
    }
}

/// Joined letters of Arabic have other glyphs than single ones.
#[test]
fn arabic_letters_are_joined() {
    let glyphs = |name: &str| {
        let labels = [Label::Card(card(name, "STU000012", Symbology::Code128))];
        let page = job(sheet("card"), &labels).page(0).expect("it fits");
        let lines = page.items.into_iter().filter_map(|item| match item {
            Item::Text { line, .. } => Some(line),
            Item::Bars(_) | Item::Outline(_) => None,
        });
        let line = lines
            .into_iter()
            .find(|line| line.text().chars().any(|sign| sign > '\u{0600}'));
        let ids: Vec<u16> = line
            .expect("a name")
            .glyphs
            .iter()
            .map(|glyph| glyph.id)
            .collect();
        ids
    };
    let joined = glyphs("محم");
    let single = glyphs("م ح م");
    assert_eq!(joined.len(), 3);
    assert!(
        joined.iter().all(|glyph| !single.contains(glyph)),
        "{joined:?} {single:?}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn what_is_printed_lies_on_its_label(
        library in "\\PC{0,60}",
        title in "\\PC{0,120}",
        barcode in "[ -~]{1,30}",
        call_number in "[A-Z0-9. ]{1,30}",
        (label_width_um, label_height_um) in (10_000_u32..105_000, 8_000_u32..60_000),
        symbology in prop_oneof![Just(Symbology::Code128), Just(Symbology::Code39), Just(Symbology::Qr)],
        kind in 0..4,
    ) {
        let sheet = Sheet {
            margin_left_um: 0, margin_top_um: 0, label_width_um, label_height_um, columns: 1, rows: 1, ..sheet("avery-l7160")
        };
        let mut of_barcode = barcode_label(&barcode, symbology);
        of_barcode.library.clone_from(&library);
        of_barcode.title.clone_from(&title);
        let label = match kind {
            0 => Label::Barcode(of_barcode),
            1 => Label::Spine(spine_label(&call_number)),
            2 => Label::Combined(spine_label(&call_number), of_barcode),
            _ => Label::Card(card(&title, &barcode, symbology)),
        };
        // A label that does not fit is refused; one that is drawn lies on its area.
        if let Ok(page) = job(sheet, &[label]).page(0) {
            for item in &page.items {
                let bounds = item.bounds();
                prop_assert!(bounds.x >= -1e-6 && bounds.x + bounds.width <= f64::from(label_width_um) + 1e-6, "{:?}", bounds);
                prop_assert!(bounds.y >= -1e-6 && bounds.y + bounds.height <= f64::from(label_height_um) + 1e-6, "{:?}", bounds);
            }
        }
    }
}
