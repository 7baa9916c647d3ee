//! Where the surname of a name begins, so that lists of people can be read by surname.

/// Words that begin a surname of several words, when another word follows: `von Humboldt`, `de la Cruz`.
const PARTICLES: &[&str] = &[
    "af", "al", "am", "av", "bin", "binti", "da", "das", "de", "degli", "dei", "del", "della", "den", "der",
    "di", "dos", "du", "el", "ibn", "la", "le", "ten", "ter", "van", "ver", "vom", "von", "zu", "zum", "zur",
    "'t", "’t",
];

/// Words behind a surname that do not belong to it.
const SUFFIXES: &[&str] = &["jr", "jr.", "sr", "sr.", "ii", "iii", "iv"];

/// Splits a name into first names and surname.
///
/// - `Surname, First names` says where the surname is.
/// - Otherwise it is the last word, with the particles directly before it, such as `van der Berg`. A suffix such as `Jr.`
///   counts as a first name.
/// - A first word in upper case is a first name even if it is the word of a particle (`Van Morrison`).
/// - A name of one word is a surname.
///
/// The result contains every word of the name once. Surnames of several words without particles (`García Márquez`) need the
/// form with the comma.
pub fn split(name: &str) -> Split<'_> {
    let name = name
        .trim_start_matches(|c: char| c == ',' || c.is_whitespace())
        .trim_end();
    if let Some((surname, first_names)) = name.split_once(',') {
        let (surname, first_names) = (surname.trim(), first_names.trim());
        if !surname.is_empty() && !is_suffix(first_names) {
            return Split {
                surname,
                before: "",
                after: first_names,
            };
        }
    }
    // The position of each word, in bytes.
    let words: Vec<(usize, &str)> = name
        .split_whitespace()
        .map(|word| (word.as_ptr() as usize - name.as_ptr() as usize, word))
        .collect();
    let Some(mut last) = words.len().checked_sub(1) else {
        return Split::default();
    };
    while last > 0 && is_suffix(words[last].1) {
        last -= 1;
    }
    let mut first = last;
    while first > 0 && is_particle(words[first - 1].1, first == 1) {
        first -= 1;
    }
    let end = words[last].0 + words[last].1.len();
    Split {
        // As in `King, Jr.`
        surname: name[words[first].0..end].trim_end_matches(','),
        before: name[..words[first].0].trim_end(),
        after: name[end..].trim(),
    }
}

/// The parts of a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Split<'a> {
    pub surname: &'a str,
    /// What is before the surname: first names; empty in the form with the comma.
    before: &'a str,
    /// What is behind it: a suffix, or the first names in the form with the comma.
    after: &'a str,
}

impl Split<'_> {
    /// The name in the order in which lists are sorted: surname, first names, suffix.
    pub fn surname_first(&self) -> String {
        let rest = [self.before, self.after];
        let rest: Vec<&str> = rest.into_iter().filter(|part| !part.is_empty()).collect();
        if rest.is_empty() {
            self.surname.to_owned()
        } else {
            format!("{}, {}", self.surname, rest.join(" "))
        }
    }
}

/// The name of a person whose first names and surname are known: `First names Surname` if [`split`] finds this surname in
/// it, otherwise `Surname, First names`.
pub fn joined(first_names: &str, surname: &str) -> String {
    let natural = format!("{first_names} {surname}");
    let natural = natural.trim();
    if first_names.is_empty() || surname.is_empty() || split(natural).surname == surname {
        natural.to_owned()
    } else {
        format!("{surname}, {first_names}")
    }
}

fn is_suffix(word: &str) -> bool {
    SUFFIXES.contains(&word.to_lowercase().as_str())
}

fn is_particle(word: &str, is_first_of_name: bool) -> bool {
    let starts_lower = word.chars().next().is_some_and(|c| !c.is_uppercase());
    (starts_lower || !is_first_of_name) && PARTICLES.contains(&word.to_lowercase().as_str())
}
