//! What staff see of possible duplicates, and decide about them.

use std::collections::BTreeMap;

use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::catalogue::duplicates::{DuplicateGroup, DuplicateGroupId, DuplicateSearch};
use carrel_domain::users::Act;
use carrel_storage::duplicates::{self, Filter};
use carrel_storage::{Connection, Transaction, books};
use serde_json::json;

use super::search::begin_in;
use crate::core::audit::{self, Event, Subject};
use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};
use crate::core::library::Library;
use crate::core::page::{Page, Paged};

/// A group of possible duplicates with its books, in the order of their ids.
#[derive(Debug)]
pub struct ListedGroup {
    pub group: DuplicateGroup,
    pub books: Vec<Book>,
}

/// The searches for duplicates.
#[derive(Debug)]
pub struct Searches {
    /// The one that a server works on.
    pub under_way: Option<DuplicateSearch>,
    /// The last one that has ended.
    pub last: Option<DuplicateSearch>,
}

/// A page of the groups that the last search has found, the strongest reason first.
pub async fn list(
    library: &Library,
    context: &Context,
    filter: Filter,
    page: Page,
) -> Result<Paged<ListedGroup>> {
    context.require(Act::ManageCatalogue)?;
    library
        .database
        .read(&(filter, page), |connection, (filter, page)| {
            Box::pin(async move {
                let total = duplicates::count(connection, *filter).await?;
                let groups =
                    duplicates::list(connection, *filter, page.sql_limit(), page.sql_offset()).await?;
                Ok::<_, Error>(Paged::new(with_books(connection, groups).await?, *page, total))
            })
        })
        .await
}

async fn with_books(connection: &mut Connection, groups: Vec<DuplicateGroup>) -> Result<Vec<ListedGroup>> {
    let mut ids_of = Vec::new();
    for group in &groups {
        ids_of.push(duplicates::books_of(connection, group.id).await?);
    }
    let mut all: Vec<BookId> = ids_of.concat();
    all.sort_unstable();
    all.dedup();
    let found = books::find_kept(connection, &all).await?;
    let found: BTreeMap<BookId, Book> = found.into_iter().map(|book| (book.id, book)).collect();
    let listed = groups.into_iter().zip(ids_of).map(|(group, ids)| ListedGroup {
        group,
        books: ids.iter().filter_map(|id| found.get(id).cloned()).collect(),
    });
    Ok(listed.collect())
}

/// The search that is under way, and the last one that has ended.
pub async fn searches(library: &Library, context: &Context) -> Result<Searches> {
    context.require(Act::ManageCatalogue)?;
    library
        .database
        .read(&(), |connection, ()| Box::pin(searches_in(connection)))
        .await
}

async fn searches_in(connection: &mut Connection) -> Result<Searches> {
    Ok(Searches {
        under_way: duplicates::under_way(connection).await?,
        last: duplicates::last_ended(connection).await?,
    })
}

/// Begins a search for duplicates, unless one is under way.
pub async fn start(library: &Library, context: Context) -> Result<Searches> {
    context.require(Act::ManageCatalogue)?;
    library
        .write_once(context.call(), context, |transaction, context| {
            Box::pin(start_in(transaction, context))
        })
        .await?;
    library.duplicates_wait.notify_one();
    library
        .database
        .read(&(), |connection, ()| Box::pin(searches_in(connection)))
        .await
}

async fn start_in(transaction: &mut Transaction, context: &Context) -> Result<()> {
    if begin_in(transaction, context).await? {
        let event = Event {
            action: "duplicates.searched",
            subject: Subject::named("duplicates"),
            before: None,
            after: None,
        };
        audit::record(transaction, context, event).await?;
    }
    Ok(())
}

/// Records that the books of a group are different ones, or takes that back. Later searches remember it.
pub async fn decide(
    library: &Library,
    context: Context,
    id: DuplicateGroupId,
    are_different: bool,
) -> Result<ListedGroup> {
    context.require(Act::ManageCatalogue)?;
    library
        .write_once(
            context.call(),
            (context, id, are_different),
            |transaction, (context, id, are_different)| {
                Box::pin(decide_in(transaction, context, *id, *are_different))
            },
        )
        .await?;
    library
        .database
        .read(&id, |connection, id| {
            Box::pin(async move {
                let found = duplicates::find(connection, *id).await?;
                let mut listed = with_books(connection, found.into_iter().collect()).await?;
                listed.pop().ok_or(Error::NotFound(Noun::DuplicateGroup))
            })
        })
        .await
}

async fn decide_in(
    transaction: &mut Transaction,
    context: &Context,
    id: DuplicateGroupId,
    are_different: bool,
) -> Result<()> {
    let group = duplicates::find(transaction, id)
        .await?
        .ok_or(Error::NotFound(Noun::DuplicateGroup))?;
    if group.dismissed_at.is_some() == are_different {
        return Ok(());
    }
    let ids = duplicates::books_of(transaction, id).await?;
    let at = are_different.then(|| context.now_ms());
    duplicates::set_dismissed(transaction, id, &ids, at).await?;
    let event = Event {
        action: if are_different {
            "duplicates.dismissed"
        } else {
            "duplicates.reopened"
        },
        subject: Subject::of(id),
        before: None,
        after: Some(json!({ "books": ids })),
    };
    audit::record(transaction, context, event).await
}
