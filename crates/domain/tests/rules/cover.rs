use std::collections::HashMap;
use std::path::PathBuf;

use carrel_domain::catalogue::cover::{
    Anchor, CoverLayout, Direction, Palette, TextBlock, WIDTH, cover_layout, cover_svg,
};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

/// Set to regenerate the vectors instead of comparing them.
const UPDATE: &str = "CARREL_UPDATE_COVER_VECTORS";

/// Title, author, category.
const BOOKS: [(&str, &str, &str); 59] = [
    ("Dune", "Frank Herbert", "Science Fiction"),
    ("Emma", "Jane Austen", "Literature"),
    ("It", "Stephen King", "Horror"),
    ("1984", "George Orwell", "Literature"),
    ("S.", "Doug Dorst, J. J. Abrams", "Literature"),
    (
        "The Left Hand of Darkness",
        "Ursula K. Le Guin",
        "Science Fiction",
    ),
    ("A", "Louis Zukofsky", "Poetry"),
    ("The", "Nobody in Particular", "Poetry"),
    ("Thermodynamics", "Enrico Fermi", "Physics"),
    ("Introduction to Electrodynamics", "David J. Griffiths", "Physics"),
    (
        "The Feynman Lectures on Physics, Volume I: Mainly Mechanics, Radiation, and Heat",
        "Richard P. Feynman, Robert B. Leighton, Matthew Sands",
        "Physics",
    ),
    (
        "The Art of Computer Programming, Volume 1: Fundamental Algorithms",
        "Donald E. Knuth",
        "Computer Science",
    ),
    (
        "Structure and Interpretation of Computer Programs",
        "Harold Abelson, Gerald Jay Sussman, Julie Sussman",
        "Computer Science",
    ),
    (
        "Design Patterns: Elements of Reusable Object-Oriented Software",
        "Erich Gamma, Richard Helm, Ralph Johnson, John Vlissides",
        "Computer Science",
    ),
    ("C++ Primer", "Stanley B. Lippman", "Computer Science"),
    ("Go: A Short Title Before a Colon", "", "Computer Science"),
    (
        "Sapiens – A Brief History of Humankind",
        "Yuval Noah Harari",
        "History",
    ),
    ("SPQR - A History of Ancient Rome", "Mary Beard", "History"),
    ("The Origins of Totalitarianism", "Hannah Arendt", "Politics"),
    (
        "An Inquiry into the Nature and Causes of the Wealth of Nations",
        "Adam Smith",
        "Economics",
    ),
    (
        "Capital in the Twenty-First Century",
        "Thomas Piketty",
        "Economics",
    ),
    (
        "Strukturwandel der Öffentlichkeit",
        "Jürgen Habermas",
        "Sociology",
    ),
    ("Die Verwandlung", "Franz Kafka", "Literature"),
    ("Donaudampfschifffahrtsgesellschaftskapitän", "Unbekannt", "Humor"),
    (
        "Rechtsschutzversicherungsgesellschaften und Lebensversicherungsmathematik",
        "Ein langer Doppelname-Verfassername",
        "Law",
    ),
    ("Der große Duden", "Konrad Duden", "Linguistics"),
    ("À la recherche du temps perdu", "Marcel Proust", "Literature"),
    ("L’Étranger", "Albert Camus", "Literature"),
    ("Cien años de soledad", "Gabriel García Márquez", "Literature"),
    ("Il nome della rosa", "Umberto Eco", "Literature"),
    ("Война и мир", "Лев Толстой", "Literature"),
    (
        "Преступление и наказание: роман в шести частях",
        "Фёдор Достоевский",
        "Literature",
    ),
    ("Ὀδύσσεια", "Ὅμηρος", "Classics"),
    ("紅樓夢", "曹雪芹", "Literature"),
    ("吾輩は猫である", "夏目漱石", "Literature"),
    (
        "世界の終りとハードボイルド・ワンダーランド",
        "村上春樹",
        "Literature",
    ),
    (
        "「いき」の構造、そして日本文化の美学についての長い長い考察、その第一巻と第二巻と第三巻を収める。",
        "九鬼周造",
        "Philosophy",
    ),
    ("채식주의자", "한강", "Literature"),
    ("ألف ليلة وليلة", "مجهول", "Literature"),
    ("مقدمة ابن خلدون", "ابن خلدون", "History"),
    ("סיפור על אהבה וחושך", "עמוס עוז", "Literature"),
    ("गोदान", "प्रेमचंद", "Literature"),
    ("ประวัติศาสตร์ไทย", "", "History"),
    ("🚀 Rockets for Everyone 🧑🏽‍🚀", "Anna Space", "Children"),
    ("🎨", "🖌️", "Arts"),
    ("…and Justice?", "A. B.", "Law"),
    ("<script>alert(\"&\")</script>", "O'Hara & Sons", "Law & Order"),
    ("  Spaces   everywhere :  and   more ", "  Someone  ", "  Misc "),
    ("Ｆｕｌｌｗｉｄｔｈ Ｔｉｔｌｅ", "Ａｕｔｈｏｒ", "Arts"),
    (
        "The Hitchhiker's Guide to the Galaxy",
        "Douglas Adams",
        "Science Fiction",
    ),
    (
        "One Hundred Years of Solitude and Many Other Very Long Titles That Go On and On Without Ever Coming to an End Because Nobody Stopped Them in Time",
        "Gabriel García Márquez and a Great Many Other Authors Who Helped With This and That Over the Years",
        "Literature",
    ),
    (
        "mmmmmmmmmmmmmmmmmmmmmmmm",
        "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
        "Tests",
    ),
    (
        "iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii",
        "lllllllllllllllllll",
        "Tests",
    ),
    ("Straße", "ß. ẞ", "Literature"),
    ("ΟΔΥΣΣΕΥΣ", "Άγνωστος", "Classics"),
    ("İstanbul: Hatıralar ve Şehir", "Orhan Pamuk", "Biography"),
    // A word whose parts fill their lines exactly.
    ("🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀", "", "Tests"),
    ("Psychology of Intelligence", "Jean Piaget", "Psychology"),
    (
        "Molecular Biology of the Cell",
        "Bruce Alberts, Alexander Johnson, Julian Lewis",
        "Biology",
    ),
];

/// A book and its cover, which Rust and TypeScript must compute identically.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Vector {
    title: &'static str,
    author: &'static str,
    category: &'static str,
    layout: CoverLayout,
}

#[derive(Deserialize)]
struct Stored {
    title: String,
}

#[test]
fn covers_equal_the_shared_vectors() {
    let vectors: Vec<Vector> = BOOKS
        .into_iter()
        .map(|(title, author, category)| Vector {
            title,
            author,
            category,
            layout: cover_layout(title, author, category),
        })
        .collect();
    let expected = serde_json::to_string_pretty(&vectors).unwrap() + "\n";
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata/cover-vectors.json");
    if std::env::var_os(UPDATE).is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &expected).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap();
    let titles: Vec<Stored> = serde_json::from_str(&stored).unwrap();
    assert!(
        titles
            .iter()
            .map(|vector| vector.title.as_str())
            .eq(BOOKS.map(|(title, ..)| title))
    );
    assert!(
        stored == expected,
        "covers changed: run again with {UPDATE}=1, and change web/src/ui/cover alike"
    );
}

/// Relative luminance and contrast (WCAG 2.2, "contrast ratio").
fn contrast(one: &str, other: &str) -> f64 {
    let luminance = |colour: &str| {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("two digits")) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn every_palette_has_contrast_and_a_subject_has_one_family() {
    let mut families: HashMap<String, Vec<Palette>> = HashMap::new();
    for category in [
        "Physics",
        "History",
        "Literature",
        "Law",
        "Arts",
        "Biology",
        "Chemistry",
    ] {
        let found = families.entry(category.to_owned()).or_default();
        for number in 0..100 {
            let palette = cover_layout(&format!("Volume {number}"), "Someone", category).palette;
            assert!(contrast(palette.ground, palette.ink) >= 9.8, "{palette:?}");
            assert!(contrast(palette.ground, palette.accent) >= 5.3, "{palette:?}");
            if !found.contains(&palette) {
                found.push(palette);
            }
        }
    }
    assert!(families.values().all(|family| family.len() == 4));
    assert_eq!(families["Physics"].len(), 4);
    let grounds: std::collections::HashSet<&str> = families
        .values()
        .flatten()
        .map(|palette| palette.ground)
        .collect();
    assert_eq!(grounds.len(), 12, "seven subjects use all three families");
}

#[test]
fn a_cover_depends_only_on_title_author_and_category() {
    let one = cover_layout("Dune", "Frank Herbert", "Science Fiction");
    let same = cover_layout(" DUNE ", "frank herbert, Someone Else", " science fiction");
    assert_eq!(
        (one.palette, one.template, &one.art),
        (same.palette, same.template, &same.art)
    );
    let others = (0..50).map(|n| cover_layout(&format!("Dune {n}"), "Frank Herbert", "Science Fiction"));
    assert!(
        others
            .map(|layout| layout.template)
            .collect::<Vec<_>>()
            .chunk_by(|a, b| a == b)
            .count()
            > 20
    );
}

#[test]
fn splits_titles_and_finds_their_initial() {
    let lines = |block: &TextBlock| {
        block
            .lines
            .iter()
            .map(|line| line.text.clone())
            .collect::<Vec<_>>()
            .join("|")
    };
    let table = [
        ("Sapiens – A Brief History", "Sapiens", "A Brief History", "S"),
        ("SPQR - A History", "SPQR", "A History", "S"),
        ("Go: A Short Title", "Go: A|Short|Title", "", "G"),
        ("The Origins: One - Two", "The|Origins", "One - Two", "O"),
        ("The", "The", "", "T"),
        ("Die Verwandlung", "Die|Verwandlung", "", "V"),
        ("…and Justice", "…and|Justice", "", "A"),
        ("1984", "1984", "", "1"),
        ("Straße", "Straße", "", "S"),
        ("紅樓夢", "紅樓夢", "", "紅"),
    ];
    for (title, main, sub, initial) in table {
        let layout = cover_layout(title, "", "");
        assert_eq!(
            (lines(&layout.title), lines(&layout.subtitle)),
            (main.to_owned(), sub.to_owned()),
            "{title}"
        );
        assert_eq!(layout.initial, initial, "{title}");
        assert!(layout.author.lines.is_empty());
    }
}

#[test]
fn a_mark_that_combines_with_a_letter_needs_no_room_and_begins_no_line() {
    // Six capitals fit a line in the largest font, seven do not.
    let lines_and_size = |title: &str| {
        let title = cover_layout(title, "", "").title;
        (title.lines.len(), format!("{}", title.size))
    };
    let largest = (1, "32".to_owned());
    assert_eq!(lines_and_size("AAAAAA"), largest);
    assert_ne!(lines_and_size("AAAAAAA"), largest);
    for mark in ['\u{308}', '\u{20D0}', '\u{200D}'] {
        assert_eq!(lines_and_size(&format!("A{mark}").repeat(6)), largest, "{mark:?}");
    }
    // Ideographs, each with a selector of its variant.
    let layout = cover_layout(&"葛\u{FE00}".repeat(30), "", "");
    assert!(layout.title.lines.len() > 1);
    for line in &layout.title.lines {
        assert!(line.text.starts_with('葛'), "{line:?}");
    }
}

#[test]
fn lines_break_between_ideographs_but_not_at_the_wrong_side_of_punctuation() {
    let lines = |title: &str| -> Vec<String> {
        let title = cover_layout(title, "", "").title;
        title.lines.into_iter().map(|line| line.text).collect()
    };
    assert_eq!(lines("Programming言語"), ["Programming", "言語"]);
    assert_eq!(lines("世界Programming"), ["世界", "Programming"]);
    for before in 1..12 {
        let title = format!(
            "{}「書」、{}（書）。{}",
            "字".repeat(before),
            "字".repeat(7),
            "字".repeat(9)
        );
        let lines = lines(&title);
        assert!(lines.len() > 1, "{title}");
        for line in lines {
            assert!(!line.ends_with(['「', '（']), "{line}");
            assert!(!line.starts_with(['」', '、', '）', '。']), "{line}");
        }
    }
}

#[test]
fn a_truncated_title_ends_with_an_ellipsis_that_fits_its_line() {
    // Nine ideographs fill a line of the smallest font, in which a title has six lines.
    let title = cover_layout(&"字".repeat(60), "", "").title;
    let lines: Vec<String> = title.lines.into_iter().map(|line| line.text).collect();
    let mut expected = vec!["字".repeat(9); 5];
    expected.push("字".repeat(8) + "…");
    assert_eq!(lines, expected);
    // Punctuation before the ellipsis is removed.
    let title = cover_layout(&format!("{}、{}", "字".repeat(52), "字".repeat(9)), "", "").title;
    let last = title.lines.last().expect("a line").text.clone();
    assert!(last.ends_with("字…"), "{last}");
}

#[test]
fn right_to_left_titles_begin_at_the_right() {
    let arabic = (0..40)
        .map(|n| cover_layout(&format!("ألف ليلة {n}"), "Anonymous", "Literature"))
        .find(|layout| layout.title.anchor == Anchor::Start)
        .expect("a template whose text begins at the margin");
    assert_eq!(
        (arabic.title.direction, arabic.author.direction),
        (Direction::Rtl, Direction::Ltr)
    );
    assert!(arabic.title.x > arabic.author.x);
}

#[test]
fn an_svg_escapes_the_text_of_a_book() {
    let svg = cover_svg("<script>\"&'\u{0}\u{FFFF}", "</text>", "]]>");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(
        !svg.contains("<script") && !svg.contains("</text></text>") && !svg.contains(['\u{0}', '\u{FFFF}'])
    );
    assert!(
        svg.contains("Cover: &lt;script&gt;&quot;&amp;&#39; by &lt;/text&gt;"),
        "{svg}"
    );
    assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
}

#[test]
fn an_svg_draws_every_part_of_the_layout() {
    for (title, author, category) in BOOKS {
        let layout = cover_layout(title, author, category);
        let svg = cover_svg(title, author, category);
        let Palette { ground, ink, accent } = layout.palette;
        let has = |part: &str| assert!(svg.contains(part), "{title}: {part}\n{svg}");
        has(&format!(r#"<rect width="200" height="300" fill="{ground}"/>"#));
        for mark in &layout.art {
            let paint = if mark.stroke == 0.0 {
                format!(r#"fill="{accent}""#)
            } else {
                format!(r#"fill="none" stroke="{accent}" stroke-width="{}""#, mark.stroke)
            };
            has(&format!(r#"<path d="{}" {paint}/>"#, mark.path));
        }
        assert_eq!(svg.matches("<path").count(), layout.art.len());
        let blocks = [&layout.title, &layout.subtitle, &layout.author];
        for line in blocks.into_iter().flat_map(|block| &block.lines) {
            has(&format!(r#"y="{}""#, line.y));
        }
        let lines: usize = blocks.iter().map(|block| block.lines.len()).sum();
        let letters = usize::from(layout.letter.is_some());
        assert_eq!(svg.matches("<text").count(), lines + letters);
        assert_eq!(svg.matches(&format!(r#"fill="{ink}">"#)).count(), lines);
        // The letters of the author are 6 % of the font size apart.
        let spaced = svg.matches(r#"letter-spacing="0.55""#).count();
        assert_eq!(spaced, layout.author.lines.len());
    }
}

#[test]
fn an_svg_names_the_book_for_screen_readers() {
    for (title, author, label) in [
        ("Dune", "Frank Herbert", "Cover: Dune by Frank Herbert"),
        (" Beowulf ", " ", "Cover: Beowulf"),
    ] {
        let svg = cover_svg(title, author, "");
        assert!(
            svg.contains(&format!(r#"role="img" aria-label="{label}""#)),
            "{svg}"
        );
    }
}

proptest! {
    #[test]
    fn any_text_gives_a_cover(title: String, author: String, category: String) {
        let layout = cover_layout(&title, &author, &category);
        prop_assert!(layout.title.lines.len() <= 6 && layout.subtitle.lines.len() <= 2 && layout.author.lines.len() <= 2);
        for block in [&layout.title, &layout.subtitle] {
            // Never below the top of the art.
            prop_assert!(block.lines.iter().all(|line| line.y > 0.0 && line.y <= 166.0));
        }
        // Never above the bottom of the art, not even with an accented capital.
        prop_assert!(layout.author.lines.iter().all(|line| line.y - layout.author.size >= 252.0));
        prop_assert!(layout.title.x > 0.0 && layout.title.x < WIDTH);
        prop_assert!(cover_svg(&title, &author, &category).ends_with("</svg>\n"));
    }
}
