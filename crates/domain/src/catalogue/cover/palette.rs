//! The colours of covers.

use serde::Serialize;

use super::random::Random;

/// Three matching colours, as `#RRGGBB`. The contrast of ink on ground is at least 9.8:1, of accent on
/// ground at least 5.3:1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Palette {
    /// The background.
    pub ground: &'static str,
    /// The text.
    pub ink: &'static str,
    /// The art.
    pub accent: &'static str,
}

const fn palette(ground: &'static str, ink: &'static str, accent: &'static str) -> Palette {
    Palette { ground, ink, accent }
}

/// Three families of four: jewel tones, night tones, and paper.
const FAMILIES: [[Palette; 4]; 3] = [
    [
        palette("#1F2A44", "#F4EFE3", "#E0B458"),
        palette("#5A1A22", "#F6EBDD", "#E2A66B"),
        palette("#1E3B2F", "#F1EDDF", "#D9B65C"),
        palette("#3E2148", "#F5EAF0", "#E5A6C0"),
    ],
    [
        palette("#0F4248", "#EAF4F1", "#F0B97A"),
        palette("#4A2F1B", "#F7EEDF", "#E6B873"),
        palette("#2B333D", "#EEF1F4", "#8FD0C8"),
        palette("#2D1B3D", "#F0EAF7", "#C9A7F0"),
    ],
    [
        palette("#F2EBDC", "#2A2118", "#9C3B2E"),
        palette("#DCE5D6", "#1F2E22", "#7A4A12"),
        palette("#DCE8F2", "#16283B", "#A23B1F"),
        palette("#F4DEDA", "#3A1420", "#7C2B46"),
    ],
];

/// Picks a palette: the category decides the family, so that books of one subject look related; the book
/// decides one of its four palettes.
pub(super) fn pick(category_hash: u32, random: &mut Random) -> Palette {
    let family = usize::try_from(category_hash % 3).expect("below three");
    random.pick(FAMILIES[family])
}
