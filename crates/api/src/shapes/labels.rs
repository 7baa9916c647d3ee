//! Labels for copies, library cards for people, and the sheets for both.

use carrel_domain::catalogue::copy::CopyId;
use carrel_domain::printing::{self, LabelSheet as OwnSheet, LabelSheets as OwnSheets, Measures, PrintForm};
use carrel_domain::users::UserId;
use carrel_operations::settings::Versioned;
use carrel_operations::settings::printing::{KnownSheet, Preview};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::words::{LabelKindName, SymbologyName};
use crate::input::{Whole, given};

/// Labels to print. One of the first seven properties says for which copies; a range can have two ends.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LabelsForm {
    /// Ids of copies, in the order in which they are printed.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, inline, value_type = Option<Vec<CopyId>>)]
    copies: Option<Vec<String>>,
    /// Barcodes of copies, in the order in which they are printed.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    barcodes: Option<Vec<String>>,
    /// The first barcode of a range, by the order of texts.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    barcode_from: Option<String>,
    /// The last barcode of a range.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    barcode_to: Option<String>,
    /// The id of a book, for all of its copies.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, pattern = "^book_[1-9][0-9]{0,18}$")]
    book: Option<String>,
    /// The id of an import, for the copies that it has added.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, pattern = "^import_[1-9][0-9]{0,18}$")]
    import: Option<String>,
    /// A day of the library, for the copies that were added on it or later.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    added_since: Option<String>,
    /// What is on each label: the barcode with the title, the call number for the spine, or both.
    #[schema(required, nullable = false, value_type = LabelKindName)]
    kind: Option<String>,
    /// The code of a sheet.
    #[schema(required, nullable = false)]
    sheet: Option<String>,
    /// How barcodes are written; `code128` when absent.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, value_type = Option<SymbologyName>)]
    symbology: Option<String>,
    /// The first free label of the sheet, from 1, row by row; 1 when absent.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, value_type = Option<i64>)]
    first: Option<Whole>,
    /// Whether the edges of the labels are printed, for a test on plain paper.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    outline: Option<bool>,
    /// By how many tenths of a millimetre everything is moved to the right.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, value_type = Option<i64>)]
    shift_right: Option<Whole>,
    /// By how many tenths of a millimetre everything is moved down.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, value_type = Option<i64>)]
    shift_down: Option<Whole>,
}

impl From<LabelsForm> for printing::LabelsForm {
    fn from(form: LabelsForm) -> Self {
        printing::LabelsForm {
            copies: form.copies,
            barcodes: form.barcodes,
            barcode_from: form.barcode_from,
            barcode_to: form.barcode_to,
            book: form.book,
            import: form.import,
            added_since: form.added_since,
            kind: form.kind,
            options: PrintForm {
                sheet: form.sheet,
                symbology: form.symbology,
                first: form.first.map(|first| first.0),
                outline: form.outline,
                shift_right: form.shift_right.map(|shift| shift.0),
                shift_down: form.shift_down.map(|shift| shift.0),
            },
        }
    }
}

/// Library cards to print. One of the first two properties says for whom.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CardsForm {
    /// Ids of people, in the order in which their cards are printed.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, inline, value_type = Option<Vec<UserId>>)]
    users: Option<Vec<String>>,
    /// A class, for its active people by name.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    class: Option<String>,
    /// The code of a sheet.
    #[schema(required, nullable = false)]
    sheet: Option<String>,
    /// How numbers are written; `code128` when absent.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, value_type = Option<SymbologyName>)]
    symbology: Option<String>,
    /// The first free card of the sheet, from 1, row by row; 1 when absent.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, value_type = Option<i64>)]
    first: Option<Whole>,
    /// Whether the edges of the cards are printed.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    outline: Option<bool>,
    /// By how many tenths of a millimetre everything is moved to the right.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, value_type = Option<i64>)]
    shift_right: Option<Whole>,
    /// By how many tenths of a millimetre everything is moved down.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, value_type = Option<i64>)]
    shift_down: Option<Whole>,
}

impl From<CardsForm> for printing::CardsForm {
    fn from(form: CardsForm) -> Self {
        printing::CardsForm {
            users: form.users,
            class: form.class,
            options: PrintForm {
                sheet: form.sheet,
                symbology: form.symbology,
                first: form.first.map(|first| first.0),
                outline: form.outline,
                shift_right: form.shift_right.map(|shift| shift.0),
                shift_down: form.shift_down.map(|shift| shift.0),
            },
        }
    }
}

/// The first page of a document of labels or cards.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PrintPreview {
    /// The page as SVG, with texts as outlines.
    pub page: String,
    pub labels: usize,
    pub pages: usize,
    /// How many copies get no label, because they have no call number.
    pub left_out: usize,
}

impl From<Preview> for PrintPreview {
    fn from(preview: Preview) -> Self {
        PrintPreview {
            page: preview.page,
            labels: preview.labels,
            pages: preview.pages,
            left_out: preview.left_out,
        }
    }
}

/// A sheet of labels. All lengths are in micrometres.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LabelSheet {
    /// Names the sheet in a request. It never changes.
    pub code: String,
    /// The maker; empty for a page of no maker, and for an own sheet.
    pub maker: &'static str,
    /// The numbers under which the maker sells it, or the name of an own sheet.
    pub name: String,
    pub page_width_um: u32,
    pub page_height_um: u32,
    /// From the left edge of the page to the first label.
    pub margin_left_um: u32,
    /// From the top edge of the page to the first label.
    pub margin_top_um: u32,
    pub label_width_um: u32,
    pub label_height_um: u32,
    pub columns: u32,
    pub rows: u32,
    /// Between two labels of a row.
    pub column_gap_um: u32,
    /// Between two labels of a column.
    pub row_gap_um: u32,
}

impl LabelSheet {
    fn new(code: String, maker: &'static str, name: String, measures: Measures) -> Self {
        LabelSheet {
            code,
            maker,
            name,
            page_width_um: measures.page_width_um,
            page_height_um: measures.page_height_um,
            margin_left_um: measures.margin_left_um,
            margin_top_um: measures.margin_top_um,
            label_width_um: measures.label_width_um,
            label_height_um: measures.label_height_um,
            columns: measures.columns,
            rows: measures.rows,
            column_gap_um: measures.column_gap_um,
            row_gap_um: measures.row_gap_um,
        }
    }
}

impl From<OwnSheet> for LabelSheet {
    fn from(sheet: OwnSheet) -> Self {
        LabelSheet::new(sheet.code, "", sheet.name, sheet.measures)
    }
}

/// The sheets on which labels and cards can be printed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LabelSheets {
    /// Those of the makers.
    pub known: Vec<LabelSheet>,
    /// The library's own, in display order.
    pub own: Vec<LabelSheet>,
    /// The version of the own sheets; a change must name it.
    pub version: String,
}

impl LabelSheets {
    pub(crate) fn new(known: impl Iterator<Item = KnownSheet>, own: Versioned<OwnSheets>) -> Self {
        let known = known.map(|sheet| {
            LabelSheet::new(
                sheet.code.to_owned(),
                sheet.maker,
                sheet.number.to_owned(),
                sheet.measures,
            )
        });
        LabelSheets {
            known: known.collect(),
            own: own.section.sheets.into_iter().map(LabelSheet::from).collect(),
            version: own.version,
        }
    }
}

/// An own sheet to store. All lengths are in micrometres.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LabelSheetForm)]
pub(crate) struct SheetBody {
    /// Absent for a new sheet, whose code is derived from its name.
    code: Option<String>,
    #[schema(required, nullable = false)]
    name: Option<String>,
    #[schema(required, nullable = false, value_type = i64)]
    page_width_um: Option<Whole>,
    #[schema(required, nullable = false, value_type = i64)]
    page_height_um: Option<Whole>,
    /// From the left edge of the page to the first label.
    #[schema(required, nullable = false, value_type = i64)]
    margin_left_um: Option<Whole>,
    /// From the top edge of the page to the first label.
    #[schema(required, nullable = false, value_type = i64)]
    margin_top_um: Option<Whole>,
    #[schema(required, nullable = false, value_type = i64)]
    label_width_um: Option<Whole>,
    #[schema(required, nullable = false, value_type = i64)]
    label_height_um: Option<Whole>,
    #[schema(required, nullable = false, value_type = i64)]
    columns: Option<Whole>,
    #[schema(required, nullable = false, value_type = i64)]
    rows: Option<Whole>,
    /// Between two labels of a row; 0 when absent.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, value_type = Option<i64>)]
    column_gap_um: Option<Whole>,
    /// Between two labels of a column; 0 when absent.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, value_type = Option<i64>)]
    row_gap_um: Option<Whole>,
}

/// The own sheets, in display order. A sheet that is left out is deleted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LabelSheetsForm)]
pub(crate) struct SheetsBody {
    sheets: Vec<SheetBody>,
    /// The version that the change is based on.
    #[schema(required, nullable = false)]
    pub version: Option<String>,
}

impl From<SheetBody> for printing::SheetForm {
    fn from(body: SheetBody) -> Self {
        // A length that is missing is none that is allowed; a missing gap is none at all.
        let needed = |length: Option<Whole>| length.map_or(-1, |length| length.0);
        let gap = |length: Option<Whole>| length.map_or(0, |length| length.0);
        printing::SheetForm {
            code: body.code,
            name: body.name,
            page_width_um: needed(body.page_width_um),
            page_height_um: needed(body.page_height_um),
            margin_left_um: needed(body.margin_left_um),
            margin_top_um: needed(body.margin_top_um),
            label_width_um: needed(body.label_width_um),
            label_height_um: needed(body.label_height_um),
            columns: needed(body.columns),
            rows: needed(body.rows),
            column_gap_um: gap(body.column_gap_um),
            row_gap_um: gap(body.row_gap_um),
        }
    }
}

impl From<SheetsBody> for printing::LabelSheetsForm {
    fn from(body: SheetsBody) -> Self {
        printing::LabelSheetsForm {
            sheets: body.sheets.into_iter().map(printing::SheetForm::from).collect(),
        }
    }
}
