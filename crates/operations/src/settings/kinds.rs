//! The settings of kinds: patron categories and item types, and their use.

use carrel_domain::catalogue::book;
use carrel_domain::settings::{Kind, KindField, KindUse, Kinds};
use carrel_domain::users::{Act, validation};
use carrel_domain::validation::FieldError;
use carrel_storage::code_lists::{CodeList, CodeRow};
use carrel_storage::engine::Lock;
use carrel_storage::{Connection, Transaction, code_lists};

use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Result};
use crate::core::library::Library;
use crate::settings::section::Section;

impl Section for Kinds {
    /// Forms for people and books offer them, and their names are on the public page of rules.
    const READ: Act = Act::ReadCatalogue;

    fn name(&self) -> &'static str {
        "kinds"
    }

    async fn stored(&self, connection: &mut Connection) -> Result<Self> {
        Ok(Kinds {
            patron_categories: entries(connection, CodeList::PatronCategories).await?,
            item_types: entries(connection, CodeList::ItemTypes).await?,
        })
    }

    /// Removes the entries that are absent from the new list; refused while one is in use.
    async fn store(&self, transaction: &mut Transaction, context: &Context) -> Result<()> {
        let uses = code_lists::uses(transaction).await?;
        for (list, field, wanted) in [
            (
                CodeList::PatronCategories,
                KindField::PatronCategory,
                &self.patron_categories,
            ),
            (CodeList::ItemTypes, KindField::ItemType, &self.item_types),
        ] {
            let before = code_lists::all(transaction, list).await?;
            for row in &before {
                if wanted.iter().any(|kind| kind.code == row.code) {
                    continue;
                }
                if uses
                    .iter()
                    .any(|used| used.field == field && used.code == row.code)
                {
                    return Err(Conflict::KindInUse {
                        name: row.name.clone(),
                    }
                    .into());
                }
                code_lists::remove(transaction, list, &row.code).await?;
            }
            for (position, kind) in (0..).zip(wanted) {
                let archived_before = before
                    .iter()
                    .find(|row| row.code == kind.code)
                    .and_then(|row| row.archived_at);
                let row = CodeRow {
                    code: kind.code.clone(),
                    name: kind.name.clone(),
                    archived_at: kind.archived.then(|| archived_before.unwrap_or(context.now_ms())),
                };
                code_lists::put(transaction, list, &row, position).await?;
            }
        }
        Ok(())
    }
}

async fn entries(connection: &mut Connection, list: CodeList) -> Result<Vec<Kind>> {
    let rows = code_lists::all(connection, list).await?;
    let entries = rows.into_iter().map(|row| Kind {
        code: row.code,
        name: row.name,
        archived: row.archived_at.is_some(),
    });
    Ok(entries.collect())
}

/// How many people, books, copies and rules use each kind; `None` for callers who may not change kinds.
pub async fn kinds_in_use(library: &Library, context: &Context) -> Result<Option<Vec<KindUse>>> {
    if context.require(Act::ManageSettings).is_err() {
        return Ok(None);
    }
    library
        .database
        .read_long((), |connection, ()| Box::pin(code_lists::uses(connection)))
        .await
        .map(Some)
        .map_err(Error::Storage)
}

/// Checks that a kind can be assigned: it is on its list, and not archived, unless it was assigned before. It stays on
/// its list until this transaction ends, so the caller must not hold another lock yet. Other transactions may assign kinds
/// meanwhile, but none changes settings.
pub(crate) async fn offered(
    transaction: &mut Transaction,
    field: KindField,
    code: &str,
    before: Option<&str>,
) -> Result<()> {
    transaction.lock(Lock::SettingsUnchanged).await?;
    offered_now(transaction, field, code, before).await
}

/// Checks that a kind can be assigned at this moment, as [`offered`] does for the rest of a transaction.
pub(crate) async fn offered_now(
    connection: &mut Connection,
    field: KindField,
    code: &str,
    before: Option<&str>,
) -> Result<()> {
    let (list, field, message) = match field {
        KindField::PatronCategory => (
            CodeList::PatronCategories,
            "patronCategory",
            validation::message::PATRON_CATEGORY_UNKNOWN,
        ),
        KindField::ItemType => (CodeList::ItemTypes, "itemType", book::message::ITEM_TYPE_UNKNOWN),
    };
    // The database stores no NUL, so such a code is on no list.
    let found = if code.contains('\0') {
        None
    } else {
        code_lists::find(connection, list, code).await?
    };
    if found.is_some_and(|kind| kind.archived_at.is_none() || before == Some(code)) {
        Ok(())
    } else {
        Err(Error::Invalid(vec![FieldError::new(field, message)]))
    }
}
