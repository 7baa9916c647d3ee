//! Sessions: signing in, signing out, and finding the user of a token.

use std::sync::Arc;

use carrel_domain::identity::token_hash;
use carrel_domain::users::access_token::is_access_token;
use carrel_domain::users::validation::LoginForm;
use carrel_domain::users::{SessionKind, User, email_key};
use carrel_storage::engine::Stamp;
use carrel_storage::sessions::SignedInRow;
use carrel_storage::{
    Transaction, email_changes as stored_changes, jobs, known_devices, one_time_links, registrations,
    sessions, sign_in_failures, throttles, users,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::core::cached::SignedInUser;
use crate::core::context::{Actor, Context};
use crate::core::error::{Error, Result, SecondStep};
use crate::core::library::Library;
use crate::core::settings::Settings;
use crate::identity::active_user::locked;
use crate::identity::guesses::{Guess, GuessOrigin};
use crate::identity::origin::Origin;
use crate::identity::session_start::{self, Lifetime, SessionSeconds};
use crate::identity::write_limits::leave_disk_reserve;
use crate::identity::{access_tokens, challenges, credentials, devices, security_events, withheld};

/// The result of a sign-in: the person, and the token of the new session. The token is shown once; the database has only
/// its hash.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SignedIn {
    pub user: User,
    pub session_kind: SessionKind,
    pub token: String,
    /// The token of the device, which it keeps for its next sign-in.
    pub device_token: Option<String>,
}

/// The last use of a session is written at most this often, in milliseconds: reads must not become writes.
const USE_IS_NOTED_EVERY_MS: i64 = 10 * 60 * 1000;

/// How long attempts and failures are remembered, in milliseconds: longer than the window of any throttle.
pub(crate) const OLDEST_WINDOW_MS: i64 = 24 * 60 * 60 * 1000;

/// How long sent and permanently failed mails are remembered, in milliseconds: administrators see the failed ones.
pub(crate) const MAILS_ARE_REMEMBERED_MS: i64 = 14 * 24 * 60 * 60 * 1000;

/// The user of a token, a session's or an access token: an active account, and a token that has not expired.
///
/// Waits for the turn of the caller, before the first read.
pub async fn identify(
    library: &Library,
    context: &Context,
    token: &str,
    address: &str,
) -> Result<Option<Actor>> {
    let now = context.now;
    let hash = token_hash(token);
    let turn = library.turn(&hash).await?;
    let found = if is_access_token(token) {
        access_tokens::identify(library, context, hash.clone(), address).await?
    } else {
        identify_session(library, hash.clone(), now).await?
    };
    let Some(mut actor) = found else {
        library.forget_caller(&hash);
        return Ok(None);
    };
    actor.user = withheld::present_shared(library, actor.user).await?;
    actor.turn = Some(library.turn_of_user(turn, &hash, actor.user.id).await?);
    Ok(Some(actor))
}

/// The user of a session, which is in use now.
async fn identify_session(library: &Library, hash: String, now: Timestamp) -> Result<Option<Actor>> {
    let Some((found, stamp)) = valid_session(library, &hash, now).await? else {
        return Ok(None);
    };
    let now = now.as_millisecond();
    let noted_every_ms = noted_every_ms(&library.shown_settings(), &found);
    if found.last_used_at <= now - noted_every_ms {
        // The write leaves the stamp, so the remembered session is updated here.
        let used = SignedInUser {
            stamp: found.stamp,
            user: Arc::clone(&found.user),
            expires_at: found.expires_at,
            last_used_at: now,
            confirmed_at: found.confirmed_at,
            kind: found.kind,
        };
        library.signed_in.insert(hash.clone(), Arc::new(used));
        note_use(library, hash.clone(), now, noted_every_ms);
    }
    Ok(Some(actor_of(&found, hash, stamp)))
}

/// The user of a session now, without a use of the session: an open stream does not prolong it. Takes no turn.
pub(crate) async fn current(library: &Library, hash: &str, now: Timestamp) -> Result<Option<Actor>> {
    let Some((found, stamp)) = valid_session(library, hash, now).await? else {
        return Ok(None);
    };
    let mut actor = actor_of(&found, hash.to_owned(), stamp);
    actor.user = withheld::present_shared(library, actor.user).await?;
    Ok(Some(actor))
}

fn actor_of(found: &SignedInUser, token_hash: String, stamp: Stamp) -> Actor {
    Actor {
        user: Arc::clone(&found.user),
        token_hash,
        stamp: Some(stamp),
        scopes: None,
        // An instant out of range confirms nothing.
        confirmed_at: Some(Timestamp::from_millisecond(found.confirmed_at).unwrap_or(Timestamp::MIN)),
        session_kind: Some(found.kind),
        turn: None,
    }
}

/// A session that has neither expired nor been idle for too long, and the stamp of the data in which it was valid.
///
/// Every call needs it, so it is cached as long as the stamp of the database stays the same, whichever process writes:
/// a session that ended is refused by the very next call.
async fn valid_session(
    library: &Library,
    hash: &str,
    now: Timestamp,
) -> Result<Option<(Arc<SignedInUser>, Stamp)>> {
    let stamp = library.database.stamp().await.map_err(Error::Storage)?;
    let remembered = library.signed_in.get(hash);
    let settings = library.shown_settings();
    let mut found = match remembered.filter(|known| known.stamp == stamp) {
        Some(known) => known,
        None => match read_session(library, hash, &stamp, now).await? {
            Some(known) => known,
            None => return Ok(None),
        },
    };
    let oldest_use = |known: &SignedInUser| {
        let idle_ms = settings.security.idle_ms(known.kind, known.user.role.is_staff());
        idle_ms.map_or(i64::MIN, |idle_ms| now.as_millisecond() - idle_ms)
    };
    if found.last_used_at <= oldest_use(&found) {
        // Another server may have recorded a later use, which leaves the stamp.
        let Some(read) = read_session(library, hash, &stamp, now).await? else {
            return Ok(None);
        };
        found = read;
        if found.last_used_at <= oldest_use(&found) {
            end_idle(library, hash.to_owned(), oldest_use(&found));
            return Ok(None);
        }
    }
    if found.expires_at <= now.as_millisecond() {
        return Ok(None);
    }
    Ok(Some((found, stamp)))
}

/// After how many minutes without use a session of this person ends; None if it lasts until it expires.
pub fn idle_minutes(library: &Library, kind: SessionKind, user: &User) -> Option<i64> {
    let settings = library.shown_settings();
    settings.security.idle_minutes(kind, user.role.is_staff())
}

/// Records in the background that a session is in use: the call does not wait for it or fail because of it.
fn note_use(library: &Library, token_hash: String, now: i64, noted_every_ms: i64) {
    let database = library.database.clone();
    tokio::spawn(async move {
        let noted: Result<()> = database
            .write(
                (token_hash, now, now - noted_every_ms + 1),
                |transaction, (hash, now, not_before)| {
                    Box::pin(async move {
                        sessions::touch(transaction, hash, *now, *not_before).await?;
                        Ok(())
                    })
                },
            )
            .await;
        if let Err(error) = noted {
            tracing::debug!(%error, "the use of a session could not be recorded");
        }
    });
}

/// How often the use of a session is recorded, in milliseconds: at least ten times while it may be idle, because a use that
/// is not recorded does not prolong it.
fn noted_every_ms(settings: &Settings, known: &SignedInUser) -> i64 {
    let idle_ms = settings.security.idle_ms(known.kind, known.user.role.is_staff());
    idle_ms.map_or(USE_IS_NOTED_EVERY_MS, |idle_ms| {
        USE_IS_NOTED_EVERY_MS.min(idle_ms / 10)
    })
}

/// Ends an idle session in the background: the call is refused in any case.
fn end_idle(library: &Library, token_hash: String, oldest_use: i64) {
    let database = library.database.clone();
    tokio::spawn(async move {
        let ended: Result<()> = database
            .write((token_hash, oldest_use), |transaction, (hash, oldest_use)| {
                Box::pin(async move { Ok(sessions::end_idle(transaction, hash, *oldest_use).await?) })
            })
            .await;
        if let Err(error) = ended {
            tracing::debug!(%error, "an idle session could not be removed");
        }
    });
}

async fn read_session(
    library: &Library,
    hash: &str,
    stamp: &Stamp,
    now: Timestamp,
) -> Result<Option<Arc<SignedInUser>>> {
    let input = (hash.to_owned(), now.as_millisecond());
    let found = library
        .database
        .read(&input, |connection, (hash, now)| {
            Box::pin(sessions::user_of(connection, hash, *now))
        })
        .await
        .map_err(Error::Storage)?;
    Ok(found.map(
        |SignedInRow {
             user,
             expires_at,
             last_used_at,
             confirmed_at,
             kind,
         }| {
            let known = Arc::new(SignedInUser {
                stamp: *stamp,
                user: Arc::new(user),
                expires_at,
                last_used_at,
                confirmed_at,
                kind,
            });
            library.signed_in.insert(input.0, Arc::clone(&known));
            known
        },
    ))
}

/// Signs in. A wrong password and an unknown account give the same response in the same time.
///
/// # Errors
/// [`Error::SecondStepNeeded`] after a right password, when the account has a second factor and the device is not trusted.
pub async fn sign_in(
    library: &Library,
    context: Context,
    form: LoginForm,
    origin: Origin,
) -> Result<SignedIn> {
    let form = form.validate().map_err(Error::Invalid)?;
    let key = email_key(&form.email);
    let device = devices::known(library, &form.email, form.device_token.as_deref()).await?;
    let guess_origin = match device {
        Some(token_hash) => GuessOrigin::KnownDevice(token_hash),
        None => GuessOrigin::Address(origin.address.clone()),
    };
    let asker = guess_origin.asker();
    let address = origin.address.as_str();
    let guess = Guess::take(library, &form.email, guess_origin, context.now)
        .await
        .inspect_err(|error| {
            if matches!(error, Error::Throttled { .. }) {
                security_events::note_failed_sign_in(
                    library,
                    &context,
                    "sign_in.throttled",
                    &key,
                    None,
                    address,
                );
            }
        })?;

    let noted = context.clone();
    let check = async || {
        credentials::checked(library, &key, &form.password, asker, address)
            .await
            .inspect_err(|error| {
                if matches!(error, Error::WrongCredentials) {
                    security_events::note_failed_sign_in(
                        library,
                        &noted,
                        "sign_in.failed",
                        &key,
                        None,
                        address,
                    );
                }
            })
    };
    let user = check().await?;
    tracing::info!(user = %user.id, address, "right password");
    leave_disk_reserve(library, user.role.is_staff())?;
    // The only moment when the password is known. A server that is too busy for it leaves the old hash.
    let renewed_hash = if library.passwords.is_outdated(&user.password_hash) {
        let salt = context.secret("password salt");
        library.passwords.hash(asker, &form.password, salt).await.ok()
    } else {
        None
    };
    let mut input = NewSession {
        context,
        user,
        origin: origin.clone(),
        seconds: SessionSeconds::of(library).of_kind(form.session_kind),
        kind: form.session_kind,
        device_token: form.device_token.clone(),
        guess,
        renewed_hash,
    };
    let begin = async |input: NewSession| {
        let begun = library.database.write(input, |transaction, input| {
            Box::pin(begin_after_sign_in(transaction, input))
        });
        begun.await
    };
    let mut sign_in = begin(input.clone()).await?;
    if matches!(sign_in, SignIn::PasswordChanged) {
        // Or another sign-in of the same person has renewed the hash at the same moment.
        input.user = check().await?;
        input.renewed_hash = None;
        sign_in = begin(input).await?;
    }
    match sign_in {
        SignIn::PasswordChanged => Err(Error::WrongCredentials),
        SignIn::Done(signed_in) => {
            let mut signed_in = *signed_in;
            signed_in.user = withheld::present(library, signed_in.user).await?;
            Ok(signed_in)
        }
        SignIn::Waits(step) => Err(Error::SecondStepNeeded(step)),
    }
}

/// The outcome of a right password.
enum SignIn {
    Done(Box<SignedIn>),
    /// The account has a second factor.
    Waits(Box<SecondStep>),
    /// The stored hash is not the one that was checked.
    PasswordChanged,
}

#[derive(Clone)]
struct NewSession {
    context: Context,
    user: User,
    origin: Origin,
    seconds: i64,
    kind: SessionKind,
    /// The token of the device, if it sent one.
    device_token: Option<String>,
    /// The counted guess, which was right.
    guess: Guess,
    /// The hash of the same password at the present cost, if the stored one is cheaper.
    renewed_hash: Option<String>,
}

async fn begin_after_sign_in(transaction: &mut Transaction, input: &NewSession) -> Result<SignIn> {
    let user = locked(transaction, input.user.id).await?;
    // The password was checked before the transaction began; the password or the account may have changed since.
    if user.password_hash != input.user.password_hash {
        return Ok(SignIn::PasswordChanged);
    }
    if user.deactivated_at.is_some() {
        return Err(Error::AccountInactive);
    }
    if let Some(hash) = &input.renewed_hash {
        users::renew_password_hash(transaction, user.id, hash).await?;
    }
    let sent = input.device_token.as_deref();
    let step = challenges::begin(transaction, &input.context, user.id, sent, input.kind).await?;
    if let Some(step) = step {
        // The guess stays counted until the second step: who has the password alone is slowed down like a guesser, and
        // leaves a trace.
        let event = security_events::second_step_asked(user.id);
        security_events::count(event.action);
        event
            .record_in(transaction, &input.context, &input.origin.address, 1)
            .await?;
        return Ok(SignIn::Waits(Box::new(step)));
    }
    input.guess.was_right(transaction).await?;
    let lifetime = Lifetime {
        expires_at: input.context.now_ms() + input.seconds * 1000,
        kind: input.kind,
    };
    let token = session_start::begin(
        transaction,
        &input.context,
        user.id,
        &input.origin,
        lifetime,
        None,
    )
    .await?;
    let device_token = devices::remember(transaction, &input.context, user.id, sent).await?;
    Ok(SignIn::Done(Box::new(SignedIn {
        user,
        session_kind: input.kind,
        token,
        device_token: Some(device_token),
    })))
}

/// Ends the session of a token; a missing session is no error.
pub async fn sign_out(library: &Library, context: Context, token: &str, origin: Origin) -> Result<()> {
    let address = origin.address;
    let ended = library
        .database
        .write(
            (context, token_hash(token), address.clone()),
            |transaction, (context, hash, address)| {
                Box::pin(async move {
                    let ended = sessions::end(transaction, hash).await?;
                    if let Some(user_id) = ended {
                        let event = security_events::signed_out(user_id);
                        event.record_in(transaction, context, address, 1).await?;
                    }
                    Ok::<_, Error>(ended)
                })
            },
        )
        .await?;
    if let Some(user_id) = ended {
        security_events::count("session.signed_out");
        tracing::info!(user = %user_id, address, "signed out");
    }
    Ok(())
}

/// Removes expired sessions, one-time links, challenges, registrations and changes of addresses, old mails, old throttle windows and failures, and devices that were not
/// used for long. Returns how many.
pub async fn tidy(library: &Library, now: Timestamp) -> Result<u64> {
    library
        .database
        .write(now.as_millisecond(), |transaction, now| {
            Box::pin(async move {
                let sessions = sessions::remove_expired(transaction, *now).await?;
                let links = one_time_links::remove_expired(transaction, *now).await?;
                let registrations = registrations::remove_expired(transaction, *now).await?;
                let changes = stored_changes::remove_expired(transaction, *now).await?;
                let mails =
                    jobs::remove_finished(transaction, jobs::kind::MAIL, now - MAILS_ARE_REMEMBERED_MS)
                        .await?;
                let windows = throttles::remove_old(transaction, now - OLDEST_WINDOW_MS).await?;
                let failures = sign_in_failures::remove_old(transaction, now - OLDEST_WINDOW_MS).await?;
                let devices = known_devices::remove_old(transaction, now - devices::REMEMBERED_MS).await?;
                let challenges = carrel_storage::challenges::remove_expired(transaction, *now).await?;
                Ok::<_, Error>(
                    sessions
                        + links
                        + registrations
                        + changes
                        + mails
                        + windows
                        + failures
                        + devices
                        + challenges,
                )
            })
        })
        .await
}
