//! The names of languages.

/// The English names of languages, with other words for them: their codes, and names in several languages.
const LANGUAGES: [(&str, &str); 29] = [
    (
        "German",
        "de deu ger deutsch alemán allemand tedesco duits almanca немецкий",
    ),
    (
        "English",
        "en eng englisch anglais inglés inglês inglese engels ingilizce английский",
    ),
    (
        "French",
        "fr fra fre français französisch francés francês francese frans fransızca французский",
    ),
    (
        "Spanish",
        "es spa español spanisch espagnol espanhol spagnolo spaans испанский",
    ),
    (
        "Portuguese",
        "pt por português portugiesisch portugués portugais portoghese",
    ),
    ("Italian", "it ita italiano italienisch italien"),
    ("Dutch", "nl nld dut nederlands niederländisch"),
    ("Polish", "pl pol polski polnisch"),
    ("Turkish", "tr tur türkçe türkisch"),
    ("Russian", "ru rus русский russisch russe ruso"),
    ("Arabic", "ar ara العربية عربي arabisch arabe árabe"),
    ("Indonesian", "id ind indonesia indonesisch"),
    ("Latin", "la lat latein lateinisch latín"),
    ("Greek", "el gre ell ελληνικά griechisch grec griego"),
    ("Japanese", "ja jpn 日本語 japanisch japonais japonés"),
    ("Chinese", "zh chi zho 中文 chinesisch chinois chino"),
    ("Ukrainian", "uk ukr українська ukrainisch"),
    ("Czech", "cs ces cze čeština tschechisch"),
    ("Swedish", "sv swe svenska schwedisch"),
    ("Danish", "da dan dansk dänisch"),
    ("Norwegian", "no nor norsk norwegisch"),
    ("Finnish", "fi fin suomi finnisch"),
    ("Hungarian", "hu hun magyar ungarisch"),
    ("Hebrew", "he heb עברית hebräisch"),
    ("Hindi", "hi hin हिन्दी"),
    ("Persian", "fa fas per فارسی persisch"),
    ("Korean", "ko kor 한국어 koreanisch"),
    ("Romanian", "ro ron rum română rumänisch"),
    ("Vietnamese", "vi vie"),
];

/// The English name of a language that a text names or codes; `None` for other texts.
pub fn language_named(text: &str) -> Option<&'static str> {
    let text = text.trim().to_lowercase();
    let is_meant = |(name, words): &(&str, &str)| {
        name.to_lowercase() == text || words.split(' ').any(|word| word == text)
    };
    LANGUAGES.into_iter().find(is_meant).map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{LANGUAGES, language_named};

    #[test]
    fn languages_are_known_by_codes_and_names() {
        for (text, expected) in [
            ("de", Some("German")),
            (" DEU ", Some("German")),
            ("German", Some("German")),
            ("Deutsch", Some("German")),
            ("ENGLISCH", Some("English")),
            ("日本語", Some("Japanese")),
            ("Klingon", None),
            ("", None),
        ] {
            assert_eq!(language_named(text), expected, "{text}");
        }
    }

    #[test]
    fn a_word_names_one_language() {
        let mut seen = HashSet::new();
        for (name, words) in LANGUAGES {
            for word in words.split(' ').chain([name.to_lowercase().as_str()]) {
                assert!(!word.is_empty() && seen.insert(word.to_owned()), "{name}: {word}");
            }
        }
    }
}
