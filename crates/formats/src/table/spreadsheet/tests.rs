use std::io::{Cursor, Write};

use proptest::prelude::*;
use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook};
use zip::write::SimpleFileOptions;

use super::{Converted, SheetProblem, Spreadsheet, convert};

const ODS_TYPE: &str = "application/vnd.oasis.opendocument.spreadsheet";

/// A zip file with these entries.
pub(super) fn zipped(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        let method = if *name == "mimetype" {
            zip::CompressionMethod::Stored
        } else {
            zip::CompressionMethod::Deflated
        };
        let options = SimpleFileOptions::default().compression_method(method);
        archive.start_file(*name, options).unwrap();
        archive.write_all(content.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn converted(kind: Spreadsheet, file: &[u8]) -> Result<(Converted, String), SheetProblem> {
    let mut csv = Vec::new();
    let converted = convert(kind, Cursor::new(file), &mut csv)?;
    Ok((converted, String::from_utf8(csv).unwrap()))
}

/// A file of Excel with this sheet, and these shared texts.
fn xlsx(sheet: &str, texts: &str) -> Vec<u8> {
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006/relationships";
    let relation = |name: &str, kind: &str, target: &str| {
        format!(
            "<Relationships xmlns='{package}'><Relationship Id='{name}' Type='{relations}/{kind}' Target='{target}'/>\
             </Relationships>"
        )
    };
    let workbook = format!(
        "<workbook xmlns='{main}' xmlns:r='{relations}'><sheets><sheet name='S' sheetId='1' r:id='r1'/></sheets></workbook>"
    );
    zipped(&[
        ("[Content_Types].xml", "<Types/>"),
        (
            "_rels/.rels",
            &relation("r1", "officeDocument", "xl/workbook.xml"),
        ),
        ("xl/workbook.xml", &workbook),
        (
            "xl/_rels/workbook.xml.rels",
            &relation("r1", "worksheet", "worksheets/sheet1.xml"),
        ),
        (
            "xl/worksheets/sheet1.xml",
            &format!("<worksheet xmlns='{main}'><sheetData>{sheet}</sheetData></worksheet>"),
        ),
        ("xl/sharedStrings.xml", texts),
    ])
}

/// A file of LibreOffice with these tables.
fn ods(tables: &str) -> Vec<u8> {
    ods_with(tables, "<manifest:manifest/>")
}

fn ods_with(tables: &str, manifest: &str) -> Vec<u8> {
    let content = format!(
        "<?xml version='1.0'?><office:document-content><office:body><office:spreadsheet>{tables}\
         </office:spreadsheet></office:body></office:document-content>"
    );
    zipped(&[
        ("mimetype", ODS_TYPE),
        ("content.xml", &content),
        ("META-INF/manifest.xml", manifest),
    ])
}

#[test]
fn converts_a_file_of_excel() {
    let mut workbook = Workbook::new();
    workbook.add_worksheet().set_name("Empty").unwrap();
    let books = workbook.add_worksheet().set_name("Books").unwrap();
    let date = Format::new().set_num_format("dd.mm.yyyy");
    for (column, heading) in (0..).zip(["Title", "ISBN", "Bought", "Price", "Lent", "Note"]) {
        books.write(0, column, heading).unwrap();
    }
    books.write(1, 0, "Emma, \"or\"").unwrap();
    books.write(1, 1, 9_780_141_439_587_u64).unwrap();
    books
        .write_with_format(1, 2, ExcelDateTime::from_ymd(2024, 12, 31).unwrap(), &date)
        .unwrap();
    books.write(1, 3, 12.5).unwrap();
    books.write(1, 4, true).unwrap();
    books.write(1, 5, "one\ntwo").unwrap();
    books.write(3, 0, "Ulysses").unwrap();
    books.write(3, 3, Formula::new("=5+4").set_result("9")).unwrap();
    books
        .write(3, 4, Formula::new("=1/0").set_result("#DIV/0!"))
        .unwrap();
    workbook
        .add_worksheet()
        .set_name("Old")
        .unwrap()
        .write(0, 0, "x")
        .unwrap();
    let file = workbook.save_to_buffer().unwrap();

    assert_eq!(Spreadsheet::sniff(&file[..4096]), Some(Spreadsheet::Xlsx));
    let (converted, csv) = converted(Spreadsheet::Xlsx, &file).unwrap();
    assert_eq!(
        csv,
        "Title,ISBN,Bought,Price,Lent,Note\r\n\
         \"Emma, \"\"or\"\"\",9780141439587,2024-12-31,12.5,true,\"one\ntwo\"\r\n\
         \r\n\
         Ulysses,,,9\r\n"
    );
    let expected = Converted {
        rows: 4,
        sheet: "Books".to_owned(),
        other_sheets: vec!["Empty".to_owned(), "Old".to_owned()],
    };
    assert_eq!(converted, expected);
}

#[test]
fn converts_a_file_of_libreoffice() {
    let file = ods(
        "<table:tracked-changes/><table:table table:name='Empty'><table:table-row><table:table-cell/></table:table-row>\
         </table:table>\
         <table:table table:name='Books'><table:table-column/>\
         <table:table-header-rows><table:table-row>\
         <table:table-cell office:value-type='string'><text:p>Title</text:p></table:table-cell>\
         <table:table-cell table:number-columns-repeated='2'/>\
         <table:table-cell office:value-type='string' table:number-columns-repeated='2'><text:p>ISBN</text:p></table:table-cell>\
         <table:table-cell table:number-columns-repeated='16000'/></table:table-row></table:table-header-rows>\
         <table:table-row table:number-rows-repeated='2'><table:table-cell/></table:table-row>\
         <table:table-row table:number-rows-repeated='2'>\
         <table:table-cell office:value-type='string' calcext:value-type='string'><office:annotation><text:p>no</text:p>\
         </office:annotation><text:p>a<text:s text:c='2'/>b &amp; <text:span>c&#33;</text:span></text:p><text:p>d</text:p>\
         </table:table-cell>\
         <table:table-cell office:value-type='float' office:value='9780141439587'><text:p>9,78E+12</text:p></table:table-cell>\
         <table:table-cell office:value-type='date' office:date-value='2024-12-31T00:00:00'><text:p>31.12.24</text:p>\
         </table:table-cell>\
         <table:table-cell office:value-type='boolean' office:boolean-value='true'><text:p>WAHR</text:p></table:table-cell>\
         <table:table-cell office:value-type='string' office:string-value='' calcext:value-type='error'><text:p>#N/A</text:p>\
         </table:table-cell></table:table-row>\
         <table:table-row table:number-rows-repeated='1048570'><table:table-cell/></table:table-row></table:table>\
         <table:table table:name='Old'/>",
    );
    assert_eq!(Spreadsheet::sniff(&file), Some(Spreadsheet::Ods));
    let (converted, csv) = converted(Spreadsheet::Ods, &file).unwrap();
    let row = "\"a  b & c!\nd\",9780141439587,2024-12-31,true\r\n";
    assert_eq!(csv, format!("Title,,,ISBN,ISBN\r\n\r\n\r\n{row}{row}"));
    assert_eq!((converted.rows, converted.sheet.as_str()), (5, "Books"));
    assert_eq!(converted.other_sheets, ["Empty", "Old"]);
}

#[test]
fn refuses_files_with_a_reason() {
    let cell = "<table:table-cell office:value-type='string'><text:p>x</text:p></table:table-cell>";
    let many_rows = ods(&format!(
        "<table:table><table:table-row table:number-rows-repeated='1048576'><table:table-cell/></table:table-row>\
         <table:table-row>{cell}</table:table-row></table:table>"
    ));
    let long_row = format!(
        "<table:table><table:table-row><table:table-cell table:number-columns-repeated='16384' \
         office:value-type='string'><text:p>{}</text:p></table:table-cell></table:table-row></table:table>",
        "x".repeat(2000)
    );
    let encrypted = ods_with(
        "",
        "<m:manifest><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>",
    );
    let many_texts = "<sst uniqueCount='1000000000000'><si><t>a</t></si></sst>";
    for (name, kind, file, expected) in [
        ("many rows", Spreadsheet::Ods, many_rows, "TooManyRows"),
        ("a long row", Spreadsheet::Ods, ods(&long_row), "TooLarge"),
        ("encrypted", Spreadsheet::Ods, encrypted, "Encrypted"),
        ("no table", Spreadsheet::Ods, ods(""), "Empty"),
        (
            "an open table",
            Spreadsheet::Ods,
            ods("<table:table>"),
            "Unreadable",
        ),
        (
            "no content",
            Spreadsheet::Ods,
            zipped(&[("mimetype", ODS_TYPE)]),
            "Unreadable",
        ),
        ("no cells", Spreadsheet::Xlsx, xlsx("", "<sst/>"), "Empty"),
        (
            "many texts",
            Spreadsheet::Xlsx,
            xlsx("", many_texts),
            "Unreadable",
        ),
        ("text", Spreadsheet::Xlsx, b"title,author".to_vec(), "Unreadable"),
        ("text", Spreadsheet::Xls, b"title,author".to_vec(), "Unreadable"),
        ("nothing", Spreadsheet::Ods, Vec::new(), "Unreadable"),
        (
            "a row far away",
            Spreadsheet::Xlsx,
            xlsx("<row r='1048577'><c r='A1048577'><v>1</v></c></row>", "<sst/>"),
            "TooManyRows",
        ),
        (
            "rows in disorder",
            Spreadsheet::Xlsx,
            xlsx(
                "<row r='2'><c r='A2'><v>1</v></c></row><row r='1'><c r='A1'><v>1</v></c></row>",
                "<sst/>",
            ),
            "Unreadable",
        ),
    ] {
        let problem = converted(kind, &file).unwrap_err();
        assert_eq!(format!("{problem:?}"), expected, "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_are_refused_or_converted(bytes in prop::collection::vec(any::<u8>(), 0..1500)) {
        let ole = [b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", &bytes[..]].concat();
        for kind in [Spreadsheet::Xlsx, Spreadsheet::Xls, Spreadsheet::Ods] {
            for file in [&bytes, &ole] {
                let _ = converted(kind, file);
            }
        }
    }

    #[test]
    fn damaged_contents_are_refused_or_converted(
        place in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        length in any::<prop::sample::Index>(),
    ) {
        let rows = "<row r='1'><c r='A1' t='s'><v>0</v></c><c r='B1'><v>12</v></c></row>";
        let texts = "<sst uniqueCount='1'><si><t>a</t></si></sst>";
        let tables = "<table:table table:name='a'><table:table-row><table:table-cell office:value-type='string'>\
                      <text:p>x</text:p></table:table-cell></table:table-row></table:table>";
        for (kind, mut file) in [(Spreadsheet::Xlsx, xlsx(rows, texts)), (Spreadsheet::Ods, ods(tables))] {
            prop_assert!(converted(kind, &file).is_ok());
            let place = place.index(file.len());
            file[place] = byte;
            let _ = converted(kind, &file);
            file.truncate(length.index(file.len()));
            let _ = converted(kind, &file);
        }
        // Also where the zip file is whole and its content is damaged.
        let cut = |text: &str| text[..length.index(text.len())].to_owned();
        let _ = converted(Spreadsheet::Xlsx, &xlsx(&cut(rows), &cut(texts)));
        let _ = converted(Spreadsheet::Ods, &ods(&cut(tables)));
    }
}
