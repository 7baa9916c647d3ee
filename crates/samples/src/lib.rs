//! Sample libraries: the demo library, and generated libraries of any size.

pub mod demo;
mod desk;
pub mod generate;
mod random;
