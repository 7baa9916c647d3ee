//! The network address of a caller.

use std::net::IpAddr;

use axum::http::{Extensions, HeaderMap};

/// The network address of the connection's peer; the listener adds it to each request.
#[derive(Debug, Clone, Copy)]
pub struct PeerAddress(pub IpAddr);

/// The address of a caller; `None` when it is unknown.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CallerAddress(Option<IpAddr>);

/// The caller's address: the last one that a trusted proxy added, otherwise the peer of the connection.
pub(crate) fn address(headers: &HeaderMap, extensions: &Extensions, trust_forwarded: bool) -> CallerAddress {
    let forwarded = || {
        let last = headers.get_all("x-forwarded-for").iter().next_back()?;
        let last = last.to_str().ok()?;
        last.rsplit(',').next()?.trim().parse::<IpAddr>().ok()
    };
    let peer = || extensions.get::<PeerAddress>().map(|peer| peer.0);
    CallerAddress(if trust_forwarded {
        forwarded().or_else(peer)
    } else {
        peer()
    })
}

impl CallerAddress {
    /// The text of the unit that counts as one caller.
    pub(crate) fn text(self) -> String {
        self.0.map_or_else(|| "unknown".to_owned(), network)
    }
}

/// The unit that counts as one caller: an IPv4 address, or the /64 network of an IPv6 subscriber.
fn network(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(v4) => v4.to_string(),
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::network;

    #[test]
    fn an_ipv6_network_is_one_caller() {
        for (address, caller) in [
            ("192.0.2.7", "192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ] {
            assert_eq!(network(address.parse().unwrap()), caller);
        }
    }
}
