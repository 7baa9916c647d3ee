//! Passkeys: the sites that they are bound to, their keys, and their forms.

use carrel_domain::users::passkey::{
    PresentationForm, PublicKey, RegistrationForm, Site, ValidPresentation, validate_name,
};
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
    for (length, is_name) in [(253, true), (254, false)] {
        let host = format!("{}.{}example", "a".repeat(length - 248), "b.".repeat(120));
        assert_eq!(host.len(), length);
        assert_eq!(Site::of_host(&host).is_some(), is_name, "{length}");
    }
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
}

#[test]
fn a_presented_passkey_has_every_part() {
    let sent = |text: &str| Some(text.to_owned());
    let full = || PresentationForm {
        credential_id: sent("-_8"),
        client_data: sent("e30"),
        authenticator_data: sent("AAAA"),
        signature: sent("AQ"),
    };
    let expected = ValidPresentation {
        credential_id: "-_8".to_owned(),
        client_data: b"{}".to_vec(),
        authenticator_data: vec![0; 3],
        signature: vec![1],
    };
    assert!(full().validate() == Ok(expected));
    let longest = |digits: usize| PresentationForm {
        signature: Some("A".repeat(digits)),
        ..full()
    };
    assert!(longest(8192).validate().is_ok());
    for wrong in [
        PresentationForm {
            credential_id: None,
            ..full()
        },
        PresentationForm {
            client_data: sent(""),
            ..full()
        },
        PresentationForm {
            authenticator_data: sent("AAAA="),
            ..full()
        },
        PresentationForm {
            signature: sent("+/8"),
            ..full()
        },
        // Of one byte more than the longest.
        longest(8194),
    ] {
        let refused = wrong.validate().map(|_| ());
        assert_eq!(refused, Err("This passkey could not be read"));
    }
}

#[test]
fn a_passkey_has_a_name() {
    let longest = "é".repeat(60);
    for (name, expected) in [
        (Some(" My phone "), Ok("My phone")),
        (Some(longest.as_str()), Ok(longest.as_str())),
        (None, Err("Name is required")),
        (Some(" "), Err("Name is required")),
        (
            Some(&*format!("{longest}!")),
            Err("Name cannot exceed 60 characters"),
        ),
        (Some("a\nb"), Err("Name contains characters that are not allowed")),
    ] {
        let found = validate_name(name);
        let found = found
            .as_deref()
            .map_err(|errors| (errors[0].field, errors[0].message));
        assert_eq!(found, expected.map_err(|message| ("name", message)), "{name:?}");
    }
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
