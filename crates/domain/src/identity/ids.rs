//! Identifiers: 26-character lower-case ULIDs, and a stream of them from one seed.

use jiff::Timestamp;
use sha2::{Digest, Sha256};
use ulid::Ulid;

/// A new identifier: a ULID in lower case, 26 characters, which sorts by creation time.
///
/// Uses the milliseconds of `now` (instants before 1970 count as 1970) and the low 80 bits of `random`.
pub fn fresh_id(now: Timestamp, random: u128) -> String {
    let milliseconds = u64::try_from(now.as_millisecond()).unwrap_or(0);
    Ulid::from_parts(milliseconds, random)
        .to_string()
        .to_ascii_lowercase()
}

/// A deterministic stream of identifiers.
///
/// Each call draws one seed of 32 random bytes when it arrives; everything else is derived from the seed, so a use
/// case stays a function of its arguments. A seed must be used for one stream only: [`derived`](super::derived)
/// derives the seeds of several streams, and secrets, from one seed.
#[derive(Clone)]
pub struct Ids {
    now: Timestamp,
    seed: [u8; 32],
    counter: u64,
}

impl Ids {
    /// Starts a stream at the instant `now` from a seed that is used for nothing else.
    pub fn new(now: Timestamp, seed: [u8; 32]) -> Ids {
        Ids {
            now,
            seed,
            counter: 0,
        }
    }

    /// The next identifier, see [`fresh_id`].
    #[expect(
        clippy::should_implement_trait,
        reason = "the stream never ends, so there is no Option to return"
    )]
    pub fn next(&mut self) -> String {
        let random = u128::from_be_bytes(self.bytes());
        fresh_id(self.now, random)
    }

    /// The next 64 random bits.
    pub fn random(&mut self) -> u64 {
        u64::from_be_bytes(self.bytes())
    }

    /// The next bytes, 32 at most.
    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let block: [u8; 32] = Sha256::new()
            .chain_update(self.seed)
            .chain_update(self.counter.to_be_bytes())
            .finalize()
            .into();
        self.counter += 1;
        let mut bytes = [0; N];
        bytes.copy_from_slice(&block[..N]);
        bytes
    }
}

/// Omits the seed, which is a secret.
impl std::fmt::Debug for Ids {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Ids")
            .field("now", &self.now)
            .finish_non_exhaustive()
    }
}
