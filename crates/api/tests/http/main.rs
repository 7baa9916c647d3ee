//! The API over real HTTP, on both engines. Every response is also checked against the rules for all responses and the
//! OpenAPI document: see `carrel_testkit::Server`.

mod access_tokens;
mod archive;
mod auth;
mod blocks;
mod books;
mod borrowing;
mod cached;
mod calls;
mod catalogue;
mod copies;
mod desk;
mod errors;
mod favorites;
mod fines;
mod headers;
mod kinds;
mod limits;
mod lists;
mod openapi;
mod people;
mod races;
mod ratings;
mod reading_audit;
mod renewals;
mod repeats;
mod reports;
mod routes;
mod settings;
mod setup;
mod shelves;
mod webhooks;
mod world;
mod write_limits;
mod zone;
