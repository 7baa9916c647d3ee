use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use carrel_operations::people::roles;

use crate::caller::Caller;
use crate::failure::{Failure, FailureBody};
use crate::input::{Body, text_in_path};
use crate::respond::{Answer, Created, Envelope};
use crate::routes::settings::version;
use crate::shapes::role::{NewRoleForm, RoleChangeForm, RoleShape, Roles};
use crate::state::Api;

/// The code of a role in a path. A text that is the code of no role is treated as an unknown role.
pub(crate) struct RoleCode(String);

impl<S: Send + Sync> FromRequestParts<S> for RoleCode {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        Ok(RoleCode(text_in_path(parts, state).await?))
    }
}

/// The roles in display order, and the permissions that a role can have.
#[utoipa::path(get, path = "/api/admin/roles", operation_id = "list_roles", tag = "admin",
    responses((status = 200, body = Envelope<Roles>), (status = "default", body = FailureBody)))]
pub(crate) async fn list(State(api): State<Api>, caller: Caller) -> Answer<Envelope<Roles>> {
    Ok(Envelope::of(Roles::new(
        roles::list(&api.library, &caller.0).await?,
    )))
}

/// Adds a role with permissions that the caller holds.
#[utoipa::path(post, path = "/api/admin/roles", operation_id = "add_role", tag = "admin",
    request_body = NewRoleForm,
    responses((status = 201, body = Envelope<RoleShape>), (status = "default", body = FailureBody)))]
pub(crate) async fn add(
    State(api): State<Api>,
    Caller(context): Caller,
    Body(form): Body<NewRoleForm>,
) -> Answer<Created<RoleShape>> {
    let added = roles::add(&api.library, context, form.into()).await?;
    Ok(Created(Envelope::saying("Role added", added.into())))
}

/// Changes the name and the permissions of a role, except `admin` and `student`. It counts from the next call of each person
/// who has the role. If it adds a permission, the access tokens of these people end.
#[utoipa::path(put, path = "/api/admin/roles/{code}", operation_id = "change_role", tag = "admin",
    params(("code" = String, Path)), request_body = RoleChangeForm,
    responses((status = 200, body = Envelope<RoleShape>), (status = "default", body = FailureBody)))]
pub(crate) async fn change(
    State(api): State<Api>,
    Caller(context): Caller,
    RoleCode(code): RoleCode,
    Body(mut form): Body<RoleChangeForm>,
) -> Answer<Envelope<RoleShape>> {
    let version = version(form.version.take())?;
    let changed = roles::change(&api.library, context, code, form.into(), version).await?;
    Ok(Envelope::saying("Role saved", changed.into()))
}

/// Removes a role that no person has, except the built-in ones.
#[utoipa::path(delete, path = "/api/admin/roles/{code}", operation_id = "remove_role", tag = "admin",
    params(("code" = String, Path)),
    responses((status = 200, body = Envelope<Option<String>>), (status = "default", body = FailureBody)))]
pub(crate) async fn remove(
    State(api): State<Api>,
    Caller(context): Caller,
    RoleCode(code): RoleCode,
) -> Answer<Envelope<Option<String>>> {
    roles::remove(&api.library, context, code).await?;
    Ok(Envelope::saying("Role removed", None))
}
