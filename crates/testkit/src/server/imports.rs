//! Imports of books.

use std::path::Path;

use carrel_operations::imports;

use super::Server;

impl Server {
    /// Works on imports until none waits, as the product's job does.
    pub async fn work_on_imports(&self) {
        let clock = || self.context();
        let next = || imports::work_on_next(&self.library, &clock);
        while next().await.expect("imports are worked on") {}
    }

    /// The folder of the files of imports.
    pub fn import_files(&self) -> &Path {
        self.import_files.path()
    }
}
