//! The handlers, one file per resource: parse, call one use case, respond.

pub(crate) mod access_tokens;
pub(crate) mod account;
pub(crate) mod admin;
pub(crate) mod auth;
pub(crate) mod books;
pub(crate) mod borrowings;
pub(crate) mod confirmation;
pub(crate) mod copies;
pub(crate) mod desk;
pub(crate) mod email_changes;
pub(crate) mod favorites;
pub(crate) mod library;
pub(crate) mod mail;
pub(crate) mod own_data;
pub(crate) mod pages;
pub(crate) mod passkeys;
pub(crate) mod passwords;
pub(crate) mod people;
pub(crate) mod ratings;
pub(crate) mod reports;
pub(crate) mod roles;
pub(crate) mod second_factors;
pub(crate) mod sessions;
pub(crate) mod settings;
pub(crate) mod setup;
pub(crate) mod webhooks;
