//! One's own account: details and password.

use std::sync::Arc;

use std::collections::BTreeSet;

use carrel_domain::users::validation::{DetailsChange, FieldError, PasswordChange, ValidDetailsChange};
use carrel_domain::users::{Act, Role, User, UserId, email_key};
use carrel_storage::users::UserFields;
use carrel_storage::{Transaction, access_tokens, one_time_links, sessions, sign_in_failures, users};
use jiff::Timestamp;
use serde_json::{Map, Value, json};

use crate::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::keys::{name_key, person_terms, student_id_key};
use crate::core::library::Library;
use crate::identity::active_user::locked;
use crate::identity::guesses::{Guess, GuessOrigin};
use crate::identity::sessions::{Origin, SignedIn, begin, taken};
use crate::identity::throttling;
use crate::integrations::mail::queue::{self, Kind};

/// The fields of a stored user, to be changed and written back.
pub(crate) fn fields_of(user: &User) -> UserFields {
    UserFields {
        name: user.name.clone(),
        name_key: String::new(),
        email: user.email.clone(),
        email_key: String::new(),
        role: user.role.as_str().to_owned(),
        patron_category: user.patron_category.clone(),
        student_id: user.student_id.clone(),
        student_id_key: None,
        college_name: user.college_name.clone(),
        department: user.department.clone(),
        current_semester: user.current_semester.clone(),
        current_semester_category: user.current_semester_category.clone(),
        phone: user.phone.clone(),
        address: user.address.clone(),
        deactivated_at: user.deactivated_at.map(Timestamp::as_millisecond),
        terms: BTreeSet::new(),
    }
}

/// Writes changed fields of a user back, with their keys, and records what changed.
pub(crate) async fn write_back(
    transaction: &mut Transaction,
    context: &Context,
    before: &User,
    mut fields: UserFields,
) -> Result<User> {
    fields.name_key = name_key(&fields.name);
    fields.email_key = email_key(&fields.email);
    fields.student_id_key = fields.student_id.as_deref().map(student_id_key);
    fields.terms = person_terms(&fields.name, &fields.email, fields.student_id.as_deref());
    let moves = fields.email_key != email_key(&before.email);
    if moves {
        // A link that was mailed to the old address must no longer open the account.
        one_time_links::revoke_of(transaction, before.id).await?;
    }
    if moves
        && users::find_by_email(transaction, &fields.email_key)
            .await?
            .is_some()
    {
        return Err(Conflict::EmailTaken.into());
    }
    users::update(transaction, before.id, &fields, context.now_ms())
        .await
        .map_err(taken)?;
    let after = users::find(transaction, before.id)
        .await?
        .ok_or(Error::NotFound(Noun::User))?;
    let (was, is) = changes(before, &after);
    if !is.is_empty() {
        let event = audit::Event {
            action: "user.changed",
            subject: Subject::of(before.id),
            before: Some(Value::Object(was)),
            after: Some(Value::Object(is)),
        };
        audit::record(transaction, context, event).await?;
    }
    if moves {
        // The old address is notified: the change may not have been made by its owner.
        queue::enqueue(transaction, context, Kind::EmailChanged, &before.email).await?;
    }
    Ok(after)
}

/// The fields in which two states of a user differ, before and after. Never the password's hash.
fn changes(before: &User, after: &User) -> (Map<String, Value>, Map<String, Value>) {
    let state = |user: &User| {
        json!({
            "name": user.name, "email": user.email, "role": user.role, "studentId": user.student_id,
            "patronCategory": user.patron_category,
            "collegeName": user.college_name, "department": user.department,
            "currentSemester": user.current_semester,
            "currentSemesterCategory": user.current_semester_category,
            "phone": user.phone, "address": user.address, "isActive": user.deactivated_at.is_none(),
        })
    };
    let (Value::Object(mut was), Value::Object(mut is)) = (state(before), state(after)) else {
        return (Map::new(), Map::new());
    };
    let same: Vec<String> = was
        .iter()
        .filter(|(key, value)| is.get(*key) == Some(value))
        .map(|(k, _)| k.clone())
        .collect();
    for key in same {
        was.remove(&key);
        is.remove(&key);
    }
    (was, is)
}

/// Applies a valid change to the fields: absent fields stay, empty ones are cleared.
pub(crate) fn apply(fields: &mut UserFields, change: ValidDetailsChange) {
    if let Some(name) = change.name {
        fields.name = name;
    }
    if let Some(email) = change.email {
        fields.email = email;
    }
    fields.phone = change.phone.apply(fields.phone.take());
    fields.address = change.address.apply(fields.address.take());
    fields.college_name = change.college_name.apply(fields.college_name.take());
    fields.department = change.department.apply(fields.department.take());
    fields.current_semester = change.current_semester.apply(fields.current_semester.take());
    fields.current_semester_category = change
        .current_semester_category
        .apply(fields.current_semester_category.take());
}

/// Changes one's own details.
pub async fn change_details(library: &Library, context: Context, change: DetailsChange) -> Result<User> {
    let id = context.require(Act::ManageOwnAccount)?.user.id;
    let change = change.validate().map_err(Error::Invalid)?;
    let throttle = (
        format!("details:account:{id}"),
        library.limits.writes.details_changes,
    );
    throttling::take(library, &[throttle], context.now).await?;
    let changed = library
        .write_once(
            context.call(),
            (context, id, change),
            |transaction, (context, id, change)| {
                Box::pin(async move {
                    let before = locked(transaction, *id).await?;
                    let mut fields = fields_of(&before);
                    apply(&mut fields, change.clone());
                    write_back(transaction, context, &before, fields).await
                })
            },
        )
        .await?;
    library.mail_queued.notify_one();
    Ok(changed)
}

/// Changes one's own password. Every access token and every session ends, including the current one: the response has
/// the token of a new session. Wrong guesses of the current password slow down further ones, so that a stranger cannot use
/// an open session to guess the password; failed sign-ins elsewhere do not.
pub async fn change_password(
    library: &Library,
    context: Context,
    change: PasswordChange,
    origin: Origin,
) -> Result<SignedIn> {
    // The first call has ended the caller's own session.
    if let Some(signed_in) = library.answered(&context).await? {
        return Ok(signed_in);
    }
    let actor = context.require(Act::ManageOwnAccount)?.user.clone();
    let change = change.validate().map_err(Error::Invalid)?;
    let guess = Guess::take(library, &actor.email, GuessOrigin::Session(actor.id), context.now).await?;
    let matches = library
        .passwords
        .verify(&change.current_password, Some(&actor.password_hash))
        .await?;
    if !matches {
        return Err(wrong_current_password());
    }
    let password_hash = library
        .passwords
        .hash(&change.new_password, context.secret("password salt"))
        .await?;
    let call = context.secret_call();
    let input = NewPassword {
        context,
        actor,
        password_hash,
        origin,
        seconds: library.limits.session_seconds,
        guess,
    };
    let signed_in = library
        .write_once(call, input, |transaction, input| {
            Box::pin(change_password_in(transaction, input))
        })
        .await?;
    library.mail_queued.notify_one();
    Ok(signed_in)
}

fn wrong_current_password() -> Error {
    Error::Invalid(vec![FieldError {
        field: "currentPassword",
        message: "Current password is incorrect",
    }])
}

struct NewPassword {
    context: Context,
    actor: Arc<User>,
    password_hash: String,
    origin: Origin,
    /// How long the new session lasts when the old one has no expiry, in seconds.
    seconds: i64,
    /// The counted guess of the current password, which was right.
    guess: Guess,
}

async fn change_password_in(transaction: &mut Transaction, input: &NewPassword) -> Result<SignedIn> {
    let NewPassword { context, actor, .. } = input;
    let user = locked(transaction, actor.id).await?;
    // The password was checked before the transaction began.
    if user.password_hash != actor.password_hash {
        return Err(wrong_current_password());
    }
    if user.deactivated_at.is_some() {
        return Err(Error::NotSignedIn);
    }
    input.guess.was_right(transaction).await?;
    // The new session replaces the current one, and keeps its length.
    let now = context.now_ms();
    let expiry = match &context.actor {
        Some(actor) => sessions::expiry_of(transaction, &actor.token_hash).await?,
        None => None,
    };
    let expires_at = expiry
        .filter(|expiry| *expiry > now)
        .unwrap_or(now + input.seconds * 1000);
    replace_password(transaction, context, user.id, &input.password_hash).await?;
    let token = begin(transaction, context, user.id, &input.origin, expires_at).await?;
    let user = users::find(transaction, user.id)
        .await?
        .ok_or(Error::NotFound(Noun::User))?;
    Ok(SignedIn {
        user,
        token,
        device_token: None,
    })
}

/// Writes a new password hash, ends every session, access token and open link of the person, forgets failed sign-ins,
/// records the change in the audit log, and notifies the person by mail.
pub(crate) async fn replace_password(
    transaction: &mut Transaction,
    context: &Context,
    user_id: UserId,
    password_hash: &str,
) -> Result<()> {
    users::set_password(transaction, user_id, password_hash, context.now_ms()).await?;
    sessions::end_all_of(transaction, user_id).await?;
    access_tokens::remove_all_of(transaction, user_id).await?;
    one_time_links::revoke_of(transaction, user_id).await?;
    let event = audit::Event {
        action: "user.password_changed",
        subject: Subject::of(user_id),
        before: None,
        after: None,
    };
    audit::record(transaction, context, event).await?;
    let user = users::find(transaction, user_id)
        .await?
        .ok_or(Error::NotFound(Noun::User))?;
    // Guesses at the old password must not slow down the first sign-in with the new one.
    sign_in_failures::clear_account(transaction, &email_key(&user.email)).await?;
    queue::enqueue(transaction, context, Kind::PasswordChanged, &user.email).await
}

/// Whether a role may be given up: never by the last administrator who can sign in.
pub(crate) async fn keep_an_administrator(
    transaction: &mut Transaction,
    before: &User,
    after: &UserFields,
) -> Result<()> {
    let was = before.role == Role::Administrator && before.deactivated_at.is_none();
    let is = after.role == Role::Administrator.as_str() && after.deactivated_at.is_none();
    if was && !is && users::count_active_administrators(transaction).await? <= 1 {
        return Err(Conflict::LastAdministrator.into());
    }
    Ok(())
}
