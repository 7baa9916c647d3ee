//! Calls of the functions that limit callers, as in [`super::calls`].

use carrel_storage::{Result, Transaction, idempotency_keys, known_devices, sign_in_failures, throttles};

use super::rows::NOW;
use super::values::Values;

pub async fn limits_of_callers(c: &mut Transaction, v: &Values) -> Result<()> {
    idempotency_keys::find(c, v.user, &v.email, 5).await?;
    idempotency_keys::find_of_token(c, &v.email, &v.email, 5).await?;
    idempotency_keys::remove(c, v.user, &v.email).await?;
    idempotency_keys::remove_oldest_of(c, v.user, 1000).await?;
    idempotency_keys::remove_old(c, 100_000 + v.number).await?;
    sign_in_failures::lock(c, &v.email, &v.word).await?;
    sign_in_failures::set(c, &v.email, &v.word, 1, NOW).await?;
    sign_in_failures::forgive(c, &v.email, &v.word).await?;
    sign_in_failures::clear(c, &v.email, &v.word).await?;
    sign_in_failures::clear_account(c, &v.email).await?;
    sign_in_failures::remove_old(c, 100_000 + v.number).await?;
    known_devices::is_known_to(c, &v.email, &v.word).await?;
    known_devices::exists(c, &v.word).await?;
    known_devices::remember(c, v.user, &v.word, NOW).await?;
    known_devices::forget_oldest_of(c, v.user, 20).await?;
    known_devices::remove_old(c, 100_000 + v.number).await?;
    throttles::find(c, &v.email).await?;
    throttles::count(c, &v.email, NOW, 5).await?;
    throttles::forgive(c, &v.email).await?;
    throttles::clear(c, &v.email).await?;
    throttles::remove_old(c, 100_000 + v.number).await?;
    Ok(())
}
