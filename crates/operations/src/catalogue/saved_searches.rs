//! Saved searches: a person keeps a search, sees which new books it finds, and follows it with a feed reader. They are private,
//! so the audit log has no entries about them.

use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::catalogue::saved_search::{self, FEED_TOKEN_PREFIX, SavedSearch, SavedSearchId};
use carrel_domain::identity::{token_from, token_hash};
use carrel_domain::users::{Act, UserId};
use carrel_search::{Index, Query, Sort};
use carrel_storage::saved_searches::{self, NewSavedSearch};
use carrel_storage::{Transaction, books, engine::Lock, users};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::browse::{BookFilters, BookQuery};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::library::Library;

/// The maximum number of saved searches of one person: each is a search when they are listed.
const MOST: usize = 20;
/// The maximum number of new books that are counted in a saved search.
pub const MOST_NEW: usize = 20;
/// The maximum number of new books of a saved search that are shown.
const SHOWN: usize = 6;
/// The maximum number of books in a feed.
const BOOKS_OF_FEED: usize = 50;

/// The words and filters of a saved search, which is stored as JSON.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SavedQuery {
    pub search: String,
    pub filters: BookFilters,
}

impl SavedQuery {
    /// The words and filters of a query in one way to write them, so that equal ones can be recognised.
    fn of(query: BookQuery) -> Self {
        let words: Vec<&str> = query.search.split_whitespace().collect();
        let mut filters = query.filters;
        for names in [
            &mut filters.categories,
            &mut filters.authors,
            &mut filters.subjects,
            &mut filters.languages,
        ] {
            names.sort();
        }
        filters.decades.sort_unstable();
        filters.decades.dedup();
        SavedQuery {
            search: words.join(" "),
            filters,
        }
    }

    fn text(&self) -> Result<String> {
        serde_json::to_string(self)
            .map_err(|error| Error::Defect(format!("a saved search cannot be written: {error}")))
    }

    fn read(text: &str) -> Result<Self> {
        serde_json::from_str(text)
            .map_err(|error| Error::Defect(format!("a saved search cannot be read: {error}")))
    }

    /// The books that it finds, the latest first. When no book has all words, a search takes similar ones; they are not what was
    /// wanted, so that the result is empty.
    fn latest(&self, index: &Index, limit: usize) -> std::result::Result<Vec<BookId>, carrel_search::Error> {
        let hits = index.search(&Query {
            text: &self.search,
            filters: self.filters.in_search(),
            facets: &[],
            sort: Sort::CreatedAt,
            offset: 0,
            limit,
        })?;
        let is_as_typed = hits.left_out.is_empty() && hits.did_you_mean.is_none();
        Ok(if is_as_typed { hits.ids } else { Vec::new() })
    }
}

/// Saved searches, each with its words and filters.
pub(crate) fn own_searches(searches: Vec<SavedSearch>) -> Result<Vec<(SavedSearch, SavedQuery)>> {
    let read = |search: SavedSearch| SavedQuery::read(&search.query).map(|query| (search, query));
    searches.into_iter().map(read).collect()
}

/// A saved search as its person sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnSearch {
    pub search: SavedSearch,
    pub query: SavedQuery,
    /// Books that were added since the person has looked, the latest first; at most six.
    pub new_books: Vec<Book>,
    /// How many there are; [`MOST_NEW`] stands for more, too.
    pub new_count: usize,
}

impl OwnSearch {
    fn without_books(search: SavedSearch) -> Result<Self> {
        Ok(OwnSearch {
            query: SavedQuery::read(&search.query)?,
            search,
            new_books: Vec::new(),
            new_count: 0,
        })
    }
}

/// A change of a saved search. What is absent is unchanged.
#[derive(Debug, Clone, Default)]
pub struct SavedSearchChange {
    pub name: Option<String>,
    /// Books that were added later are new.
    pub seen_at: Option<Timestamp>,
}

/// The saved searches of the person who is signed in, the newest first, each with its new books.
pub async fn list(library: &Library, context: &Context) -> Result<Vec<OwnSearch>> {
    let user_id = context.require(Act::KeepFavorites)?.user.id;
    let saved = library
        .database
        .read(&user_id, |connection, user_id| {
            Box::pin(saved_searches::of_user(connection, *user_id))
        })
        .await
        .map_err(Error::Storage)?;
    let mut own = Vec::with_capacity(saved.len());
    for search in saved {
        own.push(OwnSearch::without_books(search)?);
    }
    let queries: Vec<SavedQuery> = own.iter().map(|own| own.query.clone()).collect();
    let latest = library
        .search(context, move |index| {
            let found = queries.iter().map(|query| query.latest(index, MOST_NEW));
            found.collect::<std::result::Result<Vec<_>, _>>()
        })
        .await?;
    let mut ids = latest.concat();
    ids.sort_unstable();
    ids.dedup();
    let found = read(library, ids).await?;
    for (own, ids) in own.iter_mut().zip(latest) {
        let is_new = |book: &&Book| ids.contains(&book.id) && book.created_at > own.search.seen_at;
        let mut new: Vec<Book> = found.iter().filter(is_new).cloned().collect();
        new.sort_by_key(|book| ids.iter().position(|id| *id == book.id));
        own.new_count = new.len();
        new.truncate(SHOWN);
        own.new_books = new;
    }
    Ok(own)
}

/// The books with these ids that are in the catalogue now, in the same order.
async fn read(library: &Library, ids: Vec<BookId>) -> Result<Vec<Book>> {
    library
        .database
        .read(&ids, |connection, ids| {
            Box::pin(books::find_many(connection, ids))
        })
        .await
        .map_err(Error::Storage)
}

/// Saves a search for the person who is signed in. Books that are added from now on are new.
pub async fn save(
    library: &Library,
    context: Context,
    name: Option<String>,
    query: BookQuery,
) -> Result<OwnSearch> {
    context.require(Act::KeepFavorites)?;
    let name = saved_search::name(name.as_deref()).map_err(Error::Invalid)?;
    let query = SavedQuery::of(query);
    library
        .write_once(
            context.call(),
            (context, name, query),
            |transaction, (context, name, query)| Box::pin(save_in(transaction, context, name, query)),
        )
        .await
}

async fn save_in(
    transaction: &mut Transaction,
    context: &Context,
    name: &str,
    query: &SavedQuery,
) -> Result<OwnSearch> {
    let user_id = locked_person(transaction, context).await?;
    let text = query.text()?;
    let saved = saved_searches::of_user(transaction, user_id).await?;
    if let Some(same) = saved.iter().find(|saved| saved.query == text) {
        return Err(Conflict::SearchSaved {
            name: same.name.clone(),
        }
        .into());
    }
    if saved.len() >= MOST {
        return Err(Conflict::TooManySavedSearches { limit: MOST }.into());
    }
    let id = transaction.fresh_id().await?;
    let new = NewSavedSearch {
        id,
        user_id,
        name,
        query: &text,
        created_at: context.now_ms(),
        seen_at: context.now_ms(),
    };
    saved_searches::insert(transaction, &new).await?;
    OwnSearch::without_books(found(transaction, user_id, id).await?)
}

/// Locks the person who is signed in, who still exists.
async fn locked_person(transaction: &mut Transaction, context: &Context) -> Result<UserId> {
    let user_id = context.require(Act::KeepFavorites)?.user.id;
    transaction.lock(Lock::User(user_id)).await?;
    match users::find(transaction, user_id).await? {
        Some(_) => Ok(user_id),
        None => Err(Error::NotSignedIn),
    }
}

/// One's own saved search. Its person is locked.
async fn locked(transaction: &mut Transaction, context: &Context, id: SavedSearchId) -> Result<SavedSearch> {
    let user_id = locked_person(transaction, context).await?;
    found(transaction, user_id, id).await
}

async fn found(transaction: &mut Transaction, user_id: UserId, id: SavedSearchId) -> Result<SavedSearch> {
    saved_searches::find(transaction, user_id, id)
        .await?
        .ok_or(Error::NotFound(Noun::SavedSearch))
}

/// Changes the name of one's own saved search, or since when books are new in it; not later than now.
pub async fn change(
    library: &Library,
    context: Context,
    id: SavedSearchId,
    change: SavedSearchChange,
) -> Result<()> {
    context.require(Act::KeepFavorites)?;
    let name = change.name.map(|name| saved_search::name(Some(&name)));
    let name = name.transpose().map_err(Error::Invalid)?;
    library
        .write_once(
            context.call(),
            (context, id, name, change.seen_at),
            |transaction, (context, id, name, seen_at)| {
                Box::pin(async move {
                    let search = locked(transaction, context, *id).await?;
                    let name = name.as_ref().unwrap_or(&search.name);
                    let seen_at = seen_at.unwrap_or(search.seen_at).min(context.now);
                    saved_searches::change(transaction, *id, name, seen_at.as_millisecond()).await?;
                    Ok(())
                })
            },
        )
        .await
}

/// Removes one's own saved search, and ends its feed.
pub async fn remove(library: &Library, context: Context, id: SavedSearchId) -> Result<()> {
    context.require(Act::KeepFavorites)?;
    library
        .write_once(context.call(), (context, id), |transaction, (context, id)| {
            Box::pin(async move {
                locked(transaction, context, *id).await?;
                saved_searches::remove(transaction, *id).await?;
                Ok(())
            })
        })
        .await
}

/// Makes a feed of one's own saved search, which replaces the one before. Returns its token, which is shown once; the database has
/// only its hash.
pub async fn make_feed(library: &Library, context: Context, id: SavedSearchId) -> Result<String> {
    context.require(Act::KeepFavorites)?;
    library
        .write_once(
            context.secret_call(),
            (context, id),
            |transaction, (context, id)| {
                Box::pin(async move {
                    locked(transaction, context, *id).await?;
                    let token = format!(
                        "{FEED_TOKEN_PREFIX}{}",
                        token_from(context.secret("feed of a saved search"))
                    );
                    saved_searches::set_feed(transaction, *id, Some(&token_hash(&token))).await?;
                    Ok(token)
                })
            },
        )
        .await
}

/// Ends the feed of one's own saved search.
pub async fn end_feed(library: &Library, context: Context, id: SavedSearchId) -> Result<()> {
    context.require(Act::KeepFavorites)?;
    library
        .write_once(context.call(), (context, id), |transaction, (context, id)| {
            Box::pin(async move {
                locked(transaction, context, *id).await?;
                saved_searches::set_feed(transaction, *id, None).await?;
                Ok(())
            })
        })
        .await
}

/// What a feed of a saved search contains.
#[derive(Debug, Clone)]
pub struct Feed {
    pub search: SavedSearch,
    /// The books of the catalogue that it finds, the latest first; at most 50.
    pub books: Vec<Book>,
    /// The name of the library.
    pub library: String,
    /// The address of the library, such as `https://library.example`, when it is known.
    pub site: Option<String>,
}

/// The feed with this token; it needs no account. Not found when the feed has ended, or when the account of its person is not active.
pub async fn feed(library: &Library, context: &Context, token: &str) -> Result<Feed> {
    let hash = token_hash(token);
    let search = library
        .database
        .read(&hash, |connection, hash| {
            Box::pin(saved_searches::of_feed(connection, hash))
        })
        .await
        .map_err(Error::Storage)?
        .ok_or(Error::NotFound(Noun::Page))?;
    let query = SavedQuery::read(&search.query)?;
    let ids = library
        .search(context, move |index| query.latest(index, BOOKS_OF_FEED))
        .await?;
    let books = read(library, ids).await?;
    let settings = library.shown_settings();
    Ok(Feed {
        search,
        books,
        library: settings.name.clone(),
        site: settings.catalogue.site_address.clone(),
    })
}
