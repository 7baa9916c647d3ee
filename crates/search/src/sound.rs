//! Keys of words that are spelled in several ways: transliterated names above all (`Толстой`, `Tolstoy`, `Tolstoi`).
//!
//! Two words with the same key probably name the same. A key is never shown. Words of scripts that write vowels have a key of
//! their Latin letters; Arabic, Hebrew and Indic words have one of their consonants, because their transliterations differ
//! mostly in vowels.

use deunicode::deunicode;

use crate::fold::fold;
use crate::words::{Piece, joined, pieces};

/// Keys of fewer letters would be those of too many words.
const MIN_LETTERS: usize = 3;
/// The mark before a key of consonants: `~`, which no word contains.
const CONSONANTS: char = '~';
/// The longest run of a script without spaces whose syllables are joined, in characters.
const MAX_SYLLABLES: usize = 4;

/// Letters that are one sound, longest first, and what stands for them.
const SOUNDS: &[(&str, &str)] = &[
    ("shch", "s"),
    ("tsch", "c"),
    ("sch", "s"),
    ("tch", "c"),
    ("ch", "c"),
    ("cz", "c"),
    ("sh", "s"),
    ("sz", "s"),
    ("zh", "z"),
    ("kh", "h"),
    ("gh", "g"),
    ("ph", "f"),
    ("th", "t"),
    ("ck", "k"),
    ("qu", "k"),
    ("ou", "u"),
    ("ea", "e"),
    ("ie", "e"),
    ("je", "e"),
    ("ye", "e"),
    ("iy", "i"),
    ("ij", "i"),
    ("yi", "i"),
    ("yj", "i"),
    ("x", "ks"),
    ("w", "v"),
    ("q", "k"),
    ("y", "i"),
    ("j", "i"),
];

/// The keys of a word of a query.
pub(crate) fn keys_of_word(word: &str) -> Vec<String> {
    match script(word) {
        Script::Latin => {
            // German umlauts and Nordic letters are also typed as two letters; in the index they are one.
            let umlauts = word.replace("ae", "a").replace("oe", "o").replace("ue", "u");
            let umlauts = (umlauts != word).then(|| spelled(&umlauts)).flatten();
            [spelled(word), umlauts, consonants(word)]
                .into_iter()
                .flatten()
                .collect()
        }
        Script::Consonants | Script::Letters => key_as_written(word).into_iter().collect(),
    }
}

/// The key of a word in its own script.
fn key_as_written(word: &str) -> Option<String> {
    match script(word) {
        Script::Latin => spelled(word),
        Script::Consonants => consonants(&latin(word)),
        Script::Letters => spelled(&latin(word)),
    }
}

/// The keys of the words of a title or of names.
pub(crate) fn keys_of_text(text: &str) -> Vec<String> {
    let mut keys = Vec::new();
    for piece in pieces(&fold(text)) {
        match piece {
            Piece::Word { parts, .. } => {
                let whole = (parts.len() > 1).then(|| joined(&parts));
                let words = parts.iter().copied().chain(whole.as_deref());
                keys.extend(words.filter_map(key_as_written));
            }
            Piece::Run(run) => keys.extend(keys_of_run(run)),
        }
    }
    keys.sort();
    keys.dedup();
    keys
}

/// The keys of the syllables of a run, and of those that follow each other as one word: names are written both ways.
fn keys_of_run(run: &str) -> Vec<String> {
    let syllables: Vec<String> = run.chars().map(|c| latin(&c.to_string())).collect();
    let mut keys = Vec::new();
    for start in 0..syllables.len() {
        for length in 1..=MAX_SYLLABLES.min(syllables.len() - start) {
            let word = syllables[start..start + length].concat();
            // Korean names are also written with the voiceless consonant: Kang for 강.
            if let Some(voiceless) = word.strip_prefix('g') {
                keys.extend(spelled(&format!("k{voiceless}")));
            }
            keys.extend(spelled(&word));
        }
    }
    keys
}

enum Script {
    Latin,
    /// Scripts whose transliterations agree on consonants only.
    Consonants,
    /// Other scripts: Cyrillic, Greek, Georgian, Armenian, Chinese, Japanese, Korean.
    Letters,
}

/// The script of the first letter of a folded word.
fn script(word: &str) -> Script {
    match word.chars().next() {
        Some('\u{0590}'..='\u{08FF}' | '\u{0900}'..='\u{0DFF}') => Script::Consonants,
        Some('\u{0370}'..='\u{058F}' | '\u{0E00}'..='\u{1DFF}' | '\u{2E80}'..) => Script::Letters,
        _ => Script::Latin,
    }
}

/// The word in Latin letters.
fn latin(word: &str) -> String {
    deunicode(word)
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// The key of a word in Latin letters; none for short words and for words with digits.
fn spelled(word: &str) -> Option<String> {
    if !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let mut key = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(letter) = rest.chars().next() {
        let sound = SOUNDS.iter().find(|(letters, _)| rest.starts_with(letters));
        let single = letter.to_string();
        let (letters, sound) = sound.copied().unwrap_or((&single, &single));
        // Double letters count once.
        for letter in sound.chars() {
            if !key.ends_with(letter) {
                key.push(letter);
            }
        }
        rest = &rest[letters.len()..];
    }
    // Many spellings end in a silent letter.
    if key.len() > MIN_LETTERS && key.ends_with('e') {
        key.pop();
    }
    (word.len() >= MIN_LETTERS && key.len() >= 2).then_some(key)
}

/// The key of the consonants of a word in Latin letters.
fn consonants(word: &str) -> Option<String> {
    if !word.is_ascii() {
        return None;
    }
    let mut key = String::from(CONSONANTS);
    for (place, letter) in word.chars().enumerate() {
        let letter = match letter {
            'a' | 'e' | 'i' | 'o' | 'u' | 'y' | 'w' => continue,
            'h' if place > 0 => continue,
            // The Arabic letter is pronounced in both ways.
            'g' => 'j',
            'q' => 'k',
            'p' => 'b',
            // A nasal sign before a consonant.
            'm' if word[place + 1..].starts_with(['d', 't', 'g', 'k', 'j']) => 'n',
            other => other,
        };
        if !key.ends_with(letter) {
            key.push(letter);
        }
    }
    (key.len() > MIN_LETTERS).then_some(key)
}

#[cfg(test)]
mod tests {
    use super::{keys_of_text, keys_of_word};

    /// Each spelling of a name as typed is found under the name as written.
    #[test]
    fn spellings_of_a_name_share_a_key() {
        for (written, typed) in [
            ("Толстой", "tolstoy tolstoi tolstoj толстои"),
            (
                "Fyodor Dostoevsky",
                "dostoyevsky dostoevskii dostojewski dostoievski достоевскии",
            ),
            ("Чехов", "chekhov tchekhov"),
            ("Алексиевич", "alexievich aleksievich aleksievic"),
            ("Лев Выготский", "vygotsky vygotskij wygotski"),
            ("Albert Einstein", "эинштеин einstein"),
            ("Arkady Strugatsky", "стругацкии strugatski"),
            ("Friedrich Dürrenmatt", "duerrenmatt durenmatt"),
            ("Hans H. Ørberg", "oerberg orberg"),
            ("نجيب محفوظ", "naguib nagib mahfouz mahfuz"),
            ("طه حسين", "hussein husayn"),
            ("राग दरबारी", "darbari"),
            ("श्रीलाल शुक्ल", "shrilal"),
            ("刘慈欣", "liu cixin liucixin"),
            ("こころ", "kokoro"),
            ("한강", "han kang hangang"),
        ] {
            let keys = keys_of_text(written);
            for word in typed.split(' ') {
                let of_word = keys_of_word(word);
                assert!(
                    of_word.iter().any(|key| keys.contains(key)),
                    "{word} {of_word:?}, {written} {keys:?}"
                );
            }
        }
    }

    #[test]
    fn different_words_have_different_keys() {
        for (written, typed) in [
            ("The Hobbit", "rabbit"),
            ("Crime and Punishment", "prime"),
            ("1984", "1984"),
            ("Ox", "ox"),
        ] {
            let keys = keys_of_text(written);
            assert!(
                keys_of_word(typed).iter().all(|key| !keys.contains(key)),
                "{typed}, {written} {keys:?}"
            );
        }
    }
}
