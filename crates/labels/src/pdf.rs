//! PDF: pages in true millimetres, with the used glyphs of the fonts.

mod encoding;
mod fonts;

use std::collections::BTreeMap;

use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect as PdfRect, Ref, Str, TextStr};

use crate::content::Problem;
use crate::drawing::{Drawing, Item};
use crate::job::Job;
use crate::text::{FontName, Line};
use encoding::{deflated, number, points};
use fonts::Fonts;

/// The width of the outline of a label, in points, and how grey it is.
const OUTLINE: (f32, f32) = (0.3, 0.5);

/// Writes the document of a job. Equal jobs give equal bytes: it has no date.
///
/// Viewers are asked not to scale the pages when they print.
///
/// # Errors
/// The labels that cannot be printed.
pub fn pdf(job: &Job<'_>) -> Result<Vec<u8>, Vec<Problem>> {
    let mut next = Ref::new(1);
    let (catalog, tree, info, resources) = (next.bump(), next.bump(), next.bump(), next.bump());
    let mut pdf = Pdf::new();
    let mut fonts = Fonts::default();
    let mut pages = Vec::new();
    job.each_page(|drawing| {
        let (page, content) = (next.bump(), next.bump());
        let stream = deflated(&content_of(&drawing, &mut fonts));
        pdf.stream(content, &stream).filter(Filter::FlateDecode);
        let size = PdfRect::new(0.0, 0.0, points(drawing.width), points(drawing.height));
        pdf.page(page)
            .parent(tree)
            .media_box(size)
            .contents(content)
            .pair(Name(b"Resources"), resources);
        pages.push(page);
    })?;
    let count = i32::try_from(pages.len()).unwrap_or(i32::MAX);
    pdf.pages(tree).kids(pages).count(count);
    let written: BTreeMap<FontName, Ref> = fonts.write(&mut pdf, &mut next);
    let mut dictionary = pdf
        .indirect(resources)
        .start::<pdf_writer::writers::Resources<'_>>();
    let mut names = dictionary.fonts();
    for (font, reference) in written {
        names.pair(Name(fonts::resource(font)), reference);
    }
    names.finish();
    dictionary.finish();
    let mut root = pdf.catalog(catalog);
    root.pages(tree).lang(TextStr(job.language));
    root.viewer_preferences()
        .display_doc_title(true)
        .pair(Name(b"PrintScaling"), Name(b"None"));
    root.finish();
    let mut about = pdf.document_info(info);
    about.title(TextStr(job.title)).producer(TextStr("Carrel"));
    about.finish();
    Ok(pdf.finish())
}

/// The operators of a page. In a PDF, the y axis points up.
fn content_of(drawing: &Drawing, fonts: &mut Fonts) -> Vec<u8> {
    let mut content = Content::new();
    let flipped = |y: f64| points(drawing.height - y);
    content.set_line_width(OUTLINE.0);
    content.set_stroke_gray(OUTLINE.1);
    for item in &drawing.items {
        match item {
            Item::Bars(bars) => {
                for bar in bars {
                    content.rect(
                        points(bar.x),
                        flipped(bar.bottom()),
                        points(bar.width),
                        points(bar.height),
                    );
                }
                content.fill_nonzero();
            }
            Item::Outline(rect) => {
                content.rect(
                    points(rect.x),
                    flipped(rect.bottom()),
                    points(rect.width),
                    points(rect.height),
                );
                content.stroke();
            }
            Item::Text {
                x,
                baseline,
                size,
                line,
            } => show(
                &mut content,
                fonts,
                line,
                (points(*x), flipped(*baseline)),
                points(*size),
            ),
        }
    }
    content.finish().into_vec()
}

/// Shows a line from a point on its baseline.
fn show(content: &mut Content, fonts: &mut Fonts, line: &Line, (x, y): (f32, f32), size: f32) {
    if line.glyphs.is_empty() {
        return;
    }
    content.begin_text();
    content.set_font(Name(fonts::resource(line.font)), size);
    content.set_text_matrix([1.0, 0.0, 0.0, 1.0, x, y]);
    let font = line.font.font();
    let mut rise = 0.0;
    let mut glyphs = line.glyphs.iter().peekable();
    while let Some(first) = glyphs.peek() {
        // Marks above and below a letter are shown by a rise of the text.
        #[allow(clippy::float_cmp, reason = "equal offsets come from equal units of the font")]
        if first.y_offset != rise {
            rise = first.y_offset;
            content.set_rise(number(rise) * size);
        }
        let mut positioned = content.show_positioned();
        let mut items = positioned.items();
        // What an adjustment moves is in thousandths of the size, to the left.
        let mut pending = 0.0;
        #[allow(clippy::float_cmp, reason = "equal offsets come from equal units of the font")]
        while let Some(glyph) = glyphs.next_if(|glyph| glyph.y_offset == rise) {
            pending -= glyph.x_offset;
            if pending != 0.0 {
                items.adjust(number(pending * 1000.0));
            }
            let id = fonts.use_glyph(line.font, glyph);
            items.show(Str(&id.to_be_bytes()));
            pending = font.advance(glyph.id) - glyph.advance + glyph.x_offset;
        }
        if pending != 0.0 {
            items.adjust(number(pending * 1000.0));
        }
    }
    if rise != 0.0 {
        content.set_rise(0.0);
    }
    content.end_text();
}
