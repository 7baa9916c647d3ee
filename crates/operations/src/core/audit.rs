//! The audit log: every change, with its actor, its instant, and the state before and after.

use std::borrow::Cow;

use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::identity::{Entity, Id};
use carrel_domain::users::{User, UserId};
use carrel_storage::engine::Statement;
use carrel_storage::{Connection, Transaction, audit};
use serde_json::Value;

use crate::core::context::Context;
use crate::core::error::Result;

/// An action on an entity.
pub struct Event<'a> {
    pub action: &'a str,
    pub subject: Subject<'a>,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

/// What was acted on.
pub struct Subject<'a> {
    /// The name of a type of entities, or of something that exists once.
    name: Cow<'a, str>,
    /// The number of the entity's id.
    number: Option<i64>,
    /// The person and the book that it is about.
    user_id: Option<UserId>,
    book_id: Option<BookId>,
}

impl<'a> Subject<'a> {
    /// An entity. A person and a book are about themselves.
    pub fn of<E: Entity>(id: Id<E>) -> Self {
        let number = id.number();
        Subject {
            name: E::NAME.into(),
            number: Some(number),
            user_id: (E::NAME == User::NAME).then(|| UserId::new(number)),
            book_id: (E::NAME == Book::NAME).then(|| BookId::new(number)),
        }
    }

    /// The same, about a person.
    #[must_use]
    pub fn about_user(self, user_id: UserId) -> Self {
        Subject {
            user_id: Some(user_id),
            ..self
        }
    }

    /// The same, about a book.
    #[must_use]
    pub fn about_book(self, book_id: BookId) -> Self {
        Subject {
            book_id: Some(book_id),
            ..self
        }
    }

    /// Something that exists once and has no id, such as `library`.
    pub fn named(name: impl Into<Cow<'a, str>>) -> Self {
        Subject {
            name: name.into(),
            number: None,
            user_id: None,
            book_id: None,
        }
    }
}

/// An event as it is stored.
pub struct Entry<'a> {
    at: i64,
    actor_id: Option<UserId>,
    action: &'a str,
    subject: Subject<'a>,
    before: Option<String>,
    after: Option<String>,
    request_id: Option<&'a str>,
}

impl<'a> Entry<'a> {
    /// An event with its actor and its instant.
    pub fn new(context: &'a Context, event: Event<'a>) -> Self {
        Entry {
            at: context.now_ms(),
            actor_id: context.actor_id(),
            action: event.action,
            subject: event.subject,
            before: event.before.map(|state| state.to_string()),
            after: event.after.map(|state| state.to_string()),
            request_id: context.request_id.as_deref(),
        }
    }

    /// The same entry by another actor: a person who is signed in only after it.
    #[must_use]
    pub fn by(self, actor_id: Option<UserId>) -> Self {
        Entry {
            actor_id: actor_id.or(self.actor_id),
            ..self
        }
    }

    /// The statement that appends it to the audit log, in the transaction of the change itself.
    pub fn writing(&self) -> Statement<'_> {
        audit::inserting(&self.row())
    }

    /// Whether its actor has caused an equal entry within this many milliseconds before it.
    pub async fn is_repeated_within(&self, connection: &mut Connection, span_ms: i64) -> Result<bool> {
        Ok(audit::has_equal_since(connection, &self.row(), self.at - span_ms).await?)
    }

    fn row(&self) -> audit::NewEntry<'_> {
        audit::NewEntry {
            at: self.at,
            actor_id: self.actor_id,
            action: self.action,
            entity: &self.subject.name,
            entity_id: self.subject.number,
            user_id: self.subject.user_id,
            book_id: self.subject.book_id,
            before_state: self.before.as_deref(),
            after_state: self.after.as_deref(),
            request_id: self.request_id,
        }
    }
}

/// Appends an event to the audit log, in the transaction of the change itself.
pub async fn record(transaction: &mut Transaction, context: &Context, event: Event<'_>) -> Result<()> {
    let entry = Entry::new(context, event);
    transaction.execute_all(&[entry.writing()]).await?;
    Ok(())
}

/// Appends entries in bulk.
pub async fn record_all(transaction: &mut Transaction, entries: &[Entry<'_>]) -> Result<()> {
    let rows: Vec<_> = entries.iter().map(Entry::row).collect();
    Ok(audit::insert_many(transaction, &rows).await?)
}
