//! Folding: brings a text into the form in which it is indexed, searched and compared.

use unicode_normalization::UnicodeNormalization;

/// Folds a text so that case, accents, ligatures, width and invisible characters do not matter.
///
/// Compatibility forms are decomposed (NFKD), letters lowered, diacritics dropped, letters that Unicode does not
/// decompose replaced (ß → ss, æ → ae, ø → o, ł → l, ς → σ …), digits of other scripts made ASCII, and the rest
/// composed again (NFC). Only marks that are optional in their script are dropped: Latin, Greek and Cyrillic
/// accents, Arabic and Hebrew vowel points. Vowel signs of Indic scripts and the voicing marks of kana belong to
/// the word and stay.
///
/// Folding a folded text changes nothing.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut plain = String::with_capacity(text.len());
    for letter in text.nfkd().flat_map(char::to_lowercase) {
        if !is_optional(letter) {
            replace(letter, &mut plain);
        }
    }
    plain.nfc().collect()
}

/// Marks that a reader may leave out, and invisible characters.
fn is_optional(letter: char) -> bool {
    matches!(letter,
        // Combining accents of Latin, Greek and Cyrillic.
        '\u{0300}'..='\u{036F}' | '\u{0483}'..='\u{0489}' | '\u{1AB0}'..='\u{1AFF}'
        | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}'
        // Hebrew points.
        | '\u{0591}'..='\u{05BD}' | '\u{05BF}' | '\u{05C1}'..='\u{05C2}' | '\u{05C4}'..='\u{05C5}' | '\u{05C7}'
        // Arabic vowel signs, Koranic marks and the stretching line.
        | '\u{0610}'..='\u{061A}' | '\u{0640}' | '\u{064B}'..='\u{065F}' | '\u{0670}'
        | '\u{06D6}'..='\u{06DC}' | '\u{06DF}'..='\u{06E4}' | '\u{06E7}'..='\u{06E8}' | '\u{06EA}'..='\u{06ED}'
        // Soft hyphen, joiners, direction marks, variation selectors, byte order mark.
        | '\u{00AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}'
        | '\u{2066}'..='\u{2069}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
}

/// Appends the folded form of `letter` to `out`.
fn replace(letter: char, out: &mut String) {
    match letter {
        'ß' => out.push_str("ss"),
        'æ' => out.push_str("ae"),
        'œ' => out.push_str("oe"),
        'þ' => out.push_str("th"),
        'ø' => out.push('o'),
        'ł' => out.push('l'),
        'đ' | 'ð' => out.push('d'),
        'ħ' => out.push('h'),
        'ŧ' => out.push('t'),
        'ı' => out.push('i'),
        'ς' => out.push('σ'),
        // Arabic letters that are used interchangeably, and their Persian forms.
        'ى' | 'ی' => out.push('ي'),
        'ک' => out.push('ك'),
        'ٱ' => out.push('ا'),
        'ة' => out.push('ه'),
        '\u{0660}'..='\u{0669}' => push_digit(letter, '\u{0660}', out),
        '\u{06F0}'..='\u{06F9}' => push_digit(letter, '\u{06F0}', out),
        '\u{0966}'..='\u{096F}' => push_digit(letter, '\u{0966}', out),
        other => out.push(other),
    }
}

fn push_digit(letter: char, zero: char, out: &mut String) {
    out.extend(char::from_digit(u32::from(letter) - u32::from(zero), 10));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::fold;

    #[test]
    fn folds_what_readers_do_not_distinguish() {
        for (written, folded) in [
            ("Dostoevsky", "dostoevsky"),
            ("Émile ZOLA", "emile zola"),
            ("Straße", "strasse"),
            ("STRASSE", "strasse"),
            ("Ægir Œuvre", "aegir oeuvre"),
            ("Søren Łódź Đorđe", "soren lodz dorde"),
            ("İstanbul ısı", "istanbul isi"),
            ("ﬁn", "fin"),
            ("ＡＢＣ１２３", "abc123"),
            ("Ελλάδος", "ελλαδοσ"),
            ("ΕΛΛΆΔΟΣ", "ελλαδοσ"),
            ("Война и мир Ёлка й", "воина и мир елка и"),
            ("أَلْف لَيْلَة", "الف ليله"),
            ("שָׁלוֹם", "שלום"),
            ("हिन्दी", "हिन्दी"),
            ("१९८४", "1984"),
            ("ガラス", "ガラス"),
            ("ｶﾞﾗｽ", "ガラス"),
            ("한국", "한국"),
            ("Việt Nam", "viet nam"),
            ("co\u{AD}operate", "cooperate"),
        ] {
            assert_eq!(fold(written), folded, "{written}");
        }
    }

    proptest! {
        #[test]
        fn is_idempotent(text in "\\PC{0,40}") {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }
    }
}
