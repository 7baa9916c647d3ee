//! Merges the segments of the index, because every segment adds to the time of a search.

use tantivy::IndexWriter;
use tantivy::index::SegmentId;

use crate::error::Error;
use crate::index::Index;
use crate::snapshot::Segment;

/// A start looks for segments to merge only if there are more than this. There may be none: the engine merges four of about
/// the same size, so that a million books may have some forty segments.
const MOST_SEGMENTS: usize = 12;

impl Index {
    /// Merges all segments into one, which makes every search faster, and removes the old files.
    pub(crate) fn merge_all(&self, writer: &mut IndexWriter, position: &str) -> Result<(), Error> {
        let segments = self.engine.searchable_segment_ids()?;
        if segments.len() > 1 {
            writer.merge(&segments).wait()?;
            self.publish(self.open_snapshot(position)?);
        }
        writer.garbage_collect_files().wait()?;
        Ok(())
    }

    /// Starts to merge the segments if they are many, as after a process that ended during the merge of a large index. Searches see the
    /// merged ones after [`Self::publish_merged`].
    ///
    /// # Errors
    /// If the disk or the engine fails.
    pub fn merge_if_many(&self) -> Result<(), Error> {
        let mut slot = self.lock_writer();
        let snapshot = self.snapshot();
        match &snapshot.position {
            // The engine looks for segments to merge after every commit.
            Some(position) if snapshot.segments.len() > MOST_SEGMENTS => {
                self.apply_with(&mut slot, Vec::new(), position)
            }
            _ => Ok(()),
        }
    }

    /// Makes segments visible to searches that the engine has merged since the last change. Returns whether there were any.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn publish_merged(&self) -> Result<bool, Error> {
        // A change that is in progress publishes them itself.
        let Some(slot) = self.try_lock_writer() else {
            return Ok(false);
        };
        let snapshot = self.snapshot();
        // Without a writer, nothing is merged; and after a failed change, the last commit may be newer than its snapshot.
        let Some(position) = snapshot.position.as_deref().filter(|_| slot.is_some()) else {
            return Ok(false);
        };
        let mut seen: Vec<SegmentId> = snapshot.segments.iter().map(Segment::segment_id).collect();
        let mut committed = self.engine.searchable_segment_ids()?;
        seen.sort_unstable();
        committed.sort_unstable();
        if seen == committed {
            return Ok(false);
        }
        let mut merged = self.open_snapshot(position)?;
        // Searches find the same as before.
        merged.generation = snapshot.generation;
        self.prepare_if_wanted(&merged);
        self.publish(merged);
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::{Duration, Instant};

    use carrel_domain::catalogue::book::BookId;
    use tantivy::indexer::NoMergePolicy;

    use super::*;
    use crate::document::BookDocument;
    use crate::index::{APPLY_MEMORY, commit};

    /// An index with a book in each of some segments, as a process leaves it that ends before it has merged them.
    fn scattered(segments: usize) -> (tempfile::TempDir, Index) {
        let dir = tempfile::tempdir().unwrap();
        let index = Index::open(dir.path()).unwrap();
        let mut writer = index.open_writer(APPLY_MEMORY).unwrap();
        writer.set_merge_policy(Box::new(NoMergePolicy));
        for number in (1..).take(segments) {
            let book = BookDocument::new(BookId::new(number), "Emma");
            writer.add_document(index.fields.document(&book)).unwrap();
            commit(&mut writer, "7").unwrap();
        }
        drop(writer);
        drop(index);
        let index = Index::open(dir.path()).unwrap();
        assert_eq!(index.snapshot().segments.len(), segments);
        (dir, index)
    }

    #[test]
    fn segments_that_were_merged_since_the_last_change_are_published_once() {
        let (_dir, index) = scattered(3);
        let mut writer = index.open_writer(APPLY_MEMORY).unwrap();
        let segments = index.engine.searchable_segment_ids().unwrap();
        writer.merge(&segments).wait().unwrap();
        *index.lock_writer() = Some(writer);
        assert_eq!(index.snapshot().segments.len(), 3);

        assert!(index.publish_merged().unwrap());
        let merged = index.snapshot();
        assert_eq!((merged.segments.len(), merged.books()), (1, 3));
        // Searches find the same, so that cached responses stay valid.
        assert_eq!(index.generation(), 0);
        assert!(!index.publish_merged().unwrap());
    }

    #[test]
    fn few_segments_of_an_earlier_process_are_left() {
        let (_dir, index) = scattered(MOST_SEGMENTS);
        index.merge_if_many().unwrap();
        assert!(index.lock_writer().is_none());
        assert_eq!(index.generation(), 0);
        assert!(!index.publish_merged().unwrap());
    }

    #[test]
    fn many_segments_of_an_earlier_process_are_merged() {
        let (_dir, index) = scattered(MOST_SEGMENTS + 1);
        index.prepare().unwrap();
        index.merge_if_many().unwrap();
        let began = Instant::now();
        // The merge may end before its commit is published, or after.
        while index.snapshot().segments.len() > 1 {
            index.publish_merged().unwrap();
            assert!(began.elapsed() < Duration::from_mins(1), "nothing was merged");
            thread::yield_now();
        }
        assert_eq!(index.snapshot().books(), 13);
        assert_eq!(index.position().as_deref(), Some("7"));
        assert!(!index.publish_merged().unwrap());
    }
}
