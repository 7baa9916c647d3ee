//! `carrel user`: accounts from the shell, where whoever can run the binary is trusted.

use std::error::Error;
use std::process::ExitCode;

use carrel_api::{Clock, Entropy};
use carrel_domain::identity::token_from;
use carrel_domain::users::Role;
use carrel_operations::{Conflict, Context, people};

use crate::command::UserCommand;
use crate::configuration::Data;
use crate::{Outcome, open, say};

/// Makes an account or resets a password.
pub async fn run(command: UserCommand) -> Outcome {
    match command {
        UserCommand::Create {
            admin,
            name,
            email,
            password_stdin,
            data,
        } => {
            let data = Data::load(&data)?;
            std::fs::create_dir_all(&data.dir)?;
            let library = open::for_account(&data).await?;
            let (password, generated) = password(password_stdin)?;
            let role = if admin { Role::Administrator } else { Role::Student };
            let user = people::create_from_shell(&library, context(), &name, &email, &password, role)
                .await
                .map_err(in_words)?;
            let kind = if admin { "administrator" } else { "student" };
            say(&format!("Made the {kind} {} <{}>", user.name, user.email))?;
            tell(&password, generated)?;
        }
        UserCommand::ResetPassword {
            email,
            password_stdin,
            data,
        } => {
            let library = open::for_command(&Data::load(&data)?).await?;
            let (password, generated) = password(password_stdin)?;
            let user = people::reset_password_from_shell(&library, context(), &email, &password)
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

fn context() -> Context {
    Context {
        now: Clock::System.now(),
        seed: Entropy.seed(),
        actor: None,
        request_id: None,
        repeatable: None,
    }
}

/// The password from standard input, or a generated one that fulfils every rule.
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

fn tell(password: &str, generated: bool) -> std::io::Result<()> {
    if generated {
        say(&format!("Password: {password}"))
    } else {
        Ok(())
    }
}

/// The use case's refusal in words for the shell.
pub fn in_words(error: carrel_operations::Error) -> Box<dyn Error> {
    use carrel_operations::Error as Refusal;
    match error {
        Refusal::Invalid(errors) => {
            let lines: Vec<String> = errors.iter().map(|error| error.message.to_owned()).collect();
            lines.join("; ").into()
        }
        Refusal::Conflict(Conflict::EmailTaken) => "an account with this email already exists".into(),
        Refusal::NotFound(_) => "there is no account with this email".into(),
        other => other.into(),
    }
}
