//! Passkeys: the sites that they are bound to, their keys, and their forms.

use carrel_domain::users::passkey::{PresentationForm, PublicKey, RegistrationForm, Site};
use proptest::prelude::*;

#[test]
fn a_site_is_a_host_name() {
    for (host, name) in [
        ("library.example", Some("library.example")),
        ("Library.Example:8443", Some("library.example")),
        ("localhost:8080", Some("localhost")),
        ("xn--bcherei-n2a.example", Some("xn--bcherei-n2a.example")),
        ("", None),
        (":80", None),
        ("library.example:", Some("library.example")),
        ("library..example", None),
        (".example", None),
        ("-a.example", None),
        ("127.0.0.1", None),
        ("127.0.0.1:8080", None),
        ("127.1", None),
        ("[::1]", None),
        ("[::1]:8080", None),
        ("a b.example", None),
        ("library.example/path", None),
        ("user@library.example", None),
        ("büch.example", None),
    ] {
        assert_eq!(Site::of_host(host).as_ref().map(Site::name), name, "{host}");
    }
    assert!(Site::of_host(&format!("{}example", "a.".repeat(200))).is_none());
}

#[test]
fn a_page_belongs_to_a_site_by_its_origin() {
    let site = Site::of_host("library.example").unwrap();
    let local = Site::of_host("localhost").unwrap();
    for (origin, of_site, of_local) in [
        ("https://library.example", true, false),
        ("https://library.example:8443", true, false),
        ("http://library.example", false, false),
        ("https://desk.library.example", false, false),
        ("https://library.example.evil.example", false, false),
        ("https://evil.example/?library.example", false, false),
        ("https://library.example@evil.example", false, false),
        ("http://localhost:8080", false, true),
        ("https://localhost", false, true),
        ("ftp://localhost", false, false),
        ("https://library.example/", false, false),
        ("https://LIBRARY.example", false, false),
        ("https://library.example:443", false, false),
        ("https://library.e\u{feff}xample", false, false),
        ("android:apk-key-hash:abc", false, false),
        ("null", false, false),
        ("", false, false),
    ] {
        assert_eq!(site.has_origin(origin), of_site, "{origin}");
        assert_eq!(local.has_origin(origin), of_local, "{origin}");
    }
}

/// RFC 8410, section 10.1, and RFC 8032, section 7.1, test 2.
#[test]
fn a_signature_is_verified_with_the_stored_key() {
    let info = "MCowBQYDK2VwAyEAPUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw";
    let signature = [
        0x92, 0xa0, 0x09, 0xa9, 0xf0, 0xd4, 0xca, 0xb8, 0x72, 0x0e, 0x82, 0x0b, 0x5f, 0x64, 0x25, 0x40, 0xa2,
        0xb2, 0x7b, 0x54, 0x16, 0x50, 0x3f, 0x8f, 0xb3, 0x76, 0x22, 0x23, 0xeb, 0xdb, 0x69, 0xda, 0x08, 0x5a,
        0xc1, 0xe4, 0x3e, 0x15, 0x99, 0x6e, 0x45, 0x8f, 0x36, 0x13, 0xd0, 0xf1, 0x1d, 0x8c, 0x38, 0x7b, 0x2e,
        0xae, 0xb4, 0x30, 0x2a, 0xee, 0xb0, 0x0d, 0x29, 0x16, 0x12, 0xbb, 0x0c, 0x00,
    ];
    let key = PublicKey::from_text(info).unwrap();
    assert_eq!(key.text(), info);
    assert!(key.verifies(&[0x72], &signature));
    assert!(!key.verifies(&[0x73], &signature));
    assert!(!key.verifies(&[0x72], &signature[1..]));
    // Another algorithm, a key that is too short, bytes after it, nothing.
    for damaged in [
        "MCowBQYDK2VxAyEAPUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw",
        "MCowBQYDK2VwAyEAPUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0",
        "MCowBQYDK2VwAyEAPUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0ZgwA",
        "MAA",
        "",
        "!",
    ] {
        assert!(PublicKey::from_text(damaged).is_none(), "{damaged}");
    }
}

#[test]
fn a_form_has_every_part() {
    let full = RegistrationForm {
        challenge: Some("c".to_owned()),
        name: Some(" My phone ".to_owned()),
        client_data: Some("e30".to_owned()),
        authenticator_data: Some("AAAA".to_owned()),
        public_key: Some("MCowBQYDK2VwAyEAPUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw".to_owned()),
    };
    let valid = full.validate().unwrap_or_else(|_| panic!("valid"));
    assert_eq!(
        (valid.name.as_str(), valid.client_data.as_slice()),
        ("My phone", &b"{}"[..])
    );
    let errors = RegistrationForm::default().validate().map(|_| ()).unwrap_err();
    let fields: Vec<&str> = errors.iter().map(|error| error.field).collect();
    assert_eq!(fields, ["name", "clientData", "authenticatorData", "publicKey"]);
    let presented = PresentationForm::default().validate().map(|_| ());
    assert_eq!(presented, Err("This passkey could not be read"));
    let long = PresentationForm {
        credential_id: Some("A".repeat(8193)),
        ..PresentationForm::default()
    };
    assert!(long.validate().is_err());
}

proptest! {
    #[test]
    fn any_key_is_parsed_without_a_panic(bytes: Vec<u8>, message: Vec<u8>, signature: Vec<u8>) {
        if let Some(key) = PublicKey::parse(&bytes) {
            prop_assert!(!key.verifies(&message, &signature));
        }
    }

    #[test]
    fn any_host_is_parsed_without_a_panic(host: String, origin: String) {
        if let Some(site) = Site::of_host(&host) {
            site.has_origin(&origin);
        }
    }
}
