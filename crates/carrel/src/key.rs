//! `carrel key rotate`: changes the key by which the secrets in the database are encrypted.

use std::process::ExitCode;
use std::sync::Arc;

use carrel_api::{Clock, Entropy};
use carrel_operations::core::key_file::KeyFile;
use carrel_operations::upkeep::keys;
use carrel_operations::{Context, Error};
use carrel_storage::Database;

use crate::command::KeyCommand;
use crate::configuration::Data;
use crate::{Outcome, open, say};

/// Changes the key, or prepares the change.
pub async fn run(command: KeyCommand) -> Outcome {
    let KeyCommand::Rotate {
        prepare,
        discard,
        data,
    } = command;
    let data = Data::load(&data)?;
    open::refuse_other_schema(&data).await?;
    let database = Database::attach(&data.database).await?;
    let keys = Arc::new(KeyFile::at(data.key_file.clone()));
    let context = Context::without_actor(Clock::System.now(), Entropy.seed());
    let path = data.key_file.display();
    if prepare {
        let id = keys::prepare(&database, &keys, context).await.map_err(in_words)?;
        say(&format!(
            "The next key is {id}. Copy {path} to the other servers, then run carrel key rotate"
        ))?;
        return Ok(ExitCode::SUCCESS);
    }
    let rotated = keys::rotate(&database, &keys, context, discard)
        .await
        .map_err(in_words)?;
    for secret in &rotated.discarded {
        say(&format!("given up: {secret}"))?;
    }
    say(&format!(
        "{} secrets are encrypted by the key {}. Save a copy of {path}: without it, no backup from now on has its secrets",
        rotated.secrets, rotated.id
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn in_words(error: Error) -> Box<dyn std::error::Error> {
    match error {
        Error::Key(error) => format!(
            "nothing was changed: {error}. If the key is lost, carrel key rotate --discard gives up the secrets that need it"
        )
        .into(),
        other => other.into(),
    }
}
