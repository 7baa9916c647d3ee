//! Users: unique addresses and IDs, lists by name, and the words they are found by.

use std::collections::BTreeSet;

use carrel_domain::language::Language;
use carrel_domain::money::{Amount, LedgerKind};
use carrel_domain::users::{Role, User, UserId};
use carrel_storage::users::{self, Block, Filter, NewUser, RoleFilter, UserFields};
use carrel_storage::{Error, check};
use carrel_testkit::{DAY, HOUR, Library, TestDatabase, instant, on_both_engines};

use crate::length;

on_both_engines!(a_user_is_read_as_inserted_and_as_updated);
async fn a_user_is_read_as_inserted_and_as_updated(database: TestDatabase) {
    let library = Library::new(database);
    let now = library.clock.now_ms();
    let user = library
        .user()
        .name("Ada Lovelace")
        .email("Ada@Library.example")
        .student_id("S-1815")
        .password_hash("$argon2id$1")
        .with(|fields| {
            fields.college_name = Some("Analytical College".to_owned());
            fields.department = Some("Mathematics".to_owned());
            fields.current_semester = Some("3".to_owned());
            fields.current_semester_category = Some("Second year".to_owned());
            fields.class = Some("7b".to_owned());
            fields.class_key = Some("000007b".to_owned());
            fields.homeroom = Some("Room 12".to_owned());
            fields.phone = Some("+441234567890".to_owned());
            fields.address = Some("12 St James's Square".to_owned());
            fields.language = Some(Language::German);
        })
        .insert()
        .await;
    let expected = User {
        id: user.id,
        name: "Ada Lovelace".to_owned(),
        email: "Ada@Library.example".to_owned(),
        password_hash: "$argon2id$1".to_owned(),
        role: Role::student(),
        patron_category: None,
        student_id: Some("S-1815".to_owned()),
        college_name: Some("Analytical College".to_owned()),
        department: Some("Mathematics".to_owned()),
        current_semester: Some("3".to_owned()),
        current_semester_category: Some("Second year".to_owned()),
        class: Some("7b".to_owned()),
        homeroom: Some("Room 12".to_owned()),
        phone: Some("+441234567890".to_owned()),
        address: Some("12 St James's Square".to_owned()),
        language: Some(Language::German),
        blocked_at: None,
        block_reason: None,
        deactivated_at: None,
        created_at: instant(now),
        updated_at: instant(now),
    };
    assert_eq!(user, expected);
    let key = "ada@library.example";
    assert_eq!(
        read!(library, [key], |c| users::find_by_email(c, key).await),
        Some(expected)
    );
    for nobody in ["Ada@Library.example", "", "ada"] {
        assert_eq!(
            read!(library, [nobody], |c| users::find_by_email(c, nobody).await),
            None
        );
    }
    let nobody = UserId::UNASSIGNED;
    assert_eq!(read!(library, [nobody], |c| users::find(c, *nobody).await), None);

    let fields = library
        .user()
        .name("Ada King")
        .email("king@library.example")
        .administrator()
        .deactivated();
    let fields = fields.fields();
    let (id, later) = (user.id, library.clock.advance(HOUR));
    change!(library, [id, fields, later], |t| users::update(
        t, *id, fields, *later
    )
    .await)
    .unwrap();
    change!(library, [id, later], |t| users::set_password(
        t,
        *id,
        "$argon2id$2",
        *later
    )
    .await)
    .unwrap();
    let changed = read!(library, [id], |c| users::find(c, *id).await).unwrap();
    assert_eq!(
        (changed.name.as_str(), changed.email.as_str()),
        ("Ada King", "king@library.example")
    );
    assert_eq!(
        (changed.role.code.as_str(), changed.password_hash.as_str()),
        ("admin", "$argon2id$2")
    );
    assert_eq!(
        (changed.student_id, changed.department, changed.address),
        (None, None, None)
    );
    assert_eq!(
        (changed.created_at, changed.updated_at, changed.deactivated_at),
        (instant(now), instant(later), Some(instant(now)))
    );
    assert_eq!(
        read!(library, [key], |c| users::find_by_email(c, key).await),
        None
    );
}

on_both_engines!(a_block_has_an_instant_and_a_reason);
async fn a_block_has_an_instant_and_a_reason(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().insert().await;
    let (id, since) = (user.id, library.clock.now_ms());
    let later = library.clock.advance(HOUR);
    for reason in [Some("Lost books"), Some("Unpaid fines"), None, None] {
        change!(library, [id, since, reason, later], |t| {
            let block = reason.map(|reason| Block {
                since: *since,
                reason,
            });
            users::set_block(t, *id, block, *later).await
        })
        .unwrap();
        let expected = User {
            blocked_at: reason.map(|_| instant(since)),
            block_reason: reason.map(str::to_owned),
            updated_at: instant(later),
            ..user.clone()
        };
        assert_eq!(
            read!(library, [id], |c| users::find(c, *id).await),
            Some(expected)
        );
    }
    // A change of other fields keeps the block.
    let fields = library.user().name("Ada King").fields();
    change!(library, [id, fields, since, later], |t| {
        let block = Block {
            since: *since,
            reason: "Lost books",
        };
        users::set_block(t, *id, Some(block), *later).await?;
        users::update(t, *id, fields, *later).await
    })
    .unwrap();
    let changed = read!(library, [id], |c| users::find(c, *id).await).unwrap();
    assert_eq!(
        (changed.name.as_str(), changed.block_reason.as_deref()),
        ("Ada King", Some("Lost books"))
    );
}

on_both_engines!(addresses_and_student_ids_are_unique);
async fn addresses_and_student_ids_are_unique(database: TestDatabase) {
    let library = Library::new(database);
    library
        .user()
        .email("ada@library.example")
        .student_id("S-1")
        .insert()
        .await;
    let other = library
        .user()
        .email("bob@library.example")
        .student_id("S-2")
        .insert()
        .await;
    let taken = library
        .user()
        .email("ADA@library.EXAMPLE")
        .try_insert()
        .await
        .unwrap_err();
    assert!(
        taken.is_unique_on("email_key") && !taken.is_unique_on("student_id_key"),
        "{taken:?}"
    );
    let taken = library.user().student_id("s-1").try_insert().await.unwrap_err();
    assert!(
        taken.is_unique_on("student_id_key") && !taken.is_unique_on("email_key"),
        "{taken:?}"
    );
    let fields = library.user().email("Ada@library.example").fields();
    let id = other.id;
    let taken = change!(library, [id, fields], |t| users::update(t, *id, fields, 1).await).unwrap_err();
    assert!(taken.is_unique_on("email_key"), "{taken:?}");
    // A user's own address and ID are no conflict, and any number of people have no student ID.
    let fields = library
        .user()
        .email("Bob@library.example")
        .student_id("S-2")
        .fields();
    change!(library, [id, fields], |t| users::update(t, *id, fields, 1).await).unwrap();
    library.user().insert().await;
    library.user().insert().await;
}

on_both_engines!(people_are_found_by_lists_of_any_length);
async fn people_are_found_by_lists_of_any_length(database: TestDatabase) {
    let library = Library::new(database);
    let ids: Vec<UserId> = (1..=200).map(UserId::new).collect();
    let people: Vec<UserFields> = (0..200)
        .map(|number| {
            let person = library.user().email(&format!("p{number}@library.example"));
            person.student_id(&format!("S-{number}")).fields()
        })
        .collect();
    change!(library, [ids, people], |t| {
        let user = |(id, fields)| NewUser {
            id,
            fields,
            password_hash: "",
        };
        let users: Vec<NewUser<'_>> = ids.iter().copied().zip(people).map(user).collect();
        users::insert_many(t, &users, 1).await
    })
    .unwrap();
    assert_eq!(read!(library, [], |c| check::violations(c).await), []);
    for count in [0, 1, 63, 64, 65, 128, 199] {
        let emails: Vec<String> = people[..count]
            .iter()
            .map(|person| person.email_key.clone())
            .collect();
        let student_ids: Vec<String> = (0..count).map(|number| format!("s-{number}")).collect();
        let (by_email, by_student_id, used_student_ids) = read!(library, [emails, student_ids], |c| {
            let ask: Vec<&str> = emails.iter().map(String::as_str).chain(["free"]).collect();
            let by_email = users::find_by_emails(c, &ask).await?;
            let ask: Vec<&str> = student_ids.iter().map(String::as_str).chain(["free"]).collect();
            let by_student_id = users::find_by_student_ids(c, &ask).await?;
            Ok::<_, Error>((by_email, by_student_id, users::used_student_ids(c, &ask).await?))
        });
        let expected: BTreeSet<UserId> = ids[..count].iter().copied().collect();
        for found in [by_email, by_student_id] {
            let found: BTreeSet<UserId> = found.into_iter().map(|user| user.id).collect();
            assert_eq!(found, expected, "{count}");
        }
        assert_eq!(used_student_ids, student_ids.into_iter().collect(), "{count}");
    }
}

on_both_engines!(of_simultaneous_inserts_with_one_address_one_succeeds);
async fn of_simultaneous_inserts_with_one_address_one_succeeds(database: TestDatabase) {
    let library = Library::new(database);
    let tries = (0..24).map(|_| library.user().email("me@library.example").try_insert());
    let outcomes = futures_util::future::join_all(tries).await;
    let (added, refused): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(Result::is_ok);
    assert_eq!(added.len(), 1);
    assert!(
        refused
            .iter()
            .all(|outcome| matches!(outcome, Err(error) if error.is_unique_on("email_key")))
    );
    // The refused calls left no search words behind.
    assert_eq!(
        library
            .integer("SELECT count(DISTINCT user_id) FROM user_terms")
            .await,
        1
    );
}

on_both_engines!(users_are_listed_by_name_and_found_by_the_beginning_of_a_word);
async fn users_are_listed_by_name_and_found_by_the_beginning_of_a_word(database: TestDatabase) {
    let library = Library::new(database);
    for (name, student_id) in [
        ("Grace Hopper", Some("S-1906")),
        ("Ada Lovelace", None),
        ("ada lovelace", Some("S-1815")),
        ("Žofie Adamová", None),
        ("100%_wild", None),
        ("Alan Turing", None),
    ] {
        let mut user = library.user().name(name);
        if let Some(student_id) = student_id {
            user = user.student_id(student_id);
        }
        if name.starts_with('A') {
            user = user.administrator();
        }
        user.insert().await;
    }
    let now = library.clock.now_ms();
    let names =
        async |role: Option<RoleFilter<'static>>, term: Option<&'static str>, limit: i64, offset: i64| {
            let filter = Filter {
                role,
                term,
                ..Filter::default()
            };
            let rows = read!(library, [filter, now, limit, offset], |c| users::list(
                c, filter, *now, *limit, *offset
            )
            .await);
            let count = read!(library, [filter], |c| users::count(c, filter).await);
            if limit == 100 && offset == 0 {
                assert_eq!(count, length(&rows));
            }
            rows.into_iter().map(|row| row.user.name).collect::<Vec<_>>()
        };
    let all = [
        "100%_wild",
        "Ada Lovelace",
        "ada lovelace",
        "Alan Turing",
        "Grace Hopper",
        "Žofie Adamová",
    ];
    assert_eq!(names(None, None, 100, 0).await, all);
    assert_eq!(names(None, None, 2, 1).await, all[1..3]);
    assert_eq!(names(None, None, 2, 5).await, all[5..]);
    assert_eq!(names(None, None, 2, 6).await, all[..0]);
    assert_eq!(
        names(Some(RoleFilter::Is("admin")), None, 100, 0).await,
        ["Ada Lovelace", "Alan Turing"]
    );
    assert_eq!(
        names(Some(RoleFilter::Is("student")), None, 2, 1).await,
        ["ada lovelace", "Grace Hopper"]
    );
    let members = ["100%_wild", "ada lovelace", "Grace Hopper", "Žofie Adamová"];
    assert_eq!(
        names(Some(RoleFilter::IsNot("admin")), None, 100, 0).await,
        members
    );
    assert_eq!(
        names(Some(RoleFilter::IsNot("admin")), Some("ada"), 100, 0).await,
        ["ada lovelace", "Žofie Adamová"]
    );
    for (term, found) in [
        ("ada", vec!["Ada Lovelace", "ada lovelace", "Žofie Adamová"]),
        ("adam", vec!["Žofie Adamová"]),
        ("žo", vec!["Žofie Adamová"]),
        ("love", vec!["Ada Lovelace", "ada lovelace"]),
        ("s-1", vec!["ada lovelace", "Grace Hopper"]),
        ("s-1906", vec!["Grace Hopper"]),
        ("reader", all.to_vec()),
        ("lovelace ", vec![]),
        ("velace", vec![]),
        ("%", vec![]),
        ("100%_", vec!["100%_wild"]),
        ("_", vec![]),
        ("'; DROP TABLE users; --", vec![]),
    ] {
        assert_eq!(names(None, Some(term), 100, 0).await, found, "{term}");
    }
    assert_eq!(
        names(Some(RoleFilter::Is("admin")), Some("ada"), 100, 0).await,
        ["Ada Lovelace"]
    );
    assert_eq!(names(None, Some("ada"), 1, 1).await, ["ada lovelace"]);
}

on_both_engines!(a_renamed_user_is_found_by_the_new_words_only);
async fn a_renamed_user_is_found_by_the_new_words_only(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().name("Countess Lovelace").insert().await;
    let id = user.id;
    let mut fields = library.user().name("Ada Byron").fields();
    fields.terms = ["ada", "byron", "zürich", "z𝄞"].map(str::to_owned).into();
    change!(library, [id, fields], |t| users::update(t, *id, fields, 1).await).unwrap();
    for (term, found) in [
        ("lovelace", false),
        ("countess", false),
        ("ada", true),
        ("byr", true),
        ("z", true),
        ("zü", true),
        ("z𝄞", true),
        ("zu", false),
    ] {
        let filter = Filter {
            term: Some(term),
            ..Filter::default()
        };
        let count = read!(library, [filter], |c| users::count(c, filter).await);
        assert_eq!(count > 0, found, "{term}");
    }
}

on_both_engines!(lists_of_users_show_loans_and_balance);
async fn lists_of_users_show_loans_and_balance(database: TestDatabase) {
    let library = Library::new(database);
    let (user, other) = (
        library.user().name("B").insert().await,
        library.user().name("A").insert().await,
    );
    let mut books = Vec::new();
    for _ in 0..4 {
        books.push(library.book().copies(2).insert().await);
    }
    let overdue = library.borrowing(&user, &books[0]).days_ago(20).insert().await;
    library.borrowing(&user, &books[1]).days_ago(3).insert().await;
    let returned = library
        .borrowing(&user, &books[2])
        .days_ago(30)
        .returned()
        .insert()
        .await;
    library.borrowing(&user, &books[3]).days_ago(14).insert().await;
    library.borrowing(&other, &books[3]).insert().await;
    for (borrowing, kind, cents) in [
        (&returned, LedgerKind::Charge, 400),
        (&returned, LedgerKind::Payment, 150),
        (&returned, LedgerKind::Waiver, 50),
        (&overdue, LedgerKind::Charge, 30),
        (&returned, LedgerKind::Refund, 5),
    ] {
        library.entry(borrowing, kind, cents).await.unwrap();
    }
    let now = library.clock.now_ms();
    let filter = Filter::default();
    let rows = read!(library, [filter, now], |c| users::list(c, filter, *now, 10, 0)
        .await);
    let glance: Vec<_> = rows
        .iter()
        .map(|row| {
            (
                row.user.name.as_str(),
                row.open_borrowings,
                row.overdue_borrowings,
                row.balance,
            )
        })
        .collect();
    assert_eq!(glance, [("A", 1, 0, Amount(0)), ("B", 3, 1, Amount(235))]);
    let (id, nobody) = (user.id, UserId::UNASSIGNED);
    let row = read!(library, [id, now], |c| users::summary(c, *id, *now).await).unwrap();
    assert_eq!(
        (row.user, row.open_borrowings, row.overdue_borrowings, row.balance),
        (user.clone(), 3, 1, Amount(235))
    );
    assert!(read!(library, [nobody, now], |c| users::summary(c, *nobody, *now).await).is_none());
    // At the end of the due day, not before.
    let now = now + DAY;
    let row = read!(library, [id, now], |c| users::summary(c, *id, *now).await).unwrap();
    assert_eq!((row.open_borrowings, row.overdue_borrowings), (3, 2));
}

on_both_engines!(administrators_who_can_sign_in_are_counted);
async fn administrators_who_can_sign_in_are_counted(database: TestDatabase) {
    let library = Library::new(database);
    let count = async || read!(library, [], |c| users::count_active_administrators(c).await);
    library.user().insert().await;
    assert_eq!(count().await, 0);
    library.user().administrator().insert().await;
    library.user().administrator().insert().await;
    library.user().administrator().deactivated().insert().await;
    assert_eq!(count().await, 2);
}
