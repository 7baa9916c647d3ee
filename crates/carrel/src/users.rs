//! `carrel user`: accounts from the command line. Anybody who can run the binary on the data is trusted.

use std::error::Error;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use carrel_api::{Clock, Entropy};
use carrel_domain::identity::token_from;
use carrel_domain::spreadsheet::push_cell;
use carrel_domain::users::Role;
use carrel_operations::identity::factor_reset;
use carrel_operations::people::accounts;
use carrel_operations::people::bulk_import::{self, Fate, ImportOptions};
use carrel_operations::{Conflict, Context, Library, Noun};

use crate::command::UserCommand;
use crate::configuration::Data;
use crate::{Outcome, open, say};

/// Creates an account or resets a password.
pub async fn run(command: UserCommand) -> Outcome {
    match command {
        UserCommand::Create {
            admin,
            role,
            name,
            email,
            password_stdin,
            data,
        } => {
            let data = Data::load(&data)?;
            open::make_folder(&data)?;
            let library = open::for_account(&data).await?;
            let (password, generated) = password(password_stdin)?;
            let role = role
                .as_deref()
                .unwrap_or(if admin { Role::ADMINISTRATOR } else { Role::STUDENT });
            let user = accounts::create_from_shell(&library, context(), &name, &email, &password, role)
                .await
                .map_err(in_words)?;
            let role = user.role.name.to_lowercase();
            say(&format!("Made the {role} {} <{}>", user.name, user.email))?;
            tell(&password, generated)?;
        }
        UserCommand::Import {
            file,
            check,
            keep_existing,
            links,
            site,
            data,
        } => {
            let library = open::for_command(&Data::load(&data)?).await?;
            let options = ImportOptions {
                with_links: links.is_some(),
                keep_existing,
            };
            return import(&library, &file, check, links.zip(site), options).await;
        }
        UserCommand::ResetSecondFactor { email, data } => {
            let library = open::for_command(&Data::load(&data)?).await?;
            let user = factor_reset::reset_from_shell(&library, context(), &email)
                .await
                .map_err(in_words)?;
            say(&format!(
                "{} <{}> signs in with the password alone; all sessions have ended",
                user.name, user.email
            ))?;
        }
        UserCommand::ResetPassword {
            email,
            password_stdin,
            data,
        } => {
            let library = open::for_command(&Data::load(&data)?).await?;
            let (password, generated) = password(password_stdin)?;
            let user = accounts::reset_password_from_shell(&library, context(), &email, &password)
                .await
                .map_err(in_words)?;
            say(&format!(
                "{} <{}> has a new password; all sessions have ended",
                user.name, user.email
            ))?;
            tell(&password, generated)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Imports people from a file. `links` names the new file for password links and the address they begin with.
async fn import(
    library: &Library,
    file: &Path,
    check: bool,
    links: Option<(PathBuf, String)>,
    options: ImportOptions,
) -> Outcome {
    let text = if file == Path::new("-") {
        std::io::read_to_string(std::io::stdin())?
    } else {
        std::fs::read_to_string(file).map_err(|error| match error.kind() {
            std::io::ErrorKind::InvalidData => {
                format!("{}: save the file as UTF-8 first", file.display())
            }
            _ => format!("{}: {error}", file.display()),
        })?
    };
    let preview = bulk_import::preview_from_shell(library, &context(), &text, options)
        .await
        .map_err(in_words)?;
    for heading in &preview.ignored {
        say(&format!("The column {heading} is ignored"))?;
    }
    for line in preview.lines.iter().filter(|line| line.fate == Fate::Wrong) {
        let messages: Vec<&str> = line.errors.iter().map(|(_, message)| message.as_str()).collect();
        say(&format!("Line {}: {}", line.line, messages.join("; ")))?;
    }
    let [new, changed, unchanged, wrong] = Fate::ALL.map(|fate| preview.count(fate));
    if wrong > 0 {
        say(&format!("Lines that cannot be imported: {wrong}"))?;
    }
    if wrong > 0 && new + changed + unchanged == 0 {
        return Ok(ExitCode::FAILURE);
    }
    if check {
        say(&format!(
            "To add: {new}; to change: {changed}; unchanged: {unchanged}"
        ))?;
        return Ok(ExitCode::SUCCESS);
    }
    // Before anybody is imported: a link that cannot be written to the file would be lost.
    let mut out = match &links {
        Some((path, _)) => Some(new_private_file(path)?),
        None => None,
    };
    let imported = bulk_import::import_from_shell(library, context(), &text, options)
        .await
        .map_err(in_words)?;
    if let (Some(out), Some((path, site))) = (&mut out, &links) {
        writeln!(out, "Name,Email,Link")?;
        for line in &imported.lines {
            if let Some(link) = &line.link {
                let mut cells = String::new();
                for cell in [&line.name, &line.email] {
                    push_cell(&mut cells, cell);
                    cells.push(',');
                }
                writeln!(out, "{cells}{}{}", site.trim_end_matches('/'), link.path())?;
            }
        }
        out.sync_all()?;
        say(&format!(
            "The links are in {}; each works once, for 30 days",
            path.display()
        ))?;
    }
    let [added, changed, unchanged, _] = Fate::ALL.map(|fate| imported.count(fate));
    say(&format!(
        "Added: {added}; changed: {changed}; unchanged: {unchanged}"
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// A new file that other accounts on this machine cannot read.
fn new_private_file(path: &Path) -> Result<std::fs::File, Box<dyn Error>> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
        .open(path)
        .map_err(|error| format!("{}: {error}", path.display()).into())
}

fn context() -> Context {
    Context::without_actor(Clock::System.now(), Entropy.seed())
}

/// The password from standard input, or a generated one that satisfies every rule.
fn password(from_stdin: bool) -> Result<(String, bool), Box<dyn Error>> {
    if !from_stdin {
        let random: String = token_from(Entropy.seed()).chars().take(20).collect();
        return Ok((format!("Cr1-{random}"), true));
    }
    Ok((password_from_stdin()?, false))
}

/// The first line of standard input.
pub fn password_from_stdin() -> std::io::Result<String> {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

fn tell(password: &str, generated: bool) -> Result<(), Box<dyn Error>> {
    if generated {
        say(&format!("Password: {password}"))
    } else {
        Ok(())
    }
}

/// The message for an error of a use case, for the command line.
pub fn in_words(error: carrel_operations::Error) -> Box<dyn Error> {
    use carrel_operations::Error as Refusal;
    match error {
        Refusal::Invalid(errors) => {
            let lines: Vec<String> = errors.iter().map(|error| error.message.to_owned()).collect();
            lines.join("; ").into()
        }
        Refusal::InvalidForm(errors) => {
            let lines: Vec<String> = errors
                .into_errors()
                .into_iter()
                .map(|error| error.message)
                .collect();
            lines.join("; ").into()
        }
        Refusal::Conflict(Conflict::EmailTaken) => "an account with this email already exists".into(),
        Refusal::NotFound(Noun::Role) => "there is no role with this code".into(),
        Refusal::Conflict(Conflict::UserWithoutSecondFactor) => {
            "this account has no second sign-in step".into()
        }
        Refusal::NotFound(_) => "there is no account with this email".into(),
        other => other.into(),
    }
}
