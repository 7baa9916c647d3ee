//! Library cards for people.

use super::labels::{entries, id_of};
use super::{PrintForm, PrintOptions, message};
use crate::users::UserId;
use crate::users::validation::{limit, message as of_person};
use crate::validation::{FormErrors, required_line};

/// A request for cards as it was sent. One of the first two fields says for whom.
#[derive(Clone, Debug, Default)]
pub struct CardsForm {
    /// `users`: ids.
    pub users: Option<Vec<String>>,
    /// `class`
    pub class: Option<String>,
    pub options: PrintForm,
}

/// The people who get cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhichPeople {
    /// In this order.
    Users(Vec<UserId>),
    /// The active people of a class, by name.
    Class(String),
}

/// Cards to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cards {
    pub people: WhichPeople,
    pub options: PrintOptions,
}

impl CardsForm {
    /// Validates the request.
    ///
    /// # Errors
    /// Every field that is not valid.
    pub fn validate(self) -> Result<Cards, FormErrors> {
        let mut errors = FormErrors::default();
        let users = self
            .users
            .map(|ids| entries("users", ids, &mut errors, |id| Ok(id_of(&id))));
        let class = self.class.map(|text| {
            let class = required_line(
                Some(&text),
                limit::CLASS,
                message::USERS_REQUIRED,
                of_person::CLASS_TOO_LONG,
                of_person::CLASS_NOT_ALLOWED,
            );
            errors.take("class", class)
        });
        let people = match (users, class) {
            (None, None) => errors.take("users", Err(message::USERS_REQUIRED)),
            (Some(_), Some(_)) => errors.take("users", Err(message::USERS_TWICE)),
            (Some(users), None) => users.map(WhichPeople::Users),
            (None, Some(class)) => class.map(WhichPeople::Class),
        };
        let options = self.options.validate(&mut errors);
        match (people, options) {
            (Some(people), Some(options)) => Ok(Cards { people, options }),
            _ => Err(errors),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CardsForm, WhichPeople};
    use crate::printing::PrintForm;

    fn form() -> CardsForm {
        CardsForm {
            options: PrintForm {
                sheet: Some("card".to_owned()),
                ..PrintForm::default()
            },
            ..CardsForm::default()
        }
    }

    #[test]
    fn one_field_says_for_whom() {
        let fields = |form: CardsForm| {
            let errors = form
                .validate()
                .err()
                .map(super::FormErrors::into_errors)
                .unwrap_or_default();
            errors
                .into_iter()
                .map(|error| error.field)
                .collect::<Vec<String>>()
        };
        let users = || Some(vec!["user_7".to_owned()]);
        let class = |name: &str| Some(name.to_owned());
        assert_eq!(fields(form()), ["users"]);
        assert_eq!(
            fields(CardsForm {
                users: users(),
                class: class("7b"),
                ..form()
            }),
            ["users"]
        );
        assert_eq!(
            fields(CardsForm {
                class: class(" "),
                ..form()
            }),
            ["class"]
        );
        assert_eq!(
            fields(CardsForm {
                users: Some(Vec::new()),
                ..form()
            }),
            ["users"]
        );
        let of_class = CardsForm {
            class: class(" 7b "),
            ..form()
        };
        let people = of_class.validate().map(|cards| cards.people);
        assert_eq!(people, Ok(WhichPeople::Class("7b".to_owned())));
    }
}
