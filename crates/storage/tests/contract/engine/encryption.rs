//! Connections to PostgreSQL are encrypted as the address demands, and only to a server with a valid certificate.

use std::path::Path;

use carrel_storage::engine::Options;
use carrel_storage::{Database, Result};
use carrel_testkit::{PostgresServer, eventually};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};

/// A certificate authority.
fn authority(name: &str) -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::new([]).unwrap();
    params.distinguished_name.push(rcgen::DnType::CommonName, name);
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// Opens the database at a host, with these parameters in the address; returns whether the connection is encrypted.
async fn is_encrypted(server: &PostgresServer, host: &str, parameters: &str) -> Result<bool> {
    let url = format!(
        "postgres://postgres@{host}:{}/postgres?{parameters}",
        server.port()
    );
    let options = Options::Postgres { url, connections: 1 };
    let database = Database::attach(&options).await?;
    let encrypted: Result<(i64,)> = database
        .read(&(), |connection, ()| {
            Box::pin(connection.one(
                "SELECT CAST(count(*) AS BIGINT) FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl",
                &[],
            ))
        })
        .await;
    Ok(encrypted?.0 == 1)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_is_encrypted_and_verified_as_its_address_demands() {
    let server = PostgresServer::start();
    // Before the server has a certificate.
    assert!(
        !is_encrypted(&server, "localhost", "sslmode=prefer")
            .await
            .unwrap()
    );
    let plain = is_encrypted(&server, "localhost", "sslmode=require").await;
    let plain = plain.unwrap_err().to_string();
    let words = "server does not support TLS (sslmode=disable in the address connects without it)";
    assert!(plain.contains(words), "{plain}");

    let ours = authority("The Library");
    let other = authority("Somebody Else");
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(["localhost".to_owned()]).unwrap();
    let certificate = certificate.signed_by(&key, &ours).unwrap();
    server.write("server.crt", &certificate.pem()).await;
    server.write("server.key", &key.serialize_pem()).await;
    server.set(&[("ssl", "on")]).await;
    eventually("the server speaks TLS", async || {
        is_encrypted(&server, "localhost", "sslmode=require")
            .await
            .is_ok()
    })
    .await;

    let folder = tempfile::tempdir().unwrap();
    let ours = file(folder.path(), "ours.pem", &ours.pem());
    let other = file(folder.path(), "other.pem", &other.pem());
    for (host, parameters, expected) in [
        ("localhost", "sslmode=disable", Ok(false)),
        ("localhost", "", Ok(true)),
        ("localhost", "sslmode=prefer", Ok(true)),
        ("127.0.0.1", "sslmode=require", Ok(true)),
        (
            "127.0.0.1",
            &format!("sslmode=require&sslrootcert={ours}"),
            Ok(true),
        ),
        (
            "127.0.0.1",
            &format!("sslmode=verify-ca&sslrootcert={ours}"),
            Ok(true),
        ),
        (
            "localhost",
            &format!("sslmode=verify-full&sslrootcert={ours}"),
            Ok(true),
        ),
        (
            "127.0.0.1",
            &format!("sslmode=verify-full&sslrootcert={ours}"),
            Err("for another host name"),
        ),
        (
            "localhost",
            &format!("sslmode=require&sslrootcert={other}"),
            Err("not signed by a trusted authority"),
        ),
        (
            "localhost",
            &format!("sslmode=verify-ca&sslrootcert={other}"),
            Err("not signed by a trusted authority"),
        ),
        (
            "localhost",
            &format!("sslmode=verify-full&sslrootcert={other}"),
            Err("not signed by a trusted authority"),
        ),
    ] {
        let outcome = is_encrypted(&server, host, parameters).await;
        match (outcome, expected) {
            (Ok(encrypted), Ok(expected)) => assert_eq!(encrypted, expected, "{host} {parameters}"),
            (Err(error), Err(expected)) => {
                let error = error.to_string();
                assert!(error.contains(expected), "{host} {parameters}: {error}");
            }
            (outcome, _) => panic!("{host} {parameters}: {outcome:?}"),
        }
    }
}

fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}
