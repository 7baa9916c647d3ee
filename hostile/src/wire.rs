//! HTTP/1.1 on the level of bytes: any request can be sent, and the response is returned unchanged.

use std::fmt;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// The timeout of a response.
const TIMEOUT: Duration = Duration::from_secs(20);
/// After a request of this size or more the connection is not reused: a server may respond before it has read the body,
/// and close. Smaller ones fit into the first buffer that the server reads.
const LARGE: usize = 8 * 1024;

/// A response.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    /// The time from the start of the call, including the time for a new connection.
    pub took: Duration,
    /// Whether the server had closed the keep-alive connection before anything was sent over it, so that the call
    /// needed a new one.
    pub is_reconnected: bool,
}

impl Answer {
    /// A header's value, if present.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// Why a call has no response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The server does not accept a connection.
    NoConnection(String),
    /// No complete response within [`TIMEOUT`].
    TimedOut,
    /// The server closed the connection without a byte of a response.
    Closed,
    /// The connection was reset without a byte of a response.
    Reset,
    /// The response ended before it was complete; with its beginning.
    Cut(String),
    /// The response is not HTTP/1.1 with a length.
    Malformed(String),
    /// The server sent bytes before anything was sent to it.
    Unasked,
}

impl Failure {
    /// The name of its kind in reports.
    pub fn kind(&self) -> &'static str {
        match self {
            Failure::NoConnection(_) => "no connection",
            Failure::TimedOut => "no complete response in time",
            Failure::Closed => "closed without a response",
            Failure::Reset => "reset without a response",
            Failure::Cut(_) => "partial response",
            Failure::Malformed(_) => "a malformed answer",
            Failure::Unasked => "bytes before a request",
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::NoConnection(reason) | Failure::Malformed(reason) => {
                write!(out, "{}: {reason}", self.kind())
            }
            Failure::Cut(beginning) => write!(out, "{}: {beginning:?}", self.kind()),
            _ => out.write_str(self.kind()),
        }
    }
}

impl std::error::Error for Failure {}

/// A keep-alive connection.
#[derive(Debug)]
pub struct Connection {
    address: SocketAddr,
    /// Between calls it is a plain socket, so that its state can be read at once.
    idle: Option<std::net::TcpStream>,
}

impl Connection {
    /// A connection that is opened by the first call.
    pub fn to(address: SocketAddr) -> Self {
        Connection { address, idle: None }
    }

    /// Sends bytes once and reads the response.
    ///
    /// A new connection is opened only where the server had closed the keep-alive one before anything was sent. Nothing
    /// is ever sent twice: a call that the server drops is a failure.
    pub async fn send(&mut self, bytes: &[u8], has_body: bool) -> Result<Answer, Failure> {
        let began = Instant::now();
        let mut is_reconnected = false;
        let mut stream = match self.idle.take() {
            Some(idle) => match state(&idle) {
                State::Open => from_idle(idle)?,
                State::Closed => {
                    is_reconnected = true;
                    self.connect().await?
                }
                State::Unasked => return Err(Failure::Unasked),
            },
            None => self.connect().await?,
        };
        let exchange = async {
            // A server that has read enough to refuse may close before it has read everything: its response counts.
            let (mut reader, mut writer) = stream.split();
            let (written, answer) = tokio::join!(writer.write_all(bytes), read(&mut reader, has_body));
            drop(written);
            answer
        };
        let answer = tokio::time::timeout(TIMEOUT, exchange).await;
        let (mut answer, stays) = answer.map_err(|_| Failure::TimedOut)??;
        answer.took = began.elapsed();
        answer.is_reconnected = is_reconnected;
        if stays && bytes.len() < LARGE {
            self.idle = stream.into_std().ok();
        }
        Ok(answer)
    }

    async fn connect(&self) -> Result<TcpStream, Failure> {
        let connecting = async {
            let stream = TcpStream::connect(self.address).await?;
            stream.set_nodelay(true)?;
            Ok::<_, std::io::Error>(stream)
        };
        let connected = tokio::time::timeout(TIMEOUT, connecting).await;
        connected
            .map_err(|_| Failure::TimedOut)?
            .map_err(|error| Failure::NoConnection(error.to_string()))
    }
}

fn from_idle(idle: std::net::TcpStream) -> Result<TcpStream, Failure> {
    TcpStream::from_std(idle).map_err(|error| Failure::NoConnection(error.to_string()))
}

/// The state of an idle connection.
enum State {
    Open,
    Closed,
    Unasked,
}

fn state(idle: &std::net::TcpStream) -> State {
    // The socket does not block.
    match idle.peek(&mut [0]) {
        Ok(0) => State::Closed,
        Ok(_) => State::Unasked,
        Err(error) if error.kind() == ErrorKind::WouldBlock => State::Open,
        Err(_) => State::Closed,
    }
}

/// Reads one response; also returns whether the connection stays open.
async fn read(
    stream: &mut (impl tokio::io::AsyncRead + Unpin),
    has_body: bool,
) -> Result<(Answer, bool), Failure> {
    let mut buffer = Vec::with_capacity(16 * 1024);
    let (head, mut answer) = loop {
        more(stream, &mut buffer).await?;
        let mut headers = [httparse::EMPTY_HEADER; 64];
        let mut parsed = httparse::Response::new(&mut headers);
        let status = parsed.parse(&buffer);
        if let httparse::Status::Complete(length) =
            status.map_err(|error| Failure::Malformed(error.to_string()))?
        {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let headers = parsed.headers.iter();
            let answer = Answer {
                status: parsed.code.unwrap_or(0),
                headers: headers
                    .map(|header| (header.name.to_ascii_lowercase(), text(header.value)))
                    .collect(),
                body: Vec::new(),
                took: Duration::ZERO,
                is_reconnected: false,
            };
            break (length, answer);
        }
    };
    let status = answer.status;
    let length = answer
        .header("content-length")
        .map(str::parse::<usize>)
        .transpose();
    let length = length.map_err(|_| Failure::Malformed(format!("{status} with an unreadable length")))?;
    let is_bare = !has_body || status == 304 || status < 200;
    let stays = answer.header("connection") != Some("close");
    let length = if is_bare { Some(0) } else { length };
    if length.is_none() && answer.header("transfer-encoding") == Some("chunked") {
        answer.body = read_chunks(stream, buffer.split_off(head)).await?;
        return Ok((answer, stays));
    }
    let length = length.ok_or_else(|| Failure::Malformed(format!("{status} without a length")))?;
    while buffer.len() < head + length {
        more(stream, &mut buffer).await?;
    }
    answer.body = buffer[head..head + length].to_vec();
    Ok((answer, stays))
}

/// Reads the rest of a body in chunks, whose beginning has been read; trailers are not expected.
async fn read_chunks(
    stream: &mut (impl tokio::io::AsyncRead + Unpin),
    mut buffer: Vec<u8>,
) -> Result<Vec<u8>, Failure> {
    let mut body = Vec::new();
    loop {
        let parsed = httparse::parse_chunk_size(&buffer)
            .map_err(|_| Failure::Malformed("a chunk without a size".to_owned()))?;
        if let httparse::Status::Complete((begin, size)) = parsed {
            let end = begin + usize::try_from(size).unwrap_or(usize::MAX / 2);
            // Each chunk ends with an empty line.
            while buffer.len() < end + 2 {
                more(stream, &mut buffer).await?;
            }
            body.extend_from_slice(&buffer[begin..end]);
            buffer.drain(..end + 2);
            if size == 0 {
                return Ok(body);
            }
        } else {
            more(stream, &mut buffer).await?;
        }
    }
}

/// Reads more bytes; an error says whether any byte of a response had arrived.
async fn more(stream: &mut (impl tokio::io::AsyncRead + Unpin), buffer: &mut Vec<u8>) -> Result<(), Failure> {
    let ended = match stream.read_buf(buffer).await {
        Ok(0) => Failure::Closed,
        Ok(_) => return Ok(()),
        Err(_) => Failure::Reset,
    };
    if buffer.is_empty() {
        return Err(ended);
    }
    let beginning: String = String::from_utf8_lossy(buffer).chars().take(200).collect();
    Err(Failure::Cut(beginning))
}

/// The bytes of a request, without validation.
pub fn request(method: &str, address: &str, headers: &[(String, Vec<u8>)], body: Option<&[u8]>) -> Vec<u8> {
    let mut bytes = format!("{method} {address} HTTP/1.1\r\nhost: library.example\r\n").into_bytes();
    for (name, value) in headers {
        bytes.extend_from_slice(name.as_bytes());
        bytes.extend_from_slice(b": ");
        bytes.extend_from_slice(value);
        bytes.extend_from_slice(b"\r\n");
    }
    let body = body.unwrap_or_default();
    bytes.extend_from_slice(format!("content-length: {}\r\n\r\n", body.len()).as_bytes());
    bytes.extend_from_slice(body);
    bytes
}

/// A request with JSON by a caller, as programs send it.
pub fn json(method: &str, address: &str, token: Option<&str>, body: Option<&serde_json::Value>) -> Vec<u8> {
    let mut headers = Vec::new();
    if let Some(token) = token {
        headers.push(("authorization".to_owned(), format!("Bearer {token}").into_bytes()));
    }
    if body.is_some() {
        headers.push(("content-type".to_owned(), b"application/json".to_vec()));
    }
    let body = body.map(|body| body.to_string().into_bytes());
    request(method, address, &headers, body.as_deref())
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;
    use std::time::Duration;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::{TcpListener, TcpStream};
    use tokio::sync::oneshot;
    use tokio::task::JoinHandle;

    use super::{Connection, Failure, request};

    const OK: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";

    async fn listen() -> (TcpListener, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        (listener, address)
    }

    /// Reads one request and responds.
    async fn answer(stream: &mut TcpStream) {
        assert!(receive(stream).await > 0);
        stream.write_all(OK).await.unwrap();
    }

    async fn receive(stream: &mut TcpStream) -> usize {
        stream.read(&mut [0; 4096]).await.unwrap()
    }

    fn get() -> Vec<u8> {
        request("GET", "/", &[], None)
    }

    /// A server that responds to the first call of its only connection, and does something else at the second.
    fn second<F: Future<Output = ()> + Send + 'static>(
        listener: TcpListener,
        then: impl FnOnce(TcpStream) -> F + Send + 'static,
    ) -> JoinHandle<TcpListener> {
        tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            answer(&mut stream).await;
            assert!(receive(&mut stream).await > 0);
            then(stream).await;
            listener
        })
    }

    #[tokio::test]
    async fn an_idle_connection_that_the_server_has_closed_is_replaced_and_counted() {
        let (listener, address) = listen().await;
        let (closed, is_closed) = oneshot::channel();
        let server = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            answer(&mut stream).await;
            // Waits until the end of the connection has certainly arrived.
            stream.shutdown().await.unwrap();
            closed.send(()).unwrap();
            let (mut next, _) = listener.accept().await.unwrap();
            answer(&mut next).await;
            drop(stream);
        });
        let mut connection = Connection::to(address);
        assert!(!connection.send(&get(), true).await.unwrap().is_reconnected);
        is_closed.await.unwrap();
        assert!(connection.send(&get(), true).await.unwrap().is_reconnected);
        server.await.unwrap();
    }

    #[tokio::test]
    async fn a_call_that_the_server_drops_is_a_failure_and_is_not_sent_again() {
        let (listener, address) = listen().await;
        let server = second(listener, async |stream| drop(stream));
        let mut connection = Connection::to(address);
        connection.send(&get(), true).await.unwrap();
        assert_eq!(connection.send(&get(), true).await.unwrap_err(), Failure::Closed);
        let listener = server.await.unwrap();
        // A second connection would be waiting here.
        let again = tokio::time::timeout(Duration::ZERO, listener.accept()).await;
        assert!(again.is_err(), "{again:?}");
    }

    #[tokio::test]
    async fn a_partial_response_is_a_failure() {
        let (listener, address) = listen().await;
        let server = second(listener, async |mut stream| {
            stream.write_all(&OK[..OK.len() - 1]).await.unwrap();
        });
        let mut connection = Connection::to(address);
        connection.send(&get(), true).await.unwrap();
        let failure = connection.send(&get(), true).await.unwrap_err();
        assert_eq!(failure.kind(), "partial response");
        server.await.unwrap();
    }

    #[tokio::test]
    async fn a_reset_differs_from_a_close() {
        let (listener, address) = listen().await;
        let server = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            // Closing with unread bytes resets a connection.
            assert_eq!(stream.read(&mut [0; 1]).await.unwrap(), 1);
        });
        let failure = Connection::to(address).send(&get(), true).await.unwrap_err();
        assert_eq!(failure, Failure::Reset);
        server.await.unwrap();
    }

    // The clock of the test advances as soon as nothing else can run.
    #[tokio::test(start_paused = true)]
    async fn a_server_that_hangs_is_a_failure() {
        let (listener, address) = listen().await;
        let failure = Connection::to(address).send(&get(), true).await.unwrap_err();
        assert_eq!(failure, Failure::TimedOut);
        drop(listener);
    }
}
