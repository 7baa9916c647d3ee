//! SVG: a page as it is printed, for a preview. Texts are outlines, so that no font is needed.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rustybuzz::ttf_parser::{GlyphId, OutlineBuilder};

use crate::drawing::{Drawing, Item};
use crate::text::FontName;

/// Draws a page. The unit of its coordinates is a hundredth of a millimetre.
pub fn svg(page: &Drawing) -> String {
    let mut body = String::new();
    let mut glyphs: BTreeMap<(FontName, u16), String> = BTreeMap::new();
    for item in &page.items {
        match item {
            Item::Bars(bars) => {
                body.push_str("<path d=\"");
                for bar in bars {
                    let (x, y) = (hundredths(bar.x), hundredths(bar.y));
                    let (width, height) = (hundredths(bar.width), hundredths(bar.height));
                    write(&mut body, format_args!("M{x} {y}h{width}v{height}h-{width}z"));
                }
                body.push_str("\"/>");
            }
            Item::Outline(rect) => {
                let (x, y) = (hundredths(rect.x), hundredths(rect.y));
                let (width, height) = (hundredths(rect.width), hundredths(rect.height));
                write(
                    &mut body,
                    format_args!(
                        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#808080\" stroke-width=\"12\"/>"
                    ),
                );
            }
            Item::Text {
                x,
                baseline,
                size,
                line,
            } => {
                let mut pen = *x;
                let font = line.font.font();
                let scale = size / 10.0 * font.em(1);
                for glyph in &line.glyphs {
                    let key = (line.font, glyph.id);
                    let outline = glyphs.entry(key).or_insert_with(|| outline(line.font, glyph.id));
                    if !outline.is_empty() {
                        let (x, y) = (
                            hundredths(pen + glyph.x_offset * size),
                            hundredths(baseline - glyph.y_offset * size),
                        );
                        let name = name(key);
                        write(
                            &mut body,
                            format_args!(
                                "<use href=\"#{name}\" transform=\"translate({x} {y}) scale({scale:.5})\"/>"
                            ),
                        );
                    }
                    pen += glyph.advance * size;
                }
            }
        }
    }
    let (width, height) = (page.width, page.height);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}mm\" height=\"{}mm\" viewBox=\"0 0 {} {}\">\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/><defs>",
        width / 1000.0,
        height / 1000.0,
        hundredths(width),
        hundredths(height)
    );
    for (key, outline) in glyphs.iter().filter(|(_, outline)| !outline.is_empty()) {
        let name = name(*key);
        write(&mut svg, format_args!("<path id=\"{name}\" d=\"{outline}\"/>"));
    }
    svg.push_str("</defs>");
    svg.push_str(&body);
    svg.push_str("</svg>");
    svg
}

/// Appends to a text, which never fails.
fn write(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).expect("a text takes all characters");
}

/// A length in hundredths of a millimetre, with two decimals.
fn hundredths(micrometres: f64) -> f64 {
    (micrometres * 10.0).round() / 100.0
}

fn name((font, glyph): (FontName, u16)) -> String {
    match font {
        FontName::Regular => format!("r{glyph}"),
        FontName::Bold => format!("b{glyph}"),
    }
}

/// The outline of a glyph in units of its font, with the y axis down.
fn outline(font: FontName, glyph: u16) -> String {
    let mut path = Path::default();
    font.font().face.outline_glyph(GlyphId(glyph), &mut path);
    path.0
}

#[derive(Default)]
struct Path(String);

impl OutlineBuilder for Path {
    fn move_to(&mut self, x: f32, y: f32) {
        write(&mut self.0, format_args!("M{x} {}", -y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        write(&mut self.0, format_args!("L{x} {}", -y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        write(&mut self.0, format_args!("Q{x1} {} {x} {}", -y1, -y));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        write(&mut self.0, format_args!("C{x1} {} {x2} {} {x} {}", -y1, -y2, -y));
    }

    fn close(&mut self) {
        self.0.push('z');
    }
}
