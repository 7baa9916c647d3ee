//! Bulk edits of books.

use carrel_operations::catalogue::bulk_edits;

use super::Server;

impl Server {
    /// Works on bulk edits until none waits, as the product's job does.
    pub async fn work_on_bulk_edits(&self) {
        let clock = || self.context();
        let next = || bulk_edits::work_on_next(&self.library, &clock);
        while next().await.expect("bulk edits are worked on") {}
    }
}
