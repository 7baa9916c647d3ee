//! The sheets of the common makers. The measures are facts that the makers publish, in millimetres or inches.

use crate::sheet::Sheet;

/// A sheet that can be bought, or a page for cards.
#[derive(Clone, Copy, Debug)]
pub struct KnownSheet {
    /// Names the sheet in a request. It never changes.
    pub code: &'static str,
    /// Empty for a page of no maker.
    pub maker: &'static str,
    /// The numbers under which the maker sells it, or what the page is.
    pub number: &'static str,
    pub sheet: Sheet,
}

/// The width and the height of pages, in micrometres.
const A4: (u32, u32) = (210_000, 297_000);
const LETTER: (u32, u32) = (215_900, 279_400);
/// A card of ISO/IEC 7810, format ID-1.
const CARD: (u32, u32) = (85_600, 53_980);

/// A sheet, from its page, its first label, the size of labels, their numbers, and the gaps between them.
const fn known(
    (code, maker, number): (&'static str, &'static str, &'static str),
    (page_width_um, page_height_um): (u32, u32),
    (margin_left_um, margin_top_um): (u32, u32),
    (label_width_um, label_height_um): (u32, u32),
    (columns, rows): (u32, u32),
    (column_gap_um, row_gap_um): (u32, u32),
) -> KnownSheet {
    KnownSheet {
        code,
        maker,
        number,
        sheet: Sheet {
            page_width_um,
            page_height_um,
            margin_left_um,
            margin_top_um,
            label_width_um,
            label_height_um,
            columns,
            rows,
            column_gap_um,
            row_gap_um,
        },
    }
}

/// The known sheets: those of A4, those of US Letter, and those for cards.
#[rustfmt::skip]
pub const KNOWN_SHEETS: &[KnownSheet] = &[
    known(("avery-l7160", "Avery", "L7160"), A4, (7_210, 15_150), (63_500, 38_100), (3, 7), (2_540, 0)),
    known(("avery-l7159", "Avery", "L7159"), A4, (7_210, 12_900), (63_500, 33_900), (3, 8), (2_540, 0)),
    known(("avery-l7161", "Avery", "L7161"), A4, (7_210, 8_700), (63_500, 46_600), (3, 6), (2_540, 0)),
    known(("avery-l7163", "Avery", "L7163"), A4, (4_630, 15_150), (99_100, 38_100), (2, 7), (2_540, 0)),
    known(("avery-l7162", "Avery", "L7162"), A4, (4_630, 12_900), (99_100, 33_900), (2, 8), (2_540, 0)),
    known(("avery-l7165", "Avery", "L7165"), A4, (4_630, 13_100), (99_100, 67_700), (2, 4), (2_540, 0)),
    known(("avery-l7654", "Avery", "L7654"), A4, (9_790, 21_500), (45_700, 25_400), (4, 10), (2_540, 0)),
    known(("avery-l7651", "Avery", "L7651"), A4, (4_670, 10_700), (38_100, 21_200), (5, 13), (2_540, 0)),
    known(("avery-l4732", "Avery", "L4732"), A4, (10_920, 13_300), (35_600, 16_900), (5, 16), (2_540, 0)),
    known(("avery-l4731", "Avery", "L4731"), A4, (8_480, 13_500), (25_400, 10_000), (7, 27), (2_540, 0)),
    known(("zweckform-3474", "Avery Zweckform", "3474"), A4, (0, 500), (70_000, 37_000), (3, 8), (0, 0)),
    known(("zweckform-3475", "Avery Zweckform", "3475"), A4, (0, 4_500), (70_000, 36_000), (3, 8), (0, 0)),
    known(("zweckform-3658", "Avery Zweckform", "3658"), A4, (8_100, 13_300), (64_600, 33_800), (3, 8), (0, 0)),
    known(("zweckform-3659", "Avery Zweckform", "3659"), A4, (8_000, 21_600), (97_000, 42_300), (2, 6), (0, 0)),
    known(("zweckform-3669", "Avery Zweckform", "3669"), A4, (0, 21_500), (70_000, 50_800), (3, 5), (0, 0)),
    known(("zweckform-3657", "Avery Zweckform", "3657"), A4, (8_000, 21_500), (48_500, 25_400), (4, 10), (0, 0)),
    known(("zweckform-3667", "Avery Zweckform", "3667"), A4, (8_000, 13_300), (48_500, 16_900), (4, 16), (0, 0)),
    known(("zweckform-3666", "Avery Zweckform", "3666"), A4, (10_000, 10_700), (38_000, 21_200), (5, 13), (0, 0)),
    known(("herma-4270", "HERMA", "4270, 4606"), A4, (10_000, 10_700), (38_000, 21_200), (5, 13), (0, 0)),
    known(("herma-4271", "HERMA", "4271, 4607"), A4, (8_400, 13_300), (48_300, 16_900), (4, 16), (0, 0)),
    known(("herma-4272", "HERMA", "4272, 4608"), A4, (8_400, 8_800), (48_300, 25_400), (4, 11), (0, 0)),
    known(("herma-4346", "HERMA", "4346"), A4, (9_790, 21_300), (45_700, 21_200), (4, 12), (2_540, 0)),
    known(("herma-4347", "HERMA", "4347"), A4, (7_210, 15_300), (63_500, 29_600), (3, 9), (2_540, 0)),
    known(("herma-4614", "HERMA", "4614"), A4, (6_000, 13_300), (66_000, 33_800), (3, 8), (0, 0)),
    known(("herma-4464", "HERMA", "4464"), A4, (0, 500), (70_000, 37_000), (3, 8), (0, 0)),
    known(("avery-5160", "Avery", "5160, 5260, 8160"), LETTER, (4_763, 12_700), (66_675, 25_400), (3, 10), (3_175, 0)),
    known(("avery-5161", "Avery", "5161, 8161"), LETTER, (3_969, 12_700), (101_600, 25_400), (2, 10), (4_763, 0)),
    known(("avery-5162", "Avery", "5162, 8162"), LETTER, (3_969, 21_167), (101_600, 33_866), (2, 7), (4_763, 0)),
    known(("avery-5163", "Avery", "5163, 8163"), LETTER, (3_969, 12_700), (101_600, 50_800), (2, 5), (4_763, 0)),
    known(("avery-5164", "Avery", "5164, 8164"), LETTER, (3_969, 12_700), (101_600, 84_666), (2, 3), (4_763, 0)),
    known(("avery-5167", "Avery", "5167, 5267, 8167"), LETTER, (7_144, 12_700), (44_450, 12_700), (4, 20), (7_938, 0)),
    known(("avery-c32010", "Avery Zweckform", "C32010, 32011"), A4, (15_000, 13_500), (85_000, 54_000), (2, 5), (10_000, 0)),
    known(("card", "", "ISO ID-1"), CARD, (0, 0), (85_600, 53_980), (1, 1), (0, 0)),
    known(("cards-a4", "", "A4"), A4, (19_400, 13_550), (85_600, 53_980), (2, 5), (0, 0)),
    known(("cards-letter", "", "US Letter"), LETTER, (22_350, 31_740), (85_600, 53_980), (2, 4), (0, 0)),
];
