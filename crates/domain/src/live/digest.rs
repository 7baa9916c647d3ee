//! Digests: changes that are collected until a stream sends them.

use std::collections::{BTreeMap, BTreeSet};

use super::{Announcement, Topic};
use crate::users::{Acts, UserId};

/// The maximum number of ids of one topic in a digest. More changes than this concern the whole topic.
pub const MOST_IDS: usize = 50;

/// Changes that a stream has not sent yet. Its size is bounded, however long its reader waits: each topic is contained
/// once, with at most [`MOST_IDS`] ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digest {
    /// Any data may have changed.
    everything: bool,
    topics: BTreeMap<Topic, Ids>,
}

/// What changed of a topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ids {
    /// The numbers of these ids.
    Some(BTreeSet<i64>),
    /// Any of it.
    All,
}

impl Digest {
    /// Adds an announcement if a person may know it: one who may do `acts`.
    pub fn add(&mut self, announcement: Announcement, user_id: UserId, acts: Acts) {
        match announcement {
            Announcement::Everything => self.add_everything(),
            Announcement::Shared { topic, id } => self.add_topic(topic, id, acts),
            Announcement::Personal {
                topic,
                user_id: about,
                id,
            } => {
                if about == user_id {
                    self.add_topic(topic, id, acts);
                }
            }
        }
    }

    /// Any data may have changed.
    pub fn add_everything(&mut self) {
        self.everything = true;
        self.topics.clear();
    }

    fn add_topic(&mut self, topic: Topic, id: Option<i64>, acts: Acts) {
        if self.everything || !acts.contains(topic.act()) {
            return;
        }
        let ids = self
            .topics
            .entry(topic)
            .or_insert_with(|| Ids::Some(BTreeSet::new()));
        match (&mut *ids, id) {
            (Ids::Some(known), Some(id)) => {
                known.insert(id);
                if known.len() > MOST_IDS {
                    *ids = Ids::All;
                }
            }
            (Ids::Some(_), None) => *ids = Ids::All,
            (Ids::All, _) => {}
        }
    }

    /// Removes the topics that a person may not read any more.
    pub fn keep_only(&mut self, acts: Acts) {
        self.topics.retain(|topic, _| acts.contains(topic.act()));
    }

    /// Whether it has no changes.
    pub fn is_empty(&self) -> bool {
        !self.everything && self.topics.is_empty()
    }

    /// Whether any data may have changed.
    pub fn has_everything(&self) -> bool {
        self.everything
    }

    /// The topics with changes, in order.
    pub fn topics(&self) -> impl Iterator<Item = (Topic, &Ids)> {
        self.topics.iter().map(|(topic, ids)| (*topic, ids))
    }
}
