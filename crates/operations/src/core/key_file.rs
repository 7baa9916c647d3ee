//! Encryption of the secrets that a library needs in clear: the password of the mail server, the secrets of webhooks and of
//! authenticator apps.
//!
//! The keys are in a file outside of the data folder, so that neither a copy of the data nor a backup tells a secret. The
//! database names the key of its secrets. The file may contain several keys: a key that is about to be used, and earlier
//! ones, which decrypt older backups. It is read again when the database names a key that this process does not know yet:
//! another process may have changed both.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use carrel_domain::identity::hexadecimal;
use carrel_domain::users::UserId;
use carrel_domain::webhooks::WebhookId;
use carrel_storage::engine::Lock;
use carrel_storage::{Connection, Transaction, settings};
use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use sha2::{Digest as _, Sha256};

use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::idempotent_call::bytes;
use crate::core::key_error::KeyError;
use crate::core::settings::key;

/// The prefix of an encrypted secret.
const SEALED: &str = "sealed:";
/// The first line of a new key file.
const HEAD: &str =
    "# The keys of the secrets in a library of Carrel, the newest first. Keep a copy in a safe place.\n";

/// What a secret belongs to. A secret that was moved to another place cannot be decrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    MailPassword,
    Webhook(WebhookId),
    /// The authenticator app of a person.
    Authenticator(UserId),
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::MailPassword => out.write_str("mail password"),
            Place::Webhook(id) => write!(out, "webhook {id}"),
            Place::Authenticator(id) => write!(out, "authenticator app of {id}"),
        }
    }
}

/// A key of secrets.
#[derive(Clone)]
struct Key([u8; 32]);

impl Key {
    /// Names the key, and tells nothing about it.
    fn id(&self) -> String {
        let digest = Sha256::new()
            .chain_update(b"carrel: the name of a key\n")
            .chain_update(self.0)
            .finalize();
        hexadecimal(&digest[..8])
    }

    fn seal(&self, place: Place, secret: &str, nonce: [u8; 24]) -> Result<String> {
        let aad = place.to_string();
        let payload = Payload {
            msg: secret.as_bytes(),
            aad: aad.as_bytes(),
        };
        let sealed = XChaCha20Poly1305::new(&self.0.into())
            .encrypt(&XNonce::from(nonce), payload)
            .map_err(|_| Error::Defect("a secret could not be encrypted".to_owned()))?;
        let id = self.id();
        Ok(format!(
            "{SEALED}{id}:{}{}",
            hexadecimal(&nonce),
            hexadecimal(&sealed)
        ))
    }

    fn open(&self, place: Place, sealed: &str) -> Option<String> {
        let sealed = bytes(sealed)?;
        let (nonce, sealed) = sealed.split_first_chunk::<24>()?;
        let aad = place.to_string();
        let payload = Payload {
            msg: sealed,
            aad: aad.as_bytes(),
        };
        let opened = XChaCha20Poly1305::new(&self.0.into()).decrypt(&XNonce::from(*nonce), payload);
        String::from_utf8(opened.ok()?).ok()
    }
}

/// The file with the keys, and those that were read from it.
pub struct KeyFile {
    /// `None` without a file.
    path: Option<PathBuf>,
    known: RwLock<Vec<Key>>,
}

/// Omits the keys.
impl fmt::Debug for KeyFile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("KeyFile")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

impl KeyFile {
    /// The file at a path, which is read when a key is needed.
    pub fn at(path: PathBuf) -> Self {
        KeyFile {
            path: Some(path),
            known: RwLock::default(),
        }
    }

    /// No file: secrets can neither be encrypted nor decrypted.
    pub fn none() -> Self {
        KeyFile {
            path: None,
            known: RwLock::default(),
        }
    }

    /// One key in memory, for tests.
    pub fn in_memory(key: [u8; 32]) -> Self {
        KeyFile {
            path: None,
            known: RwLock::new(vec![Key(key)]),
        }
    }

    /// The names of the keys in the file, the newest first.
    pub fn ids(&self) -> std::result::Result<Vec<String>, KeyError> {
        Ok(self.read()?.iter().map(Key::id).collect())
    }

    /// Encrypts a secret with the key that the database names. The first secret of a library chooses the key, and creates
    /// the file if it is missing.
    pub(crate) async fn seal(
        &self,
        transaction: &mut Transaction,
        context: &Context,
        place: Place,
        secret: &str,
    ) -> Result<String> {
        transaction.lock(Lock::Settings).await?;
        let key = if let Some(id) = current(transaction).await? {
            self.find(&id)?
        } else {
            let key = self.first(context.secret("key of secrets"))?;
            settings::set(transaction, key::SECRETS_KEY, &key.id(), context.now_ms()).await?;
            key
        };
        key.seal(place, secret, nonce(context, place))
    }

    /// Decrypts a secret. One that was stored in clear is returned as it is.
    pub(crate) fn open(&self, place: Place, stored: &str) -> std::result::Result<String, KeyError> {
        let Some(sealed) = stored.strip_prefix(SEALED) else {
            return Ok(stored.to_owned());
        };
        let (id, sealed) = sealed.split_once(':').unwrap_or_default();
        let opened = self.find(id)?.open(place, sealed);
        opened.ok_or_else(|| KeyError::Damaged {
            place: place.to_string(),
        })
    }

    /// The key with a name, from memory or from the file.
    fn find(&self, id: &str) -> std::result::Result<Key, KeyError> {
        let with_id = |keys: &[Key]| keys.iter().find(|key| key.id() == id).cloned();
        let known = with_id(&self.known.read().unwrap_or_else(PoisonError::into_inner));
        if let Some(key) = known {
            return Ok(key);
        }
        with_id(&self.read()?).ok_or_else(|| KeyError::OtherKey {
            path: self.path.clone().unwrap_or_default(),
            id: id.to_owned(),
        })
    }

    /// Whether the file has the key with a name.
    pub fn check(&self, id: &str) -> std::result::Result<(), KeyError> {
        self.find(id).map(|_| ())
    }

    /// The newest key of the file. A missing file is created, with this key.
    fn first(&self, fresh: [u8; 32]) -> std::result::Result<Key, KeyError> {
        match self.read() {
            Ok(keys) => Ok(keys[0].clone()),
            Err(KeyError::Missing { .. }) => self.add(fresh, &[]),
            Err(error) => Err(error),
        }
    }

    /// The key for the time after `id`: the newest one of the file, unless that is `id`; then this one is added.
    fn next(&self, id: Option<&str>, fresh: [u8; 32]) -> std::result::Result<Key, KeyError> {
        let keys = match self.read() {
            Err(KeyError::Missing { .. }) => Vec::new(),
            keys => keys?,
        };
        match keys.first() {
            Some(first) if Some(first.id().as_str()) != id => Ok(first.clone()),
            _ => self.add(fresh, &keys),
        }
    }

    /// Reads the file; it has at least one key.
    fn read(&self) -> std::result::Result<Vec<Key>, KeyError> {
        let Some(path) = &self.path else {
            let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
            return if known.is_empty() {
                Err(KeyError::NoFile)
            } else {
                Ok(known.clone())
            };
        };
        let text = std::fs::read_to_string(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => KeyError::Missing { path: path.clone() },
            _ => at(path)(error),
        })?;
        let lines = text.lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let keys: Option<Vec<Key>> = lines.map(|line| bytes(line)?.try_into().ok().map(Key)).collect();
        let keys = keys
            .filter(|keys| !keys.is_empty())
            .ok_or_else(|| KeyError::Malformed { path: path.clone() })?;
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.clone_from(&keys);
        Ok(keys)
    }

    /// Puts a key before the others, durably: the database may name it only after that.
    fn add(&self, fresh: [u8; 32], others: &[Key]) -> std::result::Result<Key, KeyError> {
        let Some(path) = &self.path else {
            return Err(KeyError::NoFile);
        };
        let key = Key(fresh);
        let mut text = HEAD.to_owned();
        for key in std::iter::once(&key).chain(others) {
            text += &hexadecimal(&key.0);
            text.push('\n');
        }
        write(path, text.as_bytes()).map_err(at(path))?;
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(0, key.clone());
        Ok(key)
    }
}

/// The name of the key by which the secrets of a database are encrypted, if it has any.
pub(crate) async fn current(connection: &mut Connection) -> carrel_storage::Result<Option<String>> {
    settings::find(connection, key::SECRETS_KEY).await
}

/// The next key of a rotation.
pub(crate) struct Next<'a> {
    keys: &'a KeyFile,
    key: Key,
}

impl<'a> Next<'a> {
    /// Chooses the key. The caller holds [`Lock::Settings`], so that no two processes change the file.
    pub(crate) fn choose(keys: &'a KeyFile, current: Option<&str>, context: &Context) -> Result<Self> {
        let key = keys.next(current, context.secret("key of secrets"))?;
        Ok(Next { keys, key })
    }

    pub(crate) fn id(&self) -> String {
        self.key.id()
    }

    /// Decrypts a secret by its own key, and encrypts it by the next one.
    pub(crate) fn seal_again(&self, context: &Context, place: Place, stored: &str) -> Result<String> {
        let secret = self.keys.open(place, stored)?;
        self.seal(context, place, &secret)
    }

    pub(crate) fn seal(&self, context: &Context, place: Place, secret: &str) -> Result<String> {
        self.key.seal(place, secret, nonce(context, place))
    }
}

fn nonce(context: &Context, place: Place) -> [u8; 24] {
    context.secret(&format!("nonce of {place}"))
}

/// Replaces a file at once: at every instant it has the old content or the new one.
fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut fresh = path.as_os_str().to_owned();
    fresh.push(".new");
    let fresh = PathBuf::from(fresh);
    // Left over from a process that was killed; it may have other rights.
    drop(std::fs::remove_file(&fresh));
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&fresh)?;
    file.write_all(content)?;
    file.sync_all()?;
    std::fs::rename(&fresh, path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

fn at(path: &Path) -> impl Fn(io::Error) -> KeyError + '_ {
    |error| KeyError::File {
        path: path.to_owned(),
        error,
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::{Key, KeyFile, Place};
    use crate::core::key_error::KeyError;

    const NONCE: [u8; 24] = [9; 24];

    #[test]
    fn a_secret_opens_with_its_key_at_its_place_only() {
        let keys = KeyFile::in_memory([1; 32]);
        let sealed = Key([1; 32])
            .seal(Place::MailPassword, "Secret word", NONCE)
            .unwrap();
        assert!(!sealed.contains("Secret"), "{sealed}");
        assert_eq!(keys.open(Place::MailPassword, &sealed).unwrap(), "Secret word");
        let elsewhere = keys.open(Place::Webhook(carrel_domain::identity::Id::new(7)), &sealed);
        assert!(
            matches!(elsewhere, Err(KeyError::Damaged { .. })),
            "{elsewhere:?}"
        );
        let changed = sealed.replace(&sealed[sealed.len() - 2..], "zz");
        assert!(keys.open(Place::MailPassword, &changed).is_err());
        let other = KeyFile::in_memory([2; 32]).open(Place::MailPassword, &sealed);
        assert!(matches!(other, Err(KeyError::OtherKey { .. })), "{other:?}");
        assert_eq!(keys.open(Place::MailPassword, "in clear").unwrap(), "in clear");
    }

    #[test]
    fn the_file_is_private_and_keeps_earlier_keys() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.key");
        let keys = KeyFile::at(path.clone());
        assert!(matches!(keys.ids(), Err(KeyError::Missing { .. })));
        let first = keys.first([1; 32]).unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(keys.first([2; 32]).unwrap().id(), first.id(), "the file exists");
        let sealed = first.seal(Place::MailPassword, "old", NONCE).unwrap();

        let second = keys.next(Some(&first.id()), [3; 32]).unwrap();
        // A rotation that was interrupted before it changed the database continues with the same key.
        assert_eq!(keys.next(Some(&first.id()), [4; 32]).unwrap().id(), second.id());
        assert_eq!(keys.ids().unwrap(), [second.id(), first.id()]);
        let elsewhere = KeyFile::at(path.clone());
        assert_eq!(elsewhere.open(Place::MailPassword, &sealed).unwrap(), "old");

        std::fs::write(&path, "no key\n").unwrap();
        assert!(matches!(KeyFile::at(path).ids(), Err(KeyError::Malformed { .. })));
    }

    #[test]
    fn a_process_reads_the_file_again_for_a_key_that_it_does_not_know() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.key");
        let (server, command) = (KeyFile::at(path.clone()), KeyFile::at(path));
        let first = server.first([1; 32]).unwrap();
        let second = command.next(Some(&first.id()), [2; 32]).unwrap();
        let sealed = second.seal(Place::MailPassword, "new", NONCE).unwrap();
        assert_eq!(server.open(Place::MailPassword, &sealed).unwrap(), "new");
    }
}
