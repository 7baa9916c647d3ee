//! Writes a cover as an SVG document.

use std::fmt::Write as _;

use super::layout::{CoverLayout, TextBlock, cover_layout};
use super::picture::{AUTHOR_SPACING, Anchor, Direction, HEIGHT, WIDTH};
use crate::markup::escaped;

const SERIF: &str = "'Source Serif 4 Variable', 'Source Serif 4', Georgia, 'Times New Roman', serif";
const SANS: &str = "'Inter Variable', Inter, 'Helvetica Neue', Arial, sans-serif";

/// The cover of a book as a complete SVG document, 200 by 300, without scripts or references.
pub fn cover_svg(title: &str, author: &str, category: &str) -> String {
    let layout = cover_layout(title, author, category);
    let CoverLayout {
        palette, art, letter, ..
    } = &layout;
    let label = if author.trim().is_empty() {
        title.trim().to_owned()
    } else {
        format!("{title} by {author}")
    };
    let mut svg = Svg::default();
    svg.add(format_args!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Cover: {}">"#,
        escaped(&label)
    ));
    svg.add(format_args!(
        r#"<rect width="{WIDTH}" height="{HEIGHT}" fill="{}"/>"#,
        palette.ground
    ));
    for mark in art {
        let paint = if mark.stroke > 0.0 {
            format!(
                r#"fill="none" stroke="{}" stroke-width="{}""#,
                palette.accent, mark.stroke
            )
        } else {
            format!(r#"fill="{}""#, palette.accent)
        };
        svg.add(format_args!(r#"<path d="{}" {paint}/>"#, mark.path));
    }
    if let Some(letter) = letter {
        svg.add(format_args!(
            r#"<text x="{}" y="{}" font-family="{SERIF}" font-size="{}" font-weight="600" text-anchor="middle" fill="{}">{}</text>"#,
            letter.x, letter.y, letter.size, palette.accent, escaped(&letter.text)
        ));
    }
    svg.block(
        &layout.title,
        palette.ink,
        &format!(r#"font-family="{SERIF}" font-weight="600""#),
    );
    svg.block(
        &layout.subtitle,
        palette.ink,
        &format!(r#"font-family="{SERIF}""#),
    );
    let spacing = AUTHOR_SPACING * layout.author.size;
    let author_font = format!(r#"font-family="{SANS}" font-weight="500" letter-spacing="{spacing:.2}""#);
    svg.block(&layout.author, palette.ink, &author_font);
    // The spine: a shadow and the highlight beside it.
    svg.add(format_args!(
        r##"<rect width="5" height="{HEIGHT}" fill="#000000" fill-opacity="0.1"/>"##
    ));
    svg.add(format_args!(
        r##"<rect x="5" width="1.5" height="{HEIGHT}" fill="#FFFFFF" fill-opacity="0.12"/>"##
    ));
    svg.text.push_str("</svg>\n");
    svg.text
}

#[derive(Default)]
struct Svg {
    text: String,
}

impl Svg {
    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        self.text
            .write_fmt(element)
            .expect("writing to a string cannot fail");
    }

    fn block(&mut self, block: &TextBlock, fill: &str, font: &str) {
        let anchor = match block.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
        };
        let direction = match block.direction {
            Direction::Ltr => "ltr",
            Direction::Rtl => "rtl",
        };
        for line in &block.lines {
            self.add(format_args!(
                r#"<text x="{}" y="{}" {font} font-size="{}" text-anchor="{anchor}" direction="{direction}" fill="{fill}">{}</text>"#,
                block.x, line.y, block.size, escaped(&line.text)
            ));
        }
    }
}
