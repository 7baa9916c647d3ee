//! The fields of a stored user, as they are changed and written back.

use std::collections::BTreeSet;

use carrel_domain::digest::FieldDigest;
use carrel_domain::language::Language;
use carrel_domain::users::validation::ValidDetailsChange;
use carrel_domain::users::{User, email_key};
use carrel_storage::users::UserFields;
use carrel_storage::{Transaction, users};
use jiff::Timestamp;
use serde_json::{Map, Value, json};

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};
use crate::core::keys::{class_key, name_key, person_terms, student_id_key};
use crate::identity::taken::taken;

/// The fields of a stored user, to be changed and written back.
pub(crate) fn fields_of(user: &User) -> UserFields {
    UserFields {
        name: user.name.clone(),
        name_key: String::new(),
        email: user.email.clone(),
        email_key: String::new(),
        role: user.role.code.clone(),
        patron_category: user.patron_category.clone(),
        student_id: user.student_id.clone(),
        student_id_key: None,
        college_name: user.college_name.clone(),
        department: user.department.clone(),
        current_semester: user.current_semester.clone(),
        current_semester_category: user.current_semester_category.clone(),
        class: user.class.clone(),
        class_key: None,
        homeroom: user.homeroom.clone(),
        phone: user.phone.clone(),
        address: user.address.clone(),
        language: user.language,
        deactivated_at: user.deactivated_at.map(Timestamp::as_millisecond),
        terms: BTreeSet::new(),
    }
}

/// The SHA-256 of the fields that people and imports change, and of a password's hash.
pub(crate) fn digest(fields: &UserFields, password_hash: Option<&str>) -> [u8; 32] {
    // Without `..`: the compiler asks for a field that is new. The keys and terms follow from the other fields.
    let UserFields {
        name,
        name_key: _,
        email,
        email_key: _,
        role,
        patron_category,
        student_id,
        student_id_key: _,
        college_name,
        department,
        current_semester,
        current_semester_category,
        class,
        class_key: _,
        homeroom,
        phone,
        address,
        language,
        deactivated_at: _,
        terms: _,
    } = fields;
    let mut digest = FieldDigest::default();
    digest.text("name", name);
    digest.text("email", email);
    digest.text("role", role);
    digest.option("patronCategory", patron_category.as_deref());
    digest.option("studentId", student_id.as_deref());
    digest.option("collegeName", college_name.as_deref());
    digest.option("department", department.as_deref());
    digest.option("currentSemester", current_semester.as_deref());
    digest.option("currentSemesterCategory", current_semester_category.as_deref());
    digest.option("class", class.as_deref());
    digest.option("homeroom", homeroom.as_deref());
    digest.option("phone", phone.as_deref());
    digest.option("address", address.as_deref());
    digest.option("language", language.map(Language::as_str));
    digest.option("passwordHash", password_hash);
    digest.finish()
}

/// Writes changed fields of a user back, with their keys, and records under `action` what changed.
pub(crate) async fn write_fields(
    transaction: &mut Transaction,
    context: &Context,
    before: &User,
    mut fields: UserFields,
    action: &'static str,
) -> Result<User> {
    fields.name_key = name_key(&fields.name);
    fields.email_key = email_key(&fields.email);
    fields.student_id_key = fields.student_id.as_deref().map(student_id_key);
    fields.terms = person_terms(
        &fields.name,
        &fields.email,
        fields.student_id.as_deref(),
        fields.class.as_deref(),
    );
    fields.class_key = fields.class.as_deref().map(class_key);
    users::update(transaction, before.id, &fields, context.now_ms())
        .await
        .map_err(taken)?;
    let after = users::find(transaction, before.id)
        .await?
        .ok_or(Error::NotFound(Noun::User))?;
    let (was, is) = changes(before, &after);
    if !is.is_empty() {
        let event = audit::Event {
            action,
            subject: Subject::of(before.id),
            before: Some(Value::Object(was)),
            after: Some(Value::Object(is)),
        };
        audit::record(transaction, context, event).await?;
    }
    Ok(after)
}

/// The fields in which two states of a user differ, before and after. Never the password's hash.
fn changes(before: &User, after: &User) -> (Map<String, Value>, Map<String, Value>) {
    let state = |user: &User| {
        json!({
            "name": user.name, "email": user.email, "role": user.role.code, "studentId": user.student_id,
            "patronCategory": user.patron_category,
            "collegeName": user.college_name, "department": user.department,
            "currentSemester": user.current_semester,
            "currentSemesterCategory": user.current_semester_category,
            "class": user.class, "homeroom": user.homeroom,
            "phone": user.phone, "address": user.address, "language": user.language, "isActive": user.deactivated_at.is_none(),
        })
    };
    let (Value::Object(mut was), Value::Object(mut is)) = (state(before), state(after)) else {
        return (Map::new(), Map::new());
    };
    let same: Vec<String> = was
        .iter()
        .filter(|(key, value)| is.get(*key) == Some(value))
        .map(|(k, _)| k.clone())
        .collect();
    for key in same {
        was.remove(&key);
        is.remove(&key);
    }
    (was, is)
}

/// Applies a valid change to the fields: absent fields stay, empty ones are cleared.
pub(crate) fn apply(fields: &mut UserFields, change: ValidDetailsChange) {
    if let Some(name) = change.name {
        fields.name = name;
    }
    if let Some(email) = change.email {
        fields.email = email;
    }
    fields.phone = change.phone.apply(fields.phone.take());
    fields.address = change.address.apply(fields.address.take());
    fields.language = change.language.apply(fields.language.take());
    fields.class = change.class.apply(fields.class.take());
    fields.homeroom = change.homeroom.apply(fields.homeroom.take());
    fields.college_name = change.college_name.apply(fields.college_name.take());
    fields.department = change.department.apply(fields.department.take());
    fields.current_semester = change.current_semester.apply(fields.current_semester.take());
    fields.current_semester_category = change
        .current_semester_category
        .apply(fields.current_semester_category.take());
}
