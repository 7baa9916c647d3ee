use carrel_domain::language::Language;
use carrel_domain::money::Currency;
use carrel_domain::patch::Patch;
use carrel_domain::users::role::{BasicRole, RoleChange};
use carrel_domain::users::validation::DetailsChange;
use carrel_domain::users::{self, Act, Role, SessionKind, UserId, surname};
use carrel_operations::Library;
use carrel_operations::identity::sessions;
use carrel_operations::people::accounts::UserChange;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time::time;
use super::words::{LanguageCode, PermissionName};
use crate::input::{given, present};

/// A person with an account.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct User {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: UserId,
    pub name: String,
    pub email: String,
    /// `admin` for administrators, who may do everything; `student` for everybody else.
    pub role: RoleName,
    /// The role of a person who is neither an administrator nor only a student.
    pub staff_role: Option<StaffRole>,
    /// The code of the person's patron category.
    pub patron_category: Option<String>,
    pub student_id: Option<String>,
    pub college_name: Option<String>,
    pub department: Option<String>,
    pub current_semester: Option<String>,
    pub current_semester_category: Option<String>,
    /// The class of a school, such as `7b`.
    pub class: Option<String>,
    /// The room or the teacher that the class belongs to.
    pub homeroom: Option<String>,
    pub phone: Option<String>,
    pub address: Option<String>,
    /// The language that the person has chosen; null for the library's.
    #[schema(value_type = Option<LanguageCode>)]
    pub language: Option<Language>,
    pub is_active: bool,
    #[schema(format = DateTime)]
    pub created_at: String,
    #[schema(format = DateTime)]
    pub updated_at: String,
}

impl From<users::User> for User {
    fn from(user: users::User) -> Self {
        User {
            id: user.id,
            name: user.name,
            email: user.email,
            role: RoleName::of(&user.role),
            staff_role: StaffRole::of(user.role),
            patron_category: user.patron_category,
            student_id: user.student_id,
            college_name: user.college_name,
            department: user.department,
            current_semester: user.current_semester,
            current_semester_category: user.current_semester_category,
            class: user.class,
            homeroom: user.homeroom,
            phone: user.phone,
            address: user.address,
            language: user.language,
            is_active: user.deactivated_at.is_none(),
            created_at: time(user.created_at),
            updated_at: time(user.updated_at),
        }
    }
}

/// The role of a person who is neither an administrator nor only a student.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct StaffRole {
    pub code: String,
    /// The name as shown.
    pub name: String,
}

impl StaffRole {
    fn of(role: Role) -> Option<Self> {
        (!role.is_fixed()).then_some(StaffRole {
            code: role.code,
            name: role.name,
        })
    }
}

/// The signed-in person.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SignedInUser {
    #[serde(flatten)]
    pub user: User,
    /// What the person may do.
    #[schema(value_type = Vec<PermissionName>)]
    pub permissions: Vec<&'static str>,
    /// Whether the permissions of staff are withheld until the person adds a second factor.
    pub second_factor_needed: bool,
    /// After how many minutes without use this session ends; null if it lasts until it expires, and for an access token.
    pub idle_minutes: Option<i64>,
}

impl SignedInUser {
    /// A person in a session of this kind; None for an access token.
    pub(crate) fn of(library: &Library, user: users::User, kind: Option<SessionKind>) -> Self {
        SignedInUser {
            idle_minutes: kind.and_then(|kind| sessions::idle_minutes(library, kind, &user)),
            second_factor_needed: user.role.withheld,
            permissions: user.role.acts.iter().map(Act::as_str).collect(),
            user: user.into(),
        }
    }
}

/// A person, with figures for staff.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserSummary {
    #[serde(flatten)]
    pub user: User,
    /// The part of the name by which lists are sorted.
    pub surname: String,
    /// Open borrowings, overdue ones included.
    pub active_borrowings: i64,
    pub overdue_borrowings: i64,
    /// In the library's currency: the person's balance.
    pub balance: f64,
    /// Whether the person's sign-ins need a second step.
    pub has_second_factor: bool,
    /// Since when the person is blocked from borrowing; null while they are not blocked.
    #[schema(format = DateTime)]
    pub blocked_at: Option<String>,
    /// Why the person is blocked from borrowing; null while they are not blocked.
    pub block_reason: Option<String>,
    /// When the person accepted the terms at the registration; null when staff created the account.
    #[schema(format = DateTime)]
    pub terms_accepted_at: Option<String>,
    /// The version of these terms: when their text was last changed; null for the standard text.
    #[schema(format = DateTime)]
    pub terms_changed_at: Option<String>,
}

impl UserSummary {
    pub(crate) fn of(mut summary: users::UserSummary, currency: Currency) -> Self {
        UserSummary {
            blocked_at: summary.user.blocked_at.map(time),
            block_reason: summary.user.block_reason.take(),
            surname: surname::split(&summary.user.name).surname.to_owned(),
            user: summary.user.into(),
            active_borrowings: summary.open_borrowings,
            overdue_borrowings: summary.overdue_borrowings,
            balance: currency.to_json(summary.balance),
            has_second_factor: summary.second_factors > 0,
            terms_accepted_at: summary.terms_accepted_at.map(time),
            terms_changed_at: summary.terms_changed_at.map(time),
        }
    }
}

/// The details of a person, as they are changed. An absent property is unchanged; null or empty clears it.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::option_option,
    reason = "absent, null and a value are three things here"
)]
pub(crate) struct DetailsForm {
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    name: Option<String>,
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    email: Option<String>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    phone: Option<Option<String>>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    address: Option<Option<String>>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    college_name: Option<Option<String>>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    department: Option<Option<String>>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    current_semester: Option<Option<String>>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    current_semester_category: Option<Option<String>>,
    /// Null for the library's.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<LanguageCode>)]
    language: Option<Option<String>>,
}

impl From<DetailsForm> for DetailsChange {
    fn from(form: DetailsForm) -> Self {
        // Null clears the value, like an empty text.
        let clear = Option::unwrap_or_default;
        DetailsChange {
            name: form.name,
            email: form.email,
            phone: form.phone.map(clear),
            address: form.address.map(clear),
            college_name: form.college_name.map(clear),
            department: form.department.map(clear),
            current_semester: form.current_semester.map(clear),
            current_semester_category: form.current_semester_category.map(clear),
            class: None,
            homeroom: None,
            language: form.language.map(clear),
        }
    }
}

/// A change of the caller's details. An absent property is unchanged; null or empty clears it.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OwnDetailsForm {
    #[serde(flatten)]
    pub details: DetailsForm,
    /// Required for a new email address.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    pub current_password: Option<String>,
}

/// A change of a person. An absent property is unchanged; null or empty clears it.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::option_option,
    reason = "absent, null and a value are three things here"
)]
pub(crate) struct UserChangeForm {
    #[serde(flatten)]
    details: DetailsForm,
    /// Not the id of an account, such as `user_12`.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    student_id: Option<Option<String>>,
    /// The class of a school, such as `7b`.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    class: Option<Option<String>>,
    /// The room or the teacher that the class belongs to.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    homeroom: Option<Option<String>>,
    /// The code of a patron category.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    patron_category: Option<Option<String>>,
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    role: Option<RoleName>,
    /// The code of a role of `GET /api/admin/roles`, but neither `admin` nor `student`; null takes it away.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    staff_role: Patch<String>,
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    is_active: Option<bool>,
    /// A reason blocks the person from borrowing and renewing, or replaces the reason of the block; null ends the block.
    /// A blocked person still signs in, pays and returns. Unlike other texts, it must not be empty.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    block_reason: Patch<String>,
}

/// A new account. Name and email are required.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewUserForm {
    #[schema(required, nullable = false)]
    name: Option<String>,
    #[schema(required, nullable = false)]
    email: Option<String>,
    /// `student` when absent.
    role: Option<RoleName>,
    /// The code of a role of `GET /api/admin/roles`, but neither `admin` nor `student`.
    staff_role: Option<String>,
    /// Generated for a student when absent. Not the id of an account, such as `user_12`.
    student_id: Option<String>,
    /// The code of a patron category.
    patron_category: Option<String>,
    phone: Option<String>,
    address: Option<String>,
    college_name: Option<String>,
    department: Option<String>,
    current_semester: Option<String>,
    current_semester_category: Option<String>,
    /// The class of a school, such as `7b`.
    class: Option<String>,
    /// The room or the teacher that the class belongs to.
    homeroom: Option<String>,
    /// The library's when absent.
    #[schema(value_type = Option<LanguageCode>)]
    language: Option<String>,
}

impl From<NewUserForm> for UserChange {
    fn from(form: NewUserForm) -> Self {
        UserChange {
            details: DetailsChange {
                name: form.name,
                email: form.email,
                phone: form.phone,
                address: form.address,
                college_name: form.college_name,
                department: form.department,
                current_semester: form.current_semester,
                current_semester_category: form.current_semester_category,
                class: form.class,
                homeroom: form.homeroom,
                language: form.language,
            },
            student_id: form.student_id,
            patron_category: form.patron_category,
            role: RoleChange {
                basic: form.role.map(BasicRole::from),
                staff_role: form.staff_role.map_or(Patch::Keep, Patch::Set),
            },
            is_active: None,
            block_reason: Patch::Keep,
        }
    }
}

/// The role of a person as administrator or not.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RoleName {
    Student,
    Admin,
}

impl From<RoleName> for BasicRole {
    fn from(role: RoleName) -> Self {
        match role {
            RoleName::Student => BasicRole::Student,
            RoleName::Admin => BasicRole::Administrator,
        }
    }
}

impl RoleName {
    fn of(role: &Role) -> Self {
        if role.is_administrator() {
            RoleName::Admin
        } else {
            RoleName::Student
        }
    }
}

impl From<UserChangeForm> for UserChange {
    fn from(form: UserChangeForm) -> Self {
        UserChange {
            details: DetailsChange {
                class: form.class.map(Option::unwrap_or_default),
                homeroom: form.homeroom.map(Option::unwrap_or_default),
                ..form.details.into()
            },
            student_id: form.student_id.map(Option::unwrap_or_default),
            patron_category: form.patron_category.map(Option::unwrap_or_default),
            role: RoleChange {
                basic: form.role.map(BasicRole::from),
                staff_role: form.staff_role,
            },
            is_active: form.is_active,
            block_reason: form.block_reason,
        }
    }
}
