//! Devices on which a person has signed in.

use carrel_domain::users::UserId;
use carrel_storage::known_devices;
use carrel_testkit::{Library, TestDatabase, on_both_engines};

async fn is_known(library: &Library, email_key: &str, token: &'static str) -> bool {
    read!(library, [email_key, token], |c| known_devices::is_known_to(
        c, email_key, token
    )
    .await)
}

async fn remember(library: &Library, user_id: UserId, token: &'static str, now: i64) {
    change!(library, [user_id, token, now], |t| known_devices::remember(
        t, *user_id, token, *now
    )
    .await)
    .unwrap();
}

on_both_engines!(a_device_is_known_to_those_who_signed_in_on_it);
async fn a_device_is_known_to_those_who_signed_in_on_it(database: TestDatabase) {
    let library = Library::new(database);
    let ada = library.user().email("ada@library.example").insert().await.id;
    let bob = library.user().email("bob@library.example").insert().await.id;
    remember(&library, ada, "shared", 1000).await;
    remember(&library, bob, "shared", 2000).await;
    remember(&library, ada, "phone", 3000).await;
    for (email, token, expected) in [
        ("ada@library.example", "shared", true),
        ("bob@library.example", "shared", true),
        ("ada@library.example", "phone", true),
        ("bob@library.example", "phone", false),
        ("eve@library.example", "shared", false),
        ("ada@library.example", "tablet", false),
    ] {
        assert_eq!(
            is_known(&library, email, token).await,
            expected,
            "{email} on {token}"
        );
    }
    for (token, expected) in [("shared", true), ("tablet", false)] {
        assert_eq!(
            read!(library, [token], |c| known_devices::exists(c, token).await),
            expected,
            "{token}"
        );
    }

    // A use makes the shared device Ada's latest one.
    remember(&library, ada, "shared", 4000).await;
    change!(library, [ada], |t| known_devices::forget_oldest_of(t, *ada, 1)
        .await)
    .unwrap();
    assert!(!is_known(&library, "ada@library.example", "phone").await);
    assert!(is_known(&library, "ada@library.example", "shared").await);

    let removed = change!(library, [], |t| known_devices::remove_old(t, 4000).await);
    assert_eq!(removed.unwrap(), 1);
    assert!(!is_known(&library, "bob@library.example", "shared").await);
    assert!(is_known(&library, "ada@library.example", "shared").await);
}
