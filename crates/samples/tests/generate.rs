//! Generated libraries satisfy all invariants, are reproducible, and have accounts that can sign in.

use carrel_domain::users::validation::LoginForm;
use carrel_operations::catalogue::search_feed;
use carrel_operations::identity::origin::Origin;
use carrel_operations::identity::sessions;
use carrel_operations::upkeep::check;
use carrel_operations::{Context, Error, Library, Limits, PasswordCost};
use carrel_samples::generate::{self, GenerateError, Generated, Scale, SignIn};
use carrel_search::Index;
use carrel_storage::engine::Options;
use carrel_testkit::{Engine, Place, TestDatabase};
use jiff::Timestamp;

fn scale(seed: u64) -> Scale {
    Scale {
        books: 300,
        users: 60,
        loans: 1500,
        marc_percent: 40,
        seed,
        now: generate::beginning_of(Some("2026-03-02"), Timestamp::UNIX_EPOCH).expect("a day"),
    }
}

fn sign_in() -> SignIn {
    SignIn {
        admin_email: Some("desk@library.example".to_owned()),
        password: "Herons123".to_owned(),
    }
}

fn sqlite(folder: &tempfile::TempDir) -> Options {
    Options::Sqlite {
        path: folder.path().join("carrel.sqlite"),
    }
}

async fn library(database: &TestDatabase) -> Library {
    let index = Index::in_memory().expect("an index");
    Library::open(
        (**database).clone(),
        index,
        Limits::default(),
        PasswordCost::Least,
    )
    .await
    .expect("the library opens")
}

#[tokio::test(flavor = "multi_thread")]
async fn every_invariant_holds_and_the_numbers_are_as_requested() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let place = Place::empty(engine).await;
        let done = generate::generate(&place.options(), &scale(1), Some(&sign_in()))
            .await
            .expect("it is generated");
        let database = TestDatabase::open(place).await.expect("it opens");
        let library = library(&database).await;
        assert_eq!(check::violations(&library).await.expect("it is checked"), []);
        let Generated {
            books,
            copies,
            users,
            loans,
            open_loans,
            overdue_loans,
            ledger_entries,
            student_email,
        } = done;
        assert_eq!((books, users, loans), (300, 61, 1500));
        let counted = |sql: &'static str| async { database.integer(sql).await.unsigned_abs() };
        assert_eq!(counted("SELECT count(*) FROM books").await, books);
        assert_eq!(counted("SELECT count(*) FROM copies").await, copies);
        assert_eq!(counted("SELECT count(*) FROM users").await, users);
        assert_eq!(counted("SELECT count(*) FROM borrowings").await, loans);
        assert_eq!(
            counted("SELECT count(*) FROM borrowings WHERE returned_at IS NULL").await,
            open_loans
        );
        assert_eq!(counted("SELECT count(*) FROM ledger").await, ledger_entries);
        // All borrowings of past days are totalled; the last days are counted.
        let totalled = "SELECT value FROM counters WHERE name = 'totalled_borrowings'";
        assert!(counted(totalled).await > loans * 9 / 10);
        assert!(
            (1..open_loans).contains(&overdue_loans) && open_loans <= 110,
            "{open_loans}, {overdue_loans}"
        );
        let now = scale(1).now.as_millisecond();
        let later =
            format!("SELECT count(*) FROM borrowings WHERE borrowed_at >= {now} OR returned_at >= {now}");
        assert_eq!(
            database.integer(&later).await,
            0,
            "nothing has happened in the future"
        );
        let most = "SELECT max(n) FROM (SELECT count(*) AS n FROM borrowings WHERE returned_at IS NULL GROUP BY user_id) o";
        assert!(database.integer(most).await <= 5, "nobody exceeds the limit");

        let student = student_email.expect("there is a student");
        let sign_ins = [
            ("desk@library.example", "Herons123", true),
            (&*student, "Herons123", true),
            (&*student, "Herons124", false),
        ];
        for (seed, (email, password, welcome)) in (3..).zip(sign_ins) {
            let form = LoginForm {
                email: Some(email.to_owned()),
                password: Some(password.to_owned()),
                ..LoginForm::default()
            };
            let context = Context::without_actor(scale(1).now, [seed; 32]);
            let signed_in = sessions::sign_in(&library, context, form, Origin::default()).await;
            assert_eq!(signed_in.is_ok(), welcome, "{email}");
        }
        assert_eq!(
            search_feed::catch_up(&library).await.expect("the index is built"),
            books,
            "a server that finds the library knows that its index is empty"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_seed_generates_the_same_bytes() {
    let folders = [(); 3].map(|()| tempfile::tempdir().expect("a folder"));
    for (folder, seed) in folders.iter().zip([1, 1, 2]) {
        generate::generate(&sqlite(folder), &scale(seed), Some(&sign_in()))
            .await
            .expect("it is generated");
    }
    let [one, same, other] = folders
        .each_ref()
        .map(|folder| std::fs::read(folder.path().join("carrel.sqlite")).expect("a file"));
    assert!(one == same, "the same seed");
    assert!(one != other, "another seed");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_impossible_request_is_refused_and_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let nobody = Scale { users: 0, ..scale(1) };
    let refused = generate::generate(&sqlite(&folder), &nobody, None).await;
    assert!(matches!(refused, Err(GenerateError::NobodyToBorrow)));
    let simple = SignIn {
        password: "simple".to_owned(),
        ..sign_in()
    };
    let refused = generate::generate(&sqlite(&folder), &scale(1), Some(&simple)).await;
    assert!(matches!(refused, Err(GenerateError::Other(Error::Invalid(_)))));
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}
