//! Possible duplicates: searches, groups, and decisions about pairs of books.

use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::catalogue::duplicates::{
    DuplicateGroup, DuplicateGroupId, DuplicateReason, DuplicateSearchId, DuplicateSearchState, FoundGroup,
};
use carrel_storage::duplicates::{self, Filter, Identified};
use carrel_storage::{books, check};
use carrel_testkit::{Library, TestDatabase, on_both_engines};

const SEARCH: DuplicateSearchId = DuplicateSearchId::new(7_000_001);
const NEXT: DuplicateSearchId = DuplicateSearchId::new(7_000_002);

async fn begin(library: &Library, id: DuplicateSearchId) -> bool {
    change!(library, [id], |t| duplicates::begin(t, *id, 5).await).unwrap()
}

async fn end(library: &Library, id: DuplicateSearchId, state: DuplicateSearchState) {
    change!(library, [id, state], |t| duplicates::end(t, *id, *state, 9).await).unwrap();
}

async fn insert(
    library: &Library,
    search: DuplicateSearchId,
    reason: DuplicateReason,
    books: &[&Book],
) -> DuplicateGroupId {
    let id = DuplicateGroupId::new(library.fresh_number().cast_signed() + 8_000_000);
    let group = FoundGroup {
        reason,
        books: books.iter().map(|book| book.id).collect(),
    };
    change!(library, [id, search, group], |t| {
        duplicates::insert_group(t, *id, *search, group, None).await
    })
    .unwrap();
    id
}

async fn listed(library: &Library, filter: Filter) -> Vec<DuplicateGroup> {
    let listed = read!(library, [filter], |c| duplicates::list(c, *filter, 10, 0).await);
    let count = read!(library, [filter], |c| duplicates::count(c, *filter).await);
    assert_eq!(count, i64::try_from(listed.len()).unwrap());
    listed
}

async fn books_of(library: &Library, id: DuplicateGroupId) -> Vec<BookId> {
    read!(library, [id], |c| duplicates::books_of(c, *id).await)
}

on_both_engines!(a_later_search_with_a_smaller_identifier_is_the_last_one);
async fn a_later_search_with_a_smaller_identifier_is_the_last_one(database: TestDatabase) {
    let library = Library::new(database);
    let (one, two) = (library.book().insert().await, library.book().insert().await);
    assert!(begin(&library, NEXT).await);
    insert(&library, NEXT, DuplicateReason::Identifier, &[&one, &two]).await;
    end(&library, NEXT, DuplicateSearchState::Done).await;
    assert!(begin(&library, SEARCH).await);
    let group = insert(&library, SEARCH, DuplicateReason::NearTitle, &[&one, &two]).await;
    end(&library, SEARCH, DuplicateSearchState::Done).await;
    let groups = listed(&library, Filter::default()).await;
    assert_eq!(groups.iter().map(|group| group.id).collect::<Vec<_>>(), [group]);
    let last = read!(library, [], |c| duplicates::last_ended(c).await);
    assert_eq!(last.map(|search| search.id), Some(SEARCH));
}

on_both_engines!(the_groups_of_the_last_search_that_is_done_are_listed);
async fn the_groups_of_the_last_search_that_is_done_are_listed(database: TestDatabase) {
    let library = Library::new(database);
    let (one, two, three) = (
        library.book().insert().await,
        library.book().insert().await,
        library.book().insert().await,
    );
    assert!(begin(&library, SEARCH).await);
    assert!(!begin(&library, NEXT).await);
    let near = insert(&library, SEARCH, DuplicateReason::NearTitle, &[&one, &two]).await;
    let same = insert(&library, SEARCH, DuplicateReason::Identifier, &[&two, &three]).await;
    assert_eq!(listed(&library, Filter::default()).await, []);
    change!(library, [], |t| duplicates::set_progress(t, SEARCH, (3, 6)).await).unwrap();
    let under_way = read!(library, [], |c| duplicates::under_way(c).await).expect("a search");
    assert_eq!(
        (under_way.id, under_way.read_books, under_way.total_books),
        (SEARCH, 3, 6)
    );
    end(&library, SEARCH, DuplicateSearchState::Done).await;
    assert_eq!(read!(library, [], |c| duplicates::under_way(c).await), None);
    assert!(!change!(library, [], |t| duplicates::lock(t, SEARCH).await).unwrap());
    let ids: Vec<_> = listed(&library, Filter::default())
        .await
        .iter()
        .map(|group| group.id)
        .collect();
    assert_eq!(ids, [same, near]);
    let filter = Filter {
        reason: Some(DuplicateReason::NearTitle),
        dismissed: false,
    };
    assert_eq!(listed(&library, filter).await[0].id, near);

    // A failed search leaves the groups of the one before; one that is done replaces them.
    assert!(begin(&library, NEXT).await);
    insert(&library, NEXT, DuplicateReason::SameTitle, &[&one, &three]).await;
    end(&library, NEXT, DuplicateSearchState::Failed).await;
    assert_eq!(listed(&library, Filter::default()).await.len(), 2);
    let last = read!(library, [], |c| duplicates::last_ended(c).await).expect("a search");
    assert_eq!((last.id, last.state), (NEXT, DuplicateSearchState::Failed));
    let third = DuplicateSearchId::new(7_000_003);
    assert!(begin(&library, third).await);
    end(&library, third, DuplicateSearchState::Done).await;
    assert_eq!(listed(&library, Filter::default()).await, []);
    assert_eq!(read!(library, [near], |c| duplicates::find(c, *near).await), None);
}

on_both_engines!(a_book_that_leaves_the_catalogue_leaves_its_groups);
async fn a_book_that_leaves_the_catalogue_leaves_its_groups(database: TestDatabase) {
    let library = Library::new(database);
    let mut all = Vec::new();
    for _ in 0..4 {
        all.push(library.book().insert().await);
    }
    let [one, two, three, four] = &all[..] else {
        panic!("four books");
    };
    begin(&library, SEARCH).await;
    let pair = insert(&library, SEARCH, DuplicateReason::SameTitle, &[one, two]).await;
    let several = insert(&library, SEARCH, DuplicateReason::NearTitle, &[one, two, three]).await;
    end(&library, SEARCH, DuplicateSearchState::Done).await;
    change!(library, [one], |t| books::archive(t, one, 10).await).unwrap();
    assert_eq!(listed(&library, Filter::default()).await.len(), 1);
    assert_eq!(books_of(&library, several).await, [two.id, three.id]);
    assert_eq!(books_of(&library, pair).await, []);
    change!(library, [two], |t| books::delete(t, two, 11).await).unwrap();
    assert_eq!(listed(&library, Filter::default()).await, []);
    // A book that was archived since it was read is left out of a new group.
    let left = insert(&library, SEARCH, DuplicateReason::NearTitle, &[one, three, four]).await;
    assert_eq!(books_of(&library, left).await, [three.id, four.id]);
    insert(&library, SEARCH, DuplicateReason::NearTitle, &[one, three]).await;
    assert_eq!(listed(&library, Filter::default()).await.len(), 1);
    assert_eq!(read!(library, [], |c| check::violations(c).await), []);
}

on_both_engines!(the_decision_about_a_group_is_one_about_each_pair);
async fn the_decision_about_a_group_is_one_about_each_pair(database: TestDatabase) {
    let library = Library::new(database);
    let (one, two, three) = (
        library.book().insert().await,
        library.book().insert().await,
        library.book().insert().await,
    );
    begin(&library, SEARCH).await;
    let group = insert(
        &library,
        SEARCH,
        DuplicateReason::SameTitle,
        &[&one, &two, &three],
    )
    .await;
    end(&library, SEARCH, DuplicateSearchState::Done).await;
    let ids = [one.id, two.id, three.id];
    let dismissed = Filter {
        reason: None,
        dismissed: true,
    };
    for (at, different) in [
        (Some(20), vec![two.id, three.id]),
        (Some(21), vec![two.id, three.id]),
        (None, vec![]),
    ] {
        change!(library, [group, ids, at], |t| duplicates::set_dismissed(
            t, *group, ids, *at
        )
        .await)
        .unwrap();
        let first = one.id;
        let found = read!(library, [first], |c| duplicates::different_from(c, *first).await);
        assert_eq!(found, different);
        let shown = listed(&library, dismissed).await;
        assert_eq!(
            shown
                .first()
                .and_then(|group| group.dismissed_at)
                .map(jiff::Timestamp::as_millisecond),
            at
        );
        assert_eq!(
            listed(&library, Filter::default()).await.len(),
            usize::from(at.is_none())
        );
    }
}

on_both_engines!(the_books_and_identifiers_are_read_in_their_order);
async fn the_books_and_identifiers_are_read_in_their_order(database: TestDatabase) {
    let library = Library::new(database);
    let isbn = |isbn: &'static str| {
        library
            .book()
            .with(move |record| record.isbn = Some(isbn.to_owned()))
    };
    let one = isbn("9780000000002").insert().await;
    let two = isbn("9780000000001").insert().await;
    let gone = isbn("9780000000002").insert().await;
    change!(library, [gone], |t| books::archive(t, gone, 10).await).unwrap();
    let start = Identified {
        value_key: String::new(),
        book_id: BookId::UNASSIGNED,
        is_current: 0,
    };
    let first = read!(library, [start], |c| duplicates::identifiers_after(
        c, "isbn", start, 2
    )
    .await);
    let found: Vec<_> = first
        .iter()
        .map(|one| (one.value_key.as_str(), one.book_id, one.is_current))
        .collect();
    assert_eq!(
        found,
        [("9780000000001", two.id, 1), ("9780000000002", one.id, 1)]
    );
    let last = first[1].clone();
    let rest = read!(library, [last], |c| duplicates::identifiers_after(
        c, "isbn", last, 2
    )
    .await);
    assert_eq!(
        rest.iter()
            .map(|one| (one.book_id, one.is_current))
            .collect::<Vec<_>>(),
        [(gone.id, 0)]
    );
    let after = one.id;
    let facts = read!(library, [after], |c| duplicates::facts_after(c, *after, 10).await);
    assert_eq!(
        facts
            .iter()
            .map(|one| (one.id, one.title.clone()))
            .collect::<Vec<_>>(),
        [(two.id, two.title.clone())]
    );
    assert_eq!(read!(library, [], |c| duplicates::count_books(c).await), 2);
}
