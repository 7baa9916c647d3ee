//! Readers of barcodes that share nothing with their writer: they see black rectangles.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use carrel_labels::Rect;

/// The widths of bars and spaces in turn, in modules, and the width of a module. All must be whole multiples of it.
pub fn widths(bars: &[Rect]) -> (Vec<u32>, f64) {
    let mut edges = Vec::new();
    for bar in bars {
        edges.push(bar.x);
        edges.push(bar.x + bar.width);
    }
    let lengths: Vec<f64> = edges.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let module = lengths.iter().copied().fold(f64::INFINITY, f64::min);
    let whole = lengths.iter().map(|length| {
        let count = (1..=4).find(|count| (length / module - f64::from(*count)).abs() < 1e-6);
        count.unwrap_or_else(|| panic!("{length} is no whole multiple of {module}"))
    });
    (whole.collect(), module)
}

/// The six widths of the symbols of Code 128, from the number of each: the bars and spaces of ISO/IEC 15417 as bits.
fn symbols() -> BTreeMap<Vec<u32>, usize> {
    /// The eleven modules of each symbol as bits, black as one.
    const BITS: [u16; 106] = [
        0x6CC, 0x66C, 0x666, 0x498, 0x48C, 0x44C, 0x4C8, 0x4C4, 0x464, 0x648, 0x644, 0x624, 0x59C, 0x4DC,
        0x4CE, 0x5CC, 0x4EC, 0x4E6, 0x672, 0x65C, 0x64E, 0x6E4, 0x674, 0x76E, 0x74C, 0x72C, 0x726, 0x764,
        0x734, 0x732, 0x6D8, 0x6C6, 0x636, 0x518, 0x458, 0x446, 0x588, 0x468, 0x462, 0x688, 0x628, 0x622,
        0x5B8, 0x58E, 0x46E, 0x5D8, 0x5C6, 0x476, 0x776, 0x68E, 0x62E, 0x6E8, 0x6E2, 0x6EE, 0x758, 0x746,
        0x716, 0x768, 0x762, 0x71A, 0x77A, 0x642, 0x78A, 0x530, 0x50C, 0x4B0, 0x486, 0x42C, 0x426, 0x590,
        0x584, 0x4D0, 0x4C2, 0x434, 0x432, 0x612, 0x650, 0x7BA, 0x614, 0x47A, 0x53C, 0x4BC, 0x49E, 0x5E4,
        0x4F4, 0x4F2, 0x7A4, 0x794, 0x792, 0x6DE, 0x6F6, 0x7B6, 0x578, 0x51E, 0x45E, 0x5E8, 0x5E2, 0x7A8,
        0x7A2, 0x5DE, 0x5EE, 0x75E, 0x7AE, 0x684, 0x690, 0x69C,
    ];
    let mut symbols = BTreeMap::new();
    for (value, bits) in BITS.iter().enumerate() {
        let modules: Vec<u16> = (0..11).rev().map(|place| bits >> place & 1).collect();
        let widths = modules.chunk_by(|left, right| left == right);
        let widths = widths
            .map(|group| u32::try_from(group.len()).expect("a few modules"))
            .collect();
        symbols.insert(widths, value);
    }
    symbols
}

/// The text of a Code 128, after its check.
pub fn decode_128(widths: &[u32]) -> String {
    let symbols = symbols();
    assert_eq!(widths.len() % 6, 1, "symbols and a stop");
    let (body, stop) = widths.split_at(widths.len() - 7);
    assert_eq!(stop, [2, 3, 3, 1, 1, 1, 2]);
    let values: Vec<usize> = body.chunks(6).map(|symbol| symbols[symbol]).collect();
    let (check, values) = values.split_last().expect("a check");
    let sum: usize = values
        .iter()
        .enumerate()
        .map(|(place, value)| value * place.max(1))
        .sum();
    assert_eq!(sum % 103, *check);
    let mut set = match values[0] {
        104 => 'B',
        105 => 'C',
        other => panic!("{other} is no start"),
    };
    let mut text = String::new();
    for value in &values[1..] {
        match (set, value) {
            ('B', 99) => set = 'C',
            ('C', 100) => set = 'B',
            ('C', pair) => write!(text, "{pair:02}").expect("a text takes all characters"),
            (_, value) => text.push(char::from(u8::try_from(value + 32).expect("ASCII"))),
        }
    }
    text
}

/// The characters of Code 39 by the places of their wide elements.
pub fn decode_39(widths: &[u32]) -> String {
    let wide = widths.iter().max().copied().expect("some elements");
    let symbols: Vec<Vec<usize>> = widths
        .chunks(10)
        .map(|symbol| (0..9).filter(|place| symbol[*place] == wide).collect())
        .collect();
    let letter = |wide: &Vec<usize>| -> char {
        // Two wide bars of five choose a column, and one wide space of four the row; or three wide spaces.
        let bars: Vec<usize> = wide
            .iter()
            .filter(|place| *place % 2 == 0)
            .map(|place| place / 2)
            .collect();
        let spaces: Vec<usize> = wide
            .iter()
            .filter(|place| *place % 2 == 1)
            .map(|place| place / 2)
            .collect();
        if bars.is_empty() {
            let missing = (0..4)
                .find(|space| !spaces.contains(space))
                .expect("three of four");
            return ['%', '+', '/', '$'][missing];
        }
        let columns = [
            [0, 4],
            [1, 4],
            [0, 1],
            [2, 4],
            [0, 2],
            [1, 2],
            [3, 4],
            [0, 3],
            [1, 3],
            [2, 3],
        ];
        let column = columns
            .iter()
            .position(|column| bars == column)
            .expect("two of five");
        // The order of the rows: digits, A to J, K to T, U to asterisk.
        let rows = ["1234567890", "ABCDEFGHIJ", "KLMNOPQRST", "UVWXYZ-. *"];
        let row = [1, 2, 3, 0]
            .iter()
            .position(|space| spaces == [*space])
            .expect("one of four");
        rows[row].chars().nth(column).expect("ten columns")
    };
    let text: String = symbols.iter().map(letter).collect();
    let text = text.strip_prefix('*').and_then(|text| text.strip_suffix('*'));
    text.expect("a start and a stop").to_owned()
}
