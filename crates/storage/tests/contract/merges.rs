//! Merging books: what moves from one to the other.

use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::catalogue::merge::undo::MergeId;
use carrel_domain::users::UserId;
use carrel_storage::merges::records::{self, NewMerge};
use carrel_storage::merges::{self, Holdings, undo};
use carrel_storage::reviews::NewReview;
use carrel_storage::{books, check, favorites, ratings, reviews};
use carrel_testkit::{Library, TestDatabase, on_both_engines};

async fn rate(library: &Library, book: &Book, user: UserId, stars: i64, at: i64) {
    let id = book.id;
    let number = library.fresh_number().cast_signed() + 9_000_000;
    change!(library, [id, user, stars, at, number], |t| {
        ratings::set(t, *id, *user, *stars, *at).await?;
        let body = format!("{stars} stars");
        let review = NewReview {
            id: carrel_domain::identity::Id::new(*number),
            book_id: *id,
            user_id: *user,
            body: &body,
        };
        reviews::set(t, &review, *at).await
    })
    .unwrap();
}

async fn rating(library: &Library, id: BookId, user: UserId) -> (Option<i64>, Option<String>) {
    let stars = read!(library, [id, user], |c| ratings::find(c, *id, *user).await);
    let review = read!(library, [id, user], |c| reviews::of_person(c, *id, *user).await);
    (stars, review.map(|review| review.body))
}

async fn holdings(library: &Library, id: BookId) -> Holdings {
    let ids = [id];
    read!(library, [ids], |c| merges::holdings(c, ids).await)[0]
}

on_both_engines!(the_newest_rating_of_a_person_stays_with_its_review);
async fn the_newest_rating_of_a_person_stays_with_its_review(database: TestDatabase) {
    let library = Library::new(database);
    let (kept, other) = (library.book().insert().await, library.book().insert().await);
    let mut people = Vec::new();
    for _ in 0..4 {
        people.push(library.user().insert().await.id);
    }
    rate(&library, &kept, people[0], 1, 10).await;
    rate(&library, &other, people[0], 2, 20).await;
    rate(&library, &kept, people[1], 3, 40).await;
    rate(&library, &other, people[1], 4, 30).await;
    rate(&library, &other, people[2], 5, 50).await;
    rate(&library, &kept, people[3], 4, 50).await;
    rate(&library, &other, people[3], 1, 50).await;
    let (from, to) = (other.id, kept.id);
    change!(library, [from, to], |t| merges::move_ratings(t, *from, *to).await).unwrap();
    for (person, stars) in people.iter().zip([2, 3, 5, 4]) {
        let expected = (Some(stars), Some(format!("{stars} stars")));
        assert_eq!(rating(&library, to, *person).await, expected);
        assert_eq!(rating(&library, from, *person).await, (None, None));
    }
    let held = holdings(&library, to).await;
    assert_eq!((held.ratings, held.reviews), (4, 4));
}

on_both_engines!(a_favorite_of_both_books_is_one_of_the_kept_book);
async fn a_favorite_of_both_books_is_one_of_the_kept_book(database: TestDatabase) {
    let library = Library::new(database);
    let (kept, other) = (library.book().insert().await, library.book().insert().await);
    let (ada, bob) = (library.user().insert().await.id, library.user().insert().await.id);
    let (from, to) = (other.id, kept.id);
    change!(library, [ada, bob, from, to], |t| {
        favorites::add(t, *ada, *to, 10).await?;
        favorites::add(t, *ada, *from, 20).await?;
        favorites::add(t, *bob, *from, 30).await?;
        merges::move_favorites(t, *from, *to).await
    })
    .unwrap();
    for (user, at) in [(ada, 10), (bob, 30)] {
        let listed = read!(library, [user], |c| favorites::list(c, *user, 10, 0).await);
        let found: Vec<_> = listed
            .iter()
            .map(|one| (one.book.id, one.added_at.as_millisecond()))
            .collect();
        assert_eq!(found, [(to, at)]);
    }
}

on_both_engines!(copies_move_with_their_borrowings_and_keep_their_item_type);
async fn copies_move_with_their_borrowings_and_keep_their_item_type(database: TestDatabase) {
    let library = Library::new(database);
    let kept = library.book().category("Novels").insert().await;
    let other = library.book().category("Fiction").copies(2).insert().await;
    let (ada, bob) = (library.user().insert().await, library.user().insert().await);
    library.borrowing(&ada, &other).insert().await;
    library.borrowing(&bob, &kept).insert().await;
    let ids = [kept.id, other.id];
    assert_eq!(
        read!(library, [ids], |c| merges::people_with_several(c, ids).await),
        0
    );
    let held = holdings(&library, other.id).await;
    assert_eq!(
        (held.copies, held.open_borrowings, held.past_borrowings),
        (2, 1, 0)
    );
    let to = kept.id;
    let sql = "INSERT INTO item_types (code, name, position) VALUES ('reference', 'Reference', 1); \
               UPDATE copies SET item_type = NULL";
    library.sql(sql).await.unwrap();
    change!(library, [other, to], |t| merges::move_copies(
        t,
        other,
        *to,
        "Novels",
        Some("reference")
    )
    .await)
    .unwrap();
    assert_eq!(holdings(&library, other.id).await.copies, 0);
    let held = holdings(&library, to).await;
    assert_eq!((held.copies, held.open_borrowings), (3, 2));
    let typed = library
        .integer("SELECT count(*) FROM copies WHERE item_type = 'reference'")
        .await;
    assert_eq!(typed, 2);
}

on_both_engines!(a_person_with_copies_of_two_books_is_found);
async fn a_person_with_copies_of_two_books_is_found(database: TestDatabase) {
    let library = Library::new(database);
    let (one, two, three) = (
        library.book().insert().await,
        library.book().insert().await,
        library.book().insert().await,
    );
    let ada = library.user().insert().await;
    library.borrowing(&ada, &one).insert().await;
    library.borrowing(&ada, &three).insert().await;
    for (ids, people) in [
        (vec![one.id, two.id], 0),
        (vec![one.id, two.id, three.id], 1),
        (vec![one.id], 0),
    ] {
        assert_eq!(
            read!(library, [ids], |c| merges::people_with_several(c, ids).await),
            people
        );
    }
}

on_both_engines!(a_merged_book_leads_to_the_kept_one_through_further_merges);
async fn a_merged_book_leads_to_the_kept_one_through_further_merges(database: TestDatabase) {
    let library = Library::new(database);
    let (one, two, three) = (
        library
            .book()
            .with(|record| record.isbn = Some("9780000000002".to_owned()))
            .copies(0)
            .insert()
            .await,
        library.book().copies(0).insert().await,
        library.book().copies(0).insert().await,
    );
    for (from, to) in [(&one, &two), (&two, &three)] {
        change!(library, [from, to], |t| {
            books::archive(t, from, 10).await?;
            merges::set_merged_into(t, from.id, to.id).await
        })
        .unwrap();
    }
    let ids = [one.id, two.id];
    let found = read!(library, [ids], |c| books::find_kept(c, ids).await);
    assert!(found.iter().all(|book| book.merged_into == Some(three.id)));
    let id = three.id;
    assert!(read!(library, [id], |c| merges::has_merged(c, *id).await));
    // Records of imports are about the kept book.
    let matched = read!(library, [], |c| books::with_isbns(c, &["9780000000002"]).await);
    assert_eq!(matched, [("9780000000002".to_owned(), three.id)]);
    let key = [one.title.to_lowercase()];
    let matched = read!(library, [key], |c| books::with_titles(c, &[&key[0]]).await);
    assert_eq!(matched[0].book_id, three.id);
    assert_eq!(read!(library, [], |c| check::violations(c).await), []);
}

on_both_engines!(a_cover_and_a_marc_record_are_given_to_a_book_without_one);
async fn a_cover_and_a_marc_record_are_given_to_a_book_without_one(database: TestDatabase) {
    let library = Library::new(database);
    let (one, two) = (library.book().insert().await, library.book().insert().await);
    let (from, to) = (one.id, two.id);
    let marc = books::MarcRecord {
        format: "marc21".to_owned(),
        raw: b"record".to_vec(),
        control_number: Some("n1".to_owned()),
        source: None,
        sha256: "digest".to_owned(),
    };
    change!(library, [from, marc], |t| books::set_marc(
        t,
        *from,
        Some(marc),
        5
    )
    .await)
    .unwrap();
    for copied in [true, false] {
        let outcome = change!(library, [from, to], |t| merges::copy_marc(t, *from, *to).await);
        assert_eq!(outcome.unwrap(), copied);
    }
    assert_eq!(read!(library, [to], |c| books::marc_of(c, *to).await), Some(marc));
    let files = [vec![1], vec![2], vec![3]];
    change!(library, [from, to, files], |t| {
        let cover = carrel_storage::covers::NewCover { hash: "abc", files };
        carrel_storage::covers::insert(t, *from, cover, 5).await?;
        merges::copy_cover(t, *from, *to).await
    })
    .unwrap();
    assert_eq!(
        library
            .integer("SELECT count(*) FROM covers WHERE hash = 'abc'")
            .await,
        2
    );
}

on_both_engines!(a_merge_whose_books_are_not_merged_is_a_violation);
async fn a_merge_whose_books_are_not_merged_is_a_violation(database: TestDatabase) {
    let library = Library::new(database);
    let (kept, other) = (library.book().insert().await, library.book().insert().await);
    let id: MergeId = carrel_domain::identity::Id::new(9_000_000);
    change!(library, [id, kept, other], |t| {
        let merge = NewMerge {
            id: *id,
            merged_at: 10,
            merged_by: None,
            before_record: "{}",
            after_record: "{}",
        };
        records::insert(t, &merge, &[kept, other]).await
    })
    .unwrap();
    let found = read!(library, [], |c| check::violations(c).await);
    let found: Vec<&str> = found.iter().map(|one| one.found.as_str()).collect();
    assert_eq!(found, [format!("{}: not merged", other.id.number())]);
    change!(library, [id], |t| undo::set_undone(t, *id, 20).await).unwrap();
    assert_eq!(read!(library, [], |c| check::violations(c).await), []);
    let merge = read!(library, [id], |c| records::find(c, *id).await).unwrap();
    assert_eq!(merge.undone_at.map(jiff::Timestamp::as_millisecond), Some(20));
    for (before, removed) in [(10, 0), (11, 1)] {
        let number = change!(library, [before], |t| records::remove_before(t, *before, 5).await);
        assert_eq!(number.unwrap(), removed);
    }
}
