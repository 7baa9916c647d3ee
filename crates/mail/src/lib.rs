//! Sends mail by SMTP. The only crate that uses the mail library.
//!
//! Each mail has its own connection: a library sends few, and the server would close an idle connection meanwhile.

use std::error::Error as _;
use std::fmt;
use std::net::IpAddr;
use std::time::{Duration, SystemTime};

use carrel_domain::mail::{MailSettings, Security};
use carrel_domain::mail_hosts::{MailHosts, message};
use jiff::Timestamp;
use lettre::address::AddressError;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message as Letter, SinglePart};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};

/// A mail in plain text.
#[derive(Clone)]
pub struct Mail {
    /// Identifies the mail, so that a receiver can detect a duplicate.
    pub id: String,
    pub to_address: String,
    /// The sender's name if the settings have none.
    pub from_name: String,
    pub subject: String,
    pub text: String,
    /// The instant of the `Date` header.
    pub now: Timestamp,
}

/// Why a mail was not sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Whether a retry would fail, too.
    pub is_permanent: bool,
    words: String,
    /// The cause, where `words` do not name it.
    cause: Option<String>,
}

/// The reason, for the administrators who see the mail settings.
impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.words)
    }
}

impl Problem {
    /// A retry may succeed.
    pub fn temporary(words: impl Into<String>) -> Self {
        Problem {
            is_permanent: false,
            words: words.into(),
            cause: None,
        }
    }

    fn permanent(words: impl Into<String>) -> Self {
        Problem {
            is_permanent: true,
            words: words.into(),
            cause: None,
        }
    }

    /// The server did not answer as a mail server. The message does not distinguish a closed port, a silent
    /// port and another program: administrators could otherwise scan the operator's network.
    fn unreachable(cause: impl Into<String>) -> Self {
        Problem {
            cause: Some(cause.into()),
            ..Problem::temporary(
                "The mail server could not be reached: please check its name, the port and the security",
            )
        }
    }

    /// Whether another address of the server may be reached.
    fn is_of_address(&self) -> bool {
        self.cause.is_some()
    }

    /// The reason with its cause, for the operator of the machine.
    pub fn for_operator(&self) -> String {
        match &self.cause {
            Some(cause) => format!("{}: {cause}", self.words),
            None => self.words.clone(),
        }
    }
}

/// Sends a mail within `timeout`, if `hosts` allow the mail server.
pub async fn send(
    settings: &MailSettings,
    mail: &Mail,
    hosts: &MailHosts,
    timeout: Duration,
) -> Result<(), Problem> {
    let letter = letter(settings, mail)?;
    let sent = async {
        let mut last = no_address();
        for transport in transports(settings, hosts, timeout).await? {
            match transport.send(letter.clone()).await {
                Ok(_) => return Ok(()),
                Err(error) => last = problem(&error),
            }
            if !last.is_of_address() {
                break;
            }
        }
        Err(last)
    };
    logged(settings, within(timeout, sent).await)
}

/// Connects to the mail server within `timeout` and signs in, without sending a mail, if `hosts` allow the mail server.
pub async fn reach(settings: &MailSettings, hosts: &MailHosts, timeout: Duration) -> Result<(), Problem> {
    let reached = async {
        let mut last = no_address();
        for transport in transports(settings, hosts, timeout).await? {
            match transport.test_connection().await {
                Ok(true) => return Ok(()),
                Ok(false) => last = Problem::unreachable("it closed the connection"),
                Err(error) => last = problem(&error),
            }
            if !last.is_of_address() {
                break;
            }
        }
        Err(last)
    };
    logged(settings, within(timeout, reached).await)
}

fn no_address() -> Problem {
    Problem::unreachable("the name has no address")
}

async fn within(
    timeout: Duration,
    attempt: impl Future<Output = Result<(), Problem>>,
) -> Result<(), Problem> {
    tokio::time::timeout(timeout, attempt)
        .await
        .unwrap_or_else(|_| Err(Problem::unreachable("no answer in time")))
}

/// The cause is for the operator only, so it is in the log only.
fn logged(settings: &MailSettings, outcome: Result<(), Problem>) -> Result<(), Problem> {
    if let Err(Problem {
        cause: Some(cause), ..
    }) = &outcome
    {
        tracing::info!(
            host = settings.host,
            port = settings.port,
            cause,
            "the mail server could not be reached"
        );
    }
    outcome
}

type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// A transport to each address of the mail server, to be tried one after the other. The name is looked up once: the
/// address that was checked is the one that is used.
async fn transports(
    settings: &MailSettings,
    hosts: &MailHosts,
    timeout: Duration,
) -> Result<Vec<Transport>, Problem> {
    if let Err(refused) = hosts.check(settings) {
        return Err(Problem::temporary(refused.message));
    }
    let found = tokio::net::lookup_host((settings.host.as_str(), settings.port)).await;
    let found = found.map_err(|error| Problem::unreachable(error.to_string()))?;
    let addresses: Vec<IpAddr> = found.map(|address| address.ip()).collect();
    if addresses
        .iter()
        .any(|address| hosts.forbids(&settings.host, *address))
    {
        return Err(Problem::temporary(message::PRIVATE));
    }
    let transports = addresses.into_iter();
    transports
        .map(|address| transport(settings, address, timeout))
        .collect()
}

fn letter(settings: &MailSettings, mail: &Mail) -> Result<Letter, Problem> {
    let name = settings
        .from_name
        .clone()
        .unwrap_or_else(|| mail.from_name.clone());
    let from = mailbox(Some(one_line(&name)), &settings.from_address)?;
    // The domain makes the id globally unique.
    let id = format!("<{}@{}>", mail.id, from.email.domain());
    Letter::builder()
        .message_id(Some(id))
        .date(SystemTime::from(mail.now))
        .from(from)
        .to(mailbox(None, &mail.to_address)?)
        .subject(one_line(&mail.subject))
        // Prevents automatic replies (RFC 3834).
        .raw_header(HeaderValue::new(
            HeaderName::new_from_ascii_str("Auto-Submitted"),
            "auto-generated".to_owned(),
        ))
        .singlepart(SinglePart::plain(mail.text.clone()))
        .map_err(|error| Problem::permanent(format!("The mail could not be written: {error}")))
}

fn mailbox(name: Option<String>, address: &str) -> Result<Mailbox, Problem> {
    let address = address.parse().map_err(|error: AddressError| {
        Problem::permanent(format!(
            "{address} is not an address that mail can be sent to: {error}"
        ))
    })?;
    Ok(Mailbox::new(name, address))
}

/// Replaces control characters by spaces, since a line end would end a header.
fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Connects to an address of the mail server. The certificate is verified for its name.
fn transport(settings: &MailSettings, address: IpAddr, timeout: Duration) -> Result<Transport, Problem> {
    let parameters = || {
        TlsParameters::new(settings.host.clone())
            .map_err(|error| Problem::temporary(format!("No secure connection can be made: {error}")))
    };
    let tls = match settings.security {
        Security::None => Tls::None,
        // Never falls back to an unencrypted connection.
        Security::StartTls => Tls::Required(parameters()?),
        Security::Tls => Tls::Wrapper(parameters()?),
    };
    let (_, domain) = settings.from_address.rsplit_once('@').unwrap_or_default();
    let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(address.to_string())
        .port(settings.port)
        .hello_name(ClientId::Domain(domain.to_owned()))
        .timeout(Some(timeout))
        .tls(tls);
    if let (Some(user), Some(password)) = (&settings.user, &settings.password) {
        builder = builder.credentials(Credentials::new(user.clone(), password.clone()));
    }
    Ok(builder.build())
}

fn problem(error: &lettre::transport::smtp::Error) -> Problem {
    let cause = causes(error);
    if let Some(status) = error.status() {
        let words = format!("The mail server refused: {status} {cause}");
        return if error.is_permanent() {
            Problem::permanent(words)
        } else {
            Problem::temporary(words)
        };
    }
    // Another program than a mail server cannot complete a handshake, but only a real one has a certificate.
    // lettre reports it as any other failure to connect, so that only the words of rustls tell.
    if cause.contains("invalid peer certificate") {
        Problem::temporary(format!("No secure connection could be made: {cause}"))
    } else if error.is_client() {
        Problem::temporary(format!(
            "The mail server does not support these settings: {cause}"
        ))
    } else {
        Problem::unreachable(cause)
    }
}

/// The causes of an error: its own text is only "network error".
fn causes(error: &lettre::transport::smtp::Error) -> String {
    let mut words = String::new();
    let mut next = error.source();
    while let Some(cause) = next {
        let text = cause.to_string();
        // Some errors repeat their cause.
        if !words.contains(&text) {
            if !words.is_empty() {
                words.push_str(": ");
            }
            words.push_str(&text);
        }
        next = cause.source();
    }
    if words.is_empty() {
        error.to_string()
    } else {
        words
    }
}

#[cfg(test)]
mod tests {
    use carrel_domain::mail::{MailSettings, Security};
    use jiff::Timestamp;

    use super::{Mail, letter};

    #[test]
    fn user_texts_cannot_inject_headers() {
        let evil = "<script>alert(1)</script>\r\nBcc: everybody@library.example\r\n\r\n.\r\nQUIT";
        let settings = MailSettings {
            host: "mail.library.example".to_owned(),
            port: 25,
            security: Security::None,
            user: None,
            password: None,
            from_address: "library@library.example".to_owned(),
            from_name: None,
            site_address: "https://library.example".to_owned(),
        };
        let mail = Mail {
            id: "one".to_owned(),
            to_address: "reader@library.example".to_owned(),
            from_name: evil.to_owned(),
            subject: evil.to_owned(),
            text: evil.to_owned(),
            now: Timestamp::UNIX_EPOCH,
        };
        let letter = letter(&settings, &mail).unwrap();
        let formatted = String::from_utf8(letter.formatted()).unwrap();
        let (head, _) = formatted.split_once("\r\n\r\n").unwrap();
        let mut names: Vec<&str> = head
            .split("\r\n")
            .filter(|line| !line.starts_with([' ', '\t']))
            .map(|line| line.split_once(':').unwrap().0)
            .collect();
        names.sort_unstable();
        assert_eq!(
            names,
            [
                "Auto-Submitted",
                "Content-Transfer-Encoding",
                "Content-Type",
                "Date",
                "From",
                "MIME-Version",
                "Message-ID",
                "Subject",
                "To",
            ]
        );
        assert!(head.contains("Content-Type: text/plain; charset=utf-8"), "{head}");
        let to: Vec<String> = letter.envelope().to().iter().map(ToString::to_string).collect();
        assert_eq!(to, ["reader@library.example"]);
    }
}
