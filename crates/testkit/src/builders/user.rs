//! Builds users.

use std::collections::BTreeSet;

use carrel_domain::users::{User, email_key};
use carrel_storage::users::{self, UserFields};
use carrel_storage::{Error, Result};

use super::Library;

/// A user to insert.
#[must_use = "nothing is made before `insert`"]
pub struct UserBuilder<'a> {
    library: &'a Library,
    fields: UserFields,
    password_hash: String,
}

impl<'a> UserBuilder<'a> {
    pub(super) fn new(library: &'a Library) -> Self {
        let number = library.fresh_number();
        let fields = UserFields {
            role: "student".to_owned(),
            ..UserFields::default()
        };
        UserBuilder {
            library,
            fields,
            password_hash: "not a hash".to_owned(),
        }
        .name(&format!("Reader {number}"))
        .email(&format!("reader{number}@library.example"))
    }

    /// The name, with its sort key.
    pub fn name(mut self, name: &str) -> Self {
        name.clone_into(&mut self.fields.name);
        self.fields.name_key = name.to_lowercase();
        self
    }

    /// The e-mail address, with its unique key.
    pub fn email(mut self, email: &str) -> Self {
        email.clone_into(&mut self.fields.email);
        self.fields.email_key = email_key(email);
        self
    }

    /// The student ID, with its unique key.
    pub fn student_id(mut self, student_id: &str) -> Self {
        self.fields.student_id = Some(student_id.to_owned());
        self.fields.student_id_key = Some(student_id.to_lowercase());
        self
    }

    /// An administrator.
    pub fn administrator(self) -> Self {
        self.role("admin")
    }

    /// A role, by its code.
    pub fn role(mut self, code: &str) -> Self {
        code.clone_into(&mut self.fields.role);
        self
    }

    /// Deactivated since now.
    pub fn deactivated(mut self) -> Self {
        self.fields.deactivated_at = Some(self.library.clock.now_ms());
        self
    }

    /// The hash against which the password is checked.
    pub fn password_hash(mut self, hash: &str) -> Self {
        hash.clone_into(&mut self.password_hash);
        self
    }

    /// Changes any other detail.
    pub fn with(mut self, change: impl FnOnce(&mut UserFields)) -> Self {
        change(&mut self.fields);
        self
    }

    /// The fields, for changing another user into this one.
    pub fn fields(mut self) -> UserFields {
        if self.fields.terms.is_empty() {
            self.fields.terms = terms(&self.fields);
        }
        self.fields
    }

    /// Adds the user.
    pub async fn insert(self) -> User {
        self.try_insert().await.expect("the database takes the user")
    }

    /// Adds the user, if the database accepts it.
    pub async fn try_insert(self) -> Result<User> {
        let (library, password_hash) = (self.library, self.password_hash.clone());
        let state = (self.fields(), password_hash, library.clock.now_ms());
        library
            .write(state, |transaction, (fields, password_hash, now)| {
                Box::pin(async move {
                    let id = transaction.fresh_id().await?;
                    users::insert(transaction, id, fields, password_hash, *now).await?;
                    users::find(transaction, id).await?.ok_or(Error::NoRow)
                })
            })
            .await
    }
}

/// The words of the name, the e-mail address, the student ID.
fn terms(fields: &UserFields) -> BTreeSet<String> {
    let words = fields.name_key.split_whitespace().map(str::to_owned);
    words
        .chain([fields.email_key.clone()])
        .chain(fields.student_id_key.clone())
        .collect()
}
