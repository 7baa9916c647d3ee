use carrel_domain::mail::{MailForm, MailSettings, Security, message, next_try_after_seconds};

#[expect(clippy::unnecessary_wraps, reason = "fields that were not sent are None")]
fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn form() -> MailForm {
    MailForm {
        host: text(" smtp.library.example "),
        port: Some(587),
        security: text("starttls"),
        user: text("desk"),
        password: text(" Secret word "),
        from_address: text("desk@library.example"),
        from_name: text(" "),
        site_address: text("https://books.library.example/"),
    }
}

fn errors(form: MailForm, stored: Option<&MailSettings>) -> Vec<(&'static str, &'static str)> {
    let errors = form.validate(stored).err().unwrap_or_default();
    errors.iter().map(|error| (error.field, error.message)).collect()
}

#[test]
fn settings_are_normalized() {
    let settings = form().validate(None).expect("valid settings");
    let wanted = MailSettings {
        host: "smtp.library.example".to_owned(),
        port: 587,
        security: Security::StartTls,
        user: text("desk"),
        password: text(" Secret word "),
        from_address: "desk@library.example".to_owned(),
        from_name: None,
        site_address: "https://books.library.example".to_owned(),
    };
    assert_eq!(settings, wanted);
    // Without a user there is no password.
    let form = MailForm { user: None, ..form() };
    assert_eq!(
        form.validate(Some(&wanted)).expect("valid settings").password,
        None
    );
}

#[test]
fn the_debug_text_of_settings_has_the_server_but_not_the_password() {
    let settings = form().validate(None).expect("valid settings");
    let shown = format!("{settings:?}");
    assert!(shown.contains("smtp.library.example") && shown.contains("587"));
    assert!(!shown.contains("Secret"));
}

#[test]
fn a_server_is_a_host_name_or_an_ip_address() {
    let longest = ["a".repeat(63).as_str(); 4].join(".")[..253].to_owned();
    for host in [
        "smtp",
        "mail-1.library_net.example",
        "müller.example",
        "192.0.2.1",
        "2001:db8::1",
        longest.as_str(),
    ] {
        let form = MailForm {
            host: text(host),
            ..form()
        };
        assert_eq!(form.validate(None).map(|valid| valid.host), Ok(host.to_owned()));
    }
    let too_long = format!("{longest}a");
    for host in ["smtp/", ".smtp", "smtp.", "[2001:db8::1]", too_long.as_str()] {
        let form = MailForm {
            host: text(host),
            ..form()
        };
        assert_eq!(errors(form, None), [("host", message::HOST_INVALID)], "{host}");
    }
}

#[test]
fn the_address_of_the_site_may_have_a_port_a_path_and_an_ip_address() {
    for address in [
        "https://library.example",
        "http://library.example:8080/books",
        "http://[2001:db8::1]:8080",
        "http://192.0.2.1",
        "https://bücher.example",
    ] {
        let form = MailForm {
            site_address: text(&format!("{address}/")),
            ..form()
        };
        let valid = form.validate(None).map(|valid| valid.site_address);
        assert_eq!(valid, Ok(address.to_owned()));
    }
    let long = |characters: usize| format!("https://{}", "a".repeat(characters - 8));
    for (characters, is_valid) in [(200, true), (201, false)] {
        let form = MailForm {
            site_address: Some(long(characters)),
            ..form()
        };
        assert_eq!(form.validate(None).is_ok(), is_valid, "{characters}");
    }
    for address in [
        "https://.example",
        "https:///books",
        "https://a.example/<b>",
        "https://a.example/a book",
        "https://a.example/a\u{7}book",
    ] {
        let form = MailForm {
            site_address: text(address),
            ..form()
        };
        assert_eq!(
            errors(form, None),
            [("siteAddress", message::SITE_INVALID)],
            "{address}"
        );
    }
}

#[test]
fn texts_of_the_mail_settings_may_be_as_long_as_their_limits() {
    let at_the_limits = MailForm {
        user: Some("é".repeat(200)),
        password: Some("é".repeat(500)),
        from_name: Some("é".repeat(100)),
        port: Some(65_535),
        ..form()
    };
    assert!(at_the_limits.validate(None).is_ok());
}

#[test]
fn invalid_settings_are_refused() {
    let nothing = errors(MailForm::default(), None);
    let wanted = [
        ("host", message::HOST_REQUIRED),
        ("port", message::PORT_INVALID),
        ("security", message::SECURITY_INVALID),
        ("fromAddress", message::FROM_REQUIRED),
        ("siteAddress", message::SITE_REQUIRED),
    ];
    assert_eq!(nothing, wanted);
    let long = "x".repeat(501);
    let table: Vec<(MailForm, (&str, &str))> = vec![
        (
            MailForm {
                host: text("smtp library"),
                ..form()
            },
            ("host", message::HOST_INVALID),
        ),
        (
            MailForm {
                host: text("smtp.library.example:587"),
                ..form()
            },
            ("host", message::HOST_INVALID),
        ),
        (
            MailForm {
                host: text("a..b"),
                ..form()
            },
            ("host", message::HOST_INVALID),
        ),
        (
            MailForm {
                port: Some(0),
                ..form()
            },
            ("port", message::PORT_INVALID),
        ),
        (
            MailForm {
                port: Some(65_536),
                ..form()
            },
            ("port", message::PORT_INVALID),
        ),
        (
            MailForm {
                port: Some(-1),
                ..form()
            },
            ("port", message::PORT_INVALID),
        ),
        (
            MailForm {
                security: text("ssl"),
                ..form()
            },
            ("security", message::SECURITY_INVALID),
        ),
        (
            MailForm {
                user: text(&long),
                ..form()
            },
            ("user", message::USER_TOO_LONG),
        ),
        (
            MailForm {
                user: text("a\r\nb"),
                ..form()
            },
            ("user", message::USER_NOT_ALLOWED),
        ),
        (
            MailForm {
                password: text(&long),
                ..form()
            },
            ("password", message::PASSWORD_TOO_LONG),
        ),
        (
            MailForm {
                password: text("a\0"),
                ..form()
            },
            ("password", message::PASSWORD_NOT_ALLOWED),
        ),
        (
            MailForm {
                security: text("none"),
                ..form()
            },
            ("password", message::PASSWORD_IN_THE_OPEN),
        ),
        (
            MailForm {
                from_address: text("desk"),
                ..form()
            },
            ("fromAddress", message::FROM_INVALID),
        ),
        (
            MailForm {
                from_name: text(&long),
                ..form()
            },
            ("fromName", message::FROM_NAME_TOO_LONG),
        ),
        (
            MailForm {
                from_name: text("a\nb"),
                ..form()
            },
            ("fromName", message::FROM_NAME_NOT_ALLOWED),
        ),
        (
            MailForm {
                site_address: text("library.example"),
                ..form()
            },
            ("siteAddress", message::SITE_INVALID),
        ),
        (
            MailForm {
                site_address: text("https://"),
                ..form()
            },
            ("siteAddress", message::SITE_INVALID),
        ),
        (
            MailForm {
                site_address: text("javascript:alert(1)"),
                ..form()
            },
            ("siteAddress", message::SITE_INVALID),
        ),
        (
            MailForm {
                site_address: text("http://[::1"),
                ..form()
            },
            ("siteAddress", message::SITE_INVALID),
        ),
        (
            MailForm {
                site_address: text("https://a.example/?b"),
                ..form()
            },
            ("siteAddress", message::SITE_INVALID),
        ),
        (
            MailForm {
                site_address: text("https://a.example/#b"),
                ..form()
            },
            ("siteAddress", message::SITE_INVALID),
        ),
        (
            MailForm {
                site_address: text("https://me@a.example"),
                ..form()
            },
            ("siteAddress", message::SITE_INVALID),
        ),
    ];
    for (form, wanted) in table {
        assert_eq!(errors(form, None), [wanted]);
    }
    for host in ["localhost", "127.0.0.1", "::1"] {
        let form = MailForm {
            host: text(host),
            security: text("none"),
            ..form()
        };
        assert!(form.validate(None).is_ok(), "{host} is this machine");
    }
}

#[test]
fn a_stored_password_is_kept_only_for_the_same_server_port_and_user() {
    let stored = form().validate(None).expect("valid settings");
    let unchanged = || MailForm {
        password: None,
        ..form()
    };
    let kept = unchanged().validate(Some(&stored)).expect("valid settings");
    assert_eq!(kept.password, stored.password);
    let elsewhere: Vec<MailForm> = vec![
        MailForm {
            host: text("smtp.elsewhere.example"),
            ..unchanged()
        },
        MailForm {
            port: Some(2525),
            ..unchanged()
        },
        MailForm {
            user: text("other"),
            ..unchanged()
        },
    ];
    for form in elsewhere {
        assert_eq!(
            errors(form, Some(&stored)),
            [("password", message::PASSWORD_AGAIN)]
        );
    }
    // Not without encryption, even to the same server.
    let open = MailForm {
        security: text("none"),
        ..unchanged()
    };
    assert_eq!(
        errors(open, Some(&stored)),
        [("password", message::PASSWORD_IN_THE_OPEN)]
    );
    let empty = MailForm {
        password: text(""),
        ..form()
    };
    assert_eq!(
        empty.validate(Some(&stored)).expect("valid settings").password,
        None
    );
}

#[test]
fn the_delay_between_attempts_grows_until_a_mail_is_given_up() {
    let waits: Vec<u32> = (1..=10).map_while(next_try_after_seconds).collect();
    assert_eq!(waits, [60, 300, 900, 3600, 10_800, 21_600]);
    assert_eq!(next_try_after_seconds(0), None);
    assert_eq!(next_try_after_seconds(u32::MAX), None);
}
