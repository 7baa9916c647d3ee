//! Facts about PostgreSQL: the size of a database, and whether commits wait for the disk.

use tokio_postgres::{Client, NoTls};

use crate::Outcome;

/// The name of the database in a URL.
pub fn name(url: &str) -> Outcome<String> {
    let configuration: tokio_postgres::Config = url.parse()?;
    let name = configuration.get_dbname().ok_or("the URL names no database")?;
    Ok(name.to_owned())
}

/// The size of a database with its indexes, in bytes.
pub async fn bytes(url: &str) -> Outcome<u64> {
    let row = connect(url)
        .await?
        .query_one("SELECT pg_database_size(current_database())", &[])
        .await?;
    Ok(u64::try_from(row.get::<_, i64>(0))?)
}

/// The reason why a borrowing in this database is not durable, if it is not: the responsible setting.
pub async fn refusal(url: &str) -> Outcome<Option<String>> {
    let client = connect(url).await?;
    for setting in ["fsync", "synchronous_commit"] {
        let row = client.query_one(&format!("SHOW {setting}"), &[]).await?;
        let value: String = row.get(0);
        if value == "off" {
            return Ok(Some(format!("PostgreSQL runs with {setting} = off")));
        }
    }
    Ok(None)
}

/// The version of the server.
pub async fn version(url: &str) -> Outcome<String> {
    let row = connect(url).await?.query_one("SHOW server_version", &[]).await?;
    Ok(row.get(0))
}

async fn connect(url: &str) -> Outcome<Client> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}
