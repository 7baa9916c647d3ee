//! A small HTTP/1.1 client over one kept connection: prepared bytes out, status and body in.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::Outcome;

/// The bytes of a request.
pub fn request(method: &str, path: &str, token: Option<&str>, body: Option<&serde_json::Value>) -> Vec<u8> {
    let authorization = token
        .map(|token| format!("authorization: Bearer {token}\r\n"))
        .unwrap_or_default();
    let body = body.map(ToString::to_string).unwrap_or_default();
    let kind = if body.is_empty() {
        ""
    } else {
        "content-type: application/json\r\n"
    };
    let length = body.len();
    format!("{method} {path} HTTP/1.1\r\nhost: bench\r\n{authorization}{kind}content-length: {length}\r\n\r\n{body}")
        .into_bytes()
}

/// An answer.
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
}

/// A kept connection.
pub struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Client {
    pub async fn connect(address: SocketAddr) -> Outcome<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Client {
            stream,
            buffer: Vec::with_capacity(64 * 1024),
        })
    }

    /// Sends prepared bytes and reads the whole answer.
    pub async fn send(&mut self, bytes: &[u8]) -> Outcome<Answer> {
        self.stream.write_all(bytes).await?;
        self.buffer.clear();
        let head = loop {
            if let Some(end) = self.buffer.windows(4).position(|window| window == b"\r\n\r\n") {
                break end;
            }
            self.fill().await?;
        };
        let text = std::str::from_utf8(&self.buffer[..head])?;
        let status = text.get(9..12).ok_or("no status")?.parse()?;
        let length = text
            .lines()
            .filter_map(|line| line.split_once(':'))
            .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
            .map_or(Ok(0), |(_, value)| value.trim().parse::<usize>())?;
        while self.buffer.len() < head + 4 + length {
            self.fill().await?;
        }
        Ok(Answer {
            status,
            body: self.buffer[head + 4..head + 4 + length].to_vec(),
        })
    }

    async fn fill(&mut self) -> Outcome<()> {
        if self.stream.read_buf(&mut self.buffer).await? == 0 {
            return Err("the server closed the connection".into());
        }
        Ok(())
    }
}
