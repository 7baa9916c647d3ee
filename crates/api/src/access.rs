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
            let described = match access {
                Access::Act(act) => {
                    let session = SecurityRequirement::new::<_, [&str; 0], &str>("session", []);
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

/// The acts that calls require, by path and method.
static ACTS: OnceLock<HashMap<String, Vec<(Method, Act)>>> = OnceLock::new();

/// Declares what the calls of the table require. The table never changes, so only the first call has an effect.
pub(crate) fn declare(routes: impl Iterator<Item = (Access, Paths)>) {
    ACTS.get_or_init(|| {
        let mut acts: HashMap<String, Vec<(Method, Act)>> = HashMap::new();
        for (access, mut paths) in routes {
            let Access::Act(act) = access else { continue };
            for (path, item) in &mut paths.paths {
                let methods = operations(item).map(|(method, _)| (method, act));
                acts.entry(path.clone()).or_default().extend(methods);
            }
        }
        acts
    });
}

/// The act that a call requires, by the path of its route. `HEAD` requires the same act as `GET`.
pub(crate) fn act_of(method: &Method, path: &str) -> Option<Act> {
    let method = if *method == Method::HEAD {
        &Method::GET
    } else {
        method
    };
    let acts = ACTS.get()?.get(path)?;
    acts.iter()
        .find_map(|(known, act)| (known == method).then_some(*act))
}
