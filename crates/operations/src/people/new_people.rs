//! Writing new accounts, one or thousands in one transaction.

use std::collections::BTreeSet;

use carrel_domain::users::validation::ValidDetailsChange;
use carrel_domain::users::{Role, UserId, email_key};
use carrel_storage::users::{NewUser, UserFields};
use carrel_storage::{Transaction, users};
use serde_json::json;

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::Result;
use crate::core::keys::{class_key, name_key, person_terms, student_id_key};
use crate::identity::email_moves::refuse_kept;
use crate::identity::student_ids::fresh_student_ids;
use crate::identity::taken::taken;
use crate::identity::user_fields::apply;

/// A valid new account.
pub(super) struct NewPerson {
    pub details: ValidDetailsChange,
    /// Generated for a student without one.
    pub student_id: Option<String>,
    /// The code of an entry of the list of patron categories.
    pub patron_category: Option<String>,
    /// The code of a role of the list.
    pub role: String,
}

impl NewPerson {
    fn needs_student_id(&self) -> bool {
        self.student_id.is_none() && self.role == Role::STUDENT
    }

    fn into_fields(self) -> UserFields {
        let mut fields = UserFields {
            role: self.role,
            patron_category: self.patron_category,
            student_id_key: self.student_id.as_deref().map(student_id_key),
            student_id: self.student_id,
            ..UserFields::default()
        };
        apply(&mut fields, self.details);
        fields.name_key = name_key(&fields.name);
        fields.email_key = email_key(&fields.email);
        fields.terms = person_terms(
            &fields.name,
            &fields.email,
            fields.student_id.as_deref(),
            fields.class.as_deref(),
        );
        fields.class_key = fields.class.as_deref().map(class_key);
        fields
    }
}

/// Writes accounts, and returns their ids and fields in the same order. The number of statements does not depend on the number of
/// people. `year` is that of generated student IDs.
///
/// # Errors
/// A conflict when an e-mail address or student ID is in use; then none of the accounts is written.
pub(super) async fn insert(
    transaction: &mut Transaction,
    context: &Context,
    mut people: Vec<NewPerson>,
    password_hash: &str,
    year: i16,
) -> Result<Vec<(UserId, UserFields)>> {
    let given: BTreeSet<String> = people
        .iter()
        .filter_map(|person| person.student_id.as_deref().map(student_id_key))
        .collect();
    let without = people.iter_mut().filter(|person| person.needs_student_id());
    let without: Vec<&mut NewPerson> = without.collect();
    let fresh = fresh_student_ids(transaction, year, without.len(), &given).await?;
    for (person, student_id) in without.into_iter().zip(fresh) {
        person.student_id = Some(student_id);
    }
    let ids = transaction.fresh_ids(people.len()).await?;
    let people = ids
        .into_iter()
        .zip(people.into_iter().map(NewPerson::into_fields));
    let people: Vec<(UserId, UserFields)> = people.collect();
    let email_keys: Vec<&str> = people
        .iter()
        .map(|(_, fields)| fields.email_key.as_str())
        .collect();
    refuse_kept(transaction, &email_keys, context.now_ms()).await?;
    let new_users: Vec<NewUser<'_>> = people
        .iter()
        .map(|(id, fields)| NewUser {
            id: *id,
            fields,
            password_hash,
        })
        .collect();
    users::insert_many(transaction, &new_users, context.now_ms())
        .await
        .map_err(taken)?;
    let entries: Vec<audit::Entry<'_>> = people
        .iter()
        .map(|(id, fields)| {
            let event = audit::Event {
                action: "user.created",
                subject: Subject::of(*id),
                before: None,
                after: Some(json!({
                    "name": fields.name, "role": fields.role, "studentId": fields.student_id,
                    "patronCategory": fields.patron_category,
                })),
            };
            audit::Entry::new(context, event)
        })
        .collect();
    audit::record_all(transaction, &entries).await?;
    Ok(people)
}
