//! The hosts that the server may ask for book data.
//!
//! An administrator enters the addresses of sources, and may be another person than the operator of the machine. So addresses in
//! private networks, and connections without TLS, need the operator's consent.

use std::net::IpAddr;

use url::{Host, Url};

use crate::webhooks::{AddressError, AllowedHost, is_forbidden, is_private, web_address};

/// The hosts that the server may ask for book data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum BookHosts {
    /// Any host on the internet, by https.
    #[default]
    Public,
    /// The hosts on the operator's list and no others, also by http and in the operator's own network.
    Listed(Vec<AllowedHost>),
}

/// The messages.
pub mod message {
    /// Not an address.
    pub const NO_ADDRESS: &str = "Please enter an address such as https://catalogue.example.org/sru";
    /// Not https, and not on a list.
    pub const NOT_SECURE: &str = "The address must begin with https://, unless the operator of this server allows the host (book_data_hosts)";
    /// Not on the list.
    pub const NOT_LISTED: &str = "This host is not on the server's list of allowed hosts (book_data_hosts)";
    /// In a private network.
    pub const PRIVATE: &str = "This host is in a private network, and the operator of this server has to allow it (book_data_hosts)";
}

impl BookHosts {
    /// Parses an address that the server may ask, as far as that is known without its IP addresses.
    ///
    /// # Errors
    /// The message of a refused address.
    pub fn destination(&self, text: &str) -> Result<Url, &'static str> {
        let (url, host, port) = web_address(text).map_err(|error| match error {
            AddressError::NoAddress => message::NO_ADDRESS,
            AddressError::NotListed => message::NOT_LISTED,
            AddressError::NotSecure => message::NOT_SECURE,
        })?;
        match self {
            BookHosts::Listed(listed) => {
                if listed.iter().any(|one| one.is(&host, port)) {
                    Ok(url)
                } else {
                    Err(message::NOT_LISTED)
                }
            }
            BookHosts::Public => {
                let is_private = match host {
                    Host::Domain(name) => name == "localhost" || name.ends_with(".localhost"),
                    Host::Ipv4(address) => is_private(address.into()),
                    Host::Ipv6(address) => is_private(address.into()),
                };
                if is_private {
                    Err(message::PRIVATE)
                } else if url.scheme() == "https" {
                    Ok(url)
                } else {
                    Err(message::NOT_SECURE)
                }
            }
        }
    }

    /// Whether the name of a host must not lead to this address.
    pub fn forbids(&self, name: &str, address: IpAddr) -> bool {
        match self {
            BookHosts::Public => is_private(address),
            BookHosts::Listed(_) => is_forbidden(name, address),
        }
    }
}

/// Where Open Library is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenLibraryAddress {
    /// The address of its data, without a slash at the end.
    pub data: String,
    /// The address of its covers, without a slash at the end.
    pub covers: String,
}

impl Default for OpenLibraryAddress {
    fn default() -> Self {
        OpenLibraryAddress {
            data: "https://openlibrary.org".to_owned(),
            covers: "https://covers.openlibrary.org".to_owned(),
        }
    }
}

impl OpenLibraryAddress {
    /// A copy of Open Library, which has its data and its covers. `None` when the text is no http or https address.
    pub fn of_copy(address: &str) -> Option<Self> {
        let (url, ..) = web_address(address).ok()?;
        url.query().is_none().then(|| {
            let address = url.as_str().trim_end_matches('/').to_owned();
            OpenLibraryAddress {
                data: address.clone(),
                covers: address,
            }
        })
    }

    /// Whether a request for a cover may be redirected to this address: Open Library has most covers at the Internet
    /// Archive, on servers with changing names.
    pub fn may_lead_to(&self, address: &Url) -> bool {
        let is_archive = |name: &str| name == "archive.org" || name.ends_with(".archive.org");
        *self == OpenLibraryAddress::default()
            && address.scheme() == "https"
            && address.port().is_none()
            && address.domain().is_some_and(is_archive)
    }
}

#[cfg(test)]
mod tests {
    use super::{BookHosts, OpenLibraryAddress, message};

    #[test]
    fn without_a_list_sources_are_on_the_internet_and_encrypted() {
        let hosts = BookHosts::Public;
        for address in [
            "https://catalogue.example.org/sru?x-info=1",
            "https://9.9.9.9/",
            "https://[2620:fe::fe]:8443/",
        ] {
            assert!(hosts.destination(address).is_ok(), "{address}");
        }
        for (address, message) in [
            ("http://catalogue.example.org/", message::NOT_SECURE),
            ("https://localhost/", message::PRIVATE),
            ("https://a.localhost/", message::PRIVATE),
            ("https://127.0.0.1/", message::PRIVATE),
            ("https://0x7f000001/", message::PRIVATE),
            ("https://10.1.2.3/", message::PRIVATE),
            ("https://169.254.169.254/", message::PRIVATE),
            ("https://[::1]/", message::PRIVATE),
            ("https://[fe80::1]/", message::PRIVATE),
            ("https://[::ffff:10.0.0.1]/", message::PRIVATE),
            ("ftp://catalogue.example.org/", message::NO_ADDRESS),
            ("https://me:secret@catalogue.example.org/", message::NO_ADDRESS),
            ("catalogue.example.org", message::NO_ADDRESS),
            ("", message::NO_ADDRESS),
        ] {
            assert_eq!(hosts.destination(address), Err(message), "{address}");
        }
        for address in ["10.0.0.1", "127.0.0.1", "169.254.169.254", "::1", "fd00::1"] {
            assert!(hosts.forbids("catalogue.example.org", address.parse().unwrap()));
        }
        assert!(!hosts.forbids("catalogue.example.org", "9.9.9.9".parse().unwrap()));
    }

    #[test]
    fn a_list_allows_its_hosts_and_no_others() {
        let listed = ["10.0.0.5:8080", "catalogue.school.example"];
        let hosts = BookHosts::Listed(listed.iter().map(|host| host.parse().unwrap()).collect());
        for address in ["http://10.0.0.5:8080/sru", "http://catalogue.school.example/"] {
            assert!(hosts.destination(address).is_ok(), "{address}");
        }
        for address in ["http://10.0.0.5/sru", "https://openlibrary.org/"] {
            assert_eq!(hosts.destination(address), Err(message::NOT_LISTED), "{address}");
        }
        let forbids = |address: &str| hosts.forbids("catalogue.school.example", address.parse().unwrap());
        assert!(!forbids("10.0.0.5"));
        assert!(forbids("127.0.0.1") && forbids("169.254.169.254"));
    }

    #[test]
    fn only_covers_of_open_library_itself_are_at_the_internet_archive() {
        let real = OpenLibraryAddress::default();
        let leads = |address: &OpenLibraryAddress, to: &str| address.may_lead_to(&to.parse().unwrap());
        for to in [
            "https://archive.org/download/a/b.jpg",
            "https://ia800100.us.archive.org/b.jpg",
        ] {
            assert!(leads(&real, to), "{to}");
        }
        for to in [
            "http://archive.org/b.jpg",
            "https://archive.org:8443/b.jpg",
            "https://archive.org.evil.example/",
            "https://notarchive.org/",
            "https://127.0.0.1/",
        ] {
            assert!(!leads(&real, to), "{to}");
        }
        let copy = OpenLibraryAddress::of_copy("http://127.0.0.1:9000/ol/").unwrap();
        assert_eq!(copy.data, "http://127.0.0.1:9000/ol");
        assert!(!leads(&copy, "https://archive.org/download/a/b.jpg"));
        for text in ["", "openlibrary.org", "ftp://a.example", "https://a.example/?x=1"] {
            assert_eq!(OpenLibraryAddress::of_copy(text), None, "{text}");
        }
    }
}
