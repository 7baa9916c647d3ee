//! Passkeys, with an authenticator of our own.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use carrel_testkit::{Answer, Identity, MINUTE, Server, Setup, TestDatabase, on_both_engines};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::log_in;
use super::second_factors::{factors, second_step};

const REFUSED: (u16, &str, &str) = (422, "validation", "This passkey was not accepted");
const SITE: &str = "library.example";

fn base64url(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// An authenticator with one passkey, and the browser that it is used with.
struct Authenticator {
    key: EcdsaKeyPair,
    credential_id: Vec<u8>,
    /// The origin of the page.
    origin: String,
    site: String,
    flags: u8,
    sign_count: u32,
}

impl Authenticator {
    fn new(number: u8) -> Self {
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_ASN1_SIGNING;
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(algorithm, &random).expect("a key");
        Authenticator {
            key: EcdsaKeyPair::from_pkcs8(algorithm, pkcs8.as_ref(), &random).expect("a key"),
            credential_id: vec![number; 16],
            origin: format!("https://{SITE}"),
            site: SITE.to_owned(),
            flags: 1,
            sign_count: 0,
        }
    }

    fn client_data(&self, ceremony: &str, challenge: &str) -> Vec<u8> {
        json!({
            "type": ceremony, "challenge": base64url(challenge.as_bytes()), "origin": self.origin,
            "crossOrigin": false, "other_keys_can_be_added_here": "ignored",
        })
        .to_string()
        .into_bytes()
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(self.site.as_bytes()).to_vec();
        data.push(flags);
        data.extend(self.sign_count.to_be_bytes());
        data
    }

    /// The body that adds the passkey.
    fn create(&self, challenge: &str) -> Value {
        let mut data = self.data(self.flags | 0x40);
        data.extend([0; 16]);
        data.extend(
            u16::try_from(self.credential_id.len())
                .expect("short")
                .to_be_bytes(),
        );
        data.extend(&self.credential_id);
        // The key in COSE, which is not read.
        data.push(0xa0);
        let mut info = vec![
            0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a,
            0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
        ];
        info.extend(self.key.public_key().as_ref());
        json!({
            "challenge": challenge, "name": "My phone",
            "clientData": base64url(&self.client_data("webauthn.create", challenge)),
            "authenticatorData": base64url(&data), "publicKey": base64url(&info),
        })
    }

    /// The presented passkey.
    fn get(&mut self, challenge: &str) -> Value {
        if self.sign_count > 0 {
            self.sign_count += 1;
        }
        let client_data = self.client_data("webauthn.get", challenge);
        let data = self.data(self.flags);
        let mut signed = data.clone();
        signed.extend(Sha256::digest(&client_data));
        let signature = self.key.sign(&SystemRandom::new(), &signed).expect("a signature");
        json!({
            "credentialId": base64url(&self.credential_id), "clientData": base64url(&client_data),
            "authenticatorData": base64url(&data), "signature": base64url(signature.as_ref()),
        })
    }
}

async fn options(server: &Server, person: &Identity) -> Answer {
    let request = server.post("/api/auth/passkeys/options").as_(person);
    request.header("host", SITE).await
}

async fn challenge_of_options(server: &Server, person: &Identity) -> String {
    let answer = options(server, person).await;
    answer.expect(201)["challenge"]
        .as_str()
        .expect("a challenge")
        .to_owned()
}

async fn add(server: &Server, person: &Identity, body: &Value) -> Answer {
    let request = server.post("/api/auth/passkeys").as_(person).header("host", SITE);
    request.json(body).await
}

async fn added(server: &Server, person: &Identity, authenticator: &Authenticator) -> Value {
    let challenge = challenge_of_options(server, person).await;
    add(server, person, &authenticator.create(&challenge))
        .await
        .expect(201)
        .clone()
}

async fn waiting(server: &Server, person: &Identity) -> (String, Value) {
    let answer = log_in(server, &person.email, &person.password).await;
    assert_eq!(answer.failure().1, "second_step_needed");
    let step = answer.json["secondStep"].clone();
    (step["challenge"].as_str().expect("a challenge").to_owned(), step)
}

async fn present(server: &Server, challenge: &str, passkey: Value) -> Answer {
    let form = json!({ "challenge": challenge, "passkey": passkey });
    server.post("/api/auth/login/second").json(&form).await
}

on_both_engines!(a_passkey_is_the_second_step_of_a_sign_in);
async fn a_passkey_is_the_second_step_of_a_sign_in(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let mut phone = Authenticator::new(7);
    let begun = options(&server, &student).await;
    let begun = begun.expect(201);
    assert_eq!(begun["site"], SITE);
    assert_eq!(begun["library"], "Library Management System");
    assert_eq!(begun["userId"], student.id.to_string());
    assert_eq!(begun["credentialIds"], json!([]));
    let made = added(&server, &student, &phone).await;
    assert_eq!(made["recoveryCodes"].as_array().expect("codes").len(), 10);
    assert_eq!(made["passkey"]["name"], "My phone");
    assert_eq!(made["passkey"]["lastUsedAt"], Value::Null);
    let credential_id = base64url(&phone.credential_id);
    assert_eq!(
        options(&server, &student).await.expect(201)["credentialIds"],
        json!([credential_id])
    );

    let (challenge, step) = waiting(&server, &student).await;
    assert_eq!(step["methods"], json!(["recovery_code", "passkey"]));
    assert_eq!(
        step["passkeys"],
        json!([{ "credentialId": credential_id, "site": SITE }])
    );
    let passkey = phone.get(&challenge);
    present(&server, &challenge, passkey.clone()).await.expect(200);
    let listed = factors(&server, &student).await;
    assert_eq!(
        listed["passkeys"][0]["lastUsedAt"],
        format!("{:.3}", server.clock.now())
    );
    // A signature is of one sign-in.
    let (second, _) = waiting(&server, &student).await;
    assert_eq!(
        present(&server, &second, passkey.clone()).await.failure(),
        REFUSED
    );
    assert_eq!(
        present(&server, &challenge, passkey).await.failure().1,
        "challenge_expired"
    );
    // A second passkey comes without new recovery codes.
    let laptop = Authenticator::new(8);
    let made = added(&server, &student, &laptop).await;
    assert_eq!(made["recoveryCodes"], json!([]));
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_passkey_is_accepted_only_as_it_was_made);
async fn a_passkey_is_accepted_only_as_it_was_made(database: TestDatabase) {
    let server = Server::start(database).await;
    let (student, other) = (server.student().await, server.student().await);
    let mut phone = Authenticator::new(7);
    phone.sign_count = 5;
    added(&server, &student, &phone).await;
    let (challenge, _) = waiting(&server, &student).await;
    let refused = async |passkey: Value, why: &str| {
        let answer = present(&server, &challenge, passkey).await;
        assert_eq!(answer.failure(), REFUSED, "{why}");
    };
    let genuine = phone.get(&challenge);
    let with = |field: &str, value: &str| {
        let mut changed = genuine.clone();
        changed[field] = json!(value);
        changed
    };
    let other_page = {
        "https://library.example.evil.example".clone_into(&mut phone.origin);
        let passkey = phone.get(&challenge);
        "http://library.example".clone_into(&mut phone.origin);
        refused(passkey, "a page of another site").await;
        let passkey = phone.get(&challenge);
        phone.origin = format!("https://{SITE}");
        passkey
    };
    refused(other_page, "a page without TLS").await;
    "evil.example".clone_into(&mut phone.site);
    refused(phone.get(&challenge), "an authenticator asked by another site").await;
    SITE.clone_into(&mut phone.site);
    phone.flags = 0;
    refused(phone.get(&challenge), "nobody touched it").await;
    phone.flags = 1;
    refused(phone.get("another challenge"), "another challenge").await;
    refused(with("signature", "AAAA"), "a damaged signature").await;
    refused(with("credentialId", "AAAA"), "an unknown passkey").await;
    refused(
        with("clientData", &base64url(b"{}")),
        "client data without fields",
    )
    .await;
    let created = base64url(&phone.client_data("webauthn.create", &challenge));
    refused(with("clientData", &created), "another ceremony").await;
    refused(with("authenticatorData", "AAAA"), "data that is too short").await;
    phone.sign_count = 4;
    refused(
        phone.get(&challenge),
        "a copy, which counts from an earlier number",
    )
    .await;
    assert_eq!(
        present(
            &server,
            &challenge,
            json!({ "credentialId": "!", "clientData": "e30", "authenticatorData": "AA", "signature": "AA" })
        )
        .await
        .failure(),
        (422, "validation", "This passkey could not be read")
    );
    present(&server, &challenge, genuine).await.expect(200);

    // It is that of one account.
    let mut theirs = Authenticator::new(9);
    added(&server, &other, &theirs).await;
    let (challenge, _) = waiting(&server, &student).await;
    assert_eq!(
        present(&server, &challenge, theirs.get(&challenge))
            .await
            .failure(),
        REFUSED
    );
    let begun = challenge_of_options(&server, &other).await;
    let again = add(&server, &other, &phone.create(&begun)).await;
    assert_eq!(again.failure().1, "passkey_exists");
}

on_both_engines!(a_new_passkey_is_verified);
async fn a_new_passkey_is_verified(database: TestDatabase) {
    let server = Server::start(database).await;
    let (student, other) = (server.student().await, server.student().await);
    let mut phone = Authenticator::new(7);
    let mut refused = async |change: fn(&mut Authenticator), why: &str| {
        let (origin, site) = (phone.origin.clone(), phone.site.clone());
        change(&mut phone);
        let challenge = challenge_of_options(&server, &student).await;
        let answer = add(&server, &student, &phone.create(&challenge)).await;
        assert_eq!(answer.failure(), REFUSED, "{why}");
        (phone.origin, phone.site, phone.flags) = (origin, site, 1);
    };
    refused(
        |phone| "https://evil.example".clone_into(&mut phone.origin),
        "a page of another site",
    )
    .await;
    refused(|phone| "evil.example".clone_into(&mut phone.site), "another site").await;
    refused(|phone| phone.flags = 0, "nobody touched it").await;
    let challenge = challenge_of_options(&server, &student).await;
    let mut body = phone.create(&challenge);
    // Data that has no credential.
    body["authenticatorData"] = json!(base64url(&phone.data(1)));
    assert_eq!(add(&server, &student, &body).await.failure(), REFUSED);
    for (field, value, message) in [
        ("publicKey", "AAAA", "This passkey could not be read"),
        ("clientData", "not base64!", "This passkey could not be read"),
        ("name", " ", "Name is required"),
    ] {
        let mut body = phone.create(&challenge);
        body[field] = json!(value);
        assert_eq!(
            add(&server, &student, &body).await.failure(),
            (422, "validation", message)
        );
    }
    // The challenge is one person's, for 10 minutes.
    let body = phone.create(&challenge);
    assert_eq!(add(&server, &other, &body).await.failure().1, "challenge_expired");
    server.clock.advance(10 * MINUTE);
    assert_eq!(
        add(&server, &student, &body).await.failure().1,
        "challenge_expired"
    );
    // A challenge of a sign-in is none for a new passkey.
    let fresh = challenge_of_options(&server, &student).await;
    add(&server, &student, &phone.create(&fresh)).await.expect(201);
    let (challenge, _) = waiting(&server, &student).await;
    let mut second = Authenticator::new(8);
    let answer = add(&server, &student, &second.create(&challenge)).await;
    assert_eq!(answer.failure().1, "challenge_expired");
    let begun = challenge_of_options(&server, &student).await;
    assert_eq!(
        present(&server, &begun, second.get(&begun)).await.failure().1,
        "challenge_expired"
    );
}

on_both_engines!(passkeys_are_of_the_site_that_was_opened);
async fn passkeys_are_of_the_site_that_was_opened(database: TestDatabase) {
    let server = Server::start_with(database, Setup::default().behind_a_proxy()).await;
    let student = server.student().await;
    let site = async |headers: &[(&str, &str)]| {
        let mut request = server.post("/api/auth/passkeys/options").as_(&student);
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let answer = request.await;
        (answer.status, answer.json["data"]["site"].clone())
    };
    assert_eq!(
        site(&[("host", "Library.Example:8443")]).await,
        (201, json!(SITE))
    );
    assert_eq!(
        site(&[("host", "localhost:8080")]).await,
        (201, json!("localhost"))
    );
    assert_eq!(
        site(&[
            ("host", "127.0.0.1:8080"),
            ("x-forwarded-host", "evil.example, library.example")
        ])
        .await,
        (201, json!(SITE))
    );
    for host in ["127.0.0.1:8080", "[::1]:8080", "192.0.2.7"] {
        assert_eq!(site(&[("host", host)]).await, (409, Value::Null), "{host}");
    }
}

on_both_engines!(a_passkey_is_renamed_and_removed_by_its_owner);
async fn a_passkey_is_renamed_and_removed_by_its_owner(database: TestDatabase) {
    let server = Server::start(database).await;
    let (student, other) = (server.student().await, server.student().await);
    let phone = Authenticator::new(7);
    let made = added(&server, &student, &phone).await;
    let path = format!(
        "/api/auth/passkeys/{}",
        made["passkey"]["_id"].as_str().expect("an id")
    );
    let rename = async |person: &Identity| {
        let request = server.put(&path).as_(person);
        request.json(&json!({ "name": "  Old phone " })).await
    };
    assert_eq!(rename(&other).await.failure().1, "passkey_not_found");
    assert_eq!(rename(&student).await.expect(200)["name"], "Old phone");
    let removed = server.delete(&path).as_(&other).await;
    assert_eq!(removed.failure().1, "passkey_not_found");
    server.delete(&path).as_(&student).await.expect(200);
    assert_eq!(
        factors(&server, &student).await,
        json!({ "authenticatorAddedAt": null, "passkeys": [], "recoveryCodesLeft": 0 })
    );
    log_in(&server, &student.email, &student.password)
        .await
        .expect(200);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_passkey_confirms_a_session_once);
async fn a_passkey_confirms_a_session_once(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let mut phone = Authenticator::new(7);
    let made = added(&server, &student, &phone).await;
    server.clock.advance(15 * MINUTE);
    let export = async || server.get("/api/auth/export").as_(&student).await.status;
    assert_eq!(export().await, 403);
    let begun = server.post("/api/auth/confirm/options").as_(&student).await;
    let begun = begun.expect(201);
    assert_eq!(begun["passkeys"][0]["site"], SITE);
    let challenge = begun["challenge"].as_str().expect("a challenge").to_owned();
    let confirm = async |challenge: &str, passkey: Value| {
        let form = json!({ "challenge": challenge, "passkey": passkey });
        server.post("/api/auth/confirm").as_(&student).json(&form).await
    };
    let passkey = phone.get(&challenge);
    confirm(&challenge, passkey.clone()).await.expect(200);
    assert_eq!(export().await, 200);
    assert_eq!(
        confirm(&challenge, passkey).await.failure().1,
        "challenge_expired"
    );
    // The challenge of a sign-in confirms nothing, and that of a confirmation signs nobody in.
    let (waiting, _) = waiting(&server, &student).await;
    assert_eq!(
        confirm(&waiting, phone.get(&waiting)).await.failure().1,
        "challenge_expired"
    );
    let begun = server.post("/api/auth/confirm/options").as_(&student).await;
    let begun = begun.expect(201)["challenge"]
        .as_str()
        .expect("a challenge")
        .to_owned();
    let code = made["recoveryCodes"][0].as_str().expect("a code");
    assert_eq!(
        second_step(&server, &begun, code).await.failure().1,
        "challenge_expired"
    );
}
