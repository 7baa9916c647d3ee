//! The most plausible of the encodings with one byte a character: the one in which letters have neighbours that are common
//! in a language.

use std::collections::HashSet;
use std::sync::LazyLock;

use encoding_rs::{
    Encoding, IBM866, MACINTOSH, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254,
};

/// The encodings, the most common first: it is taken when others are as plausible.
const CANDIDATES: [&Encoding; 7] = [
    WINDOWS_1252,
    WINDOWS_1250,
    WINDOWS_1251,
    WINDOWS_1254,
    WINDOWS_1253,
    MACINTOSH,
    IBM866,
];

/// Common words with letters outside ASCII. Their pairs of neighbouring letters are plausible.
const WORDS: [&str; 9] = [
    // German and the Nordic languages.
    "über für bücher büchern märchen mädchen männer größe groß straße schönen größten können möglich würde jüngsten zurück \
     natürlich glück österreich ärzte übung geschäft erzählung erzählungen gefährlich väter mütter träume wörter wörterbuch \
     führer künstler grün rätsel geschöpf häuser höhle verfügbar verkäufer entlöhnung gespräch spät früh für och för när på \
     från även år är små blå åren då ø øre første større børn kærlighed være mænd også året også går \
     zürich münchen müller süden süß wüste tübingen düster grüße brüder schüler flügel frühling bär käfer jäger \
     söhne töchter könig schöne frøken røde brød sø søn død møde bjørn grønne høst dør",
    // French.
    "été été première première père mère frère très après dès siècle bibliothèque littérature éditeur édition études étranger \
     école élève général société liberté vérité beauté poésie comédie tragédie mémoire histoire année années né née même \
     être fête forêt tête bête île maître théâtre château à là où déjà français française façon garçon ça leçon noël \
     misérables légende édité géographie américain désert secrète célèbre caractère manière où",
    // Spanish, Portuguese and Italian.
    "año años niño niños señor señora españa español pequeño corazón canción revolución educación edición historia poesía \
     filosofía geografía días país también según jardín capitán árbol último música público página número número \
     título títulos autor así él más mañana sueños extraño português não são coração canções histórias edição ciência é \
     até você três português livrarias crianças educação perché così città più è libertà verità qualità introdução memórias",
    // Polish.
    "książka książki księga się są są łódź wśród został został był była było życie życia świat świata święty mężczyzna \
     człowiek człowieka dziewczęta źródło też że już któż który która które miłość miłości śmierć dzień słowo słownik \
     ćwiczenia język języka polską mała mały łatwy władysław stanisław powieść część wiedźmin ogień koń niż więcej przygód \
     główny bóg wódz mój górach królowa ów",
    // Czech, Slovak, Croatian and Hungarian.
    "český česká české čeština příběh příběhy při před přítel který která dítě děti děťátko město města život žena že \
     již náš můj dům svět světa věk člověk člověka láska lásky válka války báseň básně písně píseň řeč řeka tři čtyři \
     země zlatý malý malá bílý bílá černý první poslední knížka můžeme žádný tisíc štěstí šest dějiny průvodce slovník \
     životopis osudy povídky dobrého vojáka též krásná krásný slovenský ľudia kôň mŕtvy dievča môj späť čovjek priča \
     riječ što život kuća könyv könyvek és magyar történet történelem gyermek időszak nő férfi élet világ szerző első őszi \
     szerkesztő művészet tűz fű ţară şi română în sînt",
    // Turkish.
    "bir kitabı kitapları yazarı kadın kadının aşk aşkı savaş savaşı barış çocuk çocuklar güneş gün için değil doğu \
     dağ dağı ağaç oğul oğlu türk türkiye türkçe yaşam yaşamı ışık kırmızı sarı kız kızı altın yalnızlık hayatı tarihi \
     başka şey şehir şiir şiirleri kış yağmur öykü öyküler ödülü dünya dünyası küçük büyük üç gözleri sıfır mı mış \
     istanbul'un müşteri akıl aklı halkı adı adım akşam kapı kapılar yıl yıllar kitaplığı insanlık sultanı öğretmen öğrenci i̇stanbul masumiyet müzesi",
    // Russian, Ukrainian and Bulgarian.
    "война мир преступление наказание книга книги автор название издательство история рассказ рассказы повесть роман \
     мертвые души отцы дети герой нашего времени собрание сочинений жизнь человек человека который когда было была \
     москва россия русский русская советский язык словарь учебник для детей сказки стихи поэма том год страниц любовь \
     смерть остров земля время город дом белый черный большой маленький первый последний это что как она они его ее все \
     ещё україна українська мова історія їх життя пісня българия език български история на от под към също",
    // Greek.
    "και το του της των στο στην από με για ένα μια είναι βιβλίο βιβλία συγγραφέας τίτλος εκδότης εκδόσεις ιστορία ιστορίες \
     ζωή άνθρωπος ανθρώπου αγάπη θάνατος πόλη μικρός μικρή μεγάλος μεγάλη ελλάδα ελληνική γλώσσα λεξικό ποίηση ποιήματα \
     παραμύθια παιδιά πρώτος πρώτη τελευταίος τελευταία νύχτα ήλιος θάλασσα έτος σελίδες μυθιστόρημα διηγήματα ο η οι \
     τον τους που πολιτεία βίος αλέξη",
    // French ligatures.
    "l'été l'île d'été l'œuvre œuvres œuvre cœur sœur",
];

/// The pairs of the words. A space stands for the beginning and the end of a word.
static PAIRS: LazyLock<HashSet<(char, char)>> = LazyLock::new(|| {
    let mut pairs = HashSet::new();
    for word in WORDS.iter().flat_map(|words| words.split_whitespace()) {
        let letters: Vec<char> = format!(" {word} ").chars().collect();
        for pair in letters.windows(2) {
            if !pair[0].is_ascii() || !pair[1].is_ascii() {
                pairs.insert((pair[0], pair[1]));
            }
        }
    }
    pairs
});

/// The most plausible encoding of the bytes.
pub(super) fn most_plausible(sample: &[u8]) -> &'static Encoding {
    let mut best = (i64::MIN, WINDOWS_1252);
    for encoding in CANDIDATES {
        let score = score(&encoding.decode_without_bom_handling(sample).0);
        if score > best.0 {
            best = (score, encoding);
        }
    }
    best.1
}

/// The sum over all pairs of neighbours of which one is not in ASCII.
fn score(text: &str) -> i64 {
    let mut sum = 0;
    let mut before = ' ';
    for character in text.chars().chain([' ']) {
        if !before.is_ascii() || !character.is_ascii() {
            sum += pair_score(before, character);
        }
        before = character;
    }
    sum
}

fn pair_score(left: char, right: char) -> i64 {
    if is_impossible(left) || is_impossible(right) {
        return -8;
    }
    let are_letters = left.is_alphabetic() && right.is_alphabetic();
    if are_letters && script(left) != script(right) {
        return -6;
    }
    // Within a word, small letters are not followed by capital letters.
    if are_letters && left.is_lowercase() && right.is_uppercase() {
        return -4;
    }
    // Signs are seldom in words, except for apostrophes and hyphens.
    let is_in_word = |sign: char, letter: char| letter.is_alphabetic() && is_sign(sign);
    if is_in_word(left, right) || is_in_word(right, left) {
        return -2;
    }
    let edge = |character: char| {
        let is_letter = character.is_alphabetic();
        let small = character.to_lowercase().next().unwrap_or(character);
        if is_letter { small } else { ' ' }
    };
    if PAIRS.contains(&(edge(left), edge(right))) {
        2
    } else {
        0
    }
}

/// Control characters and characters that are not assigned.
fn is_impossible(character: char) -> bool {
    matches!(character, '\u{80}'..='\u{9f}' | '\u{f8ff}' | '\u{fffd}')
}

/// Signs that are not next to letters in ordinary text: fractions, superscripts, currencies, mathematics, frames.
fn is_sign(character: char) -> bool {
    let is_latin_sign = matches!(
        character,
        '¢'..='¦' | '¨' | '¬' | '¯'..='´' | '¶' | '¸' | '¹' | '¼'..='¿' | '×' | '÷'
    );
    let is_mark = matches!(
        character,
        'ˆ' | 'ˇ' | '˘'..='˝' | '†'..='•' | '‰' | '€' | 'ƒ' | 'ﬁ' | 'ﬂ'
    );
    let is_drawing = matches!(character, '∆'..='≥' | '⌠' | '⌡' | '◊' | '─'..='▟' | '■');
    is_latin_sign || is_mark || is_drawing
}

#[derive(PartialEq, Eq)]
enum Script {
    Latin,
    Greek,
    Cyrillic,
}

fn script(letter: char) -> Script {
    match letter {
        '\u{370}'..='\u{3ff}' => Script::Greek,
        '\u{400}'..='\u{4ff}' => Script::Cyrillic,
        _ => Script::Latin,
    }
}

#[cfg(test)]
mod tests {
    use super::most_plausible;
    use encoding_rs::{
        Encoding, IBM866, MACINTOSH, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254,
    };

    fn to_macintosh(text: &str) -> Vec<u8> {
        let (bytes, _, is_lossy) = MACINTOSH.encode(text);
        assert!(!is_lossy, "{text}");
        bytes.into_owned()
    }

    #[test]
    fn recognises_books_of_a_language_in_its_encoding() {
        let books: [(&Encoding, &str); 16] = [
            (
                WINDOWS_1252,
                "Die Blechtrommel;Günter Grass\nDer Prozeß;Franz Kafka",
            ),
            (
                WINDOWS_1252,
                "Titel;Verfasser\nAnsichten eines Clowns;Heinrich Böll",
            ),
            (
                WINDOWS_1252,
                "Die unendliche Geschichte – „Märchenroman“;Michael Ende",
            ),
            (
                WINDOWS_1252,
                "À la recherche du temps perdu,Marcel Proust\nL'Étranger,Albert Camus",
            ),
            (
                WINDOWS_1252,
                "Les Misérables;Hugo\nMémoires d'Hadrien;Yourcenar\nLe Père Goriot;Balzac",
            ),
            (
                WINDOWS_1252,
                "Cien años de soledad;García Márquez\nLa casa de los espíritus;Allende",
            ),
            (
                WINDOWS_1252,
                "Pippi Långstrump;Astrid Lindgren\nBröderna Lejonhjärta;Lindgren",
            ),
            (
                WINDOWS_1250,
                "Quo vadis;Henryk Sienkiewicz;Kraków\nLalka;Bolesław Prus;Gebethner i spółka, Łódź",
            ),
            (
                WINDOWS_1250,
                "Ostatnie życzenie;Andrzej Sapkowski;wydanie drugie, poprawione, Warszawa, książki",
            ),
            (
                WINDOWS_1250,
                "Nesnesitelná lehkost bytí;Kundera\nOstře sledované vlaky;Hrabal\nPovídky;Čapek",
            ),
            (
                WINDOWS_1254,
                "Benim Adım Kırmızı;Orhan Pamuk\nİnce Memed;Yaşar Kemal\nKürk Mantolu Madonna;Sabahattin Ali",
            ),
            (
                WINDOWS_1254,
                "Çalıkuşu;Reşat Nuri Güntekin\nSaatleri Ayarlama Enstitüsü;Ahmet Hamdi Tanpınar",
            ),
            (
                WINDOWS_1251,
                "Анна Каренина;Лев Толстой\nМастер и Маргарита;Михаил Булгаков",
            ),
            (WINDOWS_1251, "ИДИОТ;ДОСТОЕВСКИЙ Ф. М.\nБесы;Достоевский Ф. М."),
            (
                WINDOWS_1253,
                "Ο Ζορμπάς;Νίκος Καζαντζάκης\nΤο Άξιον Εστί;Οδυσσέας Ελύτης",
            ),
            (IBM866, "Евгений Онегин;Пушкин\nВишневый сад;Чехов"),
        ];
        for (encoding, text) in books {
            let (bytes, _, is_lossy) = encoding.encode(text);
            assert!(!is_lossy, "{text}");
            assert_eq!(most_plausible(&bytes).name(), encoding.name(), "{text}");
        }
    }

    #[test]
    fn recognises_files_of_old_macintosh_computers() {
        for text in [
            "Die Blechtrommel;Günter Grass\nAnsichten;Heinrich Böll",
            "L'Étranger;Camus\nLe Père Goriot;Balzac\nMémoires;Yourcenar",
            "Cien años de soledad;García Márquez",
        ] {
            assert_eq!(
                most_plausible(&to_macintosh(text)).name(),
                MACINTOSH.name(),
                "{text}"
            );
        }
    }
}
