//! What persons and bodies did, from relator codes and terms.

use super::text::clean;
use crate::marc::record::DataField;

/// The relator codes of MARC 21 that libraries use most, and their terms in English.
const CODES: [(&str, &str); 78] = [
    ("abr", "abridger"),
    ("act", "actor"),
    ("adp", "adapter"),
    ("aft", "author of afterword"),
    ("anm", "animator"),
    ("ann", "annotator"),
    ("arr", "arranger"),
    ("art", "artist"),
    ("asn", "associated name"),
    ("att", "attributed name"),
    ("aud", "author of dialog"),
    ("aui", "author of introduction"),
    ("aus", "screenwriter"),
    ("aut", "author"),
    ("bkd", "book designer"),
    ("bkp", "book producer"),
    ("cmm", "commentator"),
    ("cmp", "composer"),
    ("cnd", "conductor"),
    ("com", "compiler"),
    ("cov", "cover designer"),
    ("cre", "author"),
    ("crr", "corrector"),
    ("ctb", "contributor"),
    ("ctg", "cartographer"),
    ("cur", "curator"),
    ("cwt", "commentator for written text"),
    ("dgg", "degree granting institution"),
    ("dgs", "degree supervisor"),
    ("dnc", "dancer"),
    ("drt", "director"),
    ("dst", "distributor"),
    ("dte", "dedicatee"),
    ("dub", "dubious author"),
    ("edc", "editor"),
    ("edt", "editor"),
    ("egr", "engraver"),
    ("fmd", "film director"),
    ("fmo", "former owner"),
    ("fmp", "film producer"),
    ("fnd", "funder"),
    ("his", "host institution"),
    ("hnr", "honoree"),
    ("hst", "host"),
    ("ill", "illustrator"),
    ("itr", "instrumentalist"),
    ("ive", "interviewee"),
    ("ivr", "interviewer"),
    ("lbt", "librettist"),
    ("lyr", "lyricist"),
    ("mod", "moderator"),
    ("msd", "musical director"),
    ("mus", "musician"),
    ("nrt", "narrator"),
    ("org", "originator"),
    ("oth", "contributor"),
    ("own", "owner"),
    ("pbd", "publishing director"),
    ("pbl", "publisher"),
    ("pdr", "project director"),
    ("pht", "photographer"),
    ("prd", "production personnel"),
    ("prf", "performer"),
    ("pro", "producer"),
    ("prt", "printer"),
    ("red", "editor"),
    ("res", "researcher"),
    ("rev", "reviewer"),
    ("sce", "scenarist"),
    ("scl", "sculptor"),
    ("sds", "sound designer"),
    ("sgn", "signer"),
    ("sng", "singer"),
    ("spn", "sponsor"),
    ("ths", "thesis advisor"),
    ("trl", "translator"),
    ("win", "writer of introduction"),
    ("wpr", "writer of preface"),
];

/// Terms of cataloguers, without full stops, by their first letters; longer ones first where one begins another.
const TERMS: [(&str, &str); 58] = [
    ("aut", "author"),
    ("joint author", "author"),
    ("writer of", "contributor"),
    ("writer", "author"),
    ("creator", "author"),
    ("verf", "author"),
    ("автор предисловия", "contributor"),
    ("автор", "author"),
    ("author of introduction", "author of introduction"),
    ("editorial", "publisher"),
    ("édit", "editor"),
    ("éd", "editor"),
    ("edit", "editor"),
    ("joint ed", "editor"),
    ("general ed", "editor"),
    ("series ed", "editor"),
    ("ed lit", "editor"),
    ("eds", "editor"),
    ("hrsg", "editor"),
    ("hg", "editor"),
    ("herausg", "editor"),
    ("directeur de la publication", "editor"),
    ("dir publ", "editor"),
    ("ред", "editor"),
    ("tr", "translator"),
    ("übers", "translator"),
    ("uebers", "translator"),
    ("перев", "translator"),
    ("пер", "translator"),
    ("il", "illustrator"),
    ("ил", "illustrator"),
    ("худож", "illustrator"),
    ("zeichner", "illustrator"),
    ("comp", "compiler"),
    ("zusammenst", "compiler"),
    ("сост", "compiler"),
    ("photo", "photographer"),
    ("fotogr", "photographer"),
    ("bearb", "adapter"),
    ("adapt", "adapter"),
    ("préf", "writer of preface"),
    ("pról", "writer of preface"),
    ("transcri", "contributor"),
    ("vorr", "writer of preface"),
    ("vorw", "writer of preface"),
    ("intro", "writer of introduction"),
    ("einl", "writer of introduction"),
    ("nachw", "author of afterword"),
    ("postf", "author of afterword"),
    ("komp", "composer"),
    ("compos", "composer"),
    ("sprecher", "narrator"),
    ("read", "narrator"),
    ("erz", "narrator"),
    ("regie", "director"),
    ("réal", "director"),
    ("mitarb", "contributor"),
    ("mitwirk", "contributor"),
];

/// The role that a field states, or nothing. A term that is not known is a contribution of some kind.
pub(in crate::marc) fn stated(field: DataField<'_>) -> Option<&'static str> {
    let coded = field.all('4').filter_map(of_code);
    // In fields for meetings, $e is a part of the name.
    let term = if field.tag.ends_with("11") { 'j' } else { 'e' };
    let mut terms = field
        .all(term)
        .flat_map(|terms| terms.split([',', ';']))
        .map(clean)
        .filter(|term| !term.is_empty())
        .peekable();
    let has_terms = terms.peek().is_some();
    let unknown = has_terms.then_some("contributor");
    coded
        .chain(terms.filter_map(|term| of_term(&term)))
        .next()
        .or(unknown)
}

/// The role of a code such as `edt` or `http://id.loc.gov/vocabulary/relators/edt`.
fn of_code(text: &str) -> Option<&'static str> {
    let code = text.trim().rsplit('/').next()?.to_lowercase();
    let place = CODES.binary_search_by_key(&code.as_str(), |(known, _)| known);
    place.ok().map(|place| CODES[place].1)
}

fn of_term(term: &str) -> Option<&'static str> {
    let term = clean(&term.to_lowercase().replace(['.', '(', ')', '[', ']'], " "));
    let known = CODES.iter().find(|(_, english)| *english == term);
    let longest = || {
        TERMS
            .iter()
            .filter(|(beginning, _)| term.starts_with(beginning))
            .max_by_key(|(beginning, _)| beginning.len())
    };
    known
        .map(|(_, english)| *english)
        .or_else(|| longest().map(|(_, english)| *english))
        .or_else(|| (term == "ed").then_some("editor"))
}

#[cfg(test)]
mod tests {
    use super::{CODES, TERMS, stated};
    use crate::marc::samples;

    #[test]
    fn reads_roles() {
        for (subfields, expected) in [
            ("$4edt", Some("editor")),
            ("$4http://id.loc.gov/vocabulary/relators/ill", Some("illustrator")),
            ("$eHrsg.$4edt", Some("editor")),
            ("$eил.$4ill", Some("illustrator")),
            ("$eauthor.", Some("author")),
            ("$ejoint author.", Some("author")),
            ("$eeditor,$etranslator.", Some("editor")),
            ("$eauthor, illustrator.", Some("author")),
            ("$eed.", Some("editor")),
            ("$eed. lit.", Some("editor")),
            ("$eéd.", Some("editor")),
            ("$eHrsg.", Some("editor")),
            ("$eÜbers.", Some("translator")),
            ("$etrad.", Some("translator")),
            ("$eIll.", Some("illustrator")),
            ("$ewriter of introduction", Some("writer of introduction")),
            ("$ecomposer.", Some("composer")),
            ("$ecomp.", Some("compiler")),
            ("$efilm director", Some("film director")),
            ("$esomething else", Some("contributor")),
            ("$e", None),
            ("$4zzz", None),
            ("", None),
        ] {
            let record = samples::book(&[&format!("700 1  $aName{subfields}")]);
            assert_eq!(record.data().find_map(stated), expected, "{subfields}");
        }
        let meeting = samples::book(&["711 2  $aMeeting.$eSection.$jhost institution"]);
        assert_eq!(meeting.data().find_map(stated), Some("host institution"));
    }

    #[test]
    fn lists_codes_in_order_and_terms_once() {
        assert!(CODES.windows(2).all(|pair| pair[0].0 < pair[1].0));
        let mut terms: Vec<&str> = TERMS.iter().map(|(term, _)| *term).collect();
        terms.sort_unstable();
        terms.dedup();
        assert_eq!(terms.len(), TERMS.len());
    }
}
