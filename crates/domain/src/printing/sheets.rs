//! The library's own sheets of labels.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::options::within;
use super::{limit, message};
use crate::identity::code_of;
use crate::limits::Whole;
use crate::validation::{EntryError, FormErrors, required_line, trimmed};

/// What the codes of own sheets begin with: those of known sheets never do.
const OWN: &str = "own-";
/// The rest of the code for a name without letters or digits of the English alphabet.
const PLAIN_CODE: &str = "sheet";

/// The measures of a sheet, in micrometres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Measures {
    pub page_width_um: u32,
    pub page_height_um: u32,
    /// From the edges of the page to the first label.
    pub margin_left_um: u32,
    pub margin_top_um: u32,
    pub label_width_um: u32,
    pub label_height_um: u32,
    pub columns: u32,
    pub rows: u32,
    /// Between two labels of a row, and between two labels of a column.
    pub column_gap_um: u32,
    pub row_gap_um: u32,
}

/// A sheet that the library has measured itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LabelSheet {
    /// Names the sheet in a request. It never changes.
    pub code: String,
    pub name: String,
    #[serde(flatten)]
    pub measures: Measures,
}

/// The library's own sheets, in display order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelSheets {
    pub sheets: Vec<LabelSheet>,
}

/// A sheet as it was sent.
#[derive(Clone, Debug, Default)]
pub struct SheetForm {
    /// `code`; absent for a new sheet, whose code is made from its name.
    pub code: Option<String>,
    /// `name`
    pub name: Option<String>,
    /// `pageWidthUm` and so on; absent ones are 0.
    pub page_width_um: i64,
    pub page_height_um: i64,
    pub margin_left_um: i64,
    pub margin_top_um: i64,
    pub label_width_um: i64,
    pub label_height_um: i64,
    pub columns: i64,
    pub rows: i64,
    pub column_gap_um: i64,
    pub row_gap_um: i64,
}

/// All own sheets as they were sent.
#[derive(Clone, Debug, Default)]
pub struct LabelSheetsForm {
    /// `sheets`
    pub sheets: Vec<SheetForm>,
}

impl LabelSheetsForm {
    /// Validates the sheets, and makes the codes of new ones. Whether the labels fit on their pages is not checked here.
    ///
    /// # Errors
    /// Every field that is not valid.
    pub fn validate(self) -> Result<LabelSheets, FormErrors> {
        let mut errors = FormErrors::default();
        if self.sheets.len() > limit::SHEETS.max {
            errors.field("sheets", message::TOO_MANY_SHEETS);
            return Err(errors);
        }
        let given = self
            .sheets
            .iter()
            .filter_map(|form| trimmed(form.code.as_deref()));
        let mut codes: BTreeSet<String> = given.map(str::to_owned).collect();
        let (mut names, mut used) = (BTreeSet::new(), BTreeSet::new());
        let mut sheets = Vec::with_capacity(self.sheets.len());
        for (index, form) in self.sheets.into_iter().enumerate() {
            let mut take = Take {
                index,
                errors: &mut errors,
            };
            let name = take.name(form.name.as_deref(), &mut names);
            let code = take.code(form.code.as_deref(), &mut used);
            let measures = take.measures(&form);
            if let (Some(name), Some(code), Some(measures)) = (name, code, measures) {
                let code = code.unwrap_or_else(|| {
                    let is_taken = |code: &str| codes.contains(&format!("{OWN}{code}"));
                    let code = format!("{OWN}{}", code_of(&name, PLAIN_CODE, is_taken));
                    codes.insert(code.clone());
                    code
                });
                sheets.push(LabelSheet { code, name, measures });
            }
        }
        if errors.is_empty() {
            Ok(LabelSheets { sheets })
        } else {
            Err(errors)
        }
    }
}

/// Reads the fields of one sheet, and records their errors.
struct Take<'a> {
    index: usize,
    errors: &'a mut FormErrors,
}

impl Take<'_> {
    fn report(&mut self, part: &str, message: &str) {
        self.errors
            .entry(EntryError::new("sheets", self.index, part, message));
    }

    fn name(&mut self, text: Option<&str>, names: &mut BTreeSet<String>) -> Option<String> {
        let name = required_line(
            text,
            limit::SHEET_NAME,
            message::NAME_REQUIRED,
            message::NAME_TOO_LONG,
            message::NAME_NOT_ALLOWED,
        );
        match name {
            Ok(name) if names.insert(name.to_lowercase()) => Some(name),
            Ok(_) => {
                self.report("name", message::NAME_TWICE);
                None
            }
            Err(message) => {
                self.report("name", message);
                None
            }
        }
    }

    /// The code of a sheet that exists; `Some(None)` for a new one.
    #[expect(
        clippy::option_option,
        reason = "an error, no code and a code are three things here"
    )]
    fn code(&mut self, text: Option<&str>, used: &mut BTreeSet<String>) -> Option<Option<String>> {
        let Some(code) = trimmed(text) else {
            return Some(None);
        };
        if !code.starts_with(OWN) || code.len() > limit::SHEET_CODE.max {
            self.report("code", message::SHEET_UNKNOWN);
            return None;
        }
        if !used.insert(code.to_owned()) {
            self.report("code", message::CODE_TWICE);
            return None;
        }
        Some(Some(code.to_owned()))
    }

    fn whole(&mut self, part: &str, number: i64, limit: Whole, message: &'static str) -> Option<u32> {
        match within(number, limit, message) {
            Ok(number) => Some(number),
            Err(message) => {
                self.report(part, message);
                None
            }
        }
    }

    fn measures(&mut self, form: &SheetForm) -> Option<Measures> {
        use limit::{COLUMNS, GAP, LABEL, MARGIN, PAGE, ROWS};
        use message::{
            COLUMNS_OUT_OF_RANGE, GAP_OUT_OF_RANGE, LABEL_OUT_OF_RANGE, MARGIN_OUT_OF_RANGE,
            PAGE_OUT_OF_RANGE, ROWS_OUT_OF_RANGE,
        };
        let page_width_um = self.whole("pageWidthUm", form.page_width_um, PAGE, PAGE_OUT_OF_RANGE);
        let page_height_um = self.whole("pageHeightUm", form.page_height_um, PAGE, PAGE_OUT_OF_RANGE);
        let margin_left_um = self.whole("marginLeftUm", form.margin_left_um, MARGIN, MARGIN_OUT_OF_RANGE);
        let margin_top_um = self.whole("marginTopUm", form.margin_top_um, MARGIN, MARGIN_OUT_OF_RANGE);
        let label_width_um = self.whole("labelWidthUm", form.label_width_um, LABEL, LABEL_OUT_OF_RANGE);
        let label_height_um = self.whole("labelHeightUm", form.label_height_um, LABEL, LABEL_OUT_OF_RANGE);
        let columns = self.whole("columns", form.columns, COLUMNS, COLUMNS_OUT_OF_RANGE);
        let rows = self.whole("rows", form.rows, ROWS, ROWS_OUT_OF_RANGE);
        let column_gap_um = self.whole("columnGapUm", form.column_gap_um, GAP, GAP_OUT_OF_RANGE);
        let row_gap_um = self.whole("rowGapUm", form.row_gap_um, GAP, GAP_OUT_OF_RANGE);
        Some(Measures {
            page_width_um: page_width_um?,
            page_height_um: page_height_um?,
            margin_left_um: margin_left_um?,
            margin_top_um: margin_top_um?,
            label_width_um: label_width_um?,
            label_height_um: label_height_um?,
            columns: columns?,
            rows: rows?,
            column_gap_um: column_gap_um?,
            row_gap_um: row_gap_um?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{LabelSheet, LabelSheetsForm, Measures, SheetForm};

    fn form(name: &str) -> SheetForm {
        SheetForm {
            name: Some(name.to_owned()),
            page_width_um: 210_000,
            page_height_um: 297_000,
            label_width_um: 63_500,
            label_height_um: 38_100,
            columns: 3,
            rows: 7,
            ..SheetForm::default()
        }
    }

    fn fields(sheets: Vec<SheetForm>) -> Vec<String> {
        let errors = LabelSheetsForm { sheets }.validate().err();
        let errors = errors.map(super::FormErrors::into_errors).unwrap_or_default();
        errors.into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn a_new_sheet_gets_a_free_code_from_its_name() {
        let kept = SheetForm {
            code: Some("own-spines".to_owned()),
            ..form("Old spines")
        };
        let sheets = vec![form("Spines"), kept, form("Этикетки")];
        let valid = LabelSheetsForm { sheets }.validate().expect("valid sheets");
        let codes: Vec<&str> = valid.sheets.iter().map(|sheet| sheet.code.as_str()).collect();
        assert_eq!(codes, ["own-spines-2", "own-spines", "own-sheet"]);
    }

    #[test]
    fn errors_name_the_sheet_and_the_field() {
        let wrong = SheetForm {
            name: Some(" ".to_owned()),
            code: Some("avery-l7160".to_owned()),
            page_width_um: 1_200_001,
            margin_top_um: -1,
            label_height_um: 4_999,
            columns: 0,
            rows: 61,
            row_gap_um: 200_001,
            ..form("Wrong")
        };
        assert_eq!(
            fields(vec![form("Spines"), wrong]),
            [
                "sheets.1.name",
                "sheets.1.code",
                "sheets.1.pageWidthUm",
                "sheets.1.marginTopUm",
                "sheets.1.labelHeightUm",
                "sheets.1.columns",
                "sheets.1.rows",
                "sheets.1.rowGapUm"
            ]
        );
        assert_eq!(fields(vec![form("Spines"), form("spines")]), ["sheets.1.name"]);
        let with_code = |name: &str, code: &str| SheetForm {
            code: Some(code.to_owned()),
            ..form(name)
        };
        let twice = vec![
            with_code("Spines", "own-spines"),
            with_code("Covers", "own-spines"),
        ];
        assert_eq!(fields(twice), ["sheets.1.code"]);
        for (length, wrong) in [(80, &[][..]), (81, &["sheets.0.code"])] {
            let code = format!("own-{}", "s".repeat(length - 4));
            assert_eq!(fields(vec![with_code("Spines", &code)]), wrong, "{length}");
        }
        for (count, wrong) in [(50, &[][..]), (51, &["sheets"])] {
            let many = (0..count)
                .map(|number| form(&format!("Sheet {number}")))
                .collect();
            assert_eq!(fields(many), wrong, "{count}");
        }
    }

    #[test]
    fn a_sheet_has_the_measures_that_were_sent() {
        let sent = SheetForm {
            page_width_um: 210_000,
            page_height_um: 297_000,
            margin_left_um: 7_200,
            margin_top_um: 15_100,
            label_width_um: 63_500,
            label_height_um: 38_100,
            columns: 3,
            rows: 7,
            column_gap_um: 2_500,
            row_gap_um: 0,
            ..form("Spines")
        };
        let valid = LabelSheetsForm { sheets: vec![sent] };
        let valid = valid.validate().expect("a valid sheet");
        let expected = LabelSheet {
            code: "own-spines".to_owned(),
            name: "Spines".to_owned(),
            measures: Measures {
                page_width_um: 210_000,
                page_height_um: 297_000,
                margin_left_um: 7_200,
                margin_top_um: 15_100,
                label_width_um: 63_500,
                label_height_um: 38_100,
                columns: 3,
                rows: 7,
                column_gap_um: 2_500,
                row_gap_um: 0,
            },
        };
        assert_eq!(valid.sheets, [expected]);
    }
}
