//! Password hashes: argon2id on blocking threads, at most as many at once as there are cores.

use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use tokio::sync::Semaphore;

use crate::core::error::{Error, Result};

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
    /// A hash without a known password: the password of an unknown account is checked against it, so that the response
    /// time is the same.
    unknown: String,
}

impl Passwords {
    pub fn new(cost: PasswordCost) -> Result<Self> {
        let (memory_kib, passes) = match cost {
            PasswordCost::Standard => (19 * 1024, 2),
            PasswordCost::Least => (8, 1),
        };
        let params = Params::new(memory_kib, passes, 1, None)
            .map_err(|error| Error::Defect(format!("argon2: {error}")))?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let unknown = hash(&argon2, "nobody has this password", &[7; 16])?;
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Ok(Passwords {
            argon2,
            at_once: Arc::new(Semaphore::new(cores)),
            unknown,
        })
    }

    /// Hashes a password with this salt.
    pub async fn hash(&self, password: &str, salt: [u8; 16]) -> Result<String> {
        let password = password.to_owned();
        self.run(move |argon2| hash(argon2, &password, &salt)).await?
    }

    /// The hash of an account without a password yet: no password matches it, and the check costs as much as any other,
    /// so that the response time reveals nothing.
    pub fn unusable_hash(&self) -> Result<String> {
        unusable(&self.unknown)
    }

    /// Hashes on the calling thread, for the demo library and the command line.
    pub fn hash_inline(&self, password: &str, salt: [u8; 16]) -> Result<String> {
        hash(&self.argon2, password, &salt)
    }

    /// Whether the password is right. Without a stored hash it returns false after the same work.
    pub async fn verify(&self, password: &str, stored: Option<&str>) -> Result<bool> {
        let known = stored.is_some();
        let stored = stored.unwrap_or(&self.unknown).to_owned();
        let password = password.to_owned();
        let matches = self
            .run(move |argon2| {
                PasswordHash::new(&stored)
                    .is_ok_and(|stored| argon2.verify_password(password.as_bytes(), &stored).is_ok())
            })
            .await?;
        Ok(matches && known)
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Argon2<'static>) -> T + Send + 'static,
    ) -> Result<T> {
        let permit = Arc::clone(&self.at_once)
            .acquire_owned()
            .await
            .map_err(|_| Error::Defect("no more hashing".to_owned()))?;
        let argon2 = self.argon2.clone();
        tokio::task::spawn_blocking(move || {
            let _held_while_hashing = permit;
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
