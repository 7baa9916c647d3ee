use std::path::{Path, PathBuf};

use carrel_storage::engine::Options;
use clap::Parser as _;

use super::{BookHosts, Data, MailHosts, PerAddress, Serving};
use crate::command::{Command, CommandLine};

fn serve(arguments: &[&str]) -> Result<Serving, super::Mistake> {
    let line = ["carrel", "serve"].iter().chain(arguments);
    let Command::Serve(options) = CommandLine::try_parse_from(line).unwrap().command else {
        panic!("not serve")
    };
    Serving::load(&options)
}

#[test]
fn defaults_are_the_embedded_engine_on_the_loopback() {
    let serving = serve(&[]).unwrap();
    assert_eq!(serving.listen.to_string(), "127.0.0.1:8080");
    assert!(
        matches!(serving.data.database, Options::Sqlite { path } if path.as_os_str() == "data/carrel.sqlite")
    );
    assert!(!serving.demo && !serving.trust_forwarded);
    assert_eq!(serving.limits.guesses.of_origin.free, 5);
}

#[test]
fn webhook_hosts_are_validated() {
    let hosts = |arguments: &[&str]| {
        let hosts = serve(arguments).map(|serving| serving.limits.webhook_hosts);
        hosts.map(|hosts| hosts.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    assert_eq!(hosts(&[]).unwrap(), [] as [&str; 0]);
    let listed = hosts(&["--webhook-hosts", "hooks.example.org,127.0.0.1:9000"]).unwrap();
    assert_eq!(listed, ["hooks.example.org", "127.0.0.1:9000"]);
    let mistake = hosts(&["--webhook-hosts", "https://hooks.example.org/"]).unwrap_err();
    assert_eq!(
        mistake.to_string(),
        "webhook_hosts: \"https://hooks.example.org/\" is not a host such as hooks.example.org or 127.0.0.1:9000"
    );
}

#[test]
fn mail_servers_are_those_of_the_internet_or_those_of_a_list() {
    let hosts = |arguments: &[&str]| serve(arguments).map(|serving| serving.limits.mail_hosts);
    assert_eq!(hosts(&[]).unwrap(), MailHosts::Public);
    let listed = vec![
        "mail.school.example".parse().unwrap(),
        "10.0.0.5:25".parse().unwrap(),
    ];
    assert_eq!(
        hosts(&["--mail-hosts", "mail.school.example,10.0.0.5:25"]).unwrap(),
        MailHosts::Listed(listed)
    );
    let mistake = hosts(&["--mail-hosts", "smtp://mail.school.example"]).unwrap_err();
    assert!(mistake.to_string().starts_with("mail_hosts: "), "{mistake}");
}

#[test]
fn book_data_is_from_the_internet_or_from_the_hosts_of_a_list() {
    assert_eq!(serve(&[]).unwrap().limits.book_hosts, BookHosts::Public);
    let listed = serve(&["--book-data-hosts", "catalogue.school.example,10.0.0.5:8080"]).unwrap();
    let hosts = ["catalogue.school.example", "10.0.0.5:8080"].map(|host| host.parse().unwrap());
    assert_eq!(listed.limits.book_hosts, BookHosts::Listed(hosts.to_vec()));
    let mistake = serve(&["--book-data-hosts", "https://a.example/"]).unwrap_err();
    assert!(mistake.to_string().starts_with("book_data_hosts: "), "{mistake}");
}

#[test]
fn open_library_may_be_a_copy() {
    let real = serve(&[]).unwrap().limits.open_library;
    assert_eq!(real.data, "https://openlibrary.org");
    let copy = serve(&["--open-library", "http://127.0.0.1:9000/"]).unwrap();
    assert_eq!(copy.limits.open_library.covers, "http://127.0.0.1:9000");
    let mistake = serve(&["--open-library", "openlibrary.org"]).unwrap_err();
    assert!(mistake.to_string().starts_with("open_library: "), "{mistake}");
}

#[test]
fn flags_win_over_the_file_and_the_file_over_defaults() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("carrel.toml");
    std::fs::write(
        &file,
        "listen = \"127.0.0.1:9000\"\ndata_dir = \"elsewhere\"\nregistrations_per_address = 7\n",
    )
    .unwrap();
    let file = file.to_str().unwrap();
    let serving = serve(&["--config", file]).unwrap();
    assert_eq!(serving.listen.to_string(), "127.0.0.1:9000");
    assert_eq!(serving.data.dir, PathBuf::from("elsewhere"));
    assert_eq!(serving.limits.registrations_by_address.max, 7);
    let serving = serve(&[
        "--config",
        file,
        "--listen",
        "127.0.0.1:9001",
        "--data-dir",
        "here",
    ])
    .unwrap();
    assert_eq!(serving.listen.to_string(), "127.0.0.1:9001");
    assert_eq!(serving.data.dir, PathBuf::from("here"));
}

#[test]
fn session_lengths_are_configurable() {
    let lasts = |arguments: &[&str]| {
        serve(arguments).map(|serving| {
            (
                serving.limits.session_seconds,
                serving.limits.remembered_session_seconds,
            )
        })
    };
    assert_eq!(lasts(&[]).unwrap(), (12 * 3600, 30 * 86_400));
    let flags = ["--session-hours", "2", "--remembered-session-days", "7"];
    assert_eq!(lasts(&flags).unwrap(), (7200, 7 * 86_400));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("carrel.toml");
    for (text, outcome) in [
        ("session_hours = 1", Some((3600, 30 * 86_400))),
        ("remembered_session_days = 365", Some((12 * 3600, 365 * 86_400))),
        ("session_hours = 0", None),
        ("remembered_session_days = 366", None),
    ] {
        std::fs::write(&file, text).unwrap();
        assert_eq!(
            lasts(&["--config", file.to_str().unwrap()]).ok(),
            outcome,
            "{text}"
        );
    }
}

#[test]
fn a_proxy_has_any_number_of_connections_unless_a_flag_says_otherwise() {
    let of = |arguments: &[&str]| serve(arguments).unwrap().connections_per_address;
    assert_eq!(of(&[]), PerAddress::Quarter);
    assert_eq!(of(&["--trust-forwarded"]), PerAddress::Unlimited);
    let flags = ["--trust-forwarded", "--connections-per-address", "9"];
    assert_eq!(of(&flags), PerAddress::AtMost(9));
}

#[test]
fn one_connection_to_the_database_is_too_few() {
    let connections = |number: &str| {
        let flags = ["--database-url", "postgres://x", "--database-connections", number];
        serve(&flags).map(|serving| match serving.data.database {
            Options::Postgres { connections, .. } => connections,
            Options::Sqlite { .. } => 0,
        })
    };
    assert_eq!(connections("2").unwrap(), 2);
    let mistake = connections("1").unwrap_err().to_string();
    assert_eq!(mistake, "database_connections must be from 2 to 1000, not 1");
}

#[test]
fn an_unknown_name_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("carrel.toml");
    std::fs::write(&file, "lisen = \"127.0.0.1:9000\"\n").unwrap();
    let mistake = serve(&["--config", file.to_str().unwrap()])
        .unwrap_err()
        .to_string();
    assert!(mistake.contains("lisen"), "{mistake}");
    assert!(serve(&["--config", "/no/such/file"]).is_err());
}

#[test]
fn the_key_file_is_beside_the_data_folder() {
    let key_file = |arguments: &[&str]| serve(arguments).unwrap().data.key_file;
    let here = std::env::current_dir().unwrap();
    assert_eq!(key_file(&[]), here.join("data.key"));
    assert_eq!(
        key_file(&["--data-dir", "/var/lib/carrel/"]),
        Path::new("/var/lib/carrel.key")
    );
    assert_eq!(
        key_file(&["--data-dir", "."]),
        here.with_file_name({
            let mut name = here.file_name().unwrap().to_owned();
            name.push(".key");
            name
        })
    );
    assert_eq!(
        key_file(&["--key-file", "/etc/carrel/key"]),
        Path::new("/etc/carrel/key")
    );
}

#[test]
fn a_url_means_postgresql() {
    let Command::Check(options) =
        CommandLine::try_parse_from(["carrel", "check", "--database-url", "postgres://x@localhost/y"])
            .unwrap()
            .command
    else {
        panic!("not check")
    };
    let data = Data::load(&options).unwrap();
    assert!(matches!(data.database, Options::Postgres { connections: 16, .. }));
}
