//! `carrel openapi`: prints the OpenAPI document.

use std::process::ExitCode;

use crate::{Outcome, say};

/// Prints the document that is checked in as `openapi.json`.
pub fn run() -> Outcome {
    say(carrel_api::openapi_json().trim_end())?;
    Ok(ExitCode::SUCCESS)
}
