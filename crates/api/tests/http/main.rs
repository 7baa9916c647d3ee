//! The API through real HTTP, on both engines. Every answer is also held to what all answers promise, and to the
//! OpenAPI document: see `carrel_testkit::Server`.

mod access_tokens;
mod archive;
mod auth;
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
mod renewals;
mod repeats;
mod reports;
mod routes;
mod settings;
mod setup;
mod shelves;
mod webhooks;
mod world;
mod zone;
