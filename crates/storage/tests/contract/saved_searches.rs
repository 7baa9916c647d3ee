//! Saved searches: those of a person, and the one with a feed.

use carrel_domain::catalogue::saved_search::SavedSearchId;
use carrel_domain::users::UserId;
use carrel_storage::saved_searches::{self, NewSavedSearch};
use carrel_testkit::{Library, TestDatabase, instant, on_both_engines};

const A: SavedSearchId = SavedSearchId::new(1);
const B: SavedSearchId = SavedSearchId::new(2);
const C: SavedSearchId = SavedSearchId::new(3);

async fn save(library: &Library, user_id: UserId, id: SavedSearchId, at: i64) {
    let saved = change!(library, [user_id, id, at], |transaction| {
        let search = NewSavedSearch {
            id: *id,
            user_id: *user_id,
            name: "Whales",
            query: "{\"search\":\"whales\"}",
            created_at: *at,
            seen_at: *at,
        };
        saved_searches::insert(transaction, &search).await
    });
    saved.unwrap();
}

async fn ids_of(library: &Library, user_id: UserId) -> Vec<SavedSearchId> {
    let saved = read!(library, [user_id], |c| saved_searches::of_user(c, *user_id).await);
    saved.into_iter().map(|search| search.id).collect()
}

on_both_engines!(saved_searches_belong_to_one_person);
async fn saved_searches_belong_to_one_person(database: TestDatabase) {
    let library = Library::new(database);
    let (ada, bob) = (library.user().insert().await.id, library.user().insert().await.id);
    save(&library, ada, A, 10).await;
    save(&library, ada, B, 20).await;
    save(&library, bob, C, 30).await;
    assert_eq!(ids_of(&library, ada).await, [B, A]);

    let others = read!(library, [ada], |c| saved_searches::find(c, *ada, C).await);
    assert_eq!(others, None);
    change!(library, [], |t| saved_searches::change(t, A, "Oceans", 15).await).unwrap();
    let own = read!(library, [ada], |c| saved_searches::find(c, *ada, A).await).unwrap();
    assert_eq!(
        (own.name.as_str(), own.query.as_str()),
        ("Oceans", "{\"search\":\"whales\"}")
    );
    assert_eq!(
        (own.created_at, own.seen_at, own.has_feed),
        (instant(10), instant(15), false)
    );

    change!(library, [], |t| saved_searches::remove(t, B).await).unwrap();
    assert_eq!(ids_of(&library, ada).await, [A]);
    assert_eq!(ids_of(&library, bob).await, [C]);
}

on_both_engines!(a_feed_belongs_to_one_search_of_an_active_account);
async fn a_feed_belongs_to_one_search_of_an_active_account(database: TestDatabase) {
    let library = Library::new(database);
    let ada = library.user().insert().await.id;
    save(&library, ada, A, 10).await;
    save(&library, ada, B, 20).await;
    let of_feed = async |hash: &'static str| {
        let found = read!(library, [hash], |c| saved_searches::of_feed(c, hash).await);
        found.map(|search| (search.id, search.has_feed))
    };
    assert_eq!(of_feed("one").await, None);
    change!(library, [], |t| saved_searches::set_feed(t, A, Some("one")).await).unwrap();
    assert_eq!(of_feed("one").await, Some((A, true)));
    let taken = change!(library, [], |t| saved_searches::set_feed(t, B, Some("one")).await);
    assert!(taken.is_err(), "two searches with one feed");

    // A new feed replaces the one before.
    change!(library, [], |t| saved_searches::set_feed(t, A, Some("two")).await).unwrap();
    assert_eq!(
        (of_feed("one").await, of_feed("two").await),
        (None, Some((A, true)))
    );
    for (deactivated_at, found) in [("1", None), ("NULL", Some((A, true)))] {
        let sql = format!(
            "UPDATE users SET deactivated_at = {deactivated_at} WHERE id = {}",
            ada.number()
        );
        library.sql(&sql).await.unwrap();
        assert_eq!(of_feed("two").await, found);
    }
    change!(library, [], |t| saved_searches::set_feed(t, A, None).await).unwrap();
    assert_eq!(of_feed("two").await, None);
}
