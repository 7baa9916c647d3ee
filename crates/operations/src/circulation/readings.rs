//! The audit of reading: entries about staff who read what other people have borrowed or done.

use carrel_domain::users::UserId;
use carrel_storage::engine::Lock;
use carrel_storage::{Connection, users};
use serde_json::Value;

use crate::core::audit::{Entry, Event, Subject};
use crate::core::context::Context;
use crate::core::error::Result;
use crate::core::library::Library;

/// An equal reading within this time belongs to the entry that exists, so that a history of many pages is one entry.
const ONE_READING_MS: i64 = 60 * 60 * 1000;

/// Something that staff read.
#[derive(Debug, Clone)]
pub(crate) struct Reading {
    pub(crate) action: &'static str,
    /// The person it is about; `None` for several people.
    pub(crate) user_id: Option<UserId>,
    /// What was read about several people: `borrowings` or `audit`.
    pub(crate) of_several: &'static str,
    pub(crate) details: Option<Value>,
}

impl Reading {
    fn entry<'a>(&self, context: &'a Context) -> Entry<'a> {
        let event = Event {
            action: self.action,
            subject: match self.user_id {
                Some(user_id) => Subject::of(user_id),
                None => Subject::named(self.of_several),
            },
            before: None,
            after: self.details.clone(),
        };
        Entry::new(context, event)
    }
}

/// Records a reading.
pub(crate) async fn record(library: &Library, context: &Context, reading: Reading) -> Result<()> {
    library
        .database
        .write((context.clone(), reading), |transaction, (context, reading)| {
            Box::pin(async move {
                let entry = reading.entry(context);
                let before = transaction.written();
                transaction.execute_all(&[entry.writing()]).await?;
                // No response depends on this entry.
                transaction.keep_stamp(before);
                Ok(())
            })
        })
        .await
}

/// Records a reading, unless the caller has read the same within the last hour. Parallel calls cause one entry.
pub(crate) async fn record_once_an_hour(
    library: &Library,
    context: &Context,
    reading: Reading,
) -> Result<()> {
    let input = (context.clone(), reading);
    let is_recorded = library
        .database
        .read(&input, |connection, (context, reading)| {
            Box::pin(async move {
                reading
                    .entry(context)
                    .is_repeated_within(connection, ONE_READING_MS)
                    .await
            })
        })
        .await?;
    if is_recorded {
        return Ok(());
    }
    library
        .database
        .write(input, |transaction, (context, reading)| {
            Box::pin(async move {
                if let Some(reader) = context.actor_id() {
                    transaction.lock(Lock::User(reader)).await?;
                }
                let entry = reading.entry(context);
                if !entry.is_repeated_within(transaction, ONE_READING_MS).await? {
                    let before = transaction.written();
                    transaction.execute_all(&[entry.writing()]).await?;
                    // No response depends on this entry.
                    transaction.keep_stamp(before);
                }
                Ok(())
            })
        })
        .await
}

/// The people that a search among all borrowings finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FoundPeople {
    None,
    One(UserId),
    Several,
}

/// The people who have a folded term, or a word that begins with it.
pub(crate) async fn found_people(connection: &mut Connection, term: &str) -> Result<FoundPeople> {
    if term.is_empty() {
        return Ok(FoundPeople::None);
    }
    let people = users::ids_of_term(connection, term, 2).await?;
    Ok(match people[..] {
        [] => FoundPeople::None,
        [person] => FoundPeople::One(person),
        _ => FoundPeople::Several,
    })
}
