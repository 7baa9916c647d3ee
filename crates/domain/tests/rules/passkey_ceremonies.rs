//! Passkeys: what browsers and authenticators sign, and the keys that verify it.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use carrel_domain::users::passkey::{
    Presented, PublicKey, Rejection, Site, Stored, ValidPresentation, ValidRegistration, presented,
    registered,
};
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

const CHALLENGE: &str = "the challenge";
/// What precedes a key of Ed25519 (RFC 8410).
const ED25519: [u8; 12] = [
    0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00,
];
/// What precedes a point of the curve P-256 (RFC 5480).
const P256: [u8; 26] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86,
    0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
];
/// An RSA key of 2048 bits, and its signature of `sample`.
const RSA: &str = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA2pqZPVPgAWfFAeQBrYAu7hkP9NWTigeYE1YFouF4DiVvnjxDPE0ltmAv\
    NrH8_er_CMmUXxxcN2YMLWphkX0fkdsexts9LnGGBLYxQmoHpRVvTzWjtcpLNC4qSrBN9-lE0eSnEduAs3oKkgwJ0tZ9SBZtG8IY\
    J9u-bVqoRVlZPmBQ3zyYEM2oR3HwAxLfbVclW0KRnBMaZaoqjxHQKEH7VZCr_XTBVN7Lz_RUS7PEIIVA_pG4jdVK_T2BDgMXH4ao\
    h7w9Kdb9eu-Lu7FKJKJR-uHRhD3JAxG0vX3u6WDSUERIg9241gpJO8AmaLx-nHTsnxrG0iWG3rHjKS5H9--TTQIDAQAB";
const RSA_SIGNATURE: &str = "YvRmD8hpQtzGl8TaQemdPQvQ1tX-mxPe6PCj62-9qcOevwWwWNdRMctnpqo2y4rPaOJS-ywH70lr9kNP94YSUVc6jMXs6gcG1oU5\
    Hs9Aq3RzQcexs26OsfQdYevhc8El7nLR3G0DB8BoIHVAt63CaxVML6P4_28b8etK5kNJvD2b5VwA5X_pMZs-cTh1UHCCUxPNZip-\
    knjGfnUS0Sqn1YdhkwFwIBg2XP4WOHoMz8RtdrK8P-PIxuisb33-MsY-1FO7opDYONAqwq9ej4geGkEYRBCYXQgk5pM_NA1iHjpS\
    5Ijm85y-79xVhQg3XGcokQ4iVWV1kJVWS0jjnSLnbQ";
/// An RSA key of 1024 bits, and its signature of `sample`.
const SHORT_RSA: &str = "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDqG09-5O6f4IJYNCq1rLzboTh9PqqsQlfyKKlmUg2loP7TWtY_NaKLhueKzSjy\
    kGd33bKqbiCuBiReVtgU-fUvSiEqoLKRxK46Nyp02GdH_5dNyo1XkeCgcK6wJdUnQnWcT-f6Px_Ej430lMkGt2LwLxrM9fU0vi4w\
    TtlMwncIqQIDAQAB";
const SHORT_RSA_SIGNATURE: &str = "N5hmORBOZ75vRp1-vs-30bmCjTySs2s1Zg-Fn3Jo7Dxarpw9mELyg1MSNYZPOmuG0xq79GsLeWG8vRPIVRue0b_BVplJbE6PcZ0L\
    e25YNXsfucIH85UfmCceM4ezd19BEFrrBp5IPJ-RWp7-3phxOMxzpqChznOr_WfcqoydnX4";
/// An RSA key of 512 bits.
const SHORTEST_RSA: &str = "MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAJyH7mUp93TVsVfR8YjeVhaEyYEC9bglVGHTJgXUoCS92dNba3dXs9GWApjl8BDAiorw\
    domE-9Hpp5RjEi1ItrECAwEAAQ";

fn bytes(base64url: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(base64url).expect("base64url")
}

fn site() -> Site {
    Site::of_host("library.example").expect("a host name")
}

fn key_pair() -> Ed25519KeyPair {
    Ed25519KeyPair::from_seed_unchecked(&[7; 32]).expect("a seed")
}

fn public_key() -> PublicKey {
    let key = key_pair();
    let info = [&ED25519[..], key.public_key().as_ref()].concat();
    PublicKey::parse(&info).expect("a key of Ed25519")
}

/// The data that a browser signs, with other members.
fn client_data(ceremony: &str, others: Value) -> Vec<u8> {
    let mut data = json!({
        "type": ceremony,
        "challenge": URL_SAFE_NO_PAD.encode(CHALLENGE),
        "origin": "https://library.example",
    });
    let Value::Object(others) = others else {
        panic!("members of an object");
    };
    data.as_object_mut().expect("an object").extend(others);
    data.to_string().into_bytes()
}

/// The data of an authenticator for a site.
fn authenticator_data(site: &str, flags: u8, count: u32, rest: &[u8]) -> Vec<u8> {
    let mut data = Sha256::digest(site).to_vec();
    data.push(flags);
    data.extend(count.to_be_bytes());
    data.extend(rest);
    data
}

/// A passkey as a browser presents it.
fn presentation(client_data: Vec<u8>, authenticator_data: Vec<u8>) -> ValidPresentation {
    let signed = [&authenticator_data[..], &Sha256::digest(&client_data)].concat();
    ValidPresentation {
        credential_id: "AAAA".to_owned(),
        client_data,
        authenticator_data,
        signature: key_pair().sign(&signed).as_ref().to_vec(),
    }
}

/// The new count of signatures of a passkey that has signed `sign_count` times.
fn verified(form: &ValidPresentation, sign_count: i64) -> Result<i64, Rejection> {
    let stored = Presented {
        public_key: &public_key(),
        site: &site(),
        sign_count,
    };
    presented(form, CHALLENGE, &stored)
}

#[test]
fn a_passkey_answers_its_own_challenge_on_its_own_site() {
    let get = |others| client_data("webauthn.get", others);
    let mut not_text = get(json!({ "other": "?" }));
    let place = not_text.iter().position(|byte| *byte == b'?').expect("a member");
    not_text[place] = 0xff;
    for (client_data, expected) in [
        (get(json!({})), Ok(5)),
        (get(json!({ "crossOrigin": false, "other": 1 })), Ok(5)),
        (get(json!({ "origin": "https://library.example:8443" })), Ok(5)),
        (
            client_data("webauthn.create", json!({})),
            Err(Rejection::OtherCeremony),
        ),
        (
            get(json!({ "challenge": URL_SAFE_NO_PAD.encode("another") })),
            Err(Rejection::OtherChallenge),
        ),
        (
            get(json!({ "challenge": CHALLENGE })),
            Err(Rejection::OtherChallenge),
        ),
        (
            get(json!({ "origin": "https://evil.example" })),
            Err(Rejection::OtherSite),
        ),
        (get(json!({ "crossOrigin": true })), Err(Rejection::OtherSite)),
        (get(json!({ "origin": null })), Err(Rejection::Malformed)),
        (not_text, Err(Rejection::Malformed)),
        (Vec::new(), Err(Rejection::Malformed)),
    ] {
        let text = String::from_utf8_lossy(&client_data).into_owned();
        let form = presentation(client_data, authenticator_data("library.example", 1, 5, &[]));
        assert_eq!(verified(&form, 4), expected, "{text}");
    }
}

#[test]
fn an_authenticator_signs_for_the_site_when_somebody_is_there() {
    let of_site = |flags| authenticator_data("library.example", flags, 5, &[]);
    for (data, expected) in [
        (of_site(0x01), Ok(5)),
        // The person proved themselves to the authenticator, too.
        (of_site(0x05), Ok(5)),
        (of_site(0x00), Err(Rejection::NobodyPresent)),
        (of_site(0x04), Err(Rejection::NobodyPresent)),
        (
            authenticator_data("evil.example", 0x01, 5, &[]),
            Err(Rejection::OtherSite),
        ),
        (of_site(0x01)[..36].to_vec(), Err(Rejection::Malformed)),
        (Vec::new(), Err(Rejection::Malformed)),
    ] {
        let form = presentation(client_data("webauthn.get", json!({})), data.clone());
        assert_eq!(verified(&form, 4), expected, "{data:?}");
    }
}

#[test]
fn the_signature_is_that_of_both_data() {
    let data = || authenticator_data("library.example", 1, 5, &[]);
    let client = || client_data("webauthn.get", json!({}));
    let signature_of = |form: ValidPresentation| form.signature;
    for signature in [
        // Of other data of the authenticator, and of other data of the browser.
        signature_of(presentation(
            client(),
            authenticator_data("library.example", 1, 6, &[]),
        )),
        signature_of(presentation(
            client_data("webauthn.get", json!({ "other": 1 })),
            data(),
        )),
        key_pair().sign(&data()).as_ref().to_vec(),
        Vec::new(),
    ] {
        let form = ValidPresentation {
            signature,
            ..presentation(client(), data())
        };
        assert_eq!(verified(&form, 4), Err(Rejection::WrongSignature));
    }
}

#[test]
fn a_copy_of_a_passkey_is_found_by_its_count() {
    for (stored, count, expected) in [
        // The authenticator does not count.
        (0, 0, Ok(0)),
        (0, 1, Ok(1)),
        (1, 2, Ok(2)),
        (1, u32::MAX, Ok(4_294_967_295)),
        (1, 1, Err(Rejection::Copied)),
        (2, 1, Err(Rejection::Copied)),
        (1, 0, Err(Rejection::Copied)),
    ] {
        let data = authenticator_data("library.example", 1, count, &[]);
        let form = presentation(client_data("webauthn.get", json!({})), data);
        assert_eq!(verified(&form, stored), expected, "{stored} {count}");
    }
}

/// What follows the count in the data of a new passkey: the model, the identifier with its length, and the key.
fn credential(length: u16, id: &[u8]) -> Vec<u8> {
    [&[0; 16][..], &length.to_be_bytes(), id, b"the key"].concat()
}

#[test]
fn a_new_passkey_has_an_identifier() {
    let register = |ceremony: &str, data: Vec<u8>| {
        let form = ValidRegistration {
            challenge: CHALLENGE.to_owned(),
            name: "My phone".to_owned(),
            client_data: client_data(ceremony, json!({})),
            authenticator_data: data,
            public_key: public_key(),
        };
        registered(&form, &site())
    };
    let create = |flags, rest: &[u8]| {
        let data = authenticator_data("library.example", flags, 3, rest);
        register("webauthn.create", data)
    };
    let stored = |id: &[u8]| {
        Ok(Stored {
            credential_id: URL_SAFE_NO_PAD.encode(id),
            sign_count: 3,
        })
    };
    let longest = [9; 1023];
    assert_eq!(create(0x41, &credential(1, &[0xfb])), stored(&[0xfb]));
    assert_eq!(create(0x45, &credential(1023, &longest)), stored(&longest));
    for (flags, rest, rejection) in [
        (0x40, credential(1, &[7]), Rejection::NobodyPresent),
        // The flag says that there is no credential.
        (0x01, credential(1, &[7]), Rejection::Malformed),
        (0x41, credential(0, &[]), Rejection::Malformed),
        (0x41, credential(1024, &[9; 1024]), Rejection::Malformed),
        (0x41, credential(100, &[7]), Rejection::Malformed),
        (0x41, credential(1, &[7])[..17].to_vec(), Rejection::Malformed),
        (0x41, Vec::new(), Rejection::Malformed),
    ] {
        assert_eq!(create(flags, &rest), Err(rejection), "{flags} {rest:?}");
    }
    let data = authenticator_data("library.example", 0x41, 3, &credential(1, &[7]));
    assert_eq!(register("webauthn.get", data), Err(Rejection::OtherCeremony));
    let elsewhere = authenticator_data("evil.example", 0x41, 3, &credential(1, &[7]));
    assert_eq!(register("webauthn.create", elsewhere), Err(Rejection::OtherSite));
}

/// The public key and the signature of RFC 6979, appendix A.2.5, for the message `sample`.
#[test]
fn a_key_of_p_256_verifies_signatures() {
    let point = [
        0x04, 0x60, 0xfe, 0xd4, 0xba, 0x25, 0x5a, 0x9d, 0x31, 0xc9, 0x61, 0xeb, 0x74, 0xc6, 0x35, 0x6d, 0x68,
        0xc0, 0x49, 0xb8, 0x92, 0x3b, 0x61, 0xfa, 0x6c, 0xe6, 0x69, 0x62, 0x2e, 0x60, 0xf2, 0x9f, 0xb6, 0x79,
        0x03, 0xfe, 0x10, 0x08, 0xb8, 0xbc, 0x99, 0xa4, 0x1a, 0xe9, 0xe9, 0x56, 0x28, 0xbc, 0x64, 0xf2, 0xf1,
        0xb2, 0x0c, 0x2d, 0x7e, 0x9f, 0x51, 0x77, 0xa3, 0xc2, 0x94, 0xd4, 0x46, 0x22, 0x99,
    ];
    let signature = [
        0x30, 0x46, 0x02, 0x21, 0x00, 0xef, 0xd4, 0x8b, 0x2a, 0xac, 0xb6, 0xa8, 0xfd, 0x11, 0x40, 0xdd, 0x9c,
        0xd4, 0x5e, 0x81, 0xd6, 0x9d, 0x2c, 0x87, 0x7b, 0x56, 0xaa, 0xf9, 0x91, 0xc3, 0x4d, 0x0e, 0xa8, 0x4e,
        0xaf, 0x37, 0x16, 0x02, 0x21, 0x00, 0xf7, 0xcb, 0x1c, 0x94, 0x2d, 0x65, 0x7c, 0x41, 0xd4, 0x36, 0xc7,
        0xa1, 0xb6, 0xe2, 0x9f, 0x65, 0xf3, 0xe9, 0x00, 0xdb, 0xb9, 0xaf, 0xf4, 0x06, 0x4d, 0xc4, 0xab, 0x2f,
        0x84, 0x3a, 0xcd, 0xa8,
    ];
    let parse = |point: &[u8]| PublicKey::parse(&[&P256[..], point].concat());
    let key = parse(&point).expect("an uncompressed point");
    assert_eq!(PublicKey::from_text(&key.text()), Some(key.clone()));
    assert!(key.verifies(b"sample", &signature));
    assert!(!key.verifies(b"simple", &signature));
    // The form of a compressed point, a point that is too short, and a byte after it.
    let other_form = [&[0x02][..], &point[1..]].concat();
    let longer = [&point[..], &[0]].concat();
    for damaged in [&other_form[..], &point[..33], &point[..64], &longer, &[]] {
        assert_eq!(parse(damaged), None, "{damaged:?}");
    }
}

#[test]
fn an_rsa_key_verifies_signatures_if_it_is_long_enough() {
    let key = |text: &str| PublicKey::from_text(text).expect("an RSA key");
    assert_eq!(key(RSA).text(), RSA);
    assert!(key(RSA).verifies(b"sample", &bytes(RSA_SIGNATURE)));
    assert!(!key(RSA).verifies(b"simple", &bytes(RSA_SIGNATURE)));
    assert!(!key(SHORT_RSA).verifies(b"sample", &bytes(SHORT_RSA_SIGNATURE)));
    assert!(!key(SHORTEST_RSA).verifies(b"sample", &bytes(SHORT_RSA_SIGNATURE)));
}

#[test]
fn a_damaged_rsa_key_is_none() {
    let info = bytes(RSA);
    // The places of: the outer tag, its length, the algorithm, the tag of the bits, the unused bits, the tag of the key.
    for place in [0, 1, 2, 3, 8, 19, 23, 24] {
        let mut damaged = info.clone();
        damaged[place] ^= 1;
        assert_eq!(PublicKey::parse(&damaged), None, "{place}");
    }
    for length in [1, 2, 3, 4, 19, info.len() - 1] {
        assert_eq!(PublicKey::parse(&info[..length]), None, "{length}");
    }
    let longer = [&info[..], &[0]].concat();
    assert_eq!(PublicKey::parse(&longer), None);
    // A byte after the bits, and one after the key in the bits, with lengths that include it.
    let outer_longer = |longer: &mut Vec<u8>| longer[3] += 1;
    let mut after_bits = longer.clone();
    outer_longer(&mut after_bits);
    assert_eq!(PublicKey::parse(&after_bits), None);
    let mut after_key = after_bits;
    after_key[22] += 1;
    assert_eq!(PublicKey::parse(&after_key), None);
}
