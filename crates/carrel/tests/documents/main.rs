//! Documents about the code, compared with the code.

mod asvs;
mod deploy;
mod papers;
mod references;
mod specification;
