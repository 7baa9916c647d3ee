//! Runs one target under libFuzzer: the one that `CARREL_FUZZ_TARGET` names.

#![no_main]
#![allow(unsafe_code, reason = "the macro exports a function that libFuzzer calls")]

use std::sync::LazyLock;

use carrel_fuzz::{Target, named};
use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("CARREL_FUZZ_TARGET").expect("CARREL_FUZZ_TARGET names a target");
    named(&name).unwrap_or_else(|| panic!("there is no target {name}"))
});

fuzz_target!(|input: &[u8]| (TARGET.run)(input));
