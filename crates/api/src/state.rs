//! The state that all handlers share.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use carrel_operations::Library;
use jiff::Timestamp;
use rand::Rng as _;

use crate::response_cache::ResponseCache;

/// Where the time comes from. The only place of the API that reads a clock.
#[derive(Clone)]
pub enum Clock {
    /// The machine's clock.
    System,
    /// Milliseconds since 1970, moved by whoever holds it: time travel for tests.
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

/// Where randomness comes from.
#[derive(Debug, Clone, Copy)]
pub struct Entropy;

impl Entropy {
    /// A fresh seed from the thread's generator: a cipher (ChaCha) that the operating system seeds, and seeds again from
    /// time to time. Asking the system itself for each call costs twice as much as all the rest of a look-up.
    ///
    /// # Panics
    /// When the operating system has no randomness to give: nothing secret can be made then.
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

/// The state of the API. Every request holds it several times over, so it is one pointer.
#[derive(Clone)]
pub struct Api(Arc<Wiring>);

impl Api {
    /// The API over what it is wired to.
    pub fn new(wiring: Wiring) -> Self {
        Api(Arc::new(wiring))
    }
}

impl Deref for Api {
    type Target = Wiring;

    fn deref(&self) -> &Wiring {
        &self.0
    }
}

/// What the API is wired to.
pub struct Wiring {
    pub library: Arc<Library>,
    pub clock: Clock,
    pub entropy: Entropy,
    /// Shown on the login page while the library is the demo.
    pub demo: Demo,
    /// Whether a proxy in front tells the caller's address in `X-Forwarded-For`.
    pub trust_forwarded: bool,
    pub version: &'static str,
    /// The OpenAPI document.
    pub document: Arc<str>,
    pub cache: ResponseCache,
    /// Whether anybody reads how many requests there were and how long they took.
    pub counts: bool,
}
