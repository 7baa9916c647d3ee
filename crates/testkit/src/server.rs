//! The whole API on a free port, over a fresh database: what a client sees, without the limits of the listener.

mod answer;
mod book;
mod book_source;
mod bulk_edits;
mod document;
mod duplicates;
mod imports;
mod live;
mod person;
mod receiver;
mod request;

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use axum::Extension;
use axum::extract::{ConnectInfo, Request as Incoming, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::IntoResponse as _;
use axum::routing::any;
use carrel_api::{Api, Demo, Entropy, PeerAddress, ResponseCache, Wiring};
use carrel_domain::book_data::{BookHosts, OpenLibraryAddress};
use carrel_domain::catalogue::book::BookId;
use carrel_domain::identity::token_hash;
use carrel_domain::mail_hosts::MailHosts;
use carrel_domain::users::validation::LoginForm;
use carrel_domain::users::{Role, User, UserId};
use carrel_operations::catalogue::search_feed;
use carrel_operations::core::idempotency;
use carrel_operations::core::key_file::KeyFile;
use carrel_operations::identity::origin::Origin;
use carrel_operations::identity::{sessions, setup};
use carrel_operations::integrations::webhooks;
use carrel_operations::reports::lending;
use carrel_operations::upkeep::mail_delivery::{self, Delivery};
use carrel_operations::upkeep::retention;
use carrel_operations::{Actor, Context, Library, Limits, PasswordCost};
use carrel_storage::check::{Violation, violations};
use carrel_storage::settings;
use jiff::Timestamp;
use reqwest::Method;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub use answer::{Answer, id_of};
pub use book::BookToAdd;
pub use book_source::{BookSourceStub, SourceReply};
pub use document::Document;
pub use live::LiveStream;
pub use person::{Identity, PersonToRegister};
pub use receiver::{Received, Receiver, Reply};
pub use request::Request;

use crate::{Clock, TestDatabase};

/// The public accounts of the demo library.
const DEMO: Demo = Demo {
    admin: ("admin@library.example", "Admin123!"),
    student: ("student@library.example", "Student123!"),
};

/// The settings in which a server under test may differ from the default.
#[derive(Debug, Clone)]
pub struct Setup {
    /// Limits on attempts.
    pub limits: Limits,
    /// Whether `X-Forwarded-For` is trusted.
    pub trust_forwarded: bool,
    /// Whether passwords are hashed as in the product, which takes time; otherwise as cheaply as possible.
    pub slow_passwords: bool,
}

/// Mail servers and sources of book data of tests are on this machine: only it is allowed.
impl Default for Setup {
    fn default() -> Self {
        let this_machine = || vec!["127.0.0.1".parse().expect("a host")];
        Setup {
            limits: Limits {
                mail_hosts: MailHosts::Listed(this_machine()),
                book_hosts: BookHosts::Listed(this_machine()),
                open_library: OpenLibraryAddress::of_copy("http://127.0.0.1:9").expect("an address"),
                ..Limits::default()
            },
            trust_forwarded: false,
            slow_passwords: false,
        }
    }
}

impl Setup {
    /// The default settings with other limits.
    pub fn limited(set: impl FnOnce(&mut Limits)) -> Self {
        let mut setup = Setup::default();
        set(&mut setup.limits);
        setup
    }

    /// The same settings for a server behind a proxy, whose `X-Forwarded-For` is trusted.
    #[must_use]
    pub fn behind_a_proxy(mut self) -> Self {
        self.trust_forwarded = true;
        self
    }
}

/// The document of the API, parsed once for all tests of a process.
static DOCUMENT: LazyLock<Document> = LazyLock::new(|| Document::parse(carrel_api::openapi_json()));

/// A server under test. It stops when it is dropped.
pub struct Server {
    /// The server's time.
    pub clock: Clock,
    library: Arc<Library>,
    address: SocketAddr,
    client: reqwest::Client,
    document: &'static Document,
    made: AtomicU64,
    serving: JoinHandle<()>,
    import_files: tempfile::TempDir,
    // Removed last.
    database: TestDatabase,
}

impl Server {
    /// Serves an empty library.
    pub async fn start(database: TestDatabase) -> Self {
        Server::start_with(database, Setup::default()).await
    }

    /// Serves an empty library with other limits.
    pub async fn start_with(database: TestDatabase, setup: Setup) -> Self {
        let clock = Clock::default();
        let index = carrel_search::Index::in_memory().expect("an index in memory");
        let cost = if setup.slow_passwords {
            PasswordCost::Standard
        } else {
            PasswordCost::Least
        };
        let import_files = tempfile::tempdir().expect("a temporary folder");
        let library = Library::open((*database).clone(), index, setup.limits, cost)
            .await
            .expect("the library opens")
            .with_keys(KeyFile::in_memory([7; 32]))
            .with_import_files(import_files.path().to_owned());
        let library = Arc::new(library);
        let api = Api::new(Wiring {
            library: Arc::clone(&library),
            clock: carrel_api::Clock::Manual(clock.shared()),
            entropy: Entropy,
            demo: DEMO,
            trust_forwarded: setup.trust_forwarded,
            version: "0.0.0-test",
            document: carrel_api::openapi_json(),
            cache: ResponseCache::default(),
            counts: false,
        });
        let pages = any(head_of_page).with_state(api.clone());
        let router = carrel_api::router(api.clone())
            .merge(carrel_api::crawler_routes(api))
            .fallback_service(pages)
            .layer(from_fn_with_state(
                Arc::clone(&library),
                carrel_api::security_headers,
            ))
            .layer(from_fn(tell_peer));
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a free port on the loopback");
        let address = listener.local_addr().expect("a bound port has a number");
        let service = router.into_make_service_with_connect_info::<SocketAddr>();
        let serving = tokio::spawn(async move {
            let _ = axum::serve(listener, service).await;
        });
        Server {
            clock,
            library,
            address,
            // Proxies from the environment must not apply to the loopback, and a redirect is a response.
            client: reqwest::Client::builder()
                .no_proxy()
                .redirect(reqwest::redirect::Policy::none())
                .build()
                .expect("a client"),
            document: &DOCUMENT,
            made: AtomicU64::new(0),
            serving,
            import_files,
            database,
        }
    }

    /// The address it listens on, for tests that use another client.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The library that it serves, for calls of the command line.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// A `GET` request.
    pub fn get(&self, path: &str) -> Request<'_> {
        self.request(Method::GET, path)
    }

    /// A `POST` request.
    pub fn post(&self, path: &str) -> Request<'_> {
        self.request(Method::POST, path)
    }

    /// A `PUT` request.
    pub fn put(&self, path: &str) -> Request<'_> {
        self.request(Method::PUT, path)
    }

    /// A `DELETE` request.
    pub fn delete(&self, path: &str) -> Request<'_> {
        self.request(Method::DELETE, path)
    }

    /// A request with any method; `path` may have a query, and is sent unchanged.
    pub fn request(&self, method: Method, path: &str) -> Request<'_> {
        Request::new(self, method, path)
    }

    /// A student who registers and signs in.
    pub fn student(&self) -> PersonToRegister<'_> {
        PersonToRegister::student(self)
    }

    /// An administrator, created from the command line, who signs in.
    pub fn administrator(&self) -> PersonToRegister<'_> {
        PersonToRegister::administrator(self)
    }

    /// A person with this role, created from the command line, who signs in.
    pub fn with_role(&self, code: &str) -> PersonToRegister<'_> {
        PersonToRegister::administrator(self).role(code)
    }

    /// A book with one copy by default.
    pub fn book(&self) -> BookToAdd<'_> {
        BookToAdd::new(self)
    }

    /// Lends a book to a person, who must be allowed to borrow it. Returns the borrowing.
    pub async fn borrow(&self, person: &Identity, book_id: BookId) -> Value {
        let answer = self.post(&format!("/api/borrowings/{book_id}")).as_(person).await;
        answer.expect(201).clone()
    }

    /// Returns a borrowing, which must be open. Returns it in its new state.
    pub async fn give_back(&self, administrator: &Identity, borrowing: &Value) -> Value {
        let id = borrowing["_id"].as_str().expect("a borrowing has an id");
        let path = format!("/api/admin/borrowings/{id}/return");
        self.put(&path).as_(administrator).await.expect(200).clone()
    }

    /// Moves the clock to an instant in RFC 3339.
    pub fn travel_to(&self, instant: &str) {
        let instant: Timestamp = instant.parse().expect("an instant in RFC 3339");
        self.clock.advance(instant.as_millisecond() - self.clock.now_ms());
    }

    /// Updates the search index with all changes.
    pub async fn catch_up(&self) {
        search_feed::catch_up(&self.library)
            .await
            .expect("the index catches up");
    }

    /// Starts the task that updates the search index, as the product does.
    pub fn follow(&self) -> JoinHandle<()> {
        tokio::spawn(search_feed::follow(Arc::clone(&self.library)))
    }

    /// The token of a fresh set-up link, as printed when the server starts; `None` when there is an administrator.
    pub async fn setup_token(&self) -> Option<String> {
        let invited = setup::invite(&self.library, self.context()).await;
        invited.expect("the library can wait to be set up")
    }

    /// Writes a setting of the library, such as `time_zone`, and applies it.
    pub async fn set(&self, key: &'static str, value: &'static str) {
        let input = (key, value, self.clock.now_ms());
        let written = self.database.write(input, |transaction, (key, value, now)| {
            Box::pin(settings::set(transaction, key, value, *now))
        });
        written.await.expect("the setting is written");
        self.refresh().await;
    }

    /// Writes a policy for all people, such as `loans_allowed`, and applies it.
    pub async fn rule(&self, name: &str, value: &str) {
        // Beyond the ids that the library assigns.
        let id = 1_000_000 + self.fresh_number();
        let sql = format!(
            "INSERT INTO policies (id, name, value, updated_at) VALUES ({id}, '{name}', '{value}', 0)"
        );
        self.change_settings(&sql).await;
    }

    /// Writes to settings, closures or policies by SQL, raises their version, and applies them.
    pub async fn change_settings(&self, sql: &str) {
        self.database.sql(sql).await.expect("the settings are written");
        let raised = self.database.write((), |transaction, ()| {
            Box::pin(settings::raise_version(transaction))
        });
        raised.await.expect("the version is raised");
        self.refresh().await;
    }

    async fn refresh(&self) {
        let read = self.library.refresh_settings().await;
        read.expect("the settings are read");
    }

    /// Signs a person in again, as after the end of a session. Returns the person with the new token.
    pub async fn sign_in_again(&self, person: &Identity) -> Identity {
        let form = LoginForm {
            email: Some(person.email.clone()),
            password: Some(person.password.clone()),
            remember_me: Some(true),
            shared_computer: None,
            device_token: None,
        };
        let origin = Origin {
            address: person.email.clone(),
            user_agent: None,
        };
        let signed_in = sessions::sign_in(&self.library, self.context(), form, origin).await;
        Identity {
            token: signed_in.expect("the person signs in").token,
            ..person.clone()
        }
    }

    /// Confirms the session of a person, for calls that need a recent confirmation, without the password or the second
    /// factor of the person.
    pub async fn confirm(&self, person: &Identity) {
        let input = (token_hash(&person.token), self.clock.now_ms());
        let confirmed = self.database.write(input, |transaction, (hash, now)| {
            Box::pin(carrel_storage::sessions::confirm(transaction, hash, *now))
        });
        assert!(confirmed.await.expect("a write"), "the person has a session");
    }

    /// Removes the stored responses of idempotent calls that are too old. Returns how many.
    pub async fn remove_old_responses(&self) -> u64 {
        let removed = idempotency::tidy(&self.library, self.clock.now()).await;
        removed.expect("old answers are removed")
    }

    /// Sends the mail that is due, as the product's job does, and returns the outcome of each.
    pub async fn deliver_mail(&self) -> Vec<Delivery> {
        let mut deliveries = Vec::new();
        loop {
            let delivery = mail_delivery::deliver_next(&self.library, self.context()).await;
            match delivery.expect("the queue can be read") {
                Some(delivery) => deliveries.push(delivery),
                None => return deliveries,
            }
        }
    }

    /// Waits until this process is notified of a mail in its queue.
    pub async fn wait_for_mail(&self) {
        mail_delivery::wait_for_mail(&self.library).await;
    }

    /// Totals past days.
    pub async fn total_past_days(&self) {
        let totalled = lending::total_past_days(&self.library, self.clock.now()).await;
        totalled.expect("past days can be totalled");
    }

    /// Removes expired data, as the product's job does; returns how many rows.
    pub async fn tidy(&self) -> u64 {
        let removed = sessions::tidy(&self.library, self.clock.now()).await;
        removed.expect("expired data can be removed")
    }

    /// Sends the due deliveries to webhooks, as the product's background job does. Returns the number of attempts.
    pub async fn deliver_webhooks(&self) -> usize {
        let sender = webhooks::Sender::new().expect("the system has certificates");
        self.deliver_webhooks_by(&sender).await
    }

    /// One pass of [`Server::deliver_webhooks`] by a sender that other passes may use at the same time.
    pub async fn deliver_webhooks_by(&self, sender: &webhooks::Sender) -> usize {
        let now = || self.clock.now();
        let seed = self.context().seed;
        let sent = webhooks::deliver_due(&self.library, sender, &now, seed).await;
        sent.expect("webhooks are sent")
    }

    /// Removes old deliveries to webhooks. Returns how many.
    pub async fn remove_old_deliveries(&self) -> u64 {
        let removed = webhooks::tidy(&self.library, self.clock.now()).await;
        removed.expect("old deliveries are removed")
    }

    /// Removes audit entries that the library no longer keeps. Returns how many.
    pub async fn remove_old_audit(&self) -> u64 {
        let removed = retention::remove_old_audit(&self.library, self.clock.now()).await;
        removed.expect("old entries are removed")
    }

    /// Removes people from borrowings as the settings of privacy say. Returns how many borrowings.
    pub async fn anonymise_borrowings(&self) -> u64 {
        let anonymised = retention::anonymise_borrowings(&self.library, self.clock.now()).await;
        anonymised.expect("people are removed")
    }

    /// The database behind the server.
    pub fn database(&self) -> &TestDatabase {
        &self.database
    }

    /// Every violated invariant of the data.
    pub async fn violations(&self) -> Vec<Violation> {
        let found = self
            .database
            .read_long((), |connection, ()| Box::pin(violations(connection)));
        found.await.expect("the data can be checked")
    }

    /// Counts up from 1, for values that must be unique.
    fn fresh_number(&self) -> u64 {
        self.made.fetch_add(1, Ordering::SeqCst) + 1
    }

    /// The context of a use case that the test itself calls, without an actor.
    fn context(&self) -> Context {
        let mut seed = [0x5e; 32];
        seed[..8].copy_from_slice(&self.fresh_number().to_be_bytes());
        Context::without_actor(self.clock.now(), seed)
    }

    /// The context of a staff member without an account, so that no test finds the account.
    fn staff_context(&self) -> Context {
        let user = User {
            id: UserId::new(i64::MAX),
            name: "Staff".to_owned(),
            email: String::new(),
            password_hash: String::new(),
            role: Role::administrator(),
            patron_category: None,
            student_id: None,
            college_name: None,
            department: None,
            current_semester: None,
            current_semester_category: None,
            class: None,
            homeroom: None,
            phone: None,
            address: None,
            language: None,
            blocked_at: None,
            block_reason: None,
            deactivated_at: None,
            created_at: Timestamp::UNIX_EPOCH,
            updated_at: Timestamp::UNIX_EPOCH,
        };
        Context {
            actor: Some(Actor::inside(Arc::new(user))),
            ..self.context()
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// Serves the head of a page of the open catalogue in place of the web app's page; 404 for other pages.
async fn head_of_page(State(api): State<Api>, request: Incoming) -> axum::response::Response {
    match carrel_api::head_of(&api, &request.into_parts().0).await {
        Some(head) => (head.status, format!("{}{}", head.elements, head.without_script)).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Passes the peer's address to the API, as the product's listener does.
async fn tell_peer(
    Extension(ConnectInfo(peer)): Extension<ConnectInfo<SocketAddr>>,
    mut request: Incoming,
    next: Next,
) -> axum::response::Response {
    request.extensions_mut().insert(PeerAddress(peer.ip()));
    next.run(request).await
}
