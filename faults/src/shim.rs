//! The recorder that is preloaded (`faults/preload/record.c`): compiled for a trial, and controlled by a file that says
//! which calls fail.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Outcome;

const SOURCE: &str = include_str!("../preload/record.c");

/// The operations that can fail; their indexes in the control file.
#[derive(Debug, Clone, Copy)]
pub enum Fails {
    /// Writing, growing and creating files.
    Writes = 0,
    /// Every second read.
    Reads = 1,
    /// fsync and fdatasync.
    Syncs = 2,
}

/// The files whose operations fail.
#[derive(Debug, Clone, Copy)]
pub enum Which {
    All = 0,
    Database = 1,
    Others = 2,
    /// The file of the database without its log: what a checkpoint writes.
    WithoutLog = 3,
}

/// Error numbers, the same on all systems with this loader.
pub const EIO: i32 = 5;
pub const ENOSPC: i32 = 28;
pub const EDQUOT: i32 = 122;

/// The index of the recorder's counter of failures.
const FAILED: u64 = 4;
const PLACES: usize = 5;

/// A compiled recorder with its control file.
pub struct Shim {
    library: PathBuf,
    control: PathBuf,
    folder: PathBuf,
    recording: Option<PathBuf>,
}

impl Shim {
    /// Compiles the recorder into `place` for the files of `folder`.
    pub fn compile(place: &Path, folder: &Path) -> Outcome<Self> {
        if !cfg!(all(target_os = "linux", target_pointer_width = "64")) {
            return Err("this trial loads a recorder before libc, which is written for 64-bit Linux".into());
        }
        let source = place.join("record.c");
        std::fs::write(&source, SOURCE)?;
        let library = place.join("record.so");
        let compiled = Command::new("cc")
            .args(["-shared", "-fPIC", "-O2", "-o"])
            .arg(&library)
            .arg(&source)
            .args(["-ldl", "-lpthread"])
            .output()
            .map_err(|error| format!("this trial needs a C compiler, and there is no cc: {error}"))?;
        if !compiled.status.success() {
            let said = String::from_utf8_lossy(&compiled.stderr).into_owned();
            return Err(format!("the recorder does not compile: {said}").into());
        }
        let control = place.join("control");
        std::fs::write(&control, [0; 4 * PLACES])?;
        Ok(Shim {
            library,
            control,
            folder: folder.canonicalize()?,
            recording: None,
        })
    }

    /// Also records into a file.
    #[must_use]
    pub fn recording(mut self, path: &Path) -> Self {
        self.recording = Some(path.to_owned());
        self
    }

    /// The environment variables for the server.
    pub fn environment(&self) -> Vec<(String, String)> {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let mut environment = vec![
            ("LD_PRELOAD".to_owned(), text(&self.library)),
            ("CARREL_FAULTS_FOLDER".to_owned(), text(&self.folder)),
            ("CARREL_FAULTS_CONTROL".to_owned(), text(&self.control)),
        ];
        environment.extend(
            self.recording
                .iter()
                .map(|path| ("CARREL_FAULTS_LOG".to_owned(), text(path))),
        );
        environment
    }

    /// Makes calls fail with this error number; 0 makes them work again.
    pub fn set(&self, what: Fails, which: Which, error: i32) -> Outcome<()> {
        self.put(3, which as i32)?;
        self.put(what as u64, error)
    }

    /// How many calls have failed so far.
    pub fn failed(&self) -> Outcome<i32> {
        let mut file = File::open(&self.control)?;
        file.seek(SeekFrom::Start(4 * FAILED))?;
        let mut bytes = [0; 4];
        file.read_exact(&mut bytes)?;
        Ok(i32::from_ne_bytes(bytes))
    }

    fn put(&self, place: u64, number: i32) -> Outcome<()> {
        let mut file = File::options().write(true).open(&self.control)?;
        file.seek(SeekFrom::Start(4 * place))?;
        file.write_all(&number.to_ne_bytes())?;
        Ok(())
    }
}
