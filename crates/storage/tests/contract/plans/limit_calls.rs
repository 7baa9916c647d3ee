//! Calls of the functions that limit callers, as in [`super::calls`].

use carrel_domain::identity::Id;
use carrel_domain::users::SessionKind;
use carrel_storage::{
    Result, Transaction, challenges, email_changes, idempotency_keys, known_devices, passkeys,
    second_factors, sign_in_failures, throttles,
};

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
    known_devices::is_trusted(c, v.user, &v.word, NOW).await?;
    known_devices::trust(c, v.user, &v.word, NOW).await?;
    known_devices::distrust_all_of_role(c, "librarian").await?;
    challenges::remove_all_of_role(c, "librarian").await?;
    known_devices::distrust_all_of(c, v.user).await?;
    known_devices::forget_oldest_of(c, v.user, 20).await?;
    known_devices::remove_old(c, 100_000 + v.number).await?;
    throttles::find(c, &v.email).await?;
    throttles::count(c, &v.email, NOW, 5).await?;
    throttles::forgive(c, &v.email).await?;
    throttles::clear(c, &v.email).await?;
    throttles::remove_old(c, 100_000 + v.number).await?;
    second_steps(c, v).await
}

async fn second_steps(c: &mut Transaction, v: &Values) -> Result<()> {
    let challenge = challenges::NewChallenge {
        token_hash: &v.word,
        purpose: "sign_in",
        user_id: v.user,
        session_kind: SessionKind::Ordinary,
        created_at: NOW,
        expires_at: NOW + 1,
    };
    challenges::insert(c, &challenge, 19).await?;
    challenges::find(c, &v.word, "sign_in", NOW).await?;
    challenges::take(c, &v.word).await?;
    challenges::remove_all_of(c, v.other_user).await?;
    challenges::remove_expired(c, 100_000 + v.number).await?;
    second_factors::of_user(c, v.user).await?;
    passkeys::of_user(c, v.user).await?;
    passkeys::credentials_of(c, v.user).await?;
    passkeys::key(c, v.user, &v.word).await?;
    let passkey = passkeys::NewPasskey {
        id: Id::new(v.free + 1),
        user_id: v.user,
        credential_id: &v.word,
        public_key: "k",
        site: "s",
        name: "n",
        sign_count: 0,
        created_at: NOW,
    };
    passkeys::insert(c, &passkey).await?;
    passkeys::note_use(c, passkey.id, 1, NOW).await?;
    passkeys::find(c, v.user, passkey.id).await?;
    passkeys::rename(c, passkey.id, "m").await?;
    passkeys::remove(c, passkey.id).await?;
    second_factors::authenticator(c, v.user).await?;
    email_changes::requested_at(c, v.user, "a@library.example").await?;
    second_factors::secrets_after(c, 0, 100).await?;
    second_factors::remove_added_since(c, v.user, NOW).await?;
    second_factors::use_step(c, v.user, 2).await?;
    second_factors::use_recovery_code(c, v.user, &v.email).await?;
    second_factors::set_recovery_codes(c, v.user, &["h".to_owned()]).await?;
    second_factors::remove_authenticator(c, v.user).await?;
    second_factors::remove_all_of(c, v.other_user).await?;
    second_factors::begin_authenticator(c, v.user, "S", NOW).await?;
    second_factors::set_secret(c, v.user, "S").await?;
    second_factors::confirm_authenticator(c, v.user, 1, NOW).await?;
    Ok(())
}
