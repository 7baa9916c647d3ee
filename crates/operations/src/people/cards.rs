//! Library cards for people.

use std::collections::HashMap;
use std::sync::Arc;

use carrel_domain::language::Language;
use carrel_domain::printing::{Cards, WhichPeople, limit, message};
use carrel_domain::users::{Act, UserId};
use carrel_domain::validation::{EntryError, FieldError, FormErrors};
use carrel_labels::{Card, Label};
use carrel_storage::cards::{self, CardHolder};
use carrel_storage::users::{self, Filter};
use carrel_storage::{Connection, Transaction};
use serde_json::json;

use crate::core::audit::{self, Event, Subject};
use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::keys::class_key;
use crate::core::library::Library;
use crate::core::settings::Settings;
use crate::settings::printing::document::{Document, Preview, Printed, chosen_sheet, symbology};

/// One more than the maximum number of cards, so that a larger class is noticed.
const READ_AT_MOST: i64 = 10_001;

/// The cards as a PDF. Recorded in the audit log.
pub async fn cards(library: &Library, context: Context, cards: Cards) -> Result<Printed> {
    let (document, users) = document(library, &context, cards).await?;
    let printed = document.print(library).await?;
    library
        .write_once(
            context.call(),
            (context, users),
            |transaction, (context, users)| Box::pin(record(transaction, context, users)),
        )
        .await?;
    Ok(printed)
}

/// The first page of the cards.
pub async fn cards_preview(library: &Library, context: &Context, cards: Cards) -> Result<Preview> {
    let (document, _) = document(library, context, cards).await?;
    document.preview(library).await
}

/// An entry about the person, or about several people.
async fn record(transaction: &mut Transaction, context: &Context, users: &[UserId]) -> Result<()> {
    let event = Event {
        action: "cards.printed",
        subject: match users {
            [user_id] => Subject::of(*user_id),
            _ => Subject::named("cards"),
        },
        before: None,
        after: Some(json!({ "cards": users.len() })),
    };
    audit::record(transaction, context, event).await
}

/// The document, and its people.
async fn document(library: &Library, context: &Context, cards: Cards) -> Result<(Document, Vec<UserId>)> {
    context.require(Act::ManageUsers)?;
    let input = (cards, library.shown_settings(), context.now_ms());
    library
        .database
        .read_long(input, |connection, (cards, settings, now)| {
            Box::pin(document_in(connection, cards, settings, *now))
        })
        .await
}

async fn document_in(
    connection: &mut Connection,
    cards: &Cards,
    settings: &Arc<Settings>,
    now: i64,
) -> Result<(Document, Vec<UserId>)> {
    let sheet = chosen_sheet(connection, &cards.options).await?;
    let users = match &cards.people {
        WhichPeople::Users(users) => users.clone(),
        WhichPeople::Class(class) => active_in(connection, class, now).await?,
    };
    let holders = cards::holders(connection, &users).await?;
    let holders: HashMap<UserId, CardHolder> = holders.into_iter().map(|one| (one.id, one)).collect();
    let missing = users
        .iter()
        .enumerate()
        .filter(|(_, id)| !holders.contains_key(id));
    let errors = missing.map(|(index, _)| EntryError {
        field: format!("users.{index}"),
        message: message::USER_UNKNOWN.to_owned(),
    });
    if let Some(errors) = FormErrors::of_all(errors) {
        return Err(Error::InvalidForm(errors));
    }
    let (heading, title) = words(settings.language);
    let drawn = users.iter().filter_map(|id| holders.get(id)).map(|holder| {
        let number = number_of(holder);
        let card = Card {
            library: settings.name.clone(),
            heading: heading.to_owned(),
            name: holder.name.clone(),
            number: number.clone(),
            symbology: symbology(cards.options.symbology),
        };
        (number, Label::Card(card))
    });
    let document = Document {
        sheet,
        options: cards.options.clone(),
        labels: drawn.collect(),
        list: "cards",
        left_out: 0,
        title,
        language: settings.language,
    };
    Ok((document, users))
}

/// The people of a class who may sign in and borrow, by name.
async fn active_in(connection: &mut Connection, class: &str, now: i64) -> Result<Vec<UserId>> {
    let invalid = |message| Error::Invalid(vec![FieldError::new("class", message)]);
    let key = class_key(class);
    let filter = Filter {
        class_key: Some(&key),
        ..Filter::default()
    };
    let people = users::list(connection, &filter, now, READ_AT_MOST, 0).await?;
    let active = people
        .into_iter()
        .filter(|person| person.user.deactivated_at.is_none());
    let ids: Vec<UserId> = active.map(|person| person.user.id).collect();
    if ids.is_empty() {
        return Err(invalid(message::NO_PEOPLE));
    }
    if ids.len() > limit::MOST_LABELS {
        return Err(invalid(message::TOO_MANY));
    }
    Ok(ids)
}

/// What the desk reads from a card: the barcode of the current card, the student ID, or the id of the account.
fn number_of(holder: &CardHolder) -> String {
    let number = holder.card.clone().or_else(|| holder.student_id.clone());
    number.unwrap_or_else(|| holder.id.to_string())
}

/// What a card is called, and the title of the document.
fn words(language: Language) -> (&'static str, &'static str) {
    match language {
        Language::German => ("Bibliotheksausweis", "Bibliotheksausweise"),
        Language::English => ("Library card", "Library cards"),
    }
}
