//! Users: people with accounts, and the words by which they are found.

use std::collections::{BTreeSet, HashSet};

use carrel_domain::language::Language;
use carrel_domain::users::{Role, User, UserId, UserSummary};
use const_format::concatcp;

use crate::counters::{self, Counter};
use crate::engine::record::Sql;
use crate::engine::{
    Columns, Fields, List, Order, Query, Rank, Remembered, Value, columns, sql, values, where_all, written,
};
use crate::{Connection, Result, Transaction};

columns!(User of "u" {
    id,
    name,
    email,
    password_hash,
    role: Role as record,
    patron_category,
    student_id,
    college_name,
    department,
    current_semester,
    current_semester_category,
    class,
    homeroom,
    phone,
    address,
    language,
    blocked_at,
    block_reason,
    deactivated_at,
    created_at,
    updated_at,
});

// `$1` of the query is now.
columns!(UserSummary of "u" {
    user: User as record,
    open_borrowings = "(SELECT count(*) FROM borrowings o WHERE o.user_id = u.id AND o.returned_at IS NULL AND o.due_at > 0)",
    overdue_borrowings =
        "(SELECT count(*) FROM borrowings o WHERE o.user_id = u.id AND o.returned_at IS NULL AND o.due_at < $1)",
    balance = "COALESCE((SELECT k.amount_minor FROM balances k WHERE k.user_id = u.id), 0)",
    second_factors = "(SELECT count(*) FROM authenticators a WHERE a.user_id = u.id AND a.confirmed_at IS NOT NULL) + \
         (SELECT count(*) FROM passkeys p WHERE p.user_id = u.id)",
    terms_accepted_at = "(SELECT c.accepted_at FROM consents c WHERE c.user_id = u.id)",
    terms_changed_at = "(SELECT c.terms_changed_at FROM consents c WHERE c.user_id = u.id)",
});

const SELECT: &str = concatcp!("SELECT ", User::COLUMNS, " FROM users u");

written! {
    /// The fields of a user that can be changed, with the keys for look-ups and sorting.
    #[derive(Debug, Clone, Default)]
    pub struct UserFields {
        pub name: String,
        pub name_key: String,
        pub email: String,
        pub email_key: String,
        pub role: String,
        /// The code of a patron category.
        pub patron_category: Option<String>,
        pub student_id: Option<String>,
        pub student_id_key: Option<String>,
        pub college_name: Option<String>,
        pub department: Option<String>,
        pub current_semester: Option<String>,
        pub current_semester_category: Option<String>,
        pub class: Option<String>,
        /// Of the class: people of one class have the same one.
        pub class_key: Option<String>,
        pub homeroom: Option<String>,
        pub phone: Option<String>,
        pub address: Option<String>,
        pub language: Option<Language>,
        pub deactivated_at: Option<i64>,
    } beside {
        /// The words by which this person is found, folded.
        pub terms: BTreeSet<String>,
    }
}

/// Selects users by the codes of their roles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoleFilter<'a> {
    Is(&'a str),
    IsNot(&'a str),
}

/// Selects the users of a list.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter<'a> {
    pub role: Option<RoleFilter<'a>>,
    /// The key of a class.
    pub class_key: Option<&'a str>,
    /// A folded word of the name, e-mail address or student ID, or the beginning of one.
    pub term: Option<&'a str>,
    /// With a term, also the borrower of the copy with this barcode, given by its key.
    pub barcode: Option<&'a str>,
}

impl<'a> Filter<'a> {
    /// The condition, and its values; empty when the filter selects all users.
    fn condition(&self, bound: &mut Vec<Value<'a>>, upper: Option<&'a str>) -> String {
        let mut conditions = Vec::new();
        if let Some(role) = self.role {
            let (code, operator) = match role {
                RoleFilter::Is(code) => (code, "="),
                RoleFilter::IsNot(code) => (code, "<>"),
            };
            bound.push(Value::Text(code));
            conditions.push(format!("u.role {operator} ${}", bound.len()));
        }
        if let Some(class_key) = self.class_key {
            bound.push(Value::Text(class_key));
            conditions.push(format!("u.class_key = ${}", bound.len()));
        }
        if let (Some(term), Some(upper)) = (self.term, upper) {
            bound.push(Value::Text(term));
            bound.push(Value::Text(upper));
            let mut people = format!(
                "SELECT t.user_id FROM user_terms t WHERE t.term >= ${} AND t.term < ${}",
                bound.len() - 1,
                bound.len()
            );
            if let Some(barcode) = self.barcode {
                bound.push(Value::Text(barcode));
                people = format!(
                    "{people} UNION SELECT o.user_id FROM copies k JOIN borrowings o ON o.copy_id = k.id \
                     AND o.returned_at IS NULL WHERE k.barcode_key = ${}",
                    bound.len()
                );
            }
            conditions.push(format!("u.id IN ({people})"));
        }
        conditions.join(" AND ")
    }

    /// The end of the range of words that begin with the term.
    fn upper(&self) -> Option<String> {
        self.term.map(upper_of)
    }
}

/// The end of the range of words that begin with a term.
fn upper_of(term: &str) -> String {
    format!("{term}\u{10FFFF}")
}

/// A page of users by name, surname first.
pub async fn list(
    connection: &mut Connection,
    filter: &Filter<'_>,
    now: i64,
    limit: i64,
    offset: i64,
) -> Result<Vec<UserSummary>> {
    let upper = filter.upper();
    let list = List {
        select: concatcp!("SELECT ", UserSummary::COLUMNS, " FROM users u"),
        bound: values![now],
        table: "users u",
        condition: &|bound| filter.condition(bound, upper.as_deref()),
        order: Order::ascending(&["u.name_key", "u.id"]),
        is_indexed: filter.term.is_none(),
        remembered: Remembered::UntilCommit,
    };
    connection.page(&list, limit, offset).await
}

/// How many users a filter selects. The number of all users is read from a counter.
pub async fn count(connection: &mut Connection, filter: &Filter<'_>) -> Result<i64> {
    match filter {
        Filter {
            role: None,
            class_key: None,
            term: None,
            ..
        } => counters::read(connection, Counter::Users).await,
        Filter {
            role: Some(RoleFilter::IsNot(code)),
            class_key: None,
            term: None,
            ..
        } => {
            // Most people have another role than the one that is left out, which few people have.
            let left_out = Filter {
                role: Some(RoleFilter::Is(code)),
                ..Filter::default()
            };
            Ok(counters::read(connection, Counter::Users).await? - count_rows(connection, &left_out).await?)
        }
        _ => count_rows(connection, filter).await,
    }
}

async fn count_rows(connection: &mut Connection, filter: &Filter<'_>) -> Result<i64> {
    let upper = filter.upper();
    let mut bound = Vec::new();
    let condition = filter.condition(&mut bound, upper.as_deref());
    let (count,) = connection
        .one(
            &format!("SELECT count(*) FROM users u{}", where_all(&[&condition])),
            &bound,
        )
        .await?;
    Ok(count)
}

/// The classes that people are in, in their order. Of a class that is written in several ways, the first one.
pub async fn classes(connection: &mut Connection) -> Result<Vec<String>> {
    // Each step finds the next key in the index, so the cost depends on the number of classes, not of people, and the
    // keys come in their order.
    let found = connection
        .rows(
            "WITH RECURSIVE keys (class_key) AS ( \
                 SELECT (SELECT min(u.class_key) FROM users u WHERE u.class_key IS NOT NULL) \
                 UNION ALL \
                 SELECT (SELECT min(u.class_key) FROM users u WHERE u.class_key > k.class_key) \
                 FROM keys k WHERE k.class_key IS NOT NULL \
             ) \
             SELECT (SELECT u.class FROM users u WHERE u.class_key = k.class_key ORDER BY u.name_key, u.id LIMIT 1) \
             FROM keys k WHERE k.class_key IS NOT NULL",
            &[],
        )
        .await?;
    Ok(found.into_iter().map(|(class,)| class).collect())
}

/// The ids of the first people who have a folded term, or a word that begins with it.
pub async fn ids_of_term(connection: &mut Connection, term: &str, limit: i64) -> Result<Vec<UserId>> {
    let upper = upper_of(term);
    let found = connection
        .rows(
            "SELECT DISTINCT t.user_id FROM user_terms t WHERE t.term >= $1 AND t.term < $2 LIMIT $3",
            values![term, &upper, limit],
        )
        .await?;
    Ok(found.into_iter().map(|(id,)| id).collect())
}

/// One user.
pub async fn find(connection: &mut Connection, id: UserId) -> Result<Option<User>> {
    connection
        .optional(concatcp!(SELECT, " WHERE u.id = $1"), values![id])
        .await
}

const FIND: &str = concatcp!(SELECT, " WHERE u.id = $1");

/// One user, locked until the transaction ends.
pub async fn find_locked(transaction: &mut Transaction, id: UserId) -> Result<Option<User>> {
    transaction.locked(Rank::User, FIND, values![id]).await
}

/// [`find_locked`] as a query.
pub fn locking(id: UserId) -> Query<'static, User> {
    Query::locking(Rank::User, FIND, values![id])
}

/// One user with the summary for staff: open borrowings, overdue borrowings, balance.
pub async fn summary(connection: &mut Connection, id: UserId, now: i64) -> Result<Option<UserSummary>> {
    connection
        .optional(
            concatcp!("SELECT ", UserSummary::COLUMNS, " FROM users u WHERE u.id = $2"),
            values![now, id],
        )
        .await
}

/// The id of a person, found by the id, by the barcode of the current card, or by the student ID, in this order.
pub async fn id_at_desk(
    connection: &mut Connection,
    id: Option<UserId>,
    card_key: &str,
    student_id_key: &str,
) -> Result<Option<UserId>> {
    let (found,) = connection
        .one(
            "SELECT COALESCE((SELECT id FROM users WHERE id = $1), \
             (SELECT user_id FROM cards WHERE barcode_key = $2 AND ended_at IS NULL), \
             (SELECT id FROM users WHERE student_id_key = $3))",
            values![id, card_key, student_id_key],
        )
        .await?;
    Ok(found)
}

/// The user with an e-mail address, by its key.
pub async fn find_by_email(connection: &mut Connection, email_key: &str) -> Result<Option<User>> {
    connection
        .optional(concatcp!(SELECT, " WHERE u.email_key = $1"), values![email_key])
        .await
}

/// The users with these e-mail addresses, given by their keys.
pub async fn find_by_emails(connection: &mut Connection, email_keys: &[&str]) -> Result<Vec<User>> {
    connection
        .rows_of_keys(concatcp!(SELECT, " WHERE u.email_key"), email_keys)
        .await
}

/// The users with these student IDs, given by their keys.
pub async fn find_by_student_ids(connection: &mut Connection, student_id_keys: &[&str]) -> Result<Vec<User>> {
    connection
        .rows_of_keys(concatcp!(SELECT, " WHERE u.student_id_key"), student_id_keys)
        .await
}

/// Which of these student IDs, given by their keys, belong to users.
pub async fn used_student_ids(
    connection: &mut Connection,
    student_id_keys: &[&str],
) -> Result<HashSet<String>> {
    let found = connection
        .rows_of_keys(
            "SELECT student_id_key FROM users WHERE student_id_key",
            student_id_keys,
        )
        .await?;
    Ok(found.into_iter().map(|(key,)| key).collect())
}

/// How many administrators can sign in.
pub async fn count_active_administrators(connection: &mut Connection) -> Result<i64> {
    let (count,) = connection
        .one(
            "SELECT count(*) FROM users WHERE role = 'admin' AND deactivated_at IS NULL",
            &[],
        )
        .await?;
    Ok(count)
}

/// A user to be added.
#[derive(Debug, Clone, Copy)]
pub struct NewUser<'a> {
    pub id: UserId,
    pub fields: &'a UserFields,
    pub password_hash: &'a str,
}

/// Adds a user. The unique indexes refuse an e-mail address or student ID that is in use.
pub async fn insert(
    transaction: &mut Transaction,
    id: UserId,
    fields: &UserFields,
    password_hash: &str,
    now: i64,
) -> Result<()> {
    let user = NewUser {
        id,
        fields,
        password_hash,
    };
    insert_many(transaction, &[user], now).await
}

/// Adds users in bulk, as [`insert`] adds one.
pub async fn insert_many(transaction: &mut Transaction, users: &[NewUser<'_>], now: i64) -> Result<()> {
    let mut rows = Vec::with_capacity(users.len());
    for user in users {
        let mut row = values![user.id, user.password_hash, now, now].to_vec();
        user.fields.write(&mut row);
        rows.push(row);
    }
    let columns = [
        &["id", "password_hash", "created_at", "updated_at"],
        UserFields::NAMES,
    ]
    .concat();
    transaction.insert_rows("users", &columns, &rows).await?;
    let count = i64::try_from(users.len()).expect("a count of rows");
    counters::take(transaction, Counter::Users, count).await?;
    let terms: Vec<_> = users
        .iter()
        .flat_map(|user| {
            user.fields
                .terms
                .iter()
                .map(|term| values![term, user.id].to_vec())
        })
        .collect();
    transaction
        .insert_rows("user_terms", &["term", "user_id"], &terms)
        .await
}

/// Overwrites the fields of a user.
pub async fn update(transaction: &mut Transaction, id: UserId, fields: &UserFields, now: i64) -> Result<()> {
    let mut bound = values![id, now].to_vec();
    fields.write(&mut bound);
    transaction
        .execute(
            sql!(Sql::update("users", &[&["updated_at"], UserFields::NAMES])),
            &bound,
        )
        .await?;
    transaction
        .execute("DELETE FROM user_terms WHERE user_id = $1", values![id])
        .await?;
    let terms: Vec<_> = fields
        .terms
        .iter()
        .map(|term| values![term, id].to_vec())
        .collect();
    transaction
        .insert_rows("user_terms", &["term", "user_id"], &terms)
        .await
}

/// Replaces a password's hash.
pub async fn set_password(
    transaction: &mut Transaction,
    id: UserId,
    password_hash: &str,
    now: i64,
) -> Result<()> {
    transaction
        .execute(
            "UPDATE users SET password_hash = $2, updated_at = $3 WHERE id = $1",
            values![id, password_hash, now],
        )
        .await?;
    Ok(())
}

/// Replaces the hash of a password by another hash of the same password, which is no change of the person.
pub async fn renew_password_hash(
    transaction: &mut Transaction,
    id: UserId,
    password_hash: &str,
) -> Result<()> {
    transaction
        .execute(
            "UPDATE users SET password_hash = $2 WHERE id = $1",
            values![id, password_hash],
        )
        .await?;
    Ok(())
}

/// A block of a person from borrowing.
#[derive(Debug, Clone, Copy)]
pub struct Block<'a> {
    pub since: i64,
    /// Not empty.
    pub reason: &'a str,
}

/// Blocks a person from borrowing, or ends the block.
pub async fn set_block(
    transaction: &mut Transaction,
    id: UserId,
    block: Option<Block<'_>>,
    now: i64,
) -> Result<()> {
    let (since, reason) = block.map(|block| (block.since, block.reason)).unzip();
    transaction
        .execute(
            "UPDATE users SET blocked_at = $2, block_reason = $3, updated_at = $4 WHERE id = $1",
            values![id, since, reason, now],
        )
        .await?;
    Ok(())
}
