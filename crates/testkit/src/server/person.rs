//! People with accounts who are signed in.

use std::future::IntoFuture;

use carrel_domain::users::validation::{LoginForm, Registration};
use carrel_domain::users::{Role, UserId};
use carrel_operations::identity::origin::Origin;
use carrel_operations::identity::registrations::{self, Registered};
use carrel_operations::identity::sessions;
use carrel_operations::people::accounts;
use futures_util::future::BoxFuture;

use super::Server;

/// A signed-in person.
#[derive(Debug, Clone)]
pub struct Identity {
    /// The account's id.
    pub id: UserId,
    /// The name.
    pub name: String,
    /// The e-mail address.
    pub email: String,
    /// The password.
    pub password: String,
    /// The session's token.
    pub token: String,
}

/// A person to add; awaiting it creates the account and signs in, both by the product's own use cases.
#[must_use = "nobody is registered before it is awaited"]
pub struct PersonToRegister<'a> {
    server: &'a Server,
    /// The code of the role.
    role: String,
    name: String,
    email: String,
    password: String,
}

impl<'a> PersonToRegister<'a> {
    pub(super) fn student(server: &'a Server) -> Self {
        let number = server.fresh_number();
        PersonToRegister {
            server,
            role: Role::STUDENT.to_owned(),
            name: format!("Reader {number}"),
            email: format!("reader{number}@library.example"),
            password: format!("Reading{number}"),
        }
    }

    pub(super) fn administrator(server: &'a Server) -> Self {
        let number = server.fresh_number();
        PersonToRegister {
            server,
            role: Role::ADMINISTRATOR.to_owned(),
            name: format!("Librarian {number}"),
            email: format!("librarian{number}@library.example"),
            password: format!("Keeping{number}"),
        }
    }

    /// Another role, by its code.
    pub(super) fn role(mut self, code: &str) -> Self {
        code.clone_into(&mut self.role);
        self
    }

    /// The name.
    pub fn name(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    /// The e-mail address.
    pub fn email(mut self, email: &str) -> Self {
        email.clone_into(&mut self.email);
        self
    }

    /// The password.
    pub fn password(mut self, password: &str) -> Self {
        password.clone_into(&mut self.password);
        self
    }
}

impl<'a> IntoFuture for PersonToRegister<'a> {
    type Output = Identity;
    type IntoFuture = BoxFuture<'a, Identity>;

    fn into_future(self) -> BoxFuture<'a, Identity> {
        let PersonToRegister {
            server,
            role,
            name,
            email,
            password,
        } = self;
        // Each person has a separate network address, so that throttles do not apply.
        let origin = Origin {
            address: email.clone(),
            user_agent: None,
        };
        Box::pin(async move {
            let library = &server.library;
            if role == Role::STUDENT {
                let form = Registration {
                    name: Some(name.clone()),
                    email: Some(email.clone()),
                    password: Some(password.clone()),
                    confirm_password: Some(password.clone()),
                    agree_terms: Some(true),
                    ..Registration::default()
                };
                let registered =
                    registrations::register(library, server.context(), form, origin.clone()).await;
                let Registered::SignedIn(registered) = registered.expect("the student registers") else {
                    panic!("the library confirms addresses first");
                };
                sessions::sign_out(library, server.context(), &registered.token, origin.clone())
                    .await
                    .expect("the first session ends");
            } else {
                accounts::create_from_shell(library, server.context(), &name, &email, &password, &role)
                    .await
                    .expect("the account is made");
            }
            // Remembered, so that the test can advance the clock by days.
            let form = LoginForm {
                email: Some(email.clone()),
                password: Some(password.clone()),
                remember_me: Some(true),
                shared_computer: None,
                device_token: None,
            };
            let signed_in = sessions::sign_in(library, server.context(), form, origin)
                .await
                .expect("the person signs in");
            Identity {
                id: signed_in.user.id,
                name,
                email,
                password,
                token: signed_in.token,
            }
        })
    }
}
