//! Roles, their people, and the tokens of their people.

use carrel_domain::users::{Act, Acts, Role};
use carrel_storage::{Error, access_tokens, roles, users};
use carrel_testkit::{Library, TestDatabase, on_both_engines};

on_both_engines!(a_new_library_has_the_built_in_roles);
async fn a_new_library_has_the_built_in_roles(database: TestDatabase) {
    let library = Library::new(database);
    let stored = read!(library, [], |c| roles::all(c).await);
    assert_eq!(stored, Role::of_new_library());
    for role in stored {
        let code = role.code.clone();
        assert_eq!(read!(library, [code], |c| roles::find(c, code).await), Some(role));
    }
    let unknown = "owner";
    assert_eq!(read!(library, [unknown], |c| roles::find(c, unknown).await), None);
}

on_both_engines!(a_role_is_added_changed_and_removed_when_nobody_has_it);
async fn a_role_is_added_changed_and_removed_when_nobody_has_it(database: TestDatabase) {
    let library = Library::new(database);
    let role = Role::stored(
        "helper".to_owned(),
        "Helper".to_owned(),
        Acts::NONE.and(Act::CheckOut),
    );
    change!(library, [role], |t| roles::insert(t, role).await).unwrap();
    let listed = read!(library, [], |c| roles::with_people(c).await);
    let last = listed.last().unwrap();
    assert_eq!((last.code.as_str(), last.people), ("helper", 0));

    let user = library.user().role("helper").insert().await;
    assert_eq!(user.role, role, "a person comes with the role");
    let renamed = Role::stored("helper".to_owned(), "Assistant 2".to_owned(), Acts::NONE);
    change!(library, [renamed], |t| roles::update(t, renamed).await).unwrap();
    let id = user.id;
    let found = read!(library, [id], |c| users::find(c, *id).await).unwrap();
    assert_eq!(found.role, renamed);
    let code = "helper";
    assert_eq!(read!(library, [code], |c| roles::count_people(c, code).await), 1);

    let refused = change!(library, [code], |t| roles::remove(t, code).await);
    assert!(matches!(refused, Err(Error::Constraint { .. })), "{refused:?}");
    library.sql("UPDATE users SET role = 'student'").await.unwrap();
    change!(library, [code], |t| roles::remove(t, code).await).unwrap();
    assert_eq!(read!(library, [code], |c| roles::find(c, code).await), None);
    let nobody = library.sql("UPDATE users SET role = 'helper'").await;
    assert!(nobody.is_err(), "a person has a role of the list");
}

on_both_engines!(the_tokens_of_a_roles_people_are_removed);
async fn the_tokens_of_a_roles_people_are_removed(database: TestDatabase) {
    let library = Library::new(database);
    library.user().role("assistant").insert().await;
    library.user().insert().await;
    library
        .sql(
            "INSERT INTO access_tokens (id, user_id, name, token_hash, scopes, created_at, expires_at) \
             SELECT u.id, u.id, 'A script', 'h' || u.id, 'catalogue:read', 1, 2 FROM users u",
        )
        .await
        .unwrap();
    let code = "assistant";
    let removed = change!(library, [code], |t| access_tokens::remove_all_of_role(t, code)
        .await);
    assert_eq!(removed.unwrap(), 1);
    assert_eq!(library.integer("SELECT count(*) FROM access_tokens").await, 1);
}
