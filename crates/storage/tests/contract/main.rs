//! What every user of the storage may rely on, proved on both engines.

mod engine;
