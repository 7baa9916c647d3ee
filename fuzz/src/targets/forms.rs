//! Forms of people and books, a field a line.

use carrel_domain::catalogue::book::BookDraft;
use carrel_domain::patch::Patch;
use carrel_domain::users::validation::{
    DetailsChange, LoginForm, PasswordChange, Registration, validate_block_reason, validate_student_id,
};
use carrel_domain::users::{OwnWords, PasswordRules};

use super::{Fields, text};

pub(crate) fn run(input: &[u8]) {
    let input = text(input);
    people(&mut Fields::of(&input));
    book(&mut Fields::of(&input));
}

fn people(fields: &mut Fields<'_>) {
    let (name, email, phone, address) = (fields.next(), fields.next(), fields.next(), fields.next());
    let password = fields.next();
    let registration = Registration {
        name: name.clone(),
        email: email.clone(),
        phone: phone.clone(),
        address: address.clone(),
        password: password.clone(),
        confirm_password: fields.next(),
        agree_terms: Some(true),
        ..Registration::default()
    };
    if let Ok(person) = registration.validate(PasswordRules::default()) {
        assert!(
            (2..=50).contains(&person.name.chars().count()),
            "{:?}",
            person.name
        );
        assert!(!person.name.contains(char::is_control), "{:?}", person.name);
        assert!(person.email.contains('@') && !person.email.contains(char::is_whitespace));
    }
    let login = LoginForm {
        email: email.clone(),
        password: password.clone(),
        ..LoginForm::default()
    };
    let _ = login.validate();
    let details = DetailsChange {
        name,
        email,
        phone,
        address,
        college_name: fields.next(),
        department: fields.next(),
        language: fields.next(),
        ..DetailsChange::default()
    };
    let _ = details.validate();
    let change = PasswordChange {
        current_password: password.clone(),
        new_password: password.clone(),
    };
    let passphrases = PasswordRules {
        passphrases: true,
        ..PasswordRules::default()
    };
    if let Ok(change) = change.validate(passphrases) {
        let _ = OwnWords::of([change.current_password.as_str(), "Reading Room"]).make(&change.new_password);
    }
    let _ = validate_student_id(password.clone());
    let _ = validate_block_reason(password.into());
}

fn book(fields: &mut Fields<'_>) {
    let mut next = || fields.next().map_or(Patch::Keep, Patch::Set);
    let (title, author, category, description) = (next(), next(), next(), next());
    let (isbn, publisher, language, edition_statement) = (next(), next(), next(), next());
    let number = |text: Patch<String>| match text {
        Patch::Set(text) => text.parse().map_or(Patch::Clear, Patch::Set),
        Patch::Clear | Patch::Keep => Patch::Keep,
    };
    let draft = BookDraft {
        title,
        author,
        category,
        description,
        isbn,
        publisher,
        language,
        edition_statement,
        published_year: number(next()),
        pages: number(next()),
        ..BookDraft::default()
    };
    if let Ok(book) = draft.validate(2026) {
        assert!(!book.record.title.trim().is_empty() && !book.record.author.trim().is_empty());
    }
}
