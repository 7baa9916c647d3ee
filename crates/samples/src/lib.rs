//! Sample libraries: the demo library, and generated libraries of any size.

pub mod demo;
pub mod generate;
mod random;
