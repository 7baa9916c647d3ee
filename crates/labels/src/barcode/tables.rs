//! The patterns of Code 128 and Code 39.

/// The symbols of Code 128 by value: the widths of three bars and three spaces, which add up to eleven modules.
#[rustfmt::skip]
pub(super) const CODE_128: [&str; 106] = [
    "212222", "222122", "222221", "121223", "121322", "131222", "122213", "122312", "132212",
    "221213", "221312", "231212", "112232", "122132", "122231", "113222", "123122", "123221",
    "223211", "221132", "221231", "213212", "223112", "312131", "311222", "321122", "321221",
    "312212", "322112", "322211", "212123", "212321", "232121", "111323", "131123", "131321",
    "112313", "132113", "132311", "211313", "231113", "231311", "112133", "112331", "132131",
    "113123", "113321", "133121", "313121", "211331", "231131", "213113", "213311", "213131",
    "311123", "311321", "331121", "312113", "312311", "332111", "314111", "221411", "431111",
    "111224", "111422", "121124", "121421", "141122", "141221", "112214", "112412", "122114",
    "122411", "142112", "142211", "241211", "221114", "413111", "241112", "134111", "111242",
    "121142", "121241", "114212", "124112", "124211", "411212", "421112", "421211", "212141",
    "214121", "412121", "111143", "111341", "131141", "114113", "114311", "411113", "411311",
    "113141", "114131", "311141", "411131", "211412", "211214", "211232",
];

/// The stop of Code 128, with a bar more.
pub(super) const STOP_128: &str = "2331112";

/// The characters of Code 39: narrow and wide bars and spaces in turn. The asterisk starts and stops.
#[rustfmt::skip]
pub(super) const CODE_39: [(char, &str); 44] = [
    ('0', "nnnwwnwnn"), ('1', "wnnwnnnnw"), ('2', "nnwwnnnnw"), ('3', "wnwwnnnnn"),
    ('4', "nnnwwnnnw"), ('5', "wnnwwnnnn"), ('6', "nnwwwnnnn"), ('7', "nnnwnnwnw"),
    ('8', "wnnwnnwnn"), ('9', "nnwwnnwnn"), ('A', "wnnnnwnnw"), ('B', "nnwnnwnnw"),
    ('C', "wnwnnwnnn"), ('D', "nnnnwwnnw"), ('E', "wnnnwwnnn"), ('F', "nnwnwwnnn"),
    ('G', "nnnnnwwnw"), ('H', "wnnnnwwnn"), ('I', "nnwnnwwnn"), ('J', "nnnnwwwnn"),
    ('K', "wnnnnnnww"), ('L', "nnwnnnnww"), ('M', "wnwnnnnwn"), ('N', "nnnnwnnww"),
    ('O', "wnnnwnnwn"), ('P', "nnwnwnnwn"), ('Q', "nnnnnnwww"), ('R', "wnnnnnwwn"),
    ('S', "nnwnnnwwn"), ('T', "nnnnwnwwn"), ('U', "wwnnnnnnw"), ('V', "nwwnnnnnw"),
    ('W', "wwwnnnnnn"), ('X', "nwnnwnnnw"), ('Y', "wwnnwnnnn"), ('Z', "nwwnwnnnn"),
    ('-', "nwnnnnwnw"), ('.', "wwnnnnwnn"), (' ', "nwwnnnwnn"), ('$', "nwnwnwnnn"),
    ('/', "nwnwnnnwn"), ('+', "nwnnnwnwn"), ('%', "nnnwnwnwn"), ('*', "nwnnwnwnn"),
];
