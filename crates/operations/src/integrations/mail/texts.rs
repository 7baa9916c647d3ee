//! The texts of the mails, in the language of their reader.

mod english;
mod german;
mod message;

use carrel_domain::language::Language;
use jiff::Timestamp;

pub(crate) use self::message::{Message, Text};
use crate::core::settings::Settings;

impl Message<'_> {
    /// The text in a language, about something that happened `at` an instant.
    pub(crate) fn text(self, language: Language, settings: &Settings, at: Timestamp) -> Text {
        let at = shown(language, settings, at);
        match language {
            Language::English => english::text(self, &settings.name, &at),
            Language::German => german::text(self, &settings.name, &at),
        }
    }
}

/// An instant in the library's zone: `Nov 22, 2026 14:05`, `22. November 2026 um 14:05 Uhr`.
fn shown(language: Language, settings: &Settings, at: Timestamp) -> String {
    const MONTHS: [&str; 12] = [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ];
    let at = at.to_zoned(settings.zone.clone());
    match language {
        Language::English => at.strftime("%b %-d, %Y %H:%M").to_string(),
        Language::German => {
            let month = usize::try_from(at.month() - 1)
                .ok()
                .and_then(|index| MONTHS.get(index));
            let month = month.copied().unwrap_or_default();
            format!("{}. {month} {}", at.day(), at.strftime("%Y um %H:%M Uhr"))
        }
    }
}

#[cfg(test)]
mod tests {
    use carrel_domain::language::Language;

    use super::{Message, english, german};

    const SITE: &str = "https://books.example";

    /// Every message, and the link that it must contain.
    fn messages() -> Vec<(Message<'static>, Option<&'static str>)> {
        const LINK: &str = "https://books.example/link#token=t";
        vec![
            (Message::Test, None),
            (Message::PasswordLink { link: LINK }, Some(LINK)),
            (
                Message::PasswordChanged { site: SITE },
                Some("https://books.example/forgot-password"),
            ),
            (Message::Registration { link: LINK }, Some(LINK)),
            (
                Message::AccountExists { site: SITE },
                Some("https://books.example/login"),
            ),
            (Message::ConfirmEmail { link: LINK }, Some(LINK)),
            (Message::EmailChanged { undo: Some(LINK) }, Some(LINK)),
            (Message::EmailChanged { undo: None }, None),
            (
                Message::SecondFactorAdded { site: SITE },
                Some("https://books.example/profile"),
            ),
            (
                Message::SecondFactorRemoved { site: SITE },
                Some("https://books.example/profile"),
            ),
            (
                Message::SecondFactorsReset { site: SITE },
                Some("https://books.example/profile"),
            ),
            (
                Message::RecoveryCodesMade { site: SITE },
                Some("https://books.example/profile"),
            ),
            (
                Message::RecoveryCodeUsed { site: SITE },
                Some("https://books.example/forgot-password"),
            ),
        ]
    }

    #[test]
    fn every_mail_names_the_library_and_has_its_link_in_every_language() {
        for language in Language::ALL {
            for (message, link) in messages() {
                let text = match language {
                    Language::English => english::text(message, "Stadtbücherei", "AT"),
                    Language::German => german::text(message, "Stadtbücherei", "AT"),
                };
                assert!(
                    text.subject.contains("Stadtbücherei"),
                    "{language:?}: {}",
                    text.subject
                );
                assert!(
                    text.body.ends_with('\n') && !text.body.contains("\n\n\n"),
                    "{}",
                    text.body
                );
                // A link stands on a line of its own, so that mail programs recognise its end.
                if let Some(link) = link {
                    assert!(
                        text.body.lines().any(|line| line == link),
                        "{language:?}: {}",
                        text.body
                    );
                }
            }
        }
    }

    #[test]
    fn a_german_mail_has_no_english_words() {
        const ENGLISH: [&str; 12] = [
            "the", "your", "you", "if", "it", "hello", "account", "password", "and", "of", "from", "email",
        ];
        for (message, _) in messages() {
            let text = german::text(message, "Stadtbücherei", "AT");
            let words = format!("{} {}", text.subject, text.body);
            let lines = words.lines().filter(|line| !line.starts_with("https://"));
            for word in lines.flat_map(|line| line.split(|c: char| !c.is_alphabetic())) {
                assert!(
                    !ENGLISH.contains(&word.to_lowercase().as_str()),
                    "{message:?}: {word}"
                );
            }
        }
    }
}
