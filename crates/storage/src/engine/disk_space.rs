//! The space on a disk.

use std::path::Path;

/// The space on a disk, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiskSpace {
    pub total: u64,
    /// What this process may still fill.
    pub free: u64,
}

impl DiskSpace {
    /// The space on the disk of a file or a folder.
    pub(super) fn at(path: &Path) -> Option<Self> {
        let space = rustix::fs::statvfs(path).ok()?;
        Some(DiskSpace {
            total: space.f_blocks.saturating_mul(space.f_frsize),
            free: space.f_bavail.saturating_mul(space.f_frsize),
        })
    }
}
