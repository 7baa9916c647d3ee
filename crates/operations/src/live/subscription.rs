//! A subscription: the events of one stream, for as long as its session is valid.

use std::sync::Arc;
use std::time::Duration;

use carrel_domain::live::{Digest, Topic};
use carrel_domain::users::Acts;
use jiff::Timestamp;
use tokio::time::Instant;

use crate::core::context::{Actor, Context};
use crate::core::error::Result;
use crate::core::library::Library;
use crate::core::live_streams::OpenStream;
use crate::identity::{access_tokens, sessions};
use crate::live::feed;
use crate::live::follow::{Now, follow};

/// How long a check of the session is valid while changes are sent. A stream that sends nothing checks it at each
/// heartbeat.
const CHECKED_FOR: Duration = Duration::from_secs(5);

/// The most seconds whose changes are announced afterwards. Then the client loads its data again.
pub const MOST_PAST_SECONDS: u32 = 600;

/// An event of a stream.
#[derive(Debug, PartialEq, Eq)]
pub enum Event {
    /// Every change that is committed from now on is announced, and so are those of this many seconds before.
    Ready { past_seconds: u32 },
    /// These data have changed.
    Changes(Digest),
    /// Nothing has changed for a while.
    Heartbeat,
    /// The last event.
    End(End),
}

/// Why a stream ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The session or the access token is not valid any more, or its owner may not read the catalogue.
    SignedOut,
    /// The server stops, or cannot check the session.
    Unavailable,
}

/// An open stream of a person.
pub struct Subscription {
    library: Arc<Library>,
    now: Now,
    stream: OpenStream,
    token_hash: String,
    is_access_token: bool,
    checked_at: Instant,
    /// For how many seconds before the stream is ready changes are announced.
    past_seconds: u32,
    /// What was checked already and is sent next.
    next: Option<Event>,
    has_ended: bool,
}

/// Opens a stream of live changes for the person who is signed in. It also announces what has changed in `past_seconds`
/// before, at most [`MOST_PAST_SECONDS`]. The stream takes no turn of the person.
///
/// # Errors
/// [`Error::TooManyStreams`](crate::core::error::Error::TooManyStreams); [`carrel_storage::Error::Unavailable`] when the
/// process has too many.
pub fn subscribe(
    library: &Arc<Library>,
    context: &Context,
    now: Now,
    past_seconds: u32,
) -> Result<Subscription> {
    let actor = context.require(Topic::Books.act())?;
    let acts = acts_of(actor, context.now);
    let streams = &library.live_streams;
    let (stream, must_follow) = streams.open(actor.user.id, acts, &library.limits.live)?;
    if must_follow {
        tokio::spawn(follow(Arc::clone(library), Arc::clone(&now)));
    }
    Ok(Subscription {
        library: Arc::clone(library),
        now,
        stream,
        token_hash: actor.token_hash.clone(),
        is_access_token: actor.scopes.is_some(),
        checked_at: Instant::now(),
        past_seconds: past_seconds.min(MOST_PAST_SECONDS),
        next: None,
        has_ended: false,
    })
}

impl Subscription {
    /// The next event; `None` after the last one. What happens while nobody waits is collected in the next event.
    pub async fn next(&mut self) -> Option<Event> {
        if self.has_ended {
            return None;
        }
        let event = match self.next.take() {
            Some(event) => event,
            None => self.wait().await,
        };
        self.has_ended = matches!(event, Event::End(_));
        Some(event)
    }

    async fn wait(&mut self) -> Event {
        let heartbeat = Instant::now() + self.library.limits.live.heartbeat;
        loop {
            let changed = tokio::time::timeout_at(heartbeat, self.stream.changed()).await;
            let mut collected = self.stream.take();
            if collected.has_stopped {
                return Event::End(End::Unavailable);
            }
            if changed.is_err() || collected.must_recheck || self.checked_at.elapsed() >= CHECKED_FOR {
                match self.recheck().await {
                    Ok(Some(false)) => {}
                    Ok(Some(true)) => collected.digest.add_everything(),
                    Ok(None) => return Event::End(End::SignedOut),
                    Err(error) => {
                        // Nothing is sent until the session was checked; a client would not know what it has missed.
                        tracing::debug!(%error, "the session of a stream could not be checked");
                        return Event::End(End::Unavailable);
                    }
                }
            }
            if collected.is_ready {
                if !collected.digest.is_empty() {
                    self.next = Some(Event::Changes(collected.digest));
                }
                return Event::Ready {
                    past_seconds: self.announce_past().await,
                };
            }
            if !collected.digest.is_empty() {
                return Event::Changes(collected.digest);
            }
            if changed.is_err() {
                return Event::Heartbeat;
            }
        }
    }

    /// Announces what changed before the stream was ready. Returns for how many seconds; 0 if that is not known.
    async fn announce_past(&mut self) -> u32 {
        if self.past_seconds == 0 {
            return 0;
        }
        match feed::past(&self.library, (self.now)(), self.past_seconds).await {
            Ok(announcements) => {
                self.stream.announce(&announcements);
                self.past_seconds
            }
            Err(error) => {
                tracing::debug!(%error, "the changes before a stream could not be read");
                0
            }
        }
    }

    /// Checks the session. Returns whether the person may do something else than before; `None` when the stream must end.
    async fn recheck(&mut self) -> Result<Option<bool>> {
        let now = (self.now)();
        let actor = if self.is_access_token {
            access_tokens::current(&self.library, &self.token_hash, now).await?
        } else {
            sessions::current(&self.library, &self.token_hash, now).await?
        };
        self.checked_at = Instant::now();
        let Some(actor) = actor else { return Ok(None) };
        let acts = acts_of(&actor, now);
        if !acts.contains(Topic::Books.act()) {
            return Ok(None);
        }
        Ok(Some(self.stream.set_acts(acts)))
    }
}

/// The acts of the topics that an actor may do.
fn acts_of(actor: &Actor, now: Timestamp) -> Acts {
    let context = Context {
        actor: Some(actor.clone()),
        ..Context::without_actor(now, [0; 32])
    };
    let acts = Topic::ALL.into_iter().map(Topic::act);
    acts.filter(|act| context.require(*act).is_ok()).collect()
}
