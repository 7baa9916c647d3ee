//! Power cuts: the states that a disk may have at every acknowledged write, opened and checked.
//!
//! A server works under load while all its file operations are recorded. The recording is replayed up to the points
//! right after an acknowledgement, and up to points between them. There the disk is built as a power cut may leave it,
//! `carrel check` examines it, and it is compared with the journal.
//!
//! Two controls replay the same recording with weaker syncs: with none, and with those of a weaker setting
//! (`synchronous = NORMAL`). Both must lose data. If one does not, this trial could not detect such a loss in the
//! product either, and fails.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use crate::http::{Answer, Call, Client, Reply};
use crate::journal::{Effect, Journal, State};
use crate::recording::{Disk, Syncs};
use crate::scene::Scene;
use crate::server::{Installation, database_file};
use crate::shim::Shim;
use crate::writers::Writers;
use crate::{Outcome, Trial, facts, say, verdict};

/// Disk states of each control.
const CONTROL_STATES: usize = 20;
/// The controls, and their names in the report.
const CONTROLS: [(Syncs, &str); 2] = [
    (Syncs::Ignored, "without syncs"),
    (Syncs::LogAtCheckpoints, "with the log synced at checkpoints only"),
];
/// One of this many states is served, and its newest book is searched for.
const SERVED_OF: usize = 100;
/// States that are checked concurrently.
const LOOKERS: usize = 2;

/// A disk after a power cut.
struct Cut {
    number: usize,
    files: Vec<(String, Vec<u8>)>,
    journal: Vec<(Effect, State)>,
    is_served: bool,
}

/// Checks `states` states, and returns the violations.
pub async fn run(trial: &Trial, states: usize) -> Outcome<Vec<String>> {
    let mut scene = Scene::prepare(trial, None).await?;
    let recording = scene.beside("recording");
    File::create(&recording)?;
    let shim = Shim::compile(&scene.beside(""), &scene.installation.folder)?.recording(&recording);
    let before = scene.beside("before");
    copy(&scene.installation.folder, &before)?;

    let plain = scene.installation.clone();
    scene.installation.environment = shim.environment();
    let journal = Journal::beside(Some(File::open(&recording)?));
    let mut writers = Writers::new(trial, &scene, journal);
    // One server records the first half, another one the second, so that a clean stop and a start are included.
    for half in 1..=2 {
        let server = scene.installation.serve().await?;
        let working = writers.start(server.address);
        while working.acknowledged() < states * half / 2 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        writers = working.stop().await?;
        server.stop().await?;
    }
    scene.installation = plain;
    let mut found = scene.violations(&writers.journal.whole()).await?;
    found.extend(writers.journal.violations());
    let length = std::fs::metadata(&recording)?.len();
    let points = points(&writers.journal, states, length, trial.seed);
    say(&format!(
        "recorded {} MB of writes under {} writers: {} effects acknowledged",
        length / 1_000_000,
        trial.writers,
        writers.journal.acknowledgements().len()
    ));

    let place = Place {
        scene: &scene,
        before: &before,
        recording: &recording,
        journal: &writers.journal,
        seed: trial.seed,
    };
    let wrong = place.look_over(&points, Syncs::All)?;
    say(&format!(
        "{} states of the disk after a power cut; wrong: {}",
        points.len(),
        wrong.len()
    ));
    found.extend(wrong);
    let every = (points.len() / CONTROL_STATES).max(1);
    let few: Vec<u64> = points.iter().copied().skip(every / 2).step_by(every).collect();
    for (syncs, name) in CONTROLS {
        let lost = place.look_over(&few, syncs)?;
        say(&format!(
            "the control {name}: {} states, in which {} things are wrong",
            few.len(),
            lost.len()
        ));
        if lost.is_empty() {
            found.push(format!(
                "the control {name} lost nothing, so this trial would not find such a loss either"
            ));
        }
    }
    if !found.is_empty() {
        say(&format!("the recording is kept in {}", scene.keep().display()));
    }
    Ok(found)
}

/// The positions of the cuts: at each acknowledgement, or an even selection of them; every second cut is at a random
/// position between one acknowledgement and the next.
fn points(journal: &Journal, states: usize, length: u64, seed: u64) -> Vec<u64> {
    let mut chance = StdRng::seed_from_u64(seed ^ 0xC07);
    let all = journal.acknowledgements();
    let ends = all.iter().skip(1).copied().chain([length]);
    let spans: Vec<(u64, u64)> = all.iter().copied().zip(ends).collect();
    let points = (0..states).filter_map(|number| {
        let (from, to) = *spans.get(number * spans.len() / states)?;
        Some(if number % 2 == 0 {
            from
        } else {
            chance.random_range(from..=to)
        })
    });
    points.collect()
}

/// The input of a replay.
struct Place<'a> {
    scene: &'a Scene,
    before: &'a Path,
    recording: &'a Path,
    journal: &'a Journal,
    seed: u64,
}

impl Place<'_> {
    /// Builds the disk at each position and checks it.
    fn look_over(&self, points: &[u64], syncs: Syncs) -> Outcome<Vec<String>> {
        let mut disk = Disk::new(self.before, self.recording, syncs)?;
        let mut chance = StdRng::seed_from_u64(self.seed ^ 0xD15C);
        let (sender, messages) = mpsc::channel();
        std::thread::scope(|scope| {
            let mut queues = Vec::with_capacity(LOOKERS);
            for number in 0..LOOKERS {
                let (send, cuts) = mpsc::sync_channel::<Cut>(2);
                queues.push(send);
                let sender = sender.clone();
                scope.spawn(move || {
                    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                    for cut in cuts {
                        let name = cut.number;
                        let looked = match &runtime {
                            Ok(runtime) => runtime.block_on(self.look(number, cut)),
                            Err(error) => Err(error.to_string().into()),
                        };
                        let wrong = looked.unwrap_or_else(|error| vec![error.to_string()]);
                        for wrong in wrong {
                            drop(sender.send(format!("state {name}: {wrong}")));
                        }
                    }
                });
            }
            for (number, point) in points.iter().enumerate() {
                disk.advance(*point)?;
                let cut = Cut {
                    number,
                    files: disk.after_power_cut(&mut chance),
                    journal: self.journal.until(*point),
                    is_served: syncs == Syncs::All && number % SERVED_OF == SERVED_OF / 2,
                };
                queues[number % LOOKERS].send(cut)?;
            }
            if syncs == Syncs::All && disk.synced == 0 {
                return Err(
                    "the recording has no sync: the recorder does not see what the binary does".into(),
                );
            }
            Outcome::Ok(())
        })?;
        drop(sender);
        Ok(messages.into_iter().collect())
    }

    async fn look(&self, looker: usize, cut: Cut) -> Outcome<Vec<String>> {
        let folder = self.scene.beside(&format!("cut-{looker}"));
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        std::fs::create_dir(&folder)?;
        for (name, bytes) in &cut.files {
            std::fs::write(folder.join(name), bytes)?;
        }
        // The shared memory is not part of the data: its state after a crash must not matter.
        if cut.number.is_multiple_of(2) {
            let shared = folder.join("carrel.sqlite-shm");
            std::fs::write(shared, vec![0xA5; 32768])?;
        }
        let installation = Installation {
            folder: folder.clone(),
            log: self.scene.beside(&format!("cut-{looker}.log")),
            ..self.scene.installation.clone()
        };
        let mut found: Vec<String> = installation.check().await?.into_iter().collect();
        match facts::of_file(&database_file(&folder)) {
            Ok(facts) => {
                found.extend(verdict::violations(
                    &facts,
                    &cut.journal,
                    &self.scene.copies_before,
                ));
            }
            Err(error) => found.push(format!("the database does not open: {error}")),
        }
        if cut.is_served {
            found.extend(self.serve(&installation, &cut).await?);
        }
        Ok(found)
    }

    /// Starts a server on the remaining files, with an older index, and searches for the newest book.
    async fn serve(&self, installation: &Installation, cut: &Cut) -> Outcome<Vec<String>> {
        copy(&self.before.join("search"), &installation.folder.join("search"))?;
        let note = self.before.join("search-of");
        std::fs::copy(note, installation.folder.join("search-of"))?;
        let server = installation.serve().await?;
        let newest = cut
            .journal
            .iter()
            .rev()
            .find_map(|(effect, state)| match (effect, state) {
                (Effect::AddBook { title, .. }, State::Done(_)) => Some(title.clone()),
                _ => None,
            });
        let mut found = Vec::new();
        if let Some(title) = newest {
            let path = format!("/api/books?search=%22{title}%22");
            let call = Call::new("GET", path, Some(&self.scene.admin.token));
            let mut client = Client::new(server.address);
            for attempt in 0.. {
                let reply = client.call(&call).await;
                if let Reply::Answered(Answer {
                    status: 200, body, ..
                }) = &reply
                    && body["data"][0]["title"] == *title
                {
                    break;
                }
                if attempt == 500 {
                    found.push(format!("the search does not find {title}: {reply:?}"));
                    break;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        server.stop().await?;
        found.extend(installation.panics());
        Ok(found)
    }
}

/// Copies a folder with its content.
fn copy(from: &Path, to: &Path) -> Outcome<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target: PathBuf = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
