//! Documents of labels and cards, drawn on a separate thread.

use carrel_domain::language::Language;
use carrel_domain::printing::{PrintOptions, Symbology, message};
use carrel_domain::validation::{EntryError, FieldError, FormErrors};
use carrel_labels::{Job, Label, Problem, ProblemKind, Sheet, Shift, pdf, svg};
use carrel_storage::Connection;

use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::settings::printing::sheets::sheet_named;

/// A tenth of a millimetre, in micrometres.
const TENTH_UM: i32 = 100;

/// What is printed.
pub(crate) struct Document {
    pub sheet: Sheet,
    pub options: PrintOptions,
    /// Each with the name by which an error identifies it.
    pub labels: Vec<(String, Label)>,
    /// The list of which errors are entries: `labels` or `cards`.
    pub list: &'static str,
    /// How many copies or people were left out.
    pub left_out: usize,
    pub title: &'static str,
    pub language: Language,
}

/// A printed document.
#[derive(Debug, Clone)]
pub struct Printed {
    pub pdf: Vec<u8>,
    pub labels: usize,
    pub pages: usize,
    /// How many copies got no label.
    pub left_out: usize,
}

/// The first page of a document, and how long the document is.
#[derive(Debug, Clone)]
pub struct Preview {
    /// The page as SVG.
    pub page: String,
    pub labels: usize,
    pub pages: usize,
    /// How many copies get no label.
    pub left_out: usize,
}

/// The sheet of the options, on which the first free label must be.
pub(crate) async fn chosen_sheet(connection: &mut Connection, options: &PrintOptions) -> Result<Sheet> {
    let invalid = |field, message| Error::Invalid(vec![FieldError::new(field, message)]);
    let sheet = sheet_named(connection, &options.sheet).await?;
    let sheet = sheet.ok_or_else(|| invalid("sheet", message::SHEET_UNKNOWN))?;
    if options.first > sheet.capacity() {
        return Err(invalid("first", message::FIRST_BEYOND_SHEET));
    }
    Ok(sheet)
}

/// A symbology of the options in the words of the printer.
pub(crate) fn symbology(symbology: Symbology) -> carrel_labels::Symbology {
    match symbology {
        Symbology::Code128 => carrel_labels::Symbology::Code128,
        Symbology::Code39 => carrel_labels::Symbology::Code39,
        Symbology::Qr => carrel_labels::Symbology::Qr,
    }
}

impl Document {
    /// Writes the document.
    pub(crate) async fn print(self, library: &Library) -> Result<Printed> {
        self.draw(library, |job, left_out| {
            Ok(Printed {
                pdf: pdf(job)?,
                labels: job.labels.len(),
                pages: job.pages(),
                left_out,
            })
        })
        .await
    }

    /// Draws the first page.
    pub(crate) async fn preview(self, library: &Library) -> Result<Preview> {
        self.draw(library, |job, left_out| {
            Ok(Preview {
                page: svg(&job.page(0)?),
                labels: job.labels.len(),
                pages: job.pages(),
                left_out,
            })
        })
        .await
    }

    /// Draws on a thread that may compute for seconds; as many at once as half of the cores.
    async fn draw<T: Send + 'static>(
        self,
        library: &Library,
        draw: fn(&Job<'_>, usize) -> std::result::Result<T, Vec<Problem>>,
    ) -> Result<T> {
        let _place = library.prints.acquire().await;
        let drawn = tokio::task::spawn_blocking(move || {
            let (names, labels): (Vec<String>, Vec<Label>) = self.labels.into_iter().unzip();
            let job = Job {
                sheet: self.sheet,
                labels: &labels,
                first: self.options.first,
                outline: self.options.outline,
                shift: Shift {
                    right_um: self.options.shift_right * TENTH_UM,
                    down_um: self.options.shift_down * TENTH_UM,
                },
                title: self.title,
                language: self.language.as_str(),
            };
            draw(&job, self.left_out).map_err(|problems| refused(&problems, &names, self.list))
        });
        drawn
            .await
            .map_err(|_| Error::Defect("printing panicked".to_owned()))?
    }
}

/// The labels that cannot be printed.
fn refused(problems: &[Problem], names: &[String], list: &str) -> Error {
    let errors = problems.iter().map(|problem| EntryError {
        field: format!("{list}.{}", names[problem.label]),
        message: message_of(problem.kind).to_owned(),
    });
    FormErrors::of_all(errors).map_or_else(|| Error::Defect("no problem".to_owned()), Error::InvalidForm)
}

fn message_of(problem: ProblemKind) -> &'static str {
    match problem {
        ProblemKind::Characters => message::CHARACTERS,
        ProblemKind::BarcodeTooWide => message::BARCODE_TOO_WIDE,
        ProblemKind::LabelTooLow => message::LABEL_TOO_LOW,
        ProblemKind::CallNumberTooLarge => message::CALL_NUMBER_TOO_LARGE,
    }
}
