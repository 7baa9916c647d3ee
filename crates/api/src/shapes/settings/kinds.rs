//! Patron categories and item types.

use carrel_domain::settings::{Kind, KindField, KindForm, KindHolder, KindUse, Kinds, KindsForm};
use carrel_operations::settings::Versioned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::input::given;

/// The uses of a patron category or an item type.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct KindUses {
    pub people: i64,
    pub books: i64,
    /// Copies that have this item type themselves, not through their book.
    pub copies: i64,
    pub rules: i64,
}

/// A patron category or an item type.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Kind)]
pub(crate) struct KindShape {
    /// The code by which rules, people, books and copies refer to it. It never changes.
    pub code: String,
    pub name: String,
    /// Whether it is no longer offered. Existing uses and rules keep it.
    pub archived: bool,
    /// Null for callers who may not change settings.
    pub uses: Option<KindUses>,
}

/// The patron categories and item types, each list in display order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Kinds)]
pub(crate) struct KindsSection {
    /// The patron categories.
    pub patron_categories: Vec<KindShape>,
    /// The item types.
    pub item_types: Vec<KindShape>,
    /// The version of the section; a change must name it.
    pub version: String,
}

impl KindsSection {
    pub(crate) fn new(shown: Versioned<Kinds>, uses: Option<&[KindUse]>) -> Self {
        let with_uses = |field: KindField| {
            move |kind: Kind| {
                let count = |uses: &[KindUse], by: KindHolder| {
                    let found = uses
                        .iter()
                        .find(|used| used.field == field && used.code == kind.code && used.by == by);
                    found.map_or(0, |used| used.count)
                };
                KindShape {
                    uses: uses.map(|uses| KindUses {
                        people: count(uses, KindHolder::People),
                        books: count(uses, KindHolder::Books),
                        copies: count(uses, KindHolder::Copies),
                        rules: count(uses, KindHolder::Rules),
                    }),
                    code: kind.code,
                    name: kind.name,
                    archived: kind.archived,
                }
            }
        };
        let Kinds {
            patron_categories,
            item_types,
        } = shown.section;
        KindsSection {
            patron_categories: patron_categories
                .into_iter()
                .map(with_uses(KindField::PatronCategory))
                .collect(),
            item_types: item_types
                .into_iter()
                .map(with_uses(KindField::ItemType))
                .collect(),
            version: shown.version,
        }
    }
}

/// A patron category or an item type to store.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = KindForm)]
pub(crate) struct KindBody {
    /// Absent for a new one, whose code is derived from its name.
    code: Option<String>,
    #[schema(required, nullable = false)]
    name: Option<String>,
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    archived: Option<bool>,
}

/// Both lists, in display order. An entry that is left out is deleted, unless it is in use.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KindsForm)]
pub(crate) struct KindsBody {
    patron_categories: Vec<KindBody>,
    item_types: Vec<KindBody>,
    /// The version that the change is based on.
    #[schema(required, nullable = false)]
    pub version: Option<String>,
}

impl From<KindsBody> for KindsForm {
    fn from(body: KindsBody) -> Self {
        let forms = |kinds: Vec<KindBody>| {
            kinds
                .into_iter()
                .map(|KindBody { code, name, archived }| KindForm { code, name, archived })
                .collect()
        };
        KindsForm {
            patron_categories: forms(body.patron_categories),
            item_types: forms(body.item_types),
        }
    }
}
