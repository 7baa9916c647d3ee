//! Loan terms as they are stored.

use carrel_domain::circulation::policy::Terms;
use carrel_domain::identity::hexadecimal;
use carrel_storage::borrowings;
use sha2::{Digest, Sha256};

use crate::core::error::{Error, Result};

/// The terms of a loan as JSON, and its digest: equal terms are stored once.
pub struct StoredTerms {
    id: String,
    body: String,
}

impl StoredTerms {
    pub fn of(terms: &Terms) -> Result<Self> {
        let body = serde_json::to_string(terms).map_err(|error| Error::Defect(format!("terms: {error}")))?;
        // Half of the digest: 128 bits are enough to keep a library's few terms distinct.
        let id = hexadecimal(&Sha256::digest(&body)[..16]);
        Ok(StoredTerms { id, body })
    }

    pub fn as_row(&self) -> borrowings::Terms<'_> {
        borrowings::Terms {
            id: &self.id,
            body: &self.body,
        }
    }
}
