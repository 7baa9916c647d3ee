//! How labels and cards are printed.

use super::{limit, message};
use crate::limits::Whole;
use crate::validation::{FormErrors, trimmed};

/// How numbers are written as barcodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symbology {
    #[default]
    Code128,
    Code39,
    Qr,
}

impl Symbology {
    pub const ALL: [Symbology; 3] = [Symbology::Code128, Symbology::Code39, Symbology::Qr];

    /// The word in requests.
    pub fn as_str(self) -> &'static str {
        match self {
            Symbology::Code128 => "code128",
            Symbology::Code39 => "code39",
            Symbology::Qr => "qr",
        }
    }
}

/// The options as they were sent.
#[derive(Clone, Debug, Default)]
pub struct PrintForm {
    /// `sheet`
    pub sheet: Option<String>,
    /// `symbology`
    pub symbology: Option<String>,
    /// `first`
    pub first: Option<i64>,
    /// `outline`
    pub outline: Option<bool>,
    /// `shiftRight`
    pub shift_right: Option<i64>,
    /// `shiftDown`
    pub shift_down: Option<i64>,
}

/// How something is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintOptions {
    /// The code of a sheet.
    pub sheet: String,
    pub symbology: Symbology,
    /// The first free label of the sheet, from 1.
    pub first: u32,
    /// Whether the edges of the labels are drawn.
    pub outline: bool,
    /// By how much everything is moved to the right and down, in tenths of a millimetre.
    pub shift_right: i32,
    pub shift_down: i32,
}

impl PrintForm {
    /// Validates the options, or records their errors.
    pub(super) fn validate(self, errors: &mut FormErrors) -> Option<PrintOptions> {
        let sheet = match trimmed(self.sheet.as_deref()) {
            None => Err(message::SHEET_REQUIRED),
            Some(code) if code.chars().count() > limit::SHEET.max => Err(message::SHEET_UNKNOWN),
            Some(code) => Ok(code.to_owned()),
        };
        let sheet = errors.take("sheet", sheet);
        let symbology = match self.symbology.as_deref() {
            None => Ok(Symbology::default()),
            Some(word) => Symbology::ALL
                .into_iter()
                .find(|known| known.as_str() == word)
                .ok_or(message::SYMBOLOGY_UNKNOWN),
        };
        let symbology = errors.take("symbology", symbology);
        let first = within(self.first.unwrap_or(1), limit::FIRST, message::FIRST_OUT_OF_RANGE);
        let first = errors.take("first", first);
        let shift =
            |value: Option<i64>| within(value.unwrap_or(0), limit::SHIFT, message::SHIFT_OUT_OF_RANGE);
        let shift_right = errors.take("shiftRight", shift(self.shift_right));
        let shift_down = errors.take("shiftDown", shift(self.shift_down));
        Some(PrintOptions {
            sheet: sheet?,
            symbology: symbology?,
            first: first?,
            outline: self.outline.unwrap_or(false),
            shift_right: shift_right?,
            shift_down: shift_down?,
        })
    }
}

/// A number within its limits.
pub(super) fn within<T: TryFrom<i64>>(
    number: i64,
    limit: Whole,
    message: &'static str,
) -> Result<T, &'static str> {
    let number = Some(number)
        .filter(|number| limit.holds(*number))
        .ok_or(message)?;
    T::try_from(number).map_err(|_| message)
}

#[cfg(test)]
mod tests {
    use super::{PrintForm, PrintOptions, Symbology};
    use crate::validation::FormErrors;

    fn form() -> PrintForm {
        PrintForm {
            sheet: Some(" avery-l7160 ".to_owned()),
            ..PrintForm::default()
        }
    }

    fn validated(form: PrintForm) -> Result<PrintOptions, Vec<String>> {
        let mut errors = FormErrors::default();
        let options = form.validate(&mut errors);
        let fields = errors.into_errors().into_iter().map(|error| error.field);
        options.ok_or(fields.collect())
    }

    #[test]
    fn barcodes_are_written_in_three_ways() {
        for (word, expected) in [
            (None, Some(Symbology::Code128)),
            (Some("code128"), Some(Symbology::Code128)),
            (Some("code39"), Some(Symbology::Code39)),
            (Some("qr"), Some(Symbology::Qr)),
            (Some("QR"), None),
            (Some("ean"), None),
        ] {
            let symbology = word.map(str::to_owned);
            let options = validated(PrintForm { symbology, ..form() });
            assert_eq!(
                options.map(|options| options.symbology).ok(),
                expected,
                "{word:?}"
            );
            if let (Some(word), Some(symbology)) = (word, expected) {
                assert_eq!(symbology.as_str(), word);
            }
        }
    }

    #[test]
    fn options_are_taken_up_to_their_limits() {
        let longest = "s".repeat(80);
        let full = PrintForm {
            sheet: Some(longest.clone()),
            symbology: Some("qr".to_owned()),
            first: Some(1800),
            outline: Some(true),
            shift_right: Some(100),
            shift_down: Some(-100),
        };
        let expected = PrintOptions {
            sheet: longest,
            symbology: Symbology::Qr,
            first: 1800,
            outline: true,
            shift_right: 100,
            shift_down: -100,
        };
        assert_eq!(validated(full), Ok(expected));
        let too_long = PrintForm {
            sheet: Some("s".repeat(81)),
            ..form()
        };
        assert_eq!(validated(too_long), Err(vec!["sheet".to_owned()]));
        assert_eq!(
            validated(form()).map(|options| options.sheet),
            Ok("avery-l7160".to_owned())
        );
    }
}
