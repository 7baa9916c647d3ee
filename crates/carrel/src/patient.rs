//! A stream with a timeout for writes.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

/// How long a client may stop reading its response.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// A stream that fails when its client does not read what it is sent.
pub struct Patient {
    stream: TcpStream,
    limit: Duration,
    patience: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    pub fn new(stream: TcpStream) -> Self {
        Self::with_limit(stream, WRITE_TIMEOUT)
    }

    fn with_limit(stream: TcpStream, limit: Duration) -> Self {
        Patient {
            stream,
            limit,
            patience: None,
        }
    }

    /// Returns the outcome of a write; a write that has been pending for too long fails.
    fn limited(
        &mut self,
        context: &mut Context<'_>,
        outcome: Poll<std::io::Result<usize>>,
    ) -> Poll<std::io::Result<usize>> {
        if outcome.is_ready() {
            self.patience = None;
            return outcome;
        }
        let limit = self.limit;
        let patience = self
            .patience
            .get_or_insert_with(|| Box::pin(tokio::time::sleep(limit)));
        ready!(patience.as_mut().poll(context));
        Poll::Ready(Err(std::io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.limited(context, outcome)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[std::io::IoSlice<'_>],
    ) -> Poll<std::io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.limited(context, outcome)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::{TcpListener, TcpStream};

    use super::Patient;

    #[tokio::test]
    async fn a_client_that_reads_nothing_is_disconnected() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        let mut patient = Patient::with_limit(stream, Duration::from_millis(50));
        patient.write_all(b"taken").await.unwrap();
        let mut taken = [0; 5];
        client.read_exact(&mut taken).await.unwrap();
        let all = vec![0; 64 * 1024 * 1024];
        let given_up = patient.write_all(&all).await.unwrap_err();
        assert_eq!(given_up.kind(), std::io::ErrorKind::TimedOut);
    }
}
