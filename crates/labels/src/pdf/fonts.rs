//! The fonts of a PDF: subsets with the glyphs that its pages show.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str};
use subsetter::{GlyphRemapper, subset};

use super::encoding::{deflated, number};
use crate::text::{Font, FontName, Glyph};

const SYSTEM: SystemInfo<'static> = SystemInfo {
    registry: Str(b"Adobe"),
    ordering: Str(b"Identity"),
    supplement: 0,
};

/// The used glyphs of a font.
#[derive(Default)]
struct Used {
    remapper: GlyphRemapper,
    /// The characters of each glyph, by its number in the subset.
    texts: BTreeMap<u16, String>,
}

/// The used glyphs of all fonts.
#[derive(Default)]
pub(super) struct Fonts {
    used: BTreeMap<FontName, Used>,
}

/// The name of a font in the resources of a page.
pub(super) fn resource(font: FontName) -> &'static [u8] {
    match font {
        FontName::Regular => b"R",
        FontName::Bold => b"B",
    }
}

impl Fonts {
    /// The number of a glyph in the subset.
    pub(super) fn use_glyph(&mut self, font: FontName, glyph: &Glyph) -> u16 {
        let used = self.used.entry(font).or_default();
        let id = used.remapper.remap(glyph.id);
        if !glyph.text.is_empty() {
            used.texts.entry(id).or_insert_with(|| glyph.text.clone());
        }
        id
    }

    /// Writes the used fonts.
    pub(super) fn write(self, pdf: &mut Pdf, next: &mut Ref) -> BTreeMap<FontName, Ref> {
        let write = |(name, used): (FontName, Used)| (name, write_font(pdf, next, name.font(), &used));
        self.used.into_iter().map(write).collect()
    }
}

/// The tag of a subset: six capitals, which depend on its glyphs.
fn tag(glyphs: &[u16]) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in glyphs.iter().flat_map(|glyph| glyph.to_be_bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    (0..6)
        .map(|place| {
            let letter = u8::try_from((hash >> (place * 8)) % 26).unwrap_or(0);
            char::from(b'A' + letter)
        })
        .collect()
}

fn write_font(pdf: &mut Pdf, next: &mut Ref, font: &Font, used: &Used) -> Ref {
    let (whole, descendant, descriptor, to_unicode, file) =
        (next.bump(), next.bump(), next.bump(), next.bump(), next.bump());
    let glyphs: Vec<u16> = used.remapper.remapped_gids().collect();
    let name = format!("{}+{}", tag(&glyphs), font.name);
    pdf.type0_font(whole)
        .base_font(Name(name.as_bytes()))
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(descendant)
        .to_unicode(to_unicode);
    let mut cid = pdf.cid_font(descendant);
    cid.subtype(CidFontType::Type2);
    cid.base_font(Name(name.as_bytes()));
    cid.system_info(SYSTEM);
    cid.font_descriptor(descriptor);
    cid.default_width(0.0);
    cid.cid_to_gid_map_predefined(Name(b"Identity"));
    cid.widths().consecutive(
        0,
        glyphs.iter().map(|glyph| number(font.advance(*glyph) * 1000.0)),
    );
    cid.finish();
    let thousandths = |units: i16| number(font.em(i32::from(units)) * 1000.0);
    let bounds = font.face.global_bounding_box();
    pdf.font_descriptor(descriptor)
        .name(Name(name.as_bytes()))
        .flags(FontFlags::NON_SYMBOLIC)
        .bbox(Rect::new(
            thousandths(bounds.x_min),
            thousandths(bounds.y_min),
            thousandths(bounds.x_max),
            thousandths(bounds.y_max),
        ))
        .italic_angle(0.0)
        .ascent(thousandths(font.face.ascender()))
        .descent(thousandths(font.face.descender()))
        .cap_height(number(font.cap_height() * 1000.0))
        .stem_v(if font.face.is_bold() { 140.0 } else { 90.0 })
        .font_file2(file);
    let mut map: UnicodeCmap<u16> = UnicodeCmap::new(Name(b"Custom"), SYSTEM);
    for (glyph, text) in &used.texts {
        map.pair_with_multiple(*glyph, text.chars());
    }
    let map = deflated(&map.finish());
    pdf.cmap(to_unicode, &map).filter(Filter::FlateDecode);
    let subset =
        subset(font.data, 0, &used.remapper).expect("the fonts of this crate have glyphs to choose from");
    let compressed = deflated(&subset);
    let mut stream = pdf.stream(file, &compressed);
    stream.filter(Filter::FlateDecode);
    stream.pair(Name(b"Length1"), i32::try_from(subset.len()).unwrap_or(i32::MAX));
    stream.finish();
    whole
}
