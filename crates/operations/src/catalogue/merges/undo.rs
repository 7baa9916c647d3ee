//! Undoes a merge of books.

use std::collections::BTreeMap;

use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::catalogue::merge::undo::{BookMerge, FullRecord, MergeId, RatingFacts, restored};
use carrel_domain::catalogue::rating::average_hundredths;
use carrel_domain::catalogue::uploaded_cover::is_uploaded;
use carrel_domain::circulation::popularity;
use carrel_domain::users::{Act, UserId};
use carrel_storage::engine::Lock;
use carrel_storage::merges::records::{self, FormerCounts};
use carrel_storage::merges::undo;
use carrel_storage::{Transaction, books, changes, duplicates, ratings};
use jiff::Timestamp;
use serde_json::json;

use super::list::{ListedMerge, read};
use crate::catalogue::maintain::{audited, keyed, record, replace_removed_item_type};
use crate::catalogue::search_feed;
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::library::Library;

/// A merge that was undone.
#[derive(Debug)]
pub struct UndoneMerge {
    pub listed: ListedMerge,
    /// The names of the fields of the kept book that stay, because they were edited since the merge.
    pub staying: Vec<String>,
}

/// Undoes a merge: the merged books are in the catalogue again, with their copies, borrowings, favorites, ratings and
/// reviews. What was added or edited since stays with what it belongs to.
///
/// # Errors
/// [`Noun::Merge`] is not found, also when it is removed; [`Conflict::MergeNotUndone`] with the reason.
pub async fn undo_merge(library: &Library, context: Context, id: MergeId) -> Result<UndoneMerge> {
    context.require(Act::ManageCatalogue)?;
    let staying = library
        .write_once(context.call(), (context, id), |transaction, (context, id)| {
            Box::pin(undo_in(transaction, context, *id))
        })
        .await?;
    search_feed::wait_until_indexed(library).await;
    let listed = read(library, id).await?;
    Ok(UndoneMerge { listed, staying })
}

async fn undo_in(transaction: &mut Transaction, context: &Context, id: MergeId) -> Result<Vec<String>> {
    let former = records::books_of(transaction, id).await?;
    let mut ids: Vec<BookId> = former.iter().map(|one| one.book_id).collect();
    let Some(kept_id) = ids.first().copied() else {
        return Err(Error::NotFound(Noun::Merge));
    };
    let order = ids.clone();
    ids.sort_unstable();
    // The item type that the kept book gets back is not removed meanwhile.
    transaction.lock(Lock::SettingsUnchanged).await?;
    for id in &ids {
        transaction.lock(Lock::Book(*id)).await?;
    }
    let merge = records::find(transaction, id)
        .await?
        .ok_or(Error::NotFound(Noun::Merge))?;
    merge.undoable(context.now).map_err(Conflict::MergeNotUndone)?;
    let found = books::find_kept(transaction, &ids).await?;
    let mut found: BTreeMap<BookId, Book> = found.into_iter().map(|book| (book.id, book)).collect();
    // Later than every change before, so that a form which shows a book as it was before is out of date.
    let latest = found.values().map(|book| book.updated_at.as_millisecond()).max();
    let now = context.now_ms().max(latest.unwrap_or(0) + 1);
    let kept = found.remove(&kept_id).ok_or(Error::NotFound(Noun::Book))?;
    let others: Vec<Book> = order.iter().filter_map(|id| found.remove(id)).collect();
    if others.len() + 1 != ids.len() || others.iter().any(|book| book.merged_into != Some(kept_id)) {
        return Err(Error::Defect(format!("the books of {id} are not merged")));
    }

    undo::lead_back(transaction, id, kept_id, &order[1..]).await?;
    for other in &others {
        undo::move_copies_back(transaction, id, kept_id, other, &kept.category).await?;
        if !books::restore(transaction, other, now).await? {
            return Err(Error::overtaken());
        }
    }
    undo::move_favorites_back(transaction, id, kept_id).await?;
    move_ratings_back(transaction, id, &order).await?;
    undo::take_marc(transaction, id, kept_id).await?;
    let staying = restore_kept(transaction, context, &merge, &kept, &order[1..], now).await?;
    for one in &former {
        count_again(transaction, &merge, one).await?;
        changes::append(transaction, one.book_id, now).await?;
    }
    duplicates::set_different(transaction, &ids, now).await?;
    undo::set_undone(transaction, id, now).await?;
    for other in &others {
        let after = json!({ "separatedFrom": kept_id, "merge": id });
        record(
            transaction,
            context,
            "book.separated",
            other.id,
            None,
            Some(after),
        )
        .await?;
    }
    Ok(staying)
}

/// Moves the ratings of the kept book to the books to which they belong. `books` are those of the merge, the kept one
/// first; their copies are back.
async fn move_ratings_back(transaction: &mut Transaction, id: MergeId, books: &[BookId]) -> Result<()> {
    let kept = books[0];
    let present = undo::raters(transaction, kept).await?;
    if present.is_empty() {
        return Ok(());
    }
    let facts = RatingFacts {
        books: books.to_vec(),
        former: undo::former_ratings(transaction, id).await?,
        present,
        borrowed: undo::borrowed_by_raters(transaction, id, kept).await?,
        anonymous: undo::with_anonymous_borrowings(transaction, id).await?,
    };
    let plan = facts.plan();
    let mut moving: BTreeMap<BookId, Vec<UserId>> = BTreeMap::new();
    for (user_id, book) in &plan.moving {
        moving.entry(*book).or_default().push(*user_id);
    }
    for (book, people) in moving {
        undo::move_ratings_of(transaction, kept, book, &people).await?;
    }
    for place in &plan.back {
        undo::put_rating_back(transaction, id, &facts.former[*place]).await?;
    }
    Ok(())
}

/// Gives the kept book the fields back that were not edited since the merge. Returns the names of those that stay.
async fn restore_kept(
    transaction: &mut Transaction,
    context: &Context,
    merge: &BookMerge,
    kept: &Book,
    others: &[BookId],
    now: i64,
) -> Result<Vec<String>> {
    let stored = undo::kept_records(transaction, merge.id)
        .await?
        .ok_or(Error::NotFound(Noun::Merge))?;
    let parse = |text: &str| -> Result<FullRecord> {
        serde_json::from_str(text).map_err(|error| Error::Defect(format!("a record of a merge: {error}")))
    };
    let present = FullRecord {
        record: kept.record.clone(),
        details: books::details_of(transaction, kept.id).await?,
    };
    let (mut whole, mut staying) = restored(&parse(&stored.before)?, &parse(&stored.after)?, &present);
    if replace_removed_item_type(transaction, &mut whole.record, &present.record).await? {
        staying.push("itemType".to_owned());
    }
    books::update(transaction, kept, &keyed(&whole.record), now).await?;
    if whole.details != present.details {
        books::set_details(transaction, kept.id, &whole.details).await?;
    }
    let cover = whole.record.cover_image.as_deref();
    if whole.record.cover_image != present.record.cover_image && cover.is_some_and(is_uploaded) {
        undo::put_cover_back(transaction, merge.id, kept.id).await?;
    }
    let before = audited(&present.record, &present.details);
    let mut after = audited(&whole.record, &whole.details);
    if let Some(fields) = after.as_object_mut() {
        fields.insert("separated".to_owned(), json!(others));
        fields.insert("merge".to_owned(), json!(merge.id));
    }
    record(
        transaction,
        context,
        "book.merge_undone",
        kept.id,
        Some(before),
        Some(after),
    )
    .await?;
    Ok(staying)
}

/// Counts the copies, the borrowings and the ratings of a book again. Its popularity is that of before the merge, with the
/// borrowings that began since.
async fn count_again(transaction: &mut Transaction, merge: &BookMerge, former: &FormerCounts) -> Result<()> {
    let id = former.book_id;
    let (before, later) = undo::borrowed_since(transaction, id, merge.merged_at.as_millisecond()).await?;
    let (start, later) = if before == former.borrow_count {
        (former.popularity, later)
    } else {
        // A borrowing was undone since, or began in the same instant.
        let (_, all) = undo::borrowed_since(transaction, id, i64::MIN).await?;
        (popularity::NEVER_BORROWED, all)
    };
    let instants = later
        .iter()
        .filter_map(|(at,)| Timestamp::from_millisecond(*at).ok());
    let popularity = instants.fold(start, popularity::after_borrowing);
    undo::recount(transaction, id, popularity).await?;
    let (sum, count) = ratings::sums_of_book(transaction, id).await?;
    books::set_rating(transaction, id, sum, count, average_hundredths(sum, count)).await?;
    Ok(())
}
