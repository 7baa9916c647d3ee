//! The sections of the settings and their forms.

pub(super) mod book_data;
pub(super) mod catalogue;
pub(super) mod home;
pub(super) mod kinds;
pub(super) mod library;
pub(super) mod opening;
pub(super) mod pages;
pub(super) mod privacy;
pub(super) mod public_rules;
pub(super) mod rules;
pub(super) mod security;
pub(super) mod setup;
