//! The real binary: starting, serving, stopping gracefully, storing data, creating accounts, checking the data.

mod commands;
mod databases;
mod files;
mod imports;
mod integrity;
mod keys;
mod logs;
mod requests;
mod serving;
mod starting;
#[path = "../support/mod.rs"]
mod support;

use carrel_storage::engine::Options;
use carrel_testkit::Place;

fn url_of(place: &Place) -> String {
    match place.options() {
        Options::Postgres { url, .. } => url,
        Options::Sqlite { .. } => panic!("not PostgreSQL"),
    }
}
