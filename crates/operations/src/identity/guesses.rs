//! Guesses of passwords, slowed down by account and by origin.
//!
//! Guesses from one origin slow down that origin only, so that nobody can lock the owner of an account out. Guesses from
//! many origins slow down new devices a little; devices on which the owner has signed in are exempt. An address that
//! guesses the passwords of many accounts is slowed down as a whole.

use std::time::Duration;

use carrel_domain::users::slowdown::{Failures, Slowdown};
use carrel_domain::users::{UserId, email_key};
use carrel_storage::{Transaction, sign_in_failures};
use jiff::{SignedDuration, Timestamp};

use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::core::limits::GuessLimits;
use crate::core::passwords::Asker;

/// The account or the origin of the failures of all of them.
const ALL: &str = "";

/// From where a password is guessed.
#[derive(Debug, Clone)]
pub(crate) enum GuessOrigin {
    /// A device on which the owner of the account has signed in, by the hash of its token.
    KnownDevice(String),
    /// Any other device, by its network address.
    Address(String),
    /// A session of the account, by the hash of its token: it knows the account but perhaps not the password.
    Session(String),
}

impl GuessOrigin {
    /// Whether the server has reason to believe that the owner guesses.
    pub(crate) fn asker(&self) -> Asker {
        match self {
            GuessOrigin::KnownDevice(_) | GuessOrigin::Session(_) => Asker::Known,
            GuessOrigin::Address(_) => Asker::Unknown,
        }
    }

    fn is_address(&self) -> bool {
        matches!(self, GuessOrigin::Address(_))
    }

    fn key(&self) -> String {
        match self {
            GuessOrigin::KnownDevice(token_hash) => format!("device {token_hash}"),
            GuessOrigin::Address(address) => format!("address {address}"),
            GuessOrigin::Session(token_hash) => format!("session {token_hash}"),
        }
    }
}

/// A guess that was counted as a failure before the password is checked, so that concurrent guesses cannot exceed the
/// limits.
#[derive(Debug, Clone)]
pub(crate) struct Guess {
    account: String,
    origin: GuessOrigin,
}

impl Guess {
    /// Counts a guess at the account with this e-mail address, whether it exists or not, and waits until it has its
    /// distance from the guess before.
    ///
    /// # Errors
    /// [`Error::Throttled`] when it would have to wait too long. It is not counted then.
    pub(crate) async fn take(
        library: &Library,
        email: &str,
        origin: GuessOrigin,
        now: Timestamp,
    ) -> Result<Guess> {
        Guess::take_at(library, email_key(email), origin, now).await
    }

    /// The same for a guess of a person's code: codes have failures of their own, because only who knows the password
    /// can guess them.
    pub(crate) async fn take_of_code(
        library: &Library,
        user_id: UserId,
        origin: GuessOrigin,
        now: Timestamp,
    ) -> Result<Guess> {
        Guess::take_at(library, format!("code {user_id}"), origin, now).await
    }

    async fn take_at(
        library: &Library,
        account: String,
        origin: GuessOrigin,
        now: Timestamp,
    ) -> Result<Guess> {
        // Waiting calls are cheap, but each holds a connection: beyond this number a guess that would wait is refused.
        let place = library.waiting_guesses.try_acquire().ok();
        let input = Input {
            limits: library.limits.guesses.clone(),
            account,
            origin,
            may_wait: place.is_some(),
            now,
        };
        let (guess, wait_ms) = library
            .database
            .write(input, |transaction, input| Box::pin(take_in(transaction, input)))
            .await?;
        if wait_ms > 0 {
            tokio::time::sleep(Duration::from_millis(wait_ms)).await;
        }
        drop(place);
        Ok(guess)
    }

    /// The guess of the password from this origin, in the first step of a sign-in with two: it was counted then.
    pub(crate) fn of_first_step(email: &str, origin: GuessOrigin) -> Guess {
        Guess {
            account: email_key(email),
            origin,
        }
    }

    /// The password was right: the failures before it are forgotten.
    pub(crate) async fn was_right(&self, transaction: &mut Transaction) -> Result<()> {
        Guess::were_right(transaction, &[self]).await
    }

    /// The same for several guesses.
    pub(crate) async fn were_right(transaction: &mut Transaction, guesses: &[&Guess]) -> Result<()> {
        // In the order of `take_in`: accounts first, all accounts last.
        for guess in guesses {
            if guess.origin.is_address() {
                sign_in_failures::forgive(transaction, &guess.account, ALL).await?;
            }
            sign_in_failures::clear(transaction, &guess.account, &guess.origin.key()).await?;
        }
        // The first failure of the account from the address was counted there, be it this guess or a typing mistake before it.
        for guess in guesses.iter().filter(|guess| guess.origin.is_address()) {
            sign_in_failures::forgive(transaction, ALL, &guess.origin.key()).await?;
        }
        Ok(())
    }
}

struct Input {
    limits: GuessLimits,
    account: String,
    origin: GuessOrigin,
    may_wait: bool,
    now: Timestamp,
}

async fn take_in(transaction: &mut Transaction, input: &Input) -> Result<(Guess, u64)> {
    let Input { limits, now, .. } = input;
    let key = input.origin.key();
    let is_address = input.origin.is_address();
    let mut counters = Vec::with_capacity(3);
    // All guesses lock in this order; so does `sign_in_failures::clear_account`.
    if is_address {
        let mut of_account = Counter::lock(transaction, &input.account, ALL, limits.of_account, *now).await?;
        // Guesses from other addresses delay the owner on a new device, and never refuse them.
        of_account.wait_ms = of_account.wait_ms.min(limits.most_waited_ms);
        counters.push(of_account);
    }
    let of_origin = Counter::lock(transaction, &input.account, &key, limits.of_origin, *now).await?;
    let counts_for_address = is_address && of_origin.failures == 0;
    counters.push(of_origin);
    if is_address {
        let mut of_address = Counter::lock(transaction, ALL, &key, limits.of_address, *now).await?;
        of_address.adds = i64::from(counts_for_address);
        counters.push(of_address);
    }
    let wait_ms = counters.iter().map(|counter| counter.wait_ms).max().unwrap_or(0);
    let longest_ms = if input.may_wait { limits.most_waited_ms } else { 0 };
    if wait_ms > longest_ms {
        return Err(Error::Throttled {
            retry_after_seconds: seconds(wait_ms),
        });
    }
    let turn = *now + SignedDuration::from_millis(i64::try_from(wait_ms).unwrap_or(i64::MAX));
    // An address without a distance keeps the instant of its latest failure, so that its failures fade.
    for counter in counters
        .into_iter()
        .filter(|counter| counter.adds > 0 || counter.wait_ms > 0)
    {
        let failures = i64::from(counter.failures) + counter.adds;
        let (account, origin) = (counter.account, counter.origin);
        sign_in_failures::set(transaction, account, origin, failures, turn.as_millisecond()).await?;
    }
    let guess = Guess {
        account: input.account.clone(),
        origin: input.origin.clone(),
    };
    Ok((guess, wait_ms))
}

/// The failures of an account and an origin, locked.
struct Counter<'a> {
    account: &'a str,
    origin: &'a str,
    failures: u32,
    wait_ms: u64,
    /// What the guess adds.
    adds: i64,
}

impl<'a> Counter<'a> {
    async fn lock(
        transaction: &mut Transaction,
        account: &'a str,
        origin: &'a str,
        slowdown: Slowdown,
        now: Timestamp,
    ) -> Result<Self> {
        let (count, latest) = sign_in_failures::lock(transaction, account, origin).await?;
        let failures = Failures {
            count: u32::try_from(count).unwrap_or(u32::MAX),
            latest: Timestamp::from_millisecond(latest).unwrap_or(Timestamp::MIN),
        };
        Ok(Counter {
            account,
            origin,
            failures: slowdown.remembered(failures, now),
            wait_ms: slowdown.wait_ms(failures, now),
            adds: 1,
        })
    }
}

/// Whole seconds, rounded up.
fn seconds(milliseconds: u64) -> u32 {
    u32::try_from(milliseconds.div_ceil(1000)).unwrap_or(u32::MAX)
}
