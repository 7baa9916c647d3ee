//! Shared tools of Carrel's tests: a database of either engine for each test, a clock that only tests advance, and
//! builders for the entities of a library. Never part of the product.

mod builders;
mod clock;
mod engines;
mod eventually;
mod gate;
#[cfg(feature = "server")]
mod loopback;
mod postgres_server;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "server")]
mod smtp;

pub use builders::{BookBuilder, BorrowingBuilder, Library, UserBuilder};
pub use clock::{Clock, DAY, HOUR, MINUTE, instant};
pub use engines::{Engine, Place, TestDatabase, run};
pub use eventually::eventually;
pub use gate::{Gate, Gatekeeper, gate};
pub use postgres_server::PostgresServer;
#[cfg(feature = "server")]
pub use server::{
    Answer, BookSourceStub, BookToAdd, Document, Identity, LiveStream, PersonToRegister, Received, Receiver,
    Reply, Request, Server, Setup, SourceReply, id_of,
};
#[cfg(feature = "server")]
pub use smtp::{Letter, MailServer};
