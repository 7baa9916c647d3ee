use axum::extract::State;
use carrel_domain::users::{Role, UserId, role};
use carrel_operations::people::accounts::{self, PeopleQuery, PeopleWithRole};
use carrel_operations::people::bulk_import::{self, ImportOptions};
use carrel_operations::people::erasure;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::caller::Caller;
use crate::failure::{Failure, FailureBody};
use crate::input::{Body, InPath, PageQuery, QueryParams, choice, words};
use crate::respond::{Answer, Created, Envelope, Listed};
use crate::shapes::{
    ErasureForm, ImportForm, ImportShape, NewUserForm, RoleName, UserChangeForm, UserSummary,
};
use crate::state::Api;

/// The maximum length of the code of a role, in characters.
const LONGEST_ROLE_CODE: usize = role::limit::CODE.max;

/// The filters of a list of people.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct UsersQuery {
    /// Words, or beginnings of words, of the name, e-mail address or student ID. For callers who may see anyone's open
    /// borrowings, also the barcode of a copy, which finds its borrower.
    search: Option<String>,
    /// `student` selects everybody who is no administrator.
    #[param(inline, value_type = Option<RoleName>)]
    role: Option<String>,
    /// The code of a role, or `student` for the people without one.
    #[serde(rename = "staffRole")]
    #[param(min_length = 1, max_length = 80)]
    staff_role: Option<String>,
    /// A class of `GET /api/admin/classes`, without regard to case, spaces and leading zeros.
    class: Option<String>,
}

/// The code of a role in a query.
fn role_code(text: Option<String>) -> Answer<Option<String>> {
    let is_possible = |code: &String| !code.is_empty() && code.chars().count() <= LONGEST_ROLE_CODE;
    match text {
        Some(code) if !is_possible(&code) => Err(Failure::parameter(
            "staffRole",
            "staffRole must be the code of a role",
        )),
        // The database stores no NUL, so no role has such a code.
        Some(code) => Ok(Some(code.replace('\0', " "))),
        None => Ok(None),
    }
}

/// People with accounts, by name: surname first.
#[utoipa::path(get, path = "/api/admin/users", operation_id = "list_users",
    tag = "admin", params(UsersQuery, PageQuery),
    responses((status = 200, body = Listed<UserSummary>), (status = "default", body = FailureBody)))]
pub(crate) async fn list(
    State(api): State<Api>,
    caller: Caller,
    QueryParams(query): QueryParams<UsersQuery>,
    QueryParams(page): QueryParams<PageQuery>,
) -> Answer<Listed<UserSummary>> {
    let roles = &[("student", false), ("admin", true)];
    let is_administrator = choice("role", query.role.as_deref(), roles)?;
    let role = match (is_administrator, role_code(query.staff_role)?) {
        // An administrator has no other role.
        (Some(true), _) => Some(PeopleWithRole::Is(Role::ADMINISTRATOR.to_owned())),
        (_, Some(code)) => Some(PeopleWithRole::Is(code)),
        (Some(false), None) => Some(PeopleWithRole::NotAdministrators),
        (None, None) => None,
    };
    let query = PeopleQuery {
        search: words(query.search).unwrap_or_default(),
        role,
        class: words(query.class).filter(|class| !class.is_empty()),
        page: page.page()?,
    };
    let currency = api.library.shown_settings().currency;
    Ok(Listed::of(
        accounts::list(&api.library, &caller.0, query).await?,
        |row| UserSummary::of(row, currency),
    ))
}

/// The classes that people are in, in their order.
#[utoipa::path(get, path = "/api/admin/classes", operation_id = "list_classes",
    tag = "admin",
    responses((status = 200, body = Envelope<Vec<String>>), (status = "default", body = FailureBody)))]
pub(crate) async fn classes(State(api): State<Api>, caller: Caller) -> Answer<Envelope<Vec<String>>> {
    Ok(Envelope::of(accounts::classes(&api.library, &caller.0).await?))
}

/// Creates an account. The person sets the password by a link, such as that of `POST /api/admin/users/{id}/password-link`.
#[utoipa::path(post, path = "/api/admin/users", operation_id = "add_user",
    tag = "admin", request_body = NewUserForm,
    responses((status = 201, body = Envelope<UserSummary>), (status = "default", body = FailureBody)))]
pub(crate) async fn add(
    State(api): State<Api>,
    Caller(context): Caller,
    Body(form): Body<NewUserForm>,
) -> Answer<Created<UserSummary>> {
    let added = accounts::add(&api.library, context, form.into()).await?;
    Ok(Created(Envelope::saying(
        "User added successfully!",
        UserSummary::of(added, api.library.shown_settings().currency),
    )))
}

/// Imports people from a file of comma-separated values: adds new people and changes existing ones, by all valid lines.
///
/// The student ID finds an existing person, else the email. An empty cell changes nothing.
#[utoipa::path(post, path = "/api/admin/users/import", operation_id = "import_users",
    tag = "admin", request_body = ImportForm,
    responses((status = 200, body = Envelope<ImportShape>), (status = "default", body = FailureBody)))]
pub(crate) async fn import(
    State(api): State<Api>,
    Caller(context): Caller,
    Body(form): Body<ImportForm>,
) -> Answer<Envelope<ImportShape>> {
    let file = form.file.unwrap_or_default();
    let options = ImportOptions {
        with_links: form.links.unwrap_or(false),
        keep_existing: form.keep_existing.unwrap_or(false),
    };
    let imported = if form.preview.unwrap_or(false) {
        bulk_import::preview(&api.library, &context, &file, options).await?
    } else {
        bulk_import::import(&api.library, context, &file, options).await?
    };
    Ok(Envelope::of(imported.into()))
}

/// A person.
#[utoipa::path(get, path = "/api/admin/users/{id}", operation_id = "show_user",
    tag = "admin",
    params(("id" = inline(UserId), Path)),
    responses((status = 200, body = Envelope<UserSummary>), (status = "default", body = FailureBody)))]
pub(crate) async fn show(
    State(api): State<Api>,
    caller: Caller,
    InPath(id): InPath<UserId>,
) -> Answer<Envelope<UserSummary>> {
    Ok(Envelope::of(UserSummary::of(
        accounts::find(&api.library, &caller.0, id).await?,
        api.library.shown_settings().currency,
    )))
}

/// Changes a person: details, student ID, role, whether the account is active, a block from borrowing.
#[utoipa::path(put, path = "/api/admin/users/{id}", operation_id = "change_user",
    tag = "admin",
    params(("id" = inline(UserId), Path)), request_body = UserChangeForm,
    responses((status = 200, body = Envelope<UserSummary>), (status = "default", body = FailureBody)))]
pub(crate) async fn change(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<UserId>,
    Body(form): Body<UserChangeForm>,
) -> Answer<Envelope<UserSummary>> {
    let changed = accounts::change(&api.library, context, id, form.into()).await?;
    Ok(Envelope::saying(
        "User updated successfully!",
        UserSummary::of(changed, api.library.shown_settings().currency),
    ))
}

/// Erases an account for good, when nothing is open with it: no book on loan, no balance.
///
/// Borrowings and money stay without the person. Ratings and reviews are removed. The audit log keeps the number of the
/// account, which names nobody any more.
#[utoipa::path(delete, path = "/api/admin/users/{id}", operation_id = "erase_user",
    tag = "admin",
    params(("id" = inline(UserId), Path)), request_body = ErasureForm,
    responses((status = 200, body = Envelope<Option<String>>), (status = "default", body = FailureBody)))]
pub(crate) async fn erase(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<UserId>,
    Body(form): Body<ErasureForm>,
) -> Answer<Envelope<Option<String>>> {
    erasure::erase(&api.library, context, id, form.email).await?;
    Ok(Envelope::saying("The account has been erased", None))
}
