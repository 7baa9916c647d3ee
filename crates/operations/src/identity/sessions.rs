//! Sessions: signing in, registering, signing out, and finding the user of a token.

use std::sync::Arc;

use carrel_domain::identity::{token_from, token_hash};
use carrel_domain::settings::PageName;
use carrel_domain::users::access_token::is_access_token;
use carrel_domain::users::validation::{LoginForm, Registration, ValidRegistration};
use carrel_domain::users::{Role, User, UserId, email_key};
use carrel_storage::engine::Stamp;
use carrel_storage::sessions::SignedInRow;
use carrel_storage::users::UserFields;
use carrel_storage::{
    Transaction, consents, jobs, known_devices, one_time_links, sessions, settings, sign_in_failures,
    throttles, users,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::audit::{self, Subject};
use crate::core::cached::SignedInUser;
use crate::core::context::{Actor, Context};
use crate::core::error::{Conflict, Error, Result};
use crate::core::keys::{name_key, person_terms, student_id_key};
use crate::core::library::Library;
use crate::core::settings::key;
use crate::identity::active_user::locked;
use crate::identity::guesses::{Guess, GuessOrigin};
use crate::identity::student_ids::fresh_student_id;
use crate::identity::write_limits::leave_disk_reserve;
use crate::identity::{access_tokens, devices, security_events, throttling};
use crate::settings::sections::PageText;

/// The result of a sign-in: the person, and the token of the new session. The token is shown once; the database has only
/// its hash.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SignedIn {
    pub user: User,
    pub token: String,
    /// The token of the device, which it keeps for its next sign-in.
    pub device_token: Option<String>,
}

/// The origin of a call.
#[derive(Debug, Clone, Default)]
pub struct Origin {
    /// The caller's network address.
    pub address: String,
    pub user_agent: Option<String>,
}

/// The last use of a session is written at most this often, in milliseconds: reads must not become writes.
const USE_IS_NOTED_EVERY_MS: i64 = 10 * 60 * 1000;

/// How long attempts and failures are remembered, in milliseconds: longer than the window of any throttle.
pub(crate) const OLDEST_WINDOW_MS: i64 = 24 * 60 * 60 * 1000;

/// How long sent and permanently failed mails are remembered, in milliseconds: administrators see the failed ones.
pub(crate) const MAILS_ARE_REMEMBERED_MS: i64 = 14 * 24 * 60 * 60 * 1000;

/// The maximum number of sessions of one person. A stolen password cannot open any number of them, and the list of one's
/// own sessions stays readable.
pub const SESSIONS_OF_ONE_PERSON: i64 = 20;

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
    actor.turn = Some(library.turn_of_user(turn, &hash, actor.user.id).await?);
    Ok(Some(actor))
}

/// The user of a session.
///
/// Every call needs it, so it is cached as long as the stamp of the database stays the same, whichever process writes:
/// a session that ended is refused by the very next call.
async fn identify_session(library: &Library, hash: String, now: Timestamp) -> Result<Option<Actor>> {
    let stamp = library.database.stamp().await.map_err(Error::Storage)?;
    let remembered = library.signed_in.get(&hash);
    let found = match remembered.filter(|known| known.stamp == stamp) {
        Some(known) => known,
        None => match read_session(library, &hash, &stamp, now).await? {
            Some(known) => known,
            None => return Ok(None),
        },
    };
    let now = now.as_millisecond();
    if found.expires_at <= now {
        return Ok(None);
    }
    if found.last_used_at <= now - USE_IS_NOTED_EVERY_MS {
        // The write leaves the stamp, so the remembered session is updated here.
        let used = SignedInUser {
            stamp: found.stamp,
            user: Arc::clone(&found.user),
            expires_at: found.expires_at,
            last_used_at: now,
        };
        library.signed_in.insert(hash.clone(), Arc::new(used));
        note_use(library, hash.clone(), now);
    }
    Ok(Some(Actor {
        user: Arc::clone(&found.user),
        token_hash: hash,
        stamp: Some(stamp),
        scopes: None,
        turn: None,
    }))
}

/// Records in the background that a session is in use: the call does not wait for it or fail because of it.
fn note_use(library: &Library, token_hash: String, now: i64) {
    let database = library.database.clone();
    tokio::spawn(async move {
        let noted: Result<()> = database
            .write((token_hash, now), |transaction, (hash, now)| {
                Box::pin(async move {
                    sessions::touch(transaction, hash, *now, now - USE_IS_NOTED_EVERY_MS + 1).await?;
                    Ok(())
                })
            })
            .await;
        if let Err(error) = noted {
            tracing::debug!(%error, "the use of a session could not be recorded");
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
         }| {
            let known = Arc::new(SignedInUser {
                stamp: *stamp,
                user: Arc::new(user),
                expires_at,
                last_used_at,
            });
            library.signed_in.insert(input.0, Arc::clone(&known));
            known
        },
    ))
}

/// Signs in. A wrong password and an unknown account give the same response in the same time.
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
    let address = origin.address.as_str();
    let guess = Guess::take(library, &form.email, guess_origin, context.now)
        .await
        .inspect_err(|error| {
            if matches!(error, Error::Throttled { .. }) {
                security_events::note_failed_sign_in(library, &context, "sign_in.throttled", &key, address);
            }
        })?;

    let user = library
        .database
        .read(&key, |connection, key| {
            Box::pin(users::find_by_email(connection, key))
        })
        .await
        .map_err(Error::Storage)?;
    let stored = user.as_ref().map(|user| user.password_hash.as_str());
    let matches = library.passwords.verify(&form.password, stored).await?;
    if !matches {
        security_events::note_failed_sign_in(library, &context, "sign_in.failed", &key, address);
        // An unknown e-mail address is not logged: it may be a password in the wrong field.
        let user = user.map(|user| user.id.to_string());
        tracing::info!(user, address, "wrong password");
        return Err(Error::WrongCredentials);
    }
    let user = user.ok_or(Error::WrongCredentials)?;
    tracing::info!(user = %user.id, address, "right password");
    leave_disk_reserve(library, user.role)?;
    let input = NewSession {
        context,
        user,
        origin,
        seconds: if form.remember_me {
            library.limits.remembered_session_seconds
        } else {
            library.limits.session_seconds
        },
        device_token: form.device_token,
        guess,
    };
    library
        .database
        .write(input, |transaction, input| {
            Box::pin(begin_after_sign_in(transaction, input))
        })
        .await
}

struct NewSession {
    context: Context,
    user: User,
    origin: Origin,
    seconds: i64,
    /// The token of the device, if it sent one.
    device_token: Option<String>,
    /// The counted guess, which was right.
    guess: Guess,
}

async fn begin_after_sign_in(transaction: &mut Transaction, input: &NewSession) -> Result<SignedIn> {
    let user = locked(transaction, input.user.id).await?;
    // The password was checked before the transaction began; the password or the account may have changed since.
    if user.password_hash != input.user.password_hash {
        return Err(Error::WrongCredentials);
    }
    if user.deactivated_at.is_some() {
        return Err(Error::AccountInactive);
    }
    input.guess.was_right(transaction).await?;
    let token = begin(
        transaction,
        &input.context,
        user.id,
        &input.origin,
        input.context.now_ms() + input.seconds * 1000,
    )
    .await?;
    let sent = input.device_token.as_deref();
    let device_token = devices::remember(transaction, &input.context, user.id, sent).await?;
    Ok(SignedIn {
        user,
        token,
        device_token: Some(device_token),
    })
}

/// Begins a session that lasts until `expires_at`, and returns its token. Of too many sessions of the person, the one
/// that was used the longest time ago ends.
pub(crate) async fn begin(
    transaction: &mut Transaction,
    context: &Context,
    user_id: UserId,
    origin: &Origin,
    expires_at: i64,
) -> Result<String> {
    let token = token_from(context.secret("session"));
    let session = sessions::NewSession {
        id: transaction.fresh_id().await?,
        token_hash: &token_hash(&token),
        user_id,
        created_at: context.now_ms(),
        last_used_at: context.now_ms(),
        expires_at,
        user_agent: origin.user_agent.as_deref(),
    };
    sessions::end_least_used_of(transaction, user_id, context.now_ms(), SESSIONS_OF_ONE_PERSON - 1).await?;
    sessions::insert(transaction, &session).await?;
    let event = security_events::session_begun(user_id, origin);
    event.record_in(transaction, context, &origin.address).await?;
    security_events::count(event.action);
    Ok(token)
}

/// Creates an account for a student and signs it in.
pub async fn register(
    library: &Library,
    context: Context,
    form: Registration,
    origin: Origin,
) -> Result<SignedIn> {
    let settings = library.shown_settings();
    // Registration is closed until the library is set up, and while an administrator has closed it.
    if !settings.registration_open || settings.awaits_setup {
        return Err(Conflict::RegistrationClosed.into());
    }
    let form = form.validate().map_err(Error::Invalid)?;
    leave_disk_reserve(library, Role::Student)?;
    let throttle = (
        format!("register:address:{}", origin.address),
        library.limits.registrations_by_address,
    );
    throttling::take(library, &[throttle], context.now).await?;

    let password_hash = library
        .passwords
        .hash(&form.password, context.secret("password salt"))
        .await?;
    let year = settings.zone.to_datetime(context.now).year();
    let input = NewStudent {
        context,
        form,
        password_hash,
        year,
        origin,
        seconds: library.limits.session_seconds,
    };
    library
        .database
        .write(input, |transaction, input| {
            Box::pin(insert_student(transaction, input))
        })
        .await
}

struct NewStudent {
    context: Context,
    form: ValidRegistration,
    password_hash: String,
    /// The civil year in the library's zone, for the student ID.
    year: i16,
    origin: Origin,
    seconds: i64,
}

async fn insert_student(transaction: &mut Transaction, input: &NewStudent) -> Result<SignedIn> {
    let NewStudent { context, form, .. } = input;
    if settings::find(transaction, key::REGISTRATION).await?.is_some()
        || settings::find(transaction, key::SETUP_TOKEN_HASH)
            .await?
            .is_some()
    {
        return Err(Conflict::RegistrationClosed.into());
    }
    if users::find_by_email(transaction, &email_key(&form.email))
        .await?
        .is_some()
    {
        return Err(Conflict::EmailTaken.into());
    }
    let student_id = fresh_student_id(transaction, input.year).await?;
    let fields = UserFields {
        name: form.name.clone(),
        name_key: name_key(&form.name),
        email: form.email.clone(),
        email_key: email_key(&form.email),
        role: Role::Student.as_str().to_owned(),
        student_id_key: Some(student_id_key(&student_id)),
        terms: person_terms(&form.name, &form.email, Some(&student_id)),
        student_id: Some(student_id),
        phone: form.phone.clone(),
        address: form.address.clone(),
        ..UserFields::default()
    };
    let id = transaction.fresh_id().await?;
    users::insert(transaction, id, &fields, &input.password_hash, context.now_ms())
        .await
        .map_err(taken)?;
    let terms = PageText::key(PageName::Terms);
    let terms_changed_at = consents::insert(transaction, id, context.now_ms(), &terms).await?;
    let event = audit::Event {
        action: "user.registered",
        subject: Subject::of(id),
        before: None,
        after: Some(json!({
            "name": fields.name, "studentId": fields.student_id, "termsChangedAt": terms_changed_at,
        })),
    };
    audit::record(transaction, context, event).await?;
    let expires_at = context.now_ms() + input.seconds * 1000;
    let token = begin(transaction, context, id, &input.origin, expires_at).await?;
    let user = users::find(transaction, id)
        .await?
        .ok_or_else(|| Error::Defect("a new user is gone".to_owned()))?;
    let device_token = devices::remember(transaction, context, id, form.device_token.as_deref()).await?;
    Ok(SignedIn {
        user,
        token,
        device_token: Some(device_token),
    })
}

/// Maps a violated unique index of users to its conflict.
pub(crate) fn taken(error: carrel_storage::Error) -> Error {
    if error.is_unique_on("email_key") {
        Conflict::EmailTaken.into()
    } else if error.is_unique_on("student_id_key") {
        Conflict::StudentIdTaken.into()
    } else {
        error.into()
    }
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
                        event.record_in(transaction, context, address).await?;
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

/// Removes expired sessions and one-time links, old mails, old throttle windows and failures, and devices that were not
/// used for long. Returns how many.
pub async fn tidy(library: &Library, now: Timestamp) -> Result<u64> {
    library
        .database
        .write(now.as_millisecond(), |transaction, now| {
            Box::pin(async move {
                let sessions = sessions::remove_expired(transaction, *now).await?;
                let links = one_time_links::remove_expired(transaction, *now).await?;
                let mails =
                    jobs::remove_finished(transaction, jobs::kind::MAIL, now - MAILS_ARE_REMEMBERED_MS)
                        .await?;
                let windows = throttles::remove_old(transaction, now - OLDEST_WINDOW_MS).await?;
                let failures = sign_in_failures::remove_old(transaction, now - OLDEST_WINDOW_MS).await?;
                let devices = known_devices::remove_old(transaction, now - devices::REMEMBERED_MS).await?;
                Ok::<_, Error>(sessions + links + mails + windows + failures + devices)
            })
        })
        .await
}
