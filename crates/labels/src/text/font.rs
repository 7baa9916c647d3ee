//! The fonts: DejaVu Sans Condensed, which has the letters of Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use rustybuzz::{Direction, Face, Script, ShapePlan};

/// A font of labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FontName {
    Regular,
    Bold,
}

/// A font with its file.
pub(crate) struct Font {
    pub data: &'static [u8],
    pub face: Face<'static>,
    /// How the font is called in a PDF.
    pub name: &'static str,
    units_per_em: f64,
    /// Made once for each direction and script: making one takes longer than shaping a line.
    plans: Mutex<HashMap<(Direction, Script), Arc<ShapePlan>>>,
}

static REGULAR: LazyLock<Font> = LazyLock::new(|| {
    Font::load(
        include_bytes!("../../fonts/DejaVuSansCondensed.ttf"),
        "DejaVuSansCondensed",
    )
});
static BOLD: LazyLock<Font> = LazyLock::new(|| {
    Font::load(
        include_bytes!("../../fonts/DejaVuSansCondensed-Bold.ttf"),
        "DejaVuSansCondensed-Bold",
    )
});

impl FontName {
    pub(crate) fn font(self) -> &'static Font {
        match self {
            FontName::Regular => &REGULAR,
            FontName::Bold => &BOLD,
        }
    }
}

impl Font {
    fn load(data: &'static [u8], name: &'static str) -> Font {
        let face = Face::from_slice(data, 0).expect("the font of this crate is valid");
        Font {
            data,
            units_per_em: f64::from(face.units_per_em()),
            face,
            name,
            plans: Mutex::default(),
        }
    }

    /// How texts of a direction and a script are shaped.
    pub(crate) fn plan(&self, direction: Direction, script: Script) -> Arc<ShapePlan> {
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        let plan = plans.entry((direction, script));
        let make = || Arc::new(ShapePlan::new(&self.face, direction, Some(script), None, &[]));
        Arc::clone(plan.or_insert_with(make))
    }

    /// A length of the font as a part of its size.
    pub(crate) fn em(&self, units: i32) -> f64 {
        f64::from(units) / self.units_per_em
    }

    /// The height of capitals, as a part of the size. The files do not say it, so it is that of an H.
    pub(crate) fn cap_height(&self) -> f64 {
        let letter = self
            .face
            .glyph_index('H')
            .and_then(|glyph| self.face.glyph_bounding_box(glyph));
        self.em(letter.map_or(0, |bounds| i32::from(bounds.y_max)))
    }

    /// How far a glyph moves the pen, as a part of the size.
    pub(crate) fn advance(&self, glyph: u16) -> f64 {
        let units = self.face.glyph_hor_advance(rustybuzz::ttf_parser::GlyphId(glyph));
        self.em(i32::from(units.unwrap_or(0)))
    }

    /// Whether the font can show a character.
    pub(crate) fn has(&self, character: char) -> bool {
        self.face.glyph_index(character).is_some()
    }
}
