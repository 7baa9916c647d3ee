//! Calls of the functions that harvesters need, as in [`super::calls`].

use carrel_storage::harvest::{self, Range};
use carrel_storage::{Result, Transaction};

use super::rows::NOW;
use super::values::Values;

pub async fn harvests(c: &mut Transaction, v: &Values) -> Result<()> {
    for category in [None, Some("Category 7".to_owned())] {
        let range = Range {
            after: (100_000 + v.number, v.book.number()),
            until: 108_000,
            category,
        };
        harvest::page(c, &range, 101).await?;
    }
    harvest::find(c, v.book).await?;
    harvest::find(c, carrel_domain::identity::Id::new(v.book.number() + 100_000)).await?;
    harvest::earliest(c).await?;
    harvest::with_issn(c, "0028-0836").await?;
    harvest::categories_after(c, "Category 1", 101).await?;
    harvest::date(c, v.book, NOW).await?;
    Ok(())
}
