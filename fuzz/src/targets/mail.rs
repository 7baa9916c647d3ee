//! The settings of the mail server, a field a line: host, port, protection, user, password, sender, name, address of the
//! site.

use carrel_domain::mail::{MailForm, MailSettings};

use super::{Fields, text};

pub(crate) fn run(input: &[u8]) {
    let input = text(input);
    let mut fields = Fields::of(&input);
    let form = MailForm {
        host: fields.next(),
        port: fields.next().and_then(|port| port.parse().ok()),
        security: fields.next(),
        user: fields.next(),
        password: fields.next(),
        from_address: fields.next(),
        from_name: fields.next(),
        site_address: fields.next(),
    };
    let Ok(settings) = form.validate(None) else {
        return;
    };
    let is_plain = |text: &str| !text.contains(char::is_control);
    assert!(
        !settings.host.contains(['/', '@', ' ', '?', '#']),
        "{:?}",
        settings.host
    );
    for line in [&settings.host, &settings.from_address, &settings.site_address] {
        assert!(is_plain(line), "{line:?}");
    }
    assert!(settings.from_name.as_deref().is_none_or(is_plain));
    let stored = serde_json::to_string(&settings).expect("settings are stored");
    assert_eq!(serde_json::from_str::<MailSettings>(&stored).ok(), Some(settings));
}
