//! A library: its database, its search index, its limits. Every use case works on it.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError, RwLock};

use carrel_domain::book_data::BookHosts;
use carrel_domain::catalogue::book::BookId;
use carrel_domain::users::UserId;
use carrel_search::Index;
use carrel_storage::{Database, books, settings};
use jiff::Timestamp;
use quick_cache::sync::Cache;
use tokio::sync::{Mutex, Notify, OnceCell, Semaphore};

use crate::core::cached::{LiveFigures, SignedInUser};
use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::event_queue::EventQueue;
use crate::core::exports::Exports;
use crate::core::key_file::KeyFile;
use crate::core::limits::Limits;
use crate::core::live_streams::LiveStreams;
use crate::core::lookups::Lookups;
use crate::core::outgoing::OutgoingClient;
use crate::core::passwords::{PasswordCost, Passwords};
use crate::core::settings::Settings;
use crate::core::turns::{Caller, Turn, Turns};
use crate::core::visitors::{VisitorCall, Visitors};
use crate::core::write_shares::WriteShares;

/// The maximum number of guesses of passwords that wait for their turn. Each holds a connection, some ten kilobytes.
const WAITING_GUESSES: usize = 2048;

/// The maximum number of cached sessions; each takes about a kilobyte.
const REMEMBERED_SESSIONS: usize = 10_000;

/// The maximum number of tokens whose user is remembered; each takes some hundred bytes.
const REMEMBERED_CALLERS: usize = 20_000;

/// The handle of every use case. Cheap to share behind an `Arc`; its state is only caches and notifications.
pub struct Library {
    pub(crate) database: Database,
    pub(crate) index: Arc<Index>,
    pub(crate) limits: Limits,
    /// The keys of the secrets in the database.
    pub(crate) keys: Arc<KeyFile>,
    pub(crate) passwords: Passwords,
    /// Notified after each commit that changed the results of searches.
    pub(crate) changed: Notify,
    /// The turns of all callers.
    turns: Arc<Turns>,
    /// The users of tokens, by the hash of the token. A token never changes its user; whether it is still valid is not
    /// known here.
    callers: Cache<String, UserId>,
    /// The writes that callers may still make.
    pub(crate) write_shares: WriteShares,
    /// Limits the number of concurrent searches.
    searches: Semaphore,
    /// Limits the number of concurrent searches of visitors: half of all, or one.
    searches_of_visitors: Semaphore,
    /// Limits the number of documents that are drawn at once: half of the cores, or one.
    pub(crate) prints: Semaphore,
    /// Limits the number of covers that are decoded at once: half of the cores, or one, and at most four, because each may take
    /// some hundred megabytes.
    pub(crate) covers: Semaphore,
    /// The calls of visitors.
    pub(crate) visitors: Visitors,
    /// Limits the number of exports of people's own data.
    pub(crate) exports: Arc<Exports>,
    /// Limits the number of lookups of book data.
    pub(crate) lookups: Arc<Lookups>,
    /// Asks the sources of book data; made when it is first needed.
    pub(crate) book_data_client: OnceCell<OutgoingClient>,
    /// Limits the number of guesses of passwords that wait for their turn.
    pub(crate) waiting_guesses: Semaphore,
    /// Security events that wait to be recorded.
    pub(crate) events: Arc<EventQueue>,
    /// The open streams of live changes.
    pub(crate) live_streams: Arc<LiveStreams>,
    /// Notified when a mail was queued.
    pub(crate) mail_queued: Notify,
    /// Notified when an import has work to do.
    pub(crate) import_waits: Notify,
    /// Notified when a bulk edit has work to do.
    pub(crate) bulk_edit_waits: Notify,
    /// Announces that a search for duplicates has begun.
    pub(crate) duplicates_wait: Notify,
    /// The folder of the files of imports; none for a process that receives no files.
    pub(crate) import_files: Option<PathBuf>,
    /// Held while the index is fed, so that no two tasks do the same work.
    pub(crate) feeding: Mutex<()>,
    /// Cached users of sessions; valid only while the database has the same stamp.
    pub(crate) signed_in: Cache<String, Arc<SignedInUser>>,
    /// The cached figures of the home page, and when they were counted.
    pub(crate) figures: Mutex<Option<(i64, LiveFigures)>>,
    /// Whether this process has found the file of the database to be damaged.
    pub(crate) is_damaged: AtomicBool,
    /// The cached settings, as last committed and read.
    shown_settings: RwLock<Arc<Settings>>,
}

impl Library {
    /// Opens the library over its database and index.
    pub async fn open(database: Database, index: Index, limits: Limits, cost: PasswordCost) -> Result<Self> {
        let shown_settings = read_settings(&database).await?;
        let turns = Turns::new(database.calls_of_one_caller());
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Ok(Library {
            turns,
            callers: Cache::new(REMEMBERED_CALLERS),
            database,
            index: Arc::new(index),
            limits,
            keys: Arc::new(KeyFile::none()),
            passwords: Passwords::new(cost)?,
            changed: Notify::new(),
            searches: Semaphore::new(cores),
            searches_of_visitors: Semaphore::new((cores / 2).max(1)),
            prints: Semaphore::new((cores / 2).max(1)),
            covers: Semaphore::new((cores / 2).clamp(1, 4)),
            visitors: Visitors::default(),
            exports: Arc::default(),
            lookups: Arc::default(),
            book_data_client: OnceCell::new(),
            write_shares: WriteShares::default(),
            waiting_guesses: Semaphore::new(WAITING_GUESSES),
            events: Arc::default(),
            live_streams: Arc::default(),
            mail_queued: Notify::new(),
            import_waits: Notify::new(),
            bulk_edit_waits: Notify::new(),
            duplicates_wait: Notify::new(),
            import_files: None,
            feeding: Mutex::new(()),
            signed_in: Cache::new(REMEMBERED_SESSIONS),
            figures: Mutex::new(None),
            is_damaged: AtomicBool::new(false),
            shown_settings: RwLock::new(shown_settings),
        })
    }

    /// The library with the keys of its secrets; without them, it can neither send mail with a password nor call webhooks.
    #[must_use]
    pub fn with_keys(mut self, keys: KeyFile) -> Self {
        self.keys = Arc::new(keys);
        self
    }

    /// The library with the folder where it stores the files of imports.
    #[must_use]
    pub fn with_import_files(mut self, folder: PathBuf) -> Self {
        self.import_files = Some(folder);
        self
    }

    /// Waits for the turn of a call with a token, before the call takes a connection of the database: a turn of the token's
    /// user, or of the token while its user is not known.
    pub(crate) async fn turn(&self, token_hash: &str) -> Result<Turn> {
        let caller = match self.callers.get(token_hash) {
            Some(user_id) => Caller::User(user_id),
            None => Caller::Token(token_hash.to_owned()),
        };
        self.turns.take(caller).await
    }

    /// The turn of the user to whom the token was found to belong, for a call that has a turn of the token or of the user.
    pub(crate) async fn turn_of_user(
        &self,
        turn: Turn,
        token_hash: &str,
        user_id: UserId,
    ) -> Result<Arc<Turn>> {
        if turn.is_of(user_id) {
            return Ok(Arc::new(turn));
        }
        self.callers.insert(token_hash.to_owned(), user_id);
        // Dropped first: the call waits for the user's turn without one of the token.
        drop(turn);
        Ok(Arc::new(self.turns.take(Caller::User(user_id)).await?))
    }

    /// Admits a visitor's call from a network address: refuses it while the catalogue is not open, or when the address has
    /// used up its calls; else waits for its turn.
    pub async fn admit_visitor(&self, address: &str, now: Timestamp) -> Result<VisitorCall> {
        let settings = self.shown_settings();
        if !settings.catalogue.open_to_visitors || settings.awaits_setup {
            return Err(Error::NotSignedIn);
        }
        self.admit_stranger(address, now).await
    }

    /// Admits a call of a program that nobody has signed in, such as a harvester, with the limits of visitors. Whether the
    /// call is allowed at all is for the use case to decide.
    pub async fn admit_stranger(&self, address: &str, now: Timestamp) -> Result<VisitorCall> {
        let address: Arc<str> = address.into();
        self.visitors.count_call(&address, &self.limits.visitors, now)?;
        let of_address = self.turns.take(Caller::Address(Arc::clone(&address))).await?;
        let of_visitors = self.turns.take(Caller::Visitors).await?;
        let stamp = self.database.stamp().await.map_err(Error::Storage)?;
        Ok(VisitorCall::new(stamp, address, [of_address, of_visitors]))
    }

    /// Counts a search, or another call that costs as much, if it is a visitor's. Refuses it when the address has used up
    /// its searches.
    pub(crate) fn count_search(&self, context: &Context) -> Result<()> {
        match &context.visitor {
            Some(call) => self
                .visitors
                .count_search(call, &self.limits.visitors, context.now),
            None => Ok(()),
        }
    }

    /// Forgets the user of a token that is not valid any more: calls with it must not take the turns of its user.
    pub(crate) fn forget_caller(&self, token_hash: &str) {
        self.callers.remove(token_hash);
    }

    /// The settings as last read, at most about a second old. A use case whose decision depends on them passes them to
    /// [`Settings::current`] in its transaction.
    pub fn shown_settings(&self) -> Arc<Settings> {
        let shown = self.shown_settings.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&shown)
    }

    /// Reads the settings again if they have changed since the last time.
    pub async fn refresh_settings(&self) -> Result<()> {
        let version = self
            .database
            .read(&(), |connection, ()| Box::pin(settings::version(connection)))
            .await
            .map_err(Error::Storage)?;
        if version == self.shown_settings().version {
            return Ok(());
        }
        let fresh = read_settings(&self.database).await?;
        let mut shown = self
            .shown_settings
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        // Of two concurrent reads, the newer one stays.
        if fresh.version > shown.version {
            *shown = fresh;
        }
        Ok(())
    }

    /// Runs a search on a separate thread: a search takes milliseconds, too long for a thread that serves other
    /// requests. At most as many run at once as there are cores; more would only compete, each with its memory.
    ///
    /// # Errors
    /// [`Error::IndexNotBuilt`], [`Error::Search`].
    pub(crate) async fn search<T: Send + 'static>(
        &self,
        context: &Context,
        ask: impl FnOnce(&Index) -> std::result::Result<T, carrel_search::Error> + Send + 'static,
    ) -> Result<T> {
        let _of_visitors = match &context.visitor {
            Some(_) => {
                self.count_search(context)?;
                Some(self.searches_of_visitors.acquire().await)
            }
            None => None,
        };
        if self.index.position().is_none() && self.has_books().await? {
            return Err(Error::IndexNotBuilt);
        }
        let _place = self.searches.acquire().await;
        let index = Arc::clone(&self.index);
        let asked = tokio::task::spawn_blocking(move || ask(&index)).await;
        Ok(asked.map_err(|_| Error::Defect("the search panicked".to_owned()))??)
    }

    async fn has_books(&self) -> Result<bool> {
        let first = self.database.read(&(), |connection, ()| {
            Box::pin(books::page_after(connection, BookId::new(0), 1))
        });
        Ok(!first.await?.is_empty())
    }

    /// The database, for several use cases in one transaction.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// Wakes the job that feeds the search index.
    pub fn notify_changed(&self) {
        self.changed.notify_one();
    }

    /// Ends all streams of live changes, and refuses new ones: the server stops.
    pub fn stop_live_streams(&self) {
        self.live_streams.stop();
    }

    /// The hasher of passwords.
    pub fn passwords(&self) -> &Passwords {
        &self.passwords
    }

    /// The hosts that the operator allows to be asked for book data.
    pub fn book_hosts(&self) -> &BookHosts {
        &self.limits.book_hosts
    }

    /// Whether the operator allows the server to call any host.
    pub fn may_call(&self) -> bool {
        !self.limits.webhook_hosts.is_empty()
    }

    /// The engine of the database, for logs.
    pub fn engine(&self) -> &'static str {
        self.database.engine()
    }
}

async fn read_settings(database: &Database) -> Result<Arc<Settings>> {
    database
        .read(&(), |connection, ()| Box::pin(Settings::load(connection)))
        .await
        .map(Arc::new)
}
