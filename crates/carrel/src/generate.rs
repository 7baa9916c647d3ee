//! `carrel generate`: fills an empty library with generated data.

use std::process::ExitCode;
use std::time::Instant;

use carrel_api::Clock;
use carrel_samples::generate;
use carrel_samples::generate::{GenerateError, Generated, Scale, SignIn};

use crate::command::GenerateOptions;
use crate::configuration::Data;
use crate::{Outcome, open, say, users};

/// Generates the data, and prints how much there is.
pub async fn run(options: GenerateOptions) -> Outcome {
    let began = Instant::now();
    let data = Data::load(&options.data)?;
    let scale = Scale {
        books: options.books,
        users: options.users,
        loans: options.loans,
        marc_percent: options.marc_percent,
        seed: options.seed,
        now: generate::beginning_of(options.today.as_deref(), Clock::System.now())
            .ok_or("--today needs a day such as 2026-01-31")?,
    };
    let sign_in = if options.password_stdin {
        Some(SignIn {
            admin_email: options.admin_email,
            password: users::password_from_stdin()?,
        })
    } else {
        None
    };
    open::make_folder(&data)?;
    let Generated {
        books,
        copies,
        users,
        loans,
        open_loans,
        overdue_loans,
        ledger_entries,
        student_email,
    } = generate::generate(&data.database, &scale, sign_in.as_ref())
        .await
        .map_err(|error| match error {
            GenerateError::Other(error) => users::in_words(error),
            error => error.into(),
        })?;
    say(&format!(
        "Generated in {} ms: {books} books, {copies} copies, {users} people, {loans} borrowings ({open_loans} of them \
         open, {overdue_loans} overdue), {ledger_entries} entries of the ledger",
        began.elapsed().as_millis()
    ))?;
    match (sign_in, student_email) {
        (None, _) => say("Nobody can sign in. Create an administrator with: carrel user create --admin")?,
        (Some(_), Some(email)) => say(&format!(
            "Everybody has the password given; the first student is {email}"
        ))?,
        (Some(_), None) => {}
    }
    Ok(ExitCode::SUCCESS)
}
