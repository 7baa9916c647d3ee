//! The disk of a library: whether writes there are durable, and how many bytes the library takes.

use std::path::Path;

use crate::Outcome;

/// File systems that keep files in memory: a sync to them has no effect.
const IN_MEMORY: [&str; 3] = ["tmpfs", "ramfs", "rootfs"];

/// The type of the file system that holds a folder, as `/proc/self/mounts` names it.
pub fn file_system(folder: &Path) -> Outcome<String> {
    let folder = folder.canonicalize()?;
    let mounts = std::fs::read_to_string("/proc/self/mounts")?;
    let found = type_of(&folder, &mounts);
    found.ok_or_else(|| format!("{} is in no mounted file system", folder.display()).into())
}

fn type_of(folder: &Path, mounts: &str) -> Option<String> {
    let mut longest = None;
    for line in mounts.lines() {
        let mut fields = line.split(' ');
        let (_, place, kind) = (fields.next(), fields.next()?, fields.next()?);
        // Spaces in a mount point are written as \040.
        let place = place.replace("\\040", " ");
        // A later mount at the same place hides the earlier one.
        if folder.starts_with(&place) && longest.as_ref().is_none_or(|(length, _)| place.len() >= *length) {
            longest = Some((place.len(), kind.to_owned()));
        }
    }
    longest.map(|(_, kind)| kind)
}

/// The reason why durable writes cannot be measured in a folder, if they cannot.
pub fn refusal(folder: &Path) -> Outcome<Option<String>> {
    let kind = file_system(folder)?;
    Ok(IN_MEMORY.contains(&kind.as_str()).then(|| {
        format!(
            "{} is a {kind}, which keeps files in memory: choose a folder on a disk with --folder",
            folder.display()
        )
    }))
}

/// Bytes of a file, or of all files in a folder; 0 when there is none.
pub fn bytes(path: &Path) -> Outcome<u64> {
    let Ok(metadata) = std::fs::metadata(path) else {
        return Ok(0);
    };
    if metadata.is_file() {
        return Ok(metadata.len());
    }
    let mut total = 0;
    for entry in std::fs::read_dir(path)? {
        total += bytes(&entry?.path())?;
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::type_of;

    #[test]
    fn the_innermost_mount_decides() {
        let mounts =
            "/dev/vda / ext4 rw 0 0\ntmpfs /tmp tmpfs rw 0 0\n/dev/vdb /tmp/my\\040disk xfs rw 0 0\n";
        let of = |folder: &str| type_of(Path::new(folder), mounts).unwrap();
        assert_eq!(of("/tmp/a"), "tmpfs");
        assert_eq!(of("/tmpfoo"), "ext4");
        assert_eq!(of("/tmp/my disk/a"), "xfs");
    }
}
