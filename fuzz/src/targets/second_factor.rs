//! Second factors: codes as people type them, secrets of authenticator apps, and what browsers and authenticators sign for
//! passkeys. The fields of an input are its lines; the last one, the data of the authenticator, is everything that is left.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use carrel_domain::users::passkey::{
    PresentationForm, Presented, PublicKey, RegistrationForm, Site, presented, registered,
};
use carrel_domain::users::second_factor::{
    Proof, SecondStepForm, TotpSecret, matching_step, parse_code, parse_digits,
};
use jiff::Timestamp;
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// The challenge that is answered.
const CHALLENGE: &str = "a-challenge-of-the-library";
/// What precedes a key of Ed25519 in a SubjectPublicKeyInfo (RFC 8410).
const ED25519: [u8; 12] = [
    0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00,
];
/// The count of signatures before.
const COUNT: i64 = 5;

pub(crate) fn run(input: &[u8]) {
    let mut fields = input.splitn(6, |byte| *byte == b'\n');
    let mut next = || fields.next().unwrap_or_default();
    let (code, host, name, key, client_data) = (next(), next(), next(), next(), next());
    let code = String::from_utf8_lossy(code).into_owned();
    check_code(&code);
    check_secret(&code);
    if let Some(key) = PublicKey::parse(key) {
        assert_eq!(PublicKey::from_text(&key.text()), Some(key), "a key reads back");
    }
    let Some(site) = Site::of_host(&String::from_utf8_lossy(host)) else {
        return;
    };
    let mut authenticator_data = Sha256::digest(site.name().as_bytes()).to_vec();
    authenticator_data.extend_from_slice(next());
    register(name, key, client_data, &authenticator_data, &site);
    present(client_data, &authenticator_data, &site);
}

fn check_code(code: &str) {
    let form = SecondStepForm {
        challenge: Some(CHALLENGE.to_owned()),
        code: Some(code.to_owned()),
        ..SecondStepForm::default()
    };
    let digits = parse_digits(Some(code)).ok();
    match form.validate().map(|step| step.proof) {
        Ok(Proof::Digits(typed)) => {
            assert!(typed.len() == 6 && typed.bytes().all(|byte| byte.is_ascii_digit()));
            assert_eq!(digits, Some(typed));
        }
        Ok(Proof::RecoveryCode(typed)) => {
            assert!(digits.is_none() && typed.len() == 29);
            let again = parse_code(Some(&typed));
            assert!(again == Ok(Proof::RecoveryCode(typed)), "a code has one form");
        }
        Ok(Proof::Passkey(_)) => panic!("no passkey was sent"),
        Err(errors) => assert!(digits.is_none() && !errors.is_empty()),
    }
}

fn check_secret(text: &str) {
    let Some(secret) = TotpSecret::parse(text) else {
        return;
    };
    let shown = secret.text();
    assert_eq!(TotpSecret::parse(&shown).map(|secret| secret.text()), Some(shown));
    assert!(secret.address(text, text).is_ascii(), "an address is of ASCII");
    // A text that is no code is none at any instant.
    assert_eq!(matching_step(&secret, text, Timestamp::UNIX_EPOCH, 0), None);
}

fn register(name: &[u8], key: &[u8], client_data: &[u8], authenticator_data: &[u8], site: &Site) {
    let text = |bytes: &[u8]| Some(URL_SAFE_NO_PAD.encode(bytes));
    let form = RegistrationForm {
        challenge: Some(CHALLENGE.to_owned()),
        name: Some(String::from_utf8_lossy(name).into_owned()),
        client_data: text(client_data),
        authenticator_data: text(authenticator_data),
        public_key: text(key),
    };
    let Ok(form) = form.validate() else {
        return;
    };
    assert!((1..=60).contains(&form.name.chars().count()), "{:?}", form.name);
    if let Ok(stored) = registered(&form, site) {
        check_client_data(client_data, "webauthn.create", site);
        assert!(
            authenticator_data[32] & 0x41 == 0x41,
            "present, and with a credential"
        );
        let id = URL_SAFE_NO_PAD.decode(&stored.credential_id).expect("base64url");
        assert!((1..=1023).contains(&id.len()) && authenticator_data[55..].starts_with(&id));
    }
}

fn present(client_data: &[u8], authenticator_data: &[u8], site: &Site) {
    let pair = Ed25519KeyPair::from_seed_unchecked(&[7; 32]).expect("a key");
    let info = [&ED25519[..], pair.public_key().as_ref()].concat();
    let public_key = PublicKey::parse(&info).expect("a key");
    let message = [authenticator_data, Sha256::digest(client_data).as_slice()].concat();
    let signature = pair.sign(&message);
    let mut answers = [true, false].map(|is_signed| {
        let mut signature = signature.as_ref().to_vec();
        signature[0] ^= u8::from(!is_signed);
        let text = |bytes: &[u8]| Some(URL_SAFE_NO_PAD.encode(bytes));
        let form = PresentationForm {
            credential_id: text(b"id"),
            client_data: text(client_data),
            authenticator_data: text(authenticator_data),
            signature: text(&signature),
        };
        let stored = Presented {
            public_key: &public_key,
            site,
            sign_count: COUNT,
        };
        let form = form.validate().ok()?;
        presented(&form, CHALLENGE, &stored).ok()
    });
    assert_eq!(answers[1], None, "nothing is accepted without its signature");
    if let Some(count) = answers[0].take() {
        check_client_data(client_data, "webauthn.get", site);
        assert!(authenticator_data[32] & 1 == 1, "nobody was present");
        assert!(count > COUNT, "an authenticator was copied");
    }
}

/// Checks that the browser's data, which was accepted, says what it must.
fn check_client_data(bytes: &[u8], ceremony: &str, site: &Site) {
    let data: Value = serde_json::from_slice(bytes).expect("JSON");
    assert_eq!(data["type"], ceremony);
    assert_eq!(data["challenge"], URL_SAFE_NO_PAD.encode(CHALLENGE));
    assert_ne!(data["crossOrigin"], true);
    let origin = data["origin"].as_str().expect("an origin").to_lowercase();
    assert!(origin.contains(site.name()), "{origin} is another site");
}
