//! Documents about the code, compared with the code.

mod asvs;
mod deploy;
mod papers;
mod references;
mod specification;

/// The crates that the server is built from.
const SERVER_CRATES: [&str; 8] = [
    "api",
    "carrel",
    "domain",
    "mail",
    "operations",
    "samples",
    "search",
    "storage",
];
