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
    assert!(
        !format!("{settings:?}").contains("Secret"),
        "the password is not shown"
    );
    // Without a user there is no password.
    let form = MailForm { user: None, ..form() };
    assert_eq!(
        form.validate(Some(&wanted)).expect("valid settings").password,
        None
    );
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
    let waits: Vec<u32> = (1..).map_while(next_try_after_seconds).collect();
    assert_eq!(waits, [60, 300, 900, 3600, 10_800, 21_600]);
    assert_eq!(next_try_after_seconds(0), None);
    assert_eq!(next_try_after_seconds(u32::MAX), None);
}
