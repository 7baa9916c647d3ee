//! Queries that are sent together.

use std::borrow::Cow;
use std::future::Future;
use std::marker::PhantomData;

use carrel_domain::users::UserId;

use super::connection::{Connection, Inner};
use super::lock::Rank;
use super::postgres::statements::{prepare, references};
use super::{Error, FromRow, Row, Value};

/// Reads the row of a user for its lock.
pub(super) const LOCK_USER: &str = "SELECT id FROM users WHERE id = $1";

/// A query with its values, not yet sent; `T` is a row of its result.
pub struct Query<'a, T> {
    sql: &'static str,
    values: Vec<Value<'a>>,
    locking: Locking,
    row: PhantomData<fn() -> T>,
}

/// Whether a query locks its rows until the transaction ends. SQLite has one writer, and needs no lock.
#[derive(Debug, Clone, Copy)]
enum Locking {
    No,
    /// It locks the rows that it reads, of this rank.
    Rows(Rank),
    /// It is only there for the lock; SQLite does not run it.
    Only(Rank),
}

/// The row of a query that is only there for its lock.
pub struct Locked;

impl FromRow for Locked {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
        row.skip(1);
        Ok(Locked)
    }
}

impl<'a, T: FromRow> Query<'a, T> {
    /// A query that locks nothing.
    pub(crate) fn new(sql: &'static str, values: &[Value<'a>]) -> Self {
        Query {
            sql,
            values: values.to_vec(),
            locking: Locking::No,
            row: PhantomData,
        }
    }

    /// A query over rows of a rank, which it locks, in all its tables in the order of its FROM.
    pub(crate) fn locking(rank: Rank, sql: &'static str, values: &[Value<'a>]) -> Self {
        Query {
            locking: Locking::Rows(rank),
            ..Query::new(sql, values)
        }
    }

    fn rank(&self) -> Option<Rank> {
        match self.locking {
            Locking::No => None,
            Locking::Rows(rank) | Locking::Only(rank) => Some(rank),
        }
    }

    fn text_on_postgres(&self) -> Cow<'static, str> {
        match self.locking {
            Locking::No => Cow::Borrowed(self.sql),
            Locking::Rows(_) | Locking::Only(_) => Cow::Owned(format!("{} FOR NO KEY UPDATE", self.sql)),
        }
    }

    async fn rows(&self, connection: &mut Connection) -> Result<Vec<T>, Error> {
        match self.locking {
            Locking::Only(_) => Ok(Vec::new()),
            Locking::No | Locking::Rows(_) => connection.rows(self.sql, &self.values).await,
        }
    }
}

impl Query<'_, Locked> {
    /// [`Lock::User`](super::Lock::User) as a query.
    pub fn locking_user(id: UserId) -> Self {
        Query {
            locking: Locking::Only(Rank::User),
            ..Query::new(LOCK_USER, &[id.into()])
        }
    }
}

/// Several queries: a tuple of [`Query`].
pub trait Queries: Send {
    /// The rows of each query.
    type Rows;

    /// The ranks of the locks of each query.
    fn ranks(&self) -> Vec<Option<Rank>>;

    /// Sends all of them, and waits for the rows.
    fn ask(self, connection: &mut Connection) -> impl Future<Output = Result<Self::Rows, Error>> + Send;
}

macro_rules! queries {
    ($($query:ident $row:ident)+) => {
        impl<$($row: FromRow + Send),+> Queries for ($(Query<'_, $row>,)+) {
            type Rows = ($(Vec<$row>,)+);

            fn ranks(&self) -> Vec<Option<Rank>> {
                let ($($query,)+) = self;
                vec![$($query.rank()),+]
            }

            async fn ask(self, connection: &mut Connection) -> Result<Self::Rows, Error> {
                let ($($query,)+) = self;
                if connection.is_sqlite() {
                    return Ok(($($query.rows(connection).await?,)+));
                }
                $(
                    connection.check(&$query.values)?;
                    connection.record(&$query.text_on_postgres(), &$query.values).await?;
                )+
                let outcome = async {
                    let Inner::Postgres(postgres) = &mut connection.inner else {
                        return Err(Error::Other("these queries are for PostgreSQL".to_owned()));
                    };
                    $(let $query = (
                        prepare(postgres, &$query.text_on_postgres(), &$query.values).await?,
                        references(&$query.values),
                    );)+
                    let (client, beginning) = postgres.client_and_beginning();
                    // The driver keeps the order in which they are polled first.
                    let (begun, $($query),+) = tokio::join!(
                        biased;
                        beginning,
                        $(client.query(&$query.0, &$query.1)),+
                    );
                    begun?;
                    Ok(($(
                        $query?
                            .iter()
                            .map(|row| $row::from_row(&mut Row::of_postgres(row)))
                            .collect::<Result<Vec<$row>, Error>>()?,
                    )+))
                }
                .await;
                connection.note(outcome)
            }
        }
    };
}
queries!(a A b B c C);
queries!(a A b B c C d D);
queries!(a A b B c C d D e E f F);

impl Connection {
    /// All rows of a query that locks nothing.
    pub(crate) async fn ask<T: FromRow>(&mut self, query: Query<'_, T>) -> Result<Vec<T>, Error> {
        self.rows(query.sql, &query.values).await
    }

    /// The one row of a query that always has one; [`Error::NoRow`] otherwise.
    pub(crate) async fn ask_one<T: FromRow>(&mut self, query: Query<'_, T>) -> Result<T, Error> {
        self.one(query.sql, &query.values).await
    }

    /// The rows of several queries that lock nothing, in their order. PostgreSQL gets all queries at once.
    pub async fn ask_all<Q: Queries>(&mut self, queries: Q) -> Result<Q::Rows, Error> {
        if queries.ranks().iter().any(Option::is_some) {
            return Err(Error::Other("only a transaction takes locks".to_owned()));
        }
        queries.ask(self).await
    }
}
