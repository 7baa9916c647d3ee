//! The check of a file: every record is read and compared with the library, and nothing of it is brought in.

use carrel_domain::catalogue::copy_form::BARCODE_TAKEN;
use carrel_domain::imports::{FindingKind, ImportCounts, ImportId, ImportState, LISTED_DUPLICATES};
use carrel_storage::imports::{self, FindingRow};

use super::findings::{duplicate, reject, reject_incomplete, rejected};
use super::incoming::{Incoming, Reading};
use super::matching::{Known, Seen};
use crate::core::error::{Error, Result};
use crate::core::library::Library;

/// The check of a file, as far as it has gone.
#[derive(Default)]
pub(crate) struct Check {
    seen: Seen,
    listed_duplicates: i64,
    /// The counts of all batches.
    pub counts: ImportCounts,
}

/// What a batch of records is.
struct Judged {
    counts: ImportCounts,
    findings: Vec<(FindingKind, FindingRow)>,
}

impl Check {
    /// Checks a batch, and stores its counts and findings. False when staff have ended the check meanwhile.
    pub(crate) async fn batch(
        &mut self,
        library: &Library,
        id: ImportId,
        batch: Vec<Reading>,
        now_ms: i64,
    ) -> Result<bool> {
        let (valid, invalid) = split(batch);
        let known = library
            .database
            .read(&valid, |connection, valid| {
                Box::pin(Known::load(connection, valid))
            })
            .await?;
        let mut judged = Judged {
            counts: ImportCounts::default(),
            findings: Vec::new(),
        };
        for one in &invalid {
            judged.findings.push(rejected(one));
        }
        for incoming in &valid {
            self.judge(incoming, &known, &mut judged);
        }
        let counts = &mut judged.counts;
        counts.read = i64::try_from(valid.len() + invalid.len()).unwrap_or(i64::MAX);
        counts.rejected += i64::try_from(invalid.len()).unwrap_or(i64::MAX);
        let before = self.counts.read;
        self.counts.add(counts);
        store(library, id, (ImportState::Checking, before), judged, now_ms).await
    }

    fn judge(&mut self, incoming: &Incoming, known: &Known, judged: &mut Judged) {
        let book_id = known
            .book_of(incoming)
            .filter(|book_id| !known.is_other_record(incoming, *book_id, false));
        if book_id.is_none() && !incoming.missing.is_empty() {
            judged.counts.rejected += 1;
            judged.findings.push(rejected(&reject_incomplete(incoming)));
            return;
        }
        let mut taken = false;
        for key in incoming.copies.iter().filter_map(|copy| copy.key()) {
            let holder = known.copy_with(key).map(|(_, holder)| holder);
            taken |=
                holder.is_some_and(|holder| Some(holder) != book_id) || self.seen.is_taken(key, incoming);
        }
        if taken {
            judged.counts.rejected += 1;
            judged
                .findings
                .push(rejected(&reject(incoming, "barcode", BARCODE_TAKEN)));
            return;
        }
        judged.counts.valid += 1;
        judged.counts.copies += i64::try_from(incoming.copies.len()).unwrap_or(0);
        let repeats = self.seen.repeats(incoming);
        if book_id.is_some() || repeats {
            judged.counts.duplicates += 1;
            if self.listed_duplicates < LISTED_DUPLICATES {
                self.listed_duplicates += 1;
                judged.findings.push(duplicate(incoming, book_id));
            }
        }
    }
}

/// The valid records of a batch, and the others.
pub(crate) fn split(batch: Vec<Reading>) -> (Vec<Incoming>, Vec<super::incoming::Rejected>) {
    let (mut valid, mut invalid) = (Vec::with_capacity(batch.len()), Vec::new());
    for reading in batch {
        match reading {
            Reading::Valid(incoming) => valid.push(*incoming),
            Reading::Rejected(one) => invalid.push(one),
        }
    }
    (valid, invalid)
}

async fn store(
    library: &Library,
    id: ImportId,
    from: (ImportState, i64),
    judged: Judged,
    now_ms: i64,
) -> Result<bool> {
    library
        .database
        .write(
            (id, from, judged, now_ms),
            |transaction, (id, from, judged, now_ms)| {
                Box::pin(async move {
                    let goes_on = imports::advance(transaction, *id, *from, &judged.counts, *now_ms).await?;
                    if goes_on {
                        imports::insert_findings(transaction, *id, &judged.findings).await?;
                    }
                    Ok::<_, Error>(goes_on)
                })
            },
        )
        .await
}
