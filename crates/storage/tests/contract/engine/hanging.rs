//! A PostgreSQL connection that stays open but does not respond blocks callers only until a timeout.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use carrel_storage::engine::Options;
use carrel_storage::{Database, Error};
use carrel_testkit::{Engine, run};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

/// A proxy to a server whose connections can be made to hang: it reads what they send and drops it.
struct Way {
    port: u16,
    connections: Arc<AtomicUsize>,
    hanging: Arc<AtomicUsize>,
}

impl Way {
    async fn to(server: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let way = Way {
            port: listener.local_addr().unwrap().port(),
            connections: Arc::default(),
            hanging: Arc::default(),
        };
        let (connections, hanging) = (Arc::clone(&way.connections), Arc::clone(&way.hanging));
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let number = connections.fetch_add(1, Ordering::SeqCst);
                let (from_client, to_client) = client.into_split();
                let (from_server, to_server) = TcpStream::connect(&server).await.unwrap().into_split();
                tokio::spawn(pass_on(number, from_client, to_server, Arc::clone(&hanging)));
                tokio::spawn(pass_on(number, from_server, to_client, Arc::clone(&hanging)));
            }
        });
        way
    }

    /// Makes all existing connections hang; new ones do not.
    fn hang(&self) {
        let there = self.connections.load(Ordering::SeqCst);
        self.hanging.store(there, Ordering::SeqCst);
    }
}

/// Forwards the data of a connection until that connection hangs.
async fn pass_on(number: usize, mut from: OwnedReadHalf, mut to: OwnedWriteHalf, hanging: Arc<AtomicUsize>) {
    let mut piece = vec![0; 16 * 1024];
    while let Ok(length @ 1..) = from.read(&mut piece).await {
        let hangs = number < hanging.load(Ordering::SeqCst);
        if !hangs && to.write_all(&piece[..length]).await.is_err() {
            break;
        }
    }
}

#[test]
fn a_watch_without_a_response_times_out_and_is_replaced() {
    run(Engine::Postgres, |database| async move {
        let Options::Postgres { url, connections } = database.options() else {
            unreachable!("the database is on PostgreSQL");
        };
        let (account, rest) = url.split_once('@').expect("the address names an account");
        let (server, name) = rest.split_once('/').expect("the address names a database");
        let port = if server.contains(':') { "" } else { ":5432" };
        let way = Way::to(format!("{server}{port}")).await;
        let url = format!("{account}@127.0.0.1:{}/{name}", way.port);
        let behind = Database::open(&Options::Postgres { url, connections })
            .await
            .expect("the way leads to the server");
        behind.stamp().await.expect("the server answers");

        way.hang();
        let unanswered = behind.stamp().await;
        assert!(matches!(unanswered, Err(Error::Unavailable(_))), "{unanswered:?}");
        behind
            .stamp()
            .await
            .expect("the server answers over a new connection");
    });
}
