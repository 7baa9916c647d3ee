//! The store of cached responses of one server process.

use std::sync::Arc;

use axum::body::Bytes;
use carrel_operations::CacheVersion;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

/// The maximum size of all cached responses together, in bytes.
const ROOM: u64 = 16 * 1024 * 1024;
/// The expected size of a response, in bytes.
const TYPICAL_RESPONSE: u64 = 4 * 1024;

/// A response body with the cache version at which it was made.
#[derive(Clone)]
pub(crate) struct CachedResponse {
    pub version: CacheVersion,
    /// The end of the version's validity, in milliseconds.
    pub until: i64,
    pub body: Bytes,
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<String, CachedResponse> for ByBytes {
    fn weight(&self, key: &String, cached: &CachedResponse) -> u64 {
        (key.len() + cached.body.len() + size_of::<CachedResponse>()) as u64
    }
}

/// The cached responses of one server process.
#[derive(Clone)]
pub struct ResponseCache(Arc<Cache<String, CachedResponse, ByBytes>>);

impl Default for ResponseCache {
    fn default() -> Self {
        let expected = usize::try_from(ROOM / TYPICAL_RESPONSE).unwrap_or(usize::MAX);
        ResponseCache(Arc::new(Cache::with_weighter(expected, ROOM, ByBytes)))
    }
}

impl ResponseCache {
    pub(crate) fn get(&self, key: &str) -> Option<CachedResponse> {
        self.0.get(key)
    }

    pub(crate) fn insert(&self, key: String, cached: CachedResponse) {
        self.0.insert(key, cached);
    }
}
