//! What every route shares.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use carrel_operations::Library;
use jiff::Timestamp;

use crate::kept::KeptAnswers;

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
    /// A fresh seed from the operating system.
    ///
    /// # Panics
    /// When the operating system has no randomness to give: nothing secret can be made then.
    #[expect(clippy::disallowed_methods, reason = "this is the edge that draws randomness")]
    pub fn seed(self) -> [u8; 32] {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).expect("the operating system gives randomness");
        seed
    }
}

/// The demo library's published accounts.
#[derive(Debug, Clone, Copy)]
pub struct Demo {
    pub admin: (&'static str, &'static str),
    pub student: (&'static str, &'static str),
}

/// The state of the API.
#[derive(Clone)]
pub struct Api {
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
    pub kept: KeptAnswers,
}
