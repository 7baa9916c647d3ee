//! Sheets of labels: those of the makers, and the library's own.

use carrel_domain::printing::{LabelSheets, Measures, message};
use carrel_domain::users::Act;
use carrel_domain::validation::{EntryError, FormErrors};
use carrel_labels::{KNOWN_SHEETS, Sheet, SheetProblem};
use carrel_storage::{Connection, Transaction, texts};

use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::settings::section::Section;

/// The key of the own sheets among the texts.
const KEY: &str = "label_sheets";

/// A sheet that can be bought.
#[derive(Debug, Clone, Copy)]
pub struct KnownSheet {
    pub code: &'static str,
    /// Empty for a page of no maker.
    pub maker: &'static str,
    pub number: &'static str,
    pub measures: Measures,
}

/// The sheets of the makers, in display order.
pub fn known_sheets() -> impl Iterator<Item = KnownSheet> {
    KNOWN_SHEETS.iter().map(|known| KnownSheet {
        code: known.code,
        maker: known.maker,
        number: known.number,
        measures: measures_of(&known.sheet),
    })
}

impl Section for LabelSheets {
    /// Labels and cards need different permissions, and both need the list of sheets. It has no secrets.
    const READ: Act = Act::ReadCatalogue;

    fn name(&self) -> &'static str {
        KEY
    }

    fn act(&self) -> Act {
        Act::ManageCatalogue
    }

    async fn stored(&self, connection: &mut Connection) -> Result<Self> {
        match texts::find(connection, KEY).await? {
            Some((json, _)) => {
                serde_json::from_str(&json).map_err(|error| Error::Defect(format!("own sheets: {error}")))
            }
            None => Ok(LabelSheets::default()),
        }
    }

    async fn store(&self, transaction: &mut Transaction, context: &Context) -> Result<()> {
        let errors = self.sheets.iter().enumerate().filter_map(|(index, sheet)| {
            let problem = sheet_of(&sheet.measures).check().err()?;
            let (part, message) = match problem {
                SheetProblem::TooWide => ("labelWidthUm", message::LABELS_TOO_WIDE),
                SheetProblem::TooHigh | SheetProblem::Empty => ("labelHeightUm", message::LABELS_TOO_HIGH),
            };
            Some(EntryError::new("sheets", index, part, message))
        });
        if let Some(errors) = FormErrors::of_all(errors) {
            return Err(Error::InvalidForm(errors));
        }
        let json =
            serde_json::to_string(self).map_err(|error| Error::Defect(format!("own sheets: {error}")))?;
        texts::set(transaction, KEY, &json, context.now_ms()).await?;
        Ok(())
    }
}

/// A sheet by its code.
pub(crate) async fn sheet_named(connection: &mut Connection, code: &str) -> Result<Option<Sheet>> {
    if let Some(known) = KNOWN_SHEETS.iter().find(|known| known.code == code) {
        return Ok(Some(known.sheet));
    }
    let own = LabelSheets::default().stored(connection).await?;
    let own = own.sheets.iter().find(|sheet| sheet.code == code);
    Ok(own.map(|sheet| sheet_of(&sheet.measures)))
}

fn sheet_of(measures: &Measures) -> Sheet {
    Sheet {
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

fn measures_of(sheet: &Sheet) -> Measures {
    Measures {
        page_width_um: sheet.page_width_um,
        page_height_um: sheet.page_height_um,
        margin_left_um: sheet.margin_left_um,
        margin_top_um: sheet.margin_top_um,
        label_width_um: sheet.label_width_um,
        label_height_um: sheet.label_height_um,
        columns: sheet.columns,
        rows: sheet.rows,
        column_gap_um: sheet.column_gap_um,
        row_gap_um: sheet.row_gap_um,
    }
}
