//! One's own sessions: listing them and ending them remotely.

use carrel_domain::users::{Act, Session, SessionId};
use carrel_storage::sessions;
use serde_json::json;

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};
use crate::core::library::Library;
use crate::core::page::{Page, Paged};

/// A session of the person who is signed in.
#[derive(Debug, Clone)]
pub struct OwnSession {
    pub session: Session,
    /// Whether it is the session of this call.
    pub is_current: bool,
}

/// One's own sessions, the newest first.
pub async fn list(library: &Library, context: &Context, page: Page) -> Result<Paged<OwnSession>> {
    let actor = context.require(Act::ManageOwnAccount)?;
    let input = (actor.user.id, context.now_ms(), page);
    let (rows, total) = library
        .database
        .read(&input, |connection, (user_id, now, page)| {
            Box::pin(async move {
                let (limit, offset) = (page.sql_limit(), page.sql_offset());
                let rows = sessions::of_user(connection, *user_id, *now, limit, offset).await?;
                let total = sessions::count_of_user(connection, *user_id, *now).await?;
                Ok::<_, Error>((rows, total))
            })
        })
        .await?;
    let own = |session: Session| OwnSession {
        is_current: session.token_hash == actor.token_hash,
        session,
    };
    Ok(Paged::new(rows.into_iter().map(own).collect(), page, total))
}

/// Ends one of one's own sessions.
pub async fn end(library: &Library, context: Context, id: SessionId) -> Result<()> {
    context.require(Act::ManageOwnAccount)?;
    library
        .write_once(context.call(), (context, id), |transaction, (context, id)| {
            Box::pin(async move {
                let user_id = context.require(Act::ManageOwnAccount)?.user.id;
                if !sessions::end_of(transaction, user_id, *id).await? {
                    return Err(Error::NotFound(Noun::Session));
                }
                let event = audit::Event {
                    action: "session.ended",
                    subject: Subject::of(user_id),
                    before: Some(json!({ "session": id })),
                    after: None,
                };
                audit::record(transaction, context, event).await
            })
        })
        .await
}

/// Ends all of one's own sessions except that of this call. Returns how many.
pub async fn end_others(library: &Library, context: Context) -> Result<u64> {
    context.require(Act::ManageOwnAccount)?;
    library
        .write_once(context.call(), context, |transaction, context| {
            Box::pin(async move {
                let actor = context.require(Act::ManageOwnAccount)?;
                let user_id = actor.user.id;
                let ended = sessions::end_others_of(transaction, user_id, &actor.token_hash).await?;
                if ended > 0 {
                    let event = audit::Event {
                        action: "session.others_ended",
                        subject: Subject::of(user_id),
                        before: Some(json!({ "sessions": ended })),
                        after: None,
                    };
                    audit::record(transaction, context, event).await?;
                }
                Ok::<_, Error>(ended)
            })
        })
        .await
}
