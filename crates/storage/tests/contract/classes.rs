//! Classes of people.

use carrel_storage::users::{self, Filter, RoleFilter};
use carrel_testkit::{Library, TestDatabase, on_both_engines};

use crate::length;

on_both_engines!(users_are_filtered_by_class_and_classes_are_listed_once);
async fn users_are_filtered_by_class_and_classes_are_listed_once(database: TestDatabase) {
    let library = Library::new(database);
    let classes = read!(library, [], |c| users::classes(c).await);
    assert_eq!(classes, Vec::<String>::new());
    for (name, class) in [
        ("Grace Hopper", Some(("10a", "000010a"))),
        ("Alan Turing", Some(("7 B", "000007b"))),
        ("Ada Lovelace", Some(("7b", "000007b"))),
        ("Charles Babbage", None),
    ] {
        let user = library.user().name(name).with(|fields| {
            (fields.class, fields.class_key) = class
                .map(|(class, key)| (class.to_owned(), key.to_owned()))
                .unzip();
        });
        if name == "Alan Turing" {
            user.administrator().insert().await;
        } else {
            user.insert().await;
        }
    }
    let classes = read!(library, [], |c| users::classes(c).await);
    assert_eq!(classes, ["7b", "10a"]);
    let now = library.clock.now_ms();
    for (class_key, role, expected) in [
        ("000007b", None, vec!["Ada Lovelace", "Alan Turing"]),
        ("000007b", Some(RoleFilter::Is("student")), vec!["Ada Lovelace"]),
        ("000010a", Some(RoleFilter::IsNot("admin")), vec!["Grace Hopper"]),
        ("000008", None, vec![]),
    ] {
        let filter = Filter {
            role,
            class_key: Some(class_key),
            ..Filter::default()
        };
        let rows = read!(library, [filter, now], |c| users::list(c, filter, *now, 100, 0)
            .await);
        let count = read!(library, [filter], |c| users::count(c, filter).await);
        assert_eq!(count, length(&rows));
        let names: Vec<String> = rows.into_iter().map(|row| row.user.name).collect();
        assert_eq!(names, expected, "{class_key} {role:?}");
    }
}
