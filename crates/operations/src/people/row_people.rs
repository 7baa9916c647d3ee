//! The people whom the rows of a table name.

use std::collections::HashMap;

use carrel_domain::catalogue::barcode;
use carrel_domain::users::{UserId, email_key};
use carrel_storage::{Connection, cards, users};

use crate::core::error::Result;
use crate::core::keys::student_id_key;

/// The people of a batch of rows, by their card numbers, student IDs and addresses.
#[derive(Debug, Default)]
pub(crate) struct RowPeople {
    cards: HashMap<String, UserId>,
    student_ids: HashMap<String, UserId>,
    emails: HashMap<String, UserId>,
}

impl RowPeople {
    /// Finds the people of rows, of which each has a number, an address, or both.
    pub(crate) async fn load<'a>(
        connection: &mut Connection,
        rows: impl Iterator<Item = (Option<&'a str>, Option<&'a str>)>,
    ) -> Result<Self> {
        let (mut cards, mut student_ids, mut emails) = (Vec::new(), Vec::new(), Vec::new());
        for (number, email) in rows {
            cards.extend(number.map(barcode::key));
            student_ids.extend(number.map(student_id_key));
            emails.extend(email.map(email_key));
        }
        let by_student_id = users::find_by_student_ids(connection, &texts_of(&student_ids)).await?;
        let by_email = users::find_by_emails(connection, &texts_of(&emails)).await?;
        let by_card = cards::holders_of(connection, &texts_of(&cards)).await?;
        Ok(RowPeople {
            cards: by_card.into_iter().collect(),
            student_ids: by_student_id
                .into_iter()
                .filter_map(|user| Some((student_id_key(user.student_id.as_deref()?), user.id)))
                .collect(),
            emails: by_email
                .into_iter()
                .map(|user| (email_key(&user.email), user.id))
                .collect(),
        })
    }

    /// The person, as the desk finds them: by the card, by the student ID, else by the address.
    pub(crate) fn find(&self, number: Option<&str>, email: Option<&str>) -> Option<UserId> {
        number
            .and_then(|number| self.cards.get(&barcode::key(number)))
            .or_else(|| number.and_then(|number| self.student_ids.get(&student_id_key(number))))
            .or_else(|| email.and_then(|email| self.emails.get(&email_key(email))))
            .copied()
    }
}

fn texts_of(keys: &[String]) -> Vec<&str> {
    keys.iter().map(String::as_str).collect()
}
