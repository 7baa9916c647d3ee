use std::time::{Duration, Instant};

use carrel_labels::{Job, Label, Symbology, pdf, svg};

use super::samples::{barcode_label, barcode_labels, card, job, sheet};

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The four numbers of the first box of a page.
fn media_box(document: &str) -> Vec<f64> {
    let (_, rest) = document.split_once("/MediaBox [").expect("a page");
    let (numbers, _) = rest.split_once(']').expect("an end");
    numbers
        .split_whitespace()
        .map(|number| number.parse().expect("a number"))
        .collect()
}

#[test]
fn pages_have_true_millimetres() {
    for (code, width, height) in [
        ("avery-l7160", 210.0, 297.0),
        ("avery-5160", 215.9, 279.4),
        ("card", 85.6, 53.98),
    ] {
        let labels = [Label::Card(card("Ada Lovelace", "STU000012", Symbology::Code128))];
        let document = text(&pdf(&job(sheet(code), &labels)).expect("it fits"));
        let found: Vec<f64> = media_box(&document)
            .iter()
            .map(|points| points * 25.4 / 72.0)
            .collect();
        let expected = [0.0, 0.0, width, height];
        assert!(
            found
                .iter()
                .zip(expected)
                .all(|(found, wanted)| (found - wanted).abs() < 0.001),
            "{code}: {found:?}"
        );
        assert!(document.contains("/PrintScaling /None"), "{code}");
    }
}

#[test]
fn equal_jobs_have_equal_bytes_and_no_date() {
    let labels = barcode_labels(50);
    let first = job(sheet("avery-l7160"), &labels);
    assert_eq!(pdf(&first), pdf(&first));
    let document = text(&pdf(&first).expect("it fits"));
    assert!(document.starts_with("%PDF-") && document.trim_end().ends_with("%%EOF"));
    assert!(!document.contains("Date"));
    let other = Job {
        title: "Other labels",
        ..first
    };
    assert_ne!(pdf(&first), pdf(&other));
}

#[test]
fn fonts_are_embedded_as_subsets() {
    let labels = barcode_labels(1);
    let bytes = pdf(&job(sheet("avery-l7160"), &labels)).expect("it fits");
    let document = text(&bytes);
    assert!(document.contains("+DejaVuSansCondensed"));
    assert!(document.contains("/FontFile2") && document.contains("/ToUnicode"));
    assert!(bytes.len() < 40_000, "{} bytes", bytes.len());
}

#[test]
fn a_document_with_problems_is_not_written() {
    let mut labels = barcode_labels(30);
    labels.extend((0..100).map(|_| Label::Barcode(barcode_label("ÄÖÜ", Symbology::Code128))));
    let problems = pdf(&job(sheet("avery-l7160"), &labels)).expect_err("a hundred problems");
    assert_eq!(problems.len(), 50);
    assert_eq!(problems[0].label, 30);
}

#[test]
fn the_preview_shows_the_size_of_the_page_and_escapes_nothing() {
    let labels = barcode_labels(2);
    let page = job(sheet("avery-l7160"), &labels).page(0).expect("it fits");
    let drawn = svg(&page);
    assert!(drawn.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" height=\"297mm\""));
    assert!(drawn.ends_with("</svg>"));
    // Texts are outlines: no text of a book is in the file.
    assert!(!drawn.contains("Darkness"));
    assert!(!drawn.contains("NaN") && !drawn.contains("inf"));
}

#[test]
fn ten_thousand_labels_are_printed_within_seconds() {
    let labels = barcode_labels(10_000);
    let begun = Instant::now();
    let bytes = pdf(&job(sheet("avery-l7160"), &labels)).expect("they fit");
    let document = text(&bytes);
    assert_eq!(document.matches("/Type /Page\n").count(), 477);
    assert!(bytes.len() < 12_000_000, "{} bytes", bytes.len());
    // Two seconds without optimisation on a slow machine; a quarter of a second with it.
    assert!(begun.elapsed() < Duration::from_mins(1), "{:?}", begun.elapsed());
}
