//! The state that all handlers share.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use carrel_operations::Library;
use jiff::Timestamp;
use rand::Rng as _;

use crate::log_limit::LogLimit;
use crate::response_cache::ResponseCache;

/// The source of the time. No other part of the API reads a clock.
#[derive(Clone)]
pub enum Clock {
    /// The machine's clock.
    System,
    /// Milliseconds since 1970, set by tests.
    Manual(Arc<AtomicI64>),
}

impl Clock {
    /// The instant, to the millisecond.
    #[expect(clippy::disallowed_methods, reason = "this is the edge that reads the clock")]
    pub fn now(&self) -> Timestamp {
        let milliseconds = match self {
            Clock::System => Timestamp::now().as_millisecond(),
            Clock::Manual(milliseconds) => milliseconds.load(Ordering::SeqCst),
        };
        Timestamp::from_millisecond(milliseconds).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}

/// The source of randomness.
#[derive(Debug, Clone, Copy)]
pub struct Entropy;

impl Entropy {
    /// A fresh seed from the thread's generator: a cipher (ChaCha) that the operating system seeds and reseeds from
    /// time to time. A system call for each seed would cost twice as much as the rest of a lookup.
    ///
    /// # Panics
    /// When the operating system has no randomness: no secret can be made then.
    #[expect(clippy::disallowed_methods, reason = "this is the edge that draws randomness")]
    pub fn seed(self) -> [u8; 32] {
        let mut seed = [0; 32];
        rand::rng().fill_bytes(&mut seed);
        seed
    }
}

/// The demo library's published accounts.
#[derive(Debug, Clone, Copy)]
pub struct Demo {
    pub admin: (&'static str, &'static str),
    pub student: (&'static str, &'static str),
}

/// The state of the API. Every request clones it several times, so it is one pointer.
#[derive(Clone)]
pub struct Api(Arc<State>);

/// The parts, and what only the API itself needs.
struct State {
    wiring: Wiring,
    failures: Arc<LogLimit>,
    refusals: Arc<LogLimit>,
    refusals_of_strangers: Arc<LogLimit>,
}

impl Api {
    /// Creates the state from its parts.
    pub fn new(wiring: Wiring) -> Self {
        Api(Arc::new(State {
            wiring,
            failures: LogLimit::new("failures"),
            refusals: LogLimit::new("refusals"),
            refusals_of_strangers: LogLimit::new("refusals of strangers"),
        }))
    }

    /// The limit on log lines about failed requests.
    pub(crate) fn failures(&self) -> &Arc<LogLimit> {
        &self.0.failures
    }

    /// The limit on log lines about refused requests of accounts, or of callers without one: these must not hide the others.
    pub(crate) fn refusals(&self, has_account: bool) -> &Arc<LogLimit> {
        if has_account {
            &self.0.refusals
        } else {
            &self.0.refusals_of_strangers
        }
    }
}

impl Deref for Api {
    type Target = Wiring;

    fn deref(&self) -> &Wiring {
        &self.0.wiring
    }
}

/// The parts of the state.
pub struct Wiring {
    pub library: Arc<Library>,
    pub clock: Clock,
    pub entropy: Entropy,
    /// Shown on the login page while the library is the demo.
    pub demo: Demo,
    /// Whether a proxy in front sends the caller's address in `X-Forwarded-For`.
    pub trust_forwarded: bool,
    pub version: &'static str,
    /// The OpenAPI document.
    pub document: &'static str,
    pub cache: ResponseCache,
    /// Whether requests are counted and timed, for the metrics.
    pub counts: bool,
}
