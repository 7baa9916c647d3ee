//! The titles of generated books, in the language of the book.

use super::title_page::skewed;
use super::words;
use crate::random::Random;

/// What titles in a language are made of. The first entries of each list are chosen more often.
struct Vocabulary {
    /// The name of the language, as books have it.
    language: &'static str,
    /// Fields of study that fit into all of `textbooks`.
    subjects: &'static [&'static str],
    /// The patterns of textbook titles; `{}` is the subject.
    textbooks: &'static [&'static str],
    /// Nouns with their articles, at the beginning of a title.
    things: &'static [&'static str],
    /// The patterns of story titles; `{}` is a thing.
    stories: &'static [&'static str],
}

/// Languages besides English. Subjects are feminine, so that articles in the patterns agree with them.
const VOCABULARIES: [Vocabulary; 4] = [
    Vocabulary {
        language: "German",
        subjects: &[
            "Mathematik",
            "Biologie",
            "Geschichte",
            "Chemie",
            "Physik",
            "Medizin",
            "Psychologie",
            "Informatik",
            "Statistik",
            "Ökologie",
            "Sprachwissenschaft",
            "Ethik",
            "Logik",
            "Architektur",
            "Astronomie",
            "Geometrie",
            "Soziologie",
            "Philosophie",
            "Anatomie",
            "Politik",
        ],
        textbooks: &[
            "{}: Eine Einführung",
            "Grundlagen der {}",
            "{} für das Studium",
            "Lehrbuch der {}",
            "Kurze Geschichte der {}",
            "{} im Überblick",
            "Übungen zur {}",
        ],
        things: &[
            "Das Haus",
            "Der Fluss",
            "Der Garten",
            "Der Winter",
            "Das Meer",
            "Die Nacht",
            "Der Berg",
            "Die Stadt",
            "Der Wald",
            "Die Insel",
            "Der Sommer",
            "Die Straße",
            "Die Brücke",
            "Der Brief",
            "Das Fenster",
            "Der Stein",
        ],
        stories: &[
            "{} am Ende des Jahres",
            "{} hinter den Hügeln",
            "{} im Regen",
            "{} meiner Schwester",
            "{} ohne Namen",
            "{}",
        ],
    },
    Vocabulary {
        language: "French",
        subjects: &[
            "biologie",
            "chimie",
            "physique",
            "médecine",
            "psychologie",
            "statistique",
            "linguistique",
            "logique",
            "géométrie",
            "sociologie",
            "philosophie",
            "musique",
            "peinture",
            "poésie",
            "géologie",
            "botanique",
        ],
        textbooks: &[
            "Introduction à la {}",
            "Manuel de {}",
            "La {} en pratique",
            "Principes de la {}",
            "Petite histoire de la {}",
            "Exercices de {}",
        ],
        things: &[
            "La maison",
            "Le fleuve",
            "Le jardin",
            "La mer",
            "La nuit",
            "La montagne",
            "La ville",
            "La forêt",
            "Le chemin",
            "Le pont",
            "La lettre",
            "La fenêtre",
            "La pierre",
            "Le silence",
        ],
        stories: &[
            "{} des autres",
            "{} sous la pluie",
            "{} au bout du monde",
            "{} de ma mère",
            "{} sans nom",
            "{}",
        ],
    },
    Vocabulary {
        language: "Spanish",
        subjects: &[
            "biología",
            "química",
            "física",
            "medicina",
            "psicología",
            "estadística",
            "lingüística",
            "lógica",
            "geometría",
            "sociología",
            "filosofía",
            "música",
            "pintura",
            "poesía",
            "geología",
            "botánica",
        ],
        textbooks: &[
            "Introducción a la {}",
            "Manual de {}",
            "Fundamentos de {}",
            "Breve historia de la {}",
            "La {} en la práctica",
            "Ejercicios de {}",
        ],
        things: &[
            "La casa",
            "El río",
            "El jardín",
            "El mar",
            "La noche",
            "La montaña",
            "La ciudad",
            "El bosque",
            "La isla",
            "El camino",
            "El puente",
            "La carta",
            "La ventana",
            "La piedra",
        ],
        stories: &[
            "{} de los otros",
            "{} bajo la lluvia",
            "{} del fin del mundo",
            "{} de mi madre",
            "{} sin nombre",
            "{}",
        ],
    },
    Vocabulary {
        language: "Italian",
        subjects: &[
            "biologia",
            "chimica",
            "fisica",
            "medicina",
            "psicologia",
            "statistica",
            "linguistica",
            "logica",
            "geometria",
            "sociologia",
            "filosofia",
            "musica",
            "pittura",
            "poesia",
            "geologia",
            "botanica",
        ],
        textbooks: &[
            "Introduzione alla {}",
            "Manuale di {}",
            "Fondamenti di {}",
            "Breve storia della {}",
            "La {} in pratica",
            "Esercizi di {}",
        ],
        things: &[
            "La casa",
            "Il fiume",
            "Il giardino",
            "Il mare",
            "La notte",
            "La montagna",
            "La città",
            "Il bosco",
            "L'isola",
            "La strada",
            "Il ponte",
            "La lettera",
            "La finestra",
            "La pietra",
        ],
        stories: &[
            "{} degli altri",
            "{} sotto la pioggia",
            "{} alla fine del mondo",
            "{} di mia madre",
            "{} senza nome",
            "{}",
        ],
    },
];

/// The title of a story or of a textbook.
pub(super) fn title(language: &str, story: bool, random: &mut Random) -> String {
    match VOCABULARIES.iter().find(|words| words.language == language) {
        Some(words) if story => random
            .pick(words.stories)
            .replace("{}", skewed(words.things, random)),
        Some(words) => {
            in_upper_case(&skewed(words.textbooks, random).replace("{}", skewed(words.subjects, random)))
        }
        None if story => english_story(random),
        None => english_textbook(random),
    }
}

/// A title whose first letter is a capital.
fn in_upper_case(title: &str) -> String {
    let mut letters = title.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn english_textbook(random: &mut Random) -> String {
    let subject = skewed(&words::SUBJECTS, random);
    match random.below(10) {
        0..5 => skewed(&words::TEXTBOOKS, random).replace("{}", subject),
        5..8 => format!("{subject} in {}", skewed(&words::PLACES, random)),
        _ => format!("{subject} and {}", skewed(&words::SUBJECTS, random)),
    }
}

fn english_story(random: &mut Random) -> String {
    let thing = skewed(&words::THINGS, random);
    let quality = skewed(&words::QUALITIES, random);
    match random.below(10) {
        0..4 => format!("The {quality} {thing}"),
        4..6 => format!("The {thing} and the {}", skewed(&words::THINGS, random)),
        6..8 => format!("A {quality} {thing} in {}", skewed(&words::PLACES, random)),
        8 => format!("{thing} of {}", skewed(&words::THINGS, random)),
        _ => format!("The {thing}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{VOCABULARIES, title};
    use crate::random::Random;

    #[test]
    fn a_title_is_in_the_language_of_the_book() {
        let mut random = Random::new(7);
        for words in &VOCABULARIES {
            for story in [false, true] {
                let made = title(words.language, story, &mut random);
                let known = if story { words.things } else { words.subjects };
                assert!(
                    known
                        .iter()
                        .any(|word| made.to_lowercase().contains(&word.to_lowercase())),
                    "{}: {made}",
                    words.language
                );
                assert!(
                    !made.contains('{') && made.starts_with(char::is_uppercase),
                    "{made}"
                );
            }
        }
        assert!(title("English", true, &mut random).is_ascii());
    }
}
