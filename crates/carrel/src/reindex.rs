//! `carrel reindex`: rebuilds the search index from the database.

use std::process::ExitCode;

use carrel_operations::Limits;
use carrel_operations::catalogue::search_feed;

use crate::command::DataOptions;
use crate::configuration::Data;
use crate::{Outcome, open, say};

/// Rebuilds the index, and prints its number of books.
pub async fn run(options: DataOptions) -> Outcome {
    let data = Data::load(&options)?;
    open::refuse_other_schema(&data).await?;
    let library = open::for_serving(&data, Limits::default()).await?;
    let books = search_feed::rebuild(&library).await?;
    say(&format!("The search index has {books} books"))?;
    Ok(ExitCode::SUCCESS)
}
