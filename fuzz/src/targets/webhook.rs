//! Addresses of webhooks and the operator's list of hosts: the first line is a host of the list, the second an address.

use std::net::IpAddr;

use carrel_domain::webhooks::{AllowedHost, WebhookDraft, destination, is_forbidden};

use super::{Fields, text};

pub(crate) fn run(input: &[u8]) {
    let input = text(input);
    let mut fields = Fields::of(&input);
    let (host, address) = (
        fields.next().unwrap_or_default(),
        fields.next().unwrap_or_default(),
    );
    let mut allowed: Vec<AllowedHost> = vec!["hooks.example.org".parse().expect("a host")];
    if let Ok(host) = host.parse::<AllowedHost>() {
        let shown = host.to_string();
        assert_eq!(shown.parse().as_ref(), Ok(&host), "{shown} reads back");
        allowed.push(host);
    }
    if let Ok(url) = destination(&address, &allowed) {
        check(url.as_str(), url.scheme(), url.host_str(), &allowed);
        let again = destination(url.as_str(), &allowed);
        assert_eq!(again, Ok(url), "the parsed address is allowed, too");
    }
    assert!(
        destination(&address, &[]).is_err(),
        "an empty list allows nothing"
    );
    if let Ok(ip) = address.parse::<IpAddr>() {
        let forbidden = is_forbidden("hooks.example.org", ip);
        let is_own = ip.to_canonical().is_loopback() || ip.to_canonical().is_unspecified();
        assert!(forbidden || !is_own, "{ip} is this machine");
    }
    let draft = WebhookDraft {
        address: Some(address),
        events: Some(fields.0.map(str::to_owned).collect()),
        is_active: None,
    };
    let _ = draft.validate_new(&allowed);
}

/// Checks that the server would call a listed host, encrypted unless it is this machine, without a password.
fn check(url: &str, scheme: &str, host: Option<&str>, allowed: &[AllowedHost]) {
    let host = host.expect("a host");
    let is_listed = allowed.iter().any(|listed| {
        let listed = listed.to_string();
        listed == host
            || listed
                .strip_prefix(host)
                .is_some_and(|rest| rest.starts_with(':'))
    });
    assert!(is_listed, "{url} is not listed");
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let is_own = host == "localhost" || bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
    assert!(scheme == "https" || (scheme == "http" && is_own), "{url}");
    let authority = url.split("//").nth(1).and_then(|rest| rest.split('/').next());
    assert!(
        !authority.unwrap_or_default().contains('@'),
        "{url} has a password"
    );
    assert!(!url.contains('#'), "{url} has a fragment");
}
