//! Access to calls, checked before a handler reads a query or a body.

use std::collections::HashMap;
use std::sync::OnceLock;

use axum::http::Method;
use carrel_domain::users::Act;
use carrel_domain::users::confirmation::needs_confirmation;
use carrel_domain::users::scope::{TokenRequirement, token_requirement};
use serde_json::json;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::{Operation, PathItem, Paths};
use utoipa::openapi::security::SecurityRequirement;

/// Who may make a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Everybody, with any token or none.
    Everybody,
    /// Everybody, but not with an access token: the call begins or ends a session.
    Visitors,
    /// People who may read the catalogue, and visitors while the catalogue is open.
    Readers,
    /// People whose role allows the act, and their access tokens as far as the act allows them.
    Act(Act),
}

impl From<Act> for Access {
    fn from(act: Act) -> Self {
        Access::Act(act)
    }
}

impl Access {
    /// What an access token needs: the name of a scope, `any` for no scope, `session` when no access token is enough.
    fn scope(self) -> &'static str {
        match self {
            Access::Everybody => "any",
            Access::Visitors => "session",
            Access::Readers => Access::Act(Act::ReadCatalogue).scope(),
            Access::Act(act) => match token_requirement(act) {
                TokenRequirement::Any => "any",
                TokenRequirement::Scope(scope) => scope.as_str(),
                TokenRequirement::Session => "session",
            },
        }
    }
}

/// The operations of a path with their methods.
fn operations(item: &mut PathItem) -> impl Iterator<Item = (Method, &mut Operation)> {
    [
        (Method::GET, &mut item.get),
        (Method::POST, &mut item.post),
        (Method::PUT, &mut item.put),
        (Method::PATCH, &mut item.patch),
        (Method::DELETE, &mut item.delete),
    ]
    .into_iter()
    .filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}

/// Adds the access of a call to its operations in the document.
pub(crate) fn describe(access: Access, paths: &mut Paths) {
    for item in paths.paths.values_mut() {
        for (_, operation) in operations(item) {
            let session = SecurityRequirement::new::<_, [&str; 0], &str>("session", []);
            let described = match access {
                Access::Readers => {
                    operation.security = Some(vec![session, SecurityRequirement::default()]);
                    let act = Act::ReadCatalogue;
                    json!({
                        "act": act, "scope": access.scope(), "confirmation": needs_confirmation(act),
                        "visitors": "open_catalogue",
                    })
                }
                Access::Act(act) => {
                    operation.security = Some(vec![session]);
                    json!({ "act": act, "scope": access.scope(), "confirmation": needs_confirmation(act) })
                }
                Access::Everybody | Access::Visitors => json!({ "scope": access.scope() }),
            };
            let extensions = ExtensionsBuilder::new().add("x-carrel-access", described);
            operation.extensions = Some(extensions.build());
        }
    }
}

/// The access of the calls that not everybody may make, by path and method.
static ACCESS: OnceLock<HashMap<String, Vec<(Method, Access)>>> = OnceLock::new();

/// Declares what the calls of the table require. The table never changes, so only the first call has an effect.
pub(crate) fn declare(routes: impl Iterator<Item = (Access, Paths)>) {
    ACCESS.get_or_init(|| {
        let mut known: HashMap<String, Vec<(Method, Access)>> = HashMap::new();
        for (access, mut paths) in routes {
            if matches!(access, Access::Everybody | Access::Visitors) {
                continue;
            }
            for (path, item) in &mut paths.paths {
                let methods = operations(item).map(|(method, _)| (method, access));
                known.entry(path.clone()).or_default().extend(methods);
            }
        }
        known
    });
}

/// The access of a call that not everybody may make, by the path of its route. `HEAD` has the access of `GET`.
pub(crate) fn access_of(method: &Method, path: &str) -> Option<Access> {
    let method = if *method == Method::HEAD {
        &Method::GET
    } else {
        method
    };
    let calls = ACCESS.get()?.get(path)?;
    calls
        .iter()
        .find_map(|(known, access)| (known == method).then_some(*access))
}
