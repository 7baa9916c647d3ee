//! Digests of entities. An undo compares them to find out whether something still is as it was written.

use sha2::{Digest as _, Sha256};

/// Collects the fields of an entity, in one order, and digests them.
///
/// A field is the length of its name, the name, the length of its value, and the value; a field without a value is left out. So
/// two entities have the same digest exactly when all fields are equal, and a new field leaves the digests of entities that do
/// not have it as they are. Digests are stored: this must not change in a later version.
#[derive(Debug, Default)]
pub struct FieldDigest(Vec<u8>);

impl FieldDigest {
    /// Adds a text, unless it is empty.
    pub fn text(&mut self, name: &str, text: &str) {
        self.option(name, Some(text).filter(|text| !text.is_empty()));
    }

    /// Adds a text that may be absent. An empty one differs from none.
    pub fn option(&mut self, name: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.part(name.as_bytes());
            self.part(text.as_bytes());
        }
    }

    /// Adds a number that may be absent.
    pub fn number(&mut self, name: &str, number: Option<i64>) {
        if let Some(number) = number {
            self.part(name.as_bytes());
            self.part(&number.to_be_bytes());
        }
    }

    /// Adds a list of texts, unless it is empty.
    pub fn texts(&mut self, name: &str, texts: &[String]) {
        self.list(name, texts, |digest, text| digest.part(text.as_bytes()));
    }

    /// Adds a list, unless it is empty: its name, the number of its entries, and each entry with an empty part at its end.
    pub fn list<T>(&mut self, name: &str, entries: &[T], add: impl Fn(&mut Self, &T)) {
        if entries.is_empty() {
            return;
        }
        self.part(name.as_bytes());
        self.part(&length(entries.len()));
        for entry in entries {
            add(self, entry);
            self.part(&[]);
        }
    }

    /// The SHA-256 of the fields.
    pub fn finish(self) -> [u8; 32] {
        Sha256::digest(&self.0).into()
    }

    fn part(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(&length(bytes.len()));
        self.0.extend_from_slice(bytes);
    }
}

fn length(length: usize) -> [u8; 8] {
    u64::try_from(length).unwrap_or(u64::MAX).to_be_bytes()
}
