//! Roles: the list, and changes of what a role allows.

use carrel_domain::identity::fingerprint;
use carrel_domain::users::role::{
    MOST_ROLES, RoleChange, RoleForm, ValidRole, may_change_role, message, role_code,
};
use carrel_domain::users::{Act, Acts, Role};
use carrel_domain::validation::FieldError;
use carrel_storage::roles::{self, RoleRow};
use carrel_storage::{Connection, Transaction};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::library::Library;
use crate::core::permission::require_still;
use crate::identity::gained_permissions;

/// A role of the list.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ListedRole {
    pub role: Role,
    /// Identifies its state: a change names the version that it is based on.
    pub version: String,
    /// How many people have it.
    pub people: i64,
}

impl ListedRole {
    fn new(role: Role, people: i64) -> Self {
        ListedRole {
            version: version(&role),
            role,
            people,
        }
    }
}

fn version(role: &Role) -> String {
    fingerprint(&format!("{}\n{}\n{}", role.code, role.name, role.acts.text()))
}

/// Every role in display order.
pub async fn list(library: &Library, context: &Context) -> Result<Vec<ListedRole>> {
    context.require(Act::ReadUsers)?;
    let rows = library
        .database
        .read_long((), |connection, ()| Box::pin(roles::with_people(connection)))
        .await
        .map_err(Error::Storage)?;
    let listed = rows.into_iter().map(
        |RoleRow {
             code,
             name,
             acts,
             people,
         }| { ListedRole::new(Role::stored(code, name, acts), people) },
    );
    Ok(listed.collect())
}

/// Adds a role.
pub async fn add(library: &Library, context: Context, form: RoleForm) -> Result<ListedRole> {
    context.require(Act::ManageRoles)?;
    let form = form.validate().map_err(Error::Invalid)?;
    library
        .write_once(context.call(), (context, form), |transaction, (context, form)| {
            Box::pin(add_in(transaction, context, form))
        })
        .await
}

async fn add_in(transaction: &mut Transaction, context: &Context, form: &ValidRole) -> Result<ListedRole> {
    let actor = require_still(transaction, context, Act::ManageRoles).await?;
    if !may_change_role(actor, Acts::NONE, form.acts) {
        return Err(Error::NotAllowed);
    }
    let existing = roles::all(transaction).await?;
    if existing.len() >= MOST_ROLES {
        return Err(Conflict::TooManyRoles.into());
    }
    refuse_taken_name(&existing, "", &form.name)?;
    let code = role_code(&form.name, |code| existing.iter().any(|role| role.code == code));
    let role = Role::stored(code, form.name.clone(), form.acts);
    roles::insert(transaction, &role).await?;
    record(transaction, context, "role.added", None, Some(&role)).await?;
    Ok(ListedRole::new(role, 0))
}

/// Changes the name of a role and what it allows, if it still has the `version` that the caller has seen. A change counts
/// from the next call of each person who has the role. When the role allows more than before, what its people made for
/// what they were allowed to do then ends: access tokens, unused links, also those that undo a
/// change of an address, confirmations of sessions, trust in devices.
pub async fn change(
    library: &Library,
    context: Context,
    code: String,
    form: RoleForm,
    version: String,
) -> Result<ListedRole> {
    context.require(Act::ManageRoles)?;
    let form = form.validate().map_err(Error::Invalid)?;
    library
        .write_once(
            context.call(),
            (context, code, form, version),
            |transaction, (context, code, form, version)| {
                Box::pin(change_in(transaction, context, code, form, version))
            },
        )
        .await
}

async fn change_in(
    transaction: &mut Transaction,
    context: &Context,
    code: &str,
    form: &ValidRole,
    seen: &str,
) -> Result<ListedRole> {
    let actor = require_still(transaction, context, Act::ManageRoles).await?;
    let existing = roles::all(transaction).await?;
    let before = existing
        .iter()
        .find(|role| role.code == code)
        .ok_or(Error::NotFound(Noun::Role))?;
    if before.is_fixed() {
        return Err(Conflict::RoleFixed.into());
    }
    if !may_change_role(actor, before.acts, form.acts) {
        return Err(Error::NotAllowed);
    }
    if version(before) != seen {
        return Err(Conflict::SettingsChanged.into());
    }
    refuse_taken_name(&existing, code, &form.name)?;
    let after = Role::stored(code.to_owned(), form.name.clone(), form.acts);
    if after != *before {
        roles::update(transaction, &after).await?;
        record(transaction, context, "role.changed", Some(before), Some(&after)).await?;
    }
    if !before.acts.include(after.acts) {
        gained_permissions::by_role(transaction, code, context.now_ms()).await?;
    }
    let people = roles::count_people(transaction, code).await?;
    Ok(ListedRole::new(after, people))
}

/// Removes a role that nobody has.
pub async fn remove(library: &Library, context: Context, code: String) -> Result<()> {
    context.require(Act::ManageRoles)?;
    library
        .write_once(context.call(), (context, code), |transaction, (context, code)| {
            Box::pin(remove_in(transaction, context, code))
        })
        .await
}

async fn remove_in(transaction: &mut Transaction, context: &Context, code: &str) -> Result<()> {
    let actor = require_still(transaction, context, Act::ManageRoles).await?;
    let existing = roles::all(transaction).await?;
    let before = existing
        .iter()
        .find(|role| role.code == code)
        .ok_or(Error::NotFound(Noun::Role))?;
    if before.is_built_in() {
        return Err(Conflict::RoleFixed.into());
    }
    if !may_change_role(actor, before.acts, Acts::NONE) {
        return Err(Error::NotAllowed);
    }
    let people = roles::count_people(transaction, code).await?;
    if people > 0 {
        return Err(Conflict::RoleInUse { people }.into());
    }
    roles::remove(transaction, code).await?;
    record(transaction, context, "role.removed", Some(before), None).await
}

/// The role of a person after a change.
pub(super) async fn changed_role(
    connection: &mut Connection,
    before: &Role,
    change: &RoleChange,
) -> Result<Role> {
    let invalid = |error: FieldError| Error::Invalid(vec![error]);
    let code = change.apply(&before.code).map_err(invalid)?;
    if code == before.code {
        return Ok(before.clone());
    }
    // The database stores no NUL, so such a code is on no list.
    let found = if code.contains('\0') {
        None
    } else {
        roles::find(connection, &code).await?
    };
    found.ok_or_else(|| invalid(FieldError::new("staffRole", message::STAFF_ROLE_UNKNOWN)))
}

/// Refuses the name or the code of another role, whatever its case: an import finds roles by both.
fn refuse_taken_name(existing: &[Role], code: &str, name: &str) -> Result<()> {
    let wanted = name.to_lowercase();
    let mut others = existing.iter().filter(|role| role.code != code);
    if others.any(|role| role.code == wanted || role.name.to_lowercase() == wanted) {
        return Err(Conflict::RoleNameTaken.into());
    }
    Ok(())
}

async fn record(
    transaction: &mut Transaction,
    context: &Context,
    action: &'static str,
    before: Option<&Role>,
    after: Option<&Role>,
) -> Result<()> {
    let state = |role: &Role| -> Value {
        let permissions: Vec<Act> = role.acts.without(Acts::OF_MEMBERS).iter().collect();
        json!({ "name": role.name, "permissions": permissions })
    };
    let code = before.or(after).map_or("", |role| role.code.as_str());
    let event = audit::Event {
        action,
        subject: Subject::named(format!("role.{code}")),
        before: before.map(state),
        after: after.map(state),
    };
    audit::record(transaction, context, event).await
}
