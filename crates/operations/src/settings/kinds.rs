//! The section of the kinds: patron categories and item types, and what has them.

use carrel_domain::catalogue::book;
use carrel_domain::settings::{Kind, Kinds};
use carrel_domain::users::{Act, validation};
use carrel_domain::validation::FieldError;
use carrel_storage::engine::Lock;
use carrel_storage::kinds::{ITEM_TYPE, KindRow, PATRON_CATEGORY, UseRow};
use carrel_storage::{Connection, Transaction, kinds};

use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Result};
use crate::core::library::Library;
use crate::settings::section::Section;

impl Section for Kinds {
    fn name(&self) -> &'static str {
        "kinds"
    }

    async fn stored(&self, connection: &mut Connection) -> Result<Self> {
        let mut lists = Kinds::default();
        for row in kinds::all(connection).await? {
            let list = if row.list == PATRON_CATEGORY {
                &mut lists.patron_categories
            } else {
                &mut lists.item_types
            };
            list.push(Kind {
                code: row.code,
                name: row.name,
                archived: row.archived_at.is_some(),
            });
        }
        Ok(lists)
    }

    /// What is left out goes, unless somebody or something has it.
    async fn store(&self, transaction: &mut Transaction, context: &Context) -> Result<()> {
        let before = kinds::all(transaction).await?;
        let uses = kinds::uses(transaction).await?;
        for (list, wanted) in [
            (PATRON_CATEGORY, &self.patron_categories),
            (ITEM_TYPE, &self.item_types),
        ] {
            for row in before.iter().filter(|row| row.list == list) {
                if wanted.iter().any(|kind| kind.code == row.code) {
                    continue;
                }
                if uses.iter().any(|used| used.list == list && used.code == row.code) {
                    return Err(Conflict::KindInUse {
                        name: row.name.clone(),
                    }
                    .into());
                }
                kinds::remove(transaction, list, &row.code).await?;
            }
            for (position, kind) in (0..).zip(wanted) {
                let archived_before = before
                    .iter()
                    .find(|row| row.list == list && row.code == kind.code)
                    .and_then(|row| row.archived_at);
                let row = KindRow {
                    list: list.to_owned(),
                    code: kind.code.clone(),
                    name: kind.name.clone(),
                    archived_at: kind.archived.then(|| archived_before.unwrap_or(context.now_ms())),
                };
                kinds::put(transaction, &row, position).await?;
            }
        }
        Ok(())
    }
}

/// How many people, books, copies and rules have each kind.
pub async fn kinds_in_use(library: &Library, context: &Context) -> Result<Vec<UseRow>> {
    context.require(Act::ManageSettings)?;
    library
        .database
        .read_long((), |connection, ()| Box::pin(kinds::uses(connection)))
        .await
        .map_err(Error::Storage)
}

/// A field that names a kind.
#[derive(Debug, Clone, Copy)]
pub(crate) enum KindField {
    PatronCategory,
    ItemType,
}

/// Makes sure that a kind may be given: that it is on its list, and not archived, unless it was given before. Until this
/// transaction ends it stays on its list, so the caller holds no other lock yet.
pub(crate) async fn offered(
    transaction: &mut Transaction,
    field: KindField,
    code: &str,
    before: Option<&str>,
) -> Result<()> {
    transaction.lock(Lock::Settings).await?;
    let (list, field, message) = match field {
        KindField::PatronCategory => (
            PATRON_CATEGORY,
            "patronCategory",
            validation::message::PATRON_CATEGORY_UNKNOWN,
        ),
        KindField::ItemType => (ITEM_TYPE, "itemType", book::message::ITEM_TYPE_UNKNOWN),
    };
    // What no text of a database may hold is on no list.
    let found = if code.contains('\0') {
        None
    } else {
        kinds::find(transaction, list, code).await?
    };
    if found.is_some_and(|kind| kind.archived_at.is_none() || before == Some(code)) {
        Ok(())
    } else {
        Err(Error::Invalid(vec![FieldError::new(field, message)]))
    }
}
