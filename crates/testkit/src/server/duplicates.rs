//! Searches for duplicate books.

use carrel_operations::catalogue::duplicates;

use super::Server;

impl Server {
    /// Works on searches for duplicates until none waits, as the product's job does.
    pub async fn work_on_duplicates(&self) {
        let clock = || self.context();
        let next = || duplicates::work_on_next(&self.library, &clock);
        while next().await.expect("duplicates are searched") {}
    }
}
