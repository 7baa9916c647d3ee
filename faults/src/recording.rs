//! Replays the recorded operations of a server on the files of its database. At any point, builds a state in which a
//! power cut may leave these files.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};
use std::path::Path;

use rand::RngExt as _;
use rand::rngs::StdRng;

use crate::Outcome;

/// Only files whose names begin with this text are replayed. The search index is derived data, and the shared memory
/// beside the database is rebuilt after a crash.
const DATABASE: &str = "carrel.sqlite";
/// The write-ahead log of the database.
const LOG: &str = "carrel.sqlite-wal";
const SHARED_MEMORY: &str = "-shm";

/// A change of a file.
#[derive(Debug, Clone)]
enum Step {
    Write { offset: usize, bytes: Vec<u8> },
    Cut { length: usize },
}

/// A change of the folder itself.
#[derive(Debug, Clone)]
enum Naming {
    Made { name: String, file: usize },
    Removed { name: String },
    Renamed { from: String, to: String },
}

/// A file: its durable content, and the numbered changes since, in order.
#[derive(Debug, Default, Clone)]
struct Stored {
    durable: Vec<u8>,
    pending: Vec<(u64, Step)>,
}

/// The object of an open descriptor.
#[derive(Debug, Clone, Copy)]
enum Opening {
    File(usize),
    Folder,
    Other,
}

/// One record as the recorder writes it.
struct Record {
    kind: i64,
    file: i64,
    offset: i64,
    extra: i64,
    bytes: Vec<u8>,
    /// The length of the recording up to the end of this record.
    end: u64,
}

/// Which syncs of the recording count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syncs {
    /// All of them: the disk of the trial.
    All,
    /// None: the first control. A database that never syncs must lose what it acknowledged.
    Ignored,
    /// Syncs of the database file, and syncs of its log only before a checkpoint: the second control. This is what
    /// SQLite does with `synchronous = NORMAL`: the data stays consistent, but the newest commits are lost.
    LogAtCheckpoints,
}

/// Which unsynced changes of a file reach the disk.
#[derive(Debug, Clone, Copy)]
enum Fate {
    Nothing,
    Everything,
    /// Random sectors of all changes.
    Sectors(usize),
    /// The first changes, and random sectors of the next one: a torn write.
    Torn(usize),
}

/// A disk under replay.
pub struct Disk {
    records: BufReader<File>,
    position: u64,
    /// A record that was read, but lies beyond the requested point.
    next: Option<Record>,
    files: Vec<Stored>,
    /// The folder as the process sees it; [`Self::durable_names`] is its durable state.
    names: BTreeMap<String, usize>,
    durable_names: BTreeMap<String, usize>,
    pending_names: Vec<(u64, Naming)>,
    openings: HashMap<i64, Opening>,
    /// Running syncs: the object of each, and the step up to which it makes changes durable.
    syncs: HashMap<i64, (Opening, u64)>,
    steps: u64,
    /// The number of completed syncs.
    pub synced: u64,
    /// Which syncs count.
    syncs_that_count: Syncs,
}

impl Disk {
    /// A disk with the files of `folder`, before the first record of a recording.
    pub fn new(folder: &Path, recording: &Path, syncs_that_count: Syncs) -> Outcome<Self> {
        let mut files = Vec::new();
        let mut names = BTreeMap::new();
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if is_replayed(&name) {
                names.insert(name, files.len());
                files.push(Stored {
                    durable: std::fs::read(entry.path())?,
                    pending: Vec::new(),
                });
            }
        }
        Ok(Disk {
            records: BufReader::with_capacity(1 << 20, File::open(recording)?),
            position: 0,
            next: None,
            files,
            durable_names: names.clone(),
            names,
            pending_names: Vec::new(),
            openings: HashMap::new(),
            syncs: HashMap::new(),
            steps: 0,
            synced: 0,
            syncs_that_count,
        })
    }

    /// Applies all records up to the point at which the recording had the length `to`.
    pub fn advance(&mut self, to: u64) -> Outcome<()> {
        loop {
            let record = match self.next.take() {
                Some(record) => record,
                None => match self.read()? {
                    Some(record) => record,
                    None => return Ok(()),
                },
            };
            if record.end > to {
                self.next = Some(record);
                return Ok(());
            }
            self.apply(record)?;
        }
    }

    fn read(&mut self) -> Outcome<Option<Record>> {
        let mut head = [0; 40];
        match self.records.read_exact(&mut head) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
            other => other?,
        }
        let mut numbers = head.chunks_exact(8).map(|bytes| {
            let mut number = [0; 8];
            number.copy_from_slice(bytes);
            i64::from_le_bytes(number)
        });
        let mut number = || numbers.next().unwrap_or_default();
        let (kind, file, offset, length, extra) = (number(), number(), number(), number(), number());
        let length = usize::try_from(length)?;
        let mut bytes = vec![0; length];
        self.records.read_exact(&mut bytes)?;
        self.position += 40 + length as u64;
        Ok(Some(Record {
            kind,
            file,
            offset,
            extra,
            bytes,
            end: self.position,
        }))
    }

    fn apply(&mut self, record: Record) -> Outcome<()> {
        self.steps += 1;
        match record.kind {
            1 => self.open(&record)?,
            2 => {
                let offset = usize::try_from(record.offset)?;
                let bytes = record.bytes;
                self.change(record.file, Step::Write { offset, bytes });
            }
            3 => {
                let length = usize::try_from(record.offset)?;
                self.change(record.file, Step::Cut { length });
            }
            4 => {
                let opening = self.openings.get(&record.file).copied().unwrap_or(Opening::Other);
                self.syncs.insert(record.extra, (opening, self.steps));
            }
            5 => {
                if let Some((opening, reach)) = self.syncs.remove(&record.extra) {
                    self.sync(opening, reach);
                }
            }
            6 => {
                let name = String::from_utf8(record.bytes)?;
                if self.names.remove(&name).is_some() {
                    self.pending_names.push((self.steps, Naming::Removed { name }));
                }
            }
            7 => {
                let names = String::from_utf8(record.bytes)?;
                let (from, to) = names.split_once('\n').ok_or("a renaming has two names")?;
                if let Some(file) = self.names.remove(from) {
                    self.names.insert(to.to_owned(), file);
                    let (from, to) = (from.to_owned(), to.to_owned());
                    self.pending_names
                        .push((self.steps, Naming::Renamed { from, to }));
                }
            }
            kind => return Err(format!("the recording has a record of kind {kind}").into()),
        }
        Ok(())
    }

    fn open(&mut self, record: &Record) -> Outcome<()> {
        let (is_new, is_emptied) = (record.offset != 0, record.extra != 0);
        let name = std::str::from_utf8(&record.bytes)?;
        let opening = if name.is_empty() {
            Opening::Folder
        } else if !is_replayed(name) {
            Opening::Other
        } else if is_new {
            let file = self.files.len();
            self.files.push(Stored::default());
            self.names.insert(name.to_owned(), file);
            let name = name.to_owned();
            self.pending_names.push((self.steps, Naming::Made { name, file }));
            Opening::File(file)
        } else {
            let file = self.names.get(name);
            Opening::File(*file.ok_or_else(|| format!("{name} was opened and is not there"))?)
        };
        self.openings.insert(record.file, opening);
        if is_emptied {
            self.change(record.file, Step::Cut { length: 0 });
        }
        Ok(())
    }

    fn change(&mut self, opening: i64, step: Step) {
        if let Some(Opening::File(file)) = self.openings.get(&opening).copied() {
            if self.syncs_that_count == Syncs::LogAtCheckpoints && self.names.get(DATABASE) == Some(&file) {
                // A checkpoint syncs the log before it writes to the database file.
                if let Some(log) = self.names.get(LOG).copied() {
                    self.make_durable(log, self.steps);
                }
            }
            self.files[file].pending.push((self.steps, step));
        }
    }

    /// Makes all changes of a file before step `reach` durable.
    fn make_durable(&mut self, file: usize, reach: u64) {
        let file = &mut self.files[file];
        let later = file.pending.partition_point(|(number, _)| *number < reach);
        for (_, step) in file.pending.drain(..later) {
            take(&mut file.durable, &step, |_| true);
        }
    }

    fn sync(&mut self, opening: Opening, reach: u64) {
        if self.syncs_that_count == Syncs::Ignored {
            return;
        }
        match opening {
            Opening::File(file) => {
                let is_log = self.names.get(LOG) == Some(&file);
                if !is_log || self.syncs_that_count == Syncs::All {
                    self.make_durable(file, reach);
                }
                self.synced += 1;
            }
            Opening::Folder => {
                let later = self.pending_names.partition_point(|(number, _)| *number < reach);
                for (_, naming) in self.pending_names.drain(..later) {
                    rename(&mut self.durable_names, &naming);
                }
            }
            Opening::Other => {}
        }
    }

    /// The files that a power cut at this point may leave: all synced changes, and a random part of the others. Changes
    /// of the folder reach the disk in order, as in file systems with a journal.
    pub fn after_power_cut(&self, chance: &mut StdRng) -> Vec<(String, Vec<u8>)> {
        let mut names = self.durable_names.clone();
        let reached = chance.random_range(0..=self.pending_names.len());
        for (_, naming) in &self.pending_names[..reached] {
            rename(&mut names, naming);
        }
        let left = names.into_iter().map(|(name, file)| {
            let file = &self.files[file];
            let sector = if chance.random() { 512 } else { 4096 };
            let fate = match chance.random_range(0..4) {
                0 => Fate::Nothing,
                1 => Fate::Everything,
                2 => Fate::Sectors(sector),
                _ => Fate::Torn(sector),
            };
            (name, left_of(file, fate, chance))
        });
        left.collect()
    }
}

fn is_replayed(name: &str) -> bool {
    name.starts_with(DATABASE) && !name.ends_with(SHARED_MEMORY)
}

fn left_of(file: &Stored, fate: Fate, chance: &mut StdRng) -> Vec<u8> {
    let mut bytes = file.durable.clone();
    match fate {
        Fate::Nothing => {}
        Fate::Everything => {
            for (_, step) in &file.pending {
                take(&mut bytes, step, |_| true);
            }
        }
        Fate::Sectors(sector) => {
            for (_, step) in &file.pending {
                take_by_sector(&mut bytes, step, sector, chance);
            }
        }
        Fate::Torn(sector) => {
            let whole = chance.random_range(0..=file.pending.len());
            for (_, step) in &file.pending[..whole] {
                take(&mut bytes, step, |_| true);
            }
            if let Some((_, torn)) = file.pending.get(whole) {
                take_by_sector(&mut bytes, torn, sector, chance);
            }
        }
    }
    bytes
}

/// Applies a change; of a write, only the sectors for which `reaches` returns true.
fn take(bytes: &mut Vec<u8>, step: &Step, reaches: impl Fn(usize) -> bool) {
    match step {
        Step::Cut { length } => bytes.resize(*length, 0),
        Step::Write { offset, bytes: new } => {
            // Sectors have 512 bytes. A larger sector is a group of them for which `reaches` gives the same result.
            let mut place = *offset;
            let end = offset + new.len();
            while place < end {
                let next = ((place / 512 + 1) * 512).min(end);
                if reaches(place / 512) {
                    if bytes.len() < next {
                        bytes.resize(next, 0);
                    }
                    bytes[place..next].copy_from_slice(&new[place - offset..next - offset]);
                }
                place = next;
            }
        }
    }
}

fn take_by_sector(bytes: &mut Vec<u8>, step: &Step, sector: usize, chance: &mut StdRng) {
    let fates: u64 = chance.random();
    match step {
        // A change of the length is applied as a whole or not at all.
        Step::Cut { .. } if fates & 1 == 0 => {}
        step => take(bytes, step, |small| {
            let number = small * 512 / sector;
            (fates.rotate_left(u32::try_from(number % 64).unwrap_or_default())) & 1 == 1
        }),
    }
}

fn rename(names: &mut BTreeMap<String, usize>, naming: &Naming) {
    match naming {
        Naming::Made { name, file } => {
            names.insert(name.clone(), *file);
        }
        Naming::Removed { name } => {
            names.remove(name);
        }
        Naming::Renamed { from, to } => {
            if let Some(file) = names.remove(from) {
                names.insert(to.clone(), file);
            }
        }
    }
}

#[cfg(test)]
mod tests;
