//! People, as administrators see and change them.

use carrel_domain::catalogue::barcode;
use carrel_domain::patch::Patch;
use carrel_domain::settings::KindField;
use carrel_domain::users::role::{RoleChange, may_change_person, may_open_account};
use carrel_domain::users::validation::{
    DetailsChange, FieldError, ValidDetailsChange, message, refuse_own_words, validate_block_reason,
    validate_new_password, validate_student_id,
};
use carrel_domain::users::{Act, Acts, OwnWords, Role, User, UserId, UserSummary, email_key};
use carrel_storage::users::{Filter, RoleFilter, UserFields};
use carrel_storage::{Transaction, access_tokens, email_changes, one_time_links, roles, sessions, users};

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};
use crate::core::keys::{class_key, name_key, person_terms, searched_term};
use crate::core::library::Library;
use crate::core::page::{Page, Paged};
use crate::core::passwords::Asker;
use crate::core::permission::require_still;
use crate::identity::account::{keep_an_administrator, own_words, replace_password, write_back};
use crate::identity::active_user::locked;
use crate::identity::email_moves::refuse_kept;
use crate::identity::gained_permissions;
use crate::identity::setup;
use crate::identity::taken::taken;
use crate::identity::user_fields::{apply, fields_of};
use crate::people::blocks::change_block;
use crate::people::new_people::{NewPerson, insert};
use crate::people::roles::changed_role;
use crate::settings::kinds::offered;

/// Selects people by their role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PeopleWithRole {
    /// The role with this code.
    Is(String),
    /// Everybody whose role the specification calls student.
    NotAdministrators,
}

/// The filter of a list of people.
#[derive(Debug, Clone, Default)]
pub struct PeopleQuery {
    /// Words, or beginnings of words, of names, e-mail addresses or student IDs.
    pub search: String,
    pub role: Option<PeopleWithRole>,
    /// A class, in any way of writing it.
    pub class: Option<String>,
    pub page: Page,
}

/// A page of people by name, surname first.
pub async fn list(library: &Library, context: &Context, query: PeopleQuery) -> Result<Paged<UserSummary>> {
    context.require(Act::ReadUsers)?;
    let page = query.page;
    // A barcode leads to the borrower, for callers who may know.
    let barcode = barcode::key(&query.search);
    let barcode = Some(barcode).filter(|_| context.require(Act::ReadAnyBorrowing).is_ok());
    let class_key = query.class.as_deref().map(class_key);
    let input = (
        searched_term(&query.search),
        query.role,
        class_key,
        page,
        context.now_ms(),
        barcode,
    );
    let (entries, total) = library
        .database
        .read_long(
            input,
            |connection, (term, role, class_key, page, now, barcode)| {
                Box::pin(async move {
                    let filter = Filter {
                        barcode: barcode.as_deref(),
                        role: role.as_ref().map(|role| match role {
                            PeopleWithRole::Is(code) => RoleFilter::Is(code),
                            PeopleWithRole::NotAdministrators => RoleFilter::IsNot(Role::ADMINISTRATOR),
                        }),
                        class_key: class_key.as_deref(),
                        term: Some(term.as_str()).filter(|term| !term.is_empty()),
                    };
                    let total = users::count(connection, &filter).await?;
                    let (limit, offset) = (page.sql_limit(), page.sql_offset());
                    Ok::<_, Error>((
                        users::list(connection, &filter, *now, limit, offset).await?,
                        total,
                    ))
                })
            },
        )
        .await?;
    Ok(Paged::new(entries, page, total))
}

/// The classes that people are in, in their order.
pub async fn classes(library: &Library, context: &Context) -> Result<Vec<String>> {
    context.require(Act::ReadUsers)?;
    library
        .database
        .read(&(), |connection, ()| Box::pin(users::classes(connection)))
        .await
        .map_err(Error::Storage)
}

/// One person.
pub async fn find(library: &Library, context: &Context, id: UserId) -> Result<UserSummary> {
    context.require(Act::ReadUsers)?;
    let input = (id, context.now_ms());
    library
        .database
        .read(&input, |connection, (id, now)| {
            Box::pin(users::summary(connection, *id, *now))
        })
        .await
        .map_err(Error::Storage)?
        .ok_or(Error::NotFound(Noun::User))
}

/// A change of a person by an administrator. Absent fields stay.
#[derive(Clone, Default)]
pub struct UserChange {
    pub details: DetailsChange,
    /// An empty text removes the student ID.
    pub student_id: Option<String>,
    /// The code of a patron category; an empty text removes it.
    pub patron_category: Option<String>,
    pub role: RoleChange,
    pub is_active: Option<bool>,
    /// A reason blocks the person from borrowing, `Clear` ends the block.
    pub block_reason: Patch<String>,
}

/// A valid change of a person. The address and the student ID may still be taken.
pub(super) struct ValidUserChange {
    pub details: ValidDetailsChange,
    pub student_id: Patch<String>,
    pub patron_category: Patch<String>,
    pub role: RoleChange,
    pub is_active: Option<bool>,
    pub block_reason: Patch<String>,
}

impl UserChange {
    fn validate(self) -> Result<ValidUserChange> {
        let details = self.details.validate();
        let student_id = validate_student_id(self.student_id);
        let block_reason = validate_block_reason(self.block_reason);
        match (details, student_id, block_reason) {
            (Ok(details), Ok(student_id), Ok(block_reason)) => Ok(ValidUserChange {
                details,
                student_id,
                patron_category: match self.patron_category {
                    None => Patch::Keep,
                    Some(code) if code.is_empty() => Patch::Clear,
                    Some(code) => Patch::Set(code),
                },
                role: self.role,
                is_active: self.is_active,
                block_reason,
            }),
            (details, student_id, block_reason) => Err(Error::Invalid(
                [details.err(), student_id.err(), block_reason.err()]
                    .into_iter()
                    .flatten()
                    .flatten()
                    .collect(),
            )),
        }
    }
}

/// Changes a person. Staff and roles can be changed only in a session, by a person who holds every permission of the role
/// before and after; an e-mail address only by a person who may make password links. Deactivating ends every session and
/// access token, a change of the role every access token; a block ends none. A person who gains permissions has to confirm
/// again, and unused links and trusted devices end. The last active administrator can neither be deactivated nor lose the role, even in concurrent calls.
pub async fn change(
    library: &Library,
    context: Context,
    id: UserId,
    change: UserChange,
) -> Result<UserSummary> {
    context.require(Act::ManageUsers)?;
    let change = change.validate()?;
    let changed = library
        .write_once(
            context.call(),
            (context, id, change),
            |transaction, (context, id, change)| Box::pin(change_in(transaction, context, *id, change)),
        )
        .await?;
    library.mail_queued.notify_one();
    Ok(changed)
}

async fn change_in(
    transaction: &mut Transaction,
    context: &Context,
    id: UserId,
    change: &ValidUserChange,
) -> Result<UserSummary> {
    if let Patch::Set(code) = &change.patron_category {
        let before = users::find(transaction, id)
            .await?
            .and_then(|user| user.patron_category);
        offered(transaction, KindField::PatronCategory, code, before.as_deref()).await?;
    }
    // Neither the person's role nor the caller's changes until the change is made.
    let actor = require_still(transaction, context, Act::ManageUsers).await?;
    change_person(transaction, context, Some(actor), id, change).await?;
    users::summary(transaction, id, context.now_ms())
        .await?
        .ok_or(Error::NotFound(Noun::User))
}

/// Changes a person in the caller's transaction, which holds [`Lock::Roles`](carrel_storage::engine::Lock) and has checked
/// the patron category. `actor` is what the caller may do at this moment; `None` from the command line, where everybody is
/// trusted. Returns the changed person.
pub(super) async fn change_person(
    transaction: &mut Transaction,
    context: &Context,
    actor: Option<Acts>,
    id: UserId,
    change: &ValidUserChange,
) -> Result<User> {
    let before = locked(transaction, id).await?;
    let role = changed_role(transaction, &before.role, &change.role).await?;
    let has_new_role = role.code != before.role.code;
    let gains_permissions = !before.role.acts.include(role.acts);
    if let Some(actor) = actor {
        if has_new_role || before.role.is_staff() {
            context.require(Act::ManageStaff)?;
        }
        if !may_change_person(actor, &before.role, &role) {
            return Err(Error::NotAllowed);
        }
    }
    let mut fields = fields_of(&before);
    apply(&mut fields, change.details.clone());
    fields.student_id = change.student_id.clone().apply(fields.student_id.take());
    fields.patron_category = change
        .patron_category
        .clone()
        .apply(fields.patron_category.take());
    fields.role = role.code;
    match change.is_active {
        Some(false) => fields.deactivated_at = fields.deactivated_at.or(Some(context.now_ms())),
        Some(true) => fields.deactivated_at = None,
        None => {}
    }
    if fields.email != before.email
        && let Some(actor) = actor
    {
        if context.actor_id() == Some(id) {
            // On the profile it needs the password.
            let error = FieldError::new("email", message::OWN_EMAIL);
            return Err(Error::Invalid(vec![error]));
        }
        // Who moves an account to another address can open it with a forgotten password, as with a link.
        context.require(Act::MakePasswordLinks)?;
        if !actor.contains(Act::MakePasswordLinks) || !may_open_account(actor, &before.role) {
            return Err(Error::NotAllowed);
        }
    }
    keep_an_administrator(transaction, &before, &fields).await?;
    let deactivated = fields.deactivated_at.is_some();
    let after = write_back(transaction, context, &before, fields).await?;
    change_block(transaction, context, &before, &change.block_reason).await?;
    if deactivated {
        sessions::end_all_of(transaction, id).await?;
        one_time_links::revoke_of(transaction, id).await?;
        email_changes::remove_pending_of(transaction, id).await?;
    }
    if deactivated || has_new_role {
        // A token was made for what its owner was allowed to do then. A new role must not widen it.
        access_tokens::remove_all_of(transaction, id).await?;
    }
    if gains_permissions {
        gained_permissions::by_person(transaction, id, context.now_ms()).await?;
    }
    Ok(after)
}

/// Creates an account; one with a role other than student only in a session, by a person who holds every permission of the
/// role. Its owner cannot sign in until a password is set by a link.
pub async fn add(library: &Library, context: Context, mut person: UserChange) -> Result<UserSummary> {
    context.require(Act::ManageUsers)?;
    // A missing field counts as empty.
    person.details.name.get_or_insert_default();
    person.details.email.get_or_insert_default();
    let person = person.validate()?;
    let password_hash = library.passwords.unusable_hash()?;
    let year = library.shown_settings().zone.to_datetime(context.now).year();
    library
        .write_once(
            context.call(),
            (context, person, password_hash, year),
            |transaction, (context, person, password_hash, year)| {
                Box::pin(add_in(transaction, context, person, password_hash, *year))
            },
        )
        .await
}

async fn add_in(
    transaction: &mut Transaction,
    context: &Context,
    person: &ValidUserChange,
    password_hash: &str,
    year: i16,
) -> Result<UserSummary> {
    let patron_category = person.patron_category.clone().apply(None);
    if let Some(code) = &patron_category {
        offered(transaction, KindField::PatronCategory, code, None).await?;
    }
    let actor = require_still(transaction, context, Act::ManageUsers).await?;
    let role = if person.role.is_absent() {
        Role::student()
    } else {
        let student = Role::student();
        let role = changed_role(transaction, &student, &person.role).await?;
        if role.code != student.code {
            context.require(Act::ManageStaff)?;
        }
        if !may_change_person(actor, &student, &role) {
            return Err(Error::NotAllowed);
        }
        role
    };
    let person = NewPerson {
        details: person.details.clone(),
        student_id: person.student_id.clone().apply(None),
        patron_category,
        role: role.code,
    };
    let added = insert(transaction, context, vec![person], password_hash, year).await?;
    users::summary(transaction, added[0].0, context.now_ms())
        .await?
        .ok_or(Error::NotFound(Noun::User))
}

/// Creates an account with the role of this code from the command line. Anybody who can run the binary is trusted.
pub async fn create_from_shell(
    library: &Library,
    context: Context,
    name: &str,
    email: &str,
    password: &str,
    role: &str,
) -> Result<User> {
    let details = DetailsChange {
        name: Some(name.to_owned()),
        email: Some(email.to_owned()),
        ..DetailsChange::default()
    };
    let details = details.validate().map_err(Error::Invalid)?;
    let settings = library.shown_settings();
    let rules = settings.security.password_rules();
    let password = validate_new_password(password.to_owned(), rules).map_err(Error::Invalid)?;
    let words = OwnWords::of([settings.name.as_str(), name, email]);
    refuse_own_words("password", &password, &words).map_err(Error::Invalid)?;
    let password_hash = library
        .passwords
        .hash(Asker::Known, &password, context.secret("password salt"))
        .await?;
    let (name, email) = (
        details.name.unwrap_or_default(),
        details.email.unwrap_or_default(),
    );
    let fields = UserFields {
        name_key: name_key(&name),
        email_key: email_key(&email),
        terms: person_terms(&name, &email, None, None),
        name,
        email,
        role: role.to_owned(),
        ..UserFields::default()
    };
    library
        .database
        .write(
            (context, fields, password_hash),
            |transaction, (context, fields, password_hash)| {
                Box::pin(async move {
                    if roles::find(transaction, &fields.role).await?.is_none() {
                        return Err(Error::NotFound(Noun::Role));
                    }
                    refuse_kept(transaction, &[&fields.email_key], context.now_ms()).await?;
                    let id = transaction.fresh_id().await?;
                    users::insert(transaction, id, fields, password_hash, context.now_ms())
                        .await
                        .map_err(taken)?;
                    let event = audit::Event {
                        action: "user.created",
                        subject: Subject::of(id),
                        before: None,
                        after: Some(serde_json::json!({ "name": fields.name, "role": fields.role })),
                    };
                    audit::record(transaction, context, event).await?;
                    if fields.role == Role::ADMINISTRATOR {
                        setup::end(transaction).await?;
                    }
                    users::find(transaction, id)
                        .await?
                        .ok_or(Error::NotFound(Noun::User))
                })
            },
        )
        .await
}

/// Sets a new password for the account with this e-mail address, from the command line. All its sessions end.
pub async fn reset_password_from_shell(
    library: &Library,
    context: Context,
    email: &str,
    password: &str,
) -> Result<User> {
    let settings = library.shown_settings();
    let rules = settings.security.password_rules();
    let password = validate_new_password(password.to_owned(), rules).map_err(Error::Invalid)?;
    let found = library
        .database
        .read(&email_key(email), |connection, key| {
            Box::pin(users::find_by_email(connection, key))
        })
        .await
        .map_err(Error::Storage)?;
    let user = found.ok_or(Error::NotFound(Noun::User))?;
    refuse_own_words("password", &password, &own_words(&settings, &user)).map_err(Error::Invalid)?;
    let password_hash = library
        .passwords
        .hash(Asker::Known, &password, context.secret("password salt"))
        .await?;
    let input = (context, email_key(email), password_hash);
    library
        .database
        .write(input, |transaction, (context, email_key, password_hash)| {
            Box::pin(async move {
                let user = users::find_by_email(transaction, email_key)
                    .await?
                    .ok_or(Error::NotFound(Noun::User))?;
                replace_password(transaction, context, user.id, password_hash).await?;
                Ok(user)
            })
        })
        .await
}
