//! The key file: whether the secrets can be decrypted, and who else could do so.

use std::os::unix::fs::PermissionsExt as _;

use carrel_operations::core::key_error::KeyError;
use carrel_operations::core::key_file::KeyFile;

use super::Findings;
use crate::configuration::Data;

const SUBJECT: &str = "key file";

/// Examines the key file for a database whose secrets are encrypted by the key `current`.
pub(super) fn examine(findings: &mut Findings, data: &Data, keys: &KeyFile, current: Option<&str>) {
    let path = data.key_file.display();
    match (keys.ids(), current) {
        (Err(KeyError::Missing { .. }), None) => {
            findings.fine(
                SUBJECT,
                format!("no secret is stored yet; {path} will have the key"),
            );
            return;
        }
        (Err(error), _) => {
            let lost = "Put back the copy that you have saved. If there is none, carrel key rotate --discard gives up the secrets that need it: enter the mail password again, and give the new secrets of webhooks to their receivers.";
            findings.wrong(SUBJECT, error.to_string(), lost);
            return;
        }
        (Ok(ids), Some(current)) if !ids.iter().any(|id| id == current) => {
            findings.wrong(
                SUBJECT,
                format!("{path} does not have the key {current}, by which the secrets are encrypted"),
                "Use the key file of the server that stored them (--key-file).",
            );
            return;
        }
        (Ok(_), _) => {}
    }
    let is_inside = match (data.key_file.canonicalize(), data.dir.canonicalize()) {
        (Ok(file), Ok(folder)) => file.starts_with(folder),
        _ => false,
    };
    if is_inside {
        findings.wrong(
            SUBJECT,
            format!("{path} is in the data folder, so each copy of the folder has the key of its secrets"),
            "Stop the server, move the file out of the folder, and name it by --key-file.",
        );
    }
    let mode = data.key_file.metadata().map(|file| file.permissions().mode());
    if mode.is_ok_and(|mode| mode & 0o077 != 0) {
        findings.wrong(
            SUBJECT,
            format!("other accounts of this machine have rights to {path}"),
            "Restrict it: chmod 600. If others may have read it, run carrel key rotate.",
        );
    } else if !is_inside {
        findings.fine(
            SUBJECT,
            format!("{path} has the key of the secrets; keep a copy of it in a safe place"),
        );
    }
}
