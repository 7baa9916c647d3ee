//! Registrations: new accounts of students.
//!
//! By default an account is created and signed in at once, as the specification says, and the response says when the address
//! has an account. If addresses are confirmed first, a registration becomes an account by a link that is mailed to the
//! address. The response and the work are then the same for every address: who has an account is decided when the mail is
//! written.

use carrel_domain::identity::{token_from, token_hash};
use carrel_domain::language::Language;
use carrel_domain::settings::PageName;
use carrel_domain::users::throttle::Limit;
use carrel_domain::users::validation::{
    FieldError, Registration, RegistrationConfirmation, ValidRegistration, message, refuse_own_words,
};
use carrel_domain::users::{OwnWords, Role, SessionKind, UserId, email_key};
use carrel_storage::engine::Lock;
use carrel_storage::registrations::{self, NewRegistration, RegistrationRow};
use carrel_storage::users::UserFields;
use carrel_storage::{Transaction, consents, throttles, users};
use serde_json::json;

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Result};
use crate::core::keys::{name_key, person_terms, student_id_key};
use crate::core::library::Library;
use crate::core::passwords::Asker;
use crate::core::settings::Settings;
use crate::identity::guesses::{Guess, GuessOrigin};
use crate::identity::origin::Origin;
use crate::identity::session_start::{Lifetime, begin};
use crate::identity::sessions::SignedIn;
use crate::identity::student_ids::fresh_student_id;
use crate::identity::taken::taken;
use crate::identity::write_limits::leave_disk_reserve;
use crate::identity::{devices, email_moves, throttling};
use crate::integrations::mail::queue::{self, Kind};
use crate::settings::sections::PageText;

/// How long a registration can be confirmed, in milliseconds: a day.
pub(crate) const CONFIRMED_FOR_MS: i64 = 24 * 60 * 60 * 1000;

/// The outcome of a registration.
#[derive(Debug, Clone)]
pub enum Registered {
    /// The account exists and is signed in.
    SignedIn(Box<SignedIn>),
    /// The owner of the address gets a mail.
    Unconfirmed,
}

/// Creates an account for a student and signs it in, or begins a registration that its link completes.
pub async fn register(
    library: &Library,
    context: Context,
    form: Registration,
    origin: Origin,
) -> Result<Registered> {
    let settings = library.shown_settings();
    refuse_closed(&settings)?;
    let rules = settings.security.password_rules();
    let form = form.validate(rules).map_err(Error::Invalid)?;
    let words = OwnWords::of([settings.name.as_str(), &form.name, &form.email]);
    refuse_own_words("password", &form.password, &words).map_err(Error::Invalid)?;
    leave_disk_reserve(library, false)?;
    let throttle = (
        format!("register:address:{}", origin.address),
        library.limits.registrations_by_address,
    );
    throttling::take(library, &[throttle], context.now).await?;
    if settings.security.confirm_addresses_first {
        return ask(library, context, form, &origin.address)
            .await
            .map(|()| Registered::Unconfirmed);
    }
    // The response says whether the address has an account, so it is limited like the guess of a password.
    let guess_origin = GuessOrigin::Address(origin.address.clone());
    let guess = Guess::take(library, &form.email, guess_origin, context.now).await?;
    let password_hash = library
        .passwords
        .hash(Asker::Unknown, &form.password, context.secret("password salt"))
        .await?;
    let input = NewStudent {
        year: settings.zone.to_datetime(context.now).year(),
        seconds: library.limits.session_seconds,
        session_kind: form.session_kind,
        device_token: form.device_token,
        fields: fields_of(form.name, form.email, form.phone, form.address, form.language),
        context,
        password_hash,
        origin,
        guess,
    };
    library
        .database
        .write(input, |transaction, input| {
            Box::pin(async move {
                refuse_closed(&Settings::load(transaction).await?)?;
                insert_student(transaction, input).await
            })
        })
        .await
        .map(|signed_in| Registered::SignedIn(Box::new(signed_in)))
}

/// Registration is closed until the library is set up, and while an administrator has closed it.
fn refuse_closed(settings: &Settings) -> Result<()> {
    if settings.registration_open && !settings.awaits_setup {
        Ok(())
    } else {
        Err(Conflict::RegistrationClosed.into())
    }
}

/// Stores a registration, and queues the mail to its address.
async fn ask(library: &Library, context: Context, form: ValidRegistration, address: &str) -> Result<()> {
    // From one network address few mails, so that a stranger cannot use up those of the owner; from all of them a few more.
    let (key, limit) = (email_key(&form.email), library.limits.password_mails_by_account);
    let by_both = (format!("registration-mail:account:{key} {address}"), limit);
    let of_all = Limit {
        max: limit.max * 6,
        ..limit
    };
    let by_account = (format!("registration-mail:account:{key}"), of_all);
    throttling::take(library, &[by_both, by_account], context.now).await?;
    let password_hash = library
        .passwords
        .hash(Asker::Unknown, &form.password, context.secret("password salt"))
        .await?;
    library
        .database
        .write(
            (context, form, password_hash),
            |transaction, (context, form, hash)| Box::pin(ask_in(transaction, context, form, hash)),
        )
        .await?;
    library.mail_queued.notify_one();
    Ok(())
}

async fn ask_in(
    transaction: &mut Transaction,
    context: &Context,
    form: &ValidRegistration,
    password_hash: &str,
) -> Result<()> {
    let now = context.now_ms();
    let id = transaction.fresh_id().await?;
    let registration = NewRegistration {
        id,
        name: &form.name,
        email: &form.email,
        email_key: &email_key(&form.email),
        phone: form.phone.as_deref(),
        address: form.address.as_deref(),
        language: form.language,
        password_hash,
        created_at: now,
        expires_at: now + CONFIRMED_FOR_MS,
    };
    registrations::insert(transaction, &registration).await?;
    queue::enqueue_about(transaction, context, Kind::Registration, &form.email, id.number()).await
}

/// The link of a mail to the address of a registration, which is about to be sent.
pub(crate) async fn confirming_path(
    transaction: &mut Transaction,
    context: &Context,
    registration: &RegistrationRow,
) -> Result<String> {
    let token = token_from(context.secret("registration link"));
    let expires_at = context.now_ms() + CONFIRMED_FOR_MS;
    registrations::set_token_hash(transaction, registration.id, &token_hash(&token), expires_at).await?;
    Ok(format!("/confirm-registration#token={token}"))
}

/// Completes a registration by the link that was mailed to its address, and signs the new account in.
///
/// It needs the password of the registration. Otherwise a stranger could register an address with a password of their own,
/// and its owner would complete an account that the stranger can open.
pub async fn confirm(
    library: &Library,
    context: Context,
    form: RegistrationConfirmation,
    origin: Origin,
) -> Result<SignedIn> {
    let form = form.validate().map_err(Error::Invalid)?;
    let address_throttle = format!("password-link:address:{}", origin.address);
    let throttle = (address_throttle.clone(), library.limits.password_links_by_address);
    throttling::take(library, &[throttle], context.now).await?;
    let found = library
        .database
        .read(
            &(token_hash(&form.token), context.now_ms()),
            |connection, (hash, now)| Box::pin(registrations::of_link(connection, hash, *now)),
        )
        .await
        .map_err(Error::Storage)?;
    let registration = found.ok_or(Conflict::LinkInvalid)?;
    leave_disk_reserve(library, false)?;
    let guess_origin = GuessOrigin::Address(origin.address.clone());
    let guess = Guess::take(library, &registration.email, guess_origin, context.now).await?;
    let stored = Some(registration.password_hash.as_str());
    if !library
        .passwords
        .verify(Asker::Unknown, &form.password, stored)
        .await?
    {
        let error = FieldError::new("password", message::PASSWORD_NOT_REGISTERED);
        return Err(Error::Invalid(vec![error]));
    }
    let settings = library.shown_settings();
    let RegistrationRow {
        id,
        name,
        email,
        phone,
        address,
        language,
        password_hash,
    } = registration;
    let student = NewStudent {
        year: settings.zone.to_datetime(context.now).year(),
        seconds: library.limits.session_seconds,
        session_kind: form.session_kind,
        device_token: form.device_token,
        fields: fields_of(name, email, phone, address, language),
        context,
        password_hash,
        origin,
        guess,
    };
    library
        .database
        .write(
            (id, student, address_throttle),
            |transaction, (id, student, throttle)| {
                Box::pin(async move {
                    // Another registration of the same address waits here, not for a row that this one removes below.
                    transaction.lock(Lock::Address(&student.fields.email_key)).await?;
                    refuse_closed(&Settings::load(transaction).await?)?;
                    if !registrations::remove(transaction, *id).await? {
                        return Err(Conflict::LinkInvalid.into());
                    }
                    let signed_in = insert_student(transaction, student).await?;
                    registrations::remove_of(transaction, &student.fields.email_key).await?;
                    throttles::forgive(transaction, throttle).await?;
                    Ok(signed_in)
                })
            },
        )
        .await
}

/// The fields of a new student, without the student ID.
fn fields_of(
    name: String,
    email: String,
    phone: Option<String>,
    address: Option<String>,
    language: Option<Language>,
) -> UserFields {
    UserFields {
        name_key: name_key(&name),
        email_key: email_key(&email),
        name,
        email,
        role: Role::STUDENT.to_owned(),
        phone,
        address,
        language,
        ..UserFields::default()
    }
}

struct NewStudent {
    context: Context,
    fields: UserFields,
    password_hash: String,
    /// The civil year in the library's zone, for the student ID.
    year: i16,
    origin: Origin,
    /// How long the session lasts.
    seconds: i64,
    /// The token of the device, if it sent one.
    session_kind: SessionKind,
    device_token: Option<String>,
    /// The counted guess at the address.
    guess: Guess,
}

async fn insert_student(transaction: &mut Transaction, input: &NewStudent) -> Result<SignedIn> {
    let NewStudent { context, .. } = input;
    email_moves::refuse_taken(transaction, context, &input.fields.email, UserId::UNASSIGNED).await?;
    let student_id = fresh_student_id(transaction, input.year).await?;
    let fields = UserFields {
        student_id_key: Some(student_id_key(&student_id)),
        terms: person_terms(&input.fields.name, &input.fields.email, Some(&student_id), None),
        student_id: Some(student_id),
        ..input.fields.clone()
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
    input.guess.was_right(transaction).await?;
    let expires_at = context.now_ms() + input.seconds * 1000;
    let token = begin(
        transaction,
        context,
        id,
        &input.origin,
        Lifetime {
            expires_at,
            kind: input.session_kind,
        },
        None,
    )
    .await?;
    let user = users::find(transaction, id)
        .await?
        .ok_or_else(|| Error::Defect("a new user is gone".to_owned()))?;
    let device_token = devices::remember(transaction, context, id, input.device_token.as_deref()).await?;
    Ok(SignedIn {
        user,
        session_kind: input.session_kind,
        token,
        device_token: Some(device_token),
    })
}
