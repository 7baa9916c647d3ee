//! Copies of a book: adding, changing and withdrawing them.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::copy::{BookCopy, CopyId};
use carrel_domain::catalogue::copy_form::{BARCODE_TAKEN, CopyChange, CopyToAdd, NewCopies};
use carrel_domain::catalogue::{barcode, call_number};
use carrel_domain::circulation::copy_state::{CopyEvent, CopyState, TransitionError, event_to, transition};
use carrel_domain::patch::Patch;
use carrel_domain::settings::KindField;
use carrel_domain::users::Act;
use carrel_domain::validation::{EntryError, FieldError, FormErrors};
use carrel_storage::code_lists::MAIN_BRANCH;
use carrel_storage::copies::{NewCopy, StateChange};
use carrel_storage::counters::Counter;
use carrel_storage::engine::Lock;
use carrel_storage::{Transaction, books, changes, copies, counters, harvest};
use serde_json::{Map, Value, json};

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::library::Library;
use crate::settings::kinds::offered;

/// The copies of a book by barcode, with their borrowers if the caller may see them.
pub async fn copies_of(library: &Library, context: &Context, book_id: BookId) -> Result<Vec<BookCopy>> {
    context.require(Act::ReadInventory)?;
    let copies = library
        .database
        .read(&book_id, |connection, book_id| {
            Box::pin(async move {
                books::find(connection, *book_id)
                    .await?
                    .ok_or(Error::NotFound(Noun::Book))?;
                Ok::<_, Error>(copies::of_book(connection, *book_id).await?)
            })
        })
        .await?;
    Ok(as_readable(copies, context))
}

/// Adds copies to a book. Returns all copies of the book.
pub async fn add_copies(
    library: &Library,
    context: Context,
    book_id: BookId,
    new: NewCopies,
) -> Result<Vec<BookCopy>> {
    context.require(Act::ManageCatalogue)?;
    let all = library
        .write_once(
            context.call(),
            (context, book_id, new),
            |transaction, (context, book_id, new)| {
                Box::pin(async move {
                    if let Some(code) = &new.item_type {
                        offered(transaction, KindField::ItemType, code, None).await?;
                    }
                    transaction.lock(Lock::Book(*book_id)).await?;
                    let book = books::find(transaction, *book_id)
                        .await?
                        .ok_or(Error::NotFound(Noun::Book))?;
                    if book.merged_into.is_some() {
                        return Err(Conflict::BookMerged.into());
                    }
                    let barcodes = insert_copies(transaction, context, *book_id, new).await?;
                    changes::append(transaction, *book_id, context.now_ms()).await?;
                    let event = audit::Event {
                        action: "copies.added",
                        subject: Subject::of(*book_id),
                        before: None,
                        after: Some(json!({
                            "barcodes": barcodes, "itemType": new.item_type, "location": new.location,
                            "callNumber": new.call_number, "isLendable": new.is_lendable,
                            "priceMinor": new.price,
                        })),
                    };
                    audit::record(transaction, context, event).await?;
                    let copies = copies::of_book(transaction, *book_id).await?;
                    Ok::<_, Error>(as_readable(copies, context))
                })
            },
        )
        .await?;
    library.changed.notify_one();
    Ok(all)
}

/// Creates available copies. Those without a barcode get generated ones that no copy has. Returns all barcodes.
pub async fn insert_copies(
    transaction: &mut Transaction,
    context: &Context,
    book_id: BookId,
    new: &NewCopies,
) -> Result<Vec<String>> {
    if new.copies.is_empty() {
        return Ok(Vec::new());
    }
    let barcodes = barcodes_for(transaction, &new.copies).await?;
    let keys: Vec<String> = barcodes.iter().map(|barcode| barcode::key(barcode)).collect();
    let call_number_key = call_number::key_or_none(new.call_number.as_deref());
    let ids = transaction.fresh_ids(barcodes.len()).await?;
    let copies: Vec<NewCopy<'_>> = barcodes
        .iter()
        .zip(&keys)
        .zip(&new.copies)
        .zip(ids)
        .map(|(((barcode, barcode_key), copy), id)| NewCopy {
            id,
            book_id,
            barcode,
            barcode_key,
            state: CopyState::Available,
            location: new.location.as_deref(),
            call_number: new.call_number.as_deref(),
            call_number_key: &call_number_key,
            condition: copy.condition,
            price_minor: new.price.map(|price| price.0),
            is_lendable: i64::from(new.is_lendable),
            item_type: new.item_type.as_deref(),
            branch: MAIN_BRANCH,
            current_branch: MAIN_BRANCH,
            created_at: context.now_ms(),
            updated_at: context.now_ms(),
        })
        .collect();
    copies::insert_many(transaction, &copies).await.map_err(taken)?;
    let count = i64::try_from(copies.len()).unwrap_or(i64::MAX);
    let available = if new.is_lendable { count } else { 0 };
    books::add_copies(transaction, book_id, count, available).await?;
    harvest::date(transaction, book_id, context.now_ms()).await?;
    Ok(barcodes)
}

/// The barcodes of new copies: those that staff entered, and generated ones for the others.
async fn barcodes_for(transaction: &mut Transaction, new: &[CopyToAdd]) -> Result<Vec<String>> {
    let own: Vec<(usize, String)> = new
        .iter()
        .enumerate()
        .filter_map(|(index, copy)| Some((index, barcode::key(copy.barcode.as_deref()?))))
        .collect();
    let own_keys: Vec<String> = own.iter().map(|(_, key)| key.clone()).collect();
    let mut taken = copies::taken_barcodes(transaction, &own_keys).await?;
    for key in taken.clone() {
        if books::erase_deleted_with_barcode(transaction, &key).await? {
            taken.remove(&key);
        }
    }
    let errors = own.iter().filter(|(_, key)| taken.contains(key));
    let errors = errors.map(|(index, _)| EntryError::new("copies", *index, "barcode", BARCODE_TAKEN));
    if let Some(errors) = FormErrors::of_all(errors) {
        return Err(Error::InvalidForm(errors));
    }
    let mut generated = generated_barcodes(transaction, new.len() - own.len(), &own_keys)
        .await?
        .into_iter();
    let barcode = |copy: &CopyToAdd| copy.barcode.clone().or_else(|| generated.next());
    new.iter()
        .map(barcode)
        .collect::<Option<_>>()
        .ok_or_else(|| Error::Defect("too few barcodes were generated".to_owned()))
}

/// Generated barcodes that no copy has. A library may have printed the same codes before it came to this program.
pub(super) async fn generated_barcodes(
    transaction: &mut Transaction,
    count: usize,
    entered: &[String],
) -> Result<Vec<String>> {
    let mut barcodes: Vec<String> = Vec::with_capacity(count);
    while barcodes.len() < count {
        let missing = i64::try_from(count - barcodes.len()).unwrap_or(i64::MAX);
        let first = counters::take(transaction, Counter::Barcode, missing).await?;
        let new: Vec<String> = (first..first + missing)
            .map(|number| barcode::generated(number.unsigned_abs()))
            .collect();
        // Generated barcodes are equal to their keys: they have only digits.
        let taken = copies::taken_barcodes(transaction, &new).await?;
        let is_free = |barcode: &String| !taken.contains(barcode) && !entered.contains(barcode);
        barcodes.extend(new.into_iter().filter(is_free));
    }
    Ok(barcodes)
}

/// Maps the violated index of barcodes to the error of the field: another transaction has added the same one.
pub(super) fn taken(error: carrel_storage::Error) -> Error {
    if error.is_unique_on("barcode_key") {
        barcode_taken()
    } else {
        error.into()
    }
}

fn barcode_taken() -> Error {
    Error::Invalid(vec![FieldError {
        field: "barcode",
        message: BARCODE_TAKEN,
    }])
}

/// Changes the details of a copy, or its state: staff declare it lost or damaged, send it to repair, or put it back on the
/// shelf, also after its withdrawal. A loan, a return and the withdrawal have calls of their own. Open borrowings keep
/// their terms.
pub async fn change_copy(
    library: &Library,
    context: Context,
    copy_id: CopyId,
    change: CopyChange,
) -> Result<BookCopy> {
    context.require(Act::ManageCatalogue)?;
    let changed = library
        .write_once(
            context.call(),
            (context, copy_id, change),
            |transaction, (context, copy_id, change)| {
                Box::pin(change_copy_in(transaction, context, *copy_id, change))
            },
        )
        .await?;
    library.changed.notify_one();
    Ok(changed)
}

async fn change_copy_in(
    transaction: &mut Transaction,
    context: &Context,
    copy_id: CopyId,
    change: &CopyChange,
) -> Result<BookCopy> {
    let found = copies::find(transaction, copy_id)
        .await?
        .ok_or(Error::NotFound(Noun::Copy))?;
    if let Patch::Set(code) = &change.item_type {
        offered(transaction, KindField::ItemType, code, found.item_type.as_deref()).await?;
    }
    transaction.lock(Lock::Book(found.book_id)).await?;
    let before = copies::find(transaction, copy_id)
        .await?
        .ok_or(Error::NotFound(Noun::Copy))?;
    if before.book_id != found.book_id {
        // Its book was merged into another one before the lock.
        return Err(Error::overtaken());
    }
    if before.state == CopyState::Withdrawn && change.state.is_none() {
        return Err(Conflict::CopyWithdrawn.into());
    }
    let after = BookCopy {
        barcode: change.barcode.clone().unwrap_or_else(|| before.barcode.clone()),
        location: change.location.clone().apply(before.location.clone()),
        call_number: change.call_number.clone().apply(before.call_number.clone()),
        condition: change.condition.clone().apply(before.condition),
        item_type: change.item_type.clone().apply(before.item_type.clone()),
        is_lendable: change.is_lendable.unwrap_or(before.is_lendable),
        price: change.price.clone().apply(before.price),
        state: change.state.unwrap_or(before.state),
        state_reason: match change.state {
            // The reason of one state says nothing about another.
            Some(state) if state != before.state => change.state_reason.clone().apply(None),
            _ => change.state_reason.clone().apply(before.state_reason.clone()),
        },
        ..before.clone()
    };
    let barcode_key = barcode::key(&after.barcode);
    if barcode_key != barcode::key(&before.barcode)
        && copies::taken_barcodes(transaction, std::slice::from_ref(&barcode_key))
            .await?
            .contains(&barcode_key)
        && !books::erase_deleted_with_barcode(transaction, &barcode_key).await?
    {
        return Err(barcode_taken());
    }
    let details = copies::Details {
        barcode: &after.barcode,
        barcode_key: &barcode_key,
        location: after.location.as_deref(),
        call_number: after.call_number.as_deref(),
        call_number_key: &call_number::key_or_none(after.call_number.as_deref()),
        condition: after.condition,
        item_type: after.item_type.as_deref(),
        is_lendable: after.is_lendable,
        price: after.price,
        state_reason: after.state_reason.as_deref(),
    };
    if after.state != before.state {
        set_state(transaction, context, &before, after.state).await?;
    }
    copies::set_details(transaction, copy_id, &details, context.now_ms())
        .await
        .map_err(taken)?;
    if shared_details(&after) != shared_details(&before) {
        harvest::date(transaction, before.book_id, context.now_ms()).await?;
    }
    count_change(transaction, context, &before, &after).await?;
    let (old, new) = audited_change(&before, &after);
    if !new.is_empty() {
        let event = audit::Event {
            action: "copy.changed",
            subject: Subject::of(copy_id).about_book(before.book_id),
            before: Some(Value::Object(old)),
            after: Some(Value::Object(new)),
        };
        audit::record(transaction, context, event).await?;
    }
    let saved = copies::find(transaction, copy_id).await?;
    saved
        .map(|copy| readable(copy, context))
        .ok_or(Error::NotFound(Noun::Copy))
}

/// What the record of the book says of a copy to other systems. They do not see its state.
fn shared_details(copy: &BookCopy) -> ([&Option<String>; 3], bool, bool) {
    let texts = [&copy.location, &copy.call_number, &copy.item_type];
    (texts, copy.is_lendable, copy.state.is_in_collection())
}

/// Follows the change of a copy in the counts of its book, and in the index.
async fn count_change(
    transaction: &mut Transaction,
    context: &Context,
    before: &BookCopy,
    after: &BookCopy,
) -> Result<()> {
    let counts = |copy: &BookCopy| {
        let available = copy.state.is_borrowable(copy.is_lendable);
        (i64::from(copy.state.is_in_collection()), i64::from(available))
    };
    let ((total_before, available_before), (total, available)) = (counts(before), counts(after));
    let (more, more_available) = (total - total_before, available - available_before);
    if (more, more_available) != (0, 0) {
        books::add_copies(transaction, before.book_id, more, more_available).await?;
    }
    let is_elsewhere = (&before.location, &before.call_number) != (&after.location, &after.call_number);
    if more_available != 0 || before.state != after.state || is_elsewhere {
        changes::append(transaction, before.book_id, context.now_ms()).await?;
    }
    Ok(())
}

/// Moves a copy at its shelf, or one that was withdrawn, to another state. Refused while it is with a borrower, or kept or
/// sent for one.
async fn set_state(
    transaction: &mut Transaction,
    context: &Context,
    copy: &BookCopy,
    to: CopyState,
) -> Result<()> {
    if copy.state == CopyState::OnLoan {
        return Err(Conflict::CopyOnLoan.into());
    }
    let refused = || {
        Error::from(match copy.state {
            CopyState::Withdrawn => Conflict::CopyWithdrawn,
            state => Conflict::CopyNotMovable { state },
        })
    };
    if matches!(copy.state, CopyState::HoldShelf | CopyState::InTransit) {
        return Err(refused());
    }
    let event = event_to(copy.state, to).ok_or_else(refused)?;
    let to = transition(copy.state, event).map_err(|_| refused())?;
    let change = StateChange {
        copy_id: copy.id,
        from: copy.state,
        to,
        actor_id: context.actor_id(),
        reason: "staff",
        at: context.now_ms(),
    };
    if !copies::change_state(transaction, &change).await? {
        return Err(Error::overtaken());
    }
    Ok(())
}

/// The fields that differ between two versions of a copy: their old and their new values.
fn audited_change(before: &BookCopy, after: &BookCopy) -> (Map<String, Value>, Map<String, Value>) {
    let fields = |copy: &BookCopy| {
        [
            ("barcode", json!(copy.barcode)),
            ("location", json!(copy.location)),
            ("callNumber", json!(copy.call_number)),
            ("condition", json!(copy.condition)),
            ("itemType", json!(copy.item_type)),
            ("isLendable", json!(copy.is_lendable)),
            ("priceMinor", json!(copy.price)),
            ("state", json!(copy.state)),
            ("stateReason", json!(copy.state_reason)),
        ]
    };
    let (mut old, mut new) = (Map::new(), Map::new());
    for ((name, value_before), (_, value_after)) in fields(before).into_iter().zip(fields(after)) {
        if value_before != value_after {
            old.insert(name.to_owned(), value_before);
            new.insert(name.to_owned(), value_after);
        }
    }
    (old, new)
}

/// The copy without its borrower, unless the caller may see anyone's open borrowings.
fn readable(copy: BookCopy, context: &Context) -> BookCopy {
    if context.require(Act::ReadAnyBorrowing).is_ok() {
        return copy;
    }
    BookCopy {
        borrower_id: None,
        borrower_name: None,
        due_on: None,
        ..copy
    }
}

fn as_readable(copies: Vec<BookCopy>, context: &Context) -> Vec<BookCopy> {
    copies.into_iter().map(|copy| readable(copy, context)).collect()
}

/// Withdraws a copy from the collection, for a reason if staff give one. Refused while it is with a borrower, or kept or sent
/// for one.
pub async fn withdraw(
    library: &Library,
    context: Context,
    copy_id: CopyId,
    reason: Option<String>,
) -> Result<BookCopy> {
    context.require(Act::ManageCatalogue)?;
    let copy = library
        .write_once(
            context.call(),
            (context, copy_id, reason),
            |transaction, (context, copy_id, reason)| {
                Box::pin(withdraw_in(transaction, context, *copy_id, reason.as_deref()))
            },
        )
        .await?;
    library.changed.notify_one();
    Ok(copy)
}

async fn withdraw_in(
    transaction: &mut Transaction,
    context: &Context,
    copy_id: CopyId,
    reason: Option<&str>,
) -> Result<BookCopy> {
    let found = copies::find(transaction, copy_id)
        .await?
        .ok_or(Error::NotFound(Noun::Copy))?;
    transaction.lock(Lock::Book(found.book_id)).await?;
    let copy = copies::find(transaction, copy_id)
        .await?
        .ok_or(Error::NotFound(Noun::Copy))?;
    if copy.book_id != found.book_id {
        return Err(Error::overtaken());
    }
    let to =
        transition(copy.state, CopyEvent::Withdraw).map_err(|TransitionError { from, .. }| match from {
            CopyState::OnLoan => Conflict::CopyOnLoan,
            CopyState::Withdrawn => Conflict::CopyWithdrawn,
            state => Conflict::CopyNotWithdrawable { state },
        })?;
    let change = StateChange {
        copy_id,
        from: copy.state,
        to,
        actor_id: context.actor_id(),
        reason: "withdrawn",
        at: context.now_ms(),
    };
    if !copies::change_state(transaction, &change).await? {
        return Err(Error::overtaken());
    }
    copies::set_state_reason(transaction, copy_id, reason).await?;
    let was_available = i64::from(copy.state.is_borrowable(copy.is_lendable));
    books::add_copies(transaction, copy.book_id, -1, -was_available).await?;
    harvest::date(transaction, copy.book_id, context.now_ms()).await?;
    changes::append(transaction, copy.book_id, context.now_ms()).await?;
    let event = audit::Event {
        action: "copy.withdrawn",
        subject: Subject::of(copy_id).about_book(copy.book_id),
        before: Some(json!({ "state": copy.state, "stateReason": copy.state_reason })),
        after: Some(json!({ "state": "withdrawn", "stateReason": reason })),
    };
    audit::record(transaction, context, event).await?;
    copies::find(transaction, copy_id)
        .await?
        .ok_or(Error::NotFound(Noun::Copy))
}
