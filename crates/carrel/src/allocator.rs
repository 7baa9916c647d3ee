//! The memory allocator, and how soon it returns memory to the system.

use std::os::unix::process::CommandExt as _;
use std::process::Command;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long mimalloc keeps unused memory, in milliseconds.
const PURGE_DELAY: &str = "MIMALLOC_PURGE_DELAY";

/// Makes this process return memory to the system as soon as it is free, unless its environment says otherwise.
///
/// By default mimalloc keeps freed memory for a second, and then until another allocation happens nearby: each password
/// hash leaves 19 MiB. mimalloc reads its options before `main`, so the process executes itself again, with the same
/// process id and the option set. If the system refuses that, the process only uses more memory.
pub fn return_memory_early() {
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
    // Returns only on failure.
    drop(error);
}
