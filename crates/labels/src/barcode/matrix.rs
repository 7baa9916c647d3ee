//! QR codes.

use fast_qr::{ECL, QRBuilder};

/// A QR code: rows of modules from top to bottom, true for black.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    pub rows: Vec<Vec<bool>>,
}

impl Matrix {
    /// The number of modules that each side must be blank.
    pub const QUIET_MODULES: u32 = 4;

    /// The number of modules of a side, without the quiet zone.
    pub fn modules(&self) -> u32 {
        u32::try_from(self.rows.len()).unwrap_or(u32::MAX)
    }
}

/// The QR code of a text, of which a quarter may be damaged at level Q; none for an empty text, or one that is too long.
pub fn qr(text: &str) -> Option<Matrix> {
    if text.is_empty() {
        return None;
    }
    let code = QRBuilder::new(text).ecl(ECL::Q).build().ok()?;
    let rows = (0..code.size).map(|row| {
        code[row]
            .iter()
            .take(code.size)
            .map(|module| module.value())
            .collect()
    });
    Some(Matrix { rows: rows.collect() })
}
