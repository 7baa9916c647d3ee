//! Events of live changes.

use carrel_domain::live::{Digest, Ids, Topic};
use carrel_operations::live::{End, Event};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::words::LiveTopic;

/// The data of an event `changes`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LiveChanges {
    pub changes: Vec<LiveChange>,
}

/// A change of one topic.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LiveChange {
    #[schema(value_type = LiveTopic)]
    pub topic: &'static str,
    /// The ids of what changed: books for `books` and `copies`, borrowings for `borrowings` and `own_borrowings`, people for
    /// `people` and `fines`. Null when any of the topic may have changed.
    pub ids: Option<Vec<String>>,
}

impl LiveChange {
    fn of(topic: Topic, ids: &Ids) -> Self {
        let ids = match (ids, topic.entity()) {
            (Ids::Some(numbers), Some(entity)) => {
                let ids = numbers.iter().map(|number| format!("{entity}_{number}"));
                Some(ids.collect())
            }
            _ => None,
        };
        LiveChange {
            topic: topic.as_str(),
            ids,
        }
    }
}

impl From<&Digest> for LiveChanges {
    fn from(digest: &Digest) -> Self {
        let changes = digest.topics().map(|(topic, ids)| LiveChange::of(topic, ids));
        LiveChanges {
            changes: changes.collect(),
        }
    }
}

/// The text of an event of this kind: its name and its data, or a comment.
pub(crate) fn text(kind: &str, event: &Event) -> String {
    let data = match event {
        Event::Heartbeat => return ":\n\n".to_owned(),
        Event::Changes(digest) if !digest.has_everything() => {
            serde_json::to_string(&LiveChanges::from(digest)).unwrap_or_default()
        }
        Event::Ready { past_seconds } => json!({ "pastSeconds": past_seconds }).to_string(),
        Event::Changes(_) => "{}".to_owned(),
        Event::End(End::SignedOut) => json!({ "reason": "signed_out" }).to_string(),
        Event::End(End::Unavailable) => json!({ "reason": "unavailable" }).to_string(),
    };
    format!("event: {kind}\ndata: {data}\n\n")
}
