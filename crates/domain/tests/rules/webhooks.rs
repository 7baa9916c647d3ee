//! Webhooks: their form, their addresses, their events and the states of deliveries.

use carrel_domain::webhooks::{
    AddressError, AllowedHost, DeliveryState, Events, TRIED_FOR_MS, ValidWebhook, WebhookDraft, WebhookEvent,
    destination, is_forbidden, is_private, limit,
};

const TWO_EVENTS: [WebhookEvent; 2] = [WebhookEvent::BorrowingCreated, WebhookEvent::BorrowingReturned];

fn allowed() -> Vec<AllowedHost> {
    vec!["hooks.example.org".parse().expect("a host")]
}

fn events(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn draft() -> WebhookDraft {
    WebhookDraft {
        address: Some(" https://hooks.example.org/carrel ".to_owned()),
        events: Some(events(&["borrowing.returned", "borrowing.created"])),
        is_active: Some(false),
    }
}

fn errors(
    result: Result<ValidWebhook, Vec<carrel_domain::validation::FieldError>>,
) -> Vec<(&'static str, &'static str)> {
    let errors = result.err().unwrap_or_default();
    errors.iter().map(|error| (error.field, error.message)).collect()
}

#[test]
fn a_webhook_has_an_address_and_its_events_in_their_order() {
    let valid = draft().validate_new(&allowed()).expect("a valid form");
    assert_eq!(valid.address.as_deref(), Some("https://hooks.example.org/carrel"));
    let found = valid.events.map(|events| events.iter().collect::<Vec<_>>());
    assert_eq!(found.as_deref(), Some(&TWO_EVENTS[..]));
    assert_eq!(valid.is_active, Some(false));
}

#[test]
fn only_a_new_webhook_needs_every_field() {
    let nothing = ValidWebhook {
        address: None,
        events: None,
        is_active: None,
    };
    assert_eq!(WebhookDraft::default().validate(&allowed()), Ok(nothing));
    assert_eq!(
        errors(WebhookDraft::default().validate_new(&allowed())),
        [
            (
                "address",
                "Please enter an address such as https://hooks.example.org/carrel"
            ),
            ("events", "Please choose at least one event"),
        ]
    );
}

#[test]
fn an_invalid_field_of_a_webhook_is_refused_in_every_form() {
    let with_address = |address: &str| WebhookDraft {
        address: Some(address.to_owned()),
        ..draft()
    };
    let with_events = |names| WebhookDraft {
        events: Some(events(names)),
        ..draft()
    };
    let table = [
        (
            with_address("https://elsewhere.example/"),
            (
                "address",
                "This host is not on the server's list of allowed hosts (webhook_hosts)",
            ),
        ),
        (
            with_address("http://hooks.example.org/"),
            ("address", "The address must begin with https://"),
        ),
        (with_events(&[]), ("events", "Please choose at least one event")),
        (
            with_events(&["borrowing.created", "borrowing.lost"]),
            ("events", "Please choose at least one event"),
        ),
        (
            with_events(&["borrowing.created", "borrowing.created"]),
            ("events", "Each event can be chosen once"),
        ),
    ];
    for (form, error) in table {
        assert_eq!(errors(form.clone().validate(&allowed())), [error], "{form:?}");
        assert_eq!(errors(form.validate_new(&allowed())), [error]);
    }
}

#[test]
fn an_address_has_at_most_five_hundred_characters() {
    let address = |characters: usize| {
        let start = "https://hooks.example.org/";
        format!("{start}{}", "a".repeat(characters - start.len()))
    };
    assert!(destination(&address(limit::ADDRESS.max), &allowed()).is_ok());
    assert_eq!(
        destination(&address(limit::ADDRESS.max + 1), &allowed()),
        Err(AddressError::NoAddress)
    );
    // In its written form, a letter with an accent has six characters.
    let written = |letters: usize| format!("https://hooks.example.org/{}", "é".repeat(letters));
    assert!(destination(&written(79), &allowed()).is_ok());
    assert_eq!(
        destination(&written(80), &allowed()),
        Err(AddressError::NoAddress)
    );
}

#[test]
fn addresses_of_own_networks_and_reserved_ones_are_private() {
    for (address, private) in [
        ("0.1.2.3", true),
        ("1.0.0.1", false),
        ("9.9.9.9", false),
        ("10.0.0.1", true),
        ("127.0.0.1", true),
        ("169.254.169.254", true),
        ("172.15.255.255", false),
        ("172.16.0.1", true),
        ("172.31.255.255", true),
        ("172.32.0.1", false),
        ("192.168.0.1", true),
        // Shared among the customers of a provider.
        ("99.64.0.1", false),
        ("100.63.255.255", false),
        ("100.64.0.1", true),
        ("100.127.255.255", true),
        ("100.128.0.1", false),
        ("101.64.0.1", false),
        // For documents and measurements.
        ("192.0.2.1", true),
        ("198.51.100.1", true),
        ("203.0.113.1", true),
        ("198.17.255.255", false),
        ("198.18.0.1", true),
        ("198.19.255.255", true),
        ("198.20.0.1", false),
        // Multicast, and what is reserved above it.
        ("223.255.255.255", false),
        ("224.0.0.1", true),
        ("239.255.255.255", true),
        ("240.0.0.1", true),
        ("255.255.255.255", true),
        ("::1", true),
        ("fc00::1", true),
        ("fd12:3456::1", true),
        ("fe80::1", true),
        ("2001:db8::1", true),
        ("2001:4860:4860::8888", false),
        ("2620:fe::fe", false),
        ("::ffff:10.0.0.1", true),
        ("::ffff:9.9.9.9", false),
        // Translated addresses of IPv4.
        ("64:ff9b::909:909", true),
        ("2002:909:909::1", true),
    ] {
        let found = is_private(address.parse().expect("an address"));
        assert_eq!(found, private, "{address}");
    }
}

#[test]
fn an_address_has_no_user_no_password_and_no_fragment() {
    for address in [
        "https://me@hooks.example.org/",
        "https://:secret@hooks.example.org/",
        "https://hooks.example.org/#part",
    ] {
        assert_eq!(
            destination(address, &allowed()),
            Err(AddressError::NoAddress),
            "{address}"
        );
    }
}

#[test]
fn only_the_name_localhost_may_resolve_to_this_machine() {
    for address in ["127.0.0.1", "::1"] {
        let address = address.parse().expect("an address");
        assert!(!is_forbidden("localhost", address), "{address}");
        assert!(is_forbidden("hooks.example.org", address), "{address}");
    }
    // IPv4 addresses translated by NAT64 and 6to4.
    for address in ["64:ff9b::7f00:1", "2002:7f00:1::1"] {
        let address = address.parse().expect("an address");
        assert!(is_forbidden("hooks.example.org", address), "{address}");
    }
}

#[test]
fn an_event_has_one_name() {
    let names = WebhookEvent::ALL.map(WebhookEvent::as_str);
    assert_eq!(
        names,
        [
            "borrowing.created",
            "borrowing.renewed",
            "borrowing.returned",
            "borrowing.return_undone",
            "borrowing.undone"
        ]
    );
    for event in WebhookEvent::ALL {
        assert_eq!(WebhookEvent::named(event.as_str()), Some(event));
    }
    for unknown in ["", "Borrowing.created", WebhookEvent::TEST] {
        assert_eq!(WebhookEvent::named(unknown), None, "{unknown}");
    }
}

#[test]
fn events_are_stored_by_name_and_unknown_names_are_ignored() {
    let two = Events::named(["borrowing.returned", "borrowing.created"]).expect("known events");
    assert_eq!(two.text(), "borrowing.created borrowing.returned");
    assert_eq!(Events::parse(&two.text()), two);
    for event in WebhookEvent::ALL {
        assert_eq!(two.contains(event), TWO_EVENTS.contains(&event), "{event:?}");
    }
    let stored = serde_json::to_value(&two).unwrap();
    assert_eq!(stored, "borrowing.created borrowing.returned");
    assert_eq!(serde_json::from_value::<Events>(stored).unwrap(), two);
    assert_eq!(
        Events::parse("borrowing.created borrowing.lost  borrowing.returned"),
        two
    );
    assert_eq!(Events::parse("").iter().count(), 0);
    assert_eq!(Events::named([]), None);
    assert_eq!(Events::named(["borrowing.created", "borrowing.lost"]), None);
}

#[test]
fn a_delivery_state_is_read_by_the_name_in_its_json() {
    for (name, state) in [
        ("waiting", DeliveryState::Waiting),
        ("delivered", DeliveryState::Delivered),
        ("given_up", DeliveryState::GivenUp),
    ] {
        assert_eq!(name.parse::<DeliveryState>(), Ok(state));
        assert_eq!(serde_json::to_value(state).unwrap(), name);
    }
    assert!("Waiting".parse::<DeliveryState>().is_err());
}

#[test]
fn deliveries_are_retried_for_a_day() {
    assert_eq!(TRIED_FOR_MS, 86_400_000);
}
