//! The size of the sheets in a workbook of Excel 97 to 2003 (MS-XLS).
//!
//! The reader of spreadsheets reserves memory for the whole area of a sheet, so that the areas are checked here first.

use super::SheetProblem;
use super::little_endian::number;

/// The most cells of the area that a sheet declares: those of a full sheet.
const MAX_DECLARED_CELLS: u64 = 65_536 * 256;
/// The most cells of the areas of all sheets.
const MAX_CELLS: u64 = 4 * 1024 * 1024;
const MAX_SHEETS: usize = 256;

const BEGIN: u16 = 0x0809;
const END: u16 = 0x000A;
const SHEET: u16 = 0x0085;
const DIMENSIONS: u16 = 0x0200;
const NUMBERS: u16 = 0x00BD;
/// Records that begin with a row and a column: formulas, numbers, texts and truth values.
const CELLS: [u16; 8] = [0x0006, 0x0203, 0x0204, 0x00D6, 0x0205, 0x027E, 0x00FD, NUMBERS];

/// Refuses workbooks whose sheets have very large areas.
pub(super) fn check_areas(workbook: &[u8]) -> Result<(), SheetProblem> {
    let sheets: Vec<usize> = Records(workbook)
        .take_while(|(kind, _)| *kind != END)
        .filter(|(kind, _)| *kind == SHEET)
        .filter_map(|(_, data)| usize::try_from(number(data, 0, 4)?).ok())
        .collect();
    if sheets.len() > MAX_SHEETS {
        return Err(SheetProblem::TooLarge);
    }
    let mut cells: u64 = 0;
    for start in sheets {
        let sheet = workbook.get(start..).ok_or(SheetProblem::Unreadable)?;
        cells = cells.saturating_add(area(sheet)?);
        if cells > MAX_CELLS {
            return Err(SheetProblem::TooLarge);
        }
    }
    Ok(())
}

/// The number of cells between the first and the last row and column.
fn area(sheet: &[u8]) -> Result<u64, SheetProblem> {
    let (mut rows, mut columns) = (Span::default(), Span::default());
    let mut depth = 0;
    for (kind, data) in Records(sheet) {
        match kind {
            BEGIN => depth += 1,
            END if depth <= 1 => break,
            END => depth -= 1,
            // Charts in the sheet have cells of their own.
            _ if depth > 1 => {}
            DIMENSIONS if declared_cells(data) > MAX_DECLARED_CELLS => return Err(SheetProblem::TooLarge),
            _ if CELLS.contains(&kind) => {
                if let (Some(row), Some(column)) = (number(data, 0, 2), number(data, 2, 2)) {
                    rows.include(row);
                    columns.include(column);
                    // A record of several numbers has six bytes for each, and six others.
                    let more = u64::try_from(data.len() / 6).unwrap_or(0).saturating_sub(2);
                    columns.include(column + if kind == NUMBERS { more } else { 0 });
                }
            }
            _ => {}
        }
    }
    Ok(rows.length() * columns.length())
}

fn declared_cells(data: &[u8]) -> u64 {
    let width = if data.len() == 10 { 2 } else { 4 };
    let length = |offset, width| {
        let first = number(data, offset, width).unwrap_or(0);
        let behind = number(data, offset + width, width).unwrap_or(0);
        (first, behind)
    };
    let ((first_row, behind_row), (first_column, behind_column)) = (length(0, width), length(2 * width, 2));
    if behind_row == 0 || behind_column == 0 {
        return 1;
    }
    // With rows in disorder, the reader of spreadsheets counts almost without an end.
    let rows = behind_row.checked_sub(first_row).unwrap_or(u64::MAX);
    let columns = behind_column.checked_sub(first_column).unwrap_or(behind_column);
    rows.saturating_mul(columns.max(1))
}

#[derive(Default)]
struct Span(Option<(u64, u64)>);

impl Span {
    fn include(&mut self, place: u64) {
        let (first, last) = self.0.unwrap_or((place, place));
        self.0 = Some((first.min(place), last.max(place)));
    }

    fn length(&self) -> u64 {
        self.0.map_or(0, |(first, last)| last - first + 1)
    }
}

/// The kinds and the contents of records, up to the first that is damaged.
struct Records<'a>(&'a [u8]);

impl<'a> Iterator for Records<'a> {
    type Item = (u16, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let kind = u16::try_from(number(self.0, 0, 2)?).ok()?;
        let length = usize::try_from(number(self.0, 2, 2)?).ok()?;
        let data = self.0.get(4..4 + length)?;
        self.0 = &self.0[4 + length..];
        Some((kind, data))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::{BEGIN, DIMENSIONS, END, NUMBERS, SHEET, check_areas};
    use crate::table::SheetProblem;

    fn record(kind: u16, data: &[u8]) -> Vec<u8> {
        let length = u16::try_from(data.len()).unwrap();
        [&kind.to_le_bytes()[..], &length.to_le_bytes(), data].concat()
    }

    fn place(row: u16, column: u16) -> Vec<u8> {
        [row.to_le_bytes(), column.to_le_bytes(), [0, 0]].concat()
    }

    pub(in crate::table::spreadsheet) fn number_cell(row: u16, column: u16, number: f64) -> Vec<u8> {
        record(0x0203, &[&place(row, column)[..], &number.to_le_bytes()].concat())
    }

    pub(in crate::table::spreadsheet) fn text_cell(row: u16, column: u16, text: &str) -> Vec<u8> {
        let length = u16::try_from(text.len()).unwrap();
        let text = [&length.to_le_bytes()[..], &[0], text.as_bytes()].concat();
        record(0x0204, &[place(row, column), text].concat())
    }

    /// A workbook with these sheets: names and records.
    pub(in crate::table::spreadsheet) fn workbook(sheets: &[(&str, Vec<u8>)]) -> Vec<u8> {
        let begin = |kind: u8| record(BEGIN, &[&[0, 6, kind, 0][..], &[0; 12]].concat());
        let globals = |first: usize| {
            let mut bytes = begin(5);
            let mut start = first;
            for (name, records) in sheets {
                let length = u8::try_from(name.len()).unwrap();
                let data = [
                    &u32::try_from(start).unwrap().to_le_bytes()[..],
                    &[0, 0, length, 0],
                    name.as_bytes(),
                ];
                bytes.extend(record(SHEET, &data.concat()));
                start += begin(16).len() + records.len() + record(END, &[]).len();
            }
            bytes.extend(record(END, &[]));
            bytes
        };
        let mut bytes = globals(globals(0).len());
        for (_, records) in sheets {
            bytes.extend([begin(16), records.clone(), record(END, &[])].concat());
        }
        bytes
    }

    #[test]
    fn refuses_large_areas() {
        let numbers = |column: u16| {
            let data = [&place(0, column)[..4], &[0; 6 * 3], &[0, 0]].concat();
            record(NUMBERS, &data)
        };
        let declared = |rows: u32, columns: u16| {
            let data = [
                &[0; 4][..],
                &rows.to_le_bytes(),
                &[0; 2],
                &columns.to_le_bytes(),
                &[0; 2],
            ];
            record(DIMENSIONS, &data.concat())
        };
        let corner = |row, column| [number_cell(0, 0, 1.0), number_cell(row, column, 1.0)].concat();
        let chart = [
            record(BEGIN, &[0; 16]),
            number_cell(65_535, 65_535, 1.0),
            record(END, &[]),
        ]
        .concat();
        for (name, sheets, is_accepted) in [
            ("nothing", vec![], true),
            ("a cell far away", vec![number_cell(65_535, 255, 1.0)], true),
            ("a long sheet", vec![corner(65_535, 63)], true),
            ("a large sheet", vec![corner(65_535, 64)], false),
            (
                "large sheets",
                vec![corner(65_535, 40), corner(65_535, 40)],
                false,
            ),
            ("numbers", vec![[corner(65_535, 0), numbers(61)].concat()], true),
            (
                "more numbers",
                vec![[corner(65_535, 0), numbers(62)].concat()],
                false,
            ),
            ("a full sheet", vec![declared(65_536, 256)], true),
            ("a declared sheet", vec![declared(u32::MAX, 256)], false),
            ("a chart", vec![[number_cell(0, 0, 1.0), chart].concat()], true),
        ] {
            let sheets: Vec<(&str, Vec<u8>)> = sheets.into_iter().map(|records| ("S", records)).collect();
            let result = check_areas(&workbook(&sheets));
            assert!(
                matches!(
                    (&result, is_accepted),
                    (Ok(()), true) | (Err(SheetProblem::TooLarge), false)
                ),
                "{name}: {result:?}"
            );
        }
    }
}
