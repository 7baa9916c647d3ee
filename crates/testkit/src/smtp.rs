//! A mail server on the loopback that records the mails it receives.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A received mail.
#[derive(Debug, Clone)]
pub struct Letter {
    /// The address in the envelope.
    pub to: String,
    /// User and password of the sign-in in base64, unchanged; `None` without a sign-in.
    pub credentials: Option<String>,
    /// Headers and body, unchanged.
    pub source: String,
}

impl Letter {
    /// The body, decoded as far as plain text requires.
    pub fn text(&self) -> String {
        let (headers, body) = self.source.split_once("\r\n\r\n").unwrap_or_default();
        if headers.to_ascii_lowercase().contains("quoted-printable") {
            decode_quoted_printable(body)
        } else {
            body.replace("\r\n", "\n")
        }
    }

    /// A header's value, or nothing.
    pub fn header(&self, name: &str) -> Option<&str> {
        let (headers, _) = self.source.split_once("\r\n\r\n")?;
        headers.split("\r\n").find_map(|line| {
            let (key, value) = line.split_once(": ")?;
            key.eq_ignore_ascii_case(name).then_some(value)
        })
    }
}

fn decode_quoted_printable(body: &str) -> String {
    let body = body.replace("=\r\n", "").replace("\r\n", "\n");
    let mut bytes = Vec::with_capacity(body.len());
    let mut rest = body.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let coded = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        let coded = coded.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match coded {
            Some(byte) if *first == b'=' => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[derive(Debug, Default)]
struct Mailbox {
    letters: Vec<Letter>,
    /// The replies to the next mails, such as `450 Busy`; without one, mails are accepted.
    refusals: VecDeque<String>,
}

/// A mail server of a test. It stops when it is dropped.
pub struct MailServer {
    address: SocketAddr,
    mailbox: Arc<Mutex<Mailbox>>,
    serving: JoinHandle<()>,
}

impl MailServer {
    /// Listens on a free port of the loopback, without encryption.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a free port on the loopback");
        let address = listener.local_addr().expect("a bound port has a number");
        let mailbox = Arc::new(Mutex::new(Mailbox::default()));
        let shared = Arc::clone(&mailbox);
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let shared = Arc::clone(&shared);
                // A client that disconnects early is no error.
                tokio::spawn(async move { drop(converse(stream, &shared).await) });
            }
        });
        MailServer {
            address,
            mailbox,
            serving,
        }
    }

    /// The port it listens on.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// All received mails.
    pub fn letters(&self) -> Vec<Letter> {
        lock(&self.mailbox).letters.clone()
    }

    /// Refuses the next mail with this reply, such as `450 Busy`.
    pub fn refuse_next(&self, answer: &str) {
        lock(&self.mailbox).refusals.push_back(answer.to_owned());
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

fn lock(mailbox: &Mutex<Mailbox>) -> std::sync::MutexGuard<'_, Mailbox> {
    mailbox.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One connection, as in RFC 5321.
async fn converse(stream: TcpStream, mailbox: &Mutex<Mailbox>) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    let mut letter = Letter {
        to: String::new(),
        credentials: None,
        source: String::new(),
    };
    say(&mut stream, "220 mail.test ready").await?;
    let mut line = String::new();
    while {
        line.clear();
        stream.read_line(&mut line).await? > 0
    } {
        let command = line.trim_end();
        let verb = command.split(' ').next().unwrap_or_default().to_ascii_uppercase();
        match verb.as_str() {
            "EHLO" => say(&mut stream, "250-mail.test\r\n250-8BITMIME\r\n250 AUTH PLAIN").await?,
            "AUTH" => {
                letter.credentials = command.split(' ').nth(2).map(str::to_owned);
                say(&mut stream, "235 welcome").await?;
            }
            "RCPT" => {
                let to = command.split(['<', '>']).nth(1).unwrap_or_default();
                to.clone_into(&mut letter.to);
                let refusal = lock(mailbox).refusals.pop_front();
                say(&mut stream, refusal.as_deref().unwrap_or("250 fine")).await?;
            }
            "DATA" => {
                say(&mut stream, "354 go on").await?;
                letter.source = read_until_dot(&mut stream).await?;
                lock(mailbox).letters.push(letter.clone());
                say(&mut stream, "250 taken").await?;
            }
            "QUIT" => return say(&mut stream, "221 bye").await,
            _ => say(&mut stream, "250 fine").await?,
        }
    }
    Ok(())
}

async fn say(stream: &mut BufReader<TcpStream>, answer: &str) -> std::io::Result<()> {
    stream
        .get_mut()
        .write_all(format!("{answer}\r\n").as_bytes())
        .await
}

async fn read_until_dot(stream: &mut BufReader<TcpStream>) -> std::io::Result<String> {
    let (mut text, mut line) = (String::new(), String::new());
    while {
        line.clear();
        stream.read_line(&mut line).await? > 0
    } {
        if line == ".\r\n" {
            break;
        }
        text.push_str(line.strip_prefix('.').unwrap_or(&line));
    }
    Ok(text)
}
