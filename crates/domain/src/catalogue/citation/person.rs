//! The name of a person or a body in a citation.

/// Words in the names of bodies.
const OF_BODIES: [&str; 34] = [
    "academy",
    "agency",
    "and",
    "association",
    "bank",
    "board",
    "bureau",
    "center",
    "centre",
    "college",
    "commission",
    "committee",
    "company",
    "corporation",
    "council",
    "department",
    "e.v.",
    "foundation",
    "gmbh",
    "group",
    "inc.",
    "institut",
    "institute",
    "international",
    "library",
    "ltd.",
    "ministry",
    "museum",
    "of",
    "office",
    "organization",
    "society",
    "staff",
    "university",
];
/// Words before a family name that belong to it.
const PARTICLES: [&str; 19] = [
    "af", "bin", "da", "de", "del", "della", "den", "der", "di", "du", "el", "ibn", "la", "le", "st.", "ter",
    "van", "von", "zu",
];
/// What follows a family name.
const SUFFIXES: [&str; 6] = ["Jr.", "Jr", "Sr.", "Sr", "II", "III"];

/// A name in its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Person {
    /// The family name, or the whole name of a body or of somebody with one name.
    pub(super) family: String,
    /// The given names; empty for a body.
    pub(super) given: String,
    /// Such as `Jr.`
    pub(super) suffix: Option<String>,
}

impl Person {
    /// Reads a name in direct or inverted order.
    pub(super) fn of(name: &str) -> Self {
        let name = name.trim();
        let whole = || Person {
            family: name.to_owned(),
            given: String::new(),
            suffix: None,
        };
        let lower = name.to_lowercase();
        if lower.split_whitespace().any(|word| OF_BODIES.contains(&word)) {
            return whole();
        }
        if let Some((family, given)) = name.split_once(',') {
            let (given, suffix) = without_suffix(given.trim());
            return Person {
                family: family.trim().to_owned(),
                given,
                suffix,
            };
        }
        let (name, suffix) = without_suffix(name);
        let words: Vec<&str> = name.split_whitespace().collect();
        let Some(last) = words.len().checked_sub(1).filter(|last| *last > 0) else {
            return whole();
        };
        let mut first = last;
        while first > 0 && is_particle(words[first - 1], first == 1) {
            first -= 1;
        }
        Person {
            family: words[first..].join(" "),
            given: words[..first].join(" "),
            suffix,
        }
    }

    /// `Russell, Stuart J.`
    pub(super) fn inverted(&self) -> String {
        self.after_family(&self.given)
    }

    /// `Russell, S. J.`
    pub(super) fn with_initials(&self) -> String {
        self.after_family(&self.initials())
    }

    /// `Stuart J. Russell`
    pub(super) fn direct(&self) -> String {
        let name = [self.given.as_str(), &self.family].join(" ");
        let name = name.trim().to_owned();
        match &self.suffix {
            Some(suffix) => format!("{name} {suffix}"),
            None => name,
        }
    }

    /// `S. J. Russell`
    pub(super) fn direct_with_initials(&self) -> String {
        let name = [self.initials(), self.family.clone()].join(" ");
        name.trim().to_owned()
    }

    fn initials(&self) -> String {
        let words = self.given.split_whitespace();
        let initials: Vec<String> = words
            .map(|word| {
                let parts = word.split('-').filter_map(|part| part.chars().next());
                let parts: Vec<String> = parts.map(|first| format!("{}.", first.to_uppercase())).collect();
                parts.join("-")
            })
            .collect();
        initials.join(" ")
    }

    fn after_family(&self, given: &str) -> String {
        let mut name = self.family.clone();
        for part in [Some(given), self.suffix.as_deref()].into_iter().flatten() {
            if !part.is_empty() {
                name.push_str(", ");
                name.push_str(part);
            }
        }
        name
    }
}

/// Whether a word belongs to the family name behind it. At the beginning, `Van Morrison` has a given name, and `von Humboldt`
/// has none.
fn is_particle(word: &str, is_first_of_name: bool) -> bool {
    let is_given_name = is_first_of_name && word.starts_with(char::is_uppercase);
    !is_given_name && PARTICLES.contains(&word.to_lowercase().as_str())
}

fn without_suffix(name: &str) -> (String, Option<String>) {
    let found = SUFFIXES.into_iter().find_map(|suffix| {
        let rest = name.strip_suffix(suffix)?.strip_suffix([' ', ','])?;
        Some((
            rest.trim_end_matches([',', ' ']).to_owned(),
            Some(suffix.to_owned()),
        ))
    });
    found.unwrap_or_else(|| (name.to_owned(), None))
}
