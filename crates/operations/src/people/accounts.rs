//! People, as administrators see and change them.

use carrel_domain::patch::Patch;
use carrel_domain::settings::KindField;
use carrel_domain::users::validation::{
    DetailsChange, ValidDetailsChange, validate_block_reason, validate_new_password, validate_student_id,
};
use carrel_domain::users::{Act, Role, User, UserId, UserSummary, email_key};
use carrel_storage::engine::Lock;
use carrel_storage::users::{Filter, UserFields};
use carrel_storage::{Transaction, access_tokens, one_time_links, sessions, users};

use crate::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};
use crate::core::keys::{name_key, person_terms, searched_term};
use crate::core::library::Library;
use crate::core::page::{Page, Paged};
use crate::identity::account::{apply, fields_of, keep_an_administrator, replace_password, write_back};
use crate::identity::active_user::locked;
use crate::identity::sessions::taken;
use crate::identity::setup;
use crate::people::blocks::change_block;
use crate::people::new_people::{NewPerson, insert};
use crate::settings::kinds::offered;

/// The filter of a list of people.
#[derive(Debug, Clone, Default)]
pub struct PeopleQuery {
    /// Words, or beginnings of words, of names, e-mail addresses or student IDs.
    pub search: String,
    pub role: Option<Role>,
    pub page: Page,
}

/// A page of people by name.
pub async fn list(library: &Library, context: &Context, query: PeopleQuery) -> Result<Paged<UserSummary>> {
    context.require(Act::ReadUsers)?;
    let page = query.page;
    let input = (searched_term(&query.search), query.role, page, context.now_ms());
    let (entries, total) = library
        .database
        .read_long(input, |connection, (term, role, page, now)| {
            Box::pin(async move {
                let filter = Filter {
                    role: role.map(Role::as_str),
                    term: Some(term.as_str()).filter(|term| !term.is_empty()),
                };
                let total = users::count(connection, &filter).await?;
                let (limit, offset) = (page.sql_limit(), page.sql_offset());
                Ok::<_, Error>((
                    users::list(connection, &filter, *now, limit, offset).await?,
                    total,
                ))
            })
        })
        .await?;
    Ok(Paged::new(entries, page, total))
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
    pub role: Option<Role>,
    pub is_active: Option<bool>,
    /// A reason blocks the person from borrowing, `Clear` ends the block.
    pub block_reason: Patch<String>,
}

struct ValidUserChange {
    details: ValidDetailsChange,
    student_id: Patch<String>,
    patron_category: Patch<String>,
    role: Option<Role>,
    is_active: Option<bool>,
    block_reason: Patch<String>,
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

/// Changes a person. Administrators and roles can be changed only in a session. Deactivating ends every session and
/// access token, a change of the role every access token; a block ends none. The last active administrator can neither be
/// deactivated nor lose the role, even in concurrent calls.
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
    if change.role.is_some() || change.is_active == Some(false) {
        transaction.lock(Lock::Administrators).await?;
    }
    let before = locked(transaction, id).await?;
    let has_new_role = change.role.is_some_and(|role| role != before.role);
    if has_new_role || before.role == Role::Administrator {
        context.require(Act::ManageStaff)?;
    }
    let mut fields = fields_of(&before);
    apply(&mut fields, change.details.clone());
    fields.student_id = change.student_id.clone().apply(fields.student_id.take());
    fields.patron_category = change
        .patron_category
        .clone()
        .apply(fields.patron_category.take());
    if let Some(role) = change.role {
        role.as_str().clone_into(&mut fields.role);
    }
    match change.is_active {
        Some(false) => fields.deactivated_at = fields.deactivated_at.or(Some(context.now_ms())),
        Some(true) => fields.deactivated_at = None,
        None => {}
    }
    keep_an_administrator(transaction, &before, &fields).await?;
    let deactivated = fields.deactivated_at.is_some();
    write_back(transaction, context, &before, fields).await?;
    change_block(transaction, context, &before, &change.block_reason).await?;
    if deactivated {
        sessions::end_all_of(transaction, id).await?;
        one_time_links::revoke_of(transaction, id).await?;
    }
    if deactivated || has_new_role {
        // A token was made for what its owner was allowed to do then. A new role must not widen it.
        access_tokens::remove_all_of(transaction, id).await?;
    }
    users::summary(transaction, id, context.now_ms())
        .await?
        .ok_or(Error::NotFound(Noun::User))
}

/// Creates an account; an administrator's only in a session. Its owner cannot sign in until a password is set by a link.
pub async fn add(library: &Library, context: Context, mut person: UserChange) -> Result<UserSummary> {
    context.require(Act::ManageUsers)?;
    if person.role == Some(Role::Administrator) {
        context.require(Act::ManageStaff)?;
    }
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
    let person = NewPerson {
        details: person.details.clone(),
        student_id: person.student_id.clone().apply(None),
        patron_category,
        role: person.role.unwrap_or(Role::Student),
    };
    let added = insert(transaction, context, vec![person], password_hash, year).await?;
    users::summary(transaction, added[0], context.now_ms())
        .await?
        .ok_or(Error::NotFound(Noun::User))
}

/// Creates an account from the command line. Anybody who can run the binary is trusted.
pub async fn create_from_shell(
    library: &Library,
    context: Context,
    name: &str,
    email: &str,
    password: &str,
    role: Role,
) -> Result<User> {
    let details = DetailsChange {
        name: Some(name.to_owned()),
        email: Some(email.to_owned()),
        ..DetailsChange::default()
    };
    let details = details.validate().map_err(Error::Invalid)?;
    let password = validate_new_password(password.to_owned()).map_err(Error::Invalid)?;
    let password_hash = library
        .passwords
        .hash(&password, context.secret("password salt"))
        .await?;
    let (name, email) = (
        details.name.unwrap_or_default(),
        details.email.unwrap_or_default(),
    );
    let fields = UserFields {
        name_key: name_key(&name),
        email_key: email_key(&email),
        terms: person_terms(&name, &email, None),
        name,
        email,
        role: role.as_str().to_owned(),
        ..UserFields::default()
    };
    library
        .database
        .write(
            (context, fields, password_hash),
            |transaction, (context, fields, password_hash)| {
                Box::pin(async move {
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
                    if fields.role == Role::Administrator.as_str() {
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
    let password = validate_new_password(password.to_owned()).map_err(Error::Invalid)?;
    let password_hash = library
        .passwords
        .hash(&password, context.secret("password salt"))
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
