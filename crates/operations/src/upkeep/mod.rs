//! Keeping a library running: backups, checks, diagnosis, health, and the jobs of every server.

pub mod backup;
pub mod check;
pub mod diagnosis;
pub mod health;
pub mod hourly;
pub mod keys;
pub mod mail_delivery;
pub mod retention;
