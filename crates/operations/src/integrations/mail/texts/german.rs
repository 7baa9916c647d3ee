//! The mails in German.

use super::message::{Message, Text};

/// The text of a mail. `at` is when it happened, as a reader of German writes it.
pub(super) fn text(message: Message<'_>, library: &str, at: &str) -> Text {
    match message {
        Message::Test => Text {
            subject: format!("Testmail von {library}"),
            body: format!(
                "Diese E-Mail wurde aus den Einstellungen von {library} verschickt.\n\nWenn Sie sie lesen können, \
                 funktioniert der Mailserver.\n"
            ),
        },
        Message::PasswordLink { link } => letter(
            format!("Neues Passwort für {library}"),
            &format!(
                "für Ihr Konto bei {library} wurde ein neues Passwort angefordert, vermutlich von Ihnen. Legen Sie es \
                 innerhalb einer Stunde hier fest:\n\n{link}\n\nDer Link funktioniert nur einmal. Wenn Sie das nicht \
                 waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist."
            ),
        ),
        Message::PasswordChanged { site } => letter(
            format!("Ihr Passwort für {library} wurde geändert"),
            &format!(
                "das Passwort Ihres Kontos bei {library} wurde am {at} geändert. Auf allen anderen Geräten wurden Sie \
                 abgemeldet.\n\nWenn Sie das nicht waren, fordern Sie bitte sofort ein neues Passwort \
                 an:\n\n{site}/forgot-password"
            ),
        ),
        Message::Registration { link } => letter(
            confirm_subject(library),
            &format!(
                "diese E-Mail-Adresse wurde bei {library} registriert, vermutlich von Ihnen. Schließen Sie die \
                 Registrierung innerhalb von 24 Stunden hier ab:\n\n{link}\n\nDer Link funktioniert nur einmal und fragt \
                 nach dem Passwort, das Sie gewählt haben. Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Es wird \
                 kein Konto angelegt."
            ),
        ),
        Message::AccountExists { site } => letter(
            format!("Sie haben bereits ein Konto bei {library}"),
            &format!(
                "jemand, vermutlich Sie selbst, wollte diese E-Mail-Adresse bei {library} registrieren oder für ein anderes \
                 Konto verwenden. Sie haben aber bereits ein Konto mit dieser Adresse.\n\nHier melden Sie sich \
                 an:\n\n{site}/login\n\nFalls Sie Ihr Passwort vergessen haben:\n\n{site}/forgot-password\n\nWenn Sie \
                 das nicht waren, brauchen Sie nichts zu tun: Ihr Konto bleibt unverändert."
            ),
        ),
        Message::ConfirmEmail { link } => letter(
            confirm_subject(library),
            &format!(
                "diese E-Mail-Adresse soll für ein Konto bei {library} verwendet werden, vermutlich von Ihnen. Bestätigen \
                 Sie sie innerhalb von 24 Stunden hier:\n\n{link}\n\nDer Link funktioniert nur einmal und nur, solange Sie \
                 angemeldet sind. Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Das Konto behält seine bisherige \
                 Adresse."
            ),
        ),
        Message::EmailChanged { undo } => {
            let advice = match undo {
                Some(undo) => format!(
                    "Wenn Sie das nicht waren, machen Sie die Änderung innerhalb von 7 Tagen \
                     rückgängig:\n\n{undo}\n\nDer Link funktioniert nur einmal. Er stellt diese Adresse wieder her, meldet \
                     das Konto auf allen Geräten ab und lässt Sie ein neues Passwort wählen."
                ),
                None => {
                    "Wenn Sie damit nicht gerechnet haben, wenden Sie sich bitte sofort an die Bibliothek."
                        .to_owned()
                }
            };
            letter(
                format!("Ihre E-Mail-Adresse für {library} wurde geändert"),
                &format!(
                    "die E-Mail-Adresse Ihres Kontos bei {library} wurde am {at} geändert. Die Bibliothek schreibt Ihnen \
                     von jetzt an unter der neuen Adresse.\n\n{advice}"
                ),
            )
        }
        Message::SecondFactorAdded { site } => second_factor(
            format!("Zweiter Anmeldeschritt bei {library} hinzugefügt"),
            &format!(
                "für Ihr Konto bei {library} wurde am {at} ein zweiter Anmeldeschritt hinzugefügt. Er wird von jetzt an bei \
                 der Anmeldung nach dem Passwort abgefragt."
            ),
            site,
        ),
        Message::SecondFactorRemoved { site } => second_factor(
            format!("Zweiter Anmeldeschritt bei {library} entfernt"),
            &format!("von Ihrem Konto bei {library} wurde am {at} ein zweiter Anmeldeschritt entfernt."),
            site,
        ),
        Message::SecondFactorsReset { site } => second_factor(
            format!("Ihre zweiten Anmeldeschritte bei {library} wurden entfernt"),
            &format!(
                "das Personal von {library} hat am {at} alle zweiten Anmeldeschritte Ihres Kontos entfernt. Sie wurden auf \
                 allen Geräten abgemeldet. Bis Sie wieder einen zweiten Schritt einrichten, genügt zur Anmeldung das \
                 Passwort."
            ),
            site,
        ),
        Message::RecoveryCodesMade { site } => second_factor(
            format!("Neue Wiederherstellungscodes für {library}"),
            &format!(
                "für Ihr Konto bei {library} wurden am {at} neue Wiederherstellungscodes erstellt. Die alten sind nicht \
                 mehr gültig."
            ),
            site,
        ),
        Message::RecoveryCodeUsed { site } => second_factor(
            format!("Ein Wiederherstellungscode für {library} wurde verwendet"),
            &format!(
                "einer Ihrer Wiederherstellungscodes für {library} wurde am {at} verwendet. Er ist jetzt nicht mehr gültig."
            ),
            site,
        ),
    }
}

fn confirm_subject(library: &str) -> String {
    format!("Bestätigen Sie Ihre E-Mail-Adresse für {library}")
}

/// A mail with the salutation. `body` begins in lower case, as a sentence after the comma of a salutation does.
fn letter(subject: String, body: &str) -> Text {
    Text {
        subject,
        body: format!("Guten Tag,\n\n{body}\n"),
    }
}

fn second_factor(subject: String, what: &str, site: &str) -> Text {
    let body = format!(
        "{what}\n\nWenn Sie das nicht waren, wählen Sie bitte sofort ein neues Passwort und prüfen Sie in Ihrem Profil die \
         zweiten Anmeldeschritte:\n\n{site}/forgot-password\n{site}/profile"
    );
    letter(subject, &body)
}
