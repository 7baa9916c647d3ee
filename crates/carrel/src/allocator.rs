//! The allocator, and how soon it gives memory back.

use std::os::unix::process::CommandExt as _;
use std::process::Command;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long mimalloc keeps memory that nobody uses, in milliseconds.
const PURGE_DELAY: &str = "MIMALLOC_PURGE_DELAY";

/// Lets this process give memory back as soon as it is free, unless its environment says otherwise.
///
/// By default freed memory stays for a second, and then until something else happens nearby: each hash of a password
/// leaves 19 MiB. mimalloc reads its options before `main`, so the process begins anew, under the same number, with the
/// option set. A system that does not let it loses nothing but memory.
pub fn give_back_at_once() {
    if std::env::var_os(PURGE_DELAY).is_some() {
        return;
    }
    let Ok(program) = std::env::current_exe() else {
        return;
    };
    let mut arguments = std::env::args_os();
    let name = arguments.next().unwrap_or_else(|| program.clone().into());
    let error = Command::new(program)
        .arg0(name)
        .args(arguments)
        .env(PURGE_DELAY, "0")
        .exec();
    // Only a failure comes back.
    drop(error);
}
