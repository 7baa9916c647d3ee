//! The generated cover of a book without a cover image: drawn only from its title, author and category.
//!
//! [`cover_layout`] computes everything visible, in the units of a picture 200 wide and 300 high;
//! [`cover_svg`] writes the layout as SVG. The web app draws the same layout with its own copy of these
//! functions (`web/src/ui/cover`); tests compare both with `testdata/cover-vectors.json`. The arithmetic
//! therefore uses only operations with equal results in Rust and JavaScript: sums, products, and rounding to
//! hundredths.
//!
//! From top to bottom: the title with its subtitle, the art between 56 % and 84 % of the height, the
//! author. Nothing is drawn behind text.

mod art;
mod layout;
mod palette;
mod picture;
mod random;
mod svg;
mod text;

pub use art::{Letter, Mark, Template};
pub use layout::{CoverLayout, TextBlock, TextLine, cover_layout};
pub use palette::Palette;
pub use picture::{Anchor, Direction, HEIGHT, WIDTH};
pub use svg::cover_svg;
