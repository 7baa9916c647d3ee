//! Pages of lists.
//!
//! A caller names a page by its number, so the engine has to find the row at an offset. `OFFSET` alone makes it read
//! and join every row before the page. Here only the page itself is read from its first row on. The key of that row is
//! found first, in the index of the order, from the nearest key whose offset is known ([`Anchors`]).
//!
//! Cost: page 1 is one statement. A page further down is one statement more, which steps over index entries: at most
//! [`STEP`] of them once a page near it was read in the same version of the list, else as many as there are from the
//! nearest known key, or from the beginning of the list. [`Remembered`] says when a list gets another version.
//!
//! PostgreSQL finds the rows from a key on by one comparison of all columns of the order, `(a, id) >= ($1, $2)`. SQLite
//! uses an index for this only up to the column before the rowid: it would read all rows with the same values in the
//! other columns, such as all books without ratings. On SQLite the rows are therefore read in several [`Range`]s, one
//! after the other. Each of them is a range of the index.
//!
//! Rows come in the order of the list, whatever is written meanwhile. A row that is added or removed between the
//! statements shifts the rest of the page by one row, as it does between two pages with `OFFSET`.

use super::anchors::{Anchor, Anchors, CATALOGUE_VERSION, Key, NEAR, Part, Place, Remembered, Version};
use super::connection::{Connection, Snapshot};
use super::{Error, FromRow, Value, sqlite};

/// The possible values of `LIMIT` on PostgreSQL. The value is in the text of the statement. If it were a parameter, PostgreSQL would
/// expect a tenth of the table, and make a new plan for each page. Planning takes longer than reading the page. A page of another
/// size is read with the next larger value.
const PAGE_SIZES: [i64; 5] = [10, 20, 25, 50, 100];

/// Rows that one statement steps over during the search for a place. The result is remembered.
const STEP: i64 = 2_000;

/// The start of this PostgreSQL server, in microseconds, and the sum of [`Stamp`](super::Stamp).
const VERSION_ON_POSTGRES: &str = "SELECT CAST(EXTRACT(EPOCH FROM pg_postmaster_start_time()) * 1000000 AS BIGINT), \
     CAST(COALESCE(sum(version), 0) AS BIGINT) FROM data_versions";

/// The start of this PostgreSQL server, in microseconds, and [`CATALOGUE_VERSION`].
const CATALOGUE_ON_POSTGRES: &str = "SELECT CAST(EXTRACT(EPOCH FROM pg_postmaster_start_time()) * 1000000 AS BIGINT), \
     COALESCE((SELECT value FROM counters WHERE name = $1), 0)";

const CATALOGUE_ON_SQLITE: &str = "SELECT 0, COALESCE((SELECT value FROM counters WHERE name = $1), 0)";

/// The order of a list.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Order {
    /// The columns, none of which is null and which together are unique, in the order of an index.
    pub(crate) keys: &'static [&'static str],
    /// Whether the greatest values come first, in every column.
    pub(crate) is_descending: bool,
}

impl Order {
    pub(crate) const fn ascending(keys: &'static [&'static str]) -> Self {
        Order {
            keys,
            is_descending: false,
        }
    }

    pub(crate) const fn descending(keys: &'static [&'static str]) -> Self {
        Order {
            keys,
            is_descending: true,
        }
    }

    fn sql(self) -> String {
        if self.is_descending {
            format!("{} DESC", self.keys.join(" DESC, "))
        } else {
            self.keys.join(", ")
        }
    }
}

/// A list of rows that can be read by pages.
pub(crate) struct List<'a, 'f> {
    /// The columns and the joins: `SELECT … FROM …`.
    pub(crate) select: &'f str,
    /// The values of placeholders in `select`, from `$1` on.
    pub(crate) bound: &'f [Value<'a>],
    /// The table of the condition and the order, with its alias if it has one: `books b`.
    pub(crate) table: &'static str,
    /// Returns the condition, or an empty text when all rows belong to the list. Appends its values, whose placeholders
    /// are numbered after those that exist.
    pub(crate) condition: &'f (dyn Fn(&mut Vec<Value<'a>>) -> String + Sync),
    pub(crate) order: Order,
    /// Whether an index of `table` returns the rows that meet the condition in this order. Other lists are sorted
    /// whenever a page is read.
    pub(crate) is_indexed: bool,
    pub(crate) remembered: Remembered,
}

/// ` WHERE …` of conditions, without the empty ones.
pub(crate) fn where_all(conditions: &[&str]) -> String {
    let conditions: Vec<&str> = conditions.iter().copied().filter(|one| !one.is_empty()).collect();
    if conditions.is_empty() {
        String::new()
    } else {
        format!(" WHERE {}", conditions.join(" AND "))
    }
}

/// Rows of a list that follow each other in its order.
enum Range<'b> {
    All,
    /// The row with these values in all columns of the order, and all rows after it.
    From(&'b [Part]),
    /// The rows that have the same values in all of these columns but the last one, and come after in the last one. With
    /// values for all columns of the order, the row with these values is included.
    After(&'b [Part]),
}

impl Place {
    /// The rows at this place and after it, as ranges in their order.
    fn ranges(&self, is_sqlite: bool) -> Vec<Range<'_>> {
        match self {
            Place::Row(Key(parts)) if is_sqlite => (1..=parts.len())
                .rev()
                .map(|columns| Range::After(&parts[..columns]))
                .collect(),
            Place::Row(Key(parts)) => vec![Range::From(parts)],
            Place::Beginning | Place::End => vec![Range::All],
        }
    }
}

impl List<'_, '_> {
    /// The condition that a row is in a range; empty for all rows.
    fn within<'b>(&self, range: &Range<'b>, bound: &mut Vec<Value<'b>>) -> String {
        let mut bind = |part: &'b Part| {
            bound.push(part.as_value());
            format!("${}", bound.len())
        };
        let (keys, after) = (self.order.keys, if self.order.is_descending { "<" } else { ">" });
        match range {
            Range::All => String::new(),
            Range::From(parts) => {
                let placeholders: Vec<String> = parts.iter().map(bind).collect();
                format!("({}) {after}= ({})", keys.join(", "), placeholders.join(", "))
            }
            Range::After(parts) => {
                let compare = |(place, (key, part)): (usize, (&&str, &'b Part))| {
                    let comparison = match (place + 1 == parts.len(), place + 1 == keys.len()) {
                        (false, _) => "=".to_owned(),
                        (true, false) => after.to_owned(),
                        (true, true) => format!("{after}="),
                    };
                    format!("{key} {comparison} {}", bind(part))
                };
                let conditions: Vec<String> = keys.iter().zip(*parts).enumerate().map(compare).collect();
                conditions.join(" AND ")
            }
        }
    }

    /// Identifies the list among all lists: its text and its values.
    fn name(&self) -> String {
        let mut bound = Vec::new();
        let condition = (self.condition)(&mut bound);
        format!("{} {condition} {} {bound:?}", self.table, self.order.sql())
    }
}

impl Connection {
    /// A page of a list: at most `limit` rows after the first `offset`.
    pub(crate) async fn page<T: FromRow>(
        &mut self,
        list: &List<'_, '_>,
        limit: i64,
        offset: i64,
    ) -> Result<Vec<T>, Error> {
        let place = if list.is_indexed && offset > 0 {
            self.place_at(list, offset).await?
        } else {
            Place::Beginning
        };
        if place == Place::End {
            return Ok(Vec::new());
        }
        let mut page = Vec::new();
        for range in place.ranges(self.is_sqlite()) {
            let missing = limit - i64::try_from(page.len()).unwrap_or(limit);
            if missing <= 0 {
                break;
            }
            let mut bound = list.bound.to_vec();
            let condition = (list.condition)(&mut bound);
            // Values of the list live longer than those of the place.
            let mut bound: Vec<Value<'_>> = bound;
            let within = list.within(&range, &mut bound);
            let size = PAGE_SIZES.into_iter().find(|size| missing <= *size);
            let most = if let Some(size) = size.filter(|_| !self.is_sqlite()) {
                size.to_string()
            } else {
                bound.push(Value::Integer(missing));
                format!("${}", bound.len())
            };
            let mut sql = format!(
                "{}{} ORDER BY {} LIMIT {most}",
                list.select,
                where_all(&[&condition, &within]),
                list.order.sql(),
            );
            if !list.is_indexed {
                bound.push(Value::Integer(offset));
                sql = format!("{sql} OFFSET ${}", bound.len());
            }
            let rows: Vec<T> = self.rows(&sql, &bound).await?;
            page.extend(rows.into_iter().take(usize::try_from(missing).unwrap_or(0)));
        }
        Ok(page)
    }

    /// The place at an offset of a list, found from the nearest known place.
    async fn place_at(&mut self, list: &List<'_, '_>, offset: i64) -> Result<Place, Error> {
        let mut anchor = Anchor {
            offset: 0,
            at: Place::Beginning,
        };
        if offset <= NEAR {
            return self.step(list, &anchor.at, offset).await;
        }
        let Some(anchors) = self
            .anchors
            .clone()
            .filter(|_| list.remembered != Remembered::Never)
        else {
            return self.step(list, &anchor.at, offset).await;
        };
        let version = match list.remembered {
            Remembered::UntilCatalogueChange => self.catalogue_version().await?,
            Remembered::Never | Remembered::UntilCommit => self.version(&anchors).await?,
        };
        let name = list.name();
        if let Some(nearest) = anchors.nearest(version, &name, offset) {
            anchor = nearest;
        }
        while anchor.offset < offset && anchor.at != Place::End {
            let rows = (offset - anchor.offset).min(STEP);
            anchor = Anchor {
                offset: anchor.offset + rows,
                at: self.step(list, &anchor.at, rows).await?,
            };
            if rows > NEAR {
                anchors.remember(version, &name, anchor.clone());
            }
        }
        Ok(anchor.at)
    }

    /// The place some rows after another one. Only the columns of the order and of the condition are read.
    async fn step(&mut self, list: &List<'_, '_>, place: &Place, rows: i64) -> Result<Place, Error> {
        let mut bound = Vec::new();
        let condition = (list.condition)(&mut bound);
        let mut bound: Vec<Value<'_>> = bound;
        let mut selects = Vec::new();
        for range in place.ranges(self.is_sqlite()) {
            let within = list.within(&range, &mut bound);
            selects.push(format!(
                "SELECT {} FROM {}{}",
                list.order.keys.join(", "),
                list.table,
                where_all(&[&condition, &within])
            ));
        }
        bound.push(Value::Integer(rows));
        let sql = format!(
            "{} ORDER BY {} LIMIT 1 OFFSET ${}",
            selects.join(" UNION ALL "),
            list.order.sql(),
            bound.len()
        );
        let found: Option<Key> = self.optional(&sql, &bound).await?;
        Ok(found.map_or(Place::End, Place::Row))
    }

    /// The version of the catalogue in the state of the data that is read, or in an earlier one on PostgreSQL.
    async fn catalogue_version(&mut self) -> Result<Version, Error> {
        let sql = if self.is_sqlite() {
            CATALOGUE_ON_SQLITE
        } else {
            CATALOGUE_ON_POSTGRES
        };
        self.one(sql, &[Value::Text(CATALOGUE_VERSION)]).await
    }

    /// The version of the data that is read after this call. On SQLite it has to be known before the snapshot is taken, so
    /// a read that has already queried something takes a new snapshot.
    async fn version(&mut self, anchors: &Anchors) -> Result<Version, Error> {
        let Some(watch) = &anchors.watch else {
            return self.one(VERSION_ON_POSTGRES, &[]).await;
        };
        match self.snapshot {
            Snapshot::Of(version) => return Ok(version),
            Snapshot::NotTaken => {}
            Snapshot::OfUnknownVersion => {
                sqlite::run(self, "COMMIT")?;
                sqlite::run(self, "BEGIN")?;
            }
        }
        let version = (0, watch.version()?);
        self.snapshot = Snapshot::Of(version);
        Ok(version)
    }
}
