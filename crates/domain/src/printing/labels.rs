//! Labels for copies.

use std::str::FromStr;

use jiff::civil::Date;

use super::{PrintForm, PrintOptions, limit, message};
use crate::catalogue::book::BookId;
use crate::catalogue::copy::CopyId;
use crate::identity::{Entity, Id};
use crate::imports::ImportId;
use crate::validation::{FormErrors, day, required_line};

const BARCODE_REQUIRED: &str = "Please enter a barcode";
const BARCODE_TOO_LONG: &str = "The barcode cannot exceed 100 characters";
const NOT_ALLOWED: &str = "This contains characters that are not allowed";

/// What is on a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelKind {
    /// The library, the title and the barcode.
    Barcode,
    /// The call number.
    Spine,
    /// Both.
    Combined,
}

impl LabelKind {
    pub const ALL: [LabelKind; 3] = [LabelKind::Barcode, LabelKind::Spine, LabelKind::Combined];

    /// The word in requests.
    pub fn as_str(self) -> &'static str {
        match self {
            LabelKind::Barcode => "barcode",
            LabelKind::Spine => "spine",
            LabelKind::Combined => "combined",
        }
    }
}

/// A request for labels as it was sent. One of the first fields says which copies.
#[derive(Clone, Debug, Default)]
pub struct LabelsForm {
    /// `copies`: ids.
    pub copies: Option<Vec<String>>,
    /// `barcodes`
    pub barcodes: Option<Vec<String>>,
    /// `barcodeFrom`
    pub barcode_from: Option<String>,
    /// `barcodeTo`
    pub barcode_to: Option<String>,
    /// `book`: an id.
    pub book: Option<String>,
    /// `import`: an id.
    pub import: Option<String>,
    /// `addedSince`
    pub added_since: Option<String>,
    /// `kind`
    pub kind: Option<String>,
    pub options: PrintForm,
}

/// The copies that get labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhichCopies {
    /// In this order.
    Copies(Vec<CopyId>),
    /// In this order.
    Barcodes(Vec<String>),
    /// Both ends included; without an end, to the last barcode of the library.
    Range {
        from: Option<String>,
        to: Option<String>,
    },
    Book(BookId),
    /// What an import has added.
    Import(ImportId),
    /// On this day of the library and later.
    AddedSince(Date),
}

/// Labels to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    pub copies: WhichCopies,
    pub kind: LabelKind,
    pub options: PrintOptions,
}

impl LabelsForm {
    /// Validates the request.
    ///
    /// # Errors
    /// Every field that is not valid.
    pub fn validate(self) -> Result<Labels, FormErrors> {
        let mut errors = FormErrors::default();
        let kind = LabelKind::ALL
            .into_iter()
            .find(|kind| Some(kind.as_str()) == self.kind.as_deref());
        let kind = errors.take("kind", kind.ok_or(message::KIND_UNKNOWN));
        let copies = self
            .copies
            .map(|ids| entries("copies", ids, &mut errors, |id| Ok(id_of(&id))));
        let barcodes = self
            .barcodes
            .map(|texts| entries("barcodes", texts, &mut errors, |text| barcode(&text)));
        let range = (self.barcode_from.is_some() || self.barcode_to.is_some()).then(|| {
            let mut end = |field, text: Option<String>| match text {
                None => Some(None),
                Some(text) => errors.take(field, barcode(&text)).map(Some),
            };
            let (from, to) = (
                end("barcodeFrom", self.barcode_from),
                end("barcodeTo", self.barcode_to),
            );
            from.zip(to)
        });
        let added_since = self
            .added_since
            .as_deref()
            .map(|text| errors.take("addedSince", day(Some(text))));
        let book = self.book.map(|text| {
            let id = text.parse().map_err(|_| message::BOOK_UNKNOWN);
            errors.take("book", id)
        });
        let import = self.import.map(|text| {
            let id = text.parse().map_err(|_| message::IMPORT_UNKNOWN);
            errors.take("import", id)
        });
        let ways = [
            copies.map(|ids| ids.map(WhichCopies::Copies)),
            barcodes.map(|texts| texts.map(WhichCopies::Barcodes)),
            range.map(|range| range.map(|(from, to)| WhichCopies::Range { from, to })),
            book.map(|id| id.map(WhichCopies::Book)),
            import.map(|id| id.map(WhichCopies::Import)),
            added_since.map(|day| day.map(WhichCopies::AddedSince)),
        ];
        let mut ways = ways.into_iter().flatten();
        let copies = match (ways.next(), ways.next()) {
            (None, _) => errors.take("copies", Err(message::COPIES_REQUIRED)),
            (Some(_), Some(_)) => errors.take("copies", Err(message::COPIES_TWICE)),
            (Some(copies), None) => copies,
        };
        let options = self.options.validate(&mut errors);
        match (copies, kind, options) {
            (Some(copies), Some(kind), Some(options)) => Ok(Labels {
                copies,
                kind,
                options,
            }),
            _ => Err(errors),
        }
    }
}

/// The id of a text; that of nothing for another text, so that the look-up fails.
pub(super) fn id_of<E: Entity>(text: &str) -> Id<E> {
    Id::from_str(text).unwrap_or(Id::UNASSIGNED)
}

/// The entries of a list, if they are not too many and all of them are valid.
pub(super) fn entries<T>(
    field: &str,
    list: Vec<String>,
    errors: &mut FormErrors,
    read: impl Fn(String) -> Result<T, &'static str>,
) -> Option<Vec<T>> {
    if list.is_empty() || list.len() > limit::ENTRIES.max {
        errors.field(field, message::ENTRIES);
        return None;
    }
    let read = |(index, text)| errors.take(&format!("{field}.{index}"), read(text));
    list.into_iter().enumerate().map(read).collect()
}

fn barcode(text: &str) -> Result<String, &'static str> {
    required_line(
        Some(text),
        limit::BARCODE,
        BARCODE_REQUIRED,
        BARCODE_TOO_LONG,
        NOT_ALLOWED,
    )
}

#[cfg(test)]
mod tests {
    use super::{LabelKind, LabelsForm, WhichCopies};
    use crate::printing::{PrintForm, Symbology};

    fn form() -> LabelsForm {
        LabelsForm {
            kind: Some("barcode".to_owned()),
            options: PrintForm {
                sheet: Some("avery-l7160".to_owned()),
                ..PrintForm::default()
            },
            ..LabelsForm::default()
        }
    }

    fn fields(form: LabelsForm) -> Vec<String> {
        let errors = form
            .validate()
            .err()
            .map(super::FormErrors::into_errors)
            .unwrap_or_default();
        errors.into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn one_field_says_which_copies() {
        let book = || Some("book_12".to_owned());
        assert_eq!(fields(form()), ["copies"]);
        assert_eq!(
            fields(LabelsForm {
                book: book(),
                ..form()
            }),
            Vec::<String>::new()
        );
        let twice = LabelsForm {
            book: book(),
            added_since: Some("2026-11-01".to_owned()),
            ..form()
        };
        assert_eq!(fields(twice), ["copies"]);
        let range = LabelsForm {
            barcode_from: Some(" 30000 ".to_owned()),
            ..form()
        };
        let expected = WhichCopies::Range {
            from: Some("30000".to_owned()),
            to: None,
        };
        assert_eq!(range.validate().map(|labels| labels.copies), Ok(expected));
    }

    #[test]
    fn options_have_defaults() {
        let labels = LabelsForm {
            book: Some("book_12".to_owned()),
            ..form()
        };
        let labels = labels.validate().expect("a valid form");
        assert_eq!(labels.kind, LabelKind::Barcode);
        assert_eq!(labels.options.symbology, Symbology::Code128);
        assert_eq!((labels.options.first, labels.options.shift_right), (1, 0));
        assert!(!labels.options.outline);
    }

    #[test]
    fn every_field_is_checked() {
        let wrong = LabelsForm {
            copies: Some(Vec::new()),
            kind: Some("poster".to_owned()),
            options: PrintForm {
                sheet: Some("  ".to_owned()),
                symbology: Some("ean".to_owned()),
                first: Some(0),
                outline: None,
                shift_right: Some(101),
                shift_down: Some(-101),
            },
            ..form()
        };
        assert_eq!(
            fields(wrong),
            [
                "kind",
                "copies",
                "sheet",
                "symbology",
                "first",
                "shiftRight",
                "shiftDown"
            ]
        );
        let entries = LabelsForm {
            barcodes: Some(vec!["B1".to_owned(), " ".to_owned(), "x".repeat(101)]),
            ..form()
        };
        assert_eq!(fields(entries), ["barcodes.1"]);
        let day = LabelsForm {
            added_since: Some("yesterday".to_owned()),
            ..form()
        };
        assert_eq!(fields(day), ["addedSince"]);
    }

    #[test]
    fn up_to_ten_thousand_copies_are_named() {
        for (count, wrong) in [(10_000, &[][..]), (10_001, &["barcodes"])] {
            let named = LabelsForm {
                barcodes: Some(vec!["B1".to_owned(); count]),
                ..form()
            };
            assert_eq!(fields(named), wrong, "{count}");
        }
    }

    /// An id of another type, or no id at all, is the id of nothing.
    #[test]
    fn a_wrong_id_identifies_nothing() {
        let labels = LabelsForm {
            copies: Some(vec!["copy_7".to_owned(), "book_7".to_owned()]),
            ..form()
        };
        let WhichCopies::Copies(ids) = labels.validate().expect("a valid form").copies else {
            panic!("copies were named");
        };
        assert_eq!(ids.iter().map(|id| id.number()).collect::<Vec<_>>(), [7, 0]);
    }
}
