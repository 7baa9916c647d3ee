//! Loan terms as they are stored.

use carrel_domain::circulation::policy::Terms;
use carrel_storage::borrowings;
use sha2::{Digest, Sha256};

use crate::core::error::{Error, Result};

/// The terms of a loan as JSON, and its digest: equal terms are stored once.
pub struct StoredTerms {
    id: i64,
    body: String,
}

impl StoredTerms {
    pub fn of(terms: &Terms) -> Result<Self> {
        let body = serde_json::to_string(terms).map_err(|error| Error::Defect(format!("terms: {error}")))?;
        // The first 53 bits of the digest: enough to keep a library's few terms distinct, and small in every borrowing.
        let mut start = [0; 8];
        start[1..].copy_from_slice(&Sha256::digest(&body)[..7]);
        let id = i64::from_be_bytes(start) >> 3;
        Ok(StoredTerms { id, body })
    }

    pub fn as_row(&self) -> borrowings::Terms<'_> {
        borrowings::Terms {
            id: self.id,
            body: &self.body,
        }
    }
}
