//! Other servers whose certificate nobody vouches for get no data.

use std::io::Read as _;
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use carrel_testkit::{Server, Setup, TestDatabase, on_both_engines};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, ServerConfig, ServerConnection, StreamOwned};
use serde_json::json;

/// A server with TLS on this machine, with a certificate that it signed itself.
struct Impostor {
    port: u16,
    certificate: CertificateDer<'static>,
    /// What the server has read after handshakes.
    read: Arc<Mutex<Vec<u8>>>,
}

impl Impostor {
    fn start() -> Self {
        let names = ["127.0.0.1".to_owned(), "localhost".to_owned()];
        let CertifiedKey { cert, signing_key } = generate_simple_self_signed(names).expect("a certificate");
        let certificate = cert.der().clone();
        let key = PrivateKeyDer::try_from(signing_key.serialize_der()).expect("a key");
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions of TLS")
            .with_no_client_auth()
            .with_single_cert(vec![certificate.clone()], key)
            .expect("a key of the certificate");
        let config = Arc::new(config);
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("a port").port();
        let read = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&read);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let connection = ServerConnection::new(Arc::clone(&config)).expect("a connection");
                let mut stream = StreamOwned::new(connection, stream.expect("a client"));
                let mut bytes = [0; 1024];
                // A client that refuses the certificate ends the handshake.
                while let Ok(length @ 1..) = stream.read(&mut bytes) {
                    kept.lock().expect("no panic").extend_from_slice(&bytes[..length]);
                }
            }
        });
        Impostor {
            port,
            certificate,
            read,
        }
    }

    fn read(&self) -> Vec<u8> {
        self.read.lock().expect("no panic").clone()
    }

    /// Sends bytes as a client that trusts the certificate, and waits until the server has read them.
    fn send(&self, bytes: &[u8]) {
        let mut roots = RootCertStore::empty();
        roots.add(self.certificate.clone()).expect("a certificate");
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions of TLS")
            .with_root_certificates(roots)
            .with_no_client_auth();
        let name = ServerName::try_from("127.0.0.1").expect("a name");
        let connection = ClientConnection::new(Arc::new(config), name).expect("a connection");
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        let mut stream = StreamOwned::new(connection, stream);
        std::io::Write::write_all(&mut stream, bytes).expect("it is sent");
        stream.conn.send_close_notify();
        std::io::Write::flush(&mut stream).expect("it is sent");
        // The server reads all connections on one thread: the end of this one is after its bytes.
        let _ = stream.read(&mut [0; 1]);
    }
}

on_both_engines!(a_server_with_an_untrusted_certificate_gets_no_data);
async fn a_server_with_an_untrusted_certificate_gets_no_data(database: TestDatabase) {
    let impostor = Impostor::start();
    let host = format!("127.0.0.1:{}", impostor.port);
    let setup = Setup::limited(|limits| limits.webhook_hosts = vec![host.parse().expect("a host")]);
    let server = Server::start_with(database, setup).await;
    let administrator = server.administrator().await;

    let form = json!({ "address": format!("https://{host}/"), "events": ["borrowing.created"] });
    let made = server
        .post("/api/admin/webhooks")
        .as_(&administrator)
        .json(&form)
        .await;
    let id = made.expect(201)["_id"].as_str().expect("an id").to_owned();
    let path = format!("/api/admin/webhooks/{id}");
    let test = server.post(&format!("{path}/test")).as_(&administrator).await;
    test.expect(201);
    assert_eq!(server.deliver_webhooks().await, 1);
    let log = server
        .get(&format!("{path}/deliveries"))
        .as_(&administrator)
        .await;
    let delivery = &log.list()[0];
    assert_eq!(
        (&delivery["lastStatus"], &delivery["state"]),
        (&json!(null), &json!("waiting"))
    );

    let settings = json!({
        "host": "127.0.0.1", "port": impostor.port, "security": "tls", "user": "desk", "password": "Secret1",
        "fromAddress": "desk@library.example", "siteAddress": "https://library.example",
    });
    let saved = server.put("/api/admin/settings/mail").as_(&administrator);
    saved.json(&settings).await.expect(200);
    let sent = server
        .post("/api/admin/settings/mail/test")
        .as_(&administrator)
        .await;
    let (status, code, reason) = sent.failure();
    assert_eq!((status, code), (409, "mail_not_sent"));
    assert!(reason.contains("secure connection"), "{reason}");

    // The server works for a client that trusts it, and read nothing from the others before that.
    impostor.send(b"hello");
    assert_eq!(String::from_utf8_lossy(&impostor.read()), "hello");
}
