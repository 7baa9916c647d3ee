//! Calls of the functions that imports of books need, as in [`super::calls`].

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::book::details::BookDetails;
use carrel_domain::catalogue::bulk_edit::{BulkEditCounts, BulkEditState};
use carrel_domain::catalogue::copy::CopyId;
use carrel_domain::catalogue::duplicates::{DuplicateReason, DuplicateSearchState, FoundGroup};
use carrel_domain::catalogue::merge::undo::FormerRating;
use carrel_domain::identity::Id;
use carrel_domain::imports::{FindingKind, ImportCounts, ImportFormat, ImportKind, ImportState};
use carrel_domain::money::Amount;
use carrel_storage::books::{self, KeyedRecord};
use carrel_storage::bulk_edits;
use carrel_storage::covers::{self, Size};
use carrel_storage::duplicates::{self, Filter, Identified};
use carrel_storage::imports::{self, NewImport};
use carrel_storage::merges::records::{self, NewMerge};
use carrel_storage::merges::{self, MergedCounts, undo};
use carrel_storage::{Result, Transaction, borrowings, cards, copies, import_rows, totals};

use super::rows::NOW;
use super::values::Values;

/// Imports, bulk edits, duplicates and merges.
pub async fn changes_of_many(c: &mut Transaction, v: &Values) -> Result<()> {
    imports_of_books(c, v).await?;
    imports_of_people(c, v).await?;
    c.restart_lock_order();
    bulk_edits_of_books(c, v).await?;
    duplicates_of_books(c, v).await?;
    merge_of_books(c, v).await?;
    undo_of_merge(c, v).await
}

/// An import runs, and is taken back: the books of its records are looked up, and what it wrote is read.
async fn imports_of_books(c: &mut Transaction, v: &Values) -> Result<()> {
    import_states(c, v).await?;
    let id = v.import;
    for offset in [0, 1 + v.number % 2] {
        imports::list(c, ImportKind::ALL, 20, offset).await?;
    }
    imports::count(c, ImportKind::ALL).await?;
    imports::newest_of_file(c, &format!("d{}", v.user.number()), ImportKind::Users).await?;
    imports::options_for_headings(c, &format!("h{}", v.number)).await?;
    imports::ended_before(c, NOW).await?;
    imports::fail_working(c, "file_missing", NOW).await?;
    imports::findings_after(c, id, FindingKind::Duplicate, v.number, 20).await?;
    imports::books_after(c, id, v.book, 20).await?;
    imports::effects_on(c, id, v.book).await?;
    imports::added_copies(c, id, 20).await?;
    imports::remove_book(c, id, v.book).await?;
    books::with_isbns(c, &[&format!("978{}", v.book.number())]).await?;
    books::with_titles(c, &[&format!("title {}", v.book.number())]).await?;
    books::with_control_numbers(c, &[&format!("n{}", v.book.number())]).await?;
    books::control_numbers_of(c, &[v.book, BookId::new(108_999)]).await?;
    copies::with_barcodes(c, std::slice::from_ref(&v.barcode)).await?;
    books::details_of(c, v.book).await?;
    books::details_of_many(c, &[v.book, BookId::new(108_999)]).await?;
    books::details_between(c, v.book, BookId::new(v.book.number() + 20)).await?;
    for size in [Size::Small, Size::Medium, Size::Large] {
        covers::file(c, &format!("h{}", v.book.number()), size).await?;
    }
    books::marc_of(c, v.book).await?;
    books::marc_of_many(c, &[v.book, BookId::new(108_999)]).await?;
    books::find_kept(c, &[v.book, BookId::new(108_999)]).await?;
    books::ids_after(c, v.book, v.number % 2 == 1, 20).await?;
    books::other_editions(c, v.book, 20).await?;
    copies::of_books(c, &[v.book, BookId::new(108_999)]).await?;
    copies::copy_places_of(c, &[v.book, BookId::new(108_999)]).await?;
    copies::copy_places_between(c, v.book, BookId::new(v.book.number() + 20)).await?;
    books::set_details(c, v.book, &BookDetails::default()).await?;
    books::set_marc(c, v.book, None, NOW).await?;
    let details = copies::Details {
        barcode: &v.barcode,
        barcode_key: &v.barcode,
        location: Some("Room 1"),
        call_number: Some("A"),
        call_number_key: "a",
        condition: None,
        item_type: None,
        is_lendable: true,
        price: None,
        state_reason: None,
    };
    copies::set_details(c, v.copy, &details, 1).await?;
    copies::set_state_reason(c, v.copy, Some("water")).await?;
    copies::erase_unused(c, CopyId::new(190_000)).await?;
    Ok(())
}

/// An import of people runs, is taken back, and is forgotten.
async fn imports_of_people(c: &mut Transaction, v: &Values) -> Result<()> {
    import_rows::last(c, v.import, 20).await?;
    import_rows::people(c, v.import).await?;
    import_rows::has_used_library(c, v.user).await?;
    import_rows::has_patron_category(c, "staff").await?;
    import_rows::remove_from(c, v.import, v.number).await?;
    import_rows::insert(c, v.import, &[]).await?;
    import_rows::forget_ended_before(c, 1).await?;
    import_rows::forget(c, v.import).await?;
    cards::holders_of(c, &[&v.barcode]).await?;
    borrowings::last_return_of_copy(c, v.copy).await?;
    let past = [(v.category.clone(), 1)];
    totals::add_past(c, &past).await?;
    totals::add_past_charges(c, &[(NOW, Amount(100))]).await?;
    totals::remove_past(c, &past).await?;
    Ok(())
}

/// A bulk edit is made and undone.
async fn bulk_edits_of_books(c: &mut Transaction, v: &Values) -> Result<()> {
    let id = Id::new(v.free);
    bulk_edits::insert(c, id, "{}", &[v.book], Some(v.user), 1).await?;
    bulk_edits::locked(c, id).await?;
    for offset in [0, 1 + v.number % 2] {
        bulk_edits::list(c, 20, offset).await?;
    }
    bulk_edits::count(c).await?;
    bulk_edits::books_after(c, id, bulk_edits::outcome::WAITING, v.book, 20).await?;
    bulk_edits::remove_books(c, id, bulk_edits::outcome::WAITING, v.book).await?;
    bulk_edits::add_counts(c, id, &BulkEditCounts::default(), 2).await?;
    let done = (BulkEditState::Changing, BulkEditState::Done);
    bulk_edits::set_state(c, id, done, 3).await?;
    bulk_edits::remove_ended(c, 4).await?;
    bulk_edits::fail_working(c, 5).await?;
    Ok(())
}

/// Duplicates are searched, and staff decide about them.
async fn duplicates_of_books(c: &mut Transaction, v: &Values) -> Result<()> {
    let id = Id::new(v.free);
    duplicates::begin(c, id, NOW).await?;
    duplicates::under_way(c).await?;
    duplicates::last_ended(c).await?;
    duplicates::lock(c, id).await?;
    duplicates::set_progress(c, id, (1, 2)).await?;
    duplicates::remove_groups(c, id).await?;
    duplicates::facts_after(c, v.book, 20).await?;
    duplicates::count_books(c).await?;
    let after = Identified {
        value_key: format!("978{}", v.book.number()),
        book_id: v.book,
        is_current: 1,
    };
    duplicates::identifiers_after(c, "isbn", &after, 20).await?;
    duplicates::different_from(c, v.book).await?;
    let group = FoundGroup {
        reason: DuplicateReason::SameTitle,
        books: vec![v.book, BookId::new(108_999)],
    };
    duplicates::insert_group(c, Id::new(v.free), id, &group, None).await?;
    for reason in [None, Some(DuplicateReason::Identifier)] {
        for dismissed in [false, true] {
            let filter = Filter { reason, dismissed };
            duplicates::list(c, filter, 20, v.number % 2).await?;
            duplicates::count(c, filter).await?;
        }
    }
    let shown = Id::new(v.book.number() + 600_000);
    duplicates::find(c, shown).await?;
    let of_group = duplicates::books_of(c, shown).await?;
    if let Some(book) = books::find(c, v.book).await? {
        books::archive(c, &book, NOW).await?;
    }
    for at in [Some(NOW), None] {
        duplicates::set_dismissed(c, shown, &of_group, at).await?;
    }
    duplicates::fail_under_way(c, NOW).await?;
    for state in [DuplicateSearchState::Failed, DuplicateSearchState::Done] {
        duplicates::end(c, id, state, NOW).await?;
    }
    Ok(())
}

/// A book is merged into another one.
async fn merge_of_books(c: &mut Transaction, v: &Values) -> Result<()> {
    let kept = BookId::new(108_998);
    merges::holdings(c, &[v.book, kept]).await?;
    merges::people_with_several(c, &[v.book, kept]).await?;
    let Some(book) = books::find(c, v.book).await? else {
        return Ok(());
    };
    let id = Id::new(v.free);
    let merge = NewMerge {
        id,
        merged_at: NOW,
        merged_by: Some(v.user),
        before_record: "{}",
        after_record: "{}",
    };
    records::insert(c, &merge, &[&book]).await?;
    records::keep_cover(c, id, v.book).await?;
    records::keep_ratings(c, id, kept, &[v.book]).await?;
    records::keep_holdings(c, id, v.book, kept, Some("reference")).await?;
    merges::move_copies(c, &book, kept, "Another", None).await?;
    merges::move_favorites(c, v.book, kept).await?;
    merges::move_ratings(c, v.book, kept).await?;
    merges::copy_marc(c, v.book, kept).await?;
    books::set_marc(c, kept, None, NOW).await?;
    let fresh = BookId::new(v.free + 50_000);
    books::insert(c, fresh, &KeyedRecord::default(), NOW).await?;
    merges::copy_cover(c, v.book, fresh).await?;
    merges::set_counts(c, kept, &MergedCounts::default()).await?;
    books::archive(c, &book, NOW).await?;
    merges::set_merged_into(c, v.book, kept).await?;
    merges::has_merged(c, kept).await?;
    Ok(())
}

/// A merge is listed, undone and removed.
async fn undo_of_merge(c: &mut Transaction, v: &Values) -> Result<()> {
    let id = Id::new(v.book.number() + 700_000);
    let kept = BookId::new(v.book.number() + 1);
    for book in [None, Some(v.book)] {
        records::list(c, book, 20, v.number % 2).await?;
        records::count(c, book).await?;
    }
    records::find(c, id).await?;
    records::books_of(c, id).await?;
    undo::kept_records(c, id).await?;
    undo::lead_back(c, id, kept, &[v.book]).await?;
    let Some(book) = books::find(c, v.book).await? else {
        return Ok(());
    };
    undo::move_copies_back(c, id, kept, &book, "Another").await?;
    undo::move_favorites_back(c, id, kept).await?;
    undo::former_ratings(c, id).await?;
    undo::raters(c, kept).await?;
    undo::borrowed_by_raters(c, id, kept).await?;
    undo::with_anonymous_borrowings(c, id).await?;
    let fresh = BookId::new(v.free + 60_000);
    books::insert(c, fresh, &KeyedRecord::default(), NOW).await?;
    undo::move_ratings_of(c, v.book, fresh, &[v.user]).await?;
    let former = FormerRating {
        user_id: v.user,
        book_id: BookId::new(1),
        created_at: 1,
    };
    undo::put_rating_back(c, id, &former).await?;
    undo::take_marc(c, id, kept).await?;
    undo::put_cover_back(c, id, fresh).await?;
    undo::borrowed_since(c, v.book, NOW).await?;
    undo::recount(c, v.book, 0).await?;
    duplicates::set_different(c, &[v.book, BookId::new(108_999)], NOW).await?;
    undo::set_undone(c, id, NOW).await?;
    records::remove_before(c, 3, 50).await?;
    Ok(())
}

/// An import is added, read, changed and removed.
async fn import_states(c: &mut Transaction, v: &Values) -> Result<()> {
    let id = Id::new(v.free);
    let import = NewImport {
        kind: ImportKind::Users,
        id,
        name: "books.csv",
        format: ImportFormat::Csv,
        size_bytes: 9,
        sha256: &v.word,
        state: ImportState::Checking,
        options: "{}",
        headings_key: Some(&v.word),
        created_by: Some(v.user),
        created_at: 1,
    };
    imports::insert(c, &import).await?;
    imports::locked_state(c, id).await?;
    imports::find(c, id).await?;
    imports::set_options(c, id, "{}", Some(&v.word), 2).await?;
    imports::begin(c, id, true, 3).await?;
    imports::advance(c, id, (ImportState::Checking, 0), &ImportCounts::default(), 4).await?;
    imports::set_total(c, id, 5).await?;
    imports::add_kept(c, id, 1, 6).await?;
    let move_on = (ImportState::Checking, ImportState::Ready);
    imports::set_state(c, id, move_on, None, 7).await?;
    imports::remove(c, id).await
}
