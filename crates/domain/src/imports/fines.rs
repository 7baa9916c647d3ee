//! Amounts and reasons of unpaid fines as other systems write them.

use crate::money::{Amount, ChargeReason, Currency};

/// Why a text is no amount of a fine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AmountProblem {
    /// No number, or one with smaller parts than the currency has.
    Invalid,
    /// Zero, or what the library owes.
    NotPositive,
}

/// An amount in a currency: `12.50`, `12,50`, `1.234,50`, `1,234.50`, `$12.50`, `12,50 EUR`, `2.500000`. A single comma or point
/// before three digits groups thousands, unless the currency has three decimal places or the number begins with zero.
///
/// # Errors
/// The text is no amount, or it is not above zero.
pub fn amount(text: &str, currency: Currency) -> Result<Amount, AmountProblem> {
    let plain = currency.write(Amount(1)).to_string();
    let symbol: String = plain
        .chars()
        .filter(|sign| !sign.is_ascii_digit() && *sign != '.')
        .collect();
    let text = text.replace(currency.code(), "").replace(symbol.trim(), "");
    let signs: String = text.chars().filter(|sign| !sign.is_whitespace()).collect();
    let (is_negative, digits) = match signs.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, signs.as_str()),
    };
    let (whole, fraction) = parts(digits, currency.exponent()).ok_or(AmountProblem::Invalid)?;
    // Databases write more decimal places than the currency has.
    let exact = fraction.trim_end_matches('0');
    let number = if exact.is_empty() {
        whole
    } else {
        format!("{whole}.{exact}")
    };
    let amount = currency.parse(&number).map_err(|_| AmountProblem::Invalid)?;
    if is_negative || !amount.is_positive() {
        return Err(AmountProblem::NotPositive);
    }
    Ok(amount)
}

/// The digits before and after the decimal mark.
fn parts(text: &str, exponent: u8) -> Option<(String, &str)> {
    let is_known = |sign: char| sign.is_ascii_digit() || matches!(sign, '.' | ',' | '\'' | '\u{2019}');
    if !text.chars().all(is_known) || !text.starts_with(|sign: char| sign.is_ascii_digit() || sign == '.') {
        return None;
    }
    let marks: Vec<(usize, char)> = text
        .char_indices()
        .filter(|(_, sign)| matches!(sign, '.' | ','))
        .collect();
    let decimal = marks.last().copied().filter(|(place, mark)| {
        let is_repeated = marks.iter().filter(|(_, other)| other == mark).count() > 1;
        let groups =
            text.len() - place - 1 == 3 && marks.len() == 1 && exponent != 3 && !text.starts_with('0');
        !is_repeated && !groups && !text[*place + 1..].contains('\'')
    });
    let (before, fraction) = match decimal {
        Some((place, _)) => (&text[..place], &text[place + 1..]),
        None => (text, ""),
    };
    let groups: Vec<&str> = before.split(['.', ',', '\'', '\u{2019}']).collect();
    let (first, rest) = groups.split_first()?;
    if rest.iter().any(|group| group.len() != 3) || (first.is_empty() && !rest.is_empty()) {
        return None;
    }
    let whole = groups.concat();
    Some((if whole.is_empty() { "0".to_owned() } else { whole }, fraction))
}

/// Codes that are whole texts: those of Koha, before and after its version 20.
const CODES: [(&str, ChargeReason); 13] = [
    ("f", ChargeReason::Overdue),
    ("fu", ChargeReason::Overdue),
    ("o", ChargeReason::Overdue),
    ("l", ChargeReason::Lost),
    ("n", ChargeReason::Processing),
    ("new_card", ChargeReason::Processing),
    ("a", ChargeReason::Other),
    ("account", ChargeReason::Other),
    ("account_renew", ChargeReason::Other),
    ("m", ChargeReason::Other),
    ("manual", ChargeReason::Other),
    ("rent", ChargeReason::Other),
    ("reserve", ChargeReason::Other),
];

/// How words begin that tell a reason, in several languages. The first reason with such a word wins: a fee for the processing of
/// a lost book is for processing.
const STEMS: [(ChargeReason, &[&str]); 4] = [
    (
        ChargeReason::Processing,
        &[
            "process",
            "print",
            "photocop",
            "card",
            "ausweis",
            "bearbeitung",
            "druck",
            "ausdruck",
            "kopie",
            "traitement",
            "impression",
            "carte",
            "procesamiento",
            "carné",
            "tarjeta",
            "cetak",
            "kartu",
        ],
    ),
    (
        ChargeReason::Lost,
        &[
            "lost", "missing", "verlust", "verlor", "perdu", "perte", "perdid", "pérdida", "extravi",
            "hilang",
        ],
    ),
    (
        ChargeReason::Damage,
        &[
            "damage",
            "beschädig",
            "schaden",
            "endommag",
            "dégrad",
            "abîmé",
            "daño",
            "dañad",
            "rusak",
        ],
    ),
    (
        ChargeReason::Overdue,
        &[
            "overdue",
            "late",
            "fine",
            "mahn",
            "säumnis",
            "überfällig",
            "überzieh",
            "verspät",
            "leihfrist",
            "retard",
            "amende",
            "multa",
            "atras",
            "retraso",
            "vencid",
            "denda",
            "terlambat",
            "keterlambatan",
        ],
    ),
];

/// The reason of a fine, from the text of the other system and the description. [`ChargeReason::Other`] when they tell none.
pub fn reason(code: Option<&str>, description: Option<&str>) -> ChargeReason {
    let code = code.unwrap_or_default().trim().to_lowercase();
    if let Some((_, reason)) = CODES.iter().find(|(text, _)| *text == code) {
        return *reason;
    }
    // A description may be the title of a book, such as The Lost World.
    let is_late = || of_words(&description.unwrap_or_default().to_lowercase()) == Some(ChargeReason::Overdue);
    of_words(&code)
        .or_else(|| is_late().then_some(ChargeReason::Overdue))
        .unwrap_or(ChargeReason::Other)
}

fn of_words(text: &str) -> Option<ChargeReason> {
    let words: Vec<&str> = text.split(|sign: char| !sign.is_alphanumeric()).collect();
    let begins = |stem: &&str| words.iter().any(|word| word.starts_with(stem));
    STEMS
        .iter()
        .find(|(_, stems)| stems.iter().any(begins))
        .map(|(reason, _)| *reason)
}

#[cfg(test)]
mod tests {
    use super::AmountProblem::{Invalid, NotPositive};
    use super::{amount, reason};
    use crate::money::{Amount, ChargeReason, Currency};

    #[test]
    fn amounts_are_read_in_several_notations() {
        for (text, code, expected) in [
            ("12.50", "USD", Ok(1250)),
            ("12,5", "EUR", Ok(1250)),
            ("12", "EUR", Ok(1200)),
            ("$12.50", "USD", Ok(1250)),
            ("12,50 €", "EUR", Ok(1250)),
            ("EUR 12,50", "EUR", Ok(1250)),
            ("1.234,50", "EUR", Ok(123_450)),
            ("1,234.50", "USD", Ok(123_450)),
            ("1'234.50", "CHF", Ok(123_450)),
            ("1 234,50", "EUR", Ok(123_450)),
            ("1,234", "USD", Ok(123_400)),
            ("1.234.567", "EUR", Ok(123_456_700)),
            ("1.234", "KWD", Ok(1234)),
            ("0.250", "USD", Ok(25)),
            ("2.500000", "USD", Ok(250)),
            (".5", "USD", Ok(50)),
            ("1.500", "IDR", Ok(150_000)),
            ("1500", "JPY", Ok(1500)),
            ("1,500", "JPY", Ok(1500)),
            ("0", "USD", Err(NotPositive)),
            ("-1.50", "USD", Err(NotPositive)),
            ("0.005", "USD", Err(Invalid)),
            ("1,5", "JPY", Err(Invalid)),
            ("12.50", "JPY", Err(Invalid)),
            ("1,23,45", "USD", Err(Invalid)),
            ("12.5.0", "USD", Err(Invalid)),
            ("$12.50", "EUR", Err(Invalid)),
            ("a lot", "USD", Err(Invalid)),
            ("", "USD", Err(Invalid)),
            ("99999999999999999999", "USD", Err(Invalid)),
        ] {
            let currency: Currency = code.parse().unwrap();
            assert_eq!(amount(text, currency), expected.map(Amount), "{text} {code}");
        }
    }

    #[test]
    fn reasons_are_guessed_in_several_languages() {
        use ChargeReason::{Damage, Lost, Other, Overdue, Processing};
        for (code, description, expected) in [
            ("OVERDUE", "", Overdue),
            ("FU", "", Overdue),
            ("LOST", "", Lost),
            ("NEW_CARD", "", Processing),
            ("MANUAL", "Lost key of a locker", Other),
            ("Lost Materials Processing Fee", "", Processing),
            ("Lost Materials", "", Lost),
            ("Overdue materials", "", Overdue),
            ("Damaged Item", "", Damage),
            ("", "Overdue fines for item B00001", Overdue),
            ("", "Denda keterlambatan", Overdue),
            ("Säumnisgebühr", "", Overdue),
            ("Verlust", "", Lost),
            ("Beschädigung", "", Damage),
            ("Ausweisersatz", "", Processing),
            ("Amende de retard", "", Overdue),
            ("Multa por retraso", "", Overdue),
            ("Refined tastes", "", Other),
            ("", "The Lost World", Other),
            ("", "", Other),
        ] {
            assert_eq!(
                reason(Some(code), Some(description)),
                expected,
                "{code} {description}"
            );
        }
        assert_eq!(reason(None, None), Other);
    }
}
