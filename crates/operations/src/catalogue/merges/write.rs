//! Merges books.

use carrel_domain::catalogue::book::{Book, BookId, BookRecord};
use carrel_domain::catalogue::merge::undo::{FullRecord, MergeId};
use carrel_domain::catalogue::merge::{self, MergeChoices, MergedBook};
use carrel_domain::catalogue::rating::average_hundredths;
use carrel_domain::catalogue::uploaded_cover::is_uploaded;
use carrel_domain::users::Act;
use carrel_storage::engine::Lock;
use carrel_storage::merges::records::{self, NewMerge};
use carrel_storage::merges::{self, Holdings, MergedCounts};
use carrel_storage::{Transaction, books, changes, ratings};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::facts::{Whole, read};
use super::preview::{counts_of, holdings_in};
use crate::catalogue::maintain::{SavedBook, audited, keyed, record, saved};
use crate::catalogue::search_feed;
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Result};
use crate::core::library::Library;

/// Which books are merged, and how.
#[derive(Debug, Clone)]
pub struct Merge {
    pub kept: BookId,
    /// When the kept book was last changed, as the caller has seen it.
    pub kept_at: Timestamp,
    /// The books that are merged into it, each with its last change.
    pub others: Vec<(BookId, Timestamp)>,
    /// The books whose values are taken, instead of those of the rule.
    pub choices: MergeChoices,
}

/// A merge that was made.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Merged {
    /// The kept book.
    pub kept: SavedBook,
    /// By which the merge can be undone.
    pub id: MergeId,
}

/// Merges books into a kept one, which gets their copies, borrowings, favorites, ratings and reviews. They go to the
/// archive, and lead to the kept book.
///
/// # Errors
/// [`Noun::Book`](crate::core::error::Noun::Book) is not found for the kept book; [`Error::Invalid`] for the others and the
/// choices; [`Conflict::BookArchived`] and [`Conflict::BookMerged`]; [`Conflict::BookChanged`] when one was changed since the
/// caller has seen it; [`Conflict::MergeBlocked`].
pub async fn merge(library: &Library, context: Context, form: Merge) -> Result<Merged> {
    context.require(Act::ManageCatalogue)?;
    let others: Vec<BookId> = form.others.iter().map(|(id, _)| *id).collect();
    merge::validate(form.kept, &others, &form.choices).map_err(Error::Invalid)?;
    let merged = library
        .write_once(context.call(), (context, form), |transaction, (context, form)| {
            Box::pin(merge_in(transaction, context, form))
        })
        .await?;
    search_feed::wait_until_indexed(library).await;
    Ok(merged)
}

async fn merge_in(transaction: &mut Transaction, context: &Context, form: &Merge) -> Result<Merged> {
    let others: Vec<BookId> = form.others.iter().map(|(id, _)| *id).collect();
    let mut ids: Vec<BookId> = others.iter().copied().chain([form.kept]).collect();
    ids.sort_unstable();
    for id in &ids {
        transaction.lock(Lock::Book(*id)).await?;
    }
    let whole = read(transaction, form.kept, &others).await?;
    let seen = [form.kept_at]
        .into_iter()
        .chain(form.others.iter().map(|(_, at)| *at));
    if whole
        .iter()
        .zip(seen)
        .any(|(one, seen)| one.book.updated_at != seen)
    {
        return Err(Conflict::BookChanged { fields: Vec::new() }.into());
    }
    let people = merges::people_with_several(transaction, &ids).await?;
    if people > 0 {
        return Err(Conflict::MergeBlocked { people }.into());
    }
    let merging: Vec<MergedBook<'_>> = whole.iter().map(Whole::merged).collect();
    let (record, details) = merge::merged(&merging, &form.choices);
    let moved = holdings_in(transaction, &others).await?;
    // Later than every change before, so that a form which shows a book as it was before is out of date.
    let latest = whole.iter().map(|one| one.book.updated_at.as_millisecond()).max();
    let now = context.now_ms().max(latest.unwrap_or(0) + 1);

    let after = FullRecord { record, details };
    let id = keep(transaction, context, &whole, &after, now).await?;
    let FullRecord { record, details } = after;

    let (kept, rest) = whole.split_first().expect("there is a kept book");
    books::update(transaction, &kept.book, &keyed(&record), now).await?;
    if details != kept.details {
        books::set_details(transaction, kept.book.id, &details).await?;
    }
    give_cover(transaction, &whole, &record).await?;
    for other in rest {
        take_all(transaction, id, &other.book, kept.book.id, &record, now).await?;
    }
    merges::set_counts(transaction, kept.book.id, &counts_of(&whole)).await?;
    let (sum, count) = ratings::sums_of_book(transaction, kept.book.id).await?;
    books::set_rating(
        transaction,
        kept.book.id,
        sum,
        count,
        average_hundredths(sum, count),
    )
    .await?;
    changes::append(transaction, kept.book.id, now).await?;
    record_all(transaction, context, &whole, &moved, id).await?;
    let kept = saved(transaction, form.kept).await?;
    Ok(Merged { kept, id })
}

/// Records the merge, with what its undo needs of the kept book. `after` is what that is about to become.
async fn keep(
    transaction: &mut Transaction,
    context: &Context,
    whole: &[Whole],
    after: &FullRecord,
    now: i64,
) -> Result<MergeId> {
    let id: MergeId = transaction.fresh_id().await?;
    let (kept, rest) = whole.split_first().expect("there is a kept book");
    let before = FullRecord {
        record: kept.book.record.clone(),
        details: kept.details.clone(),
    };
    let merge = NewMerge {
        id,
        merged_at: now,
        merged_by: context.actor_id(),
        before_record: &json!(before).to_string(),
        after_record: &json!(after).to_string(),
    };
    let books: Vec<&Book> = whole.iter().map(|one| &one.book).collect();
    records::insert(transaction, &merge, &books).await?;
    if before.record.cover_image != after.record.cover_image {
        records::keep_cover(transaction, id, kept.book.id).await?;
    }
    let others: Vec<BookId> = rest.iter().map(|one| one.book.id).collect();
    records::keep_ratings(transaction, id, kept.book.id, &others).await?;
    Ok(id)
}

/// Gives the kept book the files of the cover, if it is the uploaded one of another book.
async fn give_cover(transaction: &mut Transaction, whole: &[Whole], record: &BookRecord) -> Result<()> {
    let kept = &whole[0].book;
    if record.cover_image == kept.cover_image || !record.cover_image.as_deref().is_some_and(is_uploaded) {
        return Ok(());
    }
    let mut others = whole[1..].iter();
    if let Some(other) = others.find(|other| other.book.cover_image == record.cover_image) {
        merges::copy_cover(transaction, other.book.id, kept.id).await?;
    }
    Ok(())
}

/// Moves all that a book has to the kept one, and puts it into the archive. `record` is that of the merged book.
async fn take_all(
    transaction: &mut Transaction,
    id: MergeId,
    other: &Book,
    kept: BookId,
    record: &BookRecord,
    now: i64,
) -> Result<()> {
    // A copy without an item type has that of its book: it is lent by the same rules as before.
    let item_type = other
        .item_type
        .as_deref()
        .filter(|_| other.item_type != record.item_type);
    records::keep_holdings(transaction, id, other.id, kept, item_type).await?;
    merges::move_copies(transaction, other, kept, &record.category, item_type).await?;
    merges::move_favorites(transaction, other.id, kept).await?;
    merges::move_ratings(transaction, other.id, kept).await?;
    merges::copy_marc(transaction, other.id, kept).await?;
    merges::set_counts(transaction, other.id, &MergedCounts::default()).await?;
    books::set_rating(transaction, other.id, 0, 0, 0).await?;
    if !books::archive(transaction, other, now).await? {
        return Err(Error::overtaken());
    }
    merges::set_merged_into(transaction, other.id, kept).await?;
    Ok(changes::append(transaction, other.id, now).await?)
}

/// Records the merge in the history of each book.
async fn record_all(
    transaction: &mut Transaction,
    context: &Context,
    whole: &[Whole],
    moved: &[Holdings],
    id: MergeId,
) -> Result<()> {
    let (kept, rest) = whole.split_first().expect("there is a kept book");
    let kept_id = kept.book.id;
    for (other, moved) in rest.iter().zip(moved) {
        // Its record stays in the archive as it is.
        let after = json!({
            "mergedInto": kept_id, "merge": id, "copies": moved.copies, "openBorrowings": moved.open_borrowings,
            "pastBorrowings": moved.past_borrowings, "favorites": moved.favorites, "ratings": moved.ratings,
            "reviews": moved.reviews,
        });
        record(
            transaction,
            context,
            "book.merged_away",
            other.book.id,
            None,
            Some(after),
        )
        .await?;
    }
    let after = saved(transaction, kept_id).await?;
    let mut state = audited(&after.book, &after.details);
    if let Some(fields) = state.as_object_mut() {
        let others: Vec<BookId> = rest.iter().map(|other| other.book.id).collect();
        fields.insert("merged".to_owned(), json!(others));
        fields.insert("merge".to_owned(), json!(id));
    }
    let before = audited(&kept.book, &kept.details);
    record(
        transaction,
        context,
        "book.merged",
        kept_id,
        Some(before),
        Some(state),
    )
    .await
}
