//! Password hashes: argon2id on blocking threads, at most as many at once as there are cores. Further calls wait, and the
//! number of waiting calls is limited.

use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use carrel_storage::Error as StorageError;
use tokio::sync::{Semaphore, TryAcquireError};

use crate::core::error::{Error, Result};

/// The maximum number of calls for each core that wait until they may hash: about 8 seconds of work. A further one is
/// refused with 503 and `Retry-After`. Without a limit, a flood of sign-ins would make all later ones wait for minutes.
pub const WAITING_PER_CORE: usize = 300;

/// The number of further calls for each core that may wait when they come from a device or a session of the owner. They also
/// have a turn of their own, so that a flood from elsewhere neither refuses nor delays them for long.
pub const KNOWN_PER_CORE: usize = 30;

/// From where a password comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asker {
    /// A device on which the owner of the account has signed in, or a session.
    Known,
    Unknown,
}

/// The cost of a hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordCost {
    /// 19 MiB, two passes, one lane: OWASP's first recommendation for argon2id.
    Standard,
    /// The minimum that the algorithm allows: for generated data and tests, never for people.
    Least,
}

pub struct Passwords {
    argon2: Argon2<'static>,
    at_once: Arc<Semaphore>,
    /// One more turn, for [`Asker::Known`] alone, who need not wait for all others.
    known_at_once: Arc<Semaphore>,
    /// The places of calls that hash or wait.
    places: Arc<Semaphore>,
    /// Further places of [`Asker::Known`].
    known_places: Arc<Semaphore>,
    /// A hash without a known password: the password of an unknown account is checked against it, so that the response
    /// time is the same.
    unknown: String,
}

impl Passwords {
    pub fn new(cost: PasswordCost) -> Result<Self> {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self::with_cores(cost, cores)
    }

    fn with_cores(cost: PasswordCost, cores: usize) -> Result<Self> {
        let (memory_kib, passes) = match cost {
            PasswordCost::Standard => (19 * 1024, 2),
            PasswordCost::Least => (8, 1),
        };
        let params = Params::new(memory_kib, passes, 1, None)
            .map_err(|error| Error::Defect(format!("argon2: {error}")))?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let unknown = hash(&argon2, "nobody has this password", &[7; 16])?;
        Ok(Passwords {
            argon2,
            at_once: Arc::new(Semaphore::new(cores)),
            known_at_once: Arc::new(Semaphore::new(1)),
            places: Arc::new(Semaphore::new(cores * (1 + WAITING_PER_CORE))),
            known_places: Arc::new(Semaphore::new(cores * KNOWN_PER_CORE)),
            unknown,
        })
    }

    /// Hashes a password with this salt.
    pub async fn hash(&self, asker: Asker, password: &str, salt: [u8; 16]) -> Result<String> {
        let password = password.to_owned();
        self.run(asker, move |argon2| hash(argon2, &password, &salt))
            .await?
    }

    /// The hash of an account without a password yet: no password matches it, and the check costs as much as any other,
    /// so that the response time reveals nothing.
    pub fn unusable_hash(&self) -> Result<String> {
        unusable(&self.unknown)
    }

    /// Whether a stored hash is cheaper than new ones: it was made before the cost rose, or by another program.
    pub fn is_outdated(&self, stored: &str) -> bool {
        let now = self.argon2.params();
        let is_current = PasswordHash::new(stored).is_ok_and(|stored| {
            let is_argon2id = Algorithm::try_from(stored.algorithm.as_str()) == Ok(Algorithm::Argon2id);
            is_argon2id
                && Params::try_from(&stored)
                    .is_ok_and(|params| params.m_cost() >= now.m_cost() && params.t_cost() >= now.t_cost())
        });
        !is_current
    }

    /// Hashes on the calling thread, for the demo library and the command line.
    pub fn hash_inline(&self, password: &str, salt: [u8; 16]) -> Result<String> {
        hash(&self.argon2, password, &salt)
    }

    /// Whether the password is right. Without a stored hash it returns false after the same work.
    pub async fn verify(&self, asker: Asker, password: &str, stored: Option<&str>) -> Result<bool> {
        let known = stored.is_some();
        let stored = stored.unwrap_or(&self.unknown).to_owned();
        let password = password.to_owned();
        let matches = self
            .run(asker, move |argon2| {
                PasswordHash::new(&stored)
                    .is_ok_and(|stored| argon2.verify_password(password.as_bytes(), &stored).is_ok())
            })
            .await?;
        Ok(matches && known)
    }

    async fn run<T: Send + 'static>(
        &self,
        asker: Asker,
        work: impl FnOnce(&Argon2<'static>) -> T + Send + 'static,
    ) -> Result<T> {
        let place = Arc::clone(&self.places)
            .try_acquire_owned()
            .or_else(|error| match asker {
                Asker::Known => Arc::clone(&self.known_places).try_acquire_owned(),
                Asker::Unknown => Err(error),
            })
            .map_err(|error| match error {
                TryAcquireError::NoPermits => {
                    metrics::counter!("carrel_password_checks_refused_total").increment(1);
                    let reason = "too many passwords are waiting to be checked".to_owned();
                    Error::Storage(StorageError::Unavailable(reason))
                }
                TryAcquireError::Closed => Error::Defect("no more hashing".to_owned()),
            })?;
        let at_once = Arc::clone(&self.at_once).acquire_owned();
        let permit = match asker {
            Asker::Unknown => at_once.await,
            Asker::Known => tokio::select! {
                permit = at_once => permit,
                permit = Arc::clone(&self.known_at_once).acquire_owned() => permit,
            },
        };
        let permit = permit.map_err(|_| Error::Defect("no more hashing".to_owned()))?;
        let argon2 = self.argon2.clone();
        tokio::task::spawn_blocking(move || {
            let _held_while_hashing = (permit, place);
            work(&argon2)
        })
        .await
        .map_err(|_| Error::Defect("hashing panicked".to_owned()))
    }
}

fn hash(argon2: &Argon2<'_>, password: &str, salt: &[u8; 16]) -> Result<String> {
    argon2
        .hash_password_with_salt(password.as_bytes(), salt)
        .map(|hash| hash.to_string())
        .map_err(|error| Error::Defect(format!("argon2: {error}")))
}

/// A hash without a known password: another hash with one character of its result changed. The check costs as much as
/// any other, so that the response time reveals nothing.
pub fn unusable(hash: &str) -> Result<String> {
    let defect = || Error::Defect("a password's hash without a result".to_owned());
    let (settings, result) = hash.rsplit_once('$').ok_or_else(defect)?;
    let first = result.get(..1).ok_or_else(defect)?;
    // The last character stays: it encodes fewer bits than the others.
    let last = result.get(result.len() - 1..).ok_or_else(defect)?;
    let middle = result.get(1..result.len() - 1).ok_or_else(defect)?;
    Ok(format!("{settings}${middle}{first}{last}"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use futures_util::FutureExt as _;

    use super::{Asker, KNOWN_PER_CORE, PasswordCost, Passwords, WAITING_PER_CORE};
    use crate::core::error::Error;

    #[test]
    fn a_cheaper_hash_is_outdated() {
        let of = |cost| {
            let passwords = Passwords::with_cores(cost, 1).unwrap();
            let hash = passwords.hash_inline("Reading1", [1; 16]).unwrap();
            (passwords, hash)
        };
        let (standard, dear) = of(PasswordCost::Standard);
        let (least, cheap) = of(PasswordCost::Least);
        assert!(standard.is_outdated(&cheap));
        assert!(!standard.is_outdated(&dear));
        assert!(!least.is_outdated(&cheap) && !least.is_outdated(&dear));
        assert!(standard.is_outdated(&dear.replace("argon2id", "argon2i")));
        assert!(standard.is_outdated("no hash"));
    }

    #[tokio::test]
    async fn too_many_waiting_calls_are_refused_and_a_cancelled_call_frees_its_place() {
        let passwords = Passwords::with_cores(PasswordCost::Least, 2).unwrap();
        let stored = passwords.hash_inline("Reading1", [1; 16]).unwrap();
        // Both cores hash for as long as these are held.
        let hashing: Vec<_> = (0..2)
            .map(|_| {
                let place = Arc::clone(&passwords.places).try_acquire_owned().unwrap();
                let permit = Arc::clone(&passwords.at_once).try_acquire_owned().unwrap();
                (permit, place)
            })
            .collect();
        let verify_for = |asker| Box::pin(passwords.verify(asker, "Reading1", Some(&stored)));
        let verify = || verify_for(Asker::Unknown);
        let mut waiting: Vec<_> = (0..2 * WAITING_PER_CORE).map(|_| verify()).collect();
        for call in &mut waiting {
            assert!(call.as_mut().now_or_never().is_none());
        }
        let refused = verify().now_or_never();
        assert!(
            matches!(
                refused,
                Some(Err(Error::Storage(carrel_storage::Error::Unavailable(_))))
            ),
            "{refused:?}"
        );
        // The owner on a known device still has a place.
        let mut known: Vec<_> = (0..2 * KNOWN_PER_CORE)
            .map(|_| verify_for(Asker::Known))
            .collect();
        for call in &mut known {
            assert!(call.as_mut().now_or_never().is_none());
        }
        let refused = verify_for(Asker::Known).now_or_never();
        assert!(matches!(refused, Some(Err(_))), "{refused:?}");
        waiting.pop();
        assert!(verify().now_or_never().is_none());

        drop(hashing);
        for call in waiting.into_iter().chain(known) {
            assert!(call.await.unwrap());
        }
        assert!(verify().await.unwrap(), "every place is free again");
    }
}
