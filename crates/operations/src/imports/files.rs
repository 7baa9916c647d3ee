//! The files of imports: they are stored beside the database until their import has long ended.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use carrel_domain::identity::hexadecimal;
use carrel_domain::imports::{ImportFormat, ImportId, message};
use carrel_domain::validation::FieldError;
use carrel_formats::table::{Dialect, SheetProblem, Spreadsheet, convert};
use sha2::{Digest as _, Sha256};
use tempfile::NamedTempFile;

use crate::core::error::{Error, Noun, Result};
use crate::core::library::Library;

/// The number of bytes at the beginning of a file that tell what it is.
const SAMPLE_BYTES: usize = 64 * 1024;

/// The beginning of the name of a file that is arriving.
pub(super) const ARRIVING: &str = "arriving-";

/// The folder of the files.
pub(super) fn folder(library: &Library) -> Result<&Path> {
    library
        .import_files
        .as_deref()
        .ok_or_else(|| Error::Defect("this process stores no files".to_owned()))
}

/// The file of an import that was sent to the server.
pub(super) fn path_of(library: &Library, id: ImportId) -> Result<PathBuf> {
    Ok(folder(library)?.join(id.number().to_string()))
}

/// A failure of the disk, as one of the database.
pub(super) fn failure(error: &io::Error) -> Error {
    Error::Storage(match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => carrel_storage::Error::DiskFull,
        _ => carrel_storage::Error::DiskFailed(error.to_string()),
    })
}

/// The failure to read a stored file, which may have been removed.
pub(super) fn unreadable(error: &io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::NotFound => Error::NotFound(Noun::File),
        _ => failure(error),
    }
}

/// Runs work that waits for the disk on a thread that may.
pub(super) async fn on_a_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|_| Error::Defect("reading a file panicked".to_owned()))?
}

/// The refusal of a file.
pub(super) fn refused_file(text: &'static str) -> Error {
    Error::Invalid(vec![FieldError::new("file", text)])
}

/// A file that is arriving. It is removed unless it is kept.
pub struct Upload {
    file: NamedTempFile,
    size_bytes: u64,
    digest: Sha256,
}

/// A file that has arrived.
pub(super) struct Arrived {
    pub file: NamedTempFile,
    pub format: ImportFormat,
    pub size_bytes: i64,
    pub sha256: String,
}

impl Upload {
    /// Begins to receive a file.
    pub(super) fn begin(folder: &Path) -> Result<Self> {
        let begin = || {
            std::fs::create_dir_all(folder)?;
            NamedTempFile::with_prefix_in(ARRIVING, folder)
        };
        Ok(Upload {
            file: begin().map_err(|error| failure(&error))?,
            size_bytes: 0,
            digest: Sha256::new(),
        })
    }

    /// The number of bytes that have arrived.
    pub fn size_bytes(&self) -> u64 {
        self.size_bytes
    }

    /// Appends the next bytes. Waits for the disk: to be called on a thread that may.
    ///
    /// # Errors
    /// The disk is full.
    pub fn append(&mut self, bytes: &[u8]) -> Result<()> {
        self.size_bytes += bytes.len() as u64;
        self.digest.update(bytes);
        self.file.write_all(bytes).map_err(|error| failure(&error))
    }

    /// Finds out what the file is, and converts a spreadsheet to delimited text. `wanted` is the format that the sender
    /// states, if any.
    ///
    /// # Errors
    /// The file is empty, or neither a table nor MARC records.
    pub(super) fn arrive(mut self, wanted: Option<ImportFormat>) -> Result<Arrived> {
        if self.size_bytes == 0 {
            return Err(refused_file(message::FILE_EMPTY));
        }
        let sample = self.sample().map_err(|error| failure(&error))?;
        let sheet = Spreadsheet::sniff(&sample);
        let format = match (sheet, wanted) {
            (Some(_), _) => ImportFormat::Csv,
            (None, Some(wanted)) => wanted,
            (None, None) => format_of(&sample).ok_or_else(|| refused_file(message::FILE_UNKNOWN))?,
        };
        let mut file = self.file;
        if let Some(sheet) = sheet {
            let beside = file.path().parent().unwrap_or(Path::new("."));
            let text = NamedTempFile::with_prefix_in(ARRIVING, beside);
            let mut text = text.map_err(|error| failure(&error))?;
            convert_into(sheet, file.path(), text.as_file_mut())?;
            file = text;
        }
        file.as_file().sync_all().map_err(|error| failure(&error))?;
        Ok(Arrived {
            file,
            format,
            size_bytes: i64::try_from(self.size_bytes).unwrap_or(i64::MAX),
            sha256: hexadecimal(&self.digest.finalize()),
        })
    }

    fn sample(&mut self) -> io::Result<Vec<u8>> {
        self.file.flush()?;
        sample_of(self.file.as_file_mut())
    }
}

/// The beginning of a file.
pub(super) fn sample_of(file: &mut File) -> io::Result<Vec<u8>> {
    file.rewind()?;
    let mut sample = Vec::with_capacity(SAMPLE_BYTES);
    file.take(SAMPLE_BYTES as u64).read_to_end(&mut sample)?;
    Ok(sample)
}

/// A spreadsheet as delimited text, in a file that is removed when it is dropped.
pub(super) fn converted_file(sheet: Spreadsheet, path: &Path) -> Result<NamedTempFile> {
    let mut text = NamedTempFile::new().map_err(|error| failure(&error))?;
    convert_into(sheet, path, text.as_file_mut())?;
    Ok(text)
}

fn convert_into(sheet: Spreadsheet, path: &Path, text: &mut File) -> Result<()> {
    let file = File::open(path).map_err(|error| failure(&error))?;
    let mut writer = io::BufWriter::new(text);
    convert(sheet, io::BufReader::new(file), &mut writer).map_err(|problem| {
        tracing::info!(%problem, "a spreadsheet could not be read");
        match problem {
            SheetProblem::Unreadable => refused_file(message::SHEET_UNREADABLE),
            SheetProblem::Encrypted => refused_file(message::SHEET_ENCRYPTED),
            SheetProblem::Empty => refused_file(message::SHEET_EMPTY),
            SheetProblem::TooManyRows | SheetProblem::TooLarge => refused_file(message::SHEET_TOO_LARGE),
            SheetProblem::Write(error) => failure(&error),
        }
    })?;
    writer.flush().map_err(|error| failure(&error))
}

/// How files begin that are neither tables nor MARC: documents, pictures and archives.
const OTHER_FILES: [&[u8]; 10] = [
    b"%PDF-",
    b"PK\x03\x04",
    b"\x89PNG",
    b"GIF8",
    b"\xff\xd8\xff",
    b"\x1f\x8b",
    b"7z\xbc\xaf",
    b"Rar!",
    b"\xd0\xcf\x11\xe0",
    b"{\\rtf",
];

/// The format of a file that begins with these bytes; `None` for one that is no text and no MARC record.
pub(super) fn format_of(sample: &[u8]) -> Option<ImportFormat> {
    if OTHER_FILES.iter().any(|begin| sample.starts_with(begin)) {
        return None;
    }
    let begin = sample
        .iter()
        .position(|byte| !byte.is_ascii_whitespace() && !matches!(byte, 0xef | 0xbb | 0xbf))
        .unwrap_or(0);
    let text = &sample[begin..];
    // A leader begins with the length of the record, and has the numbers of indicators and of characters of a code.
    let is_leader = text.len() >= 24 && text[..5].iter().all(u8::is_ascii_digit) && &text[10..12] == b"22";
    if is_leader || sample.contains(&0x1d) && sample.contains(&0x1e) {
        return Some(ImportFormat::Marc);
    }
    let is_utf_16 = sample.starts_with(&[0xff, 0xfe]) || sample.starts_with(&[0xfe, 0xff]);
    let angle = if is_utf_16 {
        sample.iter().skip(2).find(|byte| **byte != 0) == Some(&b'<')
    } else {
        text.first() == Some(&b'<')
    };
    if angle {
        return Some(ImportFormat::MarcXml);
    }
    let dialect = Dialect::guess(sample);
    let (decoded, _, _) = dialect.encoding.decode(sample);
    let is_binary =
        |sign: char| sign.is_control() && !matches!(sign, '\t' | '\n' | '\r' | '\u{1a}' | '\u{c}');
    let binary = decoded.chars().filter(|sign| is_binary(*sign)).count();
    (binary * 200 < decoded.chars().count()).then_some(ImportFormat::Csv)
}

#[cfg(test)]
mod tests {
    use carrel_domain::imports::ImportFormat;

    use super::format_of;

    #[test]
    fn the_beginning_of_a_file_tells_its_format() {
        let table: [(&[u8], Option<ImportFormat>); 9] = [
            (b"00714cam a2200205 a 4500001001300000", Some(ImportFormat::Marc)),
            (
                b"\xef\xbb\xbf<?xml version=\"1.0\"?><collection>",
                Some(ImportFormat::MarcXml),
            ),
            (b"\xff\xfe<\0?\0x\0m\0l\0", Some(ImportFormat::MarcXml)),
            (b"Title;Author\nDune;Herbert\n", Some(ImportFormat::Csv)),
            (
                b"Titel\tVerfasser\nM\xfcnchen\tK\xe4stner\n",
                Some(ImportFormat::Csv),
            ),
            (b"PK\x03\x04 no spreadsheet", None),
            (b"\x7fELF\x02\x01\x01\0\0\0\x03\x04\x05\x06", None),
            (b"%PDF-1.7\n\0\x01\x02\x03\x04\x05\x06\x07", None),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0", None),
        ];
        for (sample, format) in table {
            assert_eq!(format_of(sample), format, "{:?}", String::from_utf8_lossy(sample));
        }
    }
}
