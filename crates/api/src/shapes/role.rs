use carrel_domain::users::role::RoleForm;
use carrel_domain::users::{Act, ActGroup};
use carrel_operations::people::roles::ListedRole;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::words::{PermissionGroup, PermissionName};

/// A permission of the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Permission {
    #[schema(value_type = PermissionName)]
    code: &'static str,
    #[schema(value_type = PermissionGroup)]
    group: &'static str,
    /// The permission without which this one is of no use: a role with this one has both.
    #[schema(value_type = Option<PermissionName>)]
    needs: Option<&'static str>,
    /// Whether only administrators have it.
    reserved: bool,
}

impl From<Act> for Permission {
    fn from(act: Act) -> Self {
        Permission {
            code: act.as_str(),
            group: act.group().as_str(),
            needs: act.needs().map(Act::as_str),
            reserved: act.is_reserved(),
        }
    }
}

/// A role.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RoleShape {
    code: String,
    /// The name as shown.
    name: String,
    #[schema(value_type = Vec<PermissionName>)]
    permissions: Vec<&'static str>,
    /// How many people have it.
    people: i64,
    /// Whether every library has it, so that it cannot be removed.
    built_in: bool,
    /// Whether neither its name nor its permissions can be changed.
    fixed: bool,
    /// Identifies the state of the role: a change sends it back.
    version: String,
}

impl From<ListedRole> for RoleShape {
    fn from(listed: ListedRole) -> Self {
        let ListedRole {
            role,
            version,
            people,
        } = listed;
        RoleShape {
            permissions: role.acts.iter().map(Act::as_str).collect(),
            built_in: role.is_built_in(),
            fixed: role.is_fixed(),
            code: role.code,
            name: role.name,
            people,
            version,
        }
    }
}

/// The roles, and the permissions that there are.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Roles {
    /// In display order.
    roles: Vec<RoleShape>,
    /// In display order, by group.
    permissions: Vec<Permission>,
}

impl Roles {
    pub(crate) fn new(listed: Vec<ListedRole>) -> Self {
        let of_group = |group: ActGroup| Act::ALL.into_iter().filter(move |act| act.group() == group);
        Roles {
            roles: listed.into_iter().map(RoleShape::from).collect(),
            permissions: ActGroup::ALL
                .into_iter()
                .flat_map(of_group)
                .map(Permission::from)
                .collect(),
        }
    }
}

/// A new role.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct NewRoleForm {
    #[schema(required, nullable = false)]
    name: Option<String>,
    /// What every role allows may be left out. A permission that another one needs is added.
    #[schema(value_type = Vec<PermissionName>, required, nullable = false)]
    permissions: Option<Vec<String>>,
}

impl From<NewRoleForm> for RoleForm {
    fn from(form: NewRoleForm) -> Self {
        RoleForm {
            name: form.name,
            permissions: form.permissions,
        }
    }
}

/// A change of a role.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct RoleChangeForm {
    #[schema(required, nullable = false)]
    name: Option<String>,
    /// What every role allows may be left out. A permission that another one needs is added.
    #[schema(value_type = Vec<PermissionName>, required, nullable = false)]
    permissions: Option<Vec<String>>,
    /// The version that the caller has seen.
    #[schema(required, nullable = false)]
    pub(crate) version: Option<String>,
}

impl From<RoleChangeForm> for RoleForm {
    fn from(form: RoleChangeForm) -> Self {
        RoleForm {
            name: form.name,
            permissions: form.permissions,
        }
    }
}
