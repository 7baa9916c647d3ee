//! Contents and jobs for tests.

use carrel_labels::{BarcodeLabel, Card, Job, KNOWN_SHEETS, Label, Sheet, Shift, SpineLabel, Symbology};

pub fn barcode_label(barcode: &str, symbology: Symbology) -> BarcodeLabel {
    BarcodeLabel {
        library: "Town Library".to_owned(),
        title: "The Left Hand of Darkness".to_owned(),
        barcode: barcode.to_owned(),
        symbology,
    }
}

pub fn spine_label(call_number: &str) -> SpineLabel {
    SpineLabel {
        call_number: Some(call_number.to_owned()),
    }
}

pub fn card(name: &str, number: &str, symbology: Symbology) -> Card {
    Card {
        library: "Town Library".to_owned(),
        heading: "Library card".to_owned(),
        name: name.to_owned(),
        number: number.to_owned(),
        symbology,
    }
}

/// A known sheet by its code.
pub fn sheet(code: &str) -> Sheet {
    let known = KNOWN_SHEETS.iter().find(|known| known.code == code);
    known.expect("a known sheet").sheet
}

pub fn job(sheet: Sheet, labels: &[Label]) -> Job<'_> {
    Job {
        sheet,
        labels,
        first: 1,
        outline: false,
        shift: Shift::default(),
        title: "Labels",
        language: "en",
    }
}

/// Barcode labels with generated barcodes.
pub fn barcode_labels(count: usize) -> Vec<Label> {
    (0..count)
        .map(|number| Label::Barcode(barcode_label(&format!("3{number:013}"), Symbology::Code128)))
        .collect()
}
